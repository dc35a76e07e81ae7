package console

import (
	"encoding/json"
	"errors"
	"io/fs"
	"path/filepath"
	"slices"

	"consigliere/engine"
	"consigliere/engine/journal"
	"consigliere/engine/table"
	"consigliere/hw/caller"
	"consigliere/hw/command"
	"consigliere/hw/lang"
	"consigliere/hw/words"
	"consigliere/internal/atomicfile"
)

// settings is what a box remembers of how a table likes to play, and of who plays there. It lies in a file beside the
// journals; a box that keeps no journals forgets it when it is switched off.
type settings struct {
	Pace   caller.Pace `json:"pace"`
	Clocks int         `json:"clocks"` // percent of the limits that a game suggests; 0: off

	People []person            `json:"people,omitempty"` // who has played here, the latest first
	Last   string              `json:"last,omitempty"`   // the game that was begun last
	Games  map[string]lastPlay `json:"games,omitempty"`  // how each was begun last
}

// settingsFile is the name of the file.
const settingsFile = "settings.json"

// clockSteps are the lengths of limits that the menu offers, in percent.
var clockSteps = []int{0, 50, 100, 200, 400}

func (k *Console) doSetPace(c command.SetPace) error {
	if !slices.Contains(caller.Paces(), caller.Pace(c.Pace)) {
		return k.refused(engine.Refuse("", "refuse.pace", c.Pace))
	}
	k.settings.Pace = caller.Pace(c.Pace)
	k.keepPace()
	k.remember()
	k.touch()
	return nil
}

func (k *Console) doSetClocks(c command.SetClocks) error {
	if c.Percent < 0 || c.Percent > 1000 {
		return k.refused(engine.Refuse("", "refuse.clocks", c.Percent))
	}
	k.settings.Clocks = c.Percent
	if k.t != nil {
		k.t.SetClocks(k.caller.Clock(k.now), c.Percent)
	}
	k.remember()
	k.touch()
	return nil
}

// recall reads what the box remembers. What is not there, or is damaged, is as at first.
func (k *Console) recall() {
	k.settings = settings{Pace: caller.Normal, Clocks: 100}
	if k.folder == "" {
		return
	}
	data, err := journal.ReadFile(filepath.Join(k.folder, settingsFile))
	if err != nil {
		if !errors.Is(err, fs.ErrNotExist) {
			k.log.Warn("settings", "error", err)
		}
		return
	}
	s := k.settings
	if err := json.Unmarshal(data, &s); err != nil || !slices.Contains(caller.Paces(), s.Pace) || s.Clocks < 0 || s.Clocks > 1000 {
		k.log.Warn("settings are damaged and were left out", "file", settingsFile, "error", err)
		return
	}
	s.People = slices.DeleteFunc(s.People, func(p person) bool { return !p.whole() })
	k.settings = s
	k.keepPace()
}

// remember writes the settings down. A disk that does not take them costs no more than that.
func (k *Console) remember() {
	if k.folder == "" {
		return
	}
	data, err := json.Marshal(k.settings)
	if err == nil {
		err = atomicfile.WriteFile(filepath.Join(k.folder, settingsFile), append(data, '\n'), 0o600)
	}
	if err != nil {
		k.log.Warn("settings", "error", err)
	}
}

// settingsMenu asks what to change about the box.
func (k *Console) settingsMenu() *menu {
	m := &menu{heading: says("ui.settings")}
	m.add(says("ui.pace"), openMenu((*Console).paceMenu))
	m.add(says("ui.clocks"), openMenu((*Console).clocksMenu))
	m.add(says("ui.language"), openMenu((*Console).langMenu))
	if len(k.settings.People) > 0 {
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
		if p == k.settings.Pace {
			m.sel = len(m.items)
		}
		m.add(says("ui.pace_"+string(p)), then{command.SetPace{Pace: string(p)}, (*Console).settingsMenu})
	}
	return m
}

func (k *Console) clocksMenu() *menu {
	m := &menu{heading: says("ui.clocks")}
	for _, percent := range clockSteps {
		if percent == k.settings.Clocks {
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
