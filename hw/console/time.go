package console

import (
	"time"
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
	for now > k.now {
		at, ok := k.Next()
		if !ok || at >= now {
			k.now = now
			break
		}
		k.stepAt(at, now)
	}
	k.found = false // whoever has come changes what is due
}

// stepAt does what is due at a time, when it is now already.
func (k *Console) stepAt(at, now time.Duration) {
	k.now = max(k.now, at)
	k.behind = now - k.now
	k.step()
	k.behind, k.found = 0, false
}

// stepCaller calls what is due, and drops what is over.
func (k *Console) stepCaller() {
	for {
		b, changed := k.caller.Step(k.now, k.behind)
		if !changed {
			return
		}
		if b != nil {
			k.stage.utter(b)
			if k.lessons.on && b.Lesson != "" {
				k.teacher.lesson(b.Lesson)
			}
		}
		k.screens.rewind()
		k.stage.touch()
		if b != nil {
			k.screens.drawAt = k.now // a beat is seen when it is heard
		}
	}
}

// step does what is due now.
func (k *Console) step() {
	k.stage.soon = false
	k.stage.changes++
	for i := range k.timers {
		if t := &k.timers[i]; t.always || k.now >= t.when() {
			t.do()
		}
	}
}

// Next returns when the next tick is wanted, and whether one is. The box asks before it waits, so that a press finds
// the answer there.
func (k *Console) Next() (time.Duration, bool) {
	if !k.found {
		k.due, k.found = k.nextTimer(), true
	}
	return k.due, k.due != never
}

// Due reports whether something that all may see has changed since the last step, from which more may follow at once.
func (k *Console) Due() bool { return k.stage.soon }

// nextTimer returns when the first of the timers is due, which is now at the earliest; or [never].
func (k *Console) nextTimer() time.Duration {
	if k.stage.soon {
		return k.now
	}
	at := never
	for i := range k.timers {
		if t := &k.timers[i]; t.when != nil {
			at = min(at, t.when())
		}
	}
	return max(at, k.now)
}
