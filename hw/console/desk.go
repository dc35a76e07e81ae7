package console

import (
	"encoding/json"
	"strings"

	"consigliere/engine"
	"consigliere/hw/lang"
)

// desk returns what a browser page shows for the table as a whole, in a language.
func (s *state) desk(l lang.Lang) Desk {
	d := Desk{
		State: "menu", Lang: string(l), Seconds: -1, Plays: []DeskPlay{}, People: []string{},
		Seats: []DeskSeat{}, Lines: []DeskLine{}, Groups: []DeskGroup{}, Map: []DeskArea{}, Log: []DeskEntry{}, Sheets: []Sheet{}, Titles: []DeskTitle{}, Missing: s.missing(l),
	}
	if s.wrong.err != nil {
		d.Error, d.Rule = s.err(l, s.wrong.err), s.rule(l, s.wrong.err)
	}
	if s.t == nil {
		for _, t := range s.titles {
			d.Titles = append(d.Titles, s.deskTitle(t, l))
		}
		for i := range s.plays {
			d.Plays = append(d.Plays, s.deskPlay(i, l))
		}
		if len(d.Plays) > 0 {
			d.Resume = d.Plays[0].Text
		}
		for _, p := range s.settings.People {
			d.People = append(d.People, p.Name)
		}
		for _, t := range s.titles {
			if t.ID == s.settings.Last {
				d.Last = t.ID
			}
		}
		return d
	}
	d.State = "play"
	d.Typed = s.typedText(l)
	running := s.caller.dramatic()
	if s.over && !running {
		d.State, d.Record, d.Score = "over", true, s.deskScore(l)
	}
	d.Game, d.GameTitle, d.Name = s.t.Title().ID, s.word(l, "game.title"), s.t.Name()
	if p := s.t.View(engine.Public).Phase; p != "" && !s.caller.veiled() {
		d.Phase = s.word(l, "phase."+p)
	}
	if s.teaching() {
		d.Lesson = s.lessonText(l)
	}
	d.Past = s.t.Title().Past != nil
	d.Paused, d.Kept, d.CanUndo = s.t.Paused(), s.kept(), s.t.Moves() > 0
	if needs, why := s.pendingUndo(); needs != 0 {
		d.Undo = &DeskUndo{s.text(l, why), s.names(needs)}
	}
	s.deskScene(&d, l)
	d.Log = s.deskStory(l)
	if !running {
		d.Seconds = s.seconds()
		for i := range s.asks {
			if a := &s.asks[i]; a.Seat == engine.Table && a.By == 0 && !a.Hidden() && !a.Paced {
				d.Sheets = append(d.Sheets, s.sheet(a, l))
			}
		}
		if a := s.replies.together(); a != nil && !s.caller.telling() {
			d.Together = s.text(l, a.Prompt)
		}
		switch r := s.replies.open(); {
		case r == nil || r.seat == engine.Table || !r.begun && s.caller.telling(): // it is told first what has come of the last
		case s.botSeats().Has(r.seat): // nobody is to answer for it
			d.Ask = &DeskAsk{
				Seat: s.roster.Name(r.seat), Verb: r.asks[0].Verb, Choices: []DeskChoice{}, Others: []string{},
				Question: s.text(l, engine.Say("ui.thinking").Thing("verb."+r.asks[0].Verb)),
			}
		default:
			d.Ask = s.deskAsk(r, l)
		}
	}
	return d
}

// deskScene puts the seats and the public scene on the desk.
func (s *state) deskScene(d *Desk, l lang.Lang) {
	awaited, locked := s.owed()
	for i, name := range s.roster {
		seat := engine.Seat(i)
		at := DeskSeat{
			Name: name, Pod: s.seating.pod(seat), Lang: s.seatLang(seat), Bot: s.botSeats().Has(seat), Away: !s.t.Attending().Has(seat), Phone: s.phoneOf(seat), Locked: locked.Has(seat), Awaited: awaited.Has(seat), Lines: []DeskLine{},
		}
		if at.Awaited {
			at.Secrecy, at.Asked = s.askedOf(seat, l)
		}
		d.Seats = append(d.Seats, at)
	}
	d.Heading = s.text(l, s.scene.Heading)
	d.Lines = s.deskLines(l, s.scene.Lines)
	for i, line := range d.Lines {
		if n := s.scene.Lines[i].Seat; n >= 0 && int(n) < len(d.Seats) {
			d.Seats[n].Lines = append(d.Seats[n].Lines, line)
		}
	}
	for i := range s.scene.Groups {
		g := &s.scene.Groups[i]
		d.Groups = append(d.Groups, DeskGroup{s.text(l, g.Heading), s.deskLines(l, g.Lines)})
	}
	for i := range s.scene.Areas {
		a := &s.scene.Areas[i]
		area := DeskArea{Heading: s.text(l, a.Heading), Row: a.Row, Col: a.Col, Lines: s.deskLines(l, a.Lines)}
		if a.Seat >= 0 && int(a.Seat) < len(s.roster) {
			area.Seat = s.roster.Name(a.Seat)
		}
		d.Map = append(d.Map, area)
	}
	if b := s.caller.calling(); b != nil && b.scene != nil {
		d.Reveal = &DeskReveal{Heading: s.text(l, b.scene.Heading), Text: s.text(l, b.text), Lines: s.deskLines(l, b.scene.Lines)}
		if b.row >= 0 {
			d.Reveal.Lines[b.row].Called = true
		}
	}
}

