// Package lang puts message keys into words, in the languages of [consigliere/engine/language]. Each
// screen, phone and voice asks for its own, so one table can play in all of them at once (promise P6).
//
// The messages lie beside the code that uses them, in files messages.en.toml and so on, one for each
// language; a [Book] is several of these together.
package lang

import (
	"cmp"
	"embed"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"slices"
	"strconv"
	"strings"
	"sync"

	"consigliere/engine"
	languages "consigliere/engine/language"
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
func All() []Lang {
	var all []Lang
	for _, tag := range languages.Tags() {
		all = append(all, Lang(tag))
	}
	return all
}

// Data returns what is known of the language.
func (l Lang) Data() *languages.Language { return languages.Of(string(l)) }

// Parse returns the language of a tag.
func Parse(tag string) (Lang, error) {
	for _, l := range All() {
		if string(l) == tag {
			return l, nil
		}
	}
	tags := languages.Tags()
	last := len(tags) - 1
	return "", fmt.Errorf("unknown language %q; use %s or %s", tag, strings.Join(tags[:last], ", "), tags[last])
}

// Name returns the name of the language in itself.
func (l Lang) Name() string { return l.Data().Name }

// Voice returns espeak-ng's voice that speaks the language.
func (l Lang) Voice() string { return cmp.Or(l.Data().Voice, string(l)) }

// Letters returns the letters that names are spelled with, capital ones where the script has
// them.
func (l Lang) Letters() []rune { return []rune(l.Data().Letters) }

// RightToLeft reports whether the language is written from right to left.
func (l Lang) RightToLeft() bool { return l.Data().RightToLeft }

// Digits returns the number text with the digits of the language.
func (l Lang) Digits(text string) string { return l.Data().Digits(text) }

// Number writes a whole number with the digits and the grouping of the language: 12,000,
// ۱۲٬۰۰۰, 12.000. Numbers below 10,000 are grouped as well.
func (l Lang) Number(n int) string {
	s := strconv.Itoa(n)
	sign := ""
	if n < 0 {
		sign, s = "-", s[1:]
	}
	sep := l.Data().Group
	for i := len(s) - 3; i > 0; i -= 3 {
		s = s[:i] + sep + s[i:]
	}
	if sign != "" && l.RightToLeft() {
		return leftToRight + sign + l.Digits(s) + popIsolate // the sign would come after it
	}
	return sign + l.Digits(s)
}

// Clock writes seconds that are left: as a number below a hundred, else as minutes and seconds, or
// as hours, minutes and seconds.
func (l Lang) Clock(seconds int) string {
	switch {
	case seconds < 100:
		return l.Number(seconds)
	case seconds < 3600:
		return l.Digits(fmt.Sprintf("%d:%02d", seconds/60, seconds%60))
	}
	return l.Digits(fmt.Sprintf("%d:%02d:%02d", seconds/3600, seconds/60%60, seconds%60))
}

// A Book is the messages of several catalogues in all languages. It is safe for concurrent
// use.
type Book struct {
	says  map[Lang]func() map[string]*message // by key; what is part of the program is read when it is first needed
	under *Book                               // has what this one does not have, or nil
	names map[string]map[string]string        // take precedence over the messages
}

// NewBook returns the book of the catalogues. A later one replaces messages of an earlier one. Those that are part of the
// program are read language by language, when somebody needs one, so that a box starts sooner. What is wrong with them
// is for tests to find: it panics then.
func NewBook(catalogues ...fs.FS) (*Book, error) {
	return once(&books, catalogues, func() (*Book, error) { return newBook(catalogues) })
}

// books are those that were read out of catalogues that are part of the program. Neither ever
// changes, so that a program with many boxes, such as a test, reads them once.
var books sync.Map

// once returns what read returns for these catalogues. Where all of them are part of the program,
// it is read once.
func once[T any](memory *sync.Map, catalogues []fs.FS, read func() (T, error)) (T, error) {
	var key [4]embed.FS
	for i, c := range catalogues {
		built, ok := c.(embed.FS)
		if !ok || i == len(key) {
			return read()
		}
		key[i] = built
	}
	if v, ok := memory.Load(key); ok {
		return v.(T), nil
	}
	v, err := read()
	if err == nil {
		memory.Store(key, v)
	}
	return v, err
}

func newBook(catalogues []fs.FS) (*Book, error) {
	late := !slices.ContainsFunc(catalogues, func(c fs.FS) bool { _, built := c.(embed.FS); return !built })
	b := &Book{says: map[Lang]func() map[string]*message{}}
	for _, l := range All() {
		if late {
			b.says[l] = sync.OnceValue(func() map[string]*message {
				m, err := readCatalogues(catalogues, l)
				if err != nil {
					panic("lang: part of the program is wrong: " + err.Error())
				}
				return m
			})
			continue
		}
		m, err := readCatalogues(catalogues, l)
		if err != nil {
			return nil, err
		}
		b.says[l] = func() map[string]*message { return m }
	}
	return b, nil
}

// readCatalogues reads the messages of a language.
func readCatalogues(catalogues []fs.FS, l Lang) (map[string]*message, error) {
	all := map[string]*message{}
	for _, c := range catalogues {
		name := "messages." + string(l) + ".toml"
		data, err := fs.ReadFile(c, name)
		if l != English && errors.Is(err, fs.ErrNotExist) {
			continue // English stands in
		}
		if err != nil {
			return nil, err
		}
		if err := readMessages(all, l, data); err != nil {
			return nil, fmt.Errorf("%s: %w", name, err)
		}
	}
	return all, nil
}

// Over returns the book with the messages of above in the place of its own where both have
// one. The two are shared, not copied: the messages that all games have are read once.
func (b *Book) Over(above *Book) *Book {
	over := *above
	if above.under != nil {
		over.under = b.Over(above.under)
	} else {
		over.under = b
	}
	return &over
}

// find returns a message, or nil. English stands in for what a language lacks.
func (b *Book) find(l Lang, key string) *message {
	for {
		for b := b; b != nil; b = b.under {
			if m := b.in(l)[key]; m != nil {
				return m
			}
		}
		if l == English {
			return nil
		}
		l = English
	}
}

// in returns the messages of a language, without those under them.
func (b *Book) in(l Lang) map[string]*message {
	if read := b.says[l]; read != nil {
		return read()
	}
	return nil
}

// With returns the book with names, by language and key, which take precedence over its
// messages; see [engine.Title]. A name is not a template: it is shown as it is, with any
// braces. The names must not change afterwards.
func (b *Book) With(names map[string]map[string]string) *Book {
	with := *b
	with.names = names
	return &with
}

// Has reports whether the book has the message in the language.
func (b *Book) Has(l Lang, key string) bool {
	_, named := b.names[string(l)][key]
	return named || b.find(l, key) != nil
}

// HasOwn reports whether the book has the message in the language itself, so that English need not stand in.
func (b *Book) HasOwn(l Lang, key string) bool {
	for ; b != nil; b = b.under {
		if b.in(l)[key] != nil {
			return true
		}
	}
	return false
}

// Keys returns the keys of the messages of a language, in no particular order, without those of further
// forms of a word ("card.gun@un").
func (b *Book) Keys(l Lang) []string {
	all := map[string]bool{}
	for k := range b.names[string(l)] {
		all[k] = true
	}
	for ; b != nil; b = b.under {
		for k := range b.in(l) {
			all[k] = true
		}
	}
	maps.DeleteFunc(all, func(key string, _ bool) bool { return strings.Contains(key, "@") })
	return slices.Collect(maps.Keys(all))
}

// Word returns the message of a key without arguments. A key that the book does not have is
// returned as it is, as it may be a name, or words that somebody typed.
func (b *Book) Word(l Lang, key string) string {
	if name, ok := b.names[string(l)][key]; ok {
		return name
	}
	say := b.find(l, key)
	if say == nil {
		return key
	}
	return say.fill(0, nil)
}

// Text puts t into words, with the names of the seats in r.
func (b *Book) Text(l Lang, r engine.Roster, t engine.Text) string {
	if t.Key == "" {
		return ""
	}
	name, named := b.names[string(l)][t.Key]
	say := b.find(l, t.Key)
	if !named && say == nil {
		return t.Key
	}
	data := map[string]value{}
	for i, s := range t.Seats() {
		data[[...]string{"who", "whom"}[i]] = value{text: b.seat(l, r, s), lang: l}
	}
	data["all"] = value{text: b.group(l, r, t.Everybody()), lang: l}
	for i, n := range t.Numbers() {
		data[[...]string{"n", "m", "k", "l"}[i]] = value{text: l.Number(n), n: n, lang: l}
	}
	for i, thing := range t.Things() {
		data[[...]string{"what", "which"}[i]] = value{text: b.thing(l, thing), key: thing, lang: l, book: b, names: r}
	}
	if named {
		return fill(name, data)
	}
	n := 0
	if numbers := t.Numbers(); len(numbers) > 0 {
		n = numbers[0]
	}
	return say.fill(n, data)
}

// comma comes between the names of a list.
func (l Lang) comma() string { return l.Data().Comma }

// and returns the last name of a list with what joins it to those before.
func (l Lang) and(last string) string {
	and := l.Data().And
	if joined := l.form(strings.TrimSpace(and), last); joined != last {
		return " " + joined
	}
	return and + last
}

// fill puts arguments into a name, where it has their names in braces.
func fill(name string, data map[string]value) string {
	if len(data) == 0 || !strings.Contains(name, "{") {
		return name
	}
	pairs := make([]string, 0, 2*len(data))
	for key, v := range data {
		pairs = append(pairs, "{"+key+"}", v.text)
	}
	return strings.NewReplacer(pairs...).Replace(name) // no name is the beginning of another
}

// seat returns the name of a seat in the roster; the two special seats have messages.
func (b *Book) seat(l Lang, r engine.Roster, s engine.Seat) string {
	switch s {
	case engine.Table:
		return b.Word(l, "seat.table")
	case engine.NoSeat:
		return b.Word(l, "seat.none")
	}
	return l.Isolate(r.Name(s))
}

// thing returns the word for a thing: its message, or words that somebody has typed.
func (b *Book) thing(l Lang, thing string) string {
	if word := b.Word(l, thing); word != thing {
		return word
	}
	return l.isolateTyped(thing)
}

// group lists the seats of a group: "Ava, Babak and Chiara"; nobody where it is empty.
func (b *Book) group(l Lang, r engine.Roster, set engine.SeatSet) string {
	var names []string
	for s := range engine.Seat(len(r)) {
		if set.Has(s) {
			names = append(names, l.Isolate(r.Name(s)))
		}
	}
	switch n := len(names); n {
	case 0:
		return b.Word(l, "seat.none")
	case 1:
		return names[0]
	default:
		return strings.Join(names[:n-1], l.comma()) + l.and(names[n-1])
	}
}

// Mistake describes a mistake in a file to whoever has written it.
func (b *Book) Mistake(l Lang, m engine.Mistake) string {
	if m.Syntax != "" {
		return m.Syntax
	}
	return b.Text(l, nil, m.Why)
}

// Error describes err to a person: the rule and the reason of a refusal, the line of a record,
// or else the error's own text.
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
