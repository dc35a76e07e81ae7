package console

import (
	"slices"
	"time"

	"consigliere/engine"
	"consigliere/hw"
)

// Press is a button that went down or came up. The lights are set before it returns;
// screens follow on a tick.
func (k *Console) Press(p hw.Press) {
	k.now = max(k.now, p.At)
	k.press = p
	k.newPages()
	k.keys.pressed = true
	if p.Pod == hw.Panel && p.Button == hw.Menu {
		if p.Down {
			k.toggleMenu()
			k.setLights()
		}
		return
	}
	i := int(p.Pod)
	if p.Pod == hw.Panel {
		i = k.panel()
	}
	if i < 0 || i >= len(k.hands) || p.Button >= hw.Buttons {
		return
	}
	h := &k.hands[i]
	if h.down[p.Button] == p.Down {
		return
	}
	if p.Down {
		h.whose[p.Button] = k.whose(h)
	}
	h.down[p.Button] = p.Down
	h.again = 0
	if p.Down {
		k.countLate(h, hw.A) // the fingers of who presses fast: it was short, though it is not let go yet
		k.countLate(h, hw.B)
		h.since[p.Button], h.used[p.Button], h.late[p.Button] = k.now, false, false
		k.pressed(h, p.Button)
	} else {
		k.released(h, p.Button)
	}
	k.endStandIn()
	k.redrawPod(i)
	if pod := k.seating.pod(h.whose[p.Button]); pod >= 0 && pod < len(k.ports) {
		k.redrawPod(pod)
	}
	k.setLights()
}

// whose returns for whom a button counts that is pressed now: the seat that the pod serves,
// or for the panel the table, or the seat that it stands in for.
func (k *Console) whose(h *hand) engine.Seat {
	switch {
	case h.pod != hw.Panel:
		return k.seatOf(int(h.pod))
	case k.standIn.on && k.menu == nil && k.t != nil && !k.t.Paused() && !k.refusing():
		return k.standIn.seat
	}
	return engine.Table
}

// endStandIn ends the standing in when nothing is awaited of the seat any more.
func (k *Console) endStandIn() {
	if k.standIn.on && (k.t == nil || !k.owing().Has(k.standIn.seat)) {
		k.standIn.on = false
		k.touch()
	}
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
	if k.t == nil || seat < 0 {
		return
	}
	if h.pod != hw.Panel {
		k.atPods = k.atPods.With(seat)
	}
	if k.t.Paused() {
		if k.teaching() && b == hw.OK {
			h.used[b] = true
			k.readLesson(k.now)
		}
		return
	}
	if k.dueLesson() != "" { // it comes before the answer, and sooner for who presses OK
		h.used[b] = true
		if b == hw.OK && k.caller.told() > 0 {
			k.caller.skip(k.now)
			k.touch()
		}
		return
	}
	if h.pod != hw.Panel && k.seating.covered(int(h.pod), seat) {
		h.used[b] = true
		if k.owing().Has(seat) || k.locked.Has(seat) {
			k.seating.open(int(h.pod), seat)
		}
		return
	}
	if needs, _ := k.pendingUndo(); needs.Has(seat) {
		h.used[b] = true
		switch b {
		case hw.OK:
			_ = k.consent(seat)
		case hw.B:
			k.cancelUndo()
		}
		return
	}
	if n := k.knock(seat); n != nil && h.pod != hw.Panel {
		h.used[b] = true
		if b != hw.A {
			k.invite.Let(n.ID, b == hw.OK)
		}
		return
	}
	r := k.replies.at(seat)
	if len(r.asks) == 0 {
		return
	}
	if n := k.note(seat); n != nil && n.till == never {
		*n = note{} // it was read
	}
	if a := r.timed(); a != nil {
		h.used[b] = true
		k.timedPress(r, a)
		return
	}
	k.skip(r)
	if b != hw.OK {
		if h.down[hw.OK] && !h.used[hw.OK] && !r.number() && !k.peeks(seat) {
			// The fingers of who presses fast: OK was short, though it is not let go yet.
			h.used[hw.OK] = true
			k.ok(r)
			if r = k.replies.at(seat); r == nil || len(r.asks) == 0 {
				return
			}
		}
		k.choose(h, r, b)
		return
	}
	// Where a held OK means something, a short one counts when it comes up.
	r.ready()
	if r.number() || k.peeks(seat) || k.explains(r) {
		return
	}
	h.used[b] = true
	k.ok(r)
}

