package console

import (
	"consigliere/engine/chronicle"
	"consigliere/engine/table"
)

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
