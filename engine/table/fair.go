package table

import (
	"bytes"
	"slices"

	"consigliere/engine"
	"consigliere/engine/receipt"
)

// A fair is what a table keeps of a play that can be checked afterwards.
type fair struct {
	digits func(line int, move []byte) string // nil: the play can't be checked
	lines  int                                // of the journal; where the play has none, it would have as many
	gone   []receipt.Receipt                  // of choices that were taken back
	taken  []Given                            // the same
}

// beginFair notes that the play can be checked, if its header says so. It is called before the first
// move.
func (t *Table) beginFair(lines int) error {
	d, _, err := receipt.OfHeader(t.play.header)
	if err != nil {
		return err
	}
	t.fair.lines = lines
	switch {
	case d == nil:
	case t.fixed != nil:
		t.fair.digits = func(line int, _ []byte) string { return t.fixed(line) }
	default:
		t.fair.digits = d.Key().Digits
	}
	return nil
}

// Receipts returns the receipts of the choices that were locked, in the order in which they were,
// including those that were taken back. A play that began without a commitment has none. All of it
// may be shown to everybody but for the moves, which are as secret as the record.
func (t *Table) Receipts() []receipt.Receipt {
	if t.fair.digits == nil {
		return nil
	}
	out := slices.Clone(t.fair.gone)
	for i := range t.play.moves {
		if e := &t.play.moves[i]; e.bound {
			r := t.receipt(e)
			r.At, r.Move = i+2, nil
			out = append(out, r)
		}
	}
	slices.SortFunc(out, func(a, b receipt.Receipt) int { return a.Line - b.Line })
	return out
}

// receipt returns the receipt of a move as one that was taken back has it.
func (t *Table) receipt(e *step) receipt.Receipt {
	p := t.play
	move := p.writer.Append(nil, e.Move)
	return receipt.Receipt{Line: e.line, Seat: p.header.Seats.Name(e.Seat), Digits: t.fair.digits(e.line, move), Move: move}
}

// A Given is a receipt as the table may see it while the play goes on.
type Given struct {
	Line   int
	Seat   engine.Seat
	Verb   string // of what was asked
	Digits string
	Gone   bool // the choice was taken back
}

// Given returns the receipts so far, in the order in which they were given; none in a play that began
// without a commitment. Everybody may see all of it.
func (t *Table) Given() []Given {
	if t.fair.digits == nil {
		return nil
	}
	out := slices.Clone(t.fair.taken)
	for i := range t.play.moves {
		if e := &t.play.moves[i]; e.bound {
			out = append(out, t.given(e))
		}
	}
	slices.SortFunc(out, func(a, b Given) int { return a.Line - b.Line })
	return out
}

func (t *Table) given(e *step) Given {
	return Given{Line: e.line, Seat: e.Seat, Verb: e.ask.Verb, Digits: t.receipt(e).Digits}
}

// count counts the lines of the moves from number n on, which the journal has now.
func (t *Table) count(n int) {
	for i := n; i < len(t.play.moves); i++ {
		t.fair.lines++
		t.play.moves[i].line = t.fair.lines
	}
}

// lose keeps the receipt of a move that is taken back.
func (t *Table) lose(e *step) {
	if e.bound {
		t.fair.gone = append(t.fair.gone, t.receipt(e))
		g := t.given(e)
		g.Gone = true
		t.fair.taken = append(t.fair.taken, g)
	}
}

// AppendFairRecord appends the record with its receipts, signed, for after the play.
func (t *Table) AppendFairRecord(dst []byte, s *receipt.Signer) ([]byte, error) {
	return receipt.Append(dst, bytes.Clone(t.AppendPublicRecord(nil)), t.Receipts(), s)
}

// bound reports whether a move that is about to be made gets a receipt.
func (p *play) bound(s engine.Seat, verb string) bool {
	return p.header.Fair != nil && receipt.Bound(p.asks, s, verb)
}
