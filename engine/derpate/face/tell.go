package face

import (
	"consigliere/engine"
	"consigliere/engine/derpate"
)

// tell puts an event into lines of a log. Nothing that a move says is secret in this game.
func tell(before, after *derpate.Status, e engine.Event) []engine.Telling {
	t := teller{before: before, after: after, who: e.Move.Seat}
	if e.Begins {
		t.income(e.Cues)
		return t.lines
	}
	if e.Move.Do != nil {
		t.move(e.Move.Do)
	}
	_, typed := e.Move.Do.(derpate.BonusRoll)
	t.cues(e.Cues, typed)
	return t.lines
}

// A teller is the lines of an event.
type teller struct {
	before, after *derpate.Status
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
	case derpate.Car:
		t.say(says("log.car").Thing(derpate.BusinessKeys[t.after.Cat.At[do.Space]]))
	case derpate.District:
		t.say(says("log.district").Thing(derpate.DistrictKey(do.ID)))
	case derpate.Event:
		t.say(engine.Say("log.event").Thing("card." + do.Card))
	case derpate.ChooseBail:
		t.say(says("log.choose_bail").Number(int(do.Members)))
	case derpate.ChooseBuy:
		if do.Yes {
			t.say(says("log.choose").Thing("buy.true"))
		} else {
			t.say(says("log.choose").Thing("buy.false"))
		}
	case derpate.ChooseBusiness:
		t.say(says("log.choose").Thing(derpate.BusinessKeys[do.Business]))
	case derpate.ChooseHolder:
		switch {
		case do.Holder.Seat():
			t.say(says("log.choose_debt").Seat(do.Holder.SeatOf()))
		case do.Holder == derpate.Bank:
			t.say(says("log.choose").Thing("holder.bank"))
		default:
			t.say(says("log.choose").Thing("holder.none"))
		}
	case derpate.BonusRoll:
		t.say(engine.Say("log.bonus_roll").Thing(derpate.FaceKeys[do.Face]))
	case derpate.EventDone:
		t.say(engine.Say("log.event_done"))
	case derpate.Roll:
		t.say(engine.Say("log.roll"), diceTexts(do.Dice)...)
	case derpate.Throw:
		var dice derpate.Dice
		for c := derpate.Black; c <= derpate.Red; c++ {
			if t.before.Reroll == 0 || t.before.Reroll.Has(c) {
				dice[c] = derpate.Face(t.after.Dice[c.String()])
			}
		}
		t.say(engine.Say("log.throw"), diceTexts(dice)...)
	case derpate.PlaceDie:
		t.place(do)
	case derpate.UseToken:
		var items []engine.Text
		if do.Token == derpate.Policeman {
			items = append(items, engine.Say(derpate.ColourKeys[do.Die]))
		}
		t.say(says("log.token").Thing(derpate.TokenKeys[do.Token]), append(items, trackText(do.Track)...)...)
	case derpate.UseFavour:
		t.say(says("log.favour").Thing(derpate.FavourKeys[do.Favour]), trackText(do.Track)...)
	case derpate.Done:
		t.say(says("log.done"))
	default:
		t.adjusted(do)
	}
}

// diceTexts lists dice with what they show.
func diceTexts(dice derpate.Dice) []engine.Text {
	var items []engine.Text
	for c := derpate.Black; c <= derpate.Red; c++ {
		if dice[c] != derpate.NoFace {
			items = append(items, engine.Say("log.die").Thing(derpate.ColourKeys[c]).Thing(derpate.FaceKeys[dice[c]]))
		}
	}
	return items
}

func trackText(t derpate.Track) []engine.Text {
	if t == derpate.NoTrack {
		return nil
	}
	return []engine.Text{engine.Say(derpate.TrackKeys[t])}
}

// place tells a die on a box, and what else was said with it.
func (t *teller) place(do derpate.PlaceDie) {
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
	if do.Business != derpate.NoBusiness {
		items = append(items, engine.Say(derpate.BusinessKeys[do.Business]))
	}
	t.say(engine.Say("log.place").Seat(t.who).Thing(derpate.ColourKeys[do.Die]).Thing(derpate.BoxKeys[do.Box]), append(items, trackText(do.Track)...)...)
}

// adjusted tells what the table did on the cardboard.
func (t *teller) adjusted(do engine.Action) {
	by := func(s engine.Seat, what string, n int) {
		t.say(engine.Say("log.adjust").Seat(s).Thing(what).Number(n))
	}
	switch do := do.(type) {
	case derpate.AdjustMoney:
		by(do.Player, "what.money", do.By)
	case derpate.AdjustFriends:
		by(do.Player, "what.friends", do.By)
	case derpate.AdjustTrack:
		by(do.Player, derpate.WhatKeys[do.Track], do.By)
	case derpate.AdjustCar:
		t.say(engine.Say("log.adjust_car").Number(do.By))
	case derpate.AdjustMember:
		from, to := "from."+derpate.PlaceWords[do.From], "to."+derpate.PlaceWords[do.To]
		if do.Player == derpate.Neutral {
			t.say(engine.Say("log.adjust_neutral").Thing(from).Thing(to))
		} else {
			t.say(engine.Say("log.adjust_move").Seat(do.Player.SeatOf()).Thing(from).Thing(to))
		}
	case derpate.AdjustDebt:
		t.say(engine.Say("log.adjust_move").Seat(do.Player).Thing(t.holder("from.", do.From)).Thing(t.holder("to.", do.To)))
	}
}

// holder returns what a holder is called, as a message key or as the seat's own name.
func (t *teller) holder(prefix string, h derpate.Holder) string {
	if h.Seat() {
		return t.before.Players.Names[h]
	}
	return prefix + derpate.HolderWords[h]
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
	for i, s := range r.RankingSeats {
		t.Rows[s].Rank, t.Rows[s].Winner = r.Ranks[i], r.WinnerSet.Has(s)
	}
	return t
}

// worth returns the viewer's money, and in the end the total.
func worth(v view) int {
	if r := v.Result; r != nil {
		return r.Scores.Of[v.Viewer].Total
	}
	return v.Private.Money
}
