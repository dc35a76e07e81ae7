package console

import (
	"slices"
	"strings"
	"time"

	"consigliere/engine"
	"consigliere/engine/link"
	"consigliere/engine/receipt"
	"consigliere/hw/command"
	"consigliere/hw/desk"
)

// A deal is open before a play begins that can be checked: the box has committed itself to a secret, and those who
// play may give something of their own.
type deal struct {
	start  *command.Start // nil: none is open
	roster engine.Roster
	people engine.SeatSet // who may give something
	deal   receipt.Deal
	rows   []string // of the code of the commitment
	till   time.Duration
}

// How long a deal is open: until all phones have given something, and no longer than the first; while somebody
// types a number, as long as the second from the last sign of that.
const (
	dealFor   = 10 * time.Second
	typingFor = 15 * time.Second
)

// on reports whether a deal is open.
func (d *deal) on() bool { return d.start != nil }

// ends returns when the play begins by itself.
func (d *deal) ends() time.Duration {
	if !d.on() {
		return never
	}
	return d.till
}

// open opens a deal for a play.
func (d *deal) open(now time.Duration, c *command.Start, b *beginning, secret receipt.Secret, box string) {
	*d = deal{start: c, roster: b.people, deal: receipt.Deal{Box: box, Secret: secret}, till: now + dealFor}
	for i := range b.people {
		if s := engine.Seat(i); !b.bots.Has(s) {
			d.people = d.people.With(s)
		}
	}
	// In capitals it fits a smaller code, which a display of 64 rows can show.
	d.rows = link.Code(strings.ToUpper(d.commitment()))
}

func (d *deal) commitment() string { return d.deal.Secret.Commitment().String() }

// seat returns the seat of a name that may give something, or [engine.NoSeat].
func (d *deal) seat(name string) engine.Seat {
	if s, ok := d.roster.Seat(name); ok && s >= 0 && d.people.Has(s) {
		return s
	}
	return engine.NoSeat
}

// gave reports whether a seat has given something of a kind.
func (d *deal) gave(s engine.Seat, phone bool) bool {
	return slices.ContainsFunc(d.deal.Given, func(g receipt.Given) bool { return g.Seat == d.roster[s] && (g.Phone != nil) == phone })
}

// next returns the first seat that has said no number, or [engine.NoSeat].
func (d *deal) next() engine.Seat {
	for i := range d.roster {
		if s := engine.Seat(i); d.people.Has(s) && !d.gave(s, false) {
			return s
		}
	}
	return engine.NoSeat
}

// state returns what all see of the deal, or nil.
func (d *deal) state() *desk.DealState {
	if !d.on() {
		return nil
	}
	s := &desk.DealState{Box: d.deal.Box, Commitment: d.commitment(), Rows: d.rows, Given: slices.Clone(d.deal.Given)}
	for i, name := range d.roster {
		if d.people.Has(engine.Seat(i)) {
			s.Seats = append(s.Seats, name)
		}
	}
	return s
}
