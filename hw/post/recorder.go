package post

import (
	"slices"

	"consigliere/hw/desk"
	"consigliere/hw/post/wire"
)

// A recorder makes lines of public desks. What it makes follows from the desks alone, which hold nothing that was not
// shown (promise P4).
type recorder struct {
	last wire.Line
	log  []string
	told told
}

// told is what was told of a play that can be checked.
type told struct {
	commitment string
	given      []wire.Given
	receipt    int // the line of the last
}

// fair adds to a line what is new of a play that can be checked.
func (t *told) fair(line *wire.Line, f wire.Fair, given []desk.Given, receipts []desk.Receipt) {
	if t.commitment != f.Commitment {
		*t, line.Fair = told{commitment: f.Commitment}, &f
	}
	for _, g := range given {
		// What a phone has drawn is no number: it stays with the phone.
		if said := (wire.Given{Seat: g.Seat, Number: g.Number}); g.Number != "" && !slices.Contains(t.given, said) {
			t.given, line.Given = append(slices.Clip(t.given), said), append(line.Given, said)
		}
	}
	for _, r := range receipts {
		if r.Line > t.receipt {
			t.receipt, line.Receipts = r.Line, append(line.Receipts, wire.Receipt{Line: r.Line, Seat: r.Seat, Digits: r.Digits})
		}
	}
}

// goOn takes up what a line told.
func (t *told) goOn(line *wire.Line) {
	if line.Fair != nil {
		*t = told{commitment: line.Fair.Commitment}
	}
	t.given = append(t.given, line.Given...)
	for _, r := range line.Receipts {
		t.receipt = max(t.receipt, r.Line)
	}
}

// deal returns the line that a deal adds, and whether it adds any.
func (r *recorder) deal(d *desk.Public) (wire.Line, bool) {
	line := wire.Line{State: wire.Deal, Lang: d.Lang, Seats: d.Deal.Seats}
	r.told.fair(&line, wire.Fair{Box: d.Deal.Box, Commitment: d.Deal.Commitment}, d.Deal.Given, nil)
	r.last = line
	return line, line.Fair != nil || line.Given != nil
}

// take returns the line that a desk adds, and whether it adds any.
func (r *recorder) take(d *desk.Public) (wire.Line, bool) {
	line := wire.Line{
		State: d.State, Lang: d.Lang, Game: d.Game, Title: d.GameTitle, Name: d.Name, Phase: d.Phase, Round: d.Round, Pause: d.Paused, Judge: d.Judge,
	}
	if d.Seconds >= 0 {
		line.Clock = d.Seconds + 1
	}
	index := map[string]int{}
	for i := range d.Seats {
		p := &d.Seats[i]
		index[p.Name] = i
		line.Seats = append(line.Seats, p.Name)
		if p.Awaited && !p.Locked {
			line.Waits = append(line.Waits, i)
		}
	}
	if d.Score != nil && d.State == "over" {
		for i := range d.Score.Rows {
			row := &d.Score.Rows[i]
			if seat, ok := index[row.Seat]; ok {
				line.Score = append(line.Score, wire.Score{Seat: seat, Place: row.Rank, Total: row.Total})
			}
		}
	}
	log := make([]string, len(d.Log))
	for i := range d.Log {
		log[i] = d.Log[i].Text
	}
	line.Log = r.news(log)
	if f := d.Fair; f != nil {
		r.told.fair(&line, wire.Fair{Box: f.Box, Commitment: f.Commitment}, f.Given, f.Receipts)
	}
	old := r.last
	if len(line.Log) == 0 && line.Fair == nil && line.Given == nil && line.Receipts == nil && same(&old, &line) {
		return wire.Line{}, false
	}
	r.last = line
	return line, true
}

// news returns the new entries. An entry that was taken back is not told; a log that has
// another beginning is told anew.
func (r *recorder) news(log []string) []string {
	had := 0
	for had < len(log) && had < len(r.log) && log[had] == r.log[had] {
		had++
	}
	if had == 0 {
		// What is shown is the end of what has happened: look for where it goes on.
		for at := 1; at < len(r.log); at++ {
			if n := len(r.log) - at; n <= len(log) && slices.Equal(r.log[at:], log[:n]) {
				had = n
				break
			}
		}
	}
	r.log = log
	return log[had:]
}

// goOn takes up where a line was the last that was written, by another run of the program.
func (r *recorder) goOn(line wire.Line) {
	log := append(r.log, line.Log...)
	r.last, r.log = line, log[max(0, len(log)-logKept):]
	r.told.goOn(&line)
	r.last.N, r.last.Log, r.last.Play = 0, nil, ""
}

// logKept is how many entries a recorder remembers of what was told before.
const logKept = 256

// same reports whether two lines say the same. A clock that only runs says nothing new.
func same(a, b *wire.Line) bool {
	return a.State == b.State && a.Lang == b.Lang && a.Game == b.Game && a.Title == b.Title && a.Name == b.Name && a.Phase == b.Phase &&
		a.Round == b.Round && a.Pause == b.Pause && (a.Clock > 0) == (b.Clock > 0) && b.Clock <= a.Clock && a.Judge == b.Judge &&
		slices.Equal(a.Seats, b.Seats) && slices.Equal(a.Waits, b.Waits) && slices.Equal(a.Score, b.Score)
}
