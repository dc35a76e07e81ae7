// Package lang puts message keys into words: English, Persian and Italian. Each screen,
// phone and voice asks for its own language, so one table can play in all of them at once
// (promise P6).
//
// The messages lie beside the code that uses them, in files messages.en.toml,
// messages.fa.toml and messages.it.toml; a [Book] is several of these together.
package lang

import (
	"errors"
	"fmt"
	"io/fs"
	"strconv"
	"strings"

	"consigliere/engine"

	"github.com/nicksnyder/go-i18n/v2/i18n"
	"github.com/pelletier/go-toml/v2"
	"golang.org/x/text/language"
)

// A Lang is a language of the box, as a BCP 47 tag.
type Lang string

// The languages.
const (
	English Lang = "en"
	Persian Lang = "fa"
	Italian Lang = "it"
)

// All returns the languages in the order in which lists show them.
func All() []Lang { return []Lang{English, Persian, Italian} }

// Parse returns the language of a tag.
func Parse(tag string) (Lang, error) {
	for _, l := range All() {
		if string(l) == tag {
			return l, nil
		}
	}
	return "", fmt.Errorf("there is no language %q; there are en, fa and it", tag)
}

// RightToLeft reports whether the language is written from right to left.
func (l Lang) RightToLeft() bool { return l == Persian }

// Digits returns the number text with the digits of the language.
func (l Lang) Digits(text string) string {
	if l != Persian {
		return text
	}
	return strings.Map(func(r rune) rune {
		if r >= '0' && r <= '9' {
			return r - '0' + '۰'
		}
		return r
	}, text)
}

// Number writes a whole number with the digits and the grouping of the language: 12,000,
// ۱۲٬۰۰۰, 12.000. Numbers below 10,000 are grouped as well.
func (l Lang) Number(n int) string {
	s := strconv.Itoa(n)
	sign := ""
	if n < 0 {
		sign, s = "-", s[1:]
	}
	sep := map[Lang]string{English: ",", Persian: "٬", Italian: "."}[l]
	for i := len(s) - 3; i > 0; i -= 3 {
		s = s[:i] + sep + s[i:]
	}
	return sign + l.Digits(s)
}

// A Book is the messages of several catalogues in all languages. It is safe for concurrent
// use.
type Book struct {
	say  map[Lang]*i18n.Localizer
	keys map[Lang]map[string]bool
}

// NewBook returns the book of the catalogues; a later one replaces messages of an earlier.
func NewBook(catalogues ...fs.FS) (*Book, error) {
	bundle := i18n.NewBundle(language.English)
	bundle.RegisterUnmarshalFunc("toml", toml.Unmarshal)
	b := &Book{map[Lang]*i18n.Localizer{}, map[Lang]map[string]bool{}}
	for _, l := range All() {
		b.keys[l] = map[string]bool{}
		for _, c := range catalogues {
			name := "messages." + string(l) + ".toml"
			data, err := fs.ReadFile(c, name)
			if err != nil {
				return nil, err
			}
			file, err := bundle.ParseMessageFileBytes(data, name)
			if err != nil {
				return nil, fmt.Errorf("%s: %w", name, err)
			}
			for _, m := range file.Messages {
				b.keys[l][m.ID] = true
			}
		}
		b.say[l] = i18n.NewLocalizer(bundle, string(l))
	}
	return b, nil
}

// Has reports whether the book has the message in the language.
func (b *Book) Has(l Lang, key string) bool { return b.keys[l][key] }

// Keys returns the keys of the messages of a language, in no order.
func (b *Book) Keys(l Lang) []string {
	keys := make([]string, 0, len(b.keys[l]))
	for k := range b.keys[l] {
		keys = append(keys, k)
	}
	return keys
}

// Word returns the message of a key without arguments. A key that the book does not have
// is returned as it is: it may be a name, or what a user typed.
func (b *Book) Word(l Lang, key string) string {
	if !b.keys[l][key] {
		return key
	}
	s, err := b.say[l].Localize(&i18n.LocalizeConfig{MessageID: key})
	if err != nil {
		return key
	}
	return s
}

// Text puts t into words, with the names of the seats in r.
func (b *Book) Text(l Lang, r engine.Roster, t engine.Text) string {
	if t.Key == "" {
		return ""
	}
	if !b.keys[l][t.Key] {
		return t.Key
	}
	c := &i18n.LocalizeConfig{
		MessageID:   t.Key,
		PluralCount: t.N,
		TemplateData: map[string]string{
			"who":  b.seat(l, r, t.Who),
			"whom": b.seat(l, r, t.Whom),
			"what": b.Word(l, t.What),
			"n":    l.Number(t.N),
			"m":    l.Number(t.M),
		},
	}
	s, err := b.say[l].Localize(c)
	if err != nil { // the message has no plural forms
		c.PluralCount = nil
		s, err = b.say[l].Localize(c)
	}
	if err != nil {
		return t.Key
	}
	return s
}

// seat returns a name as the roster has it; the two special seats have words of their own.
func (b *Book) seat(l Lang, r engine.Roster, s engine.Seat) string {
	switch s {
	case engine.Table:
		return b.Word(l, "seat.table")
	case engine.NoSeat:
		return b.Word(l, "seat.none")
	}
	return r.Name(s)
}

// Error returns what err tells a person: the rule and the reason of a refusal, the line of
// a record, or else the error's own words.
func (b *Book) Error(l Lang, r engine.Roster, err error) string {
	var line *engine.LineError
	if errors.As(err, &line) {
		return fmt.Sprintf("line %d: %s", line.Line, b.Error(l, r, line.Err))
	}
	var no *engine.Refusal
	if !errors.As(err, &no) {
		return err.Error()
	}
	if no.Rule == "" {
		return b.Text(l, r, no.Why)
	}
	return no.Rule + ": " + b.Text(l, r, no.Why)
}
