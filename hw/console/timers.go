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
		{when: (*Console).nextHands, do: (*Console).stepHands},
		{when: (*Console).nextLimit, do: (*Console).limitEnds},
		{when: (*Console).nextSecond, do: (*Console).secondPasses},
		{do: (*Console).stepLessons, always: true},
		{do: (*Console).makeOffers, always: true},
		{when: (*Console).nextOffers, do: (*Console).endOffers},
		{when: (*Console).nextBots, do: (*Console).stepBots},
		{when: (*Console).refusalEnds, do: func(k *Console) { k.wrong.till = 0; k.redraw() }},
		{when: (*Console).typedEnds, do: func(k *Console) { k.typed.till = 0; k.redraw() }},
		{when: (*Console).coverEnds, do: func(k *Console) { k.peek.seen = true; k.redraw() }},
		{when: (*Console).nextNote, do: (*Console).endNotes},
		{when: (*Console).nextPage, do: (*Console).stepPages},
		{when: (*Console).nextLight, do: (*Console).setLights, always: true},
		{when: (*Console).nextDraw, do: (*Console).stepDraw},
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

// refusalEnds returns when a refusal leaves the main screen.
func (k *Console) refusalEnds() time.Duration {
	if k.wrong.err == nil || k.wrong.till == 0 {
		return never
	}
	return k.wrong.till
}

// typedEnds returns when the main screen tells no more for whom a move was typed in.
func (k *Console) typedEnds() time.Duration {
	if k.typed.till == 0 {
		return never
	}
	return k.typed.till
}

// coverEnds returns when the cover of a peek is taken away.
func (k *Console) coverEnds() time.Duration {
	if !k.peek.on || k.peek.seen {
		return never
	}
	return k.peek.show
}

// nextNote returns when a note ends.
func (k *Console) nextNote() time.Duration {
	at := never
	for s := range k.notes {
		if n := &k.notes[s]; n.till != 0 {
			at = min(at, n.till)
		}
	}
	return at
}

// endNotes ends the notes whose time is over.
func (k *Console) endNotes() {
	for s := range k.notes {
		if n := &k.notes[s]; n.till != 0 && k.now >= n.till {
			*n = note{}
			k.redraw()
		}
	}
}
