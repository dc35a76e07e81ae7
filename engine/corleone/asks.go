package corleone

import (
	"math/bits"
	"slices"
	"time"

	"consigliere/engine"
)

// The times of section 7 of the ledger. Nothing is played when they run out; the prompt is
// repeated.
const (
	turnTime    = 120 * time.Second
	bidTime     = 90 * time.Second
	tributeTime = 90 * time.Second
)

// Asks appends what the game waits for and what it offers besides: corrections are Optional.
//
// A move that says no more than a listed one is accepted, too: who goes first if nobody else
// controls the turf, when the money of a job without abilities comes, and cards in another order.
func (g *Game) Asks(dst []engine.Ask) []engine.Ask {
	switch g.step {
	case stepTiles:
		return g.pick(dst, "open", "ask.tiles", "tiles", g.items(g.tab.tilesOf[0], g.tileOut), setupTiles[g.seats])
	case stepRow, stepRefill:
		return g.askJobs(dst)
	case stepAllies, stepRecall:
		return g.pick(dst, "deal_allies", "ask.deal_allies", "allies", g.tab.allyItems[g.act], g.seats-1)
	case stepFirst:
		return engine.AppendChoice(dst, engine.Table, "first", "ask.first", firsts[:g.seats])
	case stepOpen:
		if g.light {
			dst = g.askNext(dst, "ask.next_open")
			dst[len(dst)-1].Prompt.AddThing(TurfKeys[g.opening()])
			return append(dst, g.askStack())
		}
		red := 0
		if g.cat.acts[g.act].red {
			red = 1
		}
		dst = g.pick(dst, "open", "ask.open", "tiles", g.items(g.tab.tilesOf[red], g.tileOut), 1)
		dst[len(dst)-1].Prompt.AddThing(TurfKeys[g.emptyTurf()])
		return g.askAdjust(dst)
	case stepFamily:
		if g.light {
			dst = g.askNext(dst, "ask.next_family")
			dst = engine.AppendChoice(dst, engine.Table, "horse", "ask.horse", horses[:g.seats])
			dst[len(dst)-1].Optional = true
			return append(dst, g.askStack())
		}
		return g.askFamily(dst)
	case stepWar:
		return g.askWar(dst)
	case stepBid:
		return g.askBids(dst)
	case stepRecruit:
		l := g.lists.Begin()
		for _, a := range g.allyRow[:g.allyRowN] {
			l = append(l, g.tab.recruit[a])
		}
		dst = engine.AppendChoice(dst, g.bribery.order[g.bribery.taken], "recruit", "ask.recruit", g.lists.End(l))
		dst[len(dst)-1].Weighty = true
		return dst
	case stepTribute:
		if g.light {
			return append(g.askNext(dst, "ask.next_tribute"), g.askStack())
		}
		return g.askTribute(dst)
	case stepBetween:
		return append(g.askNext(dst, "ask.next_entracte"), g.askStack())
	case stepCount:
		return append(append(dst, g.askCount()), g.askStack())
	}
	return dst
}

var (
	firsts = boxed(MaxSeats, func(s int) First { return First{engine.Seat(s)} })
	horses = boxed(MaxSeats, func(s int) Horse { return Horse{engine.Seat(s)} })
	stash  = boxed(len(NoteValues), func(i int) UseStash { return UseStash{uint8(NoteValues[i])} })
	police = boxed(Turfs+1, func(t int) UsePolice { return UsePolice{Turf(t)} })

	nextOnly   = []engine.Action{Next{}}
	horseOnly  = engine.Action(UseHorse{})
	manualOnly = engine.Action(UseManual{})
	drawOnly   = engine.Action(UseDraw{})
	noNotes    = engine.Action(BidNotes{Auto: true})
	nothing    = engine.Action(BidNotes{})
	noAmount   = engine.Action(BidAmount{Auto: true})
	done       = engine.Action(Done{})
	pass       = engine.Action(Pass{})

	actVerbs = []string{"thug", "family", "job", "ally", "pass"}
	useVerbs = []string{"use", "done"}
)

// boxed returns n actions.
func boxed[T any](n int, do func(int) T) []engine.Action {
	list := make([]engine.Action, n)
	for i := range list {
		list[i] = do(i)
	}
	return list
}

