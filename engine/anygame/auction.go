package anygame

import (
	"slices"

	"consigliere/engine"
	"consigliere/engine/document"
)

// An auction is open: the price rises by turns, or falls until somebody takes it.
type auction struct {
	dutch       bool
	least, most int
	mostOf      *formula // most, where it is computed when the auction begins
	step        int
	every       int // seconds, of one that falls
	purse       int // place in vars; -1: nobody counts
	from        *formula
	once        bool // each is asked once
	window      int  // of one that falls, in milliseconds
	ties        string
}

// maxBid is the highest price.
const maxBid = 100_000

// An auctionRun is an auction while it goes on.
type auctionRun struct {
	most   int
	price  int
	leader engine.Seat
	in     engine.SeatSet // who has not passed
	asked  engine.SeatSet // who was asked, if each is asked once
	bids   [engine.MaxSeats]int
	out    [engine.MaxSeats]engine.Seat // who has left, one after the other
	left   int                          // how many have
}

// leave notes that a seat bids no more.
func (run *auctionRun) leave(s engine.Seat) {
	if run.in.Has(s) {
		run.in = run.in.Without(s)
		run.out[run.left] = s
		run.left++
	}
}

// places returns in which order the seats were left over: 1 for the winner, 2 for whoever passed last; 0 for
// those that were not asked.
func (run *auctionRun) places(acting engine.SeatSet, seats int) []int {
	places := make([]int, seats)
	for i, s := range run.out[:run.left] {
		places[s] = acting.Len() - i
	}
	if run.leader >= 0 {
		places[run.leader] = 1
	}
	return places
}

func (r *reader) readAuction(v document.Value, _ *phase) tool {
	keys(v, nil, []string{"kind", "least", "most", "step", "every", "purse", "from", "once", "window", "ties"})
	t := &auction{
		dutch: wordOr(v.Key("kind"), "open", "dutch") == "dutch",
		least: v.Key("least").IntOr(1, 0, 100_000), step: v.Key("step").IntOr(1, 1, 10_000),
		every: v.Key("every").IntOr(3, 1, 600), purse: r.bySeat(v.Key("purse")), once: v.Key("once").Bool(),
		window: v.Key("window").IntOr(300, 50, 5000), ties: wordOr(v.Key("ties"), "chance", "order", "none"),
	}
	if n := v.Key("most"); n.Node() != nil && n.Node().Kind == document.Text {
		t.most, t.mostOf = maxBid, r.formula(n, 0, number)
		r.open(n, t.mostOf)
	} else {
		t.most = n.IntOr(max(t.least, 100), t.least, maxBid)
	}
	if t.dutch && t.ties == "chance" {
		r.script.draws = true
	}
	if f := v.Key("from"); f.Node() != nil {
		t.from = r.formula(f, 0, seat)
		r.open(f, t.from)
	}
	if t.purse >= 0 && r.script.vars[t.purse].secret != open {
		r.refuse(v.Key("purse"), engine.Say("refuse.script_leak"))
	}
	return t
}

func (t *auction) fields() []field {
	fields := []field{{name: "winner", shape: shape{kind: seat}}, {name: "price", shape: shape{kind: number}}}
	if !t.dutch {
		each := shape{kind: number, each: true}
		fields = append(fields, field{name: "bid", shape: each, unlisted: true}, field{name: "place", shape: each, unlisted: true})
	}
	return fields
}
func (t *auction) asks() bool { return true }

func (t *auction) begin(g *Game) {
	g.result("winner", nobody)
	g.result("price", 0)
	run := &g.run.timed.auction
	run.leader, run.in = engine.NoSeat, g.run.acting
	run.most = min(max(t.least, g.number(t.mostOf, t.most)), t.most)
	if g.run.acting == 0 {
		return
	}
	if t.dutch {
		run.price = run.most
		g.run.table, g.run.both, g.run.seatsOffered = true, true, true
		t.able(g)
		return
	}
	g.result("bid", make([]int, len(g.roster)))
	g.result("place", make([]int, len(g.roster)))
	run.price = t.least - t.step
	start := max(0, g.number(t.from, 0))
	t.turn(g, engine.Seat(start)-1)
}

// purseOf returns what a seat can pay.
func (t *auction) purseOf(g *Game, s engine.Seat) int {
	if t.purse < 0 {
		return limit
	}
	return g.env[g.script.vars[t.purse].name].([]int)[s]
}

// able lets only players press who can pay the falling price.
func (t *auction) able(g *Game) {
	run := &g.run.timed
	g.run.await = 0
	for s := range g.roster {
		if o := engine.Seat(s); run.auction.in.Has(o) && !run.pressed.Has(o) && t.purseOf(g, o) >= run.auction.price {
			g.run.await = g.run.await.With(o)
		}
	}
}

// turn asks the next seat still in the auction; one that cannot pay more is out.
func (t *auction) turn(g *Game, after engine.Seat) {
	run := &g.run.timed.auction
	for s := range g.roster {
		if o := engine.Seat(s); o != run.leader && (min(run.most, t.purseOf(g, o)) < run.price+t.step || t.once && run.asked.Has(o)) {
			run.leave(o)
		}
	}
	s := next(run.in, after, len(g.roster))
	if s < 0 || s == run.leader {
		g.run.await = 0
		return
	}
	run.asked = run.asked.With(s)
	g.run.await = engine.SeatsOf(s)
}

