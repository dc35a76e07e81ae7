package console

import (
	"time"

	"consigliere/engine"
	"consigliere/hw"
	"consigliere/hw/lang"
	"consigliere/hw/reply"
	"consigliere/hw/screen"
)

// A Painter draws pages; a [screen.Type] is one.
type Painter interface {
	// Paint draws the page over the whole frame and returns how many parts it has: 1 where
	// all of its lines fit.
	Paint(f *hw.Frame, l lang.Lang, p *screen.Page) int
	// Parts returns how many parts Paint would find in a frame of w by h pixels. It draws nothing.
	Parts(w, h int, l lang.Lang, p *screen.Page) int
}

// A port is a screen and what was last shown on it.
type port struct {
	fault
	screen  hw.Screen
	frame   *hw.Frame // to draw on
	shown   *hw.Frame
	valid   bool         // shown is what the screen shows, and what is painted of drawn
	drawn   *screen.Page // what was drawn last, in the language lang and so many parts
	lang    lang.Lang
	parts   int
	page    int // which part is shown, of a private screen
	pages   int
	within  time.Duration // how long the page is shown, of which all parts are to be seen; 0: it stands
	pageAt  time.Duration // when the page of a private screen is turned; 0: there is one only
	retryAt time.Duration
	// asks is the knock that the screen asks about, since askedAt; 0: it shows something else.
	asks    int
	askedAt time.Duration
	version uint64 // of what is shown here, with or without a screen
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
	if p.valid && p.lang == l && p.drawn.Equal(page) {
		return p.parts
	}
	parts := k.paint.Paint(p.frame, l, page)
	if p.bad() && k.now < p.retryAt {
		return parts
	}
	p.drawn, p.lang, p.parts = page.Clone(), l, parts
	if p.valid && p.frame.Equal(p.shown) {
		return parts
	}
	err := p.screen.Show(p.frame)
	if err != nil {
		p.valid, p.retryAt = false, k.now+retryEvery
		k.redraw() // the peek may take its place
	} else {
		p.frame, p.shown = p.shown, p.frame
		p.valid = true
	}
	if p.note(k.log, err) {
		k.touch()
	}
	return parts
}

// redraw notes that every screen may show something else.
func (k *Console) redraw() { k.draw(1<<len(k.hands) - 1) }

// redrawPod is redraw where only one pod, or the panel, was pressed.
func (k *Console) redrawPod(i int) { k.draw(1<<i | 1<<k.panel()) }

func (k *Console) draw(screens uint32) {
	if k.dirty == 0 {
		// Drawing keeps to a grid of time, so that when a change is seen does not tell which
		// presses came before it.
		k.drawAt = (k.now + drawEvery - 1) / drawEvery * drawEvery
	}
	k.dirty |= screens
}

// stepDraw draws what may have changed. All screens are drawn together, so that when one is
// drawn does not tell what another shows.
func (k *Console) stepDraw() {
	if k.sceneOld {
		k.refreshScene()
		k.setLights() // what was chosen in the open
	}
	k.stepOpen()
	dirty := k.dirty
	k.dirty = 0
	for i := range k.ports {
		if dirty&(1<<i) != 0 {
			k.ports[i].version++
		}
	}
	if dirty&(1<<k.panel()) != 0 || k.main.bad() {
		if k.peekShown = k.showing() >= 0; k.peekShown {
			k.peeked = k.peek.by.pod
		}
		page := k.mainPage()
		if parts := k.show(&k.main, k.shownLang(), page); parts != k.pages || page.Within != k.main.within {
			k.pages, k.main.within = parts, page.Within
			k.pageAt = k.pageEnd(parts, page.Within)
		}
	}
	for i := range k.ports {
		if p := &k.ports[i]; p.screen != nil && (dirty&(1<<i) != 0 || p.bad()) {
			page, asks := k.podPage(i), k.question(i)
			page.At = p.page
			if asks != p.asks {
				p.asks, p.askedAt = asks, k.now
			}
			if parts := k.show(p, k.langAt(i), page); parts != p.pages || page.Within != p.within {
				p.pages, p.within = parts, page.Within
				p.pageAt = k.pageEnd(parts, page.Within)
			}
		}
	}
}

