// Package face is how Der Pate looks and is told: scenes and labels, the log, the lessons of a first
// game, what bots go by, and the words of all that.
package face

import (
	"embed"

	"consigliere/engine"
	"consigliere/engine/derpate"
)

//go:embed messages.*.toml rules.*.toml HOWTO.*.md
var messages embed.FS

// A view is what one viewer may know.
type view = engine.ViewOf[derpate.Status, derpate.PrivateStatus, derpate.ResultStatus]

// Title returns Der Pate.
func Title() *engine.Title {
	t := derpate.Title()
	t.Face = engine.FaceOf[derpate.Status, derpate.PrivateStatus, derpate.ResultStatus]{
		Messages:  messages,
		SeatBytes: 14 << 10,
		Names:     names,
		Rate:      rate,
		Lessons:   lessons,
		Draw:      draw,
		Picture:   picture,
		Label:     label,
		Question:  question,
		Explain:   explain,
		Purpose:   purpose,
		Tell:      tell,
		Score:     scoreTable,
		Standing:  standing,
		Worth:     worth,
	}.Face()
	return t
}
