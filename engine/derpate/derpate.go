package derpate

import (
	"slices"

	"consigliere/engine"
)

// A Game is one play of Der Pate. It is not safe for concurrent use.
type Game struct {
	roster engine.Roster
	seats  int
	order  [MaxSeats]engine.Seat // player order: the start player first (PATE-1.3)
	family [MaxSeats]uint8       // place in familyWords
	cat    *Catalogue

	boxDraws   bool // options.chance
	openMoney  bool // options.money
	takings    TakingsStep
	atEndOnly  bool  // options.overflow
	spyNeutral bool  // options.spy_neutral
	advanceTo  Track // options.favour_advance: the track besides Reputation
	chance     engine.Chance

	table
	cues  engine.Cues
	lists engine.Lists
}

// A TakingsStep says who makes the step of protection money and smuggling (PATE-7.9).
type TakingsStep uint8

const (
	PerBusiness TakingsStep = iota
	PerOwner
	PlacerOnly
)

// A table is all that changes in a play. It has neither pointers nor maps, so a copy of it
// is a copy of the state.
type table struct {
	step  step
	round uint8

	turn   uint8       // place in the order: of the turn, of an event's choice, of the setup
	active engine.Seat // NoSeat outside the dice phase
	asked  engine.Seat // in stepChoose

	row      uint8 // the row to be filled next; 5 if all are
	unplaced DieSet
	reroll   DieSet      // owed by the table to a Policeman or a Judge
	bonus    engine.Seat // for whom a Baptism's die is owed by the table
	dice     [colourCount]Face
	placed   [Rows]placement
	placedN  uint8

	car    uint8 // 0 before it is placed
	taken  [DistrictCount]bool
	owner  [BusinessCount + 1]Holder
	friend uint8 // Friends on Brooklyn

	card    int8 // this round's card, by its place in the catalogue; -1: none yet
	pile    [allCards]uint8
	drawn   [cardsInPlay]uint8
	drawnN  uint8
	isDrawn [allCards]bool
	markers [2]uint8 // event track: grey, red
	ko      Track

	neutralJail, neutralRiver, neutralBox uint8

	fresh   [MaxSeats]tokenSet
	players [MaxSeats]player
	scores  [MaxSeats]score
}

type placement struct {
	die  Colour
	face Face
	box  Box
}

type player struct {
	money                int
	pos                  [TrackCount]int
	reserve, jail, river uint8
	friends, friendsUsed uint8
	debts                uint8           // own tokens in front of him
	owes                 [Bank + 1]uint8 // own tokens by holder
	held, used           tokenSet
}

// A score is the reckoning of one seat (PATE-16.8).
type score struct {
	money, income, businesses, bail, paid, received, total int
	other, family                                          int
	out                                                    bool
}

// newGame begins a play; it is the New of the title.
func newGame(h engine.Header) (engine.Game, []engine.Cue, error) {
	set, err := Options.Read(h)
	if err != nil {
		return nil, nil, err
	}
	g := &Game{
		roster: h.Seats, seats: len(h.Seats), cat: House(),
		boxDraws:   set.Word("chance", "table") == "box",
		openMoney:  set.Word("money", "secret") == "open",
		atEndOnly:  set.Word("overflow", "any") == "at_end",
		spyNeutral: set.Bool("spy_neutral"),
		advanceTo:  Income,
		cues:       make([]engine.Cue, 0, 16),
	}
	switch set.Word("takings_step", "") {
	case "per_owner":
		g.takings = PerOwner
	case "placer":
		g.takings = PlacerOnly
	}
	if set.Word("favour_advance", "") == "influence" {
		g.advanceTo = Influence
	}
	if raw := set.Raw("catalogue"); raw != nil && string(raw) != `"house"` {
		c, wrong := readCatalogue(raw)
		if len(wrong) > 0 {
			return nil, nil, &engine.Refusal{Rule: "PATE-1.9", Why: wrong[0].Why}
		}
		g.cat = c
	}
	if err := g.readFamilies(set.Raw("families")); err != nil {
		return nil, nil, err
	}
	first := set.Seat("first", 0)
	for i := range g.seats {
		g.order[i] = (first + engine.Seat(i)) % engine.Seat(g.seats)
	}
	if g.boxDraws {
		if h.NoSeed {
			return nil, nil, engine.Refuse("PATE-2.11", "refuse.no_seed")
		}
		g.chance = engine.NewChance(h.Game, h.Seed)
	}
	g.setUp()
	return g, g.cues, nil
}

