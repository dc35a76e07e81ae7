package reply

import "consigliere/hw/screen"

// one asks for one of several things.
type one struct{ items }

func (s one) ok() bool {
	if !s.sure() {
		return false
	}
	if s.r.answer.Take(s.r.sel) && !s.r.answer.Whole() {
		s.r.step().begin()
	}
	return true
}

func (s one) page(n *labels, p *screen.Page) {
	n.listItems(s.r, p)
	p.Foot, p.Keys = s.foot(n), keysMove
}
