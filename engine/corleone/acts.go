package corleone

import (
	"math/bits"
	"slices"

	"consigliere/engine"
)

// startWar begins the turf war (COR-13.1).
func (g *Game) startWar() {
	g.step, g.warN, g.warAsks = stepWar, 0, false
	g.cues.Add(engine.CuePhase, "cue.war")
	if !g.light {
		g.fight()
	}
}

// fight judges the turfs that are left, until a winner must say where a marker comes from.
func (g *Game) fight() {
	for g.warN < Turfs {
		b := battle{turf: Turf(g.warN + 1)}
		g.influenceIn(b.turf, &b)
		if g.judge(b) {
			return
		}
	}
	g.endWar()
}

// judge says who wins a turf, and puts a marker there (COR-13.4 to 13.6). It reports whether
// the winner has no marker left and is asked (COR-13.8).
func (g *Game) judge(b battle) bool {
	b.winner = engine.NoSeat
	most := b.neutral
	for s, n := range b.of[:g.seats] {
		switch {
		case n > most:
			most, b.winner = n, engine.Seat(s)
		case n == most:
			b.winner = engine.NoSeat
		}
	}
	g.warN++
	last := &g.war[g.warN-1]
	*last = b
	if b.winner == engine.NoSeat {
		if b != (battle{turf: b.turf, winner: engine.NoSeat}) { // COR-D25
			c := g.cues.Add(engine.CueReveal, "cue.nobody_wins")
			c.Picture = uint8(b.turf)
			c.Text.AddThing(TurfKeys[b.turf])
		}
		return false
	}
	c := g.cues.Add(engine.CueReveal, "cue.wins")
	c.Picture, c.Icon = uint8(b.turf), engine.IconMarker
	if !g.light {
		c.Lesson = "turf_war"
	}
	if c.Text.AddSeat(b.winner).AddThing(TurfKeys[b.turf]); g.light && b.pressed() {
		c.Text.Key = "cue.wins_turf"
	} else {
		c.Text.AddNumber(int(most))
	}
	p := &g.players[b.winner]
	if p.markers == 0 {
		g.warAsks = true
		g.cues.Add(engine.CueSay, "cue.marker").Seat(b.winner)
		return true
	}
	p.markers--
	g.stacks[b.turf].push(b.winner)
	last.marker = fromSupply
	return false
}

// pressed reports whether nobody has counted figures: that one seat has most was said with one press ([Game.whoWins]).
func (b *battle) pressed() bool {
	sum := int(b.neutral)
	for _, n := range b.of {
		sum += int(n)
	}
	return sum == 1 && b.neutral == 0
}

// Play judges one turf in light tracking (COR-13.1, 13.2).
func (do Influence) Play(g *Game, seat engine.Seat) *engine.Refusal {
	if no := g.table(seat, "COR-13.1", true, stepWar); no != nil {
		return no
	}
	switch {
	case g.warAsks:
		return engine.Refuse("COR-13.8", "refuse.not_you", g.war[g.warN-1].winner)
	case do.Turf != Turf(g.warN+1):
		return engine.Refuse("COR-13.1", "refuse.next_turf", TurfKeys[g.warN+1])
	case int(do.Of.N) != g.seats || do.Neutral > maxNeutral:
		return engine.Refuse("COR-13.2", "refuse.influence")
	}
	for _, n := range do.Of.Of {
		if n > maxInfluence {
			return engine.Refuse("COR-13.2", "refuse.influence")
		}
	}
	if !g.judge(battle{turf: do.Turf, of: do.Of.Of, neutral: do.Neutral}) && g.warN == Turfs {
		g.endWar()
	}
	return nil
}

// markerDue refuses a marker that is not asked for.
func (g *Game) markerDue(s engine.Seat) *engine.Refusal {
	switch {
	case g.step == stepOver:
		return engine.Refuse("COR-15.6", "refuse.over")
	case g.step != stepWar || !g.warAsks:
		return engine.Refuse("COR-13.8", "refuse.not_now")
	case s != g.war[g.warN-1].winner:
		return engine.Refuse("COR-13.8", "refuse.not_you", g.war[g.warN-1].winner)
	}
	return nil
}

