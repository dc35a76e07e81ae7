package lang_test

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"consigliere/engine"
	"consigliere/hw/lang"
)

// Names and scores keep their places in a text of the other direction, and what is beside them keeps its own.
func TestIsolate(t *testing.T) {
	b, err := lang.NewBook(italian(`"score" = "{{.who}} {{.n}}"
"all" = "{{.all}}!"
"thing" = "({{.what}})"`))
	require.NoError(t, err)
	r := engine.Roster{"Ava", "بابک", "Ava بابک"}
	score := func(l lang.Lang, s engine.Seat, n int) string {
		return b.Text(l, r, engine.Say("score").Seat(s).Number(n))
	}
	assert.Equal(t, "Ava 5", score(lang.Italian, 0, 5))
	assert.Equal(t, "\u2068بابک\u2069 5", score(lang.Italian, 1, 5))
	assert.Equal(t, "\u2068Ava بابک\u2069 -5", score(lang.Italian, 2, -5))
	assert.Equal(t, "Ava e \u2068بابک\u2069!", b.Text(lang.Italian, r, engine.Say("all").Group(engine.SeatsOf(0, 1))))
	assert.Equal(t, "(\u2068بابک\u2069)", b.Text(lang.Italian, r, engine.Say("thing").Thing("بابک")))
	assert.Equal(t, "(بابک è qui)", b.Text(lang.Italian, r, engine.Say("thing").Thing("بابک è qui")), "a sentence runs as it does")

	assert.Equal(t, "\u2068Ava\u2069", lang.Persian.Isolate("Ava"))
	assert.Equal(t, "\u2068Ava\u2069", lang.Persian.Isolate(lang.Persian.Isolate("Ava")))
	assert.Equal(t, "بابک", lang.Persian.Isolate("بابک"))
	assert.Equal(t, "\u2066-۵\u2069", lang.Persian.Number(-5))
	assert.Equal(t, "Ava -۵", lang.Unmarked(lang.Persian.Isolate("Ava")+" "+lang.Persian.Number(-5)))
}