func (t *auction) verb(g *Game, s engine.Seat) string {
	switch {
	case s == engine.Table && g.run.timed.pressed != 0:
		return "ready"
	case s == engine.Table:
		return "fall"
	case t.dutch:
		return "take"
	}
	return "raise"
}

var (
	takes = []engine.Action{Take{}}
	falls = []engine.Action{Fall{}}
)

// allRaises is how many raises are all listed; of more, those by raises steps and the highest.
const allRaises = 8

// raises are the steps by which a price can be raised at once, where there are many.
var raises = []int{1, 2, 3, 5, 10, 20}

func (t *auction) ask(g *Game, s engine.Seat, a *engine.Ask) {
	run := &g.run.timed
	switch {
	case s == engine.Table && run.pressed != 0:
		a.Confirm, a.Options, a.Limit, a.Late, a.Prompt = true, readies, ms(t.window), readies[0], engine.Say("ask.sold")
		a.Paced = true
	case s == engine.Table:
		a.Confirm, a.Options, a.Limit, a.Late = true, falls, ms(t.every*1000), falls[0]
		a.Paced = true
		a.Prompt = engine.Say("ask.fall").Number(run.auction.price)
	case t.dutch:
		a.Confirm, a.Timed, a.Open, a.Optional, a.Options = true, true, true, true, takes
		a.Prompt = engine.Say("ask.take").Number(run.auction.price)
	default:
		if a.Prompt.Key == "ask.raise" {
			a.Prompt = engine.Say("ask.raise").Number(max(0, run.auction.price))
			if run.auction.leader < 0 {
				a.Prompt = engine.Say("ask.open_bid")
			}
		}
		a.Options = t.open(g, s)
		if g.phase().late {
			a.Late = a.Options[0]
		}
	}
}

// open lists what a seat may bid: 0 is to pass.
func (t *auction) open(g *Game, s engine.Seat) []engine.Action {
	list := []engine.Action{Raise{}}
	run := &g.run.timed.auction
	top, price := min(run.most, t.purseOf(g, s)), run.price
	most := (top - price) / t.step // steps
	raise := func(steps int) {
		if n := price + steps*t.step; n > 0 {
			list = append(list, Raise{n})
		}
	}
	if most <= allRaises {
		for k := 1; k <= most; k++ {
			raise(k)
		}
		return list
	}
	for _, k := range raises {
		if k < most {
			raise(k)
		}
	}
	raise(most)
	return list
}

func (t *auction) take(g *Game, m engine.Move) *engine.Refusal {
	run := &g.run.timed
	switch do := m.Do.(type) {
	case Ready:
		g.run.await, g.run.table = 0, false
	case Fall:
		run.auction.price -= t.step
		if run.auction.price < t.least {
			g.run.await, g.run.table = 0, false
		} else {
			t.able(g)
			g.cue(engine.Cue{Kind: engine.CueSay, Text: engine.Say("cue.fall").Number(run.auction.price)})
		}
	case Take:
		at, no := stampOf(do.At, do.Us, do.Unsure)
		if no != nil {
			return no
		}
		run.stamps[m.Seat], run.pressed = at, run.pressed.With(m.Seat)
		g.run.await = g.run.await.Without(m.Seat)
	case Raise:
		if !slices.Contains(t.open(g, m.Seat), m.Do) {
			return engine.Refuse("ANY-4.5", "refuse.raise")
		}
		if do.To == 0 {
			run.auction.leave(m.Seat)
			g.cue(engine.Cue{Kind: engine.CueSay, Text: engine.Say("cue.passed_on").Seat(m.Seat)})
		} else {
			run.auction.price, run.auction.leader, run.auction.bids[m.Seat] = do.To, m.Seat, do.To
			g.cue(engine.Cue{Kind: engine.CueSay, Text: engine.Say("cue.raised").Seat(m.Seat).Number(do.To)})
		}
		t.turn(g, m.Seat)
	}
	g.run.keep = true
	return nil
}

func (t *auction) finish(g *Game) bool {
	run := &g.run.timed
	winner := run.auction.leader
	if t.dutch {
		order := run.order()
		firsts := run.first(order)
		switch {
		case firsts.Len() > 1 && t.ties == "none":
			winner = engine.NoSeat
		case firsts.Len() > 1 && t.ties == "chance":
			winner = g.tied(firsts, "chance", nil)
		case len(order) > 0:
			winner = order[0]
		}
	}
	if !t.dutch {
		g.result("bid", slices.Clone(run.auction.bids[:len(g.roster)]))
		g.result("place", run.auction.places(g.run.acting, len(g.roster)))
	}
	if winner < 0 {
		g.revealed(engine.Say("cue.bid_nobody"))
		return false
	}
	price := run.auction.price
	if t.purse >= 0 {
		name := g.script.vars[t.purse].name
		purse := slices.Clone(g.env[name].([]int))
		purse[winner] -= price
		g.env[name] = purse
	}
	g.result("winner", int(winner))
	g.result("price", price)
	g.show(engine.Line{Seat: winner, Text: engine.Say("show.number").Number(price), Strong: true})
	g.revealed(engine.Say("cue.bid_won").Seat(winner).Number(price))
	return false
}
