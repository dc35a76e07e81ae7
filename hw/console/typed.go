package console

import (
	"consigliere/engine"
	"consigliere/hw/command"
)

func (k *Console) doType(c command.Type) error {
	if k.t == nil {
		return k.refused(errNoPlay)
	}
	m, err := k.t.ReadLine(c.Line)
	if err != nil {
		return k.refused(err)
	}
	k.refreshScene()
	ask, asked := k.answers(m)
	cues, err := k.t.Play(k.caller.Clock(k.now), m)
	if asked && ask.Hidden() && !k.t.Paused() && refusalOf(err) != nil {
		return k.refusedInSecret(&ask, m.Seat, err)
	}
	if err != nil && asked && k.onlyListed(&ask, m) && refusalOf(err) != nil {
		return k.refusedListed(m.Seat, err)
	}
	if err != nil {
		return k.refused(err)
	}
	k.typedIn(m, &ask, cues)
	return nil
}

// answers returns the ask that a move answers, and whether there is one.
func (k *Console) answers(m engine.Move) (engine.Ask, bool) {
	for i := range k.asks {
		a := &k.asks[i]
		if a.Takes(k.t.Title().Moves.Verb(m.Do)) && (a.Seat == m.Seat || a.Seat >= 0 && a.By.Has(m.Seat)) {
			return *a, true
		}
	}
	return engine.Ask{}, false
}

// typedIn follows a move that was typed in: the table sees for whom.
func (k *Console) typedIn(m engine.Move, a *engine.Ask, cues []engine.Cue) {
	k.skip(k.replies.At(engine.Table))
	who := engine.SeatsOf(m.Seat)
	if m.Seat == engine.Table {
		who = a.By
	}
	k.replies.Answered(who)
	k.played(cues, silence)
	for s := range k.notes {
		if who.Has(engine.Seat(s)) && k.notes[s].err != nil {
			k.notes[s] = note{}
		}
	}
	if who != 0 {
		k.typed = typed{who, k.now + typedFor}
	}
}

// refusedInSecret follows a secret answer that was typed in and that the game refuses. What
// it was refused for is told to those alone who may answer. To everybody else it looks as if
// they had chosen, as long as the step goes on without them; else all hear that somebody
// chooses again, and not why.
func (k *Console) refusedInSecret(a *engine.Ask, seat engine.Seat, why error) error {
	err := error(errAgain)
	if do := anyAnswer(k.t.Title().Moves, k.Roster, a); do != nil && k.t.CanHold(a.ID()) {
		var cues []engine.Cue
		if cues, err = k.t.Hold(k.caller.Clock(k.now), engine.Move{Seat: seat, Do: do}); err == nil {
			k.typedIn(engine.Move{Seat: seat, Do: do}, a, cues)
		} else if refusalOf(err) != nil {
			err = errAgain
		}
	}
	for s := range k.notes {
		if a.Answerers().Has(engine.Seat(s)) {
			k.notes[s] = note{err: why, till: never}
		}
	}
	k.redraw()
	if err != nil {
		return k.refused(err)
	}
	return nil
}

// anyAnswer returns a legal answer to an ask, or nil where none is found.
func anyAnswer(m *engine.Moves, r engine.Roster, a *engine.Ask) engine.Action {
	switch {
	case a.Late != nil:
		return a.Late
	case len(a.Options) > 0:
		return a.Options[0]
	}
	var w engine.Answer
	w.Begin(m, a)
	for !w.Whole() {
		if w.Enter() {
			continue
		}
		i := 0
		for i < w.Len() && !w.Take(i) {
			i++
		}
		if i == w.Len() {
			return nil
		}
	}
	do, err := w.Action(r)
	if err != nil {
		return nil
	}
	return do
}
