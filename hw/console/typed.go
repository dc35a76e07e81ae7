package console

import (
	"consigliere/engine"
	"consigliere/hw/command"
)

func (k *answers) doType(c command.Type) error {
	if k.play.table == nil {
		return k.game.refused(errNoPlay)
	}
	m, err := k.play.table.ReadLine(c.Line)
	if err != nil {
		return k.game.refused(err)
	}
	k.stage.beforeMove()
	ask, asked := k.play.asked(m)
	dice := k.corrections(k.replies.Rolling(), c.Line)
	cues, err := k.play.table.Play(k.tableTime(), m)
	if asked && ask.Hidden() && !k.play.table.Paused() && refusalOf(err) != nil {
		return k.refusedInSecret(&ask, m.Seat, err)
	}
	if err != nil && asked && k.play.onlyListed(&ask, m) && refusalOf(err) != nil {
		return k.refusedListed(m.Seat, err)
	}
	if err != nil {
		return k.game.refused(err)
	}
	k.typedIn(m, &ask, cues)
	k.correct(dice)
	return nil
}

// typedIn follows a move that was typed in: the table sees for whom.
func (k *answers) typedIn(m engine.Move, a *engine.Ask, cues []engine.Cue) {
	k.game.skip(k.replies.At(engine.Table))
	who := engine.SeatsOf(m.Seat)
	if m.Seat == engine.Table {
		who = a.By
	}
	k.replies.Answered(who)
	k.game.played(cues, silence)
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
func (k *answers) refusedInSecret(a *engine.Ask, seat engine.Seat, why error) error {
	err := error(errAgain)
	if do := anyAnswer(k.play.table.Title().Moves, k.play.Roster, a); do != nil && k.play.table.CanHold(a.ID()) {
		var cues []engine.Cue
		if cues, err = k.play.table.Hold(k.tableTime(), engine.Move{Seat: seat, Do: do}); err == nil {
			k.typedIn(engine.Move{Seat: seat, Do: do}, a, cues)
		} else if refusalOf(err) != nil {
			err = errAgain
		}
	}
	k.notes.tell(a.Answerers(), note{err: why, till: never})
	k.screens.redraw(k.now)
	if err != nil {
		return k.game.refused(err)
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

// doAnswerAbsent answers for all whose time has run out.
func (k *answers) doAnswerAbsent(_ command.AnswerAbsent) error {
	for a := k.play.absent(); a != nil; a = k.play.absent() {
		ask := *a
		m := engine.Move{Seat: ask.Seat, Do: ask.Absent}
		k.stage.beforeMove()
		cues, err := k.play.table.Play(k.tableTime(), m)
		if err != nil {
			return k.game.refused(err)
		}
		k.play.missed = k.play.missed &^ engine.SeatsOf(ask.Seat)
		k.typedIn(m, &ask, cues)
	}
	return nil
}
