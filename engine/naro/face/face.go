// Package face is how Naro looks and is told: scenes and labels, the log, the lessons of a first
// game, what bots go by, and the words of all that.
package face

import (
	"embed"

	"consigliere/engine"
	"consigliere/engine/naro"
)

//go:embed messages.*.toml rules.*.toml HOWTO.*.md
var messages embed.FS

// A view is what one viewer may know.
type view = engine.ViewOf[naro.Status, naro.PrivateStatus, naro.ResultStatus]

// Title returns Naro.
func Title() *engine.Title {
	t := naro.Title()
	t.Face = engine.FaceOf[naro.Status, naro.PrivateStatus, naro.ResultStatus]{
		Messages:  messages,
		SeatBytes: 10 << 10,
		Rate:      rate,
		Lessons:   lessons,
		Draw:      draw,
		Picture:   picture,
		Label:     label,
		Question:  question,
		Explain:   explain,
		Befell:    befell,
		Tell:      tell,
		Shows:     shows,
		Score:     scoreTable,
		Standing:  standing,
		Worth:     worth,
	}.Face()
	return t
}
