package face

import (
	"cmp"
	"slices"
	"strings"

	"consigliere/engine"
	"consigliere/engine/khandan"
)

// draw lays out a view for a display of 128 by 64 pixels (section 7 of the ledger).
func draw(v view) engine.Scene {
	s := v.Public
	p := s.Public
	d := drawing{s: s, p: p}
	d.sc.Heading = engine.Say("scene.heading").Number(s.Round).Thing("phase." + s.Phase)
	if s.Round == 0 || p.Step >= khandan.StepReveal {
		d.sc.Heading = engine.Say("scene.heading_reign").Number(s.Reign).Thing("phase." + s.Phase)
	}
	if v.Viewer == engine.Public {
		d.sc.Board = board(s, v.Result)
	}
	if own := v.Private; own != nil {
		d.own(v.Viewer, own)
		d.asked(v.Viewer, own)
	}
	if r := v.Result; r != nil {
		d.result(r)
		return d.sc
	}
	switch p.Step {
	case khandan.StepSlopes, khandan.StepRoles, khandan.StepLots:
		d.realm()
		d.roles()
	case khandan.StepDraft:
		d.line(p.Drafter, engine.Say("scene.drafts").Number(s.DraftLeft), engine.IconAwait).Strong = true
	case khandan.StepReveal:
		d.line(engine.NoSeat, engine.Say(endingKey(s)))
		d.seats()
	case khandan.StepPropose:
		d.moves()
		d.seats()
	default:
		d.council()
		d.seats()
	}
	if p.Decision != nil && p.Step >= khandan.StepVote && p.Step <= khandan.StepLeader {
		d.sc.Question = votedOn(s)
		if p.Step == khandan.StepVote && !slices.ContainsFunc(p.Votes[:p.Seats], func(v khandan.VoteState) bool { return v.Choice == khandan.NoChoice }) {
			d.sc.Question = engine.Say("scene.more_on").Thing("card." + p.Decision.ID)
		}
		if p.Step == khandan.StepLeader {
			d.sc.Question = engine.Say("ask.pick_leader")
		}
	}
	d.groups()
	return d.sc
}

// endingKey says how a reign ends whose secret roles are turned up.
func endingKey(s *khandan.Status) string {
	switch s.Stability {
	case khandan.TrackMax:
		return khandan.EndingKeys[khandan.Deposed]
	case 0:
		return khandan.EndingKeys[khandan.Fled]
	}
	return khandan.EndingKeys[khandan.Death]
}

