package config

import (
	"cmp"
	"encoding/xml"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"
	"text/tabwriter"

	"consigliere/hw"
)

// A Wire joins two pins.
type Wire struct {
	Sort     Sort
	From, To End
}

// An End is a pin of a part, as the builder finds it: "header 3 (GPIO2, SDA)".
type End struct{ Part, Pin string }

// A Sort is what a wire is for.
type Sort uint8

// The sorts of wires.
const (
	Power Sort = iota
	Data       // I2C and SPI
	Interrupt
	Button
	Address // a pin at power or ground that gives a chip its address
)

const pi = "Raspberry Pi"

// headerPins are where the lines of the Raspberry Pi are on its header of forty pins.
var headerPins = [28]int{27, 28, 3, 5, 7, 29, 31, 26, 24, 21, 19, 23, 32, 33, 8, 10, 36, 11, 12, 35, 38, 40, 15, 16, 18, 22, 37, 13}

// header names a line of the header.
func header(gpio, what string) End {
	n, err := strconv.Atoi(strings.TrimPrefix(gpio, "GPIO"))
	if err != nil || n >= len(headerPins) {
		return End{pi, gpio}
	}
	return End{pi, fmt.Sprintf("header %d (%s%s)", headerPins[n], gpio, what)}
}

var (
	volts3 = End{pi, "header 1 (3.3 V)"}
	volts5 = End{pi, "header 2 (5 V)"}
	ground = End{pi, "header 6 (ground)"}
)

// Wiring returns all wires of a box, part by part.
func (b *Box) Wiring() []Wire {
	var w []Wire
	join := func(s Sort, from, to End) { w = append(w, Wire{s, from, to}) }
	powered := func(part, plus, minus string) {
		join(Power, volts3, End{part, plus})
		join(Power, ground, End{part, minus})
	}
	onBus := func(part, bus, sda, scl string) {
		lines := i2cLines[strings.TrimPrefix(bus, "I2C")]
		if lines == nil { // a bus that is not on the header
			join(Data, End{pi, bus + " SDA"}, End{part, sda})
			join(Data, End{pi, bus + " SCL"}, End{part, scl})
			return
		}
		join(Data, header(lines[0], ", SDA"), End{part, sda})
		join(Data, header(lines[1], ", SCL"), End{part, scl})
	}
	strap := func(part string, address, base uint16, pins ...string) {
		for i, pin := range pins {
			level := ground
			if (address-base)>>i&1 == 1 {
				level = volts3
			}
			join(Address, level, End{part, pin})
		}
	}

	for i := range b.Expanders {
		e := &b.Expanders[i]
		part := expanderPart(e)
		powered(part, "9 (VDD)", "10 (VSS)")
		join(Power, volts3, End{part, "18 (RESET)"})
		onBus(part, e.Bus, "13 (SDA)", "12 (SCL)")
		strap(part, e.Address, 0x20, "15 (A0)", "16 (A1)", "17 (A2)")
		if e.Interrupt != "" {
			join(Interrupt, header(e.Interrupt, ""), End{part, "20 (INTA)"})
		}
	}
	if l := b.Lights; l != nil {
		const part = "lights, APA102"
		join(Power, volts5, End{part, "5V"})
		join(Power, ground, End{part, "GND"})
		lines := spiLines[strings.TrimPrefix(l.Port, "SPI")]
		if lines == nil {
			join(Data, End{pi, l.Port + " MOSI"}, End{part, "DI"})
			join(Data, End{pi, l.Port + " SCLK"}, End{part, "CI"})
		} else {
			join(Data, header(lines[0], ", MOSI"), End{part, "DI"})
			join(Data, header(lines[1], ", SCLK"), End{part, "CI"})
		}
	}
	if m := b.Mux; m != nil {
		part := muxPart(m)
		powered(part, "VIN", "GND")
		onBus(part, m.Bus, "SDA", "SCL")
		strap(part, m.Address, 0x70, "A0", "A1", "A2")
	}
	screen := func(part string, s *Screen) {
		powered(part, "VCC", "GND")
		if s.Channel < 0 {
			onBus(part, s.Bus, "SDA", "SCL")
			return
		}
		join(Data, End{muxPart(b.Mux), fmt.Sprintf("SD%d", s.Channel)}, End{part, "SDA"})
		join(Data, End{muxPart(b.Mux), fmt.Sprintf("SC%d", s.Channel)}, End{part, "SCL"})
	}
	if b.Main != nil {
		screen(fmt.Sprintf("main screen, SSD1306 0x%02X", b.Main.Address), b.Main)
	}
	buttons := func(part string, three *Buttons) {
		for i, p := range three {
			join(Button, End{expanderPart(&b.Expanders[p.Expander]), chipPin(p)}, End{part, hw.Button(i).String()})
		}
		join(Power, ground, End{part, "the other side of A, B, OK"})
	}
	if b.Panel != nil {
		buttons("panel", b.Panel)
	}
	for i := range b.Pods {
		p := &b.Pods[i]
		buttons(fmt.Sprintf("pod %d", i), &p.Buttons)
		if p.Screen != nil {
			screen(fmt.Sprintf("pod %d screen, SSD1306 0x%02X", i, p.Screen.Address), p.Screen)
		}
	}
	return w
}

