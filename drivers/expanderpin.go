package drivers

import (
	"errors"
	"fmt"
	"time"

	"periph.io/x/conn/v3/gpio"
	"periph.io/x/conn/v3/i2c"
	"periph.io/x/conn/v3/physic"
)

// An ExpanderPin is one pin of an MCP23017 as a [gpio.PinIO], for a spare pin that is not
// a button: a buzzer, or a switch that is read now and then. It cannot wait for edges; In
// refuses to. It must not be used on a chip whose interrupts read buttons, as reading a pin
// ends the interrupt of its port.
type ExpanderPin struct {
	name   string
	dev    i2c.Dev
	number int
	pull   gpio.Pull
	level  gpio.Level
	err    error
}

// NewExpanderPin returns a pin, 0 to 15, of the chip at the address. It sends nothing.
func NewExpanderPin(chip string, bus i2c.Bus, addr uint16, number int) (*ExpanderPin, error) {
	if number < 0 || number > 15 {
		return nil, fmt.Errorf("expander %s: pin %d: want 0 to 15", chip, number)
	}
	return &ExpanderPin{
		name: fmt.Sprintf("%s.GP%c%d", chip, 'A'+number/8, number%8),
		dev:  i2c.Dev{Bus: bus, Addr: addr}, number: number,
	}, nil
}

// In implements [gpio.PinIn]. It refuses edges and pull-downs, which the chip does not have
// for one pin.
func (p *ExpanderPin) In(pull gpio.Pull, edge gpio.Edge) error {
	if edge != gpio.NoEdge {
		return errors.New(p.name + ": cannot wait for edges")
	}
	if pull == gpio.PullDown {
		return errors.New(p.name + ": has no pull-down")
	}
	if pull != gpio.PullNoChange {
		if err := p.set(regGPPU, pull == gpio.PullUp); err != nil {
			return err
		}
		p.pull = pull
	}
	return p.set(regIODIR, true)
}

// Read implements [gpio.PinIn]. If the bus fails it returns the level that was read last,
// and Err returns the error.
func (p *ExpanderPin) Read() gpio.Level {
	v, err := p.get(regGPIO)
	if p.err = err; err == nil {
		p.level = v&p.bit() != 0
	}
	return p.level
}

// Err returns the error of the last Read.
func (p *ExpanderPin) Err() error { return p.err }

// WaitForEdge implements [gpio.PinIn]. It returns false at once: In refuses edges.
func (p *ExpanderPin) WaitForEdge(time.Duration) bool { return false }

// Pull implements [gpio.PinIn].
func (p *ExpanderPin) Pull() gpio.Pull { return p.pull }

// DefaultPull implements [gpio.PinIn].
func (p *ExpanderPin) DefaultPull() gpio.Pull { return gpio.Float }

// Out implements [gpio.PinOut]. The level is set before the pin becomes an output, so that
// the wire never has the wrong one.
func (p *ExpanderPin) Out(l gpio.Level) error {
	if err := p.set(regOLAT, bool(l)); err != nil {
		return err
	}
	return p.set(regIODIR, false)
}

// PWM implements [gpio.PinOut]. It returns an error.
func (p *ExpanderPin) PWM(gpio.Duty, physic.Frequency) error { return errors.New(p.name + ": no pwm") }

// Halt implements periph's Resource. There is nothing to stop.
func (p *ExpanderPin) Halt() error { return nil }

// String returns the name, such as "left.GPB3".
func (p *ExpanderPin) String() string { return p.name }

// Name returns the name, such as "left.GPB3".
func (p *ExpanderPin) Name() string { return p.name }

// Number returns the number of the pin on the chip.
func (p *ExpanderPin) Number() int { return p.number }

// Function implements periph's Pin. It returns "", as asking the chip would cost a transfer.
func (p *ExpanderPin) Function() string { return "" }

func (p *ExpanderPin) bit() byte { return 1 << (p.number % 8) }

func (p *ExpanderPin) get(register byte) (byte, error) {
	var r [1]byte
	if err := p.dev.Tx([]byte{register + byte(p.number/8)}, r[:]); err != nil {
		return 0, fmt.Errorf("%s: read register %#02x: %w", p.name, register, err)
	}
	return r[0], nil
}

// set sets or clears the pin's bit in a register.
func (p *ExpanderPin) set(register byte, on bool) error {
	v, err := p.get(register)
	if err != nil {
		return err
	}
	v &^= p.bit()
	if on {
		v |= p.bit()
	}
	if err := p.dev.Tx([]byte{register + byte(p.number/8), v}, nil); err != nil {
		return fmt.Errorf("%s: write register %#02x: %w", p.name, register, err)
	}
	return nil
}

var _ gpio.PinIO = (*ExpanderPin)(nil)
