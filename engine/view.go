package engine

import (
	"bytes"
	"encoding/json"
)

// A Looker is who looks at a game: [Public], or one seat.
type Looker = Seat

// Public is the looker who may know only what everybody knows.
const Public Looker = Table

// A View is what one looker may know. Its parts are ready for encoding/json and hold keys
// and numbers, never words; the keys are listed in section 9 of the ledgers.
type View struct {
	Looker  Looker
	Public  any // what everybody knows
	Private any // what the looker knows besides; nil for [Public]
	Result  any // nil until the play is over
}

// MarshalStatus returns the status of g as one JSON object with the keys public, private
// and result. Of the private parts only those of lookers are in it, in their order.
func MarshalStatus(g Game, r Roster, lookers ...Looker) ([]byte, error) {
	b := bytes.NewBuffer(make([]byte, 0, 2048))
	e := json.NewEncoder(b)
	part := func(before string, v any) error {
		b.WriteString(before)
		err := e.Encode(v)
		b.Truncate(max(0, b.Len()-1)) // the encoder ends each value with a newline
		return err
	}
	v := g.View(Public)
	if err := part(`{"public":`, v.Public); err != nil {
		return nil, err
	}
	b.WriteString(`,"private":{`)
	comma := ""
	for _, l := range lookers {
		if l == Public {
			continue
		}
		b.WriteString(comma)
		b.Write(quote(b.AvailableBuffer(), r.Name(l)))
		if err := part(":", g.View(l).Private); err != nil {
			return nil, err
		}
		comma = ","
	}
	if err := part(`},"result":`, v.Result); err != nil {
		return nil, err
	}
	b.WriteByte('}')
	return b.Bytes(), nil
}

// A Waiting is one line of public.waiting: a seat that is waited for, and its verb.
type Waiting struct {
	Seat string `json:"seat"`
	Do   string `json:"do"`
}

// A BySeat is a JSON object with a value for each seat, in seat order.
type BySeat[T any] struct {
	Names Roster
	Of    []T
}

// MarshalJSON writes the object.
func (m BySeat[T]) MarshalJSON() ([]byte, error) {
	b := []byte{'{'}
	for i := range m.Of {
		if i > 0 {
			b = append(b, ',')
		}
		value, err := json.Marshal(m.Of[i])
		if err != nil {
			return nil, err
		}
		b = append(append(quote(b, m.Names[i]), ':'), value...)
	}
	return append(b, '}'), nil
}

// A Scene is a view laid out for a small display, still in message keys. A title draws it
// from a [View] alone, so it cannot tell more than the view.
type Scene struct {
	Heading Text
	Lines   []Line // the most important first; a display shows as many as it can and pages the rest
}

// A Line is one line of a scene.
type Line struct {
	Seat  Seat   // whose line it is; [NoSeat] if nobody's
	Icons []Icon // small pictures after the name
	Text  Text
	// Strong asks for emphasis: the seat in turn, the winner.
	Strong bool
}

// An Icon is a small picture that displays know by name.
type Icon string

// The icons that displays know.
const (
	IconBoss   Icon = "boss"   // the leader of the moment: a crown
	IconDead   Icon = "dead"   // out of the game: a cross
	IconWound  Icon = "wound"  // one wound: a drop
	IconLocked Icon = "locked" // has chosen: a tick
	IconAwait  Icon = "await"  // is awaited: dots
	IconTarget Icon = "target" // aims at: an arrow, pointing with the direction of writing
	IconDuck   Icon = "duck"   // lies low
	IconUp     Icon = "up"     // stands
	IconCard   Icon = "card"   // cards
	IconMoney  Icon = "money"  // money
	IconStar   Icon = "star"   // the best
)
