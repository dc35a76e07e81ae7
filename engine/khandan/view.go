package khandan

import (
	"slices"

	"consigliere/engine"
)

// A Status is what everybody knows; section 9.1 of the ledger names the keys.
type Status struct {
	engine.Common
	Reign           int                        `json:"reign"`
	Order           []string                   `json:"order"`
	Resources       engine.Object              `json:"resources"`
	Stability       int                        `json:"stability"`
	Pool            int                        `json:"pool"`
	Leader          string                     `json:"leader"`
	Moderator       string                     `json:"moderator"`
	Roles           engine.BySeat[[]string]    `json:"roles"`
	DraftLeft       int                        `json:"draft_left"`
	Card            *string                    `json:"card"`
	Votes           engine.Object              `json:"votes"`
	Tally           TallyStatus                `json:"tally"`
	Side            *string                    `json:"side"`
	Tied            []string                   `json:"tied"`
	Shares          engine.Object              `json:"shares"`
	Changes         engine.Object              `json:"changes"`
	StabilityChange int                        `json:"stability_change"`
	Signer          *string                    `json:"signer"`
	Deals           []DealStatus               `json:"deals"`
	History         []EventStatus              `json:"history"`
	Lines           engine.Object              `json:"lines"`
	Unity           int                        `json:"unity"`
	Division        int                        `json:"division"`
	Houses          engine.BySeat[HouseStatus] `json:"houses"`
	Holdings        engine.Object              `json:"holdings"`

	// What scenes and labels use besides; it says no more.
	Public *Public `json:"-"`
}

// A Public is the status as numbers.
type Public struct {
	Step      Step
	Sealed    bool
	Seats     int
	Resources [ResourceCount]Track
	Named     [ResourceCount]bool
	Moved     [ResourceCount]int
	Leader    engine.Seat
	Moderator engine.Seat
	signer    engine.Seat
	Signs     engine.Seat
	Votes     [MaxSeats]VoteState // while sealed: done alone
	Side      Choice
	Yes, No   int
	Settled   bool          // the power of the votes is shared out
	Earned    [MaxSeats]int // coins, by an abstention that all see
	Sharing   engine.SeatSet
	Shares    [MaxSeats]int
	tied      engine.SeatSet
	Roles     [MaxSeats][]Role
	order     []engine.Seat
	Drafter   engine.Seat
	Chose     engine.SeatSet // those who have taken their secret roles, as long as others have not
	holder    [publicRoles]engine.SeatOrNone
	Offers    []Deal
	History   []Event
	Lines     []Line
	LineKeys  []string
	ability   [MaxSeats][4]int
	Decision  *Decision
	Result    int
	Records   Records
	Story     Story
	Pack      *Pack
	Shown     bool
	Coins     [MaxSeats]int
	Power     [MaxSeats]int
	Promises  [MaxSeats]Promises
	Judged    string
}

// A TrackStatus is a resource.
type TrackStatus struct {
	Value int     `json:"value"`
	Slope *string `json:"slope"`
	Run   int     `json:"run"`
}

// A VoteStatus is a vote as everybody sees it.
type VoteStatus struct {
	Choice string `json:"choice"`
	Power  int    `json:"power"`
	Done   bool   `json:"done"`
}

// A TallyStatus is the power on each side.
type TallyStatus struct {
	Yes int `json:"yes"`
	No  int `json:"no"`
}

// A DealStatus is a deal or an offer.
type DealStatus struct {
	Deal  int           `json:"deal"`
	From  string        `json:"from"`
	To    string        `json:"to"`
	Give  engine.Object `json:"give"`
	Get   engine.Object `json:"get"`
	State string        `json:"state"`
}

// An EventStatus is a historical event.
type EventStatus struct {
	N        int    `json:"n"`
	Resource string `json:"resource"`
	Sign     string `json:"sign"`
	House    string `json:"house"`
	Reign    int    `json:"reign"`
}

// A LineStatus is a storyline.
type LineStatus struct {
	Events []LineEventStatus `json:"events"`
	Ended  bool              `json:"ended"`
	Holder *string           `json:"holder"`
}

// A LineEventStatus is a story event.
type LineEventStatus struct {
	Event string `json:"event"`
	House string `json:"house"`
	Reign int    `json:"reign"`
}

// A HouseStatus is a house.
type HouseStatus struct {
	Name         string        `json:"name"`
	Emblem       string        `json:"emblem"`
	Number       int           `json:"number"`
	Prestige     int           `json:"prestige"`
	Crown        int           `json:"crown"`
	Wins         int           `json:"wins"`
	RoleCounts   engine.Object `json:"role_counts"`
	Achievements []string      `json:"achievements"`
	Ability      engine.Object `json:"ability"`
}

