package naro

import (
	"slices"

	"consigliere/engine"
)

// choicesIn shows who stands and who ducks, and does what follows at once, in the order of
// NARO-7.7.
func (g *Game) choicesIn() {
	c := g.cues.Add(engine.CueReveal, "")
	c.Learned, c.Picture, c.Lesson = g.everyone(), GutsPicture, "guts"
	for s := range g.roster {
		p := &g.players[s]
		if p.alive {
			p.stance = p.guts
		}
		g.fights[s] = Fight{Stance: p.stance, Target: p.target}
	}
	if s, ok := g.has(Doctor); ok { // NARO-18.1
		if p := &g.players[s]; p.stance == Ducked && p.wounds > 0 {
			p.wounds--
			g.gained(s, engine.Say("").Seat(s), GutsPicture)
		}
	}
	if s, ok := g.has(Pickpocket); ok && g.players[s].stance == Ducked { // NARO-14.1
		g.grab(s, Cash10000, GutsPicture)
	}
	// The cards of these two are not burnt before they have decided.
	var wait engine.SeatSet
	opportunist, salvages := g.salvager()
	professional, robs := g.robber()
	if salvages {
		wait = wait.With(opportunist)
	}
	if robs {
		wait = wait.With(professional)
	}
	for s := range g.roster {
		if seat := engine.Seat(s); g.living.Has(seat) && !wait.Has(seat) && !g.shoots(seat) {
			g.burnLoaded(seat)
		}
	}
	if salvages {
		g.ask(StepSalvage, opportunist)
		g.cues.Add(engine.CuePhase, "cue.salvage").Seat(opportunist)
		return
	}
	g.startRob()
}

// grab gives seat a card l out of the loot that lies open, if there is one: the pickpocket
// and the handsome one.
func (g *Game) grab(seat engine.Seat, l Loot, picture uint8) {
	if g.open[l] == 0 {
		return
	}
	g.open[l]--
	g.players[seat].loot[l]++
	g.gained(seat, taken(seat, l.Key()), picture)
}

// taken is the text that seat takes what.
func taken(seat engine.Seat, what string) engine.Text {
	return engine.Say("cue.take").Seat(seat).Thing(what)
}

// gained tells that seat got something, on a picture of the move; 0: by itself.
func (g *Game) gained(seat engine.Seat, t engine.Text, picture uint8) {
	c := g.cues.Add(engine.CueGain, "")
	c.Text, c.Picture, c.Icon = t, picture, engine.IconMoney
}

// targetDucked reports whether p aims at a seat that ducked.
func (g *Game) targetDucked(p *player) bool {
	return p.target >= 0 && g.players[p.target].stance == Ducked
}

// shoots reports whether the card of seat will be turned up (NARO-7.3, 7.5, 7.6, 8.1).
func (g *Game) shoots(seat engine.Seat) bool {
	p := &g.players[seat]
	return p.stance == Up && p.target >= 0 && g.players[p.target].stance == Up
}

// burnLoaded burns the card before seat, unseen.
func (g *Game) burnLoaded(seat engine.Seat) {
	p := &g.players[seat]
	g.burnt[p.loaded]++
	p.loaded = NoBullet
}

// salvager returns the opportunist, if he is asked (NARO-17.1 to 17.3).
func (g *Game) salvager() (engine.Seat, bool) {
	s, ok := g.has(Opportunist)
	if !ok {
		return s, false
	}
	p := &g.players[s]
	return s, g.targetDucked(p) && p.bullets() > 0
}

// robber returns the professional, if he is asked, whatever he loaded (NARO-26.1, 26.3, 26.5).
func (g *Game) robber() (engine.Seat, bool) {
	s, ok := g.has(Professional)
	if !ok {
		return s, false
	}
	p := &g.players[s]
	return s, p.stance == Up && g.targetDucked(p) && g.players[p.target].loot.size() > 0
}

// Play saves the opportunist's bullet, or lets it burn (NARO-17.1, 17.4).
func (do Salvage) Play(g *Game, seat engine.Seat) *engine.Refusal {
	if no := g.due(seat, StepSalvage, "NARO-17.1"); no != nil {
		return no
	}
	if do.Card != NoBullet {
		p := &g.players[seat]
		if no := p.holds(do.Card, "NARO-17.1", "NARO-17.1"); no != nil {
			return no
		}
		p.hand[p.loaded]++
		p.hand[do.Card]--
		p.loaded = do.Card
	}
	g.burnLoaded(seat)
	g.startRob()
	return nil
}

// startRob asks the professional, if his target ducked and has something.
func (g *Game) startRob() {
	s, ok := g.robber()
	if !ok {
		g.fire()
		return
	}
	g.ask(StepReveal, s)
	g.victim = g.players[s].target
	g.cues.Add(engine.CuePhase, "cue.rob").Seat(s)
}

// Play shows the professional's Bang!, or burns his card unseen (NARO-26.1, 26.4, 26.5).
func (do Reveal) Play(g *Game, seat engine.Seat) *engine.Refusal {
	if no := g.due(seat, StepReveal, "NARO-26.1"); no != nil {
		return no
	}
	p := &g.players[seat]
	switch do.Choice {
	case Yes:
	case No:
		g.burnLoaded(seat)
		g.fire()
		return nil
	default:
		return engine.Refuse("NARO-26.1", "refuse.unknown_word", "choice")
	}
	if p.loaded != Bang {
		return engine.Refuse("NARO-26.5", "refuse.loaded_click", seat)
	}
	g.burnLoaded(seat)
	p.shown, g.fights[seat].Shown = Bang, Bang
	p.turned[Bang]++
	c := g.cues.Add(engine.CueReveal, "")
	c.Learned, c.Picture = g.everyone(), CardsPicture
	g.ask(StepRob, seat)
	return nil
}

