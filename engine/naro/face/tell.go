package face

import (
	"slices"

	"consigliere/engine"
	"consigliere/engine/naro"
)

// shows reports whether everybody who sees v knows a secret move. What was loaded is told
// when it is turned up, by its shot.
func shows(s *naro.Status, m engine.Move) bool {
	switch do := m.Do.(type) {
	case naro.Aim:
		return s.Step != naro.StepAim
	case naro.Courage:
		return s.Step != naro.StepCourage
	case naro.Reveal:
		return do.Choice == naro.Yes && s.Step == naro.StepRob
	}
	return false
}

// tell puts an event into lines of a log.
func tell(before, after *naro.Status, e engine.Event) []engine.Telling {
	t := teller{before: before, after: after, who: e.Move.Seat}
	switch {
	case e.Begins:
		t.begins()
		return t.lines
	case e.Move.Do != nil:
		t.move(e.Move.Do)
	default:
		t.hidden(e.Verb)
	}
	if !e.Late {
		t.shots()
		t.cues(e.Cues)
	}
	return t.lines
}

// A teller is the lines of an event.
type teller struct {
	before, after *naro.Status
	who           engine.Seat
	told          int // how many cues of taking the move has told already
	lines         []engine.Telling
}

func (t *teller) say(text engine.Text, items ...engine.Text) {
	t.lines = append(t.lines, append(engine.Telling{text}, items...))
}

// seat returns the seat that the status calls by its name.
func (t *teller) seat(name string) engine.Seat {
	if i := slices.Index(t.before.Players.Names, name); i >= 0 {
		return engine.Seat(i)
	}
	return engine.NoSeat
}

// either says key with the bullet, or none where there is no bullet.
func (t *teller) either(b naro.Bullet, key, none string) {
	if b == naro.NoBullet {
		t.say(engine.Say(none).Seat(t.who))
		return
	}
	t.say(engine.Say(key).Seat(t.who).Thing(b.Key()))
}

// toward says key with another seat, or none where it is nobody.
func (t *teller) toward(whom engine.Seat, key, none string) {
	if whom < 0 {
		t.say(engine.Say(none).Seat(t.who))
		return
	}
	t.say(engine.Say(key).Seat(t.who).Seat(whom))
}

// move tells what was done.
func (t *teller) move(do engine.Action) {
	who := engine.Say("").Seat(t.who)
	says := func(key string) engine.Text {
		who.Key = key
		return who
	}
	victim := t.seat(t.before.Victim)
	switch do := do.(type) {
	case naro.Powers:
		for s := range t.before.Players.Names {
			t.say(engine.Say("log.powers").Seat(engine.Seat(s)).Thing(do.Cards[s].Key()))
		}
		if t.after.Step != naro.StepLoot { // the box has turned up the loot
			t.loot()
		}
	case naro.TurnUp:
		t.loot() // with what was left of the round before
	case naro.Hustle:
		t.toward(do.Who, "log.hustle", "log.hustle_none")
	case naro.DrawBullet:
		t.say(engine.Say("log.draw").Thing(do.Card.Key()))
	case naro.DrawLoot:
		t.say(engine.Say("log.draw").Thing(do.Card.Key()))
	case naro.Give:
		t.say(says("log.give").Thing(do.Card.Key()))
	case naro.Load:
		t.say(says("log.load").Thing(do.Card.Key()))
	case naro.Aim:
		t.toward(do.At, "log.aim", "log.aim_none")
	case naro.Reload:
		t.either(do.Card, "log.reload", "log.reload_none")
	case naro.Order:
		t.toward(do.Who, "log.order", "log.order_none")
	case naro.Courage:
		if do.Choice == naro.Duck {
			t.say(says("log.courage_duck"))
		} else {
			t.say(says("log.courage_stand"))
		}
	case naro.Salvage:
		t.either(do.Card, "log.salvage", "log.salvage_none")
	case naro.Reveal:
		if do.Choice == naro.Yes {
			t.say(says("log.reveal").Thing(naro.Bang.Key()))
		} else {
			t.say(says("log.reveal_no"))
		}
	case naro.Rob:
		t.say(says("log.rob").Seat(victim).Thing(do.Card.Key()))
	case naro.Scavenge:
		t.scavenged(do, victim)
	case naro.Take:
		t.take(do)
	case naro.Forbid:
		if do.Kind == naro.NoKind {
			t.say(says("log.forbid_nothing"))
		} else {
			t.say(says("log.forbid").Seat(t.seat(t.before.Turn)).Thing(do.Kind.Key()))
		}
	case naro.Burn:
		t.say(says("log.burn").Thing(do.Card.Key()))
	}
}

