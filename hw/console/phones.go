package console

import (
	"errors"
	"time"

	"consigliere/engine"
)

// The commands of a phone. Each is made by one seat, and can do no more than its pod could.
type (
	// Answer answers what a seat is asked.
	Answer struct {
		Seat engine.Seat
		Turn uint64 // of [desk.Seat]
		Ask  int    // which of its asks
		Row  int    // which of the rows of the ask, if Line is empty
		Line []byte // one JSON object like a line of a record, where the ask has parts
	}
	// Buzz answers what any press of a seat answers.
	Buzz struct {
		Seat   engine.Seat
		Turn   uint64
		Unsure time.Duration // how much earlier the press may have been
	}
	// TakeBack takes back what a seat has locked, or lets an offer pass.
	TakeBack struct{ Seat engine.Seat }
	// Dissent says that a seat does not agree to the undo that waits.
	Dissent struct{ Seat engine.Seat }
	// Read says that a seat has read the lesson that is told.
	Read struct{ Seat engine.Seat }
)

// ErrTurn is the error for an answer to what is not asked any more: it came late, or twice.
// The table is not told.
var ErrTurn = errors.New("that is not asked any more")

// ErrNotYours is the error for an answer that is not for the seat to give.
var ErrNotYours = errors.New("that is not for this seat to answer")

// atTurn returns the reply of a seat, if its turn is still the same, the play goes on and nothing is
// to be explained first.
func (k *Console) atTurn(seat engine.Seat, turn uint64) (*reply, error) {
	if seat < 0 {
		return nil, ErrNotYours
	}
	r := k.replies.at(seat)
	if k.t == nil || r == nil || k.t.Paused() || r.turn != turn || k.dueLesson() != "" {
		return nil, ErrTurn
	}
	return r, nil
}

// For implements [Seated].
func (c Answer) For(s engine.Seat) Command { c.Seat = s; return c }

func (c Answer) do(k *Console) error {
	r, err := k.atTurn(c.Seat, c.Turn)
	if err != nil {
		return err
	}
	if c.Ask < 0 || c.Ask >= len(r.asks) || r.asks[c.Ask].Timed {
		return ErrNotYours
	}
	a := &r.asks[c.Ask]
	m := engine.Move{Seat: a.Mover(c.Seat)}
	switch rows := a.Shown(); {
	case len(c.Line) > 0:
		if m, err = k.t.ReadLine(c.Line); err != nil || m.Seat != a.Mover(c.Seat) || !a.Takes(k.t.Title().Moves.Verb(m.Do)) {
			return ErrNotYours
		}
	case c.Row < 0 || c.Row >= len(rows):
		return ErrNotYours
	default:
		m.Do = rows[c.Row]
	}
	k.skip(r)
	return k.give(r, a, m)
}

// For implements [Seated].
func (c Buzz) For(s engine.Seat) Command { c.Seat = s; return c }

func (c Buzz) do(k *Console) error {
	r, err := k.atTurn(c.Seat, c.Turn)
	if err != nil {
		return err
	}
	a := r.timed()
	if a == nil {
		return ErrTurn
	}
	return k.buzz(r, a, k.now, c.Unsure)
}

// For implements [Seated].
func (c TakeBack) For(s engine.Seat) Command { c.Seat = s; return c }

func (c TakeBack) do(k *Console) error {
	if r := k.replies.at(c.Seat); k.t != nil && c.Seat >= 0 && r != nil && r.offered() && !k.t.Paused() {
		k.letPass(r)
		return nil
	}
	if k.t == nil || c.Seat < 0 || !k.locked.Has(c.Seat) || k.t.Paused() {
		return ErrTurn
	}
	return k.takeBack(c.Seat)
}

// For implements [Seated].
func (c Dissent) For(s engine.Seat) Command { c.Seat = s; return c }

func (c Dissent) do(k *Console) error {
	if needs := k.undoNeeds(); c.Seat < 0 || !needs.Has(c.Seat) {
		return ErrTurn
	}
	k.cancelUndo()
	return nil
}

// For implements [Seated].
func (c Read) For(s engine.Seat) Command { c.Seat = s; return c }

func (c Read) do(k *Console) error {
	if c.Seat < 0 || !k.teaching() {
		return ErrTurn
	}
	k.readLesson(k.now)
	return nil
}

// Seat returns the seat of a name in the play, or [engine.NoSeat]. A bot is nobody's.
func (k *Console) Seat(name string) engine.Seat {
	for i, n := range k.Roster {
		if seat := engine.Seat(i); n == name && k.t != nil && !k.botSeats().Has(seat) {
			return seat
		}
	}
	return engine.NoSeat
}
