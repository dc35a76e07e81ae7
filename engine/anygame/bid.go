package anygame

import (
	"strconv"

	"consigliere/engine"
	"consigliere/engine/document"
)

// A bid is secret simultaneous numbers.
type bid struct {
	least, most, step int
	purse             int // place in vars; -1: nobody counts
	pays, ties, shows string
	lowest            bool
	from              *formula // the seat that wins ties first
	items             []engine.Item
}

// mostSteps is how many numbers a list may have, where the numbers are not one by one.
const mostSteps = 100

func (r *reader) readBid(v document.Value, p *phase) tool {
	keys(v, nil, []string{"least", "most", "step", "purse", "pays", "ties", "from", "wins", "shows"})
	t := &bid{
		least: v.Key("least").IntOr(0, 0, 100_000),
		purse: r.bySeat(v.Key("purse")),
		pays:  wordOr(v.Key("pays"), "winner", "all", "second", "nobody"),
		ties:  wordOr(v.Key("ties"), "none", "order", "again", "chance"),
		shows: wordOr(v.Key("shows"), "all", "winner"),
		step:  v.Key("step").IntOr(1, 1, 10_000),
	}
	t.lowest = wordOr(v.Key("wins"), "highest", "lowest") == "lowest"
	t.most = v.Key("most").IntOr(max(t.least, 100), t.least, 100_000)
	if f := v.Key("from"); f.Node() != nil {
		t.from = r.formula(f, 0, seat)
		r.open(f, t.from)
	}
	if t.ties == "chance" {
		r.script.draws = true
	}
	if t.step > 1 {
		if (t.most-t.least)/t.step >= mostSteps {
			r.refuse(v.Key("step"), engine.Say("refuse.script_steps").Number(mostSteps))
		}
		for n := t.least; n <= t.most && len(t.items) < mostSteps; n += t.step {
			t.items = append(t.items, engine.Item{Word: strconv.Itoa(n)})
		}
	}
	// What all pay tells what all have bid, unless the purses are not for all to see.
	if t.purse >= 0 && t.pays == "all" && t.shows != "all" && r.script.vars[t.purse].secret == open {
		r.refuse(v.Key("pays"), engine.Say("refuse.script_leak_purse").Thing(r.script.vars[t.purse].name))
	}
	if t.purse >= 0 && r.script.vars[t.purse].secret == hidden {
		r.refuse(v.Key("purse"), engine.Say("refuse.script_leak"))
	}
	return t
}

func (t *bid) fields() []field {
	amounts := open
	if t.shows != "all" {
		amounts = own
	}
	return []field{
		{name: "winner", shape: shape{kind: seat}},
		{name: "price", shape: shape{kind: number}},
		{name: "amount", shape: shape{number, true, amounts}},
	}
}
func (t *bid) asks() bool { return true }

func (t *bid) begin(g *Game) {
	g.result("winner", nobody)
	g.result("price", 0)
	g.result("amount", make([]int, len(g.roster)))
}

// top returns the most that a seat can bid. Whoever holds less than the least bids nothing.
func (t *bid) top(g *Game, s engine.Seat) (least, most int) {
	least, most = t.least, t.most
	if t.purse >= 0 {
		most = min(most, g.env[g.script.vars[t.purse].name].([]int)[s])
		if most < least {
			return 0, 0
		}
	}
	return least, most
}

func (t *bid) verb(*Game, engine.Seat) string { return "bid" }

func (t *bid) ask(g *Game, s engine.Seat, a *engine.Ask) {
	a.Secret, a.Retract = true, true
	a.Known = t.purse < 0 || g.script.vars[t.purse].secret == open
	least, most := t.top(g, s)
	a.Parts = []engine.Part{{Arg: "amount", Kind: engine.PartNumber, Min: least, Max: most}}
	if t.step > 1 {
		n := 0
		for n < len(t.items) && t.least+n*t.step <= most {
			n++
		}
		items := t.items[:n:n]
		if most < t.least {
			items = []engine.Item{{Word: "0"}}
		}
		a.Parts = []engine.Part{{Arg: "amount", Kind: engine.PartOne, Items: items}}
	}
	if g.phase().late {
		a.Late = Bid{least}
	}
}

