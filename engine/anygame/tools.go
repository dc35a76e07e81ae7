package anygame

import (
	"consigliere/engine"
	"consigliere/engine/document"
)

// A toolKind is what scripts call a tool, and how its settings are read.
type toolKind struct {
	name string
	read func(r *reader, v document.Value, p *phase) tool
}

// tools are the tools in the order in which lists show them. A new tool is a row here.
func tools() []toolKind {
	return []toolKind{
		{"ready", (*reader).readReady},
		{"look", (*reader).readLook},
		{"bid", (*reader).readBid},
		{"vote", (*reader).readVote},
		{"pick", (*reader).readPick},
		{"first", (*reader).readFirst},
		{"dice", (*reader).readDice},
		{"draw", (*reader).readDraw},
		{"deal", (*reader).readDeal},
		{"choose", (*reader).readChoose},
		{"score", (*reader).readScore},
		{"auction", (*reader).readAuction},
		{"buzz", (*reader).readBuzz},
		{"timer", (*reader).readTimer},
	}
}

func toolNames() (names []string) {
	for _, k := range tools() {
		names = append(names, k.name)
	}
	return names
}

// tool reads the settings of a tool.
func (r *reader) tool(k toolKind, v document.Value, p *phase) tool {
	if n := v.Node(); n.Kind == document.Null { // "vote:" with nothing after it
		v = r.doc.Root().Key("\x00")
	}
	return k.read(r, v, p)
}

// keys checks the keys of the settings of a tool, which may be left out altogether.
func keys(v document.Value, must, may []string) {
	if v.Node() != nil {
		v.Keys(must, may)
	}
}

// wordOr reads one of some words, the first where it is left out.
func wordOr(v document.Value, words ...string) string {
	if v.Node() == nil {
		return words[0]
	}
	if i := v.Word(words...); i >= 0 {
		return words[i]
	}
	return words[0]
}

// A ready waits until those who are asked, or somebody at the panel, have pressed OK.
type ready struct{ table bool }

func (r *reader) readReady(v document.Value, _ *phase) tool {
	keys(v, nil, []string{"by"})
	return &ready{wordOr(v.Key("by"), "seats", "table") == "table"}
}

func (t *ready) fields() []field { return []field{{name: "pressed", shape: shape{kind: truth}}} }
func (t *ready) asks() bool      { return true }

func (t *ready) begin(g *Game) {
	g.result("pressed", false)
	if t.table {
		g.run.await, g.run.table = 0, true
	}
}

var readies = []engine.Action{Ready{}}

func (t *ready) verb(*Game, engine.Seat) string { return "ready" }

func (t *ready) ask(_ *Game, _ engine.Seat, a *engine.Ask) {
	a.Confirm, a.Options = true, readies
}

func (t *ready) take(g *Game, _ engine.Move) *engine.Refusal { return nil }

func (t *ready) finish(g *Game) bool {
	g.result("pressed", true)
	return false
}

// A look tells seats something in private, and waits until they have seen it.
type look struct{ text []message }

func (r *reader) readLook(v document.Value, _ *phase) tool {
	return &look{r.messages(v, perSeat, false)}
}

func (t *look) fields() []field { return nil }
func (t *look) asks() bool      { return true }
func (t *look) covers() bool    { return true }

func (t *look) begin(g *Game) {
	for s := range g.roster {
		if g.run.acting.Has(engine.Seat(s)) {
			g.forSeat(s)
			g.told[s] = g.said(t.text)
		}
	}
	// Who is told something is as secret as what they are told.
	g.cue(engine.Cue{Kind: engine.CueQuiet, Learned: g.run.await})
}

var looks = []engine.Action{Look{}}

func (t *look) verb(*Game, engine.Seat) string { return "look" }

func (t *look) ask(_ *Game, _ engine.Seat, a *engine.Ask) {
	a.Secret, a.Confirm, a.Options = true, true, looks
}

func (t *look) take(g *Game, m engine.Move) *engine.Refusal {
	g.told[m.Seat] = engine.Text{}
	return nil
}

func (t *look) finish(*Game) bool { return false }

// A score adds points to a variable.
type score struct {
	column      int
	least, most int
	table       bool
}

func (r *reader) readScore(v document.Value, _ *phase) tool {
	keys(v, []string{"column"}, []string{"least", "most", "by"})
	t := &score{
		column: r.bySeat(v.Key("column")),
		least:  v.Key("least").IntOr(0, -10_000, 10_000),
		table:  wordOr(v.Key("by"), "seats", "table") == "table",
	}
	t.most = v.Key("most").IntOr(max(100, t.least), t.least, 100_000)
	if t.column >= 0 && r.script.vars[t.column].secret != open {
		r.refuse(v.Key("column"), engine.Say("refuse.script_leak"))
	}
	return t
}

func (t *score) fields() []field {
	return []field{{name: "points", shape: shape{kind: number, each: true}}}
}
func (t *score) asks() bool { return true }

func (t *score) begin(g *Game) {
	g.result("points", make([]int, len(g.roster)))
	g.run.table = t.table && g.run.await != 0
}

// asked returns for which seat points are given next, where the table gives them.
func (t *score) asked(g *Game, s engine.Seat) engine.Seat {
	if s != engine.Table {
		return s
	}
	for s = 0; !g.run.await.Has(s); s++ {
	}
	return s
}

func (t *score) verb(*Game, engine.Seat) string { return "score" }

func (t *score) ask(g *Game, s engine.Seat, a *engine.Ask) {
	of := t.asked(g, s)
	if a.Prompt.Key == "ask.score" {
		a.Prompt = engine.Say("ask.score").Seat(of)
		if x := &g.script.vars[t.column]; x.label {
			a.Prompt = engine.Say("ask.score_of").Seat(of).Thing("label." + x.name)
			if of == s { // whose name stands before what is asked
				a.Prompt = engine.Say("ask.score_own").Thing("label." + x.name)
			}
		}
	}
	a.Parts = []engine.Part{
		{Arg: "of", Kind: engine.PartOne, Items: []engine.Item{{Seat: of}}},
		{Arg: "points", Kind: engine.PartNumber, Min: t.least, Max: t.most},
	}
}

func (t *score) take(g *Game, m engine.Move) *engine.Refusal {
	do := m.Do.(Score)
	switch {
	case do.Of != t.asked(g, m.Seat):
		return engine.Refuse("ANY-9.1", "refuse.other_seat")
	case do.Points < t.least || do.Points > t.most:
		return engine.Refuse("ANY-9.1", "refuse.range", t.least, t.most)
	}
	g.run.answers[do.Of].n = do.Points
	g.run.answered = do.Of
	return nil
}

func (t *score) finish(g *Game) bool {
	points := make([]int, len(g.roster))
	x := &g.script.vars[t.column]
	sum := append([]int(nil), g.env[x.name].([]int)...)
	for s := range points {
		if g.run.acting.Has(engine.Seat(s)) {
			points[s] = g.run.answers[s].n
			sum[s] = min(max(sum[s]+points[s], -limit), limit)
			g.show(engine.Line{Seat: engine.Seat(s), Text: engine.Say("show.points").Number(points[s]).Number(sum[s])})
		}
	}
	g.env[x.name] = sum
	g.result("points", points)
	g.revealed(engine.Say("cue.points"))
	return false
}
