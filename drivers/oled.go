package drivers

import (
	"encoding/binary"
	"fmt"
	"strings"

	"periph.io/x/conn/v3/i2c"

	"consigliere/config"
	"consigliere/hw"
)

const (
	oledColumns = 128
	// Control bytes, followed by commands or data only.
	oledCommands = 0x00
	oledData     = 0x40
	// Commands (Solomon Systech SSD1306 rev 1.1, table 9-1).
	oledColumnWindow = 0x21
	oledPageWindow   = 0x22
	oledContrast     = 0x81
	oledNormal       = 0xA6
	oledOff          = 0xAE
	oledOn           = 0xAF
	oledNop          = 0xE3
)

// A Screen is an SSD1306 display of 128x64 or 128x32 pixels, or an SH1106 or SSD1309 of 128x64, on I2C.
// It implements [hw.Screen].
//
// To an SSD1306 it sends the bytes that have changed, as the cheapest set of rectangles that it
// finds, in horizontal addressing mode. Page commands would be shorter, but the data sheet reserves them
// for page mode. Instead it remembers where the pointers of the chip are: a rectangle that
// begins on the page where the last one ended needs no page command, and one with the same
// columns needs no column command.
//
// So the bytes of a picture follow from what it shows. On a private screen the two lines of a
// short choice differ by some ten bytes of 370, 0.2 ms, for whoever has a probe on the wires
// of the bus. That is left as it is: whole pictures would make each take 12 ms, and those of
// eight pods 0.1 s during which no button is read; and whoever can put a probe on the wires
// can read the pictures themselves.
//
// An SSD1309, which large displays have, takes the same commands, and has no charge pump.
//
// An SH1106 has page mode alone, and two columns more on each side than its glass shows. It
// gets the bytes that have changed as runs within a page.
//
// After an error it assumes nothing about the display: the next Show sets it up again and
// sends the whole frame. So a display that was unplugged recovers.
type Screen struct {
	dev     i2c.Dev
	h       int
	pages   int
	paged   bool // an SH1106, which has page mode alone
	powered bool // an SSD1309, whose module makes the voltage of the glass
	mirror  bool
	setting oledSetting

	want, have [1024]byte // a byte is 8 pixels below one another; 128 to a page
	shown      bool       // want holds a frame
	ready      bool       // the display is set up, its memory unknown
	good       bool       // the display holds have, its pointers are as below
	lit        bool       // the display was turned on, or off, after the last set-up

	at    oledPointers
	rects [128]oledRect
	buf   [1 + 1024]byte
}

// An oledSetting is what is sent with each set-up.
type oledSetting struct {
	contrast byte
	off      bool
}

// oledPointers are the pointers of the chip and the windows in which they run. The page window
// always ends at the last page.
type oledPointers struct {
	colFrom, colTo, col int
	pageFrom, page      int
}

// An oledRect is a rectangle of pages and columns, half-open.
type oledRect struct{ p0, p1, c0, c1 int }

func (r oledRect) area() int { return (r.p1 - r.p0) * (r.c1 - r.c0) }

// cost estimates the bytes on the bus: the data with its address and control byte, and a
// command for columns with address, control byte and two arguments. Half of the rectangles
// need one for pages too.
func (r oledRect) cost() int {
	if r.p1-r.p0 == 1 {
		return 7 + r.area()
	}
	return 8 + r.area()
}

func (r oledRect) union(s oledRect) oledRect {
	return oledRect{min(r.p0, s.p0), max(r.p1, s.p1), min(r.c0, s.c0), max(r.c1, s.c1)}
}

func (r oledRect) holds(s oledRect) bool {
	return r.p0 <= s.p0 && s.p1 <= r.p1 && r.c0 <= s.c0 && s.c1 <= r.c1
}

// ScreenOptions describe a display.
type ScreenOptions struct {
	Chip    string // [config.SSD1306], [config.SH1106] or [config.SSD1309]; "" means the first
	Address uint16 // 0 means 0x3C
	W, H    int    // 128x64, or 128x32 for an SSD1306
	Flip    bool   // built in upside down
}

