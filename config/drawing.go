package config

import (
	"cmp"
	"encoding/xml"
	"fmt"
	"io"
	"slices"
	"strings"
)

// Measures of the drawing, in pixels.
const (
	svgPin    = 17 // height of a pin of a part
	svgPart   = 236
	svgGap    = 130 // between columns
	svgMargin = 20
	svgText   = 12  // size of letters
	svgFlag   = 38  // width of a flag
	svgNote   = 19  // height of a note
	svgLetter = 7   // width of a letter of a note; most are narrower
	svgWidth  = 860 // least width of the whole

	svgRow    = 24  // height of a row of the header
	svgHole   = 9   // radius of its pins
	svgLabel  = 100 // width of the labels beside them
	svgHeader = 2*svgLabel + 4*svgHole + 16
)

// Colours of the pins of the header.
const (
	red    = "#b3261e"
	orange = "#a34400"
	black  = "#2b2b2b"
	blue   = "#1f5fa8"
	purple = "#6a3fa0"
	green  = "#2f6f3a"
	grey   = "#b9b2a6"
)

// podColours are the colours of the pods' wires, in turn, so that each can be followed among
// the others.
var podColours = []string{"#2f6f3a", "#a8328f", "#8a5a00", "#0b7285", "#c2410c", "#4338ca", "#5b6b1e", "#9f1239"}

// A flag is a net that nearly every part hangs on. Schematics name such nets at each pin
// instead of drawing their wires, which would hide the rest.
type flag struct{ name, colour string }

// flags are the nets of the Pi's power pins.
var flags = map[End]flag{
	volts3: {"3.3 V", red},
	volts5: {"5 V", orange},
	ground: {"GND", black},
}

// headerPower has the pins of the header that are no GPIOs.
var headerPower = map[int]flag{
	1: {"3.3 V", red}, 17: {"3.3 V", red}, 2: {"5 V", orange}, 4: {"5 V", orange},
	6: {"ground", black}, 9: {"ground", black}, 14: {"ground", black}, 20: {"ground", black},
	25: {"ground", black}, 30: {"ground", black}, 34: {"ground", black}, 39: {"ground", black},
}

// An svgPinRow is a pin of a part in the drawing. It has a flag or a wire.
type svgPinRow struct {
	name string
	flag flag
}

// An svgBox is a part in the drawing.
type svgBox struct {
	name        string
	column      int
	first       int // place of the first pin of the header, or part, that it hangs on
	x, y        int
	left, right []svgPinRow // the pins towards the Pi, and away from it
}

func (p *svgBox) height() int { return (max(len(p.left), len(p.right))+1)*svgPin + 12 }

// pinY returns the middle of row i.
func (p *svgBox) pinY(i int) int { return p.y + 8 + (i+1)*svgPin + svgPin/2 }

// row returns the place of a pin in rows, to which it adds the pin if it is missing.
func row(rows *[]svgPinRow, r svgPinRow) int {
	i := slices.Index(*rows, r)
	if i < 0 {
		i = len(*rows)
		*rows = append(*rows, r)
	}
	return i
}

// WriteSVG draws the wiring: the header of the Pi as one sees it, pin by pin, the chips on its
// buses, and what hangs on these. A pin at power or ground has a flag with the name of its
// net, and no wire.
func (b *Box) WriteSVG(w io.Writer) error {
	d := newDrawing(b.Wiring())
	var notes []string
	_, budget := b.Budget()
	for _, n := range append(append([]string{legend(b.Wiring())}, b.Notes()...), budget...) {
		notes = append(notes, folded(n, (d.width-2*svgMargin)/svgLetter)...)
	}
	total := d.height + len(notes)*svgNote + svgMargin
	e := svgWriter{w: w}
	e.printf(`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 %d %d" width="%d" height="%d" font-family="Vazirmatn, sans-serif" font-size="%d">`+"\n", d.width, total, d.width, total, svgText)
	e.printf("<title>Wiring of a Consigliere box</title>\n")
	e.printf(`<rect width="100%%" height="100%%" fill="#fffdf8"/>` + "\n")
	e.header(d)
	for _, w := range d.wires {
		e.wire(w)
	}
	e.holes(d)
	for _, p := range d.parts {
		e.part(p, d.part)
	}
	for i, n := range notes {
		text := strings.TrimLeft(n, " ") // SVG shows none at the beginning
		e.printf(`<text x="%d" y="%d">%s</text>`+"\n", svgMargin+(len(n)-len(text))*svgLetter, d.height+(i+1)*svgNote-5, escaped(text))
	}
	e.printf("</svg>\n")
	return e.err
}

