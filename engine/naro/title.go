package naro

import (
	_ "embed"

	"consigliere/engine"
)

//go:embed RULES.md
var rules string

// options are what the header of a play may set (section 8 of the ledger).
var options = engine.Options{
	{Key: "powers", Kind: engine.OptionBool, Default: "false"},
	{Key: "chance", Kind: engine.OptionChoice, Values: []string{"table", "box"}, Default: "table"},
	{Key: "power_deal", Kind: engine.OptionChoice, Values: []string{"table", "box"}},
	{Key: "boss", Kind: engine.OptionSeat},
	{Key: "unclaimed", Kind: engine.OptionChoice, Values: []string{"carry", "discard"}, Default: "carry"},
}

// Title returns Naro, without the face that package face gives it.
func Title() *engine.Title {
	return &engine.Title{
		ID: "naro", Rule: "NARO", MinSeats: minSeats, MaxSeats: maxSeats,
		Options: options,
		Rules:   rules,
		Moves:   moves,
		New:     newGame,
	}
}
