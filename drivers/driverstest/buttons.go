package driverstest

import (
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"consigliere/hw"
)

// A ButtonKey names a button.
type ButtonKey struct {
	Pod    hw.Pod
	Button hw.Button
}

// A ButtonsRig is a source of presses under test, with fingers on its buttons.
type ButtonsRig struct {
	// Scan and Next are those of the source. Errors of Scan are for the log.
	Scan func(now time.Duration, dst []hw.Press) ([]hw.Press, error)
	Next func() (time.Duration, bool)
	Keys []ButtonKey // three or more
	// Finger presses a button or lets go of it, at the time of the last Clock.
	Finger func(k ButtonKey, down bool)
	// Clock, if not nil, sets the clock of the world.
	Clock func(now time.Duration)
	// Timed is whether presses have the time at which they were made, and not that at which
	// they were seen.
	Timed bool
	// Break takes the source away, and brings it back. Fingers stay where they are.
	Break func(broken bool)
	// Fault, if not nil, lets the n-th transfer from now fail after some bytes of it.
	Fault func(n, after int)
	// Polled is whether the source sees only what is there when it is looked at.
	Polled bool
	// Quiet is how long a button must be up to count as released.
	Quiet time.Duration
}

// comeback is how long a source that is back may take until it is used again, faultTime the same
// after a transfer of a move and one of the move before have failed, and pollTime how seldom one
// that is polled is looked at.
const (
	comeback  = 2100 * time.Millisecond
	faultTime = 15 * time.Millisecond
	pollTime  = 5 * time.Millisecond
)

// A buttonsRun is a rig and the time.
type buttonsRun struct {
	ButtonsRig

	t   require.TestingT
	now time.Duration
	got []hw.Press
}

// at lets the time pass without anybody looking.
func (r *buttonsRun) at(now time.Duration) {
	r.now = now
	if r.Clock != nil {
		r.Clock(now)
	}
}

// scan looks at the buttons.
func (r *buttonsRun) scan() {
	n := len(r.got)
	r.got, _ = r.Scan(r.now, r.got) // errors are for the log
	for ; n < len(r.got); n++ {
		if at := r.got[n].At; at > r.now || n > 0 && r.got[n-1].At > at {
			require.Fail(r.t, "presses come in order, and none in the future", "now %v: %v", r.now, r.got)
		}
	}
}

// until looks at the buttons as an owner does, now and whenever Next says, until a time.
func (r *buttonsRun) until(to time.Duration) {
	r.scan()
	for {
		next, ok := r.Next()
		if !ok || next > to {
			r.at(to)
			return
		}
		r.at(max(next, r.now+1))
		r.scan()
	}
}

// take returns what was seen, without times and how sure they are.
func (r *buttonsRun) take() []hw.Press {
	list := []hw.Press{}
	for _, p := range r.got {
		p.At, p.Unsure = 0, 0
		list = append(list, p)
	}
	r.got = nil
	return list
}

func down(k ButtonKey) hw.Press { return hw.Press{Pod: k.Pod, Button: k.Button, Down: true} }
func up(k ButtonKey) hw.Press   { return hw.Press{Pod: k.Pod, Button: k.Button} }

// Buttons checks that a source of presses keeps the promises that all sources make.
func Buttons(t *testing.T, newRig func(t testing.TB) ButtonsRig) {
	const ms = time.Millisecond
	begin := func(t *testing.T) *buttonsRun {
		r := &buttonsRun{ButtonsRig: newRig(t), t: t}
		r.at(0)
		r.until(100 * ms)
		require.Empty(t, r.take(), "nobody has touched a button")
		return r
	}
	t.Run("press-and-release", func(t *testing.T) {
		r := begin(t)
		for i, k := range r.Keys {
			at := time.Duration(i+1) * time.Second
			r.at(at)
			r.Finger(k, true)
			r.until(at + 300*ms)
			assert.Equal(t, []hw.Press{down(k)}, r.take(), "a press counts once, however long it is")
			r.Finger(k, false)
			r.until(at + 600*ms)
			if assert.Len(t, r.got, 1) {
				assert.GreaterOrEqual(t, r.got[0].At, at+300*ms+r.Quiet, "a release counts when the contact was quiet")
				assert.LessOrEqual(t, r.got[0].At, at+300*ms+r.Quiet+2*pollTime)
			}
			assert.Equal(t, []hw.Press{up(k)}, r.take())
		}
	})
	t.Run("bounces", func(t *testing.T) {
		r := begin(t)
		k := r.Keys[1]
		at := time.Second
		for i := range 7 {
			r.at(at + time.Duration(i)*700*time.Microsecond)
			r.Finger(k, i%2 == 0)
			r.scan()
		}
		r.until(at + 50*ms)
		assert.Equal(t, []hw.Press{down(k)}, r.take(), "a contact that bounces is one press")
		at = 2 * time.Second
		for i := range 7 {
			r.at(at + time.Duration(i)*700*time.Microsecond)
			r.Finger(k, i%2 == 1)
			r.scan()
		}
		r.until(at + 50*ms)
		assert.Equal(t, []hw.Press{up(k)}, r.take(), "and one release")
	})
	t.Run("order", func(t *testing.T) {
		r := begin(t)
		a, b, c := r.Keys[2], r.Keys[0], r.Keys[1]
		for i, k := range []ButtonKey{a, b, c} {
			r.at(time.Second + time.Duration(i)*10*ms)
			r.Finger(k, true)
			if !r.Timed { // it must be seen to be timed
				r.until(r.now + pollTime)
			}
		}
		r.until(time.Second + 100*ms)
		assert.Equal(t, []hw.Press{down(a), down(b), down(c)}, r.take(), "presses come in the order of the fingers")
	})
	t.Run("late", func(t *testing.T) {
		r := begin(t)
		if r.Polled {
			return // nobody looked while it was down
		}
		k := r.Keys[0]
		r.at(time.Second)
		r.Finger(k, true)
		r.at(time.Second + 3*ms)
		r.Finger(k, false)
		r.at(time.Second + 200*ms)
		r.until(2 * time.Second)
		if r.Timed && assert.NotEmpty(t, r.got) {
			assert.Equal(t, time.Second, r.got[0].At, "a press has the time at which it was made")
		}
		assert.Equal(t, []hw.Press{down(k), up(k)}, r.take(), "a short press counts though the host is late")
	})
	t.Run("breaks", func(t *testing.T) {
		r := begin(t)
		held, pressed := r.Keys[0], r.Keys[1]
		r.at(time.Second)
		r.Finger(held, true)
		r.until(2 * time.Second)
		require.Equal(t, []hw.Press{down(held)}, r.take())
		r.Break(true)
		r.until(3 * time.Second)
		r.Finger(held, false)
		r.Finger(pressed, true)
		r.until(20 * time.Second)
		assert.Empty(t, r.take(), "a source that does not answer presses nothing and releases nothing")
		r.Break(false)
		r.until(20*time.Second + comeback)
		assert.ElementsMatch(t, []hw.Press{up(held), down(pressed)}, r.take(), "what has changed meanwhile is told when it is back")
		r.Finger(pressed, false)
		r.until(30 * time.Second)
		assert.Equal(t, []hw.Press{up(pressed)}, r.take())
		r.Finger(held, true)
		r.until(40 * time.Second)
		assert.Equal(t, []hw.Press{down(held)}, r.take(), "it works as before")
	})
	t.Run("random", func(t *testing.T) {
		rapid.Check(t, func(rt *rapid.T) { Trace(rt, newRig(t)) })
	})
}

