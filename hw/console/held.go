package console

import (
	"time"

	"consigliere/engine"
	"consigliere/hw"
	"consigliere/hw/reply"
)

// stepHands does what held buttons do.
func (k *Console) stepHands() {
	for i := range k.hands {
		h := &k.hands[i]
		if h.again != 0 && k.now >= h.again {
			k.repeatHeld(h)
		}
		if h.down[hw.A] && h.late[hw.A] && !h.used[hw.A] && k.now >= h.since[hw.A]+k.hold {
			h.used[hw.A] = true
			k.heldA(h)
		}
		if h.down[hw.B] && !h.used[hw.B] && k.now >= h.since[hw.B]+k.hold {
			h.used[hw.B] = true
			k.heldB(h)
		}
		if h.down[hw.OK] && !h.used[hw.OK] && k.now >= h.since[hw.OK]+k.hold {
			h.used[hw.OK] = true
			k.heldOK(h)
		}
	}
}

// repeatHeld counts a held A or B once more.
func (k *Console) repeatHeld(h *hand) {
	h.again = 0
	b := hw.A
	if h.down[hw.B] {
		b = hw.B
	}
	if h.whose[b] == engine.Table && k.menu != nil {
		if h.down[hw.A] != h.down[hw.B] && !k.menu.Reads() {
			k.moveMenu(1 - 2*int(b))
			k.change()
			h.again = k.now + k.repeat
		}
		return
	}
	r := k.replies.At(h.whose[b])
	if r == nil || !h.down[b] || h.down[hw.A] && h.down[hw.B] || r.Holds(b) != reply.HeldRepeats {
		return
	}
	r.Press(b, false)
	h.again = k.now + k.repeat
	k.redraw()
}

// heldA turns to the next notes of a payment.
func (k *Console) heldA(h *hand) {
	if r := k.replies.At(h.whose[hw.A]); k.t != nil && !k.t.Paused() && r != nil && r.Hold(hw.A) {
		k.redraw()
	}
}

// heldB goes back a part of the answer, or takes a locked choice back.
func (k *Console) heldB(h *hand) {
	seat := h.whose[hw.B]
	r := k.replies.At(seat)
	if k.t == nil || k.t.Paused() || r == nil || seat == engine.Table && k.menu != nil {
		return
	}
	if r.Back() {
		k.redraw()
		return
	}
	switch {
	case len(r.Asks()) == 0 && seat >= 0 && k.locked.Has(seat):
		_ = k.takeBack(seat)
	case r.Offered():
		k.tone(toneBack)
		k.letPass(r)
	case seat >= 0 && r.Waited() && !r.Secret():
		r.Alone()
		k.tone(toneNothing)
		k.redraw()
	case k.standIn.on && h.pod == hw.Panel:
		k.standIn.on = false
		k.touch()
	}
}

func (k *Console) takeBack(s engine.Seat) error {
	if err := k.t.TakeBack(k.caller.Clock(k.now), s); err != nil {
		return k.refused(err)
	}
	k.tone(toneBack)
	k.changed()
	return nil
}

// heldOK begins a number anew, opens the peek or, at the panel, the menu.
func (k *Console) heldOK(h *hand) {
	seat := h.whose[hw.OK]
	r := k.replies.At(seat)
	switch {
	case h.lets[hw.OK] != 0:
		k.letIn(h)
	case seat == engine.Table:
		k.toggleMenu()
	case k.t == nil || k.t.Paused() || r == nil || len(r.Asks()) == 0:
	case r.Hold(hw.OK):
		k.redraw()
	case k.peeks(seat) && !k.peek.on: // one at a time
		k.peek = peek{on: true, seat: seat, turn: r.Turn(), by: h, show: k.now + peekCover}
		k.say(k.spoken(engine.Say("ui.peek").Seat(seat)))
		k.redraw()
	case !k.peeks(seat) && k.explains(r):
		r.Explain()
		k.redraw()
	}
}

// nextHands returns when a hand wants to be looked at.
func (k *Console) nextHands() time.Duration {
	at := never
	for i := range k.hands {
		h := &k.hands[i]
		if h.again != 0 {
			at = min(at, h.again)
		}
		for _, b := range [...]hw.Button{hw.A, hw.B, hw.OK} {
			if h.down[b] && !h.used[b] && (b != hw.A || h.late[b]) {
				at = min(at, h.since[b]+k.hold)
			}
		}
	}
	return at
}