// Play puts one of the seat's own markers from the board on the turf that was won (COR-13.8).
func (do Marker) Play(g *Game, s engine.Seat) *engine.Refusal {
	if no := g.markerDue(s); no != nil {
		return no
	}
	if do.From == NoTurf || do.From > Turfs || do.Index >= g.stacks[do.From].n || engine.Seat(g.stacks[do.From].of[do.Index]) != s {
		return engine.Refuse("COR-13.8", "refuse.own_marker")
	}
	g.stacks[do.From].lift(int(do.Index))
	b := &g.war[g.warN-1]
	g.stacks[b.turf].push(s)
	b.marker = moved
	g.afterMarker()
	return nil
}

// Play leaves the control of the turf as it was (COR-D26).
func (NoMarker) Play(g *Game, s engine.Seat) *engine.Refusal {
	if no := g.markerDue(s); no != nil {
		return no
	}
	g.war[g.warN-1].marker = declined
	g.afterMarker()
	return nil
}

func (g *Game) afterMarker() {
	g.warAsks = false
	switch {
	case !g.light:
		g.fight()
	case g.warN == Turfs:
		g.endWar()
	}
}

// Play replaces the markers of a turf, in light tracking.
func (do Stack) Play(g *Game, seat engine.Seat) *engine.Refusal {
	if no := g.table(seat, "COR-13.6", true, stepOpen, stepFamily, stepTribute, stepBetween, stepCount); no != nil {
		return no
	}
	if do.Turf == NoTurf || do.Turf > Turfs {
		return engine.Refuse("COR-13.6", "refuse.stack")
	}
	for s := range engine.Seat(MaxSeats) {
		n := do.Markers.count(s)
		switch {
		case n == 0:
		case !g.sits(s):
			return engine.Refuse("COR-13.6", "refuse.player")
		case n > int(g.players[s].markers)+g.stacks[do.Turf].count(s):
			return engine.Refuse("COR-1.8", "refuse.markers", s, markersEach)
		}
	}
	told := false
	for s := range engine.Seat(g.seats) {
		p, had, has := &g.players[s], g.stacks[do.Turf].count(s), do.Markers.count(s)
		p.markers = uint8(int(p.markers) + had - has)
		if had != has {
			g.cues.Add(engine.CueSay, "cue.adjust_markers").Seat(s).Thing(TurfKeys[do.Turf]).Number(had).Number(has)
			told = true
		}
	}
	if g.stacks[do.Turf] = do.Markers; !told { // their order alone
		g.cues.Add(engine.CueSay, "cue.adjust_turf").Thing(TurfKeys[do.Turf])
	}
	return nil
}

// endWar begins bribery, or in Act IV tribute (COR-3.3, 14.1).
func (g *Game) endWar() {
	if g.act == Acts {
		g.startTribute()
		return
	}
	g.step = stepBid
	g.bribery = bribery{act: g.act}
	n := g.seats - 1
	if !g.light {
		n = int(g.allyRowN)
	}
	g.cues.Add(engine.CuePhase, "cue.bid").Number(n)
}

// bidDue refuses a bid that is not waited for (COR-14.1, 14.2).
func (g *Game) bidDue(s engine.Seat, light bool) *engine.Refusal {
	switch {
	case g.step == stepOver:
		return engine.Refuse("COR-15.6", "refuse.over")
	case g.step != stepBid:
		return engine.Refuse("COR-14.1", "refuse.not_now")
	case g.light != light:
		return engine.Refuse("COR-14.2", "refuse.not_now")
	case !g.sits(s):
		return engine.Refuse("COR-14.2", "refuse.player")
	case g.bribery.sealed.Has(s):
		return engine.Refuse("COR-14.2", "refuse.sealed", s)
	}
	return nil
}

// Play seals notes of the suitcase (COR-14.2).
func (do BidNotes) Play(g *Game, s engine.Seat) *engine.Refusal {
	if no := g.bidDue(s, false); no != nil {
		return no
	}
	if !g.players[s].purse.has(&do.Notes) {
		return engine.Refuse("COR-12.1", "refuse.purse", s)
	}
	if do.Auto && do.Notes != (Notes{}) {
		return engine.Refuse("COR-14.2", "refuse.auto")
	}
	g.bribery.bids[s] = do.Notes
	g.seal(s, do.Notes.Worth())
	return nil
}

// Play seals an amount, in light tracking (COR-D40).
func (do BidAmount) Play(g *Game, s engine.Seat) *engine.Refusal {
	if no := g.bidDue(s, true); no != nil {
		return no
	}
	if do.Amount < 0 || do.Amount > maxBid {
		return engine.Refuse("COR-14.2", "refuse.amount", maxBid)
	}
	if do.Auto && do.Amount != 0 {
		return engine.Refuse("COR-14.2", "refuse.auto")
	}
	g.seal(s, do.Amount)
	return nil
}

