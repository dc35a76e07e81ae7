package wire

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"

	"consigliere/engine/journal"
	"consigliere/engine/receipt"
)

// An Exported is a line as a hub exports it. Text is the line of the outbox, as a string.
type Exported struct {
	Box  string `json:"box"`
	Play string `json:"play"`
	Line int    `json:"line"`
	Text string `json:"text"`
}

// IsExport reports whether data are lines as a hub exports them.
func IsExport(data []byte) bool {
	first, _, _ := bytes.Cut(data, []byte{'\n'})
	var e Exported
	d := json.NewDecoder(bytes.NewReader(first))
	d.DisallowUnknownFields()
	return d.Decode(&e) == nil && e.Box != "" && e.Play != "" && e.Text != ""
}

// A Witness is what a hub has kept of a play that can be checked.
type Witness struct {
	Box, Play  string
	Commitment string
	// Kept has the commitment only where the hub heard of it before anybody said a number.
	Kept receipt.Kept
}

// Witnesses returns what a hub has kept of each play that can be checked, out of the lines that it exports.
func Witnesses(r io.Reader) ([]*Witness, error) {
	var all []*Witness
	type source struct{ box, play string }
	last := map[source]*Witness{}
	d := json.NewDecoder(r)
	for n := 1; ; n++ {
		var e Exported
		err := d.Decode(&e)
		if err == io.EOF {
			return all, nil
		}
		var line Line
		if err == nil {
			err = json.Unmarshal(journal.Record([]byte(e.Text)), &line)
		}
		if err != nil {
			return nil, fmt.Errorf("line %d is not a line of a hub: %w", n, err)
		}
		of := source{e.Box, e.Play}
		w := last[of]
		if line.Fair != nil && (w == nil || w.Commitment != line.Fair.Commitment) {
			w = &Witness{Box: e.Box, Play: e.Play, Commitment: line.Fair.Commitment, Kept: receipt.Kept{Box: line.Fair.Box}}
			if line.State == Deal && line.Given == nil {
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
