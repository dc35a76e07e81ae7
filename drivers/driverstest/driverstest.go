// Package driverstest contains test suites for contracts with several implementations: pins
// ([Pin]) and screens ([Screen]). Each implementation runs them. A failure names the rule that
// is broken.
package driverstest

import (
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"periph.io/x/conn/v3/gpio"

	"consigliere/hw"
)

// A PinRig is a pin under test, with access to the other end of its wire.
type PinRig struct {
	Pin gpio.PinIO
	// Drive drives the wire at its other end, Release lets go of it, Level reads it there.
	Drive   func(gpio.Level)
	Release func()
	Level   func() gpio.Level
	// Edges is whether the pin can wait for edges. One that cannot must refuse to.
	Edges bool
}

// Pin checks that a pin keeps the contract of periph's gpio package.
func Pin(t *testing.T, newRig func(t *testing.T) PinRig) {
	t.Run("names", func(t *testing.T) {
		p := newRig(t).Pin
		assert.NotEmpty(t, p.Name(), "a pin has a name")
		assert.NotEmpty(t, p.String())
	})
	t.Run("input", func(t *testing.T) {
		r := newRig(t)
		require.NoError(t, r.Pin.In(gpio.PullUp, gpio.NoEdge))
		assert.Equal(t, gpio.High, r.Pin.Read(), "a pulled-up pin that nobody drives is High")
		assert.Equal(t, gpio.PullUp, r.Pin.Pull(), "the pull is known")
		for _, l := range []gpio.Level{gpio.Low, gpio.High, gpio.Low} {
			r.Drive(l)
			assert.Equal(t, l, r.Pin.Read(), "an input reads the wire")
		}
		r.Release()
		assert.Equal(t, gpio.High, r.Pin.Read(), "the pull-up takes the wire back")
		require.NoError(t, r.Pin.In(gpio.PullNoChange, gpio.NoEdge))
		assert.Equal(t, gpio.High, r.Pin.Read(), "PullNoChange keeps the pull")
	})
	t.Run("no-pull", func(t *testing.T) {
		r := newRig(t)
		require.NoError(t, r.Pin.In(gpio.PullUp, gpio.NoEdge))
		require.NoError(t, r.Pin.In(gpio.Float, gpio.NoEdge))
		assert.Equal(t, gpio.Float, r.Pin.Pull(), "Float ends an earlier pull")
		assert.Equal(t, gpio.Low, r.Pin.Read(), "a floating wire of these rigs is Low")
	})
	t.Run("output", func(t *testing.T) {
		r := newRig(t)
		for _, l := range []gpio.Level{gpio.High, gpio.Low, gpio.High} {
			require.NoError(t, r.Pin.Out(l))
			assert.Equal(t, l, r.Level(), "an output drives the wire")
			assert.Equal(t, l, r.Pin.Read(), "reading an output changes nothing")
			assert.Equal(t, l, r.Level(), "reading an output changes nothing")
		}
		require.NoError(t, r.Pin.In(gpio.PullUp, gpio.NoEdge))
		r.Drive(gpio.Low)
		assert.Equal(t, gpio.Low, r.Pin.Read(), "an input lets go of the wire")
	})
	t.Run("pwm", func(t *testing.T) {
		assert.Error(t, newRig(t).Pin.PWM(gpio.DutyHalf, 0), "what a pin cannot do it refuses")
	})
	t.Run("edges", func(t *testing.T) {
		r := newRig(t)
		if !r.Edges {
			assert.Error(t, r.Pin.In(gpio.PullUp, gpio.FallingEdge), "a pin that cannot wait for edges refuses to")
			return
		}
		edges(t, r)
	})
}

// short is a timeout that is long enough for an edge before the wait.
const short = time.Second

