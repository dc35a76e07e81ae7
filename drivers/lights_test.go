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

func TestLightsShowTheColoursOfAScreen(t *testing.T) {
	for _, percent := range []int{100, 60} {
		l, s, _ := strip(t, drivers.LightsOptions{Count: 8, Brightness: percent})
		s.SetExposure(float64(percent) / 100)
		want := []hw.RGB{{R: 255}, {R: 255, G: 128}, {B: 255}, {}, {R: 255, G: 255, B: 255}, {R: 64, G: 64, B: 64}, {R: 16}, {G: 200, B: 32}}
		require.NoError(t, l.Set(want))
		for i, got := range s.Colours() {
			for _, c := range [][2]uint8{{want[i].R, got.R}, {want[i].G, got.G}, {want[i].B, got.B}} {
				assert.InDelta(t, c[0], c[1], 5, "light %d at %d percent: %v, want %v", i, percent, got, want[i])
			}
		}
		require.NoError(t, l.Set(want[:1]))
		assert.Equal(t, hw.RGB{}, s.Colours()[4], "a light without a colour is dark")
		assert.Empty(t, s.Warnings())
	}
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

func TestLightsMendAfterAnyFault(t *testing.T) {
	a, b := make([]hw.RGB, 12), make([]hw.RGB, 12)
	for i := range a {
		a[i], b[i] = hw.RGB{R: 255}, hw.RGB{G: 255, B: uint8(i)}
	}
	for after := range 70 {
		l, s, port := strip(t, drivers.LightsOptions{Count: 12})
		require.NoError(t, l.Set(a))
		port.Fail(1, after)
		require.ErrorIs(t, l.Set(b), chip.ErrFault)
		require.NoError(t, l.Set(b))
		want, whole, _ := strip(t, drivers.LightsOptions{Count: 12})
		require.NoError(t, want.Set(b))
		require.Equal(t, whole.Colours(), s.Colours(), "broken after %d bytes", after)
	}
}

func TestLightsThatDoNotChangeSendNothing(t *testing.T) {
	l, s, port := strip(t, drivers.LightsOptions{Count: 8})
	colours := []hw.RGB{{R: 9}, {G: 200}}
	require.NoError(t, l.Set(colours))
	n := port.Bytes()
	require.NoError(t, l.Set(colours))
	assert.Equal(t, n, port.Bytes())
	s.PowerOn()
	require.NoError(t, l.Check())
	assert.NotEqual(t, hw.RGB{}, s.Colours()[1], "a strip that lost power has its colours back")
	assert.Zero(t, testing.AllocsPerRun(50, func() {
		colours[0].R++
		_ = l.Set(colours)
	}))
}

func TestLightsRefuse(t *testing.T) {
	_, err := drivers.NewLights(chip.NewPort("SPI0.0", 0, chip.NewAPA102(1)), drivers.LightsOptions{})
	require.EqualError(t, err, "lights: 0 lights: want 1 or more")
	_, err = drivers.NewLights(chip.NewPort("SPI0.0", 0, chip.NewAPA102(1)), drivers.LightsOptions{Count: 8, MaxMilliamps: 8})
	require.EqualError(t, err, "lights: limit of 8 mA: 8 lights draw 8 mA when dark")
	l, _, _ := strip(t, drivers.LightsOptions{Count: 1})
	require.EqualError(t, l.Set(make([]hw.RGB, 2)), "lights: 2 colours for 1 lights")
}
