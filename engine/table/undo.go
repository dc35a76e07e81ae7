package table

import (
	"encoding/json"
	"strconv"
	"time"

	"consigliere/engine"
	"consigliere/engine/journal"
)

// An UndoState says how far an undo is.
type UndoState struct {
	// Done: the moves have been taken back.
	Done bool
	// Needs holds the seats that must still press OK; empty if there are none.
	Needs engine.SeatSet
	// Why is why they must.
	Why engine.Text
}

// A request is an undo that waits for consent.
type request struct {
	by    engine.Seat
	count int // how many moves
	state UndoState
}

// A draw is a random move of the table, such as a roll, that was undone. When the game
// asks for it again it stays as it fell.
type draw struct {
	engine.Move

	verb string
}

// TakeBack takes back the choice that the seat has locked in a simultaneous step, before
// the last one has locked. Where the game says that a choice counts at once, or when the
// step is over, it is refused.
func (t *Table) TakeBack(now time.Duration, seat engine.Seat) error {
	t.see(now)
	if t.clock.paused {
		return refusePaused()
	}
	return t.takeBack(seat)
}

func (t *Table) takeBack(seat engine.Seat) error {
	q, i, err := t.takenBack(seat)
	if err != nil {
		return err
	}
	ask := t.play.moves[i].ask
	if err := t.write(seat, `,"do":"take_back"}`); err != nil {
		return err
	}
	t.lose(&t.play.moves[i])
	t.play, t.pending = q, nil
	t.rewound++
	t.arm(ask, nil)
	return nil
}

// takenBack returns the play without the choice that the seat has locked, and which move
// that was.
func (t *Table) takenBack(seat engine.Seat) (*play, int, error) {
	why := engine.Say("refuse.not_locked").Seat(seat)
	if !t.play.locked.Has(seat) {
		return nil, 0, &engine.Refusal{Why: why}
	}
	i := t.play.last(func(e *step) bool { return e.lock.Has(seat) })
	if t.play.moves[i].by == journal.ByBox {
		return nil, 0, &engine.Refusal{Why: engine.Say("refuse.no_other").Seat(seat)}
	}
	q, err := t.play.without(func(k int) bool { return k != i })
	if err != nil { // a later move needs it
		return nil, 0, &engine.Refusal{Why: why}
	}
	return q, i, nil
}

// Undo takes back the last move in force of the seat and all moves after it, or for
// [engine.Table] (the panel) the last move in force of anybody. It is done at once where
// nothing hidden was shown and nothing random happened since, and no other seat's move is
// taken back with it. Else the state says who must agree ([Table.ConsentUndo]); until they
// do, or until a move or [Table.CancelUndo] withdraws it, the timers stand still.
//
// What counts as seen stays seen: undoing step by step needs the same consent as undoing at
// once. Correcting what was typed for the table needs none where all could see it, and that
// of those who saw it where it was for them alone.
func (t *Table) Undo(now time.Duration, by engine.Seat) (UndoState, error) {
	t.see(now)
	if t.clock.paused {
		return UndoState{}, refusePaused()
	}
	p := t.play
	if p.locked.Has(by) {
		return UndoState{Done: true}, t.TakeBack(now, by)
	}
	// What the box has moved because there was no other move goes with the move before it: it would be made again.
	k := p.last(func(e *step) bool { return e.by != journal.ByBox && (by == engine.Table || e.Seat == by) })
	if k < 0 {
		return UndoState{}, engine.Refuse("", "refuse.undo_nothing")
	}
	r := &request{by: by, count: len(p.moves) - k}
	r.state.Needs, r.state.Why = p.conscience(k, by)
	r.state.Needs &= t.attends &^ t.bots // whoever is away cannot be asked, and bots do not mind
	t.pending = r
	t.clock.frozen = true
	return t.proceed()
}

// ConsentUndo is the OK of a seat to the undo that waits for it.
func (t *Table) ConsentUndo(now time.Duration, seat engine.Seat) (UndoState, error) {
	t.see(now)
	if t.clock.paused {
		return UndoState{}, refusePaused()
	}
	if t.pending == nil || !t.pending.state.Needs.Has(seat) {
		return UndoState{}, engine.Refuse("", "refuse.not_asked", seat)
	}
	t.pending.state.Needs = t.pending.state.Needs.Without(seat)
	return t.proceed()
}

// CancelUndo withdraws the undo that waits for consent, if one does.
func (t *Table) CancelUndo() { t.pending = nil }

// PendingUndo returns the undo that waits for consent and the seat that asked for it, and false if
// none waits.
func (t *Table) PendingUndo() (by engine.Seat, state UndoState, ok bool) {
	if t.pending == nil {
		return engine.NoSeat, UndoState{}, false
	}
	return t.pending.by, t.pending.state, true
}

