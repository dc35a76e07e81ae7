package chip

import (
	"errors"
	"fmt"
	"io"
	"syscall"
	"time"

	"periph.io/x/conn/v3/i2c"
	"periph.io/x/conn/v3/i2c/i2creg"
	"periph.io/x/conn/v3/physic"
)

var (
	// ErrNack is the error of a transfer that nobody acknowledged, or that a chip refused.
	ErrNack = errors.New("no acknowledge")
	// ErrFault is the error of a transfer that was broken by an injected fault.
	ErrFault = errors.New("bus fault")
	// ErrHang is the error of a transfer on a bus whose SDA is held down, as the kernel has it.
	ErrHang = fmt.Errorf("the bus hangs: %w", syscall.ETIMEDOUT)
)

// A Target is a chip as an I2C bus sees it. The bus calls it with its lock held: a target
// needs no lock of its own for its registers as long as only [Bus] touches them.
type Target interface {
	// Write is a START, the chip's own address for writing, and the bytes. It returns how
	// many bytes the chip acknowledged.
	Write(b []byte) int
	// Read is a START, the chip's own address for reading, and fills b.
	Read(b []byte)
	// Stop is the STOP at the end of a transfer in which the target took part.
	Stop()
}

// A gate is a target that lets others answer on the bus, such as a multiplexer.
type gate interface {
	// open returns the segments that are connected through the gate now.
	open(dst []*Segment) []*Segment
}

// A Segment is a stretch of I2C wire with its targets: the trunk of a [Bus], or a channel
// of a [TCA9548A].
type Segment struct {
	bus     *Bus // nil until the segment is part of a bus; its lock guards targets
	targets [128][]Target
	gates   []gate
	held    bool // something holds SDA down
}

// Hold lets something on the wire hold SDA down, as a broken chip or a cut cable does, or let go of
// it. Meanwhile nothing passes on the bus while the segment is part of it.
func (s *Segment) Hold(held bool) {
	defer s.lock().unlock()
	s.held = held
}

// Attach puts a target on the wire. Two targets may share an address, as they may by mistake
// on a real bus: both take what is written, and when they are read a 0 of either wins. A chip
// that has several addresses is attached at each of them.
func (s *Segment) Attach(addr uint16, t Target) {
	defer s.lock().unlock()
	s.targets[addr&0x7F] = append(s.targets[addr&0x7F], t)
	if j, ok := t.(joiner); ok && s.bus != nil {
		j.join(s.bus)
	}
	if g, ok := t.(gate); ok {
		s.gates = append(s.gates, g)
	}
}

// Detach takes the targets at the address off the wire. A transfer to it then gets a NACK.
func (s *Segment) Detach(addr uint16) {
	defer s.lock().unlock()
	for _, t := range s.targets[addr&0x7F] {
		for i, g := range s.gates {
			if any(g) == any(t) {
				s.gates = append(s.gates[:i:i], s.gates[i+1:]...)
				break
			}
		}
	}
	s.targets[addr&0x7F] = nil
}

// lock locks the bus that the segment is part of, if any.
func (s *Segment) lock() unlocker {
	if s.bus == nil {
		return unlocker{}
	}
	return hold(&s.bus.mu)
}

// A joiner is a target that needs to know the bus that it is attached to.
type joiner interface{ join(*Bus) }

// A Bus is a virtual I2C bus. It implements [i2c.BusCloser]; closing it does nothing, as the
// chips stay on it.
type Bus struct {
	name   string
	number int

	wire
	// Its mu guards the following too.
	trunk   Segment
	speed   physic.Frequency
	starts  int
	stops   int
	hangs   int
	onTx    func(addr uint16, w, r []byte, err error)
	found   []Target   // scratch
	walk    []*Segment // scratch
	scratch []byte
}

// NewBus returns a bus without chips. The number is the one that it is registered under, or
// -1.
func NewBus(name string, number int) *Bus {
	b := &Bus{name: name, number: number, speed: 100 * physic.KiloHertz}
	b.trunk.bus = b
	return b
}

// Register registers the bus with periph, under its name, its number and the aliases.
func (b *Bus) Register(aliases ...string) error {
	return i2creg.Register(b.name, aliases, b.number, func() (i2c.BusCloser, error) { return b, nil })
}

// Unregister undoes Register.
func (b *Bus) Unregister() error { return i2creg.Unregister(b.name) }

// Trunk returns the wire of the bus itself, for attaching and detaching chips.
func (b *Bus) Trunk() *Segment { return &b.trunk }

// Attach puts a target on the trunk; see [Segment.Attach].
func (b *Bus) Attach(addr uint16, t Target) { b.trunk.Attach(addr, t) }

// Detach takes the targets at the address off the trunk.
func (b *Bus) Detach(addr uint16) { b.trunk.Detach(addr) }

