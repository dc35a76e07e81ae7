package anygame

import (
	"slices"

	"consigliere/engine"
)

// layOut lays out a view for a small display.
func layOut(v view) engine.Scene {
	s := v.Public
	sc := engine.Scene{Heading: engine.Say("phase." + s.Phase), Clock: s.counts}
	if s.Round > 1 {
		sc.Heading = engine.Say("scene.heading").Number(s.Round).Thing("phase." + s.Phase)
	}
	if s.Over {
		return drawResult(sc, s)
	}
	if s.price.Key != "" {
		sc.Heading = s.price
	}
	if p := v.Private; p != nil {
		sc.Lines = privateLines(p)
		if len(sc.Lines) > 0 {
			sc.Groups = append(sc.Groups, engine.Group{Heading: engine.Say("scene.players"), Lines: s.lines})
			return shownGroup(sc, s)
		}
	}
	sc.Lines = s.lines
	if v.Looker < 0 { // a pod has no room for more than the seats
		sc.Lines = slices.Concat(s.lines, s.notes)
	}
	return shownGroup(sc, s)
}

// shownGroup adds what the last tool has found out.
func shownGroup(sc engine.Scene, s *Status) engine.Scene {
	if len(s.shown.Lines) > 0 {
		sc.Groups = append(sc.Groups, s.shown)
	}
	return sc
}

// privateLines is what one seat knows.
func privateLines(p *PrivateStatus) []engine.Line {
	var list []engine.Line
	line := func(t engine.Text, icons ...engine.Icon) {
		list = append(list, engine.Line{Seat: engine.NoSeat, Text: t, Icons: icons})
	}
	if p.told.Key != "" {
		line(p.told)
	}
	if p.nothing {
		line(engine.Say("scene.nothing"))
	}
	for _, t := range p.own {
		line(t)
	}
	for _, c := range p.Cards {
		line(engine.Say("show.thing").Thing("choice."+c), engine.IconCard)
	}
	for s := range engine.Seat(engine.MaxSeats) {
		if p.knows.Has(s) {
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
	if identifier.MatchString(c) {
		return "choice." + c
	}
	return c
}

// drawResult shows how a play ended.
func drawResult(sc engine.Scene, s *Status) engine.Scene {
	sc.Heading = engine.Say("phase.over")
	if s.Stopped != nil {
		sc.Lines = append(sc.Lines, engine.Line{Seat: engine.NoSeat, Text: s.Stopped.text})
		return sc
	}
	if len(s.score.Columns) == 0 && !slices.ContainsFunc(s.score.Rows, func(r engine.ScoreRow) bool { return r.Winner }) && len(s.shown.Lines) > 0 {
		sc.Lines = s.shown.Lines // there is nothing else to tell
		return sc
	}
	var totals []int
	for seat, row := range s.score.Rows {
		l := engine.Line{Seat: engine.Seat(seat), Strong: row.Winner}
		if row.Winner {
			l.Icons = append(l.Icons, engine.IconStar)
		}
		if len(s.score.Columns) > 0 {
			l.Text = engine.Say("show.number").Number(row.Total)
		}
		sc.Lines = append(sc.Lines, l)
		totals = append(totals, row.Total)
	}
	if len(s.score.Columns) > 0 {
		engine.Chart(sc.Lines, totals)
	}
	return shownGroup(sc, s)
}

// picture lays out what the n-th tool of the last move has found out.
func picture(v view, n int) engine.Scene {
	s := v.Public
	if n < 1 || n > len(s.pictures) {
		return engine.Scene{}
	}
	p := s.pictures[n-1]
	return engine.Scene{Heading: p.Heading, Lines: p.Lines}
}
