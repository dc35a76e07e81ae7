package drivers

import (
	"cmp"
	"errors"
	"fmt"
	"math/bits"
	"time"

	"periph.io/x/conn/v3/gpio"

	"consigliere/hw"
)

const (
	// rereads is how often one scan reads an expander whose line stays low. A button that
	// changes between two bytes of a burst needs one more read; a shorted line never rises.
	rereads = 4
	// stuckRetry is how long until a line that stayed low is read again, and stuckAfter how
	// often until that is an error.
	stuckRetry = 2 * time.Millisecond
	stuckAfter = 10
	// firstRetry and lastRetry are the least and the greatest pause after an expander failed.
	firstRetry = 5 * time.Millisecond
	lastRetry  = time.Second
	// PollEvery is how often the pins are read without an interrupt line.
	PollEvery = 4 * time.Millisecond
	// silentAfter is how many checks in a row must find a press that the interrupt line did
	// not signal. A single one may be a press in the middle of the check.
	silentAfter = 2
)

var (
	errUnwired = errors.New("no button is wired")
	// errStuck is the error of an interrupt line that stays low.
	errStuck = errors.New("the interrupt line stays low")
	// errSilent is the error of an interrupt line that does not signal presses.
	errSilent = errors.New("the interrupt line stays high when a button is pressed; the buttons are polled")
)

// A Key names a button of the box.
type Key struct {
	Pod    hw.Pod
	Button hw.Button
}

// A Bank is one expander with its buttons.
type Bank struct {
	Expander *Expander
	// Line is the interrupt line, which is low while the chip signals. Several banks may
	// share one. If it is nil, or as long as it does not work, the pins are polled.
	Line gpio.PinIn
	// Keys has the buttons by pin. Only pins that are wired in Expander count.
	Keys [16]Key
	// Noise is how long a button must be down to count as pressed, and Quiet how long it must be up to
	// count as released.
	Noise, Quiet time.Duration
	// Every is how often the pins are polled; 0 means [PollEvery]. A press between two times is kept
	// by the chip.
	Every time.Duration
}

// every returns how often the pins are polled.
func (k *bank) every() time.Duration { return cmp.Or(k.Every, PollEvery) }

// A bank is a Bank with its state.
type bank struct {
	Bank
	debounce [16]Debounce
	waiting  uint16 // buttons that are down and will be released
	err      error  // why it does not work now
	begun    bool   // it was configured once
	retry    time.Duration
	backoff  time.Duration
	poll     time.Duration
	was      time.Duration // when its pins were read before
	late     time.Duration // how long before this scan its line may have fallen

	lined   bool  // the line is an input with edges
	lineErr error // why the line does not work now
	relined time.Duration
	stuck   int  // how often in a row the line stayed low
	check   bool // whether to check that the line signals presses
	silent  int  // how often in a row it did not
}

// polled reports whether the pins are polled, as no line signals their changes.
func (k *bank) polled() bool { return k.Line == nil || !k.lined || k.silent >= silentAfter }

// lineLate is how long after an interrupt line has fallen a press is read at most.
const lineLate = time.Millisecond

// unsure returns how much earlier a press may have been than the scan that found it.
func (k *bank) unsure(now time.Duration) time.Duration {
	if k.polled() {
		return max(k.every(), now-k.was)
	}
	return max(lineLate, k.late)
}

// Buttons reads all buttons of the box and debounces them. One goroutine owns it.
//
// Call [Buttons.Scan] when an interrupt line has fallen, and at the time of [Buttons.Next]. A
// scan that has nothing to do only reads the level of each line.
type Buttons struct{ banks []bank }

// NewButtons returns the buttons of the banks. It sends nothing. The first Scan configures the
// chips, as does one after a fault.
func NewButtons(banks ...Bank) *Buttons {
	b := &Buttons{banks: make([]bank, len(banks))}
	for i := range banks {
		k := &b.banks[i]
		k.Bank = banks[i]
		k.err = errors.New("not configured yet")
		for j := range k.debounce {
			k.debounce[j].Noise, k.debounce[j].Quiet = k.Noise, k.Quiet
		}
	}
	return b
}

// Dead returns why no button can be read, as the last Scan found it, and nil while one can.
func (b *Buttons) Dead() error {
	err := errUnwired
	for i := range b.banks {
		if err = b.banks[i].err; err == nil {
			return nil
		}
	}
	return err
}

// Scan reads the expanders that signal a change, and appends the presses and releases to dst
// in the order in which they became known.
//
// A fault of a bus is an error and never a press. That expander is left alone for a while
// (5 ms, doubled up to a second); its configuration is checked, and if need be written
// again, before its pins are trusted. The others are read as usual. The same fault is
// reported once.
func (b *Buttons) Scan(now time.Duration, dst []hw.Press) ([]hw.Press, error) {
	return b.ScanLate(now, 0, dst)
}

