package config

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"consigliere/engine"
	"consigliere/engine/document"
	"consigliere/hw/lang"
)

// A Pod is a seat's hardware.
type Pod struct {
	Buttons Buttons
	Light   int     // place on the strip; -1 without one there
	LED     *LED    // the light, if it is at an expander
	Lamp    string  // the name of the keyboard whose Num, Caps and Scroll are the light; "" for none
	Screen  *Screen // the private screen
}

// Lit reports whether the pod has a light.
func (p *Pod) Lit() bool { return p.Light >= 0 || p.LED != nil || p.Lamp != "" }

// An LED is a light of three colours at pins of an expander, which pull it to ground: its common
// side is at 3.3 V. Each colour is on or off.
type LED struct{ R, G, B Pin }

// Pins returns the pins of the three colours.
func (l *LED) Pins() [3]Pin { return [3]Pin{l.R, l.G, l.B} }

// pods reads the pods.
func (c *checker) pods(v document.Value, l lang.Lang) (pods []Pod) {
	tables := v.List(0, 0)
	switch n := len(tables); {
	case n == 0:
		refuse(v, "there are no pods; each is a table with the heading [[pod]]")
	case n > engine.MaxSeats:
		refuse(tables[engine.MaxSeats], "there are %d pods; a table seats at most %d", n, engine.MaxSeats)
	}
	lit := map[int]int{}
	for i, p := range tables {
		pods = append(pods, c.pod(p, i, lit, l))
	}
	return pods
}

func (c *checker) pod(v document.Value, i int, lit map[int]int, l lang.Lang) Pod {
	v.Keys(nil, []string{"a", "b", "ok", "light", "screen"})
	who := fmt.Sprintf("pod %d", i)
	out := Pod{Buttons: c.three(v, who), Light: -1}
	light := v.Key("light")
	switch {
	case light.Present() && light.Node().Kind == document.Object:
		out.LED = c.led(light, who)
	case light.Present() && light.Node().Kind == document.Text:
		out.Lamp = c.lamp(light, who, i)
	case c.lights < 0 && light.Present():
		refuse(light, "%s has the light %d, and there is no strip; add [lights]", who, number(light))
	case c.lights >= 0:
		out.Light = light.IntOr(i, math.MinInt, math.MaxInt)
		if out.Light < 0 || out.Light >= c.lights {
			refuse(light, "%s has the light %d, and the strip has %d: 0 to %d", who, out.Light, c.lights, c.lights-1)
		} else if other, taken := lit[out.Light]; taken {
			refuse(light, "%s and pod %d share the light %d", who, other, out.Light)
		}
		lit[out.Light] = i
	}
	if screen := v.Key("screen"); screen.Present() {
		out.Screen = c.screen(screen, "the screen of "+who, l)
	}
	return out
}

// lamp reads the name of the keyboard whose lights are a pod's light.
func (c *checker) lamp(v document.Value, who string, pod int) string {
	name := v.Text()
	var names []string
	for _, k := range c.keyboards {
		names = append(names, k.Name)
	}
	switch other, taken := c.lamps[name]; {
	case !slices.Contains(names, name):
		refuse(v, "%s has the lights of a keyboard %q, and there is none of that name; there are %s", who, name, quoted(names))
	case taken:
		refuse(v, "%s and pod %d share the lights of the keyboard %q", who, other, name)
	default:
		c.lamps[name] = pod
	}
	return name
}

// led reads the pins of a light at an expander.
func (c *checker) led(v document.Value, who string) *LED {
	l := &LED{}
	if !v.Keys([]string{"red", "green", "blue"}, nil) {
		return l
	}
	for _, colour := range []struct {
		key string
		pin *Pin
	}{{"red", &l.R}, {"green", &l.G}, {"blue", &l.B}} {
		key := v.Key(colour.key)
		if pin, ok := c.output(key, who+"'s "+colour.key+" light"); ok {
			*colour.pin = pin
		}
	}
	return l
}

// output reads a pin of an expander that is an output, which each of them can be.
func (c *checker) output(v document.Value, who string) (Pin, bool) {
	written := v.Text()
	name, label, _ := strings.Cut(written, ".")
	i := slices.IndexFunc(c.expanders, func(e Expander) bool { return e.Name == name })
	m := expanderPin.FindStringSubmatch(label)
	if i < 0 || m == nil {
		refuse(v, "%s needs a pin of an expander, such as \"left.GPA7\", not %q", who, written)
		return Pin{}, false
	}
	pin := Pin{Part: i, Bit: int(m[1][0]-'A')*8 + int(m[2][0]-'0')}
	return pin, c.takes(v, who, written, pin)
}

func (p *Pod) write(d *page, b *Box) {
	d.table("[pod]")
	d.three(b, &p.Buttons)
	if p.Light >= 0 {
		d.line("light = %d", p.Light)
	}
	d.given("light", p.Lamp)
	if l := p.LED; l != nil {
		d.line("light = { red = %s, green = %s, blue = %s }", quote(b.Place(l.R)), quote(b.Place(l.G)), quote(b.Place(l.B)))
	}
	if p.Screen != nil {
		d.line("screen = { %s }", strings.Join(p.Screen.lines(b), ", "))
	}
}

// ledSides are the two sides of a light at an expander, each with its resistor: some 4 mA flow.
var ledSides = [3]string{"red, by 330 ohm", "green, by 100 ohm", "blue, by 100 ohm"}

// wire joins the pod, which is called who.
func (p *Pod) wire(w *wires, who string) {
	w.three(who, &p.Buttons)
	if p.LED != nil {
		part := who + " light"
		for j, pin := range p.LED.Pins() {
			w.join(Light, w.box.expanderPin(pin), End{part, ledSides[j]})
		}
		if e := &w.box.Expanders[p.LED.R.Part]; e.Channel >= 0 {
			w.join(Light, End{expanderPart(e), "3.3 V"}, End{part, "common side"})
		} else {
			w.join(Power, volts3, End{part, "common side"})
		}
	}
	if p.Lamp != "" {
		w.join(KeyPress, End{keyboardPart(&Keyboard{Name: p.Lamp}), "Num, Caps, Scroll"}, End{who, "light: red, green, blue"})
	}
	if p.Screen != nil {
		p.Screen.wire(w, who+" screen")
	}
}

// leds are the lights at expanders.
func (s *shopping) leds(b *Box) {
	n := 0
	for _, p := range b.Pods {
		if p.LED != nil {
			n++
		}
	}
	s.add(n, "light of three colours, common anode", "10 mm, diffused; not one with a chip in it")
	s.add(n, "resistor, 330 ohm, for red", "")
	s.add(2*n, "resistor, 100 ohm, for green and blue", "")
}
