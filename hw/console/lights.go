package console

import (
	"strings"
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

// setLights makes the lights show what is owed now.
func (k *Console) setLights() {
	l := &k.lights
	if l.lights == nil || k.frozen() || l.bad() && k.now < l.retryAt {
		return
	}
	awaited, locked := k.owed()
	needs, _ := k.pendingUndo()
	l.moving = 0
	for i := range l.want {
		s := engine.Seat(i)
		switch {
		case needs.Has(s):
			l.want[i] = dim(lightConsent, flash[k.now/flashStep%8])
			l.moving = flashStep
		case awaited.Has(s):
			l.want[i] = dim(lightAwaited, pulse[k.now/pulseStep%8])
			if l.moving == 0 {
				l.moving = pulseStep
			}
		case locked.Has(s):
			l.want[i] = lightLocked
		default:
			l.want[i] = lightOff
		}
	}
	if l.valid && equalLights(l.want, l.shown) {
		return
	}
	if err := l.lights.Set(l.want); err != nil {
		l.valid = false
		l.retryAt = k.now + retryEvery
		k.failed(&l.fault, err)
		return
	}
	k.worked(&l.fault)
	copy(l.shown, l.want)
	l.valid = true
}

// owed returns whose light pulses and whose is solid.
func (k *Console) owed() (awaited, locked engine.SeatSet) {
	if k.t == nil {
		return 0, 0
	}
	if !k.dramatic() && !k.t.Paused() {
		awaited = k.awaited()
	}
	return awaited, k.locked
}

func equalLights(a, b []hw.RGB) bool {
	for i := range a {
		if a[i] != b[i] {
			return false
		}
	}
	return true
}

// nextLight returns when a light changes by itself.
func (k *Console) nextLight() time.Duration {
	l := &k.lights
	switch {
	case l.lights == nil:
		return never
	case l.bad() && k.frozen():
		return max(l.retryAt, k.calling().end)
	case l.bad():
		return l.retryAt
	case k.frozen() || l.moving == 0:
		return never
	}
	return (k.now/l.moving + 1) * l.moving
}

// A tone is a short sound.
type tone struct {
	hz int
	d  time.Duration
}

// The tones. That of a lock is the same for every choice and every seat.
var (
	toneLock   = tone{880, 40 * time.Millisecond}
	toneBack   = tone{440, 60 * time.Millisecond}
	toneWrong  = tone{196, 150 * time.Millisecond}
	toneBeat   = tone{660, 100 * time.Millisecond}
	toneThree  = tone{990, 250 * time.Millisecond}
	toneReveal = tone{523, 200 * time.Millisecond}
	toneHit    = tone{110, 300 * time.Millisecond}
	toneResult = tone{784, 500 * time.Millisecond}
	toneRemind = tone{587, 80 * time.Millisecond}
)

func (k *Console) tone(t tone) {
	if k.box.Speaker == nil || k.frozen() {
		return
	}
	k.spoke(k.box.Speaker.Tone(t.hz, t.d))
}

func (k *Console) say(text string) {
	if k.box.Speaker == nil || text == "" || k.frozen() {
		return
	}
	text = strings.ReplaceAll(text, "\u200f", "") // marks for screens; see apart
	k.spoke(k.box.Speaker.Say(text, string(k.lang)))
}

func (k *Console) spoke(err error) {
	if err != nil {
		k.failed(&k.voice, err)
		return
	}
	k.worked(&k.voice)
}

// A fault counts how often a part has failed in a row.
type fault struct {
	part string
	n    int
}

func (f *fault) bad() bool { return f.n > 0 }

// failed notes that a part has failed. It is logged once, and counted from there.
func (k *Console) failed(f *fault, err error) {
	f.n++
	if f.n == 1 {
		k.log.Warn("a part does not answer", "part", f.part, "error", err)
		k.version++
	}
}

// worked notes that a part has worked.
func (k *Console) worked(f *fault) {
	if f.n > 0 {
		k.log.Info("a part is back", "part", f.part, "failed", f.n)
		f.n = 0
		k.touch()
	}
}