// choose is A or B for a reply.
func (k *Console) choose(h *hand, r *reply, b hw.Button) {
	if r.ready(); r.payment() {
		r.begun, h.late[b] = true, true
		return
	}
	r.press(b, h.down[hw.A] && h.down[hw.B])
	h.again = k.now + k.hold
}

// countLate counts A or B where it waits to be let go, and was not held.
func (k *Console) countLate(h *hand, b hw.Button) {
	if !h.late[b] || h.used[b] {
		return
	}
	h.used[b] = true
	if r := k.replies.at(h.whose[b]); r != nil && k.t != nil && !k.t.Paused() && r.payment() {
		r.press(b, false)
	}
}

// released is a button that came up.
func (k *Console) released(h *hand, b hw.Button) {
	k.countLate(h, b)
	if k.peek.on && k.peek.by == h && b == hw.OK {
		k.peek = peek{}
		k.redraw()
		return
	}
	seat := h.whose[b]
	if r := k.replies.at(seat); r != nil && r.explain && b == hw.OK {
		r.explain = false
		k.redraw()
	}
	if b != hw.OK || h.used[b] {
		return
	}
	h.used[b] = true
	if seat == engine.Table {
		k.panelOK(h.since[b])
		return
	}
	r := k.replies.at(seat)
	if k.t == nil || k.t.Paused() || r == nil || len(r.asks) == 0 {
		return
	}
	k.ok(r)
}

// skip ends what is merely being told, if the table waits for this reply alone.
func (k *Console) skip(r *reply) {
	if k.caller.told() > 0 && k.alone(r) {
		k.caller.skip(k.now)
		k.touch()
	}
}

// ok takes what a reply has chosen, and makes the move if that was all.
func (k *Console) ok(r *reply) {
	whole := r.ok()
	if r.blind {
		k.tone(toneNothing)
	}
	if !whole {
		return
	}
	a := r.ask()
	do, err := r.answer.Action(k.roster)
	if err == nil && a.Timed { // at the panel
		do, err = k.stamped(a, k.press.At, k.press.Unsure)
	}
	if err != nil {
		r.refused()
		_ = k.refused(err)
		return
	}
	if err := k.give(r, a, engine.Move{Seat: a.Mover(r.seat), Do: do}); err != nil {
		r.refused()
	}
}

// give makes the move of an answer to an ask. Where it is refused the table is told, but for what
// only the seat may know.
func (k *Console) give(r *reply, a *engine.Ask, m engine.Move) error {
	secret, listed := a.Hidden(), k.onlyListed(a, m)
	err := k.answer(r, m)
	switch {
	case err == nil:
		return nil
	case listed && refusalOf(err) != nil:
		return k.refusedListed(r.seat, err)
	case secret && refusalOf(err) != nil && r.seat != engine.Table:
		// That a secret answer was refused is as secret as the answer.
		k.notes[r.seat] = note{err: err, till: k.now + noteFor}
		return err
	}
	return k.refused(err)
}

// onlyListed reports whether a move is listed and not legal: the list does not tell what its
// seat holds, so the refusal must not either.
func (k *Console) onlyListed(a *engine.Ask, m engine.Move) bool {
	if a.Hidden() || a.ShownOptions == nil {
		return false
	}
	line := func(do engine.Action) string {
		return string(k.t.Title().Moves.AppendLine(nil, k.roster, engine.Move{Seat: m.Seat, Do: do}))
	}
	want := line(m.Do)
	is := func(do engine.Action) bool { return line(do) == want }
	return slices.ContainsFunc(a.ShownOptions, is) && !slices.ContainsFunc(a.Options, is)
}

// refusedListed tells why such a move was refused to its seat alone, and the table no more than
// that it has to be another one.
func (k *Console) refusedListed(seat engine.Seat, err error) error {
	if seat >= 0 && int(seat) < len(k.notes) {
		k.notes[seat] = note{err: err, till: k.now + noteFor}
	}
	return k.refused(errElse)
}

