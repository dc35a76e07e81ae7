package anygame

import (
	"slices"

	"consigliere/engine"
	"consigliere/engine/document"
)

// A choose is an open choice of one: of a seat, or of whoever is at the panel.
type choose struct {
	choices
	by    *formula // nil: the panel
	many  *formula // how many seats are chosen; nil: one
	panel bool
}

func (r *reader) readChoose(v document.Value, _ *phase) tool {
	keys(v, []string{"of"}, []string{"by", "allow", "bots", "many", "to"})
	t := &choose{choices: r.readChoices(v, nil, 30), panel: true}
	r.answersTo(&t.choices, v)
	r.open(v.Key("allow"), t.allow)
	if by := v.Key("by"); by.Node() != nil && by.Node().Text != "table" {
		t.by, t.panel = r.formula(by, 0, seat), false
		r.open(by, t.by)
	}
	if many := v.Key("many"); many.Node() != nil {
		t.many = r.formula(many, 0, number)
		r.open(many, t.many)
		if !t.seats {
			r.refuse(many, engine.Say("refuse.script_many_words"))
		}
	}
	return t
}

func (t *choose) fields() []field {
	list := []field{{name: "choice", shape: shape{kind: t.kind()}}}
	if t.seats {
		list = append(list, field{name: "chosen", shape: shape{kind: truth, each: true}})
	}
	return list
}
func (t *choose) asks() bool { return true }

func (t *choose) begin(g *Game) {
	for _, f := range t.fields() {
		g.result(f.name, f.zero(len(g.roster)))
	}
	g.run.many = 1
	g.run.await, g.run.table = 0, t.panel
	if !t.panel {
		s := g.number(t.by, nobody)
		g.run.await = engine.SeatSet(0).With(seatOf(s))
		g.run.acting = g.run.await
	}
	g.prepare(&t.choices, false, t.do)
	if t.many != nil {
		g.run.many = min(max(g.number(t.many, 1), 1), t.open(g))
	}
}

// open returns how many seats may be chosen at all, at least one.
func (t *choose) open(g *Game) int {
	return max(1, len(g.optionsFor(g.chooser(), &t.choices, false, t.do)))
}

// chooser returns who chooses; for the panel, expressions see the first seat.
func (g *Game) chooser() engine.Seat {
	for s := range g.roster {
		if g.run.await.Has(engine.Seat(s)) {
			return engine.Seat(s)
		}
	}
	return 0
}

func (t *choose) do(g *Game, i int) engine.Action {
	switch {
	case t.seats:
		return ChooseSeat{seatOf(i)}
	case i < 0:
		return Choose{"none"}
	}
	return Choose{t.list(g)[i]}
}

func (t *choose) verb(*Game, engine.Seat) string { return "choose" }

func (t *choose) ask(g *Game, s engine.Seat, a *engine.Ask) {
	options := g.optionsFor(max(0, s), &t.choices, false, t.do)
	if t.many == nil {
		a.Options = options
		if g.phase().late {
			a.Late = options[0]
		}
		return
	}
	p := engine.Part{Arg: "team", Kind: engine.PartSeveral, Min: g.run.many, Max: g.run.many}
	for _, do := range options {
		if who := do.(ChooseSeat).Who; who != engine.NoSeat {
			p.Items = append(p.Items, engine.Item{Seat: who})
		}
	}
	if len(p.Items) == 0 {
		p.Min, p.Max = 0, 0
	}
	a.Parts = []engine.Part{p}
}

func (t *choose) take(g *Game, m engine.Move) *engine.Refusal {
	options := g.optionsFor(max(0, m.Seat), &t.choices, false, t.do)
	if do, ok := m.Do.(ChooseTeam); ok {
		if t.many == nil {
			return engine.Refuse("ANY-8.1", "refuse.choice")
		}
		n, want := engine.SeatSet(do.Team).Len(), g.run.many
		if options[0] == t.do(g, -1) {
			want = 0
		}
		if n != want {
			return engine.Refuse("ANY-8.2", "refuse.team", want)
		}
		for s := range engine.Seat(engine.MaxSeats) {
			if engine.SeatSet(do.Team).Has(s) && !slices.Contains(options, engine.Action(ChooseSeat{s})) {
				return engine.Refuse("ANY-8.1", "refuse.choice")
			}
		}
		g.run.team = engine.SeatSet(do.Team)
		return nil
	}
	if t.many != nil || !slices.Contains(options, m.Do) {
		return engine.Refuse("ANY-8.1", "refuse.choice")
	}
	switch do := m.Do.(type) {
	case ChooseSeat:
		g.run.chosen, g.run.team = numberOf(do.Who), engine.SeatSet(0).With(do.Who)
	case Choose:
		g.run.chosen = slices.Index(t.list(g), do.Choice)
	}
	return nil
}

func (t *choose) finish(g *Game) bool {
	if !t.seats {
		w := ""
		if g.run.chosen >= 0 {
			w = t.list(g)[g.run.chosen]
		}
		g.result("choice", w)
		thing, by := t.thing(g, g.run.chosen), g.choseAlone(t)
		g.show(engine.Line{Seat: by, Text: engine.Say("show.thing").Thing(thing), Strong: true})
		if by >= 0 {
			g.told1(engine.Say("cue.chosen_by").Seat(by).Thing(thing))
		} else {
			g.told1(engine.Say("cue.chosen").Thing(thing))
		}
		return false
	}
	chosen := make([]bool, len(g.roster))
	one := nobody
	for s := range chosen {
		if chosen[s] = g.run.team.Has(engine.Seat(s)); chosen[s] {
			one = s
			g.show(engine.Line{Seat: engine.Seat(s), Icons: []engine.Icon{engine.IconYes}, Strong: true})
		}
	}
	if t.many != nil && g.run.team.Len() != 1 {
		one = nobody
	}
	g.result("choice", one)
	g.result("chosen", chosen)
	switch {
	case t.many != nil:
		g.told1(engine.Say("cue.team"))
	case one == nobody:
		g.told1(engine.Say("cue.chosen").Thing("choice.none"))
	case g.choseAlone(t) >= 0:
		g.told1(engine.Say("cue.chosen_seat_by").Seat(g.choseAlone(t)).Seat(engine.Seat(one)))
	default:
		g.told1(engine.Say("cue.chosen_seat").Seat(engine.Seat(one)))
	}
	return false
}

// choseAlone returns the seat that chose for all; NoSeat where it was done at the panel.
func (g *Game) choseAlone(t *choose) engine.Seat {
	for s := range g.roster {
		if o := engine.Seat(s); !t.panel && g.run.acting.Has(o) {
			return o
		}
	}
	return engine.NoSeat
}
