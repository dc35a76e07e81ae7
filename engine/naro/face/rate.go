package face

import (
	"consigliere/engine"
	"consigliere/engine/naro"
)

// rate is the Rate of the title: rules of thumb, in units of about one good card.
func rate(v view, a *engine.Ask, do engine.Action) float64 {
	s, p := v.Public, v.Private
	r := rater{s, p, v.Viewer}
	switch do := do.(type) {
	case naro.Load:
		if do.Card == naro.Bang {
			return -0.1 // three of eight
		}
	case naro.Aim:
		return r.target(do.At)
	case naro.Order:
		return r.order(do.Who)
	case naro.Courage:
		if do.Choice == naro.Stand {
			return r.stand()
		}
	case naro.Take:
		return 2 * (r.share(do.Card) + r.share(do.Second)) // a bill is never left for a smaller one
	case naro.Rob:
		return r.share(do.Card)
	case naro.Reveal:
		if do.Choice == naro.Yes {
			return 2
		}
	case naro.Burn:
		if do.Card == naro.Click {
			return 2
		}
	case naro.Give:
		if do.Card == naro.Click {
			return 2
		}
	case naro.Hustle:
		if do.Who >= 0 {
			return float64(s.Players.Of[do.Who].Hand) / 8
		}
	case naro.Reload:
		return r.reload(do.Card)
	case naro.Forbid:
		return r.forbid(do.Kind)
	}
	return 0
}

// A rater looks at the table with the eyes of one seat.
type rater struct {
	*naro.Status
	own *naro.PrivateStatus
	me  engine.Seat
}

// target says how good it is to aim at a seat: the rich and the wounded first, but not so much that
// everybody always aims at the leader.
func (r *rater) target(at engine.Seat) float64 {
	if at < 0 {
		return -5
	}
	most := 1
	for _, p := range r.Players.Of {
		most = max(most, int(p.LootCount))
	}
	p := r.Players.Of[at]
	return 0.7*float64(p.LootCount)/float64(most) + 0.5*float64(p.Wounds)
}

// guns returns how many guns point at a seat.
func (r *rater) guns(at engine.Seat) int {
	n := 0
	for _, p := range r.Players.Of {
		if p.Alive && p.Aim == at {
			n++
		}
	}
	return n
}

// order says how good it is to make a seat turn its gun: whoever aims at the boss himself.
func (r *rater) order(who engine.Seat) float64 {
	if who >= 0 && r.Players.Of[who].Aim == r.me {
		return 2
	}
	return 0
}

// stand says how much better it is to stand than to duck: a share of the loot against the
// guns that point this way, which weigh the more the more wounds there are.
func (r *rater) stand() float64 {
	me := r.Players.Of[r.me]
	fear := 0.7 + 0.5*float64(me.Wounds)
	if me.Power == naro.Tough.String() {
		fear /= 2
	}
	good := 0
	for _, c := range r.Loot {
		if c != naro.Clip.String() {
			good++
		}
	}
	return 0.2 + 0.1*float64(good) - fear*float64(r.guns(r.me))
}

// share says what it is worth to take a thing.
func (r *rater) share(l naro.Loot) float64 {
	const card = 10000 // what a middling card is worth
	switch naro.KindOf[l] {
	case naro.Bills:
		return float64(naro.LootValue[l]) / card
	case naro.Diamonds:
		return float64(naro.LootValue[l])/card + 1.5 // the Special Diamond goes to whoever has most
	case naro.Paintings:
		n := 0
		for _, c := range r.own.Loot {
			if c == naro.Painting.String() {
				n++
			}
		}
		return float64(naro.PaintingValue[n+1]-naro.PaintingValue[n])/card + 0.8
	case naro.FirstAids:
		return 1.5 * float64(r.Players.Of[r.me].Wounds)
	case naro.Clips:
		return 0.3
	case naro.NewBosses:
		return 0.5
	}
	return 0
}

// reload says how good it is to change the bullet: a Bang! for whoever stands in front of it.
func (r *rater) reload(b naro.Bullet) float64 {
	if b == naro.Bang && r.own.Loaded == naro.Click.String() && r.Players.Of[r.me].Aim >= 0 {
		return 0.8
	}
	return 0
}

// forbid says how good it is to forbid a kind: what would be worth much to its taker.
func (r *rater) forbid(k naro.Kind) float64 {
	switch k {
	case naro.NoKind:
		return 0.5
	case naro.Paintings, naro.Diamonds:
		return 0.8
	}
	return 0
}
