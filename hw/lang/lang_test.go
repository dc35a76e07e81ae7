package lang_test

import (
	"testing"
	"testing/fstest"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"consigliere/engine"
	"consigliere/hw/lang"
)

func book(t *testing.T) *lang.Book {
	file := func(s string) *fstest.MapFile { return &fstest.MapFile{Data: []byte(s)} }
	b, err := lang.NewBook(engine.Messages, fstest.MapFS{
		"messages.en.toml": file("\"cue.hit\" = \"{{.who}} is hit.\"\n\"card.bang\" = \"Bang!\"\n\"say\" = \"{{.n}}, {{.m}} <{{.what}}> & {{.whom}}\"\n\"seat.none\" = \"nobody\"\n[cards]\none = \"{{.n}} card\"\nother = \"{{.n}} cards\"\n"),
		"messages.fa.toml": file("\"cue.hit\" = \"{{.who}} گلوله خورد.\"\n\"say\" = \"{{.n}}\"\n"),
		"messages.it.toml": file("\"cue.hit\" = \"{{.who}} è colpito.\"\n"),
	})
	require.NoError(t, err)
	return b
}

func TestText(t *testing.T) {
	b, seats := book(t), engine.Roster{"Ava", "Babak"}
	assert.Equal(t, "Ava is hit.", b.Text(lang.English, seats, engine.Say("cue.hit").Seat(0)))
	assert.Equal(t, "\u2068Babak\u2069 گلوله خورد.", b.Text(lang.Persian, seats, engine.Say("cue.hit").Seat(1)))
	assert.Equal(t, "12,000, -5 <Bang!> & nobody", b.Text(lang.English, seats, engine.Say("say").Number(12000).Number(-5).Thing("card.bang").Seat(0).Seat(engine.NoSeat)))
	assert.Equal(t, "۱۲٬۳۴۵", b.Text(lang.Persian, seats, engine.Say("say").Number(12345)))
	assert.Equal(t, "1 card", b.Text(lang.English, seats, engine.Say("cards").Number(1)), "plural")
	assert.Equal(t, "8 cards", b.Text(lang.English, seats, engine.Say("cards").Number(8)), "plural")
	assert.Equal(t, "no.such.key", b.Word(lang.Italian, "no.such.key"))
}

// TestWith checks that names take precedence over messages, and are not read as templates.
func TestWith(t *testing.T) {
	plain := book(t)
	b := plain.With(map[string]map[string]string{
		"en": {"card.bang": "{{.who}} \"{{\" {n}", "card.own": "Mine"},
		"fa": {"card.bang": "تیر"},
	})
	assert.Equal(t, `{{.who}} "{{" {n}`, b.Word(lang.English, "card.bang"))
	assert.Equal(t, `{{.who}} "{{" {n}`, b.Text(lang.English, engine.Roster{"Ava"}, engine.Say("card.bang").Seat(0)))
	assert.Equal(t, `1, 0 <{{.who}} "{{" {n}> & Ava`, b.Text(lang.English, engine.Roster{"Ava"}, engine.Say("say").Seat(0).Seat(0).Number(1).Number(0).Thing("card.bang")))
	assert.Equal(t, "تیر", b.Word(lang.Persian, "card.bang"))
	assert.Equal(t, "Ava is hit.", b.Text(lang.English, engine.Roster{"Ava"}, engine.Say("cue.hit").Seat(0)))
	assert.True(t, b.Has(lang.English, "card.own"))
	assert.ElementsMatch(t, append(plain.Keys(lang.English), "card.own"), b.Keys(lang.English))
	assert.Equal(t, "Bang!", plain.Word(lang.English, "card.bang"), "the book itself stays as it was")
	assert.False(t, plain.Has(lang.English, "card.own"))
}

func TestError(t *testing.T) {
	b := book(t)
	err := &engine.LineError{Line: 3, Err: engine.Refuse("NARO-5.2", "refuse.unknown_key", "cart")}
	assert.Equal(t, `line 3: NARO-5.2: unknown key "cart"`, b.Error(lang.English, nil, err))
}

func TestClock(t *testing.T) {
	for seconds, want := range map[int]string{0: "0", 99: "99", 100: "1:40", 605: "10:05", 3599: "59:59", 3600: "1:00:00", 14400: "4:00:00"} {
		assert.Equal(t, want, lang.English.Clock(seconds))
	}
	assert.Equal(t, "۱۰:۰۵", lang.Persian.Clock(605))
}

// A catalogue needs English alone, which stands in for what another language lacks.
func TestEnglishStandsIn(t *testing.T) {
	b, err := lang.NewBook(fstest.MapFS{
		"messages.en.toml": {Data: []byte("\"a\" = \"Apple\"\n\"b\" = \"Bread\"\n")},
		"messages.it.toml": {Data: []byte("\"a\" = \"Mela\"\n")},
	})
	require.NoError(t, err)
	assert.Equal(t, "Mela", b.Word(lang.Italian, "a"))
	assert.Equal(t, "Bread", b.Word(lang.Italian, "b"))
	assert.Equal(t, "Apple", b.Word(lang.Persian, "a"))
	assert.Equal(t, "c", b.Word(lang.Persian, "c"))
	_, err = lang.NewBook(fstest.MapFS{"messages.it.toml": {Data: []byte("\"a\" = \"Mela\"\n")}})
	assert.Error(t, err, "there must be English")
}
