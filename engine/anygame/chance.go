package anygame

import (
	"strconv"
	"strings"

	"consigliere/engine"
	"consigliere/engine/document"
)

// A first is a fair start seat.
type first struct{}

func (r *reader) readFirst(v document.Value, _ *phase) tool {
	keys(v, nil, nil)
	r.script.draws = true
	return first{}
}

func (first) fields() []field { return []field{{name: "player", shape: shape{kind: seat}}} }
func (first) asks() bool      { return false }

func (first) begin(g *Game) {
	s := g.tied(g.run.acting, "chance", nil)
	g.result("player", numberOf(s))
	if s == engine.NoSeat {
		return
	}
	g.show(engine.Line{Seat: s, Icons: []engine.Icon{engine.IconBoss}, Strong: true, Text: engine.Say("show.first")})
	g.drawn(engine.Say("cue.first").Seat(s))
}

func (first) verb(*Game, engine.Seat) string          { return "" }
func (first) ask(*Game, engine.Seat, *engine.Ask)     {}
func (first) take(*Game, engine.Move) *engine.Refusal { return nil }
func (first) finish(*Game) bool                       { return false }

// mostDice is how many dice are thrown at once.
const mostDice = 6

// A dice is dice of any size, thrown by the box or typed in; or by each seat in secret.
type dice struct {
	count, sides int
	table        bool
	own          bool // each seat throws its own, and sees them alone
	counts       int  // place in vars: how many dice each has; -1: count
	part         []engine.Part
}

// dieKeys are how records call the dice. Each has a message, dieNames.
var (
	dieKeys  = []string{"d1", "d2", "d3", "d4", "d5", "d6"}
	dieNames = [mostDice]string{"key.d1", "key.d2", "key.d3", "key.d4", "key.d5", "key.d6"}
)

func (r *reader) readDice(v document.Value, _ *phase) tool {
	keys(v, nil, []string{"count", "sides", "by", "shows"})
	t := &dice{
		sides: v.Key("sides").IntOr(6, 2, 100), table: wordOr(v.Key("by"), "box", "table") == "table",
		own: wordOr(v.Key("shows"), "all", "own") == "own", counts: -1,
	}
	if n := v.Key("count"); t.own && n.Node() != nil && n.Node().Kind == document.Text {
		t.count, t.counts = mostDice, r.bySeat(n)
	} else {
		t.count = n.IntOr(1, 1, mostDice)
	}
	if t.own && t.table {
		r.refuse(v.Key("by"), engine.Say("refuse.script_own_dice"))
	}
	if !t.table {
		r.script.draws = true
	}
	p := engine.Part{Arg: "dice", Kind: engine.PartDice}
	for _, name := range dieNames[:t.count] {
		p.Keys = append(p.Keys, engine.Key{Word: strings.TrimPrefix(name, "key.")})
	}
	for n := 1; n <= t.sides; n++ {
		p.Items = append(p.Items, engine.Item{Word: strconv.Itoa(n)})
	}
	t.part = []engine.Part{p}
	return t
}

func (t *dice) fields() []field {
	if t.own {
		var fields []field
		for _, name := range append([]string{"sum", "high", "low"}, dieKeys[:t.count]...) {
			fields = append(fields, field{name: name, shape: shape{kind: number, each: true, secret: own}})
		}
		return fields
	}
	fields := []field{
		{name: "sum", shape: shape{kind: number}},
		{name: "high", shape: shape{kind: number}},
		{name: "low", shape: shape{kind: number}},
		{name: "same", shape: shape{kind: truth}},
	}
	for _, name := range dieKeys[:t.count] {
		fields = append(fields, field{name: name, shape: shape{kind: number}, unlisted: true})
	}
	return fields
}

func (t *dice) asks() bool   { return t.table }
func (t *dice) covers() bool { return false }

func (t *dice) begin(g *Game) {
	if t.table {
		g.run.await, g.run.table = 0, true
		return
	}
	if t.own {
		t.throwOwn(g)
		return
	}
	var faces Faces
	for i := range t.count {
		faces[i] = uint8(g.pick(t.sides) + 1)
	}
	t.fell(g, faces)
}

