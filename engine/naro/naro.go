package naro

import (
	"math/bits"
	"slices"

	"consigliere/engine"
)

// unaimed is the target of a seat that has not chosen one; NoSeat is the choice of none.
const unaimed engine.Seat = -3

// A Game is one play of Naro. It is not safe for concurrent use.
type Game struct {
	roster engine.Roster

	boxDraws bool // options.chance
	discard  bool // options.unclaimed
	chance   engine.Chance

	state
	cues  engine.Cues // of the last move
	known *Status     // what everybody knows since the last move; nil until somebody looks
}

// A state is all that changes in a play. It has neither pointers nor maps, so a copy of it
// is a copy of the whole.
type state struct {
	step  Step
	round uint8
	// await holds the seats that must still answer; the table answers where step.byTable says so.
	await engine.SeatSet
	// living, sharing and corpses: the dead of this round that the vulture has not searched.
	living, sharing, corpses engine.SeatSet

	boss, nextBoss engine.Seat
	turn, victim   engine.Seat
	tokenTaken     bool

	faceDown, open pile
	// unseen is what the broker drew and nobody else knows: for all others it might still
	// lie face down.
	unseen pile
	// missing is what was turned up though, as the box alone knows, none of it lay face down:
	// the broker has named it as what he drew. One of the two was typed wrongly.
	missing pile
	burnt   [3]uint8 // by Bullet

	owner   [powerCount]engine.Seat // of each power; NoSeat if nobody's
	players [maxSeats]player
	shots   [maxSeats]shot // by the seat that shot; no card: no shot
	// fights is what the last reveals have shown of each seat, for the pictures of the move that
	// made them; it stays when the next round has begun.
	fights [maxSeats]Fight

	drawn Bullet // by the gambler, until he gives

	claim      Take
	banned     Kind
	swapped    bool    // the broker has traded in this share-out
	forbade    bool    // the bully has forbidden in this share-out
	greedyTook bool    // the greedy one has had his first share
	effects    [2]Loot // taken and still to work
	ending     ending
}

type player struct {
	alive  bool
	power  Power
	wounds uint8
	stance Stance
	guts   Stance // locked in the courage step, before it is shown: up or ducked
	hand   [3]uint8
	loaded Bullet
	shown  Bullet
	turned [3]uint8 // how many of each kind all have seen him use up
	mixed  bool     // he has got a bullet card that was not dealt to him
	target engine.Seat
	loot   pile
}

type shot struct {
	at   engine.Seat
	card Bullet
}

// A Fight is what everybody saw of a seat from the aims to the share-out.
type Fight struct {
	Stance Stance      // up or ducked; alive before the shots, unless it is dead
	Target engine.Seat // unaimed: not yet
	Shown  Bullet
	Hits   uint8
	Died   bool
	Shares bool
}

// An ending is why the game is over.
type ending uint8

const (
	notEnded ending = iota
	afterRounds
	lastAlive
	allDead
)

// endingRules are the rules by which the game is over.
var endingRules = [...]string{afterRounds: "NARO-11.1", lastAlive: "NARO-12.1", allDead: "NARO-12.2"}

func (p *player) bullets() int { return int(p.hand[Click] + p.hand[Bang]) }

// newGame begins a play and returns its first cues; it is the New of the title.
func newGame(h engine.Header) (engine.Game, []engine.Cue, error) {
	set, err := options.Read(h)
	if err != nil {
		return nil, nil, err
	}
	g := &Game{
		roster:   h.Seats,
		boxDraws: set.Word("chance", "table") == "box",
		discard:  set.Word("unclaimed", "carry") == "discard",
		cues:     make(engine.Cues, 0, 8), // most moves have fewer
	}
	powers := set.Bool("powers")
	boxDeals := powers && set.Word("power_deal", set.Word("chance", "table")) == "box"
	if g.boxDraws || boxDeals {
		if h.NoSeed {
			rule := "NARO-3.1"
			if boxDeals {
				rule = "NARO-2.6" // the powers are dealt first
			}
			return nil, nil, engine.Refuse(rule, "refuse.no_seed")
		}
		g.chance = engine.NewChance(h.Game, h.Seed)
	}
	g.setUp(set.Seat("boss", 0))
	switch {
	case boxDeals:
		g.dealPowers()
		g.startRound()
	case powers:
		g.step = StepPowers
	default:
		g.startRound()
	}
	return g, g.cues, nil
}

