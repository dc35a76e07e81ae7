package khandan

import (
	"cmp"
	"slices"

	"consigliere/engine"
)

// openRound begins the next council phase (KHA-16.5), or ends the reign where the pack has no
// decision left for it (section 6.3 of the ledger).
func (g *Game) openRound() {
	if g.pack != nil && !slices.ContainsFunc(g.indices(), g.eligible) {
		g.end(Death)
		return
	}
	g.round++
	g.step = StepPropose
	g.cues.Add(engine.CuePhase, "cue.round").Number(g.round)
}

// indices returns the places of the decisions of the pack.
func (g *Game) indices() []int {
	list := make([]int, len(g.pack.decisions))
	for i := range list {
		list[i] = i
	}
	return list
}

// eligible reports whether a decision of the pack can be proposed (section 6.3 of the ledger,
// KHA-8.4).
func (g *Game) eligible(i int) bool {
	d := &g.pack.decisions[i]
	if g.used[i] != NoChoice || g.reign < d.reign {
		return false
	}
	if d.line >= 0 && (g.lines[d.line].Ended || d.opens && len(g.lines[d.line].Events) > 0) {
		return false
	}
	return !slices.ContainsFunc(d.requires, func(c condition) bool { return !g.holds(c) })
}

// holds reports whether a condition is true.
func (g *Game) holds(c condition) bool {
	if c.kind == usedSide {
		return g.used[c.at] == Yes && !c.flag || g.used[c.at] == No && c.flag
	}
	l := &g.lines[c.line]
	if c.kind == lineEnded {
		return l.Ended == c.flag
	}
	id := g.pack.lines[c.line].events[c.at].id
	switch c.kind {
	case lineNewest:
		return len(l.Events) > 0 && l.Events[len(l.Events)-1].Event == id
	case lineHappened:
		return l.has(id)
	}
	return !l.has(id)
}

func (l *Line) has(event string) bool {
	return slices.ContainsFunc(l.Events, func(e LineEvent) bool { return e.Event == event })
}

// eligibles returns the decisions of the pack that can be proposed, in its order.
func (g *Game) eligibles() []int {
	return slices.DeleteFunc(g.indices(), func(i int) bool { return !g.eligible(i) })
}

// Play opens the phase with a decision (KHA-8.1).
func (do Propose) Play(g *Game, seat engine.Seat) *engine.Refusal {
	if no := g.table(seat, "KHA-8.1", StepPropose); no != nil {
		return no
	}
	decision, card := -1, do.Card
	switch {
	case g.pack == nil:
	case g.boxDraws && do.Card != "":
		return engine.Refuse("KHA-8.1", "refuse.box_draws")
	case g.boxDraws:
		list := g.eligibles()
		decision = list[g.chance.Pick(len(list))]
	default:
		i, ok := g.pack.cardAt[do.Card]
		switch {
		case !ok:
			return engine.Refuse("KHA-8.1", "refuse.no_card", do.Card)
		case !g.eligible(i):
			return engine.Refuse("KHA-8.4", "refuse.not_eligible", "card."+do.Card)
		}
		decision = i
	}
	g.phaseState = phaseState{decision: decision, signer: engine.NoSeat, result: -1}
	if decision >= 0 {
		card = g.pack.decisions[decision].ID
	}
	g.card, g.hasCard = card, true
	g.step = StepVote
	g.cues.Learn(0, true)
	g.cues.Add(engine.CuePhase, "cue.proposal")
	if decision >= 0 {
		g.cues.Add(engine.CueSay, "cue.card").Thing("card." + card).Thing("proposal." + card)
	}
	g.cues.Add(engine.CueSay, "cue.vote")
	return nil
}

// voter refuses what is not a vote of a seat now.
func (g *Game) voter(seat engine.Seat, rule string) *engine.Refusal {
	return g.seat(seat, rule, StepVote)
}

