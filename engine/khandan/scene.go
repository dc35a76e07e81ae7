package khandan

import (
	"cmp"
	"slices"

	"consigliere/engine"
)

// draw lays out a view for a display of 128 by 64 pixels (section 7 of the ledger).
func draw(v view) engine.Scene {
	s := v.Public
	p := s.public
	d := drawing{s: s, p: p}
	d.sc.Heading = engine.Say("scene.heading").Number(s.Round).Thing("phase." + s.Phase)
	if s.Round == 0 || p.step >= stepReveal {
		d.sc.Heading = engine.Say("scene.heading_reign").Number(s.Reign).Thing("phase." + s.Phase)
	}
	if own := v.Private; own != nil {
		d.own(v.Looker, own)
	}
	if r := v.Result; r != nil {
		d.result(r)
		return d.sc
	}
	switch p.step {
	case stepSlopes, stepRoles, stepLots:
		d.realm()
		d.roles()
	case stepDraft:
		d.line(p.drafter, engine.Say("scene.drafts").Number(s.DraftLeft), engine.IconAwait).Strong = true
	case stepReveal:
		d.line(engine.NoSeat, engine.Say(endingKey(s)))
		d.seats()
	case stepPropose:
		d.moves()
		d.seats()
	default:
		d.council()
		d.seats()
	}
	d.groups()
	return d.sc
}

// endingKey says how a reign ends whose secret roles are turned up.
func endingKey(s *Status) string {
	switch s.Stability {
	case trackMax:
		return endingKeys[Deposed]
	case 0:
		return endingKeys[Fled]
	}
	return endingKeys[Death]
}

// A drawing is a scene while it is laid out.
type drawing struct {
	s  *Status
	p  *public
	sc engine.Scene
}

func (d *drawing) line(seat engine.Seat, t engine.Text, icons ...engine.Icon) *engine.Line {
	d.sc.Lines = append(d.sc.Lines, engine.Line{Seat: seat, Text: t, Icons: icons})
	return &d.sc.Lines[len(d.sc.Lines)-1]
}

// group begins a group of lines.
func (d *drawing) group(heading string) *engine.Group {
	d.sc.Groups = append(d.sc.Groups, engine.Group{Heading: engine.Say(heading)})
	return &d.sc.Groups[len(d.sc.Groups)-1]
}

func put(g *engine.Group, seat engine.Seat, t engine.Text, icons ...engine.Icon) {
	g.Lines = append(g.Lines, engine.Line{Seat: seat, Text: t, Icons: icons})
}

// own puts what only the looker knows on top: role, coins, power, vote and promises.
func (d *drawing) own(l engine.Looker, o *PrivateStatus) {
	if o.secret != NoRole {
		d.line(engine.NoSeat, engine.Say(o.secret.key()), engine.IconCard).Strong = true
	}
	d.line(engine.NoSeat, engine.Say("scene.holds").Number(o.Coins).Number(o.Power), engine.IconMoney)
	if v := o.Vote; v != nil && d.p.step == stepVote {
		key := "choice." + v.Choice
		if v.Power > 0 {
			d.line(engine.NoSeat, engine.Say("scene.own_vote").Thing(key).Number(v.Power), engine.IconLocked)
		} else {
			d.line(engine.NoSeat, engine.Say(key), engine.IconLocked)
		}
	}
	p := &d.p.promises[l]
	if p.vote != NoPromise {
		key := "scene.promised"
		if p.power > 0 {
			key = "scene.promised_n"
		}
		d.line(engine.NoSeat, engine.Say(key).Thing("term.vote_"+p.vote.String()).Number(p.power), engine.IconStar)
	}
	if p.tie != 0 {
		d.line(engine.NoSeat, engine.Say("scene.promised").Thing("term.tie_"+choiceWords[p.tie]), engine.IconStar)
	}
	if s := p.leader.Seat(); s >= 0 {
		d.line(engine.NoSeat, engine.Say("scene.promised_to").Thing("term.leader").Seat(s), engine.IconStar)
	}
	if s := p.sign.Seat(); s >= 0 {
		d.line(engine.NoSeat, engine.Say("scene.promised_to").Thing("term.sign").Seat(s), engine.IconStar)
	}
}

