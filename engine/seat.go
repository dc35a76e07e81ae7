package engine

import "math/bits"

// A Seat is a place at the table, counted clockwise from 0.
type Seat int8

const (
	// Table is the seat that moves for cardboard and dice. Records call it "table".
	Table Seat = -1
	// NoSeat stands for nobody where there could be a seat. Records call it "none".
	NoSeat Seat = -2
)

// MaxSeats is the greatest number of seats that any title has.
const MaxSeats = 12

// A Roster is the names of the seats, clockwise.
type Roster []string

// Name returns the name that records use for s: "table" and "none" for the two special seats.
func (r Roster) Name(s Seat) string {
	switch {
	case s == Table:
		return "table"
	case s >= 0 && int(s) < len(r):
		return r[s]
	}
	return "none"
}

// Seat returns the seat called name, and whether there is one. "table" is a seat, "none" is not.
func (r Roster) Seat(name string) (Seat, bool) {
	if name == "table" {
		return Table, true
	}
	for i, n := range r {
		if n == name {
			return Seat(i), true
		}
	}
	return NoSeat, false
}

// A SeatOrNone is an argument of a move that may name a seat: a seat counted from 1, or 0 for none, so
// that a move which leaves it out has the zero value.
type SeatOrNone uint8

// OrNone returns s as an argument; [Table] and [NoSeat] become no argument.
func (s Seat) OrNone() SeatOrNone { return SeatOrNone(max(s, Table) + 1) }

// Seat returns the seat, or [NoSeat].
func (s SeatOrNone) Seat() Seat {
	if s == 0 {
		return NoSeat
	}
	return Seat(s) - 1
}

// ArgValue returns the seat as a record has it.
func (s SeatOrNone) ArgValue() Value { return SeatOf(s.Seat()) }

// ParseArg returns the seat that v means. A record that names none leaves the argument out.
func (SeatOrNone) ParseArg(r Roster, v Value) (any, bool) {
	s, ok := v.SeatIn(r)
	if s < 0 {
		return SeatOrNone(0), false
	}
	return s.OrNone(), ok
}

// A SeatSet is a set of seats; the zero value is empty. The table cannot be a member.
type SeatSet uint16

// Everyone is the set of all seats that there can be.
const Everyone SeatSet = 1<<MaxSeats - 1

// SeatsOf returns the set of the given seats.
func SeatsOf(seats ...Seat) SeatSet {
	var set SeatSet
	for _, s := range seats {
		set = set.With(s)
	}
	return set
}

// With returns the set with s added. Adding [Table] or [NoSeat] changes nothing.
func (set SeatSet) With(s Seat) SeatSet {
	if s < 0 {
		return set
	}
	return set | 1<<uint(s)
}

// Without returns the set with s removed.
func (set SeatSet) Without(s Seat) SeatSet {
	if s < 0 {
		return set
	}
	return set &^ (1 << uint(s))
}

// Has reports whether s is in the set.
func (set SeatSet) Has(s Seat) bool { return s >= 0 && set&(1<<uint(s)) != 0 }

// List returns the seats of the set in order.
func (set SeatSet) List() []Seat {
	var list []Seat
	for s := range Seat(MaxSeats) {
		if set.Has(s) {
			list = append(list, s)
		}
	}
	return list
}

// Len returns the number of seats in the set.
func (set SeatSet) Len() int { return bits.OnesCount16(uint16(set)) }
