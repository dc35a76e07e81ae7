package console

import (
	"time"
)

// A timer is something that the console does by itself. There is one list of them: whatever stands in it both wakes the
// box and is done then.
type timer struct {
	// when returns when do is due next: [never], or a time before now if it is due already. do must change that. If
	// when is nil, nothing but another timer, or a press or command, is what do follows from.
	when func(*Console) time.Duration
	do   func(*Console)
	// always: it also follows from what is done before it at the same time, so it is done whenever anything is.
	always bool
}

// timers returns all timers in the order in which they are done at the same time.
func timers() []timer {
	return []timer{
		{do: (*Console).newPages, always: true},
		{when: func(k *Console) time.Duration { return k.caller.Next() }, do: (*Console).stepCaller},
		{when: func(k *Console) time.Duration { return k.hands.next() }, do: func(k *Console) { k.hands.step(k.now, k) }},
		{when: (*Console).nextLimit, do: (*Console).limitEnds},
		{when: (*Console).nextSecond, do: (*Console).secondPasses},
		{do: (*Console).stepLessons, always: true},
		{do: (*Console).makeOffers, always: true},
		{when: (*Console).nextOffers, do: (*Console).endOffers},
		{when: (*Console).nextBots, do: (*Console).stepBots},
		{when: func(k *Console) time.Duration { return k.wrong.ends() }, do: func(k *Console) { k.wrong.till = 0; k.screens.redraw(k.now) }},
		{when: func(k *Console) time.Duration { return k.typed.ends() }, do: func(k *Console) { k.typed.till = 0; k.screens.redraw(k.now) }},
		{when: func(k *Console) time.Duration { return k.peek.ends() }, do: func(k *Console) { k.peek.seen = true; k.screens.redraw(k.now) }},
		{when: func(k *Console) time.Duration { return k.notes.next() }, do: func(k *Console) { k.notes.end(k.now); k.screens.redraw(k.now) }},
		{when: func(k *Console) time.Duration { return k.notFrozen(k.screens.nextPage()) }, do: func(k *Console) { k.screens.turnPages(k.now) }},
		{when: (*Console).nextLight, do: (*Console).setLights, always: true},
		{when: func(k *Console) time.Duration { return k.notFrozen(k.screens.next()) }, do: (*Console).stepDraw},
	}
}

// step does what is due now.
func (k *Console) step() {
	k.soon = false
	k.changes++
	for i := range k.timers {
		if t := &k.timers[i]; t.always || k.now >= t.when(k) {
			t.do(k)
		}
	}
}

// Next returns when the next tick is wanted, and whether one is.
func (k *Console) Next() (time.Duration, bool) {
	if k.soon {
		return k.now, true
	}
	at := never
	for i := range k.timers {
		if t := &k.timers[i]; t.when != nil {
			at = min(at, t.when(k))
		}
	}
	return max(at, k.now), at != never
}
