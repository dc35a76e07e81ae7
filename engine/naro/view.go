package naro

import "consigliere/engine"

// A Status is what everybody knows; section 9 of the ledger names the keys.
type Status struct {
	engine.Common
	Boss     string                      `json:"boss"`
	NextBoss string                      `json:"next_boss"`
	Token    string                      `json:"token"`
	Loot     []string                    `json:"loot"`
	FaceDown int                         `json:"face_down"`
	Discards int                         `json:"discards"`
	Turn     string                      `json:"turn"`
	Claim    []string                    `json:"claim"`
	Banned   string                      `json:"banned"`
	Victim   string                      `json:"victim"`
	Shots    []ShotStatus                `json:"shots"`
	Players  engine.BySeat[PlayerStatus] `json:"players"`

	Step   Step            `json:"-"` // the phase more finely, as everybody sees it from waiting
	Fights [maxSeats]Fight `json:"-"` // what the last reveals have shown
}

// A ShotStatus is one card turned up in step 6.
type ShotStatus struct {
	From string `json:"from"`
	At   string `json:"at"`
	Card string `json:"card"`
}

// A PlayerStatus is what everybody knows of a seat.
type PlayerStatus struct {
	Alive     bool   `json:"alive"`
	Wounds    int    `json:"wounds"`
	Power     string `json:"power"`
	Hand      int    `json:"hand"`
	Loaded    bool   `json:"loaded"`
	Target    string `json:"target"`
	Stance    string `json:"stance"`
	LootCount int    `json:"loot_count"`
	Shown     string `json:"shown"`

	Aim    engine.Seat `json:"-"` // as Target, for arrows; unaimed where that is ""
	Locked bool        `json:"-"` // has chosen, where all choose at once
	Deadly int         `json:"-"` // how many wounds kill it
}

// A PrivateStatus is what one seat knows besides.
type PrivateStatus struct {
	Hand   HandStatus `json:"hand"`
	Loaded string     `json:"loaded"`
	Loot   []string   `json:"loot"`
	Choice string     `json:"choice"`
	Drawn  string     `json:"drawn"`
	Peek   []string   `json:"peek"`
}

// A HandStatus is the bullets left in a hand.
type HandStatus struct {
	Click int `json:"click"`
	Bang  int `json:"bang"`
}

// A ResultStatus is how the play ended.
type ResultStatus struct {
	Reason  string                     `json:"reason"`
	Scores  engine.BySeat[ScoreStatus] `json:"scores"`
	Ranking []RankStatus               `json:"ranking"`
	Winners []string                   `json:"winners"`
}

// A ScoreStatus is what a seat's loot is worth.
type ScoreStatus struct {
	Alive         bool `json:"alive"`
	Wounds        int  `json:"wounds"`
	Cash          int  `json:"cash"`
	DiamondCards  int  `json:"diamond_cards"`
	Diamonds      int  `json:"diamonds"`
	Bonus         int  `json:"bonus"`
	Paintings     int  `json:"paintings"`
	PaintingValue int  `json:"painting_value"`
	Total         int  `json:"total"`
}

// A RankStatus is one place of the ranking.
type RankStatus struct {
	Seat   string `json:"seat"`
	Rank   int    `json:"rank"`
	Total  int    `json:"total"`
	Wounds int    `json:"wounds"`

	Who engine.Seat `json:"-"`
}

// View returns what the viewer may know.
func (g *Game) View(l engine.Viewer) engine.View {
	if g.known == nil {
		s := g.status()
		g.known = &s
	}
	v := engine.View{Viewer: l, Common: g.known.Common, Public: g.known}
	if l >= 0 && int(l) < len(g.roster) {
		v.Private = g.private(l)
	}
	if g.step == StepOver {
		v.Result = g.result()
	}
	return v
}