// A HoldingsStatus is what a character has in hand.
type HoldingsStatus struct {
	Coins int `json:"coins"`
	Power int `json:"power"`
}

// A PrivateStatus is what one seat knows besides; section 9.2 names the keys.
type PrivateStatus struct {
	Coins      int            `json:"coins"`
	Power      int            `json:"power"`
	SecretRole *string        `json:"secret_role"`
	Options    []string       `json:"options"`
	Vote       *OwnVoteStatus `json:"vote"`
	Promises   PromiseStatus  `json:"promises"`

	Secret Role `json:"-"`
	left   []Role
}

// An OwnVoteStatus is a seat's own vote.
type OwnVoteStatus struct {
	Choice string `json:"choice"`
	Power  int    `json:"power"`
}

// A PromiseStatus is what binds a seat in this phase.
type PromiseStatus struct {
	Vote   *string `json:"vote"`
	Power  int     `json:"power"`
	Tie    *string `json:"tie"`
	Leader *string `json:"leader"`
	Sign   *string `json:"sign"`
}

// A ResultStatus is how the latest reign ended; section 9.3 names the keys.
type ResultStatus struct {
	Reign    int                        `json:"reign"`
	Ending   string                     `json:"ending"`
	Scores   engine.BySeat[ScoreStatus] `json:"scores"`
	Ranking  []string                   `json:"ranking"`
	Winners  []string                   `json:"winners"`
	Campaign *CampaignStatus            `json:"campaign,omitempty"`

	EndingKind   Ending         `json:"-"`
	Secrets      [MaxSeats]Role `json:"-"`
	RankingSeats []engine.Seat  `json:"-"`
	WinnerSet    engine.SeatSet `json:"-"` // of the campaign
	Points       [MaxSeats]int  `json:"-"`
	Decided      string         `json:"-"` // the key of what has decided between equals; "" if nothing had to
}

// A ScoreStatus is the score of one seat.
type ScoreStatus struct {
	SecretRole     string `json:"secret_role"`
	Coins          int    `json:"coins"`
	Power          int    `json:"power"`
	CoinPlace      int    `json:"coin_place"`
	PowerPlace     int    `json:"power_place"`
	ResourcePoints int    `json:"resource_points"`
	CoinPoints     int    `json:"coin_points"`
	PublicPoints   int    `json:"public_points"`
	PowerPoints    int    `json:"power_points"`
	AbilityPoints  int    `json:"ability_points"`
	Total          int    `json:"total"`
	Place          int    `json:"place"`
	Prestige       int    `json:"prestige"`
	Crown          int    `json:"crown"`
}

// A CampaignStatus is how the campaign ended.
type CampaignStatus struct {
	By       string                        `json:"by"`
	Standing engine.BySeat[StandingStatus] `json:"standing"`
	Winners  []string                      `json:"winners"`
}

// A StandingStatus is what a house has reached in the end.
type StandingStatus struct {
	Prestige int `json:"prestige"`
	Crown    int `json:"crown"`
	Wins     int `json:"wins"`
	Score    int `json:"score"`
}

// View returns what the viewer may know.
func (g *Game) View(l engine.Viewer) engine.View {
	s := g.status()
	v := engine.View{Viewer: l, Common: s.Common, Public: s}
	if g.sits(l) {
		v.Private = g.private(l)
	}
	if g.step == StepBetween || g.step == StepOver {
		v.Result = g.resultStatus()
	}
	return v
}

// orNil returns a word, or nil where it is empty.
func orNil(word string) *string {
	if word == "" {
		return nil
	}
	return &word
}

func (g *Game) nameOf(s engine.Seat) *string {
	if !g.sits(s) {
		return nil
	}
	return &g.roster[s]
}

func bySeat[T any](g *Game, of func(s engine.Seat) T) engine.BySeat[T] {
	m := engine.BySeat[T]{Names: g.roster, Of: make([]T, g.seats)}
	for s := range m.Of {
		m.Of[s] = of(engine.Seat(s))
	}
	return m
}

func (g *Game) namesOf(set engine.SeatSet) []string {
	names := []string{}
	for s := range g.all {
		if set.Has(s) {
			names = append(names, g.roster[s])
		}
	}
	return names
}

func (g *Game) namesIn(list []engine.Seat) []string {
	names := []string{}
	for _, s := range list {
		names = append(names, g.roster[s])
	}
	return names
}

