package console

import (
	"slices"

	"consigliere/engine"
	"consigliere/engine/table"
	"consigliere/hw/caller"
	"consigliere/hw/command"
)

func (k *Console) doSetPace(c command.SetPace) error {
	if !slices.Contains(caller.Paces(), caller.Pace(c.Pace)) {
		return k.refused(engine.Refuse("", "refuse.pace", c.Pace))
	}
	k.memory.SetPace(caller.Pace(c.Pace))
	k.keepPace()
	k.touch()
	return nil
}

func (k *Console) doSetClocks(c command.SetClocks) error {
	if c.Percent < 0 || c.Percent > 1000 {
		return k.refused(engine.Refuse("", "refuse.clocks", c.Percent))
	}
	k.memory.SetClocks(c.Percent)
	if k.play.table != nil {
		k.play.table.SetClocks(k.caller.Clock(k.now), c.Percent)
	}
	k.touch()
	return nil
}

// toldLate says whose time ran out, and what was made for them where all may know it.
func (k *Console) toldLate(late []table.TimeOut) {
	late = slices.DeleteFunc(slices.Clone(late), func(t table.TimeOut) bool { return t.Paced })
	if len(late) == 0 {
		return
	}
	text := engine.Say("ui.time")
	if len(late) == 1 && late[0].Seat >= 0 {
		text = engine.Say("ui.time_of").Seat(late[0].Seat)
		if thing := k.play.thing(late[0].Do); thing != "" && !late[0].Secret {
			text = engine.Say("ui.time_did").Seat(late[0].Seat).Thing(thing)
		}
	}
	k.call([]engine.Cue{{Kind: engine.CueSay, Text: text}})
}
