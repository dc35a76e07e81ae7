package anygame

import (
	"slices"

	"consigliere/engine"
	"consigliere/engine/document"
)

// A choices is what can be chosen: words, or seats.
type choices struct {
	words []string
	to    *formula // the question whose answers they are; nil: words or seats
	seats bool
	allow *formula // which of them, for each seat; nil: all
	bots  *formula // of those that are allowed, what a bot chooses, if it holds for any; nil: all are alike to it
}

// forAll reports whether all seats can choose the same, whatever they know.
func (c *choices) forAll() bool { return c.allow == nil || !c.allow.bySeat }

// readChoices reads what can be chosen with a tool.
func (r *reader) readChoices(tool document.Value, otherwise []string, most int) choices {
	var c choices
	v := tool.Key("of")
	switch n := v.Node(); {
	case n == nil:
		c.words = otherwise
	case n.Kind == document.Text && n.Text == "seats":
		c.seats = true
	case n.Kind == document.Text && n.Text == "answers": // answersTo reads to what
	case n.Kind == document.Text:
		r.refuse(v, engine.Say("refuse.script_choices"))
	default:
		for _, item := range v.List(2, most) {
			w := r.word(item)
			if slices.Contains(c.words, w) {
				r.refuse(item, engine.Say("refuse.script_twice").Thing(w))
			}
			c.words = append(c.words, w)
		}
	}
	sc := perSeat | perWord
	r.choice = word
	if c.seats {
		sc, r.choice = perSeat|perChoice, seat
	}
	about := func(key string) (f *formula) {
		if v := tool.Key(key); v.Node() != nil {
			f = r.formula(v, sc, truth)
			r.private(v, f) // a bot goes by what its seat knows
		}
		return f
	}
	c.allow, c.bots = about("allow"), about("bots")
	return c
}

// kind returns what a choice is.
func (c *choices) kind() kind {
	if c.seats {
		return seat
	}
	return word
}

// list returns the words that can be chosen.
func (c *choices) list(g *Game) []string {
	if c.to == nil {
		return c.words
	}
	if g.run.answersTo == "" {
		g.run.answersTo = g.word(c.to)
	}
	return g.script.answers[g.run.answersTo]
}

// count returns how many choices there are at a table.
func (c *choices) count(g *Game) int {
	if c.seats {
		return len(g.roster)
	}
	return len(c.list(g))
}

// allows reports whether a seat may choose the i-th.
func (c *choices) allows(g *Game, s engine.Seat, i int) bool {
	return c.allow == nil || c.holds(g, c.allow, s, i)
}

// holds reports whether a condition about a seat and the i-th choice holds; below 0 is nobody.
func (c *choices) holds(g *Game, f *formula, s engine.Seat, i int) bool {
	g.forSeat(int(s))
	switch {
	case c.seats:
		g.env["choice"] = max(i, nobody)
	case i < 0:
		g.env["choice"] = ""
	default:
		g.env["choice"] = c.list(g)[i]
	}
	return g.truth(f, true)
}

// thing returns the i-th choice as a message names it.
func (c *choices) thing(g *Game, i int) string {
	switch {
	case i < 0:
		return "choice.none"
	case c.seats:
		return g.roster[i]
	}
	return "choice." + c.list(g)[i]
}

// A vote is ballots for yes or no, words or seats.
type vote struct {
	choices
	openly, secret bool // each ballot is seen at once; none ever is
	weights        int  // place in vars; -1: all are alike
	needs, ties    string
	shows          string // ballots, count, none
	from           *formula
	abstain        bool // of seats: nobody may be chosen
}

func (r *reader) readVote(v document.Value, p *phase) tool {
	keys(v, nil, []string{"of", "allow", "bots", "open", "secret", "weights", "needs", "ties", "from", "shows", "abstain"})
	t := &vote{
		choices: r.readChoices(v, []string{"yes", "no"}, 12),
		openly:  v.Key("open").Bool(), secret: v.Key("secret").Bool(), abstain: v.Key("abstain").Bool(),
		weights: r.bySeat(v.Key("weights")),
		needs:   wordOr(v.Key("needs"), "plurality", "majority", "two_thirds", "unanimous"),
		ties:    wordOr(v.Key("ties"), "none", "order", "again", "chance"),
	}
	if !t.seats && len(t.words) == 0 {
		r.refuse(v.Key("of"), engine.Say("refuse.script_choices"))
	}
	if t.secret {
		t.shows = wordOr(v.Key("shows"), "count", "none")
	} else {
		t.shows = wordOr(v.Key("shows"), "ballots", "count", "none")
	}
	if t.abstain && !t.seats {
		t.words = append(t.words, "abstain")
	}
	if f := v.Key("from"); f.Node() != nil {
		t.from = r.formula(f, 0, seat)
		r.open(f, t.from)
	}
	if t.ties == "chance" {
		r.script.draws = true
	}
	if t.secret && t.weights >= 0 {
		r.refuse(v.Key("weights"), engine.Say("refuse.script_leak_weights"))
	}
	if t.weights >= 0 && r.script.vars[t.weights].secret != open {
		r.refuse(v.Key("weights"), engine.Say("refuse.script_leak"))
	}
	if t.openly && (t.secret || v.Key("shows").Node() != nil && t.shows != "ballots") {
		r.refuse(v.Key("open"), engine.Say("refuse.script_open_vote"))
	}
	if t.openly && p.covered {
		r.refuse(v.Key("open"), engine.Say("refuse.script_leak"))
	}
	return t
}

