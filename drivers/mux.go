package drivers

import (
	"errors"
	"fmt"
	"sync"
	"syscall"
	"time"

	"periph.io/x/conn/v3/i2c"
	"periph.io/x/conn/v3/physic"
)

// A Mux is a TCA9548A (or PCA9548A), which connects its bus to one of eight channels. It is
// safe for concurrent use.
//
// It remembers which channel is selected, so that drawing the same screen again needs no
// selection, and forgets it after every fault: a multiplexer that lost power has all its
// channels off and does not report it.
//
// A chip on the bus itself takes what is sent to any channel. So nothing is sent to an address
// behind the multiplexer before it is known, with all channels off, that nothing else is there:
// else the main screen would show what is private (promise P4).
type Mux struct {
	dev i2c.Dev

	mu sync.Mutex
	// mu guards the following, and keeps a selection and its transfer together.
	selected int // -1 if it is not known
	joined   int // the channel that was selected last, known or not; -1 for none
	alone    []address
	reset    func() error // frees the bus; nil if that is not wired
	now      func() time.Duration
	cut      [muxChannels]cutOff
	w        [1]byte
}

// An address is one that chips behind the multiplexer have.
type address struct {
	addr  uint16
	alone bool // nothing on the bus itself has it
}

// muxChannels is how many channels there are.
const muxChannels = 8

// NewMux returns the driver of the multiplexer at the address. It sends nothing.
func NewMux(bus i2c.Bus, addr uint16) *Mux {
	return &Mux{dev: i2c.Dev{Bus: bus, Addr: addr}, selected: -1, joined: -1}
}

// Bus returns the bus of a channel, 0 to 7. Chips on it must not have the address of a chip
// on the bus of the multiplexer, nor the multiplexer's own.
func (m *Mux) Bus(channel int) (i2c.Bus, error) {
	if channel < 0 || channel >= muxChannels {
		return nil, fmt.Errorf("mux: channel %d: want 0 to 7", channel)
	}
	return &muxBus{m, channel}, nil
}

// A cutOff is a channel that held the bus.
type cutOff struct {
	until time.Duration // when it is tried again
	rest  time.Duration // for how long it was left alone; 0 if it is not
}

// firstCut and lastCut are the least and the greatest time for which a channel is left alone.
const (
	firstCut = 5 * time.Second
	lastCut  = time.Minute
)

// FreeBy sets what pulls the reset of the multiplexer, and a clock. Then a channel that holds the bus
// is cut off, and left alone for a while.
func (m *Mux) FreeBy(reset func() error, now func() time.Duration) { m.reset, m.now = reset, now }

// failed is called with the error of each transfer that failed. If the bus hangs, it cuts off the
// channel that may hold it. It returns the error to report.
func (m *Mux) failed(err error) error {
	m.forget()
	if m.reset == nil || !errors.Is(err, syscall.ETIMEDOUT) {
		return err
	}
	held := m.joined
	m.joined = -1
	if e := m.reset(); e != nil {
		return fmt.Errorf("%w; the mux cannot be reset: %w", err, e)
	}
	if held < 0 || errors.Is(m.dev.Tx(nil, m.w[:]), syscall.ETIMEDOUT) {
		return err // it is not held by a channel
	}
	c := &m.cut[held]
	c.rest = min(max(2*c.rest, firstCut), lastCut)
	c.until = m.now() + c.rest
	return m.cutOff(held)
}

// cutOff returns the error of a channel that is left alone.
func (m *Mux) cutOff(channel int) error {
	return fmt.Errorf("mux: channel %d held the bus and was cut off; is its cable or its pod broken? It is tried again every minute", channel)
}

// Check reads the control register. A multiplexer that lost its selection is not an error: the
// channel is selected again when it is used.
func (m *Mux) Check() error {
	m.mu.Lock()
	defer m.mu.Unlock()
	if err := m.dev.Tx(nil, m.w[:]); err != nil {
		return m.failed(fmt.Errorf("mux: read control register: %w", err))
	}
	if m.selected >= 0 && m.w[0] != 1<<m.selected {
		m.selected = -1
	}
	// Something may have been plugged in since.
	for i := range m.alone {
		if err := m.look(&m.alone[i]); err != nil {
			return err
		}
	}
	return nil
}

// forget is called after a fault.
func (m *Mux) forget() {
	m.selected = -1
	for i := range m.alone {
		m.alone[i].alone = false
	}
}

// prove makes sure that nothing on the bus itself answers at an address.
func (m *Mux) prove(addr uint16) error {
	for i := range m.alone {
		if a := &m.alone[i]; a.addr == addr {
			if a.alone {
				return nil
			}
			return m.look(a)
		}
	}
	m.alone = append(m.alone, address{addr: addr})
	return m.look(&m.alone[len(m.alone)-1])
}

// look turns all channels off, and sees whether an address still answers.
func (m *Mux) look(a *address) error {
	m.selected, a.alone = -1, false
	m.w[0] = 0
	if err := m.dev.Tx(m.w[:], nil); err != nil {
		return m.failed(fmt.Errorf("mux: turn all channels off: %w", err))
	}
	m.joined = -1
	if m.dev.Bus.Tx(a.addr, nil, m.w[:]) == nil {
		return fmt.Errorf("mux: what is at %#02x on the bus itself would show what is private; give it another address, as with the resistor on the back of a display", a.addr)
	}
	a.alone = true
	return nil
}

// A muxBus is the bus of a channel.
type muxBus struct {
	mux     *Mux
	channel int
}

// String implements [i2c.Bus].
func (b *muxBus) String() string { return fmt.Sprintf("%s.mux%d", b.mux.dev.Bus, b.channel) }

// SetSpeed implements [i2c.Bus]. It returns an error, as all channels have the speed of
// the bus.
func (b *muxBus) SetSpeed(physic.Frequency) error {
	return fmt.Errorf("%s: set the speed of %s instead", b, b.mux.dev.Bus)
}

// Tx implements [i2c.Bus]. After an error the next call selects the channel again. It does
// not repeat the transfer, as half of it may have arrived.
func (b *muxBus) Tx(addr uint16, w, r []byte) error {
	m := b.mux
	m.mu.Lock()
	defer m.mu.Unlock()
	if c := &m.cut[b.channel]; c.rest > 0 && m.now() < c.until {
		return m.cutOff(b.channel)
	}
	if err := m.prove(addr); err != nil {
		return err
	}
	if m.selected != b.channel {
		m.selected = -1
		m.w[0] = 1 << b.channel
		if err := m.dev.Tx(m.w[:], nil); err != nil {
			return m.failed(fmt.Errorf("mux: select channel %d: %w", b.channel, err))
		}
		m.selected, m.joined = b.channel, b.channel
	}
	err := m.dev.Bus.Tx(addr, w, r)
	if err != nil {
		return m.failed(err)
	}
	m.cut[b.channel].rest = 0
	return nil
}