func expanderPart(e *Expander) string {
	return fmt.Sprintf("expander %s, MCP23017 0x%02X", e.Name, e.Address)
}

func muxPart(m *Mux) string { return fmt.Sprintf("multiplexer, TCA9548A 0x%02X", m.Address) }

// chipPin returns where a pin is on the chip's DIP of 28 pins.
func chipPin(p Pin) string {
	n := 21 + p.Bit
	if p.Bit >= 8 {
		n = 1 + p.Bit - 8
	}
	return fmt.Sprintf("%d (%s)", n, p.Label())
}

// Notes returns what a builder must know besides the wires.
func (b *Box) Notes() []string {
	notes := []string{
		"In /boot/firmware/config.txt: dtparam=i2c_arm=on, dtparam=i2c_arm_baudrate=400000, dtparam=spi=on.",
		"Buttons close to ground; the expanders pull up.",
	}
	for _, e := range b.Expanders {
		if e.Interrupt != "" {
			notes = append(notes, "INTA tells for both halves of an expander; INTB stays free. Expanders may share a line.")
			break
		}
	}
	if b.Lights != nil {
		notes = append(notes,
			fmt.Sprintf("The strip of %d lights is bounded to %d mA; it takes 5 V signals, so put a 74AHCT125 between it and the Pi.", b.Lights.Count, b.Lights.MaxMilliamps),
			"Places on the strip, by pod: "+strings.Join(b.places(), ", ")+".")
	}
	if b.Speaker != nil {
		notes = append(notes, fmt.Sprintf("The speaker is the ALSA device %q.", b.Speaker.Device))
	}
	if b.Tray != nil {
		notes = append(notes, fmt.Sprintf("The camera over the dice tray is %s.", b.Tray.Device))
	}
	return notes
}

func (b *Box) places() []string {
	out := make([]string, len(b.Pods))
	for i, p := range b.Pods {
		out[i] = strconv.Itoa(p.Light)
	}
	return out
}

// WriteTable writes the wiring as a table.
func (b *Box) WriteTable(w io.Writer) error {
	t := tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)
	part := ""
	for _, wire := range b.Wiring() {
		if wire.To.Part != part {
			if part != "" {
				fmt.Fprintln(t)
			}
			part = wire.To.Part
			fmt.Fprintln(t, part)
		}
		fmt.Fprintf(t, "  %s\t%s\t%s\n", wire.To.Pin, wire.From.Part, wire.From.Pin)
	}
	fmt.Fprintln(t)
	for _, n := range b.Notes() {
		fmt.Fprintln(t, n)
	}
	return t.Flush()
}

// The drawing's measures.
const (
	svgPin    = 15  // height of a pin
	svgPart   = 230 // width of a part
	svgGap    = 200 // between columns
	svgMargin = 20
)

// colours of wires, by sort; of one hue each, told apart by dashes as well.
var colours = [...]struct{ stroke, dash string }{
	Power:     {"#b3261e", ""},
	Data:      {"#1f5fa8", ""},
	Interrupt: {"#8a5a00", "5 3"},
	Button:    {"#2f6f3a", ""},
	Address:   {"#777777", "2 3"},
}

// A box of the drawing.
type svgBox struct {
	name   string
	column int
	y      int
	left   []string // pins towards the Pi
	right  []string
}

func (p *svgBox) height() int { return (max(len(p.left), len(p.right))+1)*svgPin + 12 }