// legend says how to read a drawing, of what there is in it.
func legend(wiring []Wire) string {
	var kinds [KeyPress + 1]bool
	for _, w := range wiring {
		kinds[w.Kind] = true
	}
	var said []string
	for _, l := range []struct {
		has  bool
		text string
	}{
		{kinds[Data] || kinds[Interrupt] || kinds[Button] || kinds[Light], "A pin with a wire is joined as drawn."},
		{kinds[Power] || kinds[Address], "A pin with a flag is joined with a pin of that colour at the Pi."},
		{kinds[Plug], "A thick line is a cable with plugs."},
		{kinds[KeyPress], "A dotted line is no wire: that key of the keyboard is that button."},
	} {
		if l.has {
			said = append(said, l.text)
		}
	}
	return strings.Join(said, " ")
}

// folded breaks a note into lines of some letters.
func folded(s string, letters int) []string {
	var lines []string
	for len(s) > letters {
		at := strings.LastIndexByte(s[:letters], ' ')
		if at <= 0 {
			break
		}
		lines = append(lines, s[:at])
		s = "   " + s[at+1:]
	}
	return append(lines, s)
}

// A drawing is the layout of the parts and wires.
type drawing struct {
	parts         []*svgBox // by column, then from top to bottom
	wires         []svgWire
	part          int         // width of a part
	top           int         // of the header
	uses          map[int]int // how many wires a pin of the header has
	loose         []string    // what else is at the Pi, such as USB
	width, height int         // of the whole
}

// An svgWire is a wire from the header, or the right edge of a part, to the left edge of a
// part in the next column.
type svgWire struct {
	wire           Wire
	colour         string
	x0, y0, x1, y1 int
	over           int // from a hole of the left row: how far to the right it goes between two rows
}

// pinOf returns the pin of the header at an end of a wire, or 0.
func pinOf(e End) int {
	n := 0
	if e.Part == pi {
		_, _ = fmt.Sscanf(e.Pin, "header %d", &n) // 0 if it is not one
	}
	return n
}

// depths returns how many parts are between the Pi and each part, and itself.
func depths(wiring []Wire) map[string]int {
	depth := map[string]int{}
	for changed := true; changed; {
		changed = false
		for _, w := range wiring {
			if _, flagged := flags[w.From]; flagged {
				continue
			}
			if n := depth[w.From.Part] + 1; w.From.Part != w.To.Part && n > depth[w.To.Part] && n <= len(wiring) {
				depth[w.To.Part], changed = n, true
			}
		}
	}
	return depth
}

// newDrawing lays out the header and the parts in columns, each in the middle of the
// height. A column has the parts in the order of what they hang on, so few wires cross.
func newDrawing(wiring []Wire) *drawing {
	d := &drawing{part: svgPart, uses: map[int]int{}}
	boxes := d.place(wiring)
	d.arrange()
	d.join(wiring, boxes)
	return d
}

// place makes the parts with their rows of pins, from one column to the next, and returns them by name.
func (d *drawing) place(wiring []Wire) map[string]*svgBox {
	boxes := map[string]*svgBox{}
	at := func(name string, column, first int) *svgBox {
		if boxes[name] == nil {
			boxes[name] = &svgBox{name: name, column: column, first: first}
			d.parts = append(d.parts, boxes[name])
			d.part = max(d.part, len(name)*svgText*7/10+2*6) // bold letters are at most 0.7 of their height wide on average
		}
		return boxes[name]
	}
	// Wires come first: they tell the columns.
	depths := depths(wiring)
	for _, w := range wiring {
		if _, flagged := flags[w.From]; flagged {
			continue
		}
		column, first := depths[w.To.Part], 0
		if w.From.Part != pi {
			from := at(w.From.Part, depths[w.From.Part], 0)
			row(&from.right, svgPinRow{name: w.From.Pin})
			first = slices.Index(d.parts, from)
		} else if n := pinOf(w.From); n > 0 {
			d.uses[n]++
			first = n
			if to := boxes[w.To.Part]; to != nil {
				to.first = min(to.first, n)
			}
		} else if !slices.Contains(d.loose, w.From.Pin) {
			d.loose = append(d.loose, w.From.Pin)
			first = 50
		}
		row(&at(w.To.Part, column, first).left, svgPinRow{name: w.To.Pin})
	}
	for _, w := range wiring {
		if f, flagged := flags[w.From]; flagged {
			row(&at(w.To.Part, max(depths[w.To.Part], 1), 0).left, svgPinRow{w.To.Pin, f})
		}
	}
	slices.SortStableFunc(d.parts, func(a, b *svgBox) int {
		return cmp.Or(cmp.Compare(a.column, b.column), cmp.Compare(a.first, b.first))
	})
	return boxes
}

