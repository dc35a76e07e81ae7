package console

import (
	"log/slog"
	"slices"
	"time"

	"consigliere/engine"
	"consigliere/hw"
)

// The lights tell what is owed by pattern as well as by colour: a slow pulse, a choice is
// awaited; solid, it is locked in; two short flashes, an undo asks for consent. The colour
// follows the same states and nothing else.
const (
	pulseStep = 250 * time.Millisecond // a pulse is eight steps: 2 s
	flashStep = 125 * time.Millisecond // a flash pattern is eight steps: 1 s
)

var (
	lightOff     = hw.RGB{}
	lightLocked  = hw.RGB{R: 40, G: 200, B: 90}
	lightAwaited = hw.RGB{R: 255, G: 150, B: 30}
	lightConsent = hw.RGB{R: 90, G: 120, B: 255}
)

// pulse is the brightness of the steps of a slow pulse, in percent. It is the same for all
// pods at the same time.
var pulse = [8]int{100, 80, 50, 22, 10, 22, 50, 80}

var flash = [8]int{100, 0, 100, 0, 0, 0, 0, 0}

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
	moving  time.Duration // step of the pattern that is shown; 0: all is solid
	retryAt time.Duration
}

func newLightPort(l hw.Lights, n int) lightPort {
	return lightPort{fault: fault{part: "lights"}, lights: l, want: make([]hw.RGB, n), shown: make([]hw.RGB, n)}
}

// plan decides what each pod's light shows now.
func (l *lightPort) plan(now time.Duration, at func(pod int) engine.SeatSet, needs, awaited, locked engine.SeatSet) {
	l.moving = 0
	for i := range l.want {
		seats := at(i)
		switch {
		case needs&seats != 0:
			l.want[i] = dim(lightConsent, flash[now/flashStep%8])
			l.moving = flashStep
		case awaited&seats != 0:
			l.want[i] = dim(lightAwaited, pulse[now/pulseStep%8])
			if l.moving == 0 {
				l.moving = pulseStep
			}
		case locked&seats != 0:
			l.want[i] = lightLocked
		default:
			l.want[i] = lightOff
		}
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

// setLights makes the lights show what is owed now.
func (k *Console) setLights() {
	l := &k.lights
	if l.lights == nil || k.caller.frozen(k.now) || l.bad() && k.now < l.retryAt {
		return
	}
	awaited, locked := k.owed()
	needs, _ := k.pendingUndo()
	l.plan(k.now, k.seating.at, needs, awaited, locked)
	if l.show(k.now, k.log) {
		k.touch()
	}
}

// nextLight returns when a light changes by itself.
func (k *Console) nextLight() time.Duration {
	l := &k.lights
	frozen := k.caller.frozen(k.now)
	switch {
	case l.lights == nil:
		return never
	case l.bad() && frozen:
		return max(l.retryAt, k.caller.next())
	case l.bad():
		return l.retryAt
	case frozen || l.moving == 0:
		return never
	}
	return (k.now/l.moving + 1) * l.moving
}
