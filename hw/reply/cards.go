package reply

import "consigliere/hw"

// cards asks for cards that are typed in from the cardboard.
type cards struct{ several }

// begin takes all cards where just as many are left as are typed in, so that there is nothing
// but to lock them.
func (s cards) begin() {
	s.sel = 0
	if !s.exact() {
		return
	}
	left := 0
	for i := range s.answer.Len() {
		left += s.answer.Choice(i).Left
	}
	if left != s.answer.Part().Max-s.answer.Sum() {
		return
	}
	for i := range s.answer.Len() {
		for s.answer.Take(i) {
		}
	}
	s.sel = s.answer.Len()
}

// exact reports whether so many cards are typed in and no others: then the
// last one of them locks by itself. A mistake can be undone.
func (s cards) exact() bool {
	p := s.answer.Part()
	return p.Min == p.Max && p.Max > 0 && !s.Ask().Hidden()
}

func (s cards) choices() int {
	if s.exact() && s.answer.Sum() < s.answer.Part().Max {
		return s.answer.Len()
	}
	return s.several.choices()
}

func (s cards) ok() bool {
	if !s.exact() || s.sel >= s.answer.Len() {
		return s.several.ok()
	}
	s.answer.Take(s.sel)
	switch {
	case s.answer.Sum() >= s.answer.Part().Max:
		s.enter()
	case s.answer.Choice(s.sel).Left <= 0:
		s.move(hw.A)
	}
	return true
}
