package drivers

import "time"

// lockout is how long after a press its contact may bounce without being released.
const lockout = 5 * time.Millisecond

// A Debounce turns the samples of one bouncing contact into presses. A press counts at once,
// at the first sample that is down; a release counts when the contact was quiet for a while.
// (QMK calls this asymmetric eager-defer; hardware lines must be clean, since noise down is
// a press.) The zero value is a button that is up, with a quiet time of 0.
type Debounce struct {
	Quiet time.Duration // how long a contact must be up to count as released

	down    bool          // as reported
	raw     bool          // as sampled last
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
	if !down || d.down {
		return false
	}
	d.down, d.pressed = true, now
	return true
}

// Due returns when the release is due. It returns false if none is due before another sample.
func (d *Debounce) Due() (time.Duration, bool) {
	if !d.down || d.raw {
		return 0, false
	}
	return max(d.changed+d.Quiet, d.pressed+lockout), true
}

// Release reports whether the button has been released by now. Releases come from it alone,
// so it must be called at the time of Due.
func (d *Debounce) Release(now time.Duration) bool {
	due, ok := d.Due()
	if !ok || now < due {
		return false
	}
	d.down = false
	return true
}
