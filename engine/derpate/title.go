package derpate

import (
	"embed"
	"io/fs"

	"consigliere/engine"
)

//go:embed RULES.md
var rules string

//go:embed messages.*.toml rules.*.toml
var messages embed.FS

// Title returns Der Pate.
func Title() *engine.Title {
	return &engine.Title{
		ID: "derpate", Rule: "PATE", MinSeats: minSeats, MaxSeats: maxSeats,
		Reserved: []string{"neutral", "bank", "own", "box"},
		Options: []engine.Option{
			{Key: "chance", Kind: engine.OptionChoice, Values: []string{"table", "box"}, Default: "table"},
			{Key: "first", Kind: engine.OptionSeat},
			{Key: "families", Kind: engine.OptionObject},
			{Key: "money", Kind: engine.OptionChoice, Values: []string{"secret", "open"}, Default: "secret"},
			{Key: "takings_step", Kind: engine.OptionChoice, Values: []string{"per_business", "per_owner", "placer"}, Default: "per_business"},
			{Key: "overflow", Kind: engine.OptionChoice, Values: []string{"any", "at_end"}, Default: "any"},
			{Key: "spy_neutral", Kind: engine.OptionBool, Default: "false"},
			{Key: "favour_advance", Kind: engine.OptionChoice, Values: []string{"income", "influence"}, Default: "income"},
			{Key: "catalogue", Kind: engine.OptionObject, Default: "house"},
		},
		Rules:     rules,
		Messages:  messages,
		Names:     names,
		Catalogue: &engine.Catalogue{YAML: houseYAML, Check: checkCatalogue},
		New:       newGame,
		Decode:    decode,
		Draw:      draw,
	}
}

// names returns the words that the catalogue of a header brings.
func names(h engine.Header) fs.FS {
	set, err := Title().ReadOptions(h)
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
