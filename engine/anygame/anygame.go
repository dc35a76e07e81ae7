package anygame

import (
	"math"
	"slices"
	"time"

	"github.com/expr-lang/expr/vm"

	"consigliere/engine"
)

// phaseSteps is what going through a phase counts, besides its expressions.
const phaseSteps = 20

// remind is how often players who are asked without a time limit are reminded.
const remind = 45 * time.Second

// A Game is one play of a script. It is not safe for concurrent use.
type Game struct {
	script *Script
	roster engine.Roster
	chance engine.Chance
	env    map[string]any // what expressions see: variables, words, results
	vm     vm.VM

	at     int // the phase; ended when the play is over
	over   bool
	won    engine.SeatSet // once the play is over: who has won
	ending engine.Text    // the same, in the words of the script; zero where it has none
	stop   stopped
	steps  int // what this move has computed
	run    run
	decks  [][]int // by deck and stack: how many are left
	full   [][]int // the same when all are in
	hands  [][]string
	dealt  *deal
	told   []engine.Text // by seat: what it is told in private
	// thrown are the dice of each seat, thrown in secret.
	thrown      [][]int
	thrownSides int
	noted       engine.Text // what is on the screens all the time
	used        map[usedKey]uint64
	done        []bool // by phase: it has a result

	last     found   // what a tool found out last, before this move
	pictures []found // what tools found out in this move, one after the other
	tableaux []Tableau
	fresh    bool // the tool has shown nothing yet
	cues     []engine.Cue
	status   *Status // the public view, until the next move
}

// A found is what a tool has found out, as all may see it: a picture of the move.
type found struct {
	at    int // the phase
	round int
	lines []engine.Line
	after []engine.Line // of each seat, and of all, once what follows from it is reckoned; nil before
}

// A Tableau is the table as a stage shows it while a phase without a tool is told, such as a morning: what such a phase reveals
// has no other picture.
type Tableau struct {
	Heading engine.Text
	Night   bool
	Lines   []engine.Line // of each seat
	Notes   []engine.Line
}

// FirstTableau is the number by which a cue names the first tableau of a move: smaller ones are pictures.
const FirstTableau = 100

// tableau takes down the table as it stands, with those who have just died, and returns its number, or 0.
func (g *Game) tableau(p *phase, dead engine.SeatSet) uint8 {
	if p.tool != nil {
		return 0
	}
	return g.lays(g.heading(p), p.night, dead)
}

// lays takes down the table under a heading.
func (g *Game) lays(heading engine.Text, night bool, dead engine.SeatSet) uint8 {
	if FirstTableau+len(g.tableaux) > math.MaxUint8 {
		return 0
	}
	g.noted = g.said(g.script.note)
	lines := g.lines()
	for i := range lines {
		lines[i].Strong = dead.Has(engine.Seat(i))
	}
	g.tableaux = append(g.tableaux, Tableau{heading, night, lines, g.notes()})
	return uint8(FirstTableau + len(g.tableaux) - 1)
}

// heading is what stands above a phase.
func (g *Game) heading(p *phase) engine.Text {
	if round := g.env["round"].(int); round > 1 {
		return engine.Say("scene.heading").Number(round).Thing("phase." + p.name)
	}
	return engine.Say("phase." + p.name)
}

// A usedKey is the words that a seat has used up in a phase.
type usedKey struct {
	slot int
	seat engine.Seat
}

// A stopped says why a play could not go on.
type stopped struct {
	phase string
	why   engine.Text
}

// A run is a phase while its seats are asked.
type run struct {
	acting  engine.SeatSet // whose answers count
	await   engine.SeatSet // who has not answered
	table   bool           // the table is asked
	both    bool           // and the seats with it
	offered bool           // the table need not answer
	// seatsOffered: the seats need not answer.
	seatsOffered bool
	keep         bool // those who are waited for stay as the tool has left them
	answers      [engine.MaxSeats]answer
	// answered is whose answer the table has just given.
	answered engine.Seat
	prompt   engine.Text       // as the script asks; none: as the tool does
	options  [][]engine.Action // by seat, made when the phase begins
	better   [][]engine.Action // by seat, what a bot chooses of them; nil: all are alike to it
	limit    time.Duration     // of time, where the phase has one
	again    int               // how often it was done again
	dice     Faces
	chosen   int
	team     engine.SeatSet
	many     int
	timed    timed
	// answersTo is the question whose answers can be chosen.
	answersTo string
}

