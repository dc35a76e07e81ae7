package anygame

import (
	"slices"

	"consigliere/engine"
)

// A Status is what everybody knows.
type Status struct {
	engine.Common
	Script string `json:"script"`
	// Values are the variables that are open, by name: numbers, truths, words, and names of seats.
	Values map[string]any `json:"values"`
	// Results are what the tools have found out and is open, by phase.
	Results map[string]map[string]any `json:"results"`
	Stopped *StopStatus               `json:"stopped"`

	roster  engine.Roster
	Price   engine.Text   `json:"-"` // the price that falls, where one does
	Counts  bool          `json:"-"` // time is counted down for all
	Night   bool          `json:"-"` // it is night
	Steps   [2]int        `json:"-"` // at night: which of its steps it is, from 1, and how many there are; 0 where nobody is asked
	Covers  bool          `json:"-"` // all are asked, so that nobody can tell who acts
	Hint    engine.Text   `json:"-"` // what a choice of a seat does now, in the same words to all
	Votes   string        `json:"-"` // what all learn of the ballots of the vote that goes on: "open", "ballots", "count", "secret" or "none"; "" if there is none
	Unshown bool          `json:"-"` // the choice that goes on stays with whoever makes it
	Lines   []engine.Line `json:"-"` // of each seat
	Notes   []engine.Line `json:"-"` // what is below them
	// shown is what was found out last, pictures what was found out in this move.
	Shown    engine.Group      `json:"-"`
	Pictures []engine.Group    `json:"-"`
	Tableaux []Tableau         `json:"-"`
	After    [][]engine.Line   `json:"-"` // by picture: the lines once what follows from it is reckoned
	Score    engine.ScoreTable `json:"-"`
	Answers  []engine.Text     `json:"-"` // from which one is chosen, to a question
	Ending   engine.Text       `json:"-"` // how it has come out, in the script's own words
	Worth    []int             `json:"-"`
}

// Stop returns in which phase the play could not go on and why; "" if it could.
func (s Status) Stop() (phase string, why engine.Text) {
	if s.Stopped == nil {
		return "", engine.Text{}
	}
	return s.Stopped.Phase, s.Stopped.Text
}

// A StopStatus says why a play could not go on.
type StopStatus struct {
	Phase string `json:"phase"`
	Why   string `json:"why"`

	Text engine.Text `json:"-"`
}

// A PrivateStatus is what one seat knows besides.
type PrivateStatus struct {
	// Choice is what the seat has chosen, while others are awaited: a number, a word, a seat or nothing.
	Choice any      `json:"choice"`
	Cards  []string `json:"cards"`
	// Knows are the names of those whose role the seat knows.
	Knows []string `json:"knows"`
	// Values are what the seat knows of lists by seat that are not open: its own element, by
	// phase or variable.
	Values map[string]any `json:"values"`
	Told   string         `json:"told"` // key of what it is told
	// Dice are those that the seat has thrown in secret.
	Dice []int `json:"dice,omitempty"`

	ToldText   engine.Text     `json:"-"`
	Thrown     []engine.Line   `json:"-"` // Dice, as screens show them
	Own        []engine.Text   `json:"-"` // variables that the seat alone knows
	KnowsSeats engine.SeatSet  `json:"-"`
	Nothing    bool            `json:"-"` // the seat looks, and there is nothing to see
	Better     []engine.Action `json:"-"` // what a bot in this seat chooses of what is open to it; nil: all are alike to it
	Cover      bool            `json:"-"` // the seat is asked only so that nobody can tell who acts: its answer counts for nothing
}

// A ResultStatus is how the play ended.
type ResultStatus struct {
	Scores  engine.BySeat[int] `json:"scores"`
	Winners []string           `json:"winners"`
	Stopped bool               `json:"stopped"`
}

// View returns what the viewer may know.
func (g *Game) View(l engine.Viewer) engine.View {
	if g.status == nil {
		s := g.public()
		g.status = &s
	}
	v := engine.View{Viewer: l, Common: g.status.Common, Public: *g.status}
	if l >= 0 && int(l) < len(g.roster) {
		v.Private = g.private(l)
	}
	if g.over {
		v.Result = g.ends()
	}
	return v
}

