package console

import (
	"time"

	"consigliere/hw/command"
)

// How a play is explained: the lessons say what, and here it stands still for them.

func (k *Console) doTeach(c command.Teach) error {
	if k.play.table == nil || k.play.table.Title().Lessons == nil {
		return k.refused(errNoPlay)
	}
	if err := k.play.table.Teach(k.caller.Clock(k.now), c.On); err != nil {
		return k.refused(err)
	}
	if !c.On {
		k.lessons.on = false
		k.keepPace()
		k.play.table.SetClocks(k.caller.Clock(k.now), k.memory.Clocks())
		k.pause(false)
		return nil
	}
	k.goOnTeaching()
	return nil
}

// goOnTeaching begins the lessons of a play that is taught, or goes on with them.
func (k *Console) goOnTeaching() {
	since, on := k.play.table.Taught()
	if !on {
		return
	}
	fresh := k.lessons.begin(&k.play, since)
	k.keepPace()
	k.play.table.SetClocks(k.caller.Clock(k.now), 0) // who learns is not hurried
	if fresh {
		k.lesson(beginLesson)
	}
}

// lesson explains something, by the key of its message, if that is the first time.
func (k *Console) lesson(key string) {
	if !k.lessons.first(key) {
		return
	}
	k.pause(true)
	k.lessons.explain(k.now, key)
	k.screens.page = 0
	k.say(k.spoken(k.lessons.now))
	k.touch()
}

// stepLessons explains what comes for the first time, after all that was called.
func (k *Console) stepLessons() {
	if !k.caller.Idle() {
		return
	}
	if key := k.lessons.due(&k.play); key != "" {
		k.lesson(key)
	}
}

// readLesson goes on after a lesson, where somebody has pressed at a time when it could have been read.
// What else is to be explained at this moment follows at once, so that nothing flashes up in between.
func (k *Console) readLesson(pressed time.Duration) {
	if k.lessons.readable(pressed) {
		k.pause(false)
		k.stepLessons()
	}
}

// keepPace sets how fast the caller calls.
func (k *Console) keepPace() {
	p := k.memory.Pace()
	if k.lessons.on {
		p = p.Calmer()
	}
	k.caller.Keep(p)
}
