package reply

import (
	"strings"

	"consigliere/engine"
	"consigliere/hw"
	"consigliere/hw/screen"
	"consigliere/hw/words"
)

// payment asks for notes: A and B take one of two kinds, A held turns to the next
// two, OK locks. With four kinds, each note of three is one press, and one more turns and one locks.
type payment struct{ items }

func (s payment) begin() { s.r.sel = -1 }

func (s payment) press(b hw.Button, _ bool) { s.r.answer.Take(s.r.leaf + int(b)) }

func (s payment) holds(b hw.Button) Held {
	if b == hw.OK {
		return HeldNothing
	}
	return HeldActs
}

// hold turns to the next two kinds, or pays nothing.
func (s payment) hold(b hw.Button) bool {
	switch {
	case b == hw.A:
		if s.r.leaf += 2; s.r.leaf >= s.r.answer.Len() {
			s.r.leaf = 0
		}
	case b == hw.B && s.r.answer.Last() < 0 && !s.r.chose:
	default:
		return false
	}
	s.r.begun, s.r.chose, s.r.blind = true, true, false
	return true
}

func (s payment) ok() bool {
	if s.r.Ask().Secret && !s.r.chose {
		return false
	}
	s.enter()
	return true
}

// page lists the notes that A and B add, with how many are left, and those that they add
// after A was held. The sum stands in the corner. How nothing is paid is told until something is
// chosen.
func (s payment) page(n *labels, p *screen.Page) {
	l, part := n.lang, s.r.answer.Part()
	var then []string
	for i := range part.ShownItems() {
		note := n.Item(part, &part.ShownItems()[i])
		if at := i - s.r.leaf; at == 0 || at == 1 {
			key := l.Isolate([...]string{"A", "B"}[at])
			p.Lines = append(p.Lines, screen.Line{Text: key + n.Plain(l, engine.Say("ui.notes").Thing(note).Number(s.r.answer.Choice(i).Left))})
		} else {
			then = append(then, note)
		}
	}
	p.Corner, p.Keys = l.Number(s.r.answer.Sum()), []string{"A", "B", "OK"}
	if len(then) > 0 {
		p.Lines = append(p.Lines, screen.Line{Text: n.Plain(l, engine.Say("ui.other_notes").Thing(strings.Join(then, n.Word(l, "ui.comma"))))})
	}
	if !s.r.chose {
		p.Lines = append(p.Lines, screen.Line{Text: n.Word(l, "ui.pay_nothing")})
		return
	}
	p.Foot = n.Word(l, "ui.foot_payment")
}

func (s payment) desk(st *words.Step) {
	s.items.desk(st)
	end := "ui.pick_sum"
	if s.r.answer.Sum() == 0 {
		end = "ui.pick_nothing"
	}
	st.Buttons, st.Adds, st.Ends = "payment", true, []engine.Text{s.sum(end)}
}

func (s payment) pick(choice int) bool {
	if choice >= s.r.answer.Len() {
		return false
	}
	s.r.answer.Take(choice)
	return true
}
