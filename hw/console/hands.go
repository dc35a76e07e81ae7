package console

import (
	"time"

	"consigliere/engine"
	"consigliere/hw"
)

// Hands are the buttons of the pods and of the panel, as far as they are down.
type hands struct {
	list   []hand        // by pod, then the panel
	hold   time.Duration // how long a button is down to be held
	repeat time.Duration // how often a held A or B counts again
}

func newHands(pods int, hold, repeat time.Duration) hands {
	h := hands{make([]hand, pods+1), hold, repeat}
	for p := range pods {
		h.list[p].pod = hw.Pod(p)
	}
	h.panel().pod = hw.Panel
	return h
}

// panel returns the hand at the panel.
func (s *hands) panel() *hand { return &s.list[len(s.list)-1] }

// at returns the hand at a pod, or at the panel, and its place among the dirty screens; nil where there is none.
func (s *hands) at(p hw.Pod) (*hand, int) {
	i := int(p)
	if p == hw.Panel {
		i = len(s.list) - 1
	}
	if i < 0 || i >= len(s.list) {
		return nil, 0
	}
	return &s.list[i], i
}

// A hand is the three buttons of a pod, or of the panel.
type hand struct {
	pod   hw.Pod
	down  [hw.Buttons]bool
	since [hw.Buttons]time.Duration
	used  [hw.Buttons]bool        // the press has had its effect
	late  [hw.Buttons]bool        // A or B counts when it is let go, for held it means something else
	whose [hw.Buttons]engine.Seat // for whom each button is while it is down; [engine.Table]: the panel's own
	page  bool                    // the last button was pressed on a page
	// unseen: nobody looked at the screen of the pod when the button was pressed. lets is the knock that it
	// answers, if it is held; 0: none.
	unseen [hw.Buttons]bool
	lets   [hw.Buttons]int
	agrees bool          // OK, if it is held, agrees to the undo that waits
	again  time.Duration // when a held A or B counts again; 0: it does not
	both   time.Duration // when A and B, held together, ask where the play is; 0: they do not
}

// pair reports whether A and B are down together.
func (h *hand) pair() bool { return h.down[hw.A] && h.down[hw.B] }

// asks reports whether somebody holds A and B together for a seat, or for the panel.
func (s *hands) asks(seat engine.Seat) bool {
	for i := range s.list {
		if h := &s.list[i]; h.pair() && h.whose[hw.A] == seat {
			return true
		}
	}
	return false
}

// isHeld reports whether a button has been down for long by now, and has not had its effect. A that counts when it is
// pressed means nothing when it is held.
func (s *hands) isHeld(h *hand, b hw.Button, now time.Duration) bool {
	return h.down[b] && !h.used[b] && (b != hw.A || h.late[b]) && now >= h.since[b]+s.hold
}

// A holder does what held buttons do.
type holder interface {
	repeatHeld(*hand)
	heldA(*hand)
	heldB(*hand)
	heldOK(*hand)
	heldBoth(*hand)
}

// step does what held buttons do by now.
func (s *hands) step(now time.Duration, do holder) {
	for i := range s.list {
		h := &s.list[i]
		if h.again != 0 && now >= h.again {
			do.repeatHeld(h)
		}
		if h.both != 0 && now >= h.both {
			h.both = 0
			do.heldBoth(h)
		}
		for b, held := range [...]func(*hand){hw.A: do.heldA, hw.B: do.heldB, hw.OK: do.heldOK} {
			if s.isHeld(h, hw.Button(b), now) && !(hw.Button(b) != hw.OK && h.pair()) {
				h.used[b] = true
				held(h)
			}
		}
	}
}

// next returns when a hand wants to be looked at.
func (s *hands) next() time.Duration {
	at := never
	for i := range s.list {
		h := &s.list[i]
		if h.again != 0 {
			at = min(at, h.again)
		}
		if h.both != 0 {
			at = min(at, h.both)
		}
		for _, b := range [...]hw.Button{hw.A, hw.B, hw.OK} {
			if h.down[b] && !h.used[b] && (b != hw.A || h.late[b]) && !(b != hw.OK && h.pair()) {
				at = min(at, h.since[b]+s.hold)
			}
		}
	}
	return at
}
