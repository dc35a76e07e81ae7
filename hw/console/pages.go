package console

import (
	"cmp"
	"slices"
	"strings"

	"consigliere/engine"
	"consigliere/hw/caller"
	"consigliere/hw/lang"
	"consigliere/hw/reply"
	"consigliere/hw/screen"
	"consigliere/hw/words"
)

// A face lays out what the screens show. It reads and changes nothing but what it remembers for the next time that it does.
type face struct{ *state }

// face returns what lays out the screens.
func (s *state) face() face { return face{s} }

// mainPage lays out the main screen. It depends on what is public alone, but for the time
// of a peek.
func (s face) mainPage() *screen.Page {
	l := s.shownLang()
	if seat := s.peek.showing(s.now); seat >= 0 {
		if n := s.notes.of(seat); n != nil && n.err != nil {
			return big(s.play.Error(l, n.err))
		}
		return s.askPage(s.replies.At(seat), l)
	}
	switch {
	case s.play.table == nil && s.keys.bad() && !s.keys.pressed:
		return &screen.Page{Heading: s.play.Word(l, "part.buttons"), Lines: []screen.Line{{Text: s.play.Word(l, "ui.no_buttons")}}}
	case s.peek.on:
		return big(s.play.Text(l, engine.Say("ui.peek").Seat(s.peek.seat)))
	case s.hub.start.till != 0:
		return s.startPage(l)
	case s.menu != nil && !(s.play.table == nil && s.wrong.stands(s.now)):
		p := s.menu.Page(s.play.Play, l)
		p.At = s.screens.page
		return p
	case s.wrong.stands(s.now):
		return s.refusalPage(l)
	case s.play.table == nil:
		return big(s.play.Word(l, "ui.title"))
	case s.lessons.teaching():
		return s.lessonPage(l)
	case s.play.table.Paused():
		return s.pausedPage(l)
	}
	if needs, why := s.play.undo(); needs != 0 {
		p := s.consentPage(l, why)
		p.Lines = append(p.Lines, screen.Line{Text: s.play.List(l, needs), Strong: true})
		return p
	}
	open, b := s.replies.Open(), s.caller.Calling()
	revealing := b != nil && b.Picture != nil && b.Reveals()
	switch {
	case open != nil && open.Begun() && !revealing && !s.caller.Dramatic():
		return s.turningPage(open, l) // a player who is choosing need not wait for the voice
	case b != nil:
		return s.calledPage(b, l)
	case s.caller.Veiled(): // what is asked next, and of whom, would tell what comes
		p := s.scenePage(l, s.play.scene)
		p.At = s.screens.page
		return p
	case open != nil && !s.play.bots().Has(open.Seat()):
		return s.turningPage(open, l)
	}
	return s.boardPage(open, l)
}

// calledPage shows what is called.
func (s face) calledPage(b *caller.Beat, l lang.Lang) *screen.Page {
	var p *screen.Page
	switch {
	case b.Picture != nil:
		p = s.picturePage(l, b, engine.Table)
	case b.Text.Key == "" && b.Count == 0:
		p = s.scenePage(l, s.play.scene)
	default:
		p = s.beatPage(l, b)
	}
	p.At = s.screens.page
	return p
}

// turningPage shows the board in turn with what a seat is asked. Once a choice is marked, what that one brings goes before why it is asked.
func (s face) turningPage(open *reply.Reply, l lang.Lang) *screen.Page {
	p, board := s.openPage(open, l), s.scenePage(l, s.play.scene)
	asked, a := *p, open.Ask()
	p.At = s.screens.page
	if open.Offered() { // what stays is still asked
		p.More = s.otherPages(words.Asked{Seats: engine.SeatSet(0).With(open.Seat())}, l)
	}
	if open.Explains() {
		return p
	}
	var why []screen.Page
	if a != nil {
		why = s.whyPages(a, p, l)
	}
	p.More = append(p.More, s.reasons(open, why, p.Heading, l)...)
	short := p.Short
	if short == "" && open.Seat() >= 0 {
		short = asked.Foot
	}
	if s.roomy() {
		first := *board
		first.More = nil
		boards := append([]screen.Page{first}, s.signsPage(l)...)
		p.More = append(p.More, s.packed(append(boards, board.More...), &asked, l)...)
		return p
	}
	for i, b := range append([]screen.Page{*board}, board.More...) {
		if i == 0 {
			b.Heading, b.Whole, b.Foot, b.FootShort, b.Keys = p.Heading, true, asked.Foot, asked.FootShort, p.Keys // what the scene is called, everybody knows
		} else {
			b.Foot, b.FootShort = p.Heading, short
		}
		if a != nil && a.Confirm {
			b.Foot, b.FootShort, b.Keys = asked.Foot, asked.FootShort, p.Keys // what OK does
		}
		if i > 0 && i%boardPages == 0 {
			p.More = append(p.More, asked)
		}
		p.More = append(p.More, b)
		if i == 0 && !b.Big {
			p.More = append(p.More, s.signsPage(l)...)
		}
	}
	return p
}

