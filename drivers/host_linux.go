package drivers

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync/atomic"
	"syscall"
	"time"

	"periph.io/x/conn/v3/driver/driverreg"
	"periph.io/x/conn/v3/gpio"
	"periph.io/x/conn/v3/i2c"
	"periph.io/x/conn/v3/i2c/i2creg"
	"periph.io/x/conn/v3/spi"
	"periph.io/x/conn/v3/spi/spireg"
	"periph.io/x/host/v3/gpioioctl"
	"periph.io/x/host/v3/sysfs"

	"consigliere/config"
	"consigliere/drivers/bluez"
	"consigliere/drivers/tray"
	"consigliere/hw"
)

// Real returns the hardware of this machine. Pins are lines of the kernel's character
// device, by their names. Periph's own pins of the Raspberry Pi wait for edges through sysfs,
// whose numbers are others since Linux 6.6, and do not know the Pi 5.
//
// A bus or port that is open belongs to this program: it cannot be opened while another
// consigliere has it. box is the file of the configuration, for commands that a person is told to
// type.
func Real(box string) (Host, error) {
	// Not host.Init: what periph knows of single boards, half a megabyte of it, is of no use to lines of the kernel.
	if _, err := driverreg.Init(); err != nil {
		return Host{}, fmt.Errorf("periph: %w", err)
	}
	h := Periph()
	m, registered := thisMachine(box), h.Pin
	// Periph advises its registry, for programs that shall run elsewhere too, and not on Linux alone.
	h.I2C = m.buses(func(n int) (i2c.BusCloser, error) { return sysfs.NewI2C(n) })
	h.SPI = m.ports(func(bus, chip int) (spi.PortCloser, error) { return sysfs.NewSPI(bus, chip) })
	h.Pin = func(name string) (gpio.PinIn, error) {
		for _, c := range gpioioctl.Chips {
			if line := c.ByName(name); line != nil {
				return &kernelLine{PinIn: line}, nil
			}
		}
		return registered(name)
	}
	h.Look = func() Found { return look(m) }
	h.Needs = m.needs
	h.Batteries = func(ctx context.Context) (map[string]int, error) {
		ctx, stop := context.WithTimeout(ctx, 10*time.Second)
		defer stop()
		return bluez.Batteries(ctx, bluez.Options{})
	}
	h.Noisy = true
	h.Lines = openLines
	h.Reset = pulseLine
	h.Keyboard = openKeyboard
	h.Wave = func(line string) (Wave, error) { return openWave("/sys/class/pwm", line) }
	h.Speaker = func(s config.Speaker) (hw.Speaker, error) {
		return NewVoice(VoiceOptions{Device: s.Device, Command: s.Command})
	}
	h.Tray = func(c *config.Tray, log *slog.Logger) (hw.Tray, error) {
		return WatchTray(c, tray.Device(c.Device), log)
	}
	return h, nil
}

// look returns what there is, as periph and the kernel tell.
func look(m *machine) Found {
	var f Found
	for _, name := range []string{"I2C1", "SPI0.0"} {
		if err := m.missing(name); err != nil {
			f.Lacks = append(f.Lacks, Report{name, err})
		}
	}
	named := func(prefix string, aliases []string) []string {
		return slices.DeleteFunc(slices.Clone(aliases), func(a string) bool { return !strings.HasPrefix(a, prefix) })
	}
	for _, r := range i2creg.All() {
		f.I2C = append(f.I2C, named("I2C", r.Aliases)...)
	}
	for _, r := range spireg.All() {
		f.SPI = append(f.SPI, named("SPI", r.Aliases)...)
	}
	taken := f.BusLines()
	for n := range 28 {
		if !slices.Contains(taken, n) && lineIsFree(n) {
			f.Lines = append(f.Lines, n)
		}
	}
	for _, kind := range []string{"kbd", "joystick"} {
		files, _ := filepath.Glob("/dev/input/by-path/*-event-" + kind) // the pattern is right
		f.Keyboards = append(f.Keyboards, files...)
	}
	for _, d := range wireless("/") {
		if name := config.ByBluetooth + d.address; d.rank > 0 && !slices.Contains(f.Keyboards, name) {
			f.Keyboards = append(f.Keyboards, name)
		}
	}
	ctx, stop := context.WithTimeout(context.Background(), 10*time.Second)
	defer stop()
	f.Cameras = tray.Cameras(ctx, "/dev/v4l/by-path")
	f.Cards = soundCards("/proc/asound")
	return f
}

