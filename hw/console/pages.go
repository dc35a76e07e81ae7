package console

import (
	"slices"
	"strings"

	"consigliere/engine"
	"consigliere/hw/caller"
	"consigliere/hw/lang"
	"consigliere/hw/reply"
	"consigliere/hw/screen"
)

// mainPage lays out the main screen. It depends on what is public alone, but for the time
// of a peek.
func (s *state) mainPage() *screen.Page {
	l := s.shownLang()
	if seat := s.showing(); seat >= 0 {
		if n := s.note(seat); n != nil && n.err != nil {
			return big(s.Error(l, n.err))
		}
		return s.askPage(s.replies.At(seat), l)
	}
	switch {
	case s.t == nil && s.keys.bad() && !s.keys.pressed:
		return &screen.Page{Heading: s.Word(l, "part.buttons"), Lines: []screen.Line{{Text: s.Word(l, "ui.no_buttons")}}}
	case s.peek.on:
		return big(s.Text(l, engine.Say("ui.peek").Seat(s.peek.seat)))
	case s.menu != nil && !(s.t == nil && s.refusing()):
		p := s.menu.Page(s.Play, l)
		p.At = s.page
		return p
	case s.refusing():
		return s.refusalPage(l)
	case s.t == nil:
		return big(s.Word(l, "ui.title"))
	case s.teaching():
		return s.lessonPage(l)
	case s.t.Paused():
		return s.pausedPage(l)
	}
	if needs, why := s.pendingUndo(); needs != 0 {
		p := s.consentPage(l, why)
		p.Lines = append(p.Lines, screen.Line{Text: s.List(l, needs), Strong: true})
		return p
	}
	open := s.replies.Open()
	b := s.caller.Calling()
	revealing := b != nil && b.Picture != nil && b.Reveals()
	if open != nil && open.Begun() && !revealing && !s.caller.Dramatic() {
		return s.openPage(open, l) // who is choosing need not wait for the voice
	}
	if b != nil {
		if b.Picture != nil {
			p := s.picturePage(l, b, engine.Table)
			p.At = s.page
			return p
		}
		if b.Text.Key == "" && b.Count == 0 {
			p := s.scenePage(l, s.scene)
			p.At = s.page
			return p
		}
		p := s.beatPage(l, b)
		p.At = s.page
		return p
	}
	if open != nil && !s.botSeats().Has(open.Seat()) {
		// The board is shown in turn with what is asked, until who is asked begins.
		p, board := s.openPage(open, l), s.scenePage(l, s.scene)
		asked, a := *p, open.Ask()
		p.At = s.page
		for i, b := range append([]screen.Page{*board}, board.More...) {
			if i == 0 {
				b.Heading = p.Heading // what the scene is called, everybody knows
			} else {
				b.Foot = p.Heading
			}
			if a != nil && a.Confirm {
				b.Foot = p.Foot // what OK does
			}
			if i > 0 && i%boardPages == 0 {
				p.More = append(p.More, asked)
			}
			p.More = append(p.More, b)
		}
		return p
	}
	p := s.scenePage(l, s.scene)
	p.At = s.page
	if open != nil {
		p.Foot = s.Text(l, engine.Say("ui.thinks").Seat(open.Seat()).Thing("verb."+open.Asks()[0].Verb))
	} else if s.standIns != 0 && !s.standIn.on {
		p.Foot = s.Plain(l, engine.Say("ui.foot_stand_ins").Thing(s.List(l, s.standIns)))
	} else if s.standIn.on {
		p.Foot = s.Text(l, engine.Say("ui.foot_stand_in").Seat(s.standIn.seat))
	} else if s.typed.till != 0 {
		p.Foot = s.typedText(l)
	} else if a := s.replies.Together(); a != nil && !s.caller.Dramatic() {
		p.Foot = s.Text(l, a.Prompt)
	}
	for i := range p.More {
		p.More[i].Foot = p.Foot
	}
	return p
}

// boardPages is how many pages of the board are shown before what is asked comes again.
const boardPages = 2

// own returns what a seat sees and others do not: a line that all see is on the main screen. It is
// worked out once until a move or the scene changes it, as pages are drawn with each press.
func (s *state) own(seat engine.Seat) []engine.Group {
	if !s.owned.Has(seat) {
		s.owns[seat], s.owned = s.drawOwn(seat), s.owned.With(seat)
	}
	return s.owns[seat]
}

func (s *state) drawOwn(seat engine.Seat) []engine.Group {
	own := s.t.Title().Draw(s.t.View(seat))
	all := append([]engine.Group{{Lines: s.scene.Lines}}, s.scene.Groups...)
	groups := append([]engine.Group{{Lines: own.Lines}}, own.Groups...)
	for i := range groups {
		groups[i].Lines = slices.DeleteFunc(slices.Clone(groups[i].Lines), func(n engine.Line) bool {
			return slices.ContainsFunc(all, func(seen engine.Group) bool {
				return slices.ContainsFunc(seen.Lines, func(x engine.Line) bool { return x.Seat == n.Seat && x.Text == n.Text })
			})
		})
	}
	return slices.DeleteFunc(groups, func(g engine.Group) bool { return len(g.Lines) == 0 })
}

