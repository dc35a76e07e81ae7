package chip

import (
	"fmt"

	"consigliere/hw"
)

// Sizes of the SSD1306's memory.
const (
	ssdColumns = 128
	ssdPages   = 8
	ssdRows    = 64
)

// Addressing modes, the argument of command 20.
const (
	ssdHorizontal = 0
	ssdVertical   = 1
	ssdPage       = 2
)

// An SSD1306 is a controller of 1-bit displays of up to 128x64 pixels (Solomon Systech
// SSD1306 rev 1.1) on I2C, with the glass of a usual module on it: segments and commons run
// so that the picture is upright with commands A1 and C8, and the display has power only
// with the charge pump on.
//
// All commands of the data sheet are known, with their arguments, which may come in a later
// transfer, as on silicon: a driver whose transfer broke off in the middle of a command
// finds its next byte taken for an argument. Scrolling is accepted and not shown.
type SSD1306 struct {
	part
	w, h    int
	turned  bool // the glass is built in upside down
	powered bool // an SSD1309: the voltage of the glass comes from outside, and there is no charge pump

	ram      [ssdPages][ssdColumns]byte
	mode     byte
	colFrom  byte // the window of horizontal and vertical mode
	colTo    byte
	pageFrom byte
	pageTo   byte
	col      byte // where the next byte goes
	page     byte

	on, pump, inverse, all  bool
	scrolling               bool
	remap, flip             bool // A1; C8
	contrast, line, mux     byte
	offset, pins            byte
	clock, charge, deselect byte

	command    byte // whose arguments are still to come
	args       [6]byte
	have, want int

	generation uint64
}

// NewSSD1306 returns a display of 128x64 or 128x32 pixels after power-on. It panics at
// other sizes.
func NewSSD1306(w, h int) *SSD1306 {
	if w != ssdColumns || h != 64 && h != 32 {
		panic(fmt.Sprintf("chip: SSD1306 of %dx%d: want 128x64 or 128x32", w, h))
	}
	d := &SSD1306{w: w, h: h}
	d.powerOn()
	return d
}

// NewSSD1309 returns a display of 128x64 pixels with an SSD1309 (Solomon Systech SSD1309 rev 1.1)
// after power-on: the same commands without the charge pump, whose work its module does.
func NewSSD1309() *SSD1306 {
	d := &SSD1306{w: ssdColumns, h: 64, powered: true}
	d.powerOn()
	return d
}

// PowerOn is the power-on reset. The memory holds noise, as real memory does, always the
// same.
func (d *SSD1306) PowerOn() {
	defer d.lock().unlock()
	d.powerOn()
}

func (d *SSD1306) powerOn() {
	*d = SSD1306{
		part: d.part, w: d.w, h: d.h, turned: d.turned, powered: d.powered, pump: d.powered, generation: d.generation + 1,
		mode: ssdPage, colTo: ssdColumns - 1, pageTo: ssdPages - 1,
		contrast: 0x7F, mux: 63, pins: 0x12, clock: 0x80, charge: 0x22, deselect: 0x20,
	}
	noise := uint32(0x2545F491)
	for p := range d.ram {
		for c := range d.ram[p] {
			noise ^= noise << 13
			noise ^= noise >> 17
			noise ^= noise << 5
			d.ram[p][c] = byte(noise)
		}
	}
}

// Turn sets whether the glass is built in upside down.
func (d *SSD1306) Turn(turned bool) {
	defer d.lock().unlock()
	d.turned = turned
	d.generation++
}

// Size returns the size of the glass in pixels.
func (d *SSD1306) Size() (w, h int) { return d.w, d.h }

// Generation returns a number that changes whenever what is shown may have changed.
func (d *SSD1306) Generation() uint64 {
	defer d.lock().unlock()
	return d.generation
}

// Contrast returns the contrast that is set, 0 to 255.
func (d *SSD1306) Contrast() int {
	defer d.lock().unlock()
	return int(d.contrast)
}

// Lit reports whether the display is on and has power; a display that is not shows nothing.
func (d *SSD1306) Lit() bool {
	defer d.lock().unlock()
	return d.lit()
}

func (d *SSD1306) lit() bool { return d.on && d.pump }

// Frame returns what an eye sees, as a new frame.
func (d *SSD1306) Frame() *hw.Frame {
	f := hw.NewFrame(d.w, d.h)
	d.FrameInto(f)
	return f
}