// setUp lays the table (NARO-2.1 to 2.5).
func (g *Game) setUp(boss engine.Seat) {
	g.state = state{
		round: 1, boss: boss, nextBoss: engine.NoSeat, turn: engine.NoSeat, victim: engine.NoSeat,
		faceDown: allLoot,
	}
	for p := range g.owner {
		g.owner[p] = engine.NoSeat
	}
	for s := range g.roster {
		g.living = g.living.With(engine.Seat(s))
		p := &g.players[s]
		p.alive, p.target = true, unaimed
		p.hand[Click], p.hand[Bang] = clicksEach, bangsEach
	}
}

// Over reports whether the play has ended.
func (g *Game) Over() bool { return g.step == StepOver }

// Play makes one move.
func (g *Game) Play(m engine.Move) ([]engine.Cue, error) {
	g.cues, g.known = g.cues[:0], nil
	do, ok := m.Do.(engine.Deed[*Game])
	if !ok {
		return nil, engine.UnknownVerb("")
	}
	if no := do.Play(g, m.Seat); no != nil {
		return nil, no
	}
	return g.cues, nil
}

// due refuses a move that is not waited for from seat in the step want; rule is the one
// that says when it is.
func (g *Game) due(seat engine.Seat, want Step, rule string) *engine.Refusal {
	switch {
	case g.step == StepOver:
		return engine.Refuse(endingRules[g.ending], "refuse.over")
	case g.step != want:
		return engine.Refuse(rule, "refuse.not_now")
	case want.byTable():
		if seat == engine.Table {
			return nil
		}
		return engine.Refuse(rule, "refuse.table_only")
	case !g.await.Has(seat):
		return engine.Refuse(rule, "refuse.not_you")
	}
	return nil
}

// after returns the first member of set clockwise from seat, without seat itself unless it
// is the only one. The set must not be empty.
func after(seat engine.Seat, set engine.SeatSet) engine.Seat {
	later := set &^ (1<<uint(seat+1) - 1)
	if later == 0 {
		later = set
	}
	return engine.Seat(bits.TrailingZeros16(uint16(later)))
}

// from returns seat if it is in set, else the first member clockwise from it.
func from(seat engine.Seat, set engine.SeatSet) engine.Seat {
	if set.Has(seat) {
		return seat
	}
	return after(seat, set)
}

// ask goes to the step s, in which only seat is waited for.
func (g *Game) ask(s Step, seat engine.Seat) {
	g.step, g.await = s, engine.SeatsOf(seat)
}

// has returns the living owner of a power and whether there is one (NARO-13.2).
func (g *Game) has(p Power) (engine.Seat, bool) {
	s := g.owner[p]
	return s, g.living.Has(s)
}

// everyone is all seats of the play, the dead too: they still look at screens.
func (g *Game) everyone() engine.SeatSet { return 1<<uint(len(g.roster)) - 1 }

// Play deals the power cards that the table names (NARO-2.6).
func (m Powers) Play(g *Game, seat engine.Seat) *engine.Refusal {
	if no := g.due(seat, StepPowers, "NARO-2.6"); no != nil {
		return no
	}
	var dealt [powerCount]bool
	for s, p := range m.Cards {
		switch {
		case s >= len(g.roster):
			if p != NoPower {
				return engine.Refuse("NARO-2.6", "refuse.power_missing")
			}
			continue
		case p == NoPower, p >= powerCount:
			return engine.Refuse("NARO-2.6", "refuse.power_missing", engine.Seat(s))
		case dealt[p]: // NARO-2.8
			return engine.Refuse("NARO-2.8", "refuse.power_twice", engine.Seat(s), p.Key())
		}
		dealt[p] = true
	}
	for s := range g.roster {
		g.givePower(engine.Seat(s), m.Cards[s])
	}
	g.cues.Learn(0, true)
	g.startRound()
	return nil
}

func (g *Game) givePower(s engine.Seat, p Power) {
	g.players[s].power = p
	g.owner[p] = s
}

