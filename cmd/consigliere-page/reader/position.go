package main

import (
	"bytes"
	"errors"
	"slices"

	"consigliere/engine"
	"consigliere/engine/games"
	"consigliere/engine/link"
	"consigliere/hw/film"
	"consigliere/hw/lang"
	"consigliere/hw/words"
)

// faults are the words of what can be wrong with a link, for which the site has sentences.
var faults = map[error]string{link.ErrCut: "link_cut", link.ErrChanged: "link_changed", link.ErrForm: "link_form", link.ErrLong: "link_long"}

// A fault is why a record cannot be shown.
type fault struct {
	Fault string `json:"fault"`          // a word of the site; "" where Text says it
	Text  string `json:"text,omitempty"` // in the language of the page
	Line  int    `json:"line,omitempty"`
	Rule  string `json:"rule,omitempty"` // the number of the rule that forbids it
	Game  string `json:"game,omitempty"`
	Says  string `json:"says,omitempty"` // the rule in words
}

// explain puts the error of a record into words.
func explain(books *words.Books, err error, data []byte, l lang.Lang) fault {
	if word := faults[err]; word != "" {
		return fault{Fault: word}
	}
	f := fault{}
	if at := (*engine.LineError)(nil); errors.As(err, &at) {
		f.Line, err = at.Line, at.Err
	}
	book := books.Base()
	var seats engine.Roster
	first, _, _ := bytes.Cut(data, []byte("\n"))
	if h, herr := engine.ParseHeader(first); herr == nil {
		if t := games.Find(h.Game); t != nil {
			f.Game, seats, book = t.ID, h.Seats, books.Title(t.ID)
			if no := (*engine.Refusal)(nil); errors.As(err, &no) && no.Rule != "" {
				f.Rule = no.Rule
				if rules, err := lang.NewRules(t); err == nil {
					f.Says, _ = rules.Sentence(l, no.Rule)
				}
			}
		}
	}
	f.Text = book.Error(l, seats, err)
	return f
}

// A shown is where a rule decides: what was told last, what lies on the table, and what the rule refuses there.
type shown struct {
	film.Moment
	Told    []string `json:"told"`
	Tried   string   `json:"tried,omitempty"` // the line of a record
	Refused *fault   `json:"refused,omitempty"`
}

// lastTold is of how many moves a position tells.
const lastTold = 3

// position shows a record, as a link has it, at its end; no is a line that a rule refuses there, or "".
func position(books *words.Books, text, no string, l lang.Lang) (*shown, error) {
	record, err := link.Decode(text)
	if err != nil {
		return nil, err
	}
	f, err := film.Read(record, games.Find, books)
	if err != nil {
		return nil, err
	}
	at, err := f.At(f.Moves(), engine.Public, l)
	if err != nil {
		return nil, err
	}
	s := &shown{Moment: *at, Told: []string{}, Tried: no}
	story, err := f.Story(engine.Public, l)
	if err != nil {
		return nil, err
	}
	for _, c := range story {
		for _, line := range c.Lines {
			if line.Move > f.Moves()-lastTold {
				s.Told = append(s.Told, line.Text)
			}
		}
	}
	if no != "" {
		tried := slices.Concat(record, []byte(no+"\n"))
		if _, err := film.Read(tried, games.Find, books); err != nil {
			why := explain(books, err, tried, l)
			s.Refused = &why
		}
	}
	return s, nil
}
