package naro

import "consigliere/engine"

// Play names the gambler's victim, or nobody (NARO-19.1).
func (do Hustle) Play(g *Game, seat engine.Seat) *engine.Refusal {
	if no := g.due(seat, StepHustle, "NARO-19.1"); no != nil {
		return no
	}
	switch {
	case do.Who == engine.NoSeat:
		g.startLoad()
		return nil
	case do.Who == seat:
		return engine.Refuse("NARO-19.1", "refuse.hustle_self", seat)
	case !g.living.Has(do.Who):
		return engine.Refuse("NARO-19.1", "refuse.not_alive", do.Who)
	}
	// A living hand is never empty here: it has a card for each round still to come.
	g.victim = do.Who
	if !g.boxDraws {
		g.step, g.await = StepHustleDraw, 0
		return nil
	}
	v := &g.players[do.Who]
	b := Bang
	if g.chance.Pick(v.bullets()) < int(v.hand[Click]) {
		b = Click
	}
	g.bulletDrawn(b)
	return nil
}

// Play takes the card that the gambler drew from the cardboard (NARO-19.1).
func (do DrawBullet) Play(g *Game, seat engine.Seat) *engine.Refusal {
	if g.step == StepDraw { // a bullet is not a loot card
		return engine.Refuse("NARO-20.2", "refuse.not_loot")
	}
	if no := g.due(seat, StepHustleDraw, "NARO-19.1"); no != nil {
		return no
	}
	if no := g.players[g.victim].holds(do.Card, "NARO-19.1", "NARO-19.1"); no != nil {
		return no
	}
	g.bulletDrawn(do.Card)
	return nil
}

// bulletDrawn lays the drawn card aside until the gambler has given one of his own.
func (g *Game) bulletDrawn(b Bullet) {
	gambler := g.owner[Gambler]
	g.players[g.victim].hand[b]--
	g.drawn = b
	// The victim sees what is missing.
	g.cues.Learn(engine.SeatsOf(gambler, g.victim), true)
	g.ask(StepGive, gambler)
}

// Play ends the exchange (NARO-19.2 to 19.4).
func (do Give) Play(g *Game, seat engine.Seat) *engine.Refusal {
	if no := g.due(seat, StepGive, "NARO-19.3"); no != nil {
		return no
	}
	p, v := &g.players[seat], &g.players[g.victim]
	if no := p.holds(do.Card, "NARO-19.3", "NARO-19.3"); no != nil {
		return no
	}
	p.hand[do.Card]--
	v.hand[do.Card]++
	p.hand[g.drawn]++
	v.mixed, p.mixed = true, true
	g.drawn = NoBullet
	g.cues.Learn(engine.SeatsOf(g.victim), false)
	g.startLoad()
	return nil
}
