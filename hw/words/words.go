package words

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"strings"
	"time"

	"consigliere/engine"
	"consigliere/hw/lang"
)

// Books are the messages and rules of all titles that a box has. They never change.
type Books struct {
	base   *lang.Book
	titles map[string]*lang.Book // by ID of the title
	rules  map[string]*lang.Rules
}

// NewBooks reads the messages of the titles, and those that belong to no title. A later catalogue replaces
// messages of an earlier one.
func NewBooks(titles []*engine.Title, catalogues ...fs.FS) (*Books, error) {
	base, err := lang.NewBook(catalogues...)
	if err != nil {
		return nil, err
	}
	b := &Books{base: base, titles: map[string]*lang.Book{}, rules: map[string]*lang.Rules{}}
	for _, t := range titles {
		own, err := lang.NewBook(t.Messages)
		if err != nil {
			return nil, fmt.Errorf("messages of %s: %w", t.ID, err)
		}
		b.titles[t.ID] = base.Over(own)
		if b.rules[t.ID], err = lang.NewRules(t); err != nil {
			return nil, fmt.Errorf("rules of %s: %w", t.ID, err)
		}
	}
	return b, nil
}

// Base returns the messages that belong to no title.
func (b *Books) Base() *lang.Book { return b.base }

// Title returns the messages of a title, with those that all have.
func (b *Books) Title(id string) *lang.Book { return b.titles[id] }

// Menu returns the words of a box on which no game is being played.
func (b *Books) Menu() *Play { return &Play{Books: b, Book: b.base} }

// Play returns the words of a game: its title's, and what its header brings.
func (b *Books) Play(t *engine.Title, h engine.Header) *Play {
	p := &Play{Books: b, Title: t, Book: b.titles[t.ID], Roster: h.Seats}
	if t.Names != nil {
		p.Book = p.Book.With(t.Names(h))
	}
	return p
}

// Named returns what a game is called that was begun with these options: a script or tool by its own name.
func (b *Books) Named(t *engine.Title, options json.RawMessage, l lang.Lang) string {
	return b.Play(t, engine.Header{Game: t.ID, Options: options}).Word(l, t.Named(options))
}

// A Play is the words of one game, or of the menu. Its fields must not be changed.
type Play struct {
	*Books
	Title  *engine.Title // nil in the menu
	Book   *lang.Book
	Roster engine.Roster

	// What Book and Roster have given, as screens are drawn often and say little that is new.
	texts memory[textKey]
	words memory[wordKey]
	hints memory[hintKey]
}

type (
	textKey struct {
		lang lang.Lang
		text engine.Text
	}
	wordKey struct {
		lang lang.Lang
		key  string
	}
)

// Text puts t into words.
func (p *Play) Text(l lang.Lang, t engine.Text) string {
	return p.texts.get(textKey{l, t}, func() string { return p.Book.Text(l, p.Roster, t) })
}

// Word returns the message of a key without arguments.
func (p *Play) Word(l lang.Lang, k string) string {
	return p.words.get(wordKey{l, k}, func() string { return p.Book.Word(l, k) })
}

// Plain puts a text that belongs to no title into words.
func (p *Play) Plain(l lang.Lang, t engine.Text) string { return p.base.Text(l, nil, t) }

// Error says what was refused, and why.
func (p *Play) Error(l lang.Lang, err error) string { return p.Book.Error(l, p.Roster, err) }

// Day returns when something was, as a short date and time.
func Day(l lang.Lang, t time.Time) string {
	if t.IsZero() {
		return "?"
	}
	layout := "2006-01-02 15:04"
	if l.RightToLeft() {
		layout = "2006/01/02 15:04" // a hyphen would turn the order of the numbers round
	}
	return l.Digits(t.Local().Format(layout))
}

// Names returns the names of the seats of a set.
func (p *Play) Names(set engine.SeatSet) []string {
	names := []string{}
	for s := range p.Roster {
		if set.Has(engine.Seat(s)) {
			names = append(names, p.Roster[s])
		}
	}
	return names
}

// List returns names as one text.
func (p *Play) List(l lang.Lang, set engine.SeatSet) string {
	return strings.Join(p.Names(set), p.Word(l, "ui.comma"))
}

// A Rule is a rule of a title in words.
type Rule struct {
	Number string
	Text   string    // "" where there is none
	Lang   lang.Lang // of Text
}

// Rule returns the rule that forbids what was refused, or nil.
func (p *Play) Rule(l lang.Lang, err error) *Rule {
	var no *engine.Refusal
	if !errors.As(err, &no) || no.Rule == "" {
		return nil
	}
	r := &Rule{Number: no.Rule}
	for _, rules := range p.rules {
		if text, in := rules.Sentence(l, no.Rule); text != "" {
			r.Text, r.Lang = text, in
		}
	}
	return r
}
