// Package event runs a tournament on paper: who plays at which table, what the results come to, and how good the
// players are. It has no clock, no network and no words. An [Event] is a value; everything else follows from it, so
// a result that is corrected corrects all that came of it.
//
//	round, err := e.Pair()          // the next round, with the reason of each table
//	e.Rounds = append(e.Rounds, round)
//	err = e.SetResult(0, 3, []int{1, 2, 2, 4}, false)
//	for _, s := range e.Standings() { ... }
package event

import (
	"fmt"
	"slices"
	"strings"
)

// Limits of an event.
const (
	MaxPlayers = 1000
	MaxRounds  = 50
	MaxTable   = 8
)

// A Score is points in parts of 840, so that players who share places share their points exactly: 840 can be
// divided by 1 to 8.
type Score int64

// Point is one point.
const Point Score = 840

// String returns the points with at most three decimals.
func (s Score) String() string {
	text := fmt.Sprintf("%.3f", float64(s)/float64(Point))
	return strings.TrimRight(strings.TrimRight(text, "0"), ".")
}

// A TieBreak puts players in order who have the same points and whose opponents have the same.
type TieBreak string

// The tie-breaks that settings can name.
const (
	ByWins  TieBreak = "wins"  // more first places, those that are shared not counted
	ByPlace TieBreak = "place" // the lower mean place
	ByFirst TieBreak = "first" // fewer plays from the first seat
)

// Settings are how an event is played.
type Settings struct {
	// Least and Most are how many play at a table, from 2 to 8. An event for two at each table is paired as
	// a Swiss tournament.
	Least int `json:"least"`
	Most  int `json:"most"`
	// Points are what the places bring, the first place first. Places beyond them bring nothing. None stand
	// for one point for each player whom a full table has behind a place.
	Points []int `json:"points,omitempty"`
	// Bye is what a round without a table brings, in points; nil stands for the points of a first place where two
	// play at a table, and for the mean of a full table elsewhere.
	Bye *int `json:"bye,omitempty"`
	// Then are the tie-breaks after opponents' points.
	Then []TieBreak `json:"then,omitempty"`
}

// A Player is somebody who plays, known by name.
type Player struct {
	Name string `json:"name"`
	// From is the first round that the player takes part in, counted from 1; 0 is the first.
	From int `json:"from,omitempty"`
	// Until is the last round of a player who has dropped out; 0: they have not; -1: before the first.
	Until int `json:"until,omitempty"`
}

// plays reports whether a player takes part in a round, counted from 1.
func (p *Player) plays(round int) bool { return p.From <= round && (p.Until == 0 || round <= p.Until) }

// A Table is a table of one round. Seats are names, clockwise from the seat that begins.
type Table struct {
	Number int      `json:"number"`
	Seats  []string `json:"seats"`
	// ByHand: somebody has put the table together.
	ByHand bool     `json:"byHand,omitempty"`
	Why    []Reason `json:"why,omitempty"`
	// Places are the places of the seats, 1 for the best; players who share a place have the same. Nil
	// until there is a result.
	Places []int `json:"places,omitempty"`
	// Entered: somebody has entered or corrected the result by hand.
	Entered bool `json:"entered,omitempty"`
}

// A Round holds the tables of a round, and the players who sit out.
type Round struct {
	Tables []Table  `json:"tables"`
	Byes   []string `json:"byes,omitempty"`
}

// A Reason says why people sit at a table.
type Reason struct {
	// Key is "draw" (the first round is drawn), "standing" (they stand from place From to place To), "size" (N at
	// the table, so that nobody sits out), "moved" (Who sits here so as not to meet Whom again), "again" (Who and
	// Whom meet again: it cannot be avoided, or somebody wants it so), or "hand".
	Key  string `json:"key"`
	From int    `json:"from,omitempty"`
	To   int    `json:"to,omitempty"`
	N    int    `json:"n,omitempty"`
	Who  string `json:"who,omitempty"`
	Whom string `json:"whom,omitempty"`
}

// An Event is a tournament.
type Event struct {
	Name     string   `json:"name"`
	Game     string   `json:"game,omitempty"` // the word of the title, such as "naro"
	Settings Settings `json:"settings"`
	// Seed is for the draw of the first round.
	Seed    uint64   `json:"seed"`
	Players []Player `json:"players"`
	Rounds  []Round  `json:"rounds"`
}

// Check returns what is wrong with an event that comes from elsewhere.
func (e *Event) Check() error {
	s := e.Settings
	switch {
	case s.Least < 2 || s.Most > MaxTable || s.Least > s.Most:
		return Wrong("sizes", "a table is for %d to %d players; it can be for 2 to %d", s.Least, s.Most, MaxTable)
	case len(e.Players) > MaxPlayers:
		return Wrong("many_players", "an event has at most %d players, not %d", MaxPlayers, len(e.Players))
	case len(e.Rounds) > MaxRounds:
		return Wrong("many_rounds", "an event has at most %d rounds, not %d", MaxRounds, len(e.Rounds))
	}
	for _, t := range s.Then {
		if !slices.Contains([]TieBreak{ByWins, ByPlace, ByFirst}, t) {
			return Wrong("tie_break", "%q is not a tie-break; there are %s, %s and %s", t, ByWins, ByPlace, ByFirst)
		}
	}
	index := map[string]bool{}
	for _, p := range e.Players {
		if p.Name == "" {
			return Wrong("no_name", "a player has no name")
		}
		if index[p.Name] {
			return Wrong("same_name", "two players are called %q", p.Name)
		}
		index[p.Name] = true
	}
	for i := range e.Rounds {
		if err := e.checkRound(&e.Rounds[i]); err != nil {
			return Wrong("in_round", "round %d: %w", i+1, err)
		}
	}
	return nil
}

