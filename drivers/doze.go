package drivers

import (
	"slices"
	"time"

	"consigliere/hw"
)

// The contrasts of displays that are used, and of those that nobody has touched for a while: an
// OLED that shows the menu day and night wears out within a year.
const (
	fullContrast = 0xCF
	dimContrast  = 0x08
)

// A doze is how the displays rest while nothing happens.
type doze struct {
	dim, off  time.Duration // after how long; 0 if they do not rest
	since     time.Duration // of the last press, or of what was new on the main screen
	drawn     bool          // something was new on it since the last look
	dimmed    bool
	asleep    bool
	swallowed []Key // buttons that woke the displays, and are yet to come up
}

// Rest lets the displays dim, and go out, when nothing was pressed and nothing new was on the main
// screen for so long. The press that wakes them counts for nothing else. What private screens show
// has no part in it.
func (p *Parts) Rest(dim, off time.Duration) { p.doze.dim, p.doze.off = dim, off }

// rests lets the displays rest or wake, and takes the presses that woke them out of those from n on.
func (p *Parts) rests(now time.Duration, dst []hw.Press, n int) []hw.Press {
	d := &p.doze
	if d.off == 0 {
		return dst
	}
	if d.since == 0 {
		d.since = now
	}
	if len(dst) > n || d.drawn {
		woken := d.asleep && len(dst) > n
		d.since, d.drawn = now, false
		if d.dimmed {
			d.dimmed = false
			p.eachScreen(func(s *watchedScreen) { _ = s.SetContrast(p.contrast()) }) // checks tell of displays that fail
		}
		if d.asleep {
			d.asleep = false
			p.eachScreen(func(s *watchedScreen) { _ = s.SetOff(false) })
		}
		return d.swallow(dst, n, woken)
	}
	switch idle := now - d.since; {
	case idle >= d.off && !d.asleep:
		d.asleep = true
		p.eachScreen(func(s *watchedScreen) { _ = s.SetOff(true) })
	case idle >= d.dim && !d.dimmed:
		d.dimmed = true
		p.eachScreen(func(s *watchedScreen) { _ = s.SetContrast(min(dimContrast, p.contrast())) })
	}
	return dst
}

// swallow takes out the presses that woke the displays, and what comes of the same fingers.
func (d *doze) swallow(dst []hw.Press, n int, woken bool) []hw.Press {
	kept := dst[:n]
	for _, press := range dst[n:] {
		key := Key{press.Pod, press.Button}
		at := slices.Index(d.swallowed, key)
		switch {
		case woken && press.Down && at < 0:
			d.swallowed = append(d.swallowed, key)
		case at >= 0:
			if !press.Down {
				d.swallowed = slices.Delete(d.swallowed, at, at+1)
			}
		default:
			kept = append(kept, press)
		}
	}
	return kept
}

// contrast returns the contrast of displays in use.
func (p *Parts) contrast() byte { return byte(max(1, fullContrast*p.bright/100)) }

// brighten sets how bright displays and lights are, in percent. Lights that are on or off stay as
// they are.
func (p *Parts) brighten(percent int) {
	p.bright = percent
	if !p.doze.dimmed {
		p.eachScreen(func(s *watchedScreen) { _ = s.SetContrast(p.contrast()) }) // checks tell of displays that fail
	}
	if l, ok := p.box.Lights.(*podLights); ok {
		l.bright = percent
		if asked := l.asked; asked != nil {
			l.asked = nil // each is another now
			_ = l.Set(asked)
		}
	}
}

// eachScreen calls f with each display.
func (p *Parts) eachScreen(f func(*watchedScreen)) {
	for pod := hw.Panel; int(pod) < p.box.Pods; pod++ {
		s := p.box.PrivateScreen(pod)
		if pod == hw.Panel {
			s = p.box.Main
		}
		if w, ok := s.(*watchedScreen); ok {
			f(w)
		}
	}
}
