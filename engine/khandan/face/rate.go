package face

import (
	"math"

	"consigliere/engine"
	"consigliere/engine/khandan"
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
	r := rater{s.Public, own, v.Viewer, float64(max(s.Round, 1)), float64(s.Pool)}
	switch do := do.(type) {
	case khandan.Discard:
		return -roleTaste[do.Role]
	case khandan.Take:
		return roleTaste[do.Role]
	case khandan.Keep:
		now := &r.public.Resources
		return sure * (publicWorth(do.Roles[0].Role(), now) + publicWorth(do.Roles[1].Role(), now))
	case khandan.Vote:
		return sure * r.vote(do.Choice, do.Power)
	case khandan.Add:
		at := r.public.Votes[r.me]
		return sure * (r.vote(at.Choice, at.Power+do.Power) - r.vote(at.Choice, at.Power))
	case khandan.Break:
		return sure * r.better() * leaning(khandan.Choice(do.Side))
	case khandan.PickLeader:
		if do.Leader == r.me {
			return 1
		}
	case khandan.Accept:
		return sure * r.accept(do.Deal)
	case khandan.Decline:
		return 0.8 // rather than to let somebody wait
	}
	return 0
}

// roleTaste is how well secret roles do where everybody plays as here; measured.
var roleTaste = [...]float64{khandan.Opportunist: 1, khandan.Opulent: 1, khandan.Centrist: 1, khandan.Greedy: 0, khandan.Rebel: 0, khandan.Extremist: 1}

// leaning returns 1 for yes and -1 for no.
func leaning(c khandan.Choice) float64 {
	if c == khandan.No {
		return -1
	}
	return 1
}

// A rater looks at the council with the eyes of one seat.
type rater struct {
	public *khandan.Public
	own    *khandan.PrivateStatus
	me     engine.Seat
	round  float64
	pool   float64 // of power
}

// better is how much better yes is than no, by the consequences that were shown.
func (r *rater) better() float64 {
	d := r.public.Decision
	if d == nil {
		return 0
	}
	var worth [2]float64
	for side := range worth {
		after := r.public.Resources
		for _, o := range d.Shown[side] {
			switch o.Slope {
			case khandan.Up:
				after[o.Resource].Change(likely)
			case khandan.Down:
				after[o.Resource].Change(-likely)
			}
		}
		worth[side] = r.realm(&after)
	}
	return worth[0] - worth[1]
}

// realm is what resources are worth to the seat by its roles, as the reign may go on.
func (r *rater) realm(now *[khandan.ResourceCount]khandan.Track) float64 {
	sum := 0.0
	for _, role := range r.public.Roles[r.me] {
		sum += publicWorth(role, now)
	}
	if r.own.Secret == khandan.NoRole {
		return sum
	}
	if r.own.Secret == khandan.Extremist {
		least, most := khandan.TrackMax, 0
		for _, t := range now {
			least, most = min(least, t.Value), max(most, t.Value)
		}
		return sum + float64(most-least+1)
	}
	cl := &khandan.Clauses[r.own.Secret]
	inside := 0.0
	for _, t := range now {
		inside += chance(cl, float64(t.Value), 1+0.5*max(0, 7-r.round))
	}
	whole := min(int(inside), len(cl.Points)-2)
	part := inside - float64(whole)
	return sum + (1-part)*float64(cl.Points[whole]) + part*float64(cl.Points[whole+1])
}

// chance is how likely a resource lies inside the spans in the end, if it wanders by so much.
func chance(c *khandan.Clause, value, by float64) float64 {
	below := func(x float64) float64 { return 0.5 * (1 + math.Erf((x-value)/(by*math.Sqrt2))) }
	p := 0.0
	for _, s := range c.Spans {
		from, to := 0.0, 1.0
		if s.From > 0 {
			from = below(float64(s.From) - 0.5)
		}
		if s.To < khandan.TrackMax {
			to = below(float64(s.To) + 0.5)
		}
		p += to - from
	}
	return p
}

// publicWorth is what a public role may bring: the more the further its resource is ahead of the
// others, or behind them.
func publicWorth(role khandan.Role, now *[khandan.ResourceCount]khandan.Track) float64 {
	by := role.Sign().By()
	first := -khandan.TrackMax
	for i, t := range now {
		if khandan.Resource(i) != role.Resource() {
			first = max(first, by*t.Value)
		}
	}
	ahead := float64(by*now[role.Resource()].Value - first)
	return float64(by) * 3 / (1 + math.Exp(-ahead/2))
}

// vote is what a vote with so much power is worth.
func (r *rater) vote(c khandan.Choice, power int) float64 {
	p := r.public
	waiting, sharing := 0, 1
	for s := range p.Seats {
		switch v := &p.Votes[s]; {
		case engine.Seat(s) == r.me:
		case v.Choice == khandan.NoChoice:
			waiting++
		case v.Choice == khandan.Strengthen:
			sharing++
		}
	}
	switch c {
	case khandan.Strengthen:
		return worthCoin + worthPower*r.pool/(float64(sharing)+0.3*float64(waiting))
	case khandan.Moderate:
		return worthCoin + worthChair
	}
	yes, no := p.Yes, p.No
	if at := &p.Votes[r.me]; at.Choice == khandan.Yes {
		yes -= at.Power
	} else if at.Choice == khandan.No {
		no -= at.Power
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
	for i := range p.Offers {
		d := &p.Offers[i]
		if d.N != n {
			continue
		}
		gain := worthCoin * float64(d.Give.Coins-d.Get.Coins)
		if d.Get.Sign || d.Give.Sign {
			gain -= 0.5
		}
		if d.Get.Tie != 0 || d.Get.Leader != 0 {
			gain -= 0.5
		}
		switch d.Get.Vote {
		case khandan.VoteYes:
			gain += r.vote(khandan.Yes, max(1, d.Get.Power)) - r.best()
		case khandan.VoteNo:
			gain += r.vote(khandan.No, max(1, d.Get.Power)) - r.best()
		case khandan.Abstain:
			gain += r.vote(khandan.Strengthen, 0) - r.best()
		}
		return gain
	}
	return 0
}

// best is what the best vote is worth.
func (r *rater) best() float64 {
	best := r.vote(khandan.Strengthen, 0)
	for n := 1; n <= r.own.Power; n++ {
		best = max(best, r.vote(khandan.Yes, n), r.vote(khandan.No, n))
	}
	return best
}