// Play takes a card of the professional's target (NARO-26.2).
func (do Rob) Play(g *Game, seat engine.Seat) *engine.Refusal {
	if no := g.due(seat, StepRob, "NARO-26.2"); no != nil {
		return no
	}
	v := &g.players[g.victim]
	if !do.Card.card() || v.loot[do.Card] == 0 {
		return engine.Refuse("NARO-26.2", "refuse.not_held", g.victim, do.Card.Key())
	}
	v.loot[do.Card]--
	g.players[seat].loot[do.Card]++
	g.cues.Learn(engine.SeatsOf(seat, g.victim), false)
	g.cues.Add(engine.CueHit, "").Seat(g.victim)
	g.gained(seat, engine.Say("").Seat(seat), CardsPicture)
	g.fire()
	return nil
}

// fire turns up the cards that are left, gives the wounds and buries the dead: step 6
// (group 8).
func (g *Game) fire() {
	g.victim, g.await = engine.NoSeat, 0
	var hits [maxSeats]uint8
	var shooters engine.SeatSet
	for s := range g.roster {
		p := &g.players[s]
		if p.loaded == NoBullet {
			continue
		}
		shooters = shooters.With(engine.Seat(s))
		g.shots[s] = shot{p.target, p.loaded}
		p.shown, g.fights[s].Shown = p.loaded, p.loaded
		p.turned[p.loaded]++
		if p.loaded == Bang { // NARO-8.2, 8.3
			hits[p.target]++
		}
		g.burnLoaded(engine.Seat(s)) // NARO-8.6
	}
	if shooters != 0 {
		learned := g.everyone()
		if shooters.Len() == 1 {
			learned &^= shooters
		}
		c := g.cues.Add(engine.CueReveal, "cue.fire")
		c.Learned, c.Picture, c.Lesson = learned, CardsPicture, "shots"
	} else if !slices.ContainsFunc(g.fights[:len(g.roster)], func(f Fight) bool { return f.Shown != NoBullet }) {
		g.cues.Add(engine.CueSay, "cue.no_shots").Picture = CardsPicture // why, it shows
	}
	if s, ok := g.has(Lucky); ok && hits[s] >= 2 { // NARO-23.1
		hits[s] = 0
	}
	for s := range g.roster {
		if hits[s] > 0 {
			p := &g.players[s]
			p.wounds += hits[s] // NARO-8.5
			p.stance = Hit
			g.fights[s].Hits = hits[s]
			c := g.cues.Add(engine.CueHit, "cue.hit").Seat(engine.Seat(s)).Number(int(p.wounds))
			c.Picture, c.Icon, c.Lesson = CardsPicture, engine.IconWound, "hit"
		}
	}
	g.bury()
	switch g.living.Len() { // NARO-8.8
	case 0:
		g.finish(allDead)
	case 1:
		g.finish(lastAlive)
	default:
		g.searchNext()
	}
}

// deadly returns how many wounds kill whoever has a power.
func deadly(power Power) uint8 {
	if power == Tough { // NARO-22.1
		return toughToDie
	}
	return woundsToDie
}

// bury lays down all who die, at the same moment (NARO-8.7, 8.9).
func (g *Game) bury() {
	for s := range g.roster {
		seat, p := engine.Seat(s), &g.players[s]
		if !p.alive || p.wounds < deadly(p.power) {
			continue
		}
		p.alive, p.stance, p.hand = false, Dead, [3]uint8{}
		g.living = g.living.Without(seat)
		g.corpses = g.corpses.With(seat)
		g.fights[s].Died = true
		c := g.cues.Add(engine.CueHit, "cue.dead").Seat(seat)
		c.Picture, c.Icon = CardsPicture, engine.IconDead
	}
}

// searchNext asks the vulture about the next of the dead with loot (NARO-16.1 to 16.5); when
// there is none the loot of the dead is gone, and the share-out begins.
func (g *Game) searchNext() {
	g.victim = engine.NoSeat
	vulture, ok := g.has(Vulture)
	for g.corpses != 0 {
		s := from(g.boss, g.corpses)
		if ok && g.players[s].loot.size() > 0 {
			g.victim = s
			g.ask(StepScavenge, vulture)
			g.cues.Add(engine.CuePhase, "cue.scavenge").Seat(vulture).Learned = engine.SeatsOf(vulture)
			return
		}
		g.unclothe(s)
	}
	g.startShare()
}

// unclothe takes the loot of a dead seat out of the game (NARO-8.9).
func (g *Game) unclothe(s engine.Seat) {
	g.players[s].loot = pile{}
	g.corpses = g.corpses.Without(s)
}

// Play takes up to two cards of the dead (NARO-16.1).
func (do Scavenge) Play(g *Game, seat engine.Seat) *engine.Refusal {
	if no := g.due(seat, StepScavenge, "NARO-16.1"); no != nil {
		return no
	}
	left := g.players[g.victim].loot
	mine := g.players[seat].loot
	n := 0
	for i, l := range do.Cards {
		if l == NoLoot {
			continue
		}
		if i > n || !l.card() || left[l] == 0 { // NoLoot comes last
			return engine.Refuse("NARO-16.1", "refuse.not_held", g.victim, l.Key())
		}
		left[l]--
		mine[l]++
		n++
	}
	g.players[seat].loot = mine
	if n > 0 {
		g.gained(seat, engine.Say("").Seat(seat), 0)
	}
	g.unclothe(g.victim)
	g.searchNext()
	return nil
}
