package drivers

import (
	"context"
	"sync"
	"sync/atomic"
	"time"

	"consigliere/drivers/contact"
)

// A rest is how the owner of parts waits until there is something to do. Whoever ends it sets a flag
// first, and the owner looks at the flags after having said where it waits, so none is missed.
type rest struct {
	watched atomic.Bool // the buttons may end it
	news    atomic.Bool // they have: Scan must be called
	called  atomic.Bool // Wake was called
	bell    bell        // has room for one value

	mu sync.Mutex
	// mu guards the following.
	place contact.Waiter // where the owner waits; nil before it has
}

// tell sets a flag, and then ends the wait.
func (r *rest) tell(flag *atomic.Bool) {
	flag.Store(true)
	r.mu.Lock()
	place := r.place
	r.mu.Unlock()
	if place != nil {
		place.Wake()
	}
}

// Watch sets Clock, and from then on the buttons end Wait when something happens to them. It
// watches the interrupt lines (see the function [Watch]) and batteries until ctx ends. It does not wait.
// Scan must have been called before.
func (p *Parts) Watch(ctx context.Context, clock func() time.Duration) {
	p.Clock = clock
	p.rest.watched.Store(true)
	for _, line := range p.lines {
		go Watch(ctx, line, p.wakeUp)
	}
	if p.cells.ask != nil {
		go p.cells.watch(ctx)
	}
}

// wakeUp lets the owner scan. Any goroutine may call it.
func (p *Parts) wakeUp() {
	if p.rest.watched.Load() {
		p.rest.tell(&p.rest.news)
	}
}

// Wake ends Wait, or the next one. Any goroutine may call it.
func (p *Parts) Wake() { p.rest.tell(&p.rest.called) }

// Wait waits until Scan must be called, for d at most, and returns true; or until Wake is called,
// and returns false.
//
// The owner waits in the lines of the header, if they can be waited in: nobody stands between a
// press there and the light that answers it.
func (p *Parts) Wait(d time.Duration) bool {
	r, until := &p.rest, time.Now().Add(d)
	var place contact.Waiter = r.bell
	for _, s := range p.direct {
		if w, ok := s.contacts.(contact.Waiter); ok {
			place = w
		}
	}
	r.mu.Lock()
	r.place = place
	r.mu.Unlock()
	for {
		switch {
		case r.news.Swap(false):
			return true
		case r.called.Swap(false):
			return false
		case place.Wait(until), !time.Now().Before(until):
			return true
		}
	}
}

// A bell is where an owner waits whose contacts cannot be waited for.
type bell chan struct{}

// Wait implements [contact.Waiter].
func (b bell) Wait(until time.Time) bool {
	timer := time.NewTimer(time.Until(until))
	defer timer.Stop()
	select {
	case <-b:
	case <-timer.C:
	}
	return false
}

// Wake implements [contact.Waiter].
func (b bell) Wake() {
	select {
	case b <- struct{}{}:
	default:
	}
}