// reasons say why something is asked and what the choices bring: of one that is marked first that, on one page with the reason where there is room.
func (s face) reasons(r *reply.Reply, why []screen.Page, heading string, l lang.Lang) []screen.Page {
	effects := s.effects(r, heading, l)
	if !r.Begun() {
		return append(why, effects...)
	}
	if len(why) == 1 && len(effects) > 0 && s.roomy() && why[0].Heading != "" {
		last := len(effects) - 1
		joined := effects[last]
		joined.Lines = append(slices.Clip(joined.Lines), why[0].Lines...)
		joined.Whole, joined.Short, joined.Foot, joined.FootShort = true, why[0].Short, why[0].Foot, why[0].FootShort
		w, h := s.screens.main.screen.Size()
		if s.screens.paint.Parts(w, h, l, &joined) == 1 {
			return append(slices.Clip(effects[:last]), joined)
		}
	}
	return append(slices.Clip(effects), why...)
}

// signsPage says what the signs beside the players mean.
func (s face) signsPage(l lang.Lang) []screen.Page {
	if len(s.play.signs) == 0 {
		return nil
	}
	return []screen.Page{{Heading: s.play.Word(l, "ui.signs"), Lines: s.lines(l, s.play.signs), Fine: true}}
}

// boardPage shows the board, and below it what the table waits for: thinks is the reply of a bot, nil if none
// is asked alone.
func (s face) boardPage(thinks *reply.Reply, l lang.Lang) *screen.Page {
	p := s.scenePage(l, s.play.scene)
	p.At = s.screens.page
	switch {
	case thinks != nil:
		p.Foot = s.play.Text(l, engine.Say("ui.thinks").Seat(thinks.Seat()).Thing("verb."+thinks.Asks()[0].Verb))
	case s.guests.standIns != 0 && !s.standIn.on:
		p.Foot = s.play.Plain(l, engine.Say("ui.foot_stand_ins").Thing(s.play.List(l, s.guests.standIns)))
	case s.standIn.on:
		p.Foot = s.play.Text(l, engine.Say("ui.foot_stand_in").Seat(s.standIn.seat))
	case s.typed.till != 0:
		p.Foot = s.typedText(l)
	}
	asked, foot := "", p.Foot
	var first *reply.Reply
	var a words.Asked
	if thinks == nil && !p.Big {
		a = s.tableAsked()
		asked = s.play.Asked(l, a)
		for seat := range s.play.Roster {
			if first == nil && a.Seats.Has(engine.Seat(seat)) {
				first = s.replies.At(engine.Seat(seat))
			}
		}
		if asked != "" {
			foot = cmp.Or(foot, p.Heading) // in which phase
			p.Foot = cmp.Or(p.Foot, s.howAnswered(l, a), foot)
			p.Heading, p.Whole = asked, true
		}
	}
	question, board := *p, p.More
	question.More, p.More = nil, nil
	var effects []screen.Page
	if asked != "" {
		p.More = s.otherPages(a, l)
		if len(p.More) > 0 {
			question.Foot = p.More[0].Heading
			p.Foot = question.Foot
		}
	}
	if first != nil && asked != "" {
		p.More = append(p.More, s.whyPages(&first.Asks()[0], p, l)...)
		if reply.EffectsKnown(&first.Asks()[0]) {
			effects = s.screens.main.told.Fresh(first, s.asked(l), asked) // which one is marked is nobody's business
		}
	}
	p.More = append(slices.Grow(p.More, len(effects)+len(board)+len(board)/boardPages+1), effects...)
	if asked != "" && s.roomy() {
		p.More = append(p.More, s.packed(append(s.signsPage(l), board...), &question, l)...)
		return p
	}
	if asked != "" {
		p.More = append(p.More, s.signsPage(l)...)
	}
	if len(board) == 0 && foot != p.Foot {
		board = []screen.Page{question}
	}
	for i := range board {
		board[i].Foot = foot
		if asked != "" && i > 0 && i%boardPages == 0 {
			p.More = append(p.More, question)
		}
		p.More = append(p.More, board[i])
	}
	return p
}

