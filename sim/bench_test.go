package sim

import (
	"path/filepath"
	"slices"
	"testing"
	"time"

	"consigliere/config"
	"consigliere/engine"
	"consigliere/engine/naro"
	"consigliere/hw"

	"github.com/stretchr/testify/require"
)

// fourPods is a box with four pods, so twelve buttons, and all that the default box has
// besides.
func fourPods() *config.Box {
	b := config.Default()
	b.Pods = b.Pods[:4]
	b.Panel = nil
	return b
}

// benchPress measures from a button of a virtual expander going down to the light of its
// pod being set on the virtual strip, with all that lies between: interrupt, burst read,
// debounce, console, table, game, lights. Each press locks a choice.
func benchPress(b *testing.B, journals string) {
	s, err := New(Options{Box: fourPods(), Titles: []*engine.Title{naro.Title()}, Journals: journals})
	require.NoError(b, err)
	var took []time.Duration
	now := time.Duration(0)
	wait := func(d time.Duration) {
		now += d
		s.advance(now)
	}
	strip := s.board.Strip
	for n := 0; b.Loop(); n++ {
		if n%3 == 0 { // three of four seats lock, then the play begins anew
			s.console.Leave(now)
			require.NoError(b, s.console.Start(now, engine.Header{
				Game: "naro", Seats: engine.Roster{"Ava", "Babak", "Chiara", "Dario"}, Options: []byte(`{"chance":"box"}`), Seed: uint64(n),
			}))
			wait(3 * time.Second)
		}
		p := hw.Pod(n % 3)
		s.press(now, p, hw.A, true)
		wait(20 * time.Millisecond)
		s.press(now, p, hw.A, false)
		wait(60 * time.Millisecond)
		lit := strip.Generation()
		begun := time.Now()
		s.press(now, p, hw.OK, true)
		took = append(took, time.Since(begun))
		if strip.Generation() == lit {
			b.Fatal("the light was not set")
		}
		wait(20 * time.Millisecond)
		s.press(now, p, hw.OK, false)
		wait(60 * time.Millisecond)
	}
	slices.Sort(took)
	b.ReportMetric(float64(took[len(took)/2].Nanoseconds()), "ns-median")
	b.ReportMetric(float64(took[len(took)*99/100].Nanoseconds()), "ns-p99")
}

func BenchmarkPressToLight(b *testing.B) {
	b.Run("memory", func(b *testing.B) { benchPress(b, "") })
	b.Run("journal", func(b *testing.B) { benchPress(b, filepath.Join(b.TempDir(), "journals")) })
}