// NewScreen returns the driver of a display. It sends nothing before the first Show, Check
// or Init.
func NewScreen(bus i2c.Bus, o ScreenOptions) (*Screen, error) {
	if o.W != oledColumns || o.H != 64 && o.H != 32 {
		return nil, fmt.Errorf("screen of %dx%d: want 128x64 or 128x32", o.W, o.H)
	}
	paged, powered := o.Chip == config.SH1106, o.Chip == config.SSD1309
	switch {
	case o.Chip != "" && o.Chip != config.SSD1306 && !paged && !powered:
		return nil, fmt.Errorf("screen with the chip %q: want %q, %q or %q", o.Chip, config.SSD1306, config.SH1106, config.SSD1309)
	case (paged || powered) && o.H != 64:
		return nil, fmt.Errorf("screen of %dx%d: an %s has 128x64", o.W, o.H, strings.ToUpper(o.Chip))
	}
	if o.Address == 0 {
		o.Address = 0x3C
	}
	return &Screen{
		dev: i2c.Dev{Bus: bus, Addr: o.Address}, h: o.H, pages: o.H / 8, paged: paged, powered: powered, mirror: o.Flip,
		setting: oledSetting{contrast: 0xCF},
	}, nil
}

// Size implements [hw.Screen].
func (s *Screen) Size() (w, h int) { return oledColumns, s.h }

// Init sets the display up and leaves it dark until the first Show. It need not be called, as
// Show does so if necessary.
func (s *Screen) Init() error {
	s.good, s.ready = false, false
	t := s.setting
	c := append(
		s.buf[:0], oledCommands,
		// A transfer that failed may have left a command waiting for its arguments, of which
		// there are six at most.
		oledNop, oledNop, oledNop, oledNop, oledNop, oledNop,
		0xD5, 0x80, // clock
		0xA8, byte(s.h-1), // multiplex ratio
		0xD3, 0, // display offset
		0x40, // start line
		oledContrast, t.contrast,
		0xA4, // show the memory
	)
	if s.mirror {
		c = append(c, 0xA0, 0xC0)
	} else {
		c = append(c, 0xA1, 0xC8) // the way modules are wired
	}
	c = append(c, oledNormal)
	if s.paged {
		// Its converter is on after power-on, and must not be set while the display is on.
		c = append(c,
			0x32,       // 8 V
			0xDA, 0x12, // COM pins
			0xD9, 0x22, // pre-charge
			0xDB, 0x35, // deselect level
		)
	} else {
		pins := byte(0x12)
		if s.h == 32 {
			pins = 0x02
		}
		if s.powered {
			c = append(c,
				0xD5, 0xA0, // a faster clock, so that a large display does not flicker
				0xD9, 0x82, // pre-charge
				0xDB, 0x34, // deselect level
			)
		} else {
			c = append(c,
				0x8D, 0x14, // charge pump on
				0xD9, 0xF1, // pre-charge, for the charge pump
				0xDB, 0x20, // deselect level
			)
		}
		c = append(c,
			0x2E,    // no scrolling
			0x20, 0, // horizontal addressing
			0xDA, pins, // COM pins
			oledColumnWindow, 0, oledColumns-1,
			oledPageWindow, 0, byte(s.pages-1),
		)
	}
	if err := s.dev.Tx(c, nil); err != nil {
		return fmt.Errorf("screen %#02x: set up: %w", s.dev.Addr, err)
	}
	s.at = oledPointers{colTo: oledColumns - 1}
	s.lit = false
	s.ready = true
	return nil
}

// Show implements [hw.Screen]. It does not allocate.
func (s *Screen) Show(f *hw.Frame) error {
	if f.W != oledColumns || f.H != s.h {
		return fmt.Errorf("screen %#02x: frame of %dx%d: want %dx%d", s.dev.Addr, f.W, f.H, oledColumns, s.h)
	}
	s.take(f)
	s.shown = true
	return s.draw()
}

// Check checks that the display answers, and repairs it after a fault. It is meant to be
// called now and then.
func (s *Screen) Check() error {
	if !s.good && s.shown {
		return s.draw()
	}
	return s.command(oledNop)
}