// stepOpen notes that the desk has changed where a press has moved what is asked openly.
func (k *Console) stepOpen() {
	var now reply.Place
	if r := k.replies.Open(); r != nil && r.Seat() >= 0 {
		now = r.Place()
	}
	if now != k.openStep {
		k.openStep = now
		k.change()
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
	for i := range k.ports {
		if k.ports[i].bad() {
			at = min(at, k.ports[i].retryAt)
		}
	}
	if k.caller.Frozen(k.now) {
		at = max(at, k.caller.Next())
	}
	return at
}

// stepPages turns the pages of screens where not all fits on one.
func (k *Console) stepPages() {
	if k.pageAt != 0 && k.now >= k.pageAt {
		k.turn(1)
		k.pageAt = k.pageEnd(k.pages, k.main.within)
	}
	for i := range k.ports {
		if p := &k.ports[i]; p.pageAt != 0 && k.now >= p.pageAt {
			p.page++
			p.pageAt = k.pageEnd(p.pages, p.within)
			k.draw(1 << i)
		}
	}
}

// pageEnd returns when a page is turned that is shown from now, one of so many parts; 0 if there
// is one only. All parts of a picture, or of a long text, are shown while it is called, within
// its time; a page that stands, on the screen of a seat beside the call, is turned at leisure.
func (k *Console) pageEnd(parts int, within time.Duration) time.Duration {
	switch {
	case parts < 2:
		return 0
	case within > 0:
		return k.now + within/time.Duration(parts)
	}
	return k.now + pageEvery
}

// A topic is what the pages of the main screen are about: where it changes, they begin with
// the first.
type topic struct {
	phase string
	round int
	ask   engine.AskID // that is listed
}

// newPages lets the pages begin with the first, if a move has made them about something else.
// It waits until they are next drawn or turned: the light of a press does not wait for a view.
func (k *Console) newPages() {
	if !k.pagesOld || k.t == nil {
		return
	}
	k.pagesOld = false
	c := k.t.View(engine.Public).Common
	now := topic{phase: c.Phase, round: c.Round}
	if r := k.replies.Open(); r != nil {
		now.ask = r.Asks()[0].ID()
	}
	same := now == k.shown
	k.shown = now
	if b := k.caller.Calling(); b != nil && (b.Picture != nil || b.Long()) {
		return // all of the picture, or text, is shown; the pages begin anew after it
	}
	if !same {
		k.resetPages()
		return
	}
	for i := range k.ports {
		k.ports[i].first()
	}
}

// resetPages lets the pages of all screens begin with the first.
func (k *Console) resetPages() {
	k.page, k.pages, k.pageAt = 0, 0, 0
	for i := range k.ports {
		k.ports[i].first()
	}
}

// first lets the pages begin with the first.
func (p *port) first() { p.page, p.pages, p.pageAt = 0, 0, 0 }

// nextPage returns when a page is turned.
func (k *Console) nextPage() time.Duration {
	at := never
	if k.pageAt != 0 {
		at = k.pageAt
	}
	for i := range k.ports {
		if t := k.ports[i].pageAt; t != 0 {
			at = min(at, t)
		}
	}
	return k.notFrozen(at)
}

// notFrozen returns t, or where a count forbids that anything is drawn, when it is over.
func (k *Console) notFrozen(t time.Duration) time.Duration {
	if k.caller.Frozen(k.now) {
		return max(t, k.caller.Next())
	}
	return t
}

func (k *Console) turn(d int) {
	if k.pages > 1 {
		k.page = (k.page + d + k.pages) % k.pages
		k.redraw()
	}
}
