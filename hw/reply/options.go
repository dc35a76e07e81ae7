package reply

import (
	"slices"
	"strings"
	"unicode"

	"consigliere/engine"
	"consigliere/hw"
	"consigliere/hw/screen"
	"consigliere/hw/words"
)

// options lists moves whole, or the values of one of their arguments.
type options struct{ items }

func (s options) begin() { s.r.sel = -1 }

// short reports whether A, B and A+B choose directly: there are two or three words, and not what is
// left of things that were more.
func (s options) short() bool {
	a := s.r.Ask()
	if a.Confirm || s.r.answer.Len() > 3 {
		return false
	}
	for i := range s.r.answer.Len() {
		if c := s.r.answer.Choice(i); c.Value.Kind == engine.SeatValue {
			return false
		}
	}
	return a.Secret || s.r.answer.Len() == 1 || !s.r.moves.Listed(a.Verb, s.r.answer.Arg())
}

func (s options) press(b hw.Button, both bool) {
	if !s.short() {
		s.step(b, both)
		return
	}
	n := int(b) // A is the first, B the second
	if both && s.r.answer.Len() == 3 {
		n = 2
	}
	if last := s.r.answer.Len() - 1; s.r.Ask().Secret {
		n = min(n, last) // no press tells how many there are
	} else if n > last {
		return
	}
	s.r.sel = n
}

func (s options) holds(b hw.Button) Held {
	held := s.items.holds(b)
	if held != HeldNothing && s.short() {
		return HeldNothing
	}
	return held
}

func (s options) ok() bool {
	if s.r.sel < 0 && (s.r.Ask().Secret || s.r.answer.Len() > 1) {
		return false
	}
	s.take()
	return true
}

// take takes what is marked, or all that is left of an open choice.
func (s options) take() {
	s.r.sel = max(s.r.sel, 0)
	if s.r.answer.Take(s.r.sel) && !s.r.answer.Whole() {
		s.r.sel = -1
	}
}

// numbers reports whether some of the choices are numbers themselves.
func (s options) numbers(n *labels) bool {
	for i := range s.r.answer.Len() {
		if strings.IndexFunc(n.ChoiceLabel(n.step, i), func(r rune) bool { return !unicode.IsDigit(r) }) < 0 {
			return true
		}
	}
	return false
}

func (s options) page(n *labels, p *screen.Page) {
	secret := s.r.Ask().Secret
	short, count := s.short(), s.r.answer.Len()
	numbered := !short && !s.numbers(n)
	p.Lines = slices.Grow(p.Lines, count)
	for i := range count {
		line := screen.Line{Text: n.ChoiceLabel(n.step, i), Cursor: s.r.sel == i}
		switch {
		case short && (count > 1 || secret):
			line.Key, line.Tag = words.ShortButtons[i], n.ChoiceTag(n.step, i)
			if name := n.names(effect{from: i, to: i + 1}); name != line.Text {
				line.Brief = name
			}
		case count > 1 && !numbered:
			line.Key = "·"
		case count > 1:
			line.Key, line.Tag = n.lang.Number(i+1), n.ChoiceTag(n.step, i) // the number is the same on each display, whichever part of the list it shows
		}
		p.Lines = append(p.Lines, line)
	}
	p.Keys = keysMove
	if short {
		p.Keys = keysChoose
	}
	switch {
	case count == 1 && !secret:
		p.Foot, p.Keys = n.Word(n.lang, "ui.foot_confirm"), keysOK
		if hint := n.ChoiceHint(n.step, 0); hint != "" { // nobody has to choose it to read what it does
			p.Lines, p.Fine = append(p.Lines, screen.Line{Text: hint}), true
			if only := p.Lines[0].Text; strings.Contains(only, p.Heading) && s.r.sel < 0 { // it says all that the question does
				p.Heading, p.Lines, p.Foot = only, p.Lines[1:], n.Word(n.lang, "ui.foot_lesson")
			}
		}
	case count == 1 && short && s.r.sel < 0:
		p.Foot, p.Keys = n.Word(n.lang, "ui.foot_only"), keysOnly
	case short && s.r.sel >= 0 && !s.r.answer.Begun():
		p.Foot = n.Word(n.lang, "ui.foot_chosen")
	case short && !s.r.answer.Begun() && count == 3:
		p.Foot = n.Word(n.lang, "ui.foot_three")
	case short && !s.r.answer.Begun():
		p.Foot = n.Word(n.lang, "ui.foot_short")
	default:
		p.Foot = s.foot(n)
	}
}

func (s options) desk(st *words.Step) {
	s.items.desk(st)
	switch n := s.r.answer.Len(); {
	case n == 1:
		st.Buttons = "ok"
	case n > 1 && s.short():
		st.Buttons = "short"
	case s.r.sel < 0:
		st.Buttons = "begin"
	}
}
