package chip

import (
	"fmt"

	"periph.io/x/conn/v3/gpio"
)

// MCP23017Pins is how many pins an [MCP23017] has: 0 to 7 are GPA0 to GPA7, 8 to 15 are
// GPB0 to GPB7.
const MCP23017Pins = 16

// Registers of one port of an MCP23017 (Microchip DS20001952, table 3-1). With IOCON.BANK
// clear, register r of port p is at address 2r+p; with it set, at r+16p.
const (
	mcpIODIR   = 0x0
	mcpIPOL    = 0x1
	mcpGPINTEN = 0x2
	mcpDEFVAL  = 0x3
	mcpINTCON  = 0x4
	mcpIOCON   = 0x5
	mcpGPPU    = 0x6
	mcpINTF    = 0x7
	mcpINTCAP  = 0x8
	mcpGPIO    = 0x9
	mcpOLAT    = 0xA
	mcpRegs    = 0xB
)

// Bits of IOCON.
const (
	mcpBANK   = 0x80
	mcpMIRROR = 0x40
	mcpSEQOP  = 0x20
	mcpODR    = 0x04
	mcpINTPOL = 0x02
)

// mcpNames are the names of the registers in the data sheet.
var mcpNames = [mcpRegs]string{"IODIR", "IPOL", "GPINTEN", "DEFVAL", "INTCON", "IOCON", "GPPU", "INTF", "INTCAP", "GPIO", "OLAT"}

type mcpPort struct {
	reg      [mcpRegs]byte
	driven   byte // pins that the outside drives
	outside  byte // to which level
	level    byte // of the pins now
	previous byte // of GPIO, with which a change is compared
	pending  bool // an interrupt that was not read yet
}

// An MCP23017 is a 16-bit I2C port expander (Microchip DS20001952): every register, both
// orders of the registers (IOCON.BANK), the address pointer in sequential and byte mode, and
// the interrupt pins.
//
// Interrupts follow section 3.6 of the data sheet: the first change of an enabled pin sets
// its bit in INTF, copies the port to INTCAP and makes INT active; later changes of that
// port are not noted until GPIO or INTCAP is read. With INTCON set for a pin, INT stays
// active as long as the pin differs from DEFVAL.
//
// An input that nobody drives and that has no pull-up reads Low, as a floating pin may: a
// driver that lost the chip's configuration sees buttons pressed that are not.
type MCP23017 struct {
	part
	ports   [2]mcpPort
	pointer byte
	inta    *Drive
	intb    *Drive
	tap     func(register string)
}

// NewMCP23017 returns a chip after power-on.
func NewMCP23017() *MCP23017 {
	m := &MCP23017{}
	m.powerOn()
	return m
}

// WireINTA connects the INTA pin to a wire of the host.
func (m *MCP23017) WireINTA(p *Pin) {
	d := p.NewDrive()
	defer m.lock().unlock()
	m.inta = d
	m.drive()
}

// WireINTB connects the INTB pin to a wire of the host.
func (m *MCP23017) WireINTB(p *Pin) {
	d := p.NewDrive()
	defer m.lock().unlock()
	m.intb = d
	m.drive()
}

// PowerOn is the power-on reset: all pins are inputs without pull-up or interrupt. The outside
// drives the pins as before.
func (m *MCP23017) PowerOn() {
	defer m.lock().unlock()
	m.powerOn()
}

func (m *MCP23017) powerOn() {
	for i := range m.ports {
		p := &m.ports[i]
		p.reg = [mcpRegs]byte{mcpIODIR: 0xFF}
		p.pending = false
		p.level = p.pins()
		p.previous = p.level
	}
	m.pointer = 0
	m.drive()
}

// SetPin drives a pin from outside: a finger on a button is Low. It panics if there is no
// such pin.
func (m *MCP23017) SetPin(pin int, l gpio.Level) { m.outside(pin, true, l) }

// Release lets go of a pin from outside, as an open switch does.
func (m *MCP23017) Release(pin int) { m.outside(pin, false, gpio.Low) }

