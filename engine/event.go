package engine

import (
	"cmp"
	"slices"
)

// An Event is a move with what came of it, as a log tells it to one viewer.
type Event struct {
	// Move is what was done. Its Do is nil where the viewer may not know it.
	Move Move
	Verb string // of the move, known even where Do is not
	// Begins: not a move is told, but that the play begins, or a round. Verb is "", the Cues are
	// the cues of the move that led there, and Before is After.
	Begins bool
	// Late: the move was secret when it was made, and is told because it is shown by now. What
	// came of it isn't told again.
	Late bool
	Cues []Cue // those that the viewer may notice; nil where Late
	// Before and After are the public views around the move.
	Before, After View
}

// A Telling is one line of a log: a sentence, and what is listed after it.
type Telling []Text

// A ScoreTable is the result of a play with what it is made of. The zero value stands for a
// play that is not over.
type ScoreTable struct {
	Columns []string   // message keys, such as "score.cash"
	Rows    []ScoreRow // by seat
}

// A ScoreRow is the result of one seat.
type ScoreRow struct {
	Values []int // by column; they add up to Total
	Total  int
	Rank   int // from 1; 0 where the seat is out of the ranking
	Winner bool
	Out    string // message key: why the seat is not ranked; "" where it is
}

// Winners returns the seats that have won.
func (t *ScoreTable) Winners() SeatSet {
	var set SeatSet
	for s := range t.Rows {
		if t.Rows[s].Winner {
			set = set.With(Seat(s))
		}
	}
	return set
}

// Order returns the seats, the best first, and after them those that are not ranked.
func (t *ScoreTable) Order() []int {
	place := func(s int) int {
		if rank := t.Rows[s].Rank; rank > 0 {
			return rank
		}
		return len(t.Rows) + 1
	}
	order := make([]int, len(t.Rows))
	for s := range order {
		order[s] = s
	}
	slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(place(a), place(b)) })
	return order
}
