package console

import (
	"slices"
	"time"

	"consigliere/engine"
	"consigliere/hw"
	"consigliere/hw/command"
)

// knockEvery is how often it is said aloud that somebody knocks.
const knockEvery = 10 * time.Second

// Guests are those who play on phones, as far as a box knows them.
type guests struct {
	invite   command.Invite
	resumed  bool           // the play was gone on with: phones that are not here yet have their seats
	standIns engine.SeatSet // for whom the panel plays while their phones are away
	knockAt  time.Duration  // when the next knock may be said aloud
}

// begin forgets the play.
func (g *guests) begin() { g.standIns, g.resumed = 0, false }

// Where the phone of a seat is, as [desk.Player] has it.
const (
	phoneHere  = "here"
	phoneAway  = "away"
	phonePanel = "panel" // it is away, and the panel plays for it
)

// phone returns where the phone of a seat is, or "".
func (g *guests) phone(p *play, seat engine.Seat) string {
	name := p.Roster.Name(seat)
	absent := g.resumed && slices.Contains(g.invite.Absent, name)
	switch {
	case p.table == nil || p.bots().Has(seat) || !absent && !slices.Contains(g.invite.Phones, name):
		return ""
	case !absent && !slices.Contains(g.invite.Away, name):
		return phoneHere
	case g.standIns.Has(seat):
		return phonePanel
	}
	return phoneAway
}

// seats returns the seats that have a phone, and for which the panel does not stand in: it may
// neither look at what they see nor play for them.
func (g *guests) seats(p *play) engine.SeatSet {
	var set engine.SeatSet
	if len(g.invite.Phones)+len(g.invite.Absent) == 0 {
		return 0
	}
	for i := range p.Roster {
		if at := g.phone(p, engine.Seat(i)); at != "" && at != phonePanel {
			set = set.With(engine.Seat(i))
		}
	}
	return set
}

// looks returns the picture of each seat: what its player has chosen by phone, or else what no other has.
func (g *guests) looks(seats engine.Roster) []hw.Look { return hw.Looks(seats, g.invite.Looks) }

// knock returns the knock of a name, or nil.
func (g *guests) knock(name string) *command.Knock {
	for i := range g.invite.Knocks {
		if n := &g.invite.Knocks[i]; n.Name == name {
			return n
		}
	}
	return nil
}

// loud reports whether it may be said aloud now that somebody knocks who did not before.
func (g *guests) loud(now time.Duration, n command.Knock, before []command.Knock) bool {
	if slices.Contains(before, n) || now < g.knockAt {
		return false
	}
	g.knockAt = now + knockEvery
	return true
}
