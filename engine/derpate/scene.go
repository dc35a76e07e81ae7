package derpate

import "consigliere/engine"

// draw lays out a view for a display of 128 by 64 pixels (section 7 of the ledger).
func draw(v engine.View) engine.Scene {
	s, ok := v.Public.(Status)
	if !ok {
		return engine.Scene{}
	}
	sc := engine.Scene{Heading: engine.Text{
		Key: "scene.heading", Who: engine.NoSeat, Whom: engine.NoSeat, What: "phase." + s.Phase, N: s.Round, M: rounds,
	}}
	if r, ok := v.Result.(ResultStatus); ok {
		sc.Heading = engine.Text{Key: "scene.over", Who: engine.NoSeat, Whom: engine.NoSeat, What: "track." + r.KO}
		drawResult(&sc, r)
		return sc
	}
	if p, ok := v.Private.(PrivateStatus); ok {
		drawPrivate(&sc, s, p, v.Looker)
	}
	switch s.Phase {
	case "setup":
		sc.Heading = engine.Say("phase.setup")
		drawDistricts(&sc, s)
		return sc
	case "event":
		drawCard(&sc, s)
	case "dice":
		drawTurn(&sc, s)
	}
	drawSeats(&sc, s)
	drawBoard(&sc, s)
	return sc
}

func line(t engine.Text) engine.Line { return engine.Line{Seat: engine.NoSeat, Text: t} }

func what(key, thing string, n int) engine.Text {
	return engine.Text{Key: key, Who: engine.NoSeat, Whom: engine.NoSeat, What: thing, N: n}
}

// drawPrivate puts what only the looker knows on top, and his tokens.
func drawPrivate(sc *engine.Scene, s Status, p PrivateStatus, l engine.Looker) {
	sc.Lines = append(sc.Lines, engine.Line{
		Seat: engine.NoSeat, Icons: []engine.Icon{engine.IconMoney}, Text: what("scene.money", "", p.Money), Strong: true,
	})
	if s.Phase == "dice" && l == s.active {
		for _, t := range s.Players.Of[l].Tokens.Held {
			sc.Lines = append(sc.Lines, engine.Line{Seat: engine.NoSeat, Icons: []engine.Icon{engine.IconCard}, Text: engine.Say("token." + t)})
		}
	}
}

// drawDistricts lists the districts that nobody has chosen, with the numbers of their
// businesses side by side: 251 is a 2, a 5 and a 1.
func drawDistricts(sc *engine.Scene, s Status) {
	if s.Car != nil {
		sc.Lines = append(sc.Lines, carLine(s))
	}
	for d := range s.cat.districts {
		if s.taken[d] {
			continue
		}
		n := 0
		for _, b := range s.cat.districts[d].businesses {
			n = 10*n + int(s.cat.number[b])
		}
		sc.Lines = append(sc.Lines, line(what("scene.district", districtKey(s.cat.districts[d].id), n)))
	}
}

func carLine(s Status) engine.Line {
	return engine.Line{
		Seat: engine.NoSeat, Icons: []engine.Icon{engine.IconTarget},
		Text: what("scene.car", districtKey(*s.CarDistrict), *s.Car),
	}
}

// drawCard shows the card that is carried out.
func drawCard(sc *engine.Scene, s Status) {
	if s.Event != nil {
		sc.Lines = append(sc.Lines,
			engine.Line{Seat: engine.NoSeat, Icons: []engine.Icon{engine.IconCard}, Text: engine.Say("card." + *s.Event), Strong: true},
			line(engine.Say(s.text)))
	}
}

// drawTurn shows the dice of the turn: those to be placed, or those to be rolled.
func drawTurn(sc *engine.Scene, s Status) {
	if s.Row <= rows {
		sc.Lines = append(sc.Lines, engine.Line{
			Seat: s.active, Text: engine.Text{Key: "scene.row", Who: s.active, Whom: engine.NoSeat, N: s.Row}, Strong: true,
		})
	}
	for c := Black; c <= Red; c++ {
		face, ok := s.Dice[c.String()]
		switch {
		case !ok:
		case face == FaceStatus(NoFace) || s.reroll.has(c):
			sc.Lines = append(sc.Lines, line(what("scene.to_roll", colourKeys[c], 0)))
		case face == FaceStatus(Puppet):
			sc.Lines = append(sc.Lines, line(what("scene.puppet", colourKeys[c], 0)))
		default:
			sc.Lines = append(sc.Lines, line(what("scene.die", colourKeys[c], int(face))))
		}
	}
}

// drawSeats lists the seats with their places on the two tracks of which one becomes the
// K.O. track, and who is awaited.
func drawSeats(sc *engine.Scene, s Status) {
	for i, p := range s.Players.Of {
		seat := engine.Seat(i)
		l := engine.Line{Seat: seat, Text: engine.Text{
			Key: "scene.seat", Who: seat, Whom: engine.NoSeat, N: p.Reputation, M: p.Influence,
		}}
		if s.Players.Names[i] == s.Start {
			l.Icons = append(l.Icons, engine.IconBoss)
		}
		for _, w := range s.Waiting {
			if w.Seat == s.Players.Names[i] {
				l.Icons = append(l.Icons, engine.IconAwait)
			}
		}
		l.Strong = seat == s.active
		sc.Lines = append(sc.Lines, l)
		if p.Money != nil {
			sc.Lines = append(sc.Lines, engine.Line{
				Seat: seat, Icons: []engine.Icon{engine.IconMoney}, Text: engine.Text{Key: "scene.money", Who: seat, Whom: engine.NoSeat, N: *p.Money},
			})
		}
	}
}

// drawBoard shows the car, the event tracks, and the card that stays for the round.
func drawBoard(sc *engine.Scene, s Status) {
	sc.Lines = append(sc.Lines, carLine(s))
	if s.KO != nil {
		sc.Lines = append(sc.Lines, line(what("scene.ko", "track."+*s.KO, 0)))
	} else {
		sc.Lines = append(sc.Lines, line(engine.Text{
			Key: "scene.events", Who: engine.NoSeat, Whom: engine.NoSeat, N: s.EventTrack.Grey, M: s.EventTrack.Red,
		}))
	}
	if s.Phase == "dice" && s.Event != nil {
		drawCard(sc, s)
	}
}

// drawResult ranks the seats, and lists the eliminated behind them.
func drawResult(sc *engine.Scene, r ResultStatus) {
	if len(r.ranking) == 0 {
		sc.Lines = append(sc.Lines, line(engine.Say("cue.nobody")))
	}
	for i, s := range r.ranking {
		l := engine.Line{
			Seat: s, Strong: r.winners.Has(s),
			Text: engine.Text{Key: "scene.rank", Who: s, Whom: engine.NoSeat, N: r.ranks[i], M: r.Scores.Of[s].Total},
		}
		if l.Strong {
			l.Icons = append(l.Icons, engine.IconStar)
		}
		sc.Lines = append(sc.Lines, l)
	}
	for i, c := range r.Scores.Of {
		if c.Eliminated {
			sc.Lines = append(sc.Lines, engine.Line{
				Seat: engine.Seat(i), Icons: []engine.Icon{engine.IconDead},
				Text: engine.Text{Key: "scene.out", Who: engine.Seat(i), Whom: engine.NoSeat, N: c.Total},
			})
		}
	}
}