// dealPowers draws a power card for each seat (NARO-2.6).
func (g *Game) dealPowers() {
	var deck [powerCount]Power
	n := 0
	for p := Pickpocket; p < powerCount; p++ {
		deck[n] = p
		n++
	}
	for s := range g.roster {
		i := g.chance.Pick(n)
		g.givePower(engine.Seat(s), deck[i])
		copy(deck[i:], deck[i+1:n])
		n--
	}
}

// startRound begins a round: step 1 (NARO-3.1, 3.4, 9.12).
func (g *Game) startRound() {
	g.tokenTaken, g.nextBoss = false, engine.NoSeat
	for s := range g.roster {
		p := &g.players[s]
		p.target = unaimed
		if p.alive {
			p.stance = Up
		}
	}
	g.step, g.await = StepLoot, 0
	g.cues.Add(engine.CuePhase, "cue.round").Number(int(g.round))
	if g.boxDraws {
		g.cues.Last().Picture = LootPicture
		var m TurnUp
		for i, n := 0, g.faceDown.size(); i < lootPerRound; i, n = i+1, n-1 {
			l := g.faceDown.at(g.chance.Pick(n))
			g.faceDown[l]--
			m.Cards[i] = l
		}
		g.turnUp(m)
	}
}

// Play turns up the cards that the table names (NARO-3.1 to 3.3).
func (m TurnUp) Play(g *Game, seat engine.Seat) *engine.Refusal {
	if no := g.due(seat, StepLoot, "NARO-3.1"); no != nil {
		return no
	}
	if n := slices.Index(m.Cards[:], NoLoot); n >= 0 {
		return engine.Refuse("NARO-3.2", "refuse.eight_cards", n)
	}
	believed := g.believed()
	left := believed
	for _, l := range m.Cards {
		if !l.card() {
			return engine.Refuse("NARO-3.3", "refuse.not_loot")
		}
		if left[l] == 0 {
			return engine.Refuse("NARO-3.3", "refuse.too_many", l.Key(), int(believed[l]))
		}
		left[l]--
	}
	clash := false
	for _, l := range m.Cards {
		if g.faceDown[l] > 0 {
			g.faceDown[l]--
		} else {
			g.missing[l]++
			clash = true
		}
	}
	if s := g.owner[Broker]; clash && s >= 0 {
		// A refusal would tell all what he drew, so he alone is asked.
		g.cues.Add(engine.CueSay, "cue.clash").Seat(s).To = engine.SeatsOf(s)
	}
	g.turnUp(m)
	return nil
}

// believed returns what lies face down as far as everybody knows: what the broker drew might
// still lie there.
func (g *Game) believed() pile {
	might := g.faceDown
	for l := range might {
		might[l] += g.unseen[l] - g.missing[l]
	}
	return might
}

// columns returns how many cards lie face down.
func (g *Game) columns() int { return g.faceDown.size() - g.missing.size() }

// turnUp lays open the cards of m, which were taken from those face down.
func (g *Game) turnUp(m TurnUp) {
	for _, l := range m.Cards {
		g.open[l]++
	}
	g.shots = [maxSeats]shot{}
	for s := range g.roster {
		g.players[s].shown = NoBullet
	}
	g.cues.Learn(0, true)
	if s, ok := g.has(Gambler); ok { // NARO-3.5
		g.ask(StepHustle, s)
		g.cues.Add(engine.CuePhase, "cue.hustle").Seat(s)
		return
	}
	g.startLoad()
}

// startLoad begins step 2 (NARO-4.1).
func (g *Game) startLoad() {
	g.step, g.await, g.victim = StepLoad, g.living, engine.NoSeat
	if g.await&^g.lastKinds() == 0 {
		g.cues.Add(engine.CueSay, "cue.load_last").Picture = LootPicture
		return
	}
	g.cues.Add(engine.CuePhase, "cue.load").Picture = LootPicture
}

// lastKinds returns the seats of which everybody knows that all cards in their hands are of one kind: there is but one,
// or all of the other kind were turned up.
func (g *Game) lastKinds() engine.SeatSet {
	var set engine.SeatSet
	for s := range g.roster {
		if seat := engine.Seat(s); g.lastKind(seat) {
			set = set.With(seat)
		}
	}
	return set
}

// lastKind reports whether a seat is one of these.
func (g *Game) lastKind(s engine.Seat) bool {
	p := &g.players[s]
	return p.bullets() == 1 || !p.mixed && (p.turned[Click] == clicksEach || p.turned[Bang] == bangsEach)
}

