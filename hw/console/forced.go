package console

import (
	"slices"

	"consigliere/engine"
	"consigliere/hw/caller"
)

// makeForced makes the moves that nobody has to be asked for, one after the other: the table hears of them in the same
// breath. In a first game whatever has to be explained comes before.
func (k *game) makeForced() {
	if k.play.table == nil || k.lessons.on && (k.lessons.teaching() || k.lessons.due(&k.play) != "") {
		return
	}
	var said []engine.Text
	for m, told, ok := k.play.table.Forced(); ok; m, told, ok = k.play.table.Forced() {
		k.stage.beforeMove()
		cues, err := k.play.table.PlayForced(k.tableTime())
		if err != nil {
			_ = k.refused(err)
			return
		}
		if r := k.replies.At(m.Seat); r != nil {
			r.Made()
		}
		if told.Key != "" {
			cues = instead(cues, told, !slices.Contains(said, told))
			said = append(said, told)
		}
		k.unasked()
		k.followed(cues, silence)
	}
}

// instead returns the cues of a move with one sentence in place of what it gains, or where that was said, none.
func instead(cues []engine.Cue, told engine.Text, say bool) []engine.Cue {
	out := make([]engine.Cue, 0, len(cues)+1)
	if say {
		out = append(out, engine.Cue{Kind: engine.CueSay, Text: told})
	}
	for _, c := range cues {
		if c.Kind == engine.CueGain && c.Picture == 0 && c.To == 0 {
			c.Kind = engine.CueQuiet
		}
		out = append(out, c)
	}
	return out
}

// played follows a move that was made, with a tone: all that was asked may be answered by it, and need not be heard any more.
func (k *game) played(cues []engine.Cue, t caller.Tone) {
	k.wrong.err, k.noDisk, k.typed = nil, false, typed{}
	k.unasked()
	k.followed(cues, t)
}

// unasked leaves out what only says what was asked, once that is answered.
func (k *game) unasked() {
	if !k.caller.Idle() && k.play.answered() {
		k.caller.Answered(k.now)
	}
}
