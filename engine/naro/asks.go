package naro

import (
	"math/bits"
	"time"

	"consigliere/engine"
)

// The times of section 7 of the ledger.
const (
	hustleTime   = 20 * time.Second
	giveTime     = 20 * time.Second
	loadTime     = 30 * time.Second
	aimTime      = 20 * time.Second
	aimGrace     = 10 * time.Second // no target is chosen for anybody who was not warned
	enchantTime  = 8 * time.Second
	reloadTime   = 10 * time.Second
	orderTime    = 20 * time.Second
	turnTime     = 10 * time.Second
	courageTime  = 5 * time.Second
	courageFirst = 15 * time.Second // in the first round, in which whoever is new reads what it means
	salvageTime  = 10 * time.Second
	revealTime   = 10 * time.Second
	scavengeTime = 30 * time.Second
	takeTime     = 20 * time.Second
	forbidTime   = 5 * time.Second
	burnTime     = 10 * time.Second
)

// Asks appends what the game waits for.
func (g *Game) Asks(dst []engine.Ask) []engine.Ask {
	if g.step == StepOver {
		return dst
	}
	if g.step.byTable() {
		dst = engine.GrowAsks(dst)
		g.askTable(&dst[len(dst)-1])
		return dst
	}
	for s := range g.roster {
		if seat := engine.Seat(s); g.await.Has(seat) {
			dst = engine.GrowAsks(dst)
			g.askSeat(&dst[len(dst)-1], seat)
		}
	}
	return dst
}

var prompts = [...]string{
	StepPowers: "ask.powers", StepLoot: "ask.loot", StepHustle: "ask.hustle", StepHustleDraw: "ask.draw",
	StepGive: "ask.give", StepLoad: "ask.load", StepAim: "ask.aim", StepAimLast: "ask.aim", StepReload: "ask.reload",
	StepOrder: "ask.order", StepTurn: "ask.aim", StepCourage: "ask.courage", StepSalvage: "ask.salvage",
	StepReveal: "ask.reveal", StepRob: "ask.rob", StepScavenge: "ask.scavenge", StepTake: "ask.take",
	StepForbid: "ask.forbid", StepDraw: "ask.draw", StepBurn: "ask.burn", StepOver: "",
}

// The options of the asks of almost every round, one list for each set of what is open. They
// never change, so that such an ask allocates nothing. They hold less than 200 KB; where each
// ask makes its own list, a playout of eight seats takes half as long again (BenchmarkPlayout).
var (
	loads    = byBullet(func(b Bullet) engine.Action { return Load{b} })
	gives    = byBullet(func(b Bullet) engine.Action { return Give{b} })
	burns    = byBullet(func(b Bullet) engine.Action { return Burn{b} })
	draws    = byBullet(func(b Bullet) engine.Action { return DrawBullet{b} })
	reloads  = byBullet(func(b Bullet) engine.Action { return Reload{b} }, Reload{NoBullet})
	salvages = byBullet(func(b Bullet) engine.Action { return Salvage{b} }, Salvage{NoBullet})
	aims     = bySeat(func(s engine.Seat) engine.Action { return Aim{s} })
	orders   = bySeat(func(s engine.Seat) engine.Action { return Order{s} })
	hustles  = bySeat(func(s engine.Seat) engine.Action { return Hustle{s} })
	takes    = subsets(boxed(Cash5000, NewBoss, func(l Loot) engine.Action { return Take{Card: l} }))
	trades   = boxed(Cash5000, FirstAid, func(l Loot) engine.Action { return Take{Card: l, Swap: true} })
	pairs    = boxedPairs()
	courages = []engine.Action{Courage{Stand}, Courage{Duck}}
	reveals  = []engine.Action{Reveal{Yes}, Reveal{No}}
)

// A bulletSet is a set of bullet cards: bit 0 is Click, bit 1 is Bang.
type bulletSet uint8

const bothBullets bulletSet = 1<<0 | 1<<1

// with returns the set with b added where it is open.
func (set bulletSet) with(b Bullet, open bool) bulletSet {
	if open {
		set |= 1 << (b - Click)
	}
	return set
}

// held returns the bullet cards that are in the hand.
func (p *player) held() bulletSet {
	return bulletSet(0).with(Click, p.hand[Click] > 0).with(Bang, p.hand[Bang] > 0)
}

// byBullet returns the options by [bulletSet], each with the rest at its end.
func byBullet(do func(Bullet) engine.Action, rest ...engine.Action) [][]engine.Action {
	return subsets(boxed(Click, Bang, do), rest...)
}

