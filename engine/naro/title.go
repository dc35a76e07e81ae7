package naro

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
	{Key: "powers", Kind: engine.OptionBool, Default: "false"},
	{Key: "chance", Kind: engine.OptionChoice, Values: []string{"table", "box"}, Default: "table"},
	{Key: "power_deal", Kind: engine.OptionChoice, Values: []string{"table", "box"}},
	{Key: "boss", Kind: engine.OptionSeat},
	{Key: "unclaimed", Kind: engine.OptionChoice, Values: []string{"carry", "discard"}, Default: "carry"},
}

// Title returns Naro.
func Title() *engine.Title {
	return &engine.Title{
		ID: "naro", Rule: "NARO", MinSeats: minSeats, MaxSeats: maxSeats,
		Options: options,
		Rules:   rules,
		Moves:   moves,
		New:     newGame,
		Face: engine.FaceOf[Status, PrivateStatus, ResultStatus]{
			Messages: messages,
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
		}.Face(),
	}
}

// A view is what one viewer may know.
type view = engine.ViewOf[Status, PrivateStatus, ResultStatus]