func (m *MCP23017) outside(pin int, held bool, l gpio.Level) {
	if pin < 0 || pin >= MCP23017Pins {
		panic(fmt.Sprintf("chip: MCP23017 pin %d: want 0 to 15", pin))
	}
	defer m.lock().unlock()
	p, bit := &m.ports[pin>>3], byte(1)<<(pin&7)
	p.driven &^= bit
	p.outside &^= bit
	if held {
		p.driven |= bit
		if l {
			p.outside |= bit
		}
		if p.reg[mcpIODIR]&bit == 0 && (p.reg[mcpOLAT]&bit != 0) != bool(l) {
			m.warnf("GP%c%d is an output and is driven from outside: a short circuit", 'A'+pin>>3, pin&7)
		}
	}
	m.settle(pin >> 3)
	m.drive()
}

// Pin returns the level of a pin, as a meter on it would show. It panics if there is no such
// pin.
func (m *MCP23017) Pin(pin int) gpio.Level {
	if pin < 0 || pin >= MCP23017Pins {
		panic(fmt.Sprintf("chip: MCP23017 pin %d: want 0 to 15", pin))
	}
	defer m.lock().unlock()
	return m.ports[pin>>3].level&(1<<(pin&7)) != 0
}

// Drives reports whether a pin is an output that drives a level.
func (m *MCP23017) Drives(pin int, l gpio.Level) bool {
	defer m.lock().unlock()
	p, bit := &m.ports[pin>>3], byte(1)<<(pin&7)
	return p.reg[mcpIODIR]&bit == 0 && gpio.Level(p.reg[mcpOLAT]&bit != 0) == l
}

// Tap calls f before each register that is read, with its name such as "INTCAPA", so that a
// test can change a pin in the middle of a burst. The bus is locked: f must change pins with
// [MCP23017.SetPinLocked] only. A nil f ends it.
func (m *MCP23017) Tap(f func(register string)) {
	defer m.lock().unlock()
	m.tap = f
}

// SetPinLocked is SetPin for the function given to [MCP23017.Tap].
func (m *MCP23017) SetPinLocked(pin int, l gpio.Level) {
	p, bit := &m.ports[pin>>3], byte(1)<<(pin&7)
	p.driven |= bit
	p.outside &^= bit
	if l {
		p.outside |= bit
	}
	m.settle(pin >> 3)
	m.drive()
}

// pins returns the levels of the port's pins.
func (p *mcpPort) pins() byte {
	in := p.outside&p.driven | p.reg[mcpGPPU]&^p.driven
	return in&p.reg[mcpIODIR] | p.reg[mcpOLAT]&^p.reg[mcpIODIR]
}

// settle follows a change of pins or registers on a port: the levels, and whether they
// raise an interrupt.
func (m *MCP23017) settle(port int) {
	p := &m.ports[port]
	p.level = p.pins()
	value := p.level ^ p.reg[mcpIPOL]
	changed := (value ^ p.previous) &^ p.reg[mcpINTCON]
	differs := (value ^ p.reg[mcpDEFVAL]) & p.reg[mcpINTCON]
	p.previous = value
	if cause := (changed | differs) & p.reg[mcpGPINTEN]; cause != 0 && !p.pending {
		p.pending = true
		p.reg[mcpINTF] = cause
		p.reg[mcpINTCAP] = value
	}
}

// clear ends the interrupt of a port, because GPIO or INTCAP was read.
func (m *MCP23017) clear(port int) {
	p := &m.ports[port]
	if !p.pending {
		return
	}
	p.pending = false
	p.reg[mcpINTF] = 0
	m.settle(port) // a pin that still differs from DEFVAL raises it again
	m.drive()
}