// surelyBoth reports whether everybody knows that a hand has both kinds: more of either were never turned up than have left
// it unseen.
func (p *player) surelyBoth() bool {
	clicks, bangs := clicksEach-int(p.turned[Click]), bangsEach-int(p.turned[Bang])
	return !p.mixed && min(clicks, bangs) > clicks+bangs-int(p.bullets())
}

// Play lays down a bullet card (NARO-4.1 to 4.3).
func (do Load) Play(g *Game, seat engine.Seat) *engine.Refusal {
	if g.step == StepLoad && g.living.Has(seat) && !g.await.Has(seat) {
		return engine.Refuse("NARO-4.3", "refuse.locked", seat)
	}
	if no := g.due(seat, StepLoad, "NARO-4.1"); no != nil {
		return no
	}
	p := &g.players[seat]
	if no := p.holds(do.Card, "NARO-4.1", "NARO-4.2"); no != nil {
		return no
	}
	p.hand[do.Card]--
	p.loaded = do.Card
	g.await = g.await.Without(seat)
	if g.await == 0 {
		g.startAim()
	}
	return nil
}

// holds refuses what is not a bullet card, by the rule must, and a card that is not in the
// hand, by the rule left.
func (p *player) holds(b Bullet, must, left string) *engine.Refusal {
	if b != Click && b != Bang {
		return engine.Refuse(must, "refuse.no_bullet")
	}
	if p.hand[b] == 0 {
		return engine.Refuse(left, "refuse.none_left", b.Key())
	}
	return nil
}

// startAim begins step 3 (NARO-5.1, 5.3).
func (g *Game) startAim() {
	g.step, g.await = StepAim, g.living
	if s, ok := g.has(Enchanter); ok {
		g.await = g.await.Without(s)
	}
	g.cues.Add(engine.CueCount, "cue.count").Opens = true
	g.cues.Add(engine.CuePhase, "cue.aim")
}

// Play points a gun in step 3, or turns it after an order (NARO-5.1 to 5.4, 6.3, 6.5).
func (do Aim) Play(g *Game, seat engine.Seat) *engine.Refusal {
	var no *engine.Refusal
	switch g.step {
	case StepAim:
		switch {
		case g.living.Has(seat) && g.players[seat].target != unaimed:
			return engine.Refuse("NARO-5.1", "refuse.locked", seat)
		case g.living.Has(seat) && !g.await.Has(seat):
			return engine.Refuse("NARO-5.3", "refuse.enchanter_waits", seat)
		}
		no = g.due(seat, StepAim, "NARO-5.1")
	case StepAimLast:
		no = g.due(seat, StepAimLast, "NARO-5.1")
	case StepTurn:
		no = g.due(seat, StepTurn, "NARO-6.5")
	default:
		no = g.due(seat, StepAim, "NARO-5.1")
	}
	if no != nil {
		return no
	}
	p := &g.players[seat]
	switch {
	case do.At == engine.NoSeat:
	case do.At == seat:
		return engine.Refuse("NARO-5.2", "refuse.aim_self", seat)
	case !g.living.Has(do.At):
		return engine.Refuse("NARO-5.2", "refuse.not_alive", do.At)
	case g.step == StepTurn && do.At == p.target:
		return engine.Refuse("NARO-6.3", "refuse.same_target", do.At)
	}
	before := p.target
	p.target = do.At
	g.await = g.await.Without(seat)
	switch {
	case g.step == StepTurn:
		g.fights[seat].Target = do.At
		if do.At != engine.NoSeat {
			g.cues.Add(engine.CueSay, "cue.turned").Seat(seat).Seat(do.At).Thing(g.roster.Name(before)).Picture = AimsPicture
		}
		g.startCourage("cue.courage")
	case g.step == StepAimLast:
		g.startReload()
	case g.await == 0:
		g.aimsIn()
	}
	return nil
}

// aimsIn shows the aims when the last ordinary one is in.
func (g *Game) aimsIn() {
	c := g.cues.Add(engine.CueReveal, "")
	c.Learned, c.Picture, c.Lesson = g.everyone(), AimsPicture, "aims"
	for s := range g.roster {
		p := &g.players[s]
		g.fights[s] = Fight{Stance: p.stance, Target: p.target}
	}
	if s, ok := g.has(Enchanter); ok { // NARO-24.1
		g.ask(StepAimLast, s)
		g.cues.Add(engine.CuePhase, "cue.enchanter").Seat(s)
		return
	}
	g.startReload()
}

