package reply

import (
	"consigliere/engine"
	"consigliere/hw"
	"consigliere/hw/screen"
	"consigliere/hw/words"
)

// verbs asks which of several asks is answered, or which of several verbs, as people see it.
type verbs struct{ r *Reply }

func (s verbs) begin() { s.r.sel = -1 }

func (s verbs) press(b hw.Button, _ bool) {
	switch n := len(s.r.asks); {
	case n == 0:
	case s.r.sel < 0 && b == hw.B:
		s.r.sel = n - 1
	default:
		s.r.sel = (s.r.sel + direction(b) + n) % n
	}
}

func (s verbs) holds(hw.Button) Held { return HeldNothing }

func (s verbs) hold(hw.Button) bool { return false }

func (s verbs) ok() bool {
	if s.r.sel < 0 {
		return false
	}
	s.r.at = s.r.sel
	a := s.r.Ask()
	s.r.open(a)
	if a.Confirm { // one that was picked out of several asks is given at once
		s.r.answer.Take(0)
	}
	return true
}

func (s verbs) choices() int { return len(s.r.asks) }

func (s verbs) page(n *labels, p *screen.Page) {
	p.Heading, p.Foot, p.Keys = n.Word(n.lang, "ui.what"), n.Word(n.lang, "ui.foot_list"), keysMove
	if s.r.seat == engine.Table {
		p.Heading = n.Word(n.lang, "ui.what_here")
	}
	for i := range s.r.asks {
		p.Lines = append(p.Lines, screen.Line{Key: n.lang.Number(i + 1), Text: n.Word(n.lang, "verb."+s.r.asks[i].Verb), Cursor: s.r.sel == i})
	}
	if s.r.blind {
		p.Foot, p.Keys = n.Word(n.lang, "ui.foot_first"), nil
	}
}

func (s verbs) desk(st *words.Step) {
	st.Pick = true
	if s.r.sel < 0 {
		st.Buttons = "begin"
	}
}

func (s verbs) pick(int) bool { return false }
