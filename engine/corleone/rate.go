package corleone

import (
	"slices"

	"consigliere/engine"
)

// rate is the Rate of the title: rules of thumb, in dollars that are in the suitcase at the end.
func rate(v view, _ *engine.Ask, do engine.Action) float64 {
	s, own := v.Public, v.Private
	r := rater{s: s, me: v.Looker, left: acts - s.Round}
	if bid, light := do.(BidAmount); light {
		return r.bid(bid.Amount)
	}
	if own.CardStatus == nil || s.FullStatus == nil {
		return 0
	}
	r.own = own.CardStatus
	switch do := do.(type) {
	case Thug:
		at := r.s.cat.places[do.Business]
		return r.front(int(at), do.First) + r.presence(at)
	case Family:
		at := r.s.cat.places[do.Space]
		return r.backs(at) + r.presence(at)
	case Job:
		return r.job(do)
	case Ally: // it costs no figure
		return 4 + r.list(r.s.cat.allies[r.s.cat.allyAt[do.Ally]].does)
	case Keep:
		return r.plan(r.s.cat.jobAt[do.Job])
	case Marker:
		return -1 // a marker there is as good as one here
	case BidNotes:
		return r.bid(do.Notes.worth())
	case Recruit:
		return r.list(r.s.cat.allies[r.s.cat.allyAt[do.Ally]].does)
	case Tribute:
		return -r.cards(do.Cards)
	}
	return r.use(do)
}

// A rater looks at the table with the eyes of one seat.
type rater struct {
	s    *Status
	own  *CardStatus
	me   engine.Seat
	left int // acts to come
}

// bid says how good a bribe is: an ally is worth some dollars in each act to come, and more than
// the others can offer is wasted.
func (r *rater) bid(sum int) float64 {
	return -float64(max(sum-2*r.left, 2*r.left-sum)) / 4
}

// hand is what a card in the hand is worth: a note is at risk, a good pays a part of a job.
func (r *rater) card(c string) float64 {
	cat := r.s.cat
	switch at, ok := cat.cardAt[c]; {
	case !ok:
		return 1
	case at < goodCard:
		return 0.8 * float64(notes[at])
	case r.left == 0: // at the end only notes are left
		return 0
	case at < blankCard:
		return 1.2 + 0.4*float64(at-goodCard)/3
	case at == blankCard:
		return 1
	case at < cat.allyCard():
		return r.plan(int(at - jobCard))
	default:
		return 1 + r.list(cat.allies[at-cat.allyCard()].does)*float64(r.left)/3
	}
}

func (r *rater) cards(list Cards) float64 {
	worth := 0.0
	for _, c := range split(string(list)) {
		worth += r.card(c)
	}
	return worth
}

// worst is what the cheapest cards of the hand are worth, n of them.
func (r *rater) worst(n int) float64 {
	var all []float64
	for _, v := range r.own.Hand.Notes {
		all = append(all, 0.8*float64(v))
	}
	for _, g := range r.own.Hand.Goods {
		all = append(all, r.card(g))
	}
	for _, j := range r.own.Hand.Jobs {
		all = append(all, r.card("job:"+j))
	}
	slices.Sort(all)
	worth := 0.0
	for i := range min(n, len(all)) {
		worth += all[i]
	}
	return worth
}

// plan is what a job in the hand is worth: more, the fewer goods are missing.
func (r *rater) plan(j int) float64 {
	missing := 0
	for g, n := range r.s.cat.jobs[j].cost {
		have := 0
		for _, w := range r.own.Hand.Goods {
			if w == goodWords[g] {
				have++
			}
		}
		missing += max(0, int(n)-have)
	}
	return max(0, 2.5-float64(missing))
}

// list is what abilities are worth together.
func (r *rater) list(does []Ability) float64 {
	worth := 0.0
	stashes := 0
	for _, a := range does {
		if a == Stash {
			stashes++
			continue
		}
		worth += r.ability(a)
	}
	return worth + r.stashes(stashes)
}

// stashes is what it is worth to put n notes into the suitcase: the highest, which are safe then.
func (r *rater) stashes(n int) float64 {
	worth := 0.0
	held := r.own.Hand.Notes // lowest first
	for i := range min(n, len(held)) {
		worth += 0.2 + 0.7*float64(held[len(held)-1-i])
	}
	return worth
}

