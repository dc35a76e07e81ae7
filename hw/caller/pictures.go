package caller

import (
	"slices"

	"consigliere/engine"
)

// Pictures are the pictures of a move by their number, each with all that was called of it so far.
type Pictures map[uint8]*engine.Scene

// Add adds a cue to its picture, which must be there. It returns the picture as it is shown with the
// cue, and the line that the cue is about; -1 if none is.
func (p Pictures) Add(q *engine.Cue) (sc *engine.Scene, row int) {
	next := *p[q.Picture]
	next.Lines = slices.Clone(next.Lines)
	p[q.Picture] = &next
	seats := q.Text.Seats()
	if kinds[q.Kind].whole || len(seats) == 0 {
		return &next, -1
	}
	row = slices.IndexFunc(next.Lines, func(l engine.Line) bool { return l.Seat == seats[0] })
	if row >= 0 && q.Icon != "" {
		l := &next.Lines[row]
		l.Icons = slices.Concat([]engine.Icon{q.Icon}, l.Icons)
	}
	return &next, row
}
