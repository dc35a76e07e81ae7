package console

import (
	"consigliere/engine"
	"consigliere/hw/lang"
	"consigliere/hw/screen"
)

// stepDraw draws what may have changed. All screens are drawn together, so that when one is
// drawn does not tell what another shows; the main one first. Where pictures take long on their way,
// private ones wait for their turn.
func (k *stage) stepDraw() {
	if k.play.sceneOld {
		k.refreshScene()
		k.setLights() // what was chosen in the open
	}
	if now := k.openPlace(); now != k.opened {
		k.opened = now
		k.screens.rewindMain() // the list goes before what is marked brings
		k.change()             // a press has moved what is asked openly
	}
	k.hear()
	s := &k.screens
	dirty := s.dirty
	s.dirty = 0
	for i := range s.ports {
		if dirty&(1<<i) != 0 {
			s.ports[i].version++
		}
	}
	if dirty&s.isMain() != 0 || s.main.bad() {
		if k.peekShown = k.peek.showing(k.now) >= 0; k.peekShown {
			k.peeked = k.peek.by.pod
		}
		page := k.face().mainPage()
		s.drawn(k.now, k.show(&s.main, k.shownLang(), page), page.Within)
	}
	s.drawPrivate(k.now, dirty, func(i int) {
		p := &s.ports[i]
		page, asks := k.face().podPage(i), k.question(i)
		page.At = p.page
		if asks != p.asks {
			p.asks, p.askedAt = asks, k.now
		}
		p.seen(k.now, k.show(p, k.langAt(i), page), page.Within)
	})
}

// show makes a screen show a page, and returns how many parts the page has.
func (k *stage) show(p *port, l lang.Lang, page *screen.Page) int {
	parts, changed := k.screens.show(k.now, p, l, page)
	if changed {
		k.touch()
	}
	return parts
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
func (k *stage) newPages() {
	if !k.pagesOld || k.play.table == nil {
		return
	}
	k.pagesOld = false
	c := k.play.publicView().Common
	now := topic{phase: c.Phase, round: c.Round}
	if r := k.replies.Open(); r != nil {
		now.ask = r.Asks()[0].ID()
	}
	same := now == k.shown
	k.shown = now
	switch b := k.caller.Calling(); {
	case b != nil && (b.Picture != nil || b.Long()): // all of the picture, or text, is shown; the pages begin anew after it
	case same:
		k.screens.rewindPods()
	default:
		k.screens.rewind()
	}
}
