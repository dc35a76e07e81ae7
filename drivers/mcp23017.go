package drivers

import (
	"errors"
	"fmt"

	"periph.io/x/conn/v3/i2c"
)

// Registers of port A of the MCP23017 with IOCON.BANK clear; port B's follows each
// (Microchip DS20001952, table 3-1).
const (
	regIODIR = 0x00
	regIOCON = 0x0A
	regGPPU  = 0x0C
	regGPPUB = regGPPU + 1
	regGPIO  = 0x12
	regOLAT  = 0x14

	// ioconWanted has MIRROR and ODR set: either port pulls the one line, which several
	// chips may share. SEQOP is clear, so that the address advances in a burst.
	ioconWanted = 0x44
	// ioconInverted has MIRROR and INTPOL: the line is high when a button has changed, and driven
	// low as long as none has.
	ioconInverted = 0x42
	// regIOCONBank1 is the address of IOCON while IOCON.BANK is set.
	regIOCONBank1 = 0x05
)

// errReset is the error of a chip that lost its configuration, as after a loss of power.
var errReset = errors.New("the chip lost its configuration")

// outputsOnly are GPA7 and GPB7. They are high, so that a light whose common side is at 3.3 V is dark
// there, until somebody says otherwise.
const outputsOnly = 0x8080

// An Expander is an MCP23017 whose pins are buttons that close to ground.
//
// Every reading is one burst that begins at GPPUB, to prove that the pull-ups are still on.
// The pins of a chip that lost power float, and a floating pin may look like a button that is
// pressed.
type Expander struct {
	name   string
	dev    i2c.Dev
	wired  uint16            // the pins that have buttons; bit 8 is GPB0
	driven uint16            // the pins that are outputs
	out    uint16            // their levels
	config [regGPPU + 3]byte // the register's address, then IODIR to GPPU
	w      [1]byte
	// latches is the register's address, then OLAT of both ports.
	latches [3]byte
	burst   [7]byte
	check   [regGPPU + 2]byte
}

// NewExpander returns the driver of the chip at the address whose pins in wired are buttons.
// It sends nothing before Configure.
func NewExpander(name string, bus i2c.Bus, addr uint16, wired uint16) *Expander {
	e := &Expander{name: name, dev: i2c.Dev{Bus: bus, Addr: addr}, wired: wired, out: outputsOnly}
	// Unused pins are inputs with a pull-up, so that they do not float. GPA7 and GPB7 are
	// outputs only in newer chips (DS20001952 revision D), where they must not be inputs.
	input := byte(0x7F)
	a, b := byte(wired), byte(wired>>8)
	e.config = [...]byte{
		regIODIR,
		input | a, input | b, // IODIR
		0, 0, // IPOL: not inverted
		a, b, // GPINTEN
		0, 0, // DEFVAL
		0, 0, // INTCON: any change, so that a held button does not hold the line
		ioconWanted, ioconWanted,
		input | a, input | b, // GPPU
	}
	return e
}

// Drive makes pins outputs, which are high until [Expander.Set] says otherwise. It is called before
// Configure, and sends nothing.
func (e *Expander) Drive(pins uint16) {
	e.driven |= pins
	e.out |= pins
	for port := range 2 {
		e.config[1+regIODIR+port] &^= byte(pins >> (8 * port))
		e.config[1+regGPPU+port] &^= byte(pins >> (8 * port))
	}
}

// Set sets the levels of outputs. They are kept: a chip that does not answer gets them when it is
// configured again.
func (e *Expander) Set(pins, levels uint16) error {
	out := e.out&^pins | levels&pins&e.driven
	if out == e.out {
		return nil
	}
	e.out = out
	if err := e.latch(); err != nil {
		return fmt.Errorf("expander %s: write OLAT: %w", e.name, err)
	}
	return nil
}

func (e *Expander) latch() error {
	e.latches = [...]byte{regOLAT, byte(e.out), byte(e.out >> 8)}
	return e.dev.Tx(e.latches[:], nil)
}

// A reading is the buttons in one burst. A set bit is a button that is down.
type reading struct {
	captured uint16 // at the interrupt, for the ports in fresh
	fresh    uint16
	now      uint16
}

// Configure writes the whole configuration and reads it back. What the chip has captured until
// the pull-ups were on must be ignored.
func (e *Expander) Configure() error {
	// Another program may have set IOCON.BANK; then address 05 is IOCON. If it is clear, that
	// is GPINTENB, which is written below.
	if err := e.dev.Tx([]byte{regIOCONBank1, 0}, nil); err != nil {
		return fmt.Errorf("expander %s: reset IOCON.BANK: %w", e.name, err)
	}
	// Another program may have set SEQOP; then no address would advance in a burst.
	if err := e.dev.Tx([]byte{regIOCON, ioconWanted}, nil); err != nil {
		return fmt.Errorf("expander %s: write IOCON: %w", e.name, err)
	}
	// The output latches come first, so that no pin drives high for a moment.
	if err := e.latch(); err != nil {
		return fmt.Errorf("expander %s: write OLAT: %w", e.name, err)
	}
	if err := e.dev.Tx(e.config[:], nil); err != nil {
		return fmt.Errorf("expander %s: configure: %w", e.name, err)
	}
	return e.Check()
}

// Check reads the configuration back. A chip that lost it is an error.
func (e *Expander) Check() error {
	e.w[0] = regIODIR
	if err := e.dev.Tx(e.w[:], e.check[:]); err != nil {
		return fmt.Errorf("expander %s: read configuration: %w", e.name, err)
	}
	if string(e.check[:]) != string(e.config[1:]) {
		return fmt.Errorf("expander %s: %w: registers %x, want %x", e.name, errReset, e.check, e.config[1:])
	}
	return nil
}

// read reads the buttons in one burst, which ends the interrupt.
//
// A burst that breaks has taken from the chip what it captured, and there is no other trace of a
// press that ends before the next reading. So it is read again at once.
func (e *Expander) read() (reading, error) {
	e.w[0] = regGPPUB
	err := e.dev.Tx(e.w[:], e.burst[:])
	if err != nil {
		err = e.dev.Tx(e.w[:], e.burst[:])
	}
	if err != nil {
		return reading{}, fmt.Errorf("expander %s: read pins: %w", e.name, err)
	}
	b := &e.burst // GPPUB, then INTF, INTCAP and GPIO, each of port A and B
	if want := e.config[1+regGPPUB]; b[0] != want {
		return reading{}, fmt.Errorf("expander %s: %w: GPPUB %02x, want %02x", e.name, errReset, b[0], want)
	}
	r := reading{
		captured: ^(uint16(b[3]) | uint16(b[4])<<8) & e.wired,
		now:      ^(uint16(b[5]) | uint16(b[6])<<8) & e.wired,
	}
	if b[1] != 0 {
		r.fresh |= 0x00FF & e.wired
	}
	if b[2] != 0 {
		r.fresh |= 0xFF00 & e.wired
	}
	return r, nil
}

// Signal pulls the interrupt line down, whether a button has changed or not, or lets it go, to
// find out where it ends. The line may be one that others pull down, too.
func (e *Expander) Signal(on bool) error {
	iocon := byte(ioconWanted)
	if on {
		iocon = ioconInverted
	}
	if err := e.dev.Tx([]byte{regIOCON, iocon}, nil); err != nil {
		return fmt.Errorf("expander %s: write IOCON: %w", e.name, err)
	}
	return nil
}
