package config

import (
	"strconv"
	"strings"

	"consigliere/engine/document"
)

// Lights are a strip.
type Lights struct {
	Chip         string // [APA102] or [WS2812]
	Port         string // its name in periph's spireg, such as "SPI0.0"
	Count        int
	MaxMilliamps int // of all together
	Brightness   int // percent
}

// strip reads the strip of lights, if there is one.
func (c *checker) strip(v document.Value) *Lights {
	c.lights = -1
	if !v.Keys([]string{"count"}, []string{"chip", "port", "max_milliamps", "brightness"}) {
		return nil
	}
	out := &Lights{
		Chip:         oneOf(v.Key("chip"), "the strip", APA102, WS2812),
		Port:         v.Key("port").Text(),
		Count:        v.Key("count").Int(1, maxLights),
		MaxMilliamps: v.Key("max_milliamps").IntOr(480, 20, 10000),
		Brightness:   v.Key("brightness").IntOr(60, 1, 100),
	}
	if c.lights = out.Count; c.lights == 1 && number(v.Key("count")) != 1 {
		c.lights = maxLights // the count is wrong, and that is enough to report
	}
	m := spiPort.FindStringSubmatch(out.Port)
	if m == nil {
		refuse(v.Key("port"), "lights.port must be an SPI port such as \"SPI0.0\", not %q", out.Port)
	} else {
		for _, gpio := range spiLines[m[1]+"."+m[2]] {
			c.gpios[gpio] = "the lights on " + out.Port
		}
	}
	if out.Chip == WS2812 && out.Count > maxWS2812 {
		refuse(v.Key("count"), "a strip of WS2812 can have at most %d lights, as one transfer must hold them all", maxWS2812)
	}
	return out
}

const (
	// maxLights is how many lights a strip has at most, and maxWS2812 how many of those whose
	// colours must go out in one transfer of 4096 bytes, 9 each and a pause before and after.
	maxLights = 1024
	maxWS2812 = 400
)

func (l *Lights) write(d *page) {
	if l == nil {
		return
	}
	d.table("lights")
	d.key("chip", l.Chip)
	d.key("port", l.Port)
	d.line("count = %d", l.Count)
	d.line("max_milliamps = %d", l.MaxMilliamps)
	d.line("brightness = %d", l.Brightness)
}

// shifter lifts the Pi's 3.3 V to the 5 V that a strip wants to see.
const shifter = "level shifter, 74AHCT125"

func (l *Lights) wire(w *wires) {
	if l == nil {
		return
	}
	part := "lights, " + strings.ToUpper(l.Chip)
	lines := spiLines[strings.TrimPrefix(l.Port, "SPI")]
	mosi, sclk := End{pi, l.Port + " MOSI"}, End{pi, l.Port + " SCLK"}
	if lines != nil {
		mosi, sclk = header(lines[0], ", MOSI"), header(lines[1], ", SCLK")
	}
	// Pins of the 14-pin package (Texas Instruments SCLS264, section 5).
	w.join(Power, volts5, End{shifter, "14 (VCC)"})
	w.join(Power, ground, End{shifter, "7 (GND)"})
	w.join(Power, ground, End{shifter, "1 (1OE)"})
	w.join(Data, mosi, End{shifter, "2 (1A)"})
	if l.Chip == APA102 {
		w.join(Power, ground, End{shifter, "4 (2OE)"})
		w.join(Data, sclk, End{shifter, "5 (2A)"})
	}
	w.join(Power, volts5, End{part, "5V"})
	w.join(Power, ground, End{part, "GND"})
	w.join(Data, End{shifter, "3 (1Y)"}, End{part, "DI"})
	if l.Chip == APA102 {
		w.join(Data, End{shifter, "6 (2Y)"}, End{part, "CI"})
	}
}

func (l *Lights) note(n *notes, b *Box) {
	if l == nil {
		return
	}
	n.add("The strip of %d lights is limited to %d mA; a fuse of 1 A belongs in its 5 V wire. It takes 5 V signals, so a 74AHCT125 is between it and the Pi; its other inputs (9, 10, 12, 13) go to ground.", l.Count, l.MaxMilliamps)
	if l.Chip == WS2812 {
		n.add("Put 330 ohm into the wire to DI, and 1000 microfarad between 5 V and ground at the strip. Without core_freq in config.txt the colours flicker on boards before the Pi 5.")
	}
	n.add("The strip goes from pod to pod, so that one which is pulled out darkens those after it; in the build cable each pod has a light of its own.")
	n.add("Places on the strip, by pod: %s.", strings.Join(b.places(), ", "))
}

func (b *Box) places() []string {
	out := make([]string, len(b.Pods))
	for i, p := range b.Pods {
		out[i] = strconv.Itoa(p.Light)
	}
	return out
}

func (l *Lights) buy(s *shopping) {
	if l == nil {
		return
	}
	note := "from a strip of 30 a metre, cut and wired from pod to pod"
	if l.Chip == APA102 {
		note += "; SK9822 is the same to the box"
	}
	s.add(l.Count, "light "+strings.ToUpper(l.Chip), note)
	s.add(1, "fuse of 1 A with its holder", "in the 5 V wire to the strip, near the Pi")
	s.add(1, "74AHCT125 in a 14-pin DIP", "not 74HC125, which does not take 3.3 V for a high level")
	s.add(1, "capacitor, 1000 microfarad, 10 V", "between 5 V and ground where the strip begins")
	s.add(1, "capacitor, 100 nanofarad", "between pins 14 and 7 of the 74AHCT125")
	if l.Chip == WS2812 {
		s.add(1, "resistor, 330 ohm", "in the wire to DI")
	}
}
