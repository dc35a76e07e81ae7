package face

import (
	"slices"

	"consigliere/engine"
	"consigliere/engine/naro"
)

// The icons of this game alone; displays know them by name.
const (
	duckIcon engine.Icon = "duck" // lies low
	bangIcon engine.Icon = "bang" // fires: a burst
)

// draw lays out a view for a display of 128 by 64 pixels (section 7 of the ledger).
func draw(v view) engine.Scene {
	s := v.Public
	var sc engine.Scene
	sc.Heading = engine.Say("scene.heading").Number(s.Round).Number(naro.Rounds).Thing("phase." + s.Phase)
	if v.Viewer == engine.Public {
		sc.Board = board(s, 0)
	}
	if r := v.Result; r != nil {
		sc.Heading = engine.Say("phase.over")
		drawResult(&sc, r)
		return sc
	}
	if p := v.Private; p != nil {
		drawPrivate(&sc, p, s.Players.Of[v.Viewer].Power, worth(v))
		drawAimed(&sc, s, v.Viewer)
		drawClaim(&sc, s, v.Viewer)
		if len(p.Peek) == 0 {
			group(&sc, sc.Heading, drawPublic(s))
		}
	} else {
		sc.Lines = drawPublic(s)
	}
	drawBoard(&sc, s)
	return sc
}

// drawPublic is what matters most to everybody in the phase.
func drawPublic(s *naro.Status) []engine.Line {
	var sc engine.Scene
	switch s.Phase {
	case "deal":
		drawPowers(&sc, s)
	case "loot", "hustle":
		drawLoot(&sc, s)
		if len(sc.Lines) == 0 {
			drawSeats(&sc, s)
		}
	case "share":
		drawTurn(&sc, s)
		drawSeats(&sc, s)
	default:
		drawSeats(&sc, s)
	}
	return sc.Lines
}

// drawBoard adds what else lies open: the shots of the round, the loot, the powers.
func drawBoard(sc *engine.Scene, s *naro.Status) {
	var lines engine.Scene
	switch s.Phase {
	case "deal":
	case "loot", "hustle":
		if len(s.Loot) > 0 {
			drawSeats(&lines, s)
			group(sc, engine.Say("scene.players"), lines.Lines)
		}
	default:
		drawLoot(&lines, s)
		if s.Phase != "share" && len(s.Loot) > 0 { // it is shared out with the loot, as the stage shows all the time
			drawBossToken(&lines, s)
		}
		group(sc, engine.Say("scene.loot"), lines.Lines)
	}
	switch s.Phase {
	case "salvage", "rob", "scavenge", "share":
		group(sc, engine.Say("scene.shots"), fightLines(s, true))
	}
	if s.Phase != "deal" && s.Players.Of[0].Power != "" {
		lines.Lines = nil
		drawPowers(&lines, s)
		group(sc, engine.Say("scene.powers"), lines.Lines)
	}
}

// group adds lines under a heading to the scene, if there are any.
func group(sc *engine.Scene, heading engine.Text, lines []engine.Line) {
	if len(lines) > 0 {
		sc.Groups = append(sc.Groups, engine.Group{Heading: heading, Lines: lines})
	}
}

// picture lays out what the last move has shown.
func picture(v view, n int) engine.Scene {
	s := v.Public
	sc := engine.Scene{Board: board(s, n)}
	switch uint8(n) {
	case naro.AimsPicture:
		sc.Heading, sc.Lines = engine.Say("scene.aims"), aimLines(s)
	case naro.GutsPicture:
		sc.Heading, sc.Lines = engine.Say("scene.guts"), gutsLines(s)
	case naro.CardsPicture:
		sc.Heading, sc.Lines = engine.Say("scene.shots"), fightLines(s, false)
	case naro.SharePicture:
		sc.Heading, sc.Lines = engine.Say("phase.share"), shareLines(s)
	case naro.LootPicture:
		sc.Heading = engine.Say("scene.loot")
		drawLoot(&sc, s)
	}
	return sc
}