// An answer is what a seat has answered: a number, or which choice.
type answer struct {
	n  int
	do engine.Action
}

// newGame begins a play of a script.
func newGame(s *Script, h engine.Header) (*Game, []engine.Cue) {
	n := len(h.Seats)
	g := &Game{
		script: s, roster: h.Seats, chance: engine.NewChance("anygame", h.Seed), env: map[string]any{},
		hands: make([][]string, n), told: make([]engine.Text, n), thrown: make([][]int, n), used: map[usedKey]uint64{},
		done: make([]bool, len(s.phases)),
	}
	g.vm.MemoryBudget = memory
	seats := make([]int, n)
	for i := range seats {
		seats[i] = i
	}
	g.env["players"], g.env["nobody"], g.env["seats"], g.env["seat"], g.env["nothing"] = n, nobody, seats, 0, ""
	for _, w := range s.words {
		g.env[w] = w
	}
	for i := range s.vars {
		x := &s.vars[i]
		g.env[x.name] = x.start(n)
	}
	for i := range s.phases {
		if fields := s.results[i]; fields != nil {
			m := map[string]any{}
			for _, f := range fields {
				m[f.name] = f.zero(n)
			}
			g.env[s.phases[i].name] = m
		}
	}
	g.guard(func() {
		for i := range s.decks {
			var counts []int
			for _, c := range s.decks[i].cards {
				counts = append(counts, min(max(0, g.number(c.count, 1)), mostCards))
			}
			g.full, g.decks = append(g.full, counts), append(g.decks, slices.Clone(counts))
		}
		g.enter(0)
	})
	return g, g.cues
}

// start returns the first value of a variable.
func (x *variable) start(seats int) any {
	if !x.each {
		return x.first
	}
	switch v := x.first.(type) {
	case bool:
		return slices.Repeat([]bool{v}, seats)
	case string:
		return slices.Repeat([]string{v}, seats)
	}
	return fill(seats, x.first.(int))
}

// guard runs f. Where an expression fails, the play stops.
func (g *Game) guard(f func()) {
	defer func() {
		switch p := recover().(type) {
		case nil:
		case failure:
			name := ""
			if g.at >= 0 && g.at < len(g.script.phases) {
				name = g.phase().name
			}
			g.stop, g.won = stopped{name, p.why}, 0
			g.end()
			g.cue(engine.Cue{Kind: engine.CueResult, Text: p.why, Learned: g.all()})
		default:
			panic(p)
		}
	}()
	f()
}

// end ends the play.
func (g *Game) end() {
	g.over, g.run.await, g.run.table = true, 0, false
}

func (g *Game) phase() *phase { return &g.script.phases[g.at] }

// all returns the seats of the play.
func (g *Game) all() engine.SeatSet { return 1<<len(g.roster) - 1 }

// pick draws a number below n.
func (g *Game) pick(n int) int { return g.chance.Pick(n) }

// result sets a part of what the phase has found out.
func (g *Game) result(name string, value any) {
	g.env[g.phase().name].(map[string]any)[name] = value
}

func (g *Game) cue(c engine.Cue) { g.cues = append(g.cues, c) }

// show adds a line to what the tool has found out.
func (g *Game) show(l engine.Line) {
	if g.fresh {
		g.pictures, g.fresh = append(g.pictures, found{at: g.at, round: g.env["round"].(int)}), false
	}
	p := &g.pictures[len(g.pictures)-1]
	p.lines = append(p.lines, l)
}

// chart gives the lines that the tool has shown bars, by what each seat has.
func (g *Game) chart(of []int) {
	if g.fresh {
		return
	}
	lines := g.pictures[len(g.pictures)-1].lines
	numbers := make([]int, len(lines))
	for i := range lines {
		if s := lines[i].Seat; s >= 0 {
			numbers[i] = of[s]
		}
	}
	engine.Chart(lines, numbers)
}

// stays reports whether what was found out is worth a look later. Which word somebody has chosen
// in the open is not, nor who was first to press, nor a question: it is what comes next.
func (g *Game) stays(f found) bool {
	switch t := g.script.phases[f.at].tool.(type) {
	case *choose:
		return t.seats
	case *buzz:
		return g.over || t.all
	case *draw:
		return g.script.decks[t.deck].name != questionDeck
	}
	return true
}

