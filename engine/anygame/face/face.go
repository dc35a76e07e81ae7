// Package face is how any other game looks and is told: scenes and labels, the log, the lessons of a first
// game, what bots go by, and the words of all that.
package face

import (
	"embed"
	"slices"

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
		Messages:  messages,
		SeatBytes: 6 << 10,
		Names:     names,
		Draw:      layOut,
		Picture:   picture,
		Tell:      tell,
		Score:     scoreTable,
		Points:    points,
		Worth:     worth,
		Rate:      rate,
		Cover:     cover,
		Purpose:   purpose,
		Explain:   explainVote,
	}.Face()
	return t
}

// rate is the Rate of the title: a script can say what a bot chooses, and all else is alike to it.
func rate(v view, _ *engine.Ask, do engine.Action) float64 {
	if slices.Contains(v.Private.Better, do) {
		return 2
	}
	return 0
}

// explainVote says what the choice of a seat does, if the script does, and else of one that nobody learns that it is that: often one
// chooses alone, as a doctor does.
func explainVote(s *anygame.Status, ask *engine.Ask, a *engine.Arg) []engine.Text {
	if s.Hint.Key != "" && a.Value.Kind == engine.SeatValue && a.Value.Seat >= 0 {
		return []engine.Text{s.Hint}
	}
	if s.Votes != "none" || ask.Verb != "vote" || a.Value.Kind != engine.SeatValue || a.Value.Seat < 0 {
		return nil
	}
	return []engine.Text{engine.Say("hint.vote_none")}
}

// purpose says what becomes of an answer: whoever votes unseen may think that it stays so, and a seer that it does not.
func purpose(s *anygame.Status, ask *engine.Ask) []engine.Text {
	if s.Unshown && ask.Verb == "pick" {
		return []engine.Text{engine.Say("purpose.vote_none")}
	}
	key, ok := map[string]string{"ballots": "purpose.vote_named", "open": "purpose.vote_open", "secret": "purpose.vote_secret", "none": "purpose.vote_none"}[s.Votes]
	if !ok || ask.Verb != "vote" {
		return nil
	}
	return []engine.Text{engine.Say(key)}
}
