package table_test

import (
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
//	end    the play is over
func toy() *engine.Title {
	return &engine.Title{
		ID: "toy", Rule: "TOY", MinSeats: 2, MaxSeats: 8,
		New: func(h engine.Header) (engine.Game, error) {
			return &toyGame{seats: engine.Seat(len(h.Seats))}, nil
		},
		Decode: func(_ engine.Roster, verb string, f *engine.Fields) (engine.Action, error) {
			switch verb {
			case "roll":
				return roll{f.Int("face")}, nil
			case "vote":
				return vote{f.Int("for")}, nil
			}
			return deed{verb}, nil
		},
	}
}

var toyHeader = engine.Header{Game: "toy", Seats: engine.Roster{"Ava", "Babak", "Chiara"}, Seed: 1}

type (
	deed struct{ verb string }
	roll struct{ face int }
	vote struct{ what int }
)

func (d deed) Verb() string                       { return d.verb }
func (d deed) Args(dst []engine.Arg) []engine.Arg { return dst }
func (roll) Verb() string                         { return "roll" }
func (r roll) Args(dst []engine.Arg) []engine.Arg { return append(dst, engine.Int("face", r.face)) }
func (vote) Verb() string                         { return "vote" }
func (v vote) Args(dst []engine.Arg) []engine.Arg { return append(dst, engine.Int("for", v.what)) }

var deeds = []string{"say", "peek", "show", "throw", "dice", "begin", "count", "end"}

type toyGame struct {
	seats  engine.Seat
	trace  []string
	rolls  bool // a roll is asked for
	voting engine.SeatSet
	slow   bool // the deeds have limits: a count of three was called
	over   bool
	cues   []engine.Cue
}

func (g *toyGame) Asks(dst []engine.Ask) []engine.Ask {
	switch {
	case g.over:
		return dst
	case g.rolls:
		return append(dst, engine.Ask{Seat: engine.Table, Verb: "roll", Kind: engine.AskNumber, Arg: "face", Min: 1, Max: 6, Limit: time.Minute})
	}
	for s := engine.Seat(0); s < g.seats; s++ {
		if g.voting != 0 {
			if g.voting.Has(s) {
				dst = append(dst, engine.Ask{Seat: s, Verb: "vote", Kind: engine.AskNumber, Arg: "for", Max: 9, Secret: true, Retract: true, Limit: 10 * time.Second, Late: vote{0}})
			}
			continue
		}
		for _, d := range deeds {
			a := engine.Ask{Seat: s, Verb: d, Options: []engine.Action{deed{d}}}
			if g.slow && d == "say" {
				a.Limit, a.Late = 10*time.Second, deed{d}
			}
			dst = append(dst, a)
		}
	}
	return dst
}

func (g *toyGame) Play(m engine.Move) ([]engine.Cue, error) {
	no := engine.Refuse("TOY-1", engine.Say("refuse.toy"))
	c := engine.Cue{Text: engine.Say("cue." + m.Do.Verb())}
	switch do := m.Do.(type) {
	case roll:
		if !g.rolls || m.Seat != engine.Table || do.face < 1 || do.face > 6 {
			return nil, no
		}
		g.rolls, c.Drawn = false, true
		g.trace = append(g.trace, "roll "+strconv.Itoa(do.face))
		g.cues = append(g.cues[:0], c)
		return g.cues, nil
	case vote:
		if !g.voting.Has(m.Seat) || do.what < 0 || do.what > 9 {
			return nil, no
		}
		g.voting = g.voting.Without(m.Seat)
		if g.voting == 0 {
			c.Kind, c.Learned = engine.CueReveal, 7
		}
	case deed:
		if g.rolls || g.voting != 0 || g.over || m.Seat < 0 || m.Seat >= g.seats {
			return nil, no
		}
		switch do.verb {
		case "say":
			g.slow = false
		case "peek":
			c.Learned = engine.SeatsOf(m.Seat)
		case "show":
			c.Learned = engine.Everyone
		case "throw":
			c.Drawn = true
		case "dice":
			g.rolls = true
		case "begin":
			g.voting = 7
		case "count":
			g.slow, c.Kind = true, engine.CueCount
		case "end":
			g.over = true
		default:
			return nil, no
		}
	}
	g.trace = append(g.trace, strconv.Itoa(int(m.Seat))+" "+m.Do.Verb())
	g.cues = append(g.cues[:0], c)
	return g.cues, nil
}

func (g *toyGame) View(l engine.Looker) engine.View {
	return engine.View{Looker: l, Public: append([]string{}, g.trace...)}
}

func (g *toyGame) Over() bool { return g.over }
