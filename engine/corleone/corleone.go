package corleone

import (
	"math/bits"
	"slices"
	"strconv"

	"consigliere/engine"
)

// A Game is one play of Corleone's Empire. It is not safe for concurrent use.
type Game struct {
	roster engine.Roster
	seats  int
	cat    *Catalogue
	tab    *tables
	family [MaxSeats]uint8 // place in familyWords

	light     bool // options.tracking
	boxDraws  bool // options.chance
	rowSize   int  // public jobs; options.jobs_5p
	allSpaces bool // circles marked 3+ can be used; options.two_player_spaces
	sharedTie bool // options.tie_break
	openCases bool // options.open_suitcases
	chance    engine.Chance

	state
	stack []share // the last is worked off first

	cues  engine.Cues
	lists engine.Lists

	keptBid, keptTribute [MaxSeats]kept
	gainMask             uint8 // the piles that gainList was made of
	gainList             []engine.Action
}

// A state is all that changes in a play but for the stack of shares. It has neither pointers
// nor maps, so a copy of it is a copy of the whole.
type state struct {
	step  step
	act   int
	horse engine.Seat
	turn  engine.Seat // NoSeat outside the family phase

	players [MaxSeats]player
	passed  engine.SeatSet

	figures  [PlaceCount]Piece
	mayorAt  Place
	unionAt  Place
	policeAt Turf
	dead     uint8                               // neutral figures in the Hudson, a bit for each [Figure]
	own      [PoliceFigure + 1]engine.SeatOrNone // whose own a neutral figure is in this turn (COR-10.6)
	hudson   [MaxSeats*(thugsEach+3) + 3]Piece
	hudsonN  uint8
	tileAt   [Turfs + 1]uint8    // business of the tile, or 0
	turfAt   [businessCount]Turf // of the businesses on the board
	tileUsed [businessCount]bool
	stacks   [Turfs + 1]Markers
	bank     Notes
	goods    Goods
	seen     [allJobs]uint8 // copies of each job that the box knows elsewhere than in the deck
	// drewInSecret is whether any player holds a secret job. Two of them can have named the same
	// copy, so there seen can exceed the copies.
	drewInSecret bool
	deckN        uint8
	discards     [allJobs]uint8 // job, or blank
	discardN     uint8
	row          [2 * MaxSeats]uint8 // public jobs
	rowN         uint8
	allyRow      [alliesPerAct]uint8
	allyRowN     uint8
	drawn        [2]uint8 // by the box, while keep is open
	drawnN       uint8
	war          [Turfs]battle
	warN         uint8
	warAsks      bool // the winner of the last battle has no marker left
	bribery      bribery
	counted      engine.SeatSet // light scoring
	counts       [MaxSeats]Count
	scores       [MaxSeats]score
	deck         [allJobs]uint8 // box: the jobs, the top at deckTop
	deckTop      uint8
	blue         [blueTiles]uint8 // box: the tiles in the order of their stacks
	red          [redTiles]uint8
	blueN        uint8
	redN         uint8
	allyDeck     [alliesPerAct]uint8 // box: the allies of the act
}

// blank is a job in the discards that the box does not know.
const blank = 255

// A Piece is a figure on the board, and whose it is.
type Piece struct {
	Owner engine.Seat // a seat, or neutral
	Kind  Figure
}

// A hand is the secret cards of a player.
type hand struct {
	notes   Notes
	goods   Goods
	jobs    [allJobs]uint8 // known ones, by place in the catalogue
	jobN    uint8          // known ones
	unknown uint8
	allies  uint32 // a bit for each
}

func (h *hand) size() int {
	return h.notes.size() + h.goods.size() + int(h.jobN) + int(h.unknown) + bits.OnesCount32(h.allies)
}

type player struct {
	hand
	purse   Notes          // in the suitcase
	secret  [allJobs]uint8 // of the known jobs in the hand: only the seat that drew them knows them
	done    [allJobs]uint8
	doneN   uint8
	colours Colours
	thugs   uint8 // in reserve
	family  uint8
	figures uint8 // family members that take part
	markers uint8
	played  [allAllies]uint8
	playedN uint8
}

// A battle is the turf war in one turf.
type battle struct {
	turf    Turf
	of      [MaxSeats]uint8
	neutral uint8
	winner  engine.Seat
	marker  markerWay
}

// A markerWay is where the marker of a winner came from.
type markerWay uint8

const (
	noMarker markerWay = iota
	fromSupply
	moved
	declined
)

var markerWords = [...]string{"", "supply", "moved", "declined"}

