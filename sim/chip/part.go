package chip

import (
	"slices"
	"sync"
)

// A part is what every chip on a bus has: the bus whose lock guards its registers, and the
// warnings about its driver. The lock is nil-safe for a chip that hangs on no bus yet.
type part struct {
	bus *Bus
	warnings
}

func (p *part) join(b *Bus) { p.bus = b }

func (p *part) lock() held {
	if p.bus == nil {
		return held{}
	}
	return hold(&p.bus.mu)
}

// Warnings returns what a driver did that the data sheet forbids, each sentence once. An
// honest driver leaves none.
func (p *part) Warnings() []string {
	defer p.lock().unlock()
	return slices.Clone(p.list)
}

// held is a lock that is held, or none; it costs no allocation.
type held struct{ mu *sync.Mutex }

func hold(mu *sync.Mutex) held {
	mu.Lock()
	return held{mu}
}

func (h held) unlock() {
	if h.mu != nil {
		h.mu.Unlock()
	}
}