// council shows how the vote stands, or what came of it.
func (d *drawing) council() {
	p := d.p
	switch {
	case p.step == stepVote && d.s.Tally == (TallyStatus{}):
	case p.side == NoChoice:
		d.line(engine.NoSeat, engine.Say("scene.tally").Number(p.yes).Number(p.no)).Strong = true
	default: // the side that won first, as it is told
		won, lost := p.yes, p.no
		if p.side == No {
			won, lost = lost, won
		}
		d.line(engine.NoSeat, engine.Say("scene.decided").Thing(choiceKeys[p.side]).Number(won).Number(lost)).Strong = true
	}
	switch p.step {
	case stepSign:
		d.line(p.signs, engine.Say("scene.signs"), engine.IconAwait).Strong = true
		for _, r := range p.records.list() {
			d.line(engine.NoSeat, engine.Say("scene.record").Thing(resourceKeys[r.Resource]).Thing(signKeys[r.Sign]))
		}
		for _, e := range p.story.list() {
			key := "line." + e.Line
			if p.pack != nil {
				key = "event." + e.Event
			}
			d.line(engine.NoSeat, engine.Say("scene.story").Thing(key), engine.IconStar)
		}
		d.moves()
	case stepDeath:
		d.moves()
	}
}

// moves shows by how much resources and stability have moved in this phase.
func (d *drawing) moves() {
	for i, t := range d.p.resources {
		if d.p.named[i] {
			d.line(engine.NoSeat, engine.Say("scene.moved").Thing(resourceKeys[i]).Number(d.p.moved[i]).Number(t.value))
		}
	}
	d.line(engine.NoSeat, engine.Say("scene.stability").Number(d.s.Stability).Number(d.s.Pool))
}

// seats lists the seats: offices, votes with their power, who is awaited.
func (d *drawing) seats() {
	p := d.p
	for i := range p.seats {
		s := engine.Seat(i)
		v := &p.votes[i]
		t := engine.Text{}
		var icons []engine.Icon
		if s == p.leader {
			icons = append(icons, engine.IconBoss)
		}
		if s == p.moderator {
			icons = append(icons, engine.IconSafe)
		}
		switch {
		case v.choice == Yes:
			icons, t = append(icons, engine.IconYes), engine.Say("scene.power").Number(v.power)
		case v.choice == No:
			icons, t = append(icons, engine.IconNo), engine.Say("scene.power").Number(v.power)
		case v.choice != NoChoice:
			t = engine.Say(choiceKeys[v.choice])
		}
		if p.sharing.Has(s) && p.shares[i] > 0 {
			t = engine.Say("scene.share").Number(p.shares[i])
		}
		if v.done && p.step == stepVote {
			icons = append(icons, engine.IconLocked)
		}
		for _, w := range d.s.Waiting {
			if w.Seat == d.s.Houses.Names[i] {
				icons = append(icons, engine.IconAwait)
			}
		}
		l := d.line(s, t, icons...)
		if p.step >= stepVote && p.step <= stepLeader {
			l.Stance = stances[v.choice]
		}
	}
}

// stances are what the lights show of votes in the open. A sealed vote has none.
var stances = [...]engine.Stance{Yes: engine.For, No: engine.Against, Strengthen: engine.Aside, Moderate: engine.Aside}

// realm lists the resources.
func (d *drawing) realm() {
	for i, t := range d.p.resources {
		d.line(engine.NoSeat, d.resource(i, &t))
	}
}

func (d *drawing) resource(i int, t *track) engine.Text {
	key := "scene.resource"
	switch t.slope {
	case Up:
		key = "scene.resource_up"
	case Down:
		key = "scene.resource_down"
	}
	return engine.Say(key).Thing(resourceKeys[i]).Number(t.value).Number(t.run)
}