// readFamilies gives each seat its family (PATE-D5).
func (g *Game) readFamilies(raw []byte) error {
	for s := range g.family {
		g.family[s] = uint8(s)
	}
	if raw == nil {
		return nil
	}
	f, err := engine.ParseFields(raw)
	if err != nil {
		return engine.Refuse("PATE-1.5", "refuse.families", "families")
	}
	f.Rule("PATE-1.5")
	var seen [MaxSeats]bool
	for s, name := range g.roster {
		i := f.Word(name, familyWords)
		if i >= 0 && seen[i] {
			return engine.Refuse("PATE-1.5", "refuse.families", familyWords[i])
		}
		if i >= 0 {
			g.family[s], seen[i] = uint8(i), true
		}
	}
	if err := f.Done(); err != nil {
		return &engine.Refusal{Rule: "PATE-1.5", Why: err.(*engine.Refusal).Why}
	}
	return nil
}

// setUp lays the table (PATE-2.1 to 2.3, 2.11, 2.12).
func (g *Game) setUp() {
	g.table = table{
		active: engine.NoSeat, asked: engine.NoSeat, bonus: engine.NoSeat, card: -1,
		friend: allFriends, turn: uint8(g.seats - 1),
	}
	for b := range g.owner {
		g.owner[b] = Nobody
	}
	for s := range g.seats {
		p := &g.players[s]
		p.money, p.reserve, p.debts = startMoney, membersEach, DebtTokensEach
	}
	for i := range g.pile {
		g.pile[i] = uint8(i)
	}
	if g.boxDraws {
		for i := allCards - 1; i > 0; i-- {
			j := g.chance.Pick(i + 1)
			g.pile[i], g.pile[j] = g.pile[j], g.pile[i]
		}
	}
	g.cues.Add(engine.CuePhase, "cue.setup_car").Seat(g.inTurn())
}

// Over reports whether the play has ended.
func (g *Game) Over() bool { return g.step == stepOver }

// inTurn returns the seat at the place turn of the order.
func (g *Game) inTurn() engine.Seat { return g.order[g.turn] }

// Play makes one move. The cues are good until the next call of Play.
func (g *Game) Play(m engine.Move) ([]engine.Cue, error) {
	g.cues = g.cues[:0]
	if err := g.play(m); err != nil {
		return nil, err
	}
	return g.cues, nil
}

func (g *Game) play(m engine.Move) *engine.Refusal {
	if g.step == stepOver {
		return engine.Refuse("PATE-16.1", "refuse.over")
	}
	do, ok := m.Do.(engine.Deed[*Game])
	if !ok {
		return engine.UnknownVerb("")
	}
	return do.Play(g, m.Seat)
}

// owed refuses everything but a roll while the table owes one (PATE-12.4).
func (g *Game) owed() *engine.Refusal {
	switch {
	case g.reroll != 0:
		return engine.Refuse("PATE-12.9", "refuse.reroll_owed")
	case g.bonus != engine.NoSeat:
		return engine.Refuse("PATE-12.7", "refuse.bonus_owed")
	case g.step == stepEventRoll:
		return engine.Refuse("PATE-4.7", "refuse.bonus_owed")
	}
	return nil
}

// due refuses a move that is not what the game waits for; rule is the rule of the verb.
func (g *Game) due(seat, wanted engine.Seat, step step, rule string) *engine.Refusal {
	if r := g.owed(); r != nil {
		return r
	}
	if g.step != step {
		return engine.Refuse(rule, "refuse.not_now")
	}
	if seat != wanted {
		if wanted == g.active && step != stepChoose {
			rule = "PATE-6.1" // it is due, but in another's turn
		}
		return engine.Refuse(rule, "refuse.not_you", wanted)
	}
	return nil
}

// begin is called when a move is found legal and changes what was fresh: all but token and
// bonus_roll (PATE-12.5).
func (g *Game) begin() { g.fresh = [MaxSeats]tokenSet{} }

// cueOf is cue about a seat, or with the other key about the neutral families.
func (g *Game) cueOf(h Holder, kind engine.CueKind, key, other string) *engine.Cue {
	if h.Seat() {
		return g.cues.Add(kind, key).Seat(engine.Seat(h))
	}
	return g.cues.Add(kind, other)
}

// chanced marks that something random just happened, on a picture of the move; 0: on none.
func (g *Game) chanced(key string, picture uint8) *engine.Cue {
	c := g.cues.Add(engine.CueThrow, key)
	c.Drawn, c.Picture = true, picture
	return c
}

// --- setup

