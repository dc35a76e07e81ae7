package chip

import (
	"fmt"

	"consigliere/hw"
)

// Sizes of the SH1106's memory, and the column at which the glass of a module begins: 128 of
// the 132 columns are wired.
const (
	shColumns = 132
	shPages   = 8
	shFirst   = 2
)

// An SH1106 is a controller of 1-bit displays of 128x64 pixels (Sino Wealth SH1106 V2.3) on
// I2C, with the glass of a usual module on it. It is sold as an SSD1306 but isn't one: it has
// page mode alone, 132 columns, of which the glass shows columns 2 to 129, and no commands
// for windows or a charge pump. A driver that takes it for an SSD1306 sees a shifted picture
// with noise, as on silicon.
type SH1106 struct {
	part
	turned bool // the glass is built in upside down

	ram  [shPages][shColumns]byte
	col  byte
	page byte

	on, converter, inverse, all bool
	remap, flip                 bool // A1; C8
	contrast, line, ratio       byte
	offset, pins                byte
	modify                      bool // read-modify-write

	command byte // whose argument is still to come
	waits   bool

	generation uint64
}

// NewSH1106 returns a display after power-on.
func NewSH1106() *SH1106 {
	d := &SH1106{}
	d.powerOn()
	return d
}

// PowerOn is the power-on reset. The memory holds noise, always the same.
func (d *SH1106) PowerOn() {
	defer d.lock().unlock()
	d.powerOn()
}

func (d *SH1106) powerOn() {
	*d = SH1106{
		part: d.part, turned: d.turned, generation: d.generation + 1,
		converter: true, contrast: 0x80, ratio: 63, pins: 0x12,
	}
	noise := uint32(0x9E3779B9)
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
func (d *SH1106) Turn(turned bool) {
	defer d.lock().unlock()
	d.turned = turned
	d.generation++
}

// Size returns the size of the glass in pixels.
func (d *SH1106) Size() (w, h int) { return 128, 64 }

// Generation returns a number that changes whenever what is shown may have changed.
func (d *SH1106) Generation() uint64 {
	defer d.lock().unlock()
	return d.generation
}

// Lit reports whether the display is on and has power.
func (d *SH1106) Lit() bool {
	defer d.lock().unlock()
	return d.on && d.converter
}

// Contrast returns the contrast that is set, 0 to 255.
func (d *SH1106) Contrast() int {
	defer d.lock().unlock()
	return int(d.contrast)
}

// Frame returns what an eye sees, as a new frame.
func (d *SH1106) Frame() *hw.Frame {
	f := hw.NewFrame(128, 64)
	d.FrameInto(f)
	return f
}

// FrameInto draws what an eye sees into f, which must have the display's size.
func (d *SH1106) FrameInto(f *hw.Frame) {
	if f.W != 128 || f.H != 64 {
		panic(fmt.Sprintf("chip: frame of %dx%d for a display of 128x64", f.W, f.H))
	}
	defer d.lock().unlock()
	f.Clear()
	if !d.on || !d.converter {
		return
	}
	lines := int(d.ratio) + 1
	for y := range 64 {
		com := y
		if d.pins&0x10 == 0 { // sequential commons on a glass wired for alternative ones
			com = y>>1 | y&1<<5
		}
		if com >= lines {
			continue
		}
		if !d.flip {
			com = lines - 1 - com
		}
		row := (com + int(d.offset) + int(d.line)) & 63
		for x := range 128 {
			c := x + shFirst
			if !d.remap {
				c = shColumns - 1 - c
			}
			if lit := d.ram[row>>3][c]&(1<<(row&7)) != 0; lit == d.inverse && !d.all {
				continue
			}
			if d.turned {
				f.Set(127-x, 63-y, true)
			} else {
				f.Set(x, y, true)
			}
		}
	}
}

// Write implements [Target]: control bytes, then commands or data.
func (d *SH1106) Write(b []byte) int {
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
		for _, v := range rest {
			if control&0x40 != 0 {
				d.data(v)
			} else {
				d.feed(v)
			}
		}
	}
	return len(b)
}

// Read implements [Target]. It gives the status: bit 6 is set while the display is off.
func (d *SH1106) Read(b []byte) {
	for i := range b {
		b[i] = 0x40
		if d.on {
			b[i] = 0
		}
	}
}

// Stop implements [Target].
func (d *SH1106) Stop() {}

// data writes a byte of display memory. The column stops at the end of the page.
func (d *SH1106) data(v byte) {
	if d.waits {
		d.warnf("data while command %02X waits for its argument", d.command)
	}
	if d.col >= shColumns {
		d.warnf("memory written beyond column %d", shColumns-1)
		return
	}
	if cell := &d.ram[d.page][d.col]; *cell != v {
		*cell = v
		d.generation++
	}
	d.col++
}

// feed takes one byte of commands or arguments.
func (d *SH1106) feed(v byte) {
	if d.waits {
		d.waits = false
		d.generation++
		d.set(d.command, v)
		return
	}
	switch v {
	case 0x81, 0xA8, 0xAD, 0xD3, 0xD5, 0xD9, 0xDA, 0xDB:
		d.command, d.waits = v, true
		return
	}
	d.generation++
	d.do(v)
}

// do carries out a command without an argument.
func (d *SH1106) do(c byte) {
	switch {
	case c <= 0x0F:
		d.col = d.col&0xF0 | c
	case c <= 0x1F:
		d.col = d.col&0x0F | c<<4
	case c >= 0x30 && c <= 0x33: // pump voltage
	case c >= 0x40 && c <= 0x7F:
		d.line = c & 0x3F
	case c == 0xA0, c == 0xA1:
		d.remap = c == 0xA1
	case c == 0xA4, c == 0xA5:
		d.all = c == 0xA5
	case c == 0xA6, c == 0xA7:
		d.inverse = c == 0xA7
	case c == 0xAE, c == 0xAF:
		if c == 0xAF && !d.on && d.pins != 0x12 {
			d.warnf("display on with COM pins %02X: the rows of this glass interleave", d.pins)
		}
		d.on = c == 0xAF
	case c >= 0xB0 && c <= 0xB7:
		d.page = c & 7
	case c >= 0xC0 && c <= 0xCF:
		d.flip = c&8 != 0
	case c == 0xE0:
		d.modify = true
	case c == 0xEE:
		if !d.modify {
			d.warnf("command EE (end) without E0 (read-modify-write)")
		}
		d.modify = false
	case c == 0xE3:
	default:
		d.warnf("command %02X is not in the data sheet", c)
	}
}

// set carries out a command with its argument.
func (d *SH1106) set(c, a byte) {
	switch c {
	case 0x81:
		d.contrast = a
	case 0xA8:
		if a > 63 {
			d.warnf("command A8 %02X: want at most 3F", a)
		}
		d.ratio = a & 63
	case 0xAD:
		if a&^1 != 0x8A {
			d.warnf("command AD %02X: want 8A or 8B", a)
		}
		if d.on {
			d.warnf("command AD (converter) while the display is on")
		}
		d.converter = a&1 != 0
	case 0xD3:
		if a > 63 {
			d.warnf("command D3 %02X: want at most 3F", a)
		}
		d.offset = a & 63
	case 0xD9:
		if a&0x0F == 0 || a&0xF0 == 0 {
			d.warnf("command D9 %02X: a phase of 0 clocks is invalid", a)
		}
	case 0xDA:
		if a&^0x10 != 0x02 {
			d.warnf("command DA %02X: want 02 or 12", a)
		}
		d.pins = a
	}
}

var _ Display = (*SH1106)(nil)
