package caller

import "time"

// The clock of a table stands still while a [Caller] calls, and while everything is paused.

// Clock returns the table's time: the box's, less what passed while cues were called.
func (c *Caller) Clock(now time.Duration) time.Duration {
	if now < c.standTo || c.paused && c.standTo > c.pausedAt {
		return c.stood
	}
	return now - c.standTo + c.stood
}

// BoxTime turns a time of the table's clock into one of the box's.
func (c *Caller) BoxTime(now, at time.Duration) time.Duration {
	if now < c.standTo {
		at = max(at, c.stood)
	}
	return c.standTo + at - c.stood
}

// Running reports whether the table's clock runs.
func (c *Caller) Running(now time.Duration) bool { return now >= c.standTo }

// stand makes the table's clock stand until t.
func (c *Caller) stand(now, t time.Duration) {
	if t > now && t > c.standTo {
		c.stood, c.standTo = c.Clock(now), t
	}
}

// Pause stops the calling. A count that has begun is given up: it is called from the
// beginning again.
func (c *Caller) Pause(now time.Duration) {
	if b := c.Calling(); b != nil && b.Count > 0 {
		text, opens := b.Text, b.opens
		// The table's clock has run since the count began; it waits for what is called again.
		c.stand(now, now+now-(b.at-time.Duration(b.Count)*beat))
		rest := c.beats
		for len(rest) > 0 && rest[0].Count > 0 {
			rest = rest[1:]
		}
		by := time.Duration(0)
		if len(rest) > 0 {
			by = now + 4*beat - rest[0].at
		}
		for i := range rest {
			rest[i].at += by
			rest[i].end += by
		}
		c.beats = nil
		c.count(now, text, opens)
		c.beats = append(c.beats, rest...)
		c.free = c.beats[len(c.beats)-1].end
	}
	c.paused, c.pausedAt = true, now
}

// Resume continues the calling. It returns how long the calling stood still.
func (c *Caller) Resume(now time.Duration) time.Duration {
	by := now - c.pausedAt
	c.shift(by)
	if c.standTo > c.pausedAt {
		c.standTo += by
	}
	c.paused = false
	return by
}

// shift moves everything that is still to be called by d.
func (c *Caller) shift(d time.Duration) {
	for i := range c.beats {
		c.beats[i].at += d
		c.beats[i].end += d
	}
	c.free += d
}
