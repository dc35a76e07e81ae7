package main

import (
	"bytes"
	"crypto/rand"
	"crypto/sha256"
	"fmt"

	"consigliere/engine"
	"consigliere/engine/games"
	"consigliere/engine/receipt"
	"consigliere/engine/table"
)

// A sealing is a play of bots that can be checked afterwards.
type sealing struct {
	deal   *receipt.Deal
	signer *receipt.Signer
	kept   receipt.Kept // by a phone that was there
}

// dealt returns the deal of a play of bots, and puts it into the header. The seed of the header decides
// all of it, so that the same seed gives the same game: the secret, a number that the first seat says,
// and what the phone of the second gives.
func dealt(h *engine.Header) *receipt.Deal {
	draw := func(what string) []byte {
		sum := sha256.Sum256(fmt.Appendf(nil, "consigliere play\n%s\n%d", what, h.Seed))
		return sum[:]
	}
	d := &receipt.Deal{Secret: receipt.Secret(draw("secret"))}
	number := 0
	for _, b := range draw("number")[:4] {
		number = (number<<8 | int(b)) % 1_000_000
	}
	for i, name := range h.Seats[:min(2, len(h.Seats))] {
		if i == 0 {
			d.Given = append(d.Given, receipt.Given{Seat: name, Number: fmt.Sprintf("%06d", number)})
		} else {
			d.Given = append(d.Given, receipt.Given{Seat: name, Phone: draw("phone")[:receipt.PhoneBytes]})
		}
	}
	h.Seed = d.Seed()
	return d
}

// newSealing makes the key that signs the record, and marks its header.
func newSealing(d *receipt.Deal, h *engine.Header) (*sealing, error) {
	signer, err := receipt.NewSigner(rand.Reader)
	if err != nil {
		return nil, err
	}
	d.Box = signer.Key()
	d.Mark(h)
	return &sealing{d, signer, receipt.Kept{Box: d.Box, Commitment: d.Secret.Commitment().String(), Given: d.Given}}, nil
}

// sign returns a record with its receipts, signed.
func (s *sealing) sign(record []byte) ([]byte, error) {
	t, err := table.Replay(bytes.NewReader(record), games.Find)
	if err != nil {
		return nil, err
	}
	s.kept.Receipts = t.Receipts()
	return t.AppendFairRecord(nil, s.signer)
}
