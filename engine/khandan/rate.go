package khandan

import (
	"math"

	"consigliere/engine"
)

// What things are worth to a bot, in personal points. Power and coins count by places alone
// (KHA-17.4, 17.7), so that one more is worth a part of what a place is.
const (
	worthCoin  = 0.5
	worthPower = 0.15
	worthChair = 0.2 // to moderate
	// likely is how far a resource moves when a consequence that was shown comes about, without
	// its slope.
	likely = 3
	// sure makes what looks better by a point outweigh the chance that a bot plays with.
	sure = 2
)

// rate is the Rate of the title: rules of thumb, in points of this reign.
func rate(v view, a *engine.Ask, do engine.Action) float64 {
	s, own := v.Public, v.Private
	r := rater{s.public, own, v.Looker, float64(max(s.Round, 1)), float64(s.Pool)}
	switch do := do.(type) {
	case Discard:
		return -roleTaste[do.Role]
	case Take:
		return roleTaste[do.Role]
	case Keep:
		now := &r.public.resources
		return sure * (publicWorth(do.Roles[0].role(), now) + publicWorth(do.Roles[1].role(), now))
	case Vote:
		return sure * r.vote(do.Choice, do.Power)
	case Add:
		at := r.public.votes[r.me]
		return sure * (r.vote(at.choice, at.power+do.Power) - r.vote(at.choice, at.power))
	case Break:
		return sure * r.better() * leaning(Choice(do.Side))
	case PickLeader:
		if do.Leader == r.me {
			return 1
		}
	case Accept:
		return sure * r.accept(do.Deal)
	case Decline:
		return 0.8 // rather than to let somebody wait
	}
	return 0
}

// roleTaste is how well secret roles do where everybody plays as here; measured.
var roleTaste = [...]float64{Opportunist: 1, Opulent: 1, Centrist: 1, Greedy: 0, Rebel: 0, Extremist: 1}

// leaning returns 1 for yes and -1 for no.
func leaning(c Choice) float64 {
	if c == No {
		return -1
	}
	return 1
}

// A rater looks at the council with the eyes of one seat.
type rater struct {
	public *public
	own    *PrivateStatus
	me     engine.Seat
	round  float64
	pool   float64 // of power
}

// better is how much better yes is than no, by the consequences that were shown.
func (r *rater) better() float64 {
	d := r.public.decision
	if d == nil {
		return 0
	}
	var worth [2]float64
	for side := range worth {
		after := r.public.resources
		for _, o := range d.shown[side] {
			switch o.slope {
			case Up:
				after[o.resource].change(likely)
			case Down:
				after[o.resource].change(-likely)
			}
		}
		worth[side] = r.realm(&after)
	}
	return worth[0] - worth[1]
}

// realm is what resources are worth to the seat by its roles, as the reign may go on.
func (r *rater) realm(now *[resourceCount]track) float64 {
	sum := 0.0
	for _, role := range r.public.roles[r.me] {
		sum += publicWorth(role, now)
	}
	if r.own.secret == NoRole {
		return sum
	}
	if r.own.secret == Extremist {
		least, most := trackMax, 0
		for _, t := range now {
			least, most = min(least, t.value), max(most, t.value)
		}
		return sum + float64(most-least+1)
	}
	cl := &clauses[r.own.secret]
	inside := 0.0
	for _, t := range now {
		inside += cl.chance(float64(t.value), 1+0.5*max(0, 7-r.round))
	}
	whole := min(int(inside), len(cl.points)-2)
	part := inside - float64(whole)
	return sum + (1-part)*float64(cl.points[whole]) + part*float64(cl.points[whole+1])
}

// chance is how likely a resource lies inside the spans in the end, if it wanders by so much.
func (c *clause) chance(value, by float64) float64 {
	below := func(x float64) float64 { return 0.5 * (1 + math.Erf((x-value)/(by*math.Sqrt2))) }
	p := 0.0
	for _, s := range c.spans {
		from, to := 0.0, 1.0
		if s.from > 0 {
			from = below(float64(s.from) - 0.5)
		}
		if s.to < trackMax {
			to = below(float64(s.to) + 0.5)
		}
		p += to - from
	}
	return p
}

// publicWorth is what a public role may bring: the more the further its resource is ahead of the
// others, or behind them.
func publicWorth(role Role, now *[resourceCount]track) float64 {
	by := role.sign().by()
	first := -trackMax
	for i, t := range now {
		if Resource(i) != role.resource() {
			first = max(first, by*t.value)
		}
	}
	ahead := float64(by*now[role.resource()].value - first)
	return float64(by) * 3 / (1 + math.Exp(-ahead/2))
}

// vote is what a vote with so much power is worth.
func (r *rater) vote(c Choice, power int) float64 {
	p := r.public
	waiting, sharing := 0, 1
	for s := range p.seats {
		switch v := &p.votes[s]; {
		case engine.Seat(s) == r.me:
		case v.choice == NoChoice:
			waiting++
		case v.choice == Strengthen:
			sharing++
		}
	}
	switch c {
	case Strengthen:
		return worthCoin + worthPower*r.pool/(float64(sharing)+0.3*float64(waiting))
	case Moderate:
		return worthCoin + worthChair
	}
	yes, no := p.yes, p.no
	if at := &p.votes[r.me]; at.choice == Yes {
		yes -= at.power
	} else if at.choice == No {
		no -= at.power
	}
	// The lead of this side without this vote and with it, among votes that are not known yet.
	lead, by := leaning(c)*float64(yes-no), 1+1.5*math.Sqrt(float64(waiting))
	won := 1 / (1 + math.Exp(-(lead+float64(power))/by*1.5))
	before := 1 / (1 + math.Exp(-lead/by*1.5))
	return (won-before)*leaning(c)*r.better() - worthPower*won*float64(power)
}

// accept is what a deal is worth that somebody offers.
func (r *rater) accept(n int) float64 {
	p := r.public
	for i := range p.offers {
		d := &p.offers[i]
		if d.n != n {
			continue
		}
		gain := worthCoin * float64(d.give.Coins-d.get.Coins)
		if d.get.Sign || d.give.Sign {
			gain -= 0.5
		}
		if d.get.Tie != 0 || d.get.Leader != 0 {
			gain -= 0.5
		}
		switch d.get.Vote {
		case VoteYes:
			gain += r.vote(Yes, max(1, d.get.Power)) - r.best()
		case VoteNo:
			gain += r.vote(No, max(1, d.get.Power)) - r.best()
		case Abstain:
			gain += r.vote(Strengthen, 0) - r.best()
		}
		return gain
	}
	return 0
}

// best is what the best vote is worth.
func (r *rater) best() float64 {
	best := r.vote(Strengthen, 0)
	for n := 1; n <= r.own.Power; n++ {
		best = max(best, r.vote(Yes, n), r.vote(No, n))
	}
	return best
}