// picture returns the number of the picture that the tool has shown; 0 where it has shown none.
func (g *Game) picture() uint8 {
	if g.fresh {
		return 0
	}
	return uint8(len(g.pictures))
}

// revealed says what was found out that was secret, unless the script says it itself.
func (g *Game) revealed(text engine.Text) { g.tells(text, engine.CueReveal, false) }

// drawn says what fell.
func (g *Game) drawn(text engine.Text) { g.tells(text, engine.CueReveal, true) }

// told1 says what was chosen openly.
func (g *Game) told1(text engine.Text) { g.tells(text, engine.CueSay, false) }

func (g *Game) tells(text engine.Text, kind engine.CueKind, drawn bool) {
	c := engine.Cue{Kind: kind, Text: text, Drawn: drawn, Learned: g.all(), Picture: g.picture()}
	if kind == engine.CueSay {
		c.Learned = 0
	}
	if g.phase().then != nil {
		c.Kind, c.Text, c.Picture = engine.CueQuiet, engine.Text{}, 0
	}
	g.cue(c)
}

// said returns the first of several texts whose condition holds; none where none does.
func (g *Game) said(list []message) engine.Text {
	for i := range list {
		m := &list[i]
		if !g.truth(m.when, true) {
			continue
		}
		t := engine.Say(m.key)
		for _, f := range m.args {
			switch f.kind {
			case seat:
				t.AddSeat(seatOf(g.number(f, nobody)))
			case word:
				t.AddThing("choice." + nameOf(g.word(f)))
			case people:
				t.AddGroup(engine.SeatSet(g.number(f, 0)))
			default:
				t.AddNumber(g.number(f, 0))
			}
		}
		return t
	}
	return engine.Text{}
}

// nameOf returns the word that stands for a word, or for none.
func nameOf(w string) string {
	if w == "" {
		return "none"
	}
	return w
}

// Over reports whether the play has ended.
func (g *Game) Over() bool { return g.over }

// enter goes to a phase, and on until somebody is asked or the play is over.
func (g *Game) enter(i int) {
	for n := 0; ; n++ {
		if n == maxPhases {
			panic(fail(engine.Say("cue.stop_loop")))
		}
		if i == ended || i >= len(g.script.phases) {
			g.end()
			g.tellResult()
			return
		}
		g.at = i
		g.spend(phaseSteps)
		p := g.phase()
		if !g.truth(p.when, true) {
			i++
			continue
		}
		if g.begin(p) {
			g.noted = g.said(g.script.note)
			return
		}
		i = g.finish(p)
	}
}

// begin begins a phase. It reports whether somebody is asked.
func (g *Game) begin(p *phase) bool {
	asks := p.tool != nil && p.tool.asks()
	kind := engine.CueSay
	if asks {
		kind = engine.CuePhase
	}
	if p.tool == nil {
		g.run = run{answered: engine.NoSeat, chosen: nobody}
	}
	if text := g.said(p.say); text.Key != "" {
		g.cue(engine.Cue{Kind: kind, Text: text, Picture: g.tableau(p, 0)})
	} else if asks && p.say == nil {
		g.cue(engine.Cue{Kind: kind, Text: engine.Say("phase." + p.name)})
	}
	if p.tool == nil {
		return false
	}
	g.run = run{acting: g.where(p.who), answered: engine.NoSeat, chosen: nobody}
	g.run.await = g.run.acting
	if p.covered || p.among != nil {
		g.run.await = g.where(p.among)
		g.run.acting &= g.run.await
	}
	g.fresh = true
	g.run.limit = time.Duration(min(max(g.number(p.time, 1), 1), longestDay)) * time.Second
	p.tool.begin(g)
	g.run.prompt = g.said(p.ask)
	g.done[g.at] = true
	return p.tool.asks() && (g.run.await != 0 || g.run.table)
}

