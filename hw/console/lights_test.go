package console_test

import (
	"strings"
	"testing"
	"time"

	"consigliere/engine"
	naroface "consigliere/engine/naro/face"
	"consigliere/hw/console/consoletest"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// lit returns when the lights of a box have changed after a time.
func lit(t *testing.T, b *consoletest.Box, after time.Duration) []time.Duration {
	t.Helper()
	var at []time.Duration
	for _, line := range b.Public {
		if when, what, _ := strings.Cut(line, " "); strings.HasPrefix(what, "lights") {
			d, err := time.ParseDuration(when)
			require.NoError(t, err)
			if d > after {
				at = append(at, d)
			}
		}
	}
	return at
}

// TestIdleLightsPulse checks that the lights of those who are awaited pulse by themselves, each step at
// its time, also where the buttons are read at other times.
func TestIdleLightsPulse(t *testing.T) {
	for _, c := range []struct {
		name string
		scan time.Duration // how often the buttons are read; 0: with each tick alone
	}{{"interrupts", 0}, {"polled", 7 * time.Millisecond}} {
		t.Run(c.name, func(t *testing.T) {
			h := engine.Header{Game: "naro", Seats: names[:4], Options: []byte(`{"chance":"box"}`), Seed: 5}
			p := begin(t, []*engine.Title{naroface.Title()}, h, true)
			p.Wait(10 * time.Second) // all is told
			for end := p.Now + 12*time.Second; p.Now < end; {
				if c.scan == 0 {
					p.Wait(12 * time.Second)
				} else {
					p.Wait(c.scan)
					p.Console.Scanned(p.Now)
				}
			}
			var want []time.Duration
			for at := 10*time.Second + 250*time.Millisecond; at <= 22*time.Second; at += 250 * time.Millisecond {
				want = append(want, at)
			}
			assert.Equal(t, want, lit(t, p.Box, 10*time.Second))
		})
	}
}