// Play puts the car on a space (PATE-2.4).
func (m Car) Play(g *Game, seat engine.Seat) *engine.Refusal {
	if r := g.due(seat, g.inTurn(), stepCar, "PATE-2.4"); r != nil {
		return r
	}
	if m.Space < 1 || m.Space > Spaces {
		return engine.Refuse("PATE-2.4", "refuse.space", Spaces)
	}
	g.begin()
	g.car = m.Space
	g.step = stepDistrict
	g.cues.Add(engine.CueSay, "cue.car_at").Seat(g.inTurn()).Thing(BusinessKeys[g.cat.At[g.car]])
	g.cues.Add(engine.CueSay, "cue.protected").Thing(g.cat.Districts[g.carDistrict()].Key)
	g.cues.Add(engine.CueSay, "cue.setup_district").Seat(g.inTurn()).Asks = true
	return nil
}

// Play chooses a district (PATE-2.5 to 2.9).
func (m District) Play(g *Game, seat engine.Seat) *engine.Refusal {
	if r := g.due(seat, g.inTurn(), stepDistrict, "PATE-2.6"); r != nil {
		return r
	}
	d := -1
	for i := range g.cat.Districts {
		if g.cat.Districts[i].ID == m.ID {
			d = i
		}
	}
	if d < 0 {
		return engine.Refuse("PATE-2.5", "refuse.unknown_district", m.ID)
	}
	if g.taken[d] {
		return engine.Refuse("PATE-2.7", "refuse.district_taken", g.cat.Districts[d].Key)
	}
	g.begin()
	g.settle(d, Holder(seat))
	if g.turn == 1 && g.seats == MaxSeats {
		g.settle(g.districtLeft(), Holder(g.order[0])) // PATE-2.8
		g.turn = 0
	}
	if g.turn > 0 {
		g.turn--
		g.cues.Add(engine.CueSay, "cue.setup_district").Seat(g.inTurn()).Asks = true
		return nil
	}
	for d := range g.cat.Districts { // PATE-2.9
		if !g.taken[d] {
			g.settle(d, Neutral)
		}
	}
	g.newRound()
	return nil
}

func (g *Game) districtLeft() int {
	for d := range g.taken {
		if !g.taken[d] {
			return d
		}
	}
	return 0
}

// settle puts a member of h on each business of a district (PATE-2.5).
func (g *Game) settle(d int, h Holder) {
	g.taken[d] = true
	for _, b := range g.cat.Districts[d].Businesses {
		g.owner[b] = h
	}
	if h.Seat() {
		g.players[h].reserve -= 3
	}
	g.cueOf(h, engine.CueSay, "cue.begins", "cue.begins_neutral").Thing(g.cat.Districts[d].Key)
}

// --- rounds

// newRound begins a round with the income (PATE-3.1 to 3.4).
func (g *Game) newRound() {
	g.round++
	g.turn, g.active, g.row = 0, engine.NoSeat, 0
	g.dice, g.unplaced, g.placedN = [colourCount]Face{}, 0, 0
	g.card = -1
	g.step = stepEvent
	g.cues.Add(engine.CuePhase, "cue.round").Number(int(g.round))
	if g.round > 1 {
		g.income()
	}
	g.cues.Add(engine.CuePhase, "cue.event").Seat(g.order[0])
}

// income pays what the Income track says, and tells it by amount, the most first. Everybody sees
// where the markers are, and payments are open (PATE-1.7).
func (g *Game) income() {
	var due [MaxSeats]int
	for s := range g.seats {
		p := &g.players[s]
		p.friendsUsed = 0
		due[s] = g.cat.Income[p.pos[Income]]
		p.money += due[s]
	}
	for most := slices.Max(due[:]); most > 0; most = slices.Max(due[:]) {
		var paid engine.SeatSet
		for s := range due {
			if due[s] == most {
				paid, due[s] = paid.With(engine.Seat(s)), 0
			}
		}
		g.cues.Add(engine.CueSay, "cue.income").Number(most).Group(paid)
	}
}

// gain hands out money from the bank, openly.
func (g *Game) gain(s engine.Seat, n int) {
	if n == 0 {
		return
	}
	g.players[s].money += n
	g.cues.Add(engine.CueGain, "cue.gain").Seat(s).Number(n)
}

// lose takes a payment to the bank.
func (g *Game) lose(s engine.Seat, n int) {
	if n == 0 {
		return
	}
	g.players[s].money -= n
	g.cues.Add(engine.CueHit, "cue.pay").Seat(s).Number(n)
}

// transfer pays from one seat to another.
func (g *Game) transfer(from, to engine.Seat, n int) {
	if n == 0 {
		return
	}
	g.players[from].money -= n
	g.players[to].money += n
	g.cues.Add(engine.CueHit, "cue.pay_to").Seat(from).Seat(to).Number(n)
}