// A bribery is the latest auction of allies.
type bribery struct {
	act    int // 0: none yet
	sealed engine.SeatSet
	open   bool // all bids are in
	bids   [MaxSeats]Notes
	sums   [MaxSeats]int
	order  [MaxSeats]engine.Seat // of those that take an ally
	orderN uint8
	taken  uint8
	back   engine.SeatSet // those that get their bid back
}

// newGame begins a play; it is the New of the title.
func newGame(h engine.Header) (engine.Game, []engine.Cue, error) {
	set, err := Options.Read(h)
	if err != nil {
		return nil, nil, err
	}
	g := &Game{
		roster: h.Seats, seats: len(h.Seats), cat: House(),
		light:     set.Word("tracking", "full") == "light",
		boxDraws:  set.Word("chance", "table") == "box",
		allSpaces: len(h.Seats) > 2 || set.Word("two_player_spaces", "limited") == "all",
		sharedTie: set.Word("tie_break", "turf_bonus") == "shared",
		openCases: set.Bool("open_suitcases"),
		cues:      make([]engine.Cue, 0, 16),
		stack:     make([]share, 0, 8),
	}
	if raw := set.Raw("catalogue"); raw != nil && string(raw) != `"house"` {
		c, wrong := readCatalogue(raw)
		if len(wrong) > 0 {
			return nil, nil, &engine.Refusal{Why: wrong[0].Why}
		}
		g.cat = c
	}
	g.rowSize = publicJobs[g.seats]
	switch n := set.Int("jobs_5p", 4); {
	case n != 4 && n != 6:
		return nil, nil, engine.Refuse("COR-1.6", "refuse.jobs_5p")
	case g.seats == 5:
		g.rowSize = n
	}
	if err := g.readFamilies(set.Raw("families")); err != nil {
		return nil, nil, err
	}
	if g.boxDraws {
		if h.NoSeed {
			return nil, nil, engine.Refuse("COR-1.13", "refuse.no_seed")
		}
		g.chance = engine.NewChance(h.Game, h.Seed)
	}
	g.tab = tablesOf(g.cat)
	g.setUp()
	return g, g.cues, nil
}

// readFamilies gives each seat its family. Seats that are not named take those left.
func (g *Game) readFamilies(raw []byte) error {
	var taken [len(familyWords)]bool
	named := [MaxSeats]bool{}
	if raw != nil {
		f, err := engine.ParseFields(raw)
		if err != nil {
			return engine.Refuse("COR-1.8", "refuse.families", "families")
		}
		f.Rule("COR-1.8")
		for s, name := range g.roster {
			if !f.Has(name) {
				continue
			}
			i := f.Word(name, familyWords[:])
			if i < 0 {
				continue
			}
			if taken[i] {
				return engine.Refuse("COR-1.8", "refuse.families", familyWords[i])
			}
			g.family[s], taken[i], named[s] = uint8(i), true, true
		}
		if err := f.Done(); err != nil {
			return err
		}
	}
	next := 0
	for s := range g.roster {
		if named[s] {
			continue
		}
		for taken[next] {
			next++
		}
		g.family[s], taken[next] = uint8(next), true
	}
	return nil
}

// setUp lays the table (COR-1.2 to 1.12) and, where the box draws, deals.
func (g *Game) setUp() {
	g.state = state{act: 1, horse: engine.NoSeat, turn: engine.NoSeat, mayorAt: NoPlace, unionAt: NoPlace}
	for t := range Turfs {
		g.turfAt[t] = Turf(t + 1)
	}
	for s := range g.seats {
		p := &g.players[s]
		p.markers = markersEach
		if g.light {
			continue
		}
		p.thugs, p.figures = 2, 1
		if g.seats == 2 { // COR-1.9
			p.thugs = 3
		}
		p.family = p.figures
		p.notes = Notes{1, 1, 1, 0} // COR-1.12
		if !g.boxDraws {
			p.unknown = startJobs
		}
	}
	if g.light {
		g.step = stepFirst
		if g.boxDraws {
			g.begin(engine.Seat(g.chance.Pick(g.seats)))
			return
		}
		g.cues.Add(engine.CuePhase, "cue.setup_light")
		return
	}
	g.bank, g.goods = g.cat.notes, g.cat.goods
	for s := range g.seats {
		for i := range g.players[s].notes {
			if n := g.players[s].notes[i]; n > g.bank[i] { // a catalogue with too few notes
				g.players[s].notes[i] = 0
			} else {
				g.bank[i] -= n
			}
		}
	}
	for i := range g.cat.Jobs {
		g.deckN += g.cat.Jobs[i].copies
	}
	if g.boxDraws {
		g.deal()
		return
	}
	g.deckN -= uint8(startJobs * g.seats)
	g.step = stepRow
	if setupTiles[g.seats] > 0 {
		g.step = stepTiles
	}
	c := g.cues.Add(engine.CuePhase, "cue.setup")
	c.Text.AddNumber(g.rowSize).AddNumber(g.seats - 1).AddNumber(int(g.players[0].thugs)).AddNumber(setupTiles[g.seats])
}