// Play locks the vote of a seat (KHA-9.1 to 9.4, 9.8, 9.14).
func (do Vote) Play(g *Game, seat engine.Seat) *engine.Refusal {
	if no := g.voter(seat, "KHA-9.1"); no != nil {
		return no
	}
	p, c := &g.promises[seat], &g.characters[seat]
	abstains := do.Choice.Abstains()
	switch {
	case g.votes[seat].Choice != NoChoice && g.sealed:
		return engine.Refuse("KHA-9.15", "refuse.sealed")
	case g.votes[seat].Choice != NoChoice:
		return engine.Refuse("KHA-9.6", "refuse.voted")
	case do.Choice == NoChoice:
		return engine.Refuse("KHA-9.1", "refuse.no_choice")
	case abstains && do.Power != 0:
		return engine.Refuse("KHA-9.4", "refuse.abstention")
	case !abstains && c.power == 0:
		return engine.Refuse("KHA-9.3", "refuse.no_power")
	case !abstains && (do.Power < 1 || do.Power > c.power):
		return engine.Refuse("KHA-9.2", "refuse.power", c.power)
	case !p.Vote.keeps(do.Choice):
		return engine.Refuse("KHA-10.3", "refuse.promised_vote")
	case g.sealed && !abstains && do.Power < p.Power:
		return engine.Refuse("KHA-10.3", "refuse.promised_power", p.Power)
	case !g.sealed && do.Choice == Moderate && g.moderated:
		return engine.Refuse("KHA-9.8", "refuse.moderated", g.moderator)
	}
	g.votes[seat] = VoteState{Choice: do.Choice, Power: do.Power, Done: abstains || g.sealed}
	if g.sealed {
		if !slices.ContainsFunc(g.votes[:g.seats], func(v VoteState) bool { return v.Choice == NoChoice }) {
			g.showVotes()
		}
		return nil
	}
	g.castVote(seat)
	g.notDone(seat)
	g.closeVote()
	return nil
}

// castVote makes a vote count that everybody sees.
func (g *Game) castVote(s engine.Seat) {
	v, c := &g.votes[s], &g.characters[s]
	if !v.Choice.Abstains() {
		c.power -= v.Power
		g.cues.Add(engine.CueSay, "cue.voted_"+v.Choice.String()).Seat(s).Number(v.Power)
		return
	}
	n := g.abstention(s)
	c.coins += n
	key := "cue.strengthens"
	if v.Choice == Moderate {
		key = "cue.new_moderator"
		g.moderator, g.moderated = s, true
	}
	g.cues.Add(engine.CueGain, key).Seat(s).Number(n)
}

// abstention returns how many coins an abstention brings a seat (KHA-9.4).
func (g *Game) abstention(s engine.Seat) int { return max(0, abstainCoins+g.works(s)[AbstainCoins]) }

// notDone cancels the done marks of all yes and no voters (KHA-9.12), for a seat has voted or added.
func (g *Game) notDone(by engine.Seat) {
	g.since = by
	for s := range g.all {
		if v := &g.votes[s]; v.Done && (v.Choice == Yes || v.Choice == No) {
			v.Done = false
			g.again |= engine.SeatsOf(s)
		}
	}
	g.again &^= engine.SeatsOf(by)
}

// closeVote closes an open vote when nobody wants to add anything (KHA-9.13).
func (g *Game) closeVote() {
	for s := range g.all {
		if !g.votes[s].Done {
			return
		}
	}
	g.count()
}

// Play puts more power on a vote (KHA-9.10).
func (do Add) Play(g *Game, seat engine.Seat) *engine.Refusal {
	if no := g.voter(seat, "KHA-9.10"); no != nil {
		return no
	}
	v, c := &g.votes[seat], &g.characters[seat]
	switch {
	case g.sealed:
		return engine.Refuse("KHA-9.15", "refuse.sealed")
	case v.Choice != Yes && v.Choice != No:
		return engine.Refuse("KHA-9.10", "refuse.no_vote")
	case do.Power < 1 || do.Power > c.power:
		return engine.Refuse("KHA-9.10", "refuse.power", c.power)
	}
	v.Power += do.Power
	c.power -= do.Power
	g.notDone(seat)
	g.cues.Add(engine.CueSay, "cue.added").Seat(seat).Number(do.Power).Number(v.Power)
	return nil
}