func (t *bid) take(g *Game, m engine.Move) *engine.Refusal {
	n := m.Do.(Bid).Amount
	least, most := t.top(g, m.Seat)
	switch {
	case t.purse >= 0 && n > most && n <= t.most:
		return engine.Refuse("ANY-4.2", "refuse.purse", most)
	case n < least || n > most:
		return engine.Refuse("ANY-4.1", "refuse.range", least, most)
	case t.step > 1 && (n-t.least)%t.step != 0 && !(n == 0 && most == 0):
		return engine.Refuse("ANY-4.1", "refuse.step", t.step, t.least)
	}
	g.run.answers[m.Seat].n = n
	return nil
}

// better reports whether an amount beats another, and the other this one.
func (t *bid) better(a, b int) bool {
	if t.lowest {
		return a < b
	}
	return a > b
}

func (t *bid) finish(g *Game) bool {
	amounts := make([]int, len(g.roster))
	var best engine.SeatSet
	top, second := 0, 0
	for s := range g.roster {
		if !g.run.acting.Has(engine.Seat(s)) {
			continue
		}
		n := g.run.answers[s].n
		amounts[s] = n
		switch {
		case best == 0:
			best, top, second = engine.SeatsOf(engine.Seat(s)), n, n
		case n == top:
			best, second = best.With(engine.Seat(s)), n
		case t.better(n, top):
			best, top, second = engine.SeatsOf(engine.Seat(s)), n, top
		case best.Len() == 1 && (second == top || t.better(n, second)):
			second = n
		}
	}
	if g.run.acting.Len() == 1 {
		second = top
	}
	g.result("amount", amounts)
	if best.Len() > 1 && t.ties == "again" && g.run.again < maxAgain {
		g.cue(engine.Cue{Kind: engine.CueReveal, Text: engine.Say("cue.tie").Number(top), Learned: g.all()})
		g.run.acting, g.run.await = best, best
		return true
	}
	winner := g.tied(best, t.ties, t.from)
	price := top
	if t.pays == "second" {
		price = second
	}
	if winner == engine.NoSeat {
		price = 0
	}
	t.pay(g, winner, price, amounts)
	g.result("winner", numberOf(winner))
	g.result("price", price)
	if t.shows == "all" {
		for s := range g.roster {
			if g.run.acting.Has(engine.Seat(s)) {
				g.show(engine.Line{Seat: engine.Seat(s), Text: engine.Say("show.number").Number(amounts[s]), Strong: engine.Seat(s) == winner})
			}
		}
	}
	switch {
	case winner == engine.NoSeat && best.Len() > 1 && t.shows == "all":
		g.revealed(engine.Say("cue.bid_tied").Number(top))
	case winner == engine.NoSeat:
		g.revealed(engine.Say("cue.bid_nobody"))
	default:
		if t.shows != "all" {
			g.show(engine.Line{Seat: winner, Text: engine.Say("show.number").Number(price), Strong: true})
		}
		g.revealed(engine.Say("cue.bid_won").Seat(winner).Number(price))
	}
	return false
}

// pay takes what is paid out of the purses.
func (t *bid) pay(g *Game, winner engine.Seat, price int, amounts []int) {
	if t.purse < 0 || t.pays == "nobody" {
		return
	}
	name := g.script.vars[t.purse].name
	purse := append([]int(nil), g.env[name].([]int)...)
	for s := range purse {
		switch {
		case t.pays == "all":
			purse[s] -= amounts[s]
		case engine.Seat(s) == winner:
			purse[s] -= price
		}
	}
	g.env[name] = purse
}

// maxAgain is how often those who are tied are asked again.
const maxAgain = 5

// tied returns which of the best has won: none where they are tied and nothing breaks the tie.
func (g *Game) tied(best engine.SeatSet, ties string, from *formula) engine.Seat {
	n := best.Len()
	switch {
	case n == 0, n > 1 && (ties == "none" || ties == "again"):
		return engine.NoSeat
	case n > 1 && ties == "chance":
		k := g.pick(n)
		for s := engine.Seat(0); ; s++ {
			if best.Has(s) {
				if k == 0 {
					return s
				}
				k--
			}
		}
	}
	start := max(0, g.number(from, 0))
	for i := range g.roster {
		if s := engine.Seat((start + i) % len(g.roster)); best.Has(s) {
			return s
		}
	}
	return engine.NoSeat
}