// deal draws all of the setup (section 8, draws of the box).
func (g *Game) deal() {
	blue, red := g.blue[:0], g.red[:0]
	for b := FirstTile; b < businessCount; b++ {
		if g.cat.Businesses[b].red {
			red = append(red, uint8(b))
		} else {
			blue = append(blue, uint8(b))
		}
	}
	g.shuffle(blue)
	g.shuffle(red)
	deck := g.deck[:0]
	for j := range g.cat.Jobs {
		for range g.cat.Jobs[j].copies {
			deck = append(deck, uint8(j))
		}
	}
	g.shuffle(deck)
	g.shuffleAllies()
	first := engine.Seat(g.chance.Pick(g.seats))
	for range setupTiles[g.seats] {
		g.openTile(g.nextTile(false))
	}
	for range g.rowSize {
		g.addToRow(g.drawJob())
	}
	for s := range g.seats {
		for range startJobs {
			g.players[s].learn(g.drawJob())
		}
	}
	g.dealAllies()
	g.begin(first)
}

// shuffle shuffles cards, the top at 0.
func (g *Game) shuffle(cards []uint8) {
	for i := len(cards) - 1; i > 0; i-- {
		j := g.chance.Pick(i + 1)
		cards[i], cards[j] = cards[j], cards[i]
	}
}

// shuffleAllies shuffles the allies of the act.
func (g *Game) shuffleAllies() {
	deck := g.allyDeck[:0]
	for a := range g.cat.Allies {
		if g.cat.Allies[a].act == g.act {
			deck = append(deck, uint8(a))
		}
	}
	g.shuffle(deck)
}

// dealAllies lays the first allies of the shuffled deck open.
func (g *Game) dealAllies() {
	for i := range g.seats - 1 {
		g.addAlly(int(g.allyDeck[i]))
	}
}

func (g *Game) addAlly(a int) {
	g.allyRow[g.allyRowN] = uint8(a)
	g.allyRowN++
}

// nextTile draws the next tile of a colour.
func (g *Game) nextTile(red bool) int {
	if red {
		g.redN++
		return int(g.red[g.redN-1])
	}
	g.blueN++
	return int(g.blue[g.blueN-1])
}

// begin gives the horse head out and begins Act I.
func (g *Game) begin(first engine.Seat) {
	g.horse = first
	g.cues.Add(engine.CueSay, "cue.first").Seat(first)
	g.startAct()
}

// Over reports whether the play has ended.
func (g *Game) Over() bool { return g.step == stepOver }

// Play makes one move.
func (g *Game) Play(m engine.Move) ([]engine.Cue, error) {
	g.cues = g.cues[:0]
	do, ok := m.Do.(engine.Deed[*Game])
	if !ok {
		return nil, engine.UnknownVerb("")
	}
	if no := do.Play(g, m.Seat); no != nil {
		return nil, no
	}
	g.settle()
	return g.cues, nil
}

func (g *Game) everyone() engine.SeatSet { return 1<<uint(g.seats) - 1 }

// table refuses what the table does not do now; rule is the one that says when it does.
func (g *Game) table(seat engine.Seat, rule string, light bool, steps ...step) *engine.Refusal {
	switch {
	case g.step == stepOver:
		return engine.Refuse("COR-15.6", "refuse.over")
	case g.light != light || !slices.Contains(steps, g.step):
		return engine.Refuse(rule, "refuse.not_now")
	case seat != engine.Table:
		return engine.Refuse(rule, "refuse.table_only")
	case g.drawnN > 0:
		return engine.Refuse("COR-11.4", "refuse.keep_open")
	}
	return nil
}

// deals refuses what the table deals where the box draws.
func (g *Game) deals(seat engine.Seat, rule string, steps ...step) *engine.Refusal {
	if no := g.table(seat, rule, false, steps...); no != nil {
		return no
	}
	if g.boxDraws {
		return engine.Refuse(rule, "refuse.box_draws")
	}
	return nil
}

