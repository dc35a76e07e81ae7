package naro

import (
	"embed"

	"consigliere/engine"
)

//go:embed RULES.md
var rules string

//go:embed messages.*.toml rules.*.toml HOWTO.*.md
var messages embed.FS

// Title returns Naro.
func Title() *engine.Title {
	t := &engine.Title{
		ID: "naro", Rule: "NARO", MinSeats: minSeats, MaxSeats: maxSeats,
		Options: []engine.Option{
			{Key: "powers", Kind: engine.OptionBool, Default: "false"},
			{Key: "chance", Kind: engine.OptionChoice, Values: []string{"table", "box"}, Default: "table"},
			{Key: "power_deal", Kind: engine.OptionChoice, Values: []string{"table", "box"}},
			{Key: "boss", Kind: engine.OptionSeat},
			{Key: "unclaimed", Kind: engine.OptionChoice, Values: []string{"carry", "discard"}, Default: "carry"},
		},
		Rules:    rules,
		Messages: messages,
		Moves:    moves,
		Rate:     rate,
		Lessons:  lessons,
		Draw:     draw,
		Picture:  picture,
		Label:    label,
		Explain:  explain,
		Tell:     tell,
		Shows:    shows,
		Score:    scoreTable,
		Standing: standing,
		Worth:    worth,
	}
	t.New = func(h engine.Header) (engine.Game, []engine.Cue, error) { return begin(t, h) }
	return t
}
