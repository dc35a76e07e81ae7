package drivers

import (
	"bytes"
	"fmt"
	"math"

	"periph.io/x/conn/v3/physic"
	"periph.io/x/conn/v3/spi"

	"consigliere/config"
	"consigliere/hw"
)

const (
	// channelMA is the current of a channel at full duty, idleMA the current of a light's chip.
	channelMA = 20
	idleMA    = 1
)

// Lights is a strip of APA102 (or SK9822) or of WS2812 lights on SPI. It implements
// [hw.Lights].
//
// Colours are as on a screen: the strip's duty is the colour to the power 2.2, so that pulses
// look even and orange stays orange. An APA102 has 13 bits for it, a WS2812 has 8. If all
// lights together would draw more than the limit, all are dimmed by the same factor.
type Lights struct {
	conn  spi.Conn
	count int
	code  lightCode
	duty  [256]uint16 // by the value of a channel, 0 to the code's full
	limit int         // in duty, all channels together
	next  []byte      // the stream: a lead, the lights, a tail
	put   []hw.RGB    // what the stream shows
	drawn int         // the duty of all its channels together
	sum   int         // the same where the stream depends on it, else 0
	sent  []byte      // what the strip has got, if good
	good  bool
}

// A lightCode is how a chip takes its colours.
type lightCode struct {
	full  int // the duty of a channel at full
	speed physic.Frequency
	lead  int // bytes before the first light, all zero
	each  int // bytes of a light
	tail  func(count int) int
	// step returns how coarse the duties are that a light with this brightest channel can have.
	step func(most int) int
	put  func(dst []byte, r, g, b, step int)
}

// apaCode is how an APA102 is told its colours.
//
// It begins with twice the 32 zero bits of the data sheet: the first half completes a light
// that a failed transfer has cut short. The end has 32 zero bits, after which an SK9822 shows
// its colours, and half a clock for each light, as each passes its data on half a clock late.
// They are zeros, because ones would be a white light on a strip that is longer than
// configured.
var apaCode = lightCode{
	full:  31 * 255,             // 31 steps of the light's brightness times 255
	speed: 4 * physic.MegaHertz, // slow enough for the long wires from pod to pod
	lead:  8,
	each:  4,
	tail:  func(count int) int { return 4 + (count+15)/16 },
	// The smallest brightness that reaches the brightest channel leaves the most steps.
	step: func(most int) int { return max((most+254)/255, 1) },
	put: func(dst []byte, r, g, b, step int) {
		dst[0], dst[1], dst[2], dst[3] = 0xE0|byte(step), byte(b), byte(g), byte(r)
	},
}

// wsReset is how many zero bytes at the speed of wsCode are the 280 us and some more for which
// the wire of a WS2812 must be low before what was sent shows.
const wsReset = 90

// wsCode is how a WS2812 is told its colours. A bit is three bits of the port, 100 for 0 and 110 for 1:
// pulses of 417 and 833 ns, which the first chips and the fifth version both take. The port
// may leave its wire high or low between transfers, so there is a reset at both ends.
var wsCode = lightCode{
	full:  255,
	speed: 2400 * physic.KiloHertz,
	lead:  wsReset,
	each:  9,
	tail:  func(int) int { return wsReset },
	step:  func(int) int { return 1 },
	put: func(dst []byte, r, g, b, _ int) {
		for i, c := range [3]int{g, r, b} {
			bits := uint32(0)
			for k := 7; k >= 0; k-- {
				bits = bits<<3 | 4 | uint32(c>>k&1)<<1
			}
			dst[3*i], dst[3*i+1], dst[3*i+2] = byte(bits>>16), byte(bits>>8), byte(bits)
		}
	},
}

// LightsOptions are the length of a strip and how bright it may be.
type LightsOptions struct {
	Chip  string // [config.APA102] or [config.WS2812]; "" means the first
	Count int    // how many lights, 1 or more
	// MaxMilliamps is the limit of all lights together, including 1 mA for each light's
	// chip. 0 means no limit.
	MaxMilliamps int
	Brightness   int // percent of the full duty; 0 means 100
}