// finish ends a phase and returns the next.
func (g *Game) finish(p *phase) int {
	if len(p.reveals) > 0 {
		g.set(p.reveals)
		g.cue(engine.Cue{Kind: engine.CueQuiet, Learned: g.all()})
	}
	lived := g.living()
	g.set(p.sets)
	dead := g.mourn(p, lived)
	if text := g.said(p.then); text.Key != "" {
		c := engine.Cue{Kind: engine.CueSay, Text: text}
		if p.tool != nil || p.reveals != nil {
			c.Kind = engine.CueReveal
		}
		if p.tool != nil && text.Everybody() == 0 { // a list of names has no room above a picture, and is one
			if c.Picture = g.picture(); c.Picture > 0 {
				t, votes := p.tool.(*vote)
				c.Read = votes && t.named()
				g.noted = g.said(g.script.note)
				g.pictures[len(g.pictures)-1].after = append(g.lines(), g.notes()...)
			}
		} else {
			c.Picture = g.tableau(p, dead)
		}
		g.cue(c)
	}
	for _, b := range p.next {
		if g.truth(b.when, true) {
			return b.to
		}
	}
	return g.at + 1
}

// living returns who is alive, where the script shows it.
func (g *Game) living() engine.SeatSet {
	var set engine.SeatSet
	if g.marksDead() {
		for s, lives := range g.env["alive"].([]bool) {
			if lives {
				set = set.With(engine.Seat(s))
			}
		}
	}
	return set
}

// mourn returns who has died by a phase, and marks them in its picture, beside what was found out of them last.
func (g *Game) mourn(p *phase, lived engine.SeatSet) engine.SeatSet {
	dead := lived &^ g.living()
	if dead == 0 || p.tool == nil || g.fresh {
		return dead
	}
	left, lines := dead, g.pictures[len(g.pictures)-1].lines
	for i := len(lines) - 1; i >= 0; i-- {
		if l := &lines[i]; l.Seat >= 0 && left.Has(l.Seat) {
			l.Icons = append([]engine.Icon{engine.IconDead}, l.Icons...)
			left = left.Without(l.Seat)
		}
	}
	return dead
}

// set computes variables, each with what the ones before have become.
func (g *Game) set(list []setting) {
	for _, s := range list {
		x := &g.script.vars[s.to]
		if !x.each {
			g.env[x.name] = g.value(s.f, x.kind)
			continue
		}
		n := len(g.roster)
		out := x.zero(n)
		for i := range n {
			g.forSeat(i)
			switch list := out.(type) {
			case []int:
				list[i] = g.number(s.f, 0)
			case []bool:
				list[i] = g.truth(s.f, false)
			case []string:
				list[i] = g.word(s.f)
			}
		}
		g.env[x.name] = out
	}
}

func (g *Game) value(f *formula, k kind) any {
	switch k {
	case truth:
		return g.truth(f, false)
	case word:
		return g.word(f)
	}
	return g.number(f, 0)
}

// tellResult tells that the play is over, and who has won.
func (g *Game) tellResult() {
	g.won = g.winners()
	winners := g.won
	text := engine.Say("cue.over")
	if winners.Len() == 1 {
		for s := range g.roster {
			if winners.Has(engine.Seat(s)) {
				text = engine.Say("cue.won").Seat(engine.Seat(s))
			}
		}
	}
	if own := g.said(g.script.ending); own.Key != "" {
		g.ending, text = own, own
	}
	g.cue(engine.Cue{Kind: engine.CueResult, Text: text, Learned: g.all(), Picture: g.lays(engine.Say("phase.over"), false, 0)})
}

// winners returns who has won: as the script says, or those with the highest score; nobody
// where it says neither.
func (g *Game) winners() engine.SeatSet {
	switch {
	case g.script.winners != nil:
		return g.where(g.script.winners)
	case len(g.script.score) == 0:
		return 0
	}
	var set engine.SeatSet
	best := 0
	for s := range g.roster {
		n := g.total(s)
		if set == 0 || n > best {
			set, best = 0, n
		}
		if n == best {
			set = set.With(engine.Seat(s))
		}
	}
	return set
}

// total returns the score of a seat.
func (g *Game) total(s int) int {
	sum := 0
	for _, i := range g.script.score {
		sum += g.env[g.script.vars[i].name].([]int)[s]
	}
	return sum
}

