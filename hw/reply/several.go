package reply

import (
	"consigliere/engine"
	"consigliere/hw"
	"consigliere/hw/screen"
	"consigliere/hw/words"
)

// several asks for some of several things. The last entry of the list ends the step.
type several struct{ items }

func (s several) choices() int { return s.answer.Len() + 1 }

// ok takes one thing, and moves the mark to where it can go on. What is taken several times is one OK each.
func (s several) ok() bool {
	switch {
	case !s.sure():
		return false
	case s.sel >= s.answer.Len():
		s.enter()
		return true
	}
	s.answer.Take(s.sel)
	switch {
	case s.answer.Sum() >= s.answer.Part().Max:
		s.sel = s.answer.Len()
	case s.answer.Choice(s.sel).Left <= 0:
		s.move(hw.A)
	}
	return true
}

func (s several) page(n *labels, p *screen.Page) {
	n.listItems(s.Reply, p)
	if s.step().choices() > s.answer.Len() {
		p.Lines = append(p.Lines, screen.Line{Text: n.Word(n.lang, "ui.done"), Cursor: s.sel == s.answer.Len()})
	}
	part := s.answer.Part()
	p.Corner = n.lang.Number(s.answer.Sum())
	if part.Min == part.Max {
		p.Corner += "/" + n.lang.Number(part.Max)
	}
	p.Foot = n.Word(n.lang, "ui.foot_items")
}

func (s several) desk(st *words.Step) {
	s.items.desk(st)
	st.Adds = true
	if s.step().choices() > s.answer.Len() {
		st.Ends = []engine.Text{s.sum("ui.done")}
	}
}
