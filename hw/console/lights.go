package console

import (
	"log/slog"
	"slices"
	"time"

	"consigliere/engine"
	"consigliere/hw"
)

// The lights tell what is owed by pattern as well as by colour: a slow pulse, a choice is
// awaited, and a fast one, its last seconds run; solid, it is locked in; two short flashes, an undo asks for consent. The colour
// follows the same states and nothing else, but for a choice that was made in the open: for is
// green and steady, against is red and dips every two seconds, aside is a dim white. Who may
// still add to it pulses in that colour, against twice as fast.
const (
	pulseStep = 250 * time.Millisecond // a pulse is eight steps: 2 s
	flashStep = 125 * time.Millisecond // a flash pattern is eight steps: 1 s
)

var (
	lightOff     = hw.RGB{}
	lightLocked  = hw.RGB{R: 40, G: 200, B: 90}
	lightAwaited = hw.RGB{R: 255, G: 150, B: 30}
	lightConsent = hw.RGB{R: 90, G: 120, B: 255}
	lightAgainst = hw.RGB{R: 230, G: 30, B: 30}
	lightAside   = hw.RGB{R: 60, G: 70, B: 90}
)

// pulse is the brightness of the steps of a slow pulse, in percent. It is the same for all
// pods at the same time.
var pulse = [8]int{100, 80, 50, 22, 10, 22, 50, 80}

var (
	flash     = [8]int{100, 0, 100, 0, 0, 0, 0, 0}
	fastPulse = [8]int{100, 50, 10, 50, 100, 50, 10, 50}
	dip       = [8]int{100, 100, 100, 100, 100, 100, 100, 15}
)

// stanceLight returns the light of a choice in the open, which is still awaited or not, and
// whether it changes by itself.
func stanceLight(s engine.Stance, awaited bool, step time.Duration) (c hw.RGB, moves bool) {
	switch {
	case s == engine.For && awaited:
		return dim(lightLocked, pulse[step]), true
	case s == engine.For:
		return lightLocked, false
	case s == engine.Against && awaited:
		return dim(lightAgainst, fastPulse[step]), true
	case s == engine.Against:
		return dim(lightAgainst, dip[step]), true
	case awaited:
		return dim(lightAside, pulse[step]), true
	}
	return lightAside, false
}

func dim(c hw.RGB, percent int) hw.RGB {
	f := func(x uint8) uint8 { return uint8(int(x) * percent / 100) }
	return hw.RGB{R: f(c.R), G: f(c.G), B: f(c.B)}
}

// lightPort is the lights and what was last shown on them.
type lightPort struct {
	fault
	lights  hw.Lights
	want    []hw.RGB
	shown   []hw.RGB
	valid   bool
	next    time.Duration // when the pattern that is shown changes; never: all is solid
	retryAt time.Duration
	presses bool // time is nearly up
}

func newLightPort(l hw.Lights, n int) lightPort {
	return lightPort{fault: fault{part: "lights"}, lights: l, want: make([]hw.RGB, n), shown: make([]hw.RGB, n)}
}

// plan decides what each pod's light shows now, in a play.
func (l *lightPort) plan(now time.Duration, at *seating, p *play, needs, awaited, locked engine.SeatSet) {
	moving := time.Duration(0)
	step := now / pulseStep % 8
	calling, beat := dim(lightAwaited, pulse[step]), pulseStep // alike for all
	if l.presses {
		calling, beat = dim(lightAwaited, fastPulse[now/flashStep%8]), flashStep
	}
	for i := range l.want {
		seats := at.at(i)
		open := p.stance(seats)
		switch {
		case needs&seats != 0:
			l.want[i] = dim(lightConsent, flash[now/flashStep%8])
			moving = flashStep
		case open != engine.NoStance:
			var moves bool
			if l.want[i], moves = stanceLight(open, awaited&seats != 0, step); moves && moving == 0 {
				moving = pulseStep
			}
		case awaited&seats != 0:
			l.want[i] = calling
			if moving == 0 || moving > beat {
				moving = beat
			}
		case locked&seats != 0:
			l.want[i] = lightLocked
		default:
			l.want[i] = lightOff
		}
	}
	if l.next = never; moving > 0 {
		l.next = (now/moving + 1) * moving
	}
}

// show sets the lights as planned. It reports whether they have failed or come back.
func (l *lightPort) show(now time.Duration, log *slog.Logger) bool {
	if l.valid && slices.Equal(l.want, l.shown) {
		return false
	}
	err := l.lights.Set(l.want)
	if err != nil {
		l.valid, l.retryAt = false, now+retryEvery
	} else {
		copy(l.shown, l.want)
		l.valid = true
	}
	return l.note(log, err)
}