func (g *Game) status() Status {
	s := Status{
		Common: engine.Common{Game: "khandan", Phase: phaseWords[g.step], Round: g.round, Waiting: g.waiting(), Over: g.over},
		Reign:  g.reign, Order: g.namesIn(g.order[:g.seats]), Resources: engine.Object{}, Stability: g.stability, Pool: g.pool,
		Leader: g.roster[g.leader], Moderator: g.roster[g.moderator], DraftLeft: len(g.left),
		Votes: engine.Object{}, Side: orNil(g.side.String()), Tied: g.namesOf(g.tied), Shares: engine.Object{}, Changes: engine.Object{},
		StabilityChange: g.stabMoved, Signer: g.nameOf(g.signer), Deals: []DealStatus{}, History: []EventStatus{}, Lines: engine.Object{},
		Unity: g.unity, Division: g.division, Houses: bySeat(g, g.houseStatus), Holdings: engine.Object{},
		Public: g.public(),
	}
	s.Roles = bySeat(g, func(x engine.Seat) []string { return wordsOf(s.Public.Roles[x]) })
	for i := range g.resources {
		t := &g.resources[i]
		s.Resources.Add(resourceWords[i], TrackStatus{t.Value, orNil(t.Slope.String()), t.Run})
		if g.named[i] {
			s.Changes.Add(resourceWords[i], g.moved[i])
		}
	}
	if g.hasCard {
		s.Card = &g.card
	}
	s.Tally = TallyStatus{s.Public.Yes, s.Public.No}
	for x := range g.all {
		switch v := &g.votes[x]; {
		case v.Choice == NoChoice:
		case !g.openVotes():
			s.Votes.Add(g.roster[x], VoteStatus{"sealed", 0, true})
		default:
			s.Votes.Add(g.roster[x], VoteStatus{v.Choice.String(), v.Power, v.Done})
		}
		if g.sharing.Has(x) {
			s.Shares.Add(g.roster[x], g.shares[x])
		}
		if s.Public.Shown {
			s.Holdings.Add(g.roster[x], HoldingsStatus{g.characters[x].coins, g.characters[x].power})
		}
	}
	for i := range g.offers {
		d := &g.offers[i]
		state := "open"
		if d.Bound {
			state = "bound"
		}
		s.Deals = append(s.Deals, DealStatus{d.N, g.roster[d.From], g.roster[d.To], g.terms(&d.Give), g.terms(&d.Get), state})
	}
	for _, e := range g.history {
		s.History = append(s.History, EventStatus{e.n, e.Resource.String(), e.Sign.String(), g.roster[e.House], e.reign})
	}
	for i := range g.lines {
		l := &g.lines[i]
		st := LineStatus{Events: []LineEventStatus{}, Ended: l.Ended, Holder: g.nameOf(l.Holder())}
		for _, e := range l.Events {
			st.Events = append(st.Events, LineEventStatus{e.Event, g.roster[e.House], e.Reign})
		}
		s.Lines.Add(l.id, st)
	}
	return s
}

func wordsOf(roles []Role) []string {
	words := []string{}
	for _, r := range roles {
		words = append(words, r.String())
	}
	return words
}

// public returns the status as numbers, for scenes and labels.
func (g *Game) public() *Public {
	p := &Public{
		Step: g.step, Seats: g.seats, Resources: g.resources, Named: g.named, Moved: g.moved,
		Leader: g.leader, Moderator: g.moderator, signer: g.signer, Signs: g.signs(), Side: g.side,
		Sharing: g.sharing, Shares: g.shares, tied: g.tied, order: slices.Clone(g.order[:g.seats]), Drafter: g.drafts(), holder: g.holder,
		Offers: slices.Clone(g.offers), History: slices.Clone(g.history), Lines: slices.Clone(g.lines[:]), Result: g.result, Records: g.records, Story: g.story, Pack: g.pack,
		Sealed: g.sealed, Shown: g.shown || g.step == StepBetween || g.step == StepOver, Promises: g.promises, Judged: g.judged(),
	}
	for s := range g.all {
		p.Roles[s] = g.stands(s)
		p.ability[s] = g.works(s)
		p.Votes[s] = g.votes[s]
		switch c := g.votes[s].Choice; {
		case !g.openVotes() && c != NoChoice:
			p.Votes[s] = VoteState{Done: true}
		case c.Abstains():
			p.Earned[s] = g.abstention(s)
		}
		if p.Shown {
			p.Coins[s], p.Power[s] = g.characters[s].coins, g.characters[s].power
		}
	}
	p.Settled = g.settled
	if g.step == StepDraft {
		p.Chose = engine.SeatsOf(g.order[:g.drafter]...)
	}
	if g.openVotes() {
		p.Yes, p.No = g.tally()
	}
	for i := range g.lines {
		p.LineKeys = append(p.LineKeys, g.lineKey(i))
	}
	if g.decision >= 0 {
		p.Decision = &g.pack.decisions[g.decision]
	}
	return p
}

