package config

import (
	"fmt"
	"strings"

	"consigliere/engine/document"
	"consigliere/hw/lang"
)

// The chips of lights and screens, as the configuration names them.
const (
	APA102  = "apa102"
	WS2812  = "ws2812"
	SSD1306 = "ssd1306"
	SH1106  = "sh1106"
	SSD1309 = "ssd1309"
)

// A Screen is a small display.
type Screen struct {
	Chip    string // [SSD1306], [SH1106] or [SSD1309]
	Bus     string
	Channel int // of the mux; -1 directly on Bus
	Address uint16
	W, H    int
	Flip    bool // built in upside down
	Lang    lang.Lang
}

func (c *checker) screen(v document.Value, who string, l lang.Lang) *Screen {
	if !v.Keys(nil, []string{"chip", "bus", "channel", "address", "size", "flip", "lang"}) {
		return nil
	}
	out := &Screen{
		Chip:    oneOf(v.Key("chip"), who, SSD1306, SH1106, SSD1309),
		Address: uint16(number(v.Key("address"))),
		Flip:    v.Key("flip").Bool(), Lang: language(v.Key("lang"), l),
	}
	ok := false
	if out.Bus, out.Channel, ok = c.place(v, who); !ok {
		return out
	}
	c.address(v.Key("address"), who, out.Bus, out.Channel, number(v.Key("address")), 0x08, 0x77)
	switch size := v.Key("size").Text(); size {
	case "128x64":
		out.W, out.H = 128, 64
	case "128x32":
		out.W, out.H = 128, 32
		if out.Chip != SSD1306 {
			refuse(v.Key("size"), "%s is an %s, whose size is \"128x64\"", who, strings.ToUpper(out.Chip))
		}
	default:
		refuse(v.Key("size"), "%s has no size %q; there are \"128x64\" and \"128x32\"", who, size)
	}
	return out
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

// wire joins the screen, which is called who.
func (s *Screen) wire(w *wires, who string) {
	part := fmt.Sprintf("%s, %s 0x%02X", who, strings.ToUpper(s.Chip), s.Address)
	if e := w.box.plugged(s.Channel); e != nil {
		w.join(Plug, End{expanderPart(e), "other plug"}, End{part, "plug"})
		return
	}
	w.powered(part, "VCC", "GND")
	if s.Channel < 0 {
		w.onBus(part, s.Bus, "SDA", "SCL")
		return
	}
	w.join(Data, End{muxPart(w.box.Mux), fmt.Sprintf("SD%d", s.Channel)}, End{part, "SDA"})
	w.join(Data, End{muxPart(w.box.Mux), fmt.Sprintf("SC%d", s.Channel)}, End{part, "SCL"})
}

// screens returns all screens.
func (b *Box) screens() []*Screen {
	var list []*Screen
	for _, s := range append([]*Screen{b.Main}, b.Private()...) {
		if s != nil {
			list = append(list, s)
		}
	}
	return list
}

// screens are the screens by their kinds.
func (s *shopping) screens(b *Box) {
	kinds := map[[2]string]int{}
	var order [][2]string
	for _, screen := range b.screens() {
		kind := [2]string{fmt.Sprintf("display of %dx%d with %s, at I2C", screen.W, screen.H, strings.ToUpper(screen.Chip)), displayNote(screen)}
		if b.plugged(screen.Channel) != nil {
			kind[1] = "a module with a plug, STEMMA QT or Qwiic; it is at 0x3C, and cannot be moved"
		}
		if kinds[kind]++; kinds[kind] == 1 {
			order = append(order, kind)
		}
	}
	for _, kind := range order {
		s.add(kinds[kind], kind[0], kind[1])
	}
}

// displayNote says what to look for in a display, and how it gets its address.
func displayNote(s *Screen) string {
	note := "a module with four pins: VCC, GND, SCL, SDA"
	if s.Chip == SSD1309 {
		note = "of 2.42 inches, which eight people can read; " + note
	}
	switch {
	case s.H == 32:
		return note + "; it is at 0x3C, and cannot be moved"
	case s.Address == movedDisplay:
		return note + "; move the resistor on its back from 0x78 to 0x7A, which is 0x3D here"
	}
	return note + "; leave the resistor on its back at 0x78, which is 0x3C here"
}

// The addresses of displays. Their backs give them with the bit that says whether it is written or
// read: 0x78 and 0x7A. Those of 128x32 have no resistor to move.
const (
	soldDisplay  = 0x3C
	movedDisplay = 0x3D
)
