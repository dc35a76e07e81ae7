package console

import (
	"slices"

	"consigliere/engine"
	"consigliere/engine/table"
	"consigliere/hw/caller"
	"consigliere/hw/command"
	"consigliere/hw/lang"
	"consigliere/hw/words"
)

// clockSteps are the lengths of limits that the menu offers, in percent.
var clockSteps = []int{0, 50, 100, 200, 400}

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
	if k.t != nil {
		k.t.SetClocks(k.caller.Clock(k.now), c.Percent)
	}
	k.touch()
	return nil
}

// settingsMenu asks what to change about the box.
func (k *Console) settingsMenu() *menu {
	m := &menu{heading: says("ui.settings")}
	m.add(says("ui.pace"), openMenu((*Console).paceMenu))
	m.add(says("ui.clocks"), openMenu((*Console).clocksMenu))
	m.add(says("ui.language"), openMenu((*Console).langMenu))
	if len(k.memory.People()) > 0 {
		m.add(says("ui.people"), openMenu((*Console).peopleMenu))
	}
	m.add(says("ui.back"), openMenu((*Console).topMenu))
	return m
}

// topMenu is the menu of the play, or of the box when nothing is played.
func (k *Console) topMenu() *menu {
	if k.t == nil {
		return k.startMenu()
	}
	return k.playMenu()
}

func (k *Console) paceMenu() *menu {
	m := &menu{heading: says("ui.pace")}
	for _, p := range caller.Paces() {
		if p == k.memory.Pace() {
			m.sel = len(m.items)
		}
		m.add(says("ui.pace_"+string(p)), then{command.SetPace{Pace: string(p)}, (*Console).settingsMenu})
	}
	return m
}

func (k *Console) clocksMenu() *menu {
	m := &menu{heading: says("ui.clocks")}
	for _, percent := range clockSteps {
		if percent == k.memory.Clocks() {
			m.sel = len(m.items)
		}
		text := says("ui.clocks_off")
		if percent > 0 {
			text = func(w *words.Play, l lang.Lang) string {
				return w.Text(l, engine.Say("ui.clocks_percent").Number(percent))
			}
		}
		m.add(text, then{command.SetClocks{Percent: percent}, (*Console).settingsMenu})
	}
	return m
}

// then is a command that opens a menu afterwards.
type then struct {
	command.Command
	menu func(*Console) *menu
}

func (t then) do(k *Console) error {
	err := k.run(t.Command)
	k.setMenu(t.menu(k))
	return err
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
		if thing := k.thing(late[0].Do); thing != "" && !late[0].Secret {
			text = engine.Say("ui.time_did").Seat(late[0].Seat).Thing(thing)
		}
	}
	k.call([]engine.Cue{{Kind: engine.CueSay, Text: text}})
}

// thing returns the message of the one word that a move is made of, or "".
func (k *Console) thing(do engine.Action) string {
	args := k.t.Title().Moves.Args(nil, do)
	if len(args) != 1 {
		return ""
	}
	switch v := args[0].Value; {
	case v.Kind == engine.WordValue:
		return args[0].Key + "." + v.Word
	case v.Kind == engine.SeatValue && v.Seat == engine.NoSeat:
		return "seat.none"
	}
	return ""
}