func edges(t *testing.T, r PinRig) {
	require.NoError(t, r.Pin.In(gpio.PullUp, gpio.FallingEdge))
	assert.False(t, r.Pin.WaitForEdge(time.Millisecond), "setting an input up is no edge")
	r.Drive(gpio.Low)
	assert.True(t, r.Pin.WaitForEdge(short), "an edge before the wait counts")
	assert.False(t, r.Pin.WaitForEdge(time.Millisecond), "and counts once")
	r.Drive(gpio.High)
	assert.False(t, r.Pin.WaitForEdge(time.Millisecond), "the other edge does not count")
	r.Drive(gpio.Low)
	require.NoError(t, r.Pin.In(gpio.PullUp, gpio.BothEdges))
	assert.False(t, r.Pin.WaitForEdge(time.Millisecond), "In forgets the edges before it")
	for _, l := range []gpio.Level{gpio.High, gpio.Low} {
		done := make(chan bool)
		go func() { done <- r.Pin.WaitForEdge(-1) }()
		r.Drive(l)
		assert.True(t, <-done, "-1 waits until the edge")
	}
}

// A ScreenRig is a screen under test, with access to what it shows.
type ScreenRig struct {
	Screen hw.Screen
	// Seen returns what the screen shows.
	Seen func() *hw.Frame
	// Fault makes the n-th transfer from now fail after k bytes. It is nil if the screen has
	// no transfers.
	Fault func(n, k int)
}

// Screen checks that a screen keeps the contract of [hw.Screen].
func Screen(t *testing.T, newRig func(t *testing.T) ScreenRig) {
	t.Run("shows", func(t *testing.T) {
		r := newRig(t)
		for i, f := range frames(r.Screen) {
			require.NoError(t, r.Screen.Show(f))
			assert.True(t, f.Equal(r.Seen()), "frame %d: the screen is equal to the frame", i)
			require.NoError(t, r.Screen.Show(f))
			assert.True(t, f.Equal(r.Seen()), "frame %d: also when it is shown again", i)
		}
	})
	t.Run("keeps-no-reference", func(t *testing.T) {
		r := newRig(t)
		f := frames(r.Screen)[1]
		require.NoError(t, r.Screen.Show(f))
		want := f.Clone()
		f.Clear()
		assert.True(t, want.Equal(r.Seen()), "a frame that is drawn on is not shown")
		require.NoError(t, r.Screen.Show(f))
		assert.True(t, f.Equal(r.Seen()), "what was drawn on it shows with the next Show")
	})
	t.Run("refuses-other-sizes", func(t *testing.T) {
		r := newRig(t)
		w, h := r.Screen.Size()
		assert.Error(t, r.Screen.Show(hw.NewFrame(w, h+8)))
		assert.Error(t, r.Screen.Show(hw.NewFrame(w/2, h)))
	})
	if newRig(t).Fault == nil {
		return
	}
	t.Run("repairs", func(t *testing.T) {
		for k := range 4 {
			for n, failed := 1, true; failed; n++ {
				r := newRig(t)
				failed = false
				r.Fault(n, k)
				for i, f := range frames(r.Screen) {
					if r.Screen.Show(f) != nil {
						failed = true
						require.NoError(t, r.Screen.Show(f))
					}
					require.True(t, f.Equal(r.Seen()), "frame %d, transfer %d broken after %d bytes: the next Show repairs the screen", i, n, k)
				}
			}
		}
	})
}

// frames returns frames that differ not at all, a little, much and entirely.
func frames(s hw.Screen) []*hw.Frame {
	w, h := s.Size()
	blank := hw.NewFrame(w, h)
	corners := blank.Clone()
	for _, p := range [][2]int{{0, 0}, {w - 1, 0}, {0, h - 1}, {w - 1, h - 1}} {
		corners.Set(p[0], p[1], true)
	}
	text := corners.Clone()
	for y := 5; y < h-5; y++ {
		for x := 9; x < w-20; x++ {
			text.Set(x, y, (x*x+y*3)%7 < 3)
		}
	}
	full := hw.NewFrame(w, h)
	for i := range full.Pix {
		full.Pix[i] = 0xFF
	}
	return []*hw.Frame{blank, corners, text, corners, full, text, blank}
}