// arrange puts each column of parts below each other, in the middle of the height.
func (d *drawing) arrange() {
	const between = 14
	columns := 1
	for _, p := range d.parts {
		columns = max(columns, p.column)
	}
	bottom := make([]int, columns+1)
	d.top = 0
	bottom[0] = d.headerHeight() + between
	for _, p := range d.parts {
		p.x = svgMargin + svgHeader + svgGap + (p.column-1)*(d.part+svgGap)
		p.y = svgMargin + bottom[p.column]
		bottom[p.column] += p.height() + between
	}
	tallest := slices.Max(bottom)
	d.top = svgMargin + (tallest-bottom[0])/2
	for _, p := range d.parts {
		p.y += (tallest - bottom[p.column]) / 2
	}
	d.width, d.height = max(2*svgMargin+svgHeader+columns*(d.part+svgGap), svgWidth), 2*svgMargin+tallest
}

// join draws the wires.
func (d *drawing) join(wiring []Wire, boxes map[string]*svgBox) {
	// Each pod has a colour; what is shared has its kind's.
	colours := map[string]string{}
	colour := func(w Wire) string {
		switch w.Kind {
		case Interrupt:
			return orange
		case Data, USB, Plug:
			if strings.Contains(w.From.Pin, "MOSI") || strings.Contains(w.From.Pin, "SCLK") || w.From.Part == shifter {
				return purple
			}
			return blue
		}
		if colours[w.To.Part] == "" {
			colours[w.To.Part] = podColours[len(colours)%len(podColours)]
		}
		return colours[w.To.Part]
	}
	for _, w := range wiring {
		if _, flagged := flags[w.From]; flagged {
			continue
		}
		to := boxes[w.To.Part]
		s := svgWire{wire: w, colour: colour(w), x1: to.x, y1: to.pinY(row(&to.left, svgPinRow{name: w.To.Pin}))}
		if w.From.Part != pi {
			from := boxes[w.From.Part]
			s.x0, s.y0 = from.x+d.part, from.pinY(row(&from.right, svgPinRow{name: w.From.Pin}))
		} else if n := pinOf(w.From); n > 0 {
			s.x0, s.y0 = d.hole(n)
			if n%2 == 1 {
				s.over = svgMargin + svgHeader - s.x0
			}
		} else {
			s.x0, s.y0 = svgMargin+svgHeader, d.looseY(slices.Index(d.loose, w.From.Pin))
		}
		d.wires = append(d.wires, s)
	}
}

func (d *drawing) headerHeight() int { return 30 + 20*svgRow + len(d.loose)*svgRow + 8 }

// hole returns the middle of a pin of the header.
func (d *drawing) hole(n int) (x, y int) {
	x = svgMargin + svgHeader/2 - svgHole - 4
	if n%2 == 0 {
		x += 2*svgHole + 8
	}
	return x, d.top + 30 + (n-1)/2*svgRow + svgRow/2
}

func (d *drawing) looseY(i int) int { return d.top + 30 + (20+i)*svgRow + svgRow/2 }

// An svgWriter writes a drawing and keeps the first error.
type svgWriter struct {
	w   io.Writer
	err error
}

func (e *svgWriter) printf(format string, args ...any) {
	if e.err == nil {
		_, e.err = fmt.Fprintf(e.w, format, args...)
	}
}

// header draws the board of the Pi with the names of all its pins.
func (e *svgWriter) header(d *drawing) {
	e.printf(`<rect x="%d" y="%d" width="%d" height="%d" rx="5" fill="#e6efe2" stroke="#4d6b45"/>`+"\n", svgMargin, d.top, svgHeader, d.headerHeight())
	e.printf(`<text x="%d" y="%d" text-anchor="middle" font-weight="bold">Raspberry Pi, seen from above</text>`+"\n", svgMargin+svgHeader/2, d.top+18)
	for n := 1; n <= 40; n++ {
		x, y := d.hole(n)
		name, weight, fill := headerName(n), "normal", "#7a7468"
		if _, power := headerPower[n]; power || d.uses[n] > 0 {
			fill = black
		}
		if d.uses[n] > 0 {
			weight = "bold"
		}
		anchor, lx := "end", x-svgHole-6
		if n%2 == 0 {
			anchor, lx = "start", x+svgHole+6
		}
		e.printf(`<text x="%d" y="%d" text-anchor="%s" font-weight="%s" fill="%s">%s</text>`+"\n", lx, y+4, anchor, weight, fill, name)
	}
	for i, name := range d.loose {
		e.printf(`<text x="%d" y="%d" text-anchor="end" font-weight="bold">%s</text>`+"\n", svgMargin+svgHeader-8, d.looseY(i)+4, escaped(name))
	}
}