// ScanLate is Scan by an owner that was busy, so that a line may have fallen as long ago as late.
func (b *Buttons) ScanLate(now, late time.Duration, dst []hw.Press) ([]hw.Press, error) {
	var errs error
	for i := range b.banks {
		k := &b.banks[i]
		k.late = late
		if k.err != nil || k.check || k.polled() {
			var err error
			if dst, err = k.visit(now, dst); err != nil {
				errs = errors.Join(errs, err)
			}
		}
	}
	signalled := true
	for n := 0; n < rereads && signalled; n++ {
		signalled = false
		for i := range b.banks {
			k := &b.banks[i]
			if k.quiet(now) {
				continue
			}
			signalled = true
			var err error
			if dst, err = k.read(now, dst); err != nil {
				errs = errors.Join(errs, err)
			}
		}
	}
	for i := range b.banks {
		k := &b.banks[i]
		if k.err == nil && k.tries(now) {
			var err error
			if dst, err = k.read(now, dst); err != nil {
				errs = errors.Join(errs, err)
			}
		}
		if err := k.settle(now, signalled); err != nil {
			errs = errors.Join(errs, err)
		}
		if k.err == nil { // what a button does while nobody sees it is not known
			dst = k.release(now, dst)
		}
	}
	return dst, errs
}

