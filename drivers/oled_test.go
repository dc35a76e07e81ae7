package drivers_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"periph.io/x/conn/v3/physic"
	"pgregory.net/rapid"

	"consigliere/drivers"
	"consigliere/hw"
	"consigliere/sim/chip"
)

// pbm reads a frame of testdata.
func pbm(t testing.TB, name string) *hw.Frame {
	t.Helper()
	data, err := os.ReadFile(filepath.Join("testdata", "frames", name+".pbm"))
	require.NoError(t, err)
	f := hw.NewFrame(128, 64)
	head := []byte("P4\n128 64\n")
	require.True(t, bytes.HasPrefix(data, head), "%s is a raw PBM of 128x64", name)
	require.Len(t, data, len(head)+len(f.Pix))
	copy(f.Pix, data[len(head):])
	return f
}

type step struct{ Step, From, To string }

// steps returns the nine fixed frames.
func steps(t testing.TB) []step {
	t.Helper()
	data, err := os.ReadFile("testdata/frames/steps.json")
	require.NoError(t, err)
	var list []step
	require.NoError(t, json.Unmarshal(data, &list))
	require.Len(t, list, 9)
	return list
}

// oled returns a virtual display and its driver.
func oled(t testing.TB, h int) (*drivers.Screen, *chip.SSD1306, *chip.Bus) {
	t.Helper()
	bus := chip.NewBus("I2C1", 1)
	require.NoError(t, bus.SetSpeed(400*physic.KiloHertz))
	glass := chip.NewSSD1306(128, h)
	bus.Attach(0x3C, glass)
	s, err := drivers.NewScreen(bus, drivers.ScreenOptions{W: 128, H: h})
	require.NoError(t, err)
	return s, glass, bus
}

func TestNineFramesOnTheBus(t *testing.T) {
	s, glass, bus := oled(t, 64)
	require.NoError(t, s.Init())
	var table strings.Builder
	total := 0
	for _, st := range steps(t) {
		f := pbm(t, st.To)
		before := bus.Bytes()
		require.NoError(t, s.Show(f), st.Step)
		n := bus.Bytes() - before
		total += n
		fmt.Fprintf(&table, "%-36s %5d\n", st.Step, n)
		assert.True(t, f.Equal(glass.Frame()), "%s: the glass shows the frame", st.Step)
		if st.From == st.To {
			assert.Zero(t, n, "an unchanged frame sends nothing")
		}
	}
	fmt.Fprintf(&table, "%-36s %5d\n", "the nine steps together", total)
	t.Logf("bytes on the bus:\n%s", table.String())
	assert.LessOrEqual(t, total, 3190)
	assert.Empty(t, glass.Warnings())
}

// anyFrame draws frames as a table makes them: boxes and noise on top of the last one.
func anyFrame(t *rapid.T, f *hw.Frame) {
	for range rapid.IntRange(1, 6).Draw(t, "boxes") {
		x, y := rapid.IntRange(0, 127).Draw(t, "x"), rapid.IntRange(0, f.H-1).Draw(t, "y")
		w, h := rapid.IntRange(1, 40).Draw(t, "w"), rapid.IntRange(1, 20).Draw(t, "h")
		lit := rapid.IntRange(0, 2).Draw(t, "lit")
		for j := y; j < y+h; j++ {
			for i := x; i < x+w; i++ {
				f.Set(i, j, lit == 1 || lit == 2 && (i*7+j*13)%5 == 0)
			}
		}
	}
}

func TestPartialDrawIsFullDraw(t *testing.T) {
	for _, h := range []int{64, 32} {
		rapid.Check(t, func(rt *rapid.T) {
			s, glass, _ := oled(t, h)
			f := hw.NewFrame(128, h)
			for range rapid.IntRange(1, 6).Draw(rt, "frames") {
				anyFrame(rt, f)
				require.NoError(rt, s.Show(f))
				require.True(rt, f.Equal(glass.Frame()), "the glass shows the frame")
			}
			require.Empty(rt, glass.Warnings())
		})
	}
}

