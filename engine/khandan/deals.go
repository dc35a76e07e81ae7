package khandan

import (
	"slices"

	"consigliere/engine"
)

// dealSteps are those in which deals can be made (KHA-10.1).
var dealSteps = []step{stepVote, stepTie, stepLeader, stepOutcome, stepSign}

// Play offers a deal (KHA-10.2).
func (do Offer) Play(g *Game, seat engine.Seat) *engine.Refusal {
	if no := g.seat(seat, "KHA-10.1", dealSteps...); no != nil {
		return no
	}
	switch {
	case !g.sits(do.To) || do.To == seat:
		return engine.Refuse("KHA-10.1", "refuse.partner")
	case do.Give == (Terms{}) && do.Get == (Terms{}):
		return engine.Refuse("KHA-10.8", "refuse.empty_deal")
	case do.Give.Coins > g.characters[seat].coins:
		return engine.Refuse("KHA-10.4", "refuse.coins", g.characters[seat].coins)
	}
	g.deals++
	g.offers = append(g.offers, deal{n: g.deals, from: seat, to: do.To, give: do.Give, get: do.Get})
	d := &g.offers[len(g.offers)-1]
	g.cues.Add(engine.CueSay, "").Text = dealText("cue.offer", "told.", d, seat, do.To)
	for _, text := range append(d.give.details(&toldTerms, d.from), d.get.details(&toldTerms, d.to)...) {
		g.cues.Add(engine.CueSay, "").Text = text
	}
	return nil
}

// offered returns the open offer of a number, or nil.
func (g *Game) offered(n int, fits func(*deal) bool) *deal {
	for i := range g.offers {
		if d := &g.offers[i]; d.n == n && !d.bound && fits(d) {
			return d
		}
	}
	return nil
}

// Play confirms a deal (KHA-10.2, 10.11).
func (do Accept) Play(g *Game, seat engine.Seat) *engine.Refusal {
	if no := g.seat(seat, "KHA-10.2", dealSteps...); no != nil {
		return no
	}
	d := g.offered(do.Deal, func(d *deal) bool { return d.to == seat })
	if d == nil {
		return engine.Refuse("KHA-10.2", "refuse.no_offer", do.Deal)
	}
	for _, side := range [...]struct {
		who, other engine.Seat
		terms      *Terms
	}{{d.from, d.to, &d.give}, {d.to, d.from, &d.get}} {
		if why := g.cannot(side.who, side.other, side.terms); why != "" {
			return engine.Refuse("KHA-10.11", why, side.who)
		}
	}
	d.bound = true
	g.bind(d.from, d.to, &d.give)
	g.bind(d.to, d.from, &d.get)
	g.cues.Add(engine.CueSay, "cue.deal").Seat(d.from).Seat(d.to)
	return nil
}

// keepable reports whether both sides of a deal can be kept.
func (g *Game) keepable(d *deal) bool {
	return g.cannot(d.from, d.to, &d.give) == "" && g.cannot(d.to, d.from, &d.get) == ""
}

// cannot says why a seat cannot keep its side of a deal now, or "" (section 8.4 of the ledger).
func (g *Game) cannot(s, other engine.Seat, t *Terms) string {
	p, v := &g.promises[s], &g.votes[s]
	if t.Coins > g.characters[s].coins {
		return "refuse.keep_coins"
	}
	if t.Vote != NoPromise {
		switch {
		case g.step != stepVote, v.choice != NoChoice && (g.sealed || !t.Vote.keeps(v.choice)), p.vote != NoPromise && p.vote != t.Vote:
			return "refuse.keep_vote"
		case t.Vote != Abstain && g.characters[s].power+v.power < max(1, t.Power, p.power):
			return "refuse.keep_power"
		}
	}
	if t.Tie != 0 && (g.step > stepTie || p.tie != 0 && p.tie != t.Tie) {
		return "refuse.keep_tie"
	}
	if t.Leader != 0 && (g.step > stepLeader || p.leader != 0 && p.leader != t.Leader) {
		return "refuse.keep_leader"
	}
	if t.Sign && (p.sign != 0 && p.sign != other.OrNone() || g.step >= stepOutcome && g.leader != s) {
		return "refuse.keep_sign"
	}
	return ""
}

// bind makes one side of a deal binding (KHA-10.3).
func (g *Game) bind(s, other engine.Seat, t *Terms) {
	g.characters[s].coins -= t.Coins
	g.characters[other].coins += t.Coins
	p := &g.promises[s]
	if t.Vote != NoPromise {
		p.vote = t.Vote
		p.power = max(p.power, t.Power)
		if v := &g.votes[s]; v.choice == Yes || v.choice == No {
			v.done = false
		}
	}
	if t.Tie != 0 {
		p.tie = t.Tie
	}
	if t.Leader != 0 {
		p.leader = t.Leader
	}
	if t.Sign {
		p.sign = other.OrNone()
	}
}

// Play refuses an offer (KHA-10.10).
func (do Decline) Play(g *Game, seat engine.Seat) *engine.Refusal {
	return g.drop(seat, do.Deal, "cue.declined", func(d *deal) bool { return d.to == seat })
}

// Play takes an offer back (KHA-10.10).
func (do Withdraw) Play(g *Game, seat engine.Seat) *engine.Refusal {
	return g.drop(seat, do.Deal, "cue.withdrawn", func(d *deal) bool { return d.from == seat })
}

func (g *Game) drop(seat engine.Seat, n int, cue string, fits func(*deal) bool) *engine.Refusal {
	if no := g.seat(seat, "KHA-10.10", dealSteps...); no != nil {
		return no
	}
	d := g.offered(n, fits)
	if d == nil {
		return engine.Refuse("KHA-10.10", "refuse.no_offer", n)
	}
	g.cues.Add(engine.CueSay, cue).Seat(seat)
	g.offers = slices.DeleteFunc(g.offers, func(x deal) bool { return x.n == n })
	return nil
}

// endOffers ends the open offers (KHA-10.10).
func (g *Game) endOffers() {
	g.offers = slices.DeleteFunc(g.offers, func(d deal) bool { return !d.bound })
}