func (g *Game) public() Status {
	s := Status{
		Common: engine.Common{Game: "anygame", Phase: "over", Round: g.env["round"].(int), Waiting: []engine.Waiting{}, Over: g.over},
		Script: g.script.ID, Values: map[string]any{}, Results: map[string]map[string]any{},
		roster: g.roster, Shown: g.group(g.last), Worth: make([]int, len(g.roster)),
	}
	if !g.over {
		s.Phase = g.phase().name
		s.Waiting = g.waiting()
	}
	for i := range g.script.vars {
		if x := &g.script.vars[i]; x.secret == open && x.name != "round" {
			s.Values[x.name] = g.shownValue(g.env[x.name], x.kind)
		}
	}
	for i, fields := range g.script.results {
		if !g.done[i] {
			continue
		}
		name := g.script.phases[i].name
		m := map[string]any{}
		for _, f := range fields {
			if f.secret == open && !f.unlisted {
				m[f.name] = g.shownValue(g.env[name].(map[string]any)[f.name], f.kind)
			}
		}
		if len(m) > 0 {
			s.Results[name] = m
		}
	}
	if _, ok := g.clock(); ok {
		s.Shown = engine.Group{} // clocks leave no time to look at what was before
	}
	for _, f := range g.pictures {
		p := g.group(f)
		if g.stays(f) {
			s.Shown = p
		}
		s.Pictures, s.After = append(s.Pictures, p), append(s.After, f.after)
	}
	s.Tableaux = g.tableaux
	if g.stop.why.Key != "" {
		s.Stopped = &StopStatus{g.stop.phase, g.stop.why.Key, g.stop.why}
	}
	for i := range g.roster {
		s.Worth[i] = g.total(i)
	}
	if t := g.falling(); t != nil {
		s.Price = engine.Say("ask.fall").Number(g.run.timed.auction.price)
	}
	s.Lines, s.Notes = g.lines(), g.notes()
	if s.Night = !g.over && g.phase().night; s.Night {
		s.Steps = g.script.nightStep(g.at)
	}
	if p := g.phase(); !g.over {
		if s.Covers = p.covered; p.hint {
			s.Hint = engine.Say("hint.phase." + p.name)
		}
	}
	if t, ok := g.phase().tool.(*timer); ok && !g.over {
		s.Counts = !t.passes()
	}
	if t, ok := g.phase().tool.(*pick); ok && !g.over {
		s.Unshown = t.covers()
	}
	if t, ok := g.phase().tool.(*vote); ok && !g.over {
		s.Votes = t.shows
		switch {
		case t.openly:
			s.Votes = "open"
		case t.secret && t.shows != "none":
			s.Votes = "secret"
		}
	}
	if g.over || g.openScore() {
		s.Score, s.Ending = g.scores(), g.ending
	}
	if t, ok := g.phase().tool.(*choose); ok && !g.over && t.to != nil {
		for _, do := range g.optionsFor(g.chooser(), &t.choices, false, t.do) {
			s.Answers = append(s.Answers, engine.Say("show.thing").Thing("choice."+do.(Choose).Choice))
		}
	}
	return s
}

// openScore reports whether all may know how many points each has by now, and the most are the best.
func (g *Game) openScore() bool {
	return g.script.winners == nil && len(g.script.score) > 0 && !slices.ContainsFunc(g.script.score, func(i int) bool { return g.script.vars[i].secret != open })
}

// falling returns the auction whose price falls now, or nil.
func (g *Game) falling() *auction {
	if g.over {
		return nil
	}
	if t, ok := g.phase().tool.(*auction); ok && t.dutch {
		return t
	}
	return nil
}

