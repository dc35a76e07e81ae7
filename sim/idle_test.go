package sim

import (
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"consigliere/config"
	"consigliere/engine"
	"consigliere/hw/box"
)

// TestIdle holds how often a box of each build has anything to do while nobody presses: at
// most ten times a second, while it waits for a game to begin and while it waits for
// everybody's choice with lights that pulse.
func TestIdle(t *testing.T) {
	for _, build := range config.Builds() {
		for _, playing := range []bool{false, true} {
			name := build.Name + "-menu"
			if playing {
				name = build.Name + "-game"
			}
			t.Run(name, func(t *testing.T) {
				r := newReal(t, build.Box())
				if playing {
					require.NoError(t, r.Apply(0, box.Start{Header: engine.Header{Game: "naro", Seats: names[:4], Options: []byte(`{"chance":"box"}`), Seed: 5}}))
				}
				r.until(2 * time.Minute) // all is told
				bytes := 0
				for _, b := range r.board.Buses {
					bytes -= b.Bytes()
				}
				const minutes = 10
				steps := 0
				for r.Next() < r.now+minutes*time.Minute {
					r.Step(r.Next())
					steps++
				}
				for _, b := range r.board.Buses {
					bytes += b.Bytes()
				}
				seconds := minutes * 60.0
				t.Logf("%.1f steps and %.0f bytes on I2C a second", float64(steps)/seconds, float64(bytes)/seconds)
				assert.LessOrEqual(t, float64(steps), 10*seconds)
			})
		}
	}
}
