package chip

import "math/bits"

// Channels is how many channels a [TCA9548A] has.
const Channels = 8

// A TCA9548A is an I2C multiplexer (TI TCA9548A, data sheet SCPS207): one control register,
// a bit for each channel. Writing it connects the channels at the STOP; reading returns it.
// PCA9548A and PCA9548 behave the same.
type TCA9548A struct {
	part
	channels [Channels]Segment
	control  byte
	next     byte // takes effect at the STOP
}

// NewTCA9548A returns a multiplexer after power-on: no channel is connected.
func NewTCA9548A() *TCA9548A { return &TCA9548A{} }

// Channel returns the wire of a channel, for attaching chips.
func (m *TCA9548A) Channel(n int) *Segment { return &m.channels[n] }

// PowerOn is the power-on reset, or a pulse on RESET: every channel is cut off.
func (m *TCA9548A) PowerOn() {
	defer m.lock().unlock()
	m.control, m.next = 0, 0
}

// Control returns the control register: a bit for each connected channel.
func (m *TCA9548A) Control() byte {
	defer m.lock().unlock()
	return m.control
}

func (m *TCA9548A) join(b *Bus) {
	m.part.join(b)
	for i := range m.channels {
		m.channels[i].join(b)
	}
}

// join makes the segment, with all that is on it, part of the bus.
func (s *Segment) join(b *Bus) {
	s.bus = b
	for _, ts := range s.targets {
		for _, t := range ts {
			if j, ok := t.(joiner); ok {
				j.join(b)
			}
		}
	}
}

// Write implements [Target]. The last byte of a transfer counts.
func (m *TCA9548A) Write(b []byte) int {
	if len(b) > 1 {
		m.warnf("control register written %d times in one transfer: the last byte counts", len(b))
	}
	for _, v := range b {
		m.next = v
	}
	return len(b)
}

// Read implements [Target].
func (m *TCA9548A) Read(b []byte) {
	for i := range b {
		b[i] = m.next
	}
}

// Stop implements [Target]. The channels change now.
func (m *TCA9548A) Stop() { m.control = m.next }

func (m *TCA9548A) open(dst []*Segment) []*Segment {
	for c := m.control; c != 0; c &= c - 1 {
		dst = append(dst, &m.channels[bits.TrailingZeros8(c)])
	}
	return dst
}
