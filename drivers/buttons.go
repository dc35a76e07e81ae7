package drivers

import (
	"errors"
	"fmt"
	"math/bits"
	"time"

	"periph.io/x/conn/v3/gpio"

	"consigliere/hw"
)

const (
	// rereads is how often one scan reads an expander whose line stays low. A button that
	// changes between two bytes of a burst takes one more; a line that is shorted, many.
	rereads = 4
	// stuckRetry is when a line that stayed low all the same is read again, and stuckAfter
	// how often until that is an error.
	stuckRetry = 2 * time.Millisecond
	stuckAfter = 10
	// firstRetry and lastRetry bound how long an expander that failed is left alone.
	firstRetry = 5 * time.Millisecond
	lastRetry  = time.Second
	// pollEvery is how often the pins are read without an interrupt line.
	pollEvery = 4 * time.Millisecond
)

// errStuck is an interrupt line that nothing ends.
var errStuck = errors.New("the interrupt line stays low")

// A Key names a button of the box.
type Key struct {
	Pod    hw.Pod
	Button hw.Button
}

// A Bank is one expander with its buttons.
type Bank struct {
	Expander *Expander
	// Line is the interrupt line, low while the chip has something to tell. Several banks
	// may share one. Nil: the pins are polled.
	Line gpio.PinIn
	// Keys are the buttons by pin; only pins that the expander was made with count.
	Keys [16]Key
	// Quiet is how long a button must be up to count as released.
	Quiet time.Duration
}

// bank is a Bank at work.
type bank struct {
	Bank
	debounce [16]Debounce
	waiting  uint16 // buttons that are down, whose release is due some time
	err      error  // why it does not work now
	begun    bool   // it was configured once
	lined    bool   // the line is an input with edges
	stuck    int    // how often in a row the line stayed low
	retry    time.Duration
	backoff  time.Duration
	poll     time.Duration
}

// Buttons read all buttons of the box and debounce them. One goroutine owns them.
//
// Call [Buttons.Scan] when an interrupt line has fallen and when [Buttons.Next] says. A
// scan that has nothing to do costs a look at each line.
type Buttons struct{ banks []bank }

// NewButtons returns the buttons of the banks. It sends nothing: the first Scan configures
// the chips, and so does one after a fault.
func NewButtons(banks ...Bank) *Buttons {
	b := &Buttons{banks: make([]bank, len(banks))}
	for i := range banks {
		k := &b.banks[i]
		k.Bank = banks[i]
		k.err = errors.New("not configured yet")
		for j := range k.debounce {
			k.debounce[j].Quiet = k.Quiet
		}
	}
	return b
}

// Scan reads the expanders that have something to tell, and appends the presses and
// releases to dst in the order in which they became known.
//
// A fault of a bus is an error and never a press: that expander is left alone for a while
// (5 ms, doubled up to a second), and its configuration is checked, and if need be written
// anew, before its pins are believed again.
// The others are read all the same. The same fault is reported once.
func (b *Buttons) Scan(now time.Duration, dst []hw.Press) ([]hw.Press, error) {
	var errs error
	for i := range b.banks {
		k := &b.banks[i]
		if k.err != nil || k.Line == nil {
			var err error
			if dst, err = k.visit(now, dst); err != nil {
				errs = errors.Join(errs, err)
			}
		}
	}
	for range rereads {
		told := false
		for i := range b.banks {
			k := &b.banks[i]
			if k.quiet(now) {
				continue
			}
			told = true
			var err error
			if dst, err = k.read(now, dst); err != nil {
				errs = errors.Join(errs, err)
			}
		}
		if !told {
			break
		}
	}
	for i := range b.banks {
		k := &b.banks[i]
		if err := k.settle(now); err != nil {
			errs = errors.Join(errs, err)
		}
		if k.waiting != 0 {
			dst = k.release(now, dst)
		}
	}
	return dst, errs
}

// Next returns when Scan is wanted though no line falls; false: not before one does.
func (b *Buttons) Next() (time.Duration, bool) {
	var next time.Duration
	found := false
	sooner := func(t time.Duration) {
		if !found || t < next {
			next, found = t, true
		}
	}
	for i := range b.banks {
		k := &b.banks[i]
		if k.retry != 0 || k.err != nil {
			sooner(k.retry)
		} else if k.Line == nil {
			sooner(k.poll)
		}
		for w := k.waiting; w != 0; w &= w - 1 {
			if due, ok := k.debounce[bits.TrailingZeros16(w)].Due(); ok {
				sooner(due)
			}
		}
	}
	return next, found
}

// Check reads the configuration of every expander back, for a slow round of health: an
// expander that lost power says nothing by itself. One that lost its configuration gets it
// anew at the next Scan.
func (b *Buttons) Check(now time.Duration) error {
	var errs error
	for i := range b.banks {
		k := &b.banks[i]
		if k.err != nil {
			continue
		}
		if err := k.Expander.Check(); err != nil {
			errs = errors.Join(errs, k.fail(now, err))
		}
	}
	return errs
}

