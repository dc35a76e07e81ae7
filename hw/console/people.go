package console

import (
	"slices"

	"consigliere/engine"
	"consigliere/hw/command"
	"consigliere/hw/memory"
)

func (k *Console) doSetSeatLang(c command.SetSeatLang) error {
	if k.play.table == nil {
		return k.refused(errNoPlay)
	}
	if c.Seat < 0 || int(c.Seat) >= len(k.play.Roster) {
		return k.refused(engine.Refuse("", "refuse.no_place"))
	}
	k.langs.seats[c.Seat] = c.Lang
	k.memory.SetLang(k.play.Roster.Name(c.Seat), c.Lang)
	k.touch()
	return nil
}

func (k *Console) doAttend(c command.Attend) error {
	if k.play.table == nil {
		return k.refused(errNoPlay)
	}
	var seats []engine.Seat
	here := engine.SeatsOf(c.Here...)
	for i := range k.play.Roster {
		if s := engine.Seat(i); here.Has(s) {
			seats = append(seats, s)
		}
	}
	if err := k.play.table.Attend(k.caller.Clock(k.now), seats); err != nil {
		return k.refused(err)
	}
	k.log.Info("who is here", "seats", len(seats))
	k.touch()
	return nil
}

func (k *Console) doForget(c command.Forget) error {
	k.memory.Forget(c.Name)
	k.touch()
	return nil
}

// begun remembers who has begun a game, and how. Names that the box gives are nobody's.
func (k *Console) begun(t *engine.Title, c *command.Start, people []string) {
	named := slices.DeleteFunc(slices.Clone(people), func(name string) bool { return k.numbered[name] })
	k.memory.Begun(t, named, memory.LastPlay{Seats: people, Pods: slices.Clone(c.Pods), Bots: c.Bots}, c.Header.Options)
}
