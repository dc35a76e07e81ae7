package sim

import (
	"slices"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"consigliere/engine"
	"consigliere/engine/table"
	"consigliere/hw"
	"consigliere/hw/box"
	"consigliere/hw/command"
)

// TestCountOnARealClock counts on the clock of the machine that the test runs on, whose timers are late:
// nothing is skipped, no beat comes too soon after the one before, and the lights pulse meanwhile.
func TestCountOnARealClock(t *testing.T) {
	t.Parallel() // it waits
	s := start(t, box.Options{})
	go func() { _ = s.Run(t.Context()) }()
	l := s.Listen(hw.Panel)
	do := func(cmd command.Command) { require.NoError(t, s.Do(t.Context(), cmd)) }
	do(command.SetPace{Pace: "brisk"})
	do(command.Start{Header: engine.Header{Game: "naro", Seats: names[:4], Options: []byte(`{"chance":"box"}`), Seed: 5}})
	for _, name := range names[:4] {
		do(command.Type{Line: []byte(`{"seat":"` + name + `","do":"load","card":"click"}`)})
	}
	type beat struct {
		text string
		at   time.Time
	}
	var beats []beat
	var tones []int
	over := time.After(10 * time.Second)
	for len(beats) < 3 {
		select {
		case e := <-l.Events():
			switch e := e.(type) {
			case box.SayEvent:
				if slices.Contains([]string{"One.", "Two.", "Three!"}, e.Text) {
					beats = append(beats, beat{e.Text, time.Now()})
				}
			case box.ToneEvent:
				tones = append(tones, e.Hz)
			}
		case <-over:
			t.Fatalf("no count in time: %v", beats)
		}
	}
	const slack = 100 * time.Millisecond // of this test, that is told late
	for i, b := range beats {
		require.Equal(t, []string{"One.", "Two.", "Three!"}[i], b.text)
		if i > 0 {
			assert.GreaterOrEqual(t, b.at.Sub(beats[i-1].at), table.Beat-slack, b.text)
		}
	}
	assert.Equal(t, []int{660, 660, 990}, tones[len(tones)-3:])
}