// soundCards returns the cards that play, each by the name that it keeps whatever else is plugged in, with what
// ALSA's own settings for its kind add: HDMI of a Pi takes no plain samples.
func soundCards(root string) (list []string) {
	ids, _ := filepath.Glob(filepath.Join(root, "card*/id")) // the pattern is right
	for _, id := range ids {
		name, err := os.ReadFile(id)
		plays, _ := filepath.Glob(filepath.Join(filepath.Dir(id), "pcm*p"))
		if err == nil && len(plays) > 0 {
			list = append(list, "sysdefault:CARD="+strings.TrimSpace(string(name)))
		}
	}
	return list
}

// claim locks a device for this program, until the file is closed. Two programs that switch
// the same multiplexer would show the secret of one seat on the screen of another.
func claim(device string) (*os.File, error) {
	f, err := os.Open(device)
	if err != nil {
		return nil, err
	}
	if err := syscall.Flock(int(f.Fd()), syscall.LOCK_EX|syscall.LOCK_NB); err != nil {
		_ = f.Close() // it was only read
		if errors.Is(err, syscall.EWOULDBLOCK) {
			return nil, fmt.Errorf("another consigliere runs and has %s; stop it first: sudo systemctl stop consigliere", device)
		}
		return nil, fmt.Errorf("lock %s: %w", device, err)
	}
	return f, nil
}

// hungRest is how long a bus that hung is left alone. The kernel waits a second for every
// transfer on such a bus, and so would everybody at the table, part after part.
const hungRest = 5 * time.Second

// A kernelBus is an I2C bus of the kernel. Its errors say what may be wrong.
type kernelBus struct {
	i2c.BusCloser
	claim *os.File
	hung  error // returned for all transfers before rest
	rest  time.Time
}

// Tx implements [i2c.Bus].
func (b *kernelBus) Tx(addr uint16, w, r []byte) error {
	if b.hung != nil && time.Now().Before(b.rest) {
		return b.hung
	}
	err := inWords(b.BusCloser.Tx(addr, w, r))
	b.hung = nil
	if errors.Is(err, syscall.ETIMEDOUT) {
		b.hung, b.rest = err, time.Now().Add(hungRest)
	}
	return err
}

// Retry lets the bus be used at once, as what made it hang was cut off.
func (b *kernelBus) Retry() { b.hung = nil }

// Close implements [i2c.BusCloser].
func (b *kernelBus) Close() error { return errors.Join(b.BusCloser.Close(), b.claim.Close()) }

// inWords explains an error of a bus or port. It compares texts, as periph does not wrap the
// errors of the kernel.
func inWords(err error) error {
	if err == nil {
		return nil
	}
	for _, c := range []struct {
		errno syscall.Errno
		words string
	}{
		{syscall.EREMOTEIO, "nothing answers; is it plugged in?"}, // what the Pi's driver says
		{syscall.ENXIO, "nothing answers; is it plugged in?"},     // what others say
		{syscall.ETIMEDOUT, "the bus hangs; is one of its wires shorted?"},
		{syscall.EACCES, "this user may not use it; is it in the groups i2c, spi and gpio?"},
	} {
		if strings.HasSuffix(err.Error(), c.errno.Error()) {
			return fmt.Errorf("%s (%w)", c.words, c.errno)
		}
	}
	return err
}

// A kernelLine is a line of the kernel's character device. As long as it could not be opened,
// because another program has it, it is High and has no edges; periph would read them from
// standard input.
type kernelLine struct {
	gpio.PinIn
	opened atomic.Bool
}

// In implements [gpio.PinIn].
func (l *kernelLine) In(pull gpio.Pull, edge gpio.Edge) error {
	if err := l.PinIn.In(pull, edge); err != nil {
		if errors.Is(err, syscall.EBUSY) || strings.HasSuffix(err.Error(), syscall.EBUSY.Error()) {
			return fmt.Errorf("another program has %s: %w", l.Name(), err)
		}
		return err
	}
	l.opened.Store(true)
	return nil
}

// Read implements [gpio.PinIn].
func (l *kernelLine) Read() gpio.Level {
	if !l.opened.Load() {
		return gpio.High
	}
	return l.PinIn.Read()
}

// WaitForEdge implements [gpio.PinIn].
func (l *kernelLine) WaitForEdge(timeout time.Duration) bool {
	if !l.opened.Load() {
		time.Sleep(min(timeout, 200*time.Millisecond)) // it may be opened meanwhile
		return false
	}
	return l.PinIn.WaitForEdge(timeout)
}