// Err returns why the i-th bank does not work now, nil if it does.
func (b *Buttons) Err(i int) error { return b.banks[i].err }

// Held reports whether a button counts as pressed.
func (b *Buttons) Held(key Key) bool {
	for i := range b.banks {
		k := &b.banks[i]
		for w := k.Expander.wired; w != 0; w &= w - 1 {
			if pin := bits.TrailingZeros16(w); k.Keys[pin] == key {
				return k.debounce[pin].Down()
			}
		}
	}
	return false
}

// visit does what is due without a line that tells: mending, or polling.
func (k *bank) visit(now time.Duration, dst []hw.Press) ([]hw.Press, error) {
	if k.err != nil {
		return k.recover(now, dst)
	}
	if now < k.poll {
		return dst, nil
	}
	k.poll = now + pollEvery
	return k.read(now, dst)
}

// quiet reports whether the bank has nothing to tell, or nothing that can be heard now.
func (k *bank) quiet(now time.Duration) bool {
	return k.err != nil || k.Line == nil || k.stuck > 0 && now < k.retry || bool(k.Line.Read())
}

// settle ends a scan: a line that is still low belongs to another chip that failed, to a
// very busy contact, or is shorted. It is read again soon, and is an error after a while.
func (k *bank) settle(now time.Duration) error {
	if k.err != nil || k.Line == nil || k.stuck > 0 && now < k.retry {
		return nil
	}
	if k.Line.Read() {
		k.stuck, k.retry = 0, 0
		return nil
	}
	k.stuck++
	k.retry = now + stuckRetry
	if k.stuck == stuckAfter {
		return fmt.Errorf("expander %s: %w", k.Expander.name, errStuck)
	}
	return nil
}

// read takes one burst.
func (k *bank) read(now time.Duration, dst []hw.Press) ([]hw.Press, error) {
	r, err := k.Expander.read()
	if err != nil {
		return dst, k.fail(now, err)
	}
	dst = k.sample(now, dst, r.captured, r.fresh)
	return k.sample(now, dst, r.now, k.Expander.wired), nil
}

// sample gives the levels of the pins in mask to the debouncing.
func (k *bank) sample(now time.Duration, dst []hw.Press, levels, mask uint16) []hw.Press {
	for ; mask != 0; mask &= mask - 1 {
		pin := bits.TrailingZeros16(mask)
		bit := uint16(1) << pin
		d := &k.debounce[pin]
		if d.Sample(now, levels&bit != 0) {
			dst = append(dst, hw.Press{At: now, Pod: k.Keys[pin].Pod, Button: k.Keys[pin].Button, Down: true})
		}
		if d.down {
			k.waiting |= bit
		}
	}
	return dst
}

// release appends the releases that are due.
func (k *bank) release(now time.Duration, dst []hw.Press) []hw.Press {
	for w := k.waiting; w != 0; w &= w - 1 {
		pin := bits.TrailingZeros16(w)
		if k.debounce[pin].Release(now) {
			k.waiting &^= 1 << pin
			dst = append(dst, hw.Press{At: now, Pod: k.Keys[pin].Pod, Button: k.Keys[pin].Button})
		}
	}
	return dst
}

// fail notes a fault and returns it, or nil if it is known already.
func (k *bank) fail(now time.Duration, err error) error {
	known := k.err != nil && k.err.Error() == err.Error()
	k.err = err
	k.backoff = min(max(2*k.backoff, firstRetry), lastRetry)
	k.retry = now + k.backoff
	if known {
		return nil
	}
	return err
}

// recover takes an expander back when it is time. If the chip kept its configuration, what
// it captured during the fault still counts. If it did not, it is configured anew and only
// the levels now count: a button that is down is pressed now, one that has come up
// meanwhile is released.
func (k *bank) recover(now time.Duration, dst []hw.Press) ([]hw.Press, error) {
	if now < k.retry {
		return dst, nil
	}
	if k.Line != nil && !k.lined {
		if err := k.Line.In(gpio.PullUp, gpio.FallingEdge); err != nil {
			return dst, k.fail(now, fmt.Errorf("expander %s: interrupt line: %w", k.Expander.name, err))
		}
		k.lined = true // once: somebody may be waiting for its edges
	}
	if k.begun && k.Expander.Check() == nil {
		dst, err := k.read(now, dst)
		if err == nil {
			k.works()
		}
		return dst, err
	}
	if err := k.Expander.Configure(); err != nil {
		return dst, k.fail(now, err)
	}
	r, err := k.Expander.read()
	if err != nil {
		return dst, k.fail(now, err)
	}
	k.works()
	return k.sample(now, dst, r.now, k.Expander.wired), nil
}

func (k *bank) works() {
	k.err, k.begun, k.retry, k.backoff, k.stuck = nil, true, 0, 0, 0
}
