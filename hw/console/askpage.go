package console

import (
	"strings"

	"consigliere/engine"
	"consigliere/hw/lang"
	"consigliere/hw/screen"
	"consigliere/hw/words"
)

// askPage lists what a seat can answer, and what it has chosen.
func (s *state) askPage(r *reply, l lang.Lang) *screen.Page {
	a := r.ask()
	if a == nil {
		return s.asksPage(r, l)
	}
	n := s.labels(r, l)
	if r.explain {
		return n.explainPage()
	}
	p := &screen.Page{Heading: n.question(), Whole: true}
	if r.seat != engine.Table {
		if n := s.seconds(); n >= 0 && s.caller.Idle() {
			p.Corner = l.Clock(n)
		}
	}
	switch part := r.part(); {
	case a.Confirm:
		label, hint := n.marked()
		switch {
		case a.Secret && r.seat >= 0: // what it has to look at
			p.Lines = s.lines(l, s.t.Title().Draw(s.t.View(r.seat)).Lines)
		case hint != "":
			p.Lines = []screen.Line{{Text: hint}}
		}
		p.Foot = s.Plain(l, engine.Say("ui.foot_ok").Thing(label))
	case part == nil:
		n.listOptions(p)
	case part.Kind == engine.PartNumber:
		p.Big = true
		p.Lines = []screen.Line{{Text: l.Number(r.answer.Number())}}
		p.Foot = s.Word(l, "ui.foot_number")
	case part.Kind == engine.PartOne:
		n.listItems(p)
		p.Foot = n.footList()
	case part.Kind == engine.PartAssign || part.Kind == engine.PartDice:
		n.listAssigned(p)
	case r.payment():
		n.listNotes(p)
	default:
		n.listItems(p)
		if r.entries() > r.answer.Len() {
			p.Lines = append(p.Lines, screen.Line{Text: s.Word(l, "ui.done"), Cursor: r.sel == r.answer.Len()})
		}
		p.Corner = l.Number(r.answer.Sum())
		if part.Min == part.Max {
			p.Corner += "/" + l.Number(part.Max)
		}
		p.Foot = s.Word(l, "ui.foot_items")
	}
	switch {
	case r.alone:
		p.Foot = s.Word(l, "ui.foot_alone")
	case r.blind:
		p.Foot = s.Word(l, "ui.foot_first")
	case r.offered() && len(p.Lines) > 0 && r.answer.Len() == 1:
		p.Foot = s.Word(l, "ui.foot_offer")
	case r.offered() && !r.answer.Begun():
		p.Foot = s.Word(l, "ui.foot_offers")
	}
	if len(r.asks) > 1 && p.Foot != s.Word(l, "ui.foot_items") { // which says that B held goes back
		p.Foot = s.Word(l, "ui.foot_more")
	}
	return p
}

// asksPage lists several asks of one seat.
func (s *state) asksPage(r *reply, l lang.Lang) *screen.Page {
	p := &screen.Page{Heading: s.Word(l, "ui.what"), Foot: s.Word(l, "ui.foot_list")}
	if r.blind {
		p.Foot = s.Word(l, "ui.foot_first")
	}
	for i := range r.asks {
		p.Lines = append(p.Lines, screen.Line{Text: s.Word(l, "verb."+r.asks[i].Verb), Cursor: r.sel == i})
	}
	return p
}

// listOptions lists the values of one argument.
func (n *labels) listOptions(p *screen.Page) {
	r, l := n.r, n.lang
	short, count := r.short(), r.answer.Len()
	for i := range count {
		text := n.ChoiceLabel(n.step, i)
		if short && (count > 1 || r.ask().Secret) {
			text = words.Apart(l, words.ShortButtons[i]) + "  " + text
		}
		p.Lines = append(p.Lines, screen.Line{Text: text, Cursor: r.sel == i})
	}
	switch {
	case count == 1 && !r.ask().Secret:
		p.Foot = n.Word(l, "ui.foot_confirm")
		if hint := n.ChoiceHint(n.step, 0); hint != "" { // nobody has to choose it to read what it does
			p.Lines = append(p.Lines, screen.Line{Text: hint})
		}
	case count == 1 && short && r.sel < 0:
		p.Foot = n.Word(l, "ui.foot_only")
	case short && r.sel >= 0 && !r.answer.Begun():
		p.Foot = n.Word(l, "ui.foot_chosen")
	case short && !r.answer.Begun():
		p.Foot = n.Word(l, "ui.foot_short")
	default:
		p.Foot = n.footList()
	}
}

