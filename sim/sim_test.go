package sim

import (
	"bytes"
	"encoding/json"
	"fmt"
	"log/slog"
	"math/rand/v2"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"consigliere/engine"
	"consigliere/engine/enginetest"
	"consigliere/hw"
	"consigliere/hw/box"
	"consigliere/hw/command"
	"consigliere/hw/console/consoletest"
	"consigliere/hw/lang"
)

// A hand presses the buttons of a box that is stepped.
type hand struct {
	*testing.T

	box *Sim
	now time.Duration
}

func (h *hand) tap(pod hw.Pod, list ...consoletest.Tap) {
	for _, t := range list {
		for _, b := range t.Buttons {
			h.press(pod, b, true)
		}
		h.now += max(t.For, 30*time.Millisecond)
		for _, b := range t.Buttons {
			h.press(pod, b, false)
		}
		h.now += 30 * time.Millisecond
	}
	h.box.Advance(h.now)
}

func (h *hand) press(pod hw.Pod, b hw.Button, down bool) {
	h.box.Advance(h.now)
	require.NoError(h, h.box.Apply(h.now, command.Press{Pod: pod, Button: b, Down: down}))
}

// outputsOf plays a first round of Naro up to the reveal, in which each seat loads, aims, and
// ducks or stands as given. It returns the outputs of the box until then: the public ones, and
// the frames of each private screen.
func outputsOf(t *testing.T, loads, aims, guts [4]int) (public string, private [4]string) {
	var log bytes.Buffer
	plain := func(_ []string, a slog.Attr) slog.Attr {
		if a.Key == slog.TimeKey {
			return slog.Attr{}
		}
		return a
	}
	s := start(t, box.Options{Log: slog.New(slog.NewTextHandler(&log, &slog.HandlerOptions{Level: slog.LevelDebug, ReplaceAttr: plain}))})
	var all bytes.Buffer
	s.Observe(func(e box.Event) {
		switch e := e.(type) {
		case box.ScreenEvent:
			line := fmt.Sprintf("%v screen %x\n", e.At, e.Frame.Pix)
			if e.Pod == hw.Panel {
				all.WriteString(line)
			} else if e.Pod < 4 {
				private[e.Pod] += line
			}
		case box.DeskEvent:
			for _, l := range lang.All() {
				b, err := json.Marshal(s.Look().Public(l))
				require.NoError(t, err)
				fmt.Fprintf(&all, "%v %s\n", e.At, b)
			}
		default:
			fmt.Fprintf(&all, "%T%v\n", e, e)
		}
	})
	require.NoError(t, s.Apply(0, command.Start{Header: engine.Header{Game: "naro", Seats: names[:4], Options: []byte(`{"chance":"box"}`), Seed: 5}}))
	h := &hand{T: t, box: s, now: 3 * time.Second}
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
	s.Advance(h.now)
	require.Contains(t, string(s.Public()), `"phase":"courage"`)
	fmt.Fprintf(&all, "%s\n%s\n", s.Public(), log.String())
	return all.String(), private
}

// TestNothingPublicTells plays the same round with other secrets, on the whole box with its
// chips and real letters, and compares the outputs.
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

// TestChipsShowWhatIsTold compares the pictures and colours of events with what the virtual
// chips show, after each step of a whole game. A chip is read when it, or its last event, has
// changed.
func TestChipsShowWhatIsTold(t *testing.T) {
	header := naroHeader()
	if testing.Short() || !enginetest.Wide() {
		header.Seats, header.Options = names[:4], []byte(`{"chance":"box"}`)
	}
	s := start(t, box.Options{Lang: lang.Persian})
	lines, err := s.read(strings.NewReader(presses(t, header)))
	require.NoError(t, err)
	frames, lights := map[hw.Pod]*hw.Frame{}, make([]hw.RGB, len(names))
	drawn := map[hw.Pod]uint64{} // the generation of a display that was looked at last
	s.Observe(func(e box.Event) {
		switch e := e.(type) {
		case box.ScreenEvent:
			frames[e.Pod] = e.Frame
			delete(drawn, e.Pod)
		case box.LightEvent:
			lights[e.Pod] = e.RGB
		}
	})
	near := func(a, b uint8) bool { return max(a, b)-min(a, b) <= 4 } // a strip has steps
	check := func() {
		for p := hw.Panel; int(p) < len(names); p++ {
			display := s.board.Screen(p)
			if g, seen := drawn[p]; frames[p] == nil || seen && g == display.Generation() {
				continue
			}
			drawn[p] = display.Generation()
			if !frames[p].Equal(display.Frame()) {
				t.Fatalf("at %v the screen of pod %d shows something else", s.Now(), p)
			}
		}
		for p, c := range s.board.Strip.AppendColours(nil) {
			if l := lights[p]; !near(l.R, c.R) || !near(l.G, c.G) || !near(l.B, c.B) {
				t.Fatalf("at %v the light of pod %d is %v, not %v", s.Now(), p, c, l)
			}
		}
	}
	require.NoError(t, s.Apply(0, command.Start{Header: header}))
	for _, l := range lines {
		for at := s.Next(); at <= l.at; at = s.Next() {
			s.Step(at)
			check()
		}
		require.NoError(t, s.Apply(l.at, l.cmd))
	}
	assert.Len(t, frames, 1+len(names))
	assert.Empty(t, s.Warnings())
}