// otherPages say what those are asked meanwhile who have answered what the table waits for.
func (s face) otherPages(a words.Asked, l lang.Lang) []screen.Page {
	var list []screen.Page
	awaited, _ := s.owed()
	for i := range s.play.Roster {
		seat := engine.Seat(i)
		r := s.replies.At(seat)
		if !awaited.Has(seat) || a.Seats.Has(seat) || !r.Waited() || s.play.bots().Has(seat) {
			continue
		}
		ask := &r.Asks()[0]
		n := s.play.Labels(ask, s.play.labelView(), l)
		why := n.Purpose()
		p := screen.Page{Heading: s.named(l, seat, s.play.Text(l, ask.Prompt)), Lines: []screen.Line{{Text: why}}, Fine: true}
		if ask.Confirm { // what else the seat can do is its own business
			p.Foot = s.play.Plain(l, engine.Say("ui.foot_ok").Thing(n.Move(ask.Options[0])))
		}
		list = append(list, p)
	}
	return list
}

// whyPages say what that is for which somebody is asked, in turn with the question, and what OK does where it is confirmed.
func (s face) whyPages(a *engine.Ask, asked *screen.Page, l lang.Lang) []screen.Page {
	why := s.play.Labels(a, s.play.labelView(), l).Purpose()
	if why == "" {
		return nil
	}
	if late := s.lateText(a, l); late != "" && s.roomy() { // a small one has no room for it
		why += " " + late
	}
	p := big(why)
	if s.roomy() && asked.Heading != "" { // what is asked stays in sight
		p = &screen.Page{Heading: asked.Heading, Short: asked.Short, Whole: true, Lines: []screen.Line{{Text: why}}}
	}
	if a.Confirm {
		p.Foot, p.FootShort = asked.Foot, asked.FootShort
	}
	return []screen.Page{*p}
}

// lateText says what is chosen for whoever lets the time of an ask pass; "" where nothing is, or not all may know it.
func (s face) lateText(a *engine.Ask, l lang.Lang) string {
	if a.Late == nil || a.Limit == 0 || s.seconds() < 0 || a.Secrecy() != engine.Open && !a.Known {
		return ""
	}
	return s.play.Plain(l, engine.Say("ui.if_late").Thing(s.play.Labels(a, s.play.labelView(), l).Move(a.Late)))
}

// roomyRows is how many rows a main screen has that shows several pages of a small one at once.
const roomyRows = 100

// How high its head and foot are together, and a row between them.
const roomyBars, roomyRow = 26, 12

// roomy reports whether the main screen has room for several short pages below each other.
func (s face) roomy() bool {
	main := s.screens.main.screen
	if main == nil {
		return false
	}
	_, h := main.Size()
	return h >= roomyRows
}

// packed puts short pages of the board below each other, as many as a roomy main screen shows at once, each page below what is asked.
func (s face) packed(pages []screen.Page, asked *screen.Page, l lang.Lang) []screen.Page {
	if asked.Heading == "" {
		return pages
	}
	w, h := s.screens.main.screen.Size()
	list, open := make([]screen.Page, 0, len(pages)), false // whether the last page takes more
	for i := range pages {
		p := pages[i]
		if p.Big || len(p.Code) > 0 || p.Corner != "" {
			list, open = append(list, p), false
			continue
		}
		lines := p.Lines
		if p.Heading != asked.Heading {
			lines = append([]screen.Line{{Text: p.Heading, Strong: true}}, lines...)
		}
		if open {
			last := &list[len(list)-1]
			joined := *last
			joined.Lines = slices.Concat(last.Lines, lines)
			if len(joined.Lines) <= (h-roomyBars)/roomyRow && s.screens.paint.Parts(w, h, l, &joined) == 1 { // in two columns a heading would part from its lines
				*last = joined
				continue
			}
		}
		list = append(list, screen.Page{Heading: asked.Heading, Short: asked.Short, Whole: true, Foot: asked.Foot, FootShort: asked.FootShort, Lines: lines})
		open = true
	}
	return list
}

