// Package witness reads what a hub has kept of games that can be checked, out of the lines that it exports.
package witness

import (
	"encoding/json"
	"fmt"
	"io"

	"consigliere/engine/journal"
	"consigliere/engine/receipt"
	"consigliere/hw/post/wire"
)

// A Play is what a hub has kept of a play that can be checked.
type Play struct {
	Box, Name  string // as the hub knows them
	Commitment string
	// Kept has the commitment only where the hub heard of it before anybody said a number.
	Kept receipt.Kept
}

// Read returns what a hub has kept of each play that can be checked, out of the lines that it exports.
func Read(r io.Reader) ([]*Play, error) {
	var all []*Play
	type source struct{ box, play string }
	last := map[source]*Play{}
	d := json.NewDecoder(r)
	for n := 1; ; n++ {
		var e wire.Exported
		err := d.Decode(&e)
		if err == io.EOF {
			return all, nil
		}
		var line wire.Line
		if err == nil {
			err = json.Unmarshal(journal.Record([]byte(e.Text)), &line)
		}
		if err != nil {
			return nil, fmt.Errorf("line %d is not a line of a hub: %w", n, err)
		}
		of := source{e.Box, e.Play}
		w := last[of]
		if line.Fair != nil && (w == nil || w.Commitment != line.Fair.Commitment) {
			w = &Play{Box: e.Box, Name: e.Play, Commitment: line.Fair.Commitment, Kept: receipt.Kept{Box: line.Fair.Box}}
			if line.State == wire.Deal && line.Given == nil {
				w.Kept.Commitment = line.Fair.Commitment
			}
			last[of], all = w, append(all, w)
		}
		if w == nil {
			continue
		}
		for _, g := range line.Given {
			w.Kept.Given = append(w.Kept.Given, receipt.Given{Seat: g.Seat, Number: g.Number})
		}
		for _, r := range line.Receipts {
			w.Kept.Receipts = append(w.Kept.Receipts, receipt.Receipt{Line: r.Line, Seat: r.Seat, Digits: r.Digits})
		}
	}
}
