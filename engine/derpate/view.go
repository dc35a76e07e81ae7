package derpate

import (
	"strconv"

	"consigliere/engine"
)

// A Status is what everybody knows; section 9 of the ledger names the keys.
type Status struct {
	engine.Common
	Start       string                      `json:"start"`
	Order       []string                    `json:"order"`
	Active      *string                     `json:"active"`
	Row         int                         `json:"row"`
	Dice        map[string]FaceStatus       `json:"dice"`
	Placed      []PlacedStatus              `json:"placed"`
	Car         *int                        `json:"car"`
	CarDistrict *string                     `json:"car_district"`
	Owners      map[string]*string          `json:"owners"`
	Event       *string                     `json:"event"`
	Drawn       []string                    `json:"drawn"`
	EventTrack  EventTrackStatus            `json:"event_track"`
	KO          *string                     `json:"ko"`
	Friends     int                         `json:"friends_supply"`
	Neutral     NeutralStatus               `json:"neutral"`
	Fresh       map[string][]string         `json:"fresh"`
	Players     engine.BySeat[PlayerStatus] `json:"players"`

	// What scenes show besides; everybody sees it in the waiting and on the table.
	ActiveSeat engine.Seat               `json:"-"`
	Reroll     DieSet                    `json:"-"`
	Owner      [BusinessCount + 1]Holder `json:"-"`
	Card       *EventCard                `json:"-"` // of this round; nil: none yet
	Cat        *Catalogue                `json:"-"`
	Taken      [DistrictCount]bool       `json:"-"`
	Takings    TakingsStep               `json:"-"`

	SpyNeutral bool `json:"-"`
	AtEndOnly  bool `json:"-"`
}

// A FaceStatus is what a die shows: a number, "puppet", or null if it is not yet rolled.
type FaceStatus Face

// MarshalJSON writes the face.
func (f FaceStatus) MarshalJSON() ([]byte, error) {
	switch Face(f) {
	case NoFace:
		return []byte("null"), nil
	case Puppet:
		return []byte(`"puppet"`), nil
	}
	return strconv.AppendInt(nil, int64(f), 10), nil
}

// A PlacedStatus is one die on the action board.
type PlacedStatus struct {
	Row  int        `json:"row"`
	Die  string     `json:"die"`
	Face FaceStatus `json:"face"`
	Box  string     `json:"box"`
}

// An EventTrackStatus is how far the event markers are.
type EventTrackStatus struct {
	Grey int `json:"grey"`
	Red  int `json:"red"`
}

// A NeutralStatus is where the neutral members off the board are.
type NeutralStatus struct {
	Jail  int `json:"jail"`
	River int `json:"river"`
	Box   int `json:"box"`
}

// A PlayerStatus is what everybody knows of a seat.
type PlayerStatus struct {
	Family      string         `json:"family"`
	Reputation  int            `json:"reputation"`
	Influence   int            `json:"influence"`
	Income      int            `json:"income"`
	Favours     int            `json:"favours"`
	Reserve     int            `json:"reserve"`
	Jail        int            `json:"jail"`
	River       int            `json:"river"`
	Businesses  []string       `json:"businesses"`
	Friends     int            `json:"friends"`
	FriendsUsed int            `json:"friends_used"`
	DebtTokens  int            `json:"debt_tokens"`
	Owes        map[string]int `json:"owes"`
	Tokens      TokenStatus    `json:"tokens"`
	Money       *int           `json:"money,omitempty"` // open, or over
}

// A TokenStatus is where the action tokens of a seat are.
type TokenStatus struct {
	Track []string `json:"track"`
	Held  []string `json:"held"`
	Used  []string `json:"used"`
}

// A PrivateStatus is what one seat knows besides.
type PrivateStatus struct {
	Money int `json:"money"`
}

// A ResultStatus is how the play ended.
type ResultStatus struct {
	KO         string                     `json:"ko"`
	Eliminated []string                   `json:"eliminated"`
	Scores     engine.BySeat[ScoreStatus] `json:"scores"`
	Ranking    []string                   `json:"ranking"`
	Winners    []string                   `json:"winners"`

	RankingSeats []engine.Seat  `json:"-"`
	WinnerSet    engine.SeatSet `json:"-"`
	Ranks        []int          `json:"-"` // of ranking; equal ones have the same
}

// A ScoreStatus is the reckoning of one seat (PATE-16.8).
type ScoreStatus struct {
	Money         int  `json:"money"`
	Income        int  `json:"income"`
	Businesses    int  `json:"businesses"`
	Bail          int  `json:"bail"`
	DebtsPaid     int  `json:"debts_paid"`
	DebtsReceived int  `json:"debts_received"`
	Total         int  `json:"total"`
	Eliminated    bool `json:"eliminated"`
	OtherTrack    int  `json:"other_track"`
	Family        int  `json:"family"`
}

// View returns what the viewer may know.
func (g *Game) View(l engine.Viewer) engine.View {
	s := g.status()
	v := engine.View{Viewer: l, Common: s.Common, Public: s}
	if l >= 0 && int(l) < g.seats {
		v.Private = PrivateStatus{g.players[l].money}
	}
	if g.step == stepOver {
		v.Result = g.result()
	}
	return v
}

func (g *Game) phase() string {
	switch {
	case g.step == stepOver:
		return "over"
	case g.round == 0:
		return "setup"
	case g.active == engine.NoSeat:
		return "event"
	}
	return "dice"
}