// headerName returns the name of a pin of the header.
func headerName(n int) string {
	if f, ok := headerPower[n]; ok {
		return f.name
	}
	for gpio, pin := range headerPins {
		if pin == n {
			name := fmt.Sprintf("GPIO%d", gpio)
			for _, role := range []struct {
				gpio int
				what string
			}{{2, "SDA"}, {3, "SCL"}, {10, "MOSI"}, {11, "SCLK"}} {
				if role.gpio == gpio {
					name += " " + role.what
				}
			}
			return name
		}
	}
	return ""
}

// holes draws the pins of the header, over the wires.
func (e *svgWriter) holes(d *drawing) {
	at := map[int]string{}
	for _, w := range d.wires {
		if n := pinOf(w.wire.From); n > 0 {
			at[n] = w.colour
		}
	}
	for n := 1; n <= 40; n++ {
		x, y := d.hole(n)
		colour, text := grey, "#2b2b2b"
		if f, ok := headerPower[n]; ok {
			colour, text = f.colour, "#fff"
		} else if c, ok := at[n]; ok {
			colour, text = c, "#fff"
		}
		e.printf(`<circle cx="%d" cy="%d" r="%d" fill="%s"/><text x="%d" y="%d" text-anchor="middle" font-size="10" fill="%s">%d</text>`+"\n", x, y, svgHole, colour, x, y+4, text, n)
	}
}

// wire draws a wire. From the left row of the header it runs between two pins of the right one.
func (e *svgWriter) wire(w svgWire) {
	dash := map[Kind]string{Interrupt: "6 3", KeyPress: "2 3"}[w.wire.Kind]
	width := 1.6
	if w.wire.Kind == Plug {
		width = 4
	}
	start, x0, y0 := "", w.x0, w.y0
	if w.over > 0 {
		x0, y0 = w.x0+w.over, w.y0+svgRow/2
		start = fmt.Sprintf("L%d %dL%d %d", w.x0+svgRow/2, y0, x0, y0)
	} else if pinOf(w.wire.From) > 0 {
		x0 = svgMargin + svgHeader
		start = fmt.Sprintf("M%d %d", x0, y0)
	}
	bend := (w.x1 - x0) / 2
	e.printf(`<path d="M%d %d%sC%d %d %d %d %d %d" fill="none" stroke="%s" stroke-width="%g" stroke-dasharray="%s" opacity=".8"><title>%s %s, %s %s</title></path>`+"\n",
		w.x0, w.y0, start, x0+bend, y0, w.x1-bend, w.y1, w.x1, w.y1, w.colour, width, dash,
		escaped(w.wire.From.Part), escaped(w.wire.From.Pin), escaped(w.wire.To.Part), escaped(w.wire.To.Pin))
}

// part draws a part with its pins.
func (e *svgWriter) part(p *svgBox, width int) {
	e.printf(`<rect x="%d" y="%d" width="%d" height="%d" rx="5" fill="#f3ece0" stroke="#5b4a36"/>`+"\n", p.x, p.y, width, p.height())
	e.printf(`<text x="%d" y="%d" text-anchor="middle" font-weight="bold">%s</text>`+"\n", p.x+width/2, p.y+16, escaped(p.name))
	for i, pin := range p.left {
		x := p.x + 6
		if pin.flag.name != "" {
			e.flag(pin.flag, x, p.pinY(i))
			x += svgFlag + 6
		}
		e.printf(`<text x="%d" y="%d">%s</text>`+"\n", x, p.pinY(i)+4, escaped(pin.name))
	}
	for i, pin := range p.right {
		e.printf(`<text x="%d" y="%d" text-anchor="end">%s</text>`+"\n", p.x+width-6, p.pinY(i)+4, escaped(pin.name))
	}
}

// flag draws a flag from x, with its middle at y.
func (e *svgWriter) flag(f flag, x, y int) {
	e.printf(`<g class="flag"><rect x="%d" y="%d" width="%d" height="%d" rx="3" fill="%s"/>`, x, y-svgPin/2+1, svgFlag, svgPin-2, f.colour)
	e.printf(`<text x="%d" y="%d" text-anchor="middle" fill="#fff" font-size="%d">%s</text></g>`+"\n", x+svgFlag/2, y+4, svgText-2, escaped(f.name))
}

func escaped(s string) string {
	var b strings.Builder
	xml.EscapeText(&b, []byte(s)) // a Builder does not fail
	return b.String()
}
