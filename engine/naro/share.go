package naro

import "consigliere/engine"

// startShare begins step 7 (NARO-9.1, 9.2).
func (g *Game) startShare() {
	g.sharing = 0
	for s := range g.roster {
		if p := &g.players[s]; p.alive && p.stance == Up {
			g.sharing = g.sharing.With(engine.Seat(s))
			g.fights[s].Shares = true
		}
	}
	g.swapped, g.forbade, g.greedyTook = false, false, false
	if g.sharing == 0 {
		g.leave()
		return
	}
	if s, ok := g.has(Handsome); ok && g.sharing.Has(s) { // NARO-27.1
		g.grab(s, Cash5000, SharePicture)
	}
	first := from(g.boss, g.sharing)
	g.cues.Add(engine.CuePhase, "cue.share").Seat(first).Picture = SharePicture
	g.startTurn(first)
}

func (g *Game) startTurn(seat engine.Seat) {
	g.turn, g.banned, g.claim = seat, NoKind, Take{}
	g.ask(StepTake, seat)
}

// lies reports whether l lies there to be taken.
func (g *Game) lies(l Loot) bool {
	if l == NewBoss {
		return !g.tokenTaken
	}
	return g.open[l] > 0
}

// allowed reports whether the seat in turn may take l.
func (g *Game) allowed(l Loot) bool {
	return g.lies(l) && (g.banned == NoKind || KindOf[l] != g.banned)
}

// wants refuses a thing that cannot be taken now.
func (g *Game) wants(l Loot) *engine.Refusal {
	switch {
	case l == NoLoot || l > NewBoss:
		return engine.Refuse("NARO-9.4", "refuse.nothing")
	case !g.lies(l) && l == NewBoss:
		return engine.Refuse("NARO-9.8", "refuse.token_taken")
	case !g.lies(l):
		return engine.Refuse("NARO-9.4", "refuse.not_there", l.Key())
	case !g.allowed(l):
		return engine.Refuse("NARO-29.5", "refuse.banned", g.banned.Key())
	}
	return nil
}

// mayTakeTwo reports whether the seat in turn is the greedy one before his first share
// (NARO-21.1, 21.4).
func (g *Game) mayTakeTwo() bool { return g.turn == g.owner[Greedy] && !g.greedyTook }

// maySwap reports whether the seat in turn is the broker and can still trade (NARO-20.1, 20.4).
func (g *Game) maySwap() bool {
	return g.turn == g.owner[Broker] && !g.swapped && g.columns() > 0
}

// Play claims a share (group 9, 20.1, 20.4, 21.1).
func (m Take) Play(g *Game, seat engine.Seat) *engine.Refusal {
	rule := "NARO-9.3"
	if seat >= 0 && int(seat) < len(g.roster) && g.players[seat].stance != Up {
		rule = "NARO-9.1"
	}
	if no := g.due(seat, StepTake, rule); no != nil {
		return no
	}
	if no := g.wants(m.Card); no != nil {
		return no
	}
	if m.Second != NoLoot {
		if !g.mayTakeTwo() {
			return engine.Refuse("NARO-21.1", "refuse.one_share")
		}
		if no := g.wants(m.Second); no != nil {
			return no
		}
		if m.Second == m.Card && (m.Card == NewBoss || g.open[m.Card] < 2) {
			return engine.Refuse("NARO-9.4", "refuse.only_one", m.Card.Key())
		}
	}
	if m.Swap {
		switch {
		case seat != g.owner[Broker]:
			return engine.Refuse("NARO-20.1", "refuse.no_swap")
		case g.swapped:
			return engine.Refuse("NARO-20.1", "refuse.swapped")
		case m.Card == NewBoss:
			return engine.Refuse("NARO-20.4", "refuse.swap_token")
		case g.columns() == 0:
			return engine.Refuse("NARO-20.4", "refuse.swap_nothing")
		}
	}
	g.claim = m
	if bully, ok := g.has(Bully); ok && g.sharing.Has(bully) && bully != seat && !g.forbade { // NARO-29.1, 29.2, 29.9
		g.ask(StepForbid, bully)
		g.cues.Add(engine.CueSay, "cue.forbid").Seat(bully)
		return nil
	}
	g.execute()
	return nil
}