func (g *Game) status() Status {
	s := Status{
		Common: engine.Common{
			Game: "derpate", Phase: g.phase(), Round: int(g.round), Waiting: g.waiting(), Over: g.step == stepOver,
		},
		Start: g.roster[g.order[0]], Order: g.names(g.order[:g.seats]), Row: int(g.row),
		Dice: map[string]FaceStatus{}, Placed: []PlacedStatus{}, Owners: make(map[string]*string, BusinessCount),
		Drawn: []string{}, EventTrack: EventTrackStatus{int(g.markers[0]), int(g.markers[1])}, Friends: int(g.friend),
		Neutral:    NeutralStatus{int(g.neutralJail), int(g.neutralRiver), int(g.neutralBox)},
		Fresh:      map[string][]string{},
		Players:    engine.BySeat[PlayerStatus]{Names: g.roster, Of: make([]PlayerStatus, g.seats)},
		ActiveSeat: g.active, Reroll: g.reroll, Cat: g.cat, Taken: g.taken, Owner: g.owner, Takings: g.takings,
		SpyNeutral: g.spyNeutral, AtEndOnly: g.atEndOnly,
	}
	if g.active != engine.NoSeat {
		s.Active = &g.roster[g.active]
	}
	for c := Black; c <= Red; c++ {
		if g.unplaced.Has(c) {
			s.Dice[c.String()] = FaceStatus(g.dice[c])
		}
	}
	for i, p := range g.placed[:g.placedN] {
		s.Placed = append(s.Placed, PlacedStatus{i + 1, p.die.String(), FaceStatus(p.face), p.box.String()})
	}
	if g.car > 0 {
		car := int(g.car)
		s.Car, s.CarDistrict = &car, &g.cat.Districts[g.carDistrict()].ID
	}
	neutral := "neutral"
	for b := Business(1); b <= BusinessCount; b++ {
		var owner *string
		if h := g.owner[b]; h == Neutral {
			owner = &neutral
		} else if h.Seat() {
			owner = &g.roster[h]
		}
		s.Owners[b.String()] = owner
	}
	if g.card >= 0 {
		s.Card = &g.cat.Events[g.card]
		s.Event = &s.Card.ID
	}
	for _, card := range g.drawn[:g.drawnN] {
		s.Drawn = append(s.Drawn, g.cat.Events[card].ID)
	}
	if g.ko != NoTrack {
		s.KO = &TrackWords[g.ko]
	}
	for i := range g.seats {
		if g.fresh[i] != 0 {
			s.Fresh[g.roster[i]] = g.fresh[i].words()
		}
		s.Players.Of[i] = g.playerStatus(i)
	}
	return s
}

func (g *Game) playerStatus(i int) PlayerStatus {
	p := &g.players[i]
	ps := PlayerStatus{
		Family: familyWords[g.family[i]], Reputation: p.pos[Reputation], Influence: p.pos[Influence],
		Income: p.pos[Income], Favours: p.pos[Favours], Reserve: int(p.reserve), Jail: int(p.jail), River: int(p.river),
		Businesses: []string{}, Friends: int(p.friends), FriendsUsed: int(p.friendsUsed), DebtTokens: int(p.debts),
		Owes:   map[string]int{},
		Tokens: TokenStatus{((greyTokens | redTokens) &^ (p.held | p.used)).words(), p.held.words(), p.used.words()},
	}
	for b := Business(1); b <= BusinessCount; b++ {
		if g.owner[b] == Holder(i) {
			ps.Businesses = append(ps.Businesses, b.String())
		}
	}
	for h, n := range p.owes {
		if n > 0 {
			ps.Owes[g.holderName(Holder(h))] = int(n)
		}
	}
	if g.openMoney || g.step == stepOver {
		money := p.money
		ps.Money = &money
	}
	return ps
}

func (g *Game) holderName(h Holder) string {
	if h == Bank {
		return "bank"
	}
	return g.roster[h]
}

func (g *Game) names(seats []engine.Seat) []string {
	names := make([]string, len(seats))
	for i, s := range seats {
		names[i] = g.roster[s]
	}
	return names
}

// waiting returns the one move that is due.
func (g *Game) waiting() []engine.Waiting {
	list := []engine.Waiting{}
	var room [8]engine.Ask
	for _, a := range g.Asks(room[:0]) {
		if !a.Optional {
			list = append(list, engine.Waiting{Seat: g.roster.Name(a.Seat), Do: a.Verb})
		}
	}
	return list
}

func (g *Game) result() ResultStatus {
	r := ResultStatus{
		KO: g.ko.String(), Eliminated: []string{}, Winners: []string{}, WinnerSet: g.winners(),
		Scores: engine.BySeat[ScoreStatus]{Names: g.roster, Of: make([]ScoreStatus, g.seats)},
	}
	for i := range g.seats {
		s, sc := engine.Seat(i), &g.scores[i]
		r.Scores.Of[i] = ScoreStatus{
			sc.money, sc.income, sc.businesses, sc.bail, sc.paid, sc.received, sc.total, sc.out, sc.other, sc.family,
		}
		if sc.out {
			r.Eliminated = append(r.Eliminated, g.roster[i])
			continue
		}
		at := 0
		for at < len(r.RankingSeats) && better(sc, &g.scores[r.RankingSeats[at]]) <= 0 {
			at++
		}
		r.RankingSeats = append(r.RankingSeats, s)
		copy(r.RankingSeats[at+1:], r.RankingSeats[at:])
		r.RankingSeats[at] = s
		if r.WinnerSet.Has(s) {
			r.Winners = append(r.Winners, g.roster[i])
		}
	}
	for i, s := range r.RankingSeats {
		rank := i + 1
		if i > 0 && better(&g.scores[s], &g.scores[r.RankingSeats[i-1]]) == 0 {
			rank = r.Ranks[i-1]
		}
		r.Ranks = append(r.Ranks, rank)
	}
	r.Ranking = g.names(r.RankingSeats)
	return r
}