// Play adds nothing more (KHA-9.12).
func (Done) Play(g *Game, seat engine.Seat) *engine.Refusal {
	if no := g.voter(seat, "KHA-9.12"); no != nil {
		return no
	}
	v := &g.votes[seat]
	switch {
	case g.sealed:
		return engine.Refuse("KHA-9.15", "refuse.sealed")
	case v.Choice != Yes && v.Choice != No:
		return engine.Refuse("KHA-9.12", "refuse.no_vote")
	case v.Done:
		return engine.Refuse("KHA-9.12", "refuse.done")
	case v.Power < g.promises[seat].Power:
		return engine.Refuse("KHA-10.3", "refuse.promised_power", g.promises[seat].Power)
	}
	v.Done = true
	g.closeVote()
	return nil
}

// showVotes shows the sealed votes (KHA-9.14, 9.16, 9.17).
func (g *Game) showVotes() {
	g.unsealed = true
	g.cues.Learn(g.everyone(), false)
	g.cues.Add(engine.CueReveal, "cue.shown")
	for _, s := range g.order[:g.seats] {
		if v := &g.votes[s]; v.Choice == Moderate {
			if g.moderated {
				v.Choice = Strengthen
			}
			g.moderated = true
		}
	}
	for s := range g.all {
		g.castVote(s)
	}
	g.count()
}

// openVotes reports whether everybody sees the votes.
func (g *Game) openVotes() bool { return !g.sealed || g.unsealed }

// tally returns the power on yes and on no (KHA-11.1).
func (g *Game) tally() (yes, no int) {
	for s := range g.all {
		switch v := &g.votes[s]; v.Choice {
		case Yes:
			yes += v.Power
		case No:
			no += v.Power
		}
	}
	return yes, no
}

// count counts the votes (KHA-11.1, 11.2).
func (g *Game) count() {
	yes, no := g.tally()
	if yes == no {
		g.step = StepTie
		c := g.cues.Add(engine.CueSay, "cue.tie")
		c.Text.AddSeat(g.moderator).AddNumber(yes)
		return
	}
	side := No
	if yes > no {
		side = Yes
	}
	g.decide(side, engine.NoSeat)
}

// Play takes the moderator's side (KHA-11.2, 11.3).
func (do Break) Play(g *Game, seat engine.Seat) *engine.Refusal {
	if no := g.only(seat, g.moderator, "KHA-11.2", StepTie); no != nil {
		return no
	}
	if do.Side == 0 {
		return engine.Refuse("KHA-11.2", "refuse.no_choice")
	}
	if p := g.promises[seat].Tie; p != 0 && p != do.Side {
		return engine.Refuse("KHA-10.3", "refuse.promised_tie")
	}
	g.decide(Choice(do.Side), seat)
	return nil
}

// decide settles the side and finds the leader (KHA-11.3 to 11.5). by is who has broken a tie, or NoSeat.
func (g *Game) decide(side Choice, by engine.Seat) {
	g.side = side
	yes, no := g.tally()
	key := "cue.rejected"
	if side == Yes {
		key = "cue.passed"
	}
	if by != engine.NoSeat {
		g.cues.Add(engine.CueReveal, key+"_tie").Seat(by)
	} else {
		g.cues.Add(engine.CueReveal, key).Number(yes).Number(no)
	}
	most := 0
	var tied engine.SeatSet
	for s := range g.all {
		switch v := &g.votes[s]; {
		case v.Choice != side || v.Power < most:
		case v.Power == most:
			tied = tied.With(s)
		default:
			most, tied = v.Power, engine.SeatsOf(s)
		}
	}
	switch tied.Len() {
	case 0: // all abstained
		g.lead(g.moderator)
	case 1:
		for s := range g.all {
			if tied.Has(s) {
				g.lead(s)
			}
		}
	default:
		g.tied, g.step = tied, StepLeader
		g.cues.Add(engine.CueSay, "cue.pick_leader").Seat(g.moderator)
	}
}