func TestAnySingleFailedTransferIsMended(t *testing.T) {
	for _, h := range []int{64, 32} {
		var frames []*hw.Frame
		for _, st := range steps(t) {
			frames = append(frames, &hw.Frame{W: 128, H: h, Pix: pbm(t, st.To).Pix[:16*h]})
		}
		cuts := []int{0, 1, 2, 3, 4, 5, 8, 11, 1000} // bytes of the transfer that still pass
		if testing.Short() {
			cuts = []int{3}
		}
		for _, after := range cuts {
			for n := 1; ; n++ {
				s, glass, bus := oled(t, h)
				bus.Fail(n, after)
				failed := false
				for i, f := range frames {
					err := s.Show(f)
					if err != nil {
						require.False(t, failed, "one fault, one error")
						require.ErrorIs(t, err, chip.ErrFault)
						failed = true
						require.NoError(t, s.Show(f), "the next draw")
					}
					require.True(t, f.Equal(glass.Frame()), "transfer %d broken after %d bytes, frame %d", n, after, i)
				}
				if !failed {
					require.Greater(t, n, 20, "there were that many transfers to break")
					break
				}
			}
		}
	}
}

func TestScreenThatWasUnplugged(t *testing.T) {
	s, glass, bus := oled(t, 64)
	f := pbm(t, "1_choose_042")
	require.NoError(t, s.Show(f))
	bus.Detach(0x3C)
	require.ErrorIs(t, s.Check(), chip.ErrNack)
	require.ErrorIs(t, s.Show(f), chip.ErrNack)
	glass.PowerOn()
	bus.Attach(0x3C, glass)
	require.NoError(t, s.Check(), "it answers again")
	assert.True(t, f.Equal(glass.Frame()), "the last frame is back without another Show")

	glass.PowerOn() // power lost and back, unseen
	require.NoError(t, s.Check())
	require.NoError(t, s.Refresh())
	assert.True(t, f.Equal(glass.Frame()))
	assert.Empty(t, glass.Warnings())
}

func TestScreenContrastOff(t *testing.T) {
	s, glass, bus := oled(t, 64)
	f := pbm(t, "7_reveal")
	require.NoError(t, s.Show(f))
	require.NoError(t, s.SetContrast(3))
	assert.Equal(t, 3, glass.Contrast())
	assert.True(t, f.Equal(glass.Frame()))
	require.NoError(t, s.SetOff(true))
	assert.False(t, glass.Lit())
	bus.Fail(1, 2)
	require.Error(t, s.SetContrast(200))
	require.NoError(t, s.Show(f))
	assert.Equal(t, 200, glass.Contrast(), "what was set holds after a fault")
	assert.False(t, glass.Lit())
	require.NoError(t, s.SetOff(false))
	assert.True(t, f.Equal(glass.Frame()))
}

func TestScreenRefuses(t *testing.T) {
	bus := chip.NewBus("I2C1", 1)
	_, err := drivers.NewScreen(bus, drivers.ScreenOptions{W: 96, H: 16})
	require.EqualError(t, err, "screen of 96x16: want 128x64 or 128x32")
	s, err := drivers.NewScreen(bus, drivers.ScreenOptions{W: 128, H: 32, Address: 0x3D})
	require.NoError(t, err)
	require.EqualError(t, s.Show(hw.NewFrame(128, 64)), "screen 0x3d: frame of 128x64: want 128x32")
	require.ErrorContains(t, s.Show(hw.NewFrame(128, 32)), "screen 0x3d: set up: no acknowledge")
}

func TestScreenUpsideDown(t *testing.T) {
	bus := chip.NewBus("I2C1", 1)
	glass := chip.NewSSD1306(128, 64)
	glass.Turn(true)
	bus.Attach(0x3C, glass)
	s, err := drivers.NewScreen(bus, drivers.ScreenOptions{W: 128, H: 64, Flip: true})
	require.NoError(t, err)
	f := pbm(t, "1_choose_042")
	require.NoError(t, s.Show(f))
	assert.True(t, f.Equal(glass.Frame()))
}

func TestScreenDoesNotAllocate(t *testing.T) {
	s, _, _ := oled(t, 64)
	a, b := pbm(t, "6_bell_off_last_lock"), pbm(t, "7_reveal")
	require.NoError(t, s.Show(a))
	assert.Zero(t, testing.AllocsPerRun(50, func() {
		_ = s.Show(b)
		_ = s.Show(b)
		_ = s.Show(a)
	}))
}

func BenchmarkFrames(b *testing.B) {
	s, _, bus := oled(b, 64)
	var frames []*hw.Frame
	for _, st := range steps(b) {
		frames = append(frames, pbm(b, st.To))
	}
	total := 0
	b.ReportAllocs()
	for b.Loop() {
		_ = s.Init()
		before := bus.Bytes()
		for _, f := range frames {
			if err := s.Show(f); err != nil {
				b.Fatal(err)
			}
		}
		total = bus.Bytes() - before
	}
	b.ReportMetric(float64(total), "bus-bytes/9frames")
}
