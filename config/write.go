package config

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"strings"
)

// Write writes the configuration as a box.toml that reads back as the same box.
func (b *Box) Write(w io.Writer) error {
	var d page
	d.line("# Consigliere: what is wired to what. `consigliere config show full` has a comment on every key.")
	d.line("")
	d.key("lang", string(b.Lang))
	d.key("journals", b.Journals)
	if w := b.Web; w != (Web{}) {
		d.table("web")
		d.given("listen", w.Listen)
		d.given("phones", w.Phones)
		if w.Certificate != "" {
			d.line("tls = { certificate = %s, key = %s }", quote(w.Certificate), quote(w.Key))
		}
	}
	if h := b.Hub; h != (Hub{}) {
		d.table("hub")
		d.key("address", h.Address)
		d.given("code", h.Code)
		d.given("name", h.Name)
		d.given("key", h.Key)
		if h.Records {
			d.line("records = true")
		}
	}
	d.table("buttons")
	d.key("noise", b.Noise.String())
	d.key("debounce", b.Debounce.String())
	d.key("hold", b.Hold.String())
	d.key("repeat", b.Repeat.String())
	for _, e := range b.Expanders {
		d.table("[expander]")
		d.key("name", e.Name)
		if e.Channel >= 0 {
			d.line("channel = %d", e.Channel)
		} else {
			d.key("bus", e.Bus)
		}
		d.line("address = 0x%02X", e.Address)
		d.given("interrupt", e.Interrupt)
	}
	for _, k := range b.Keyboards {
		d.table("[keyboard]")
		d.key("name", k.Name)
		if at := k.Bluetooth(); at != "" {
			d.key("bluetooth", at)
		} else {
			d.key("device", k.Device)
		}
	}
	if l := b.Lights; l != nil {
		d.table("lights")
		d.key("chip", l.Chip)
		d.key("port", l.Port)
		d.line("count = %d", l.Count)
		d.line("max_milliamps = %d", l.MaxMilliamps)
		d.line("brightness = %d", l.Brightness)
	}
	if s := b.Main; s != nil {
		d.table("main")
		for _, l := range s.lines(b) {
			d.line("%s", l)
		}
	}
	if m := b.Mux; m != nil {
		d.table("mux")
		d.key("bus", m.Bus)
		d.line("address = 0x%02X", m.Address)
		d.given("reset", m.Reset)
	}
	if s := b.Speaker; s != nil {
		d.table("speaker")
		d.key("device", s.Device)
		d.given("amplifier", s.Amplifier)
		d.given("command", s.Command)
		d.given("pack", s.Pack)
	}
	if b.Buzzer != nil {
		d.table("buzzer")
		d.key("line", b.Buzzer.Line)
	}
	if b.Host != nil {
		d.table("host")
		d.key("button", b.Place(*b.Host))
	}
	if b.Mute != nil {
		d.table("mute")
		d.key("switch", b.Place(*b.Mute))
	}
	if t := b.Tray; t != nil {
		d.table("tray")
		d.key("device", t.Device)
		d.key("set", t.Set)
		if len(t.Colours) > 0 {
			d.line("colours = [%s]", quoted(t.Colours))
			d.line("faces = [%s]", quoted(t.Faces))
			d.line("each = %t", t.Each)
		}
		d.given("calibration", t.Calibration)
	}
	if b.Panel != nil {
		d.table("panel")
		d.three(b, b.Panel)
	}
	for i := range b.Pods {
		p := &b.Pods[i]
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
	_, err := w.Write(d.Bytes())
	return err
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

// lines are the keys of a screen.
func (s *Screen) lines(b *Box) []string {
	list := []string{"chip = " + quote(s.Chip)}
	if s.Channel >= 0 {
		list = append(list, fmt.Sprintf("channel = %d", s.Channel))
	} else {
		list = append(list, "bus = "+quote(s.Bus))
	}
	list = append(list, fmt.Sprintf("address = 0x%02X", s.Address), fmt.Sprintf(`size = "%dx%d"`, s.W, s.H))
	if s.Flip {
		list = append(list, "flip = true")
	}
	if s.Lang != b.Lang {
		list = append(list, "lang = "+quote(string(s.Lang)))
	}
	return list
}

// A page is a configuration that is being written.
type page struct{ bytes.Buffer }

func (d *page) line(format string, args ...any) { fmt.Fprintf(d, format+"\n", args...) }

func (d *page) table(name string) { d.line("\n[%s]", name) }

func (d *page) key(key, word string) { d.line("%s = %s", key, quote(word)) }

// quote returns a word in the quotes of JSON, which TOML reads.
func quote(word string) string {
	b, err := json.Marshal(word)
	if err != nil {
		panic(err) // a string is JSON
	}
	return string(b)
}

// given is key for a word that may be missing.
func (d *page) given(key, word string) {
	if word != "" {
		d.key(key, word)
	}
}

func (d *page) three(b *Box, buttons *Buttons) {
	for i, key := range []string{"a", "b", "ok"} {
		d.key(key, b.Place(buttons[i]))
	}
}