// waiting lists who is waited for.
func (g *Game) waiting() []engine.Waiting {
	list := make([]engine.Waiting, 0, g.run.await.Len()+1)
	if t := g.phase().tool; g.run.table && !g.run.offered {
		list = append(list, engine.Waiting{Seat: "table", Do: t.verb(g, engine.Table)})
	}
	for i, name := range g.roster {
		if !g.run.seatsOffered && g.run.await.Has(engine.Seat(i)) && (!g.run.table || g.run.both) {
			list = append(list, engine.Waiting{Seat: name, Do: g.phase().tool.verb(g, engine.Seat(i))})
		}
	}
	return list
}

// group returns what a tool has found out, as screens show it.
func (g *Game) group(f found) engine.Group {
	return engine.Group{Heading: engine.Say("phase." + g.script.phases[f.at].name), Lines: f.lines}
}

// shownValue returns a value as a status has it: seats by name.
func (g *Game) shownValue(v any, k kind) any {
	name := func(n int) any {
		if n < 0 || n >= len(g.roster) {
			return nil
		}
		return g.roster[n]
	}
	switch v := v.(type) {
	case int:
		if k == seat {
			return name(v)
		}
	case []int:
		if k == seat {
			names := make([]any, len(v))
			for i, n := range v {
				names[i] = name(n)
			}
			return engine.BySeat[any]{Names: g.roster, Of: names}
		}
		return engine.BySeat[int]{Names: g.roster, Of: v}
	case []bool:
		return engine.BySeat[bool]{Names: g.roster, Of: v}
	case []string:
		return engine.BySeat[string]{Names: g.roster, Of: v}
	}
	return v
}

func (g *Game) private(s engine.Seat) PrivateStatus {
	p := PrivateStatus{
		Cards: append([]string{}, g.hands[s]...), Knows: []string{}, Values: map[string]any{},
		Told: g.told[s].Key, ToldText: g.told[s], KnowsSeats: g.knows(s), Dice: g.thrown[s], Thrown: g.thrownLines(s),
	}
	for i, name := range g.roster {
		if p.KnowsSeats.Has(engine.Seat(i)) {
			p.Knows = append(p.Knows, name)
		}
	}
	if !g.over && g.run.await.Has(s) {
		_, looks := g.phase().tool.(*look)
		p.Nothing = looks && p.ToldText.Key == ""
		p.Cover = !looks && g.phase().covered && !g.run.acting.Has(s)
		if g.run.better != nil {
			p.Better = g.run.better[s]
		}
	}
	for i := range g.script.vars {
		if x := &g.script.vars[i]; x.secret == own {
			v := element(g.env[x.name], int(s))
			p.Values[x.name] = g.shownValue(v, x.kind)
			if t := g.labelled(x, v); x.label && t.Key != "" {
				p.Own = append(p.Own, t)
			}
		}
	}
	for i, fields := range g.script.results {
		if !g.done[i] {
			continue
		}
		name := g.script.phases[i].name
		for _, f := range fields {
			if f.secret == own {
				p.Values[name+"."+f.name] = g.shownValue(element(g.env[name].(map[string]any)[f.name], int(s)), f.kind)
			}
		}
	}
	if !g.over && !g.run.await.Has(s) {
		p.Choice = g.choiceOf(s)
	}
	return p
}

// thrownLines returns the dice that a seat has thrown in secret: in one line where they are pictures.
func (g *Game) thrownLines(s engine.Seat) []engine.Line {
	var list []engine.Line
	pictures := engine.Line{Seat: engine.NoSeat}
	for _, n := range g.thrown[s] {
		if g.thrownSides == 6 {
			pictures.Icons = append(pictures.Icons, dieIcons[n])
		} else {
			list = append(list, engine.Line{Seat: engine.NoSeat, Text: engine.Say("show.number").Number(n)})
		}
	}
	if pictures.Icons != nil {
		list = append(list, pictures)
	}
	return list
}

// element returns the element of a list for a seat.
func element(list any, s int) any {
	switch list := list.(type) {
	case []int:
		return list[s]
	case []bool:
		return list[s]
	case []string:
		return list[s]
	}
	return nil
}