// bySeat returns the options by [engine.SeatSet], each with the option "nobody" at its end.
func bySeat(do func(engine.Seat) engine.Action) [][]engine.Action {
	return subsets(boxed(0, maxSeats-1, do), do(engine.NoSeat))
}

// boxed returns the actions about first to last.
func boxed[T ~int8 | ~uint8](first, last T, do func(T) engine.Action) []engine.Action {
	var all []engine.Action
	for x := first; x <= last; x++ {
		all = append(all, do(x))
	}
	return all
}

// boxedPairs returns what the greedy one can take, by the first and the second thing.
func boxedPairs() (pairs [NewBoss + 1][NewBoss + 1]engine.Action) {
	for l := Cash5000; l <= NewBoss; l++ {
		for m := Cash5000; m <= NewBoss; m++ {
			pairs[l][m] = Take{Card: l, Second: m}
		}
	}
	return pairs
}

// subsets returns a list for each subset of all: the list at i holds all[k] where i has the
// bit k, and then the rest.
func subsets(all []engine.Action, rest ...engine.Action) [][]engine.Action {
	lists := make([][]engine.Action, 1<<len(all))
	for set := range lists {
		list := make([]engine.Action, 0, bits.OnesCount(uint(set))+len(rest))
		for k, do := range all {
			if set>>k&1 != 0 {
				list = append(list, do)
			}
		}
		lists[set] = append(list, rest...)
	}
	return lists
}

// askTable fills in what is asked of the table.
func (g *Game) askTable(a *engine.Ask) {
	a.Seat, a.Verb = engine.Table, stepData[g.step].verb
	a.Prompt = engine.Say(prompts[g.step])
	switch g.step {
	case StepPowers:
		part := engine.Part{Arg: "cards", Kind: engine.PartAssign}
		for p := Pickpocket; p < powerCount; p++ {
			part.Items = append(part.Items, engine.Item{Word: powerWords[p]})
		}
		for s := range g.roster {
			part.Keys = append(part.Keys, engine.Key{Seat: engine.Seat(s)})
		}
		a.Parts = []engine.Part{part}
	case StepLoot:
		believed := g.believed()
		a.Parts = []engine.Part{{
			Arg: "cards", Kind: engine.PartCards, Min: lootPerRound, Max: lootPerRound, Items: believed.items(),
		}}
	case StepHustleDraw:
		// The gambler types it in, and sees one card of the hand, not the whole.
		gambler := g.owner[Gambler]
		a.Secret, a.Weighty, a.By = true, true, engine.SeatsOf(gambler)
		a.Prompt = a.Prompt.Seat(gambler).Seat(g.victim)
		a.Options, a.ShownOptions = draws[g.players[g.victim].held()], draws[bothBullets]
	case StepDraw:
		a.Secret, a.Weighty, a.By = true, true, engine.SeatsOf(g.turn)
		a.Prompt = a.Prompt.Seat(g.turn)
		for l := Cash5000; l <= FirstAid; l++ {
			do := DrawLoot{l}
			if g.faceDown[l] > 0 {
				a.Options = append(a.Options, do)
			}
			a.ShownOptions = append(a.ShownOptions, do) // the box does not count cards for him
		}
	}
}

