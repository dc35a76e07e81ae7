package menu

import (
	"strconv"

	"consigliere/engine"
	"consigliere/hw/command"
	"consigliere/hw/lang"
	"consigliere/hw/memory"
	"consigliere/hw/screen"
	"consigliere/hw/words"
)

// Deal is the menu while a deal is open: the code of the commitment, and beside it what can be done. After it comes
// what that is good for.
func Deal(b *Box) *Menu { return b.dealMenu() }

func (b *Box) dealMenu() *Menu {
	d := b.Deal
	if d == nil {
		return nil
	}
	m := &Menu{heading: says("ui.deal")}
	m.renew = func(b *Box) *Menu {
		if b.Deal == nil {
			return m
		}
		return b.dealMenu().at(m.sel)
	}
	m.add(says("ui.deal_play"), command.Deal{})
	if d.Next >= 0 {
		m.add(says("ui.deal_number"), Then{command.Typing{}, func(b *Box, _ error) *Menu { return b.digitMenu("") }})
	}
	m.add(says("ui.deal_drop"), command.DropDeal{})
	m.shows = func(w *words.Play, l lang.Lang) *screen.Page {
		p := &screen.Page{Code: d.Rows, Lines: []screen.Line{{Text: ltr(l, d.Short)}}}
		for i := range m.items {
			p.Lines = append(p.Lines, screen.Line{Text: m.items[i].label(w, l), Cursor: i == m.sel})
		}
		if !m.moved {
			p.More = []screen.Page{{Heading: w.Word(l, "ui.deal"), Lines: []screen.Line{{Text: w.Word(l, "ui.deal_how")}}, Foot: w.Word(l, "ui.foot_list")}}
		}
		return p
	}
	return m
}

// digitMenu asks for the next digit of the number that a player says.
func (b *Box) digitMenu(typed string) *Menu {
	if b.Deal == nil || b.Deal.Next < 0 {
		return b.dealMenu()
	}
	seat := b.Deal.Next
	m := &Menu{heading: func(w *words.Play, l lang.Lang) string {
		return w.Plain(l, engine.Say("ui.deal_digit").Thing(b.Deal.Roster[seat]).Number(len(typed)+1)) + " " + l.Digits(typed)
	}}
	for digit := range 10 {
		next := typed + strconv.Itoa(digit)
		do := command.Command(Then{command.Typing{}, func(b *Box, _ error) *Menu { return b.digitMenu(next) }})
		if len(next) == 6 {
			do = Then{command.Give{Seat: seat, Number: next}, func(b *Box, _ error) *Menu { return b.dealMenu() }}
		}
		m.add(func(_ *words.Play, l lang.Lang) string { return l.Number(digit) }, do)
	}
	m.renew = func(b *Box) *Menu {
		if b.Deal == nil || b.Deal.Next != seat {
			return b.dealMenu()
		}
		return m
	}
	return m
}

// fairMenu asks when plays begin with a commitment.
func (b *Box) fairMenu() *Menu {
	m := &Menu{heading: says("ui.fair"), help: says("ui.deal_how")}
	for _, when := range memory.Fairs() {
		if when == b.Memory.Fair() {
			m.sel = len(m.items)
		}
		m.add(says("ui.fair_"+when), Then{command.SetFair{When: when}, after((*Box).settingsMenu)})
	}
	return m
}