// Play takes the moderator's choice among the tied (KHA-11.5).
func (do PickLeader) Play(g *Game, seat engine.Seat) *engine.Refusal {
	if no := g.only(seat, g.moderator, "KHA-11.5", StepLeader); no != nil {
		return no
	}
	if !g.tied.Has(do.Leader) {
		return engine.Refuse("KHA-11.5", "refuse.not_tied")
	}
	if p := g.promises[seat].Leader.Seat(); g.tied.Has(p) && p != do.Leader {
		return engine.Refuse("KHA-10.3", "refuse.promised_leader", p)
	}
	g.tied = 0
	g.lead(do.Leader)
	return nil
}

// lead makes a seat leader and shares the power (KHA-7.3, 12.1 to 12.5).
func (g *Game) lead(leader engine.Seat) {
	g.leader = leader
	g.cues.Add(engine.CueGain, "cue.leader").Seat(leader)
	for s := range g.all {
		if g.votes[s].Choice == Strengthen {
			g.sharing = g.sharing.With(s)
		}
	}
	if n := g.sharing.Len(); n > 0 {
		each := g.pool / n
		for s := range g.all {
			if g.sharing.Has(s) {
				g.shares[s] = each
				g.characters[s].power += each
				g.pool -= each
				if each > 0 { // nothing to tell
					g.cues.Add(engine.CueGain, "cue.share").Seat(s).Number(each)
				}
			}
		}
	}
	for s := range g.all {
		switch v := &g.votes[s]; {
		case v.Choice.Abstains():
		case v.Choice == g.side:
			g.pool += v.Power
		default:
			g.characters[s].power += v.Power
			g.cues.Add(engine.CueSay, "cue.back").Seat(s).Number(v.Power)
		}
	}
	g.settled = true
	key := "cue.shares"
	if yes, no := g.tally(); g.side == Yes && yes > 0 || g.side == No && no > 0 {
		key = "cue.pooled"
	}
	g.cues.Add(engine.CueSay, key).Number(g.pool)
	g.step = StepOutcome
}

// byHand reports whether the outcome is typed in full.
func (g *Game) byHand() bool { return g.decision < 0 || g.pack.decisions[g.decision].byHand }

// results returns the results of the side that was taken.
func (g *Game) results() []Result { return g.pack.decisions[g.decision].Results[g.side-Yes] }

// Play takes the result that the table drew (KHA-13.1).
func (do OutcomeOf) Play(g *Game, seat engine.Seat) *engine.Refusal {
	if no := g.table(seat, "KHA-13.1", StepOutcome); no != nil {
		return no
	}
	if g.byHand() {
		return engine.Refuse("KHA-13.1", "refuse.type_in_full")
	}
	if g.boxDraws {
		return engine.Refuse("KHA-13.1", "refuse.box_draws")
	}
	i := slices.IndexFunc(g.results(), func(r Result) bool { return r.ID == do.Result })
	if i < 0 {
		return engine.Refuse("KHA-13.1", "refuse.no_result", do.Result)
	}
	g.comesTrue(i)
	return nil
}

// comesTrue lets a result of the pack come true.
func (g *Game) comesTrue(i int) {
	r := &g.results()[i]
	g.result = i
	key := "cue.unexpected"
	if r.expected {
		key = "cue.expected"
	}
	d := &g.pack.decisions[g.decision]
	g.cues.Learn(g.everyone(), true)
	g.cues.Add(engine.CueReveal, key).Thing("result." + d.ID + "." + g.side.String() + "." + r.ID)
	var story Story
	if r.story >= 0 {
		story = NewStory(StoryEvent{Line: g.lines[d.line].id, Event: g.pack.lines[d.line].events[r.story].id})
	}
	g.consequences(r.resources, r.history, story)
}