func (g *Game) seal(s engine.Seat, sum int) {
	b := &g.bribery
	b.sums[s] = sum
	b.sealed = b.sealed.With(s)
	if b.sealed == g.everyone() {
		g.showBids()
	}
}

// showBids shows all bids and ranks them (COR-14.4 to 14.8).
func (g *Game) showBids() {
	b := &g.bribery
	b.open = true
	c := g.cues.Add(engine.CueReveal, "cue.reveal")
	c.Learned, c.Picture = g.everyone(), BidsPicture
	for i := range g.seats { // clockwise from the horse head: ties keep this order
		s := engine.Seat((int(g.horse) + i) % g.seats)
		c := g.cues.Add(engine.CueSay, "cue.bid_of")
		c.Picture = BidsPicture
		c.Text.AddSeat(s).AddNumber(b.sums[s])
		if b.sums[s] > 0 {
			b.order[b.orderN] = s
			b.orderN++
		}
	}
	ranked := b.order[:b.orderN]
	slices.SortStableFunc(ranked, func(x, y engine.Seat) int { return b.sums[y] - b.sums[x] })
	most := g.seats - 1
	if !g.light {
		most = int(g.allyRowN)
	}
	b.orderN = uint8(min(most, len(ranked)))
	if g.light { // else they pay as they choose
		for _, s := range ranked[:b.orderN] {
			c := g.cues.Add(engine.CueSay, "cue.pays")
			c.Picture, c.Icon = BidsPicture, engine.IconStar
			c.Text.AddSeat(s).AddNumber(b.sums[s])
		}
		b.taken = b.orderN
	}
	for _, s := range ranked[b.orderN:] {
		b.back = b.back.With(s)
		c := g.cues.Add(engine.CueSay, "cue.returned")
		c.Picture, c.Icon = BidsPicture, engine.IconNo
		c.Text.AddSeat(s)
	}
	g.callTaker()
}

// callTaker asks the next taker for an ally, or goes on to tribute.
func (g *Game) callTaker() {
	b := &g.bribery
	if b.taken == b.orderN {
		g.startTribute()
		return
	}
	g.step = stepRecruit
	c := g.cues.Add(engine.CueSay, "cue.recruit")
	c.Asks = true
	c.Text.AddSeat(b.order[b.taken])
}

// Play pays a bid and takes an ally (COR-14.5).
func (do Recruit) Play(g *Game, s engine.Seat) *engine.Refusal {
	b := &g.bribery
	switch {
	case g.step == stepOver:
		return engine.Refuse("COR-15.6", "refuse.over")
	case g.step != stepRecruit:
		return engine.Refuse("COR-14.5", "refuse.not_now")
	case s != b.order[b.taken] && g.sits(s) && b.sums[s] == 0:
		return engine.Refuse("COR-14.7", "refuse.no_bid", s)
	case s != b.order[b.taken]:
		return engine.Refuse("COR-14.5", "refuse.not_you", b.order[b.taken])
	}
	a, ok := g.cat.AllyAt[do.Ally]
	if !ok {
		return engine.Refuse("COR-14.5", "refuse.no_ally", do.Ally)
	}
	if !g.takeAlly(a) {
		return engine.Refuse("COR-14.5", "refuse.ally_not_there", g.cat.Allies[a].key)
	}
	p := &g.players[s]
	p.purse.move(&g.bank, &b.bids[s])
	p.allies |= 1 << a
	b.taken++
	g.cues.Add(engine.CueGain, "cue.recruited").Seat(s).Thing(g.cat.Allies[a].key).Number(b.sums[s])
	g.callTaker()
	return nil
}

// startTribute takes the played allies back and asks for the surplus (COR-15.1, 15.2).
func (g *Game) startTribute() {
	g.step = stepTribute
	g.cues.Add(engine.CuePhase, "cue.tribute").Number(g.cat.acts[g.act].handLimit)
	if g.light {
		return
	}
	for s := range g.seats {
		p := &g.players[s]
		for _, a := range p.played[:p.playedN] {
			p.allies |= 1 << a
		}
		p.playedN = 0
	}
	g.tributeDone()
}