// NewLights connects the strip on the port. It sends nothing. The port must not be
// connected yet.
func NewLights(port spi.Port, o LightsOptions) (*Lights, error) {
	code := apaCode
	switch o.Chip {
	case "", config.APA102:
	case config.WS2812:
		code = wsCode
	default:
		return nil, fmt.Errorf("lights with the chip %q: want %q or %q", o.Chip, config.APA102, config.WS2812)
	}
	if o.Count < 1 {
		return nil, fmt.Errorf("lights: %d lights: want 1 or more", o.Count)
	}
	if o.Brightness < 0 || o.Brightness > 100 {
		return nil, fmt.Errorf("lights: brightness of %d percent: want 1 to 100", o.Brightness)
	}
	spare := o.MaxMilliamps - idleMA*o.Count
	if o.MaxMilliamps != 0 && spare <= 0 {
		return nil, fmt.Errorf("lights: limit of %d mA: %d lights draw %d mA when dark", o.MaxMilliamps, o.Count, idleMA*o.Count)
	}
	conn, err := port.Connect(code.speed, spi.Mode0, 8)
	if err != nil {
		return nil, fmt.Errorf("lights: %w", err)
	}
	l := &Lights{conn: conn, count: o.Count, code: code, limit: math.MaxInt}
	if o.MaxMilliamps != 0 {
		l.limit = spare * code.full / channelMA
	}
	if o.Brightness == 0 {
		o.Brightness = 100
	}
	for i := range l.duty {
		d := math.Pow(float64(i)/255, 2.2) * float64(code.full) * float64(o.Brightness) / 100
		l.duty[i] = uint16(math.Round(d))
		if i > 0 {
			l.duty[i] = max(l.duty[i], 1) // the darkest colour is not black
		}
	}
	l.next = make([]byte, code.lead+code.each*o.Count+code.tail(o.Count))
	l.sent = make([]byte, len(l.next))
	l.put = make([]hw.RGB, o.Count)
	for i := range o.Count {
		l.light(l.place(i), hw.RGB{}, 0)
	}
	return l, nil
}

// place returns the bytes of a light.
func (l *Lights) place(i int) []byte { return l.next[l.code.lead+l.code.each*i:][:l.code.each] }

// Count returns the number of lights.
func (l *Lights) Count() int { return l.count }

// Set implements [hw.Lights]. Lights without a colour are dark. It sends nothing if the
// strip shows this already.
func (l *Lights) Set(colours []hw.RGB) error {
	if len(colours) > l.Count() {
		return fmt.Errorf("lights: %d colours for %d lights", len(colours), l.Count())
	}
	for i, was := range l.put { // few change at a time
		if c := colour(colours, i); c != was {
			l.drawn += l.draws(c) - l.draws(was)
			l.put[i] = c
			l.light(l.place(i), c, l.sum)
		}
	}
	sum := l.drawn
	if sum <= l.limit-l.slack() {
		sum = 0
	}
	if sum != l.sum {
		l.sum = sum
		for i, c := range l.put {
			l.light(l.place(i), c, sum)
		}
	}
	if l.good && bytes.Equal(l.next, l.sent) {
		return nil
	}
	return l.Check()
}

func colour(colours []hw.RGB, i int) hw.RGB {
	if i < len(colours) {
		return colours[i]
	}
	return hw.RGB{}
}

// draws returns the duty of the three channels of a colour together.
func (l *Lights) draws(c hw.RGB) int { return int(l.duty[c.R]) + int(l.duty[c.G]) + int(l.duty[c.B]) }

// Check sends the colours of the last Set again. It is meant to be called now and then: a
// strip that lost power is dark and cannot report it.
func (l *Lights) Check() error {
	l.good = false
	if err := l.conn.Tx(l.next, nil); err != nil {
		return fmt.Errorf("lights: %w", err)
	}
	copy(l.sent, l.next)
	l.good = true
	return nil
}

// slack is how much rounding can add to the duty of all channels: a channel is up to half a step
// more when it is rounded, which is 16 for an APA102.
func (l *Lights) slack() int { return 3 * 16 * l.count }

// light writes the bytes of a light. Sum is the duty of all channels together, or 0 if it is far
// from the limit.
func (l *Lights) light(dst []byte, c hw.RGB, sum int) {
	r, g, b := int(l.duty[c.R]), int(l.duty[c.G]), int(l.duty[c.B])
	// Round down near the limit, so that it holds after rounding too.
	round := 1
	if sum > l.limit-l.slack() {
		round = 0
	}
	if sum > l.limit {
		share := func(v int) int { return int(int64(v) * int64(l.limit) / int64(sum)) }
		r, g, b = share(r), share(g), share(b)
	}
	step := l.code.step(max(r, g, b))
	half := round * step / 2
	level := func(v int) int { return min((v+half)/step, 255) }
	l.code.put(dst, level(r), level(g), level(b), step)
}

var _ hw.Lights = (*Lights)(nil)
