package anygame

import "consigliere/engine"

// The moves of the game. Verbs that take a word or a seat have a type for each.
type (
	// Ready says that a seat, or the table, is ready to go on.
	Ready struct{}
	// Look says that a seat has seen what it was told.
	Look struct{}
	// Bid is a secret number.
	Bid struct {
		Amount int `arg:"amount"`
	}
	// Vote is a ballot for a word; its verb is vote.
	Vote struct {
		Choice string `arg:"choice"`
	}
	// VoteSeat is a ballot for a seat, or for nobody; its verb is vote.
	VoteSeat struct {
		Who engine.Seat `arg:"who"`
	}
	// Pick is a secret choice of a word; its verb is pick.
	Pick struct {
		Choice string `arg:"choice"`
	}
	// PickSeat is a secret choice of a seat; its verb is pick.
	PickSeat struct {
		Who engine.Seat `arg:"who"`
	}
	// Choose is an open choice of a word; its verb is choose.
	Choose struct {
		Choice string `arg:"choice"`
	}
	// ChooseSeat is an open choice of a seat; its verb is choose.
	ChooseSeat struct {
		Who engine.Seat `arg:"who"`
	}
	// ChooseTeam is an open choice of several seats; its verb is choose.
	ChooseTeam struct {
		Team Team `arg:"team"`
	}
	// Dice is what dice show that were thrown on the table.
	Dice struct {
		Faces Faces `arg:"dice"`
	}
	// Score gives points to a seat.
	Score struct {
		Of     engine.Seat `arg:"of"`
		Points int         `arg:"points"`
	}
	// Buzz is a press on a buzzer, with its time ([engine.Ask.Timed]).
	Buzz struct {
		At     int `arg:"at,optional"`
		Us     int `arg:"us,optional"`
		Unsure int `arg:"unsure,optional"`
	}
	// Tap passes the clock on.
	Tap struct {
		At     int `arg:"at,optional"`
		Us     int `arg:"us,optional"`
		Unsure int `arg:"unsure,optional"`
	}
	// Take takes what is sold at the price that falls.
	Take struct {
		At     int `arg:"at,optional"`
		Us     int `arg:"us,optional"`
		Unsure int `arg:"unsure,optional"`
	}
	// Fall lets the price fall.
	Fall struct{}
	// Raise raises a price; 0 is to pass.
	Raise struct {
		To int `arg:"to"`
	}
	// Flag says that the time of a clock is over.
	Flag struct{}
	// Warn says how much time is left.
	Warn struct{}
)

// Faces are what dice show, by die; 0 where there is none.
type Faces [mostDice]uint8

// Keys returns how records call the dice.
func (Faces) Keys() []string { return dieKeys }

// A Team is a set of seats; records have it as a list.
type Team engine.SeatSet

// ArgValue returns the seats as a list.
func (t Team) ArgValue() engine.Value {
	v := engine.Value{Kind: engine.ListValue}
	for s := range engine.Seat(engine.MaxSeats) {
		if engine.SeatSet(t).Has(s) {
			v.Items = append(v.Items, engine.Arg{Value: engine.SeatOf(s)})
		}
	}
	return v
}

// ParseArg returns the team that a list of seats means.
func (Team) ParseArg(r engine.Roster, v engine.Value) (any, bool) {
	var set engine.SeatSet
	for i := range v.Items {
		s, ok := v.Items[i].Value.SeatIn(r)
		if !ok || s < 0 || set.Has(s) {
			return nil, false
		}
		set = set.With(s)
	}
	return Team(set), v.Kind == engine.ListValue
}

var moves = engine.Declare(
	engine.Verb[Ready]("ready", "ANY-3.1"),
	engine.Verb[Look]("look", "ANY-3.2"),
	engine.Verb[Bid]("bid", "ANY-4.1"),
	engine.Verb[Vote]("vote", "ANY-5.1"),
	engine.Verb[VoteSeat]("vote", "ANY-5.1"),
	engine.Verb[Pick]("pick", "ANY-6.1"),
	engine.Verb[PickSeat]("pick", "ANY-6.1"),
	engine.Verb[Choose]("choose", "ANY-8.1"),
	engine.Verb[ChooseSeat]("choose", "ANY-8.1"),
	engine.Verb[ChooseTeam]("choose", "ANY-8.1"),
	engine.Verb[Dice]("dice", "ANY-7.2"),
	engine.Verb[Score]("score", "ANY-9.1"),
	engine.Verb[Buzz]("buzz", "ANY-10.1"),
	engine.Verb[Tap]("tap", "ANY-10.1"),
	engine.Verb[Take]("take", "ANY-10.1"),
	engine.Verb[Fall]("fall", "ANY-4.5"),
	engine.Verb[Raise]("raise", "ANY-4.5"),
	engine.Verb[Flag]("flag", "ANY-10.3"),
	engine.Verb[Warn]("warn", "ANY-10.3"),
)
