package menu

import (
	"fmt"
	"time"

	"consigliere/engine"
	"consigliere/hw/command"
	"consigliere/hw/lang"
	"consigliere/hw/words"
)

// The steps that the menu offers, in percent. The least brightness is for a dark room.
var (
	volumeSteps     = []int{100, 75, 50, 25, 10}
	brightnessSteps = []int{100, 50, 25, night}
)

const night = 10

// percent returns the label of a percentage.
func percent(n int) label {
	return func(w *words.Play, l lang.Lang) string { return w.Text(l, engine.Say("ui.clocks_percent").Number(n)) }
}

// volumeMenu asks how loud the box is. It stays open, so that one can hear what was chosen and choose again.
func (b *Box) volumeMenu() *Menu {
	m := &Menu{heading: says("ui.volume")}
	for i, n := range volumeSteps {
		if n == b.Memory.Volume() {
			m.sel = i
		}
		m.add(percent(n), Then{command.SetVolume{Percent: n}, after((*Box).volumeMenu)})
	}
	m.add(says("ui.back"), Open((*Box).settingsMenu))
	return m
}

// brightnessMenu asks how bright displays and lights are.
func (b *Box) brightnessMenu() *Menu {
	m := &Menu{heading: says("ui.brightness")}
	for i, n := range brightnessSteps {
		if n == b.Memory.Brightness() {
			m.sel = i
		}
		text := percent(n)
		if n == night {
			text = says("ui.night")
		}
		m.add(text, Then{command.SetBrightness{Percent: n}, after((*Box).brightnessMenu)})
	}
	m.add(says("ui.back"), Open((*Box).settingsMenu))
	return m
}

// machineMenu is about the machine that the box runs on: its networks, its clock, what it keeps.
func (b *Box) machineMenu() *Menu {
	m := &Menu{heading: says("ui.machine")}
	m.renew = func(b *Box) *Menu { return b.machineMenu().at(m.sel) }
	if b.Machine.Helper {
		if b.Phones.WiFi == nil {
			m.addExplained(says("ui.hotspot_on"), says("ui.hotspot_help"), sure("ui.hotspot_on", command.SetHotSpot{On: true}, (*Box).machineMenu))
		} else {
			m.add(says("ui.wifi_code"), Open((*Box).wifiMenu))
			m.add(says("ui.hotspot_off"), sure("ui.hotspot_off", command.SetHotSpot{}, (*Box).machineMenu))
		}
		if b.Phones.Served {
			m.add(says("ui.network"), Open((*Box).networkMenu))
		}
		if !b.Machine.Synced {
			m.add(says("ui.set_clock"), Open(func(b *Box) *Menu { return clockMenu(b.Machine.Clock) }))
		}
	}
	if b.Phones.Served {
		m.add(says("ui.join_code"), Open((*Box).codeMenu))
	}
	m.add(says("ui.kept"), Open((*Box).keptMenu))
	if b.Machine.Helper {
		m.add(says("ui.power_off"), sure("ui.power_off", command.PowerOff{}, (*Box).machineMenu))
	}
	m.add(says("ui.back"), Open((*Box).settingsMenu))
	return m
}

// sure asks whether the box shall really do something with its machine.
func sure(key string, do command.Command, back Open) command.Command {
	return Open(func(*Box) *Menu {
		m := &Menu{heading: says(key)}
		m.add(says("ui.no"), back)
		m.add(says("ui.yes"), Then{do, after(back)})
		return m
	})
}

// networkMenu says which Wi-Fi the box is in, and how a phone lets it join another.
func (b *Box) networkMenu() *Menu {
	m := &Menu{heading: says("ui.network"), reads: true}
	m.renew = func(b *Box) *Menu { return b.networkMenu().at(m.sel) }
	back := Open((*Box).machineMenu)
	text := says("ui.network_none")
	if name := b.Machine.Network; name != "" {
		text = func(w *words.Play, l lang.Lang) string { return w.Plain(l, engine.Say("ui.network_in").Thing(name)) }
	}
	m.items = append(m.items,
		item{label: text, heading: m.heading, do: back},
		item{label: says("ui.network_join"), heading: m.heading, do: back})
	return m
}

