package reply

import "consigliere/hw/screen"

// one asks for one of several things.
type one struct{ items }

func (s one) ok() bool {
	if !s.sure() {
		return false
	}
	if s.answer.Take(s.sel) && !s.answer.Whole() {
		s.step().begin()
	}
	return true
}

func (s one) page(n *labels, p *screen.Page) {
	n.listItems(s.Reply, p)
	p.Foot = n.footList(s.Reply)
}
