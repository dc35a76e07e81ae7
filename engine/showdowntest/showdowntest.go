// Package showdowntest is a small game for tests and measurements only; the box does not
// offer it. It is the yardstick "showdown": simultaneous secret choices, hidden state,
// chance, elimination and a score, small enough that the time it takes is the time that the
// interface takes. Tests of the core, of the table and of the console play it where they
// must not depend on the rules of a real title.
//
// Eight seats, eight rounds at most. Each seat starts with 3 bang and 5 click. A round has
// three simultaneous secret steps, load, aim and nerve; then the shots count all at once,
// three wounds kill, and the 8 tiles of the round go round those who stand unhurt.
package showdowntest

import (
	"time"

	"consigliere/engine"
)

// Seats is the number of seats of every play.
const Seats = 8

const (
	rounds = 8
	lives  = 3
)

// Title returns the game as a title.
func Title() *engine.Title {
	return &engine.Title{
		ID: "showdown", Rule: "SHOW",
		MinSeats: Seats, MaxSeats: Seats,
		Moves: moves,
		New: func(h engine.Header) (engine.Game, []engine.Cue, error) {
			return New(h.Seats, uint32(h.Seed)), nil, nil
		},
		Face: engine.Face{
			Draw: func(engine.View) engine.Scene { return engine.Scene{Heading: engine.Say("game.title")} },
		},
	}
}

// Header returns the header of the play with the seed.
func Header(seed uint32) engine.Header {
	return engine.Header{
		Game:  "showdown",
		Seats: engine.Roster{"Ava", "Babak", "Chiara", "Dario", "Elena", "Farid", "Gina", "Hamid"},
		Seed:  uint64(seed),
	}
}

// A Card is what a seat loads.
type Card uint8

// The cards.
const (
	Bang Card = iota
	Click
)

// A Nerve is what a seat does when the guns are up.
type Nerve uint8

// The nerves.
const (
	Duck Nerve = iota
	Stand
)

// Words returns the identifiers of the cards.
func (Card) Words() []string { return []string{"bang", "click"} }

// Words returns the identifiers of the nerves.
func (Nerve) Words() []string { return []string{"duck", "stand"} }

// The moves of the game.
type (
	// Load is the choice of a card.
	Load struct {
		Card Card `arg:"card"`
	}
	// Aim is the choice of a target.
	Aim struct {
		At engine.Seat `arg:"at"`
	}
	// Hold is the choice to duck or to stand.
	Hold struct {
		What Nerve `arg:"what"`
	}
)

var (
	verbs = [...]string{"load", "aim", "nerve"}
	moves = engine.Declare(
		engine.Verb[Load](verbs[load], "SHOW-3.1"),
		engine.Verb[Aim](verbs[aim], "SHOW-3.2"),
		engine.Verb[Hold](verbs[nerve], "SHOW-3.3"),
	)
)

// Moves made once, so that an ask allocates none.
var (
	loads = [...]engine.Action{Load{Bang}, Load{Click}}
	holds = [...]engine.Action{Hold{Duck}, Hold{Stand}}
	aims  = [...]engine.Action{Aim{0}, Aim{1}, Aim{2}, Aim{3}, Aim{4}, Aim{5}, Aim{6}, Aim{7}}

	firstTargets = targetsOf(everyone) // as long as nobody is dead
)

// The steps of a round.
const (
	load = iota
	aim
	nerve
)

var prompts = [...]engine.Text{load: engine.Say("ask.load"), aim: engine.Say("ask.aim"), nerve: engine.Say("ask.nerve")}

// What is told after each step, and at the end.
var (
	aimed = engine.Cue{Kind: engine.CueReveal, Text: engine.Say("cue.aims"), Learned: everyone}
	shot  = engine.Cue{Kind: engine.CueReveal, Text: engine.Say("cue.shots"), Learned: everyone, Drawn: true}
	ends  = [...][]engine.Cue{
		load:  {phase(aim)},
		aim:   {aimed, phase(nerve)},
		nerve: {shot, phase(load)},
	}
	end = []engine.Cue{shot, {Kind: engine.CueResult, Text: engine.Say("cue.over")}}
)

func phase(step int) engine.Cue { return engine.Cue{Kind: engine.CuePhase, Text: prompts[step]} }

// A seat is what a seat has and has chosen.
type seat struct {
	hand   [2]int8
	card   Card
	at     engine.Seat
	nerve  Nerve
	wounds int
	cash   int
}

