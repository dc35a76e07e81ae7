package reply

import (
	"consigliere/engine"
	"consigliere/hw/screen"
	"consigliere/hw/words"
)

// confirm asks for OK when a seat is ready.
type confirm struct{ options }

func (s confirm) ok() bool {
	s.take()
	return true
}

// page shows what a seat has to look at before, where that is secret, or else what OK does.
func (s confirm) page(n *labels, p *screen.Page) {
	label, hint := n.marked()
	switch {
	case s.r.Ask().Secret && s.r.seat >= 0:
		p.Lines = n.own(s.r.seat)
	case hint != "":
		p.Lines = []screen.Line{{Text: hint}}
	}
	foot := "ui.foot_ok"
	if s.r.seat == engine.Table {
		foot = "ui.foot_ok_here"
	}
	p.Foot, p.Keys = n.Plain(n.lang, engine.Say(foot).Thing(label)), keysOK
}

func (s confirm) desk(st *words.Step) {
	s.items.desk(st)
	st.Buttons = "ok"
}
