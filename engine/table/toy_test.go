package table_test

import (
	"slices"
	"strconv"
	"time"

	"consigliere/engine"
)

// The toy is a title for tests of the table: anybody may do anything at any time, and each
// deed leaves the trace in the conscience that its name tells.
//
//	say    nothing hidden, nothing random
//	peek   the seat sees something hidden
//	show   everybody sees something hidden
//	throw  the box draws, everybody sees it
//	dice   a roll on the table is asked for
//	vote   a simultaneous secret step begins
//	teams  a step begins in which seat 0 alone, and seats 1 and 2 as a team, pick a number
//	end    the play is over
func toy() *engine.Title {
	return &engine.Title{
		ID: "toy", Rule: "TOY", MinSeats: 2, MaxSeats: 8,
		Moves: toyMoves,
		New: func(h engine.Header) (engine.Game, []engine.Cue, error) {
			return &toyGame{seats: engine.Seat(len(h.Seats))}, nil, nil
		},
	}
}

var toyHeader = engine.Header{Game: "toy", Seats: engine.Roster{"Ava", "Babak", "Chiara"}, Seed: 1}

type (
	say   struct{}
	peek  struct{}
	show  struct{}
	throw struct{}
	dice  struct{}
	start struct{}
	teams struct{}
	count struct{}
	end   struct{}
	roll  struct {
		Face int `arg:"face"`
	}
	vote struct {
		For int `arg:"for"`
	}
	pick struct {
		Number int `arg:"number"`
	}
)

var toyMoves = engine.Declare(
	engine.Verb[say]("say", ""), engine.Verb[peek]("peek", ""), engine.Verb[show]("show", ""), engine.Verb[throw]("throw", ""),
	engine.Verb[dice]("dice", ""), engine.Verb[start]("begin", ""), engine.Verb[count]("count", ""), engine.Verb[end]("end", ""),
	engine.Verb[roll]("roll", ""), engine.Verb[vote]("vote", ""), engine.Verb[teams]("teams", ""), engine.Verb[pick]("pick", ""),
)

var deeds = []engine.Action{say{}, peek{}, show{}, throw{}, dice{}, start{}, count{}, end{}, teams{}}

// deed returns the deed with a verb.
func deed(verb string) engine.Action {
	for _, d := range deeds {
		if toyMoves.Verb(d) == verb {
			return d
		}
	}
	return nil
}

var (
	rollParts = []engine.Part{{Arg: "face", Kind: engine.PartNumber, Min: 1, Max: 6}}
	voteParts = []engine.Part{{Arg: "for", Kind: engine.PartNumber, Max: 9}}
	pickParts = []engine.Part{{Arg: "number", Kind: engine.PartNumber, Max: 9}}
)

type toyGame struct {
	seats  engine.Seat
	trace  []string
	rolls  bool // a roll is asked for
	voting engine.SeatSet
	picks  []engine.SeatSet // the teams that have not picked
	slow   bool             // the deeds have limits: a count of three was called
	over   bool
	cues   []engine.Cue
}

func (g *toyGame) Asks(dst []engine.Ask) []engine.Ask {
	switch {
	case g.over:
		return dst
	case g.rolls:
		return append(dst, engine.Ask{Seat: engine.Table, Verb: "roll", Parts: rollParts, Limit: time.Minute})
	}
	for _, team := range g.picks {
		s := engine.Seat(0)
		for !team.Has(s) {
			s++
		}
		dst = append(dst, engine.Ask{Seat: s, By: team, Verb: "pick", Parts: pickParts, Secret: true, Retract: true, Limit: 10 * time.Second, Late: pick{}})
	}
	if len(g.picks) > 0 {
		return dst
	}
	for s := engine.Seat(0); s < g.seats; s++ {
		if g.voting != 0 {
			if g.voting.Has(s) {
				dst = append(dst, engine.Ask{Seat: s, Verb: "vote", Parts: voteParts, Secret: true, Retract: true, Limit: 10 * time.Second, Late: vote{}})
			}
			continue
		}
		for _, d := range deeds {
			a := engine.Ask{Seat: s, Verb: toyMoves.Verb(d), Options: []engine.Action{d}}
			if g.slow && d == (say{}) {
				a.Limit, a.Late = 10*time.Second, d
			}
			dst = append(dst, a)
		}
	}
	return dst
}

func (g *toyGame) Play(m engine.Move) ([]engine.Cue, error) {
	no := engine.Refuse("TOY-1", "refuse.toy")
	c := engine.Cue{Text: engine.Say("cue." + toyMoves.Verb(m.Do))}
	switch do := m.Do.(type) {
	case roll:
		if !g.rolls || m.Seat != engine.Table || do.Face < 1 || do.Face > 6 {
			return nil, no
		}
		g.rolls, c.Drawn = false, true
		g.trace = append(g.trace, "roll "+strconv.Itoa(do.Face))
		g.cues = append(g.cues[:0], c)
		return g.cues, nil
	case vote:
		if !g.voting.Has(m.Seat) || do.For < 0 || do.For > 9 {
			return nil, no
		}
		g.voting = g.voting.Without(m.Seat)
		if g.voting == 0 {
			c.Kind, c.Learned = engine.CueReveal, 7
		}
	case pick:
		i := slices.IndexFunc(g.picks, func(team engine.SeatSet) bool { return team.Has(m.Seat) })
		if i < 0 || do.Number < 0 || do.Number > 9 {
			return nil, no
		}
		g.picks = slices.Delete(g.picks, i, i+1)
	default:
		if g.rolls || len(g.picks) > 0 || g.voting != 0 || g.over || m.Seat < 0 || m.Seat >= g.seats {
			return nil, no
		}
		switch do.(type) {
		case say:
			g.slow = false
		case peek:
			c.Learned = engine.SeatsOf(m.Seat)
		case show:
			c.Learned = engine.Everyone
		case throw:
			c.Drawn = true
		case dice:
			g.rolls = true
		case teams:
			g.picks = []engine.SeatSet{engine.SeatsOf(0), engine.SeatsOf(1, 2)}
		case start:
			g.voting = 7
		case count:
			g.slow, c.Kind = true, engine.CueCount
		case end:
			g.over = true
		default:
			return nil, no
		}
	}
	g.trace = append(g.trace, strconv.Itoa(int(m.Seat))+" "+toyMoves.Verb(m.Do))
	g.cues = append(g.cues[:0], c)
	return g.cues, nil
}

func (g *toyGame) View(l engine.Viewer) engine.View {
	return engine.View{Viewer: l, Public: append([]string{}, g.trace...)}
}

func (g *toyGame) Over() bool { return g.over }
