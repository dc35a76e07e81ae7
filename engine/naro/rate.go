package naro

import "consigliere/engine"

// rate is the Rate of the title: rules of thumb, in units of about one good card.
func rate(v view, a *engine.Ask, do engine.Action) float64 {
	s, p := v.Public, v.Private
	r := rater{s, p, v.Looker}
	switch do := do.(type) {
	case Load:
		if do.Card == Bang {
			return -0.1 // three of eight
		}
	case Aim:
		return r.target(do.At)
	case Order:
		return r.order(do.Who)
	case Courage:
		if do.Choice == Stand {
			return r.stand()
		}
	case Take:
		return 2 * (r.share(do.Card) + r.share(do.Second)) // a bill is never left for a smaller one
	case Rob:
		return r.share(do.Card)
	case Reveal:
		if do.Choice == Yes {
			return 2
		}
	case Burn:
		if do.Card == Click {
			return 2
		}
	case Give:
		if do.Card == Click {
			return 2
		}
	case Hustle:
		if do.Who >= 0 {
			return float64(s.Players.Of[do.Who].Hand) / 8
		}
	case Reload:
		return r.reload(do.Card)
	case Forbid:
		return r.forbid(do.Kind)
	}
	return 0
}

// A rater looks at the table with the eyes of one seat.
type rater struct {
	*Status
	own *PrivateStatus
	me  engine.Seat
}

// target says how good it is to aim at a seat: the rich and the wounded first, but not so much that
// all always aim at the one who leads.
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
		if p.Alive && p.target == at {
			n++
		}
	}
	return n
}

// order says how good it is to make a seat turn its gun: whoever aims at the boss himself.
func (r *rater) order(who engine.Seat) float64 {
	if who >= 0 && r.Players.Of[who].target == r.me {
		return 2
	}
	return 0
}

// stand says how much better it is to stand than to duck: a share of the loot against the
// guns that point this way, which weigh the more the more wounds there are.
func (r *rater) stand() float64 {
	me := r.Players.Of[r.me]
	fear := 0.7 + 0.5*float64(me.Wounds)
	if me.Power == Tough.String() {
		fear /= 2
	}
	good := 0
	for _, c := range r.Loot {
		if c != Clip.String() {
			good++
		}
	}
	return 0.2 + 0.1*float64(good) - fear*float64(r.guns(r.me))
}

// share says what it is worth to take a thing.
func (r *rater) share(l Loot) float64 {
	const card = 10000 // what a middling card is worth
	switch kindOf[l] {
	case Bills:
		return float64(lootValue[l]) / card
	case Diamonds:
		return float64(lootValue[l])/card + 1.5 // the Special Diamond goes to whoever has most
	case Paintings:
		n := 0
		for _, c := range r.own.Loot {
			if c == Painting.String() {
				n++
			}
		}
		return float64(paintingValue[n+1]-paintingValue[n])/card + 0.8
	case FirstAids:
		return 1.5 * float64(r.Players.Of[r.me].Wounds)
	case Clips:
		return 0.3
	case NewBosses:
		return 0.5
	}
	return 0
}

// reload says how good it is to change the bullet: a Bang! for whoever stands in front of it.
func (r *rater) reload(b Bullet) float64 {
	if b == Bang && r.own.Loaded == Click.String() && r.Players.Of[r.me].target >= 0 {
		return 0.8
	}
	return 0
}

// forbid says how good it is to forbid a kind: what would be worth much to its taker.
func (r *rater) forbid(k Kind) float64 {
	switch k {
	case NoKind:
		return 0.5
	case Paintings, Diamonds:
		return 0.8
	}
	return 0
}
