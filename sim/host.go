package sim

import (
	"fmt"

	"consigliere/drivers"
	"consigliere/hw"
	"consigliere/sim/chip"

	"periph.io/x/conn/v3/gpio"
	"periph.io/x/conn/v3/i2c"
	"periph.io/x/conn/v3/spi"
)

// host is where the drivers of a simulated box find their buses, ports and pins: on its
// board; its speaker is the one given. Several boxes can so run in one program; a board that is alone can be offered in
// periph's registries instead ([chip.Board.Register] with [drivers.Periph]).
func host(b *chip.Board, speaker hw.Speaker) drivers.Host {
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
		Speaker: func(string) (hw.Speaker, error) { return speaker, nil },
	}
}
