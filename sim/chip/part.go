package chip

import (
	"slices"
	"sync"
)

// A part is what every chip on a bus has: the bus whose lock guards its registers, and the
// warnings about its driver. A chip that is not on a bus yet has no lock.
type part struct {
	bus *Bus
	warnings
}

func (p *part) join(b *Bus) { p.bus = b }

func (p *part) lock() unlocker {
	if p.bus == nil {
		return unlocker{}
	}
	return hold(&p.bus.mu)
}

// Warnings returns what a driver has done that the data sheet forbids, each sentence once. A
// correct driver causes none.
func (p *part) Warnings() []string {
	defer p.lock().unlock()
	return slices.Clone(p.list)
}

// An unlocker holds a lock, or none. It needs no allocation.
type unlocker struct{ mu *sync.Mutex }

func hold(mu *sync.Mutex) unlocker {
	mu.Lock()
	return unlocker{mu}
}

func (h unlocker) unlock() {
	if h.mu != nil {
		h.mu.Unlock()
	}
}