// Play takes the outcome as the table types it in full, or the word for the box to draw it
// (section 8.4 of the ledger).
func (do Outcome) Play(g *Game, seat engine.Seat) *engine.Refusal {
	if no := g.table(seat, "KHA-13.1", StepOutcome); no != nil {
		return no
	}
	if !g.byHand() {
		switch {
		case !g.boxDraws:
			return engine.Refuse("KHA-13.1", "refuse.name_result")
		case do != (Outcome{}):
			return engine.Refuse("KHA-13.1", "refuse.box_draws")
		}
		at, sum := g.chance.Pick(100), 0
		for i := range g.results() {
			if sum += g.results()[i].Chance; sum > at {
				g.comesTrue(i)
				break
			}
		}
		return nil
	}
	if no := g.checkStory(&do.Story); no != nil {
		return no
	}
	g.cues.Learn(g.everyone(), true)
	g.consequences(do.Resources, do.History, do.Story)
	return nil
}

// checkStory refuses story events that cannot happen (KHA-15.3).
func (g *Game) checkStory(story *Story) *engine.Refusal {
	list := story.List()
	for i := range list {
		e := &list[i]
		at := g.lineAt(e.Line)
		switch {
		case at < 0:
			return engine.Refuse("KHA-15.1", "refuse.no_line", e.Line)
		case g.lines[at].Ended:
			return engine.Refuse("KHA-15.3", "refuse.line_ended", g.lineKey(at))
		case i > 0 && list[0].Line == e.Line:
			return engine.Refuse("KHA-15.1", "refuse.line_twice", g.lineKey(at))
		}
		if g.pack == nil {
			if e.HasEnd && e.End.House != 0 && g.hasAchievement(list[:i], e.End.House.Seat(), e.End.Achievement) {
				return engine.Refuse("KHA-15.4", "refuse.achievement", e.End.Achievement)
			}
			continue
		}
		if e.HasAbility || e.HasEnd {
			return engine.Refuse("KHA-15.2", "refuse.pack_brings")
		}
		ref, ok := g.pack.eventAt[e.Event]
		if !ok || ref.line != at {
			return engine.Refuse("KHA-15.1", "refuse.no_event", e.Event)
		}
		if !g.pack.lines[at].events[ref.at].follows(g.newest(at)) {
			return engine.Refuse("KHA-15.1", "refuse.not_after", "event."+e.Event)
		}
	}
	return nil
}

// hasAchievement reports whether a house has an achievement, or gets it from events before.
func (g *Game) hasAchievement(before []StoryEvent, s engine.Seat, id string) bool {
	return slices.Contains(g.houses[s].achievements, id) || slices.ContainsFunc(before, func(e StoryEvent) bool {
		return e.HasEnd && e.End.House == s.OrNone() && e.End.Achievement == id
	})
}

// lineAt returns the place of a line, or -1.
func (g *Game) lineAt(id string) int {
	return slices.IndexFunc(g.lines[:], func(l Line) bool { return l.id == id })
}

func (g *Game) lineKey(at int) string { return "line." + g.lines[at].id }

// newest returns the place of the newest event of a line in the pack, or -1.
func (g *Game) newest(at int) int {
	l := &g.lines[at]
	if len(l.Events) == 0 {
		return -1
	}
	return g.pack.eventAt[l.Events[len(l.Events)-1].Event].at
}

// consequences takes an outcome's parts in order: resources, stability, and what there is to sign
// (KHA-13.3).
func (g *Game) consequences(base Changes, history Records, story Story) {
	before := g.resources
	for i, n := range base {
		if n != 0 {
			g.named[i] = true
			g.moved[i] = g.resources[i].Change(int(n))
			g.stabMoved += g.moved[i]
			g.tellMoved(ResourceKeys[i], g.moved[i], g.resources[i].Value)
		}
	}
	was := g.stability
	g.stability = min(max(was+g.stabMoved, 0), TrackMax) // KHA-4.9, 4.10
	g.stabMoved = g.stability - was
	g.tellMoved("past.stability", g.stabMoved, g.stability)
	g.tellPoints(&before)
	g.records, g.story = history, story
	if history.n == 0 && story.n == 0 {
		g.endPhase()
		return
	}
	g.step = StepSign
	g.cues.Add(engine.CueSay, "cue.sign").Seat(g.leader).Seat(g.signs())
}

