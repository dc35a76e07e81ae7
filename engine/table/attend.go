package table

import (
	"encoding/json"
	"slices"
	"time"

	"consigliere/engine"
)

// Attending returns the seats whose players are here this evening: all, until [Table.Attend]
// says otherwise.
func (t *Table) Attending() engine.SeatSet { return t.attends }

// Attend says which seats are here from now on, where a play goes on another evening with
// some of its players. The seats of the play stay as they are, and so does its game; who
// moves for an absent seat is for the table to decide, and its consent to an undo is not asked. At least one seat must attend, and
// none twice.
//
// It is a line of the journal and no move: no undo takes it back. It withdraws an undo that
// waits for consent, because the seats that can consent may have changed. An error is an
// [*engine.Refusal] or a [*JournalError], and changes nothing.
func (t *Table) Attend(now time.Duration, seats []engine.Seat) error {
	return t.people(now, "attend", seats)
}

// Bots returns the seats that the box plays for: none, until [Table.SetBots] says otherwise.
func (t *Table) Bots() engine.SeatSet { return t.bots }

// SetBots says for which seats the box plays from now on. Who makes their moves is for the
// caller to do; nobody waits for their consent to an undo. At least one seat must be left to
// a player. Like [Table.Attend] it is a line of the journal and no move.
func (t *Table) SetBots(now time.Duration, seats []engine.Seat) error {
	return t.people(now, "bots", seats)
}

// people writes down who is at the table, or whom the box plays for, and remembers it.
func (t *Table) people(now time.Duration, verb string, seats []engine.Seat) error {
	t.see(now)
	set, err := t.peopleOf(verb, seats)
	if err != nil {
		return err
	}
	t.pending = nil
	held := t.peopleSet(verb)
	if set == *held {
		return nil
	}
	names := []string{}
	for i, name := range t.Roster() {
		if set.Has(engine.Seat(i)) {
			names = append(names, name)
		}
	}
	list, _ := json.Marshal(names) // strings always marshal
	if err := t.write(engine.Table, `,"do":"`+verb+`","seats":`+string(list)+`}`); err != nil {
		return err
	}
	*held = set
	return nil
}

// peopleSet returns the set that a line of people sets.
func (t *Table) peopleSet(verb string) *engine.SeatSet {
	if verb == "bots" {
		return &t.bots
	}
	return &t.attends
}

// peopleOf returns the set of the seats, which must all be of this play.
func (t *Table) peopleOf(verb string, seats []engine.Seat) (engine.SeatSet, error) {
	switch {
	case verb == "attend" && len(seats) == 0:
		return 0, engine.Refuse("", "refuse.attend_nobody")
	case verb == "bots" && len(seats) >= len(t.Roster()):
		return 0, engine.Refuse("", "refuse.bots_all")
	}
	for i, s := range seats {
		if !t.play.all().Has(s) || slices.Contains(seats[:i], s) {
			return 0, engine.Refuse("", "refuse.attend_seat")
		}
	}
	return engine.SeatsOf(seats...), nil
}

// replayPeople does what a line of [Table.Attend] or [Table.SetBots] did.
func (t *Table) replayPeople(verb string, f *engine.Fields) error {
	f.Word("seat", []string{t.Roster().Name(engine.Table)})
	var seats []engine.Seat
	for _, i := range f.Words(nil, "seats", t.Roster()) {
		seats = append(seats, engine.Seat(i))
	}
	if err := f.Done(); err != nil {
		return err
	}
	set, err := t.peopleOf(verb, seats)
	if err != nil {
		return err
	}
	*t.peopleSet(verb) = set
	return nil
}
