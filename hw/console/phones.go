package console

import (
	"consigliere/engine"
	"consigliere/hw"
	"consigliere/hw/command"
	"consigliere/hw/reply"
)

// atTurn returns the reply of a seat, if its turn is still the same, the play goes on and nothing is
// to be explained first.
func (k *answers) atTurn(seat engine.Seat, turn uint64) (*reply.Reply, error) {
	if seat < 0 {
		return nil, command.ErrNotYours
	}
	r := k.replies.At(seat)
	if k.play.table == nil || r == nil || k.play.table.Paused() || !r.IsTurn(turn) || k.lessons.due(&k.play) != "" {
		return nil, command.ErrTurn
	}
	return r, nil
}

func (k *answers) doAnswer(c command.Answer) error {
	r, err := k.atTurn(c.Seat, c.Turn)
	if err != nil {
		return err
	}
	if c.Ask < 0 || c.Ask >= len(r.Asks()) || r.Asks()[c.Ask].Timed {
		return command.ErrNotYours
	}
	a := &r.Asks()[c.Ask]
	m := engine.Move{Seat: a.Mover(c.Seat)}
	switch rows := a.Shown(); {
	case len(c.Line) > 0:
		if m, err = k.play.table.ReadLine(c.Line); err != nil || m.Seat != a.Mover(c.Seat) || !a.Takes(k.play.table.Title().Moves.Verb(m.Do)) {
			return command.ErrNotYours
		}
	case c.Row < 0 || c.Row >= len(rows):
		return command.ErrNotYours
	default:
		m.Do = rows[c.Row]
	}
	k.game.skip(r)
	var dice []hw.Die
	if len(c.Line) > 0 {
		dice = k.corrections(r, c.Line)
	}
	if err := k.give(r, a, m); err != nil {
		return err
	}
	k.correct(dice)
	return nil
}

func (k *answers) doBuzz(c command.Buzz) error {
	r, err := k.atTurn(c.Seat, c.Turn)
	if err != nil {
		return err
	}
	a := r.Timed()
	if a == nil {
		return command.ErrTurn
	}
	return k.buzz(r, a, k.now, c.Unsure)
}

func (k *answers) doTakeBack(c command.TakeBack) error {
	if r := k.replies.At(c.Seat); k.play.table != nil && c.Seat >= 0 && r != nil && r.Offered() && !k.play.table.Paused() {
		k.letPass(r)
		return nil
	}
	if k.play.table == nil || c.Seat < 0 || !k.play.locked.Has(c.Seat) || k.play.table.Paused() {
		return command.ErrTurn
	}
	return k.takeBack(c.Seat)
}
