package drivers

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"syscall"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"periph.io/x/conn/v3/gpio"
	"periph.io/x/conn/v3/physic"

	"consigliere/sim/chip"
)

// Two programs that drive one box would show the secret of one seat on the screen of another.
// TestSoundCards checks that cards are found by their names, and none that only listens.
func TestSoundCards(t *testing.T) {
	root := t.TempDir()
	for _, dir := range []string{"card0/pcm0p", "card1/pcm0c", "card2/pcm0c", "card2/pcm1p"} {
		require.NoError(t, os.MkdirAll(filepath.Join(root, dir), 0o755))
	}
	for card, name := range map[string]string{"card0": "vc4hdmi0", "card1": "Webcam", "card2": "MAX98357A"} {
		require.NoError(t, os.WriteFile(filepath.Join(root, card, "id"), []byte(name+"\n"), 0o600))
	}
	assert.Equal(t, []string{"sysdefault:CARD=vc4hdmi0", "sysdefault:CARD=MAX98357A"}, soundCards(root))
	assert.Empty(t, soundCards(t.TempDir()))
}

func TestADeviceBelongsToOneProgram(t *testing.T) {
	device := filepath.Join(t.TempDir(), "i2c-1")
	require.NoError(t, os.WriteFile(device, nil, 0o600))
	first, err := claim(device)
	require.NoError(t, err)
	_, err = claim(device)
	require.ErrorContains(t, err, "another consigliere runs and has "+device)
	require.NoError(t, first.Close())
	second, err := claim(device)
	require.NoError(t, err)
	require.NoError(t, second.Close())
	_, err = claim(filepath.Join(t.TempDir(), "nowhere"))
	require.ErrorIs(t, err, os.ErrNotExist)
}

// wire is an I2C bus like periph's of the kernel: on a bus that hangs, each transfer takes a
// second.
type wire struct {
	err       error
	transfers int
}

func (w *wire) String() string                  { return "I2C1" }
func (w *wire) SetSpeed(physic.Frequency) error { return nil }
func (w *wire) Close() error                    { return nil }

func (w *wire) Tx(uint16, []byte, []byte) error {
	w.transfers++
	if w.err != nil && w.err.Error() == "sysfs-i2c: connection timed out" {
		time.Sleep(time.Second)
	}
	return w.err
}

func TestFaultsInWords(t *testing.T) {
	for _, c := range []struct {
		kernel, want string
		is           error
	}{
		{"sysfs-i2c: remote I/O error", "nothing answers; is it plugged in? (remote I/O error)", syscall.EREMOTEIO},
		{"sysfs-i2c: no such device or address", "nothing answers; is it plugged in? (no such device or address)", syscall.ENXIO},
		{"sysfs-i2c: connection timed out", "the bus hangs; is one of its wires shorted? (connection timed out)", syscall.ETIMEDOUT},
		{
			"sysfs-i2c: are you member of group 'plugdev'? open /dev/i2c-1: permission denied",
			"this user may not use it; is it in the groups i2c, spi and gpio? (permission denied)", os.ErrPermission,
		},
		{"sysfs-i2c: input/output error", "sysfs-i2c: input/output error", nil},
	} {
		synctest.Test(t, func(t *testing.T) {
			b := &kernelBus{BusCloser: &wire{err: errors.New(c.kernel)}}
			err := b.Tx(0x20, []byte{1}, nil)
			require.EqualError(t, err, c.want)
			if c.is != nil {
				require.ErrorIs(t, err, c.is)
			}
		})
	}
	require.NoError(t, (&kernelBus{BusCloser: &wire{}}).Tx(0x20, []byte{1}, nil))
}

// A bus that hangs is left alone for a while, so that the rest of the box goes on.
func TestBusThatHangs(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		w := &wire{err: errors.New("sysfs-i2c: connection timed out")}
		b := &kernelBus{BusCloser: w}
		begun := time.Now()
		for range 100 {
			require.ErrorIs(t, b.Tx(0x3C, []byte{0}, nil), syscall.ETIMEDOUT)
			time.Sleep(100 * time.Millisecond)
		}
		assert.LessOrEqual(t, w.transfers, 3, "in %v", time.Since(begun))
		w.err = nil
		time.Sleep(hungRest)
		require.NoError(t, b.Tx(0x3C, []byte{0}, nil))
	})
}

// takenPin is a line that another program has at first. Periph's would read from standard
// input while it waits.
type takenPin struct {
	*chip.Pin
	taken, waited bool
}

func (p *takenPin) In(pull gpio.Pull, edge gpio.Edge) error {
	if p.taken {
		return errors.New("line_request ioctl: device or resource busy")
	}
	return p.Pin.In(pull, edge)
}

func (p *takenPin) Read() gpio.Level {
	p.waited = true
	return p.Pin.Read()
}

func (p *takenPin) WaitForEdge(d time.Duration) bool {
	p.waited = true
	return p.Pin.WaitForEdge(d)
}

func TestLineThatAnotherProgramHas(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		pin := &takenPin{Pin: chip.NewPin("GPIO17", 17), taken: true}
		l := &kernelLine{PinIn: pin}
		require.EqualError(t, l.In(gpio.PullUp, gpio.FallingEdge), "another program has GPIO17: line_request ioctl: device or resource busy")
		wake := make(chan struct{}, 100)
		ctx, stop := context.WithCancel(t.Context())
		done := make(chan struct{})
		go func() { Watch(ctx, l, func() { wake <- struct{}{} }); close(done) }()
		time.Sleep(time.Second)
		assert.Empty(t, wake, "a line that is not there does not fall")
		assert.False(t, pin.waited, "the pin is left alone")
		pin.taken = false
		require.NoError(t, l.In(gpio.PullUp, gpio.FallingEdge))
		d := pin.NewDrive()
		time.Sleep(watchTimeout)
		d.Set(gpio.Low)
		<-wake
		stop()
		<-done
		assert.True(t, pin.waited)
	})
}