// Change moves a resource by a base amount and returns by how much it really moved (KHA-4.3 to
// 4.8).
func (t *Track) Change(base int) int {
	with := Up
	if base < 0 {
		with = Down
	}
	if t.Slope == with {
		bonus := slopeBonus[t.Run]
		if base < 0 {
			bonus = -bonus
		}
		base += bonus
		t.Run = min(t.Run+1, len(slopeBonus)-1)
	} else {
		t.Slope, t.Run = with, 0
	}
	was := t.Value
	t.Value = min(max(was+base, 0), TrackMax)
	return t.Value - was
}

// tellMoved tells by how much a track has moved, and where it is now.
func (g *Game) tellMoved(what string, by, now int) {
	key := "cue.stays"
	switch {
	case by > 0:
		key = "cue.rises"
	case by < 0:
		key, by = "cue.falls", -by
	}
	g.cues.Add(engine.CueSay, key).Thing(what).Number(by).Number(now)
}

// tellPoints tells who has the most public points, where the resources have changed them (KHA-17.5, 17.6).
func (g *Game) tellPoints(before *[ResourceCount]Track) {
	most, changed := 0, false
	var firsts engine.SeatSet
	for s := range g.all {
		n := rolePoints(g.stands(s), &g.resources)
		changed = changed || n != rolePoints(g.stands(s), before)
		if firsts == 0 || n > most {
			most, firsts = n, 0
		}
		if n == most {
			firsts = firsts.With(s)
		}
	}
	if !changed {
		return
	}
	if firsts.Len() > 1 {
		g.cues.Add(engine.CueSay, "cue.points_shared").Number(most).Group(firsts)
		return
	}
	g.cues.Add(engine.CueSay, "cue.points").Seat(firsts.List()[0]).Number(most)
}

// signs returns who signs (KHA-13.5, 13.6).
func (g *Game) signs() engine.Seat {
	if s := g.promises[g.leader].Sign; s != 0 {
		return s.Seat()
	}
	return g.leader
}

// Play signs what the decision brings (KHA-13.5 to 13.7).
func (do Sign) Play(g *Game, seat engine.Seat) *engine.Refusal {
	if no := g.only(seat, g.leader, "KHA-13.5", StepSign); no != nil {
		return no
	}
	promised := g.promises[seat].Sign
	switch {
	case promised == 0 && do.For != 0 && do.For != seat.OrNone():
		return engine.Refuse("KHA-13.7", "refuse.sign_self")
	case promised != 0 && do.For != promised:
		return engine.Refuse("KHA-13.6", "refuse.sign_for", promised.Seat())
	}
	g.signer = g.signs()
	g.cues.Add(engine.CueGain, "cue.signed").Seat(g.signer)
	for _, r := range g.records.List() {
		g.record(r)
	}
	list := g.story.List()
	for i := range list {
		g.tellStory(&list[i])
	}
	g.endPhase()
	return nil
}

// record records a historical event (KHA-14.1 to 14.4).
func (g *Game) record(r Record) {
	g.recorded++
	g.history = append(g.history, Event{g.recorded, r.Resource, r.Sign, g.signer, g.reign})
	g.crowd(r.Resource)
	g.cues.Add(engine.CueSay, "cue.event").Thing(ResourceKeys[r.Resource]).Thing(toldSigns[r.Sign]).Seat(g.signer)
}

// crowd removes the oldest events of a resource that has too many (KHA-14.3).
func (g *Game) crowd(r Resource) {
	n := 0
	for _, e := range g.history {
		if e.Resource == r {
			n++
		}
	}
	g.history = slices.DeleteFunc(g.history, func(e Event) bool {
		if e.Resource != r || n <= eventsStand {
			return false
		}
		n--
		return true
	})
}

