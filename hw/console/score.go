package console

import (
	"consigliere/engine"
	"consigliere/engine/chronicle"
	"consigliere/engine/table"
	"consigliere/hw/lang"
)

// A DeskScore is the result of a play that is over, and how it came about.
type DeskScore struct {
	Columns []string       `json:"columns"` // what a score is made of
	Rows    []DeskScoreRow `json:"rows"`    // the best first
}

// A DeskScoreRow is the result of one seat.
type DeskScoreRow struct {
	Seat   string `json:"seat"`
	Place  string `json:"place"`  // "1.", or why it is not ranked
	Values []int  `json:"values"` // by column
	Total  int    `json:"total"`
	Winner bool   `json:"winner"`
	Rounds []int  `json:"rounds"` // what it owned after each round; empty where nobody can tell
}

// An outcome is how a play came out. It is read from the record once, and not for each page.
type outcome struct {
	t      *table.Table
	moves  int
	rounds [][]int
}

// rounds returns what each seat owned after each round of the play that is over, as the record
// tells that everybody may have; nil where it does not.
func (s *state) rounds() [][]int {
	if o := &s.outcome; o.t != s.t || o.moves != s.t.Moves() {
		*o = outcome{t: s.t, moves: s.t.Moves()}
		r, err := chronicle.Read(s.t.Title(), s.t.AppendPublicRecord(nil))
		if err == nil { // else it lacks what nobody may know, and there is no chart
			o.rounds = r.Rounds
		}
	}
	return s.outcome.rounds
}

// deskScore returns the result; nil where the title keeps no score.
func (s *state) deskScore(l lang.Lang) *DeskScore {
	title := s.t.Title()
	if title.Score == nil {
		return nil
	}
	score := title.Score(s.t.View(engine.Public))
	if len(score.Rows) != len(s.roster) {
		return nil
	}
	d := &DeskScore{Columns: []string{}, Rows: []DeskScoreRow{}}
	for _, key := range score.Columns {
		d.Columns = append(d.Columns, s.word(l, key))
	}
	rounds := s.rounds()
	for _, seat := range ranked(score) {
		r := &score.Rows[seat]
		row := DeskScoreRow{Seat: s.roster[seat], Values: r.Values, Total: r.Total, Winner: r.Winner, Rounds: []int{}}
		if r.Rank > 0 {
			row.Place = l.Number(r.Rank) + "."
		} else if r.Out != "" {
			row.Place = s.word(l, r.Out)
		}
		for _, round := range rounds {
			row.Rounds = append(row.Rounds, round[seat])
		}
		d.Rows = append(d.Rows, row)
	}
	return d
}
