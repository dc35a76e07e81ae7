package corleone

import (
	"slices"

	"consigliere/engine"
)

// A Status is what everybody knows; section 9 of the ledger names the keys.
type Status struct {
	engine.Common
	Tracking   string                      `json:"tracking"`
	Seats      []string                    `json:"seats"`
	Horse      *string                     `json:"horse_head"`
	Turn       *string                     `json:"turn"`
	HandLimit  int                         `json:"hand_limit"`
	Players    engine.BySeat[PlayerStatus] `json:"players"`
	Control    engine.Object               `json:"control"`
	Controller engine.Object               `json:"controller"`
	War        []BattleStatus              `json:"turf_war"` // null before the first
	NextTurf   *string                     `json:"next_turf"`
	Bribery    *BriberyStatus              `json:"bribery"`
	*FullStatus

	// What scenes show besides; everybody sees it on the table.
	Light     bool               `json:"-"`
	TurnSeat  engine.Seat        `json:"-"`
	HorseSeat engine.Seat        `json:"-"`
	Cat       *Catalogue         `json:"-"`
	Stacks    [Turfs + 1]Markers `json:"-"`
}

// A FullStatus is what full tracking knows besides.
type FullStatus struct {
	Figures    engine.Object  `json:"figures"`
	Police     *string        `json:"police_chief"`
	Hudson     []FigureStatus `json:"hudson"`
	Tiles      engine.Object  `json:"tiles"`
	Bank       engine.Object  `json:"bank"`
	Goods      engine.Object  `json:"goods"`
	JobDeck    int            `json:"job_deck"`
	JobDiscard int            `json:"job_discard"`
	PublicJobs []string       `json:"public_jobs"`
	Allies     []string       `json:"allies"`
	Pending    *PendingStatus `json:"pending"`

	Pieces  [PlaceCount]Piece   `json:"-"`
	TileAt  [Turfs + 1]uint8    `json:"-"`
	TurfAt  [businessCount]Turf `json:"-"`
	Surplus [MaxSeats]int       `json:"-"`
}

// FigureAt returns the figure at a place of the board, or the Police Chief.
func (f *FullStatus) FigureAt(s *Status, id string) Piece {
	if at, ok := s.Cat.Places[id]; ok {
		return f.Pieces[at]
	}
	return Piece{Neutral, PoliceFigure}
}

// A PlayerStatus is what everybody knows of a seat.
type PlayerStatus struct {
	Markers int `json:"markers"`
	*PlayerCards
	Suitcase *SuitcaseStatus `json:"suitcase,omitempty"` // with open suitcases

	family string
}

// A PlayerCards is what full tracking knows of a seat besides.
type PlayerCards struct {
	HandCount int      `json:"hand_count"`
	Thugs     int      `json:"thugs"`
	Family    int      `json:"family"`
	Killed    int      `json:"killed"`
	Played    []string `json:"played_allies"`
}

// A BattleStatus is the turf war in one turf.
type BattleStatus struct {
	Turf      string             `json:"turf"`
	Influence engine.BySeat[int] `json:"influence"`
	Neutral   int                `json:"neutral"`
	Winner    *string            `json:"winner"`
	Marker    *string            `json:"marker"`

	WinnerSeat engine.Seat `json:"-"`
}

// A BriberyStatus is the latest bribery.
type BriberyStatus struct {
	Act      int                 `json:"act"`
	Sealed   []string            `json:"sealed"`
	Bids     *engine.BySeat[int] `json:"bids"`
	Order    []string            `json:"order"`
	Next     *string             `json:"next"`
	Paid     engine.Object       `json:"paid"`
	Returned engine.Object       `json:"returned"`
}

// A FigureStatus is a figure.
type FigureStatus struct {
	Owner  string `json:"owner"`
	Figure string `json:"figure"`
}

// A PendingStatus is the share that is worked off.
type PendingStatus struct {
	Seat      string   `json:"seat"`
	Source    string   `json:"source"`
	Abilities []string `json:"abilities"`
}

// A PrivateStatus is what one seat knows besides, in light tracking.
type PrivateStatus struct {
	Bid any `json:"bid"` // notes, a number or null
	*CardStatus
}

// A CardStatus is what one seat knows besides, in full tracking.
type CardStatus struct {
	Hand     HandStatus     `json:"hand"`
	Suitcase SuitcaseStatus `json:"suitcase"`
	Drawn    *DrawnStatus   `json:"drawn,omitempty"` // where the box draws
}

// A DrawnStatus is the two jobs drawn; null where there are none.
type DrawnStatus []string

