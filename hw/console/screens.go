package console

import (
	"log/slog"
	"time"

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
	drawn   *screen.Page // what was drawn last, in the language lang, and in how many parts
	lang    lang.Lang
	parts   int
	page    int // which part is shown, of a private screen
	pages   int
	within  time.Duration // how long the page is shown, in which all its parts must be seen; 0: it stays
	pageAt  time.Duration // when the page of a private screen is turned; 0: there is one only
	retryAt time.Duration
	// asks is the knock that the screen asks about, since askedAt; 0: it shows something else.
	asks    int
	askedAt time.Duration
	told    reply.Told
	version uint64 // of what is shown here, with or without a screen
}

// screens are the displays of the box, the main one and the pods', and which of their pages are shown.
type screens struct {
	paint Painter
	log   *slog.Logger
	main  port
	ports []port // by pod

	dirty  uint32        // which screens may show something else: by pod, then the main one
	drawAt time.Duration // when dirty screens are drawn
	// spent is how long the step that is under way has taken, where time goes on meanwhile. Screens
	// share a wire, on which a picture takes long.
	spent func() time.Duration
	turns int // the pod whose private screen is drawn first

	page   int // of the main screen
	pages  int
	pageAt time.Duration // when the main screen's page is turned; 0: there is one page only
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

// show makes a screen show the page, and returns how many parts the page has, and whether the screen has failed or
// come back.
func (s *screens) show(now time.Duration, p *port, l lang.Lang, page *screen.Page) (parts int, changed bool) {
	if p.screen == nil {
		return 1, false
	}
	if p.valid && p.lang == l && p.drawn.Equal(page) {
		return p.parts, false
	}
	parts = s.paint.Paint(p.frame, l, page)
	if p.bad() && now < p.retryAt {
		return parts, false
	}
	p.drawn, p.lang, p.parts = page, l, parts // nobody changes a page that was laid out
	if p.valid && p.frame.Equal(p.shown) {
		return parts, false
	}
	err := p.screen.Show(p.frame)
	if err != nil {
		p.valid, p.retryAt = false, now+retryEvery
		s.redraw(now) // the peek may take its place
	} else {
		p.frame, p.shown = p.shown, p.frame
		p.valid = true
	}
	return parts, p.note(s.log, err)
}

// drawPrivate calls draw with each pod whose private screen must be drawn, by turns, as far as there is
// room before the next slot in which the main screen may be drawn: at least with one, and with the others
// in the slots to come. So what is private delays what is public by less than a slot, however much of it
// there is.
func (s *screens) drawPrivate(now time.Duration, which uint32, draw func(pod int)) {
	longest, from, waiting := time.Duration(-1), s.turns, uint32(0)
	for n := range s.ports {
		i := (from + n) % len(s.ports)
		if p := &s.ports[i]; p.screen == nil || which&(1<<i) == 0 && !p.bad() {
			continue
		}
		began := s.spent()
		if longest >= 0 && began+longest > drawEvery {
			if waiting == 0 {
				s.turns = i
			}
			waiting |= 1 << i
			continue
		}
		draw(i)
		longest = max(longest, s.spent()-began)
	}
	if waiting == 0 {
		return
	}
	if s.dirty == 0 {
		s.drawAt = now/drawEvery*drawEvery + drawEvery
	}
	s.dirty |= waiting
}

// isMain is the main screen among those that are dirty.
func (s *screens) isMain() uint32 { return 1 << len(s.ports) }

// redraw notes that every screen may show something else.
func (s *screens) redraw(now time.Duration) { s.draw(now, s.isMain()<<1-1) }

// redrawPod is redraw where only one pod, or the panel, was pressed.
func (s *screens) redrawPod(now time.Duration, i int) {
	if i < len(s.ports) {
		s.ports[i].rewind() // the list goes before what is marked brings
	}
	s.draw(now, 1<<i|s.isMain())
}

func (s *screens) draw(now time.Duration, which uint32) {
	if s.dirty == 0 {
		// Drawing keeps to a grid of time, so that when a change is seen does not tell which
		// presses came before it.
		s.drawAt = (now + drawEvery - 1) / drawEvery * drawEvery
	}
	s.dirty |= which
}

// next returns when screens are drawn.
func (s *screens) next() time.Duration {
	at := never
	if s.dirty != 0 {
		at = s.drawAt
	}
	if s.main.bad() {
		at = min(at, s.main.retryAt)
	}
	for i := range s.ports {
		if s.ports[i].bad() {
			at = min(at, s.ports[i].retryAt)
		}
	}
	return at
}

// nextPage returns when a page is turned.
func (s *screens) nextPage() time.Duration {
	at := never
	if s.pageAt != 0 {
		at = s.pageAt
	}
	for i := range s.ports {
		if t := s.ports[i].pageAt; t != 0 {
			at = min(at, t)
		}
	}
	return at
}

// turnPages turns the pages of screens where not all fits on one.
func (s *screens) turnPages(now time.Duration) {
	if s.pageAt != 0 && now >= s.pageAt {
		s.turn(now, 1)
		s.pageAt = pageEnd(now, s.pages, s.main.within)
	}
	for i := range s.ports {
		if p := &s.ports[i]; p.pageAt != 0 && now >= p.pageAt {
			p.page++
			p.pageAt = pageEnd(now, p.pages, p.within)
			s.draw(now, 1<<i)
		}
	}
}

// turn turns the pages of the main screen by d.
func (s *screens) turn(now time.Duration, d int) {
	if s.pages > 1 {
		s.page = (s.page + d + s.pages) % s.pages
		s.redraw(now)
	}
}

// rest lets a page that was turned by hand stay for longer.
func (s *screens) rest(now time.Duration) {
	if s.pageAt != 0 {
		s.pageAt = now + pageRest
	}
}

// rewind lets the pages of all screens begin with the first.
func (s *screens) rewind() {
	s.rewindMain()
	s.rewindPods()
}

func (s *screens) rewindMain() { s.page, s.pages, s.pageAt = 0, 0, 0 }

func (s *screens) rewindPods() {
	for i := range s.ports {
		s.ports[i].rewind()
	}
}

func (p *port) rewind() { p.page, p.pages, p.pageAt = 0, 0, 0 }

// drawn takes down how many parts a page of the main screen has.
func (s *screens) drawn(now time.Duration, parts int, within time.Duration) {
	if parts != s.pages || within != s.main.within {
		s.pages, s.main.within = parts, within
		s.pageAt = pageEnd(now, parts, within)
	}
}

// seen takes down how many parts a page of a private screen has.
func (p *port) seen(now time.Duration, parts int, within time.Duration) {
	if parts != p.pages || within != p.within {
		p.pages, p.within = parts, within
		p.pageAt = pageEnd(now, parts, within)
	}
}

// pageEnd returns when to turn a page that is shown from now, one of several parts; 0 if there
// is one only. All parts of a picture, or of a long text, are shown while it is called, within
// its time; a page that stands, on the screen of a seat beside the call, is turned at leisure.
func pageEnd(now time.Duration, parts int, within time.Duration) time.Duration {
	switch {
	case parts < 2:
		return 0
	case within > 0:
		return now + within/time.Duration(parts)
	}
	return now + pageEvery
}
