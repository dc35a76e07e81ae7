package naro

import "consigliere/engine"

// draw lays out a view for a display of 128 by 64 pixels (section 7 of the ledger).
func draw(v engine.View) engine.Scene {
	s, ok := v.Public.(Status)
	if !ok {
		return engine.Scene{}
	}
	var sc engine.Scene
	sc.Heading = engine.Text{
		Key: "scene.heading", Who: engine.NoSeat, Whom: engine.NoSeat, What: "phase." + s.Phase, N: s.Round, M: rounds,
	}
	if r, ok := v.Result.(ResultStatus); ok {
		sc.Heading = engine.Say("phase.over")
		drawResult(&sc, r)
		return sc
	}
	if p, ok := v.Private.(PrivateStatus); ok {
		drawPrivate(&sc, p)
	}
	switch s.Phase {
	case "deal":
		drawPowers(&sc, s)
	case "loot", "hustle":
		drawLoot(&sc, s)
		drawSeats(&sc, s)
	case "share":
		drawTurn(&sc, s)
		drawLoot(&sc, s)
		drawSeats(&sc, s)
	default:
		drawSeats(&sc, s)
	}
	return sc
}

func line(seat engine.Seat, t engine.Text) engine.Line { return engine.Line{Seat: seat, Text: t} }

// drawPrivate puts what only the looker knows on top.
func drawPrivate(sc *engine.Scene, p PrivateStatus) {
	if len(p.Peek) > 0 {
		drawCards(sc, p.Peek)
		return
	}
	sc.Lines = append(sc.Lines, line(engine.NoSeat, engine.Text{
		Key: "scene.hand", Who: engine.NoSeat, Whom: engine.NoSeat, N: p.Hand.Click, M: p.Hand.Bang,
	}))
	if p.Loaded != "" {
		sc.Lines = append(sc.Lines, line(engine.NoSeat, what("scene.loaded", "card."+p.Loaded, 0)))
	}
	if p.Drawn != "" {
		sc.Lines = append(sc.Lines, line(engine.NoSeat, what("scene.drawn", "card."+p.Drawn, 0)))
	}
}

func what(key, thing string, n int) engine.Text {
	return engine.Text{Key: key, Who: engine.NoSeat, Whom: engine.NoSeat, What: thing, N: n}
}

// drawCards lists cards with their counts; equal cards stand side by side in the status.
func drawCards(sc *engine.Scene, cards []string) {
	for i := 0; i < len(cards); {
		n := 1
		for i+n < len(cards) && cards[i+n] == cards[i] {
			n++
		}
		sc.Lines = append(sc.Lines, line(engine.NoSeat, what("scene.cards", "card."+cards[i], n)))
		i += n
	}
}

// drawLoot lists the loot that lies open, and the token.
func drawLoot(sc *engine.Scene, s Status) {
	if s.Token == "available" && s.Phase == "share" {
		sc.Lines = append(sc.Lines, engine.Line{
			Seat: engine.NoSeat, Icons: []engine.Icon{engine.IconBoss}, Text: what("scene.cards", "card.new_boss", 1),
		})
	}
	drawCards(sc, s.Loot)
}

// drawTurn says whose turn it is in the share-out, what he claims and what is forbidden.
func drawTurn(sc *engine.Scene, s Status) {
	for i, name := range s.Players.Names {
		if name == s.Turn {
			sc.Lines = append(sc.Lines, engine.Line{Seat: engine.Seat(i), Text: engine.SayWho("scene.turn", engine.Seat(i)), Strong: true})
		}
	}
	for _, c := range s.Claim {
		sc.Lines = append(sc.Lines, line(engine.NoSeat, what("scene.claim", "card."+c, 0)))
	}
	if s.Banned != "" {
		sc.Lines = append(sc.Lines, line(engine.NoSeat, what("scene.banned", "kind."+s.Banned, 0)))
	}
}

// drawPowers lists the seats and their powers.
func drawPowers(sc *engine.Scene, s Status) {
	for i, p := range s.Players.Of {
		l := line(engine.Seat(i), engine.Text{})
		if p.Power != "" {
			l.Text = what("scene.power", "power."+p.Power, 0)
		}
		sc.Lines = append(sc.Lines, l)
	}
}

// drawSeats lists the seats with what everybody sees of them: the desk, wounds, who lies
// down, who has chosen, at whom the guns point, and which cards were turned up.
func drawSeats(sc *engine.Scene, s Status) {
	for i, p := range s.Players.Of {
		seat := engine.Seat(i)
		l := line(seat, engine.Text{})
		if s.Players.Names[i] == s.Boss {
			l.Icons = append(l.Icons, engine.IconBoss)
		}
		switch p.Stance {
		case "dead":
			l.Icons = append(l.Icons, engine.IconDead)
			sc.Lines = append(sc.Lines, l)
			continue
		case "ducked", "hit":
			l.Icons = append(l.Icons, engine.IconDuck)
		}
		for range p.Wounds {
			l.Icons = append(l.Icons, engine.IconWound)
		}
		if p.locked {
			l.Icons = append(l.Icons, engine.IconLocked)
		}
		for _, w := range s.Waiting {
			if w.Seat == s.Players.Names[i] {
				l.Icons = append(l.Icons, engine.IconAwait)
				l.Strong = s.Phase != "load" && s.Phase != "courage" && s.step != stepAim
			}
		}
		l.Text = seatText(&l, s, seat)
		sc.Lines = append(sc.Lines, l)
	}
}

// seatText says what matters most about a seat in the phase: its aim from step 3 to 6, else
// what it holds.
func seatText(l *engine.Line, s Status, seat engine.Seat) engine.Text {
	p := s.Players.Of[seat]
	switch {
	case s.Phase == "share" || s.Phase == "loot" || s.Phase == "hustle":
		return engine.Text{Key: "scene.holds", Who: seat, Whom: engine.NoSeat, N: p.LootCount}
	case p.target >= 0 && p.Shown != "":
		l.Icons = append(l.Icons, engine.IconTarget)
		return engine.Text{Key: "scene.shot", Who: seat, Whom: p.target, What: "card." + p.Shown}
	case p.target >= 0:
		l.Icons = append(l.Icons, engine.IconTarget)
		return engine.Text{Key: "scene.aim", Who: seat, Whom: p.target}
	case p.target == engine.NoSeat:
		return engine.SayWho("scene.no_aim", seat)
	}
	return engine.Text{}
}

// drawResult ranks the living, and lists the dead behind them.
func drawResult(sc *engine.Scene, r ResultStatus) {
	if len(r.Winners) == 0 {
		sc.Lines = append(sc.Lines, line(engine.NoSeat, engine.Say("cue.no_winner")))
	}
	for _, k := range r.Ranking {
		l := engine.Line{
			Seat: k.seat, Strong: k.Rank == 1,
			Text: engine.Text{Key: "scene.rank", Who: k.seat, Whom: engine.NoSeat, N: k.Rank, M: k.Total},
		}
		if k.Rank == 1 {
			l.Icons = append(l.Icons, engine.IconStar)
		}
		for range k.Wounds {
			l.Icons = append(l.Icons, engine.IconWound)
		}
		sc.Lines = append(sc.Lines, l)
	}
	for i, c := range r.Scores.Of {
		if !c.Alive {
			sc.Lines = append(sc.Lines, engine.Line{Seat: engine.Seat(i), Icons: []engine.Icon{engine.IconDead}, Text: engine.SayWho("scene.dead", engine.Seat(i))})
		}
	}
}
