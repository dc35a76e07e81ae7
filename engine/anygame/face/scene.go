package face

import (
	"slices"

	"consigliere/engine"
	"consigliere/engine/anygame"
)

// layOut lays out a view for a small display.
func layOut(v view) engine.Scene {
	s := v.Public
	sc := engine.Scene{Heading: engine.Say("phase." + s.Phase), Clock: s.Counts}
	if s.Round > 1 {
		sc.Heading = engine.Say("scene.heading").Number(s.Round).Thing("phase." + s.Phase)
	}
	if s.Over {
		return drawResult(sc, s)
	}
	if s.Night && v.Viewer == engine.Public {
		x := sc.Board.Add("night", engine.NoSeat)
		x.N, x.Of = s.Steps[0], s.Steps[1]
		if s.Covers { // all are asked: a name beside what a role is asked would be taken for that role
			sc.Question = engine.Say("ask.night").Number(s.Steps[0]).Number(s.Steps[1])
		}
	}
	if s.Price.Key != "" {
		sc.Heading = s.Price
	}
	for _, t := range s.Answers {
		sc.Board.Add("answer", engine.NoSeat).Text = t
	}
	if p := v.Private; p != nil {
		sc.Lines = privateLines(p)
		if len(sc.Lines) > 0 {
			sc.Groups = append(sc.Groups, engine.Group{Heading: engine.Say("scene.players"), Lines: s.Lines})
			return asked(shownGroup(sc, s), v)
		}
	}
	sc.Lines = s.Lines
	if v.Viewer < 0 { // a pod has no room for more than the seats
		sc.Lines = slices.Concat(s.Lines, s.Notes)
	}
	return asked(shownGroup(sc, s), v)
}

// asked marks what was found out last, such as the team that is voted on, for a seat that is asked what follows from it.
func asked(sc engine.Scene, v view) engine.Scene {
	awaits := func(n engine.Line) bool { return n.Seat == v.Viewer && slices.Contains(n.Icons, engine.IconAwait) }
	if v.Viewer >= 0 && len(v.Public.Shown.Lines) > 0 && slices.ContainsFunc(v.Public.Lines, awaits) {
		sc.Groups[len(sc.Groups)-1].Asked = true
	}
	return sc
}

// shownGroup adds what the last tool has found out.
func shownGroup(sc engine.Scene, s *anygame.Status) engine.Scene {
	if len(s.Shown.Lines) > 0 {
		sc.Groups = append(sc.Groups, s.Shown)
	}
	return sc
}

// cover tells a seat that it is asked only so that nobody can see who acts, and whether it is itself one of those who do not.
func cover(v view) (t engine.Text, idle bool) {
	if v.Public.Covers {
		t = engine.Say("ask.cover")
	}
	return t, v.Private.Cover
}

// privateLines is what one seat knows.
func privateLines(p *anygame.PrivateStatus) []engine.Line {
	var list []engine.Line
	line := func(t engine.Text, icons ...engine.Icon) {
		list = append(list, engine.Line{Seat: engine.NoSeat, Text: t, Icons: icons})
	}
	if p.ToldText.Key != "" {
		line(p.ToldText)
	}
	if p.Nothing {
		line(engine.Say("scene.nothing"))
	}
	for _, t := range p.Own {
		line(t)
	}
	list = append(list, p.Thrown...)
	for _, c := range p.Cards {
		line(engine.Say("show.thing").Thing("choice."+c), engine.IconCard)
	}
	for s := range engine.Seat(engine.MaxSeats) {
		if p.KnowsSeats.Has(s) {
			list = append(list, engine.Line{Seat: s, Icons: []engine.Icon{engine.IconStar}})
		}
	}
	switch c := p.Choice.(type) {
	case int:
		line(engine.Say("scene.chosen_number").Number(c))
	case string:
		line(engine.Say("scene.chosen").Thing(choiceKey(c)))
	}
	return list
}

// choiceKey returns a choice as a message names it: a word, or the name of a seat.
func choiceKey(c string) string {
	if anygame.Identifier.MatchString(c) {
		return "choice." + c
	}
	return c
}

// drawResult shows how a play ended.
func drawResult(sc engine.Scene, s *anygame.Status) engine.Scene {
	sc.Heading = engine.Say("phase.over")
	if s.Ending.Key != "" {
		sc.Heading = s.Ending
		sc.Board.Add("outcome", engine.NoSeat).Text = s.Ending
	}
	if s.Stopped != nil {
		sc.Lines = append(sc.Lines, engine.Line{Seat: engine.NoSeat, Text: s.Stopped.Text})
		return sc
	}
	if len(s.Score.Columns) == 0 && !slices.ContainsFunc(s.Score.Rows, func(r engine.ScoreRow) bool { return r.Winner }) && len(s.Shown.Lines) > 0 {
		sc.Lines = s.Shown.Lines // there is nothing else to tell
		return sc
	}
	var totals []int
	for seat, row := range s.Score.Rows {
		l := engine.Line{Seat: engine.Seat(seat), Strong: row.Winner}
		if row.Winner {
			l.Icons = append(l.Icons, engine.IconStar)
		}
		if len(s.Score.Columns) > 0 {
			l.Text = engine.Say("show.number").Number(row.Total)
		} else if seat < len(s.Lines) {
			l.Text = s.Lines[seat].Text // its role, which is told now
		}
		sc.Lines = append(sc.Lines, l)
		totals = append(totals, row.Total)
	}
	if len(s.Score.Columns) > 0 {
		engine.Chart(sc.Lines, totals)
	}
	return shownGroup(sc, s)
}

// picture lays out what the n-th tool of the last move has found out.
func picture(v view, n int) engine.Scene {
	s := v.Public
	if i := n - anygame.FirstTableau; i >= 0 && i < len(s.Tableaux) {
		return engine.Scene{Board: tableau(&s.Tableaux[i])}
	}
	if n < 1 || n > len(s.Pictures) {
		return engine.Scene{}
	}
	p := s.Pictures[n-1]
	sc := engine.Scene{Heading: p.Heading, Lines: p.Lines}
	lay(&sc.Board, "after", s.After[n-1])
	return sc
}

// tableau is the table while a phase is told that asks nobody:
//
//	heading  what stands above it
//	night    it is night
//	line     of a seat, or of all: text; "strong", and the icons of the line
//
// A picture of what a tool has found out has a board, too: "after" is the line of a seat once what follows from it is reckoned.
func tableau(t *anygame.Tableau) engine.Pieces {
	var b engine.Pieces
	x := b.Add("heading", engine.NoSeat)
	x.Text = t.Heading
	if t.Night {
		b.Add("night", engine.NoSeat)
	}
	lay(&b, "line", t.Lines)
	lay(&b, "line", t.Notes)
	return b
}

// lay adds lines as pieces.
func lay(b *engine.Pieces, kind string, lines []engine.Line) {
	for _, l := range lines {
		x := b.Add(kind, l.Seat)
		x.Text = l.Text
		x.Mark(l.Strong, "strong")
		for _, i := range l.Icons {
			x.Mark(true, string(i))
		}
	}
}
