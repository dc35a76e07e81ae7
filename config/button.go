package config

import (
	"fmt"
	"strconv"
	"strings"

	"consigliere/engine/document"
	"consigliere/hw"
)

// A Side is where a [Pin] is.
type Side uint8

// The sides.
const (
	OnExpander Side = iota
	OnHeader
	OnKeyboard
)

// A Pin is where a button is wired: to a pin of an expander, to a line of the Pi's header, or
// as a key of a keyboard.
type Pin struct {
	On   Side
	Part int // index in [Box.Expanders] or [Box.Keyboards]; 0 on the header
	// Bit is, on an expander, 0 to 7 for GPA0 to GPA7 and 8 to 15 for GPB0 to GPB7; on the header,
	// the number of the GPIO; on a keyboard, the kernel's code of the key.
	Bit int
}

// Label returns the name of the pin in the chip's data sheet, such as "GPB3", of the line,
// such as "GPIO5", or of the key, such as "KP1".
func (p Pin) Label() string {
	switch p.On {
	case OnHeader:
		return fmt.Sprintf("GPIO%d", p.Bit)
	case OnKeyboard:
		return keyName(p.Bit)
	}
	return fmt.Sprintf("GP%c%d", 'A'+p.Bit/8, p.Bit%8)
}

// Buttons are the pins of a pod's buttons, by [hw.Button].
type Buttons [hw.Buttons]Pin

// one reads a table with one pin.
func (c *checker) one(v document.Value, key, who string) *Pin {
	if !v.Keys(nil, []string{key}) {
		return nil
	}
	pin, _ := c.pin(v.Key(key), who)
	return &pin
}

// three checks the pins of three buttons.
func (c *checker) three(v document.Value, who string) Buttons {
	var out Buttons
	for b := range out {
		button := hw.Button(b).String()
		if pin, ok := c.pin(v.Key(strings.ToLower(button)), who+"'s "+button); ok {
			out[b] = pin
		}
	}
	return out
}

// pin reads where a button is: "left.GPA3", "GPIO5" or "numpad.KP1".
func (c *checker) pin(v document.Value, who string) (Pin, bool) {
	written := v.Text()
	if written == "" {
		refuse(v, "%s needs a pin, such as %q", who, c.example())
		return Pin{}, false
	}
	pin, ok := c.locate(v, who, written)
	if !ok {
		return Pin{}, false
	}
	if !c.takes(v, who, written, pin) {
		return Pin{}, false
	}
	return pin, true
}

// example returns a pin that the box has.
func (c *checker) example() string {
	switch {
	case len(c.expanders) > 0:
		return c.expanders[0].Name + ".GPA0"
	case len(c.keyboards) > 0:
		return c.keyboards[0].Name + ".KP1"
	}
	return "GPIO5"
}

// locate finds the pin that is written.
func (c *checker) locate(v document.Value, who, written string) (Pin, bool) {
	name, label, dotted := strings.Cut(written, ".")
	if !dotted {
		if !c.line(v, who, written) {
			return Pin{}, false
		}
		n, _ := strconv.Atoi(strings.TrimPrefix(written, "GPIO")) // line has checked it
		return Pin{On: OnHeader, Bit: n}, true
	}
	for i, k := range c.keyboards {
		if k.Name != name {
			continue
		}
		code, ok := keyCode(label)
		if !ok {
			refuse(v, "%s is at %q; a key has the kernel's name, such as KP1, A, ENTER or BTN_TRIGGER%s", who, written, meant(label, keyNames()))
		}
		return Pin{On: OnKeyboard, Part: i, Bit: code}, ok
	}
	var known []string
	expander := -1
	for i, e := range c.expanders {
		known = append(known, e.Name)
		if e.Name == name {
			expander = i
		}
	}
	for _, k := range c.keyboards {
		known = append(known, k.Name)
	}
	if expander < 0 {
		what := "expander"
		if len(c.keyboards) > 0 {
			what = "expander or keyboard"
		}
		refuse(v, "%s is at %q, and there is no %s %q; there are %s", who, written, what, name, quoted(known))
		return Pin{}, false
	}
	m := expanderPin.FindStringSubmatch(label)
	if m == nil {
		refuse(v, "%s is at %q; an MCP23017 has the pins GPA0 to GPA7 and GPB0 to GPB7", who, written)
		return Pin{}, false
	}
	pin := Pin{Part: expander, Bit: int(m[1][0]-'A')*8 + int(m[2][0]-'0')}
	if pin.Bit%8 == 7 {
		// These two are outputs only since Microchip DS20001952D (2022).
		refuse(v, "%s is at %q, which can only be an output; take GPA0 to GPA6 or GPB0 to GPB6", who, written)
		return Pin{}, false
	}
	return pin, true
}

