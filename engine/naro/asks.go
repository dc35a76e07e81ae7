package naro

import (
	"time"

	"consigliere/engine"
)

// The times of section 7 of the ledger.
const (
	hustleTime   = 20 * time.Second
	giveTime     = 20 * time.Second
	loadTime     = 30 * time.Second
	aimTime      = 20 * time.Second
	enchantTime  = 8 * time.Second
	reloadTime   = 10 * time.Second
	orderTime    = 20 * time.Second
	turnTime     = 10 * time.Second
	courageTime  = 5 * time.Second
	salvageTime  = 10 * time.Second
	revealTime   = 10 * time.Second
	scavengeTime = 30 * time.Second
	takeTime     = 20 * time.Second
	forbidTime   = 5 * time.Second
	burnTime     = 10 * time.Second
)

// Asks appends what the game waits for.
func (g *Game) Asks(dst []engine.Ask) []engine.Ask {
	if g.step == stepOver {
		return dst
	}
	if g.step.byTable() {
		dst = append(dst, engine.Ask{})
		g.askTable(&dst[len(dst)-1])
		return dst
	}
	for s := range g.roster {
		if seat := engine.Seat(s); g.await.Has(seat) {
			dst = append(dst, engine.Ask{
				Seat: seat, Verb: stepData[g.step].verb, Teller: engine.NoSeat,
				Prompt: engine.Text{Key: prompts[g.step], Who: seat, Whom: engine.NoSeat},
			})
			g.askSeat(&dst[len(dst)-1])
		}
	}
	return dst
}

var prompts = [...]string{
	stepPowers: "ask.powers", stepLoot: "ask.loot", stepHustle: "ask.hustle", stepHustleDraw: "ask.draw",
	stepGive: "ask.give", stepLoad: "ask.load", stepAim: "ask.aim", stepAimLast: "ask.aim", stepReload: "ask.reload",
	stepOrder: "ask.order", stepTurn: "ask.aim", stepCourage: "ask.courage", stepSalvage: "ask.salvage",
	stepReveal: "ask.reveal", stepRob: "ask.rob", stepScavenge: "ask.scavenge", stepTake: "ask.take",
	stepForbid: "ask.forbid", stepDraw: "ask.draw", stepBurn: "ask.burn", stepOver: "",
}

// askTable fills in what is asked of the table.
func (g *Game) askTable(a *engine.Ask) {
	a.Seat, a.Verb, a.Teller = engine.Table, stepData[g.step].verb, engine.NoSeat
	a.Prompt = engine.Say(prompts[g.step])
	switch g.step {
	case stepPowers:
		a.Kind, a.Arg = engine.AskAssign, "cards"
		for p := Pickpocket; p < powerCount; p++ {
			g.items[p] = engine.Item{Word: powerWords[p], Count: 1}
		}
		for s := range g.roster {
			g.keys[s] = engine.Key{Seat: engine.Seat(s)}
		}
		a.Items, a.Keys = g.items[Pickpocket:powerCount], g.keys[:len(g.roster)]
	case stepLoot:
		a.Kind, a.Arg = engine.AskCards, "cards"
		a.Min, a.Max = lootPerRound, lootPerRound
		a.Items = listPile(g.items[:0], &g.faceDown)
		if g.unseen.size() > 0 {
			// Whoever types must not see what the broker drew.
			might := g.faceDown
			for l, n := range g.unseen {
				might[l] += n
			}
			a.ShownItems = listPile(g.shown[:0], &might)
		}
	case stepHustleDraw:
		// The gambler types it in, and sees one card of the hand, not the whole.
		a.Secret, a.Teller = true, g.owner[Gambler]
		a.Prompt.Who, a.Prompt.Whom = a.Teller, g.victim
		hand := &g.players[g.victim].hand
		a.Options = bulletOptions(drawBullets[:], hand[Click] > 0, hand[Bang] > 0)
		a.ShownOptions = drawBullets[Click:]
	case stepDraw:
		a.Secret, a.Teller = true, g.turn
		a.Prompt.Who, a.Prompt.Whom = a.Teller, engine.NoSeat
		list := g.shares[:0]
		for l := Cash5000; l <= FirstAid; l++ {
			if g.faceDown[l] > 0 {
				list = append(list, drawLoots[l])
			}
		}
		g.shares = list
		// The box does not count cards for him.
		a.Options, a.ShownOptions = list, drawLoots[Cash5000:]
	}
}

