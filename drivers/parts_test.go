package drivers_test

import (
	"bytes"
	"context"
	"fmt"
	"log/slog"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"periph.io/x/conn/v3/gpio"

	"consigliere/config"
	"consigliere/drivers"
	"consigliere/hw"
	"consigliere/sim/chip"
)

// box returns the virtual chips of the default box, registered with periph, its drivers and
// its log.
func box(t *testing.T) (*chip.Board, *drivers.Parts, *bytes.Buffer) {
	t.Helper()
	board, err := chip.NewBoard(config.Default())
	require.NoError(t, err)
	require.NoError(t, board.Register())
	t.Cleanup(func() { require.NoError(t, board.Unregister()) })
	var log bytes.Buffer
	parts, err := drivers.Open(config.Default(), drivers.Periph(), slog.New(slog.NewTextHandler(&log, nil)))
	require.NoError(t, err)
	t.Cleanup(func() { require.NoError(t, parts.Close()) })
	return board, parts, &log
}

// broken returns the parts that do not work.
func broken(p *drivers.Parts) []string {
	var list []string
	for _, r := range p.Health() {
		if r.Err != nil {
			list = append(list, r.Part)
		}
	}
	return list
}

func scan(p *drivers.Parts, from, to time.Duration) []hw.Press {
	var got []hw.Press
	for now := from; now <= to; now += ms {
		got = p.Scan(now, got)
	}
	return got
}

func TestWholeBox(t *testing.T) {
	board, parts, _ := box(t)
	require.Empty(t, scan(parts, 0, 0))
	assert.Equal(t, []string{"speaker"}, broken(parts), "virtual chips make no sound")
	b := parts.Box()
	require.Equal(t, 8, b.Pods)
	require.Nil(t, b.Speaker)

	now := time.Second
	for pod := hw.Panel; pod < 8; pod++ {
		for button := range hw.Button(hw.Buttons) {
			require.True(t, board.Press(pod, button, true))
			got := scan(parts, now, now)
			require.Equal(t, []hw.Press{{At: now, Pod: pod, Button: button, Down: true, Unsure: time.Millisecond}}, got)
			require.True(t, parts.Buttons().Held(drivers.Key{Pod: pod, Button: button}))
			require.True(t, board.Press(pod, button, false))
			got = scan(parts, now+10*ms, now+30*ms)
			require.Len(t, got, 1)
			require.False(t, got[0].Down)
			now += time.Second
		}
	}
	for pod := hw.Panel; pod < 8; pod++ {
		s := b.PrivateScreen(pod)
		if pod == hw.Panel {
			s = b.Main
		}
		w, h := s.Size()
		f := hw.NewFrame(w, h)
		f.Set(int(pod)+1, int(pod)+2, true)
		require.NoError(t, s.Show(f))
		assert.True(t, f.Equal(board.Screen(pod).Frame()), "screen of pod %d", pod)
	}
	require.NoError(t, b.Lights.Set([]hw.RGB{{R: 255}, {}, {B: 255}}))
	got := board.Strip.Colours()
	assert.Equal(t, []hw.RGB{{R: 255}, {}, {B: 255}}, got[:3])
	assert.Empty(t, board.Warnings())
}

// TestEveryPartMayBeMissing checks that every part may be missing and come back (promise P8).
func TestEveryPartMayBeMissing(t *testing.T) {
	board, parts, log := box(t)
	trunk := board.Buses["I2C1"]
	trunk.Detach(0x20)
	trunk.Detach(0x3D)
	board.Mux.Channel(3).Detach(0x3C)
	board.Ports["SPI0.0"].Cut(true)
	scan(parts, 0, 0)
	assert.Equal(t, []string{"expander left", "main screen", "screen of pod 3", "lights", "speaker"}, broken(parts))
	b := parts.Box()
	f := hw.NewFrame(128, 64)
	require.ErrorIs(t, b.Main.Show(f), chip.ErrNack)
	require.Error(t, b.Lights.Set([]hw.RGB{{R: 1}}))
	board.Press(4, hw.A, true)
	require.Len(t, scan(parts, ms, ms), 1, "the pods of the other expander go on")

	f.Set(3, 3, true)
	_ = b.Main.Show(f)
	trunk.Attach(0x20, board.Expanders[0])
	trunk.Attach(0x3D, board.Main)
	board.Mux.Channel(3).Attach(0x3C, board.Private[3])
	board.Ports["SPI0.0"].Cut(false)
	scan(parts, 2*time.Second, 20*time.Second)
	assert.Equal(t, []string{"speaker"}, broken(parts))
	assert.True(t, f.Equal(board.Main.Frame()), "what it should have shown")
	assert.NotZero(t, board.Strip.Colours()[0].R)
	board.Press(0, hw.A, true)
	require.Len(t, scan(parts, 21*time.Second, 21*time.Second), 1)
	for _, message := range []string{"part fails", "part is back"} {
		line := fmt.Sprintf("msg=%q part=", message)
		assert.Equal(t, 1, strings.Count(log.String(), line+`"expander left"`), "%s in %s", line, log)
		for _, part := range []string{`"main screen"`, `"screen of pod 3"`, "lights"} {
			assert.NotContains(t, log.String(), line+part, "its errors are returned, and logged by whoever gets them")
		}
	}
}