// throwOwn throws for each seat that acts. A die that it has not is 0.
func (t *dice) throwOwn(g *Game) {
	g.thrownSides = t.sides
	by := map[string][]int{}
	for _, f := range t.fields() {
		by[f.name] = make([]int, len(g.roster))
	}
	for s := range g.roster {
		g.thrown[s] = nil
		if !g.run.acting.Has(engine.Seat(s)) {
			continue
		}
		count := t.count
		if t.counts >= 0 {
			count = min(max(0, element(g.env[g.script.vars[t.counts].name], s).(int)), mostDice)
		}
		for i := range count {
			n := g.pick(t.sides) + 1
			g.thrown[s] = append(g.thrown[s], n)
			by[dieKeys[i]][s] = n
			by["sum"][s] += n
			by["high"][s] = max(by["high"][s], n)
			if low := &by["low"][s]; i == 0 || n < *low {
				*low = n
			}
		}
	}
	for _, f := range t.fields() {
		g.result(f.name, by[f.name])
	}
	c := engine.Cue{Kind: engine.CueSay, Text: engine.Say("cue.thrown"), Learned: g.all(), Drawn: true}
	if p := g.phase(); p.say != nil || p.then != nil {
		c.Kind, c.Text = engine.CueQuiet, engine.Text{}
	}
	g.cue(c)
}

func (t *dice) verb(*Game, engine.Seat) string { return "dice" }

func (t *dice) ask(_ *Game, _ engine.Seat, a *engine.Ask) { a.Parts = t.part }

func (t *dice) take(g *Game, m engine.Move) *engine.Refusal {
	faces := m.Do.(Dice).Faces
	for i, n := range faces {
		if i < t.count && (n < 1 || int(n) > t.sides) || i >= t.count && n != 0 {
			return engine.Refuse("ANY-7.2", "refuse.dice", t.count, t.sides)
		}
	}
	g.run.dice = faces
	return nil
}

func (t *dice) finish(g *Game) bool {
	t.fell(g, g.run.dice)
	return false
}

// dieIcons are the pictures of a die with six sides.
var dieIcons = []engine.Icon{"", engine.IconDie1, engine.IconDie2, engine.IconDie3, engine.IconDie4, engine.IconDie5, engine.IconDie6}

func (t *dice) fell(g *Game, faces Faces) {
	sum, high, low := 0, 0, t.sides
	l := engine.Line{Seat: engine.NoSeat}
	for _, n := range faces[:t.count] {
		sum, high, low = sum+int(n), max(high, int(n)), min(low, int(n))
		if t.sides == 6 {
			l.Icons = append(l.Icons, dieIcons[n])
		} else {
			g.show(engine.Line{Seat: engine.NoSeat, Text: engine.Say("show.number").Number(int(n))})
		}
	}
	if t.sides == 6 {
		g.show(l)
	}
	g.result("sum", sum)
	g.result("high", high)
	g.result("low", low)
	g.result("same", high == low)
	for i, n := range faces[:t.count] {
		g.result(dieKeys[i], int(n))
	}
	g.drawn(engine.Say("cue.dice").Number(sum))
}

// A draw turns up a card of a deck.
type draw struct {
	deck    int
	shuffle bool // all cards are in the deck again first
}

func (r *reader) readDraw(v document.Value, _ *phase) tool {
	keys(v, []string{"from"}, []string{"shuffle"})
	r.script.draws = true
	return &draw{r.deck(v.Key("from")), v.Key("shuffle").Bool()}
}

// deck reads the name of a deck.
func (r *reader) deck(v document.Value) int {
	if v.Node() == nil {
		return 0
	}
	name := v.FullText()
	i, ok := r.deckAt[name]
	if !ok {
		var known []string
		for n := range r.deckAt {
			known = append(known, n)
		}
		sortWords(known)
		if near := document.Nearest(name, known); near != "" {
			r.refuse(v, engine.Say("refuse.script_deck_near").Thing(name).Thing(near))
		} else {
			r.refuse(v, engine.Say("refuse.script_deck").Thing(name))
		}
	}
	return i
}

func (t *draw) fields() []field {
	return []field{{name: "card", shape: shape{kind: word}}, {name: "left", shape: shape{kind: number}}}
}
func (t *draw) asks() bool { return false }