// askedOf returns the secrecy of what an awaited seat is asked first, and what that is where all may know
// it and have heard what came before.
func (s *state) askedOf(seat engine.Seat, l lang.Lang) (of Secrecy, asked string) {
	r := s.replies.at(seat)
	if r == nil || len(r.asks) == 0 {
		return Open, ""
	}
	// What the seat has opened is its own concern: a look at what else it may do must not be seen.
	first := reply{asks: r.asks[:1]}
	if of = first.secrecy(); of != Open || s.caller.telling() {
		return of, ""
	}
	return of, s.text(l, r.asks[0].Prompt)
}

// deskLines puts lines of a scene into words.
func (s *state) deskLines(l lang.Lang, lines []engine.Line) []DeskLine {
	list := make([]DeskLine, len(lines))
	for i := range lines {
		n := &lines[i]
		list[i] = DeskLine{Icons: []string{}, Text: s.text(l, n.Text), Strong: n.Strong, Bar: n.Bar}
		for _, icon := range n.Icons {
			list[i].Icons = append(list[i].Icons, string(icon))
		}
		if n.Seat >= 0 && int(n.Seat) < len(s.roster) {
			list[i].Seat = s.roster.Name(n.Seat)
		}
	}
	return list
}

func (s *state) deskTitle(t *engine.Title, l lang.Lang) DeskTitle {
	book := s.books[t.ID]
	d := DeskTitle{ID: t.ID, Title: book.Word(l, "game.title"), Min: t.MinSeats, Max: t.MaxSeats, Teaches: t.Lessons != nil, Options: []DeskOption{}, Seats: []string{}}
	if t.Campaign {
		d.Name = s.freshName(l)
	}
	last := s.last(t)
	d.Seats, d.Bots = append(d.Seats, last.Seats...), last.Bots
	for _, o := range t.Options {
		q := deskOption(book, l, "option.", &o)
		if o.Kind == engine.OptionFile && t.Catalogue != nil {
			q.Most = t.Catalogue.Size()
		}
		q.Last = strings.Trim(string(last.Options[o.Key]), `"`)
		if q.Last == "" && ships(t) && byTableOrBox(&o) {
			q.Last = "box"
		}
		if s.dealsAlone(&o) {
			q.Alone = "box"
		}
		if t.Players != nil && len(o.Tools) > 0 {
			for i := range q.Values {
				v := &q.Values[i]
				v.Least, v.Most = t.Range(oneOption(o.Key, v.Word))
			}
		}
		for i := range o.Of {
			q.Of = append(q.Of, deskOption(book, l, "option."+o.Key+".", &o.Of[i]))
		}
		if o.Kind == engine.OptionFile && len(o.Values) > 0 {
			q.Values = append(q.Values, SheetItem{Word: "", Label: book.Word(l, "option."+o.Key+".none"), Count: 1})
			q.Default = o.Values[0]
			if _, ok := last.Options[o.Key]; ok {
				q.Default = q.Last
			}
		}
		d.Options = append(d.Options, q)
	}
	if tool, _ := t.Tools(); tool != nil {
		for _, name := range s.tools(t) {
			d.Tools = append(d.Tools, DeskTool{
				Word: name, Label: book.Word(l, "option."+tool.Key+"."+name), Help: book.Word(l, "hint.option."+tool.Key+"."+name),
				Options: toolOptions(t, name, s.toolSettings(t, name)),
			})
		}
	}
	return d
}

// deskOption returns an option whose message begins with under.
func deskOption(book *lang.Book, l lang.Lang, under string, o *engine.Option) DeskOption {
	q := DeskOption{
		Key: o.Key, Label: book.Word(l, under+o.Key), Help: book.Word(l, "hint."+under+o.Key), Kind: optionKind(o.Kind),
		Values: []SheetItem{}, Default: o.Default, Draws: byTableOrBox(o), For: o.For,
	}
	for _, v := range o.Values {
		var n int
		label := book.Word(l, under+o.Key+"."+v)
		if o.Kind == engine.OptionInt && json.Unmarshal([]byte(v), &n) == nil {
			label = l.Number(n)
		}
		item := SheetItem{Word: v, Label: label, Count: 1}
		if len(o.Tools) > 0 {
			item.Help = book.Word(l, "hint."+under+o.Key+"."+v)
		}
		q.Values = append(q.Values, item)
	}
	return q
}

func optionKind(k engine.OptionKind) string {
	switch k {
	case engine.OptionBool:
		return "bool"
	case engine.OptionChoice:
		return "choice"
	case engine.OptionSeat:
		return "seat"
	case engine.OptionInt:
		return "int"
	case engine.OptionFile:
		return "catalogue"
	}
	return "object"
}