// named reports whether all see who has voted for what once all have.
func (t *vote) named() bool { return t.shows == "ballots" && !t.secret }

func (t *vote) covers() bool { return t.shows == "none" }

func (t *vote) fields() []field {
	result := open
	if t.shows == "none" {
		result = hidden
	}
	list := []field{
		{name: "winner", shape: shape{kind: t.kind(), secret: result}},
		{name: "passed", shape: shape{kind: truth, secret: result}},
		{name: "votes", shape: shape{kind: number, secret: result}},
		{name: "tied", shape: shape{kind: truth, secret: result}},
	}
	if t.seats && t.shows != "none" {
		list = append(list, field{name: "count", shape: shape{number, true, result}})
	}
	if !t.secret {
		known := own
		if t.shows == "ballots" {
			known = open
		}
		list = append(list, field{name: "ballot", shape: shape{t.kind(), true, known}})
	}
	return list
}

func (t *vote) asks() bool { return true }

func (t *vote) begin(g *Game) {
	for _, f := range t.fields() {
		g.result(f.name, f.zero(len(g.roster)))
	}
	g.prepare(&t.choices, t.abstain && t.seats, t.do)
}

// prepare lists the answers that are open to those who are asked.
func (g *Game) prepare(c *choices, nobody bool, do func(g *Game, i int) engine.Action) {
	g.optionsFor(0, c, nobody, do)
	for s := range g.roster {
		if g.run.await.Has(engine.Seat(s)) {
			g.optionsFor(engine.Seat(s), c, nobody, do)
		}
	}
	if c.bots == nil {
		return
	}
	g.run.better = make([][]engine.Action, len(g.roster))
	for s := range g.roster {
		if !g.run.await.Has(engine.Seat(s)) {
			continue
		}
		for i := range c.count(g) {
			if c.allows(g, engine.Seat(s), i) && c.holds(g, c.bots, engine.Seat(s), i) {
				g.run.better[s] = append(g.run.better[s], do(g, i))
			}
		}
		if nobody && c.holds(g, c.bots, engine.Seat(s), -1) {
			g.run.better[s] = append(g.run.better[s], do(g, -1))
		}
	}
}

// optionsFor returns the answers that are open to a seat. They are made once in a phase.
func (g *Game) optionsFor(s engine.Seat, c *choices, nobody bool, do func(g *Game, i int) engine.Action) []engine.Action {
	if len(g.run.options) == 0 {
		g.run.options = make([][]engine.Action, len(g.roster))
	}
	if c.allow == nil || !c.allow.bySeat {
		s = 0 // the same for all
	}
	if g.run.options[s] == nil {
		var list []engine.Action
		for i := range c.count(g) {
			if c.allows(g, s, i) {
				list = append(list, do(g, i))
			}
		}
		if nobody || len(list) == 0 {
			list = append(list, do(g, -1))
		}
		g.run.options[s] = list
	}
	return g.run.options[s]
}

func (t *vote) do(_ *Game, i int) engine.Action {
	switch {
	case t.seats:
		return VoteSeat{seatOf(i)}
	case i < 0:
		return Vote{"abstain"}
	}
	return Vote{t.words[i]}
}

func (t *vote) verb(*Game, engine.Seat) string { return "vote" }

func (t *vote) ask(g *Game, s engine.Seat, a *engine.Ask) {
	a.Secret, a.Sealed, a.Retract = !t.openly, t.secret, !t.openly
	a.Known = a.Secret && t.forAll()
	a.Options = g.optionsFor(s, &t.choices, t.abstain && t.seats, t.do)
	if g.phase().late {
		a.Late = a.Options[len(a.Options)-1]
	}
}

func (t *vote) take(g *Game, m engine.Move) *engine.Refusal {
	if !slices.Contains(g.optionsFor(m.Seat, &t.choices, t.abstain && t.seats, t.do), m.Do) {
		return engine.Refuse("ANY-5.1", "refuse.choice")
	}
	g.run.answers[m.Seat].n = t.place(m.Do)
	return nil
}

// place returns which choice an answer is, or -1.
func (t *vote) place(do engine.Action) int {
	switch do := do.(type) {
	case VoteSeat:
		return numberOf(do.Who)
	case Vote:
		return slices.Index(t.words, do.Choice)
	}
	return -1
}

