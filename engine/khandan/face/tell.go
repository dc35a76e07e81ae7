package face

import (
	"slices"

	"consigliere/engine"
	"consigliere/engine/khandan"
)

// shows reports whether everybody who sees v knows a secret move: a sealed vote once all are in,
// a secret role when the reign is over; what was discarded is never known (KHA-5.5).
func shows(s *khandan.Status, m engine.Move) bool {
	switch m.Do.(type) {
	case khandan.Vote:
		return s.Public.Step != khandan.StepVote
	case khandan.Take:
		return s.Public.Step == khandan.StepBetween
	}
	return false
}

// toldCues are the cues that a log tells, besides what was done.
var toldCues = []string{
	"cue.new_reign", "cue.passed", "cue.rejected", "cue.passed_tie", "cue.rejected_tie", "cue.leader", "cue.share", "cue.back", "cue.expected", "cue.unexpected",
	"cue.rises", "cue.falls", "cue.stays", "cue.signed", "cue.event", "cue.story", "cue.line_ends", "cue.reward", "cue.achievement",
	"cue.adjusted", "cue.adjusted_more", "cue.adjusted_fewer", "cue.adjusted_ability", "cue.adjusted_realm",
	"cue.term", "cue.term_n", "cue.term_to", "cue.note", "cue.roles", "cue.lives", "cue.death", "cue.deposed", "cue.fled", "cue.total", "cue.winner", "cue.campaign",
	"cue.tie_power", "cue.tie_coins", "cue.tie_order", "cue.tie_prestige", "cue.tie_crowns", "cue.tie_wins", "cue.campaign_shared",
}

// tell puts an event into lines of a log.
func tell(before, after *khandan.Status, e engine.Event) []engine.Telling {
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
	before, after *khandan.Status
	who           engine.Seat
	lines         []engine.Telling
}

func (t *teller) say(text engine.Text, items ...engine.Text) {
	t.lines = append(t.lines, append(engine.Telling{text}, items...))
}

// late tells what was secret when it was done.
func (t *teller) late(do engine.Action) {
	switch do := do.(type) {
	case khandan.Vote:
		t.vote(do)
	case khandan.Take:
		t.say(engine.Say("log.take").Seat(t.who).Thing(khandan.Role(do.Role).Key()))
	}
}

func (t *teller) vote(do khandan.Vote) {
	x := engine.Say("log.vote_abstain").Seat(t.who).Thing(khandan.ChoiceKeys[do.Choice])
	if !do.Choice.Abstains() {
		x = engine.Say("log.vote").Seat(t.who).Thing(khandan.ChoiceKeys[do.Choice]).Number(do.Power)
	}
	t.say(x)
}

// move tells what was done.
func (t *teller) move(do engine.Action) {
	p := t.after.Public
	who := engine.Say("").Seat(t.who)
	says := func(key string) engine.Text {
		who.Key = key
		return who
	}
	switch do := do.(type) {
	case khandan.Slopes, khandan.DrawSlopes:
		var items []engine.Text
		for i, r := range p.Resources {
			items = append(items, engine.Say("log.slope_"+r.Slope.String()).Thing(khandan.ResourceKeys[i]))
		}
		t.say(engine.Say("log.slopes"), items...)
	case khandan.Discard:
		t.say(says("log.discard").Thing(khandan.Role(do.Role).Key()))
	case khandan.Take:
		t.say(says("log.take").Thing(khandan.Role(do.Role).Key()))
	case khandan.Keep:
		t.say(says("log.keep").Thing(do.Roles[0].Role().Key()).Thing(do.Roles[1].Role().Key()))
	case khandan.Lots, khandan.DrawLots:
		t.say(engine.Say("log.lots"))
	case khandan.Propose:
		switch {
		case p.Decision != nil:
			t.say(engine.Say("log.propose").Thing("card." + p.Decision.ID))
		case do.Card != "":
			t.say(engine.Say("log.propose").Thing(do.Card))
		default:
			t.say(engine.Say("log.propose_none"))
		}
	case khandan.Vote:
		t.vote(do)
	case khandan.Add:
		t.say(says("log.add").Number(do.Power))
	case khandan.Done:
		t.say(says("log.done"))
	case khandan.Offer:
		x := khandan.Deal{Give: do.Give, Get: do.Get}
		t.say(khandan.DealText("log.offer", "told.", &x, t.who), engine.Say("log.to").Seat(do.To))
	case khandan.Accept:
		t.deal("log.accept", do.Deal)
	case khandan.Decline:
		t.say(says("log.decline").Number(do.Deal))
	case khandan.Withdraw:
		t.say(says("log.withdraw").Number(do.Deal))
	case khandan.Break:
		t.say(says("log.break").Thing(khandan.ChoiceKeys[do.Side]))
	case khandan.PickLeader:
		t.say(says("log.pick_leader").Seat(do.Leader))
	case khandan.Outcome, khandan.OutcomeOf:
		t.say(engine.Say("log.outcome"))
	case khandan.Sign:
		t.say(says("log.sign"))
	case khandan.Dies, khandan.DrawDeath:
		t.say(engine.Say("log.death"))
	case khandan.Reveal:
		t.say(says("log.reveal").Thing(khandan.Role(do.Role).Key()))
	case khandan.AdjustHouse, khandan.AdjustRealm:
		t.say(engine.Say("log.adjust")) // its cues tell what
	case khandan.NextReign:
		t.say(engine.Say("log.next_reign"))
	case khandan.EndCampaign:
		t.say(engine.Say("log.end_campaign"))
	}
}

// deal tells a deal that was confirmed.
func (t *teller) deal(key string, n int) {
	for i := range t.before.Public.Offers {
		if d := &t.before.Public.Offers[i]; d.N == n {
			t.say(khandan.DealText(key, "told.", d, d.From), engine.Say("log.to").Seat(d.To))
		}
	}
}

// scoreTable returns the final standing of the campaign.
func scoreTable(v view) engine.ScoreTable {
	r := v.Result
	if r == nil || r.Campaign == nil {
		return engine.ScoreTable{}
	}
	t := engine.ScoreTable{Columns: []string{"score.prestige", "score.crown"}}
	for s, st := range r.Campaign.Standing.Of {
		row := engine.ScoreRow{Values: []int{st.Prestige, st.Crown}, Total: st.Score, Rank: 1, Winner: r.WinnerSet.Has(engine.Seat(s))}
		switch r.Campaign.By {
		case "unity":
			row.Values[1] = 0
		case "division":
			row.Values[0] = 0
		}
		if !row.Winner {
			row.Rank = 1 + r.WinnerSet.Len()
			for o, other := range r.Campaign.Standing.Of {
				if !r.WinnerSet.Has(engine.Seat(o)) && other.Score > st.Score {
					row.Rank++
				}
			}
		}
		t.Rows = append(t.Rows, row)
	}
	return t
}

// worth returns what the campaign would be won by if it ended now: prestige, crowns, or both.
func worth(v view) int {
	st := v.Public
	h := st.Houses.Of[v.Viewer]
	switch st.Public.Judged {
	case "unity":
		return h.Prestige
	case "division":
		return h.Crown
	}
	return h.Prestige + h.Crown
}
