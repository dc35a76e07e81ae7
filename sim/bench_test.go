package sim

import (
	"path/filepath"
	"slices"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"consigliere/config"
	"consigliere/engine"
	naroface "consigliere/engine/naro/face"
	"consigliere/hw"
	"consigliere/hw/box"
	"consigliere/hw/command"
)

// fourPods returns the default box with four pods, so twelve buttons.
func fourPods() *config.Box {
	b := config.Default()
	b.Pods = b.Pods[:4]
	b.Panel = nil
	return b
}

// benchPress measures from a button of a virtual expander going down to the light of its
// pod being set on the virtual strip, with all that lies between: interrupt, burst read,
// debounce, console, table, game, lights; and until the box has done all else that a press
// needs at once. Each press locks a choice: it is a button that goes
// down while OK is held, for then OK counts, without the rest that its release would need.
func benchPress(b *testing.B, journals string) {
	s, err := New(fourPods(), box.Options{Titles: []*engine.Title{naroface.Title()}, Journals: journals})
	require.NoError(b, err)
	var lit, took []time.Duration
	now := time.Duration(0)
	wait := func(d time.Duration) {
		now += d
		s.Advance(now)
	}
	do := func(cmd command.Command) { require.NoError(b, s.Apply(now, cmd)) }
	strip := s.board.Strip
	var begun time.Time
	port := s.board.Ports[s.config.Lights.Port]
	port.Watch(func([]byte) {
		if !begun.IsZero() && len(lit) == len(took) {
			lit = append(lit, time.Since(begun))
		}
	})
	for n := 0; b.Loop(); n++ {
		if n%3 == 0 { // three of four seats lock, then the play begins anew
			do(command.Leave{})
			do(command.Start{Header: engine.Header{
				Game: "naro", Seats: engine.Roster{"Ava", "Babak", "Chiara", "Dario"}, Options: []byte(`{"chance":"box"}`), Seed: uint64(n),
			}})
			wait(3 * time.Second)
		}
		p := hw.Pod(n % 3)
		do(command.Press{Pod: p, Button: hw.A, Down: true})
		wait(20 * time.Millisecond)
		do(command.Press{Pod: p, Button: hw.A})
		wait(60 * time.Millisecond)
		do(command.Press{Pod: p, Button: hw.OK, Down: true})
		wait(20 * time.Millisecond)
		press := command.Command(command.Press{Pod: p, Button: hw.A, Down: true})
		begun = time.Now()
		err := s.Apply(now, press)
		took = append(took, time.Since(begun))
		begun = time.Time{}
		require.NoError(b, err)
		if c := strip.Colours()[s.config.Pods[p].Light]; c.G <= c.R || len(lit) != len(took) { // still orange
			b.Fatal("the light was not set")
		}
		wait(20 * time.Millisecond)
		do(command.Press{Pod: p, Button: hw.OK})
		do(command.Press{Pod: p, Button: hw.A})
		wait(60 * time.Millisecond)
	}
	report(b, lit, "")
	report(b, took, "-done")
}

func report(b *testing.B, took []time.Duration, of string) {
	slices.Sort(took)
	b.ReportMetric(float64(took[len(took)/2].Nanoseconds()), "ns-median"+of)
	b.ReportMetric(float64(took[len(took)*99/100].Nanoseconds()), "ns-p99"+of)
}

func BenchmarkPressToLight(b *testing.B) {
	b.Run("memory", func(b *testing.B) { benchPress(b, "") })
	b.Run("journal", func(b *testing.B) { benchPress(b, filepath.Join(b.TempDir(), "journals")) })
}