// ownPage lays that out; it has no lines where there is nothing.
func (s *state) ownPage(seat engine.Seat, l lang.Lang) screen.Page {
	p := screen.Page{Heading: s.Word(l, "ui.own")}
	for _, g := range s.own(seat) {
		if g.Heading.Key != "" {
			p.Lines = append(p.Lines, screen.Line{Text: s.Text(l, g.Heading), Strong: true})
		}
		p.Lines = append(p.Lines, s.lines(l, g.Lines)...)
	}
	return p
}

// pausedPage says that the play stands still, and what is asked meanwhile, or of whom.
func (s *state) pausedPage(l lang.Lang) *screen.Page {
	p := &screen.Page{Heading: s.Word(l, "ui.paused"), Foot: s.Word(l, "ui.foot_lesson"), At: s.page}
	if s.caller.Dramatic() {
		return p
	}
	asked := s.Text(l, s.scene.Heading)
	if open := s.replies.Open(); open != nil && !s.botSeats().Has(open.Seat()) {
		asked = s.openPage(open, l).Heading
	}
	p.Lines = append(p.Lines, screen.Line{Text: asked})
	for seat, name := range s.Roster {
		if s.waits.Has(engine.Seat(seat)) {
			p.Lines = append(p.Lines, screen.Line{Name: name, Icons: []engine.Icon{engine.IconAwait}})
		}
	}
	return p
}

// typedText tells for whom a move was typed in, and not which; "" if none was.
func (s *state) typedText(l lang.Lang) string {
	if s.typed.who == 0 {
		return ""
	}
	return s.Word(l, "ui.typed") + " " + s.List(l, s.typed.who)
}

// openPage lists what one seat is asked openly, for all to see.
func (s *state) openPage(r *reply.Reply, l lang.Lang) *screen.Page {
	p := s.askPage(r, l)
	if r.Explains() {
		return p
	}
	p.Heading = s.named(l, r.Seat(), p.Heading)
	if a := r.Ask(); a != nil && !a.Confirm && len(a.Parts) == 0 {
		for i, c := range r.Step().Choices[:min(len(r.Step().Choices), len(p.Lines))] {
			s.addScene(l, &p.Lines[i], c.Value)
		}
	}
	return p
}

// addScene adds to a seat that can be chosen what the scene tells about it, such as whom it aims at.
func (s *state) addScene(l lang.Lang, line *screen.Line, chosen engine.Value) {
	if chosen.Kind != engine.SeatValue || chosen.Seat < 0 {
		return
	}
	for i := range s.scene.Lines {
		if n := &s.scene.Lines[i]; n.Seat == chosen.Seat && n.Text.Key != "" {
			told := s.lines(l, s.scene.Lines[i:i+1])[0]
			line.Name, line.Text, line.Icons = line.Text, told.Text, told.Icons
			return
		}
	}
}

func big(text string) *screen.Page {
	return &screen.Page{Big: true, Lines: []screen.Line{{Text: text}}}
}

// consentPage asks whether an undo is agreed to.
func (s *state) consentPage(l lang.Lang, why engine.Text) *screen.Page {
	return &screen.Page{
		Heading: s.Word(l, "ui.undo_ask"),
		Lines:   []screen.Line{{Text: s.Text(l, why)}},
		Foot:    s.Word(l, "ui.foot_consent"),
	}
}

// beatPage shows what the voice says.
func (s *state) beatPage(l lang.Lang, b *caller.Beat) *screen.Page {
	if b.Count > 0 {
		return big(l.Number(b.Count))
	}
	p := big(s.Text(l, b.Text))
	p.Within = b.Lasts()
	return p
}

// refusalPage tells what was refused and why, and the rule's sentence on the next page.
func (s *state) refusalPage(l lang.Lang) *screen.Page {
	rule := s.Rule(l, s.wrong.err)
	if s.wrong.rule && rule != nil {
		return &screen.Page{Heading: rule.Number, Lines: []screen.Line{{Text: rule.Text}}}
	}
	heading := "ui.refused"
	if no := refusalOf(s.wrong.err); no != nil && strings.HasPrefix(no.Why.Key, "refuse.dice_") {
		heading = "ui.tray"
	}
	p := &screen.Page{Heading: s.Word(l, heading), Lines: []screen.Line{{Text: s.Error(l, s.wrong.err)}}}
	if rule != nil {
		p.Foot = s.Word(l, "ui.foot_rule")
	}
	return p
}

// scenePage lays out a scene, its groups as pages that follow.
func (s *state) scenePage(l lang.Lang, sc engine.Scene) *screen.Page {
	p := &screen.Page{Heading: s.Text(l, sc.Heading), Lines: s.lines(l, sc.Lines)}
	if n := s.seconds(); n >= 0 && s.caller.Idle() {
		if sc.Clock {
			return &screen.Page{Heading: p.Heading, Big: true, Lines: []screen.Line{{Text: l.Clock(n)}}}
		}
		p.Corner = l.Clock(n)
	}
	for i := range sc.Groups {
		g := &sc.Groups[i]
		if g.Aside {
			continue
		}
		p.More = append(p.More, screen.Page{Heading: s.Text(l, g.Heading), Lines: s.lines(l, g.Lines)})
	}
	return p
}