func (r *rater) ability(a Ability) float64 {
	switch {
	case a <= Take5:
		return 0.8 * float64(notes[a])
	case a <= TakeNarcotics:
		return r.card(goodWords[a-TakeGun])
	case a >= Swap1 && a <= Swap3:
		s := &r.s.cat.swaps[a-Swap1]
		return max(0, 0.8*float64(sum(s.take))-r.worst(s.discard))
	}
	switch a {
	case JobDraw:
		return 1
	case Smuggle, HorseHead, PoliceChief:
		return 0.5
	case ShakeFront, ShakeBack, Mayor, UnionBoss, MoveThug, MoveFamily:
		return 2
	case KillThug, KillFamily, KillAny, KillThugChief, KillFamilyChief:
		return 1.5
	}
	return 0.3
}

// front is what a front is worth, of which the controller of the turf gets as much.
func (r *rater) front(b int, controllerFirst Controller) float64 {
	worth := r.list(r.s.cat.businesses[b].front)
	t := r.s.turfAt[b]
	if c := r.s.stacks[t].top(); c >= 0 && c != r.me {
		worth -= 1
		if controllerFirst {
			worth -= 0.3
		}
	}
	return worth
}

// backs is what the backs are worth that a circle touches.
func (r *rater) backs(at place) float64 {
	sp := &r.s.cat.spaces[at-firstSpace]
	var does []Ability
	for t := Turf(1); t <= turfs; t++ {
		if !sp.turfs.has(t) {
			continue
		}
		does = append(does, r.s.cat.businesses[t-1].back...)
		if tile := r.s.tileAt[t]; tile != 0 {
			does = append(does, r.s.cat.businesses[tile].back...)
		}
	}
	if sp.park {
		does = append(does, r.s.cat.businesses[parkAt].back...)
	}
	return r.list(does)
}

// presence is what another own figure at a place is worth for the turf war.
func (r *rater) presence(at place) float64 {
	worth := 0.0
	for t := Turf(1); t <= turfs; t++ {
		if at < firstSpace && r.s.turfAt[at] != t || at >= firstSpace && !r.s.cat.spaces[at-firstSpace].turfs.has(t) {
			continue
		}
		of, others := r.s.forcesIn(t)
		most := others
		for s, n := range of {
			if engine.Seat(s) != r.me {
				most = max(most, n)
			}
		}
		switch mine := of[r.me]; {
		case mine == most: // now this seat leads
			worth += 1.5
		case mine+1 == most:
			worth += 0.7
		case mine > most:
			worth += 0.4
		}
	}
	return worth
}

// job is what a job brings now. It costs no figure.
func (r *rater) job(do Job) float64 {
	j := &r.s.cat.jobs[r.s.cat.jobAt[do.Job]]
	worth := 4 + float64(sum(j.pays)) + r.list(j.does) + 1.5 // for the colour
	for g, n := range do.Pay {
		worth -= float64(n) * r.card(goodWords[g])
	}
	if do.Money { // what comes last cannot be put into the suitcase
		worth -= 0.8
	}
	return worth
}

// use is what the use of an ability is worth; to leave it is 0.
func (r *rater) use(do engine.Action) float64 {
	cat := r.s.cat
	switch do := do.(type) {
	case UseStash:
		return 2 + float64(do.Note)
	case UseSwap:
		return 0.8*float64(sum(cat.swaps[do.Ability].take)) - r.cards(do.Cards)
	case UseSmuggle:
		return r.card(goodWords[do.Good]) - r.cards(Cards(do.Card))
	case UseHorse:
		return 1
	case UseDraw:
		return 2
	case UseManual:
		return 1
	case UseFront:
		return 1 + r.front(cat.backs[do.Business], do.First)
	case UseBack:
		return 1 + r.list(cat.businesses[cat.backs[do.Business]].back)
	case UseKill:
		return 1.5 + r.lost(do.At)
	case UseMoveThug:
		return r.front(int(cat.places[do.To]), do.First) + r.presence(cat.places[do.To]) - 0.7
	case UseMoveFamily:
		return r.backs(cat.places[do.To]) + r.presence(cat.places[do.To]) - 1
	case UseMoveRival:
		return 0.5 + r.lost(do.From)
	case UseMayor:
		return 1 + r.backs(cat.places[do.To])
	case UseUnion:
		return 1 + r.front(int(cat.places[do.To]), do.First)
	}
	return 0
}

// lost is what it hurts the leader of the turfs at a place to lose the figure there.
func (r *rater) lost(id string) float64 {
	f := r.s.figureAt(r.s, id)
	at, onBoard := r.s.cat.places[id]
	if !onBoard || f.owner == neutral {
		return 0
	}
	worth := 0.0
	for t := Turf(1); t <= turfs; t++ {
		if at < firstSpace && r.s.turfAt[at] != t || at >= firstSpace && !r.s.cat.spaces[at-firstSpace].turfs.has(t) {
			continue
		}
		if who, _, _ := r.s.lead(t); who == f.owner {
			worth += 0.7
		}
	}
	return worth
}
