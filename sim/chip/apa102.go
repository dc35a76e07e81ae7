package chip

import (
	"fmt"
	"math"
	"slices"
	"sync"

	"periph.io/x/conn/v3/spi"

	"consigliere/hw"
)

// Current of a light, in milliamperes: of each channel at full, and of the chip itself.
const (
	channelMA = 20
	idleMA    = 1
)

// An APA102 is a strip of APA102 lights on SPI. It decodes the stream as the strip does: a
// start of at least 32 zero bits, then 32 bits for each light (111, five bits of brightness,
// blue, green, red). Each light passes on the rest half a clock late. So a light far down the
// strip shows its colour only after enough further clocks, and if a driver sends too short an
// end the last lights do not change.
type APA102 struct {
	mu *sync.Mutex // the port's
	warnings
	shown   []apaLight
	waiting []apaLight // has arrived, not enough clocks yet
	clocks  []int      // how many clocks each waiting light still needs; 0: it does not wait
	waits   int        // how many lights wait
	full    float64    // the duty that an eye takes for full

	zeros      int // zero bytes in a row before a frame
	armed      bool
	next       int // the light that the next 32 bits are for
	word       [4]byte
	filled     int
	generation uint64
}

// An apaLight is the data of one light as it is sent: 111 and the brightness, blue, green, red.
type apaLight [4]byte

func (l apaLight) brightness() byte { return l[0] & 0x1F }

// NewAPA102 returns a strip of n dark lights.
func NewAPA102(n int) *APA102 {
	a := &APA102{shown: make([]apaLight, n), waiting: make([]apaLight, n), clocks: make([]int, n), full: 1}
	a.darken()
	return a
}

// darken makes all lights dark, as they are before anything is sent.
func (a *APA102) darken() {
	for i := range a.shown {
		a.shown[i] = apaLight{0xE0}
	}
}

// SetExposure sets which share of the full power, 0 to 1, an eye takes for full brightness, as
// eyes get used to a strip that is never driven harder. The default is 1.
func (a *APA102) SetExposure(full float64) {
	defer a.lock().unlock()
	a.full = full
	a.generation++
}

func (a *APA102) guard(mu *sync.Mutex) { a.mu = mu }

func (a *APA102) lock() unlocker {
	if a.mu == nil {
		return unlocker{}
	}
	return hold(a.mu)
}

// Modes implements [Peripheral]: data is taken at the rising clock.
func (a *APA102) Modes(m spi.Mode) bool {
	m &^= spi.NoCS
	return m == spi.Mode0 || m == spi.Mode3
}

// PowerOn is the power-on reset: all lights are dark.
func (a *APA102) PowerOn() {
	defer a.lock().unlock()
	a.darken()
	clear(a.clocks)
	a.armed, a.zeros, a.filled, a.waits = false, 0, 0, 0
	a.generation++
}

// Warnings returns what a driver has sent that the data sheet does not allow.
func (a *APA102) Warnings() []string {
	defer a.lock().unlock()
	return slices.Clone(a.list)
}

// Generation returns a number that changes whenever a light changes.
func (a *APA102) Generation() uint64 {
	defer a.lock().unlock()
	return a.generation
}

// Len returns the number of lights.
func (a *APA102) Len() int { return len(a.shown) }

// Colours returns the colours as an eye sees them and a screen would show them: the eye
// takes a fifth of the power for half of the light, so a channel at duty d is
// 255*d^(1/2.2), with the exposure as duty 1.
func (a *APA102) Colours() []hw.RGB { return a.AppendColours(nil) }

// AppendColours appends the colours to dst.
func (a *APA102) AppendColours(dst []hw.RGB) []hw.RGB {
	defer a.lock().unlock()
	for _, l := range a.shown {
		dst = append(dst, hw.RGB{R: a.seen(l, l[3]), G: a.seen(l, l[2]), B: a.seen(l, l[1])})
	}
	return dst
}

func (a *APA102) seen(l apaLight, c byte) uint8 {
	if c == 0 || l.brightness() == 0 {
		return 0
	}
	duty := float64(c) * float64(l.brightness()) / (255 * 31) / a.full
	return uint8(math.Round(255 * math.Pow(min(duty, 1), 1/2.2)))
}

