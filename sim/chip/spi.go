package chip

import (
	"errors"
	"fmt"
	"sync"

	"periph.io/x/conn/v3"
	"periph.io/x/conn/v3/physic"
	"periph.io/x/conn/v3/spi"
	"periph.io/x/conn/v3/spi/spireg"
)

// MaxSPI is the length of the longest transfer that a [Port] takes: the length of spidev's default
// buffer.
const MaxSPI = 4096

// A Peripheral is a chip as an SPI port sees it. The port calls it with its lock held.
type Peripheral interface {
	// Transfer shifts the bytes in and, for chips that answer, fills r, which is as long as
	// w or nil.
	Transfer(w, r []byte)
	// Modes reports whether the chip understands the clock mode.
	Modes(spi.Mode) bool
}

// A Port is a virtual SPI port with one peripheral. It implements [spi.PortCloser], and the
// [spi.Conn] that Connect returns is the port itself.
type Port struct {
	name   string
	number int
	chip   Peripheral

	wire
	// Its mu guards the following too.
	connected bool
	speed     physic.Frequency
	most      physic.Frequency
	onTx      func(w []byte)
}

// NewPort returns a port with a peripheral.
func NewPort(name string, number int, p Peripheral) *Port {
	port := &Port{name: name, number: number, chip: p}
	if g, ok := p.(interface{ guard(*sync.Mutex) }); ok {
		g.guard(&port.mu)
	}
	return port
}

// Register registers the port with periph, under its name, its number and the aliases.
// A port that is opened again may be connected again.
func (p *Port) Register(aliases ...string) error {
	return spireg.Register(p.name, aliases, p.number, func() (spi.PortCloser, error) {
		p.mu.Lock()
		defer p.mu.Unlock()
		p.connected = false
		return p, nil
	})
}

// Unregister undoes Register.
func (p *Port) Unregister() error { return spireg.Unregister(p.name) }

// String returns the name.
func (p *Port) String() string { return p.name }

// Close implements [spi.PortCloser]. The port can be connected again afterwards.
func (p *Port) Close() error {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.connected = false
	return nil
}

// LimitSpeed implements [spi.PortCloser].
func (p *Port) LimitSpeed(f physic.Frequency) error {
	if f <= 0 {
		return fmt.Errorf("%s: limit speed %s: want more than 0", p.name, f)
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	p.most = f
	return nil
}

// Connect implements [spi.Port]. It may be called once.
func (p *Port) Connect(f physic.Frequency, mode spi.Mode, bits int) (spi.Conn, error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	switch {
	case p.connected:
		return nil, errors.New(p.name + ": connected already")
	case bits != 8:
		return nil, fmt.Errorf("%s: %d bits a word: want 8", p.name, bits)
	case !p.chip.Modes(mode):
		return nil, fmt.Errorf("%s: the chip does not know mode %s", p.name, mode)
	}
	p.connected, p.speed = true, f
	if c, ok := p.chip.(interface{ clocked(physic.Frequency) }); ok {
		if p.most > 0 {
			f = min(f, p.most)
		}
		c.clocked(f)
	}
	return (*spiConn)(p), nil
}

// spiConn is a connected port.
type spiConn Port

func (c *spiConn) String() string       { return c.name }
func (c *spiConn) Duplex() conn.Duplex  { return conn.Full }
func (c *spiConn) MaxTxSize() int       { return MaxSPI }
func (c *spiConn) Tx(w, r []byte) error { return c.transfer(w, r) }

// TxPackets implements [spi.Conn]: one transfer after the other.
func (c *spiConn) TxPackets(packets []spi.Packet) error {
	for _, p := range packets {
		if p.BitsPerWord != 0 && p.BitsPerWord != 8 {
			return fmt.Errorf("%s: %d bits a word: want 8", c.name, p.BitsPerWord)
		}
		if err := c.transfer(p.W, p.R); err != nil {
			return err
		}
	}
	return nil
}

func (c *spiConn) transfer(w, r []byte) error {
	if len(r) > 0 && len(w) > 0 && len(r) != len(w) {
		return fmt.Errorf("%s: %d bytes out and %d in: want as many", c.name, len(w), len(r))
	}
	if max(len(w), len(r)) > MaxSPI {
		return fmt.Errorf("%s: %d bytes: want at most %d", c.name, max(len(w), len(r)), MaxSPI)
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	budget, err := c.beginLocked()
	if err != nil {
		return err
	}
	if len(w) == 0 { // reading alone sends zeros
		w = make([]byte, len(r))
	}
	if budget >= 0 {
		n := min(budget, len(w))
		c.bytes += n
		c.chip.Transfer(w[:n], nil)
		return ErrFault
	}
	c.bytes += len(w)
	c.chip.Transfer(w, r)
	if c.onTx != nil {
		c.onTx(w)
	}
	return nil
}

// Watch calls f after every transfer that was not broken, with the port locked: f must not call
// the port or its chip, and must not keep w. A nil f ends it.
func (p *Port) Watch(f func(w []byte)) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.onTx = f
}

var (
	_ spi.PortCloser = (*Port)(nil)
	_ spi.Conn       = (*spiConn)(nil)
	_ conn.Limits    = (*spiConn)(nil)
)
