package config

import (
	"strings"

	"consigliere/engine/document"
)

// A Speaker is a sound device and what speaks on it.
type Speaker struct {
	Device string // its name in ALSA
	// Amplifier is [MAX98357A] if the loudspeaker is at an amplifier on the header's I2S; "" if not.
	Amplifier string
	Command   string // that speaks: text in, WAV out, {lang} for the language; "" means the best that is installed
	Pack      string // folder of an owner's recordings; "" has none
}

// MAX98357A is an amplifier with I2S, as the configuration names it. Its card is called so, too.
const MAX98357A = "max98357a"

// i2sLines are the lines of the header's I2S, by what an amplifier calls them.
var i2sLines = [3][2]string{{"GPIO18", "BCLK"}, {"GPIO19", "LRC"}, {"GPIO21", "DIN"}}

func (c *checker) speaker(v document.Value) *Speaker {
	if !v.Keys(nil, []string{"device", "amplifier", "command", "pack"}) {
		return nil
	}
	s := &Speaker{v.Key("device").Text(), "", strings.TrimSpace(v.Key("command").Text()), v.Key("pack").Text()}
	if a := v.Key("amplifier"); a.Present() {
		s.Amplifier = oneOf(a, "the amplifier", MAX98357A)
		for _, line := range i2sLines {
			c.line(a, "the amplifier", line[0])
		}
		if s.Device == "" {
			s.Device = "plughw:CARD=MAX98357A"
		}
	}
	if s.Device == "" {
		refuse(v.Key("device"), "speaker needs a device, such as \"default\"")
	}
	if s.Pack != "" && !strings.HasPrefix(s.Pack, "/") {
		refuse(v.Key("pack"), "speaker.pack must be a folder that begins with /, not %q", s.Pack)
	}
	return s
}

func (s *Speaker) write(d *page) {
	if s == nil {
		return
	}
	d.table("speaker")
	d.key("device", s.Device)
	d.given("amplifier", s.Amplifier)
	d.given("command", s.Command)
	d.given("pack", s.Pack)
}

func (s *Speaker) wire(w *wires) {
	if s == nil || s.Amplifier == "" {
		return
	}
	const part = "amplifier, MAX98357A"
	w.join(Power, volts5, End{part, "VIN"})
	w.join(Power, ground, End{part, "GND"})
	for _, line := range i2sLines {
		w.join(Data, header(line[0], ", I2S"), End{part, line[1]})
	}
}

func (s *Speaker) note(n *notes) {
	if s == nil {
		return
	}
	if s.Amplifier != "" {
		n.add("The amplifier's SD and GAIN stay open; the loudspeaker of 4 or 8 ohm is at its two screws, and neither of them goes to ground.")
	}
	n.add("The speaker is the ALSA device %q.", s.Device)
}

func (s *Speaker) buy(list *shopping) {
	switch {
	case s == nil:
	case s.Amplifier != "":
		list.add(1, "MAX98357A on a module", "an amplifier with I2S")
		list.add(1, "loudspeaker, 4 or 8 ohm, 3 W", "")
	default:
		list.add(1, "loudspeaker", "at HDMI or USB; or with an amplifier MAX98357A: amplifier = \"max98357a\" under [speaker]")
	}
}