// surplus returns how many cards a seat must discard (COR-15.2, 15.3).
func (g *Game) surplus(s engine.Seat) int {
	return max(0, g.players[s].size()-g.cat.acts[g.act].handLimit)
}

// tributeDone ends the act when no hand is over the limit (COR-15.6).
func (g *Game) tributeDone() {
	for s := range g.seats {
		if g.surplus(engine.Seat(s)) > 0 {
			return
		}
	}
	g.endAct()
}

// Play discards the surplus (COR-15.2, 15.4).
func (do Tribute) Play(g *Game, s engine.Seat) *engine.Refusal {
	switch {
	case g.step == stepOver:
		return engine.Refuse("COR-15.6", "refuse.over")
	case g.light || g.step != stepTribute:
		return engine.Refuse("COR-15.2", "refuse.not_now")
	case !g.sits(s):
		return engine.Refuse("COR-15.2", "refuse.player")
	case g.surplus(s) == 0:
		return engine.Refuse("COR-15.2", "refuse.no_surplus", s)
	}
	var room [32]CardNo
	cards, bad := g.parse(room[:0], do.Cards)
	if bad != "" {
		return engine.Refuse("COR-15.2", "refuse.unknown_card", bad)
	}
	if n := g.surplus(s); len(cards) != n {
		return engine.Refuse("COR-15.2", "refuse.tribute_count", s, n)
	}
	if no := g.takeAll(s, cards, "COR-15.2"); no != nil {
		return no
	}
	for _, c := range cards {
		g.discard(c)
	}
	g.cues.Add(engine.CueHit, "cue.discards").Seat(s).Number(len(cards))
	g.tributeDone()
	return nil
}

// endAct goes on to the entr'acte, or to the end of the game (COR-15.6, 16.1 to 16.5).
func (g *Game) endAct() {
	if g.act == Acts {
		g.endGame()
		return
	}
	g.cues.Add(engine.CuePhase, "cue.entracte")
	if g.light {
		g.step = stepBetween
		g.newFigure(g.act + 1)
		return
	}
	g.act++
	g.newFigure(g.act)
	for s := range g.seats {
		p := &g.players[s]
		p.thugs = 2
		if g.seats == 2 {
			p.thugs = 3
		}
		if g.act == 2 || g.act == Acts { // COR-16.3
			p.figures++
		}
		p.family = p.figures
	}
	g.figures = [PlaceCount]Piece{}
	g.mayorAt, g.unionAt, g.policeAt = NoPlace, NoPlace, NoTurf
	g.dead, g.hudsonN, g.allyRowN = 0, 0, 0
	n := g.emptySlots()
	if !g.boxDraws {
		if g.step = stepRefill; n == 0 {
			g.recall()
		}
		return
	}
	for range n {
		g.addToRow(g.drawJob())
	}
	g.recall()
}

// newFigure says which figure each family gets for an act.
func (g *Game) newFigure(act int) {
	if act == 2 || act == Acts {
		g.cues.Add(engine.CueSay, "cue.new_figure").Thing([...]string{2: "figure.consigliere", Acts: "figure.heir"}[act])
	}
}

// recall lays out the allies of the new act (COR-16.5).
func (g *Game) recall() {
	switch {
	case g.act == Acts:
		g.startAct()
	case g.boxDraws:
		g.shuffleAllies()
		g.dealAllies()
		g.startAct()
	default:
		g.step = stepRecall
	}
}

// A score is the reckoning of one seat.
type score struct {
	money   int
	turfs   TurfSet
	colours uint8 // a bit for each
	total   int
}

func (s *score) turfBonus() int { return bits.OnesCount8(uint8(s.turfs)) }

func (s *score) jobBonus() int { return bits.OnesCount8(s.colours) }

// endGame puts the last notes into the suitcases and counts (COR-17.2, 17.3); in light tracking
// the table counts.
func (g *Game) endGame() {
	g.cues.Add(engine.CuePhase, "cue.end")
	if g.light {
		g.step = stepCount
		return
	}
	for s := range g.seats {
		p := &g.players[s]
		p.notes.move(&p.purse, &Notes{p.notes[0], p.notes[1], p.notes[2], p.notes[3]})
		for c := GoodCard; c < g.cat.AllyCard(); c++ {
			for g.countOf(&p.hand, c) > 0 {
				g.takeOne(engine.Seat(s), c)
				g.discard(c)
			}
		}
		p.allies = 0
		g.counts[s] = Count{Of: engine.Seat(s), Money: p.purse.Worth(), Jobs: p.colours}
	}
	g.reckon()
}