// keptMenu says what is stored, how full it is, and whether there is something newer.
func (b *Box) keptMenu() *Menu {
	m := &Menu{heading: says("ui.kept"), reads: true}
	m.renew = func(b *Box) *Menu { return b.keptMenu().at(m.sel) }
	add := func(text label) {
		m.items = append(m.items, item{label: text, heading: m.heading, do: Open((*Box).machineMenu)})
	}
	games := len(b.Saved) + len(b.Memory.Past())
	add(func(w *words.Play, l lang.Lang) string { return w.Text(l, engine.Say("ui.kept_games").Number(games)) })
	if of := b.Machine.Of; of > 0 {
		full := int((of - b.Machine.Free) * 100 / of)
		add(func(w *words.Play, l lang.Lang) string { return w.Text(l, engine.Say("ui.kept_full").Number(full)) })
	}
	if v := b.Machine.Update; v != "" {
		add(func(w *words.Play, l lang.Lang) string { return w.Plain(l, engine.Say("ui.update").Thing(v)) })
	}
	return m
}

// A field is a part of date and time.
type field struct {
	key  string
	of   func(time.Time) int
	room func(time.Time) (from, to int)
	with func(t time.Time, v int) time.Time
}

func within(from, to int) func(time.Time) (int, int) {
	return func(time.Time) (int, int) { return from, to }
}

// on returns a day at the time of another; one that a month has not is its last.
func on(t time.Time, year int, month time.Month, day int) time.Time {
	last := time.Date(year, month+1, 0, 0, 0, 0, 0, t.Location()).Day()
	return time.Date(year, month, min(day, last), t.Hour(), t.Minute(), 0, 0, t.Location())
}

var fields = []field{
	{"ui.hour", time.Time.Hour, within(0, 23), func(t time.Time, v int) time.Time {
		return time.Date(t.Year(), t.Month(), t.Day(), v, t.Minute(), 0, 0, t.Location())
	}},
	{"ui.minute", time.Time.Minute, within(0, 59), func(t time.Time, v int) time.Time {
		return time.Date(t.Year(), t.Month(), t.Day(), t.Hour(), v, 0, 0, t.Location())
	}},
	{"ui.day", time.Time.Day, func(t time.Time) (int, int) {
		return 1, time.Date(t.Year(), t.Month()+1, 0, 0, 0, 0, 0, t.Location()).Day()
	}, func(t time.Time, v int) time.Time { return on(t, t.Year(), t.Month(), v) }},
	{"ui.month", func(t time.Time) int { return int(t.Month()) }, within(1, 12), func(t time.Time, v int) time.Time {
		return on(t, t.Year(), time.Month(v), t.Day())
	}},
	{"ui.year", time.Time.Year, within(2025, 2060), func(t time.Time, v int) time.Time { return on(t, v, t.Month(), t.Day()) }},
}

// clockMenu sets date and time, part by part.
func clockMenu(t time.Time) *Menu {
	m := &Menu{heading: func(_ *words.Play, l lang.Lang) string { return ltr(l, l.Digits(t.Format("2006-01-02 15:04"))) }}
	m.add(says("ui.done"), Then{command.SetTime{Time: t}, after((*Box).machineMenu)})
	for i, f := range fields {
		m.add(says(f.key), Open(func(*Box) *Menu {
			n := &Menu{heading: says(f.key)}
			from, to := f.room(t)
			for v := from; v <= to; v++ {
				if v == f.of(t) {
					n.sel = v - from
				}
				n.add(func(_ *words.Play, l lang.Lang) string { return l.Digits(fmt.Sprintf("%02d", v)) }, Open(func(*Box) *Menu { return clockMenu(f.with(t, v)).at(i + 1) }))
			}
			return n
		}))
	}
	m.add(says("ui.back"), Open((*Box).machineMenu))
	return m
}