// add appends an ask of a seat, to be filled in.
// askNext asks the host to say that a phase is over.
func (g *Game) askNext(dst []engine.Ask, prompt string) []engine.Ask {
	dst, a := engine.AppendAsk(dst, engine.Table, "next", prompt)
	a.Confirm, a.Options = true, nextOnly
	return dst
}

// pick asks the table for n different things.
func (g *Game) pick(dst []engine.Ask, verb, prompt, arg string, items []engine.Item, n int) []engine.Ask {
	dst, a := engine.AppendAsk(dst, engine.Table, verb, prompt)
	a.Prompt.AddNumber(n)
	a.Parts = []engine.Part{{Arg: arg, Kind: engine.PartCards, Items: items, Min: n, Max: n}}
	return dst
}

// items returns the items that are not out.
func (g *Game) items(all []engine.Item, out func(engine.Item) bool) []engine.Item {
	return slices.DeleteFunc(slices.Clone(all), out)
}

func (g *Game) tileOut(it engine.Item) bool { return g.tileUsed[g.cat.Backs[it.Word]] }

// askJobs asks which public jobs were laid open.
func (g *Game) askJobs(dst []engine.Ask) []engine.Ask {
	n := g.emptySlots()
	seen := g.seenFor(engine.Table, n)
	items := make([]engine.Item, 0, len(g.cat.Jobs))
	for i := range g.cat.Jobs {
		if left := int(g.cat.Jobs[i].copies) - int(seen[i]); left > 0 {
			items = append(items, engine.Item{Word: g.cat.Jobs[i].ID, Count: left})
		}
	}
	return g.pick(dst, "deal_jobs", "ask.deal_jobs", "jobs", items, n)
}

// askFamily asks in the family phase: which action, which ability, or which job is kept.
func (g *Game) askFamily(dst []engine.Ask) []engine.Ask {
	if g.drawnN > 0 {
		sh := &g.stack[len(g.stack)-1]
		dst, a := engine.AppendAsk(dst, sh.seat, "keep", "ask.keep")
		l := append(g.lists.Begin(), g.tab.keep[g.drawn[0]])
		if g.drawn[1] != g.drawn[0] {
			l = append(l, g.tab.keep[g.drawn[1]])
		}
		a.Secret, a.Options = true, g.lists.End(l)
		return dst
	}
	dst = g.askAdjust(dst)
	if len(g.stack) > 0 {
		return g.askUse(dst)
	}
	s := g.turn
	dst, a := engine.AppendAsk(dst, s, "act", "ask.act")
	a.Covered, a.Verbs, a.Limit = true, actVerbs, turnTime
	p := &g.players[s]
	l := g.lists.Begin()
	stuck := true
	if p.thugs > 0 {
		for b := range g.figures[:FirstSpace] {
			if g.free(Place(b)) {
				stuck = false
				l = g.both(l, &g.tab.thug[b], b, s)
			}
		}
	}
	if p.family > 0 {
		for i := range g.cat.Spaces {
			if g.free(FirstSpace + Place(i)) {
				stuck = false
				l = append(l, g.tab.family[i])
			}
		}
	}
	l = g.jobs(l, s)
	for x := p.allies; x != 0; x &= x - 1 {
		l = append(l, g.tab.ally[bits.TrailingZeros32(x)])
	}
	if stuck {
		l = append(l, pass)
	}
	a.Options = g.lists.End(l)
	return dst
}

// both appends the moves about a front: the controller of the turf can only go first where it
// is another player.
func (g *Game) both(l []engine.Action, by *[2]engine.Action, b int, s engine.Seat) []engine.Action {
	l = append(l, by[0])
	if c := g.stacks[g.turfOf(b)].Top(); c >= 0 && c != s {
		l = append(l, by[1])
	}
	return l
}

// jobs appends the jobs that a player can do, as far as the player can know.
func (g *Game) jobs(l []engine.Action, s engine.Seat) []engine.Action {
	p := &g.players[s]
	if p.goods == (Goods{}) && !g.cat.freeJobs {
		return l
	}
	var held, open uint64 // a bit for each job
	if p.jobN+p.unknown > 0 {
		seen := g.seenBy(s)
		for j := range g.cat.Jobs {
			if p.jobs[j] > 0 || p.unknown > 0 && seen[j] < g.cat.Jobs[j].copies {
				held |= 1 << j
			}
		}
	}
	for _, j := range g.row[:g.rowN] {
		open |= 1 << j
	}
	for x := held | open; x != 0; x &= x - 1 {
		j := bits.TrailingZeros64(x)
		hand, row := held>>j&1 != 0, open>>j&1 != 0
		for w := range g.cat.Jobs[j].ways {
			if !p.goods.has(&g.cat.Jobs[j].ways[w]) {
				continue
			}
			for from, there := range [...]bool{hand, row} {
				if !there {
					continue
				}
				l = append(l, g.tab.job[j][from][w][0])
				if len(g.cat.Jobs[j].Does) > 0 {
					l = append(l, g.tab.job[j][from][w][1])
				}
			}
		}
	}
	return l
}