// A HandStatus is a hand.
type HandStatus struct {
	Notes  []int    `json:"notes"`
	Goods  []string `json:"goods"`
	Jobs   []string `json:"jobs"`
	Allies []string `json:"allies"`
}

// A SuitcaseStatus is a suitcase.
type SuitcaseStatus struct {
	Notes   []int         `json:"notes"`
	Total   int           `json:"total"`
	Jobs    []string      `json:"jobs"`
	Colours engine.Object `json:"colours"`
}

// A ResultStatus is how the play ended.
type ResultStatus struct {
	Scores  engine.BySeat[ScoreStatus] `json:"scores"`
	Ranking [][]string                 `json:"ranking"`
	Winners []string                   `json:"winners"`

	RankingSeats [][]engine.Seat `json:"-"`
	Broken       bool            `json:"-"` // the turf bonuses have decided between equal totals
}

// A ScoreStatus is the reckoning of one seat.
type ScoreStatus struct {
	Money     int      `json:"money"`
	Turfs     []string `json:"turfs"`
	TurfBonus int      `json:"turf_bonus"`
	Colours   []string `json:"colours"`
	JobBonus  int      `json:"job_bonus"`
	Total     int      `json:"total"`
}

// View returns what the viewer may know.
func (g *Game) View(l engine.Viewer) engine.View {
	s := g.status()
	v := engine.View{Viewer: l, Common: s.Common, Public: s}
	if g.sits(l) {
		v.Private = g.private(l)
	}
	if g.step == stepOver {
		v.Result = g.result()
	}
	return v
}

// nameOf returns the name of a seat, or nil.
func (g *Game) nameOf(s engine.Seat) *string {
	if !g.sits(s) {
		return nil
	}
	return &g.roster[s]
}

func turfOrNil(t Turf) *string {
	if t == NoTurf {
		return nil
	}
	return &TurfWords[t]
}

func bySeat[T any](g *Game, of func(s engine.Seat) T) engine.BySeat[T] {
	m := engine.BySeat[T]{Names: g.roster, Of: make([]T, g.seats)}
	for s := range m.Of {
		m.Of[s] = of(engine.Seat(s))
	}
	return m
}

func (g *Game) names(set engine.SeatSet) []string {
	names := []string{}
	for s, name := range g.roster {
		if set.Has(engine.Seat(s)) {
			names = append(names, name)
		}
	}
	return names
}

func (g *Game) status() Status {
	tracking := "full"
	if g.light {
		tracking = "light"
	}
	s := Status{
		Common: engine.Common{
			Game: "corleone", Phase: phaseWords[g.step], Round: g.act, Waiting: g.waiting(), Over: g.step == stepOver,
		},
		Tracking: tracking, Seats: g.roster, Horse: g.nameOf(g.horse), Turn: g.nameOf(g.turn), HandLimit: g.cat.acts[g.act].handLimit,
		Players: bySeat(g, g.playerStatus),
		Light:   g.light, TurnSeat: g.turn, HorseSeat: g.horse, Cat: g.cat,
	}
	for t := Turf(1); t <= Turfs; t++ {
		list := []string{}
		for _, m := range g.stacks[t].Seats() {
			list = append(list, g.roster[m])
		}
		s.Stacks[t] = g.stacks[t]
		s.Control.Add(TurfWords[t], list)
		s.Controller.Add(TurfWords[t], g.nameOf(g.stacks[t].Top()))
	}
	for _, b := range g.war[:g.warN] {
		s.War = append(s.War, g.battleStatus(b))
	}
	if s.War == nil && g.step == stepWar {
		s.War = []BattleStatus{}
	}
	if g.light && g.step == stepWar && !g.warAsks {
		s.NextTurf = turfOrNil(Turf(g.warN + 1))
	}
	if g.bribery.act > 0 {
		s.Bribery = g.briberyStatus()
	}
	if !g.light {
		s.FullStatus = g.fullStatus()
	}
	return s
}

func (g *Game) battleStatus(b battle) BattleStatus {
	st := BattleStatus{
		Turf: TurfWords[b.turf], Influence: bySeat(g, func(s engine.Seat) int { return int(b.of[s]) }),
		Neutral: int(b.neutral), Winner: g.nameOf(b.winner), WinnerSeat: b.winner,
	}
	if b.marker != noMarker {
		st.Marker = &markerWords[b.marker]
	}
	return st
}