// answer makes the move of a whole reply.
func (k *Console) answer(r *reply, m engine.Move) error {
	k.refreshScene()
	cues, err := k.t.Play(k.caller.clock(k.now), m)
	if err != nil {
		return err
	}
	if n := k.note(r.seat); n != nil {
		*n = note{}
	}
	r.begun = false
	k.replies.answered(engine.SeatsOf(r.seat))
	k.seating.answered(r.seat)
	k.played(cues, toneLock)
	return nil
}

// timedPress answers an ask with the press itself, whichever button it was.
func (k *Console) timedPress(r *reply, a *engine.Ask) { _ = k.buzz(r, a, k.press.At, k.press.Unsure) }

// buzz answers an ask with a press at a time of the box.
func (k *Console) buzz(r *reply, a *engine.Ask, at, unsure time.Duration) error {
	do, err := k.stamped(a, at, unsure)
	if err == nil {
		r.begun = true
		err = k.answer(r, engine.Move{Seat: a.Mover(r.seat), Do: do})
	}
	if err != nil {
		return k.refused(err)
	}
	return nil
}

// stamped returns the answer to an ask that a press at a time of the box is. While the play is
// paused its time stands.
func (k *Console) stamped(a *engine.Ask, at, unsure time.Duration) (engine.Action, error) {
	return a.Stamped(k.t.Title().Moves, k.roster, at-k.idle, unsure)
}

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
		if h.down[hw.A] != h.down[hw.B] && !k.menu.reads {
			k.moveMenu(1 - 2*int(b))
			k.change()
			h.again = k.now + k.repeat
		}
		return
	}
	r := k.replies.at(h.whose[b])
	if r == nil || !h.down[b] || h.down[hw.A] && h.down[hw.B] || r.ask() == nil || r.short() {
		return
	}
	if b == hw.B && !r.number() {
		return // B held goes back
	}
	r.press(b, false)
	h.again = k.now + k.repeat
	k.redraw()
}

// heldA turns to the next notes of a payment.
func (k *Console) heldA(h *hand) {
	if r := k.replies.at(h.whose[hw.A]); k.t != nil && !k.t.Paused() && r != nil && r.payment() {
		r.turnLeaf()
		k.redraw()
	}
}

// heldB goes back a part of the answer, or takes a locked choice back.
func (k *Console) heldB(h *hand) {
	seat := h.whose[hw.B]
	r := k.replies.at(seat)
	if k.t == nil || k.t.Paused() || r == nil || seat == engine.Table && k.menu != nil {
		return
	}
	if r.back() {
		k.redraw()
		return
	}
	switch {
	case len(r.asks) == 0 && seat >= 0 && k.locked.Has(seat):
		_ = k.takeBack(seat)
	case r.offered():
		k.tone(toneBack)
		k.letPass(r)
	case seat >= 0 && r.waited() && !r.secret():
		r.alone = true
		k.tone(toneNothing)
		k.redraw()
	case k.standIn.on && h.pod == hw.Panel:
		k.standIn.on = false
		k.touch()
	}
}

func (k *Console) takeBack(s engine.Seat) error {
	if err := k.t.TakeBack(k.caller.clock(k.now), s); err != nil {
		return k.refused(err)
	}
	k.tone(toneBack)
	k.changed()
	return nil
}

// heldOK begins a number anew, opens the peek or, at the panel, the menu.
func (k *Console) heldOK(h *hand) {
	seat := h.whose[hw.OK]
	r := k.replies.at(seat)
	switch {
	case seat == engine.Table:
		k.toggleMenu()
	case k.t == nil || k.t.Paused() || r == nil || len(r.asks) == 0:
	case r.restart():
		k.redraw()
	case k.peeks(seat) && !k.peek.on: // one at a time
		k.peek = peek{on: true, seat: seat, by: h, show: k.now + peekCover}
		k.say(k.text(k.lang, engine.Say("ui.peek").Seat(seat)))
		k.redraw()
	case !k.peeks(seat) && k.explains(r):
		r.begun, r.explain = true, true
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
