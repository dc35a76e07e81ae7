package console

import (
	"time"

	"consigliere/engine/table"
)

// The clock of a table stands still while a [caller] calls, and while everything is paused.

// clock returns the table's time: that of the box, less what passed while cues were called.
func (c *caller) clock(now time.Duration) time.Duration {
	if now < c.standTo || c.paused && c.standTo > c.pausedAt {
		return c.stood
	}
	return now - c.standTo + c.stood
}

// boxTime turns a time of the table's clock into one of the box's.
func (c *caller) boxTime(now, at time.Duration) time.Duration {
	if now < c.standTo {
		at = max(at, c.stood)
	}
	return c.standTo + at - c.stood
}

// running reports whether the table's clock runs.
func (c *caller) running(now time.Duration) bool { return now >= c.standTo }

// stand makes the table's clock stand until t.
func (c *caller) stand(now, t time.Duration) {
	if t > now && t > c.standTo {
		c.stood, c.standTo = c.clock(now), t
	}
}

// pause stops the calling. A count that has begun is given up: it is called from the
// beginning again.
func (c *caller) pause(now time.Duration) {
	if b := c.calling(); b != nil && b.count > 0 {
		text, opens := b.text, b.opens
		// The table's clock has run since the count began; it waits for what is called again.
		c.stand(now, now+now-(b.at-time.Duration(b.count)*table.Beat))
		rest := c.beats
		for len(rest) > 0 && rest[0].count > 0 {
			rest = rest[1:]
		}
		by := time.Duration(0)
		if len(rest) > 0 {
			by = now + 4*table.Beat - rest[0].at
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

// resume goes on with the calling.
func (c *caller) resume(now time.Duration) {
	by := now - c.pausedAt
	c.shift(by)
	if c.standTo > c.pausedAt {
		c.standTo += by
	}
	c.paused = false
}

// shift moves everything that is still to be called by d.
func (c *caller) shift(d time.Duration) {
	for i := range c.beats {
		c.beats[i].at += d
		c.beats[i].end += d
	}
	c.free += d
}
