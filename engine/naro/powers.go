package naro

import "consigliere/engine"

// hustle names the gambler's victim, or nobody (NARO-19.1).
func (g *Game) hustle(seat, who engine.Seat) *engine.Refusal {
	if no := g.due(seat, stepHustle, "NARO-19.1"); no != nil {
		return no
	}
	switch {
	case who == engine.NoSeat:
		g.startLoad()
		return nil
	case who == seat:
		return engine.Refuse("NARO-19.1", engine.Say("refuse.hustle_self").Seat(seat))
	case !g.living.Has(who):
		return engine.Refuse("NARO-19.1", engine.Say("refuse.not_alive").Seat(who))
	}
	// A living hand is never empty here: it has a card for each round still to come.
	g.victim = who
	if !g.boxDraws {
		g.step, g.await = stepHustleDraw, 0
		return nil
	}
	v := &g.players[who]
	b := Bang
	if g.chance.Pick(v.bullets()) < int(v.hand[Click]) {
		b = Click
	}
	g.bulletDrawn(b)
	return nil
}

// drawBullet is the card that the gambler drew from the cardboard (NARO-19.1).
func (g *Game) drawBullet(seat engine.Seat, b Bullet) *engine.Refusal {
	if g.step == stepDraw { // a bullet is not a loot card
		return engine.Refuse("NARO-20.2", engine.Say("refuse.not_loot"))
	}
	if no := g.due(seat, stepHustleDraw, "NARO-19.1"); no != nil {
		return no
	}
	if no := g.players[g.victim].holds(b, "NARO-19.1", "NARO-19.1"); no != nil {
		return no
	}
	g.bulletDrawn(b)
	return nil
}

// bulletDrawn lays the drawn card aside until the gambler has given one of his own.
func (g *Game) bulletDrawn(b Bullet) {
	gambler := g.owner[Gambler]
	g.players[g.victim].hand[b]--
	g.drawn = b
	// The victim sees what is missing.
	g.learn(engine.SeatsOf(gambler, g.victim), true)
	g.ask(stepGive, gambler)
}

// give ends the exchange (NARO-19.2 to 19.4).
func (g *Game) give(seat engine.Seat, b Bullet) *engine.Refusal {
	if no := g.due(seat, stepGive, "NARO-19.3"); no != nil {
		return no
	}
	p, v := &g.players[seat], &g.players[g.victim]
	if no := p.holds(b, "NARO-19.3", "NARO-19.3"); no != nil {
		return no
	}
	p.hand[b]--
	v.hand[b]++
	p.hand[g.drawn]++
	g.drawn = NoBullet
	g.learn(engine.SeatsOf(g.victim), false)
	g.startLoad()
	return nil
}
