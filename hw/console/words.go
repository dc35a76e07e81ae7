package console

import (
	"errors"
	"fmt"
	"strings"

	"consigliere/engine"
	"consigliere/engine/table"
	"consigliere/hw/lang"
)

// words puts what a play says into the languages of the box.
type words struct {
	base  *lang.Book            // without a title
	books map[string]*lang.Book // by title
	rules map[string]*lang.Rules
	// numbered has the names that are none, but what the box calls players by number.
	numbered map[string]bool

	book   *lang.Book // of the play
	roster engine.Roster
	said   map[wordKey]string // what book and roster have given
}

// A wordKey is a text in a language, as it is remembered.
type wordKey struct {
	lang lang.Lang
	text engine.Text
	bare bool // the key alone
}

// remembered is how many texts are remembered.
const remembered = 4096

func newWords(titles []*engine.Title) (*words, error) {
	base, err := lang.NewBook(engine.Messages, table.Messages, Messages)
	if err != nil {
		return nil, err
	}
	w := &words{base: base, book: base, books: map[string]*lang.Book{}, rules: map[string]*lang.Rules{}, numbered: map[string]bool{}}
	for n := range engine.MaxSeats {
		for _, l := range lang.All() {
			w.numbered[base.Text(l, nil, engine.Say("ui.player").Number(n+1))] = true
		}
	}
	for _, t := range titles {
		own, err := lang.NewBook(t.Messages)
		if err != nil {
			return nil, fmt.Errorf("messages of %s: %w", t.ID, err)
		}
		w.books[t.ID] = base.Over(own)
		if w.rules[t.ID], err = lang.NewRules(t); err != nil {
			return nil, fmt.Errorf("rules of %s: %w", t.ID, err)
		}
	}
	return w, nil
}

// begin takes the words of a play: those of its title, and what its header brings.
func (w *words) begin(t *engine.Title, h engine.Header) {
	w.book, w.roster, w.said = w.books[t.ID], h.Seats, nil
	if t.Names != nil {
		w.book = w.book.With(t.Names(h))
	}
}

// end forgets the words of a play.
func (w *words) end() { w.book, w.roster, w.said = w.base, nil, nil }

// text puts t into words. Screens are drawn often and say little that is new, so what has
// been put into words in a play is remembered.
func (w *words) text(l lang.Lang, t engine.Text) string {
	return w.remember(wordKey{lang: l, text: t})
}

// word returns the message of a key without arguments.
func (w *words) word(l lang.Lang, key string) string {
	return w.remember(wordKey{l, engine.Say(key), true})
}

func (w *words) remember(key wordKey) string {
	s, ok := w.said[key]
	if ok {
		return s
	}
	if key.bare {
		s = w.book.Word(key.lang, key.text.Key)
	} else {
		s = w.book.Text(key.lang, w.rosterIn(key.lang), key.text)
	}
	if w.said == nil || len(w.said) >= remembered {
		w.said = map[wordKey]string{}
	}
	w.said[key] = s
	return s
}

// err tells what was refused, and why.
func (w *words) err(l lang.Lang, err error) string { return w.book.Error(l, w.roster, err) }

// apart ends a Latin word in a text that runs from right to left with a mark of that
// direction. Without it a number after the word would be drawn as if it belonged to it.
func apart(l lang.Lang, word string) string {
	if l.RightToLeft() {
		return word + "\u200f"
	}
	return word
}

// rosterIn returns the names as they stand in sentences of a language.
func (w *words) rosterIn(l lang.Lang) engine.Roster {
	if !l.RightToLeft() {
		return w.roster
	}
	r := make(engine.Roster, len(w.roster))
	for i, name := range w.roster {
		r[i] = apart(l, name)
	}
	return r
}

// names returns the names of the seats of a set.
func (w *words) names(set engine.SeatSet) []string {
	names := []string{}
	for s := range w.roster {
		if set.Has(engine.Seat(s)) {
			names = append(names, w.roster[s])
		}
	}
	return names
}

// list returns names as one text.
func (w *words) list(l lang.Lang, set engine.SeatSet) string {
	return strings.Join(w.names(set), w.word(l, "ui.comma"))
}

// rule returns the rule that forbids what was refused, with its sentence, or nil.
func (w *words) rule(l lang.Lang, err error) *DeskRule {
	var no *engine.Refusal
	if !errors.As(err, &no) || no.Rule == "" {
		return nil
	}
	r := &DeskRule{Number: no.Rule}
	for _, rules := range w.rules {
		if text, in := rules.Sentence(l, no.Rule); text != "" {
			r.Text, r.Lang = text, in
		}
	}
	return r
}

// counts reports whether the text of a count is the count itself, in three words.
func (w *words) counts(t engine.Text) bool {
	return len(strings.Fields(w.text(lang.English, t))) == 3
}

// beat returns what is said at a beat.
func (w *words) beat(l lang.Lang, b *beat) string {
	text := w.text(l, b.text)
	if b.count > 0 {
		if three := strings.Fields(text); len(three) == 3 {
			return three[b.count-1]
		}
		return w.word(l, [...]string{"ui.one", "ui.two", "ui.three"}[b.count-1])
	}
	return text
}