func (g *Game) playerStatus(s engine.Seat) PlayerStatus {
	p := &g.players[s]
	ps := PlayerStatus{Markers: int(p.markers), family: familyWords[g.family[s]]}
	if g.light {
		return ps
	}
	ps.PlayerCards = &PlayerCards{HandCount: p.size(), Thugs: int(p.thugs), Family: int(p.family), Played: []string{}}
	for _, f := range g.hudson[:g.hudsonN] {
		if f.Owner == s {
			ps.Killed++
		}
	}
	for _, a := range p.played[:p.playedN] {
		ps.Played = append(ps.Played, g.cat.Allies[a].ID)
	}
	if g.openCases {
		c := g.suitcase(s)
		ps.Suitcase = &c
	}
	return ps
}

func (g *Game) briberyStatus() *BriberyStatus {
	b := &g.bribery
	st := &BriberyStatus{Act: b.act, Sealed: g.names(b.sealed), Order: []string{}, Paid: engine.Object{}, Returned: engine.Object{}}
	if !b.open {
		return st
	}
	bids := bySeat(g, func(s engine.Seat) int { return b.sums[s] })
	st.Bids = &bids
	for i, s := range b.order[:b.orderN] {
		st.Order = append(st.Order, g.roster[s])
		if i < int(b.taken) {
			st.Paid.Add(g.roster[s], b.sums[s])
		}
	}
	if g.step == stepRecruit {
		st.Next = g.nameOf(b.order[b.taken])
	}
	for s := range g.seats {
		if b.back.Has(engine.Seat(s)) {
			st.Returned.Add(g.roster[s], b.sums[s])
		}
	}
	return st
}

func (g *Game) ownerName(s engine.Seat) string {
	if s == Neutral {
		return neutralWord
	}
	return g.roster[s]
}

func (g *Game) fullStatus() *FullStatus {
	f := &FullStatus{
		Figures: engine.Object{}, Police: turfOrNil(g.policeAt), Hudson: []FigureStatus{}, Tiles: engine.Object{},
		JobDeck: int(g.deckN), JobDiscard: int(g.discardN), PublicJobs: []string{}, Allies: []string{},
		Pieces: g.figures, TileAt: g.tileAt, TurfAt: g.turfAt,
	}
	if g.step == stepTribute {
		for s := range g.seats {
			f.Surplus[s] = g.surplus(engine.Seat(s))
		}
	}
	for at, x := range g.figures {
		if x.Kind != NoFigure {
			f.Figures.Add(g.cat.placeID[at], FigureStatus{g.ownerName(x.Owner), x.Kind.String()})
		}
	}
	for _, x := range g.hudson[:g.hudsonN] {
		f.Hudson = append(f.Hudson, FigureStatus{g.ownerName(x.Owner), x.Kind.String()})
	}
	for t := Turf(1); t <= Turfs; t++ {
		if at := g.tileAt[t]; at != 0 {
			f.Tiles.Add(TurfWords[t], g.cat.Businesses[at].ID)
		}
	}
	for i, n := range g.bank {
		f.Bank.Add(noteWords[i], n)
	}
	for i, n := range g.goods {
		f.Goods.Add(GoodWords[i], n)
	}
	for _, j := range g.row[:g.rowN] {
		f.PublicJobs = append(f.PublicJobs, g.cat.Jobs[j].ID)
	}
	for _, a := range g.allyRow[:g.allyRowN] {
		f.Allies = append(f.Allies, g.cat.Allies[a].ID)
	}
	if n := len(g.stack); n > 0 {
		sh := &g.stack[n-1]
		p := &PendingStatus{Seat: g.roster[sh.seat], Source: g.source(sh), Abilities: []string{}}
		for _, a := range sh.list[:sh.n] {
			p.Abilities = append(p.Abilities, a.String())
		}
		f.Pending = p
	}
	return f
}

func (g *Game) source(sh *share) string {
	switch sh.kind {
	case ofFront:
		return "front:" + g.cat.Businesses[sh.at].ID
	case ofCircle:
		return "back:" + g.cat.placeID[sh.at]
	case ofBack:
		return "back:" + g.cat.Businesses[sh.at].ID
	case ofJob:
		return "job:" + g.cat.Jobs[sh.at].ID
	}
	return "ally:" + g.cat.Allies[sh.at].ID
}

