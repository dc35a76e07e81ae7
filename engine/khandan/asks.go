package khandan

import (
	"strings"
	"time"

	"consigliere/engine"
)

// grace is how long a vote can still be made when the clock has run out (section 7 of the
// ledger).
const grace = 15 * time.Second

// council is the clock of the vote: a vote or added power when it has nearly run out brings the
// grace back, and what is late is voted, added and done, in this order.
var council = &engine.Deadline{
	Verbs: []string{"vote", "add", "done"}, Grace: grace, Renewing: []string{"vote", "add"}, Renewals: renewals,
}

// renewals is how often a vote in the last moment brings the grace back.
const renewals = 4

// awaited calls f with all that is waited for, the table first and then the seats in order.
func (g *Game) awaited(f func(s engine.Seat, verb string)) {
	switch g.step {
	case StepSlopes:
		f(engine.Table, "slopes")
	case StepDraft:
		if g.discarded {
			f(g.order[g.drafter], "take")
		} else {
			f(g.order[g.drafter], "discard")
		}
	case StepRoles:
		f(g.chooser(), "keep")
	case StepLots:
		f(engine.Table, "lots")
	case StepPropose:
		f(engine.Table, "propose")
	case StepVote:
		for s := range g.all {
			switch v := &g.votes[s]; {
			case v.Choice == NoChoice:
				f(s, "vote")
			case v.Done:
			case v.Power < g.promises[s].Power:
				f(s, "add")
			default:
				f(s, "done")
			}
		}
	case StepTie:
		f(g.moderator, "break")
	case StepLeader:
		f(g.moderator, "pick_leader")
	case StepOutcome:
		f(engine.Table, "outcome")
	case StepSign:
		f(g.leader, "sign")
	case StepDeath:
		f(engine.Table, "death")
	case StepReveal:
		for s := range g.all {
			if g.characters[s].secret == NoRole {
				f(s, "reveal")
			}
		}
	case StepBetween:
		if g.mustEnd() {
			f(engine.Table, "end_campaign")
		} else {
			f(engine.Table, "next_reign")
		}
	}
}

// Asks appends what the game waits for and what it offers besides. What can be added to a vote,
// deals and corrections are Optional.
func (g *Game) Asks(dst []engine.Ask) []engine.Ask {
	dealing := g.step >= StepVote && g.step <= StepSign
	if g.step == StepVote || g.step == StepReveal { // all at the same time
		for s := range g.all {
			if g.step == StepReveal {
				dst = g.askReveal(dst, s)
				continue
			}
			dst = g.askVote(dst, s)
			dst = g.askDeals(dst, s)
		}
		return dst
	}
	g.awaited(func(s engine.Seat, verb string) {
		if !dealing || s == engine.Table {
			dst = g.askOne(dst, s, verb)
		}
	})
	if dealing {
		for s := range g.all {
			g.awaited(func(who engine.Seat, verb string) {
				if who == s {
					dst = g.askOne(dst, s, verb)
				}
			})
			dst = g.askDeals(dst, s)
		}
	}
	if g.step == StepBetween && !g.mustEnd() {
		dst = engine.AppendChoice(dst, engine.Table, "end_campaign", "ask.end_campaign", endCampaignOnly)
		dst[len(dst)-1].Optional = true
	}
	if g.step == StepPropose || g.step == StepBetween {
		dst = g.askAdjust(dst)
	}
	return dst
}

var (
	drawSlopesOnly  = []engine.Action{DrawSlopes{}}
	drawLotsOnly    = []engine.Action{DrawLots{}}
	drawDeathOnly   = []engine.Action{DrawDeath{}}
	deaths          = []engine.Action{Dies{true}, Dies{false}}
	proposeOnly     = []engine.Action{Propose{}}
	outcomeOnly     = []engine.Action{Outcome{}}
	nextOnly        = []engine.Action{NextReign{}}
	endCampaignOnly = []engine.Action{EndCampaign{}}
	doneOnly        = []engine.Action{Done{}}

	slopeItems = []engine.Item{{Word: "up"}, {Word: "down"}}
	slopeParts = func() []engine.Part {
		var parts []engine.Part
		for _, r := range resourceWords {
			parts = append(parts, engine.Part{Arg: r, Kind: engine.PartOne, Items: slopeItems})
		}
		return parts
	}()

	resourceKeyList = func() []engine.Key {
		var keys []engine.Key
		for _, r := range resourceWords {
			keys = append(keys, engine.Key{Word: r})
		}
		return keys
	}()
	amountItems = func() []engine.Item {
		items := []engine.Item{{Seat: engine.NoSeat, Count: int(ResourceCount)}}
		for _, by := range []int{1, -1} {
			for n := 1; n <= maxBase; n++ {
				items = append(items, engine.Item{Word: itoa(by * n), Count: int(ResourceCount)})
			}
		}
		return items
	}()
	recordItems = func() []engine.Item {
		var items []engine.Item
		for _, r := range resourceWords {
			items = append(items, engine.Item{Word: r + plusWord, Count: historyTyped}, engine.Item{Word: r + minusWord, Count: historyTyped})
		}
		return items
	}()

	giveItems, getItems, coinItems = termItems()
)