// askUse asks for an ability of the top share.
func (g *Game) askUse(dst []engine.Ask) []engine.Ask {
	sh := &g.stack[len(g.stack)-1]
	dst, a := engine.AppendAsk(dst, sh.seat, "use", "ask.use")
	if sh.kind == ofCircle { // what it touches is too long for a question
		a.Prompt.Key = "ask.use_circle"
	} else {
		a.Prompt.AddThing(g.shareKey(sh))
	}
	a.Verbs, a.Limit = useVerbs, turnTime
	if g.typesDraw() {
		a.Secret, a.Direct = true, true
	} else {
		a.Covered = true
	}
	if g.drawsNow() {
		a.Forced = drawOnly
	}
	a.Open = g.players[sh.seat].unknown > 0 // a job that is discarded can be named
	l := g.lists.Begin()
	for i, x := range sh.list[:sh.n] {
		if slices.Contains(sh.list[:i], x) || !g.usable(x, sh.seat) {
			continue
		}
		if x == JobDraw && !g.boxDraws {
			l = g.draws(l, sh.seat)
			continue
		}
		l = g.uses(l, x, sh.seat)
	}
	l = append(l, done)
	a.Options = g.lists.End(l)
	return dst
}

// drawsNow reports whether the box draws jobs for the top share without a question, as for gains (COR-D10): nothing else is left of it, so
// there is nothing to use before, and a job more costs nothing. A record may still leave it out (COR-11.1).
func (g *Game) drawsNow() bool {
	sh := &g.stack[len(g.stack)-1]
	for _, a := range sh.list[:sh.n] {
		if a != JobDraw {
			return false
		}
	}
	return g.boxDraws && g.drawnN == 0 && g.usable(JobDraw, sh.seat)
}

// draws appends what a player may have drawn, as far as the player can know.
func (g *Game) draws(l []engine.Action, s engine.Seat) []engine.Action {
	n := min(2, int(g.deckN)+int(g.discardN))
	seen := g.seenFor(s, n)
	open := func(j int) bool { return j == len(g.cat.Jobs) || seen[j] < g.cat.Jobs[j].copies }
	if n == 1 {
		for k, do := range g.tab.drawOne {
			if open(k) {
				l = append(l, do)
			}
		}
		return l
	}
	for k, row := range g.tab.draws {
		if !open(k) {
			continue
		}
		for d, do := range row {
			if open(d) && (d != k || k == len(g.cat.Jobs) || seen[k]+2 <= g.cat.Jobs[k].copies) {
				l = append(l, do)
			}
		}
	}
	return l
}

// uses appends the uses of an ability.
func (g *Game) uses(l []engine.Action, a Ability, s engine.Seat) []engine.Action {
	p := &g.players[s]
	switch a {
	case Stash:
		for i, n := range p.notes {
			if n > 0 {
				l = append(l, stash[i])
			}
		}
	case JobDraw:
		l = append(l, drawOnly)
	case Swap1, Swap2, Swap3:
		return g.swaps(l, int(a-Swap1), &p.hand)
	case Smuggle:
		var room [96]CardNo
		for _, c := range g.kinds(room[:0], &p.hand) {
			for good := Gun; good <= Booze; good++ {
				if g.goods[good] > 0 || c == GoodCard+CardNo(good) {
					l = append(l, g.tab.smuggle[c][good])
				}
			}
		}
	case HorseHead:
		l = append(l, horseOnly)
	case ShakeFront:
		for b := range g.tab.front {
			if g.onBoard(b) {
				l = g.both(l, &g.tab.front[b], b, s)
			}
		}
	case ShakeBack:
		for b := range g.tab.back {
			if g.onBoard(b) {
				l = append(l, g.tab.back[b])
			}
		}
	case KillThug, KillFamily, KillAny, KillThugChief, KillFamilyChief:
		for at := Place(0); at <= PolicePlace; at++ {
			if g.killable(a, s, at) {
				l = append(l, g.tab.kill[a-KillThug][at])
			}
		}
	case MoveThug, MoveFamily, MoveRival:
		for at := Place(0); at < g.lastPlace(); at++ {
			if g.movable(a, s, at) {
				l = g.movesFrom(l, a, s, at)
			}
		}
	case Mayor:
		for i := range g.cat.Spaces {
			if g.free(FirstSpace + Place(i)) {
				l = append(l, g.tab.mayor[i])
			}
		}
	case UnionBoss:
		for b := range g.tab.union {
			if g.free(Place(b)) {
				l = g.both(l, &g.tab.union[b], b, s)
			}
		}
	case PoliceChief:
		for t := Turf(1); t <= Turfs; t++ {
			if t != g.policeAt {
				l = append(l, police[t])
			}
		}
	case Manual:
		l = append(l, manualOnly)
	}
	return l
}

