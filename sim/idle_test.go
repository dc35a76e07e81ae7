package sim

import (
	"bytes"
	"encoding/json"
	"math"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"consigliere/config"
	"consigliere/engine"
	"consigliere/hw/box"
	"consigliere/hw/command"
)

// TestIdle holds how often a box of each build has anything to do while nobody presses: at
// most ten times a second, while it waits for a game to begin and while it waits for
// everybody's choice with lights that pulse. Expanders without an interrupt are asked a hundred times.
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
					require.NoError(t, r.Apply(0, command.Start{Header: engine.Header{Game: "naro", Seats: names[:4], Options: []byte(`{"chance":"box"}`), Seed: 5}}))
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
				most := 10 * seconds
				if build.Box().Expanders != nil && build.Box().Expanders[0].Interrupt == "" {
					most = 101 * seconds // its buttons are asked, all at once
				}
				assert.LessOrEqual(t, float64(steps), most)
			})
		}
	}
}

// TestIdleLightsPulse checks that the lights pulse while a box of each build waits for choices, each step
// at its time.
func TestIdleLightsPulse(t *testing.T) {
	for _, build := range config.Builds() {
		if build.Box().Lights == nil {
			continue
		}
		t.Run(build.Name, func(t *testing.T) {
			r := newReal(t, build.Box())
			require.NoError(t, r.Apply(0, command.Start{Header: engine.Header{Game: "naro", Seats: names[:4], Options: []byte(`{"chance":"box"}`), Seed: 5}}))
			r.until(10 * time.Second) // all is told
			var at []time.Duration
			r.Observe(func(e box.Event) {
				if e, ok := e.(box.LightEvent); ok && e.Pod == 0 {
					at = append(at, e.At)
				}
			})
			r.until(22 * time.Second)
			require.Len(t, at, 48)
			for i := range at {
				require.Equal(t, 10*time.Second+time.Duration(i+1)*250*time.Millisecond, at[i])
			}
		})
	}
}

// TestIdleLightsPulseHeadless holds the same of what a headless run puts out between two presses.
func TestIdleLightsPulseHeadless(t *testing.T) {
	s := start(t, box.Options{})
	file := strings.NewReader(`{"at":10,"pod":0,"button":"A","down":true}
{"at":10.1,"pod":0,"button":"A","down":false}
{"at":22.1,"pod":0,"button":"A","down":true}
{"at":22.2,"pod":0,"button":"A","down":false}
`)
	var out, warn bytes.Buffer
	h := Headless{Start: &command.Start{Header: engine.Header{Game: "naro", Seats: names[:4], Options: []byte(`{"chance":"box"}`), Seed: 5}}}
	require.NoError(t, h.Run(s, file, &out, &warn))
	require.Empty(t, warn.String())
	n := 0
	for line := range strings.Lines(out.String()) {
		var o struct {
			At    float64
			Light *int
		}
		require.NoError(t, json.Unmarshal([]byte(line), &o))
		if o.Light != nil && *o.Light == 0 && o.At > 10.1 && o.At <= 22.1 {
			n++
			assert.InDelta(t, 0, math.Remainder(o.At, 0.25), 1e-9, "at %v", o.At)
		}
	}
	assert.Equal(t, 48, n)
}
