// Package face is how any other game looks and is told: scenes and labels, the log, the lessons of a first
// game, what bots go by, and the words of all that.
package face

import (
	"embed"

	"consigliere/engine"
	"consigliere/engine/anygame"
)

//go:embed messages.*.toml rules.*.toml HOWTO.*.md
var messages embed.FS

// A view is what one viewer may know.
type view = engine.ViewOf[anygame.Status, anygame.PrivateStatus, anygame.ResultStatus]

// Title returns any other game.
func Title() *engine.Title {
	t := anygame.Title()
	t.Face = engine.FaceOf[anygame.Status, anygame.PrivateStatus, anygame.ResultStatus]{
		Messages: messages,
		Names:    names,
		Draw:     layOut,
		Picture:  picture,
		Tell:     tell,
		Score:    scoreTable,
		Worth:    worth,
		Cover:    cover,
		Purpose:  purpose,
	}.Face()
	return t
}

// purpose says what becomes of a ballot: whoever votes unseen may think that it stays so.
func purpose(s *anygame.Status, ask *engine.Ask) []engine.Text {
	key, ok := map[string]string{"ballots": "purpose.vote_named", "open": "purpose.vote_open", "secret": "purpose.vote_secret"}[s.Votes]
	if !ok || ask.Verb != "vote" {
		return nil
	}
	return []engine.Text{engine.Say(key)}
}
