package console

import (
	"slices"

	"consigliere/engine"
	"consigliere/hw/caller"
	"consigliere/hw/command"
	"consigliere/hw/memory"
)

// Settings are what people set: pace, clocks, languages, seats and pods.
type settings struct {
	*state
	stage   *stage
	game    *game
	teacher *teacher
}

// do does a command about that. It reports whether it is one.
func (k *settings) do(c command.Command) (done bool, err error) {
	switch c := c.(type) {
	case command.SetPace:
		return true, k.doSetPace(c)
	case command.SetFastBots:
		return true, k.doSetFastBots(c)
	case command.SetClocks:
		return true, k.doSetClocks(c)
	case command.SetFair:
		return true, k.doSetFair(c)
	case command.SetVoice:
		return true, k.doSetVoice(c)
	case command.SetSaid:
		return true, k.doSetSaid(c)
	case command.SetLang:
		return true, k.doSetLang(c)
	case command.SetSeatLang:
		return true, k.doSetSeatLang(c)
	case command.Forget:
		return true, k.doForget(c)
	case command.Attend:
		return true, k.doAttend(c)
	case command.Sit:
		return true, k.doSit(c)
	case command.SetBots:
		return true, k.doSetBots(c)
	case command.Unhurried:
		return true, k.doUnhurried(c)
	case command.LetBot:
		return true, k.doLetBot(c)
	case command.SetVolume:
		return true, k.doSetVolume(c)
	case command.SetBrightness:
		return true, k.doSetBrightness(c)
	}
	return false, nil
}

func (k *settings) doSetPace(c command.SetPace) error {
	if !slices.Contains(caller.Paces(), caller.Pace(c.Pace)) {
		return k.game.refused(engine.Refuse("", "refuse.pace", c.Pace))
	}
	k.memory.SetPace(caller.Pace(c.Pace))
	k.keepPace()
	k.tuneVoice()
	k.stage.touch()
	return nil
}

func (k *settings) doSetFastBots(c command.SetFastBots) error {
	k.memory.SetFastBots(c.On)
	k.keepPace()
	k.stage.touch()
	return nil
}

func (k *settings) doSetFair(c command.SetFair) error {
	if !slices.Contains(memory.Fairs(), c.When) {
		return k.game.refused(engine.Refuse("", "refuse.fair", c.When))
	}
	k.memory.SetFair(c.When)
	k.stage.touch()
	return nil
}

func (k *settings) doSetVoice(c command.SetVoice) error {
	for _, percent := range [...]int{c.Rate, c.Pitch} {
		if percent < memory.LeastVoice || percent > memory.MostVoice {
			return k.game.refused(engine.Refuse("", "refuse.voice", percent))
		}
	}
	k.memory.SetVoice(c.Rate, c.Pitch)
	k.tuneVoice()
	k.stage.touch()
	return nil
}

func (k *settings) doSetSaid(c command.SetSaid) error {
	k.memory.SetSaid(c.Name, engine.NormalName(c.Said))
	k.tuneVoice()
	k.stage.touch()
	return nil
}

func (k *settings) doSetClocks(c command.SetClocks) error {
	if c.Percent < 0 || c.Percent > 1000 {
		return k.game.refused(engine.Refuse("", "refuse.clocks", c.Percent))
	}
	k.memory.SetClocks(c.Percent)
	if k.play.table != nil {
		k.play.table.SetClocks(k.tableTime(), c.Percent)
	}
	k.stage.touch()
	return nil
}

func (k *settings) doUnhurried(c command.Unhurried) error {
	if k.play.table == nil || c.Seat < 0 {
		return command.ErrTurn
	}
	k.play.table.SetUnhurried(k.tableTime(), c.Seat, c.On || k.ears.has(c.Seat))
	k.stage.touch()
	return nil
}

func (k *settings) doSetBots(c command.SetBots) error {
	if k.play.table == nil {
		return k.game.refused(errNoPlay)
	}
	if c.Seats != 0 && !boxDraws(k.play.table.Title(), k.play.table.Header().Options) {
		return k.game.refused(engine.Refuse("", "refuse.bots_table"))
	}
	var seats []engine.Seat
	for i := range k.play.Roster {
		if s := engine.Seat(i); c.Seats.Has(s) {
			seats = append(seats, s)
			k.seating.sit(s, -1)
		} else if k.play.bots().Has(s) && k.seating.pod(s) < 0 {
			k.seating.sit(s, i%max(len(k.screens.ports), 1))
		}
	}
	if err := k.play.table.SetBots(k.tableTime(), seats); err != nil {
		return k.game.refused(err)
	}
	k.seating.cover()
	k.log.Info("bots", "seats", len(seats))
	k.game.changed()
	return nil
}

func (k *settings) doLetBot(c command.LetBot) error {
	seat := engine.Seat(slices.Index(k.play.Roster, c.Name))
	switch {
	case k.play.table == nil:
		return k.game.refused(errNoPlay)
	case seat < 0:
		return k.game.refused(engine.Refuse("", "refuse.no_place"))
	case k.play.bots().Has(seat) == c.On:
		return nil
	case !c.Own && c.On && k.guests.phone(&k.play, seat) == phoneHere:
		return k.game.refused(engine.Refuse("", "refuse.phone_here", seat))
	}
	bots, told := k.play.bots().Without(seat), "ui.bot_stops"
	if c.On {
		bots, told = bots.With(seat), "ui.bot_goes_on"
	}
	if err := k.doSetBots(command.SetBots{Seats: bots}); err != nil {
		return err
	}
	k.stage.tone(toneRemind)
	k.stage.say(k.stage.spoken(engine.Say(told).Seat(seat)))
	return nil
}

func (k *settings) doSetLang(c command.SetLang) error {
	k.langs.set(c.Lang)
	k.stage.touch()
	return nil
}

func (k *settings) doSit(c command.Sit) error {
	if k.play.table == nil {
		return k.game.refused(errNoPlay)
	}
	if c.Seat < 0 || int(c.Seat) >= len(k.play.Roster) || c.Pod < 0 || int(c.Pod) >= len(k.screens.ports) {
		return k.game.refused(engine.Refuse("", "refuse.no_place"))
	}
	k.seating.move(c.Seat, int(c.Pod))
	k.log.Info("a seat has moved", "seat", int(c.Seat), "pod", int(c.Pod))
	k.stage.touch()
	return nil
}

func (k *settings) doSetSeatLang(c command.SetSeatLang) error {
	if k.play.table == nil {
		return k.game.refused(errNoPlay)
	}
	if c.Seat < 0 || int(c.Seat) >= len(k.play.Roster) {
		return k.game.refused(engine.Refuse("", "refuse.no_place"))
	}
	k.langs.seats[c.Seat] = c.Lang
	k.memory.SetLang(k.play.Roster.Name(c.Seat), c.Lang)
	k.stage.touch()
	return nil
}

func (k *settings) doAttend(c command.Attend) error {
	if k.play.table == nil {
		return k.game.refused(errNoPlay)
	}
	var seats []engine.Seat
	here := engine.SeatsOf(c.Here...)
	for i := range k.play.Roster {
		if s := engine.Seat(i); here.Has(s) {
			seats = append(seats, s)
		}
	}
	if err := k.play.table.Attend(k.tableTime(), seats); err != nil {
		return k.game.refused(err)
	}
	k.log.Info("who is here", "seats", len(seats))
	k.stage.touch()
	return nil
}

func (k *settings) doForget(c command.Forget) error {
	k.memory.Forget(c.Name)
	k.tuneVoice()
	k.stage.touch()
	return nil
}
