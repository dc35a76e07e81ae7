package table

import (
	"slices"
	"time"

	"consigliere/engine"
	"consigliere/engine/journal"
)

// Hold makes a legal answer stand in for one that the game has refused. Where everybody
// chooses at the same time in secret, that a choice was refused would tell what the seat
// holds; so the step looks as if the seat had chosen, with the same asks, views and timers.
// A stand-in never counts: it can be taken back like any other, and before the step would end
// the table takes it back itself, and the seat is asked again. [Table.CanHold] tells for which
// asks that can be done. In the journal it has "by":"held".
func (t *Table) Hold(now time.Duration, m engine.Move) ([]engine.Cue, error) {
	t.see(now)
	if t.clock.paused {
		return nil, refusePaused()
	}
	return t.move(m, journal.ByHeld)
}

// CanHold reports whether an answer to the ask can be held: it may be taken back, and somebody
// else is still asked, so that the step goes on.
func (t *Table) CanHold(id engine.AskID) bool {
	a := t.ask(id)
	return a != nil && a.Retract && slices.ContainsFunc(t.play.asks, func(b engine.Ask) bool {
		return b.Retract && !b.Optional && b.ID() != id
	})
}

// Held returns the seats for which a stand-in is locked.
func (t *Table) Held() engine.SeatSet { return t.play.held() }

// held returns the seats for which a stand-in is in force. There are stand-ins in a step that
// is open only.
func (p *play) held() engine.SeatSet {
	var set engine.SeatSet
	if p.locked == 0 || p.holds == 0 {
		return 0
	}
	for i := range p.moves {
		if p.moves[i].by == journal.ByHeld {
			set |= p.moves[i].lock
		}
	}
	return set
}

// letGo takes all stand-ins back.
func (t *Table) letGo() error {
	for seat := range engine.Seat(engine.MaxSeats) {
		if !t.play.held().Has(seat) {
			continue
		}
		if err := t.takeBack(seat); err != nil {
			return err
		}
	}
	return nil
}