// drive drives the interrupt pins.
func (m *MCP23017) drive() {
	a, b := m.ports[0].pending, m.ports[1].pending
	iocon := m.ports[0].reg[mcpIOCON]
	if iocon&mcpMIRROR != 0 {
		a, b = a || b, a || b
	}
	for _, pin := range [2]struct {
		d      *Drive
		active bool
	}{{m.inta, a}, {m.intb, b}} {
		switch {
		case iocon&mcpODR == 0: // push-pull; INTPOL set: active high
			pin.d.Set(gpio.Level(pin.active == (iocon&mcpINTPOL != 0)))
		case pin.active:
			pin.d.Set(gpio.Low)
		default:
			pin.d.Release()
		}
	}
}

// locate returns which register of which port is at an address, according to IOCON.BANK.
func (m *MCP23017) locate(addr byte) (reg, port int, ok bool) {
	if m.ports[0].reg[mcpIOCON]&mcpBANK != 0 {
		reg, port = int(addr&0x0F), int(addr>>4)
	} else {
		reg, port = int(addr>>1), int(addr&1)
	}
	return reg, port, reg < mcpRegs && port < 2
}

// advance moves the address pointer to the next register.
func (m *MCP23017) advance() {
	iocon := m.ports[0].reg[mcpIOCON]
	switch bank, still := iocon&mcpBANK != 0, iocon&mcpSEQOP != 0; {
	case still && bank:
	case still: // byte mode toggles between the two ports (section 3.2.1)
		m.pointer ^= 1
	case bank && m.pointer == 0x1A || !bank && m.pointer == 0x15:
		m.pointer = 0
	default:
		m.pointer++
	}
}

// Write implements [Target]: the first byte sets the address pointer.
func (m *MCP23017) Write(b []byte) int {
	for i, v := range b {
		if i == 0 {
			m.pointer = v
			if _, _, ok := m.locate(v); !ok {
				m.warnf("address pointer %#02x: no such register", v)
			}
			continue
		}
		m.store(v)
	}
	return len(b)
}

// store writes a register and advances.
func (m *MCP23017) store(v byte) {
	reg, port, ok := m.locate(m.pointer)
	if !ok {
		m.warnf("write to %#02x: no such register", m.pointer)
		m.advance()
		return
	}
	p := &m.ports[port]
	switch reg {
	case mcpINTF, mcpINTCAP:
		m.warnf("write to %s%c, which is read-only", mcpNames[reg], 'A'+port)
	case mcpIOCON:
		if v&1 != 0 {
			m.warnf("IOCON bit 0 is not implemented")
			v &^= 1
		}
		if (v^p.reg[reg])&mcpBANK != 0 && m.ports[0].reg[mcpIOCON]&mcpSEQOP == 0 {
			m.warnf("IOCON.BANK changed in sequential mode: the address pointer now means another register")
		}
		m.ports[0].reg[mcpIOCON], m.ports[1].reg[mcpIOCON] = v, v
	case mcpGPIO: // a write to the port goes to the latch
		p.reg[mcpOLAT] = v
	case mcpGPINTEN:
		if v&0x80 != 0 {
			m.warnf("GP%c7 is an output only (DS20001952 revision D) and has an interrupt", 'A'+port)
		}
		p.reg[reg] = v
	default:
		p.reg[reg] = v
	}
	if reg == mcpIPOL {
		p.previous = p.level ^ v // a new polarity is not a change of a pin
	}
	m.settle(port)
	m.drive()
	m.advance()
}

// Read implements [Target].
func (m *MCP23017) Read(b []byte) {
	for i := range b {
		b[i] = m.load()
		m.advance()
	}
}

func (m *MCP23017) load() byte {
	reg, port, ok := m.locate(m.pointer)
	if !ok {
		m.warnf("read of %#02x: no such register", m.pointer)
		return 0
	}
	if m.tap != nil {
		m.tap(mcpNames[reg] + string(rune('A'+port)))
	}
	p := &m.ports[port]
	switch reg {
	case mcpGPIO:
		v := p.level ^ p.reg[mcpIPOL]
		m.clear(port)
		return v
	case mcpINTCAP:
		v := p.reg[reg]
		m.clear(port)
		return v
	}
	return p.reg[reg]
}

// Stop implements [Target].
func (m *MCP23017) Stop() {}