// Play answers for the bully (NARO-29.1 to 29.9).
func (do Forbid) Play(g *Game, seat engine.Seat) *engine.Refusal {
	if no := g.due(seat, StepForbid, "NARO-29.1"); no != nil {
		return no
	}
	if do.Kind == NoKind {
		g.execute()
		return nil
	}
	if do.Kind > NewBosses {
		return engine.Refuse("NARO-29.3", "refuse.no_kind")
	}
	if do.Kind != KindOf[g.claim.Card] && do.Kind != KindOf[g.claim.Second] {
		return engine.Refuse("NARO-29.4", "refuse.not_claimed", do.Kind.Key())
	}
	turn := g.turn
	g.startTurn(turn)
	g.forbade, g.banned = true, do.Kind
	g.cues.Add(engine.CueHit, "cue.forbidden").Seat(turn)
	for l := Cash5000; l <= NewBoss; l++ {
		if g.allowed(l) {
			return nil
		}
	}
	g.nextTurn() // NARO-9.7, 29.7
	return nil
}

// execute takes what is claimed (NARO-9.4, 9.8, 20.2, 21.1, 21.2).
func (g *Game) execute() {
	m := g.claim
	g.claim = Take{}
	if g.turn == g.owner[Greedy] {
		g.greedyTook = true
		if m.Second != NoLoot {
			g.sharing = g.sharing.Without(g.turn)
		}
	}
	g.pick(m.Card)
	if m.Second != NoLoot {
		g.pick(m.Second)
	}
	if m.Swap {
		g.swapped = true
		g.claim = Take{Card: m.Card} // what he gives up
		if !g.boxDraws {
			g.step, g.await = StepDraw, 0
			return
		}
		g.lootDrawn(g.faceDown.at(g.chance.Pick(g.faceDown.size())))
		return
	}
	g.keep(m.Card)
	if m.Second != NoLoot {
		g.keep(m.Second)
	}
	g.effects = [2]Loot{m.Card, m.Second}
	g.work()
}

// pick takes a thing off the table.
func (g *Game) pick(l Loot) {
	text := taken(g.turn, l.Key())
	if l == NewBoss {
		g.tokenTaken, g.nextBoss = true, g.turn
		switch {
		case g.round == Rounds: // no round follows
		case g.turn == g.boss:
			text.Key = "cue.stay_boss"
		default:
			text.Key = "cue.take_boss"
		}
	} else {
		g.open[l]--
	}
	g.gained(g.turn, text, 0)
}

// keep adds a thing to the loot of the seat in turn, unless it is used up or is not a card.
func (g *Game) keep(l Loot) {
	if l.card() && !l.used() {
		g.players[g.turn].loot[l]++
	}
}

// Play takes the card that the broker drew from the columns (NARO-20.1, 20.2).
func (do DrawLoot) Play(g *Game, seat engine.Seat) *engine.Refusal {
	if g.step == StepHustleDraw { // a loot card is not a bullet
		return engine.Refuse("NARO-19.1", "refuse.no_bullet")
	}
	if no := g.due(seat, StepDraw, "NARO-20.1"); no != nil {
		return no
	}
	if !do.Card.card() || g.faceDown[do.Card] == 0 {
		return engine.Refuse("NARO-20.2", "refuse.not_face_down", do.Card.Key())
	}
	g.lootDrawn(do.Card)
	return nil
}

// lootDrawn makes the drawn card the broker's share (NARO-20.2, 20.3).
func (g *Game) lootDrawn(l Loot) {
	g.faceDown[l]--
	g.faceDown[g.claim.Card]++
	g.claim = Take{}
	learned := engine.SeatsOf(g.turn)
	if l.used() {
		learned = g.everyone()
		g.gained(g.turn, taken(g.turn, l.Key()), 0)
	} else {
		g.unseen[l]++
	}
	g.cues.Learn(learned, true)
	g.keep(l)
	g.effects = [2]Loot{l}
	g.work()
}