// add appends an ask, to be filled in.
// askOne asks for one of the moves that are waited for, outside the vote.
func (g *Game) askOne(dst []engine.Ask, s engine.Seat, verb string) []engine.Ask {
	switch g.step {
	case StepSlopes:
		if g.boxDraws {
			return engine.AppendConfirm(dst, s, verb, "ask.draw_slopes", drawSlopesOnly)
		}
		dst, a := engine.AppendAsk(dst, s, verb, "ask.slopes")
		a.Parts = slopeParts
		return dst
	case StepDraft:
		dst, a := engine.AppendAsk(dst, s, verb, "ask."+verb)
		a.Secret, a.Weighty = true, true
		for _, r := range g.left {
			if g.discarded {
				a.Options = append(a.Options, Take{SecretRole(r)})
			} else {
				a.Options = append(a.Options, Discard{SecretRole(r)})
			}
		}
		return dst
	case StepRoles:
		dst, a := engine.AppendAsk(dst, s, verb, "ask.keep")
		var items []engine.Item
		for _, r := range g.stands(s) {
			items = append(items, engine.Item{Word: r.String()})
		}
		a.Parts = []engine.Part{{Arg: "roles", Kind: engine.PartSeveral, Items: items, Min: rolesPerSeat, Max: rolesPerSeat}}
		return dst
	case StepLots:
		if g.boxDraws {
			return engine.AppendConfirm(dst, s, verb, "ask.draw_lots", drawLotsOnly)
		}
		return g.askLots(dst)
	case StepPropose:
		return g.askPropose(dst)
	case StepTie:
		dst, a := engine.AppendAsk(dst, s, verb, "ask.break")
		a.Weighty = true
		for side := Side(Yes); side <= Side(No); side++ {
			if p := g.promises[s].Tie; p == 0 || p == side {
				a.Options = append(a.Options, Break{side})
			}
		}
		return dst
	case StepLeader:
		dst, a := engine.AppendAsk(dst, s, verb, "ask.pick_leader")
		a.Weighty = true
		p := g.promises[s].Leader.Seat()
		for x := range g.all {
			if g.tied.Has(x) && (!g.tied.Has(p) || p == x) {
				a.Options = append(a.Options, PickLeader{x})
			}
		}
		return dst
	case StepOutcome:
		return g.askOutcome(dst)
	case StepSign:
		dst = engine.AppendConfirm(dst, s, verb, "ask.sign", []engine.Action{Sign{g.promises[s].Sign}})
		dst[len(dst)-1].Open = g.promises[s].Sign == 0 // the leader may name itself
		if g.signs() == s {
			dst[len(dst)-1].Prompt.Key = "ask.sign_own"
		}
		dst[len(dst)-1].Prompt.AddSeat(g.signs())
		return dst
	case StepDeath:
		if g.boxDraws {
			return engine.AppendConfirm(dst, s, verb, "ask.draw_death", drawDeathOnly)
		}
		return engine.AppendChoice(dst, s, verb, "ask.death", deaths)
	case StepBetween:
		if verb == "next_reign" {
			dst = engine.AppendConfirm(dst, s, verb, "ask.next_reign", nextOnly)
			dst[len(dst)-1].Prompt.AddNumber(g.reign + 1)
			return dst
		}
		dst = engine.AppendConfirm(dst, s, verb, "ask.end_campaign", endCampaignOnly)
		if g.boxDraws {
			dst[len(dst)-1].Forced = endCampaignOnly[0] // it cannot go on, and no cardboard is to be corrected before
		}
		return dst
	}
	return dst
}