// terms returns one side of a deal as the status has it.
func (g *Game) terms(t *Terms) engine.Object {
	o := engine.Object{}
	v := t.ArgValue()
	for i := range v.Items {
		x := &v.Items[i].Value
		var value any = x.Word
		switch x.Kind {
		case engine.IntValue:
			value = x.Int
		case engine.BoolValue:
			value = true
		case engine.SeatValue:
			value = g.roster[x.Seat]
		}
		o.Add(v.Items[i].Key, value)
	}
	return o
}

func (g *Game) houseStatus(s engine.Seat) HouseStatus {
	h := &g.houses[s]
	st := HouseStatus{
		Name: g.name[s], Emblem: g.emblem[s], Number: int(s) + 1, Prestige: h.prestige, Crown: h.crown, Wins: h.wins,
		RoleCounts: engine.Object{}, Achievements: append([]string{}, h.achievements...), Ability: engine.Object{},
	}
	for r, n := range h.counts {
		if n > 0 {
			st.RoleCounts.Add(roleWords[r], n)
		}
	}
	for i, n := range g.works(s) {
		st.Ability.Add(abilityWords[i], n)
	}
	return st
}

func (g *Game) private(s engine.Seat) PrivateStatus {
	c, p := &g.characters[s], &g.promises[s]
	st := PrivateStatus{
		Coins: c.coins, Power: c.power, SecretRole: orNil(c.secret.String()), Options: []string{}, Secret: c.secret,
		Promises: PromiseStatus{
			Vote: orNil(p.Vote.String()), Power: p.Power, Tie: orNil(ChoiceWords[p.Tie]),
			Leader: g.nameOf(p.Leader.Seat()), Sign: g.nameOf(p.Sign.Seat()),
		},
	}
	if s == g.drafts() {
		st.Options, st.left = wordsOf(g.left), append([]Role{}, g.left...)
	}
	if v := &g.votes[s]; v.Choice != NoChoice {
		st.Vote = &OwnVoteStatus{v.Choice.String(), v.Power}
		if !g.openVotes() && !v.Choice.Abstains() {
			st.Power -= v.Power // it lies on the vote, as only this seat knows
		}
	}
	return st
}

func (g *Game) resultStatus() ResultStatus {
	r := ResultStatus{
		Reign: g.reign, Ending: g.ending.String(), EndingKind: g.ending,
		Ranking: g.namesIn(g.ranking[:g.seats]), Winners: g.namesIn(g.ranking[:1]), RankingSeats: append([]engine.Seat{}, g.ranking[:g.seats]...),
		Scores: bySeat(g, func(s engine.Seat) ScoreStatus {
			sc, c := &g.scores[s], &g.characters[s]
			return ScoreStatus{
				SecretRole: c.secret.String(), Coins: c.coins, Power: c.power, CoinPlace: sc.coinPlace, PowerPlace: sc.powerPlace,
				ResourcePoints: sc.resources, CoinPoints: sc.coins, PublicPoints: sc.public, PowerPoints: sc.power,
				AbilityPoints: sc.ability, Total: sc.total, Place: sc.place, Prestige: sc.prestige, Crown: sc.crown,
			}
		}),
	}
	for s := range g.all {
		r.Secrets[s] = g.characters[s].secret
	}
	if !g.over {
		r.Decided = g.reignDecided()
		return r
	}
	r.Points, r.WinnerSet, _ = g.standing20()
	r.Decided = g.campaignDecided()
	r.Campaign = &CampaignStatus{
		By: g.judged(), Winners: g.namesOf(r.WinnerSet),
		Standing: bySeat(g, func(s engine.Seat) StandingStatus {
			h := &g.houses[s]
			return StandingStatus{h.prestige, h.crown, h.wins, r.Points[s]}
		}),
	}
	return r
}

// waiting returns what is waited for, as the asks say.
func (g *Game) waiting() []engine.Waiting {
	list := []engine.Waiting{}
	g.awaited(func(s engine.Seat, verb string) {
		list = append(list, engine.Waiting{Seat: g.roster.Name(s), Do: verb})
	})
	return list
}