func (t *draw) begin(g *Game) {
	if t.shuffle {
		g.shuffle(t.deck)
	}
	card := g.drawCard(t.deck)
	g.result("card", card)
	g.result("left", g.cardsLeft(t.deck))
	if card == "" {
		g.revealed(engine.Say("cue.no_card"))
		return
	}
	g.show(engine.Line{Seat: engine.NoSeat, Icons: []engine.Icon{engine.IconCard}, Text: engine.Say("show.thing").Thing("choice." + card), Strong: true})
	g.drawn(engine.Say("cue.card").Thing("choice." + card))
}

func (t *draw) verb(*Game, engine.Seat) string { return "" }

func (t *draw) ask(*Game, engine.Seat, *engine.Ask)     {}
func (t *draw) take(*Game, engine.Move) *engine.Refusal { return nil }
func (t *draw) finish(*Game) bool                       { return false }

// A deal hands out secret cards.
type deal struct {
	deck, each int
	shuffle    bool
	know       map[string][]string // the holder of a card knows who holds which others
}

func (r *reader) readDeal(v document.Value, _ *phase) tool {
	keys(v, []string{"from"}, []string{"each", "shuffle", "know"})
	r.script.draws = true
	t := &deal{deck: r.deck(v.Key("from")), each: v.Key("each").IntOr(1, 1, 10), shuffle: v.Key("shuffle").Bool(), know: map[string][]string{}}
	for _, e := range r.entries(v.Key("know"), mostCards) {
		if !r.dry && !r.isWord(e.Key) {
			r.refuse(e.Value, r.noWord(e.Key))
		}
		for _, item := range e.Value.List(1, 12) {
			t.know[e.Key] = append(t.know[e.Key], r.word(item))
		}
	}
	return t
}

// fields are the first card of each seat, the second, and so on, and how many there are.
func (t *deal) fields() []field {
	fields := []field{{name: "cards", shape: shape{number, true, open}}}
	for n := range t.each {
		fields = append(fields, field{name: cardField(n), shape: shape{word, true, own}})
	}
	return fields
}

// cardField returns the name of the n-th card of a seat in expressions: card, card2, card3 ...
func cardField(n int) string {
	if n == 0 {
		return "card"
	}
	return "card" + strconv.Itoa(n+1)
}

func (t *deal) asks() bool   { return false }
func (t *deal) covers() bool { return false }

func (t *deal) begin(g *Game) {
	if t.shuffle {
		g.shuffle(t.deck)
	}
	counts, cards := make([]int, len(g.roster)), make([][]string, t.each)
	for n := range cards {
		cards[n] = make([]string, len(g.roster))
	}
	for s := range g.roster {
		g.hands[s] = nil
		if !g.run.acting.Has(engine.Seat(s)) {
			continue
		}
		for n := range t.each {
			c := g.drawCard(t.deck)
			if c == "" {
				break
			}
			g.hands[s] = append(g.hands[s], c)
			counts[s]++
			cards[n][s] = c
		}
	}
	g.dealt = t
	for n := range cards {
		g.result(cardField(n), cards[n])
	}
	g.result("cards", counts)
	c := engine.Cue{Kind: engine.CueSay, Text: engine.Say("cue.dealt"), Learned: g.all(), Drawn: true}
	if p := g.phase(); p.say != nil || p.then != nil {
		c.Kind, c.Text = engine.CueQuiet, engine.Text{} // the script has its own words for it
	}
	g.cue(c)
}

func (t *deal) verb(*Game, engine.Seat) string { return "" }

func (t *deal) ask(*Game, engine.Seat, *engine.Ask)     {}
func (t *deal) take(*Game, engine.Move) *engine.Refusal { return nil }
func (t *deal) finish(*Game) bool                       { return false }

// knows returns whom a seat knows by what they hold, where roles know each other.
func (g *Game) knows(s engine.Seat) engine.SeatSet {
	var set engine.SeatSet
	if g.dealt == nil {
		return 0
	}
	for _, mine := range g.hands[s] {
		for _, w := range g.dealt.know[mine] {
			for o := range g.roster {
				if engine.Seat(o) != s && contains(g.hands[o], w) {
					set = set.With(engine.Seat(o))
				}
			}
		}
	}
	return set
}

func contains(list []string, w string) bool {
	for _, x := range list {
		if x == w {
			return true
		}
	}
	return false
}
