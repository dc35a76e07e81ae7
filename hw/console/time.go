package console

import (
	"slices"
	"time"

	"consigliere/engine"
	"consigliere/hw/caller"
	"consigliere/hw/lang"
)

// Tick lets time pass until now: cues are called, limits of time run out, screens are
// drawn.
func (k *Console) Tick(now time.Duration) {
	k.pass(now)
	for at, ok := k.Next(); ok && at <= now; at, ok = k.Next() {
		k.stepAt(at, now)
	}
}

// pass moves the clock. Nothing else does: what was due before now is done first, each thing at its
// own time, whoever it is that comes now. So what is shown when does not depend on how late a tick
// was, nor on what else has woken the box.
func (k *Console) pass(now time.Duration) {
	if now <= k.now {
		return
	}
	for at, ok := k.Next(); ok && at < now; at, ok = k.Next() {
		k.stepAt(at, now)
	}
	k.now = now
}

// stepAt does what is due at a time, when it is now already.
func (k *Console) stepAt(at, now time.Duration) {
	k.now = max(k.now, at)
	k.behind = now - k.now
	k.step()
	k.behind = 0
}

// step does what is due now.
func (k *Console) step() {
	k.soon = false
	k.changes++
	k.newPages()
	k.stepCaller()
	k.stepHands()
	k.stepTable()
	k.stepLessons()
	k.stepOffers()
	k.stepBots()
	if k.wrong.err != nil && k.now >= k.wrong.till && k.wrong.till != 0 {
		k.wrong.till = 0
		k.redraw()
	}
	if k.typed.till != 0 && k.now >= k.typed.till {
		k.typed.till = 0
		k.redraw()
	}
	if k.peek.on && !k.peek.seen && k.now >= k.peek.show {
		k.peek.seen = true
		k.redraw()
	}
	for s := range k.notes {
		if n := &k.notes[s]; n.till != 0 && k.now >= n.till {
			*n = note{}
			k.redraw()
		}
	}
	k.stepPages()
	k.setLights()
	k.stepDraw()
}

// stepCaller calls what is due, and drops what is over.
func (k *Console) stepCaller() {
	for {
		b, changed := k.caller.Step(k.now, k.behind)
		if !changed {
			return
		}
		if b != nil {
			k.utter(b)
			if k.lessons.on && b.Lesson != "" {
				k.lesson(b.Lesson)
			}
		}
		k.resetPages()
		k.touch()
		if b != nil {
			k.drawAt = k.now // a beat is seen when it is heard
		}
	}
}

// utter gives a beat its sound and voice.
func (k *Console) utter(b *caller.Beat) {
	if t := b.Tone(); t != silence {
		k.tone(t)
	}
	k.say(func(l lang.Lang) string { return k.beat(l, b) })
}

// stepTable makes the moves of time-outs and repeats prompts.
func (k *Console) stepTable() {
	if k.t == nil {
		return
	}
	if at, ok := k.tableNext(); ok && k.now >= at {
		k.refreshScene()
		n := k.t.Moves()
		d, err := k.t.Tick(k.caller.Clock(k.now))
		if err != nil {
			_ = k.refused(err)
			return
		}
		if k.t.Moves() != n {
			for _, late := range d.Late {
				k.replies.answered(engine.SeatsOf(late.Seat))
			}
			k.toldLate(d.Late)
			k.played(d.Cues, silence)
		}
		k.remind(d.Reminders)
	}
	if s := k.seconds(); s != k.lastSec {
		k.lastSec = s
		k.countDown(s)
		k.touch()
	}
}

// countedAloud is how many seconds of a limit that seats have in common are counted aloud.
const countedAloud = 5

// countDown counts a limit that seats have in common aloud: when only its grace is left, and its
// last seconds.
func (k *Console) countDown(s int) {
	i := slices.IndexFunc(k.asks, func(a engine.Ask) bool { return a.Deadline != nil })
	switch {
	case i < 0 || s <= 0 || !k.caller.Idle():
	case s <= countedAloud:
		k.tone(toneBeat)
		k.say(func(l lang.Lang) string { return l.Number(s) })
	case s == int(k.asks[i].Deadline.Grace/time.Second):
		k.say(k.spoken(engine.Say("ui.seconds_more").Number(s)))
	}
}

// remind says what is still asked, and whom the table waits for.
func (k *Console) remind(asks []engine.Ask) {
	var set engine.SeatSet
	open := false
	for i := range asks {
		if asks[i].Absent != nil {
			k.missed = k.missed.With(asks[i].Seat)
		}
		set |= asks[i].Answerers()
		open = open || asks[i].Answerers() == 0
	}
	if len(asks) == 0 || !k.caller.Idle() {
		return
	}
	phase := "phase." + k.t.View(engine.Public).Phase
	k.tone(toneRemind)
	k.say(func(l lang.Lang) string {
		text := k.Word(l, phase)
		if !open {
			text += ": " + k.List(l, set)
		}
		return text
	})
}

// tableNext returns when the table wants its next tick, on the clock of the box.
func (k *Console) tableNext() (time.Duration, bool) {
	at, ok := k.t.Next()
	if !ok {
		return 0, false
	}
	return k.caller.BoxTime(k.now, at), true
}

// Next returns when the next tick is wanted, and whether one is.
func (k *Console) Next() (time.Duration, bool) {
	if k.soon {
		return k.now, true
	}
	at := never
	if k.t != nil && !k.t.Paused() {
		if t, ok := k.tableNext(); ok {
			at = min(at, t)
		}
		if d, ok := k.t.Remaining(k.caller.Clock(k.now)); ok && d > 0 && k.caller.Running(k.now) {
			// The next whole second of the countdown.
			rest := d % time.Second
			if rest == 0 {
				rest = time.Second
			}
			at = min(at, k.now+rest)
			if k.seconds() != k.lastSec { // it has passed, but not with a tick
				at = k.now
			}
		}
	}
	if k.wrong.err != nil && k.wrong.till != 0 {
		at = min(at, k.wrong.till)
	}
	if k.typed.till != 0 {
		at = min(at, k.typed.till)
	}
	for s := range k.notes {
		if n := &k.notes[s]; n.till != 0 {
			at = min(at, n.till)
		}
	}
	if k.peek.on && !k.peek.seen {
		at = min(at, k.peek.show)
	}
	for i := range k.ports {
		if t := k.ports[i].pageAt; t != 0 {
			at = min(at, k.notFrozen(t))
		}
	}
	at = min(at, k.caller.Next(), k.nextBots(), k.nextOffers(), k.nextHands(), k.nextLight(), k.nextPage(), k.nextDraw())
	return at, at != never
}