// Play takes what the table has counted, in light tracking.
func (do Count) Play(g *Game, seat engine.Seat) *engine.Refusal {
	if no := g.table(seat, "COR-17.3", true, stepCount); no != nil {
		return no
	}
	switch {
	case !g.sits(do.Of):
		return engine.Refuse("COR-17.3", "refuse.player")
	case g.counted.Has(do.Of):
		return engine.Refuse("COR-17.3", "refuse.counted", do.Of)
	case do.Money < 0 || do.Money > maxMoney:
		return engine.Refuse("COR-17.3", "refuse.amount", maxMoney)
	}
	for _, n := range do.Jobs {
		if n > maxJobsDone {
			return engine.Refuse("COR-17.7", "refuse.amount", maxJobsDone)
		}
	}
	g.counts[do.Of] = do
	g.counted = g.counted.With(do.Of)
	if g.counted == g.everyone() {
		g.reckon()
	}
	return nil
}

// reckon adds the bonuses (COR-17.4 to 17.8) and ends the game.
func (g *Game) reckon() {
	g.step = stepOver
	for s := range g.seats {
		g.scores[s] = score{money: g.counts[s].Money}
	}
	for t := Turf(1); t <= Turfs; t++ {
		if s := g.mostMarkers(t); s >= 0 {
			g.scores[s].turfs |= 1 << t
		}
	}
	for c := range colourCount {
		most := uint8(0)
		for s := range g.seats {
			most = max(most, g.counts[s].Jobs[c])
		}
		for s := range g.seats {
			if most > 0 && g.counts[s].Jobs[c] == most { // COR-17.8
				g.scores[s].colours |= 1 << c
			}
		}
	}
	for s := range g.seats {
		sc := &g.scores[s]
		sc.total = sc.money + Bonus*(sc.turfBonus()+sc.jobBonus())
	}
	ranked := g.ranking()
	for i := len(ranked) - 1; i >= 0; i-- {
		for _, s := range ranked[i] {
			sc := &g.scores[s]
			c := g.cues.Add(engine.CueSay, "cue.total")
			c.Text.AddSeat(s).AddNumber(sc.money).AddNumber(Bonus * sc.turfBonus()).AddNumber(Bonus * sc.jobBonus()).AddNumber(sc.total)
			c.Learned, c.Picture = g.everyone(), ScorePicture+uint8(s)
		}
	}
	if tieBroken(ranked, g.scores[:]) {
		g.cues.Add(engine.CueSay, "cue.tie")
	}
	key := "cue.winner"
	if len(ranked[0]) > 1 {
		key = "cue.winner_shared"
	}
	for _, s := range ranked[0] {
		g.cues.Add(engine.CueResult, key).Seat(s)
	}
}

// tieBroken reports whether the turf bonuses have decided between equal totals (COR-17.10).
func tieBroken(ranked [][]engine.Seat, scores []score) bool {
	first := ranked[0]
	return len(first) == 1 && scores[ranked[1][0]].total == scores[first[0]].total
}

// mostMarkers returns who gets the bonus of a turf, or NoSeat (COR-17.4 to 17.6).
func (g *Game) mostMarkers(t Turf) engine.Seat {
	m := &g.stacks[t]
	best, most := engine.NoSeat, 0
	for i := int(m.n) - 1; i >= 0; i-- { // from the top: the first of equals lies highest
		if n := m.count(engine.Seat(m.of[i])); n > most {
			best, most = engine.Seat(m.of[i]), n
		}
	}
	return best
}

// better compares two seats at the end: below 0 if x is better (COR-17.9, 17.10).
func (g *Game) better(x, y engine.Seat) int {
	a, b := &g.scores[x], &g.scores[y]
	if d := b.total - a.total; d != 0 || g.sharedTie {
		return d
	}
	return b.turfBonus() - a.turfBonus()
}

// ranking returns the seats, the best first, ties together in seat order.
func (g *Game) ranking() [][]engine.Seat {
	order := make([]engine.Seat, g.seats)
	for s := range order {
		order[s] = engine.Seat(s)
	}
	slices.SortStableFunc(order, g.better)
	var groups [][]engine.Seat
	for i, s := range order {
		if i == 0 || g.better(order[i-1], s) != 0 {
			groups = append(groups, nil)
		}
		groups[len(groups)-1] = append(groups[len(groups)-1], s)
	}
	return groups
}
