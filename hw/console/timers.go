package console

import (
	"time"
)

// A timer is something that the console does by itself. There is one list of them: whatever stands in it both wakes the
// box and is done then.
type timer struct {
	// when returns when do is due next: [never], or a time before now if it is due already. do must change that. If
	// when is nil, nothing but another timer, or a press or command, is what do follows from.
	when func() time.Duration
	do   func()
	// always: it also follows from what is done before it at the same time, so it is done whenever anything is.
	always bool
}

// ownTimers returns all timers in the order in which they are done at the same time.
func (k *Console) ownTimers() []timer {
	redraw := func() { k.screens.redraw(k.now) }
	return []timer{
		{do: k.stage.newPages, always: true},
		{when: k.caller.Next, do: k.stepCaller},
		{when: k.hands.next, do: func() { k.hands.step(k.now, k) }},
		{when: k.game.nextLimit, do: k.game.limitEnds},
		{when: k.stage.nextSecond, do: k.stage.secondPasses},
		{do: k.teacher.stepLessons, always: true},
		{do: k.game.makeForced, always: true},
		{do: k.answers.makeOffers, always: true},
		{when: k.answers.nextOffers, do: k.answers.endOffers},
		{when: k.deal.ends, do: k.dealer.timeIsUp},
		{when: k.answers.nextBots, do: k.answers.stepBots},
		{when: k.wrong.ends, do: func() { k.wrong.till = 0; redraw() }},
		{when: k.typed.ends, do: func() { k.typed.till = 0; redraw() }},
		{when: k.hub.start.ends, do: func() { k.hub.start.till = 0; redraw() }},
		{when: k.peek.ends, do: func() { k.peek.seen = true; redraw() }},
		{when: func() time.Duration { return k.notes.next() }, do: func() { k.notes.end(k.now); redraw() }},
		{when: func() time.Duration { return k.notFrozen(k.screens.nextPage()) }, do: func() { k.screens.turnPages(k.now) }},
		{when: k.stage.nextLight, do: k.stage.setLights, always: true},
		{when: func() time.Duration { return k.notFrozen(k.screens.next()) }, do: k.stage.stepDraw},
	}
}
