package console

import (
	"time"

	"consigliere/hw/command"
)

// A teacher explains the play while it is played.
type teacher struct {
	*state
	stage *stage
	game  *game
}

// do does a command about that. It reports whether it is one.
func (k *teacher) do(c command.Command) (done bool, err error) {
	switch c := c.(type) {
	case command.Pause:
		return true, k.doPause(c)
	case command.Read:
		return true, k.doRead(c)
	case command.Teach:
		return true, k.doTeach(c)
	}
	return false, nil
}

// How a play is explained: the lessons say what, and here it stands still for them.

func (k *teacher) doTeach(c command.Teach) error {
	if k.play.table == nil || k.play.table.Title().Lessons == nil {
		return k.game.refused(errNoPlay)
	}
	if err := k.play.table.Teach(k.tableTime(), c.On); err != nil {
		return k.game.refused(err)
	}
	if !c.On {
		k.lessons.on = false
		k.keepPace()
		k.play.table.SetClocks(k.tableTime(), k.memory.Clocks())
		k.game.pause(false)
		return nil
	}
	k.goOnTeaching()
	return nil
}

// goOnTeaching begins the lessons of a play that is taught, or continues them.
func (k *teacher) goOnTeaching() {
	since, on := k.play.table.Taught()
	if !on {
		return
	}
	fresh := k.lessons.begin(&k.play, since)
	k.keepPace()
	k.play.table.SetClocks(k.tableTime(), 0) // who learns is not hurried
	if fresh {
		k.lesson(beginLesson)
	}
}

// lesson explains something, by the key of its message, if that is the first time.
func (k *teacher) lesson(key string) {
	if !k.lessons.first(key) {
		return
	}
	k.game.pause(true)
	if key == handsLesson && k.onPhones() {
		key = phonesLesson
	}
	k.lessons.explain(k.now, key)
	k.screens.page = 0
	k.stage.say(k.stage.spoken(k.lessons.now))
	k.stage.touch()
}

// onPhones reports whether everybody whom the play waits for, and who isn't a bot, has a phone.
func (k *teacher) onPhones() bool {
	for _, s := range (k.play.waits &^ k.play.bots()).List() {
		if k.guests.phone(&k.play, s) == "" {
			return false
		}
	}
	return true
}

// stepLessons explains what comes for the first time, after all that was called.
func (k *teacher) stepLessons() {
	if !k.caller.Idle() {
		return
	}
	if key := k.lessons.due(&k.play); key != "" {
		k.lesson(key)
	}
}

// readLesson goes on after a lesson, where somebody has pressed at a time when it could have been read.
// Whatever else must be explained at this moment follows at once, so that nothing flashes up in between.
func (k *teacher) readLesson(pressed time.Duration) {
	if k.lessons.readable(pressed) {
		k.game.pause(false)
		k.stepLessons()
	}
}

func (k *teacher) doPause(c command.Pause) error {
	if !c.On {
		k.readLesson(k.now)
		return nil
	}
	k.game.pause(true)
	return nil
}

func (k *teacher) doRead(c command.Read) error {
	if c.Seat < 0 || !k.lessons.teaching() {
		return command.ErrTurn
	}
	k.readLesson(k.now)
	return nil
}
