package console

import (
	"slices"

	"consigliere/engine"
	"consigliere/engine/table"
	"consigliere/hw/caller"
	"consigliere/hw/lang"
)

// sit makes t the play of the console.
func (k *Console) sit(t *table.Table) {
	k.leave()
	h := t.Header()
	k.play.table = t
	k.play.Play = k.books.Play(t.Title(), h)
	k.replies.Begin(t.Title().Moves, len(h.Seats))
	k.seating.begin(len(k.screens.ports), len(h.Seats))
	k.bots.begin(t.Title(), h.Seats, k.seed())
	for i := range h.Seats {
		if k.play.bots().Has(engine.Seat(i)) {
			k.seating.podOf[i] = -1
		}
	}
	k.notes, k.play.missed = make(notes, len(h.Seats)), 0
	k.langs.seats = make([]lang.Lang, len(h.Seats))
	for i, name := range h.Seats {
		k.langs.seats[i] = k.memory.Lang(name)
	}
	k.menu = nil
	k.memory.ForgetSaved()
	k.play.over = t.Over()
	k.idle = k.now - t.Pressed() // presses go on where those of the record end
	if k.memory.Clocks() != 100 {
		t.SetClocks(k.caller.Clock(k.now), k.memory.Clocks())
	}
	k.notes.tell(t.Held(), note{err: errAgain, till: never})
	if k.onTable != nil {
		k.onTable(t)
	}
	k.changed()
	k.goOnTeaching()
}

// leave closes the play.
func (k *Console) leave() {
	if k.play.table != nil {
		k.memory.Keep(k.play.table)
		if err := k.play.table.Close(); err != nil {
			k.log.Error("journal", "error", err)
		}
	}
	k.play.Play = k.books.Menu()
	k.caller.Begin(k.now)
	k.replies.End()
	k.play.table, k.play.asks, k.play.waits, k.play.locked, k.play.held, k.play.over, k.langs.seats = nil, nil, 0, 0, 0, false, nil
	k.guests.resumed = false
	k.play.setScene(engine.Scene{})
	k.play.sceneOld = false
	k.play.story, k.notes, k.lessons = story{}, nil, lessons{}
	k.keepPace()
	k.wrong, k.typed, k.peek, k.standIn, k.guests.standIns, k.atPods = refusal{}, typed{}, peek{}, standIn{}, 0, 0
	k.screens.rewind()
	k.shown = topic{}
}

// played follows a move that was made, with a tone.
func (k *Console) played(cues []engine.Cue, t caller.Tone) {
	k.wrong.err, k.noDisk, k.typed = nil, false, typed{}
	if !k.caller.Idle() && k.play.answered() {
		k.caller.Answered(k.now)
	}
	k.call(cues)
	held := k.play.held
	k.changed()
	if t != silence {
		k.tone(t)
	}
	open := engine.SeatSet(0)
	for i := range k.play.asks {
		if k.play.asks[i].Absent != nil {
			open = open.With(k.play.asks[i].Seat)
		}
	}
	k.play.missed &= open
	if held&^k.play.held != 0 {
		_ = k.refused(errAgain) // the step would have ended without them
	}
}

// call gives cues to the caller, and what is for some seats alone to their screens.
func (k *Console) call(cues []engine.Cue) {
	bots := k.play.bots()
	if bots != 0 {
		cues = slices.DeleteFunc(slices.Clone(cues), func(c engine.Cue) bool {
			seats := c.Text.Seats()
			return c.Asks && len(seats) > 0 && bots.Has(seats[0]) // what a bot is asked nobody need hear
		})
	}
	k.caller.Call(k.now, k.calls(cues))
	for i := range cues {
		c := &cues[i]
		k.lessons.hear(c)
		if c.To != 0 && c.Kind != engine.CueQuiet && c.Text.Key != "" {
			k.notes.tell(c.To, note{text: c.Text, till: k.now + noteFor})
			k.screens.redraw(k.now)
		}
	}
}

// changed reads from the table what is open now. The lights show it before anything else does.
func (k *Console) changed() {
	turned := k.play.read()
	k.setLights()
	k.replies.Refresh(k.play.asks)
	if r := k.replies.At(k.peek.seat); k.peek.on && (r == nil || r.Turn() != k.peek.turn) {
		k.peek = peek{} // it was opened for what was asked before
	}
	k.wakeBots()
	k.pagesOld = true
	k.endStandIn()
	if turned {
		k.log.Info("the play is over", "over", k.play.over)
	}
	k.touch()
}

// refused remembers for the panel and the desk why something was refused.
func (k *Console) refused(err error) error {
	k.wrong = refusal{err: err, till: k.now + wrongFor}
	if refusalOf(err) == nil {
		k.log.Error("refused", "error", err)
		k.diskFailed(err)
	}
	k.tone(toneWrong)
	k.touch()
	return err
}