// Play puts tiles on the board (COR-1.5, 4.1, 4.2).
func (do Open) Play(g *Game, seat engine.Seat) *engine.Refusal {
	if no := g.deals(seat, "COR-4.1", stepTiles, stepOpen); no != nil {
		return no
	}
	rule, want, red := "COR-4.1", 1, g.cat.acts[g.act].red
	if g.step == stepTiles {
		rule, want, red = "COR-1.5", setupTiles[g.seats], false
	}
	ids := do.Tiles.List()
	if len(ids) != want {
		return engine.Refuse(rule, "refuse.tile_count", want)
	}
	for i, id := range ids {
		at, ok := g.cat.Backs[id]
		switch {
		case !ok || at < FirstTile:
			return engine.Refuse(rule, "refuse.no_tile", id)
		case g.cat.Businesses[at].red != red:
			if g.step == stepOpen {
				rule = "COR-4.2"
			}
			return engine.Refuse(rule, "refuse.tile_colour", g.cat.Businesses[at].Key)
		case g.tileUsed[at] || slices.Contains(ids[:i], id):
			return engine.Refuse(rule, "refuse.tile_used", g.cat.Businesses[at].Key)
		}
	}
	for _, id := range ids {
		g.openTile(g.cat.Backs[id])
	}
	g.cues.Learn(g.everyone(), true)
	if g.step == stepTiles {
		g.step = stepRow
		return nil
	}
	g.startFamily()
	return nil
}

// emptyTurf returns the lowest turf without a tile, or NoTurf.
func (g *Game) emptyTurf() Turf {
	for t := Turf(1); t <= Turfs; t++ {
		if g.tileAt[t] == 0 {
			return t
		}
	}
	return NoTurf
}

// pictured gives a picture of the board to the cues of this move that have none yet: what follows isn't told with them.
func (g *Game) pictured(n uint8) {
	for i := range g.cues {
		if g.cues[i].Picture == 0 {
			g.cues[i].Picture = n
		}
	}
}

// openTile puts a tile on the lowest turf without one.
func (g *Game) openTile(at int) {
	t := g.emptyTurf()
	g.pictured(TilePicture + uint8(t) - 1) // it is told next
	g.tileAt[t], g.turfAt[at], g.tileUsed[at] = uint8(at), t, true
	g.cues.Add(engine.CueSay, "cue.tile").Thing(g.cat.Businesses[at].Key).Thing(TurfKeys[t])
}

// Play lays public jobs open (COR-1.6, 16.4).
func (do DealJobs) Play(g *Game, seat engine.Seat) *engine.Refusal {
	rule := "COR-1.6"
	if g.act > 1 {
		rule = "COR-16.4"
	}
	if no := g.deals(seat, rule, stepRow, stepRefill); no != nil {
		return no
	}
	ids := do.Jobs.List()
	n := g.emptySlots()
	if len(ids) != n {
		return engine.Refuse(rule, "refuse.job_count", n)
	}
	seen := g.seenFor(engine.Table, n)
	for _, id := range ids {
		j, ok := g.cat.JobAt[id]
		if !ok {
			return engine.Refuse(rule, "refuse.no_job", id)
		}
		if seen[j] >= g.cat.Jobs[j].copies {
			return engine.Refuse(rule, "refuse.no_copy", g.cat.Jobs[j].key)
		}
		seen[j]++
	}
	g.need(n)
	for _, id := range ids {
		j := g.cat.JobAt[id]
		g.seen[j]++
		g.deckN--
		g.addToRow(j)
	}
	g.cues.Learn(g.everyone(), true)
	if g.step == stepRow {
		g.step = stepAllies
		return nil
	}
	g.recall()
	return nil
}

// emptySlots returns how many public jobs are still to be dealt.
func (g *Game) emptySlots() int {
	return min(g.rowSize-int(g.rowN), int(g.deckN)+int(g.discardN))
}

func (g *Game) addToRow(j int) {
	g.row[g.rowN] = uint8(j)
	g.rowN++
}