// fighters calls do for each seat that was alive before the shots.
func fighters(s *naro.Status, do func(engine.Seat, *naro.Fight) engine.Line) []engine.Line {
	lines := make([]engine.Line, 0, len(s.Players.Of))
	for i := range s.Players.Of {
		if f := &s.Fights[i]; f.Stance != naro.Dead {
			lines = append(lines, do(engine.Seat(i), f))
		}
	}
	return lines
}

// aimed adds at whom a seat aims.
func aimed(l *engine.Line, f *naro.Fight) {
	switch {
	case f.Target >= 0:
		l.Icons = append(l.Icons, engine.IconTarget)
		l.Text = engine.Say("scene.aim").Seat(l.Seat).Seat(f.Target)
	case f.Target == engine.NoSeat:
		l.Text = engine.Say("scene.no_aim").Seat(l.Seat)
	default:
		l.Icons = append(l.Icons, engine.IconAwait)
	}
}

func aimLines(s *naro.Status) []engine.Line {
	return fighters(s, func(seat engine.Seat, f *naro.Fight) engine.Line {
		l := line(seat, engine.Text{})
		aimed(&l, f)
		return l
	})
}

func gutsLines(s *naro.Status) []engine.Line {
	return fighters(s, func(seat engine.Seat, f *naro.Fight) engine.Line {
		l := engine.Line{Seat: seat, Icons: []engine.Icon{duckIcon}, Text: engine.Say("scene.ducks").Seat(seat)}
		if f.Stance != naro.Ducked {
			l.Text = engine.Text{}
			l.Icons[0] = engine.IconUp
			aimed(&l, f)
		}
		return l
	})
}

// fightLines says which player shot which, with what, and with hits also whom it wounded and killed. Who stands
// and shows no card had no target, or one that ducked.
func fightLines(s *naro.Status, hits bool) []engine.Line {
	return fighters(s, func(seat engine.Seat, f *naro.Fight) engine.Line {
		l := line(seat, engine.Text{})
		if hits && f.Died {
			l.Icons = append(l.Icons, engine.IconDead)
		}
		if hits && f.Hits > 0 {
			l.Icons = append(l.Icons, engine.IconWound)
		}
		switch {
		case f.Stance == naro.Ducked:
			l.Icons = append(l.Icons, duckIcon)
			l.Text = engine.Say("scene.ducks").Seat(seat)
			return l
		case f.Shown == naro.Bang:
			l.Icons = append(l.Icons, bangIcon)
		case f.Shown == naro.Click:
			l.Icons = append(l.Icons, engine.IconClick)
		default:
			l.Icons = append(l.Icons, engine.IconUp)
		}
		aimed(&l, f)
		if f.Shown == naro.NoBullet && f.Target >= 0 && s.Fights[f.Target].Stance == naro.Ducked {
			l.Text = engine.Say("scene.aim_ducked").Seat(seat).Seat(f.Target) // NARO-7.5: no shot
		}
		return l
	})
}

// befell says to whoever was hit by whom, from the shots until the next round is aimed.
func befell(v view) engine.Text {
	s := v.Public
	f := &s.Fights[v.Viewer]
	if f.Hits == 0 || s.Phase == "aim" || s.Phase == "courage" {
		return engine.Text{}
	}
	var by engine.SeatSet
	for i := range s.Players.Of {
		if x := &s.Fights[i]; x.Target == v.Viewer && x.Shown == naro.Bang {
			by = by.With(engine.Seat(i))
		}
	}
	p := &s.Players.Of[v.Viewer]
	key := "befell.hit"
	if f.Died {
		key = "befell.dead"
	}
	return engine.Say(key).Number(by.Len()).Group(by).Number(p.Wounds).Number(p.Deadly)
}