// movesFrom appends where the figure at a place can be moved.
func (g *Game) movesFrom(l []engine.Action, a Ability, s engine.Seat, at Place) []engine.Action {
	if at < FirstSpace {
		for b := range g.figures[:FirstSpace] {
			switch {
			case !g.free(Place(b)):
			case a == MoveThug:
				l = g.both(l, &g.tab.moveThug[at][b], b, s)
			default:
				l = append(l, g.tab.moveFront[at][b])
			}
		}
		return l
	}
	from := at - FirstSpace
	for i := range g.cat.Spaces {
		switch {
		case !g.free(FirstSpace + Place(i)):
		case a == MoveFamily:
			l = append(l, g.tab.moveFamily[from][i])
		default:
			l = append(l, g.tab.moveCircle[from][i])
		}
	}
	return l
}

// askAdjust offers corrections: a note or a good from the bank at any time, and while the text
// of a card is carried out by hand all that can be moved alone. Others can be typed in.
func (g *Game) askAdjust(dst []engine.Ask) []engine.Ask {
	if n := len(g.stack); n > 0 && slices.Contains(g.stack[n-1].list[:g.stack[n-1].n], Manual) {
		return append(dst, g.askManual())
	}
	mask := uint8(0)
	for i := range NoteValues {
		if g.bank[i] > 0 {
			mask |= 1 << i
		}
		if g.goods[i] > 0 {
			mask |= 1 << (len(NoteValues) + i)
		}
	}
	if mask == 0 {
		return dst
	}
	if mask != g.gainMask {
		g.gainMask, g.gainList = mask, make([]engine.Action, 0, 8*g.seats)
		for s := range g.seats {
			for x := range g.tab.gain[s] {
				if mask>>x&1 != 0 {
					g.gainList = append(g.gainList, g.tab.gain[s][x])
				}
			}
		}
	}
	dst, a := engine.AppendAsk(dst, engine.Table, "adjust", "ask.adjust")
	a.Optional, a.Open, a.Options = true, true, g.gainList
	return dst
}

// askManual offers what the text of a card can change. What a hand or a suitcase holds must not
// show, so that is listed for every card.
func (g *Game) askManual() engine.Ask {
	a := engine.Ask{Seat: engine.Table, Verb: "adjust", Prompt: engine.Say("ask.manual"), Optional: true, Open: true}
	offer := func(do Adjust, legal bool) {
		if legal {
			a.Options = append(a.Options, do)
		}
		a.ShownOptions = append(a.ShownOptions, do)
	}
	for s := range g.seats {
		of, p := engine.Seat(s).OrNone(), &g.players[s]
		for c := CardNo(0); c < BlankCard; c++ {
			left := g.goods[c%4]
			if c < GoodCard {
				left = g.bank[c]
			}
			offer(Adjust{Of: of, Gain: Cards(g.cat.cardWord[c])}, left > 0)
		}
		offer(Adjust{Of: of, Gain: unknownJob}, g.deckN+g.discardN > 0)
		for c, w := range g.cat.cardWord {
			offer(Adjust{Of: of, Lose: Cards(w)}, g.holds(engine.Seat(s), CardNo(c)))
		}
		for i := range NoteValues {
			var one Notes
			one[i] = 1
			offer(Adjust{Of: of, Stash: one}, p.notes[i] > 0)
			offer(Adjust{Of: of, Unstash: one}, p.purse[i] > 0)
		}
	}
	for at := Place(0); at <= PolicePlace; at++ {
		if !g.stands(at) {
			continue
		}
		offer(Adjust{Kill: g.cat.placeID[at]}, true)
		for to := Place(0); to < g.lastPlace() && at != PolicePlace; to++ {
			if g.free(to) && (at < FirstSpace) == (to < FirstSpace) {
				offer(Adjust{Relocate: FromTo{g.cat.placeID[at], g.cat.placeID[to]}}, true)
			}
		}
	}
	return a
}

