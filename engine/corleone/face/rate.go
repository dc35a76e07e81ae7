package face

import (
	"slices"

	"consigliere/engine"
	"consigliere/engine/corleone"
)

// rate is the Rate of the title: rules of thumb, in dollars that are in the suitcase at the end.
func rate(v view, _ *engine.Ask, do engine.Action) float64 {
	s, own := v.Public, v.Private
	r := rater{s: s, me: v.Viewer, left: corleone.Acts - s.Round}
	if bid, light := do.(corleone.BidAmount); light {
		return r.bid(bid.Amount)
	}
	if own.CardStatus == nil || s.FullStatus == nil {
		return 0
	}
	r.own = own.CardStatus
	switch do := do.(type) {
	case corleone.Thug:
		at := r.s.Cat.Places[do.Business]
		return r.front(int(at), do.First) + r.presence(at)
	case corleone.Family:
		at := r.s.Cat.Places[do.Space]
		return r.backs(at) + r.presence(at)
	case corleone.Job:
		return r.job(do)
	case corleone.Ally: // it costs no figure
		return 4 + r.list(r.s.Cat.Allies[r.s.Cat.AllyAt[do.Ally]].Does)
	case corleone.Keep:
		return r.plan(r.s.Cat.JobAt[do.Job])
	case corleone.Marker:
		return -1 // a marker there is as good as one here
	case corleone.BidNotes:
		return r.bid(do.Notes.Worth())
	case corleone.Recruit:
		return r.list(r.s.Cat.Allies[r.s.Cat.AllyAt[do.Ally]].Does)
	case corleone.Tribute:
		return -r.cards(do.Cards)
	}
	return r.use(do)
}

// A rater looks at the table with the eyes of one seat.
type rater struct {
	s    *corleone.Status
	own  *corleone.CardStatus
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
	cat := r.s.Cat
	switch at, ok := cat.CardAt[c]; {
	case !ok:
		return 1
	case at < corleone.GoodCard:
		return 0.8 * float64(corleone.NoteValues[at])
	case r.left == 0: // at the end only notes are left
		return 0
	case at < corleone.BlankCard:
		return 1.2 + 0.4*float64(at-corleone.GoodCard)/3
	case at == corleone.BlankCard:
		return 1
	case at < cat.AllyCard():
		return r.plan(int(at - corleone.JobCard))
	default:
		return 1 + r.list(cat.Allies[at-cat.AllyCard()].Does)*float64(r.left)/3
	}
}

