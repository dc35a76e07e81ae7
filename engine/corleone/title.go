package corleone

import (
	"embed"

	"consigliere/engine"
)

//go:embed RULES.md
var rules string

//go:embed messages.*.toml rules.*.toml HOWTO.*.md
var messages embed.FS

// options are what the header of a play may set (section 8 of the ledger).
var options = engine.Options{
	{Key: "tracking", Kind: engine.OptionChoice, Values: []string{"full", "light"}, Default: "full"},
	{Key: "chance", Kind: engine.OptionChoice, Values: []string{"table", "box"}, Default: "table"},
	{Key: "catalogue", Kind: engine.OptionFile, Default: "house"},
	{Key: "jobs_5p", Kind: engine.OptionInt, Default: "4"},
	{Key: "two_player_spaces", Kind: engine.OptionChoice, Values: []string{"limited", "all"}, Default: "limited"},
	{Key: "tie_break", Kind: engine.OptionChoice, Values: []string{"turf_bonus", "shared"}, Default: "turf_bonus"},
	{Key: "open_suitcases", Kind: engine.OptionBool, Default: "false"},
	{Key: "families", Kind: engine.OptionObject},
}

// Title returns The Godfather: Corleone's Empire.
func Title() *engine.Title {
	return &engine.Title{
		ID: "corleone", Rule: "COR", MinSeats: minSeats, MaxSeats: maxSeats,
		Reserved:  []string{neutralWord},
		Options:   options,
		Rules:     rules,
		Catalogue: &engine.Catalogue{YAML: houseYAML, Check: checkCatalogue},
		Moves:     moves,
		New:       newGame,
		Face: engine.FaceOf[Status, PrivateStatus, ResultStatus]{
			Messages: messages,
			Names:    names,
			Rate:     rate,
			Lessons:  lessons,
			Draw:     draw,
			Picture:  picture,
			Label:    label,
			Explain:  explain,
			Tell:     tell,
			Shows:    shows,
			Score:    scoreTable,
			Worth:    worth,
		}.Face(),
	}
}

// catalogueOf returns the catalogue that the options name, or nil where it is not good.
func catalogueOf(set engine.Settings) *catalogue {
	raw := set.Raw("catalogue")
	if raw == nil || string(raw) == `"house"` {
		return house()
	}
	c, wrong := readCatalogue(raw)
	if len(wrong) > 0 {
		return nil
	}
	return c
}

// A view is what one viewer may know.
type view = engine.ViewOf[Status, PrivateStatus, ResultStatus]
