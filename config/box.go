package config

import (
	"fmt"
	"io"
	"slices"
	"strings"
	"time"

	"consigliere/engine/document"
	"consigliere/hw"
	"consigliere/hw/lang"
)

// What each part is, how it is read, written, wired and bought, stands in a file of its own. This file has the parts in their order.

// A Box is a checked configuration. A part that is not wired is nil.
type Box struct {
	Lang     lang.Lang // of all screens without a language of their own, and of the voice
	Journals string    // the directory as written; "" keeps no journals. See [Box.JournalDir].
	Web      Web
	Hub      Hub

	Noise    time.Duration // how long a button must be down to count as pressed
	Debounce time.Duration // how long a button must be quiet to count as released
	Hold     time.Duration // how long a button must be down to count as held
	Repeat   time.Duration // how long until a held A or B counts again

	Expanders []Expander
	Keyboards []Keyboard
	Mux       *Mux
	Lights    *Lights
	Main      *Screen
	Speaker   *Speaker
	Buzzer    *Buzzer
	Host      *Pin // the button that opens the menu
	Mute      *Pin // the switch that silences voice and buzzer while it is closed
	Tray      *Tray
	Panel     *Buttons
	Pods      []Pod // 1 to [engine.MaxSeats]
}

// box reads the document. Chips come before what is wired to them, such as expanders before
// buttons.
func (c *checker) box(v document.Value) *Box {
	v.Keys(nil, []string{"lang", "journals", "web", "hub", "buttons", "expander", "keyboard", "mux", "lights", "main", "speaker", "buzzer", "host", "mute", "tray", "panel", "pod"})
	buttons := v.Key("buttons")
	buttons.Keys(nil, []string{"noise", "debounce", "hold", "repeat"})
	b := &Box{
		Web:      web(v.Key("web")),
		Lang:     language(v.Key("lang"), lang.English),
		Journals: v.Key("journals").Text(),
		Noise:    duration(buttons.Key("noise"), time.Millisecond, 0, 5*time.Millisecond),
		Debounce: duration(buttons.Key("debounce"), 8*time.Millisecond, time.Millisecond, 100*time.Millisecond),
		Hold:     duration(buttons.Key("hold"), 700*time.Millisecond, 200*time.Millisecond, 5*time.Second),
		Repeat:   duration(buttons.Key("repeat"), 140*time.Millisecond, 20*time.Millisecond, 2*time.Second),
	}
	if j := b.Journals; j != "" && !strings.HasPrefix(j, "/") && !strings.HasPrefix(j, "~/") {
		refuse(v.Key("journals"), "journals must begin with / or ~/, not %q", j)
	}
	b.Hub = hub(v.Key("hub"))
	b.Lights = c.strip(v.Key("lights"))
	b.Mux = c.multiplexer(v.Key("mux"))
	for _, e := range v.Key("expander").List(0, 0) {
		c.expanders = append(c.expanders, c.expander(e))
	}
	b.Expanders = c.expanders
	for _, k := range v.Key("keyboard").List(0, 0) {
		c.keyboards = append(c.keyboards, c.keyboard(k))
	}
	b.Keyboards = c.keyboards
	if screen := v.Key("main"); screen.Present() {
		b.Main = c.screen(screen, "the main screen", b.Lang)
	}
	b.Speaker = c.speaker(v.Key("speaker"))
	b.Buzzer = c.buzzer(v.Key("buzzer"))
	b.Host = c.one(v.Key("host"), "button", "the host's button")
	b.Mute = c.one(v.Key("mute"), "switch", "the mute switch")
	b.Tray = tray(v.Key("tray"))
	if panel := v.Key("panel"); panel.Keys(nil, []string{"a", "b", "ok"}) {
		three := c.three(panel, "the panel")
		b.Panel = &three
	}
	b.Pods = c.pods(v.Key("pod"), b.Lang)
	return b
}

// Write writes the configuration as a box.toml that reads back as the same box.
func (b *Box) Write(w io.Writer) error {
	var d page
	d.line("# Consigliere: what is wired to what. `consigliere config show full` has a comment on every key.")
	d.line("")
	d.key("lang", string(b.Lang))
	d.key("journals", b.Journals)
	b.Web.write(&d)
	b.Hub.write(&d)
	d.table("buttons")
	d.key("noise", b.Noise.String())
	d.key("debounce", b.Debounce.String())
	d.key("hold", b.Hold.String())
	d.key("repeat", b.Repeat.String())
	for _, e := range b.Expanders {
		e.write(&d)
	}
	for _, k := range b.Keyboards {
		k.write(&d)
	}
	b.Lights.write(&d)
	if s := b.Main; s != nil {
		d.table("main")
		for _, l := range s.lines(b) {
			d.line("%s", l)
		}
	}
	b.Mux.write(&d)
	b.Speaker.write(&d)
	b.Buzzer.write(&d)
	d.one(b, "host", "button", b.Host)
	d.one(b, "mute", "switch", b.Mute)
	b.Tray.write(&d)
	if b.Panel != nil {
		d.table("panel")
		d.three(b, b.Panel)
	}
	for i := range b.Pods {
		b.Pods[i].write(&d, b)
	}
	_, err := w.Write(d.Bytes())
	return err
}

