package console

import (
	"time"

	"consigliere/engine"
)

// What is told for a while, to all or to one seat alone.

// A refusal is what was refused last. It stands on the main screen until till, and on the
// desk until the next move.
type refusal struct {
	err  error
	till time.Duration // 0: it was put away
	rule bool          // the main screen shows the rule's sentence
}

// stands reports whether the refusal stands on the main screen.
func (r *refusal) stands(now time.Duration) bool { return r.err != nil && r.till > now }

// ends returns when it leaves the main screen.
func (r *refusal) ends() time.Duration {
	if r.err == nil || r.till == 0 {
		return never
	}
	return r.till
}

// typed is for whom a move was typed in last. It stands on the main screen until till, and on
// the desk until the next move.
type typed struct {
	who  engine.SeatSet
	till time.Duration
}

// ends returns when it leaves the main screen.
func (t *typed) ends() time.Duration {
	if t.till == 0 {
		return never
	}
	return t.till
}

// A peek shows a secret on the main screen, to the one seat that holds OK.
type peek struct {
	on   bool
	seat engine.Seat
	turn uint64        // of what it was opened for
	by   *hand         // whose OK is held
	show time.Duration // the cover is shown until then
	seen bool          // it has been taken away
}

// showing returns whose secret the main screen shows, or [engine.NoSeat].
func (p *peek) showing(now time.Duration) engine.Seat {
	if p.on && now >= p.show {
		return p.seat
	}
	return engine.NoSeat
}

// ends returns when the cover is taken away.
func (p *peek) ends() time.Duration {
	if !p.on || p.seen {
		return never
	}
	return p.show
}

// notes are what seats are told and nobody else, by seat.
type notes []note

// A note is something that only one seat is told, for a few seconds or, where till is
// [never], until it presses a button; nothing where till is 0.
type note struct {
	text engine.Text
	err  error
	till time.Duration
}

// of returns what a seat is told, or nil.
func (n notes) of(seat engine.Seat) *note {
	if seat < 0 || int(seat) >= len(n) || n[seat].till == 0 {
		return nil
	}
	return &n[seat]
}

// tell tells seats something.
func (n notes) tell(seats engine.SeatSet, what note) {
	for s := range n {
		if seats.Has(engine.Seat(s)) {
			n[s] = what
		}
	}
}

// read forgets what a seat was told.
func (n notes) read(seat engine.Seat) {
	if told := n.of(seat); told != nil {
		*told = note{}
	}
}

// next returns when a note ends.
func (n notes) next() time.Duration {
	at := never
	for s := range n {
		if n[s].till != 0 {
			at = min(at, n[s].till)
		}
	}
	return at
}

// end ends the notes whose time is over.
func (n notes) end(now time.Duration) {
	for s := range n {
		if n[s].till != 0 && now >= n[s].till {
			n[s] = note{}
		}
	}
}