// tellStory lets a story event happen (KHA-15.2 to 15.5).
func (g *Game) tellStory(e *StoryEvent) {
	at := g.lineAt(e.Line)
	l := &g.lines[at]
	l.Events = append(l.Events, LineEvent{e.Event, g.signer, g.reign})
	l.ability = e.Ability
	end, ends := e.End, e.HasEnd
	what := g.lineKey(at)
	if g.pack != nil {
		x := &g.pack.lines[at].events[g.newest(at)]
		l.ability, ends = x.ability, x.ends
		what = "event." + x.id
		if ends {
			end = g.packEnd(&x.end)
		}
	}
	g.cues.Add(engine.CueSay, "cue.story").Thing(what).Seat(g.signer)
	if !ends {
		return
	}
	l.Ended = true
	g.cues.Add(engine.CueReveal, "cue.line_ends").Thing(g.lineKey(at))
	g.houses[g.signer].gain(end.Ability)
	if end.Division {
		g.division += int(end.Amount)
	} else {
		g.unity += int(end.Amount)
	}
	if s := end.House.Seat(); s >= 0 {
		g.achieve(s, end.Achievement, end.Gains)
	}
	best := g.mostEvents(l)
	g.houses[best].prestige += int(end.Prestige)
	g.houses[best].crown += int(end.Crown)
	if end.Prestige+end.Crown > 0 {
		g.cues.Add(engine.CueGain, "cue.reward").Seat(best).Number(int(end.Prestige)).Number(int(end.Crown))
	}
}

// packEnd returns what an ending of the pack brings in this campaign: the story achievement of a
// sheet that is not in play is nobody's.
func (g *Game) packEnd(x *lineEnd) StoryEnd {
	e := StoryEnd{Division: x.division, Amount: int8(x.amount), Ability: x.ability, Prestige: int8(x.prestige), Crown: int8(x.crown)}
	for s := range g.all {
		if a := &g.pack.sheets[x.sheet].story; g.sheet[s] == x.sheet && !slices.Contains(g.houses[s].achievements, a.id) {
			e.House, e.Achievement, e.Gains = s.OrNone(), a.id, a.ability
		}
	}
	return e
}

// achieve gives a house an achievement with its ability (KHA-2.5).
func (g *Game) achieve(s engine.Seat, id string, a Ability) {
	h := &g.houses[s]
	h.achievements = append(h.achievements, id)
	h.gain(a)
	what := id
	if g.pack != nil {
		what = "achievement." + id
	}
	g.cues.Add(engine.CueGain, "cue.achievement").Seat(s).Thing(what)
}

// mostEvents returns the house with the most events of a line; of several the one that signed
// last (KHA-15.5).
func (g *Game) mostEvents(l *Line) engine.Seat {
	var n [MaxSeats]int
	for _, e := range l.Events {
		n[e.House]++
	}
	best := engine.NoSeat
	for i := len(l.Events) - 1; i >= 0; i-- {
		if s := l.Events[i].House; best < 0 || n[s] > n[best] {
			best = s
		}
	}
	return best
}

// endPhase ends a council phase (KHA-10.10, 16.1 to 16.6).
func (g *Game) endPhase() {
	g.endOffers()
	if g.decision >= 0 {
		g.used[g.decision] = g.side
	}
	switch {
	case g.stability >= TrackMax:
		g.end(Deposed)
	case g.stability <= 0:
		g.end(Fled)
	case g.round >= roundsMax:
		g.end(Death)
	case deathOf[g.round] > 0:
		g.step = StepDeath
		g.cues.Add(engine.CueSay, "cue.fate").Number(deathOf[g.round])
	default:
		g.openRound()
	}
}

// Play takes the death card that the table turned (KHA-16.3).
func (do Dies) Play(g *Game, seat engine.Seat) *engine.Refusal {
	if no := cmp.Or(g.table(seat, "KHA-16.3", StepDeath), g.draws("KHA-16.3", false)); no != nil {
		return no
	}
	g.fate(do.Dies)
	return nil
}

// Play lets the box draw it.
func (DrawDeath) Play(g *Game, seat engine.Seat) *engine.Refusal {
	if no := cmp.Or(g.table(seat, "KHA-16.3", StepDeath), g.draws("KHA-16.3", true)); no != nil {
		return no
	}
	g.fate(g.chance.Pick(deathOf[g.round]) == 0)
	return nil
}

func (g *Game) fate(dies bool) {
	g.cues.Learn(g.everyone(), true)
	if dies {
		g.end(Death)
		return
	}
	g.cues.Add(engine.CueReveal, "cue.lives")
	g.openRound()
}