// takes gives a pin to a button or light alone.
func (c *checker) takes(v document.Value, who, written string, pin Pin) bool {
	if other, taken := c.pins[pin]; taken {
		refuse(v, "%s and %s are both at %q", other, who, written)
		return false
	}
	c.pins[pin] = who
	return true
}

// Place returns where a button is, as a configuration names it: "left.GPA3", "GPIO5" or
// "numpad.KP1".
func (b *Box) Place(p Pin) string {
	switch p.On {
	case OnExpander:
		return b.Expanders[p.Part].Name + "." + p.Label()
	case OnKeyboard:
		return b.Keyboards[p.Part].Name + "." + p.Label()
	}
	return p.Label()
}

func (d *page) three(b *Box, buttons *Buttons) {
	for i, key := range []string{"a", "b", "ok"} {
		d.key(key, b.Place(buttons[i]))
	}
}

// one is a table with one button.
func (d *page) one(b *Box, table, key string, p *Pin) {
	if p != nil {
		d.table(table)
		d.key(key, b.Place(*p))
	}
}

// button joins one contact, and reports whether its other side goes to ground.
func (w *wires) button(part, name string, p Pin) bool {
	switch p.On {
	case OnHeader:
		w.join(Button, header(p.Label(), ""), End{part, name})
	case OnKeyboard:
		w.join(KeyPress, End{keyboardPart(&w.box.Keyboards[p.Part]), p.Label()}, End{part, name})
		return false
	default:
		w.join(Button, w.box.expanderPin(p), End{part, name})
	}
	return true
}

// minus is where the other side of a button goes: to the Pi, or to its expander at the end of a
// cable.
func (w *wires) minus(p Pin, part, pin string) {
	if p.On == OnExpander && w.box.Expanders[p.Part].Channel >= 0 {
		w.join(Button, End{expanderPart(&w.box.Expanders[p.Part]), "GND"}, End{part, pin})
		return
	}
	w.join(Power, ground, End{part, pin})
}

func (w *wires) three(part string, buttons *Buttons) {
	var grounded []string
	var last Pin
	for i, p := range buttons {
		if name := hw.Button(i).String(); w.button(part, name, p) {
			grounded, last = append(grounded, name), p
		}
	}
	if len(grounded) > 0 {
		w.minus(last, part, "the other side of "+strings.Join(grounded, ", "))
	}
}

func (w *wires) one(part, name string, p *Pin) {
	if p != nil && w.button(part, name, *p) {
		w.minus(*p, part, "the other side")
	}
}

// buttons says where the other sides of buttons go.
func (n *notes) buttons(b *Box) {
	sides := map[Side]bool{}
	b.EachButton(func(_ hw.Pod, _ hw.Button, p Pin) { sides[p.On] = true })
	switch {
	case sides[OnExpander] && sides[OnHeader]:
		n.add("Buttons close to ground; the expanders and the Pi pull up.")
	case sides[OnExpander]:
		n.add("Buttons close to ground; the expanders pull up.")
	case sides[OnHeader]:
		n.add("Buttons close to ground; the Pi pulls up.")
	}
	if sides[OnExpander] || sides[OnHeader] {
		n.add("Every ground pin of the header is as good as another: 6, 9, 14, 20, 25, 30, 34, 39.")
	}
}

// cased returns how many pods have buttons that something must hold.
func (b *Box) cased() int {
	pods := map[hw.Pod]bool{}
	b.EachButton(func(pod hw.Pod, _ hw.Button, p Pin) {
		if p.On != OnKeyboard && pod >= 0 {
			pods[pod] = true
		}
	})
	return len(pods)
}

// buttons are the buttons and the mute switch; it returns how many buttons are not those of keyboards.
func (s *shopping) buttons(b *Box) (mounted int) {
	far := 0
	b.EachButton(func(_ hw.Pod, _ hw.Button, p Pin) {
		if p.On == OnKeyboard {
			return
		}
		mounted++
		if p.On == OnHeader || b.Expanders[p.Part].Channel < 0 {
			far++ // at the end of a cable
		}
	})
	s.add(mounted, "push button, normally open", "24 mm arcade buttons are pleasant; a colour for each of A, B and OK")
	s.add(far, "resistor, 1 kilohm, for a button", "against noise: in its wire, where the cable comes to the pin")
	s.add(far, "capacitor, 100 nanofarad, for a button", "against noise: from that pin to ground")
	if b.Mute != nil && b.Mute.On != OnKeyboard {
		s.add(1, "toggle switch, on and off", "")
	}
	return mounted
}