// roles lists the public roles of each seat.
func (d *drawing) roles() {
	for i := range d.p.seats {
		for _, r := range d.p.roles[i] {
			d.line(engine.Seat(i), engine.Say(r.key()))
		}
	}
}

// groups lists what else lies on the table.
func (d *drawing) groups() {
	p, s := d.p, d.s
	if p.decision != nil && p.step >= stepVote && p.step <= stepSign {
		// What may come goes first: the proposal was read out.
		g := d.group("scene.omens")
		for side := range p.decision.shown {
			for _, o := range p.decision.shown[side] {
				put(g, engine.NoSeat, o.tell("scene.omen_"+choiceWords[int(Yes)+side]))
			}
		}
		g = d.group("card." + p.decision.id)
		put(g, engine.NoSeat, engine.Say("proposal."+p.decision.id))
		if p.result >= 0 {
			r := &p.decision.results[p.side-Yes][p.result]
			put(g, engine.NoSeat, engine.Say("result."+p.decision.id+"."+p.side.String()+"."+r.id), engine.IconStar)
		}
	}
	if len(p.offers) > 0 {
		g := d.group("scene.deals")
		for i := range p.offers {
			icon := engine.IconAwait
			if p.offers[i].bound {
				icon = engine.IconLocked
			}
			put(g, p.offers[i].from, dealText("scene.deal", "told.", &p.offers[i], p.offers[i].to), icon)
			putDetails(g, &p.offers[i])
		}
	}
	g := d.group("scene.realm")
	g.Heading.AddNumber(s.Reign)
	for i, t := range p.resources {
		put(g, engine.NoSeat, d.resource(i, &t))
	}
	put(g, engine.NoSeat, engine.Say("scene.stability").Number(s.Stability).Number(s.Pool))
	if p.step > stepLots {
		g = d.group("scene.roles")
		for i := range p.seats {
			for _, r := range p.roles[i] {
				put(g, engine.Seat(i), engine.Say(r.key()))
			}
		}
	}
	d.houses()
	if len(p.history) > 0 {
		g = d.group("scene.history")
		for _, e := range p.history {
			put(g, e.house, engine.Say("scene.record").Thing(resourceKeys[e.resource]).Thing(signKeys[e.sign]))
		}
	}
	d.lines()
}

// lines lists how far each story has gone, once one has begun, and what that does to the realm.
func (d *drawing) lines() {
	p, s := d.p, d.s
	begun := func(l line) bool { return len(l.events) > 0 || l.ended }
	if !slices.ContainsFunc(p.lines, begun) && s.Unity == 0 && s.Division == 0 {
		return
	}
	g := d.group("scene.lines")
	for i, l := range p.lines {
		key := "scene.line"
		if l.ended {
			key = "scene.line_ended"
		}
		put(g, l.holder(), engine.Say(key).Thing(p.lineKeys[i]).Number(len(l.events)))
	}
	put(g, engine.NoSeat, engine.Say("scene.levels").Number(s.Unity).Number(s.Division))
}

// tell puts what may come into a message.
func (o omen) tell(key string) engine.Text {
	what := "omen.plus"
	switch {
	case o.slope == Up:
		what = "omen.up"
	case o.slope == Down:
		what = "omen.down"
	case o.sign == Minus:
		what = "omen.minus"
	}
	return engine.Say(key).Thing(resourceKeys[o.resource]).Thing(what)
}

// question names the partner and the terms of an offer where it is asked whether it is accepted.
func question(s *Status, ask *engine.Ask, said []engine.Arg, arg string) engine.Text {
	if ask.Verb != "answer" || arg != engine.VerbArg {
		return engine.Text{}
	}
	for i := range said {
		if d := s.offer(&said[i]); d != nil {
			return dealText("text.offer", "told.", d, d.from)
		}
	}
	return engine.Text{}
}

