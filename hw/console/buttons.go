package console

import (
	"consigliere/engine"
	"consigliere/hw"
	"consigliere/hw/reply"
)

// Press is a button that went down or came up. The lights are set before it returns;
// screens follow on a tick.
func (k *Console) Press(p hw.Press) {
	k.pass(p.At)
	k.press = p
	k.stage.changes++
	k.stage.newPages()
	k.keys.pressed = true
	if p.Pod == hw.Panel && p.Button == hw.Menu {
		if p.Down {
			k.toggleMenu()
			k.stage.setLights()
		}
		return
	}
	h, i := k.hands.at(p.Pod)
	if h == nil || p.Button >= hw.Buttons {
		return
	}
	if h.down[p.Button] == p.Down {
		return
	}
	if p.Down {
		h.whose[p.Button] = k.whose(h)
	}
	h.down[p.Button] = p.Down
	h.again, h.both = 0, 0
	if p.Down && p.Button != hw.OK && h.pair() {
		h.both = k.now + bothHolds*k.hands.hold
	}
	if p.Down {
		k.countLate(h, hw.A) // of somebody who presses fast: it was short, though it is not released yet
		k.countLate(h, hw.B)
		h.since[p.Button], h.used[p.Button], h.late[p.Button] = k.now, false, false
		h.page, h.unseen[p.Button], h.lets[p.Button] = p.Page, p.Unseen, 0
		if p.Button == hw.OK {
			h.agrees = false
		}
		k.pressed(h, p.Button)
	} else {
		k.released(h, p.Button)
	}
	k.game.endStandIn()
	k.screens.redrawPod(k.now, i)
	if pod := k.seating.pod(h.whose[p.Button]); pod >= 0 && pod < len(k.screens.ports) {
		k.screens.redrawPod(k.now, pod)
	}
	k.stage.setLights()
}

// whose returns for whom a button counts that is pressed now: the seat that the pod serves,
// or for the panel the table, or the seat that it stands in for.
func (k *Console) whose(h *hand) engine.Seat {
	switch {
	case h.pod != hw.Panel:
		return k.seatOf(int(h.pod))
	case k.standIn.on && k.menu == nil && k.play.table != nil && !k.play.table.Paused() && !k.wrong.stands(k.now):
		return k.standIn.seat
	}
	return engine.Table
}

// pressed is a button that went down.
func (k *Console) pressed(h *hand, b hw.Button) {
	seat := h.whose[b]
	if seat == engine.Table {
		k.panelPressed(h, b)
		return
	}
	if h.pod != hw.Panel && k.join(int(h.pod), b) {
		h.used[b] = true
		return
	}
	if k.play.table == nil || seat < 0 {
		return
	}
	if h.pod != hw.Panel {
		k.atPods = k.atPods.With(seat)
	}
	if k.comesFirst(h, b, seat) {
		return
	}
	r := k.replies.At(seat)
	if len(r.Asks()) == 0 {
		return
	}
	if n := k.notes.of(seat); n != nil && n.till == never {
		k.notes.read(seat)
	}
	if a := r.Timed(); a != nil {
		h.used[b] = true
		k.answers.timedPress(r, a)
		return
	}
	k.answerBy(h, r, b)
}

// comesFirst reports whether a button is for something that comes before what its seat is asked: a pause, a lesson, the
// turn at a pod that seats share, an undo that waits, a knock. It does what it is for.
func (k *Console) comesFirst(h *hand, b hw.Button, seat engine.Seat) bool {
	if k.play.table.Paused() {
		if k.lessons.teaching() && b == hw.OK {
			h.used[b] = true
			k.teacher.readLesson(k.now)
		}
		return true
	}
	if k.lessons.due(&k.play) != "" { // it comes before the answer, and sooner when somebody presses OK
		h.used[b] = true
		if b == hw.OK && k.caller.Told() > 0 {
			k.caller.Skip(k.now)
			k.stage.touch()
		}
		return true
	}
	if h.pod != hw.Panel && k.seating.covered(int(h.pod), seat) {
		h.used[b] = true
		if k.owing().Has(seat) || k.play.locked.Has(seat) {
			k.seating.open(int(h.pod), seat)
		}
		return true
	}
	if needs := k.play.undoNeeds(); needs.Has(seat) {
		switch {
		case k.now < k.undoAt+seenFor:
			h.used[b] = true
			k.stage.tone(toneNothing) // it was for what the question came before
		case b == hw.OK:
			h.agrees = true
		default:
			h.used[b] = true
			if b == hw.B {
				k.game.cancelUndo()
			}
		}
		return true
	}
	return h.pod != hw.Panel && k.host.answersKnock(h, b)
}

// answerBy is a button for what its seat is asked.
func (k *Console) answerBy(h *hand, r *reply.Reply, b hw.Button) {
	k.game.skip(r)
	if b != hw.OK {
		if h.down[hw.OK] && !h.used[hw.OK] && h.lets[hw.OK] == 0 && !h.agrees && r.Holds(hw.OK) != reply.HeldActs && !k.peeks(r.Seat()) {
			// Somebody presses fast: OK was short, though it is not released yet.
			h.used[hw.OK] = true
			k.answers.ok(r)
			if r = k.replies.At(r.Seat()); r == nil || len(r.Asks()) == 0 {
				return
			}
		}
		k.choose(h, r, b)
		return
	}
	// Where a held OK means something, a short one counts when it comes up.
	if r.Holds(hw.OK) == reply.HeldActs || k.peeks(r.Seat()) || k.face().explains(r) {
		return
	}
	h.used[b] = true
	k.answers.ok(r)
}

// choose is A or B for a reply.
func (k *Console) choose(h *hand, r *reply.Reply, b hw.Button) {
	if r.Holds(b) == reply.HeldActs {
		r.Begin()
		h.late[b] = true
		return
	}
	r.Press(b, h.down[hw.A] && h.down[hw.B])
	h.again = k.now + k.hands.hold
}

// countLate counts A or B where it waits to be let go, and was not held.
func (k *Console) countLate(h *hand, b hw.Button) {
	if !h.late[b] || h.used[b] {
		return
	}
	h.used[b] = true
	if r := k.replies.At(h.whose[b]); r != nil && k.play.table != nil && !k.play.table.Paused() && r.Holds(b) == reply.HeldActs {
		r.Press(b, false)
	}
}

// released is a button that came up.
func (k *Console) released(h *hand, b hw.Button) {
	k.countLate(h, b)
	if k.peek.on && k.peek.by == h && b == hw.OK {
		k.peek = peek{}
		k.screens.redraw(k.now)
		return
	}
	seat := h.whose[b]
	if r := k.replies.At(seat); r != nil && r.Explains() && b == hw.OK {
		r.EndExplaining()
		k.screens.redraw(k.now)
	}
	if b != hw.OK || h.used[b] {
		return
	}
	h.used[b] = true
	if h.lets[b] != 0 || h.agrees {
		k.stage.tone(toneNothing) // it has to be held
		return
	}
	if seat == engine.Table {
		k.panelOK(h.since[b])
		return
	}
	r := k.replies.At(seat)
	if k.play.table == nil || k.play.table.Paused() || r == nil || len(r.Asks()) == 0 {
		return
	}
	k.answers.ok(r)
}
