package console

import (
	"time"

	"consigliere/engine"
	"consigliere/hw/command"
	"consigliere/hw/reply"
)

// Answers are how the answers of seats become moves: from buttons, pages and phones, typed, thrown, by bots.
type answers struct {
	*state
	stage *stage
	game  *game
}

// do does a command about that. It reports whether it is one.
func (k *answers) do(c command.Command) (done bool, err error) {
	switch c := c.(type) {
	case command.Type:
		return true, k.doType(c)
	case command.Answer:
		return true, k.doAnswer(c)
	case command.Buzz:
		return true, k.doBuzz(c)
	case command.TakeBack:
		return true, k.doTakeBack(c)
	case command.Pick:
		return true, k.doPick(c)
	case command.StepBack:
		return true, k.doStepBack(c)
	case command.Throw:
		return true, k.doThrow(c)
	case command.AnswerAbsent:
		return true, k.doAnswerAbsent(c)
	case command.Skip:
		return true, k.doSkip(c)
	}
	return false, nil
}

// ok takes what a reply has chosen, and makes the move if that was all.
func (k *answers) ok(r *reply.Reply) {
	whole := r.OK()
	if r.Blind() {
		k.stage.tone(toneNothing)
	}
	if n := r.Short(); n > 0 {
		short := &engine.Refusal{Why: engine.Say("refuse.too_few").Number(n)}
		if r.Secret() && r.Seat() != engine.Table {
			k.notes.tell(engine.SeatsOf(r.Seat()), note{err: short, till: k.now + noteFor})
		} else {
			_ = k.game.refused(short)
		}
	}
	if !whole {
		return
	}
	a := r.Ask()
	do, err := r.Action(k.play.Roster)
	if err == nil && a.Timed { // at the panel
		do, err = k.stamped(a, k.press.At, k.press.Unsure)
	}
	if err != nil {
		r.Refused()
		_ = k.game.refused(err)
		return
	}
	dice := k.corrections(r, nil)
	if err := k.give(r, a, engine.Move{Seat: a.Mover(r.Seat()), Do: do}); err != nil {
		r.Refused()
		return
	}
	k.correct(dice)
}

// give makes the move of an answer to an ask. Where it is refused the table is told, but for what
// only the seat may know.
func (k *answers) give(r *reply.Reply, a *engine.Ask, m engine.Move) error {
	secret, listed := a.Hidden(), k.play.onlyListed(a, m)
	err := k.answer(r, m)
	switch {
	case err == nil:
		return nil
	case listed && refusalOf(err) != nil:
		return k.refusedListed(r.Seat(), err)
	case secret && refusalOf(err) != nil && r.Seat() != engine.Table:
		// That a secret answer was refused is as secret as the answer.
		k.notes.tell(engine.SeatsOf(r.Seat()), note{err: err, till: k.now + noteFor})
		return err
	}
	return k.game.refused(err)
}

// refusedListed tells why such a move was refused to its seat alone, and the table no more than
// that it has to be another one.
func (k *answers) refusedListed(seat engine.Seat, err error) error {
	k.notes.tell(engine.SeatsOf(seat), note{err: err, till: k.now + noteFor})
	return k.game.refused(errElse)
}

// answer makes the move of a whole reply.
func (k *answers) answer(r *reply.Reply, m engine.Move) error {
	k.stage.beforeMove()
	cues, err := k.play.table.Play(k.tableTime(), m)
	if err != nil {
		return err
	}
	k.notes.read(r.Seat())
	if r.Seat() >= 0 {
		k.play.late[r.Seat()] = engine.Text{}
	}
	r.Made()
	k.seating.answered(r.Seat())
	k.game.played(cues, toneLock)
	return nil
}

// timedPress answers an ask with the press itself, whichever button it was.
func (k *answers) timedPress(r *reply.Reply, a *engine.Ask) {
	_ = k.buzz(r, a, k.press.At, k.press.Unsure)
}

// buzz answers an ask with a press at a time of the box.
func (k *answers) buzz(r *reply.Reply, a *engine.Ask, at, unsure time.Duration) error {
	do, err := k.stamped(a, at, unsure)
	if err == nil {
		r.Begin()
		err = k.answer(r, engine.Move{Seat: a.Mover(r.Seat()), Do: do})
	}
	if err != nil {
		return k.game.refused(err)
	}
	return nil
}

// stamped returns the answer to an ask that a press at a time of the box is. While the play is
// paused its time stands.
func (k *answers) stamped(a *engine.Ask, at, unsure time.Duration) (engine.Action, error) {
	return a.Stamped(k.play.table.Title().Moves, k.play.Roster, at-k.idle, unsure)
}

func (k *answers) takeBack(s engine.Seat) error {
	if err := k.play.table.TakeBack(k.tableTime(), s); err != nil {
		return k.game.refused(err)
	}
	k.stage.tone(toneBack)
	k.game.changed()
	return nil
}
