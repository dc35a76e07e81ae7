package table

import (
	"time"

	"consigliere/engine"
	"consigliere/engine/journal"
)

// Forced returns the move that nobody has to be asked for ([engine.ForcedMove]), and what the table is told of it; false
// if there is none, and while the table stands still or an undo waits.
func (t *Table) Forced() (m engine.Move, told engine.Text, ok bool) {
	if t.clock.paused || t.pending != nil || t.Over() {
		return engine.Move{}, engine.Text{}, false
	}
	return engine.ForcedMove(t.play.asks)
}

// PlayForced makes that move. In a record it is the move that it is; the journal says besides that the box made it. An
// undo takes it back with the move before, whoever made that.
func (t *Table) PlayForced(now time.Duration) ([]engine.Cue, error) {
	t.see(now)
	m, _, ok := t.Forced()
	if !ok {
		return nil, nil
	}
	return t.move(m, journal.ByBox)
}
