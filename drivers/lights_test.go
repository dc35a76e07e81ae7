package drivers_test

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"consigliere/drivers"
	"consigliere/hw"
	"consigliere/sim/chip"
)

func strip(t testing.TB, o drivers.LightsOptions) (*drivers.Lights, *chip.APA102, *chip.Port) {
	t.Helper()
	s := chip.NewAPA102(o.Count)
	port := chip.NewPort("SPI0.0", 0, s)
	l, err := drivers.NewLights(port, o)
	require.NoError(t, err)
	return l, s, port
}

func TestLightsLimitTheCurrent(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		n := rapid.IntRange(1, 40).Draw(rt, "lights")
		most := n + rapid.IntRange(1, 50*n).Draw(rt, "mA")
		l, s, _ := strip(t, drivers.LightsOptions{Count: n, MaxMilliamps: most})
		colours := make([]hw.RGB, n)
		for i := range colours {
			colours[i] = hw.RGB{R: rapid.Uint8().Draw(rt, "r"), G: rapid.Uint8().Draw(rt, "g"), B: rapid.Uint8().Draw(rt, "b")}
		}
		require.NoError(rt, l.Set(colours))
		require.LessOrEqual(rt, s.Current(), float64(most))
		require.Empty(rt, s.Warnings())
	})
	l, s, _ := strip(t, drivers.LightsOptions{Count: 8, MaxMilliamps: 248})
	white := make([]hw.RGB, 8)
	for i := range white {
		white[i] = hw.RGB{R: 255, G: 255, B: 255}
	}
	require.NoError(t, l.Set(white))
	assert.InDelta(t, 248, s.Current(), 8, "the limit is used")
	for _, c := range s.Colours() {
		assert.Equal(t, s.Colours()[0], c, "all are dimmed by the same share")
	}
}

func TestLightsRefuse(t *testing.T) {
	_, err := drivers.NewLights(chip.NewPort("SPI0.0", 0, chip.NewAPA102(1)), drivers.LightsOptions{})
	require.EqualError(t, err, "lights: 0 lights: want 1 or more")
	_, err = drivers.NewLights(chip.NewPort("SPI0.0", 0, chip.NewAPA102(1)), drivers.LightsOptions{Count: 8, MaxMilliamps: 8})
	require.EqualError(t, err, "lights: limit of 8 mA: 8 lights draw 8 mA when dark")
	l, _, _ := strip(t, drivers.LightsOptions{Count: 1})
	require.EqualError(t, l.Set(make([]hw.RGB, 2)), "lights: 2 colours for 1 lights")
}