var (
	forceItems = numbers(maxInfluence)
	jobItems   = numbers(maxJobsDone)
	colourKeys = []engine.Key{{Word: "yellow"}, {Word: "blue"}, {Word: "green"}, {Word: "grey"}}
	turfItems  = func() []engine.Item {
		var items []engine.Item
		for _, w := range TurfWords[1:] {
			items = append(items, engine.Item{Word: w})
		}
		return items
	}()
	seatKeys = func() (keys [MaxSeats]engine.Key) {
		for s := range keys {
			keys[s].Seat = engine.Seat(s)
		}
		return keys
	}()
)

// numbers returns items for 0 to most; each can be given to all keys.
func numbers(most int) []engine.Item {
	items := make([]engine.Item, most+1)
	for i := range items {
		items[i] = engine.Item{Word: itoa(i), Count: MaxSeats}
	}
	return items
}

// askWar asks for the influence in the next turf, or where a marker comes from.
func (g *Game) askWar(dst []engine.Ask) []engine.Ask {
	if !g.warAsks {
		dst, a := engine.AppendAsk(dst, engine.Table, "influence", "ask.influence")
		a.Prompt.AddThing(TurfKeys[g.warN+1])
		a.Parts = []engine.Part{
			{Arg: "turf", Items: turfItems[g.warN : g.warN+1]},
			{Arg: "of", Kind: engine.PartAssign, Items: forceItems, Keys: seatKeys[:g.seats]},
			{Arg: "neutral", Kind: engine.PartNumber, Max: maxNeutral},
		}
		a.Usual = g.whoWins(Turf(g.warN + 1))
		return dst
	}
	b := &g.war[g.warN-1]
	dst, a := engine.AppendAsk(dst, b.winner, "marker", "ask.marker")
	a.Prompt.AddThing(TurfKeys[b.turf])
	a.Weighty = true
	for t := Turf(1); t <= Turfs; t++ {
		for i, s := range g.stacks[t].Seats() {
			if engine.Seat(s) == b.winner {
				a.Options = append(a.Options, Marker{t, uint8(i)})
			}
		}
	}
	a.Options = append(a.Options, NoMarker{})
	return dst
}

// whoWins returns who can have the most influence in a turf, or that nobody has: of the figures the war needs to know no more.
func (g *Game) whoWins(turf Turf) []engine.Usual {
	list := make([]engine.Usual, 0, MaxSeats+1)
	for s := range engine.Seat(g.seats) {
		do := Influence{Turf: turf}
		do.Of.N, do.Of.Of[s] = uint8(g.seats), 1
		list = append(list, engine.Usual{Do: do, Text: engine.Say("usual.wins").Seat(s)})
	}
	nobody := Influence{Turf: turf}
	nobody.Of.N = uint8(g.seats)
	return append(list, engine.Usual{Do: nobody, Text: engine.Say("usual.nobody")})
}

// askBids asks all that have not sealed a bid.
func (g *Game) askBids(dst []engine.Ask) []engine.Ask {
	for s := range engine.Seat(g.seats) {
		if g.bribery.sealed.Has(s) {
			continue
		}
		var a *engine.Ask
		dst, a = engine.AppendAsk(dst, s, "bid", "ask.bid")
		a.Secret, a.Retract, a.Limit = true, true, bidTime
		if g.light {
			a.Known, a.Parts, a.Absent = true, amountParts, noAmount
			continue
		}
		a.Parts, a.Absent = g.bidParts(s), noNotes
		if g.openCases && g.players[s].purse == (Notes{}) { // with closed ones nobody is to see that one is empty (COR-14.3)
			a.Forced, a.Told = nothing, engine.Say("cue.bid_empty").Seat(s)
		}
	}
	return dst
}

// kept is the parts of an ask of a seat, which stays open while others answer, with what they
// were made of.
type kept struct {
	hand
	purse Notes
	n     int
	parts []engine.Part
}

