package drivers_test

import (
	"bytes"
	"fmt"
	"log/slog"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"consigliere/config"
	"consigliere/drivers"
	"consigliere/hw"
	"consigliere/sim"
	"consigliere/sim/chip"
)

// TestPodsOnCables plays with pods that have all they are made of at the end of one cable: a press
// that is shorter than the time between two looks counts, lights light, and a pod that is pulled out
// takes its buttons, light and screen with it, and nobody else's.
func TestPodsOnCables(t *testing.T) {
	var cable *config.Box
	for _, b := range config.Builds() {
		if b.Name == "cable" {
			cable = b.Box()
		}
	}
	board, err := chip.NewBoard(cable)
	require.NoError(t, err)
	var log bytes.Buffer
	parts, err := drivers.Open(cable, sim.Host(board), slog.New(slog.NewTextHandler(&log, nil)))
	require.NoError(t, err)
	b := parts.Box()
	scan(parts, 0, 20*ms)
	require.Empty(t, broken(parts))

	now := time.Second
	for pod := range hw.Pod(8) {
		for button := range hw.Button(hw.Buttons) {
			scan(parts, now, now)
			require.True(t, board.Press(pod, button, true))
			require.True(t, board.Press(pod, button, false)) // before anybody looks
			got := scan(parts, now+ms, now+60*ms)
			require.Len(t, got, 2, "pod %d, %s", pod, button)
			assert.Equal(t, []any{pod, button, true}, []any{got[0].Pod, got[0].Button, got[0].Down})
			assert.False(t, got[1].Down)
			assert.LessOrEqual(t, got[0].Unsure, 12*ms)
			now += 100 * ms
		}
	}

	orange, want := hw.RGB{R: 255, G: 140}, []hw.RGB{{R: 255}, {B: 255}, {R: 255, G: 255}, {}, {}, {}, {}, {G: 255}}
	require.NoError(t, b.Lights.Set([]hw.RGB{{R: 255}, {B: 200}, orange, {R: 20}, {}, {}, {}, {G: 90}}))
	assert.Equal(t, want, board.AppendLamps(nil))
	picture := hw.NewFrame(128, 32)
	picture.Set(7, 7, true)
	for pod := range hw.Pod(8) {
		require.NoError(t, b.PrivateScreen(pod).Show(picture))
	}

	// Pod 2 is pulled out, and its chips lose their power.
	cut := board.Mux.Channel(2)
	cut.Detach(0x20)
	cut.Detach(0x3C)
	board.Expanders[2].PowerOn()
	board.Private[2].PowerOn()
	picture.Set(9, 9, true)
	require.Error(t, b.PrivateScreen(2).Show(picture))
	got := scan(parts, now, now+20*time.Second)
	now += 20 * time.Second
	assert.Empty(t, got, "a pod that is gone presses nothing")
	assert.Equal(t, []string{"expander plug2", "screen of pod 2"}, broken(parts))
	assert.Equal(t, hw.Silent, b.Trouble(2))
	require.NoError(t, b.Lights.Set([]hw.RGB{{R: 255}, {B: 255}, {G: 255}, {}, {}, {}, {}, {G: 255}}))
	assert.Equal(t, []hw.RGB{{R: 255}, {B: 255}, {}, {}, {}, {}, {}, {G: 255}}, board.AppendLamps(nil), "no other is dark")
	board.Press(3, hw.OK, true)
	require.Len(t, scan(parts, now, now+20*ms), 1, "the others go on")
	board.Press(3, hw.OK, false)
	scan(parts, now+21*ms, now+50*ms)

	// It is put back: its light is as it should be, its screen shows what it showed.
	cut.Attach(0x20, board.Expanders[2])
	cut.Attach(0x3C, board.Private[2])
	now += time.Second
	assert.Empty(t, scan(parts, now, now+20*time.Second))
	now += 20 * time.Second
	assert.Empty(t, broken(parts))
	assert.Equal(t, hw.RGB{G: 255}, board.AppendLamps(nil)[2])
	assert.True(t, picture.Equal(board.Private[2].Frame()))
	board.Press(2, hw.A, true)
	require.Len(t, scan(parts, now, now+20*ms), 1)
	require.NoError(t, parts.Close())
	assert.Equal(t, make([]hw.RGB, 8), board.AppendLamps(nil), "all are dark when the box is off")
	for _, w := range board.Warnings() {
		assert.NotContains(t, w, "short circuit", fmt.Sprint(board.Warnings()))
	}
}