// askSeat fills in what is asked of the seat a.Seat.
func (g *Game) askSeat(a *engine.Ask) {
	seat := a.Seat
	p := &g.players[seat]
	switch g.step {
	case stepLoad:
		a.Secret, a.Retract, a.Limit = true, true, loadTime
		a.Options = bulletOptions(loads[:], p.hand[Click] > 0, p.hand[Bang] > 0)
	case stepAim:
		a.Secret, a.Retract, a.Limit, a.Late = true, true, aimTime, aims[0]
		a.Options = g.seatOptions(seat, aims[:], g.living.Without(seat))
	case stepAimLast:
		a.Limit, a.Late = enchantTime, aims[0]
		a.Options = g.seatOptions(seat, aims[:], g.living.Without(seat))
	case stepTurn:
		a.Limit, a.Late = turnTime, aims[0]
		a.Options = g.seatOptions(seat, aims[:], g.living.Without(seat).Without(p.target))
	case stepCourage:
		a.Secret, a.Retract, a.Limit, a.Late = true, true, courageTime, courages[0]
		a.Options = courages[:]
	case stepTake:
		a.Limit = takeTime
		a.Options = g.takeOptions()
	case stepOrder:
		a.Limit, a.Late = orderTime, orders[0]
		a.Options = g.seatOptions(seat, orders[:], g.orderable())
	case stepForbid:
		a.Limit, a.Late = forbidTime, forbids[0]
		a.Prompt.Whom, a.Prompt.What = g.turn, g.claim.Card.key()
		list := append(g.options[seat][:0], forbids[0], forbids[kindOf[g.claim.Card]])
		if k := kindOf[g.claim.Second]; k != NoKind && k != kindOf[g.claim.Card] {
			list = append(list, forbids[k])
		}
		a.Options = list
	case stepBurn:
		a.Secret, a.Limit = true, burnTime
		a.Options = bulletOptions(burns[:], g.burnable(Click), g.burnable(Bang))
	case stepHustle:
		a.Limit, a.Late = hustleTime, hustles[0]
		a.Options = g.seatOptions(seat, hustles[:], g.living.Without(seat))
	case stepGive:
		a.Secret, a.Limit = true, giveTime
		a.Prompt.Whom = g.victim
		a.Options = bulletOptions(gives[:], p.hand[Click] > 0, p.hand[Bang] > 0)
	case stepReload:
		a.Secret, a.Limit, a.Late = true, reloadTime, reloads[0]
		a.Options = g.orKeep(seat, reloads[:])
	case stepSalvage:
		a.Secret, a.Limit, a.Late = true, salvageTime, salvages[0]
		a.Options = g.orKeep(seat, salvages[:])
	case stepReveal:
		a.Secret, a.Limit, a.Late = true, revealTime, reveals[1]
		a.Prompt.Whom = g.victim
		a.Options = reveals[:]
		if p.loaded != Bang {
			a.Options = reveals[1:]
		}
	case stepRob:
		a.Secret = true
		a.Prompt.Whom = g.victim
		list := g.options[seat][:0]
		for l, n := range g.players[g.victim].loot {
			if n > 0 {
				list = append(list, robs[l])
			}
		}
		a.Options = list
	case stepScavenge:
		a.Secret, a.Limit, a.Late = true, scavengeTime, noScavenge
		a.Prompt.Whom = g.victim
		a.Kind, a.Arg = engine.AskSeveral, "cards"
		a.Items = listPile(g.items[:0], &g.players[g.victim].loot)
		a.Max = min(len(Scavenge{}.Cards), g.players[g.victim].loot.size())
	}
}

// bulletOptions returns the part of a table by Bullet that is open.
func bulletOptions(table []engine.Action, click, bang bool) []engine.Action {
	switch {
	case click && bang:
		return table[Click:]
	case click:
		return table[Click:Bang]
	case bang:
		return table[Bang:]
	}
	return table[:0]
}

// orKeep returns the bullets of the seat's hand, and none, from a table by Bullet.
func (g *Game) orKeep(seat engine.Seat, table []engine.Action) []engine.Action {
	list := g.options[seat][:0]
	for b := Click; b <= Bang; b++ {
		if g.players[seat].hand[b] > 0 {
			list = append(list, table[b])
		}
	}
	return append(list, table[NoBullet])
}

// seatOptions returns the seats of set, and none, from a table by seat.
func (g *Game) seatOptions(seat engine.Seat, table []engine.Action, set engine.SeatSet) []engine.Action {
	list := g.options[seat][:0]
	for s := range g.roster {
		if set.Has(engine.Seat(s)) {
			list = append(list, table[1+s])
		}
	}
	return append(list, table[0])
}

// takeOptions returns what the seat in turn may take: each thing alone, with a trade for the
// broker, and each pair in both orders for the greedy one.
func (g *Game) takeOptions() []engine.Action {
	list := g.shares[:0]
	two, swap := g.mayTakeTwo(), g.maySwap()
	for l := Cash5000; l <= NewBoss; l++ {
		if !g.allowed(l) {
			continue
		}
		list = append(list, takes[l])
		if swap && l != NewBoss {
			list = append(list, trades[l])
		}
		for m := Cash5000; two && m <= NewBoss; m++ {
			if g.allowed(m) && (m != l || l != NewBoss && g.open[l] >= 2) {
				list = append(list, pairs[l][m])
			}
		}
	}
	g.shares = list
	return list
}

// listPile appends the kinds of cards in p with their counts.
func listPile(dst []engine.Item, p *pile) []engine.Item {
	for l := Cash5000; l < NewBoss; l++ {
		if p[l] > 0 {
			dst = append(dst, engine.Item{Word: lootWords[l], Count: int(p[l])})
		}
	}
	return dst
}