// Current returns how many milliamperes the strip draws: 20 for a channel at full and 1 for
// each light's chip.
func (a *APA102) Current() float64 {
	defer a.lock().unlock()
	sum := 0
	for _, l := range a.shown {
		sum += int(l.brightness()) * (int(l[3]) + int(l[2]) + int(l[1]))
	}
	return float64(sum)*channelMA/(255*31) + float64(idleMA*len(a.shown))
}

// Transfer implements [Peripheral].
func (a *APA102) Transfer(w, r []byte) {
	clear(r)
	for len(w) > 0 {
		if a.waits == 0 { // most of what is sent changes nothing
			if w = a.skip(w); len(w) == 0 {
				return
			}
		}
		if a.armed && a.filled == 0 && len(w) >= 4 {
			for i := 0; i < 4 && a.waits > 0; i++ {
				a.clock()
			}
			a.take([4]byte(w))
			w = w[4:]
			continue
		}
		if a.waits > 0 {
			a.clock()
		}
		if v := w[0]; v != 0 || a.armed {
			a.shift(v)
		} else {
			a.zeros++
		}
		w = w[1:]
	}
}

// skip takes the zeros before a frame, and the lights at its head that show already what is sent,
// while no light waits. It returns the rest.
func (a *APA102) skip(w []byte) []byte {
	if !a.armed {
		n := 0
		for n < len(w) && w[n] == 0 {
			n++
		}
		a.zeros += n
		if w = w[n:]; len(w) == 0 || a.zeros < 4 {
			return w
		}
		a.armed, a.zeros, a.next, a.filled = true, 0, 0, 0
	}
	if a.filled != 0 || a.next >= len(a.shown) {
		return w
	}
	n := 0
	for shown := a.shown[a.next:]; n < len(shown) && len(w) >= 4 && shown[n] == apaLight(w); n++ {
		w = w[4:]
	}
	a.next += n
	return w
}

// clock lets eight clocks pass for the lights that wait.
func (a *APA102) clock() {
	left := a.waits
	for i := 0; left > 0; i++ {
		n := a.clocks[i]
		if n == 0 {
			continue
		}
		left--
		if n > 8 {
			a.clocks[i] = n - 8
			continue
		}
		a.clocks[i] = 0
		a.waits--
		if a.shown[i] != a.waiting[i] {
			a.shown[i] = a.waiting[i]
			a.generation++
		}
	}
}

// shift takes one byte of the stream, which is not a zero before a frame.
func (a *APA102) shift(v byte) {
	if !a.armed {
		zeros := a.zeros
		a.zeros = 0
		if zeros < 4 {
			if v != 0xFF { // an end of ones is not a light
				a.warnf("%d zero bytes and then %02x: a start takes 4 zero bytes", zeros, v)
			}
			return
		}
		a.armed, a.next, a.filled = true, 0, 0
	}
	a.word[a.filled] = v
	a.filled++
	if a.filled < 4 {
		return
	}
	a.filled = 0
	a.take(a.word)
}

// take takes the 32 bits of a light, or of what comes after the last.
func (a *APA102) take(w [4]byte) {
	switch {
	case w[0]&0xE0 != 0xE0: // the end, or the start of the next frame
		a.armed, a.zeros = false, 0
		for _, v := range w {
			if v == 0 {
				a.zeros++
			} else {
				a.zeros = 0
				a.warnf("%02x%02x%02x%02x is not a light: its first three bits must be set", w[0], w[1], w[2], w[3])
			}
		}
	case a.next >= len(a.shown):
		if w != [4]byte{0xFF, 0xFF, 0xFF, 0xFF} { // an end of ones looks like a white light
			a.warnf("more lights sent than the strip's %d", len(a.shown))
		}
		a.next++
	default:
		i, got := a.next, apaLight(w)
		a.next++
		if a.clocks[i] == 0 && a.shown[i] == got {
			return // nothing changes, however late it arrives
		}
		a.waiting[i] = got
		switch n := (i + 1) / 2; {
		case n > 0:
			if a.clocks[i] == 0 {
				a.waits++
			}
			a.clocks[i] = n
		case a.shown[i] != a.waiting[i]:
			a.shown[i] = a.waiting[i]
			a.generation++
		}
	}
}

// String returns the name of the chip.
func (a *APA102) String() string { return fmt.Sprintf("APA102 strip of %d", len(a.shown)) }