// work lets what was taken work, in the order named (NARO-21.3), and goes on to the next
// seat when nothing is left to burn.
func (g *Game) work() {
	p := &g.players[g.turn]
	for i, l := range g.effects {
		g.effects[i] = NoLoot
		switch l {
		case FirstAid: // NARO-10.5
			p.wounds = 0
		case Clip:
			if p.bullets() == 0 { // NARO-10.4
				g.cues.Add(engine.CueSay, "cue.clip_none").Seat(g.turn)
				continue
			}
			// Whether there is a Bang! among the burnt cards shows now, whoever burnt it.
			g.cues.Learn(g.everyone(), false)
			if g.burnt[Bang] == 0 {
				g.cues.Add(engine.CueSay, "cue.clip_none").Seat(g.turn)
				continue
			}
			g.burnt[Bang]-- // NARO-10.1
			p.hand[Bang]++
			p.mixed = true
			g.ask(StepBurn, g.turn)
			return
		}
	}
	g.nextTurn()
}

// burnable reports whether the taker of a clip may burn b: one that he held before (NARO-10.2).
func (g *Game) burnable(b Bullet) bool {
	if b == Bang {
		return g.players[g.turn].hand[Bang] >= 2
	}
	return b == Click && g.players[g.turn].hand[Click] > 0
}

// Play burns a card for the Bang! of a clip, and pays the racketeer (NARO-10.2, 28.1 to 28.4).
func (do Burn) Play(g *Game, seat engine.Seat) *engine.Refusal {
	if no := g.due(seat, StepBurn, "NARO-10.2"); no != nil {
		return no
	}
	if !g.burnable(do.Card) {
		return engine.Refuse("NARO-10.2", "refuse.none_left", do.Card.Key())
	}
	g.players[seat].hand[do.Card]--
	g.burnt[do.Card]++
	g.cues.Add(engine.CueSay, "cue.clip").Seat(seat)
	if s, ok := g.has(Racketeer); ok && s != seat {
		g.cues.Learn(g.everyone(), false)
		if g.burnt[Bang] > 0 {
			g.burnt[Bang]--
			g.players[s].hand[Bang]++
			g.players[s].mixed = true
			g.gained(s, taken(s, Bang.Key()), 0)
		}
	}
	g.work()
	return nil
}

// nextTurn goes on clockwise, or ends the share-out (NARO-9.3, 9.5, 9.10).
func (g *Game) nextTurn() {
	switch {
	case g.tokenTaken && g.open.size() == 0:
		g.endRound()
	case g.sharing == 0:
		g.leave()
	default:
		g.startTurn(after(g.turn, g.sharing))
	}
}

// leave ends the round with something that nobody takes (NARO-9.10).
func (g *Game) leave() {
	g.cues.Add(engine.CueSay, "cue.nobody")
	if g.discard {
		g.open = pile{}
	}
	g.endRound()
}

// endRound hands the desk over and begins the next round, or ends the game (NARO-9.10,
// 9.11, 11.1).
func (g *Game) endRound() {
	g.turn, g.banned, g.claim, g.sharing = engine.NoSeat, NoKind, Take{}, 0
	was, key := g.boss, "cue.boss"
	if g.nextBoss >= 0 {
		g.boss = g.nextBoss
	} else {
		g.boss, key = from(g.boss, g.living), "cue.boss_next"
	}
	if g.round == Rounds {
		g.open = pile{}
		g.finish(afterRounds)
		return
	}
	if g.boss != was {
		g.cues.Add(engine.CueSay, key).Seat(g.boss)
	}
	g.round++
	g.startRound()
}

// finish ends the play and shows all that is left (groups 11 and 12).
func (g *Game) finish(e ending) {
	g.step, g.await, g.ending = StepOver, 0, e
	g.turn, g.victim = engine.NoSeat, engine.NoSeat
	if g.missing.size() > 0 { // what was secret is shown now
		g.cues.Add(engine.CueSay, "cue.clashed")
	}
	if e == allDead {
		g.cues.Add(engine.CueResult, "cue.no_winner").Learned = g.everyone()
		return
	}
	r := g.rank()
	for _, s := range r.order[:r.winners] {
		g.cues.Add(engine.CueResult, "cue.over").Seat(s).Learned = g.everyone()
	}
}