// A Game is one play. It implements [engine.Game].
type Game struct {
	roster  engine.Roster
	round   int
	step    int
	over    bool
	alive   engine.SeatSet
	waiting engine.SeatSet // who has not chosen in this step
	seats   [Seats]seat
	deck    [64]uint8
	targets [Seats][]engine.Action // the options of those who aim, as long as the same are alive
	shown   *Public                // the public view, until the next move
}

// New begins a play.
func New(r engine.Roster, seed uint32) *Game {
	g := &Game{roster: r, round: 1, alive: everyone, waiting: everyone, targets: firstTargets}
	deck := g.deck[:0]
	for _, tiles := range [...]struct{ count, worth int }{{24, 5}, {20, 10}, {12, 20}, {8, 50}} {
		for range tiles.count {
			deck = append(deck, uint8(tiles.worth))
		}
	}
	chance := Chance(seed)
	for i := len(deck) - 1; i > 0; i-- {
		j := chance.Pick(i + 1)
		deck[i], deck[j] = deck[j], deck[i]
	}
	for s := range g.seats {
		g.seats[s] = seat{hand: [2]int8{3, 5}}
	}
	return g
}

// everyone is the set of all seats.
const everyone engine.SeatSet = 1<<Seats - 1

// targetsOf lists for each seat whom it can aim at.
func targetsOf(alive engine.SeatSet) (targets [Seats][]engine.Action) {
	room := make([]engine.Action, 0, Seats*Seats)
	for s := range targets {
		start := len(room)
		for at := range aims {
			if at != s && alive.Has(engine.Seat(at)) {
				room = append(room, aims[at])
			}
		}
		targets[s] = room[start:len(room):len(room)]
	}
	return targets
}

// A Chance is the generator mulberry32, the same in every language that plays the yardstick.
type Chance uint32

// Pick returns a number from 0 up to and without n.
func (c *Chance) Pick(n int) int {
	*c += 0x6D2B79F5
	t := uint32(*c)
	t = (t ^ t>>15) * (1 | t)
	t = (t + (t^t>>7)*(61|t)) ^ t
	return int((t ^ t>>14) % uint32(n))
}

// Asks appends one ask for each seat that has not chosen yet. A load may take as long as it
// takes; a seat that does not choose a target is asked again; silence means to stand.
func (g *Game) Asks(dst []engine.Ask) []engine.Ask {
	if g.over {
		return dst
	}
	for s := engine.Seat(0); s < Seats; s++ {
		if !g.waiting.Has(s) {
			continue
		}
		dst = append(dst, engine.Ask{})
		a := &dst[len(dst)-1]
		a.Seat, a.Verb, a.Prompt = s, verbs[g.step], prompts[g.step]
		a.Secret, a.Retract = true, true
		switch g.step {
		case load:
			a.Options = loads[:]
			if h := &g.seats[s].hand; h[Bang] == 0 {
				a.Options = loads[Click:]
			} else if h[Click] == 0 {
				a.Options = loads[:Click]
			}
		case aim:
			a.Limit = 20 * time.Second
			a.Options = g.targets[s]
		case nerve:
			a.Options, a.Limit, a.Late = holds[:], 5*time.Second, holds[Stand]
		}
	}
	return dst
}

// Play makes one move.
func (g *Game) Play(m engine.Move) ([]engine.Cue, error) {
	if g.over {
		return nil, engine.Refuse("SHOW-7", "refuse.over")
	}
	if !g.waiting.Has(m.Seat) {
		return nil, engine.Refuse("SHOW-3", "refuse.not_waited_for", m.Seat)
	}
	p := &g.seats[m.Seat]
	switch do := m.Do.(type) {
	case Load:
		if g.step != load || do.Card > Click || p.hand[do.Card] == 0 {
			return nil, engine.Refuse("SHOW-3.1", "refuse.load", m.Seat)
		}
		p.card = do.Card
	case Aim:
		if g.step != aim || do.At == m.Seat || !g.alive.Has(do.At) {
			return nil, engine.Refuse("SHOW-3.2", "refuse.aim", m.Seat)
		}
		p.at = do.At
	case Hold:
		if g.step != nerve || do.What > Stand {
			return nil, engine.Refuse("SHOW-3.3", "refuse.nerve", m.Seat)
		}
		p.nerve = do.What
	default:
		return nil, engine.UnknownVerb("")
	}
	g.shown = nil
	g.waiting = g.waiting.Without(m.Seat)
	if g.waiting != 0 {
		return nil, nil
	}
	return g.next(), nil
}

