// Package contact says how contacts are read that report their changes by themselves, in order
// and with their times: lines of the kernel's GPIO character device, and the keys of
// keyboards. Package drivers reads real ones, package sim/chip has the virtual ones.
package contact

import (
	"errors"
	"time"
)

// ErrMissed is the error of a [Reader] that has lost changes, such as those that came faster
// than they were read. Levels tells how things are now.
var ErrMissed = errors.New("changes were missed")

// A Change is a contact that was closed or opened.
type Change struct {
	Code int // which: the number of a GPIO, or the code of a key
	Down bool
	Age  time.Duration // how long ago
}

// A Reader reads contacts.
type Reader interface {
	// Read appends to dst what has changed since the last Read, the oldest first. It does not
	// wait. After ErrMissed the contacts can be read on; after any other error they must be
	// closed.
	Read(dst []Change) ([]Change, error)
	// Levels sets down[i] to whether the contact codes[i] is closed now.
	Levels(codes []int, down []bool) error
	Close() error
}

// A Lamp is a [Reader] with a light of three colours beside its contacts, each of them on or off.
type Lamp interface {
	// Light sets the light. It does not wait for a radio. After an error the light may be anything.
	Light(red, green, blue bool) error
}

// A Waiter is where the owner of contacts waits for them. A [Reader] that is one wakes nobody: its
// owner waits in it, so that nothing comes between a contact and the owner.
type Waiter interface {
	// Wait waits until there is something to read, until a time, or until Wake is called. It reports
	// whether there is something to read.
	Wait(until time.Time) bool
	// Wake ends Wait, or the next one. Any goroutine may call it, even after the Reader was closed.
	Wake()
}