// advance moves a marker forward as one move (PATE-11).
func (g *Game) advance(s engine.Seat, t Track, steps int) {
	if steps == 0 {
		return
	}
	p := &g.players[s]
	from, end := p.pos[t], g.cat.End[t]
	to := min(from+steps, end)
	p.pos[t] = to
	if to > from {
		g.cues.Add(engine.CueSay, "cue.advance").Seat(s).Thing(TrackKeys[t]).Number(to - from).Number(to).Number(end)
	}
	if t > Influence {
		return
	}
	first := Wedding + Token(t-Reputation)*3
	for token := first; token < first+3; token++ {
		if at := g.cat.TokenAt[token]; from < at && at <= to && !(p.held | p.used).has(token) {
			p.held |= 1 << token
			g.fresh[s] |= 1 << token
			g.cues.Add(engine.CueGain, "cue.token_won").Seat(s).Thing(TokenKeys[token]).Lesson = TokenWords[token]
		}
	}
	if from+steps > end && (!g.atEndOnly || from == end) {
		p.money += OverflowMoney
		g.cues.Add(engine.CueGain, "cue.overflow").Seat(s).Thing(TrackKeys[t]).Number(OverflowMoney)
	}
}

// moveCar drives the car clockwise (PATE-5.1).
func (g *Game) moveCar(n int) {
	from, left := g.cat.At[g.car], g.carDistrict()
	g.car = uint8((int(g.car)-1+n)%Spaces + 1)
	g.cues.Add(engine.CueSay, "cue.car").Thing(BusinessKeys[from]).Thing(BusinessKeys[g.cat.At[g.car]]).Number(n)
	g.cues.Add(engine.CueSay, "cue.protected").Thing(g.cat.Districts[g.carDistrict()].Key).Thing(g.cat.Districts[left].Key)
}

// carDistrict returns the place of the protected district.
func (g *Game) carDistrict() uint8 { return g.cat.District[g.cat.At[g.car]] }

func (g *Game) protected(b Business) bool { return g.cat.District[b] == g.carDistrict() }

// rollOne is one die rolled by the box.
func (g *Game) rollOne() Face { return Face(1 + g.chance.Pick(6)) }

// --- turns

// startDice begins the dice turns of a round.
func (g *Game) startDice() {
	g.turn = 0
	g.startTurn()
}

// startTurn gives the next player the four dice (PATE-6.11), after what a card that stays on
// the board says (PATE-4.9).
func (g *Game) startTurn() {
	g.active = g.inTurn()
	g.row, g.unplaced, g.placedN = 1, allDice, 0
	g.dice = [colourCount]Face{}
	g.cues.Add(engine.CuePhase, "cue.turn").Seat(g.active)
	e := &g.cat.Events[g.card]
	if e.turnStart && e.Op != OpManual {
		g.cues.Add(engine.CueSay, "cue.card_for").Seat(g.active).Thing(e.NameKey)
	}
	switch {
	case !e.turnStart:
		g.wantRoll()
	case e.Op == OpManual:
		g.step = stepManual
		g.cues.Add(engine.CueSay, "cue.text").Seat(g.active).Thing(e.TextKey)
	case g.carryOut(e, g.active):
		g.askChoice(g.active)
	default:
		if g.cues[len(g.cues)-1].Text.Key == "cue.card_for" {
			g.cues.Add(engine.CueSay, "cue.no_effect").Seat(g.active)
		}
		g.wantRoll()
	}
}

func (g *Game) wantRoll() {
	g.step = stepRoll
	key := "cue.roll"
	if g.boxDraws {
		key = "cue.throw"
	}
	g.cues.Add(engine.CueSay, key).Seat(g.active).Number(g.unplaced.size()).Asks = true
}

// Play lets the box roll the dice that are due (PATE-6.2).
func (Throw) Play(g *Game, seat engine.Seat) *engine.Refusal {
	if !g.boxDraws {
		return engine.Refuse("PATE-6.2", "refuse.table_rolls")
	}
	if r := g.due(seat, g.active, stepRoll, "PATE-6.2"); r != nil {
		return r
	}
	g.begin()
	g.rollBox(g.unplaced)
	g.wantPlace()
	return nil
}

// rollBox lets the box roll dice of the turn.
func (g *Game) rollBox(set DieSet) {
	for c := Black; c <= Red; c++ {
		if set.Has(c) {
			g.dice[c] = g.rollOne()
		}
	}
	g.chanced("cue.rolled", DicePicture).Seat(g.active).Number(set.size())
}

