package sim

import (
	"fmt"
	"maps"
	"slices"
	"time"

	"periph.io/x/conn/v3/gpio"
	"periph.io/x/conn/v3/i2c"
	"periph.io/x/conn/v3/spi"

	"consigliere/config"
	"consigliere/drivers"
	"consigliere/hw"
	"consigliere/sim/chip"
)

// Host returns the host of a simulated box, whose buses, ports and pins belong to its
// board. Its speaker is silent; captions show what is said. So several boxes can run in one
// program. A single board can instead be registered with periph ([chip.Board.Register] and
// [drivers.Periph]).
func Host(b *chip.Board) drivers.Host {
	return drivers.Host{
		I2C: func(name string) (i2c.BusCloser, error) {
			if bus := b.Buses[name]; bus != nil {
				return bus, nil
			}
			return nil, fmt.Errorf("the board has no bus %s", name)
		},
		SPI: func(name string) (spi.PortCloser, error) {
			if port := b.Ports[name]; port != nil {
				return port, nil
			}
			return nil, fmt.Errorf("the board has no port %s", name)
		},
		Pin: func(name string) (gpio.PinIn, error) {
			if pin := b.Pins[name]; pin != nil {
				return pin, nil
			}
			return nil, fmt.Errorf("the board has no pin %s", name)
		},
		Reset:    b.Reset,
		Lines:    b.Lines,
		Keyboard: b.Keyboard,
		Wave: func(line string) (drivers.Wave, error) {
			if b.Buzzer == nil || line != b.BuzzerLine {
				return nil, fmt.Errorf("the board has no buzzer at %s", line)
			}
			return b.Buzzer, nil
		},
		Look:    func() drivers.Found { return look(b) },
		Speaker: func(config.Speaker) (hw.Speaker, error) { return muteSpeaker{}, nil },
	}
}

// look returns what there is on a Pi with the parts of a board.
func look(b *chip.Board) drivers.Found {
	f := drivers.Found{I2C: slices.Sorted(maps.Keys(b.Buses)), SPI: slices.Sorted(maps.Keys(b.Ports)), Keyboards: b.Devices(), Cameras: b.Cameras()}
	taken := f.BusLines()
	for n := range 28 {
		if !slices.Contains(taken, n) {
			f.Lines = append(f.Lines, n)
		}
	}
	return f
}

// A muteSpeaker makes no sound.
type muteSpeaker struct{}

// Say implements [hw.Speaker].
func (muteSpeaker) Say(string, string) error { return nil }

// Tone implements [hw.Speaker].
func (muteSpeaker) Tone(int, time.Duration) error { return nil }