// FrameInto draws what an eye sees into f, which must have the display's size.
func (d *SSD1306) FrameInto(f *hw.Frame) {
	if f.W != d.w || f.H != d.h {
		panic(fmt.Sprintf("chip: frame of %dx%d for a display of %dx%d", f.W, f.H, d.w, d.h))
	}
	defer d.lock().unlock()
	f.Clear()
	if !d.lit() {
		return
	}
	for y := range d.h {
		row, ok := d.row(y)
		if !ok {
			continue
		}
		for x := range d.w {
			c := x
			if !d.remap {
				c = ssdColumns - 1 - x
			}
			lit := d.ram[row>>3][c]&(1<<(row&7)) != 0
			if lit == d.inverse && !d.all {
				continue
			}
			if d.turned {
				f.Set(d.w-1-x, d.h-1-y, true)
			} else {
				f.Set(x, y, true)
			}
		}
	}
}

// row returns the row of the memory that is shown at y on the glass, and whether that row is
// driven at all.
func (d *SSD1306) row(y int) (int, bool) {
	lines := int(d.mux) + 1
	com := y
	if (d.pins&0x10 != 0) != (d.h == 64) {
		// The commons of the glass are wired the other way: the rows interleave.
		if d.h == 64 {
			com = y>>1 | y&1<<5
		} else {
			com = y << 1
		}
	}
	if com >= lines {
		return 0, false
	}
	if !d.flip {
		com = lines - 1 - com
	}
	return (com + int(d.offset) + int(d.line)) & (ssdRows - 1), true
}

// Write implements [Target]: control bytes, then commands or data.
func (d *SSD1306) Write(b []byte) int {
	for i := 0; i < len(b); i++ {
		control := b[i]
		if control&0x3F != 0 {
			d.warnf("control byte %#02x: the low six bits must be 0", control)
		}
		rest := b[i+1:]
		if control&0x80 != 0 { // Co: one byte, then another control byte
			rest = rest[:min(1, len(rest))]
		}
		i += len(rest)
		if control&0x40 != 0 {
			d.data(rest)
			continue
		}
		for _, v := range rest {
			d.feed(v)
		}
	}
	return len(b)
}

// Read implements [Target]. It gives the status: bit 6 is set while the display is off.
func (d *SSD1306) Read(b []byte) {
	for i := range b {
		b[i] = 0x40
		if d.on {
			b[i] = 0
		}
	}
}

// Stop implements [Target].
func (d *SSD1306) Stop() {}

// data writes display memory.
func (d *SSD1306) data(b []byte) {
	if len(b) == 0 {
		return
	}
	if d.scrolling {
		d.warnf("memory written while scrolling (2F), which corrupts it")
	}
	if d.have < d.want {
		d.warnf("data while command %02X waits for %d more arguments", d.command, d.want-d.have)
	}
	changed := false
	for _, v := range b {
		if cell := &d.ram[d.page][d.col]; *cell != v {
			*cell = v
			changed = true
		}
		d.advance()
	}
	if changed {
		d.generation++
	}
}

// advance moves the pointers as the addressing mode says.
func (d *SSD1306) advance() {
	nextCol := func() bool {
		end := d.col == d.colTo
		d.col = (d.col + 1) % ssdColumns
		if end {
			d.col = d.colFrom
		}
		return end
	}
	nextPage := func() bool {
		end := d.page == d.pageTo
		d.page = (d.page + 1) % ssdPages
		if end {
			d.page = d.pageFrom
		}
		return end
	}
	switch d.mode {
	case ssdHorizontal:
		if nextCol() {
			nextPage()
		}
	case ssdVertical:
		if nextPage() {
			nextCol()
		}
	default: // page mode, and 3, which is not defined
		d.col = (d.col + 1) % ssdColumns
	}
}

// arguments returns how many bytes follow a command.
func arguments(c byte) int {
	switch c {
	case 0x20, 0x81, 0x8D, 0xA8, 0xD3, 0xD5, 0xD9, 0xDA, 0xDB, 0x23, 0xD6:
		return 1
	case 0x21, 0x22, 0xA3:
		return 2
	case 0x29, 0x2A:
		return 5
	case 0x26, 0x27:
		return 6
	}
	return 0
}

// feed takes one byte of commands or arguments.
func (d *SSD1306) feed(v byte) {
	if d.have < d.want {
		d.args[d.have] = v
		d.have++
	} else {
		d.command, d.have, d.want = v, 0, arguments(v)
	}
	if d.have == d.want {
		d.do(d.command)
	}
}