func shareLines(s *naro.Status) []engine.Line {
	return fighters(s, func(seat engine.Seat, f *naro.Fight) engine.Line {
		l := line(seat, engine.Say("scene.shares"))
		if s.Players.Names[seat] == s.Boss {
			l.Icons = append(l.Icons, engine.IconBoss)
		}
		switch {
		case f.Shares:
			return l
		case f.Died:
			l.Icons = append(l.Icons, engine.IconDead)
		case f.Hits > 0:
			l.Icons = append(l.Icons, engine.IconHit)
		default:
			l.Icons = append(l.Icons, duckIcon)
		}
		l.Text = engine.Text{}
		return l
	})
}

// label names what the kinds that can be forbidden do, and how many there are of what is taken
// one at a time.
func label(s *naro.Status, ask *engine.Ask, a *engine.Arg) engine.Text {
	switch {
	case a.Key == "kind" && a.Value.Word != "none":
		return engine.Say("label.forbid").Thing("kind." + a.Value.Word)
	case ask.Verb == "order" && a.Value.Kind == engine.SeatValue && a.Value.Seat >= 0:
		if at := s.Players.Of[a.Value.Seat].Aim; at >= 0 {
			return engine.Say("label.aims").Seat(a.Value.Seat).Seat(at)
		}
	case ask.Verb == "take" && a.Key == "card":
		n := 0
		for _, l := range s.Loot {
			if l == a.Value.Word {
				n++
			}
		}
		if n > 1 {
			return engine.Say("label.one_of").Thing("card." + a.Value.Word).Number(n)
		}
	}
	return engine.Text{}
}

// question says who aims at the player who is to stand or duck, as everybody has seen it, and what was taken before a second card.
func question(s *naro.Status, ask *engine.Ask, said []engine.Arg, arg string) engine.Text {
	if ask.Verb == "take" && arg == "second" { // what was taken is not in sight any more
		for i := range said {
			if said[i].Key == "card" {
				return engine.Say("ask.take.more").Thing("card." + said[i].Value.Word)
			}
		}
	}
	if ask.Verb != "courage" || ask.Seat < 0 {
		return engine.Text{}
	}
	guns := gunsOn(s, ask.Seat)
	if guns == 0 {
		return engine.Say("ask.courage_safe")
	}
	return engine.Say("ask.courage_at").Number(guns.Len()).Group(guns)
}

// gunsOn returns who aims at a seat.
func gunsOn(s *naro.Status, seat engine.Seat) (guns engine.SeatSet) {
	for i := range s.Players.Of {
		if s.Players.Of[i].Aim == seat {
			guns = guns.With(engine.Seat(i))
		}
	}
	return guns
}

// explain says of New Boss, and of standing, what depends on the moment.
func explain(s *naro.Status, ask *engine.Ask, a *engine.Arg) []engine.Text {
	stands := ask.Verb == "courage" && a.Value.Word == naro.Stand.Words()[naro.Stand] && ask.Seat >= 0
	switch {
	case stands && s.Players.Of[ask.Seat].Aim == engine.NoSeat:
		return []engine.Text{engine.Say("hint.stand_idle")}
	case stands && gunsOn(s, ask.Seat) == 0:
		return []engine.Text{engine.Say("hint.stand_safe")}
	case a.Value.Word != naro.LootWords[naro.NewBoss]:
	case s.Round == naro.Rounds:
		return []engine.Text{engine.Say("hint.new_boss_last")}
	case ask.Seat >= 0 && s.Players.Names[ask.Seat] == s.Boss:
		return []engine.Text{engine.Say("hint.new_boss_stay")}
	}
	return nil
}

func line(seat engine.Seat, t engine.Text) engine.Line { return engine.Line{Seat: seat, Text: t} }

