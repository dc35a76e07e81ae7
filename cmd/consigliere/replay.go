package main

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"

	"consigliere/engine"
	"consigliere/engine/games"
	"consigliere/engine/table"
)

type replayCommand struct {
	Public bool    `help:"Print only what everybody may know." xor:"looker"`
	As     *string `help:"Print only what this seat may know." placeholder:"SEAT" xor:"looker"`
	File   string  `arg:"" help:"The record, or a journal; - for standard input." placeholder:"FILE|-"`
}

// Help is shown with -h.
func (replayCommand) Help() string {
	return `A record has one JSON object a line: the header, then the moves. The final status is
one JSON object. An illegal line is told as "line N: reason"; the header is line 1.

Example:
  consigliere replay --as Ava evening.jsonl`
}

// Run plays the record.
func (c *replayCommand) Run(s streams) error {
	in := s.in
	if c.File != "-" {
		f, err := os.Open(c.File)
		if err != nil {
			return err
		}
		defer f.Close()
		in = f
	}
	data, err := io.ReadAll(in)
	if err != nil {
		return err
	}
	t, err := table.Replay(bytes.NewReader(data), games.Find)
	if err != nil {
		title, h := ofRecord(data)
		return inWords(err, title, h)
	}
	lookers, err := c.lookers(t.Roster())
	if err != nil {
		return err
	}
	status, err := t.Status(lookers...)
	if err != nil {
		return err
	}
	_, err = fmt.Fprintf(s.out, "%s\n", status)
	return err
}

// lookers returns whose private part is printed.
func (c *replayCommand) lookers(r engine.Roster) ([]engine.Looker, error) {
	var all []engine.Looker
	for i := range r {
		all = append(all, engine.Looker(i))
	}
	switch {
	case c.Public:
		return nil, nil
	case c.As == nil:
		return all, nil
	}
	for _, l := range all {
		if r[l] == *c.As {
			return []engine.Looker{l}, nil
		}
	}
	return nil, fmt.Errorf("nobody at this table is called %q; the seats are %s", *c.As, strings.Join(r, ", "))
}

// ofRecord returns the title and the header of a record whatever is wrong with it, as far
// as they can be told.
func ofRecord(data []byte) (*engine.Title, engine.Header) {
	var h engine.Header
	_ = engine.Lines(bytes.NewReader(data), func(_ int, line []byte) error {
		h, _ = engine.ParseHeader(table.Line(line))
		return errors.New("the header is enough")
	})
	return games.Find(h.Game), h
}