// Refresh sets the display up again and sends the whole last frame. It repairs a display that
// lost power for a moment: such a display answers, but is dark.
func (s *Screen) Refresh() error {
	s.good, s.ready = false, false
	if !s.shown {
		return s.Init()
	}
	return s.draw()
}

// SetContrast sets the contrast, 0 to 255. The default is 0xCF.
func (s *Screen) SetContrast(c byte) error {
	s.setting.contrast = c
	return s.command(oledContrast, c)
}

// SetOff turns the display off or on. While it is off it keeps its picture and draws hardly
// any current.
func (s *Screen) SetOff(off bool) error {
	s.setting.off = off
	if !s.lit {
		return nil // the next Show does it, when there is something to show
	}
	s.lit = false
	return s.light()
}

// Dark turns the display off, whatever state it is in, before the program ends. The next Show
// sets it up again.
func (s *Screen) Dark() error {
	s.good, s.ready = false, false
	// A command may wait for its arguments; see Init.
	return s.command(oledNop, oledNop, oledNop, oledNop, oledNop, oledNop, oledOff)
}

// command sends a command. A display that is not set up gets its settings with the next Show.
func (s *Screen) command(c ...byte) error {
	buf := append(append(s.buf[:0], oledCommands), c...)
	if err := s.dev.Tx(buf, nil); err != nil {
		s.good, s.ready = false, false
		return fmt.Errorf("screen %#02x: command %02X: %w", s.dev.Addr, c[0], err)
	}
	return nil
}

// light turns the display on or off, as set by SetOff.
func (s *Screen) light() error {
	if s.lit {
		return nil
	}
	c := byte(oledOn)
	if s.setting.off {
		c = oledOff
	}
	if err := s.command(c); err != nil {
		return err
	}
	s.lit = true
	return nil
}

// take copies a frame into want, in the order of the display's memory.
func (s *Screen) take(f *hw.Frame) {
	const stride = oledColumns / 8
	for p := range s.pages {
		rows := f.Pix[p*8*stride:][: 8*stride : 8*stride]
		for b := range stride {
			x := uint64(rows[b]) | uint64(rows[b+stride])<<8 | uint64(rows[b+2*stride])<<16 | uint64(rows[b+3*stride])<<24 |
				uint64(rows[b+4*stride])<<32 | uint64(rows[b+5*stride])<<40 | uint64(rows[b+6*stride])<<48 | uint64(rows[b+7*stride])<<56
			binary.BigEndian.PutUint64(s.want[p*oledColumns+b*8:], transpose(x))
		}
	}
}

// transpose turns an 8x8 block of bits over its diagonal (Hacker's Delight, 7-3).
func transpose(x uint64) uint64 {
	t := (x ^ x>>7) & 0x00AA00AA00AA00AA
	x ^= t ^ t<<7
	t = (x ^ x>>14) & 0x0000CCCC0000CCCC
	x ^= t ^ t<<14
	t = (x ^ x>>28) & 0x00000000F0F0F0F0
	return x ^ t ^ t<<28
}

// draw makes the display equal to want.
func (s *Screen) draw() error {
	var rects []oledRect
	if s.good {
		rects = s.plan()
	} else {
		if !s.ready {
			if err := s.Init(); err != nil {
				return err
			}
		}
		rects = append(s.rects[:0], oledRect{0, s.pages, 0, oledColumns})
		if s.paged {
			rects = rects[:0]
			for p := range s.pages {
				rects = append(rects, oledRect{p, p + 1, 0, oledColumns})
			}
		}
	}
	s.good, s.ready = false, false // until all of it has arrived
	for i, r := range rects {
		// Where the next rectangle begins on the same page, this one must not end at the end
		// of its window, or the page would move on.
		stay := !s.paged && i+1 < len(rects) && r.p1-r.p0 == 1 && rects[i+1].p0 == r.p0 && r.c1 < oledColumns
		if err := s.send(r, stay); err != nil {
			return fmt.Errorf("screen %#02x: %w", s.dev.Addr, err)
		}
	}
	if err := s.light(); err != nil {
		return err
	}
	s.good = true
	return nil
}

// shColumn is the first column of an SH1106 that its glass shows.
const shColumn = 2