// Play makes one move.
func (g *Game) Play(m engine.Move) ([]engine.Cue, error) {
	if no := g.check(m); no != nil {
		return nil, no
	}
	p := g.phase()
	g.cues, g.steps = g.cues[:0], 0
	if no := p.tool.take(g, m); no != nil {
		return nil, no
	}
	g.status = nil
	for _, f := range g.pictures {
		if g.stays(f) {
			g.last = f
		}
	}
	if g.last.round < g.env["round"].(int) { // it would look as if it were of this round
		g.last = found{}
	}
	g.pictures, g.tableaux = nil, nil
	g.fresh = true
	switch {
	case g.run.keep: // the tool knows who is next
	case m.Seat != engine.Table:
		g.run.answers[m.Seat].do = m.Do
		g.run.await = g.run.await.Without(m.Seat)
	case g.run.answered >= 0:
		g.run.await = g.run.await.Without(g.run.answered)
	}
	kept := g.run.keep
	g.run.keep = false
	if g.run.await == 0 && !(kept && g.run.table) {
		g.run.table = false
		g.guard(func() { g.complete(p) })
	}
	return g.cues, nil
}

// complete ends a phase that all have answered.
func (g *Game) complete(p *phase) {
	if p.count {
		g.cue(engine.Cue{Kind: engine.CueCount})
	}
	again := g.run.again
	if p.tool.finish(g) {
		g.run.again = again + 1
		g.run.answers = [engine.MaxSeats]answer{}
		return
	}
	g.enter(g.finish(p))
}

// check refuses a move that nobody waits for.
func (g *Game) check(m engine.Move) *engine.Refusal {
	verb := moves.Verb(m.Do)
	switch {
	case g.over:
		return engine.Refuse("ANY-2.4", "refuse.over")
	case m.Seat == engine.Table && g.run.table, m.Seat >= 0 && int(m.Seat) < len(g.roster) && g.run.await.Has(m.Seat) && (!g.run.table || g.run.both):
		if m.Seat == engine.Table && !slices.Contains(g.tableVerbs(), verb) || m.Seat >= 0 && verb != g.phase().tool.verb(g, m.Seat) {
			return engine.Refuse("ANY-2.1", "refuse.not_now")
		}
		return nil
	case m.Seat >= 0 && int(m.Seat) < len(g.roster) && g.run.answers[m.Seat].do != nil:
		return engine.Refuse("ANY-2.3", "refuse.locked")
	}
	return engine.Refuse("ANY-2.2", "refuse.not_you")
}

// Asks appends what the game waits for.
func (g *Game) Asks(dst []engine.Ask) []engine.Ask {
	if g.over {
		return dst
	}
	if g.run.table {
		for _, verb := range g.tableVerbs() {
			dst = append(dst, g.ask(engine.Table, verb))
		}
	}
	for s := range g.roster {
		if g.run.await.Has(engine.Seat(s)) && (!g.run.table || g.run.both) {
			dst = append(dst, g.ask(engine.Seat(s), g.phase().tool.verb(g, engine.Seat(s))))
		}
	}
	return dst
}

// tableVerbs are what the table is asked: one thing, or several.
func (g *Game) tableVerbs() []string {
	if t, ok := g.phase().tool.(*timer); ok {
		return t.tableVerbs(g)
	}
	return []string{g.phase().tool.verb(g, engine.Table)}
}

func (g *Game) ask(s engine.Seat, verb string) engine.Ask {
	p := g.phase()
	a := engine.Ask{Seat: s, Verb: verb, Prompt: engine.Say("ask." + verb), Limit: remind}
	if g.run.prompt.Key != "" {
		a.Prompt = g.run.prompt
	}
	p.tool.ask(g, s, &a)
	if p.time != nil && a.Limit == remind {
		a.Limit = g.run.limit
		if p.late && a.Late == nil && a.Confirm && !a.Timed {
			a.Late = a.Options[0]
		}
	}
	return a
}

// shuffle puts all cards of a deck into it again.
func (g *Game) shuffle(deck int) { copy(g.decks[deck], g.full[deck]) }

func (g *Game) cardsLeft(deck int) int {
	n := 0
	for _, k := range g.decks[deck] {
		n += k
	}
	return n
}

// drawCard takes a random card from a deck; "" if there is none.
func (g *Game) drawCard(deck int) string {
	n := g.cardsLeft(deck)
	if n == 0 {
		return ""
	}
	k := g.pick(n)
	for i := range g.decks[deck] {
		if k -= g.decks[deck][i]; k < 0 {
			g.decks[deck][i]--
			return g.script.decks[deck].cards[i].card
		}
	}
	return ""
}