// askLots asks who drew which role. A role left out belongs to nobody.
func (g *Game) askLots(dst []engine.Ask) []engine.Ask {
	dst, a := engine.AppendAsk(dst, engine.Table, "lots", "ask.lots")
	var keys []engine.Key
	for i, h := range g.holder {
		if h == 0 {
			keys = append(keys, engine.Key{Word: roleWords[int(Marshal)+i]})
		}
	}
	left := len(keys)
	var items []engine.Item
	for s := range g.all {
		if n := rolesPerSeat - g.standing(s); n > 0 {
			items = append(items, engine.Item{Seat: s, Count: n})
			left -= n
		}
	}
	if left > 0 {
		items = append(items, engine.Item{Seat: engine.NoSeat, Count: left})
	}
	a.Open = true // a role that stays out can be left out
	a.Parts = []engine.Part{{Arg: "roles", Kind: engine.PartAssign, Keys: keys, Items: items}}
	return dst
}

func (g *Game) askPropose(dst []engine.Ask) []engine.Ask {
	if g.pack == nil || g.boxDraws {
		dst = engine.AppendConfirm(dst, engine.Table, "propose", "ask.propose", proposeOnly)
		a := &dst[len(dst)-1]
		a.Open = g.pack == nil // any label can be typed in
		a.Prompt.AddNumber(g.round)
		return dst
	}
	dst, a := engine.AppendAsk(dst, engine.Table, "propose", "ask.propose_card")
	a.Prompt.AddNumber(g.round)
	for _, i := range g.eligibles() {
		a.Options = append(a.Options, Propose{g.pack.decisions[i].ID})
	}
	return dst
}

func (g *Game) askOutcome(dst []engine.Ask) []engine.Ask {
	if !g.byHand() {
		if g.boxDraws {
			return engine.AppendConfirm(dst, engine.Table, "outcome", "ask.draw_outcome", outcomeOnly)
		}
		dst, a := engine.AppendAsk(dst, engine.Table, "outcome", "ask.result")
		for i := range g.results() {
			a.Options = append(a.Options, OutcomeOf{g.results()[i].ID})
		}
		return dst
	}
	dst, a := engine.AppendAsk(dst, engine.Table, "outcome", "ask.outcome")
	a.Open = true // two story events, and what their ends bring
	a.Parts = []engine.Part{
		{Arg: "resources", Kind: engine.PartAssign, Keys: resourceKeyList, Items: amountItems},
		{Arg: "history", Kind: engine.PartSeveral, Items: recordItems, Max: historyTyped},
	}
	if items := g.storyItems(); len(items) > 0 {
		a.Parts = append(a.Parts, engine.Part{Arg: "story", Kind: engine.PartSeveral, Items: items, Max: 1})
	}
	return dst
}

// storyItems returns the story events that can happen now: those in the pack, or those that a line of
// the cardboard goes on or ends.
func (g *Game) storyItems() []engine.Item {
	var items []engine.Item
	for i := range g.lines {
		l := &g.lines[i]
		switch {
		case l.Ended:
		case g.pack == nil:
			items = append(items, engine.Item{Word: l.id}, engine.Item{Word: l.id + unityEnd}, engine.Item{Word: l.id + divisionEnd})
		default:
			for k := range g.pack.lines[i].events {
				if e := &g.pack.lines[i].events[k]; e.follows(g.newest(i)) {
					items = append(items, engine.Item{Word: l.id + "." + e.id})
				}
			}
		}
	}
	return items
}

// askReveal asks a seat which secret role it had.
func (g *Game) askReveal(dst []engine.Ask, s engine.Seat) []engine.Ask {
	if g.characters[s].secret != NoRole {
		return dst
	}
	var taken [Marshal]bool
	for _, c := range g.characters[:g.seats] {
		taken[c.secret] = true
	}
	dst, a := engine.AppendAsk(dst, s, "reveal", "ask.reveal")
	for r := Opportunist; r <= Extremist; r++ {
		if !taken[r] {
			a.Options = append(a.Options, Reveal{SecretRole(r)})
		}
	}
	return dst
}

