package console

import (
	"time"

	"consigliere/hw"
	"consigliere/hw/lang"
	"consigliere/hw/screen"
)

// A Painter draws pages; a [screen.Type] is one.
type Painter interface {
	// Paint draws the page over the whole frame and returns how many parts it has: 1 where
	// all of its lines fit.
	Paint(f *hw.Frame, l lang.Lang, p *screen.Page) int
}

// A port is a screen and what was last shown on it.
type port struct {
	fault
	screen  hw.Screen
	frame   *hw.Frame // to draw on
	shown   *hw.Frame
	valid   bool // shown is what the screen shows
	retryAt time.Duration
}

func newPort(part string, s hw.Screen) port {
	p := port{fault: fault{part: part}, screen: s}
	if s != nil {
		w, h := s.Size()
		p.frame, p.shown = hw.NewFrame(w, h), hw.NewFrame(w, h)
	}
	return p
}

// works reports whether there is a screen that answers.
func (p *port) works() bool { return p.screen != nil && !p.bad() }

// show makes the screen show the page, and returns how many parts the page has.
func (k *Console) show(p *port, l lang.Lang, page *screen.Page) int {
	if p.screen == nil {
		return 1
	}
	parts := k.paint.Paint(p.frame, l, page)
	if p.valid && p.frame.Equal(p.shown) || p.bad() && k.now < p.retryAt {
		return parts
	}
	if err := p.screen.Show(p.frame); err != nil {
		p.valid, p.retryAt = false, k.now+retryEvery
		k.failed(&p.fault, err)
		k.redraw() // the peek may take its place
		return parts
	}
	p.frame, p.shown = p.shown, p.frame
	p.valid = true
	k.worked(&p.fault)
	return parts
}

// stepDraw draws what may have changed. All screens are drawn together, so that when one is
// drawn does not tell what another shows.
func (k *Console) stepDraw() {
	if k.now < k.nextDraw() {
		return
	}
	dirty := k.dirty
	k.dirty = 0
	if dirty&(1<<k.panel()) != 0 || k.main.bad() {
		if parts := k.show(&k.main, k.mainLang, k.mainPage()); parts != k.pages {
			k.pages, k.pageAt = parts, 0
			if parts > 1 {
				k.pageAt = k.now + pageEvery
			}
		}
	}
	for i := range k.pods {
		if p := &k.pods[i]; p.screen != nil && (dirty&(1<<i) != 0 || p.bad()) {
			k.show(p, k.langs[i], k.podPage(i))
		}
	}
}

// nextDraw returns when screens are drawn.
func (k *Console) nextDraw() time.Duration {
	at := never
	if k.dirty != 0 {
		at = k.drawAt
	}
	if k.main.bad() {
		at = min(at, k.main.retryAt)
	}
	for i := range k.pods {
		if k.pods[i].bad() {
			at = min(at, k.pods[i].retryAt)
		}
	}
	if k.frozen() {
		at = max(at, k.calling().end)
	}
	return at
}

// stepPages turns the main screen's page, where not all of it fits.
func (k *Console) stepPages() {
	if k.pageAt != 0 && k.now >= k.pageAt && !k.frozen() {
		k.turn(1)
		k.pageAt = k.now + pageEvery
	}
}

func (k *Console) nextPage() time.Duration {
	if k.pageAt == 0 {
		return never
	}
	if k.frozen() {
		return max(k.pageAt, k.calling().end)
	}
	return k.pageAt
}

func (k *Console) turn(d int) {
	if k.pages > 1 {
		k.page = (k.page + d + k.pages) % k.pages
		k.redraw()
	}
}
