package drivers

import (
	"errors"
	"fmt"
	"math"
	"slices"
	"time"

	"consigliere/drivers/contact"
	"consigliere/hw"
)

// A Source is where buttons are that report by themselves.
type Source struct {
	Name string
	// Open opens the contacts. It is called again after they have failed.
	Open func() (contact.Reader, error)
	Keys map[int]Key // the buttons, by the code of their contact
	// Noise is how long a button must be down to count as pressed, and Quiet how long it must be up to
	// count as released.
	Noise, Quiet time.Duration
	// Unsure is how much earlier than reported a press may have been.
	Unsure time.Duration
}

// Direct reads the buttons of one source and debounces them by the times at which they
// changed, so a host that is late loses no press and takes none for another's. One goroutine
// owns it.
//
// Call [Direct.Scan] when the source has woken the owner, and at the time of [Direct.Next].
type Direct struct {
	Source
	codes []int // in order
	state []directKey
	read  []contact.Change
	down  []bool

	contacts contact.Reader // nil as long as they do not work
	err      error
	retry    time.Duration
	backoff  time.Duration
	level    bool          // the levels must be read
	due      time.Duration // no release is due before
	last     time.Duration // of the last press or release
	scanned  time.Duration // when it was last known how things are
	lit      [3]bool       // red, green and blue, as they shall be
	relight  bool          // the light is not known to be so
}

// A directKey is a button of a Direct.
type directKey struct {
	Debounce
	key Key
	raw bool // as the source has reported it last
	// leveled is whether raw was last taken from the levels. The change that they showed is yet to
	// be reported, and tells nothing new then.
	leveled bool
}

// NewDirect returns the buttons of a source. The first Scan opens it.
func NewDirect(s Source) *Direct {
	d := &Direct{Source: s, err: errors.New("not opened yet")}
	for code := range s.Keys {
		d.codes = append(d.codes, code)
	}
	slices.Sort(d.codes)
	for _, code := range d.codes {
		d.state = append(d.state, directKey{Debounce: Debounce{Noise: s.Noise, Quiet: s.Quiet}, key: s.Keys[code]})
	}
	d.down = make([]bool, len(d.codes))
	return d
}

// Scan appends the presses and releases since the last Scan, in order, each with the time at
// which it happened.
//
// A source that fails is an error and never a press; it is opened again after a while (5 ms,
// doubled up to a second). The same error is returned once. A button that is down when the
// source is there again is pressed then, one that has come up meanwhile is released.
func (d *Direct) Scan(now time.Duration, dst []hw.Press) ([]hw.Press, error) {
	if d.contacts == nil {
		if now < d.retry {
			return d.settle(now, dst), nil
		}
		c, err := d.Open()
		if err != nil {
			return d.settle(now, dst), d.fail(now, err)
		}
		d.contacts, d.level, d.relight = c, true, d.lit != [3]bool{}
	}
	d.shine()
	var err error
	d.read, err = d.contacts.Read(d.read[:0])
	for _, c := range d.read {
		dst = d.change(max(now-c.Age, d.last), c, dst)
	}
	if errors.Is(err, contact.ErrMissed) {
		d.level, err = true, nil
	}
	if err == nil && d.level {
		dst, err = d.levels(now, dst)
	}
	if err != nil {
		err = errors.Join(err, d.contacts.Close())
		d.contacts = nil
		return d.settle(now, dst), d.fail(now, err)
	}
	d.err, d.backoff, d.scanned = nil, 0, now
	return d.settle(now, dst), nil
}

// Light sets the light beside the buttons, where there is one. What is not there, or fails, is lit when it
// is there again.
func (d *Direct) Light(red, green, blue bool) {
	if lit := [3]bool{red, green, blue}; lit != d.lit {
		d.lit, d.relight = lit, true
	}
	d.shine()
}

// shine lights what shall be lit. A light that fails is tried again with the next Scan, and whether the
// source itself fails is for Read to say.
func (d *Direct) shine() {
	if !d.relight || d.contacts == nil {
		return
	}
	lamp, ok := d.contacts.(contact.Lamp)
	d.relight = ok && lamp.Light(d.lit[0], d.lit[1], d.lit[2]) != nil
}

