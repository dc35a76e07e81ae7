package chip

import (
	"errors"
	"slices"
	"sync"
	"time"

	"consigliere/drivers/contact"
)

// ErrUnplugged is the error of contacts that are not there.
var ErrUnplugged = errors.New("no such device")

// Contacts stand in for a kernel that reports changes of contacts in order, with their times:
// a request of lines of its GPIO character device, or a keyboard. Like the kernel they keep a
// limited number of changes, and the newest are lost if nobody reads.
type Contacts struct {
	// Clock is what changes are timed by. If it is nil, all are new when they are read.
	Clock func() time.Duration

	room int // how many changes are kept

	mu sync.Mutex
	// mu guards the following.
	down   map[int]bool
	queue  []contact.Change // with the time of the change as Age
	missed bool
	gone   bool
	fail   error // of the next Read
	opened int   // how often it was opened; older handles are gone
	lit    [3]bool
	wake   func()
}

// NewContacts returns contacts that are all open. A kernel keeps 16 changes for each line of a
// request, and 64 for a keyboard.
func NewContacts(room int) *Contacts { return &Contacts{room: room, down: map[int]bool{}} }

// Set closes or opens a contact, and wakes whoever has opened the contacts.
func (c *Contacts) Set(code int, down bool) {
	c.mu.Lock()
	wake := c.setLocked(code, down)
	c.mu.Unlock()
	if wake != nil {
		wake()
	}
}

func (c *Contacts) setLocked(code int, down bool) func() {
	if c.down[code] == down {
		return nil
	}
	c.down[code] = down
	if c.gone || c.opened == 0 {
		return nil
	}
	if len(c.queue) == c.room {
		c.missed = true
		return c.wake
	}
	at := time.Duration(0)
	if c.Clock != nil {
		at = c.Clock()
	}
	c.queue = append(c.queue, contact.Change{Code: code, Down: down, Age: at})
	return c.wake
}

// Unplug takes the contacts away, or plugs them in again. What was not read is lost, and
// fingers stay where they are.
func (c *Contacts) Unplug(gone bool) {
	c.mu.Lock()
	c.gone, c.queue, c.missed = gone, nil, false
	c.lit = [3]bool{} // it had no power
	wake := c.wake
	c.mu.Unlock()
	if wake != nil {
		wake()
	}
}

// Fail lets the next Read fail.
func (c *Contacts) Fail(err error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.fail = err
}

// Open returns a handle that reads the contacts; an older one is gone. wake is called, from
// the goroutine of whoever moves a contact, when there is something to read.
func (c *Contacts) Open(wake func()) (contact.Reader, error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.gone {
		return nil, ErrUnplugged
	}
	c.opened++
	c.wake, c.queue, c.missed, c.fail = wake, nil, false, nil
	return &contactReader{c, c.opened}, nil
}

// A contactReader is a handle.
type contactReader struct {
	contacts *Contacts
	handle   int
}

// Read implements [contact.Reader].
func (r *contactReader) Read(dst []contact.Change) ([]contact.Change, error) {
	c := r.contacts
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.gone || c.opened != r.handle {
		return dst, ErrUnplugged
	}
	if err := c.fail; err != nil {
		c.fail = nil
		return dst, err
	}
	now := time.Duration(0)
	if c.Clock != nil {
		now = c.Clock()
	}
	for _, q := range c.queue {
		q.Age = now - q.Age
		dst = append(dst, q)
	}
	var err error
	if c.missed {
		err = contact.ErrMissed
	}
	c.missed, c.queue = false, c.queue[:0]
	return dst, err
}

// Levels implements [contact.Reader].
func (r *contactReader) Levels(codes []int, down []bool) error {
	c := r.contacts
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.gone || c.opened != r.handle {
		return ErrUnplugged
	}
	for i, code := range codes {
		down[i] = c.down[code]
	}
	return nil
}

// Light implements [contact.Lamp].
func (r *contactReader) Light(red, green, blue bool) error {
	c := r.contacts
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.gone || c.opened != r.handle {
		return ErrUnplugged
	}
	c.lit = [3]bool{red, green, blue}
	return nil
}

// Lit returns which colours of the light beside the contacts are on: red, green and blue.
func (c *Contacts) Lit() [3]bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.lit
}

// Close implements [contact.Reader].
func (r *contactReader) Close() error {
	c := r.contacts
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.opened == r.handle {
		c.wake, c.queue = nil, nil
		c.opened++
	}
	return nil
}

// A Piezo stands in for a piezo disc on a line with PWM.
type Piezo struct {
	mu sync.Mutex
	// mu guards the following.
	hz    int
	heard []int
	fail  error
}

// NewPiezo returns a silent disc.
func NewPiezo() *Piezo { return &Piezo{} }

// Play makes a wave; 0 is silence.
func (p *Piezo) Play(hz int) error {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.fail != nil {
		return p.fail
	}
	if p.hz = hz; hz != 0 {
		p.heard = append(p.heard, hz)
	}
	return nil
}

// Close makes it silent.
func (p *Piezo) Close() error {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.hz = 0
	return nil
}

// Hertz returns what sounds now; 0 is silence.
func (p *Piezo) Hertz() int {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.hz
}

// Heard returns all tones that have sounded.
func (p *Piezo) Heard() []int {
	p.mu.Lock()
	defer p.mu.Unlock()
	return slices.Clone(p.heard)
}

// Fail lets all that follows fail with an error, or work again with nil.
func (p *Piezo) Fail(err error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.fail = err
}
