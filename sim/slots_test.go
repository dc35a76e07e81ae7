package sim

import (
	"log/slog"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"consigliere/config"
	"consigliere/drivers"
	"consigliere/engine"
	"consigliere/engine/games"
	"consigliere/hw"
	"consigliere/hw/box"
	"consigliere/hw/command"
	"consigliere/sim/chip"
)

// slot is how often screens are drawn.
const slot = 40 * time.Millisecond

// publicFrames plays a minute of a count and a clock on the build with eight private screens, on a bus on
// which each byte takes its time. Meanwhile the given number of pods turn their secret choices over and over.
// It returns when each picture began to go to the main screen, and how many went to private ones.
func publicFrames(t *testing.T, restless int) (at []time.Duration, private int) {
	c := config.Default()
	board, err := chip.NewBoard(c)
	require.NoError(t, err)
	parts, err := drivers.Open(c, Host(board), slog.New(slog.DiscardHandler))
	require.NoError(t, err)
	bus := board.Buses["I2C1"]
	var now, busy time.Duration
	b, err := box.New(box.Options{Parts: parts, Titles: games.All(), Spent: func() time.Duration { return bus.Time() - busy }})
	require.NoError(t, err)
	b.Observe(func(e box.Event) {
		if e, ok := e.(box.ScreenEvent); ok && e.Pod != hw.Panel {
			private++
		}
	})
	step := func() {
		busy = bus.Time()
		was := board.Screen(hw.Panel).Frame().Clone()
		b.Step(now)
		if !board.Screen(hw.Panel).Frame().Equal(was) {
			at = append(at, now)
		}
		now += bus.Time() - busy // the owner of the box waits for the wire
	}
	until := func(end time.Duration) {
		for {
			next := max(b.Next(), now)
			if next > end {
				break
			}
			now = next
			step()
		}
		now = max(now, end)
	}
	header := engine.Header{Game: "naro", Seats: names, Options: []byte(`{"chance":"box"}`), Seed: 5}
	require.NoError(t, b.Apply(0, command.Start{Header: header}))
	until(4 * time.Second)
	at, private = nil, 0
	for end := now + time.Minute; now < end; {
		for pod := range hw.Pod(restless) {
			require.NoError(t, b.Apply(now, command.Press{Pod: pod, Button: hw.Button(int(now/slot) % 2), Down: true}))
			require.NoError(t, b.Apply(now, command.Press{Pod: pod, Button: hw.Button(int(now/slot) % 2), Down: false}))
		}
		until(now + 37*time.Millisecond)
	}
	return at, private
}

// TestPublicFramesGoFirst checks that what is private on a real bus delays what is public by no more than a
// slot, however much of it there is, and that each private screen has its turn.
func TestPublicFramesGoFirst(t *testing.T) {
	quiet, none := publicFrames(t, 0)
	loud, many := publicFrames(t, 8)
	require.Greater(t, len(quiet), 5, "the main screen has changed")
	require.Greater(t, many, none+200, "private screens were drawn meanwhile")
	require.Len(t, loud, len(quiet))
	for i := range quiet {
		assert.LessOrEqual(t, (loud[i] - quiet[i]).Abs(), slot, "picture %d", i)
	}
	t.Logf("%d public pictures, %d private ones", len(loud), many)
}
