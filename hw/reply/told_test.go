package reply_test

import (
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"consigliere/engine"
	"consigliere/engine/games"
	"consigliere/hw"
	"consigliere/hw/lang"
	"consigliere/hw/reply"
	"consigliere/hw/words"
)

// What choices bring is explained once, however often a screen shows it, and anew once it may have become something else: for one that is
// marked, that one alone.
func TestEffectsAreToldOnce(t *testing.T) {
	titles, explained := games.All(), 0
	title := titles[slices.IndexFunc(titles, func(t *engine.Title) bool { return t.ID == "naro" })]
	explain := title.Explain
	title.Explain = func(v engine.View, a *engine.Ask, arg *engine.Arg) []engine.Text {
		explained++
		return explain(v, a, arg)
	}
	h := engine.Header{Game: title.ID, Seats: engine.Roster{"Ava", "Babak", "Chiara", "Dario"}, Options: []byte(`{"chance":"box"}`)}
	g, _, err := title.New(h)
	require.NoError(t, err)
	books, err := words.NewBooks(titles, engine.Messages)
	require.NoError(t, err)
	var all reply.Replies
	all.Begin(title.Moves, 4)
	all.Refresh(g.Asks(nil))
	r := all.At(0)
	choices := len(r.Step().Choices)
	require.Greater(t, choices, 1)
	v := reply.View{Words: books.Play(title, h), Lang: lang.English, Public: g.View(engine.Public)}
	var pod, table reply.Told
	shown := func() (times int) {
		explained = 0
		for range 3 {
			assert.Equal(t, r.Effects(v), pod.Effects(r, v, ""))
			explained -= len(r.Step().Choices) // of the comparison
			if r.Begun() {
				explained += choices - 1
			}
		}
		return explained
	}
	assert.Equal(t, choices, shown())
	assert.Zero(t, shown())
	r.Press(hw.A, false)
	assert.Equal(t, 1, shown(), "only what is marked")
	assert.Zero(t, shown())
	v.Version++
	assert.Equal(t, 1, shown(), "the table has changed")
	v.Lang = "fa"
	assert.Equal(t, 1, shown(), "another language")

	explained = 0
	for range 3 {
		table.Fresh(r, v, "?")
	}
	assert.Equal(t, choices, explained, "the table sees no mark")
	r.Press(hw.B, false)
	table.Fresh(r, v, "?")
	assert.Equal(t, choices, explained)
}
