package derpate

import "consigliere/engine"

// tell puts an event into lines of a log. Nothing that a move says is secret in this game.
func tell(before, after *Status, e engine.Event) []engine.Telling {
	t := teller{before: before, after: after, who: e.Move.Seat}
	if e.Begins {
		t.income(e.Cues)
		return t.lines
	}
	if e.Move.Do != nil {
		t.move(e.Move.Do)
	}
	_, typed := e.Move.Do.(BonusRoll)
	t.cues(e.Cues, typed)
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

// move tells what was done. The card of [Reveal] is told by its cue.
func (t *teller) move(do engine.Action) {
	who := engine.Say("").Seat(t.who)
	says := func(key string) engine.Text {
		who.Key = key
		return who
	}
	switch do := do.(type) {
	case Car:
		t.say(says("log.car").Thing(businessKeys[t.after.cat.at[do.Space]]))
	case District:
		t.say(says("log.district").Thing(districtKey(do.ID)))
	case Event:
		t.say(engine.Say("log.event").Thing("card." + do.Card))
	case ChooseBail:
		t.say(says("log.choose_bail").Number(int(do.Members)))
	case ChooseBuy:
		if do.Yes {
			t.say(says("log.choose").Thing("buy.true"))
		} else {
			t.say(says("log.choose").Thing("buy.false"))
		}
	case ChooseBusiness:
		t.say(says("log.choose").Thing(businessKeys[do.Business]))
	case ChooseHolder:
		switch {
		case do.Holder.seat():
			t.say(says("log.choose_debt").Seat(do.Holder.seatOf()))
		case do.Holder == Bank:
			t.say(says("log.choose").Thing("holder.bank"))
		default:
			t.say(says("log.choose").Thing("holder.none"))
		}
	case BonusRoll:
		t.say(engine.Say("log.bonus_roll").Thing(faceKeys[do.Face]))
	case EventDone:
		t.say(engine.Say("log.event_done"))
	case Roll:
		t.say(engine.Say("log.roll"), diceTexts(do.Dice)...)
	case Throw:
		var dice Dice
		for c := Black; c <= Red; c++ {
			if t.before.reroll == 0 || t.before.reroll.has(c) {
				dice[c] = Face(t.after.Dice[c.String()])
			}
		}
		t.say(engine.Say("log.throw"), diceTexts(dice)...)
	case PlaceDie:
		t.place(do)
	case UseToken:
		var items []engine.Text
		if do.Token == Policeman {
			items = append(items, engine.Say(colourKeys[do.Die]))
		}
		t.say(says("log.token").Thing(tokenKeys[do.Token]), append(items, trackText(do.Track)...)...)
	case UseFavour:
		t.say(says("log.favour").Thing(favourKeys[do.Favour]), trackText(do.Track)...)
	case Done:
		t.say(says("log.done"))
	default:
		t.adjusted(do)
	}
}

// diceTexts lists dice with what they show.
func diceTexts(dice Dice) []engine.Text {
	var items []engine.Text
	for c := Black; c <= Red; c++ {
		if dice[c] != NoFace {
			items = append(items, engine.Say("log.die").Thing(colourKeys[c]).Thing(faceKeys[dice[c]]))
		}
	}
	return items
}

func trackText(t Track) []engine.Text {
	if t == NoTrack {
		return nil
	}
	return []engine.Text{engine.Say(trackKeys[t])}
}

// place tells a die on a box, and what else was said with it.
func (t *teller) place(do PlaceDie) {
	var items []engine.Text
	if do.Senator {
		items = append(items, engine.Say("senator.true"))
	}
	if do.Member {
		items = append(items, engine.Say("member.true"))
	}
	if do.Unused {
		items = append(items, engine.Say("use.false"))
	}
	if do.Business != NoBusiness {
		items = append(items, engine.Say(businessKeys[do.Business]))
	}
	t.say(engine.Say("log.place").Seat(t.who).Thing(colourKeys[do.Die]).Thing(boxKeys[do.Box]), append(items, trackText(do.Track)...)...)
}

// adjusted tells what the table did on the cardboard.
func (t *teller) adjusted(do engine.Action) {
	by := func(s engine.Seat, what string, n int) {
		t.say(engine.Say("log.adjust").Seat(s).Thing(what).Number(n))
	}
	switch do := do.(type) {
	case AdjustMoney:
		by(do.Player, "what.money", do.By)
	case AdjustFriends:
		by(do.Player, "what.friends", do.By)
	case AdjustTrack:
		by(do.Player, whatKeys[do.Track], do.By)
	case AdjustCar:
		t.say(engine.Say("log.adjust_car").Number(do.By))
	case AdjustMember:
		from, to := "from."+placeWords[do.From], "to."+placeWords[do.To]
		if do.Player == Neutral {
			t.say(engine.Say("log.adjust_neutral").Thing(from).Thing(to))
		} else {
			t.say(engine.Say("log.adjust_move").Seat(do.Player.seatOf()).Thing(from).Thing(to))
		}
	case AdjustDebt:
		t.say(engine.Say("log.adjust_move").Seat(do.Player).Thing(t.holder("from.", do.From)).Thing(t.holder("to.", do.To)))
	}
}

// holder returns what a holder is called, as a message key or as the seat's own name.
func (t *teller) holder(prefix string, h Holder) string {
	if h.seat() {
		return t.before.Players.Names[h]
	}
	return prefix + holderWords[h]
}

// outcomes are the cues that say what came of a move. The others announce what comes next,
// or repeat the move.
var outcomes = map[string]bool{
	"cue.begins_neutral": true,
	"cue.marker":         true, "cue.ko": true, "cue.car": true, "cue.protected": true, "cue.gain": true, "cue.pay": true,
	"cue.pay_to": true, "cue.overflow": true, "cue.advance": true, "cue.token_won": true, "cue.friend": true, "cue.moved_in": true,
	"cue.emptied": true, "cue.emptied_neutral": true, "cue.takeover": true, "cue.takeover_from": true, "cue.river": true, "cue.river_neutral": true,
	"cue.jail": true, "cue.jail_neutral": true, "cue.freed": true, "cue.debt": true, "cue.debt_bank": true,
	"cue.debt_back": true, "cue.debt_back_bank": true, "cue.end": true, "cue.total": true, "cue.eliminated": true,
	"cue.winner": true, "cue.nobody": true,
}

// cues tells the outcomes, and what die the box rolled where it was not typed.
func (t *teller) cues(cues []engine.Cue, typed bool) {
	for _, c := range cues {
		switch {
		case c.Text.Key == "cue.bonus_rolled" && !typed:
			t.say(engine.Say("log.bonus_roll").Thing(c.Text.Things()[0]))
		case c.Text.Key == "cue.card" && t.who >= 0:
			t.say(engine.Say("log.reveal").Seat(t.who).Thing(c.Text.Things()[0]))
		case c.Text.Key == "cue.begins" && c.Text.Seats()[0] != t.who: // who got what nobody else chose
			t.say(c.Text)
		case outcomes[c.Text.Key]:
			t.say(c.Text)
		}
	}
}

// income tells who gets what when a round begins.
func (t *teller) income(cues []engine.Cue) {
	for _, c := range cues {
		if c.Text.Key == "cue.income" {
			t.say(c.Text)
		}
	}
}

// scoreTable returns what the scores of a view are made of.
func scoreTable(v view) engine.ScoreTable {
	r := v.Result
	if r == nil {
		return engine.ScoreTable{}
	}
	t := engine.ScoreTable{Columns: []string{
		"score.money", "score.income", "score.businesses", "score.bail", "score.debts_paid", "score.debts_received",
	}}
	for _, c := range r.Scores.Of {
		row := engine.ScoreRow{Values: []int{c.Money, c.Income, c.Businesses, c.Bail, c.DebtsPaid, c.DebtsReceived}, Total: c.Total}
		if c.Eliminated {
			row.Out = "score.out"
		}
		t.Rows = append(t.Rows, row)
	}
	for i, s := range r.ranking {
		t.Rows[s].Rank, t.Rows[s].Winner = r.ranks[i], r.winners.Has(s)
	}
	return t
}

// worth returns the looker's money, and in the end the total.
func worth(v view) int {
	if r := v.Result; r != nil {
		return r.Scores.Of[v.Looker].Total
	}
	return v.Private.Money
}
