package khandan

import (
	"slices"
	"strconv"
	"time"

	"consigliere/engine"
)

// A Game is one campaign. It is not safe for concurrent use.
type Game struct {
	roster engine.Roster
	seats  int

	sealed   bool          // options.voting
	boxDraws bool          // options.chance
	shown    bool          // options.holdings: coins and power are public
	byCards  bool          // options.draft: the box does not know the secret roles
	reigns   int           // options.reigns; 0: no limit
	talk     time.Duration // options.talk_seconds; 0: no clock
	pack     *Pack         // options.pack; nil: cards without a pack
	sheet    [MaxSeats]int // options.sheets: place in the pack
	name     [MaxSeats]string
	emblem   [MaxSeats]string
	chance   engine.Chance

	campaign
	reignState
	phaseState

	cues engine.Cues

	// What asks list again and again, made once.
	offering [MaxSeats][maxListedCoins + 1][]engine.Part
	adds     []engine.Action // of 1 and more power
}

// A campaign is what is carried over from reign to reign (KHA-19.1).
type campaign struct {
	reign           int
	houses          [MaxSeats]house
	history         []Event // oldest first
	recorded        int     // events of the campaign, those gone included
	lines           [storylines]Line
	unity, division int
	used            []Choice // by decision of the pack: the side taken, or NoChoice
	over            bool
}

type house struct {
	prestige, crown, wins int
	counts                [roleCount]int
	achievements          []string
	ability               [4]int // permanent
}

// An Event is a historical event.
type Event struct {
	n        int
	Resource Resource
	Sign     Polarity
	House    engine.Seat
	reign    int
}

// A Line is a storyline as far as it has come.
type Line struct {
	id      string
	Events  []LineEvent
	Ended   bool
	ability Ability // of the newest event
}

// A LineEvent is a story event that has happened.
type LineEvent struct {
	Event string
	House engine.Seat
	Reign int
}

// Holder returns who signed the newest event, or NoSeat.
func (l *Line) Holder() engine.Seat {
	if len(l.Events) == 0 {
		return engine.NoSeat
	}
	return l.Events[len(l.Events)-1].House
}

// A reignState is what a reign begins anew (KHA-19.2).
type reignState struct {
	step       Step
	round      int
	order      [MaxSeats]engine.Seat // prestige order, lowest first
	place      [MaxSeats]int         // of each seat in it
	resources  [ResourceCount]Track
	stability  int
	pool       int
	leader     engine.Seat
	moderator  engine.Seat
	characters [MaxSeats]character
	left       []Role           // secret roles that nobody has taken yet
	discarded  bool             // the first seat of the draft has discarded
	drafter    int              // place in the order
	claims     [publicRoles]int // which house of its claim list a role stands with
	kept       engine.SeatSet   // houses that have chosen two roles and are closed
	holder     [publicRoles]engine.SeatOrNone
	hasCard    bool
	card       string
	ending     Ending
	scores     [MaxSeats]score
	ranking    [MaxSeats]engine.Seat
	deals      int
}

// A Track is the level and slope of a resource.
type Track struct {
	Value int
	Slope Slope
	Run   int
}

type character struct {
	coins, power int
	secret       Role
}

// A phaseState is what a council phase begins anew (KHA-8.5).
type phaseState struct {
	decision  int // in the pack; -1: none
	votes     [MaxSeats]VoteState
	moderated bool           // somebody has chosen to moderate
	again     engine.SeatSet // those that had said that they are done, before somebody else voted or added
	since     engine.Seat    // who has done that last
	side      Choice
	tied      engine.SeatSet
	shares    [MaxSeats]int
	sharing   engine.SeatSet
	settled   bool // the power is shared
	named     [ResourceCount]bool
	moved     [ResourceCount]int
	stabMoved int
	signer    engine.Seat
	result    int     // of the decision that came true; -1: none, or typed in full
	records   Records // to be signed, like story
	story     Story
	unsealed  bool // the sealed votes are shown
	offers    []Deal
	promises  [MaxSeats]Promises
}

// A VoteState is the vote of a seat.
type VoteState struct {
	Choice Choice
	Power  int
	Done   bool
}

// A Deal is an offer, or a deal that both have confirmed.
type Deal struct {
	N         int
	From, To  engine.Seat
	Give, Get Terms
	Bound     bool
}

// Promises is what binds a seat in this phase.
type Promises struct {
	Vote   Promise
	Power  int
	Tie    Side
	Leader engine.SeatOrNone
	Sign   engine.SeatOrNone
}

// Over reports whether the campaign has ended.
func (g *Game) Over() bool { return g.over }

func (g *Game) sits(s engine.Seat) bool { return s >= 0 && int(s) < g.seats }

func (g *Game) everyone() engine.SeatSet { return 1<<uint(g.seats) - 1 }

// all yields the seats in the order of the header.
func (g *Game) all(yield func(engine.Seat) bool) {
	for s := range g.seats {
		if !yield(engine.Seat(s)) {
			return
		}
	}
}

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
	return g.cues, nil
}

// now refuses a move outside its steps.
func (g *Game) now(rule string, steps ...Step) *engine.Refusal {
	if g.over {
		return engine.Refuse("KHA-20.1", "refuse.over")
	}
	if !slices.Contains(steps, g.step) {
		return engine.Refuse(rule, "refuse.not_now")
	}
	return nil
}

// table refuses what is not a move of the table now.
func (g *Game) table(seat engine.Seat, rule string, steps ...Step) *engine.Refusal {
	if no := g.now(rule, steps...); no != nil {
		return no
	}
	if seat != engine.Table {
		return engine.Refuse(rule, "refuse.table_only")
	}
	return nil
}

// only refuses what is not a move of one seat now.
func (g *Game) only(seat, whose engine.Seat, rule string, steps ...Step) *engine.Refusal {
	if no := g.now(rule, steps...); no != nil {
		return no
	}
	if seat != whose {
		return engine.Refuse(rule, "refuse.not_you", whose)
	}
	return nil
}

// seat refuses what is not a move of a seat now.
func (g *Game) seat(seat engine.Seat, rule string, steps ...Step) *engine.Refusal {
	if no := g.now(rule, steps...); no != nil {
		return no
	}
	if !g.sits(seat) {
		return engine.Refuse(rule, "refuse.seat_only")
	}
	return nil
}

// draws refuses what the other way of chance does: box says whether the move is one of the box.
func (g *Game) draws(rule string, box bool) *engine.Refusal {
	switch {
	case g.boxDraws && !box:
		return engine.Refuse(rule, "refuse.box_draws")
	case !g.boxDraws && box:
		return engine.Refuse(rule, "refuse.table_draws")
	}
	return nil
}

// works returns the ability of a house that works now, story lines included (KHA-15.2).
func (g *Game) works(s engine.Seat) [4]int {
	sum := g.houses[s].ability
	for i := range g.lines {
		if g.lines[i].Holder() == s {
			for k, n := range g.lines[i].ability {
				sum[k] += int(n)
			}
		}
	}
	return sum
}

func (h *house) gain(a Ability) {
	for k, n := range a {
		h.ability[k] += int(n)
	}
}

func itoa(n int) string { return strconv.Itoa(n) }
