package drivers

import (
	"fmt"
	"sync"

	"periph.io/x/conn/v3/i2c"
	"periph.io/x/conn/v3/physic"
)

// A Mux is a TCA9548A (or PCA9548A), which connects its bus to one of eight channels. It is
// safe for concurrent use.
//
// It remembers which channel is selected, so that drawing the same screen again needs no
// selection, and forgets it after every fault: a multiplexer that lost power has all its
// channels off and does not report it.
type Mux struct {
	dev i2c.Dev

	mu sync.Mutex
	// mu guards the following, and keeps a selection and its transfer together.
	selected int // -1 if it is not known
	w        [1]byte
}

// muxChannels is how many channels there are.
const muxChannels = 8

// NewMux returns the driver of the multiplexer at the address. It sends nothing.
func NewMux(bus i2c.Bus, addr uint16) *Mux {
	return &Mux{dev: i2c.Dev{Bus: bus, Addr: addr}, selected: -1}
}

// Bus returns the bus of a channel, 0 to 7. Chips on it must not have the address of a chip
// on the bus of the multiplexer, nor that of the multiplexer.
func (m *Mux) Bus(channel int) (i2c.Bus, error) {
	if channel < 0 || channel >= muxChannels {
		return nil, fmt.Errorf("mux: channel %d: want 0 to 7", channel)
	}
	return &muxBus{m, channel}, nil
}

// Check reads the control register. A multiplexer that lost its selection is not an error: the
// channel is selected again when it is used.
func (m *Mux) Check() error {
	m.mu.Lock()
	defer m.mu.Unlock()
	if err := m.dev.Tx(nil, m.w[:]); err != nil {
		m.selected = -1
		return fmt.Errorf("mux: read control register: %w", err)
	}
	if m.selected >= 0 && m.w[0] != 1<<m.selected {
		m.selected = -1
	}
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
	if m.selected != b.channel {
		m.selected = -1
		m.w[0] = 1 << b.channel
		if err := m.dev.Tx(m.w[:], nil); err != nil {
			return fmt.Errorf("mux: select channel %d: %w", b.channel, err)
		}
		m.selected = b.channel
	}
	err := m.dev.Bus.Tx(addr, w, r)
	if err != nil {
		m.selected = -1
	}
	return err
}