// drawPrivate shows what only the viewer knows: first his bullets, then his loot, with what it is worth
// together, and his power.
func drawPrivate(sc *engine.Scene, p *naro.PrivateStatus, power string, worth int) {
	if len(p.Peek) > 0 {
		drawCards(sc, p.Peek)
		return
	}
	sc.Lines = append(sc.Lines, line(engine.NoSeat, engine.Say("scene.hand").Number(p.Hand.Click).Number(p.Hand.Bang)))
	if p.Loaded != "" {
		sc.Lines = append(sc.Lines, line(engine.NoSeat, engine.Say("scene.loaded").Thing("card."+p.Loaded)))
	}
	if p.Drawn != "" {
		sc.Lines = append(sc.Lines, line(engine.NoSeat, engine.Say("scene.drawn").Thing("card."+p.Drawn)))
	}
	var own engine.Scene
	drawCards(&own, p.Loot)
	group(sc, engine.Say("scene.own_loot").Number(worth), own.Lines)
	if power != "" {
		group(sc, engine.Say("power."+power), []engine.Line{line(engine.NoSeat, engine.Say("hint."+power))})
	}
}

// drawAimed lists at whom the viewer aims, and who aims at the viewer, from when all see it until the shots.
func drawAimed(sc *engine.Scene, s *naro.Status, viewer engine.Viewer) {
	var lines []engine.Line
	own := &s.Players.Of[viewer]
	switch s.Phase {
	case "reload", "order", "courage", "salvage":
	default:
		return
	}
	if !own.Alive {
		return
	}
	switch {
	case own.Aim >= 0:
		group(sc, engine.Say("scene.own_aim"), []engine.Line{line(own.Aim, engine.Text{})})
	case own.Aim == engine.NoSeat:
		group(sc, engine.Say("scene.own_aim"), []engine.Line{line(engine.NoSeat, engine.Say("scene.no_aim"))})
	}
	for i := range s.Players.Of {
		if p := &s.Players.Of[i]; p.Alive && p.Aim == viewer {
			lines = append(lines, line(engine.Seat(i), engine.Text{}))
		}
	}
	if lines == nil {
		lines = []engine.Line{line(engine.NoSeat, engine.Say("at.none"))}
	}
	group(sc, engine.Say("scene.aimed_at"), lines)
}

// drawClaim shows whoever may forbid it what the seat in turn wants to take.
func drawClaim(sc *engine.Scene, s *naro.Status, viewer engine.Viewer) {
	if s.Step != naro.StepForbid || !waited(s, viewer) {
		return
	}
	var lines engine.Scene
	for _, c := range s.Claim {
		lines.Lines = append(lines.Lines, line(engine.NoSeat, engine.Say("scene.claim").Thing("card."+c)))
	}
	sc.Groups = append(sc.Groups, engine.Group{Heading: engine.Say("scene.turn_of").Thing(s.Turn), Lines: lines.Lines, Asked: true})
}

// waited reports whether a seat is waited for.
func waited(s *naro.Status, seat engine.Seat) bool {
	return slices.ContainsFunc(s.Waiting, func(w engine.Waiting) bool { return w.Seat == s.Players.Names[seat] })
}

// drawCards lists cards with their counts; equal cards are side by side in the status.
func drawCards(sc *engine.Scene, cards []string) {
	kinds := 0
	for i := range cards {
		if i == 0 || cards[i] != cards[i-1] {
			kinds++
		}
	}
	sc.Lines = slices.Grow(sc.Lines, kinds+1) // the token may follow
	for i := 0; i < len(cards); {
		n := 1
		for i+n < len(cards) && cards[i+n] == cards[i] {
			n++
		}
		sc.Lines = append(sc.Lines, line(engine.NoSeat, cardsText("card."+cards[i], n)))
		i += n
	}
}

// cardsText is the text that there are n of a card.
func cardsText(card string, n int) engine.Text {
	return engine.Say("scene.cards").Number(n).Thing(card)
}

// drawLoot lists the loot that lies open, and the token.
func drawLoot(sc *engine.Scene, s *naro.Status) {
	if s.Phase == "share" {
		drawBossToken(sc, s)
	}
	drawCards(sc, s.Loot)
}

// drawBossToken adds the token of the New Boss, where it can be taken.
func drawBossToken(sc *engine.Scene, s *naro.Status) {
	if s.Token == "available" {
		sc.Lines = append(sc.Lines, engine.Line{
			Seat: engine.NoSeat, Icons: []engine.Icon{engine.IconBoss}, Text: cardsText("card.new_boss", 1),
		})
	}
}

