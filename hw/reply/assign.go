package reply

import (
	"consigliere/engine"
	"consigliere/hw"
	"consigliere/hw/screen"
	"consigliere/hw/words"
)

// assign asks for something for each key, one after the other, and in the end for OK.
type assign struct{ items }

// assigned reports whether all keys have something, so that OK locks.
func (s assign) assigned() bool { return s.r.answer.Key() == nil }

func (s assign) choices() int {
	if s.assigned() {
		return 1
	}
	return s.r.answer.Len()
}

func (s assign) ok() bool {
	switch {
	case !s.sure():
		return false
	case s.assigned():
		s.enter()
		return true
	}
	s.r.answer.Take(s.r.sel)
	switch {
	case s.assigned():
		s.r.sel = 0
	case s.r.answer.Choice(s.r.sel).Left <= 0:
		s.move(hw.A)
	}
	return true
}

func (s assign) page(n *labels, p *screen.Page) {
	s.lists(n, p, func(*engine.Item) []engine.Icon { return nil })
}

// lists lists what the next key can be given, and in the end all of them, with a picture.
func (s assign) lists(n *labels, p *screen.Page, picture func(*engine.Item) []engine.Icon) {
	l, part := n.lang, s.r.answer.Part()
	given := s.r.answer.Assigned()
	if s.assigned() {
		for i := range given {
			p.Lines = append(p.Lines, screen.Line{Name: n.Key(&part.Keys[i]), Text: n.Item(part, &given[i]), Icons: picture(&given[i])})
		}
		p.Lines = append(p.Lines, screen.Line{Text: n.Word(l, "ui.done"), Cursor: true})
		p.Foot, p.Keys = n.Word(l, "ui.foot_items"), keysOK
		return
	}
	if key := n.Key(s.r.answer.Key()); n.AsksFor(part.Arg) {
		p.Heading = n.Question(part.Arg) + ": " + key
	} else {
		p.Heading = n.Text(l, engine.Say("ui.about").Thing(key).Thing(n.Question(part.Arg)))
	}
	p.Corner = n.Text(l, engine.Say("ui.of").Number(len(given)+1).Number(len(part.Keys)))
	for i := range part.ShownItems() {
		if s.r.answer.Choice(i).Left > 0 {
			p.Lines = append(p.Lines, screen.Line{Text: n.Item(part, &part.ShownItems()[i]), Cursor: s.r.sel == i})
		}
	}
	p.Foot, p.Keys = n.footList(s.r), keysMove
}

// desk: a page has a sheet for what is assigned, so it picks nothing.
func (s assign) desk(st *words.Step) { st.Assigned, st.Adds = s.assigned(), !s.assigned() }