// Wiring returns the wires of a box, part by part.
func (b *Box) Wiring() []Wire {
	w := wires{box: b}
	for i := range b.Expanders {
		b.Expanders[i].wire(&w)
	}
	b.Lights.wire(&w)
	b.Mux.wire(&w)
	if b.Main != nil {
		b.Main.wire(&w, "main screen")
	}
	for i := range b.Keyboards {
		b.Keyboards[i].wire(&w)
	}
	if b.Panel != nil {
		w.three("panel", b.Panel)
	}
	w.one("host", "button", b.Host)
	w.one("mute", "switch", b.Mute)
	b.Buzzer.wire(&w)
	b.Speaker.wire(&w)
	for i := range b.Pods {
		b.Pods[i].wire(&w, fmt.Sprintf("pod %d", i))
	}
	return w.list
}

// Notes returns what else a builder must know.
func (b *Box) Notes() []string {
	var n notes
	if lines := b.BootLines(); len(lines) > 0 {
		n.add("At the end of /boot/firmware/config.txt, a line each, as consigliere wiring --config-txt prints them:")
		for _, line := range lines {
			n.add("  %s", line)
		}
	}
	for _, d := range b.Doubts() {
		n.add("Take care: %s.", d)
	}
	n.add("Pods count from 0 here, as in box.toml; the box and the labels say 1 to the first.")
	n.buttons(b)
	for _, e := range b.Expanders {
		if e.Interrupt != "" {
			n.add("INTA serves both halves of an expander; INTB stays free. Expanders may share a line.")
			break
		}
	}
	for _, line := range b.busNotes() {
		n.add("%s", line)
	}
	b.Lights.note(&n, b)
	b.Buzzer.note(&n)
	for _, k := range b.Keyboards {
		n.add("The keyboard %s is %s.", k.Name, k.Device)
	}
	if b.Main == nil {
		n.add("There is no main screen on a bus: a display at HDMI shows the page of the box in a browser.")
	}
	b.Speaker.note(&n)
	b.Tray.note(&n)
	return n
}

// Shopping returns what must be bought for a box.
func (b *Box) Shopping() []Item {
	var s shopping
	s.add(1, "Raspberry Pi with 40 pins", "Zero 2 W, 3, 4 or 5; one with four USB sockets if there are keyboards")
	s.add(1, "power supply", "the one that is made for the Pi")
	s.add(1, "memory card, 16 GB or more", "one sold as \"endurance\" lasts longest; Raspberry Pi OS Lite, 64 bits where the Pi can")
	chips, plugs := b.expanders()
	s.add(chips, "MCP23017 in a 28-pin DIP", "or a module with it; MCP23S17 is another chip")
	s.add(plugs, "MCP23017 on a module with two plugs", "STEMMA QT or Qwiic; its address is 0x20 as it is sold")
	mounted := s.buttons(b)
	s.add(b.wired(), "numpad, keyboard or arcade encoder at USB", "with a wire; several of the same kind are fine")
	s.add(len(b.Keyboards)-b.wired(), "keyboard or numpad with Bluetooth LE", "not one with a receiver at 2.4 GHz: many of these send what is pressed for all to hear")
	s.screens(b)
	b.Mux.buy(&s, b)
	b.Lights.buy(&s)
	if slices.Contains(b.Buses(), "I2C3") {
		s.add(2, "resistor, 2.2 kilohm, for I2C3", "from SDA and SCL to 3.3 V")
	}
	s.add(chips, "capacitor, 100 nanofarad, for an MCP23017", "between its pins 9 and 10")
	s.leds(b)
	b.Buzzer.buy(&s)
	b.Speaker.buy(&s)
	if b.Main == nil {
		s.add(1, "television or monitor at HDMI", "for the page of the box; or only phones")
	}
	b.Tray.buy(&s)
	s.add(b.cased(), "case of a pod, to print", "consigliere wiring --case; with four M3 screws of 10 mm, and a cable tie behind its slot against a pull")
	s.add(2*mounted, "wire with a spade connector of 2.8 mm", "two for a button; heat-shrink where it is soldered")
	if chips > 0 {
		s.add(1, "perforated board, with sockets for the chips", "four spacers hold it")
	}
	if mounted > 0 || len(b.screens()) > 0 {
		s.add(1, "ribbon cable or jumper wires, a set", fmt.Sprintf("%d wires to the header and between parts", len(b.Wiring())))
	}
	return s
}

// Summary says in one line what the box has.
func (b *Box) Summary() string {
	var parts []string
	add := func(n int, one, more string) {
		switch {
		case n == 1:
			parts = append(parts, "1 "+one)
		case n > 1:
			parts = append(parts, fmt.Sprintf("%d %s", n, more))
		}
	}
	add(len(b.Pods), "pod", "pods")
	if b.Panel != nil {
		parts = append(parts, "a panel")
	}
	header := 0
	b.EachButton(func(_ hw.Pod, _ hw.Button, p Pin) {
		if p.On == OnHeader {
			header++
		}
	})
	add(header, "button at the header", "buttons at the header")
	add(len(b.Expanders), "expander", "expanders")
	add(len(b.Keyboards), "keyboard", "keyboards")
	add(len(b.screens()), "screen", "screens")
	if b.Lights != nil {
		add(b.Lights.Count, "light", "lights")
	}
	if b.Speaker != nil {
		parts = append(parts, "a speaker")
	}
	if b.Buzzer != nil {
		parts = append(parts, "a buzzer")
	}
	if b.Tray != nil {
		parts = append(parts, "a camera")
	}
	return strings.Join(parts, ", ")
}
