package lang_test

import (
	"testing"
	"testing/fstest"

	"consigliere/engine"
	"consigliere/hw/lang"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
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
	assert.Equal(t, "Ava is hit.", b.Text(lang.English, seats, engine.SayWho("cue.hit", 0)))
	assert.Equal(t, "Babak گلوله خورد.", b.Text(lang.Persian, seats, engine.SayWho("cue.hit", 1)))
	assert.Equal(t, "12,000, -5 <Bang!> & nobody", b.Text(lang.English, seats, engine.Text{Key: "say", N: 12000, M: -5, What: "card.bang", Whom: engine.NoSeat}))
	assert.Equal(t, "۱۲٬۳۴۵", b.Text(lang.Persian, seats, engine.Text{Key: "say", N: 12345}))
	assert.Equal(t, "1 card", b.Text(lang.English, seats, engine.Text{Key: "cards", N: 1}), "plural")
	assert.Equal(t, "8 cards", b.Text(lang.English, seats, engine.Text{Key: "cards", N: 8}), "plural")
	assert.Equal(t, "no.such.key", b.Word(lang.Italian, "no.such.key"))
}

func TestError(t *testing.T) {
	b := book(t)
	err := &engine.LineError{Line: 3, Err: engine.Refuse("NARO-5.2", engine.Text{Key: "refuse.unknown_key", What: "cart"})}
	assert.Equal(t, `line 3: NARO-5.2: "cart" is not known here`, b.Error(lang.English, nil, err))
}
