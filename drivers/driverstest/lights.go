package driverstest

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"consigliere/hw"
)

// A LightsRig is lights under test, with access to what they show.
type LightsRig struct {
	Lights interface {
		hw.Lights
		Check() error // sends the colours again
		Count() int
	}
	// Seen returns the colours as an eye sees them, Current what the lights draw in
	// milliamperes.
	Seen    func() []hw.RGB
	Current func() float64
	// PowerOn takes the power away for a moment.
	PowerOn func()
	// Fault makes the n-th transfer from now fail after k bytes; Bytes returns how many have
	// passed; Length is how long a transfer is.
	Fault  func(n, k int)
	Bytes  func() int
	Length int
	// Near is how far a channel may be from what was asked for.
	Near float64
	// Warnings returns what the chip forbids.
	Warnings func() []string
}

// Lights checks that lights keep the contract of [hw.Lights], those of newRig with a limit of
// the current in milliamperes; 0 means no limit.
func Lights(t *testing.T, newRig func(t *testing.T, count, limit int) LightsRig) {
	all := []hw.RGB{{R: 255}, {R: 255, G: 128}, {B: 255}, {}, {R: 255, G: 255, B: 255}, {R: 96, G: 96, B: 96}, {R: 64}, {G: 200, B: 72}}
	shows := func(t *testing.T, r LightsRig, want []hw.RGB) {
		t.Helper()
		seen := r.Seen()
		require.Len(t, seen, r.Lights.Count())
		for i, c := range want {
			for _, ch := range [][2]uint8{{c.R, seen[i].R}, {c.G, seen[i].G}, {c.B, seen[i].B}} {
				assert.InDelta(t, ch[0], ch[1], r.Near, "light %d shows its colour %v, not %v", i, c, seen[i])
				assert.Equal(t, ch[0] == 0, ch[1] == 0, "dark is dark, and nothing else is: %v, not %v", c, seen[i])
			}
		}
		assert.Empty(t, r.Warnings())
	}
	t.Run("shows", func(t *testing.T) {
		r := newRig(t, len(all), 0)
		require.NoError(t, r.Lights.Set(all))
		shows(t, r, all)
		require.NoError(t, r.Lights.Set(all[:1]))
		assert.Equal(t, hw.RGB{}, r.Seen()[4], "a light without a colour is dark")
		for c := range 256 {
			grey := hw.RGB{R: uint8(c), G: uint8(c), B: uint8(c)}
			require.NoError(t, r.Lights.Set([]hw.RGB{grey}))
			assert.Equal(t, c == 0, r.Seen()[0] == hw.RGB{}, "grey %d: only black is dark", c)
		}
		require.NoError(t, r.Lights.Set(nil))
		assert.Equal(t, make([]hw.RGB, len(all)), r.Seen(), "no colours: all are dark")
	})
	t.Run("keeps-no-reference", func(t *testing.T) {
		r := newRig(t, 2, 0)
		colours := []hw.RGB{{R: 255}, {G: 255}}
		require.NoError(t, r.Lights.Set(colours))
		colours[0] = hw.RGB{B: 255}
		require.NoError(t, r.Lights.Check())
		shows(t, r, []hw.RGB{{R: 255}, {G: 255}})
		require.NoError(t, r.Lights.Set(colours))
		shows(t, r, colours)
	})
	t.Run("refuses-too-many", func(t *testing.T) {
		r := newRig(t, 2, 0)
		assert.Error(t, r.Lights.Set(all[:3]))
	})
	t.Run("sends-what-changed", func(t *testing.T) {
		r := newRig(t, 2, 0)
		require.NoError(t, r.Lights.Set(all[:2]))
		n := r.Bytes()
		require.NoError(t, r.Lights.Set(all[:2]))
		assert.Equal(t, n, r.Bytes(), "the same again sends nothing")
		r.PowerOn()
		require.NoError(t, r.Lights.Check())
		shows(t, r, all[:2])
	})
	t.Run("allocates-nothing", func(t *testing.T) {
		r := newRig(t, 8, 0)
		colours := make([]hw.RGB, 8)
		assert.Zero(t, testing.AllocsPerRun(20, func() {
			colours[0].R++
			_ = r.Lights.Set(colours)
		}))
	})
	t.Run("limits-the-current", func(t *testing.T) {
		white := make([]hw.RGB, 8)
		for i := range white {
			white[i] = hw.RGB{R: 255, G: 255, B: 255}
		}
		for _, most := range []int{20, 60, 248, 300, 479, 488} {
			r := newRig(t, 8, most)
			require.NoError(t, r.Lights.Set(white))
			assert.LessOrEqual(t, r.Current(), float64(most))
			for _, c := range r.Seen() {
				assert.Equal(t, r.Seen()[0], c, "all are dimmed by the same share")
			}
		}
	})
	t.Run("mends", func(t *testing.T) {
		a, b := make([]hw.RGB, 12), make([]hw.RGB, 12)
		for i := range a {
			a[i], b[i] = hw.RGB{R: 255}, hw.RGB{G: 255, B: uint8(100 + i)}
		}
		for after := range newRig(t, 12, 0).Length {
			r, want := newRig(t, 12, 0), newRig(t, 12, 0)
			require.NoError(t, r.Lights.Set(a))
			r.Fault(1, after)
			require.Error(t, r.Lights.Set(b), "a fault is told")
			require.NoError(t, r.Lights.Set(b))
			require.NoError(t, want.Lights.Set(b))
			require.Equal(t, want.Seen(), r.Seen(), "broken after %d bytes: the next Set mends", after)
			require.Empty(t, r.Warnings())
		}
	})
}
