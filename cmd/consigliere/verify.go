package main

import (
	"bytes"
	"errors"
	"fmt"
	"os"

	"consigliere/engine"
	"consigliere/engine/games"
	"consigliere/engine/journal"
	"consigliere/engine/receipt"
	"consigliere/hw/post/wire"
	"consigliere/hw/post/witness"
)

type verifyCommand struct {
	File       string            `arg:"" optional:"" help:"The record; - means standard input."`
	Kept       []string          `help:"What a phone or a hub kept during the game; may be repeated." placeholder:"FILE"`
	Commitment string            `help:"The commitment that the box showed, or its first eight digits." placeholder:"DIGITS"`
	Number     map[string]string `help:"A number that a seat said; may be repeated." placeholder:"SEAT=NUMBER" mapsep:"none"`
	Page       string            `help:"Write a page to this file that does the same in any browser, without a network." placeholder:"FILE"`
}

// Help is shown with -h.
func (verifyCommand) Help() string {
	return `Checks a game that began with a commitment: that the record is whole and legal, that chance was fair,
and that the box changed no choice after it was locked. It says line by line what holds, what fails,
and what can't be proved. The more was kept during the game, the more it can tell: the commitment,
the numbers players said, what phones have kept.

Examples:
  consigliere verify evening.txt
  consigliere verify evening.txt --kept phone.jsonl --number Ava=482915
  consigliere-hub export --lines >hub.jsonl; consigliere verify evening.txt --kept hub.jsonl
  consigliere verify --page verify.html`
}

// Run checks the record.
func (c *verifyCommand) Run(s streams) error {
	if c.Page != "" {
		if err := os.WriteFile(c.Page, receipt.Page, 0o644); err != nil || c.File == "" {
			return err
		}
	}
	if c.File == "" {
		return errors.New("verify needs the FILE of a record, or --page; see: consigliere verify --help")
	}
	data, err := c.read(s)
	if err != nil {
		return err
	}
	kept, err := c.kept(data)
	if err != nil {
		return err
	}
	report, err := receipt.Check(data, kept, games.Find)
	if err != nil {
		title, h := ofRecord(receipt.Record(data))
		return inWords(err, title, h)
	}
	var failed []error
	for _, f := range report {
		switch f.Verdict {
		case receipt.Holds:
			fmt.Fprintln(s.out, "holds:", f.Text)
		case receipt.Unproved:
			fmt.Fprintln(s.out, "not proved:", f.Text)
		case receipt.Fails:
			failed = append(failed, fmt.Errorf("does not hold: %s", f.Text))
		}
	}
	return errors.Join(failed...)
}

func (c *verifyCommand) read(s streams) ([]byte, error) {
	in := s.in
	if c.File != "-" {
		f, err := os.Open(c.File)
		if err != nil {
			return nil, err
		}
		defer f.Close()
		in = f
	}
	return journal.ReadAll(in)
}

// kept returns what the command line says was kept of the play that a record is of.
func (c *verifyCommand) kept(record []byte) (*receipt.Kept, error) {
	k := &receipt.Kept{}
	for _, name := range c.Kept {
		data, err := os.ReadFile(name)
		if err != nil {
			return nil, err
		}
		if wire.IsExport(data) {
			err = addHub(k, data, record)
		} else {
			err = k.Add(bytes.NewReader(data))
		}
		if err != nil {
			return nil, fmt.Errorf("%s: %w", name, inWords(err, nil, engine.Header{}))
		}
	}
	if c.Commitment != "" {
		if err := k.AddCommitment("", c.Commitment); err != nil {
			return nil, fmt.Errorf("--commitment: %w", err)
		}
	}
	for seat, number := range c.Number {
		if err := receipt.CheckNumber(number); err != nil {
			return nil, fmt.Errorf("--number: %w", err)
		}
		k.Given = append(k.Given, receipt.Given{Seat: engine.NormalName(seat), Number: number})
	}
	return k, nil
}

// addHub adds what a hub has kept of the play that a record is of, out of all that it exports.
func addHub(k *receipt.Kept, export, record []byte) error {
	doc, err := receipt.Parse(record)
	if err != nil {
		return nil // the check says so
	}
	header, _, _ := bytes.Cut(doc.Record, []byte{'\n'})
	h, err := engine.ParseHeader(header)
	if err != nil {
		return nil // and so here
	}
	d, stated, err := receipt.OfHeader(h)
	if d == nil || err != nil {
		return nil
	}
	all, err := witness.Read(bytes.NewReader(export))
	if err != nil {
		return err
	}
	seen := false
	for _, w := range all {
		if w.Commitment != stated.String() {
			continue
		}
		seen = true
		if w.Kept.Commitment != "" {
			if err := k.AddCommitment(w.Kept.Box, w.Kept.Commitment); err != nil {
				return err
			}
		}
		k.Given, k.Receipts = append(k.Given, w.Kept.Given...), append(k.Receipts, w.Kept.Receipts...)
	}
	if !seen {
		return fmt.Errorf("the hub knows %d games that can be checked, and none of a box with the commitment %s: it did not see this game, or the box was committed to another secret", len(all), stated)
	}
	return nil
}
