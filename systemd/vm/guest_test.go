//go:build vm

package vm

import (
	"encoding/binary"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"syscall"
	"testing"

	"github.com/holoplot/go-evdev"
	"github.com/stretchr/testify/require"
	"periph.io/x/conn/v3/physic"
	"periph.io/x/conn/v3/spi"

	"consigliere/config"
	"consigliere/hw"
	"consigliere/sim/chip"
)

// A world is the machine's simulated hardware: lines of the kernel's gpio-sim, keyboards of its
// uinput, and the chips of a board behind its I2C and SPI buses.
type world struct {
	*chip.Board

	box  *config.Box
	pads []*evdev.InputDevice // by the keyboards of the configuration
}

// newWorld makes the hardware of a configuration. Nobody touches a button.
func newWorld(t *testing.T, c *config.Box) *world {
	t.Helper()
	board, err := chip.NewBoard(c)
	require.NoError(t, err)
	w := &world{Board: board, box: c}
	c.EachButton(func(_ hw.Pod, _ hw.Button, pin config.Pin) {
		if pin.On == config.OnHeader {
			w.touch(t, pin, false)
		}
	})
	for i, k := range c.Keyboards {
		w.pads = append(w.pads, newPad(t, "table "+k.Name, k.Device, w.keys(i)))
	}
	playChips(t, board)
	return w
}

// keys returns the keys of a keyboard that are buttons.
func (w *world) keys(keyboard int) (codes []evdev.EvCode) {
	w.box.EachButton(func(_ hw.Pod, _ hw.Button, pin config.Pin) {
		if pin.On == config.OnKeyboard && pin.Part == keyboard {
			codes = append(codes, evdev.EvCode(pin.Bit))
		}
	})
	return codes
}

// press moves a finger.
func (w *world) press(t *testing.T, pod hw.Pod, b hw.Button, down bool) {
	t.Helper()
	found := false
	w.box.EachButton(func(p hw.Pod, button hw.Button, pin config.Pin) {
		if p == pod && button == b {
			found = true
			w.touch(t, pin, down)
		}
	})
	require.True(t, found, "button %s of pod %d", b, pod)
}

func (w *world) touch(t *testing.T, pin config.Pin, down bool) {
	t.Helper()
	switch pin.On {
	case config.OnHeader:
		require.NoError(t, pull(pin.Bit, down))
	case config.OnKeyboard:
		value := int32(0)
		if down {
			value = 1
		}
		for _, e := range []evdev.InputEvent{
			{Type: evdev.EV_KEY, Code: evdev.EvCode(pin.Bit), Value: value},
			{Type: evdev.EV_SYN, Code: evdev.SYN_REPORT},
		} {
			require.NoError(t, w.pads[pin.Part].WriteOne(&e))
		}
	default:
		w.Touch(pin, down)
	}
}

// pull closes the button at a line, or opens it.
func pull(line int, down bool) error {
	return os.WriteFile(pullFile(os.Getenv("GPIO_SIM"), line), []byte(pullLevel(down)), 0)
}

// pullFile is the file of what pulls at a line of a chip, by the folder of its lines.
func pullFile(lines string, line int) string {
	return filepath.Join(lines, fmt.Sprintf("sim_gpio%d", line), "pull")
}

// pullLevel is what is written into it.
func pullLevel(down bool) string {
	if down {
		return "pull-down"
	}
	return "pull-up"
}

// newPad makes a keyboard that is found at a path.
func newPad(t *testing.T, name, path string, codes []evdev.EvCode) *evdev.InputDevice {
	t.Helper()
	d, err := evdev.CreateDevice(name, evdev.InputID{BusType: 3, Vendor: 1, Product: 1, Version: 1}, map[evdev.EvType][]evdev.EvCode{evdev.EV_KEY: codes})
	require.NoError(t, err)
	t.Cleanup(func() { _ = evdev.DestroyDevice(d) })
	event := ""
	require.True(t, eventually(func() bool {
		files, _ := filepath.Glob("/sys/class/input/event*/device/name")
		for _, f := range files {
			if b, _ := os.ReadFile(f); strings.TrimSpace(string(b)) == name {
				event = "/dev/input/" + strings.Split(f, "/")[4]
				_, err := os.Stat(event)
				return err == nil
			}
		}
		return false
	}), "the kernel makes no device of %s", name)
	// udev makes its path; it knows no socket for a device that isn't real.
	require.NoError(t, os.MkdirAll(filepath.Dir(path), 0o755))
	_ = os.Remove(path)
	require.NoError(t, os.Symlink(event, path))
	return d
}

// speed is the speed of the lights' clock, which busim does not tell.
func speed(board *chip.Board) physic.Frequency {
	if _, ok := board.Strip.(*chip.WS2812); ok {
		return 2400 * physic.KiloHertz
	}
	return 4 * physic.MegaHertz
}

// playChips answers what is sent on I2C1 and SPI0.0 with the chips of a board, as kmod/busim.c
// says.
func playChips(t *testing.T, board *chip.Board) {
	t.Helper()
	f, err := os.OpenFile("/dev/busim", os.O_RDWR, 0)
	require.NoError(t, err)
	bus := board.Buses["I2C1"]
	if bus == nil {
		bus = chip.NewBus("I2C1", 1)
	}
	var strip spi.Conn
	if port := board.Ports["SPI0.0"]; port != nil {
		strip, err = port.Connect(speed(board), spi.Mode0, 8)
		require.NoError(t, err)
	}
	var done sync.WaitGroup
	t.Cleanup(func() {
		f.Close()
		done.Wait()
	})
	done.Go(func() {
		var written []byte // of a transfer that goes on
		buf := make([]byte, 1<<17)
		for {
			n, err := f.Read(buf)
			if errors.Is(err, syscall.EINTR) {
				continue
			}
			if err != nil {
				return
			}
			onSPI, flags := buf[0] == 1, buf[1]
			addr, data := binary.LittleEndian.Uint16(buf[2:]), make([]byte, binary.LittleEndian.Uint32(buf[4:]))
			copy(data, buf[8:n])
			reads, last := flags&1 != 0, flags&2 != 0
			status := syscall.Errno(0)
			switch {
			case onSPI && strip == nil:
				status = syscall.ENXIO
			case onSPI:
				if strip.Tx(append([]byte{}, data...), data) != nil {
					status = syscall.EIO
				}
			case reads:
				if bus.Tx(addr, written, data) != nil {
					status = syscall.EREMOTEIO
				}
			case !last:
				written = data
				if bus.Tx(addr, nil, nil) != nil {
					status = syscall.EREMOTEIO
				}
			default:
				if bus.Tx(addr, data, nil) != nil {
					status = syscall.EREMOTEIO
				}
			}
			if last {
				written = nil
			}
			reply := binary.LittleEndian.AppendUint32(nil, uint32(-int32(status)))
			if status == 0 && (reads || onSPI) {
				reply = append(reply, data...)
			}
			if _, err := f.Write(reply); err != nil {
				return
			}
		}
	})
}