// offer returns the deal that an argument means, or nil.
func (s *Status) offer(a *engine.Arg) *deal {
	if a.Key != "deal" {
		return nil
	}
	for i := range s.public.offers {
		if d := &s.public.offers[i]; d.n == a.Value.Int {
			return d
		}
	}
	return nil
}

// explainDeal says what one word cannot say of a deal that is accepted or taken back. Of several offers to
// one seat the words "accept" and "decline" mean none: whoever chooses has read it with the offer.
func explainDeal(s *Status, ask *engine.Ask, a *engine.Arg) []engine.Text {
	var d *deal
	switch {
	case a.Key == "deal":
		d = s.offer(a)
	case a.Key == engine.VerbArg && ask.Verb == "answer":
		for i := range s.public.offers {
			o := &s.public.offers[i]
			if o.bound || o.to != ask.Seat {
				continue
			}
			if d != nil {
				return nil
			}
			d = o
		}
	}
	if d == nil {
		return nil
	}
	parts := append(d.give.details(&toldTerms, d.from), d.get.details(&toldTerms, d.to)...)
	if len(parts) == 0 {
		return nil
	}
	hint := "hint." + ask.Verb + ".deal"
	if a.Key == engine.VerbArg {
		hint = "hint." + a.Value.Word
	}
	return append(parts, engine.Say(hint))
}

// explain says of yes and no what may come of them, as far as the decision shows it, and of a deal what it
// is made of.
func explain(s *Status, ask *engine.Ask, a *engine.Arg) []engine.Text {
	if parts := explainDeal(s, ask, a); parts != nil {
		return parts
	}
	if s.public.decision == nil || a.Key != "choice" && a.Key != "side" {
		return nil
	}
	for side := range s.public.decision.shown {
		if a.Value.Word != choiceWords[int(Yes)+side] {
			continue
		}
		list := []engine.Text{engine.Say("hint." + a.Key + "." + a.Value.Word)}
		if a.Key == "side" {
			list[0].Key = "hint.side"
		}
		for _, o := range s.public.decision.shown[side] {
			list = append(list, o.tell("hint.omen"))
		}
		return list
	}
	return nil
}

// houses lists prestige and crowns, where anybody has any.
func (d *drawing) houses() {
	if slices.ContainsFunc(d.s.Houses.Of, func(h HouseStatus) bool { return h.Prestige != 0 || h.Crown != 0 }) {
		g := d.group("scene.houses")
		for i, h := range d.s.Houses.Of {
			put(g, engine.Seat(i), engine.Say("scene.house").Number(h.Prestige).Number(h.Crown))
		}
	}
	if d.p.shown {
		g := d.group("scene.holdings")
		for i := range d.p.seats {
			put(g, engine.Seat(i), engine.Say("scene.holds").Number(d.p.coins[i]).Number(d.p.power[i]))
		}
	}
}

// result shows how the reign ended, or the campaign.
func (d *drawing) result(r *ResultStatus) {
	if r.Campaign != nil {
		d.line(engine.NoSeat, engine.Say("scene.by_"+r.Campaign.By)).Strong = true
		d.decided(r)
		order := make([]engine.Seat, d.p.seats)
		for i := range order {
			order[i] = engine.Seat(i)
		}
		first := func(s engine.Seat) int {
			if r.winners.Has(s) {
				return 0
			}
			return 1
		}
		slices.SortStableFunc(order, func(a, b engine.Seat) int { return cmp.Or(r.points[b]-r.points[a], first(a)-first(b)) })
		for _, s := range order {
			l := d.line(s, engine.Say("scene.campaign").Number(r.points[s]))
			if r.winners.Has(s) {
				l.Strong = true
				l.Icons = append(l.Icons, engine.IconStar)
			}
		}
		g := d.group(endingKeys[r.ending]) // the last reign is still to be looked at
		for i, s := range r.ranking {
			put(g, s, engine.Say("scene.rank").Number(i+1).Number(r.Scores.Of[s].Total))
		}
		d.points(r)
		d.houses()
		return
	}
	d.line(engine.NoSeat, engine.Say(endingKeys[r.ending])).Strong = true
	d.decided(r)
	for i, s := range r.ranking {
		l := d.line(s, engine.Say("scene.rank").Number(i+1).Number(r.Scores.Of[s].Total))
		if i == 0 {
			l.Strong = true
			l.Icons = append(l.Icons, engine.IconStar)
		}
	}
	d.points(r)
	g := d.group("scene.awards")
	for s := range d.p.seats {
		put(g, engine.Seat(s), engine.Say("scene.award").Number(r.Scores.Of[s].Prestige).Number(r.Scores.Of[s].Crown))
	}
	d.houses()
	g = d.group("scene.realm")
	g.Heading.AddNumber(d.s.Reign)
	for i, t := range d.p.resources {
		put(g, engine.NoSeat, engine.Say("scene.resource").Thing(resourceKeys[i]).Number(t.value).Number(0))
	}
}