// change takes one change.
func (d *Direct) change(at time.Duration, c contact.Change, dst []hw.Press) []hw.Press {
	dst = d.settle(at, dst)
	i, ok := slices.BinarySearch(d.codes, c.Code)
	if !ok {
		return dst
	}
	s := &d.state[i]
	told := s.leveled && c.Down == s.raw
	if s.leveled = false; told {
		return dst
	}
	if c.Down == s.raw {
		// The kernel reads the level late, so two changes in a row may look like one that was
		// none: there was another between them.
		dst = d.sample(at, d.Unsure, s, !c.Down, dst)
	}
	return d.sample(at, d.Unsure, s, c.Down, dst)
}

func (d *Direct) sample(at, unsure time.Duration, s *directKey, down bool, dst []hw.Press) []hw.Press {
	s.raw = down
	if s.Sample(at, down) {
		d.last = at
		dst = append(dst, hw.Press{At: at, Pod: s.key.Pod, Button: s.key.Button, Down: true, Unsure: unsure})
	}
	if due, ok := s.Due(); ok {
		d.due = min(d.due, due)
	}
	return dst
}

// levels takes the levels as they are now.
func (d *Direct) levels(now time.Duration, dst []hw.Press) ([]hw.Press, error) {
	if err := d.contacts.Levels(d.codes, d.down); err != nil {
		return dst, err
	}
	d.level = false
	for i := range d.state {
		if s := &d.state[i]; s.raw != d.down[i] {
			s.leveled = true
			at := max(now, d.last)
			dst = d.sample(at, at-d.scanned, s, d.down[i], dst)
		}
	}
	return dst, nil
}

// settle appends the presses and releases that are due, in the order in which they are. A contact
// that went down and has not been heard of since is down.
func (d *Direct) settle(now time.Duration, dst []hw.Press) []hw.Press {
	if d.contacts == nil {
		return dst // what a button does now is not known
	}
	for d.due <= now {
		s, due := d.first()
		d.due = due
		if s == nil || due > now {
			break
		}
		d.last = max(d.last, due)
		press := hw.Press{At: d.last, Pod: s.key.Pod, Button: s.key.Button}
		if press.Down = s.Press(due); press.Down {
			press.Unsure = d.Unsure
		} else {
			s.Release(due)
		}
		dst = append(dst, press)
	}
	return dst
}

// first returns the button whose release is due first, and when. If none is due before another
// change, it returns nil and the end of time.
func (d *Direct) first() (*directKey, time.Duration) {
	var first *directKey
	at := time.Duration(math.MaxInt64)
	for i := range d.state {
		if due, ok := d.state[i].Due(); ok && due < at {
			first, at = &d.state[i], due
		}
	}
	return first, at
}

// fail records an error and returns it, or nil if it is known already.
func (d *Direct) fail(now time.Duration, err error) error {
	err = fmt.Errorf("%s: %w", d.Name, err)
	known := d.err != nil && d.err.Error() == err.Error()
	d.err = err
	d.backoff = min(max(2*d.backoff, firstRetry), lastRetry)
	d.retry = now + d.backoff
	if known {
		return nil
	}
	return err
}

// Next returns when Scan must be called even if the source does not wake anybody. It returns
// false if it need not be called before.
func (d *Direct) Next() (time.Duration, bool) {
	switch {
	case d.contacts == nil:
		return d.retry, true
	case d.level:
		return d.scanned, true
	}
	s, at := d.first()
	return at, s != nil
}

// Check lets the next Scan read the levels, and returns why the source does not work, or nil
// if it does. That Scan is due at once: a press should not wait for the levels. It is meant to be
// called now and then.
func (d *Direct) Check() error {
	d.level = true
	return d.err
}

// Err returns why the source does not work now, or nil if it does.
func (d *Direct) Err() error { return d.err }

// Held reports whether a button counts as pressed.
func (d *Direct) Held(key Key) bool {
	for i := range d.state {
		if d.state[i].key == key {
			return d.state[i].Down()
		}
	}
	return false
}

// Close closes the source.
func (d *Direct) Close() error {
	if d.contacts == nil {
		return nil
	}
	defer func() { d.contacts = nil }()
	return d.contacts.Close()
}