// askVote asks a seat for its vote, or what it adds. The power in hand must not show.
func (g *Game) askVote(dst []engine.Ask, s engine.Seat) []engine.Ask {
	v, c, p := &g.votes[s], &g.characters[s], &g.promises[s]
	switch {
	case v.Choice == NoChoice:
		dst, a := engine.AppendAsk(dst, s, "vote", "ask.vote")
		a.Secret, a.Covered, a.Weighty = g.sealed, !g.sealed, true
		least := 1
		if g.sealed {
			least = max(1, p.Power)
		}
		a.Options = make([]engine.Action, 0, 2*c.power+2)
		for choice := Yes; choice <= No; choice++ {
			for n := least; n <= c.power && p.Vote.keeps(choice); n++ {
				a.Options = append(a.Options, Vote{choice, n})
			}
		}
		if p.Vote.keeps(Strengthen) {
			a.Options = append(a.Options, Vote{Choice: Strengthen})
			if g.sealed || !g.moderated {
				a.Options = append(a.Options, Vote{Choice: Moderate})
			}
		}
		if g.talk > 0 {
			a.Limit, a.Deadline, a.Late = g.talk+grace, council, g.late(s)
		}
		return dst
	case g.sealed || v.Choice.Abstains():
		return dst
	}
	if !v.Done && v.Power >= p.Power {
		dst = engine.AppendConfirm(dst, s, "done", "ask.done", doneOnly)
		a := &dst[len(dst)-1]
		a.Prompt.AddNumber(v.Power)
		if g.again.Has(s) { // and it is said why it is asked once more
			a.Prompt.Key = "ask.done_again"
			a.Prompt.AddSeat(g.since)
		}
		if g.talk > 0 {
			a.Limit, a.Deadline, a.Late = g.talk+grace, council, Done{}
		}
	}
	if c.power == 0 {
		return dst
	}
	dst, a := engine.AppendAsk(dst, s, "add", "ask.add")
	a.Prompt.AddNumber(v.Power)
	a.Covered = true
	a.Optional = v.Power >= p.Power
	for n := len(g.adds) + 1; n <= c.power; n++ {
		g.adds = append(g.adds, Add{n})
	}
	a.Options = g.adds[:c.power:c.power]
	if g.talk > 0 && !a.Optional {
		a.Limit, a.Deadline, a.Late = g.talk+grace, council, Add{p.Power - v.Power}
	}
	return dst
}

// late returns the vote that the clock makes for a seat: the promised one, or to strengthen.
func (g *Game) late(s engine.Seat) engine.Action {
	p := &g.promises[s]
	switch p.Vote {
	case VoteYes:
		return Vote{Yes, max(1, p.Power)}
	case VoteNo:
		return Vote{No, max(1, p.Power)}
	}
	return Vote{Choice: Strengthen}
}

// Words of terms, as they are chosen from a list; records have them as objects.
const (
	nothing     = "nothing"
	plusWord    = "_plus"
	minusWord   = "_minus"
	unityEnd    = ".unity"
	divisionEnd = ".division"
)

// termList is the terms that a list offers; others can be typed in.
var termList = []struct {
	word  string
	terms Terms
}{
	{"vote_yes", Terms{Vote: VoteYes}},
	{"vote_yes_2", Terms{Vote: VoteYes, Power: 2}},
	{"vote_yes_4", Terms{Vote: VoteYes, Power: 4}},
	{"vote_no", Terms{Vote: VoteNo}},
	{"vote_no_2", Terms{Vote: VoteNo, Power: 2}},
	{"vote_no_4", Terms{Vote: VoteNo, Power: 4}},
	{"vote_abstain", Terms{Vote: Abstain}},
	{"tie_yes", Terms{Tie: Side(Yes)}},
	{"tie_no", Terms{Tie: Side(No)}},
	{"sign", Terms{Sign: true}},
	{"coins_1", Terms{Coins: 1}},
	{"coins_2", Terms{Coins: 2}},
	{"coins_3", Terms{Coins: 3}},
	{"coins_5", Terms{Coins: 5}},
	{"sign_coins_1", Terms{Sign: true, Coins: 1}},
	{"sign_coins_2", Terms{Sign: true, Coins: 2}},
	{"sign_coins_3", Terms{Sign: true, Coins: 3}},
}

// maxListedCoins is the most coins that the list offers.
const maxListedCoins = 5

// termItems returns the items of both sides of an offer: by the coins that the sender has, with
// nothing besides for what is asked, and all that are shown.
func termItems() (give [maxListedCoins + 1][]engine.Item, get, all []engine.Item) {
	get = append(get, engine.Item{Word: nothing})
	for _, t := range termList {
		it := engine.Item{Word: t.word}
		for n := range give {
			if n >= t.terms.Coins {
				give[n] = append(give[n], it)
			}
		}
		get = append(get, it)
		all = append(all, it)
	}
	return give, get, all
}

// termsOf returns the terms that a word of the list stands for.
func termsOf(word string) (Terms, bool) {
	if word == nothing {
		return Terms{}, true
	}
	for _, t := range termList {
		if t.word == word {
			return t.terms, true
		}
	}
	return Terms{}, false
}

