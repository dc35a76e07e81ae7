package drivers

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"time"

	"periph.io/x/conn/v3/gpio"
	"periph.io/x/conn/v3/gpio/gpioreg"
	"periph.io/x/conn/v3/i2c"
	"periph.io/x/conn/v3/i2c/i2creg"
	"periph.io/x/conn/v3/spi"
	"periph.io/x/conn/v3/spi/spireg"
)

// Periph returns the host whose buses, ports and pins are in periph's registries: the parts of
// the virtual chips, once they are registered. It has no speaker.
func Periph() Host {
	return Host{
		I2C: func(name string) (i2c.BusCloser, error) {
			all := i2creg.All()
			known := make([]string, 0, 2*len(all))
			for _, r := range all {
				known = append(append(known, r.Name), r.Aliases...)
			}
			if !slices.Contains(known, name) {
				return nil, missing("I2C bus", name, known)
			}
			return i2creg.Open(name)
		},
		SPI: func(name string) (spi.PortCloser, error) {
			all := spireg.All()
			known := make([]string, 0, 2*len(all))
			for _, r := range all {
				known = append(append(known, r.Name), r.Aliases...)
			}
			if !slices.Contains(known, name) {
				return nil, missing("SPI port", name, known)
			}
			return spireg.Open(name)
		},
		Pin: func(name string) (gpio.PinIn, error) {
			if p := gpioreg.ByName(name); p != nil {
				return p, nil
			}
			return nil, fmt.Errorf("there is no pin %s", name)
		},
	}
}

// missing returns the error of a bus or port that the machine does not have.
func missing(what, name string, known []string) error {
	if len(known) == 0 {
		return fmt.Errorf("this machine has no %s; is it turned on?", what)
	}
	return fmt.Errorf("this machine has no %s %s, only %s; is it turned on?", what, name, strings.Join(known, ", "))
}

// watchTimeout is how long one wait for an edge lasts. Periph's pins cannot be stopped while
// they wait, and they merge edges, so the level is read now and then as well.
const watchTimeout = time.Second

// unwatchable is how often the level is read of a pin that cannot wait for edges.
const unwatchable = 4 * time.Millisecond

// Watch calls wake when the line has fallen, until ctx ends; it returns within a second then. It
// runs in a goroutine of its own, one for each line, and wake lets the owner of the buttons scan.
//
// The line must be an input with edges; the first [Buttons.Scan] sees to that.
func Watch(ctx context.Context, line gpio.PinIn, wake func()) {
	for ctx.Err() == nil {
		// Periph's pins disagree about -1 and 0, but not about a duration.
		begun := time.Now()
		edge := line.WaitForEdge(watchTimeout)
		if edge || line.Read() == gpio.Low {
			wake()
		}
		if !edge && time.Since(begun) < watchTimeout/2 {
			// A pin that cannot wait returns at once.
			select {
			case <-ctx.Done():
			case <-time.After(unwatchable):
			}
		}
	}
}
