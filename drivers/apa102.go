package drivers

import (
	"bytes"
	"fmt"
	"math"

	"periph.io/x/conn/v3/physic"
	"periph.io/x/conn/v3/spi"

	"consigliere/hw"
)

const (
	// channelMA is what a channel draws at full, idleMA what the chip of a light draws.
	channelMA = 20
	idleMA    = 1
	// fullDuty is a channel at full: 31 steps of the light's brightness times 255.
	fullDuty = 31 * 255
	// apaSpeed is slow enough for the long wires from pod to pod.
	apaSpeed = 4 * physic.MegaHertz
)

// Lights is a strip of APA102 (or SK9822) lights. It implements [hw.Lights].
//
// Colours are as on a screen: the strip's duty is the colour to the power 2.2, at 13 bits,
// so that pulses look even and orange stays orange. If all lights together would draw more
// than the limit, all are dimmed by the same share.
type Lights struct {
	conn  spi.Conn
	count int
	duty  [256]uint16 // by the value of a channel, 0 to fullDuty
	limit int         // in duty, all channels together
	next  []byte      // the stream: start, 4 bytes a light, end
	sent  []byte      // what the strip has, if good
	good  bool
}

const (
	// apaStart is twice the 32 zero bits that the data sheet wants: the first half ends a
	// light that a failed transfer broke off.
	apaStart = 8
)

// LightsOptions say how bright a strip may be.
type LightsOptions struct {
	Count int // how many lights, 1 or more
	// MaxMilliamps is the limit of all lights together, including 1 mA for each light's
	// chip; 0: no limit.
	MaxMilliamps int
	Brightness   int // percent of the full duty; 0: 100
}

// NewLights connects the strip on the port. It sends nothing. The port must not be
// connected yet.
func NewLights(port spi.Port, o LightsOptions) (*Lights, error) {
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
	conn, err := port.Connect(apaSpeed, spi.Mode0, 8)
	if err != nil {
		return nil, fmt.Errorf("lights: %w", err)
	}
	l := &Lights{conn: conn, count: o.Count, limit: math.MaxInt}
	if o.MaxMilliamps != 0 {
		l.limit = spare * fullDuty / channelMA
	}
	if o.Brightness == 0 {
		o.Brightness = 100
	}
	for i := range l.duty {
		d := math.Pow(float64(i)/255, 2.2) * fullDuty * float64(o.Brightness) / 100
		l.duty[i] = uint16(math.Round(d))
		if i > 0 {
			l.duty[i] = max(l.duty[i], 1) // the darkest colour is not black
		}
	}
	// The end: 32 zero bits that an SK9822 takes over at, and half a clock a light, as each
	// passes its data on half a clock late. Zeros, because ones would be a white light on a
	// strip that is longer than was said.
	end := 4 + (o.Count+15)/16
	l.next = make([]byte, apaStart+4*o.Count+end)
	l.sent = make([]byte, len(l.next))
	for i := range o.Count {
		l.light(l.next[apaStart+4*i:], hw.RGB{}, 0)
	}
	return l, nil
}

// Count returns the number of lights.
func (l *Lights) Count() int { return l.count }

// Set implements [hw.Lights]. Lights without a colour are dark. It sends nothing if the
// strip shows this already.
func (l *Lights) Set(colours []hw.RGB) error {
	if len(colours) > l.Count() {
		return fmt.Errorf("lights: %d colours for %d lights", len(colours), l.Count())
	}
	sum := 0
	for _, c := range colours {
		sum += int(l.duty[c.R]) + int(l.duty[c.G]) + int(l.duty[c.B])
	}
	for i := range l.Count() {
		var c hw.RGB
		if i < len(colours) {
			c = colours[i]
		}
		l.light(l.next[apaStart+4*i:], c, sum)
	}
	if l.good && bytes.Equal(l.next, l.sent) {
		return nil
	}
	l.good = false
	if err := l.conn.Tx(l.next, nil); err != nil {
		return fmt.Errorf("lights: %w", err)
	}
	copy(l.sent, l.next)
	l.good = true
	return nil
}

// Check sends the colours of the last Set again, for a slow round of health: a strip that
// lost power is dark and cannot say so.
func (l *Lights) Check() error {
	l.good = false
	if err := l.conn.Tx(l.next, nil); err != nil {
		return fmt.Errorf("lights: %w", err)
	}
	copy(l.sent, l.next)
	l.good = true
	return nil
}

// light writes the four bytes of a light. Sum is the duty of all channels together.
func (l *Lights) light(dst []byte, c hw.RGB, sum int) {
	r, g, b := int(l.duty[c.R]), int(l.duty[c.G]), int(l.duty[c.B])
	round := 1
	if sum > l.limit-3*16*l.Count() { // round down, so that the limit holds after rounding too
		round = 0
	}
	if sum > l.limit {
		share := func(v int) int { return int(int64(v) * int64(l.limit) / int64(sum)) }
		r, g, b = share(r), share(g), share(b)
	}
	// The smallest brightness that reaches the brightest channel leaves the most steps.
	scale := max((max(r, g, b)+254)/255, 1)
	half := round * scale / 2
	dst[0] = 0xE0 | byte(scale)
	dst[1] = byte(min((b+half)/scale, 255))
	dst[2] = byte(min((g+half)/scale, 255))
	dst[3] = byte(min((r+half)/scale, 255))
}

var _ hw.Lights = (*Lights)(nil)