func (t *vote) finish(g *Game) bool {
	counts := make([]int, t.count(g))
	cast, total := 0, 0 // with those who abstain, and without
	for s := range g.roster {
		if !g.run.acting.Has(engine.Seat(s)) {
			continue
		}
		weight := 1
		if t.weights >= 0 {
			weight = max(0, g.env[g.script.vars[t.weights].name].([]int)[s])
		}
		total += weight
		if i := g.run.answers[s].n; i >= 0 {
			counts[i] += weight
			if !t.abstain || t.seats || i < len(counts)-1 {
				cast += weight
			}
		}
	}
	top := 0
	var best []int
	for i, n := range counts {
		if t.abstain && !t.seats && i == len(counts)-1 {
			continue
		}
		switch {
		case n > top:
			top, best = n, []int{i}
		case n == top && n > 0:
			best = append(best, i)
		}
	}
	if len(best) > 1 && t.ties == "again" && t.shows != "none" && g.run.again < maxAgain {
		g.cue(engine.Cue{Kind: engine.CueReveal, Text: engine.Say("cue.vote_tie"), Learned: g.all()})
		g.run.await = g.run.acting
		return true
	}
	winner, tied := t.winner(g, best)
	passed := winner >= 0 && t.enough(top, cast, total)
	if !passed && t.needs != "plurality" {
		winner = -1
	}
	t.results(g, counts, winner, passed, tied, top)
	t.tell(g, counts, winner, passed, tied)
	return false
}

// winner returns which of the best has won, or -1, and whether they were tied.
func (t *vote) winner(g *Game, best []int) (int, bool) {
	switch {
	case len(best) == 0:
		return -1, false
	case len(best) == 1:
		return best[0], false
	case t.ties == "chance":
		return best[g.pick(len(best))], true
	case t.ties == "order" && t.seats:
		var set engine.SeatSet
		for _, i := range best {
			set = set.With(engine.Seat(i))
		}
		return int(g.tied(set, "order", t.from)), true
	case t.ties == "order":
		return best[0], true
	}
	return -1, true
}

// enough reports whether the winner has as many votes as are needed of the votes cast.
func (t *vote) enough(top, cast, total int) bool {
	switch t.needs {
	case "majority":
		return 2*top > cast
	case "two_thirds":
		return 3*top >= 2*cast
	case "unanimous":
		return top == total
	}
	return true
}

func (t *vote) results(g *Game, counts []int, winner int, passed, tied bool, top int) {
	g.result("passed", passed && (t.seats || t.words[0] != "yes" || winner == 0))
	g.result("votes", top)
	g.result("tied", tied)
	if t.seats {
		g.result("winner", winner)
		if t.shows != "none" {
			g.result("count", counts)
		}
	} else {
		w := ""
		if winner >= 0 {
			w = t.words[winner]
		}
		g.result("winner", w)
	}
	if t.secret {
		return
	}
	if t.seats {
		ballots := fill(len(g.roster), nobody)
		for s := range ballots {
			if g.run.acting.Has(engine.Seat(s)) {
				ballots[s] = g.run.answers[s].n
			}
		}
		g.result("ballot", ballots)
		return
	}
	ballots := make([]string, len(g.roster))
	for s := range ballots {
		if i := g.run.answers[s].n; g.run.acting.Has(engine.Seat(s)) && i >= 0 {
			ballots[s] = t.words[i]
		}
	}
	g.result("ballot", ballots)
}

// tell shows what may be shown.
func (t *vote) tell(g *Game, counts []int, winner int, passed, tied bool) {
	if t.shows == "none" {
		return
	}
	if q := g.run.prompt; q.Key != "" { // what is answered is no part of the answers
		g.show(engine.Line{Seat: engine.NoSeat, Text: q})
	}
	if t.shows == "ballots" {
		for s := range g.roster {
			if g.run.acting.Has(engine.Seat(s)) {
				l := engine.Line{Seat: engine.Seat(s), Text: engine.Say("show.thing").Thing(t.thing(g, g.run.answers[s].n))}
				if t.seats {
					l.Icons = []engine.Icon{engine.IconTarget}
				}
				g.show(l)
			}
		}
	}
	for i, n := range counts {
		if t.seats && n == 0 {
			continue
		}
		l := engine.Line{Seat: engine.NoSeat, Text: engine.Say("show.votes").Number(n).Thing(t.thing(g, i)), Strong: i == winner}
		if t.seats {
			l.Seat, l.Text = engine.Seat(i), engine.Say("show.votes_for").Number(n)
			if n == 1 {
				l.Text = engine.Say("show.vote_for")
			}
		}
		g.show(l)
	}
	// What no number says by itself stands below them for as long as they do.
	outcome := func(text engine.Text) {
		if g.phase().then == nil {
			g.show(engine.Line{Seat: engine.NoSeat, Text: text, Strong: true})
		}
		g.revealed(text)
	}
	yesNo := !t.seats && t.words[0] == "yes"
	switch {
	case yesNo && passed && winner == 0:
		outcome(engine.Say("cue.passed").Number(counts[0]))
	case yesNo && tied && winner < 0:
		outcome(engine.Say("cue.failed_tie"))
	case yesNo:
		outcome(engine.Say("cue.failed").Number(counts[0]))
	case winner < 0 && tied:
		outcome(engine.Say("cue.vote_tied"))
	case winner < 0:
		outcome(engine.Say("cue.vote_nobody"))
	default:
		g.revealed(engine.Say("cue.voted").Number(counts[winner]).Thing(t.thing(g, winner)))
	}
}