// Play lays allies of the act open (COR-1.7, 16.5).
func (do DealAllies) Play(g *Game, seat engine.Seat) *engine.Refusal {
	rule := "COR-1.7"
	if g.act > 1 {
		rule = "COR-16.5"
	}
	if no := g.deals(seat, rule, stepAllies, stepRecall); no != nil {
		return no
	}
	ids := do.Allies.List()
	if len(ids) != g.seats-1 {
		return engine.Refuse(rule, "refuse.ally_count", g.seats-1)
	}
	for i, id := range ids {
		a, ok := g.cat.AllyAt[id]
		switch {
		case !ok:
			return engine.Refuse(rule, "refuse.no_ally", id)
		case g.cat.Allies[a].act != g.act:
			return engine.Refuse(rule, "refuse.ally_act", g.cat.Allies[a].key)
		case slices.Contains(ids[:i], id):
			return engine.Refuse(rule, "refuse.ally_twice", g.cat.Allies[a].key)
		}
	}
	for _, id := range ids {
		g.addAlly(g.cat.AllyAt[id])
	}
	g.cues.Learn(g.everyone(), true)
	if g.step == stepAllies {
		g.step = stepFirst
		return nil
	}
	g.startAct()
	return nil
}

// Play says who begins (COR-1.13).
func (do First) Play(g *Game, seat engine.Seat) *engine.Refusal {
	if no := g.table(seat, "COR-1.13", g.light, stepFirst); no != nil {
		return no
	}
	if !g.sits(do.Player) {
		return engine.Refuse("COR-1.13", "refuse.player")
	}
	g.begin(do.Player)
	return nil
}

func (g *Game) sits(s engine.Seat) bool { return s >= 0 && int(s) < g.seats }

// opening is the turf where a business opens in this act.
func (g *Game) opening() Turf {
	if g.light { // the box has no tiles, but their number follows from the act
		return Turf(setupTiles[g.seats] + g.act)
	}
	return g.emptyTurf()
}

// startAct begins an act with a new business (COR-3.2, 4.1).
func (g *Game) startAct() {
	g.step = stepOpen
	g.cues.Add(engine.CuePhase, "cue.act").Number(g.act)
	red := g.cat.acts[g.act].red
	t := g.opening()
	key := "cue.open_blue"
	if red {
		key = "cue.open_red"
	}
	if !g.boxDraws || g.light { // else the tile that is laid is told
		g.cues.Add(engine.CueSay, key).Thing(TurfKeys[t])
	}
	if g.boxDraws && !g.light {
		g.openTile(g.nextTile(red))
		g.cues.Learn(g.everyone(), true)
		g.startFamily()
	}
}

// startFamily begins the family business (COR-5.1).
func (g *Game) startFamily() {
	g.step, g.passed = stepFamily, 0
	g.cues.Add(engine.CuePhase, "cue.family")
	if !g.light {
		g.startTurn(g.horse)
	}
}

func (g *Game) startTurn(s engine.Seat) {
	g.turn = s
	c := g.cues.Add(engine.CueSay, "cue.turn")
	c.Asks = true
	c.Text.AddSeat(s)
}

// in reports whether a seat still has turns in this phase (COR-5.4, 5.8).
func (g *Game) in(s engine.Seat) bool {
	p := &g.players[s]
	return p.thugs+p.family > 0 && !g.passed.Has(s)
}

// endTurn goes on clockwise (COR-5.1, 5.6).
func (g *Game) endTurn() {
	g.own = [PoliceFigure + 1]engine.SeatOrNone{}
	was := g.turn
	if p := &g.players[was]; p.thugs+p.family == 0 {
		g.cues.Add(engine.CueSay, "cue.skip").Seat(was)
	}
	for i := 1; i <= g.seats; i++ {
		if s := engine.Seat((int(was) + i) % g.seats); g.in(s) {
			g.startTurn(s)
			return
		}
	}
	g.turn = engine.NoSeat
	g.startWar()
}

// Play ends a phase of light tracking.
func (Next) Play(g *Game, seat engine.Seat) *engine.Refusal {
	if no := g.table(seat, "COR-3.2", true, stepOpen, stepFamily, stepTribute, stepBetween); no != nil {
		return no
	}
	switch g.step {
	case stepOpen:
		g.startFamily()
	case stepFamily:
		g.startWar()
	case stepTribute:
		g.endAct()
	case stepBetween:
		g.act++
		g.startAct()
	}
	return nil
}

// Play says who took the horse head, in light tracking.
func (do Horse) Play(g *Game, seat engine.Seat) *engine.Refusal {
	if no := g.table(seat, "COR-11.9", true, stepFamily); no != nil {
		return no
	}
	if !g.sits(do.Player) {
		return engine.Refuse("COR-11.9", "refuse.player")
	}
	g.giveHorse(do.Player)
	return nil
}

func (g *Game) giveHorse(s engine.Seat) {
	g.horse = s
	g.cues.Add(engine.CueGain, "cue.horse").Seat(s)
}

func itoa(n int) string { return strconv.Itoa(n) }
