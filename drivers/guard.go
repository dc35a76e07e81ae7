package drivers

import (
	"fmt"
	"math"
	"time"

	"consigliere/hw"
)

const (
	// stuckFor is how long a button may be down. Nobody holds one that long; a secret may be
	// looked at for a minute.
	stuckFor = 2 * time.Minute
	// mostPresses is how often a button may be pressed within a second. The fastest fingers
	// make fourteen; a loose contact makes what the debouncing lets through, up to a hundred.
	mostPresses = 25
	// calmFor is how long a button that chattered must be let alone to count again.
	calmFor = 2 * time.Second
)

// A guard is between the buttons and the table. It takes a button that is stuck or chatters out
// of the game: as far as the table knows it is let go, until it is in order again.
type guard struct {
	most   int // presses in a second
	keys   []guarded
	calm   time.Duration      // until then look has nothing to do
	counts map[hw.Trouble]int // how often there was trouble
}

// A guarded is a button and what it has done.
type guarded struct {
	key     Key
	down    bool // as the driver says
	told    bool // as the table knows
	since   time.Duration
	presses []time.Duration // within the last second, at most as many as are allowed
	trouble hw.Trouble
}

func newGuard() guard { return guard{most: mostPresses, counts: map[hw.Trouble]int{}} }

// at returns the state of a button.
func (g *guard) at(k Key) *guarded {
	for i := range g.keys {
		if s := &g.keys[i]; s.key == k {
			return s
		}
	}
	g.keys = append(g.keys, guarded{key: k})
	return &g.keys[len(g.keys)-1]
}

// take appends what the table gets to know of a press or release.
func (g *guard) take(p hw.Press, dst []hw.Press) []hw.Press {
	s := g.at(Key{p.Pod, p.Button})
	s.down = p.Down
	g.calm = min(g.calm, p.At+calmFor) // stuckFor is longer
	if p.Down {
		s.count(p.At, g.most)
	}
	switch {
	case s.trouble == hw.Chattering:
		s.since = p.At
		return dst
	case s.trouble == hw.Stuck:
		s.trouble, s.told = hw.Fine, false
		return dst // the table knows it as let go
	case p.Down && len(s.presses) > g.most:
		g.counts[hw.Chattering]++
		s.trouble, s.since, s.presses = hw.Chattering, p.At, s.presses[:0]
		if s.told {
			s.told = false
			return append(dst, hw.Press{At: p.At, Pod: p.Pod, Button: p.Button})
		}
		return dst
	case p.Down == s.told:
		return dst
	}
	s.told, s.since = p.Down, p.At
	return append(dst, p)
}

// count notes a press, and forgets those that are older than a second.
func (s *guarded) count(at time.Duration, most int) {
	old := 0
	for old < len(s.presses) && s.presses[old] <= at-time.Second {
		old++
	}
	if old > 0 {
		s.presses = append(s.presses[:0], s.presses[old:]...)
	}
	if len(s.presses) <= most {
		s.presses = append(s.presses, at)
	}
}

// due returns when look must be called, and false if it need not be.
func (g *guard) due() (next time.Duration, found bool) {
	for i := range g.keys {
		if at, ok := g.keys[i].due(); ok && (!found || at < next) {
			next, found = at, true
		}
	}
	return next, found
}

func (s *guarded) due() (time.Duration, bool) {
	switch {
	case s.trouble == hw.Chattering:
		return s.since + calmFor, true
	case s.told:
		return s.since + stuckFor, true
	}
	return 0, false
}

// look appends the release of a button that is stuck, and lets one that has calmed down count
// again.
func (g *guard) look(now time.Duration, dst []hw.Press) []hw.Press {
	if now < g.calm {
		return dst
	}
	g.calm = math.MaxInt64
	for i := range g.keys {
		s := &g.keys[i]
		if at, ok := s.due(); !ok || now < at {
			if ok {
				g.calm = min(g.calm, at)
			}
			continue
		}
		if s.trouble == hw.Chattering {
			s.trouble, s.told = hw.Fine, false
			if s.down {
				s.trouble = hw.Stuck // it came to rest, and is down
			}
			continue
		}
		g.counts[hw.Stuck]++
		s.trouble, s.told = hw.Stuck, false
		dst = append(dst, hw.Press{At: now, Pod: s.key.Pod, Button: s.key.Button})
	}
	return dst
}

// trouble returns what is wrong with a button of a pod.
func (g *guard) trouble(p hw.Pod) hw.Trouble {
	for i := range g.keys {
		if s := &g.keys[i]; s.key.Pod == p && s.trouble != hw.Fine {
			return s.trouble
		}
	}
	return hw.Fine
}

// err returns which buttons are in trouble, or nil.
func (g *guard) err() error {
	for i := range g.keys {
		s := &g.keys[i]
		who := fmt.Sprintf("button %s of pod %d", s.key.Button, s.key.Pod)
		if s.key.Pod == hw.Panel {
			who = fmt.Sprintf("button %s of the panel", s.key.Button)
		}
		switch s.trouble {
		case hw.Stuck:
			return fmt.Errorf("%s has been down for %v; it is taken as let go until it comes up (trouble of this kind: %d)", who, stuckFor, g.counts[hw.Stuck])
		case hw.Chattering:
			return fmt.Errorf("%s was pressed more than %d times in a second; it is ignored until it has been released for %v (trouble of this kind: %d)", who, g.most, calmFor, g.counts[hw.Chattering])
		}
	}
	return nil
}
