package config

import (
	"fmt"
	"math"
	"slices"
)

// What the wires of an I2C bus may be, by its specification (NXP UM10204, tables 9 and 10) at 400
// kHz and 3.3 V, and what hangs on them.
const (
	piPullUp    = 1.8  // kilohm, on the Pi itself
	leastPullUp = 0.97 // kilohm: a chip sinks 3 mA, and 0.4 V is the highest low level
	riseTime    = 300  // nanoseconds
	chipLoad    = 10   // picofarad a chip
	wireLoad    = 100  // picofarad a metre of cable
	inTheBox    = 0.3  // metres of wires from the Pi to all that is in the box
)

// A busLoad is what hangs on the wires of a bus while the fullest channel of the multiplexer is on:
// it joins the wires of the bus.
type busLoad struct {
	bare    int // chips without pull-ups of their own
	modules int // with them
	behind  int // how many of the modules are on that channel
}

// chips returns how many chips load the wires: the Pi, the multiplexer as three, whose switches do so
// too, and all others.
func (l busLoad) chips() int { return 1 + 2 + l.bare + l.modules }

// pullUp returns the resistance of all pull-ups together, if each module has one of kilohm.
func (l busLoad) pullUp(kilohm float64) float64 {
	return 1 / (1/piPullUp + float64(l.modules)/kilohm)
}

// load returns what hangs on the header's bus. A chip in a DIP has no pull-ups; a module has.
func (b *Box) load() (l busLoad) {
	channels := map[int]int{}
	count := func(channel, bare, modules int) {
		if channel < 0 {
			l.bare, l.modules = l.bare+bare, l.modules+modules
			return
		}
		channels[channel] += modules
	}
	if m := b.Mux; m != nil && m.Bus == "I2C1" {
		count(-1, 0, 1)
	}
	for _, e := range b.Expanders {
		switch {
		case e.Bus != "I2C1":
		case e.Channel >= 0:
			count(e.Channel, 0, 1)
		default:
			count(-1, 1, 0)
		}
	}
	for _, s := range b.screens() {
		if s.Bus == "I2C1" {
			count(s.Channel, 0, 1)
		}
	}
	for _, n := range channels {
		l.behind = max(l.behind, n)
	}
	l.modules += l.behind
	return l
}

// busNotes says what a builder must know about the wires of the bus.
func (b *Box) busNotes() (notes []string) {
	add := func(format string, args ...any) { notes = append(notes, fmt.Sprintf(format, args...)) }
	if slices.Contains(b.Buses(), "I2C3") {
		add("I2C3 is at GPIO23 and GPIO24, and runs at some 100 kHz. The Pi has no pull-ups there: 2.2 kilohm from each to 3.3 V, unless modules bring them. What holds I2C1 low leaves it alone.")
	}
	if !slices.Contains(b.Buses(), "I2C1") {
		return nil
	}
	l := b.load()
	with := ""
	if l.behind > 0 {
		with = ", with a channel of the multiplexer on"
	}
	add("I2C1 is pulled up by the Pi's own 1.8 kilohm and by each module%s (%d in all): about %.1f kilohm if they carry 10 kilohm, and %.1f with 4.7 kilohm; 1 is the least.",
		with, l.modules, l.pullUp(10), l.pullUp(4.7))
	if off := l.tooMany(4.7); off > 0 {
		add("Look at the resistors beside SDA and SCL of the modules: 103 is 10 kilohm, 472 is 4.7. If all are 472, take both off the modules in the box, of %d at least.", off)
	}
	if b.Mux != nil && l.behind > 0 {
		add("Each channel of the multiplexer needs its own pull-ups to 3.3 V; the modules on it bring them.")
		add("A cable to a pod may be %.1f m long at 400 kHz, with 100 picofarad a metre; a pair of PCA9615 carries the bus further.", l.cable())
	}
	for _, e := range b.Expanders {
		if e.Channel >= 0 {
			add("The cables have four wires: ground (black), 3.3 V (red), SDA (blue) and SCL (yellow); they are sold as Qwiic or STEMMA QT. The second plug of an expander goes on to the display of its pod.")
			break
		}
	}
	return notes
}

// tooMany returns how many modules must lose their pull-ups, if each has one of kilohm, so that chips
// can pull the wires down.
func (l busLoad) tooMany(kilohm float64) int {
	off := 0
	for less := l; less.modules > 0 && less.pullUp(kilohm) < leastPullUp; less.modules-- {
		off++
	}
	return off
}

// cable returns how many metres a channel's cable may have, so that the wires rise in time: 0.8473 RC
// from 30 to 70 percent. It is rounded down to half a metre.
func (l busLoad) cable() float64 {
	farad := riseTime / (0.8473 * l.pullUp(10)) // pico, as it is nanoseconds by kilohm
	metres := (farad-float64(l.chips()*chipLoad))/wireLoad - inTheBox
	return math.Max(0, math.Floor(2*metres)/2)
}