// waiting returns who is waited for.
func (g *Game) waiting() []engine.Waiting {
	list := []engine.Waiting{}
	put := func(s engine.Seat, do string) {
		list = append(list, engine.Waiting{Seat: g.roster.Name(s), Do: do})
	}
	each := func(verb string, waits func(s engine.Seat) bool) {
		for s := range engine.Seat(g.seats) {
			if waits(s) {
				put(s, verb)
			}
		}
	}
	switch g.step {
	case stepTiles:
		put(engine.Table, "open")
	case stepRow, stepRefill:
		put(engine.Table, "deal_jobs")
	case stepAllies, stepRecall:
		put(engine.Table, "deal_allies")
	case stepFirst:
		put(engine.Table, "first")
	case stepCount:
		put(engine.Table, "count")
	case stepBetween:
		put(engine.Table, "next")
	case stepOpen:
		if g.light {
			put(engine.Table, "next")
		} else {
			put(engine.Table, "open")
		}
	case stepFamily:
		switch {
		case g.light:
			put(engine.Table, "next")
		case g.drawnN > 0:
			put(g.stack[len(g.stack)-1].seat, "keep")
		case len(g.stack) > 0:
			put(g.stack[len(g.stack)-1].seat, "use")
		default:
			put(g.turn, "act")
		}
	case stepWar:
		if g.warAsks {
			put(g.war[g.warN-1].winner, "marker")
		} else {
			put(engine.Table, "influence")
		}
	case stepBid:
		each("bid", func(s engine.Seat) bool { return !g.bribery.sealed.Has(s) })
	case stepRecruit:
		put(g.bribery.order[g.bribery.taken], "recruit")
	case stepTribute:
		if g.light {
			put(engine.Table, "next")
		} else {
			each("tribute", func(s engine.Seat) bool { return g.surplus(s) > 0 })
		}
	}
	return list
}

func (g *Game) suitcase(s engine.Seat) SuitcaseStatus {
	p := &g.players[s]
	c := SuitcaseStatus{Notes: p.purse.Values(), Total: p.purse.Worth(), Jobs: []string{}}
	for _, j := range p.done[:p.doneN] {
		c.Jobs = append(c.Jobs, g.cat.Jobs[j].ID)
	}
	for i, n := range p.colours {
		c.Colours.Add(ColourWords[i], n)
	}
	return c
}

func (g *Game) private(s engine.Seat) PrivateStatus {
	p := &g.players[s]
	ps := PrivateStatus{}
	if g.bribery.sealed.Has(s) {
		if ps.Bid = g.bribery.sums[s]; !g.light {
			ps.Bid = g.bribery.bids[s].Values()
		}
	}
	if g.light {
		return ps
	}
	c := &CardStatus{
		Hand:     HandStatus{Notes: p.notes.Values(), Goods: p.goods.Words(), Jobs: []string{}, Allies: []string{}},
		Suitcase: g.suitcase(s),
	}
	for j := range g.cat.Jobs {
		for range p.jobs[j] {
			c.Hand.Jobs = append(c.Hand.Jobs, g.cat.Jobs[j].ID)
		}
	}
	slices.Sort(c.Hand.Jobs)
	for range p.unknown {
		c.Hand.Jobs = append(c.Hand.Jobs, Unknown)
	}
	for a := range g.cat.Allies {
		if p.allies>>a&1 != 0 {
			c.Hand.Allies = append(c.Hand.Allies, g.cat.Allies[a].ID)
		}
	}
	slices.Sort(c.Hand.Allies)
	if g.boxDraws {
		c.Drawn = new(DrawnStatus)
		if g.drawnN > 0 && g.stack[len(g.stack)-1].seat == s {
			*c.Drawn = DrawnStatus{g.cat.Jobs[g.drawn[0]].ID, g.cat.Jobs[g.drawn[1]].ID}
		}
	}
	ps.CardStatus = c
	return ps
}

func (g *Game) result() ResultStatus {
	r := ResultStatus{Ranking: [][]string{}, Winners: []string{}, RankingSeats: g.ranking()}
	r.Broken = tieBroken(r.RankingSeats, g.scores[:])
	r.Scores = bySeat(g, func(s engine.Seat) ScoreStatus {
		sc := &g.scores[s]
		st := ScoreStatus{
			Money: sc.money, Turfs: []string{}, TurfBonus: Bonus * sc.turfBonus(), Colours: []string{}, JobBonus: Bonus * sc.jobBonus(), Total: sc.total,
		}
		for t := Turf(1); t <= Turfs; t++ {
			if sc.turfs.Has(t) {
				st.Turfs = append(st.Turfs, TurfWords[t])
			}
		}
		for c := range colourCount {
			if sc.colours>>c&1 != 0 {
				st.Colours = append(st.Colours, ColourWords[c])
			}
		}
		return st
	})
	for _, group := range r.RankingSeats {
		var names []string
		for _, s := range group {
			names = append(names, g.roster[s])
		}
		r.Ranking = append(r.Ranking, names)
	}
	r.Winners = r.Ranking[0]
	return r
}
