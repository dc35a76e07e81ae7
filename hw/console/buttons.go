package console

import (
	"errors"
	"time"

	"consigliere/engine"
	"consigliere/hw"
)

// Press is a button that went down or came up. The lights are set before it returns;
// screens follow on a tick.
func (k *Console) Press(p hw.Press) {
	if p.At > k.now {
		k.now = p.At
	}
	i := int(p.Pod)
	if p.Pod == hw.Panel {
		i = k.panel()
	}
	if i < 0 || i >= len(k.hands) || p.Button >= hw.Buttons {
		return
	}
	if i == k.panel() {
		i = k.standing(p)
	}
	h := &k.hands[i]
	if h.down[p.Button] == p.Down {
		return
	}
	h.down[p.Button] = p.Down
	if p.Down {
		h.since[p.Button], h.used[p.Button] = k.now, false
		h.again = 0
		k.pressed(h, i, p.Button)
	} else {
		h.again = 0
		k.released(h, i, p.Button)
	}
	k.endStandIn()
	k.redrawPod(i)
	k.setLights()
}

// A standIn is the panel in place of the buttons of a pod that do not answer.
type standIn struct {
	on    bool
	pod   int
	whose [hw.Buttons]int // whose button each of the panel's is while it is down
}

// standing returns the hand that a button of the panel is for.
func (k *Console) standing(p hw.Press) int {
	if p.Down {
		k.proxy.whose[p.Button] = k.panel()
		if k.proxy.on && k.menu == nil && k.t != nil && !k.t.Paused() && (k.wrong == nil || k.wrongTill <= k.now) {
			k.proxy.whose[p.Button] = k.proxy.pod
		}
	}
	return k.proxy.whose[p.Button]
}

// endStandIn ends the standing in when nothing is awaited of the seat any more.
func (k *Console) endStandIn() {
	if k.proxy.on && (k.t == nil || !k.owing().Has(engine.Seat(k.proxy.pod))) {
		k.proxy.on = false
		k.touch()
	}
}

// owing returns the seats whose press is awaited: the consent to an undo, or an answer.
func (k *Console) owing() engine.SeatSet {
	if needs, _ := k.pendingUndo(); needs != 0 {
		return needs
	}
	return k.awaited()
}

// pressed is a button that went down.
func (k *Console) pressed(h *hand, i int, b hw.Button) {
	if i == k.panel() {
		k.panelPressed(h, b)
		return
	}
	if k.t == nil || k.t.Paused() {
		return
	}
	if needs, _ := k.pendingUndo(); needs.Has(h.seat) {
		h.used[b] = true
		switch b {
		case hw.OK:
			_ = k.consent(h.seat)
		case hw.B:
			k.cancelUndo()
		}
		return
	}
	if len(h.asks) == 0 {
		return
	}
	k.skip(h)
	if b != hw.OK {
		h.press(b)
		h.again = k.now + k.hold
		return
	}
	// Where a held OK means something, a short one counts when it comes up.
	h.ready()
	if a := h.ask(); a != nil && a.Kind == engine.AskNumber || k.peeks(i) {
		return
	}
	h.used[b] = true
	k.ok(h)
}

// released is a button that came up.
func (k *Console) released(h *hand, i int, b hw.Button) {
	if k.peek.on && k.peek.pod == i && b == hw.OK {
		k.endPeek()
		return
	}
	if b != hw.OK || h.used[b] {
		return
	}
	h.used[b] = true
	if i == k.panel() {
		k.panelOK(h)
		return
	}
	if k.t == nil || k.t.Paused() || len(h.asks) == 0 {
		return
	}
	k.ok(h)
}

// ok takes what the hand has chosen, and makes the move if that was all.
func (k *Console) ok(h *hand) {
	r, whole := h.ok(k.roster)
	if !whole {
		return
	}
	a := h.ask()
	secret := a.Secret
	var cues []engine.Cue
	var err error
	if r.do != nil {
		cues, err = k.t.Play(k.clock(), engine.Move{Seat: a.Seat, Do: r.do})
	} else {
		cues, err = k.t.PlayLine(k.clock(), r.line)
	}
	if err != nil {
		var no *engine.Refusal
		if secret && errors.As(err, &no) && h.seat != engine.Table {
			// That a secret answer was refused is as secret as the answer.
			h.note, h.noteTill = &note{err: err}, k.now+noteFor
			return
		}
		_ = k.refused(err)
		return
	}
	h.note = nil
	h.begun = false
	k.tone(toneLock)
	k.played(cues)
}