// startReload asks the cheat, if he has a card to change (NARO-15.2, 15.4).
func (g *Game) startReload() {
	if s, ok := g.has(Cheat); ok && g.players[s].bullets() > 0 {
		g.ask(StepReload, s)
		g.cues.Add(engine.CuePhase, "cue.reload").Seat(s)
		return
	}
	g.startOrder()
}

// Play changes the cheat's bullet (NARO-15.1, 15.3).
func (do Reload) Play(g *Game, seat engine.Seat) *engine.Refusal {
	if no := g.due(seat, StepReload, "NARO-15.2"); no != nil {
		return no
	}
	if do.Card != NoBullet {
		p := &g.players[seat]
		if no := p.holds(do.Card, "NARO-15.3", "NARO-15.3"); no != nil {
			return no
		}
		p.hand[do.Card]--
		p.hand[p.loaded]++
		p.loaded = do.Card
	}
	g.startOrder()
	return nil
}

// orderable is whom the boss may order (NARO-6.1, 6.2).
func (g *Game) orderable() engine.SeatSet {
	if g.living.Len() < 3 {
		return 0
	}
	var set engine.SeatSet
	for s := range g.roster {
		if seat := engine.Seat(s); seat != g.boss && g.living.Has(seat) && g.players[s].target >= 0 {
			set = set.With(seat)
		}
	}
	return set
}

// startOrder begins step 4, or skips it (NARO-6.2).
func (g *Game) startOrder() {
	if g.orderable() == 0 {
		g.startCourage("cue.courage")
		return
	}
	g.ask(StepOrder, g.boss)
	g.cues.Add(engine.CuePhase, "cue.order")
}

// Play makes a seat turn its gun, or nobody (NARO-6.1, 6.2, 6.5).
func (do Order) Play(g *Game, seat engine.Seat) *engine.Refusal {
	if no := g.due(seat, StepOrder, "NARO-6.1"); no != nil {
		return no
	}
	switch {
	case do.Who == engine.NoSeat:
		g.startCourage("cue.no_order", g.boss)
		return nil
	case do.Who == seat:
		return engine.Refuse("NARO-6.1", "refuse.order_self", seat)
	case !g.living.Has(do.Who):
		return engine.Refuse("NARO-6.1", "refuse.not_alive", do.Who)
	case !g.orderable().Has(do.Who):
		return engine.Refuse("NARO-6.2", "refuse.no_target", do.Who)
	}
	g.ask(StepTurn, do.Who)
	g.cues.Add(engine.CueSay, "cue.turn_gun").Seat(do.Who).Seat(g.boss).Lesson = "turned"
	return nil
}

// startCourage begins step 5 (NARO-7.1), called with the message of that key, which names whom it is of.
func (g *Game) startCourage(key string, of ...engine.Seat) {
	g.step, g.await = StepCourage, g.living
	c := g.cues.Add(engine.CuePhase, key)
	c.Picture = AimsPicture // with the new target
	for _, s := range of {
		c.Seat(s)
	}
	if g.round == 1 { // it is told before the time runs
		g.cues.Add(engine.CueSay, "cue.courage_late")
	}
	g.cues.Add(engine.CueCount, "cue.count").Opens = true
}

// Play locks standing or ducking (NARO-7.1, 7.2).
func (do Courage) Play(g *Game, seat engine.Seat) *engine.Refusal {
	if g.step == StepCourage && g.living.Has(seat) && !g.await.Has(seat) {
		return engine.Refuse("NARO-7.2", "refuse.locked", seat)
	}
	if no := g.due(seat, StepCourage, "NARO-7.1"); no != nil {
		return no
	}
	switch do.Choice {
	case Stand:
		g.players[seat].guts = Up
	case Duck:
		g.players[seat].guts = Ducked
	default:
		return engine.Refuse("NARO-7.1", "refuse.unknown_word", "choice")
	}
	g.await = g.await.Without(seat)
	if g.await == 0 {
		g.choicesIn()
	}
	return nil
}
