package reply

import (
	"consigliere/engine"
	"consigliere/hw"
	"consigliere/hw/screen"
	"consigliere/hw/words"
)

// number asks for a number: A and B add and take away one, held they repeat, and OK held begins anew. Where it can be large
// the two together add ten.
type number struct{ items }

func (s number) begin() { s.r.sel = -1 }

func (s number) press(b hw.Button, both bool) {
	if both { // the first of the two has counted already
		n := s.r.from
		if s.large() {
			n += ten
		}
		s.r.answer.SetNumber(n)
		return
	}
	s.r.from = s.r.answer.Number()
	s.r.answer.SetNumber(s.r.from + direction(b))
}

const ten = 10

// large reports whether the number can be so large that nobody wants to get there one by one.
func (s number) large() bool { return s.r.answer.Part().Max-s.r.answer.Part().Min > 2*ten }

func (s number) holds(b hw.Button) Held {
	if b == hw.OK {
		return HeldActs
	}
	return HeldRepeats
}

func (s number) hold(b hw.Button) bool {
	if b != hw.OK {
		return false
	}
	s.r.answer.SetNumber(s.r.answer.Part().Min)
	return true
}

func (s number) ok() bool {
	s.enter()
	return true
}

func (s number) choices() int { return 0 }

func (s number) page(n *labels, p *screen.Page) {
	p.Big = true
	if p.Corner == "" { // how far it goes; less urgent than a clock
		p.Corner = n.lang.Number(s.r.answer.Part().Min) + "–" + n.lang.Number(s.r.answer.Part().Max)
	}
	p.Lines = []screen.Line{{Text: n.lang.Number(s.r.answer.Number())}}
	p.Foot, p.Keys = n.Word(n.lang, "ui.foot_number"), keysCount
	if s.large() {
		p.Foot = n.Word(n.lang, "ui.foot_number_far")
	}
}

// desk lists what can be picked: the number as it stands, or one more or less.
func (s number) desk(st *words.Step) {
	s.items.desk(st)
	st.Buttons, st.Adds = "number", true
	st.Ends = []engine.Text{s.sum("ui.pick_number"), s.sum("ui.pick_more"), s.sum("ui.pick_less")}
}

func (s number) pick(choice int) bool {
	if choice == 0 {
		return false
	}
	s.r.answer.SetNumber(s.r.answer.Number() + 3 - 2*choice)
	return true
}
