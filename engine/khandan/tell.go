package khandan

import (
	"slices"

	"consigliere/engine"
)

// shows reports whether everybody who sees v knows a secret move: a sealed vote once all are in,
// a secret role when the reign is over; what was discarded is never known (KHA-5.5).
func shows(s *Status, m engine.Move) bool {
	switch m.Do.(type) {
	case Vote:
		return s.public.step != stepVote
	case Take:
		return s.public.step == stepBetween
	}
	return false
}

// toldCues are the cues that a log tells, besides what was done.
var toldCues = []string{
	"cue.new_reign", "cue.passed", "cue.rejected", "cue.leader", "cue.share", "cue.back", "cue.expected", "cue.unexpected",
	"cue.rises", "cue.falls", "cue.stays", "cue.signed", "cue.event", "cue.story", "cue.line_ends", "cue.reward", "cue.achievement",
	"cue.term", "cue.term_n", "cue.term_to", "cue.note", "cue.roles", "cue.lives", "cue.death", "cue.deposed", "cue.fled", "cue.total", "cue.winner", "cue.campaign",
	"cue.tie_power", "cue.tie_coins", "cue.tie_order", "cue.tie_prestige", "cue.tie_crowns", "cue.tie_wins", "cue.campaign_shared",
}

// tell puts an event into lines of a log.
func tell(before, after *Status, e engine.Event) []engine.Telling {
	t := teller{before: before, after: after, who: e.Move.Seat}
	switch {
	case e.Begins:
	case e.Late:
		t.late(e.Move.Do)
	case e.Move.Do == nil:
		t.say(engine.Say("log." + e.Verb + "_hidden").Seat(t.who))
	default:
		t.move(e.Move.Do)
	}
	if !e.Late {
		for i := range e.Cues {
			if slices.Contains(toldCues, e.Cues[i].Text.Key) {
				t.say(e.Cues[i].Text)
			}
		}
	}
	return t.lines
}

// A teller is the lines of an event.
type teller struct {
	before, after *Status
	who           engine.Seat
	lines         []engine.Telling
}

func (t *teller) say(text engine.Text, items ...engine.Text) {
	t.lines = append(t.lines, append(engine.Telling{text}, items...))
}

// late tells what was secret when it was done.
func (t *teller) late(do engine.Action) {
	switch do := do.(type) {
	case Vote:
		t.vote(do)
	case Take:
		t.say(engine.Say("log.take").Seat(t.who).Thing(Role(do.Role).key()))
	}
}

func (t *teller) vote(do Vote) {
	x := engine.Say("log.vote_abstain").Seat(t.who).Thing(choiceKeys[do.Choice])
	if !do.Choice.abstains() {
		x = engine.Say("log.vote").Seat(t.who).Thing(choiceKeys[do.Choice]).Number(do.Power)
	}
	t.say(x)
}

// move tells what was done.
func (t *teller) move(do engine.Action) {
	p := t.after.public
	who := engine.Say("").Seat(t.who)
	says := func(key string) engine.Text {
		who.Key = key
		return who
	}
	switch do := do.(type) {
	case Slopes, DrawSlopes:
		var items []engine.Text
		for i, r := range p.resources {
			items = append(items, engine.Say("log.slope_"+r.slope.String()).Thing(resourceKeys[i]))
		}
		t.say(engine.Say("log.slopes"), items...)
	case Discard:
		t.say(says("log.discard").Thing(Role(do.Role).key()))
	case Take:
		t.say(says("log.take").Thing(Role(do.Role).key()))
	case Keep:
		t.say(says("log.keep").Thing(do.Roles[0].role().key()).Thing(do.Roles[1].role().key()))
	case Lots, DrawLots:
		t.say(engine.Say("log.lots"))
	case Propose:
		switch {
		case p.decision != nil:
			t.say(engine.Say("log.propose").Thing("card." + p.decision.id))
		case do.Card != "":
			t.say(engine.Say("log.propose").Thing(do.Card))
		default:
			t.say(engine.Say("log.propose_none"))
		}
	case Vote:
		t.vote(do)
	case Add:
		t.say(says("log.add").Number(do.Power))
	case Done:
		t.say(says("log.done"))
	case Offer:
		x := deal{give: do.Give, get: do.Get}
		t.say(dealText("log.offer", "told.", &x, t.who), engine.Say("log.to").Seat(do.To))
	case Accept:
		t.deal("log.accept", do.Deal)
	case Decline:
		t.say(says("log.decline").Number(do.Deal))
	case Withdraw:
		t.say(says("log.withdraw").Number(do.Deal))
	case Break:
		t.say(says("log.break").Thing(choiceKeys[do.Side]))
	case PickLeader:
		t.say(says("log.pick_leader").Seat(do.Leader))
	case Outcome, OutcomeOf:
		t.say(engine.Say("log.outcome"))
	case Sign:
		t.say(says("log.sign"))
	case Dies, DrawDeath:
		t.say(engine.Say("log.death"))
	case Reveal:
		t.say(says("log.reveal").Thing(Role(do.Role).key()))
	case AdjustHouse:
		t.say(engine.Say("log.adjust").Seat(do.House))
	case AdjustRealm:
		t.say(engine.Say("log.adjust_realm").Number(t.after.Unity).Number(t.after.Division))
	case NextReign:
		t.say(engine.Say("log.next_reign"))
	case EndCampaign:
		t.say(engine.Say("log.end_campaign"))
	}
}

// deal tells a deal that was confirmed.
func (t *teller) deal(key string, n int) {
	for i := range t.before.public.offers {
		if d := &t.before.public.offers[i]; d.n == n {
			t.say(dealText(key, "told.", d, d.from), engine.Say("log.to").Seat(d.to))
		}
	}
}
