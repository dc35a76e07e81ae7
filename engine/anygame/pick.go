package anygame

import (
	"slices"

	"consigliere/engine"
	"consigliere/engine/document"
)

// A pick is a secret simultaneous choice.
type pick struct {
	choices
	once  bool   // each word once a game
	shows string // all, own
	slot  int    // of the words that were used, in the state of the game
}

func (r *reader) readPick(v document.Value, p *phase) tool {
	keys(v, []string{"of"}, []string{"allow", "bots", "once", "shows", "to"})
	t := &pick{
		choices: r.readChoices(v, nil, 30),
		once:    v.Key("once").Bool(),
		shows:   wordOr(v.Key("shows"), "all", "own"),
	}
	r.answersTo(&t.choices, v)
	if t.once && (t.seats || t.to != nil) {
		r.refuse(v.Key("once"), engine.Say("refuse.script_once"))
	}
	t.slot = len(r.script.phases)
	return t
}

func (t *pick) covers() bool { return t.shows == "own" }

func (t *pick) fields() []field {
	known := open
	if t.shows == "own" {
		known = own
	}
	return []field{{name: "choice", shape: shape{t.kind(), true, known}}}
}
func (t *pick) asks() bool { return true }

func (t *pick) begin(g *Game) {
	g.result("choice", t.fields()[0].zero(len(g.roster)))
	g.prepare(&t.choices, false, t.do)
}

func (t *pick) do(g *Game, i int) engine.Action {
	switch {
	case t.seats:
		return PickSeat{seatOf(i)}
	case i < 0:
		return Pick{"none"}
	}
	return Pick{t.list(g)[i]}
}

// options returns what a seat may pick.
func (t *pick) options(g *Game, s engine.Seat) []engine.Action {
	list := g.optionsFor(s, &t.choices, false, t.do)
	if !t.once {
		return list
	}
	used := g.used[usedKey{t.slot, s}]
	left := make([]engine.Action, 0, len(list))
	for _, do := range list {
		if i := t.place(g, do); i < 0 || used>>i&1 == 0 {
			left = append(left, do)
		}
	}
	if len(left) == 0 {
		left = append(left, t.do(g, -1))
	}
	return left
}

func (t *pick) verb(*Game, engine.Seat) string { return "pick" }

func (t *pick) ask(g *Game, s engine.Seat, a *engine.Ask) {
	a.Secret, a.Retract = true, true
	a.Known = t.forAll() && !t.once
	a.Options = t.options(g, s)
	if g.phase().late {
		a.Late = a.Options[0]
	}
}

func (t *pick) take(g *Game, m engine.Move) *engine.Refusal {
	if !slices.Contains(t.options(g, m.Seat), m.Do) {
		if i := t.place(g, m.Do); t.once && i >= 0 && g.used[usedKey{t.slot, m.Seat}]>>i&1 != 0 {
			return engine.Refuse("ANY-6.2", "refuse.once")
		}
		return engine.Refuse("ANY-6.1", "refuse.choice")
	}
	g.run.answers[m.Seat].n = t.place(g, m.Do)
	return nil
}

// place returns which choice an answer is, or -1.
func (t *pick) place(g *Game, do engine.Action) int {
	switch do := do.(type) {
	case PickSeat:
		return numberOf(do.Who)
	case Pick:
		return slices.Index(t.list(g), do.Choice)
	}
	return -1
}

func (t *pick) finish(g *Game) bool {
	seats, words := fill(len(g.roster), nobody), make([]string, len(g.roster))
	for s := range g.roster {
		if !g.run.acting.Has(engine.Seat(s)) {
			continue
		}
		i := g.run.answers[s].n
		seats[s] = i
		if !t.seats && i >= 0 {
			words[s] = t.list(g)[i]
		}
		if t.once && i >= 0 {
			g.used[usedKey{t.slot, engine.Seat(s)}] |= 1 << i
		}
		if t.shows == "all" {
			l := engine.Line{Seat: engine.Seat(s), Text: engine.Say("show.thing").Thing(t.thing(g, i))}
			if t.seats && i >= 0 {
				l.Icons, l.Text = []engine.Icon{engine.IconTarget}, engine.Say("show.seat").Seat(engine.Seat(i))
			}
			g.show(l)
		}
	}
	if t.seats {
		g.result("choice", seats)
	} else {
		g.result("choice", words)
	}
	if t.shows == "all" {
		g.revealed(engine.Say("cue.picked"))
	}
	return false
}
