package reply

import (
	"consigliere/engine"
	"consigliere/hw"
	"consigliere/hw/screen"
	"consigliere/hw/words"
)

// several asks for some of several things. The last entry of the list ends the step.
type several struct{ items }

func (s several) choices() int { return s.r.answer.Len() + 1 }

// ok takes one thing, and moves the mark to where it can go on. What is taken several times is one OK each.
func (s several) ok() bool {
	switch {
	case !s.sure():
		return false
	case s.r.sel >= s.r.answer.Len():
		s.enter()
		return true
	}
	s.r.answer.Take(s.r.sel)
	switch {
	case s.r.answer.Sum() >= s.r.answer.Part().Max:
		s.r.sel = s.r.answer.Len()
	case s.r.answer.Choice(s.r.sel).Left <= 0:
		s.move(hw.A)
	}
	return true
}

func (s several) page(n *labels, p *screen.Page) {
	n.listItems(s.r, p)
	if s.r.step().choices() > s.r.answer.Len() {
		p.Lines = append(p.Lines, screen.Line{Text: n.Word(n.lang, "ui.done"), Cursor: s.r.sel == s.r.answer.Len()})
	}
	part := s.r.answer.Part()
	p.Corner = n.lang.Number(s.r.answer.Sum())
	if part.Min == part.Max {
		p.Corner = n.Text(n.lang, engine.Say("ui.of").Number(s.r.answer.Sum()).Number(part.Max))
	}
	p.Foot, p.Keys = n.Word(n.lang, "ui.foot_items"), keysMove
	if s.r.step().choices() > short && s.r.answer.Sum() == 0 {
		p.Foot = s.foot(n)
	}
}

func (s several) desk(st *words.Step) {
	s.items.desk(st)
	st.Adds = true
	if s.r.step().choices() > s.r.answer.Len() {
		st.Ends = []engine.Text{s.sum("ui.done")}
	}
}
