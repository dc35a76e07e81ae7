package drivers

import "time"

// lockout is how long after a press its contact may bounce without being released.
const lockout = 5 * time.Millisecond

// A Debounce turns the samples of one bouncing contact into presses. A press counts when the contact
// was down for a moment, twice in a row; a release when it was quiet for a while. (QMK calls the
// latter asymmetric eager-defer. Without the second sample a spike on a cable is a press.) The zero
// value is a button that is up, whose presses count at once, with a quiet time of 0.
type Debounce struct {
	Noise time.Duration // how long a contact must be down to count as pressed; 0 takes the first sample
	Quiet time.Duration // how long a contact must be up to count as released

	down    bool          // as reported
	raw     bool          // as sampled last
	trying  bool          // it is down, and does not count yet
	tried   time.Duration // since when
	pressed time.Duration // when the press was reported
	changed time.Duration // when raw changed last
}

// Down reports whether the button counts as pressed.
func (d *Debounce) Down() bool { return d.down }

// Sample takes a sample of the contact. It reports whether the button has just been pressed.
func (d *Debounce) Sample(now time.Duration, down bool) bool {
	if down != d.raw {
		d.raw, d.changed = down, now
	}
	switch {
	case d.down:
		return false
	case !down:
		d.trying = false
		return false
	case !d.trying:
		d.trying, d.tried = true, now
	}
	return d.Press(now)
}

// Press reports whether the button has been pressed by now, as it is still down.
func (d *Debounce) Press(now time.Duration) bool {
	if !d.trying || now < d.tried+d.Noise {
		return false
	}
	d.trying, d.down, d.pressed = false, true, now
	return true
}

// Trying reports whether the contact is down and does not count yet; it must be sampled again at the
// time of Due.
func (d *Debounce) Trying() bool { return d.trying }

// Due returns when a press may count, or a release is due. It returns false if neither is before
// another sample.
func (d *Debounce) Due() (time.Duration, bool) {
	switch {
	case d.trying:
		return d.tried + d.Noise, true
	case !d.down || d.raw:
		return 0, false
	}
	return max(d.changed+d.Quiet, d.pressed+lockout), true
}

// Release reports whether the button has been released by now. Releases come from it alone,
// so it must be called at the time of Due.
func (d *Debounce) Release(now time.Duration) bool {
	due, ok := d.Due()
	if !ok || d.trying || now < due {
		return false
	}
	d.down = false
	return true
}
