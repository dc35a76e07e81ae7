package chip

import (
	"fmt"
	"math"
	"slices"
	"sync"

	"periph.io/x/conn/v3/physic"
	"periph.io/x/conn/v3/spi"

	"consigliere/hw"
)

// Times of a WS2812's wire in nanoseconds (Worldsemi WS2812B-V5 and WS2812B: what both take).
const (
	wsHigh0Min, wsHigh0Max = 220, 470  // T0H
	wsHigh1Min, wsHigh1Max = 580, 1000 // T1H
	wsLowMin               = 220       // T1L, the shorter of the two
	wsLowMax               = 5000      // longer, and old ones may latch
	wsReset                = 280_000   // shorter, and new ones may not latch
)

// A WS2812 is a strip of WS2812B lights whose one wire is the data line of an SPI port. It
// decodes the wave on the wire by time, as the strip does: a bit is a high pulse, short for 0
// and long for 1, and a low; 24 bits, green, red and blue, are a light; a long low shows what
// has arrived. What a strip may or may not take is a warning, and is not taken.
//
// Between transfers the wire keeps the level of the last bit, and no time passes: a driver
// cannot know how soon its next transfer begins.
type WS2812 struct {
	mu *sync.Mutex // the port's
	warnings
	bit     float64 // nanoseconds a bit of the port
	shown   [][3]byte
	waiting [][3]byte
	full    float64

	level      bool    // of the wire
	since      float64 // nanoseconds since the last edge
	high       float64 // length of the last high pulse
	word       uint32
	filled     int
	next       int  // the light that the next bits are for
	bad        bool // the wave was not valid since the last reset
	generation uint64
}

// NewWS2812 returns a strip of n dark lights.
func NewWS2812(n int) *WS2812 {
	return &WS2812{shown: make([][3]byte, n), waiting: make([][3]byte, n), full: 1, bit: 1e9 / 2.4e6}
}

func (a *WS2812) guard(mu *sync.Mutex) { a.mu = mu }

func (a *WS2812) lock() unlocker {
	if a.mu == nil {
		return unlocker{}
	}
	return hold(a.mu)
}

// clocked is told the speed of the port.
func (a *WS2812) clocked(f physic.Frequency) {
	a.bit = 1e9 / (float64(f) / float64(physic.Hertz))
}

// Modes implements [Peripheral]. The strip has no clock line, so it takes any.
func (a *WS2812) Modes(spi.Mode) bool { return true }

// SetExposure implements [Strip].
func (a *WS2812) SetExposure(full float64) {
	defer a.lock().unlock()
	a.full = full
	a.generation++
}

// PowerOn implements [Strip].
func (a *WS2812) PowerOn() {
	defer a.lock().unlock()
	clear(a.shown)
	clear(a.waiting)
	a.level, a.since, a.high, a.filled, a.next, a.bad = false, 0, 0, 0, 0, false
	a.generation++
}

// Warnings implements [Strip].
func (a *WS2812) Warnings() []string {
	defer a.lock().unlock()
	return slices.Clone(a.list)
}

// Generation implements [Strip].
func (a *WS2812) Generation() uint64 {
	defer a.lock().unlock()
	return a.generation
}

// Len implements [Strip].
func (a *WS2812) Len() int { return len(a.shown) }

// Colours implements [Strip].
func (a *WS2812) Colours() []hw.RGB { return a.AppendColours(nil) }

// AppendColours implements [Strip].
func (a *WS2812) AppendColours(dst []hw.RGB) []hw.RGB {
	defer a.lock().unlock()
	for _, l := range a.shown {
		dst = append(dst, hw.RGB{R: a.seen(l[1]), G: a.seen(l[0]), B: a.seen(l[2])})
	}
	return dst
}

func (a *WS2812) seen(c byte) uint8 {
	return uint8(math.Round(255 * math.Pow(min(float64(c)/255/a.full, 1), 1/2.2)))
}

// Current implements [Strip]: 20 mA for a channel at full and 1 for each light's chip.
func (a *WS2812) Current() float64 {
	defer a.lock().unlock()
	sum := 0
	for _, l := range a.shown {
		sum += int(l[0]) + int(l[1]) + int(l[2])
	}
	return float64(sum)*channelMA/255 + float64(idleMA*len(a.shown))
}

// Transfer implements [Peripheral].
func (a *WS2812) Transfer(w, r []byte) {
	clear(r)
	for _, v := range w {
		for i := 7; i >= 0; i-- {
			a.clock(v>>i&1 == 1)
		}
	}
}

// clock lets one bit of the port pass.
func (a *WS2812) clock(level bool) {
	switch {
	case level == a.level:
	case level: // the low after a pulse has ended
		a.low()
		a.level, a.since = true, 0
	default:
		a.high = a.since
		a.level, a.since = false, 0
	}
	a.since += a.bit
	if !a.level && a.since >= wsReset && a.since-a.bit < wsReset {
		a.pulse() // the last bit, whose low is the reset
		a.latch()
	}
}

// low ends a low. Unless it was a reset, the pulse before it was a bit.
func (a *WS2812) low() {
	if a.since >= wsReset {
		return
	}
	if a.high != 0 && (a.since < wsLowMin || a.since > wsLowMax) {
		a.spoil("a low of %.0f ns between bits: want %d to %d", a.since, wsLowMin, wsLowMax)
	}
	a.pulse()
}

// pulse takes the last high pulse as a bit.
func (a *WS2812) pulse() {
	h := a.high
	a.high = 0
	if h == 0 {
		return
	}
	a.word <<= 1
	switch {
	case h >= wsHigh0Min && h <= wsHigh0Max:
	case h >= wsHigh1Min && h <= wsHigh1Max:
		a.word |= 1
	default:
		a.spoil("a high of %.0f ns: want %d to %d or %d to %d", h, wsHigh0Min, wsHigh0Max, wsHigh1Min, wsHigh1Max)
	}
	if a.filled++; a.filled < 24 {
		return
	}
	a.filled = 0
	if a.next == len(a.waiting) {
		a.warnf("more lights sent than the strip's %d", len(a.shown))
		return
	}
	a.waiting[a.next] = [3]byte{byte(a.word >> 16), byte(a.word >> 8), byte(a.word)}
	a.next++
}

// spoil notes that the wave is not valid, so what arrives until the reset is not shown.
func (a *WS2812) spoil(format string, args ...any) {
	a.warnf(format, args...)
	a.bad = true
}

// latch shows what has arrived. A light whose bits were cut short keeps its colour.
func (a *WS2812) latch() {
	if !a.bad {
		for i, c := range a.waiting[:a.next] {
			if a.shown[i] != c {
				a.shown[i] = c
				a.generation++
			}
		}
	}
	a.filled, a.next, a.bad = 0, 0, false
}

// String returns the name of the chip.
func (a *WS2812) String() string { return fmt.Sprintf("WS2812 strip of %d", len(a.shown)) }

var _ Strip = (*WS2812)(nil)
