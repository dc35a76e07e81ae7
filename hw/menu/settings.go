package menu

import (
	"consigliere/engine"
	"consigliere/hw/caller"
	"consigliere/hw/command"
	"consigliere/hw/lang"
	"consigliere/hw/words"
)

// clockSteps are the lengths of limits that the menu offers, in percent.
var clockSteps = []int{0, 50, 100, 200, 400}

// settingsMenu asks what to change about the box.
func (b *Box) settingsMenu() *Menu {
	m := &Menu{heading: says("ui.settings")}
	m.add(says("ui.pace"), Open((*Box).paceMenu))
	m.add(says("ui.clocks"), Open((*Box).clocksMenu))
	m.add(says("ui.bots_pace"), Open((*Box).botsPaceMenu))
	m.add(says("ui.language"), Open((*Box).langMenu))
	if b.Commits {
		m.add(says("ui.fair"), Open((*Box).fairMenu))
	}
	if b.Volume {
		m.add(says("ui.volume"), Open((*Box).volumeMenu))
	}
	if b.Brightness {
		m.add(says("ui.brightness"), Open((*Box).brightnessMenu))
	}
	if b.Machine.Helper || b.Machine.Of > 0 {
		m.add(says("ui.machine"), Then{command.Look{}, after((*Box).machineMenu)})
	}
	if len(b.Memory.People()) > 0 {
		m.add(says("ui.people"), Open((*Box).peopleMenu))
	}
	m.add(says("ui.voice"), Open((*Box).voiceMenu))
	m.add(says("ui.back"), Open(Top))
	return m
}

// paceMenu asks how fast the table likes to be told.
func (b *Box) paceMenu() *Menu {
	m := &Menu{heading: says("ui.pace")}
	for _, p := range caller.Paces() {
		if p == b.Memory.Pace() {
			m.sel = len(m.items)
		}
		m.add(says("ui.pace_"+string(p)), Then{command.SetPace{Pace: string(p)}, after((*Box).settingsMenu)})
	}
	return m
}

// botsPaceMenu asks whether people wait for bots.
func (b *Box) botsPaceMenu() *Menu {
	m := &Menu{heading: says("ui.bots_pace")}
	for _, fast := range []bool{false, true} {
		if fast == b.Memory.FastBots() {
			m.sel = len(m.items)
		}
		key := "ui.bots_usual"
		if fast {
			key = "ui.bots_fast"
		}
		m.add(says(key), Then{command.SetFastBots{On: fast}, after((*Box).settingsMenu)})
	}
	return m
}

// voiceSteps are the rates and pitches of the voice that the menu offers, in percent.
var voiceSteps = []int{70, 85, 100, 120, 140}

// voiceMenu asks how the voice speaks.
func (b *Box) voiceMenu() *Menu {
	rate, pitch := b.Memory.Voice()
	m := &Menu{heading: says("ui.voice")}
	step := func(key string, now int, set func(percent int) command.SetVoice) {
		m.add(says(key), Open(func(*Box) *Menu {
			steps := &Menu{heading: says(key)}
			for _, percent := range voiceSteps {
				if percent == now {
					steps.sel = len(steps.items)
				}
				steps.add(func(w *words.Play, l lang.Lang) string {
					return w.Plain(l, engine.Say("ui.percent").Number(percent))
				}, Then{set(percent), after((*Box).voiceMenu)})
			}
			return steps
		}))
	}
	step("ui.voice_rate", rate, func(p int) command.SetVoice { return command.SetVoice{Rate: p, Pitch: pitch} })
	step("ui.voice_pitch", pitch, func(p int) command.SetVoice { return command.SetVoice{Rate: rate, Pitch: p} })
	m.add(says("ui.back"), Open((*Box).settingsMenu))
	return m
}

// clocksMenu asks how long limits of time are.
func (b *Box) clocksMenu() *Menu {
	m := &Menu{heading: says("ui.clocks")}
	for _, percent := range clockSteps {
		if percent == b.Memory.Clocks() {
			m.sel = len(m.items)
		}
		text := says("ui.clocks_off")
		if percent > 0 {
			text = func(w *words.Play, l lang.Lang) string {
				return w.Text(l, engine.Say("ui.clocks_percent").Number(percent))
			}
		}
		m.add(text, Then{command.SetClocks{Percent: percent}, after((*Box).settingsMenu)})
	}
	return m
}

// langMenu asks for the language of the box, or of one of those who play.
func (b *Box) langMenu() *Menu {
	m := &Menu{heading: says("ui.language")}
	for _, l := range lang.All() {
		if l == b.Lang {
			m.sel = len(m.items)
		}
		m.add(names(l.Name()), Then{command.SetLang{Lang: l}, func(b *Box, _ error) *Menu {
			if b.Play == nil {
				return b.startMenu()
			}
			return nil
		}})
	}
	for i, name := range b.Words.Roster {
		if s := engine.Seat(i); !b.Play.Bots.Has(s) {
			m.add(names(name), Open(func(b *Box) *Menu { return b.seatLangMenu(s) }))
		}
	}
	return m
}

// seatLangMenu asks for the language of what a seat reads.
func (b *Box) seatLangMenu(seat engine.Seat) *Menu {
	m := &Menu{heading: names(b.Words.Roster.Name(seat))}
	m.add(says("ui.lang_box"), Closing{command.SetSeatLang{Seat: seat, Lang: ""}})
	for _, l := range lang.All() {
		if l == b.Play.Langs[seat] {
			m.sel = len(m.items)
		}
		m.add(names(l.Name()), Closing{command.SetSeatLang{Seat: seat, Lang: l}})
	}
	return m
}