// shortest is how short a press may be that must not be lost.
const shortest = 2 * time.Millisecond

// Trace is one random trace of [Buttons]: it moves fingers at random, with contacts that bounce,
// a host that is late, transfers that fail and a source that breaks, and checks that each press
// of 2 ms and more is told once, in order, and nothing else is.
func Trace(t *rapid.T, rig ButtonsRig) {
	r := &trace{buttonsRun: buttonsRun{ButtonsRig: rig, t: t}, draw: t}
	r.at(0)
	r.until(100 * time.Millisecond)
	r.at(time.Second)
	isDown := map[ButtonKey]bool{}
	for range rapid.IntRange(1, 12).Draw(t, "moves") {
		k := rapid.SampledFrom(r.Keys).Draw(t, "button")
		if r.Fault != nil {
			n := rapid.IntRange(0, 9).Draw(t, "transfer")
			if n > 3 {
				n = 0 // none fails, nor one of the last move
			}
			r.faulty = n > 0
			r.Fault(n, rapid.IntRange(0, 12).Draw(t, "after"))
		}
		isDown[k] = !isDown[k]
		r.move(k, isDown[k])
		switch rapid.IntRange(0, 9).Draw(t, "then") {
		case 0:
			r.scan() // the finger was seen before
			r.rest()
			r.Break(true)
			r.until(r.now + r.us("broken", 1000, 3_000_000))
			r.Break(false)
			r.until(r.now + comeback)
		case 1, 2, 3, 4:
			if !isDown[k] {
				break
			}
			isDown[k] = false
			r.hold()
			r.move(k, false)
		}
		r.late()
		r.rest()
	}
	require.Equal(t, r.want, r.take())
}

// A trace is a run of random moves, and what must be told of it.
type trace struct {
	buttonsRun
	draw   *rapid.T
	want   []hw.Press
	faulty bool // a transfer of this move fails
}

// us draws a time from lo to hi microseconds.
func (r *trace) us(name string, lo, hi int) time.Duration {
	return time.Duration(rapid.IntRange(lo, hi).Draw(r.draw, name)) * time.Microsecond
}

// move moves a finger to where it stays, with bounces before.
func (r *trace) move(k ButtonKey, isDown bool) {
	for range rapid.IntRange(0, 4).Draw(r.draw, "bounces") {
		r.Finger(k, isDown)
		if rapid.Bool().Draw(r.draw, "seen") {
			r.scan()
		}
		r.at(r.now + r.us("closed", 20, 700))
		r.Finger(k, !isDown)
		r.at(r.now + r.us("open", 20, 700))
	}
	r.Finger(k, isDown)
	r.want = append(r.want, hw.Press{Pod: k.Pod, Button: k.Button, Down: isDown})
}

// hold lets the finger stay for a moment, which may be as short as a press can be.
func (r *trace) hold() {
	from := r.now
	if !r.Polled && !r.faulty {
		r.late()
	}
	// A host that is late and a transfer that fails together lose what a chip has captured, so one
	// after reading a chip in vain one has to look again at once.
	least := shortest
	if r.Polled {
		least = 4 * pollTime
	}
	least = max(least-(r.now-from), 0)
	until := r.now + least + r.us("held", 0, 10_000)
	if r.Polled || r.faulty || rapid.Bool().Draw(r.draw, "seen") {
		r.until(until)
	}
	r.at(until)
}

// late lets the time pass without anybody looking.
func (r *trace) late() {
	if !r.Polled {
		r.at(r.now + r.us("late", 0, 3000))
	}
}

// rest lets the time pass until a release has counted.
func (r *trace) rest() {
	least := r.Quiet + 2*pollTime
	if r.faulty {
		least += faultTime
	}
	r.until(r.now + least + r.us("rest", 2000, 40_000))
}
