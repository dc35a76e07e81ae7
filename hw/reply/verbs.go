package reply

import (
	"consigliere/hw"
	"consigliere/hw/screen"
	"consigliere/hw/words"
)

// verbs asks which of several asks is answered, or which of several verbs, as people see it.
type verbs struct{ *Reply }

func (s verbs) begin() { s.sel = -1 }

func (s verbs) press(b hw.Button, _ bool) {
	switch n := len(s.asks); {
	case n == 0:
	case s.sel < 0 && b == hw.B:
		s.sel = n - 1
	default:
		s.sel = (s.sel + direction(b) + n) % n
	}
}

func (s verbs) holds(hw.Button) Held { return HeldNothing }

func (s verbs) hold(hw.Button) bool { return false }

func (s verbs) ok() bool {
	if s.sel < 0 {
		return false
	}
	s.at = s.sel
	a := s.Ask()
	s.open(a)
	if a.Confirm { // one that was picked out of several asks is given at once
		s.answer.Take(0)
	}
	return true
}

func (s verbs) choices() int { return len(s.asks) }

func (s verbs) page(n *labels, p *screen.Page) {
	p.Heading, p.Foot = n.Word(n.lang, "ui.what"), n.Word(n.lang, "ui.foot_list")
	if s.blind {
		p.Foot = n.Word(n.lang, "ui.foot_first")
	}
	for i := range s.asks {
		p.Lines = append(p.Lines, screen.Line{Text: n.Word(n.lang, "verb."+s.asks[i].Verb), Cursor: s.sel == i})
	}
}

func (s verbs) desk(st *words.Step) { st.Pick = true }

func (s verbs) pick(int) bool { return false }
