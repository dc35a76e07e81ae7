package chip

import "sync"

// A wire is what an I2C bus and an SPI port have in common: a lock, counters, and the faults
// that a test injects.
type wire struct {
	mu sync.Mutex
	// mu guards the following, and the registers of every chip on the wire.
	bytes int
	count int // transfers so far
	fail  int // the transfer that fails, counted like count; 0 means that none does
	after int // how many bytes of it still pass
	cut   bool
}

// Fail lets the n-th transfer from now fail (1 is the next one) after k bytes of it have
// passed; on I2C the address counts as a byte. A shorter transfer passes whole and fails
// nevertheless, as if its end was lost. Fail replaces an earlier fault; an n of 0 removes it.
func (w *wire) Fail(n, k int) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.fail, w.after = 0, k
	if n > 0 {
		w.fail = w.count + n
	}
}

// Cut breaks the wire, so that every transfer fails, or repairs it.
func (w *wire) Cut(broken bool) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.cut = broken
}

// Bytes returns how many bytes have passed; on I2C with the addresses, also those that nobody
// acknowledged and the second one of a repeated START.
func (w *wire) Bytes() int {
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.bytes
}

// Transactions returns how many transfers there have been, failed ones included.
func (w *wire) Transactions() int {
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.count
}

// beginLocked counts a transfer and returns how many bytes of it pass before an injected
// fault, or a negative number if there is none.
func (w *wire) beginLocked() (budget int, err error) {
	w.count++
	switch {
	case w.cut:
		return 0, ErrFault
	case w.fail != 0 && w.count == w.fail:
		w.fail = 0
		return w.after, nil
	}
	return -1, nil
}