// The buttons are also read while pictures are sent.
func TestPressesBetweenPictures(t *testing.T) {
	board, parts, _ := box(t)
	now := time.Second
	parts.Clock = func() time.Duration { return now }
	require.Empty(t, scan(parts, 0, 0))
	b := parts.Box()
	for i, down := range []bool{true, false, true, false} {
		now = time.Duration(i+1) * time.Second
		require.True(t, board.Press(0, hw.A, down))
		require.NoError(t, b.Private[i].Show(hw.NewFrame(128, 32)))
		now += 10 * ms
		require.NoError(t, b.Main.Show(hw.NewFrame(128, 64)))
	}
	assert.LessOrEqual(t, parts.Next(), now, "somebody should hear of it")
	got := parts.Scan(now, nil)
	require.Len(t, got, 4)
	for i, p := range got {
		assert.Equal(t, i%2 == 0, p.Down)
		assert.Equal(t, time.Duration(i+1), p.At.Truncate(time.Second)/time.Second)
	}
	assert.Empty(t, parts.Scan(now, nil))
	assert.Greater(t, parts.Next(), now)
}

// The last picture, which may be a secret, does not stay when the box is switched off.
func TestCloseMakesTheBoxDark(t *testing.T) {
	board, parts, _ := box(t)
	scan(parts, 0, 0)
	b := parts.Box()
	for pod := hw.Panel; pod < 8; pod++ {
		s := b.PrivateScreen(pod)
		if pod == hw.Panel {
			s = b.Main
		}
		w, h := s.Size()
		f := hw.NewFrame(w, h)
		f.Set(1, 1, true)
		require.NoError(t, s.Show(f))
	}
	require.NoError(t, b.Lights.Set([]hw.RGB{{R: 255}, {G: 255}}))
	// The last transfer failed in the middle of a command.
	board.Buses["I2C1"].Fail(1, 3)
	require.Error(t, b.Main.Show(hw.NewFrame(128, 64)))
	// A part that is not there is not an error.
	board.Mux.Channel(3).Detach(0x3C)

	require.NoError(t, parts.Close())
	for pod := hw.Panel; pod < 8; pod++ {
		assert.Equal(t, pod == 3, board.Screen(pod).Lit(), "pod %d", pod)
	}
	assert.Equal(t, make([]hw.RGB, 8), board.Strip.Colours())
}

// A fault of one expander does not affect the other.
func TestFaultIsToldOfItsPartOnly(t *testing.T) {
	board, parts, log := box(t)
	scan(parts, 0, 0)
	board.Buses["I2C1"].Detach(0x20)
	scan(parts, time.Second, 20*time.Second)
	assert.Equal(t, []string{"expander left", "speaker"}, broken(parts))
	assert.Equal(t, 1, strings.Count(log.String(), `part="expander left"`))
	assert.NotContains(t, log.String(), "expander right")
	for _, r := range parts.Health() {
		if r.Err != nil {
			assert.NotContains(t, r.Err.Error(), "\n", "%s: it is told once", r.Part)
		}
	}
}

// A multiplexer that lost power disconnects all private screens; they come back by themselves.
func TestMuxThatWasReset(t *testing.T) {
	board, parts, _ := box(t)
	s := parts.Box().Private[5]
	f := hw.NewFrame(128, 32)
	require.NoError(t, s.Show(f))
	board.Mux.PowerOn()
	f.Set(1, 1, true)
	require.ErrorIs(t, s.Show(f), chip.ErrNack)
	require.NoError(t, s.Show(f))
	assert.True(t, f.Equal(board.Private[5].Frame()))
	for pod, d := range board.Private {
		assert.Equal(t, pod == 5, d.Lit(), "pod %d", pod)
	}
}

// A box without any bus can be opened.
func TestNoHardwareAtAll(t *testing.T) {
	parts, err := drivers.Open(config.Default(), drivers.Periph(), nil)
	require.NoError(t, err)
	defer func() { require.NoError(t, parts.Close()) }()
	require.Empty(t, scan(parts, 0, 0))
	for _, r := range parts.Health() {
		assert.Error(t, r.Err, r.Part)
	}
	assert.ErrorContains(t, parts.Box().Main.Show(hw.NewFrame(128, 64)), "open bus I2C1: this machine has no I2C bus; is it turned on?")
	other := chip.NewBus("I2C7", 7)
	require.NoError(t, other.Register("seven"))
	defer func() { require.NoError(t, other.Unregister()) }()
	assert.ErrorContains(t, parts.Box().Main.Show(hw.NewFrame(128, 64)), "this machine has no I2C bus I2C1, only I2C7, seven; is it turned on?")
	assert.ErrorContains(t, parts.Box().Lights.Set(nil), "open port SPI0.0")
	require.Empty(t, parts.Lines(), "buttons are polled then")
	require.ErrorContains(t, parts.Box().Buttons(), "no I2C bus")
}

// TestNoButtons tells a box none of whose buttons can be read from one with some.
func TestNoButtons(t *testing.T) {
	board, parts, _ := box(t)
	scan(parts, 0, 0)
	require.NoError(t, parts.Box().Buttons())
	for _, b := range board.Buses {
		b.Cut(true)
	}
	scan(parts, ms, 3000*ms)
	require.Error(t, parts.Box().Buttons())
	for _, b := range board.Buses {
		b.Cut(false)
	}
	scan(parts, 3001*ms, 6000*ms)
	require.NoError(t, parts.Box().Buttons())
	none := drivers.NewButtons()
	require.EqualError(t, none.Dead(), "no button is wired")
}

func TestWatch(t *testing.T) {
	line := chip.NewPin("GPIO17", 17)
	require.NoError(t, line.In(gpio.PullUp, gpio.FallingEdge))
	wake := make(chan struct{}, 100)
	ctx, cancel := context.WithCancel(t.Context())
	done := make(chan struct{})
	go func() { drivers.Watch(ctx, line, func() { wake <- struct{}{} }); close(done) }()
	d := line.NewDrive()
	for range 3 {
		d.Set(gpio.Low)
		<-wake
		d.Release()
	}
	cancel()
	<-done
}
