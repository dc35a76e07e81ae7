package face

import (
	"maps"
	"strings"
	"sync"

	"consigliere/engine"
	"consigliere/engine/anygame"
)

// tell puts an event into lines of a log.
func tell(before, after *anygame.Status, e engine.Event) []engine.Telling {
	var log []engine.Telling
	say := func(t engine.Text) { log = append(log, engine.Telling{t}) }
	if e.Begins && e.After.Round > 1 {
		return nil // what was called is told with the move that ended the round before
	}
	if t, ok := told(before, e); ok && !e.Begins {
		say(t)
	}
	if e.Late {
		return log
	}
	log = append(log, uncovered(after, e)...)
	for _, c := range e.Cues {
		switch c.Kind {
		case engine.CueSay, engine.CueReveal, engine.CueResult:
			if c.Text.Key != "" && !(e.Verb == "choose" && strings.HasPrefix(c.Text.Key, "cue.chosen")) { // the move has said it
				say(c.Text)
			}
		}
	}
	return log
}

// uncovered tells what the last answer has shown of all: each answer, unless whoever reads the log
// knew them, and what is counted of them.
func uncovered(s *anygame.Status, e engine.Event) []engine.Telling {
	if len(s.Pictures) == 0 || e.Verb != "bid" && e.Verb != "vote" && e.Verb != "pick" {
		return nil
	}
	var log []engine.Telling
	for _, l := range s.Pictures[0].Lines {
		switch {
		case strings.HasPrefix(l.Text.Key, "cue."): // which is called, too
		case l.Text.Key == "" || l.Seat >= 0 && e.Move.Do != nil:
		case l.Seat >= 0:
			log = append(log, engine.Telling{engine.Say("log.shown").Seat(l.Seat), l.Text})
		default:
			log = append(log, engine.Telling{l.Text})
		}
	}
	return log
}

// told tells a move; what is secret is told as done, and not how.
func told(before *anygame.Status, e engine.Event) (engine.Text, bool) {
	who := e.Move.Seat
	switch do := e.Move.Do.(type) {
	case anygame.Vote:
		return engine.Say("log.vote").Seat(who).Thing("choice." + do.Choice), true
	case anygame.VoteSeat:
		return engine.Say("log.vote_seat").Seat(who).Seat(do.Who), true
	case anygame.Choose:
		return engine.Say("log.choose").Seat(who).Thing("choice." + do.Choice), true
	case anygame.ChooseSeat:
		return engine.Say("log.choose_seat").Seat(who).Seat(do.Who), true
	case anygame.ChooseTeam:
		return engine.Say("log.choose_team").Seat(who), true
	case anygame.Raise:
		if do.To == 0 {
			return engine.Say("log.raise_pass").Seat(who), true
		}
		return engine.Say("log.raise").Seat(who).Number(do.To), true
	case anygame.Score:
		return engine.Say("log.score").Seat(do.Of).Number(do.Points), true
	case anygame.Bid:
		return engine.Say("log.bid").Seat(who).Number(do.Amount), true
	case anygame.Pick:
		return engine.Say("log.pick").Seat(who).Thing("choice." + do.Choice), true
	case anygame.PickSeat:
		return engine.Say("log.pick_seat").Seat(who).Seat(do.Who), true
	}
	switch e.Verb {
	case "ready":
		return engine.Say("log.ready").Seat(who), who != engine.Table // which only goes on, or closes the buzzers
	case "buzz":
		return engine.Say("log.buzz").Seat(who), true
	case "tap":
		return engine.Say("log.tap").Seat(who), true
	case "take":
		return engine.Say("log.take").Seat(who), true
	case "fall":
		return engine.Say("log.fall"), true
	case "flag":
		return engine.Say("log.flag"), true
	case "warn":
		return engine.Say("log.warn"), true
	case "dice":
		return engine.Say("log.dice"), true
	case "look":
		return engine.Say("log.look").Seat(who), true
	case "bid":
		return engine.Say("log.bid_hidden").Seat(who), true
	case "vote":
		if before.Votes == "none" { // one chooses alone, as a doctor, or nobody learns that there was a vote
			return engine.Say("log.pick_hidden").Seat(who), true
		}
		return engine.Say("log.vote_hidden").Seat(who), true
	case "pick":
		return engine.Say("log.pick_hidden").Seat(who), true
	}
	return engine.Text{}, false
}

// scoreTable returns the result of a play.
func scoreTable(v view) engine.ScoreTable {
	if s := v.Public; s.Over {
		return s.Score
	}
	return engine.ScoreTable{}
}

// points returns how a play stands that is not over, where all may know it.
func points(v view) engine.ScoreTable { return v.Public.Score }

// worth returns the score of the viewer.
func worth(v view) int {
	return v.Public.Worth[v.Viewer]
}

// titleWords are the messages of the title by language.
var titleWords = sync.OnceValue(func() map[string]map[string]string { return engine.Words(messages) })

// names returns the words of the script that a header plays. A phase without a title has its tool's.
func names(h engine.Header) map[string]map[string]string {
	s, err := anygame.ScriptOf(h)
	if err != nil {
		return nil
	}
	all := map[string]map[string]string{}
	for l, words := range s.Names {
		all[l] = maps.Clone(words)
		for phase, tool := range s.Untitled {
			all[l]["phase."+phase] = titleWords()[l]["tool."+tool]
		}
		for key, title := range words { // "Night: the wolves" is "Night 2: the wolves" in the second round
			if of, rest, ok := strings.Cut(title, ": "); ok && strings.HasPrefix(key, "phase.") {
				all[l][key+"@nth"] = of + " {n}: " + rest
			}
		}
	}
	return all
}
