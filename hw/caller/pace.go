package caller

import (
	"time"

	"consigliere/engine"
)

// A Pace is how long the box takes to tell what is merely told. A count, a reveal, a hit and
// the result have their time at every pace.
type Pace string

// The paces.
const (
	Brisk  Pace = "brisk"
	Normal Pace = "normal"
	Calm   Pace = "calm"
	// Watching is the normal pace for moves of bots, while nobody else is asked. No list offers it.
	Watching Pace = "watching"
	// Hurried is for moves of bots that people do not want to wait for. No list offers it.
	Hurried Pace = "hurried"
)

// Paces returns the paces in the order in which lists show them.
func Paces() []Pace { return []Pace{Brisk, Normal, Calm} }

// Calmer returns the next calmer pace, used while somebody is learning a game.
func (p Pace) Calmer() Pace {
	if p == Brisk {
		return Normal
	}
	return Calm
}

// Keep sets how fast the caller calls.
func (c *Caller) Keep(p Pace) { c.pace = p }

// Pace returns how fast the caller calls.
func (c *Caller) Pace() Pace { return c.pace }

// told is how long something lasts that is merely told.
func (p Pace) told() time.Duration {
	switch p {
	case Hurried:
		return 120 * time.Millisecond
	case Watching:
		return 600 * time.Millisecond
	case Brisk:
		return 500 * time.Millisecond
	case Calm:
		return 1500 * time.Millisecond
	}
	return time.Second
}

// lasts returns how long a cue has the table's attention, with or without a drama.
func (p Pace) lasts(k engine.CueKind, drama bool) time.Duration {
	if d := kinds[k].lasts; d != 0 {
		if p == Hurried && !drama {
			return 2 * p.told()
		}
		return d
	}
	return p.told()
}

// reading returns how long a text has the table's attention that is read in t at the normal
// pace. Like all that is told it goes by the pace.
func (p Pace) reading(t time.Duration) time.Duration {
	return time.Duration(float64(t) * p.told().Seconds())
}