// Next returns when Scan must be called even if no line falls. It returns false if it need
// not be called before.
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
		if k.err != nil {
			sooner(k.retry)
			continue
		}
		if k.retry != 0 {
			sooner(k.retry)
		} else if k.polled() {
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

// Check reads the configuration of the i-th expander back. It is meant to be called now and
// then, as an expander that lost power does not report it. One that lost its configuration is
// configured again by the next Scan, which also looks for a press that the interrupt line did
// not signal. Check returns why the expander does not work, as [Buttons.Err] does.
func (b *Buttons) Check(now time.Duration, i int) error {
	k := &b.banks[i]
	if k.err != nil {
		return k.err
	}
	k.check = true
	if err := k.Expander.Check(); err != nil {
		_ = k.fail(now, err) // Err returns it
	}
	return k.err
}

// Err returns why the i-th bank does not work now, or nil if it does.
func (b *Buttons) Err(i int) error { return b.banks[i].err }

// LineErr returns why the interrupt line of the i-th bank does not work now, or nil if it does
// or if there is none. The buttons are polled then.
func (b *Buttons) LineErr(i int) error { return b.banks[i].lineErr }

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

// visit does what is due without a signal of the line: it recovers the expander, polls it, or
// checks the line.
func (k *bank) visit(now time.Duration, dst []hw.Press) ([]hw.Press, error) {
	if k.err != nil {
		return k.recover(now, dst)
	}
	if !k.polled() {
		k.check = false
		return k.listen(now, dst)
	}
	if now < k.poll {
		return dst, nil
	}
	k.poll = now + k.every()
	k.takeLine(now)
	low := k.lined && !bool(k.Line.Read())
	r, err := k.Expander.read()
	if err != nil {
		return dst, k.fail(now, err)
	}
	if low && r.fresh != 0 {
		k.silent, k.lineErr = 0, nil // it signals again
	}
	return k.take(now, dst, r), nil
}

// takeLine makes the line an input with edges. It does so once, as [Watch] may be waiting for
// them.
func (k *bank) takeLine(now time.Duration) {
	if k.Line == nil || k.lined || now < k.relined {
		return
	}
	k.relined = now + lastRetry
	if err := k.Line.In(gpio.PullUp, gpio.FallingEdge); err != nil {
		k.lineErr = fmt.Errorf("%w; the buttons are polled", err)
		return
	}
	k.lined, k.lineErr = true, nil
}

// listen reads the pins although the line is high, as a broken wire would signal no press.
func (k *bank) listen(now time.Duration, dst []hw.Press) ([]hw.Press, error) {
	if !k.Line.Read() {
		return dst, nil // the line signals; settle reads it
	}
	r, err := k.Expander.read()
	if err != nil {
		return dst, k.fail(now, err)
	}
	if r.fresh == 0 {
		return dst, nil
	}
	if k.silent++; k.silent == silentAfter {
		k.lineErr = errSilent
	}
	return k.take(now, dst, r), nil
}

// quiet reports whether the bank signals nothing, or nothing that can be read now.
func (k *bank) quiet(now time.Duration) bool {
	return k.err != nil || k.polled() || k.stuck > 0 && now < k.retry || bool(k.Line.Read())
}

// settle ends a scan; signalled says that some line was low when it was read last. A line that is still low belongs to another chip that failed, to a very
// busy contact, or is shorted. It is read again soon, and is an error after a while.
func (k *bank) settle(now time.Duration, signalled bool) error {
	if k.err != nil || k.polled() || k.stuck > 0 && now < k.retry {
		return nil
	}
	if !signalled || bool(k.Line.Read()) {
		if k.stuck >= stuckAfter {
			k.lineErr = nil
		}
		k.stuck, k.retry = 0, 0
		return nil
	}
	k.stuck++
	k.retry = now + stuckRetry
	if k.stuck >= stuckAfter {
		k.retry = now + PollEvery // as if polled
	}
	if k.stuck == stuckAfter {
		k.lineErr = errStuck
		return fmt.Errorf("expander %s: %w", k.Expander.name, errStuck)
	}
	return nil
}

// read reads one burst because the line is low. A shared line may be low for another bank.
func (k *bank) read(now time.Duration, dst []hw.Press) ([]hw.Press, error) {
	r, err := k.Expander.read()
	if err != nil {
		return dst, k.fail(now, err)
	}
	if r.fresh != 0 {
		k.silent = 0
	}
	return k.take(now, dst, r), nil
}

// tries reports whether a button must be sampled again.
func (k *bank) tries(now time.Duration) bool {
	for w := k.waiting; w != 0; w &= w - 1 {
		d := &k.debounce[bits.TrailingZeros16(w)]
		if due, ok := d.Due(); ok && d.Trying() && now >= due {
			return true
		}
	}
	return false
}

// shortPress is shorter than any that a finger makes, by more than what passes until it is sampled
// twice.
const shortPress = 13 * time.Millisecond

// take debounces a reading. What the chip has captured, and is no more, was noise; or a press that
// came and went, if nobody has looked for that long.
func (k *bank) take(now time.Duration, dst []hw.Press, r reading) []hw.Press {
	unseen := k.late
	if k.polled() {
		unseen = max(unseen, now-k.was)
	}
	if k.Noise == 0 || unseen >= shortPress {
		dst = k.press(now, dst, r.captured&^r.now&r.fresh)
	}
	dst = k.sample(now, dst, r.captured, r.fresh)
	dst = k.sample(now, dst, r.now, k.Expander.wired)
	k.was = now
	return dst
}

// press takes pins as pressed, if they are not.
func (k *bank) press(now time.Duration, dst []hw.Press, mask uint16) []hw.Press {
	for ; mask != 0; mask &= mask - 1 {
		d := &k.debounce[bits.TrailingZeros16(mask)]
		noise := d.Noise
		d.Noise = 0
		dst = k.sample(now, dst, mask, mask&-mask)
		d.Noise = noise
	}
	return dst
}

// sample debounces the levels of the pins in mask.
func (k *bank) sample(now time.Duration, dst []hw.Press, levels, mask uint16) []hw.Press {
	mask &= levels | k.waiting // a button that is up and stays up has nothing to tell
	for ; mask != 0; mask &= mask - 1 {
		pin := bits.TrailingZeros16(mask)
		bit := uint16(1) << pin
		d := &k.debounce[pin]
		if d.Sample(now, levels&bit != 0) {
			dst = append(dst, hw.Press{At: now, Pod: k.Keys[pin].Pod, Button: k.Keys[pin].Button, Down: true, Unsure: k.unsure(now)})
		}
		if d.down || d.Trying() {
			k.waiting |= bit
		} else {
			k.waiting &^= bit
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

// fail records a fault and returns it, or nil if it is known already.
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

// recover tries an expander that failed again when it is time. If the chip kept its
// configuration, what it captured during the fault counts. If not, it is configured again and
// only the present levels count: a button that is down is pressed now, one that has come up in
// the meantime is released.
func (k *bank) recover(now time.Duration, dst []hw.Press) ([]hw.Press, error) {
	if now < k.retry {
		return dst, nil
	}
	k.takeLine(now)
	k.late = max(k.late, now-k.was) // as old as the fault may be
	err := errReset
	if k.begun {
		err = k.Expander.Check()
	}
	kept := err == nil
	if errors.Is(err, errReset) {
		err = k.Expander.Configure()
	}
	if err != nil { // a chip that does not answer may have kept what it captured
		return dst, k.fail(now, err)
	}
	r, err := k.Expander.read()
	if err != nil {
		return dst, k.fail(now, err)
	}
	k.works()
	if !kept {
		r.fresh = 0
	}
	return k.take(now, dst, r), nil
}

func (k *bank) works() {
	k.err, k.begun, k.retry, k.backoff, k.stuck = nil, true, 0, 0, 0
	if errors.Is(k.lineErr, errStuck) {
		k.lineErr = nil
	}
}