// tableAsked returns what the table waits for, where several seats answer or one in secret, once what has come of the last move
// is told.
func (s *state) tableAsked() words.Asked {
	awaited, _ := s.owed()
	var a words.Asked
	if s.play.table == nil || s.play.over || s.caller.Telling() || s.caller.Dramatic() {
		return a
	}
	text, same := "", true
	var unseen engine.SeatSet // whose answers are not seen while they are given
	for seat := range s.play.Roster {
		r := s.replies.At(engine.Seat(seat))
		if !awaited.Has(engine.Seat(seat)) || len(r.Asks()) == 0 {
			continue
		}
		first := &r.Asks()[0]
		prompt := text
		if a.Seats == 0 || first.Prompt != a.Prompt {
			prompt = s.play.Text(lang.English, first.Prompt)
		}
		same = same && (a.Seats == 0 || text == prompt)
		text, a.Prompt, a.Secret, a.Seats = prompt, first.Prompt, a.Secret || first.Secret, a.Seats.With(engine.Seat(seat))
		a.Hidden = a.Hidden || first.Hidden()
		if first.Secrecy() != engine.Open {
			unseen = unseen.With(engine.Seat(seat))
		}
	}
	switch q := s.play.scene.Question; {
	case q.Key != "":
		a.Prompt = q
		// Whoever has answered it may be asked something else in the open.
		if !same && unseen.Len() > 0 {
			a.Seats = unseen
		}
	case !same:
		return words.Asked{}
	}
	return a
}

// howAnswered says where those who are asked choose; "" where that differs among them.
func (s face) howAnswered(l lang.Lang, a words.Asked) string {
	own, peek := 0, 0
	phones := s.guests.seats(&s.play)
	for seat := range s.play.Roster {
		n := engine.Seat(seat)
		if !a.Seats.Has(n) {
			continue
		}
		if s.replies.At(n).Timed() != nil { // any button answers
			return ""
		}
		pod := s.seating.pod(n)
		switch {
		case phones.Has(n), pod >= 0 && pod < len(s.screens.ports) && s.screens.ports[pod].works():
			own++
		case a.Secret && pod >= 0:
			peek++
		default:
			return ""
		}
	}
	switch {
	case peek == 0:
		return s.play.Word(l, "ui.foot_own_screen")
	case own == 0:
		return s.play.Word(l, "ui.foot_peek")
	}
	return ""
}

// boardPages is how many pages of the board are shown before what is asked comes again.
const boardPages = 2

// aboutPages shows a seat what it is asked about. What the choices are for is not told twice.
func (s face) aboutPages(seat engine.Seat, l lang.Lang, told bool) []screen.Page {
	var list []screen.Page
	for _, g := range s.play.own(seat) {
		if g.Asked || g.Hints && !told {
			list = append(list, screen.Page{Heading: s.play.Text(l, g.Heading), Lines: s.lines(l, g.Lines)})
		}
	}
	return list
}

// ownPage shows what a seat has besides; it has no lines where there is nothing.
func (s face) ownPage(seat engine.Seat, l lang.Lang) screen.Page {
	p := screen.Page{Heading: s.play.Word(l, "ui.own")}
	for _, g := range s.play.own(seat) {
		if g.Asked || g.Hints {
			continue
		}
		if g.Heading.Key != "" {
			p.Lines = append(p.Lines, screen.Line{Text: s.play.Text(l, g.Heading), Strong: true})
		}
		p.Lines = append(p.Lines, s.lines(l, g.Lines)...)
	}
	return p
}

// pausedPage says that the play stands still, and what is asked meanwhile, or of whom.
func (s face) pausedPage(l lang.Lang) *screen.Page {
	p := &screen.Page{Heading: s.play.Word(l, "ui.paused"), Foot: s.play.Word(l, "ui.foot_lesson"), At: s.screens.page}
	if s.caller.Dramatic() {
		return p
	}
	asked := s.play.Text(l, s.play.scene.Heading)
	if open := s.replies.Open(); open != nil && !s.play.bots().Has(open.Seat()) {
		asked = s.openPage(open, l).Heading
	}
	p.Lines = append(p.Lines, screen.Line{Text: asked})
	for seat, name := range s.play.Roster {
		if s.play.waits.Has(engine.Seat(seat)) {
			p.Lines = append(p.Lines, screen.Line{Name: name, Icons: []engine.Icon{engine.IconAwait}})
		}
	}
	return p
}

