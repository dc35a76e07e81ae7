// Package face is how The Houses: Legacy of Generations looks and is told: scenes and labels, the log, the lessons of a first
// game, what bots go by, and the words of all that.
package face

import (
	"embed"
	"io/fs"

	"consigliere/engine"
	"consigliere/engine/khandan"
)

//go:embed messages.*.toml rules.*.toml HOWTO.*.md
var messages embed.FS

// A view is what one viewer may know.
type view = engine.ViewOf[khandan.Status, khandan.PrivateStatus, khandan.ResultStatus]

// Title returns The Houses: Legacy of Generations.
func Title() *engine.Title {
	packs := &khandan.PackCache{}
	t := khandan.Title()
	t.Face = engine.FaceOf[khandan.Status, khandan.PrivateStatus, khandan.ResultStatus]{
		Messages: messages,
		Names:    func(h engine.Header) map[string]map[string]string { return namesOf(h, packs) },
		Rate:     rate,
		Lessons:  lessons,
		Draw:     draw,
		Label:    label,
		Question: question,
		Explain:  explain,
		Tell:     tell,
		Shows:    shows,
		Score:    scoreTable,
		Worth:    worth,
		Past:     func(record []byte) (engine.Past, error) { return past(t, record) },
	}.Face()
	return t
}

// Messages holds the words of the title.
func Messages() fs.FS { return messages }