// next ends a step.
func (g *Game) next() []engine.Cue {
	done := g.step
	if done == nerve {
		g.resolve()
	}
	g.step = (done + 1) % len(verbs)
	if g.over {
		return end
	}
	g.waiting = g.alive
	return ends[done]
}

// resolve counts the shots of a round and shares its tiles out.
func (g *Game) resolve() {
	var hits [Seats]int
	for s := range g.seats {
		p := &g.seats[s]
		if g.alive.Has(engine.Seat(s)) && p.card == Bang && p.nerve == Stand && g.seats[p.at].nerve == Stand {
			hits[p.at]++
		}
	}
	var takers [Seats]*seat
	n, before := 0, g.alive
	for k := range Seats {
		s := (g.round - 1 + k) % Seats
		if p := &g.seats[s]; g.alive.Has(engine.Seat(s)) && p.nerve == Stand && hits[s] == 0 {
			takers[n] = p
			n++
		}
	}
	for s := range g.seats {
		p := &g.seats[s]
		if g.alive.Has(engine.Seat(s)) {
			p.hand[p.card]--
		}
		p.wounds += hits[s]
		if p.wounds >= lives {
			g.alive = g.alive.Without(engine.Seat(s))
		}
	}
	if g.alive != before {
		g.targets = targetsOf(g.alive) // the lists given out before stay as they are
	}
	if n > 0 {
		for i, worth := range g.deck[(g.round-1)*8 : g.round*8] {
			takers[i%n].cash += int(worth)
		}
	}
	if g.round == rounds || g.alive.Len() <= 1 {
		g.over, g.waiting = true, 0
		return
	}
	g.round++
}

// Over reports whether the play has ended.
func (g *Game) Over() bool { return g.over }

// Public is what everybody knows.
type Public struct {
	engine.Common
	Wounds [Seats]int  `json:"wounds"`
	Cash   [Seats]int  `json:"cash"` // of the dead, too
	Alive  [Seats]bool `json:"alive"`
	Aims   [Seats]int8 `json:"aims"` // -1: nobody, or not known yet
}

// Private is what one seat knows besides; -1 stands for what is not chosen.
type Private struct {
	Bang  int8 `json:"bang"`
	Click int8 `json:"click"`
	Card  int8 `json:"card"`
	Aim   int8 `json:"aim"`
	Nerve int8 `json:"nerve"`
}

// Result is how the play ended. The cash of the dead counts 0.
type Result struct {
	Cash [Seats]int `json:"cash"`
}

// View returns what the viewer may know.
func (g *Game) View(l engine.Viewer) engine.View {
	if g.shown == nil {
		g.shown = g.public()
	}
	v := engine.View{Viewer: l, Common: g.shown.Common, Public: g.shown}
	if l != engine.Public {
		v.Private = g.private(l)
	}
	if g.over {
		var r Result
		for s := range g.seats {
			if g.alive.Has(engine.Seat(s)) {
				r.Cash[s] = g.seats[s].cash
			}
		}
		v.Result = r
	}
	return v
}

func (g *Game) public() *Public {
	p := &Public{Common: engine.Common{
		Game: "showdown", Phase: verbs[g.step], Round: g.round, Waiting: make([]engine.Waiting, 0, g.waiting.Len()), Over: g.over,
	}}
	if g.over {
		p.Phase = "over"
	}
	for s := range g.seats {
		h := &g.seats[s]
		p.Wounds[s], p.Cash[s], p.Alive[s], p.Aims[s] = h.wounds, h.cash, g.alive.Has(engine.Seat(s)), -1
		if g.step == nerve && p.Alive[s] {
			p.Aims[s] = int8(h.at)
		}
		if g.waiting.Has(engine.Seat(s)) {
			p.Waiting = append(p.Waiting, engine.Waiting{Seat: g.roster[s], Do: verbs[g.step]})
		}
	}
	return p
}

func (g *Game) private(s engine.Seat) Private {
	h := &g.seats[s]
	p := Private{Bang: h.hand[Bang], Click: h.hand[Click], Card: -1, Aim: -1, Nerve: -1}
	if g.over || !g.alive.Has(s) {
		return p
	}
	done := g.step
	if !g.waiting.Has(s) {
		done++
	}
	if done > load {
		p.Card = int8(h.card)
	}
	if done > aim {
		p.Aim = int8(h.at)
	}
	if done > nerve {
		p.Nerve = int8(h.nerve)
	}
	return p
}
