package drivers_test

import (
	"bytes"
	"fmt"
	"log/slog"
	"strings"
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

// TestSecretsStayBehindTheMux checks that what is private is shown to nobody while a display on the
// bus itself has the address of those behind the multiplexer: it would show the same (promise P4).
// That is a box whose builder has not moved the resistor of its main screen, or puts it in during a
// game.
func TestSecretsStayBehindTheMux(t *testing.T) {
	board, parts, _ := box(t)
	trunk := board.Buses["I2C1"]
	secret := hw.NewFrame(128, 32)
	secret.Set(5, 5, true)
	dark := hw.NewFrame(128, 64)
	b := parts.Box()

	trunk.Detach(0x3D)
	trunk.Attach(0x3C, board.Main)
	for pod := range hw.Pod(8) {
		require.ErrorContains(t, b.PrivateScreen(pod).Show(secret), "mux: what is at 0x3c on the bus itself would show what is private")
	}
	scan(parts, 0, 20*time.Second)
	assert.True(t, dark.Equal(board.Main.Frame()), "the main screen")
	assert.Contains(t, broken(parts), "screen of pod 3")
	assert.Contains(t, broken(parts), "mux")

	trunk.Detach(0x3C)
	trunk.Attach(0x3D, board.Main)
	scan(parts, 21*time.Second, 50*time.Second)
	assert.Equal(t, []string{"speaker"}, broken(parts), "the resistor was moved")
	assert.True(t, secret.Equal(board.Private[3].Frame()), "what it should have shown")

	// In mid-game it is noticed within one round of checks.
	late := chip.NewSSD1306(128, 64)
	trunk.Attach(config.Default().Private()[0].Address, late)
	scan(parts, 51*time.Second, 60*time.Second)
	require.ErrorContains(t, b.PrivateScreen(2).Show(secret), "what is private")
	assert.True(t, dark.Equal(late.Frame()))
	assert.Empty(t, board.Warnings())
}

// TestOnePodDoesNotTakeTheBus checks that a pod which holds SDA down is cut off by the reset of the
// multiplexer, at once: the others play on, it is told in words, and it is used again when it lets go.
func TestOnePodDoesNotTakeTheBus(t *testing.T) {
	var file []byte
	for _, b := range config.Builds() {
		if b.Name == "cable" {
			file = b.File
		}
	}
	for _, wired := range []bool{false, true} {
		t.Run(fmt.Sprintf("reset=%t", wired), func(t *testing.T) {
			text := string(file)
			if !wired {
				text = strings.Replace(text, "reset   = ", "# reset = ", 1)
			}
			c, err := config.Parse("box.toml", []byte(text))
			require.NoError(t, err)
			board, err := chip.NewBoard(c)
			require.NoError(t, err)
			var log bytes.Buffer
			parts, err := drivers.Open(c, sim.Host(board), slog.New(slog.NewTextHandler(&log, nil)))
			require.NoError(t, err)
			b := parts.Box()
			scan(parts, 0, 2*time.Second)
			require.Empty(t, broken(parts))

			board.Mux.Channel(3).Hold(true)
			scan(parts, 2*time.Second, 4*time.Second)
			if !wired {
				for pod := range hw.Pod(8) {
					assert.Equal(t, hw.Silent, b.Trouble(pod), "nobody can play")
				}
				return
			}
			assert.Equal(t, hw.Silent, b.Trouble(3), "it is told")
			hangs := board.Buses["I2C1"].Hangs()
			picture := hw.NewFrame(128, 32)
			for pod := range hw.Pod(8) {
				if pod == 3 {
					require.Error(t, b.PrivateScreen(pod).Show(picture))
					continue
				}
				assert.Equal(t, hw.Fine, b.Trouble(pod))
				require.NoError(t, b.PrivateScreen(pod).Show(picture))
				board.Press(pod, hw.OK, true)
				got := scan(parts, time.Duration(5+pod)*time.Second, time.Duration(5+pod)*time.Second+50*ms)
				require.Len(t, got, 1, "pod %d", pod)
				assert.Equal(t, pod, got[0].Pod)
				board.Press(pod, hw.OK, false)
				scan(parts, time.Duration(5+pod)*time.Second+51*ms, time.Duration(5+pod)*time.Second+90*ms)
			}
			scan(parts, 13*time.Second, 23*time.Second)
			assert.LessOrEqual(t, board.Buses["I2C1"].Hangs()-hangs, 8, "it is tried now and then")
			assert.Contains(t, log.String(), "channel 3 held the bus and was cut off")
			board.Mux.Channel(3).Hold(false)
			scan(parts, 24*time.Second, 60*time.Second)
			assert.Empty(t, broken(parts), log.String())
			board.Press(3, hw.A, true)
			require.Len(t, scan(parts, 61*time.Second, 61*time.Second+20*ms), 1)
		})
	}
}