// footList says how one of a list is taken, and how to go back to the list before it, if there is
// one.
func (n *labels) footList() string {
	if n.r.answer.Begun() {
		return n.Word(n.lang, "ui.foot_items")
	}
	return n.Word(n.lang, "ui.foot_list")
}

// listItems lists things to take, and how many of each are taken.
func (n *labels) listItems(p *screen.Page) {
	r := n.r
	part := r.part()
	for i := range part.ShownItems() {
		taken := r.answer.Choice(i).Taken
		line := screen.Line{Text: n.Item(part, &part.ShownItems()[i]), Cursor: r.sel == i, Strong: taken > 0}
		if taken > 0 {
			line.Text = n.lang.Number(taken) + " × " + line.Text
		}
		p.Lines = append(p.Lines, line)
	}
}

// listNotes lists the notes that A and B take, with how many are left, and those that they take
// after A was held. The sum stands in the corner. How nothing is paid is told until something is
// chosen.
func (n *labels) listNotes(p *screen.Page) {
	r, l := n.r, n.lang
	part := r.part()
	var now [2]string
	var then []string
	for i := range part.ShownItems() {
		note := n.Item(part, &part.ShownItems()[i])
		if at := i - r.leaf; at == 0 || at == 1 {
			now[at] = words.Apart(l, [...]string{"A", "B"}[at]) + " " + n.Plain(l, engine.Say("ui.notes").Thing(note).Number(r.answer.Choice(i).Left))
		} else {
			then = append(then, note)
		}
	}
	p.Corner = l.Number(r.answer.Sum())
	if now[0] != "" {
		p.Lines = append(p.Lines, screen.Line{Name: now[0], Text: now[1], Strong: true})
	}
	if len(then) > 0 {
		p.Lines = append(p.Lines, screen.Line{Text: n.Plain(l, engine.Say("ui.other_notes").Thing(strings.Join(then, n.Word(l, "ui.comma"))))})
	}
	if !r.chose {
		p.Lines = append(p.Lines, screen.Line{Text: n.Word(l, "ui.pay_nothing")})
		return
	}
	p.Foot = n.Word(l, "ui.foot_payment")
}

// listAssigned lists what the next key can be given, and in the end all of them.
func (n *labels) listAssigned(p *screen.Page) {
	r, l := n.r, n.lang
	part := r.part()
	given := r.answer.Assigned()
	if r.assigned() {
		for i := range given {
			line := screen.Line{Name: n.Key(&part.Keys[i]), Text: n.Item(part, &given[i])}
			if part.Kind == engine.PartDice {
				line.Icons = dieIcons(&given[i])
			}
			line.Cursor = r.read() && r.die == i
			p.Lines = append(p.Lines, line)
		}
		if r.read() {
			// No foot: all of four dice are seen at once.
			p.Heading, p.Foot = n.Word(l, "ui.foot_thrown"), ""
			return
		}
		p.Lines = append(p.Lines, screen.Line{Text: n.Word(l, "ui.done"), Cursor: true})
		p.Foot = n.Word(l, "ui.foot_items")
		return
	}
	p.Heading = n.Key(r.answer.Key())
	if n.AsksFor(part.Arg) {
		p.Heading = n.Question(part.Arg) + ": " + p.Heading
	}
	p.Corner = l.Number(len(given)+1) + "/" + l.Number(len(part.Keys))
	for i := range part.ShownItems() {
		if r.answer.Choice(i).Left > 0 {
			p.Lines = append(p.Lines, screen.Line{Text: n.Item(part, &part.ShownItems()[i]), Cursor: r.sel == i})
		}
	}
	p.Foot = n.footList()
}
