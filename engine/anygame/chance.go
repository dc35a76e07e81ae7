package anygame

import (
	"strconv"
	"strings"

	"consigliere/engine"
	"consigliere/engine/document"
)

// A first is a fair start seat.
type first struct{}

func (r *reader) readFirst(v document.Value) tool {
	keys(v, nil, nil)
	r.script.draws = true
	return first{}
}

func (first) fields() []field { return []field{{"player", shape{kind: seat}}} }
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

// A dice is dice of any size, thrown by the box or typed in.
type dice struct {
	count, sides int
	table        bool
	part         []engine.Part
}

// dieKeys are how records call the dice. Each has a message, dieNames.
var (
	dieKeys  = []string{"d1", "d2", "d3", "d4", "d5", "d6"}
	dieNames = [mostDice]string{"key.d1", "key.d2", "key.d3", "key.d4", "key.d5", "key.d6"}
)

func (r *reader) readDice(v document.Value) tool {
	keys(v, nil, []string{"count", "sides", "by"})
	t := &dice{
		count: v.Key("count").IntOr(1, 1, mostDice), sides: v.Key("sides").IntOr(6, 2, 100),
		table: wordOr(v.Key("by"), "box", "table") == "table",
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
	return []field{
		{"sum", shape{kind: number}},
		{"high", shape{kind: number}},
		{"low", shape{kind: number}},
		{"same", shape{kind: truth}},
	}
}
func (t *dice) asks() bool { return t.table }

func (t *dice) begin(g *Game) {
	if t.table {
		g.run.await, g.run.table = 0, true
		return
	}
	var faces Faces
	for i := range t.count {
		faces[i] = uint8(g.pick(t.sides) + 1)
	}
	t.fell(g, faces)
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
	g.drawn(engine.Say("cue.dice").Number(sum))
}

// A draw turns up a card of a deck.
type draw struct {
	deck    int
	shuffle bool // all cards are in the deck again first
}

func (r *reader) readDraw(v document.Value) tool {
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
	return []field{{"card", shape{kind: word}}, {"left", shape{kind: number}}}
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
	know       map[string][]string // who holds a card knows who holds which
}

func (r *reader) readDeal(v document.Value) tool {
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
	fields := []field{{"cards", shape{number, true, open}}}
	for n := range t.each {
		fields = append(fields, field{cardField(n), shape{word, true, own}})
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