// drawTurn says what the seat in turn claims in the share-out, and what is forbidden to it.
func drawTurn(sc *engine.Scene, s *naro.Status) {
	for _, c := range s.Claim {
		sc.Lines = append(sc.Lines, line(engine.NoSeat, engine.Say("scene.claim").Thing("card."+c)))
	}
	if s.Banned != "" {
		sc.Lines = append(sc.Lines, line(engine.NoSeat, engine.Say("scene.banned").Thing("kind."+s.Banned)))
	}
}

// drawPowers lists the seats and their powers.
func drawPowers(sc *engine.Scene, s *naro.Status) {
	for i, p := range s.Players.Of {
		l := line(engine.Seat(i), engine.Text{})
		if p.Power != "" {
			l.Text = engine.Say("scene.power").Thing("power." + p.Power)
		}
		sc.Lines = append(sc.Lines, l)
	}
}

// drawSeats lists the seats with what everybody sees of them: the desk, wounds, who lies
// down, who has chosen, at whom the guns point, and which cards were turned up.
func drawSeats(sc *engine.Scene, s *naro.Status) {
	sc.Lines = slices.Grow(sc.Lines, len(s.Players.Of))
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
		case "ducked":
			l.Icons = append(l.Icons, duckIcon)
		case "hit":
			l.Icons = append(l.Icons, engine.IconHit)
		}
		for range p.Wounds {
			l.Icons = append(l.Icons, engine.IconWound)
		}
		if p.Locked {
			l.Icons = append(l.Icons, engine.IconLocked)
		}
		for _, w := range s.Waiting {
			if w.Seat == s.Players.Names[i] {
				l.Icons = append(l.Icons, engine.IconAwait)
				l.Strong = s.Phase != "load" && s.Phase != "courage" && s.Step != naro.StepAim
			}
		}
		l.Text = seatText(&l, s, seat)
		sc.Lines = append(sc.Lines, l)
	}
}

// seatText says what matters most about a seat in the phase: its aim from step 3 to 6, else
// what it holds.
func seatText(l *engine.Line, s *naro.Status, seat engine.Seat) engine.Text {
	p := s.Players.Of[seat]
	switch {
	case s.Phase == "share" && s.Players.Names[seat] == s.Turn:
		l.Strong = true
		return engine.Say("scene.turn").Seat(seat)
	case s.Phase == "share" || s.Phase == "loot" || s.Phase == "hustle":
		return engine.Say("scene.holds").Seat(seat).Number(p.LootCount)
	case p.Aim >= 0 && p.Shown != "":
		l.Icons = append(l.Icons, engine.IconTarget)
		return engine.Say("scene.shot").Seat(seat).Seat(p.Aim).Thing("card." + p.Shown)
	case p.Aim >= 0:
		l.Icons = append(l.Icons, engine.IconTarget)
		return engine.Say("scene.aim").Seat(seat).Seat(p.Aim)
	case p.Aim == engine.NoSeat:
		return engine.Say("scene.no_aim").Seat(seat)
	}
	return engine.Text{}
}

// drawResult ranks the living, and lists the dead after them.
func drawResult(sc *engine.Scene, r *naro.ResultStatus) {
	if len(r.Winners) == 0 {
		sc.Lines = append(sc.Lines, line(engine.NoSeat, engine.Say("cue.no_winner")))
	}
	for _, k := range r.Ranking {
		l := engine.Line{
			Seat: k.Who, Strong: k.Rank == 1,
			Text: engine.Say("scene.rank").Seat(k.Who).Number(k.Rank).Number(k.Total),
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
			sc.Lines = append(sc.Lines, engine.Line{Seat: engine.Seat(i), Icons: []engine.Icon{engine.IconDead}, Text: engine.Say("scene.dead").Seat(engine.Seat(i))})
		}
	}
}
