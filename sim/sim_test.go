package sim

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"log/slog"
	"math/rand/v2"
	"testing"
	"time"

	"consigliere/engine"
	"consigliere/hw"
	"consigliere/hw/console"
	"consigliere/hw/console/consoletest"
	"consigliere/hw/lang"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// outputsOf plays a first round of Naro up to the reveal, each seat loading, aiming and
// ducking or standing as told, and returns what the box has put out until then: what is
// public, and what each private screen showed.
func outputsOf(t *testing.T, loads, aims, guts [4]int) (public string, private [4]string) {
	var log bytes.Buffer
	plain := func(_ []string, a slog.Attr) slog.Attr {
		if a.Key == slog.TimeKey {
			return slog.Attr{}
		}
		return a
	}
	s := box(t, Options{Log: slog.New(slog.NewTextHandler(&log, &slog.HandlerOptions{Level: slog.LevelDebug, ReplaceAttr: plain}))})
	var all bytes.Buffer
	s.sink = func(e Event) {
		switch e := e.(type) {
		case ScreenEvent:
			line := fmt.Sprintf("%v screen %x\n", e.At, e.Frame.Pix)
			if e.Pod == hw.Panel {
				all.WriteString(line)
			} else if e.Pod < 4 {
				private[e.Pod] += line
			}
		case DeskEvent:
			for _, l := range lang.All() {
				b, err := json.Marshal(s.console.Desk(l))
				require.NoError(t, err)
				fmt.Fprintf(&all, "%v %s\n", e.At, b)
			}
		default:
			fmt.Fprintf(&all, "%T%v\n", e, e)
		}
	}
	require.NoError(t, s.console.Start(0, engine.Header{Game: "naro", Seats: names[:4], Options: []byte(`{"chance":"box"}`), Seed: 5}))
	h := &hand{box: s, now: 3 * time.Second}
	round := func(choices [4]int, list bool, last int) {
		for seat, c := range choices[:last] {
			until := h.now + 500*time.Millisecond
			if list {
				for range c + 1 {
					h.tap(hw.Pod(seat), consoletest.Tap{Buttons: []hw.Button{hw.A}})
				}
			} else {
				h.tap(hw.Pod(seat), consoletest.Tap{Buttons: []hw.Button{hw.Button(c)}})
			}
			h.now = until
			h.tap(hw.Pod(seat), consoletest.Tap{Buttons: []hw.Button{hw.OK}})
		}
	}
	round(loads, false, 4)
	h.now += 5 * time.Second // the count
	round(aims, true, 4)
	h.now += 4 * time.Second
	h.tap(0, consoletest.Tap{Buttons: []hw.Button{hw.B}}, consoletest.Tap{Buttons: []hw.Button{hw.OK}}) // no order
	h.now += 2500 * time.Millisecond
	round(guts, false, 3) // the last one would show them all
	h.now += time.Second
	h.box.advance(h.now)
	require.Contains(t, string(s.console.Public()), `"phase":"courage"`)
	fmt.Fprintf(&all, "%s\n%s\n", s.console.Public(), log.String())
	return all.String(), private
}

// TestNothingPublicTells plays the same round with other secrets, on the whole box with its
// chips and real letters, and holds the outputs against each other.
func TestNothingPublicTells(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	loads, aims, guts := [4]int{0, 0, 0, 0}, [4]int{1, 2, 0, 1}, [4]int{0, 0, 0, 0}
	public, private := outputsOf(t, loads, aims, guts)
	for range 4 {
		seat := r.IntN(3)
		loads[seat], guts[seat] = 1-loads[seat], 1-guts[seat]
		p, q := outputsOf(t, loads, aims, guts)
		assert.Equal(t, public, p, "the choices of seat %d", seat)
		for s := range q {
			if s == seat {
				assert.NotEqual(t, private[s], q[s], "its own screen shows what it chose")
			} else {
				assert.Equal(t, private[s], q[s], "what seat %d gets", s)
			}
		}
		loads[seat], guts[seat] = 1-loads[seat], 1-guts[seat]
	}
}

// TestStreams runs a box on the real clock: each listener gets its own stream and nothing
// of another, and begins with how things stand.
func TestStreams(t *testing.T) {
	s := box(t, Options{Seed: func() uint64 { return 1 }})
	ctx, cancel := context.WithCancel(t.Context())
	ran := make(chan error, 1)
	go func() { ran <- s.Run(ctx) }()
	public, own := s.Listen(hw.Panel), s.Listen(2)
	require.NoError(t, s.Start(ctx, engine.Header{Game: "naro", Seats: names[:4], Options: []byte(`{"chance":"box"}`), Seed: 1}))
	require.NoError(t, s.Press(ctx, 2, hw.A, true))
	time.Sleep(100 * time.Millisecond)
	require.NoError(t, s.Press(ctx, 2, hw.A, false))
	require.NoError(t, s.Press(ctx, 2, hw.OK, true))
	locked := false
	require.NoError(t, s.Do(ctx, func(c *console.Console, _ time.Duration) { locked = c.Table().Locked().Has(2) }))
	assert.True(t, locked)
	d, err := s.Desk(ctx, lang.Italian)
	require.NoError(t, err)
	assert.Equal(t, "play", d.State)
	assert.True(t, d.Seats[2].Locked)
	time.Sleep(100 * time.Millisecond)
	cancel()
	require.NoError(t, <-ran)
	first := true
	kinds := map[string]int{}
	for e := range public.Events() {
		if f, is := e.(ScreenEvent); is {
			assert.Equal(t, hw.Panel, f.Pod)
			assert.Equal(t, 64, f.Frame.H)
		} else {
			assert.False(t, first, "the first event is the screen")
		}
		first = false
		kinds[fmt.Sprintf("%T", e)]++
	}
	for _, k := range []string{"sim.ScreenEvent", "sim.LightEvent", "sim.SayEvent", "sim.ToneEvent", "sim.DeskEvent"} {
		assert.Positive(t, kinds[k], k)
	}
	n := 0
	for e := range own.Events() {
		f, is := e.(ScreenEvent)
		require.True(t, is, "%T is not for a private screen", e)
		assert.Equal(t, hw.Pod(2), f.Pod)
		n++
	}
	assert.Greater(t, n, 1)
	own.Close() // once more does no harm
	require.ErrorIs(t, s.Press(ctx, 0, hw.A, true), context.Canceled)
}

// TestSlowListener drops a listener that does not listen, and nobody else.
func TestSlowListener(t *testing.T) {
	s := box(t, Options{Painter: consoletest.Words{}})
	l := s.Listen(hw.Panel)
	for range 2 * listenerRoom {
		s.tell(hw.Panel, DeskEvent{})
	}
	n := 0
	for range l.Events() {
		n++
	}
	assert.Equal(t, listenerRoom, n)
	l.Close()
}
