package corleone

import (
	_ "embed"

	"consigliere/engine"
)

//go:embed RULES.md
var rules string

// Options are what the header of a play may set (section 8 of the ledger).
var Options = engine.Options{
	{Key: "tracking", Kind: engine.OptionChoice, Values: []string{"full", "light"}, Default: "full", Early: true, Laid: []string{"light"}},
	{Key: "chance", Kind: engine.OptionChoice, Values: []string{"table", "box"}, Default: "table"},
	{Key: "catalogue", Kind: engine.OptionFile, Default: "house"},
	{Key: "jobs_5p", Kind: engine.OptionInt, Default: "4"},
	{Key: "two_player_spaces", Kind: engine.OptionChoice, Values: []string{"limited", "all"}, Default: "limited"},
	{Key: "tie_break", Kind: engine.OptionChoice, Values: []string{"turf_bonus", "shared"}, Default: "turf_bonus"},
	{Key: "open_suitcases", Kind: engine.OptionBool, Default: "false"},
	{Key: "families", Kind: engine.OptionObject},
}

// Title returns The Godfather: Corleone's Empire, without the face that package face gives it.
func Title() *engine.Title {
	return &engine.Title{
		ID: "corleone", Rule: "COR", MinSeats: minSeats, MaxSeats: MaxSeats,
		Reserved:  []string{neutralWord},
		Options:   Options,
		Rules:     rules,
		Catalogue: &engine.Catalogue{YAML: houseYAML, Check: checkCatalogue},
		Moves:     moves,
		New:       newGame,
	}
}

// CatalogueOf returns the catalogue that the options name, or nil where it is not good.
func CatalogueOf(set engine.Settings) *Catalogue {
	raw := set.Raw("catalogue")
	if raw == nil || string(raw) == `"house"` {
		return House()
	}
	c, wrong := readCatalogue(raw)
	if len(wrong) > 0 {
		return nil
	}
	return c
}
