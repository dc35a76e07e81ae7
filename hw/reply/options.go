package reply

import (
	"consigliere/engine"
	"consigliere/hw"
	"consigliere/hw/screen"
	"consigliere/hw/words"
)

// options lists moves whole, or the values of one of their arguments.
type options struct{ items }

func (s options) begin() { s.sel = -1 }

// short reports whether A, B and A+B choose directly: there are two or three words, and not what is
// left of things that were more.
func (s options) short() bool {
	a := s.Ask()
	if a.Confirm || s.answer.Len() > 3 {
		return false
	}
	for i := range s.answer.Len() {
		if c := s.answer.Choice(i); c.Value.Kind == engine.SeatValue {
			return false
		}
	}
	return a.Secret || s.answer.Len() == 1 || !s.moves.Listed(a.Verb, s.answer.Arg())
}

func (s options) press(b hw.Button, both bool) {
	if !s.short() {
		s.move(b)
		return
	}
	n := int(b) // A is the first, B the second
	if both && s.answer.Len() == 3 {
		n = 2
	}
	if last := s.answer.Len() - 1; s.Ask().Secret {
		n = min(n, last) // no press tells how many there are
	} else if n > last {
		return
	}
	s.sel = n
}

func (s options) holds(b hw.Button) Held {
	if s.short() {
		return HeldNothing
	}
	return s.items.holds(b)
}

func (s options) ok() bool {
	if s.sel < 0 && (s.Ask().Secret || s.answer.Len() > 1) {
		return false
	}
	s.take()
	return true
}

// take takes what is marked, or all that is left of an open choice.
func (s options) take() {
	s.sel = max(s.sel, 0)
	if s.answer.Take(s.sel) && !s.answer.Whole() {
		s.sel = -1
	}
}

func (s options) page(n *labels, p *screen.Page) {
	secret := s.Ask().Secret
	short, count := s.short(), s.answer.Len()
	for i := range count {
		text := n.ChoiceLabel(n.step, i)
		if short && (count > 1 || secret) {
			text = n.lang.Isolate(words.ShortButtons[i]) + "  " + text
		}
		p.Lines = append(p.Lines, screen.Line{Text: text, Cursor: s.sel == i})
	}
	switch {
	case count == 1 && !secret:
		p.Foot = n.Word(n.lang, "ui.foot_confirm")
		if hint := n.ChoiceHint(n.step, 0); hint != "" { // nobody has to choose it to read what it does
			p.Lines = append(p.Lines, screen.Line{Text: hint})
		}
	case count == 1 && short && s.sel < 0:
		p.Foot = n.Word(n.lang, "ui.foot_only")
	case short && s.sel >= 0 && !s.answer.Begun():
		p.Foot = n.Word(n.lang, "ui.foot_chosen")
	case short && !s.answer.Begun():
		p.Foot = n.Word(n.lang, "ui.foot_short")
	default:
		p.Foot = n.footList(s.Reply)
	}
}

func (s options) desk(st *words.Step) {
	s.items.desk(st)
	switch n := s.answer.Len(); {
	case n == 1:
		st.Buttons = "ok"
	case n > 1 && s.short():
		st.Buttons = "short"
	}
}