// send sends one rectangle of want.
func (s *Screen) send(r oledRect, stay bool) error {
	to := r.c1 - 1
	if stay {
		to = oledColumns - 1
	}
	c := append(s.buf[:0], oledCommands)
	a := &s.at
	if s.paged {
		col := byte(r.c0 + shColumn)
		c = append(c, 0xB0|byte(r.p0), col&0x0F, 0x10|col>>4)
	} else if a.colFrom != r.c0 || a.colTo != to || a.col != r.c0 {
		c = append(c, oledColumnWindow, byte(r.c0), byte(to))
		a.colFrom, a.colTo, a.col = r.c0, to, r.c0
	}
	if !s.paged && a.page != r.p0 {
		c = append(c, oledPageWindow, byte(r.p0), byte(s.pages-1))
		a.pageFrom, a.page = r.p0, r.p0
	}
	if len(c) > 1 {
		if err := s.dev.Tx(c, nil); err != nil {
			return fmt.Errorf("set window: %w", err)
		}
	}
	d := append(s.buf[:0], oledData)
	for p := r.p0; p < r.p1; p++ {
		line := s.want[p*oledColumns+r.c0 : p*oledColumns+r.c1]
		d = append(d, line...)
		copy(s.have[p*oledColumns+r.c0:], line)
	}
	if err := s.dev.Tx(d, nil); err != nil {
		return fmt.Errorf("send %d bytes: %w", len(d)-1, err)
	}
	if stay {
		a.col = r.c1
		return nil
	}
	if a.page = r.p1; a.page == s.pages {
		a.page = a.pageFrom
	}
	return nil
}

// plan covers what changed with rectangles, in the order in which to send them.
func (s *Screen) plan() []oledRect {
	rects := s.runs()
	for merged := !s.paged; merged; {
		merged = false
		for i := 0; i < len(rects); i++ {
			if j := best(rects, i); j >= 0 {
				rects = merge(rects, i, j)
				merged = true
				i = -1 // it may pay for the others now
			}
		}
	}
	// By page, then by column.
	for i := 1; i < len(rects); i++ {
		for j := i; j > 0 && before(rects[j], rects[j-1]); j-- {
			rects[j], rects[j-1] = rects[j-1], rects[j]
		}
	}
	return rects
}

func before(a, b oledRect) bool { return a.p0 < b.p0 || a.p0 == b.p0 && a.c0 < b.c0 }

// runs returns the bytes that changed, as runs within a page. A gap that costs no more than
// another run belongs to the run.
func (s *Screen) runs() []oledRect {
	const gap = 7
	rects := s.rects[:0]
	for p := range s.pages {
		want, have := s.want[p*oledColumns:][:oledColumns], s.have[p*oledColumns:][:oledColumns]
		last := -gap - 2
		for c := 0; c < oledColumns; {
			if c&7 == 0 && binary.LittleEndian.Uint64(want[c:]) == binary.LittleEndian.Uint64(have[c:]) {
				c += 8
				continue
			}
			if want[c] != have[c] {
				if c-last-1 <= gap {
					rects[len(rects)-1].c1 = c + 1
				} else {
					rects = append(rects, oledRect{p, p + 1, c, c + 1})
				}
				last = c
			}
			c++
		}
	}
	return rects
}

// best returns the rectangle with which merging the i-th saves most, or -1.
func best(rects []oledRect, i int) int {
	found, most := -1, 0
	for j, r := range rects {
		if j == i {
			continue
		}
		u := rects[i].union(r)
		gain := -u.cost()
		if u.area() > rects[i].area()+r.area()+64 {
			continue // only many rectangles between the two could make up for that
		}
		for _, o := range rects {
			if u.holds(o) {
				gain += o.cost()
			}
		}
		if gain > most {
			found, most = j, gain
		}
	}
	return found
}

// merge replaces the i-th and j-th rectangles, and what lies between, by one.
func merge(rects []oledRect, i, j int) []oledRect {
	u := rects[i].union(rects[j])
	n := 0
	for _, r := range rects {
		if !u.holds(r) {
			rects[n] = r
			n++
		}
	}
	rects = rects[:n+1]
	rects[n] = u
	return rects
}

var _ hw.Screen = (*Screen)(nil)