// lines puts lines of a scene into words.
func (s *state) lines(l lang.Lang, lines []engine.Line) []screen.Line {
	list := make([]screen.Line, len(lines))
	for i := range lines {
		n := &lines[i]
		list[i] = screen.Line{Icons: n.Icons, Text: s.Text(l, n.Text), Strong: n.Strong, Bar: n.Bar}
		if n.Seat >= 0 {
			list[i].Name = s.Roster.Name(n.Seat)
		}
	}
	return list
}

// picturePage shows the picture of a beat, with what is said as its heading. On the screen of a
// seat stand the lines that are about the seat, or about nobody; [engine.Table] sees all.
func (s *state) picturePage(l lang.Lang, b *caller.Beat, seat engine.Seat) *screen.Page {
	heading := b.Text
	if heading.Key == "" {
		heading = b.Picture.Heading
	}
	p := &screen.Page{Heading: s.Text(l, heading), Whole: true}
	if seat >= 0 && !slices.ContainsFunc(b.Picture.Lines, func(n engine.Line) bool { return n.Seat < 0 || n.Seat == seat || slices.Contains(n.Text.Seats(), seat) }) {
		seat = engine.Table // nothing is about it, so it looks on
	}
	for i, line := range s.lines(l, b.Picture.Lines) {
		n := &b.Picture.Lines[i]
		if seat >= 0 && n.Seat >= 0 && n.Seat != seat && !slices.Contains(n.Text.Seats(), seat) && i != b.Row {
			continue
		}
		line.Cursor = i == b.Row
		p.Lines = append(p.Lines, line)
	}
	if b.Row < 0 && !b.Again {
		p.Within = b.Lasts()
	}
	return p
}

// playerNames returns what the players are called who join before a play begins.
func (s *state) playerNames(l lang.Lang, set engine.SeatSet) string {
	var names []string
	for seat := range engine.Seat(engine.MaxSeats) {
		if set.Has(seat) {
			names = append(names, s.Text(l, engine.Say("ui.player").Number(int(seat)+1)))
		}
	}
	return strings.Join(names, s.Word(l, "ui.comma"))
}

// podPage lays out the private screen of a pod.
func (s *state) podPage(pod int) *screen.Page {
	l := s.langAt(pod)
	if s.t == nil {
		if at := s.seating.at(pod); at != 0 {
			return big(s.playerNames(l, at))
		}
		return big(s.Word(l, "ui.title"))
	}
	seat := s.seatOf(pod)
	if seat < 0 {
		return &screen.Page{}
	}
	if s.teaching() || s.caller.Calling() == nil && s.dueLesson() != "" { // what is called goes before it
		return big(s.Word(l, "ui.lesson"))
	}
	if s.t.Paused() {
		p := &screen.Page{Heading: s.Word(l, "ui.paused")}
		if r := s.replies.At(seat); r.Waited() && !s.caller.Dramatic() && !s.seating.covered(pod, seat) {
			p.Lines = []screen.Line{{Text: s.askPage(r, l).Heading}}
		}
		return p
	}
	if s.seating.covered(pod, seat) {
		if s.owing().Has(seat) {
			return big(s.Text(l, engine.Say("ui.your_turn").Seat(seat)))
		}
		return big(s.List(l, s.seating.at(pod)))
	}
	if needs, why := s.pendingUndo(); needs.Has(seat) {
		return s.consentPage(l, why)
	}
	if s.question(pod) != 0 {
		return s.knockPage(l)
	}
	if n := s.note(seat); n != nil {
		if n.err != nil {
			return big(s.Error(l, n.err))
		}
		return big(s.Text(l, n.text))
	}
	r := s.replies.At(seat)
	asked := (r.Waited() || r.Offered()) && !s.caller.Dramatic() && s.dueLesson() == "" // what is explained goes before it
	if len(r.Asks()) > 0 && (r.Begun() || asked && !s.caller.Telling()) {
		p := s.askPage(r, l)
		if own := s.ownPage(seat, l); !r.Begun() && (r.Ask() == nil || !r.Ask().Confirm) && len(own.Lines) > 0 {
			p.More = append(p.More, own) // in turn with what it is asked, until it begins
		}
		return p
	}
	if b := s.caller.Calling(); b != nil && b.Picture != nil {
		return s.picturePage(l, b, seat)
	} else if b != nil && b.Text.Key != "" && (asked || !b.Aside() || s.caller.Dramatic()) {
		return s.beatPage(l, b)
	}
	p := s.scenePage(l, s.t.Title().Draw(s.t.View(seat)))
	if s.locked.Has(seat) {
		p.Foot = s.Word(l, "ui.foot_locked")
	} else if len(r.Asks()) > 0 && r.Asks()[0].Optional {
		p.Foot = s.Word(l, "ui.foot_optional")
	}
	return p
}