// A drawing is a scene while it is laid out.
type drawing struct {
	s  *khandan.Status
	p  *khandan.Public
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

// own puts what only the viewer knows on top: role, coins, power, vote and promises.
func (d *drawing) own(l engine.Viewer, o *khandan.PrivateStatus) {
	if o.Secret != khandan.NoRole {
		key := o.Secret.Key() // what it counts decides between yes and no
		d.line(engine.NoSeat, engine.Say("scene.role").Thing(key).Thing(roleHint(key).Key), engine.IconCard).Strong = true
	}
	d.line(engine.NoSeat, engine.Say("scene.holds").Number(o.Coins).Number(o.Power), engine.IconMoney)
	if v := o.Vote; v != nil && d.p.Step == khandan.StepVote {
		key := "choice." + v.Choice
		if v.Power > 0 {
			d.line(engine.NoSeat, engine.Say("scene.own_vote").Thing(key).Number(v.Power), engine.IconLocked)
		} else {
			d.line(engine.NoSeat, engine.Say(key), engine.IconLocked)
		}
	}
	p := &d.p.Promises[l]
	if p.Vote != khandan.NoPromise {
		key := "scene.promised"
		if p.Power > 0 {
			key = "scene.promised_n"
		}
		d.line(engine.NoSeat, engine.Say(key).Thing("term.vote_"+p.Vote.String()).Number(p.Power), engine.IconStar)
	}
	if p.Tie != 0 {
		d.line(engine.NoSeat, engine.Say("scene.promised").Thing("term.tie_"+khandan.ChoiceWords[p.Tie]), engine.IconStar)
	}
	if s := p.Leader.Seat(); s >= 0 {
		d.line(engine.NoSeat, engine.Say("scene.promised_to").Thing("term.leader").Seat(s), engine.IconStar)
	}
	if s := p.Sign.Seat(); s >= 0 {
		d.line(engine.NoSeat, engine.Say("scene.promised_to").Thing("term.sign").Seat(s), engine.IconStar)
	}
}

// asked shows the viewer what it is asked about: the proposal and how the vote on it stands, what it signs for, the roles
// that it may choose.
func (d *drawing) asked(l engine.Viewer, o *khandan.PrivateStatus) {
	name := d.s.Houses.Names[l]
	if !slices.ContainsFunc(d.s.Waiting, func(w engine.Waiting) bool { return w.Seat == name }) {
		return
	}
	p := d.p
	switch p.Step {
	case khandan.StepDraft:
		d.explained(wordKeys(o.Options))
	case khandan.StepRoles:
		var keys []string
		for _, r := range p.Roles[l] {
			keys = append(keys, r.Key())
		}
		d.explained(keys)
	case khandan.StepVote, khandan.StepTie, khandan.StepLeader, khandan.StepSign:
		if p.Decision == nil {
			return
		}
		g := engine.Group{Heading: engine.Say("card." + p.Decision.ID), Asked: true}
		lines := drawing{s: d.s, p: p}
		if p.Step == khandan.StepSign {
			lines.council()
		} else {
			put(&g, engine.NoSeat, d.tally())
			d.omens(&g)
		}
		g.Lines = append(g.Lines, lines.sc.Lines...)
		d.sc.Groups = append(d.sc.Groups, g)
	}
}

// wordKeys returns the keys of secret roles.
func wordKeys(words []string) []string {
	keys := make([]string, len(words))
	for i, w := range words {
		keys[i] = "role." + w
	}
	return keys
}

// explained lists roles with what they are worth.
func (d *drawing) explained(roles []string) {
	g := engine.Group{Heading: engine.Say("scene.roles_worth"), Hints: true}
	for _, key := range roles {
		put(&g, engine.NoSeat, engine.Say("scene.role").Thing(key).Thing(roleHint(key).Key))
	}
	d.sc.Groups = append(d.sc.Groups, g)
}

// roleHint says what a role counts, by its key.
func roleHint(key string) engine.Text { return engine.Say("hint." + strings.TrimPrefix(key, "role.")) }

// tally says how the vote stands.
func (d *drawing) tally() engine.Text {
	return engine.Say("scene.tally").Number(d.p.Yes).Number(d.p.No)
}

// council shows how the vote is going, or what came of it.
func (d *drawing) council() {
	p := d.p
	switch {
	case p.Step == khandan.StepVote && d.s.Tally == (khandan.TallyStatus{}):
	case p.Side == khandan.NoChoice:
		d.line(engine.NoSeat, d.tally()).Strong = true
	default: // the side that won first, as it is told
		won, lost := p.Yes, p.No
		if p.Side == khandan.No {
			won, lost = lost, won
		}
		key := "scene.decided"
		if won == lost {
			key = "scene.decided_tie"
		}
		d.line(engine.NoSeat, engine.Say(key).Thing(khandan.ChoiceKeys[p.Side]).Number(won).Number(lost)).Strong = true
	}
	switch p.Step {
	case khandan.StepSign:
		d.line(p.Signs, engine.Say("scene.signs"), engine.IconAwait).Strong = true
		for _, r := range p.Records.List() {
			d.line(engine.NoSeat, engine.Say("scene.record").Thing(khandan.ResourceKeys[r.Resource]).Thing(khandan.SignKeys[r.Sign]))
		}
		for _, e := range p.Story.List() {
			key := "line." + e.Line
			if p.Pack != nil {
				key = "event." + e.Event
			}
			d.line(engine.NoSeat, engine.Say("scene.story").Thing(key), engine.IconStar)
		}
		d.moves()
	case khandan.StepDeath:
		d.moves()
	}
}

// moves shows by how much resources and stability have moved in this phase.
func (d *drawing) moves() {
	for i, t := range d.p.Resources {
		if d.p.Named[i] {
			key := "scene.moved"
			if d.p.Moved[i] > 0 {
				key = "scene.rose"
			}
			d.line(engine.NoSeat, engine.Say(key).Thing(khandan.ResourceKeys[i]).Number(d.p.Moved[i]).Number(t.Value))
		}
	}
	d.line(engine.NoSeat, engine.Say("scene.stability").Number(d.s.Stability).Number(d.s.Pool))
}

// seats lists the seats: offices, votes with their power, who is awaited.
func (d *drawing) seats() {
	p := d.p
	for i := range p.Seats {
		s := engine.Seat(i)
		v := &p.Votes[i]
		t := engine.Text{}
		var icons []engine.Icon
		if s == p.Leader {
			icons = append(icons, engine.IconBoss)
		}
		if s == p.Moderator {
			icons = append(icons, engine.IconSafe)
		}
		switch {
		case v.Choice == khandan.Yes:
			icons, t = append(icons, engine.IconYes), engine.Say("scene.power").Number(v.Power)
		case v.Choice == khandan.No:
			icons, t = append(icons, engine.IconNo), engine.Say("scene.power").Number(v.Power)
		case v.Choice != khandan.NoChoice:
			t = engine.Say("board.abstains") // as on a stage
		}
		if p.Sharing.Has(s) && p.Shares[i] > 0 {
			t = engine.Say("scene.share").Number(p.Shares[i])
		}
		if v.Done && p.Step == khandan.StepVote {
			icons = append(icons, engine.IconLocked)
		}
		for _, w := range d.s.Waiting {
			if w.Seat == d.s.Houses.Names[i] {
				icons = append(icons, engine.IconAwait)
			}
		}
		l := d.line(s, t, icons...)
		if p.Step >= khandan.StepVote && p.Step <= khandan.StepLeader {
			l.Stance = stances[v.Choice]
		}
	}
}

// stances are what the lights show of votes in the open. A sealed vote has none.
var stances = [...]engine.Stance{khandan.Yes: engine.For, khandan.No: engine.Against, khandan.Strengthen: engine.Aside, khandan.Moderate: engine.Aside}

// realm lists the resources.
func (d *drawing) realm() {
	for i, t := range d.p.Resources {
		d.line(engine.NoSeat, d.resource(i, &t))
	}
}

func (d *drawing) resource(i int, t *khandan.Track) engine.Text {
	key := "scene.resource"
	switch t.Slope {
	case khandan.Up:
		key = "scene.resource_up"
	case khandan.Down:
		key = "scene.resource_down"
	}
	return engine.Say(key).Thing(khandan.ResourceKeys[i]).Number(t.Value).Number(t.Run)
}

// roles lists the public roles of each seat.
func (d *drawing) roles() {
	for i := range d.p.Seats {
		for _, r := range d.p.Roles[i] {
			d.line(engine.Seat(i), engine.Say(r.Key()))
		}
	}
}

// groups lists what else lies on the table.
func (d *drawing) groups() {
	p, s := d.p, d.s
	if p.Decision != nil && p.Step >= khandan.StepVote && p.Step <= khandan.StepSign {
		g := d.group("card." + p.Decision.ID)
		put(g, engine.NoSeat, engine.Say("proposal."+p.Decision.ID))
		if p.Result >= 0 {
			r := &p.Decision.Results[p.Side-khandan.Yes][p.Result]
			put(g, engine.NoSeat, engine.Say("result."+p.Decision.ID+"."+p.Side.String()+"."+r.ID), engine.IconStar)
		}
		d.omens(d.group("scene.omens"))
	}
	if len(p.Offers) > 0 {
		g := d.group("scene.deals")
		for i := range p.Offers {
			icon := engine.IconAwait
			if p.Offers[i].Bound {
				icon = engine.IconLocked
			}
			put(g, p.Offers[i].From, khandan.DealText("scene.deal", "told.", &p.Offers[i], p.Offers[i].To), icon)
			putDetails(g, &p.Offers[i])
		}
	}
	g := d.group("scene.realm")
	g.Heading.AddNumber(s.Reign)
	for i, t := range p.Resources {
		put(g, engine.NoSeat, d.resource(i, &t))
	}
	put(g, engine.NoSeat, engine.Say("scene.stability").Number(s.Stability).Number(s.Pool))
	if p.Step > khandan.StepLots {
		g = d.group("scene.roles")
		for i := range p.Seats {
			for _, r := range p.Roles[i] {
				g.Lines = append(g.Lines, engine.Line{Seat: engine.Seat(i), Text: engine.Say(r.Key()), Help: roleHint(r.Key())})
			}
		}
	}
	d.houses()
	if len(p.History) > 0 {
		g = d.group("scene.history")
		for _, e := range p.History {
			put(g, e.House, engine.Say("scene.record").Thing(khandan.ResourceKeys[e.Resource]).Thing(khandan.SignKeys[e.Sign]))
		}
	}
	d.lines()
}

// omens lists what may come of the decision.
func (d *drawing) omens(g *engine.Group) {
	for side := range d.p.Decision.Shown {
		for _, o := range d.p.Decision.Shown[side] {
			put(g, engine.NoSeat, o.Tell("scene.omen_"+khandan.ChoiceWords[int(khandan.Yes)+side]))
		}
	}
}

// lines lists how far each story has gone, once one has begun, and what that does to the realm.
func (d *drawing) lines() {
	p, s := d.p, d.s
	begun := func(l khandan.Line) bool { return len(l.Events) > 0 || l.Ended }
	if !slices.ContainsFunc(p.Lines, begun) && s.Unity == 0 && s.Division == 0 {
		return
	}
	g := d.group("scene.lines")
	for i, l := range p.Lines {
		key := "scene.line"
		if l.Ended {
			key = "scene.line_ended"
		}
		put(g, l.Holder(), engine.Say(key).Thing(p.LineKeys[i]).Number(len(l.Events)))
	}
	put(g, engine.NoSeat, engine.Say("scene.levels").Number(s.Unity).Number(s.Division))
}

// votedOn asks about the decision, in the same words on the main screen and wherever it is answered.
func votedOn(s *khandan.Status) engine.Text {
	key := "scene.vote_on"
	if s.Public.Step == khandan.StepTie {
		key = "scene.tie_on"
	}
	return engine.Say(key).Thing("card." + s.Public.Decision.ID)
}

// question names the decision that is voted on, and the partner and the terms of an offer where it is asked whether it is accepted.
func question(s *khandan.Status, ask *engine.Ask, said []engine.Arg, arg string) engine.Text {
	if s.Public.Decision != nil && (ask.Verb == "vote" && arg == "choice" || ask.Verb == "break") {
		return votedOn(s)
	}
	// Whoever says how much is told for what, for the side was chosen a moment ago.
	if ask.Verb == "vote" && arg == "power" {
		for i := range said {
			if w := said[i].Value.Word; said[i].Key == "choice" && (w == "yes" || w == "no") {
				return engine.Say("ask.vote.power_" + w)
			}
		}
	}
	if ask.Verb == "adjust" && arg != "house" && arg != engine.VerbArg && arg != "" {
		return correcting(s, said, arg)
	}
	if ask.Verb != "answer" || arg != engine.VerbArg {
		return engine.Text{}
	}
	for i := range said {
		if d := offer(s, &said[i]); d != nil {
			return khandan.DealText("text.offer", "told.", d, d.From)
		}
	}
	return engine.Text{}
}

// correcting asks how much of something is corrected, and says whose it is.
func correcting(s *khandan.Status, said []engine.Arg, arg string) engine.Text {
	what := "adjusted." + arg
	for i := range said {
		if v := &said[i].Value; said[i].Key == "house" && v.Kind == engine.SeatValue && v.Seat >= 0 {
			return engine.Say("ask.adjust.of").Seat(v.Seat).Thing(what)
		}
	}
	switch arg {
	case "unity":
		return engine.Say("ask.adjust.realm").Thing(what).Number(s.Unity)
	case "division":
		return engine.Say("ask.adjust.realm").Thing(what).Number(s.Division)
	}
	return engine.Text{}
}

// offer returns the deal that an argument means, or nil.
func offer(s *khandan.Status, a *engine.Arg) *khandan.Deal {
	if a.Key != "deal" {
		return nil
	}
	for i := range s.Public.Offers {
		if d := &s.Public.Offers[i]; d.N == a.Value.Int {
			return d
		}
	}
	return nil
}

// explainDeal says what one word cannot say of a deal that is accepted or taken back. Of several offers to
// one seat the words "accept" and "decline" mean none: whoever chooses has read it with the offer.
func explainDeal(s *khandan.Status, ask *engine.Ask, a *engine.Arg) []engine.Text {
	var d *khandan.Deal
	switch {
	case a.Key == "deal":
		d = offer(s, a)
	case a.Key == engine.VerbArg && ask.Verb == "answer":
		for i := range s.Public.Offers {
			o := &s.Public.Offers[i]
			if o.Bound || o.To != ask.Seat {
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
	parts := append(d.Give.Details(&khandan.ToldTerms, d.From), d.Get.Details(&khandan.ToldTerms, d.To)...)
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
func explain(s *khandan.Status, ask *engine.Ask, a *engine.Arg) []engine.Text {
	if parts := explainDeal(s, ask, a); parts != nil {
		return parts
	}
	if s.Public.Decision == nil || a.Key != "choice" && a.Key != "side" {
		return nil
	}
	for side := range s.Public.Decision.Shown {
		if a.Value.Word != khandan.ChoiceWords[int(khandan.Yes)+side] {
			continue
		}
		list := []engine.Text{engine.Say("hint." + a.Key + "." + a.Value.Word)}
		if a.Key == "side" {
			list[0].Key = "hint.side"
		}
		for _, o := range s.Public.Decision.Shown[side] {
			list = append(list, o.Tell("hint.omen"))
		}
		return list
	}
	return nil
}

// houses lists prestige and crowns, where anybody has any.
func (d *drawing) houses() {
	if slices.ContainsFunc(d.s.Houses.Of, func(h khandan.HouseStatus) bool { return h.Prestige != 0 || h.Crown != 0 }) {
		g := d.group("scene.houses")
		for i, h := range d.s.Houses.Of {
			put(g, engine.Seat(i), engine.Say("scene.house").Number(h.Prestige).Number(h.Crown))
		}
	}
	if d.p.Shown {
		g := d.group("scene.holdings")
		for i := range d.p.Seats {
			put(g, engine.Seat(i), engine.Say("scene.holds").Number(d.p.Coins[i]).Number(d.p.Power[i]))
		}
	}
}

// result shows how the reign ended, or the campaign.
func (d *drawing) result(r *khandan.ResultStatus) {
	if r.Campaign != nil {
		d.line(engine.NoSeat, engine.Say("scene.by_"+r.Campaign.By)).Strong = true
		d.decided(r)
		order := make([]engine.Seat, d.p.Seats)
		for i := range order {
			order[i] = engine.Seat(i)
		}
		first := func(s engine.Seat) int {
			if r.WinnerSet.Has(s) {
				return 0
			}
			return 1
		}
		slices.SortStableFunc(order, func(a, b engine.Seat) int { return cmp.Or(r.Points[b]-r.Points[a], first(a)-first(b)) })
		for _, s := range order {
			l := d.line(s, engine.Say("scene.campaign").Number(r.Points[s]))
			if r.WinnerSet.Has(s) {
				l.Strong = true
				l.Icons = append(l.Icons, engine.IconStar)
			}
		}
		g := d.group(khandan.EndingKeys[r.EndingKind]) // the last reign is still to be looked at
		for i, s := range r.RankingSeats {
			put(g, s, engine.Say("scene.rank").Number(i+1).Number(r.Scores.Of[s].Total))
		}
		d.points(r)
		d.houses()
		return
	}
	d.line(engine.NoSeat, engine.Say(khandan.EndingKeys[r.EndingKind])).Strong = true
	d.decided(r)
	for i, s := range r.RankingSeats {
		l := d.line(s, engine.Say("scene.rank").Number(i+1).Number(r.Scores.Of[s].Total))
		if i == 0 {
			l.Strong = true
			l.Icons = append(l.Icons, engine.IconStar)
		}
	}
	d.points(r)
	g := d.group("scene.awards")
	for s := range d.p.Seats {
		put(g, engine.Seat(s), engine.Say("scene.award").Number(r.Scores.Of[s].Prestige).Number(r.Scores.Of[s].Crown))
	}
	d.houses()
	g = d.group("scene.realm")
	g.Heading.AddNumber(d.s.Reign)
	for i, t := range d.p.Resources {
		put(g, engine.NoSeat, engine.Say("scene.resource").Thing(khandan.ResourceKeys[i]).Number(t.Value).Number(0))
	}
}

// points says who each was, and what the points of the reign are made of.
func (d *drawing) points(r *khandan.ResultStatus) {
	g := d.group("scene.secrets")
	for s := range d.p.Seats {
		put(g, engine.Seat(s), engine.Say(r.Secrets[s].Key()))
	}
	g = d.group("scene.points")
	for s, sc := range r.Scores.Of {
		put(g, engine.Seat(s), engine.Say("scene.points_resources").Number(sc.ResourcePoints).Number(sc.CoinPoints))
		put(g, engine.Seat(s), engine.Say("scene.points_roles").Number(sc.PublicPoints).Number(sc.PowerPoints).Number(sc.AbilityPoints))
	}
}

// decided says what has decided between equals.
func (d *drawing) decided(r *khandan.ResultStatus) {
	if r.Decided != "" {
		d.line(engine.NoSeat, engine.Say(r.Decided))
	}
}

// putDetails lists the details of both sides of a deal.
func putDetails(g *engine.Group, d *khandan.Deal) {
	for _, text := range d.Give.Details(&khandan.ShownTerms) {
		put(g, d.From, text)
	}
	for _, text := range d.Get.Details(&khandan.ShownTerms) {
		put(g, d.To, text)
	}
}

// label says what a deal or a drawn result is, for which a number or a word says nothing.
func label(s *khandan.Status, ask *engine.Ask, a *engine.Arg) engine.Text {
	if n := a.Value.Int; ask.Verb == "adjust" && a.Value.Kind == engine.IntValue && n > 0 {
		return engine.Say("label.more").Number(n)
	} else if ask.Verb == "adjust" && a.Value.Kind == engine.IntValue && n < 0 {
		return engine.Say("label.fewer").Number(-n)
	}
	switch a.Key {
	case "deal":
		if d := offer(s, a); d != nil {
			if ask.Verb == "withdraw" {
				return khandan.DealText("scene.deal", "told.", d, d.To)
			}
			return khandan.DealText("label.deal", "told.", d, d.From)
		}
	case "result":
		p := s.Public
		if p.Decision == nil || p.Side == khandan.NoChoice {
			break
		}
		from := 1
		for _, r := range p.Decision.Results[p.Side-khandan.Yes] {
			if r.ID == a.Value.Word {
				return engine.Say("label.percent").Number(from).Number(from + r.Chance - 1)
			}
			from += r.Chance
		}
	}
	return engine.Text{}
}