// askSeat fills in what is asked of a seat.
func (g *Game) askSeat(a *engine.Ask, seat engine.Seat) {
	a.Seat, a.Verb = seat, stepData[g.step].verb
	a.Prompt.Key = prompts[g.step]
	a.Prompt.AddSeat(seat)
	p := &g.players[seat]
	switch g.step {
	case StepLoad:
		a.Secret, a.Retract, a.Limit = true, true, loadTime
		a.Options = loads[p.held()]
		a.Known = p.surelyBoth()
		if g.lastKind(seat) {
			a.Forced = a.Options[0]
			if g.living&^g.lastKinds() != 0 { // else that was said with the loot
				a.Told = engine.Say("cue.load_forced").Seat(seat)
			}
		}
	case StepAim:
		a.Secret, a.Known, a.Retract, a.Limit, a.Grace, a.Late = true, true, true, aimTime, aimGrace, Aim{engine.NoSeat}
		a.Options = aims[g.living.Without(seat)]
	case StepAimLast:
		a.Limit, a.Late = enchantTime, Aim{engine.NoSeat}
		a.Options = aims[g.living.Without(seat)]
	case StepTurn:
		a.Limit, a.Late = turnTime, Aim{engine.NoSeat}
		a.Options = aims[g.living.Without(seat).Without(p.target)]
	case StepCourage:
		a.Secret, a.Alike, a.Known, a.Retract, a.Limit, a.Late = true, true, true, true, courageTime, Courage{Stand}
		if g.round == 1 {
			a.Limit = courageFirst
		}
		a.Options = courages
	case StepTake:
		a.Limit, a.Weighty = takeTime, true
		a.Options = g.takeOptions()
		if len(a.Options) > 1 && g.sharing == engine.SeatsOf(seat) && !g.mayTakeTwo() && !g.maySwap() && g.banned == NoKind {
			a.Forced, a.Told = a.Options[0], engine.Say("cue.take_rest").Seat(seat) // he gets all of it, in whichever order
		}
	case StepOrder:
		a.Limit, a.Late = orderTime, Order{engine.NoSeat}
		a.Options = orders[g.orderable()]
	case StepForbid:
		a.Limit, a.Late = forbidTime, Forbid{NoKind}
		a.Prompt = a.Prompt.Seat(g.turn).Thing(g.claim.Card.Key())
		a.Options = []engine.Action{Forbid{NoKind}, Forbid{KindOf[g.claim.Card]}}
		if k := KindOf[g.claim.Second]; k != NoKind && k != KindOf[g.claim.Card] {
			a.Options = append(a.Options, Forbid{k})
		}
	case StepBurn:
		a.Secret, a.Weighty, a.Limit = true, true, burnTime
		a.Options = burns[bulletSet(0).with(Click, g.burnable(Click)).with(Bang, g.burnable(Bang))]
	case StepHustle:
		a.Limit, a.Late = hustleTime, Hustle{engine.NoSeat}
		a.Options = hustles[g.living.Without(seat)]
	case StepGive:
		a.Secret, a.Weighty, a.Limit = true, true, giveTime
		a.Prompt = a.Prompt.Seat(g.victim)
		a.Options = gives[p.held()]
	case StepReload:
		a.Secret, a.Limit, a.Late = true, reloadTime, Reload{NoBullet}
		a.Options = reloads[p.held()]
	case StepSalvage:
		a.Secret, a.Limit, a.Late = true, salvageTime, Salvage{NoBullet}
		a.Options = salvages[p.held()]
	case StepReveal:
		a.Secret, a.Limit, a.Late = true, revealTime, Reveal{No}
		a.Prompt = a.Prompt.Seat(g.victim)
		a.Options = reveals
		if p.loaded != Bang {
			a.Options = reveals[No:]
		}
	case StepRob:
		a.Secret, a.Weighty = true, true
		a.Prompt = a.Prompt.Seat(g.victim)
		for l, n := range g.players[g.victim].loot {
			if n > 0 {
				a.Options = append(a.Options, Rob{Loot(l)})
			}
		}
	case StepScavenge:
		a.Secret, a.Limit, a.Late = true, scavengeTime, Scavenge{}
		a.Prompt = a.Prompt.Seat(g.victim)
		loot := &g.players[g.victim].loot
		a.Parts = []engine.Part{{
			Arg: "cards", Kind: engine.PartSeveral, Items: loot.items(), Max: min(len(Scavenge{}.Cards), loot.size()),
		}}
	}
}

// takeOptions returns what the seat in turn may take: each thing alone, with a trade for the
// broker, and each pair in both orders for the greedy one.
func (g *Game) takeOptions() []engine.Action {
	open := 0
	for l := Cash5000; l <= NewBoss; l++ {
		if g.allowed(l) {
			open |= 1 << (l - Cash5000)
		}
	}
	alone := takes[open]
	two, swap := g.mayTakeTwo(), g.maySwap()
	if !two && !swap {
		return alone
	}
	most := 2 * len(alone) // each can be traded
	if two {
		most = len(alone) * (1 + len(alone)) // each goes with each
	}
	list := make([]engine.Action, 0, most)
	for _, do := range alone {
		l := do.(Take).Card
		list = append(list, do)
		if swap && l != NewBoss {
			list = append(list, trades[l-Cash5000])
		}
		for m := Cash5000; two && m <= NewBoss; m++ {
			if g.allowed(m) && (m != l || l != NewBoss && g.open[l] >= 2) {
				list = append(list, pairs[l][m])
			}
		}
	}
	return list
}

// items returns the kinds of cards in p with their counts.
func (p *pile) items() []engine.Item {
	items := make([]engine.Item, 0, len(p))
	for l := Cash5000; l < NewBoss; l++ {
		if p[l] > 0 {
			items = append(items, engine.Item{Word: LootWords[l], Count: int(p[l])})
		}
	}
	return items
}
