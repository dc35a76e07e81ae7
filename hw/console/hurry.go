package console

import (
	"consigliere/hw/caller"
	"consigliere/hw/command"
)

// botsAlone reports whether people wait for bots and for nobody else.
func (s *state) botsAlone() bool {
	return s.play.table != nil && s.play.waits != 0 && s.play.waits&^s.play.bots() == 0
}

// keepPace sets how fast the caller calls: as the table likes it, more calmly where a game is explained, and a little faster while
// people wait for bots alone, or in a hurry where they like to have that over.
func (s *state) keepPace() {
	p := s.memory.Pace()
	switch {
	case s.lessons.on:
		p = p.Calmer()
	case s.botsAlone() && (s.bots.hurry || s.memory.FastBots()):
		p = caller.Hurried
	case s.botsAlone() && p == caller.Normal:
		p = caller.Watching
	}
	s.caller.Keep(p)
}

// doHurry hurries the bots until a person is asked again, and what is being told.
func (k *game) doHurry(_ command.Hurry) error {
	k.hurry()
	return nil
}

func (k *game) hurry() {
	if k.play.table == nil || k.play.table.Paused() {
		return
	}
	if k.caller.Told() > 0 {
		k.caller.Skip(k.now)
	}
	if k.botsAlone() && !k.lessons.on {
		k.bots.hurry = true
		k.keepPace()
		k.bots.now(k.now)
	}
	k.stage.touch()
}