// String implements [i2c.Bus]. It returns the name.
func (b *Bus) String() string { return b.name }

// Close implements [io.Closer]. It does nothing.
func (b *Bus) Close() error { return nil }

// SetSpeed implements [i2c.Bus]. Only [Bus.Time] depends on it.
func (b *Bus) SetSpeed(f physic.Frequency) error {
	if f < physic.KiloHertz || f > 5*physic.MegaHertz {
		return fmt.Errorf("%s: set speed %s: want 1kHz to 5MHz", b.name, f)
	}
	b.mu.Lock()
	defer b.mu.Unlock()
	b.speed = f
	return nil
}

// Tx implements [i2c.Bus]: one transaction, with a repeated START between writing and
// reading. With neither w nor r it writes the bare address, which asks whether a chip is
// there. It does not allocate.
func (b *Bus) Tx(addr uint16, w, r []byte) error {
	b.mu.Lock()
	defer b.mu.Unlock()
	err := b.tx(addr, w, r)
	if b.onTx != nil {
		b.onTx(addr, w, r, err)
	}
	return err
}

func (b *Bus) tx(addr uint16, w, r []byte) error {
	if addr > 0x7F {
		return fmt.Errorf("%s: address %#x: want at most 0x7f", b.name, addr)
	}
	budget, err := b.beginLocked()
	if err != nil {
		return err
	}
	b.starts++
	b.stops++
	b.find(addr)
	hung := b.trunk.held
	for _, s := range b.walk {
		hung = hung || s.held
	}
	if hung {
		b.hangs++
		return ErrHang
	}
	if len(w) > 0 || len(r) == 0 {
		err = b.write(w, &budget)
		if len(r) > 0 {
			b.starts++
		}
	}
	if err == nil && len(r) > 0 {
		err = b.read(r, &budget)
	}
	for _, t := range b.found {
		t.Stop()
	}
	if err == nil && budget >= 0 {
		return ErrFault // all bytes have passed, and the STOP is lost
	}
	return err
}

// spend counts up to n bytes and returns how many pass before a fault.
func (b *Bus) spend(n int, budget *int) int {
	if *budget >= 0 {
		n = min(n, *budget)
		*budget -= n
	}
	b.bytes += n
	return n
}

func (b *Bus) write(w []byte, budget *int) error {
	if b.spend(1, budget) == 0 {
		return ErrFault
	}
	if len(b.found) == 0 {
		return ErrNack
	}
	n := len(w)
	if *budget >= 0 {
		n = min(n, *budget)
	}
	acked := 0
	for _, t := range b.found {
		acked = max(acked, t.Write(w[:n]))
	}
	if acked < n { // the byte that was refused went over the wire too
		b.spend(acked+1, budget)
		return ErrNack
	}
	b.spend(n, budget)
	if n < len(w) {
		return ErrFault
	}
	return nil
}

func (b *Bus) read(r []byte, budget *int) error {
	if b.spend(1, budget) == 0 {
		return ErrFault
	}
	if len(b.found) == 0 {
		return ErrNack
	}
	n := b.spend(len(r), budget)
	b.found[0].Read(r[:n])
	for _, t := range b.found[1:] { // open drain: a 0 wins
		b.scratch = append(b.scratch[:0], r[:n]...)
		t.Read(b.scratch)
		for i, v := range b.scratch {
			r[i] &= v
		}
	}
	if n < len(r) {
		return ErrFault
	}
	return nil
}

// find collects the targets that answer to the address now.
func (b *Bus) find(addr uint16) {
	b.found = append(b.found[:0], b.trunk.targets[addr]...)
	b.walk = b.walk[:0]
	for _, g := range b.trunk.gates {
		b.walk = g.open(b.walk)
	}
	// A gate on a segment of another gate adds to the walk while it goes on.
	for i := 0; i < len(b.walk); i++ {
		b.found = append(b.found, b.walk[i].targets[addr]...)
		for _, g := range b.walk[i].gates {
			b.walk = g.open(b.walk)
		}
	}
}

// Hangs returns how many transfers have found the bus hanging.
func (b *Bus) Hangs() int {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.hangs
}

// Watch calls f after every transaction, with the bus locked: f must not call the bus or a
// chip on it, and must not keep w or r. A nil f ends it.
func (b *Bus) Watch(f func(addr uint16, w, r []byte, err error)) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.onTx = f
}

// Time returns how long a real bus would have been busy at the present speed: nine bit times
// for each byte, and one for each START and STOP.
func (b *Bus) Time() time.Duration {
	b.mu.Lock()
	defer b.mu.Unlock()
	return time.Duration(b.bytes*9+b.starts+b.stops) * b.speed.Period()
}

var (
	_ i2c.BusCloser = (*Bus)(nil)
	_ io.Closer     = (*Bus)(nil)
)
