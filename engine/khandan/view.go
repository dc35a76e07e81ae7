package khandan

import (
	"slices"

	"consigliere/engine"
)

// A Status is what everybody knows; the keys are those of section 9.1 of the ledger.
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
	public *public
}

// A public is the status as numbers.
type public struct {
	step      step
	sealed    bool
	seats     int
	resources [resourceCount]track
	named     [resourceCount]bool
	moved     [resourceCount]int
	leader    engine.Seat
	moderator engine.Seat
	signer    engine.Seat
	signs     engine.Seat
	votes     [maxSeats]vote // while sealed: done alone
	side      Choice
	yes, no   int
	sharing   engine.SeatSet
	shares    [maxSeats]int
	tied      engine.SeatSet
	roles     [maxSeats][]Role
	order     []engine.Seat
	drafter   engine.Seat
	holder    [publicRoles]engine.SeatOrNone
	offers    []deal
	history   []event
	lines     []line
	lineKeys  []string
	ability   [maxSeats][4]int
	decision  *decision
	result    int
	records   Records
	story     Story
	pack      *Pack
	shown     bool
	coins     [maxSeats]int
	power     [maxSeats]int
	promises  [maxSeats]promises
	judged    string
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

// A PrivateStatus is what one seat knows besides; the keys are those of section 9.2.
type PrivateStatus struct {
	Coins      int            `json:"coins"`
	Power      int            `json:"power"`
	SecretRole *string        `json:"secret_role"`
	Options    []string       `json:"options"`
	Vote       *OwnVoteStatus `json:"vote"`
	Promises   PromiseStatus  `json:"promises"`

	secret Role
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

// A ResultStatus is how the latest reign ended; the keys are those of section 9.3.
type ResultStatus struct {
	Reign    int                        `json:"reign"`
	Ending   string                     `json:"ending"`
	Scores   engine.BySeat[ScoreStatus] `json:"scores"`
	Ranking  []string                   `json:"ranking"`
	Winners  []string                   `json:"winners"`
	Campaign *CampaignStatus            `json:"campaign,omitempty"`

	ending  Ending
	secrets [maxSeats]Role
	ranking []engine.Seat
	winners engine.SeatSet // of the campaign
	points  [maxSeats]int
	decided string // the key of what has decided between equals; "" if nothing had to
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

// View returns what the looker may know.
func (g *Game) View(l engine.Looker) engine.View {
	s := g.status()
	v := engine.View{Looker: l, Common: s.Common, Public: s}
	if g.sits(l) {
		v.Private = g.private(l)
	}
	if g.step == stepBetween || g.step == stepOver {
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
		public: g.public(),
	}
	s.Roles = bySeat(g, func(x engine.Seat) []string { return wordsOf(s.public.roles[x]) })
	for i := range g.resources {
		t := &g.resources[i]
		s.Resources.Add(resourceWords[i], TrackStatus{t.value, orNil(t.slope.String()), t.run})
		if g.named[i] {
			s.Changes.Add(resourceWords[i], g.moved[i])
		}
	}
	if g.hasCard {
		s.Card = &g.card
	}
	s.Tally = TallyStatus{s.public.yes, s.public.no}
	for x := range g.all {
		switch v := &g.votes[x]; {
		case v.choice == NoChoice:
		case !g.openVotes():
			s.Votes.Add(g.roster[x], VoteStatus{"sealed", 0, true})
		default:
			s.Votes.Add(g.roster[x], VoteStatus{v.choice.String(), v.power, v.done})
		}
		if g.sharing.Has(x) {
			s.Shares.Add(g.roster[x], g.shares[x])
		}
		if s.public.shown {
			s.Holdings.Add(g.roster[x], HoldingsStatus{g.characters[x].coins, g.characters[x].power})
		}
	}
	for i := range g.offers {
		d := &g.offers[i]
		state := "open"
		if d.bound {
			state = "bound"
		}
		s.Deals = append(s.Deals, DealStatus{d.n, g.roster[d.from], g.roster[d.to], g.terms(&d.give), g.terms(&d.get), state})
	}
	for _, e := range g.history {
		s.History = append(s.History, EventStatus{e.n, e.resource.String(), e.sign.String(), g.roster[e.house], e.reign})
	}
	for i := range g.lines {
		l := &g.lines[i]
		st := LineStatus{Events: []LineEventStatus{}, Ended: l.ended, Holder: g.nameOf(l.holder())}
		for _, e := range l.events {
			st.Events = append(st.Events, LineEventStatus{e.event, g.roster[e.house], e.reign})
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
func (g *Game) public() *public {
	p := &public{
		step: g.step, seats: g.seats, resources: g.resources, named: g.named, moved: g.moved,
		leader: g.leader, moderator: g.moderator, signer: g.signer, signs: g.signs(), side: g.side,
		sharing: g.sharing, shares: g.shares, tied: g.tied, order: slices.Clone(g.order[:g.seats]), drafter: g.drafts(), holder: g.holder,
		offers: slices.Clone(g.offers), history: slices.Clone(g.history), lines: slices.Clone(g.lines[:]), result: g.result, records: g.records, story: g.story, pack: g.pack,
		sealed: g.sealed, shown: g.shown || g.step == stepBetween || g.step == stepOver, promises: g.promises, judged: g.judged(),
	}
	for s := range g.all {
		p.roles[s] = g.stands(s)
		p.ability[s] = g.works(s)
		p.votes[s] = g.votes[s]
		if !g.openVotes() && g.votes[s].choice != NoChoice {
			p.votes[s] = vote{done: true}
		}
		if p.shown {
			p.coins[s], p.power[s] = g.characters[s].coins, g.characters[s].power
		}
	}
	if g.openVotes() {
		p.yes, p.no = g.tally()
	}
	for i := range g.lines {
		p.lineKeys = append(p.lineKeys, g.lineKey(i))
	}
	if g.decision >= 0 {
		p.decision = &g.pack.decisions[g.decision]
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
		Coins: c.coins, Power: c.power, SecretRole: orNil(c.secret.String()), Options: []string{}, secret: c.secret,
		Promises: PromiseStatus{
			Vote: orNil(p.vote.String()), Power: p.power, Tie: orNil(choiceWords[p.tie]),
			Leader: g.nameOf(p.leader.Seat()), Sign: g.nameOf(p.sign.Seat()),
		},
	}
	if s == g.drafts() {
		st.Options, st.left = wordsOf(g.left), append([]Role{}, g.left...)
	}
	if v := &g.votes[s]; v.choice != NoChoice {
		st.Vote = &OwnVoteStatus{v.choice.String(), v.power}
		if !g.openVotes() && !v.choice.abstains() {
			st.Power -= v.power // it lies on the vote, as only this seat knows
		}
	}
	return st
}

func (g *Game) resultStatus() ResultStatus {
	r := ResultStatus{
		Reign: g.reign, Ending: g.ending.String(), ending: g.ending,
		Ranking: g.namesIn(g.ranking[:g.seats]), Winners: g.namesIn(g.ranking[:1]), ranking: append([]engine.Seat{}, g.ranking[:g.seats]...),
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
		r.secrets[s] = g.characters[s].secret
	}
	if !g.over {
		r.decided = g.reignDecided()
		return r
	}
	r.points, r.winners, _ = g.standing20()
	r.decided = g.campaignDecided()
	r.Campaign = &CampaignStatus{
		By: g.judged(), Winners: g.namesOf(r.winners),
		Standing: bySeat(g, func(s engine.Seat) StandingStatus {
			h := &g.houses[s]
			return StandingStatus{h.prestige, h.crown, h.wins, r.points[s]}
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

// scoreTable returns the final standing of the campaign.
func scoreTable(v view) engine.ScoreTable {
	r := v.Result
	if r == nil || r.Campaign == nil {
		return engine.ScoreTable{}
	}
	t := engine.ScoreTable{Columns: []string{"score.prestige", "score.crown"}}
	for s, st := range r.Campaign.Standing.Of {
		row := engine.ScoreRow{Values: []int{st.Prestige, st.Crown}, Total: st.Score, Rank: 1, Winner: r.winners.Has(engine.Seat(s))}
		switch r.Campaign.By {
		case "unity":
			row.Values[1] = 0
		case "division":
			row.Values[0] = 0
		}
		if !row.Winner {
			row.Rank = 1 + r.winners.Len()
			for o, other := range r.Campaign.Standing.Of {
				if !r.winners.Has(engine.Seat(o)) && other.Score > st.Score {
					row.Rank++
				}
			}
		}
		t.Rows = append(t.Rows, row)
	}
	return t
}

// worth returns what the campaign would be won by if it ended now: prestige, crowns, or both.
func worth(v view) int {
	st := v.Public
	h := st.Houses.Of[v.Looker]
	switch st.public.judged {
	case "unity":
		return h.Prestige
	case "division":
		return h.Crown
	}
	return h.Prestige + h.Crown
}
