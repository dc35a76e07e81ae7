package derpate

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
	{Key: "chance", Kind: engine.OptionChoice, Values: []string{"table", "box"}, Default: "table"},
	{Key: "first", Kind: engine.OptionSeat},
	{Key: "families", Kind: engine.OptionObject},
	{Key: "money", Kind: engine.OptionChoice, Values: []string{"secret", "open"}, Default: "secret"},
	{Key: "takings_step", Kind: engine.OptionChoice, Values: []string{"per_business", "per_owner", "placer"}, Default: "per_business"},
	{Key: "overflow", Kind: engine.OptionChoice, Values: []string{"any", "at_end"}, Default: "any"},
	{Key: "spy_neutral", Kind: engine.OptionBool, Default: "false"},
	{Key: "favour_advance", Kind: engine.OptionChoice, Values: []string{"income", "influence"}, Default: "income"},
	{Key: "catalogue", Kind: engine.OptionFile, Default: "house"},
}

// Title returns Der Pate.
func Title() *engine.Title {
	return &engine.Title{
		ID: "derpate", Rule: "PATE", MinSeats: minSeats, MaxSeats: maxSeats,
		Reserved:  []string{"neutral", "bank", "own", "box"},
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
			Question: question,
			Explain:  explain,
			Tell:     tell,
			Score:    scoreTable,
			Standing: standing,
			Worth:    worth,
		}.Face(),
	}
}

// names returns the messages that the catalogue of a header brings.
func names(h engine.Header) map[string]map[string]string {
	set, err := options.Read(h)
	if err != nil {
		return nil
	}
	raw := set.Raw("catalogue")
	if raw == nil || string(raw) == `"house"` {
		return nil
	}
	c, wrong := readCatalogue(raw)
	if len(wrong) > 0 {
		return nil
	}
	return c.names
}

// A view is what one viewer may know.
type view = engine.ViewOf[Status, PrivateStatus, ResultStatus]
