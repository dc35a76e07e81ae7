package khandan

import (
	"slices"

	"consigliere/engine"
)

// dealSteps are those in which deals can be made (KHA-10.1).
var dealSteps = []Step{StepVote, StepTie, StepLeader, StepOutcome, StepSign}

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
	g.offers = append(g.offers, Deal{N: g.deals, From: seat, To: do.To, Give: do.Give, Get: do.Get})
	d := &g.offers[len(g.offers)-1]
	g.cues.Add(engine.CueSay, "").Text = DealText("cue.offer", "told.", d, seat, do.To)
	for _, text := range append(d.Give.Details(&ToldTerms, d.From), d.Get.Details(&ToldTerms, d.To)...) {
		g.cues.Add(engine.CueSay, "").Text = text
	}
	return nil
}

// offered returns the open offer of a number, or nil.
func (g *Game) offered(n int, fits func(*Deal) bool) *Deal {
	for i := range g.offers {
		if d := &g.offers[i]; d.N == n && !d.Bound && fits(d) {
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
	d := g.offered(do.Deal, func(d *Deal) bool { return d.To == seat })
	if d == nil {
		return engine.Refuse("KHA-10.2", "refuse.no_offer", do.Deal)
	}
	for _, side := range [...]struct {
		who, other engine.Seat
		terms      *Terms
	}{{d.From, d.To, &d.Give}, {d.To, d.From, &d.Get}} {
		if why := g.cannot(side.who, side.other, side.terms); why != "" {
			return engine.Refuse("KHA-10.11", why, side.who)
		}
	}
	d.Bound = true
	g.bind(d.From, d.To, &d.Give)
	g.bind(d.To, d.From, &d.Get)
	g.cues.Add(engine.CueSay, "cue.deal").Seat(d.From).Seat(d.To)
	return nil
}

// keepable reports whether both sides of a deal can be kept.
func (g *Game) keepable(d *Deal) bool {
	return g.cannot(d.From, d.To, &d.Give) == "" && g.cannot(d.To, d.From, &d.Get) == ""
}

// cannot says why a seat cannot keep its side of a deal now, or "" (section 8.4 of the ledger).
func (g *Game) cannot(s, other engine.Seat, t *Terms) string {
	p, v := &g.promises[s], &g.votes[s]
	if t.Coins > g.characters[s].coins {
		return "refuse.keep_coins"
	}
	if t.Vote != NoPromise {
		switch {
		case g.step != StepVote, v.Choice != NoChoice && (g.sealed || !t.Vote.keeps(v.Choice)), p.Vote != NoPromise && p.Vote != t.Vote:
			return "refuse.keep_vote"
		case t.Vote != Abstain && g.characters[s].power+v.Power < max(1, t.Power, p.Power):
			return "refuse.keep_power"
		}
	}
	if t.Tie != 0 && (g.step > StepTie || p.Tie != 0 && p.Tie != t.Tie) {
		return "refuse.keep_tie"
	}
	if t.Leader != 0 && (g.step > StepLeader || p.Leader != 0 && p.Leader != t.Leader) {
		return "refuse.keep_leader"
	}
	if t.Sign && (p.Sign != 0 && p.Sign != other.OrNone() || g.step >= StepOutcome && g.leader != s) {
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
		p.Vote = t.Vote
		p.Power = max(p.Power, t.Power)
		if v := &g.votes[s]; v.Choice == Yes || v.Choice == No {
			v.Done = false
		}
	}
	if t.Tie != 0 {
		p.Tie = t.Tie
	}
	if t.Leader != 0 {
		p.Leader = t.Leader
	}
	if t.Sign {
		p.Sign = other.OrNone()
	}
}

// Play refuses an offer (KHA-10.10).
func (do Decline) Play(g *Game, seat engine.Seat) *engine.Refusal {
	return g.drop(seat, do.Deal, "cue.declined", func(d *Deal) bool { return d.To == seat })
}

// Play takes an offer back (KHA-10.10).
func (do Withdraw) Play(g *Game, seat engine.Seat) *engine.Refusal {
	return g.drop(seat, do.Deal, "cue.withdrawn", func(d *Deal) bool { return d.From == seat })
}

func (g *Game) drop(seat engine.Seat, n int, cue string, fits func(*Deal) bool) *engine.Refusal {
	if no := g.seat(seat, "KHA-10.10", dealSteps...); no != nil {
		return no
	}
	d := g.offered(n, fits)
	if d == nil {
		return engine.Refuse("KHA-10.10", "refuse.no_offer", n)
	}
	g.cues.Add(engine.CueSay, cue).Seat(seat)
	g.offers = slices.DeleteFunc(g.offers, func(x Deal) bool { return x.N == n })
	return nil
}

// endOffers ends the open offers (KHA-10.10).
func (g *Game) endOffers() {
	g.offers = slices.DeleteFunc(g.offers, func(d Deal) bool { return !d.Bound })
}

// term returns one side of a deal as a word with a number, 0 where it has none.
func term(t *Terms) (word string, n int) {
	kinds := 0
	use := func(w string, number int) {
		word, n = w, number
		kinds++
	}
	if t.Coins > 0 {
		use("coins", t.Coins)
	}
	if t.Vote != NoPromise {
		use("vote_"+t.Vote.String(), t.Power)
	}
	if t.Tie != 0 {
		use("tie_"+ChoiceWords[t.Tie], 0)
	}
	if t.Leader != 0 {
		use("leader", 0)
	}
	if t.Sign {
		use("sign", 0)
	}
	if t.Note != "" {
		use("note", 0)
	}
	switch {
	case kinds == 0:
		return "nothing", 0
	case kinds == 2 && t.Sign && t.Coins > 0:
		return "sign_coins", t.Coins
	case kinds > 1:
		return "several", 0
	}
	return word, n
}

// TermKeys are the messages of the parts of a deal.
type TermKeys struct{ plain, number, to, note string }

// ShownTerms are the terms in a list, ToldTerms those that are told, with the player who gives them.
var (
	ShownTerms = TermKeys{"scene.term", "scene.term_n", "scene.term_to", "scene.note"}
	ToldTerms  = TermKeys{"cue.term", "cue.term_n", "cue.term_to", "cue.note"}
)

// Details returns what one word cannot say of one side of a deal: all parts of several, whose
// leadership, and what was written. Each begins with the seats.
func (t *Terms) Details(keys *TermKeys, seats ...engine.Seat) []engine.Text {
	word, _ := term(t)
	several := word == "several"
	var list []engine.Text
	say := func(key, what string) *engine.Text {
		text := engine.Say(key).Thing(what)
		for _, s := range seats {
			text.AddSeat(s)
		}
		list = append(list, text)
		return &list[len(list)-1]
	}
	add := func(word string, n int) {
		switch {
		case !several:
		case n > 0:
			say(keys.number, "told."+word).AddNumber(n)
		default:
			say(keys.plain, "told."+word)
		}
	}
	if t.Coins > 0 {
		add("coins", t.Coins)
	}
	if t.Vote != NoPromise {
		add("vote_"+t.Vote.String(), t.Power)
	}
	if t.Tie != 0 {
		add("tie_"+ChoiceWords[t.Tie], 0)
	}
	if t.Leader != 0 {
		say(keys.to, "told.leader").AddSeat(t.Leader.Seat())
	}
	if t.Sign {
		add("sign", 0)
	}
	if t.Note != "" {
		say(keys.note, t.Note)
	}
	return list
}

// DealText puts a deal into a message: the seats meant, and both sides with their numbers. The
// words for them are the short ones of lists, or those that are told.
func DealText(key, words string, d *Deal, seats ...engine.Seat) engine.Text {
	give, n := term(&d.Give)
	get, m := term(&d.Get)
	switch {
	case n > 0 && m > 0:
		key += "_nm"
	case n > 0:
		key += "_n"
	case m > 0:
		key += "_m"
	}
	text := engine.Say(key)
	for _, s := range seats {
		text.AddSeat(s)
	}
	return text.Thing(words + give).Thing(words + get).Number(n).Number(m)
}