// choiceOf returns what a seat has chosen, while others are still awaited; nil for nothing.
func (g *Game) choiceOf(s engine.Seat) any {
	switch do := g.run.answers[s].do.(type) {
	case Bid:
		return do.Amount
	case Vote:
		return do.Choice
	case VoteSeat:
		return g.roster.Name(do.Who)
	case Pick:
		return do.Choice
	case PickSeat:
		return g.roster.Name(do.Who)
	}
	return nil
}

// ends returns how the play ended.
func (g *Game) ends() ResultStatus {
	r := ResultStatus{Scores: engine.BySeat[int]{Names: g.roster, Of: make([]int, len(g.roster))}, Winners: []string{}, Stopped: g.stop.why.Key != ""}
	winners := g.won
	for i, name := range g.roster {
		r.Scores.Of[i] = g.total(i)
		if winners.Has(engine.Seat(i)) {
			r.Winners = append(r.Winners, name)
		}
	}
	return r
}

// scores returns the table of scores. Nobody has won before a play is over.
func (g *Game) scores() engine.ScoreTable {
	t := engine.ScoreTable{Rows: make([]engine.ScoreRow, len(g.roster))}
	winners := g.won
	for _, i := range g.script.score {
		t.Columns = append(t.Columns, "label."+g.script.vars[i].name)
	}
	for s := range t.Rows {
		row := &t.Rows[s]
		row.Values = []int{}
		for _, i := range g.script.score {
			row.Values = append(row.Values, g.env[g.script.vars[i].name].([]int)[s])
		}
		row.Total = g.total(s)
		if winners.Has(engine.Seat(s)) {
			row.Rank, row.Winner = 1, true
		}
	}
	for s := range t.Rows {
		if row := &t.Rows[s]; row.Rank == 0 {
			row.Rank = 1
			for o := range t.Rows {
				if t.Rows[o].Winner || len(g.script.score) > 0 && !t.Rows[o].Winner && t.Rows[o].Total > row.Total {
					row.Rank++
				}
			}
			if row.Rank == 1 && g.over {
				row.Rank, row.Out = 0, "score.out"
			}
		}
	}
	return t
}

// clock returns the clocks that run now, if there are any.
func (g *Game) clock() (*timer, bool) {
	if g.over {
		return nil, false
	}
	t, ok := g.phase().tool.(*timer)
	return t, ok && t.passes()
}

// shows returns how many seconds a screen shows for a seat: what it has left, or has used where
// nothing runs out.
func (t *timer) shows(g *Game, s engine.Seat) int {
	c := &g.run.timed.clock
	if t.kind == "turns" {
		return c.used[s] / 1000
	}
	return c.left[t.account(s)] / 1000
}

// mostColumns is how many numbers are shown beside a name.
const mostColumns = 4

// columns returns the variables whose numbers are shown beside the names.
func (g *Game) columns() []*variable {
	var list []*variable
	for i := range g.script.vars {
		if x := &g.script.vars[i]; x.label && x.secret == open && x.each && x.kind == number && len(list) < mostColumns {
			list = append(list, x)
		}
	}
	return list
}

// labelled returns a value with the label of its variable; no text where it is nothing.
func (g *Game) labelled(x *variable, v any) engine.Text {
	label := "label." + x.name
	switch v := v.(type) {
	case int:
		if x.kind == number {
			return engine.Say("scene.value").Thing(label).Number(v)
		}
		if v >= 0 && v < len(g.roster) {
			return engine.Say("scene.value_seat").Thing(label).Seat(engine.Seat(v))
		}
	case bool:
		if v {
			return engine.Say("scene.label").Thing(label)
		}
	case string:
		if v != "" {
			return engine.Say("scene.value_word").Thing(label).Thing("choice." + v)
		}
	}
	return engine.Text{}
}

// marks are the icons of conditions by seat, in the order of the variables.
var marks = []engine.Icon{engine.IconUp, engine.IconStar, engine.IconBoss}

