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
	k.t = t
	k.Play = k.books.Play(t.Title(), h)
	k.replies.Begin(t.Title().Moves, len(h.Seats))
	k.seating.begin(len(k.ports), len(h.Seats))
	k.bots.begin(t.Title(), h.Seats, k.seed())
	for i := range h.Seats {
		if k.botSeats().Has(engine.Seat(i)) {
			k.seating.podOf[i] = -1
		}
	}
	k.notes, k.missed = make([]note, len(h.Seats)), 0
	k.seatLangs = make([]lang.Lang, len(h.Seats))
	for i, name := range h.Seats {
		k.seatLangs[i] = k.memory.Lang(name)
	}
	k.menu = nil
	k.memory.ForgetSaved()
	k.over = t.Over()
	k.idle = k.now - t.Pressed() // presses go on where those of the record end
	if k.memory.Clocks() != 100 {
		t.SetClocks(k.caller.Clock(k.now), k.memory.Clocks())
	}
	for s := range k.notes {
		if t.Held().Has(engine.Seat(s)) {
			k.notes[s] = note{err: errAgain, till: never}
		}
	}
	if k.onTable != nil {
		k.onTable(t)
	}
	k.changed()
	k.goOnTeaching()
}

// leave closes the play.
func (k *Console) leave() {
	if k.t != nil {
		k.memory.Keep(k.t)
		if err := k.t.Close(); err != nil {
			k.log.Error("journal", "error", err)
		}
	}
	k.Play = k.books.Menu()
	k.caller.Begin(k.now)
	k.replies.End()
	k.t, k.asks, k.waits, k.locked, k.held, k.over, k.seatLangs = nil, nil, 0, 0, 0, false, nil
	k.resumed = false
	k.setScene(engine.Scene{})
	k.sceneOld = false
	k.story, k.notes, k.lessons = story{}, nil, lessons{}
	k.keepPace()
	k.wrong, k.typed, k.peek, k.standIn, k.standIns, k.atPods = refusal{}, typed{}, peek{}, standIn{}, 0, 0
	k.resetPages()
	k.shown = topic{}
}

// played follows a move that was made, with a tone.
func (k *Console) played(cues []engine.Cue, t caller.Tone) {
	k.wrong.err, k.noDisk, k.typed = nil, false, typed{}
	if !k.caller.Idle() && k.answered() {
		k.caller.Answered(k.now)
	}
	k.call(cues)
	held := k.held
	k.changed()
	if t != silence {
		k.tone(t)
	}
	open := engine.SeatSet(0)
	for i := range k.asks {
		if k.asks[i].Absent != nil {
			open = open.With(k.asks[i].Seat)
		}
	}
	k.missed &= open
	if held&^k.held != 0 {
		_ = k.refused(errAgain) // the step would have ended without them
	}
}

// answered reports whether all that was asked before a move is answered by it, so that nobody
// needs to hear the question any more.
func (k *Console) answered() bool {
	if len(k.waited) == 1 {
		return true
	}
	asks := k.t.Asks()
	for i := range asks {
		if slices.Contains(k.waited, asks[i].ID()) {
			return false
		}
	}
	return true
}

// call gives cues to the caller, and what is for some seats alone to their screens.
func (k *Console) call(cues []engine.Cue) {
	bots := k.botSeats()
	if bots != 0 {
		cues = slices.DeleteFunc(slices.Clone(cues), func(c engine.Cue) bool {
			seats := c.Text.Seats()
			return c.Asks && len(seats) > 0 && bots.Has(seats[0]) // what a bot is asked nobody need hear
		})
	}
	k.caller.Call(k.now, k.calls(cues))
	for i := range cues {
		c := &cues[i]
		k.hear(c)
		for s := range k.notes {
			if c.To.Has(engine.Seat(s)) && c.Kind != engine.CueQuiet && c.Text.Key != "" {
				k.notes[s] = note{text: c.Text, till: k.now + noteFor}
				k.redraw()
			}
		}
	}
}

// changed reads from the table what is open now. The lights show it before anything else does.
func (k *Console) changed() {
	k.asks, k.waits, k.waited = k.t.Asks(), 0, k.waited[:0]
	for i := range k.asks {
		if a := &k.asks[i]; !a.Optional {
			k.waits |= a.Answerers()
			k.waited = append(k.waited, a.ID())
		}
	}
	k.locked, k.held = k.t.Locked(), k.t.Held()
	k.setLights()
	k.replies.Refresh(k.asks)
	if r := k.replies.At(k.peek.seat); k.peek.on && (r == nil || r.Turn() != k.peek.turn) {
		k.peek = peek{} // it was opened for what was asked before
	}
	k.sceneOld, k.owned = true, 0
	k.wakeBots()
	k.pagesOld = true
	k.endStandIn()
	if over := k.t.Over(); over != k.over {
		k.over = over
		k.log.Info("the play is over", "over", over)
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