// WriteSVG draws the wiring: the Pi, the chips on its buses, and what hangs on these. Power,
// ground and address pins, which would hide the rest, are in the table alone.
func (b *Box) WriteSVG(w io.Writer) error {
	wires := slices.DeleteFunc(b.Wiring(), func(w Wire) bool { return w.Sort == Power || w.Sort == Address })
	boxes, order := map[string]*svgBox{}, []*svgBox(nil)
	at := func(name string, column int) *svgBox {
		p := boxes[name]
		if p == nil {
			p = &svgBox{name: name, column: column}
			boxes[name] = p
			order = append(order, p)
		}
		return p
	}
	for _, wire := range wires {
		from := at(wire.From.Part, 0)
		to := at(wire.To.Part, from.column+1)
		if !slices.Contains(from.right, wire.From.Pin) {
			from.right = append(from.right, wire.From.Pin)
		}
		if !slices.Contains(to.left, wire.To.Pin) {
			to.left = append(to.left, wire.To.Pin)
		}
	}
	var bottom [3]int
	for _, p := range order {
		p.column = min(p.column, 2)
		p.y = svgMargin + bottom[p.column]
		bottom[p.column] += p.height() + 14
	}
	notes := b.Notes()
	height := 2*svgMargin + slices.Max(bottom[:])
	width := 2*svgMargin + 3*svgPart + 2*svgGap
	// Columns that are shorter stand in the middle.
	for _, p := range order {
		p.y += (slices.Max(bottom[:]) - bottom[p.column]) / 2
	}

	e := svgWriter{w: w}
	total := height + len(notes)*18
	e.printf(`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 %d %d" width="%d" height="%d" font-family="Vazirmatn, sans-serif" font-size="11">`+"\n", width, total, width, total)
	e.printf(`<title>Wiring of a Consigliere box</title>` + "\n")
	e.printf(`<rect width="100%%" height="100%%" fill="#fffdf8"/>` + "\n")
	x := func(p *svgBox) int { return svgMargin + p.column*(svgPart+svgGap) }
	y := func(p *svgBox, i int) int { return p.y + 8 + (i+1)*svgPin + svgPin/2 }
	for _, wire := range wires {
		from, to := boxes[wire.From.Part], boxes[wire.To.Part]
		x0, y0 := x(from)+svgPart, y(from, slices.Index(from.right, wire.From.Pin))
		x1, y1 := x(to), y(to, slices.Index(to.left, wire.To.Pin))
		c := colours[wire.Sort]
		bend := (x1 - x0) / 2
		e.printf(`<path d="M%d %dC%d %d %d %d %d %d" fill="none" stroke="%s" stroke-width="1.2" stroke-dasharray="%s" opacity=".75"><title>%s %s, %s %s</title></path>`+"\n",
			x0, y0, x0+bend, y0, x1-bend, y1, x1, y1, c.stroke, c.dash,
			escaped(wire.From.Part), escaped(wire.From.Pin), escaped(wire.To.Part), escaped(wire.To.Pin))
	}
	slices.SortStableFunc(order, func(a, b *svgBox) int { return cmp.Compare(a.column, b.column) })
	for _, p := range order {
		e.printf(`<rect x="%d" y="%d" width="%d" height="%d" rx="5" fill="#f3ece0" stroke="#5b4a36"/>`+"\n", x(p), p.y, svgPart, p.height())
		e.printf(`<text x="%d" y="%d" text-anchor="middle" font-weight="bold">%s</text>`+"\n", x(p)+svgPart/2, p.y+15, escaped(p.name))
		for i, pin := range p.left {
			e.printf(`<text x="%d" y="%d">%s</text>`+"\n", x(p)+6, y(p, i)+4, escaped(pin))
		}
		for i, pin := range p.right {
			e.printf(`<text x="%d" y="%d" text-anchor="end">%s</text>`+"\n", x(p)+svgPart-6, y(p, i)+4, escaped(pin))
		}
	}
	for i, n := range notes {
		e.printf(`<text x="%d" y="%d">%s</text>`+"\n", svgMargin, height+i*18, escaped(n))
	}
	e.printf("</svg>\n")
	return e.err
}

// An svgWriter keeps the first error.
type svgWriter struct {
	w   io.Writer
	err error
}

func (e *svgWriter) printf(format string, args ...any) {
	if e.err == nil {
		_, e.err = fmt.Fprintf(e.w, format, args...)
	}
}

func escaped(s string) string {
	var b strings.Builder
	xml.EscapeText(&b, []byte(s)) // a Builder does not fail
	return b.String()
}
