package desk

import (
	"slices"

	"consigliere/engine/receipt"
)

// receiptsShown is how many receipts a desk shows.
const receiptsShown = 24

// deal returns the deal that is open, or nil.
func (m *maker) deal() *Deal {
	d := m.Deal
	if d == nil {
		return nil
	}
	return &Deal{Box: d.Box, Commitment: d.Commitment, Rows: d.Rows, Seats: d.Seats, Given: given(d.Given)}
}

// given returns who has given something. What a phone has drawn stays between it and the box until the play is over.
func given(list []receipt.Given) []Given {
	out := make([]Given, len(list))
	for i, g := range list {
		out[i] = Given{g.Seat, g.Number}
	}
	return out
}

// fair returns what all see of a play that can be checked, or nil.
func (m *maker) fair() *Fair {
	f := m.Play.Fair
	if f == nil {
		return nil
	}
	d := &Fair{Box: f.Box, Commitment: f.Commitment, Given: given(f.Given), Receipts: []Receipt{}}
	for _, r := range f.Receipts[max(0, len(f.Receipts)-receiptsShown):] {
		d.Receipts = append(d.Receipts, Receipt{r.Line, m.Words.Roster.Name(r.Seat), m.word("verb." + r.Verb), r.Digits, r.Gone})
	}
	return d
}

// stand puts the receipts of what seats have locked beside what is revealed of them: of each kind of choice the last.
func (m *maker) stand(lines []Line) {
	f := m.Play.Fair
	if f == nil {
		return
	}
	for i := range lines {
		var verbs []string
		for j := len(f.Receipts) - 1; j >= 0 && len(f.Receipts)-j <= 2*len(m.Play.Seats); j-- {
			r := &f.Receipts[j]
			if r.Gone || m.Words.Roster.Name(r.Seat) != lines[i].Seat || slices.Contains(verbs, r.Verb) {
				continue
			}
			verbs = append(verbs, r.Verb)
			if lines[i].Receipt != "" {
				lines[i].Receipt = " · " + lines[i].Receipt
			}
			lines[i].Receipt = r.Digits + lines[i].Receipt
		}
	}
}