// marked returns the conditions by seat that are marked beside the names. That of being alive
// is not among them: the dead are marked.
func (g *Game) marked() []*variable {
	var list []*variable
	for i := range g.script.vars {
		if x := &g.script.vars[i]; x.label && x.secret == open && x.each && x.kind == truth && x.name != "alive" && len(list) < len(marks) {
			list = append(list, x)
		}
	}
	return list
}

// notes returns the lines below the seats' lines: what is the same for all, and what the
// marks and the numbers beside the names mean.
func (g *Game) notes() []engine.Line {
	var list []engine.Line
	line := func(t engine.Text, icons ...engine.Icon) {
		list = append(list, engine.Line{Seat: engine.NoSeat, Text: t, Icons: icons})
	}
	if g.noted.Key != "" && !g.over {
		line(g.noted)
	}
	for i := range g.script.vars {
		x := &g.script.vars[i]
		if !x.label || x.secret != open || x.each {
			continue
		}
		if t := g.labelled(x, g.env[x.name]); t.Key != "" {
			line(t)
		}
	}
	for i, x := range g.marked() {
		if !slices.Contains(g.env[x.name].([]bool), true) {
			continue
		}
		line(engine.Say("scene.label").Thing("label."+x.name), marks[i])
	}
	c := g.columns()
	if _, ok := g.clock(); ok {
		c = nil // times are shown there
	}
	if len(c) == 1 && len(g.script.score) == 1 && c[0] == &g.script.vars[g.script.score[0]] {
		c = nil // a number beside each name is the score, if it is the only one
	}
	for ; len(c) > 0; c = c[min(2, len(c)):] {
		if len(c) == 1 {
			line(engine.Say("scene.label").Thing("label." + c[0].name))
		} else {
			line(engine.Say("scene.columns").Thing("label." + c[0].name).Thing("label." + c[1].name))
		}
	}
	return list
}

// lines returns a line for each seat: what is open of it.
func (g *Game) lines() []engine.Line {
	columns, marked := g.columns(), g.marked()
	list := make([]engine.Line, len(g.roster))
	for s := range list {
		l := &list[s]
		l.Seat = engine.Seat(s)
		switch {
		case g.over:
		case g.run.await.Has(l.Seat):
			l.Icons = append(l.Icons, engine.IconAwait)
		case g.run.answers[s].do != nil:
			l.Icons = append(l.Icons, engine.IconLocked)
		}
		if t, ok := g.clock(); ok {
			on := g.run.timed.clock.on == l.Seat
			if on {
				l.Icons, l.Strong = []engine.Icon{engine.IconClock}, true
			}
			if !on || t.kind == "turns" { // else it runs, beside the heading
				l.Text = timeText(t.shows(g, l.Seat))
			}
			continue
		}
		for i, x := range marked {
			if g.env[x.name].([]bool)[s] {
				l.Icons = append(l.Icons, marks[i])
			}
		}
		if len(columns) > 0 {
			l.Text.Key = [...]string{"", "scene.one", "scene.two", "scene.three", "scene.four"}[len(columns)]
		}
		for _, x := range columns {
			l.Text.AddNumber(g.env[x.name].([]int)[s])
		}
		if w := g.wordOf(s); w != "" && len(columns) == 0 {
			l.Text = engine.Say("show.thing").Thing("choice." + w)
		}
		if alive, ok := g.env["alive"].([]bool); ok && g.marksDead() && !alive[s] {
			l.Icons = append(l.Icons, engine.IconDead)
		}
	}
	return list
}

// wordOf returns the word that is shown beside the name of a seat: of several the first that is there, such as its role once that
// is told, and until then how it has died; "" for none.
func (g *Game) wordOf(s int) string {
	for i := range g.script.vars {
		if x := &g.script.vars[i]; x.label && x.secret == open && x.each && x.kind == word {
			if w := g.env[x.name].([]string)[s]; w != "" {
				return w
			}
		}
	}
	return ""
}

// marksDead reports whether the script shows who is still alive.
func (g *Game) marksDead() bool {
	return slices.ContainsFunc(g.script.vars, func(x variable) bool {
		return x.name == "alive" && x.label && x.secret == open && x.each && x.kind == truth
	})
}