// points says who each was, and what the points of the reign are made of.
func (d *drawing) points(r *ResultStatus) {
	g := d.group("scene.secrets")
	for s := range d.p.seats {
		put(g, engine.Seat(s), engine.Say(r.secrets[s].key()))
	}
	g = d.group("scene.points")
	for s, sc := range r.Scores.Of {
		put(g, engine.Seat(s), engine.Say("scene.points_resources").Number(sc.ResourcePoints).Number(sc.CoinPoints))
		put(g, engine.Seat(s), engine.Say("scene.points_roles").Number(sc.PublicPoints).Number(sc.PowerPoints).Number(sc.AbilityPoints))
	}
}

// decided says what has decided between equals.
func (d *drawing) decided(r *ResultStatus) {
	if r.decided != "" {
		d.line(engine.NoSeat, engine.Say(r.decided))
	}
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
		use("tie_"+choiceWords[t.Tie], 0)
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

// termKeys are the messages of the parts of a deal.
type termKeys struct{ plain, number, to, note string }

var (
	shownTerms = termKeys{"scene.term", "scene.term_n", "scene.term_to", "scene.note"}
	toldTerms  = termKeys{"cue.term", "cue.term_n", "cue.term_to", "cue.note"} // with who gives it
)

// details returns what one word cannot say of one side of a deal: all parts of several, whose
// leadership, and what was written. Each begins with the seats.
func (t *Terms) details(keys *termKeys, seats ...engine.Seat) []engine.Text {
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
		add("tie_"+choiceWords[t.Tie], 0)
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

// putDetails lists the details of both sides of a deal.
func putDetails(g *engine.Group, d *deal) {
	for _, text := range d.give.details(&shownTerms) {
		put(g, d.from, text)
	}
	for _, text := range d.get.details(&shownTerms) {
		put(g, d.to, text)
	}
}

// dealText puts a deal into a message: the seats meant, and both sides with their numbers. The
// words for them are the short ones of lists, or those that are told.
func dealText(key, words string, d *deal, seats ...engine.Seat) engine.Text {
	give, n := term(&d.give)
	get, m := term(&d.get)
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

// label says what a deal or a drawn result is, for which a number or a word says nothing.
func label(s *Status, ask *engine.Ask, a *engine.Arg) engine.Text {
	switch a.Key {
	case "deal":
		if d := s.offer(a); d != nil {
			if ask.Verb == "withdraw" {
				return dealText("label.deal", "term.", d, d.to)
			}
			return dealText("label.deal", "term.", d, d.from)
		}
	case "result":
		p := s.public
		if p.decision == nil || p.side == NoChoice {
			break
		}
		from := 1
		for _, r := range p.decision.results[p.side-Yes] {
			if r.id == a.Value.Word {
				return engine.Say("label.percent").Number(from).Number(from + r.chance - 1)
			}
			from += r.chance
		}
	}
	return engine.Text{}
}
