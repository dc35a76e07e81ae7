package drivers_test

import (
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"consigliere/config"
	"consigliere/hw"
	"consigliere/sim/chip"
)

// TestSecretsStayBehindTheMux holds that what is private is shown to nobody while a display on the
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
