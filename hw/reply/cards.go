package reply

import "consigliere/hw"

// cards asks for cards that are typed in from the cardboard.
type cards struct{ several }

// begin takes all cards where just as many are left as are typed in, so that there is nothing
// but to lock them.
func (s cards) begin() {
	s.r.sel = 0
	if !s.exact() {
		return
	}
	left := 0
	for i := range s.r.answer.Len() {
		left += s.r.answer.Choice(i).Left
	}
	if left != s.r.answer.Part().Max-s.r.answer.Sum() {
		return
	}
	for i := range s.r.answer.Len() {
		for s.r.answer.Take(i) {
		}
	}
	s.r.sel = s.r.answer.Len()
}

// exact reports whether exactly these cards are typed in: then the
// last one of them locks by itself. A mistake can be undone.
func (s cards) exact() bool {
	p := s.r.answer.Part()
	return p.Min == p.Max && p.Max > 0 && !s.r.Ask().Hidden()
}

func (s cards) choices() int {
	if s.exact() && s.r.answer.Sum() < s.r.answer.Part().Max {
		return s.r.answer.Len()
	}
	return s.several.choices()
}

func (s cards) ok() bool {
	if !s.exact() || s.r.sel >= s.r.answer.Len() {
		return s.several.ok()
	}
	s.r.answer.Take(s.r.sel)
	switch {
	case s.r.answer.Sum() >= s.r.answer.Part().Max:
		s.enter()
	case s.r.answer.Choice(s.r.sel).Left <= 0:
		s.move(hw.A)
	}
	return true
}