// UndoNeeds returns whose consent the undo that waits still needs; nobody's if none waits.
func (t *Table) UndoNeeds() engine.SeatSet {
	if t.pending == nil {
		return 0
	}
	return t.pending.state.Needs
}

// proceed undoes if nobody's consent is missing.
func (t *Table) proceed() (UndoState, error) {
	r := t.pending
	if r.state.Needs != 0 {
		return r.state, nil
	}
	t.pending = nil
	q, err := t.play.without(func(i int) bool { return i < len(t.play.moves)-r.count })
	if err != nil {
		return UndoState{}, err
	}
	if err := t.write(r.by, `,"do":"undo","count":`+strconv.Itoa(r.count)+`}`); err != nil {
		return UndoState{}, err
	}
	t.rewind(q)
	t.clock.timers = t.clock.timers[:0]
	t.arm(engine.AskID{}, nil)
	t.log.Info("undone", "moves", r.count)
	return UndoState{Done: true}, nil
}

// rewind goes back to q, which is the play without its last moves.
func (t *Table) rewind(q *play) {
	p := t.play
	var again []draw
	for i := len(q.moves); i < len(p.moves); i++ {
		e := &p.moves[i]
		t.lose(e)
		if e.Seat == engine.Table && e.random {
			again = append(again, draw{e.Move, e.verb})
		}
	}
	t.play, t.draws = q, append(again, t.draws...)
	t.rewound++
}

// conscience returns who must agree, and why, when the seat takes back the moves from number k
// on.
func (p *play) conscience(k int, by engine.Seat) (engine.SeatSet, engine.Text) {
	var learned, crossed engine.SeatSet
	random := false
	for i := k; i < len(p.moves); i++ {
		e := &p.moves[i]
		if e.by != journal.ByBox { // that was nobody's choice
			crossed = crossed.With(e.Seat)
		}
		learned |= e.learned | e.carried
		// A mistake in what was typed for the table is corrected without asking anybody: what
		// fell lies on the table. It does not where some alone have seen it.
		if i > k || e.Seat != engine.Table || e.witnesses != p.all() {
			learned |= e.witnesses
			random = random || e.random
		}
	}
	owner := p.moves[k].Seat
	switch {
	case random && learned == p.all():
		return learned.Without(by), engine.Say("undo.random")
	case learned.Has(owner):
		return p.all().Without(by), engine.Say("undo.own").Seat(owner)
	case learned.Without(by) != 0:
		return (learned | crossed).Without(by), engine.Say("undo.shown")
	}
	return crossed.Without(by), engine.Say("undo.crosses")
}

// recast reports whether, after the move, a draw that was undone may be asked for again.
func (t *Table) recast(m engine.Move) bool { return len(t.draws) > 0 && m.Seat != engine.Table }

// castAgain makes again the draws that were undone and are asked for again.
func (t *Table) castAgain(cues []engine.Cue) []engine.Cue {
	t.out = append(t.out[:0], cues...)
	for _, f := range t.draws {
		if a := t.ask(engine.AskID{Seat: engine.Table, Verb: f.verb}); a == nil || a.Optional {
			break
		}
		more, err := t.play.make(f.Move, journal.ByUndo)
		if err != nil {
			break // the play has taken another course: it is asked for anew
		}
		t.out = append(t.out, more...)
	}
	return t.out
}

// settle removes the draws that were made again, or typed anew, from move number n on.
func (t *Table) settle(n int) {
	for i := n; i < len(t.play.moves) && len(t.draws) > 0; i++ {
		e := &t.play.moves[i]
		if e.Seat != engine.Table || !e.random {
			continue
		}
		if e.verb == t.draws[0].verb {
			t.draws = t.draws[1:]
		} else {
			t.draws = nil
		}
	}
}

// write writes a line of the table's own to the journal: the seat's name and the rest.
func (t *Table) write(seat engine.Seat, rest string) error {
	if t.journal != nil {
		t.journal.Add(appendOwn(nil, t.Roster(), seat, rest), journal.Stamp{Age: t.clock.age})
		if err := t.journal.Flush(); err != nil {
			return err
		}
	}
	t.fair.lines++
	return nil
}

// appendOwn appends a line of the table's own.
func appendOwn(dst []byte, r engine.Roster, seat engine.Seat, rest string) []byte {
	name, _ := json.Marshal(r.Name(seat)) // a string always marshals
	dst = append(dst, `{"seat":`...)
	dst = append(dst, name...)
	return append(dst, rest...)
}