// typedText tells for whom a move was typed in, and not which; "" if none was.
func (s face) typedText(l lang.Lang) string {
	if s.typed.who == 0 {
		return ""
	}
	return s.play.Word(l, "ui.typed") + " " + s.play.List(l, s.typed.who)
}

// openPage lists what one seat is asked openly, for all to see.
func (s face) openPage(r *reply.Reply, l lang.Lang) *screen.Page {
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
func (s face) addScene(l lang.Lang, line *screen.Line, chosen engine.Value) {
	if chosen.Kind != engine.SeatValue || chosen.Seat < 0 {
		return
	}
	for i := range s.play.scene.Lines {
		if n := &s.play.scene.Lines[i]; n.Seat == chosen.Seat && n.Text.Key != "" && line.Text == s.play.Roster.Name(n.Seat) {
			told := s.lines(l, s.play.scene.Lines[i:i+1])[0]
			line.Name, line.Text, line.Icons = line.Text, told.Text, told.Icons
			return
		}
	}
}

func big(text string) *screen.Page {
	return &screen.Page{Big: true, Lines: []screen.Line{{Text: text}}}
}

// startPage counts down to what all tables begin at one moment.
func (s face) startPage(l lang.Lang) *screen.Page {
	name, text := s.hub.start.name, s.play.Word(l, "ui.start_now")
	if s.hub.start.in > 0 {
		text = s.play.Text(l, engine.Say("ui.start_in").Number(s.hub.start.in))
	}
	p := big(text)
	p.Heading = name
	return p
}

// consentPage asks whether an undo is agreed to.
func (s face) consentPage(l lang.Lang, why engine.Text) *screen.Page {
	return &screen.Page{
		Heading: s.play.Word(l, "ui.undo_ask"),
		Lines:   []screen.Line{{Text: s.play.Text(l, why)}},
		Foot:    s.play.Word(l, "ui.foot_consent"),
	}
}

// beatPage shows what the voice says.
func (s face) beatPage(l lang.Lang, b *caller.Beat) *screen.Page {
	if b.Count > 0 {
		return big(l.Number(b.Count))
	}
	p := big(s.play.Text(l, b.Text))
	p.Within = b.Lasts()
	return p
}

// refusalPage tells what was refused and why, and the rule's sentence on the next page.
func (s face) refusalPage(l lang.Lang) *screen.Page {
	rule := s.play.Rule(l, s.wrong.err)
	if s.wrong.rule && rule != nil {
		return &screen.Page{Heading: rule.Number, Lines: []screen.Line{{Text: rule.Text}}}
	}
	heading := "ui.refused"
	if no := refusalOf(s.wrong.err); no != nil && strings.HasPrefix(no.Why.Key, "refuse.dice_") {
		heading = "ui.tray"
	}
	p := &screen.Page{Heading: s.play.Word(l, heading), Lines: []screen.Line{{Text: s.play.Error(l, s.wrong.err)}}}
	if rule != nil {
		p.Foot = s.play.Word(l, "ui.foot_rule")
	}
	return p
}

// scenePage lays out a scene, its groups as pages that follow.
func (s face) scenePage(l lang.Lang, sc engine.Scene) *screen.Page {
	p := &screen.Page{Heading: s.play.Text(l, sc.Heading), Lines: s.lines(l, sc.Lines)}
	if n := s.seconds(); n >= 0 && s.caller.Idle() {
		if sc.Clock || s.pressing() {
			return &screen.Page{Heading: p.Heading, Big: true, Lines: []screen.Line{{Text: l.Clock(n)}}}
		}
		p.Corner = clock(l, n)
	}
	p.More = slices.Grow(p.More, len(sc.Groups))
	for i := range sc.Groups {
		g := &sc.Groups[i]
		if g.Aside {
			continue
		}
		p.More = append(p.More, screen.Page{Heading: s.play.Text(l, g.Heading), Lines: s.lines(l, g.Lines)})
	}
	return p
}

// clock is what is left of a time in seconds, with a sign that tells it from numbers of other things.
func clock(l lang.Lang, seconds int) string { return "⏱" + l.Clock(seconds) }

// lines puts lines of a scene into words.
func (s face) lines(l lang.Lang, lines []engine.Line) []screen.Line {
	list := make([]screen.Line, len(lines))
	for i := range lines {
		n := &lines[i]
		list[i] = screen.Line{Icons: n.Icons, Text: s.play.Text(l, n.Text), Strong: n.Strong, Bar: n.Bar}
		if n.Seat >= 0 {
			list[i].Name = s.play.Roster.Name(n.Seat)
		}
	}
	return list
}

// picturePage shows the picture of a beat, with what is said as its heading. On the screen of a
// seat stand the lines that are about the seat, or about nobody; [engine.Table] sees all.
func (s face) picturePage(l lang.Lang, b *caller.Beat, seat engine.Seat) *screen.Page {
	heading := b.Text
	if heading.Key == "" {
		heading = b.Picture.Heading
	}
	p := &screen.Page{Heading: s.play.Text(l, heading), Whole: true}
	if seat >= 0 && !slices.ContainsFunc(b.Picture.Lines, func(n engine.Line) bool { return n.Seat < 0 || n.Seat == seat || slices.Contains(n.Text.Seats(), seat) }) {
		seat = engine.Table // nothing is about it, so it looks on
	}
	lines := s.lines(l, b.Picture.Lines)
	for i, line := range lines {
		n := &b.Picture.Lines[i]
		if seat >= 0 && n.Seat >= 0 && n.Seat != seat && !slices.Contains(n.Text.Seats(), seat) && i != b.Row {
			continue
		}
		line.Cursor = i == b.Row
		lines[len(p.Lines)] = line
		p.Lines = lines[:len(p.Lines)+1]
	}
	if b.Row < 0 && !b.Again {
		p.Within = b.Lasts()
	}
	return p
}

// playerNames returns what the players are called who join before a play begins.
func (s face) playerNames(l lang.Lang, set engine.SeatSet) string {
	var names []string
	for seat := range engine.Seat(engine.MaxSeats) {
		if set.Has(seat) {
			names = append(names, s.play.Text(l, engine.Say("ui.player").Number(int(seat)+1)))
		}
	}
	return strings.Join(names, s.play.Word(l, "ui.comma"))
}

// podPage lays out the private screen of a pod.
func (s face) podPage(pod int) *screen.Page {
	l := s.langAt(pod)
	if s.play.table == nil {
		if at := s.seating.at(pod); at != 0 {
			return big(s.playerNames(l, at))
		}
		return big(s.play.Word(l, "ui.title"))
	}
	seat := s.seatOf(pod)
	if seat < 0 {
		return &screen.Page{}
	}
	if p := s.firstPage(pod, seat, l); p != nil {
		return p
	}
	r := s.replies.At(seat)
	asked := (r.Waited() || r.Offered()) && !s.caller.Dramatic() && s.lessons.due(&s.play) == "" // what is explained goes before it
	if len(r.Asks()) > 0 && (r.Begun() || asked && !s.caller.Telling()) {
		return s.answerPage(pod, r, seat, l)
	}
	if b := s.caller.Calling(); b != nil && b.Picture != nil {
		return s.picturePage(l, b, seat)
	} else if b != nil && b.Text.Key != "" && (asked || !b.Aside() || s.caller.Dramatic()) {
		return s.beatPage(l, b)
	}
	return s.seatPage(r, seat, l)
}

// firstPage is what goes before anything that a seat is asked or told: a lesson, a pause, somebody else at the pod, a
// question about the play itself. It returns nil if there is nothing of the kind.
func (s face) firstPage(pod int, seat engine.Seat, l lang.Lang) *screen.Page {
	if s.lessons.teaching() || s.caller.Calling() == nil && s.lessons.due(&s.play) != "" { // what is called goes before it
		return big(s.play.Word(l, "ui.lesson"))
	}
	if s.play.table.Paused() {
		p := &screen.Page{Heading: s.play.Word(l, "ui.paused")}
		if r := s.replies.At(seat); r.Waited() && !s.caller.Dramatic() && !s.seating.covered(pod, seat) {
			p.Lines = []screen.Line{{Text: s.askPage(r, l).Heading}}
		}
		return p
	}
	if s.seating.covered(pod, seat) {
		if s.owing().Has(seat) {
			return big(s.play.Text(l, engine.Say("ui.your_turn").Seat(seat)))
		}
		return big(s.play.List(l, s.seating.at(pod)))
	}
	if needs, why := s.play.undo(); needs.Has(seat) {
		return s.consentPage(l, why)
	}
	if s.question(pod) != 0 {
		return s.knockPage(l)
	}
	if n := s.notes.of(seat); n != nil {
		if n.err != nil {
			return big(s.play.Error(l, n.err))
		}
		return big(s.play.Text(l, n.text))
	}
	return nil
}

// answerPage is what a seat is answering, at a pod.
func (s face) answerPage(pod int, r *reply.Reply, seat engine.Seat, l lang.Lang) *screen.Page {
	p, effects := s.screens.ports[pod].told.Page(r, s.asked(l))
	if r.Explains() {
		return p
	}
	// What it is asked about and what it has come in turn with that, also once something is marked.
	about := s.aboutPages(seat, l, len(effects) > 0)
	p.More = append(slices.Grow(p.More, len(effects)+len(about)+1), effects...)
	from := len(p.More)
	p.More = append(p.More, about...)
	if own := s.ownPage(seat, l); (r.Ask() == nil || !r.Ask().Confirm) && len(own.Lines) > 0 {
		p.More = append(p.More, own)
	}
	for i := from; i < len(p.More); i++ {
		p.More[i].Foot, p.More[i].FootShort, p.More[i].Keys = p.Foot, p.FootShort, p.Keys
	}
	return p
}

// seatPage is what a seat has before it while it is asked nothing.
func (s face) seatPage(r *reply.Reply, seat engine.Seat, l lang.Lang) *screen.Page {
	scene := s.play.scene // as everybody last saw it, while what has changed may not be seen yet
	if !s.caller.Veiled() {
		scene = s.play.sight(seat)
	}
	p := s.scenePage(l, scene)
	if s.play.locked.Has(seat) {
		p.Foot = s.play.Word(l, "ui.foot_locked")
		if digits := s.play.receipt(seat); digits != "" {
			p.Corner = l.Digits(digits)
		}
	} else if len(r.Asks()) > 0 && r.Asks()[0].Optional {
		p.Foot = s.play.Word(l, "ui.foot_optional")
	}
	return p
}

// lessonPage shows what is being explained. The picture that it is about goes before it.
func (s face) lessonPage(l lang.Lang) *screen.Page {
	p := &screen.Page{
		Heading: s.play.Word(l, "ui.lesson_title"), Lines: []screen.Line{{Text: s.lessonText(l)}},
		Foot: s.play.Word(l, "ui.foot_lesson"),
	}
	if b := s.caller.Calling(); b != nil && b.Picture != nil {
		about := s.picturePage(l, b, engine.Table)
		about.Foot, about.Within = p.Foot, 0 // it stands until somebody goes on
		about.More = []screen.Page{*p}
		p = about
	}
	p.At = s.screens.page
	return p
}

// lessonText returns the same in words.
func (s face) lessonText(l lang.Lang) string {
	var sentences []string
	for _, t := range s.lessons.texts() {
		sentences = append(sentences, s.play.Text(l, t))
	}
	return strings.Join(sentences, " ")
}

// knockPage asks at a pod whether a phone may have its seat, too.
func (s face) knockPage(l lang.Lang) *screen.Page {
	return &screen.Page{Heading: s.play.Word(l, "ui.phones"), Lines: []screen.Line{{Text: s.play.Word(l, "ui.knock_pod")}}, Foot: s.play.Word(l, "ui.foot_consent")}
}

// counts reports whether the text of a count is the count itself, in three words.
func (s face) counts(t engine.Text) bool {
	return len(strings.Fields(s.play.Text(lang.English, t))) == 3
}

// beat returns what is said at a beat.
func (s face) beat(l lang.Lang, b *caller.Beat) string {
	text := s.said(l, b.Text)
	if b.Count > 0 {
		if three := strings.Fields(text); len(three) == 3 {
			return three[b.Count-1]
		}
		return s.play.Word(l, [...]string{"ui.one", "ui.two", "ui.three"}[b.Count-1])
	}
	return text
}