// bidParts returns the notes that a seat can bid.
func (g *Game) bidParts(s engine.Seat) []engine.Part {
	p, k := &g.players[s], &g.keptBid[s]
	if k.parts == nil || k.purse != p.purse {
		items := make([]engine.Item, 0, len(NoteValues))
		for i, n := range p.purse {
			if n > 0 {
				items = append(items, engine.Item{Word: noteWords[i], Count: int(n), Value: NoteValues[i]})
			}
		}
		k.purse = p.purse
		k.parts = []engine.Part{{Arg: "notes", Kind: engine.PartPayment, Items: items, Max: p.purse.Worth()}}
	}
	return k.parts
}

// tributeParts returns the cards from which a seat must give n.
func (g *Game) tributeParts(s engine.Seat, n int) []engine.Part {
	p, k := &g.players[s], &g.keptTribute[s]
	if k.parts == nil || k.n != n || k.hand != p.hand {
		k.hand, k.n = p.hand, n
		k.parts = []engine.Part{{Arg: "cards", Kind: engine.PartSeveral, Items: g.handItems(&p.hand), Min: n, Max: n}}
	}
	return k.parts
}

var amountParts = []engine.Part{{Arg: "amount", Kind: engine.PartNumber, Max: maxBid}}

// askTribute asks all whose hand is over the limit.
func (g *Game) askTribute(dst []engine.Ask) []engine.Ask {
	dst = g.askAdjust(dst)
	for s := range engine.Seat(g.seats) {
		n := g.surplus(s)
		if n == 0 {
			continue
		}
		var a *engine.Ask
		dst, a = engine.AppendAsk(dst, s, "tribute", "ask.tribute")
		a.Prompt.AddNumber(n)
		a.Covered, a.Limit = true, tributeTime
		a.Open = g.players[s].unknown > 0 // a job can be named
		a.Parts = g.tributeParts(s, n)
	}
	return dst
}

// handItems returns the cards of a hand. Jobs that the box does not know are given as unknown;
// they can be typed in by name.
func (g *Game) handItems(h *hand) []engine.Item {
	var room [96]CardNo
	items := make([]engine.Item, 0, len(g.kinds(room[:0], h)))
	put := func(c CardNo, n int) {
		if n > 0 {
			items = append(items, engine.Item{Word: g.cat.cardWord[c], Count: n})
		}
	}
	for i, n := range h.notes {
		put(CardNo(i), int(n))
	}
	for i, n := range h.goods {
		put(GoodCard+CardNo(i), int(n))
	}
	put(BlankCard, int(h.unknown))
	if h.jobN > 0 {
		for j := range g.cat.Jobs {
			put(JobCard+CardNo(j), int(h.jobs[j]))
		}
	}
	for x := h.allies; x != 0; x &= x - 1 {
		put(g.cat.AllyCard()+CardNo(bits.TrailingZeros32(x)), 1)
	}
	return items
}

// askCount asks what the suitcases hold at the end, in light tracking.
func (g *Game) askCount() engine.Ask {
	items := make([]engine.Item, 0, MaxSeats)
	for s := range engine.Seat(g.seats) {
		if !g.counted.Has(s) {
			items = append(items, engine.Item{Seat: s})
		}
	}
	return engine.Ask{Seat: engine.Table, Verb: "count", Prompt: engine.Say("ask.count"), Parts: []engine.Part{
		{Arg: "of", Items: items},
		{Arg: "money", Kind: engine.PartNumber, Max: maxMoney},
		{Arg: "jobs", Kind: engine.PartAssign, Items: jobItems, Keys: colourKeys},
	}}
}

// askStack offers to correct the markers of a turf. A seat has at least those of its supply for
// it; a stack that must be laid again is emptied first.
func (g *Game) askStack() engine.Ask {
	items := make([]engine.Item, 0, MaxSeats)
	n := 0
	for s := range engine.Seat(g.seats) {
		if m := int(g.players[s].markers); m > 0 {
			items = append(items, engine.Item{Seat: s, Count: m})
			n += m
		}
	}
	return engine.Ask{Seat: engine.Table, Verb: "stack", Prompt: engine.Say("ask.stack"), Optional: true, Open: true, Parts: []engine.Part{
		{Arg: "turf", Items: turfItems},
		{Arg: "markers", Kind: engine.PartSeveral, Items: items, Max: n},
	}}
}