// askDeals offers a seat to offer a deal, to answer one, and to take one back.
func (g *Game) askDeals(dst []engine.Ask, s engine.Seat) []engine.Ask {
	dst, a := engine.AppendAsk(dst, s, "offer", "ask.offer")
	a.Optional, a.Open, a.Covered = true, true, true
	a.Parts = g.offerParts(s, min(g.characters[s].coins, maxListedCoins))
	var answers, shown, back []engine.Action
	for i := range g.offers {
		d := &g.offers[i]
		switch {
		case d.Bound:
		case d.To == s:
			if g.keepable(d) {
				answers = append(answers, Accept{d.N})
			}
			shown = append(shown, Accept{d.N})
			answers, shown = append(answers, Decline{d.N}), append(shown, Decline{d.N})
		case d.From == s:
			back = append(back, Withdraw{d.N})
		}
	}
	if len(answers) > 0 {
		dst, a = engine.AppendAsk(dst, s, "answer", "ask.answer")
		a.Optional, a.Verbs = true, answerVerbs
		a.Options = answers
		if len(shown) > len(answers) { // what the other holds must not show
			a.ShownOptions = shown
		}
	}
	if len(back) > 0 {
		dst = engine.AppendChoice(dst, s, "withdraw", "ask.withdraw", back)
		dst[len(dst)-1].Optional = true
	}
	return dst
}

// offerParts returns the parts of an offer by a seat with the given coins. They are made once, for
// every seat is offered a deal at every moment of a vote.
func (g *Game) offerParts(s engine.Seat, coins int) []engine.Part {
	if parts := g.offering[s][coins]; parts != nil {
		return parts
	}
	var partners []engine.Item
	for x := range g.all {
		if x != s {
			partners = append(partners, engine.Item{Seat: x})
		}
	}
	parts := []engine.Part{
		{Arg: "to", Kind: engine.PartOne, Items: partners},
		{Arg: "give", Kind: engine.PartOne, Items: giveItems[coins], Shown: coinItems},
		{Arg: "get", Kind: engine.PartOne, Items: getItems},
	}
	g.offering[s][coins] = parts
	return parts
}

var answerVerbs = []string{"accept", "decline"}

// askAdjust offers the usual corrections of the table; others can be typed in.
func (g *Game) askAdjust(dst []engine.Ask) []engine.Ask {
	dst, a := engine.AppendAsk(dst, engine.Table, "adjust", "ask.adjust")
	a.Optional, a.Open = true, true
	offer := func(do engine.Action, legal bool) {
		if legal {
			a.Options = append(a.Options, do)
		}
		a.ShownOptions = append(a.ShownOptions, do)
	}
	for s := range g.all {
		h, c := &g.houses[s], &g.characters[s]
		for _, by := range []int{1, -1} {
			n := Amount(by)
			offer(AdjustHouse{House: s, Prestige: n}, h.prestige+by >= 0)
			offer(AdjustHouse{House: s, Crown: n}, h.crown+by >= 0)
			if g.step == StepPropose { // what others hold must not show
				offer(AdjustHouse{House: s, Coins: n}, c.coins+by >= 0)
				offer(AdjustHouse{House: s, Power: n}, c.power+by >= 0)
			}
		}
	}
	for _, by := range []int{1, -1} {
		offer(AdjustRealm{Unity: Level(by)}, g.unity+by >= 0)
		offer(AdjustRealm{Division: Level(by)}, g.division+by >= 0)
	}
	return dst
}

// recordOf returns the historical event that a word of the list stands for.
func recordOf(word string) (Record, bool) {
	for i, r := range resourceWords {
		switch word {
		case r + plusWord:
			return Record{Resource(i), Plus}, true
		case r + minusWord:
			return Record{Resource(i), Minus}, true
		}
	}
	return Record{}, false
}

// storyOf returns the story event that a word of the list stands for: a line of the cardboard,
// its end, or a line and an event of a pack.
func storyOf(word string) StoryEvent {
	id, rest, _ := strings.Cut(word, ".")
	switch "." + rest {
	case ".":
		return StoryEvent{Line: id, Event: eventLabel}
	case unityEnd, divisionEnd:
		return StoryEvent{Line: id, Event: rest, HasEnd: true, End: StoryEnd{Division: "."+rest == divisionEnd, Amount: 1}}
	}
	return StoryEvent{Line: id, Event: rest}
}

// eventLabel is the label of a story event that was chosen from a list, without one of its own.
const eventLabel = "event"
