package chip

import "slices"

// A part is what every chip on a bus has: the bus whose lock guards its registers, and the
// warnings about its driver. The lock is nil-safe for a chip that hangs on no bus yet.
type part struct {
	bus *Bus
	warnings
}

func (p *part) join(b *Bus) { p.bus = b }

func (p *part) lock() func() {
	if p.bus == nil {
		return func() {}
	}
	p.bus.mu.Lock()
	return p.bus.mu.Unlock
}

// Warnings returns what a driver did that the data sheet forbids, each sentence once. An
// honest driver leaves none.
func (p *part) Warnings() []string {
	defer p.lock()()
	return slices.Clone(p.list)
}