// checkRound returns what is wrong with a round: everybody sits once, and is known.
func (e *Event) checkRound(r *Round) error {
	known, sits := map[string]bool{}, map[string]bool{}
	for _, p := range e.Players {
		known[p.Name] = true
	}
	sit := func(name string) error {
		if !known[name] {
			return Wrong("plays_not", "%q does not play in this event", name)
		}
		if sits[name] {
			return Wrong("sits_twice", "%q sits at two tables", name)
		}
		sits[name] = true
		return nil
	}
	numbers := map[int]bool{}
	for i := range r.Tables {
		t := &r.Tables[i]
		if numbers[t.Number] {
			return Wrong("table_twice", "table %d is there twice", t.Number)
		}
		numbers[t.Number] = true
		if len(t.Seats) < 2 || len(t.Seats) > MaxTable {
			return Wrong("table_size", "table %d: %d players cannot play at a table; 2 to %d can", t.Number, len(t.Seats), MaxTable)
		}
		for _, name := range t.Seats {
			if err := sit(name); err != nil {
				return Wrong("at_table", "table %d: %w", t.Number, err)
			}
		}
		if t.Places != nil {
			if err := checkPlaces(t.Places, len(t.Seats)); err != nil {
				return Wrong("at_table", "table %d: %w", t.Number, err)
			}
		}
	}
	for _, name := range r.Byes {
		if err := sit(name); err != nil {
			return err
		}
	}
	return nil
}

// checkPlaces returns what is wrong with the places of n seats. Two who share the first place are followed by the
// third.
func checkPlaces(places []int, n int) error {
	if len(places) != n {
		return Wrong("places", "%d places for %d players", len(places), n)
	}
	for _, p := range places {
		better := 0
		for _, q := range places {
			if q < p {
				better++
			}
		}
		if p != better+1 {
			return Wrong("place", "place %d comes after %d players, so it must be place %d", p, better, better+1)
		}
	}
	return nil
}

// Places returns the places of scores, the highest first.
func Places(scores []int) []int {
	places := make([]int, len(scores))
	for i, s := range scores {
		places[i] = 1
		for _, other := range scores {
			if other > s {
				places[i]++
			}
		}
	}
	return places
}

// table returns a table of a round, counted from 0.
func (e *Event) table(round, number int) (*Table, error) {
	if round < 0 || round >= len(e.Rounds) {
		return nil, Wrong("no_such_round", "there is no round %d", round+1)
	}
	tables := e.Rounds[round].Tables
	if i := slices.IndexFunc(tables, func(t Table) bool { return t.Number == number }); i >= 0 {
		return &tables[i], nil
	}
	return nil, Wrong("no_such_table", "round %d has no table %d", round+1, number)
}

// SetResult enters or corrects the places of a table; nil takes the result back. The round is counted from 0. What a
// person has entered is replaced by another person alone.
func (e *Event) SetResult(round, number int, places []int, byHand bool) error {
	t, err := e.table(round, number)
	if err != nil {
		return err
	}
	if places != nil {
		if err := checkPlaces(places, len(t.Seats)); err != nil {
			return Wrong("at_table", "table %d: %w", number, err)
		}
	}
	if t.Entered && !byHand {
		return Wrong("at_table", "table %d: %w", number, ErrEntered)
	}
	t.Places, t.Entered = slices.Clone(places), byHand && places != nil
	return nil
}

// ErrEntered is the error for a result that comes from a table after somebody has entered one by hand.
var ErrEntered = Wrong("entered", "its result was entered by hand")

// SetRound replaces the last round by one that somebody has put together. Tables that differ from those before are
// marked so; a result goes where a table did.
func (e *Event) SetRound(r Round) error {
	if len(e.Rounds) == 0 {
		return Wrong("no_round", "no round has begun")
	}
	if err := e.checkRound(&r); err != nil {
		return err
	}
	last := &e.Rounds[len(e.Rounds)-1]
	sits := 0
	for i := range r.Tables {
		t := &r.Tables[i]
		sits += len(t.Seats)
		before, err := e.table(len(e.Rounds)-1, t.Number)
		if err == nil && slices.Equal(before.Seats, t.Seats) {
			*t = *before
			continue
		}
		*t = Table{Number: t.Number, Seats: slices.Clone(t.Seats), ByHand: true, Why: []Reason{{Key: "hand"}}}
	}
	sits += len(r.Byes)
	present := 0
	for i := range e.Players {
		if e.Players[i].plays(len(e.Rounds)) {
			present++
		}
	}
	if sits < present {
		return Wrong("sits_nowhere", "%d of %d players have neither a table nor a bye", present-sits, present)
	}
	before := e.history(len(e.Rounds) - 1)
	for i := range r.Tables {
		if t := &r.Tables[i]; t.ByHand && t.Places == nil {
			t.Why = append(t.Why[:1:1], before.repeats(t.Seats)...)
		}
	}
	*last = r
	return nil
}

// Done reports whether all tables of the last round have results.
func (e *Event) Done() bool {
	if len(e.Rounds) == 0 {
		return true
	}
	return !slices.ContainsFunc(e.Rounds[len(e.Rounds)-1].Tables, func(t Table) bool { return t.Places == nil })
}