// Play takes the dice as the table rolled them (PATE-6.2).
func (m Roll) Play(g *Game, seat engine.Seat) *engine.Refusal {
	if g.boxDraws {
		return engine.Refuse("PATE-6.2", "refuse.box_rolls")
	}
	want, rule := g.reroll, "PATE-12.9"
	if want == 0 {
		if r := g.due(seat, engine.Table, stepRoll, "PATE-6.2"); r != nil {
			return r
		}
		want, rule = g.unplaced, "PATE-6.2"
	} else if seat != engine.Table {
		return engine.Refuse(rule, "refuse.not_you", engine.Table)
	}
	for c := Black; c <= Red; c++ {
		if want.Has(c) != (m.Dice[c] != NoFace) || m.Dice[c] > Puppet {
			return engine.Refuse(rule, "refuse.dice", want.size())
		}
	}
	g.begin()
	for c := Black; c <= Red; c++ {
		if want.Has(c) {
			g.dice[c] = m.Dice[c]
		}
	}
	g.reroll = 0
	g.chanced("cue.rolled", DicePicture).Seat(g.active).Number(want.size())
	g.wantPlace()
	return nil
}

func (g *Game) wantPlace() {
	g.step = stepPlace
	g.cues.Add(engine.CueSay, "cue.place").Seat(g.active).Number(int(g.row)).Asks = true
}

// Play ends a turn (PATE-6.10).
func (Done) Play(g *Game, seat engine.Seat) *engine.Refusal {
	if r := g.due(seat, g.active, stepDone, "PATE-6.10"); r != nil {
		return r
	}
	g.begin()
	g.turn++
	switch {
	case int(g.turn) < g.seats:
		g.startTurn()
	case g.round < Rounds:
		g.newRound()
	default:
		g.finish()
	}
	return nil
}

// finish is the reckoning (PATE-16).
func (g *Game) finish() {
	g.step, g.active, g.row = stepOver, engine.NoSeat, 0
	g.dice, g.unplaced, g.placedN = [colourCount]Face{}, 0, 0
	other := Reputation + Influence - g.ko
	var businesses [MaxSeats]int
	for _, h := range g.owner[1:] {
		if h.Seat() {
			businesses[h]++
		}
	}
	g.cues = append(g.cues, engine.Cue{Kind: engine.CuePhase, Text: engine.Say("cue.end"), Learned: engine.Everyone})
	for s := range g.seats {
		p, sc := &g.players[s], &g.scores[s]
		*sc = score{
			money: p.money, income: g.cat.Income[p.pos[Income]], businesses: EndPerBusiness * businesses[s],
			bail: -endBail * int(p.jail), out: p.pos[g.ko] < g.cat.End[g.ko], other: p.pos[other],
		}
		for _, n := range p.owes {
			sc.paid -= EndPerDebt * int(n)
		}
		p.reserve, p.jail = p.reserve+p.jail, 0
		sc.family = businesses[s] + int(p.reserve)
	}
	for s := range g.seats {
		sc := &g.scores[s]
		for d := range g.seats {
			sc.received += EndPerDebt * int(g.players[d].owes[s])
		}
		sc.total = sc.money + sc.income + sc.businesses + sc.bail + sc.paid + sc.received
		g.players[s].money = sc.total
		g.cues.Add(engine.CueSay, "cue.total").Seat(engine.Seat(s)).Number(sc.total)
		if sc.out {
			g.cues.Add(engine.CueHit, "cue.eliminated").Seat(engine.Seat(s)).Thing(TrackKeys[g.ko]).
				Number(g.players[s].pos[g.ko]).Number(g.cat.End[g.ko])
		}
	}
	winners := g.winners()
	for s := range g.seats {
		if winners.Has(engine.Seat(s)) {
			g.cues.Add(engine.CueResult, "cue.winner").Seat(engine.Seat(s))
		}
	}
	if winners == 0 {
		g.cues.Add(engine.CueResult, "cue.nobody")
	}
}

// better compares two scores: above 0 if a ranks before b, 0 if they are equal (PATE-16.9
// to 16.12).
func better(a, b *score) int {
	if a.total != b.total {
		return a.total - b.total
	}
	if a.other != b.other {
		return a.other - b.other
	}
	return a.family - b.family
}

// winners returns who is not eliminated and ranks after nobody (PATE-16.9 to 16.13).
func (g *Game) winners() engine.SeatSet {
	best := -1
	var set engine.SeatSet
	for s := range g.seats {
		if g.scores[s].out {
			continue
		}
		n := 1
		if best >= 0 {
			n = better(&g.scores[s], &g.scores[best])
		}
		if n > 0 {
			best, set = s, 0
		}
		if n >= 0 {
			set = set.With(engine.Seat(s))
		}
	}
	return set
}