// partKinds are the kinds of parts as a page knows them.
var partKinds = [...]string{
	engine.PartOne: "one", engine.PartSeveral: "several", engine.PartNumber: "number", engine.PartPayment: "payment",
	engine.PartCards: "cards", engine.PartAssign: "assign", engine.PartDice: "dice",
}

// deskAsk returns what a seat is asked, one step of the answer at a time.
func (s *state) deskAsk(r *reply, l lang.Lang) *DeskAsk {
	r.ready()
	d := &DeskAsk{Seat: s.roster.Name(r.seat), Choices: []DeskChoice{}, Buttons: "list", Others: []string{}, Back: r.stepBack(), Secrecy: r.secrecy()}
	a := r.ask()
	if a == nil {
		d.Question, d.Pick = s.word(l, "ui.what"), true
		for i := range r.asks {
			d.Choices = append(d.Choices, DeskChoice{Label: s.word(l, "verb."+r.asks[i].Verb), Marked: r.sel == i})
		}
		return d
	}
	n := s.labels(a, l)
	d.Verb, d.Question = a.Verb, n.step(r)
	d.Pick, d.Adds = !a.Timed && !r.assigns(), r.adds()
	short := r.short() && r.answer.Len() > 1
	switch {
	case r.offered() && len(a.Parts) == 0 && r.answer.Len() == 1:
		d.Buttons = "offer"
	case r.offered():
		d.Buttons = "offers"
	case a.Confirm || len(a.Parts) == 0 && r.answer.Len() == 1:
		d.Buttons = "ok"
	case short:
		d.Buttons = "short"
	case r.number():
		d.Buttons = "number"
	case r.payment():
		d.Buttons = "payment"
	}
	for i := range r.asks {
		if i != r.at {
			d.Others = append(d.Others, s.word(l, "verb."+r.asks[i].Verb))
		}
	}
	for i := range r.answer.Len() {
		at := *r
		at.sel = i
		label, hint := n.marked(&at)
		c := DeskChoice{Label: label, Help: hint, Marked: r.sel == i}
		if short {
			c.Button = shortButtons[i]
		}
		if taken := r.answer.Choice(i).Taken; d.Adds && taken > 0 {
			c.Label = l.Number(taken) + " × " + label
		}
		d.Choices = append(d.Choices, c)
	}
	for _, label := range n.additions(r) {
		d.Choices = append(d.Choices, DeskChoice{Label: label})
	}
	return d
}

// sheet returns an ask of the table as a sheet to fill in.
func (s *state) sheet(a *engine.Ask, l lang.Lang) Sheet {
	n := s.labels(a, l)
	sh := Sheet{
		Seat: s.roster.Name(a.Seat), Verb: a.Verb, Prompt: s.text(l, a.Prompt), Confirm: a.Confirm, Optional: a.Optional,
		Options: []SheetOption{}, Parts: []SheetPart{},
	}
	for _, do := range a.Shown() {
		label := n.move(do)
		if verb := s.word(l, "verb."+s.t.Title().Moves.Verb(do)); a.Verbs != nil && verb != label {
			label = verb + s.word(l, "ui.comma") + label
		}
		sh.Options = append(sh.Options, SheetOption{
			Label: label, Help: n.moveHint(do), Line: s.t.Title().Moves.AppendLine(nil, s.roster, engine.Move{Seat: a.Seat, Do: do}),
		})
	}
	for i := range a.Parts {
		sh.Parts = append(sh.Parts, n.sheetPart(&a.Parts[i]))
	}
	return sh
}

func (n *labels) sheetPart(p *engine.Part) SheetPart {
	sp := SheetPart{Arg: p.Arg, Kind: partKinds[p.Kind], Items: []SheetItem{}, Keys: []SheetItem{}, Min: p.Min, Max: p.Max}
	if n.asksFor(p.Arg) {
		sp.Label = n.question(p.Arg)
	}
	if p.Kind == engine.PartNumber {
		sp.Help = n.hint(p.Arg, "")
	}
	for i := range p.ShownItems() {
		it := &p.ShownItems()[i]
		a := p.ArgOf(it)
		item := SheetItem{
			Word: it.Word, Label: n.arg(&a), Help: n.argHint(&a),
			Count: max(it.Count, 1), Value: it.Value,
		}
		if it.Word == "" {
			item.Word = n.roster.Name(it.Seat)
		}
		item.JSON = p.JSON(n.roster, it)
		sp.Items = append(sp.Items, item)
	}
	for i := range p.Keys {
		key := &p.Keys[i]
		item := SheetItem{Word: key.Word, Label: n.key(key), Count: 1}
		if key.Word == "" {
			item.Word = item.Label
		}
		sp.Keys = append(sp.Keys, item)
	}
	return sp
}

// appendPublic appends a public view as JSON.
func appendPublic(v engine.View) []byte {
	b, err := json.Marshal(v.Public)
	if err != nil {
		panic("console: a view must go into JSON: " + err.Error())
	}
	return b
}
