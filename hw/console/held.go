package console

import (
	"consigliere/engine"
	"consigliere/hw"
	"consigliere/hw/lang"
	"consigliere/hw/reply"
)

// repeatHeld counts a held A or B once more.
func (k *Console) repeatHeld(h *hand) {
	h.again = 0
	b := hw.A
	if h.down[hw.B] {
		b = hw.B
	}
	if h.whose[b] == engine.Table && k.menu != nil {
		if h.down[hw.A] != h.down[hw.B] && !k.menu.Reads() {
			k.stage.moveMenu(1 - 2*int(b))
			k.stage.change()
			h.again = k.now + k.hands.repeat
		}
		return
	}
	r := k.replies.At(h.whose[b])
	if r == nil || !h.down[b] || h.down[hw.A] && h.down[hw.B] || r.Holds(b) != reply.HeldRepeats {
		return
	}
	r.Press(b, false)
	h.again = k.now + k.hands.repeat
	k.screens.redraw(k.now)
}

// heldA turns to the next notes of a payment.
func (k *Console) heldA(h *hand) {
	if r := k.replies.At(h.whose[hw.A]); k.play.table != nil && !k.play.table.Paused() && r != nil && r.Hold(hw.A) {
		k.screens.redraw(k.now)
	}
}

// heldB goes back a part of the answer, or takes a locked choice back.
func (k *Console) heldB(h *hand) {
	seat := h.whose[hw.B]
	r := k.replies.At(seat)
	if k.play.table == nil || k.play.table.Paused() || r == nil || seat == engine.Table && k.menu != nil {
		return
	}
	if r.Back() {
		k.screens.redraw(k.now)
		return
	}
	switch {
	case len(r.Asks()) == 0 && seat >= 0 && k.play.locked.Has(seat):
		_ = k.answers.takeBack(seat)
	case r.Offered():
		k.stage.tone(toneBack)
		k.answers.letPass(r)
	case seat >= 0 && r.Waited() && !r.Secret():
		r.Alone()
		k.stage.tone(toneNothing)
		k.screens.redraw(k.now)
	case k.standIn.on && h.pod == hw.Panel:
		k.standIn.on = false
		k.stage.touch()
	}
}

// heldOK begins a number anew, opens the peek or, at the panel, the menu.
func (k *Console) heldOK(h *hand) {
	seat := h.whose[hw.OK]
	r := k.replies.At(seat)
	switch {
	case h.lets[hw.OK] != 0:
		k.host.letIn(h)
	case h.agrees:
		if h.since[hw.OK] >= k.undoAt+seenFor { // or it is another undo by now
			_ = k.game.consent(seat)
		}
	case seat == engine.Table:
		k.toggleMenu()
	case k.play.table == nil || k.play.table.Paused() || r == nil || len(r.Asks()) == 0:
	case r.Hold(hw.OK):
		k.screens.redraw(k.now)
	case k.peeks(seat) && !k.peek.on: // one at a time
		k.peek = peek{on: true, seat: seat, turn: r.Turn(), by: h, show: k.now + peekCover}
		k.stage.say(k.stage.spoken(engine.Say("ui.peek").Seat(seat)))
		k.screens.redraw(k.now)
	case !k.peeks(seat) && k.face().explains(r):
		r.Explain()
		k.screens.redraw(k.now)
	}
}

// bothHolds is how many times as long as one button A and B are held together.
const bothHolds = 2

// heldBoth says again what was said last, and then where the play is: its phase, what is asked openly, who is awaited. It is for
// whoever does not see the screen, or did not hear; all of it is public. What the two presses have marked on the way is
// marked no more. Whoever asks once more at the same place hears what lies on the table. Each time what the seat is asked is
// read aloud after that, and whatever it is asked from then on.
func (k *Console) heldBoth(h *hand) {
	h.used[hw.A], h.used[hw.B] = true, true
	if k.play.table == nil || k.menu != nil {
		return
	}
	if r := k.replies.At(h.whose[hw.A]); r != nil {
		r.Unmark()
		k.screens.redraw(k.now)
	}
	seat := h.whose[hw.A]
	k.ears.add(seat)
	k.screens.redraw(k.now) // which tells it what it is asked
	if k.ears.again(seat, k.play.table.Moves()) {
		k.stage.say(k.stage.board)
		return
	}
	if seat >= 0 { // whoever listens to five choices needs longer than for a look at them
		k.play.table.SetUnhurried(k.tableTime(), seat, true)
	}
	last := k.stage.last
	k.stage.say(func(l lang.Lang) string {
		where := k.stage.where(l)
		if last == nil {
			return where
		}
		return last(l) + " " + where
	})
}
