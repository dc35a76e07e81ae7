package main

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"

	"consigliere/engine"
	"consigliere/engine/chronicle"
	"consigliere/engine/games"
	"consigliere/engine/journal"
	"consigliere/engine/link"
	"consigliere/engine/receipt"
	"consigliere/engine/table"
	"consigliere/hw/lang"
)

type replayCommand struct {
	Public bool    `help:"Print only what everyone may know." xor:"viewer"`
	As     *string `help:"Print only what this player may know." placeholder:"SEAT" xor:"viewer"`
	Log    bool    `help:"Tell the game in words, move by move, instead of its status."`
	Lang   string  `help:"Language of --log." placeholder:"${lang_values}" default:"en"`
	Link   bool    `help:"Print a link that shows the game in a browser; the link holds the whole game."`
	Site   string  `help:"Where the pages of the link are; see: consigliere site." default:"http://127.0.0.1:8019/" placeholder:"URL"`
	File   string  `arg:"" help:"The record, or a journal; - for standard input." placeholder:"FILE|-"`
}

// Help is shown with -h.
func (replayCommand) Help() string {
	return `A record has one JSON object per line: the header, then the moves. The final status is
one JSON object. An illegal line is reported as "line N: reason"; the header is line 1.
With --log the game is told in words; with --public or --as only what that viewer may know,
with secret choices told at the moment they are revealed.

Example:
  consigliere replay --as Ava evening.jsonl
  consigliere replay --log --lang it evening.jsonl
  consigliere replay --link evening.jsonl`
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
	data, err := journal.ReadAll(in)
	if err != nil {
		return err
	}
	data = receipt.Record(data)
	t, err := table.Replay(bytes.NewReader(data), games.Find)
	if err != nil {
		title, h := ofRecord(data)
		return inWords(err, title, h)
	}
	if c.Link {
		text, err := link.Encode(t.AppendRecord(nil))
		if err != nil {
			return err
		}
		_, err = fmt.Fprintf(s.out, "%s/replay/#%s\n", strings.TrimRight(c.Site, "/"), text)
		return err
	}
	viewers, err := c.viewers(t.Roster())
	if err != nil {
		return err
	}
	if c.Log {
		return c.tell(s, t, viewers)
	}
	status, err := t.Status(viewers...)
	if err != nil {
		return err
	}
	_, err = fmt.Fprintf(s.out, "%s\n", status)
	return err
}

// tell prints the log of a play as one viewer may know it; several viewers know everything.
func (c *replayCommand) tell(s streams, t *table.Table, viewers []engine.Viewer) error {
	l, err := lang.Parse(c.Lang)
	if err != nil {
		return err
	}
	who := chronicle.All
	switch {
	case c.Public:
		who = engine.Public
	case c.As != nil:
		who = viewers[0]
	}
	return printLog(s.out, t, who, l)
}

// printLog prints the log of a play, by round and phase.
func printLog(w io.Writer, t *table.Table, who engine.Viewer, l lang.Lang) error {
	log, err := chronicle.Log(t.Title(), t.AppendRecord(nil), who)
	if err != nil {
		return err
	}
	b, err := book(t.Title(), t.Header())
	if err != nil {
		return err
	}
	round, phase := -1, ""
	for _, e := range log {
		if e.Round != round {
			if round >= 0 {
				fmt.Fprintln(w)
			}
			if e.Round > 0 {
				fmt.Fprintln(w, b.Text(l, nil, engine.Say("log.round").Number(e.Round)))
			}
			round, phase = e.Round, ""
		}
		if e.Phase != phase && e.Phase != "" {
			fmt.Fprintln(w, " "+b.Word(l, "phase."+e.Phase))
			phase = e.Phase
		}
		if _, err := fmt.Fprintln(w, "  "+b.Telling(l, t.Roster(), e.Text)); err != nil {
			return err
		}
	}
	return nil
}

// viewers returns whose private part is printed.
func (c *replayCommand) viewers(r engine.Roster) ([]engine.Viewer, error) {
	var all []engine.Viewer
	for i := range r {
		all = append(all, engine.Viewer(i))
	}
	switch {
	case c.Public:
		return nil, nil
	case c.As == nil:
		return all, nil
	}
	for _, l := range all {
		if r[l] == *c.As {
			return []engine.Viewer{l}, nil
		}
	}
	return nil, fmt.Errorf("nobody at this table is called %q; the seats are %s", *c.As, strings.Join(r, ", "))
}

// ofRecord returns the title and the header of a record whatever is wrong with it, as far
// as they can be told.
func ofRecord(data []byte) (*engine.Title, engine.Header) {
	var h engine.Header
	_ = engine.Lines(bytes.NewReader(data), func(_ int, line []byte) error {
		h, _ = engine.ParseHeader(journal.Record(line))
		return errors.New("the header is enough")
	})
	return games.Find(h.Game), h
}