func (t *teller) scavenged(do naro.Scavenge, victim engine.Seat) {
	var cards []engine.Text
	for _, l := range do.Cards {
		if l != naro.NoLoot {
			cards = append(cards, engine.Say(l.Key()))
		}
	}
	if len(cards) == 0 {
		t.say(engine.Say("log.scavenge_none").Seat(t.who).Seat(victim))
		return
	}
	t.say(engine.Say("log.scavenge").Seat(t.who).Seat(victim), cards...)
}

// take tells a share, or what is claimed where the bully is asked first.
func (t *teller) take(do naro.Take) {
	key := "log.take"
	switch {
	case t.after.Step == naro.StepForbid:
		key = "log.take_claim"
	case do.Swap:
		key = "log.take_swap"
	}
	if key != "log.take_claim" {
		t.told = 1
	}
	t.say(engine.Say(key).Seat(t.who).Thing(do.Card.Key()))
	if do.Second != naro.NoLoot {
		t.told *= 2
		t.say(engine.Say(key).Seat(t.who).Thing(do.Second.Key()))
	}
}

// hidden tells that something was done that the viewer may not know more about.
func (t *teller) hidden(verb string) {
	victim := t.seat(t.before.Victim)
	switch verb {
	case "give":
		t.say(engine.Say("log.give_hidden").Seat(t.who).Seat(victim))
	case "rob":
		t.say(engine.Say("log.rob_hidden").Seat(t.who).Seat(victim))
	case "scavenge":
		t.say(engine.Say("log.scavenge_hidden").Seat(t.who).Seat(victim))
	case "burn":
		t.say(engine.Say("log.burn_hidden").Seat(t.who))
	}
}

// shots tells the bullets that were turned up.
func (t *teller) shots() {
	if len(t.before.Shots) > 0 {
		return
	}
	for _, s := range t.after.Shots {
		t.say(engine.Say("log.shot").Seat(t.seat(s.From)).Seat(t.seat(s.At)).Thing("card." + s.Card))
	}
}

// cues tells those that say what came of a move. The others announce what comes next.
func (t *teller) cues(cues []engine.Cue) {
	for _, c := range cues {
		switch c.Text.Key {
		case "cue.take", "cue.take_boss", "cue.stay_boss":
			if t.told > 0 && c.Text.Seats()[0] == t.who {
				t.told--
				continue
			}
			t.say(c.Text)
		case "cue.hit", "cue.dead", "cue.nobody", "cue.boss", "cue.boss_next", "cue.over", "cue.no_winner":
			t.say(c.Text)
		}
	}
}

// begins tells what the box has dealt before anybody moves: powers, and the loot of a round.
func (t *teller) begins() {
	if t.after.Round == 1 {
		for s, p := range t.after.Players.Of {
			if p.Power != "" {
				t.say(engine.Say("log.powers").Seat(engine.Seat(s)).Thing("power." + p.Power))
			}
		}
	}
	if t.after.Step != naro.StepPowers && t.after.Step != naro.StepLoot {
		t.loot()
	}
}

// loot tells which cards lie open.
func (t *teller) loot() {
	var items []engine.Text
	for cards := t.after.Loot; len(cards) > 0; {
		n := 1
		for n < len(cards) && cards[n] == cards[0] {
			n++
		}
		items = append(items, cardsText("card."+cards[0], n))
		cards = cards[n:]
	}
	t.say(engine.Say("log.loot").Number(t.after.Round), items...)
}

// scoreTable returns what the scores of a view are made of.
func scoreTable(v view) engine.ScoreTable {
	r := v.Result
	if r == nil {
		return engine.ScoreTable{}
	}
	t := engine.ScoreTable{Columns: []string{"score.cash", "score.diamonds", "score.bonus", "score.paintings"}}
	for _, c := range r.Scores.Of {
		row := engine.ScoreRow{Values: []int{c.Cash, c.Diamonds, c.Bonus, c.PaintingValue}, Total: c.Total}
		if !c.Alive {
			row.Out = "scene.dead"
		}
		t.Rows = append(t.Rows, row)
	}
	for _, k := range r.Ranking {
		t.Rows[k.Who].Rank, t.Rows[k.Who].Winner = k.Rank, k.Rank == 1
	}
	return t
}

// worth returns what the viewer's loot would be worth if the game ended now, without the
// Special Diamond, which is counted in the end.
func worth(v view) int {
	if r := v.Result; r != nil {
		if sc := r.Scores.Of[v.Viewer]; sc.Alive {
			return sc.Total
		}
		return 0
	}
	p := &v.Public.Players.Of[v.Viewer]
	if !p.Alive {
		return 0
	}
	return naro.Value(v.Private.Loot, p.Power == naro.Collector.String())
}
