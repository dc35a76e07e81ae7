// Package face is how The Godfather: Corleone's Empire looks and is told: scenes and labels, the log, the lessons of a first
// game, what bots go by, and the words of all that.
package face

import (
	"embed"

	"consigliere/engine"
	"consigliere/engine/corleone"
)

//go:embed messages.*.toml rules.*.toml HOWTO.*.md
var messages embed.FS

// A view is what one viewer may know.
type view = engine.ViewOf[corleone.Status, corleone.PrivateStatus, corleone.ResultStatus]

// Title returns The Godfather: Corleone's Empire.
func Title() *engine.Title {
	t := corleone.Title()
	t.Face = engine.FaceOf[corleone.Status, corleone.PrivateStatus, corleone.ResultStatus]{
		Messages: messages,
		Names:    names,
		Rate:     rate,
		Lessons:  lessons,
		Draw:     draw,
		Picture:  picture,
		Label:    label,
		Explain:  explain,
		Question: question,
		Purpose:  purpose,
		Tell:     tell,
		Shows:    shows,
		Score:    scoreTable,
		Worth:    worth,
	}.Face()
	return t
}
