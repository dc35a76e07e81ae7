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
		k.screens.rewind()
		k.touch()
		if b != nil {
			k.screens.drawAt = k.now // a beat is seen when it is heard
		}
	}
}

// utter gives a beat its sound and voice.
func (k *Console) utter(b *caller.Beat) {
	if t := b.Tone(); t != silence {
		k.tone(t)
	}
	k.say(func(l lang.Lang) string { return k.face().beat(l, b) })
}

// limitEnds makes the moves of time-outs and repeats prompts.
func (k *Console) limitEnds() {
	k.refreshScene()
	n := k.play.table.Moves()
	d, err := k.play.table.Tick(k.caller.Clock(k.now))
	if err != nil {
		_ = k.refused(err)
		return
	}
	if k.play.table.Moves() != n {
		for _, late := range d.Late {
			k.replies.Answered(engine.SeatsOf(late.Seat))
		}
		k.toldLate(d.Late)
		k.played(d.Cues, silence)
	}
	k.remind(d.Reminders)
}

// nextLimit returns when the table wants its next tick, on the clock of the box.
func (k *Console) nextLimit() time.Duration {
	if k.play.table == nil || k.play.table.Paused() {
		return never
	}
	at, ok := k.play.table.Next()
	if !ok {
		return never
	}
	return k.caller.BoxTime(k.now, at)
}

// secondPasses shows the countdown.
func (k *Console) secondPasses() {
	k.lastSec = k.seconds()
	k.countDown(k.lastSec)
	k.touch()
}

// nextSecond returns when the countdown shows another second.
func (k *Console) nextSecond() time.Duration {
	switch {
	case k.play.table == nil:
		return never
	case k.seconds() != k.lastSec: // it has passed, but not with a tick
		return k.now
	case k.play.table.Paused() || !k.caller.Running(k.now):
		return never
	}
	d, ok := k.play.table.Remaining(k.caller.Clock(k.now))
	if !ok || d <= 0 {
		return never
	}
	if rest := d % time.Second; rest != 0 {
		return k.now + rest
	}
	return k.now + time.Second
}

// countedAloud is how many seconds of a limit that seats have in common are counted aloud.
const countedAloud = 5

// countDown counts a limit that seats have in common aloud: when only its grace is left, and its
// last seconds.
func (k *Console) countDown(s int) {
	i := slices.IndexFunc(k.play.asks, func(a engine.Ask) bool { return a.Deadline != nil })
	switch {
	case i < 0 || s <= 0 || !k.caller.Idle():
	case s <= countedAloud:
		k.tone(toneBeat)
		k.say(func(l lang.Lang) string { return l.Number(s) })
	case s == int(k.play.asks[i].Deadline.Grace/time.Second):
		k.say(k.spoken(engine.Say("ui.seconds_more").Number(s)))
	}
}

// remind says what is still asked, and whom the table waits for.
func (k *Console) remind(asks []engine.Ask) {
	var set engine.SeatSet
	open := false
	for i := range asks {
		if asks[i].Absent != nil {
			k.play.missed = k.play.missed.With(asks[i].Seat)
		}
		set |= asks[i].Answerers()
		open = open || asks[i].Answerers() == 0
	}
	if len(asks) == 0 || !k.caller.Idle() {
		return
	}
	phase := "phase." + k.play.table.View(engine.Public).Phase
	k.tone(toneRemind)
	k.say(func(l lang.Lang) string {
		text := k.play.Word(l, phase)
		if !open {
			text += ": " + k.play.List(l, set)
		}
		return text
	})
}