func (r *rater) cards(list corleone.Cards) float64 {
	worth := 0.0
	for _, c := range corleone.Split(string(list)) {
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
	for g, n := range r.s.Cat.Jobs[j].Cost {
		have := 0
		for _, w := range r.own.Hand.Goods {
			if w == corleone.GoodWords[g] {
				have++
			}
		}
		missing += max(0, int(n)-have)
	}
	return max(0, 2.5-float64(missing))
}

// list is what abilities are worth together.
func (r *rater) list(does []corleone.Ability) float64 {
	worth := 0.0
	stashes := 0
	for _, a := range does {
		if a == corleone.Stash {
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

func (r *rater) ability(a corleone.Ability) float64 {
	switch {
	case a <= corleone.Take5:
		return 0.8 * float64(corleone.NoteValues[a])
	case a <= corleone.TakeNarcotics:
		return r.card(corleone.GoodWords[a-corleone.TakeGun])
	case a >= corleone.Swap1 && a <= corleone.Swap3:
		s := &r.s.Cat.Swaps[a-corleone.Swap1]
		return max(0, 0.8*float64(sum(s.Take))-r.worst(s.Discard))
	}
	switch a {
	case corleone.JobDraw:
		return 1
	case corleone.Smuggle, corleone.HorseHead, corleone.PoliceChief:
		return 0.5
	case corleone.ShakeFront, corleone.ShakeBack, corleone.Mayor, corleone.UnionBoss, corleone.MoveThug, corleone.MoveFamily:
		return 2
	case corleone.KillThug, corleone.KillFamily, corleone.KillAny, corleone.KillThugChief, corleone.KillFamilyChief:
		return 1.5
	}
	return 0.3
}

// front is what a front is worth; the controller of the turf gets as much.
func (r *rater) front(b int, controllerFirst corleone.Controller) float64 {
	worth := r.list(r.s.Cat.Businesses[b].Front)
	t := r.s.TurfAt[b]
	if c := r.s.Stacks[t].Top(); c >= 0 && c != r.me {
		worth -= 1
		if controllerFirst {
			worth -= 0.3
		}
	}
	return worth
}

// backs is what the backs are worth that a circle touches.
func (r *rater) backs(at corleone.Place) float64 {
	sp := &r.s.Cat.Spaces[at-corleone.FirstSpace]
	var does []corleone.Ability
	for t := corleone.Turf(1); t <= corleone.Turfs; t++ {
		if !sp.Turfs.Has(t) {
			continue
		}
		does = append(does, r.s.Cat.Businesses[t-1].Back...)
		if tile := r.s.TileAt[t]; tile != 0 {
			does = append(does, r.s.Cat.Businesses[tile].Back...)
		}
	}
	if sp.Park {
		does = append(does, r.s.Cat.Businesses[corleone.ParkAt].Back...)
	}
	return r.list(does)
}

// presence is what another own figure at a place is worth for the turf war.
func (r *rater) presence(at corleone.Place) float64 {
	worth := 0.0
	for t := corleone.Turf(1); t <= corleone.Turfs; t++ {
		if at < corleone.FirstSpace && r.s.TurfAt[at] != t || at >= corleone.FirstSpace && !r.s.Cat.Spaces[at-corleone.FirstSpace].Turfs.Has(t) {
			continue
		}
		of, others := forcesIn(r.s, t)
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
func (r *rater) job(do corleone.Job) float64 {
	j := &r.s.Cat.Jobs[r.s.Cat.JobAt[do.Job]]
	worth := 4 + float64(sum(j.Pays)) + r.list(j.Does) + 1.5 // for the colour
	for g, n := range do.Pay {
		worth -= float64(n) * r.card(corleone.GoodWords[g])
	}
	if do.Money { // what comes last cannot be put into the suitcase
		worth -= 0.8
	}
	return worth
}

// use is what the use of an ability is worth; to leave it is 0.
func (r *rater) use(do engine.Action) float64 {
	cat := r.s.Cat
	switch do := do.(type) {
	case corleone.UseStash:
		return 2 + float64(do.Note)
	case corleone.UseSwap:
		return 0.8*float64(sum(cat.Swaps[do.Ability].Take)) - r.cards(do.Cards)
	case corleone.UseSmuggle:
		return r.card(corleone.GoodWords[do.Good]) - r.cards(corleone.Cards(do.Card))
	case corleone.UseHorse:
		return 1
	case corleone.UseDraw:
		return 2
	case corleone.UseManual:
		return 1
	case corleone.UseFront:
		return 1 + r.front(cat.Backs[do.Business], do.First)
	case corleone.UseBack:
		return 1 + r.list(cat.Businesses[cat.Backs[do.Business]].Back)
	case corleone.UseKill:
		return 1.5 + r.lost(do.At)
	case corleone.UseMoveThug:
		return r.front(int(cat.Places[do.To]), do.First) + r.presence(cat.Places[do.To]) - 0.7
	case corleone.UseMoveFamily:
		return r.backs(cat.Places[do.To]) + r.presence(cat.Places[do.To]) - 1
	case corleone.UseMoveRival:
		return 0.5 + r.lost(do.From)
	case corleone.UseMayor:
		return 1 + r.backs(cat.Places[do.To])
	case corleone.UseUnion:
		return 1 + r.front(int(cat.Places[do.To]), do.First)
	}
	return 0
}

// lost is what it hurts the leader of the turfs at a place to lose the figure there.
func (r *rater) lost(id string) float64 {
	f := r.s.FigureAt(r.s, id)
	at, onBoard := r.s.Cat.Places[id]
	if !onBoard || f.Owner == corleone.Neutral {
		return 0
	}
	worth := 0.0
	for t := corleone.Turf(1); t <= corleone.Turfs; t++ {
		if at < corleone.FirstSpace && r.s.TurfAt[at] != t || at >= corleone.FirstSpace && !r.s.Cat.Spaces[at-corleone.FirstSpace].Turfs.Has(t) {
			continue
		}
		if who, _, _ := lead(r.s, t); who == f.Owner {
			worth += 0.7
		}
	}
	return worth
}