// stepHands does what held buttons do.
func (k *Console) stepHands() {
	for i := range k.hands {
		h := &k.hands[i]
		if h.again != 0 && k.now >= h.again {
			k.repeated(h)
		}
		if h.down[hw.B] && !h.used[hw.B] && k.now >= h.since[hw.B]+k.hold {
			h.used[hw.B] = true
			k.heldB(h, i)
		}
		if h.down[hw.OK] && !h.used[hw.OK] && k.now >= h.since[hw.OK]+k.hold {
			h.used[hw.OK] = true
			k.heldOK(h, i)
		}
	}
}

// repeated counts a held A or B again.
func (k *Console) repeated(h *hand) {
	h.again = 0
	b := hw.A
	if h.down[hw.B] {
		b = hw.B
	}
	a := h.ask()
	if !h.down[b] || h.down[hw.A] && h.down[hw.B] || a == nil || h.short() {
		return
	}
	if b == hw.B && a.Kind != engine.AskNumber {
		return // B held goes back
	}
	h.press(b)
	h.again = k.now + k.repeat
	k.redraw()
}

// heldB goes back a part of the answer, or takes a locked choice back.
func (k *Console) heldB(h *hand, i int) {
	if k.t == nil || k.t.Paused() || i == k.panel() && k.menu != nil {
		return
	}
	if h.back() {
		k.redraw()
		return
	}
	switch {
	case len(h.asks) == 0 && h.seat >= 0 && k.locked.Has(h.seat):
		k.takeBack(h.seat)
	case k.proxy.on && k.proxy.whose[hw.B] == i:
		k.proxy.on = false
		k.touch()
	}
}

func (k *Console) takeBack(s engine.Seat) {
	if err := k.t.TakeBack(k.clock(), s); err != nil {
		_ = k.refused(err)
		return
	}
	k.tone(toneBack)
	k.changed()
}

// heldOK begins a number anew, opens the peek or, at the panel, the menu.
func (k *Console) heldOK(h *hand, i int) {
	switch {
	case i == k.panel():
		k.openMenu()
	case k.t == nil || k.t.Paused() || len(h.asks) == 0:
	case h.restart():
		k.redraw()
	case k.peeks(i):
		k.beginPeek(i)
	}
}

// next returns when the hand wants to be looked at.
func (k *Console) nextHands() time.Duration {
	at := never
	for i := range k.hands {
		h := &k.hands[i]
		if h.again != 0 {
			at = min(at, h.again)
		}
		for _, b := range [...]hw.Button{hw.B, hw.OK} {
			if h.down[b] && !h.used[b] {
				at = min(at, h.since[b]+k.hold)
			}
		}
		if h.note != nil {
			at = min(at, h.noteTill)
		}
	}
	return at
}

// A peek shows a secret on the main screen, to the one seat that holds OK.
type peek struct {
	on   bool
	pod  int
	show time.Duration // the cover is shown until then
}

// peeks reports whether pod i has to look at its secrets on the main screen.
func (k *Console) peeks(i int) bool {
	if i >= len(k.pods) || k.pods[i].works() || !k.main.works() {
		return false
	}
	for j := range k.hands[i].asks {
		if k.hands[i].asks[j].Secret {
			return true
		}
	}
	return false
}

func (k *Console) beginPeek(i int) {
	if k.peek.on {
		return // one at a time
	}
	k.peek = peek{on: true, pod: i, show: k.now + peekCover}
	k.say(k.text(k.lang, engine.SayWho("ui.peek", engine.Seat(i))))
	k.redraw()
}

func (k *Console) endPeek() {
	k.peek = peek{}
	k.redraw()
}

// showing returns whose secret the main screen shows now, or -1.
func (k *Console) showing() int {
	if k.peek.on && k.now >= k.peek.show {
		return k.peek.pod
	}
	return -1
}

func (k *Console) nextPeek() time.Duration {
	if k.peek.on && k.now < k.peek.show {
		return k.peek.show
	}
	return never
}