// do carries out a command whose arguments are there.
func (d *SSD1306) do(c byte) {
	d.generation++
	switch {
	case c <= 0x1F:
		if d.mode != ssdPage {
			d.warnf("command %02X (column of page mode) outside of page mode", c)
		}
		if c < 0x10 {
			d.col = d.col&0xF0 | c
		} else {
			d.col = d.col&0x0F | c<<4&0x7F
		}
	case c >= 0x40 && c <= 0x7F:
		d.line = c & 0x3F
	case c >= 0xB0 && c <= 0xB7:
		if d.mode != ssdPage {
			d.warnf("command %02X (page of page mode) outside of page mode", c)
		}
		d.page = c & 7
	case c >= 0xC0 && c <= 0xCF:
		d.flip = c&8 != 0
	default:
		d.set(c)
	}
}

// set carries out the commands with arguments and the switches.
func (d *SSD1306) set(c byte) {
	a := d.args[0]
	switch c {
	case 0x20:
		d.limit(c, a, ssdPage)
		d.mode = a & 3
	case 0x21:
		d.colFrom, d.colTo, d.col = d.window(c, ssdColumns-1)
	case 0x22:
		d.pageFrom, d.pageTo, d.page = d.window(c, ssdPages-1)
	case 0x26, 0x27, 0x29, 0x2A, 0xA3: // scrolling is not shown
		if d.scrolling {
			d.warnf("command %02X while scrolling: stop it first (2E)", c)
		}
	case 0x2E:
		d.scrolling = false
	case 0x2F:
		d.scrolling = true
	case 0x81:
		d.contrast = a
	case 0x8D:
		if d.powered {
			d.warnf("command 8D: an SSD1309 has no charge pump")
			break
		}
		if a&^0x04 != 0x10 {
			d.warnf("command 8D %02X: want 10 or 14", a)
		}
		d.pump = a&4 != 0
	case 0xA0, 0xA1:
		d.remap = c == 0xA1
	case 0xA4, 0xA5:
		d.all = c == 0xA5
	case 0xA6, 0xA7:
		d.inverse = c == 0xA7
	case 0xA8:
		if a < 15 || a > 63 {
			d.warnf("command A8 %02X: want 0F to 3F", a)
		}
		d.mux = max(a&63, 15)
	case 0xAE, 0xAF:
		d.power(c == 0xAF)
	case 0xD3:
		d.limit(c, a, 63)
		d.offset = a & 63
	case 0xD5:
		d.clock = a
	case 0xD9:
		if a&0x0F == 0 || a&0xF0 == 0 {
			d.warnf("command D9 %02X: a phase of 0 clocks is invalid", a)
		}
		d.charge = a
	case 0xDA:
		if a&^0x30 != 0x02 {
			d.warnf("command DA %02X: want 02, 12, 22 or 32", a)
		}
		d.pins = a
	case 0xDB:
		d.deselect = a
	case 0xE3:
	default:
		d.warnf("command %02X is not in the data sheet", c)
	}
}

// power turns the display on or off, and warns of what a driver should have set first.
func (d *SSD1306) power(on bool) {
	if on && !d.on {
		if !d.pump {
			d.warnf("display on without the charge pump (8D 14): it stays dark")
		}
		if int(d.mux) != d.h-1 {
			d.warnf("display on with multiplex ratio %d on a glass of %d rows", d.mux+1, d.h)
		}
		if (d.pins&0x10 != 0) != (d.h == 64) {
			d.warnf("display on with COM pins %02X on a glass of %d rows: the rows interleave", d.pins, d.h)
		}
	}
	d.on = on
}

func (d *SSD1306) limit(c, a, most byte) {
	if a > most {
		d.warnf("command %02X %02X: want at most %02X", c, a, most)
	}
}

// window takes the arguments of commands 21 and 22.
func (d *SSD1306) window(c, most byte) (from, to, at byte) {
	a, b := d.args[0], d.args[1]
	d.limit(c, a, most)
	d.limit(c, b, most)
	if b < a {
		d.warnf("command %02X %02X %02X: the window ends before it begins", c, a, b)
	}
	if d.mode == ssdPage {
		d.warnf("command %02X (window) in page mode", c)
	}
	return a & most, b & most, a & most
}