func (g *Game) status() Status {
	s := Status{
		Common: engine.Common{
			Game: "naro", Phase: stepData[g.step].phase, Round: int(g.round), Waiting: g.waiting(), Over: g.step == StepOver,
		},
		Boss: g.roster[g.boss], NextBoss: g.nameOr(g.nextBoss, ""), Token: "available",
		Loot: g.open.words(), FaceDown: g.columns(), Discards: int(g.burnt[Click] + g.burnt[Bang]),
		Turn: g.nameOr(g.turn, ""), Claim: []string{}, Victim: g.nameOr(g.victim, ""), Shots: []ShotStatus{},
		Step: g.step, Fights: g.fights,
	}
	if g.tokenTaken {
		s.Token = "taken"
	}
	if g.step == StepForbid {
		s.Claim = append(s.Claim, g.claim.Card.String())
		if g.claim.Second != NoLoot {
			s.Claim = append(s.Claim, g.claim.Second.String())
		}
	}
	if g.banned != NoKind {
		s.Banned = g.banned.String()
	}
	for from := range g.roster {
		if sh := g.shots[from]; sh.card != NoBullet {
			s.Shots = append(s.Shots, ShotStatus{g.roster[from], g.roster.Name(sh.at), sh.card.String()})
		}
	}
	s.Players = engine.BySeat[PlayerStatus]{Names: g.roster, Of: make([]PlayerStatus, len(g.roster))}
	for i := range g.roster {
		s.Players.Of[i] = g.playerStatus(engine.Seat(i))
	}
	return s
}

func (g *Game) playerStatus(s engine.Seat) PlayerStatus {
	p := &g.players[s]
	ps := PlayerStatus{
		Alive: p.alive, Wounds: int(p.wounds), Power: p.power.String(), Hand: p.bullets(), Loaded: p.loaded != NoBullet,
		Stance: stanceWords[p.stance], Aim: unaimed, Deadly: int(deadly(p.power)),
		Locked: g.simultaneous() && p.alive && !g.await.Has(s) && !(g.step == StepAim && s == g.owner[Enchanter]),
	}
	if g.step != StepAim && p.target != unaimed { // NARO-5.1
		ps.Aim, ps.Target = p.target, g.roster.Name(p.target)
	}
	if p.alive {
		ps.LootCount = p.loot.size()
	}
	if p.shown != NoBullet {
		ps.Shown = p.shown.String()
	}
	return ps
}

// simultaneous reports whether several seats choose at once.
func (g *Game) simultaneous() bool {
	return g.step == StepLoad || g.step == StepAim || g.step == StepCourage
}

func (g *Game) waiting() []engine.Waiting {
	list := []engine.Waiting{}
	if g.step.byTable() {
		return append(list, engine.Waiting{Seat: "table", Do: stepData[g.step].verb})
	}
	for s, name := range g.roster {
		if g.await.Has(engine.Seat(s)) {
			list = append(list, engine.Waiting{Seat: name, Do: stepData[g.step].verb})
		}
	}
	return list
}

func (g *Game) nameOr(s engine.Seat, none string) string {
	if s < 0 {
		return none
	}
	return g.roster[s]
}

func (g *Game) private(s engine.Seat) PrivateStatus {
	p := &g.players[s]
	ps := PrivateStatus{
		Hand: HandStatus{int(p.hand[Click]), int(p.hand[Bang])}, Loot: []string{}, Peek: []string{},
		Choice: g.choiceOf(s),
	}
	if p.loaded != NoBullet {
		ps.Loaded = p.loaded.String()
	}
	if p.alive {
		ps.Loot = p.loot.words()
	}
	if g.drawn != NoBullet && s == g.owner[Gambler] {
		ps.Drawn = g.drawn.String()
	}
	if (g.step == StepRob || g.step == StepScavenge) && g.await.Has(s) {
		ps.Peek = g.players[g.victim].loot.words()
	}
	return ps
}

// choiceOf returns the seat's locked choice while others are still awaited.
func (g *Game) choiceOf(s engine.Seat) string {
	p := &g.players[s]
	switch {
	case !p.alive || g.await.Has(s):
	case g.step == StepAim && p.target != unaimed:
		return g.roster.Name(p.target)
	case g.step == StepCourage && p.guts == Up:
		return "stand"
	case g.step == StepCourage:
		return "duck"
	}
	return ""
}
