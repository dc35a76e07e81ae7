package derpate

import (
	_ "embed"

	"consigliere/engine"
)

//go:embed RULES.md
var rules string

// Options are what the header of a play may set (section 8 of the ledger).
var Options = engine.Options{
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

// Title returns Der Pate, without the face that package face gives it.
func Title() *engine.Title {
	return &engine.Title{
		ID: "derpate", Rule: "PATE", MinSeats: minSeats, MaxSeats: MaxSeats,
		Reserved:  []string{"neutral", "bank", "own", "box"},
		Options:   Options,
		Rules:     rules,
		Catalogue: &engine.Catalogue{YAML: houseYAML, Check: checkCatalogue},
		Moves:     moves,
		New:       newGame,
	}
}
