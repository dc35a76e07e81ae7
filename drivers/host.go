package drivers

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	"periph.io/x/conn/v3/gpio"
	"periph.io/x/conn/v3/gpio/gpioreg"
	"periph.io/x/conn/v3/i2c"
	"periph.io/x/conn/v3/i2c/i2creg"
	"periph.io/x/conn/v3/spi"
	"periph.io/x/conn/v3/spi/spireg"
)

// Periph returns the host whose buses, ports and pins are in periph's registries: those of
// the virtual chips, once they are registered. It has no speaker.
func Periph() Host {
	return Host{
		I2C: func(name string) (i2c.BusCloser, error) {
			all := i2creg.All()
			if len(all) == 0 {
				return nil, errors.New("this machine has no I2C bus; is it turned on?")
			}
			b, err := i2creg.Open(name)
			if err != nil {
				names := make([]string, len(all))
				for i, r := range all {
					names[i] = r.Name
				}
				return nil, fmt.Errorf("this machine has %s: %w", strings.Join(names, ", "), err)
			}
			return b, nil
		},
		SPI: func(name string) (spi.PortCloser, error) {
			all := spireg.All()
			if len(all) == 0 {
				return nil, errors.New("this machine has no SPI port; is it turned on?")
			}
			p, err := spireg.Open(name)
			if err != nil {
				names := make([]string, len(all))
				for i, r := range all {
					names[i] = r.Name
				}
				return nil, fmt.Errorf("this machine has %s: %w", strings.Join(names, ", "), err)
			}
			return p, nil
		},
		Pin: func(name string) (gpio.PinIn, error) {
			if p := gpioreg.ByName(name); p != nil {
				return p, nil
			}
			return nil, fmt.Errorf("there is no pin %s", name)
		},
	}
}

// watchTimeout is how long one wait for an edge lasts: periph's pins cannot be stopped
// while they wait, and merge edges, so the level is looked at now and then as well.
const watchTimeout = 200 * time.Millisecond

// Watch sends to wake when the line has fallen, until ctx ends; it returns within 200 ms
// then. It runs in a goroutine of its own, one for each line, and the owner of the buttons
// scans when something arrives. It never blocks on wake, which needs room for one: edges
// that come while a value waits are told by that value.
//
// The line must be an input with edges, which the first [Buttons.Scan] makes it.
func Watch(ctx context.Context, line gpio.PinIn, wake chan<- struct{}) {
	for ctx.Err() == nil {
		// Neither -1 nor 0 means the same to all of periph's pins; a time does.
		begun := time.Now()
		edge := line.WaitForEdge(watchTimeout)
		if edge || line.Read() == gpio.Low {
			select {
			case wake <- struct{}{}:
			default:
			}
		}
		if !edge && time.Since(begun) < watchTimeout/2 {
			// A pin that cannot wait returns at once.
			select {
			case <-ctx.Done():
			case <-time.After(watchTimeout / 50):
			}
		}
	}
}
