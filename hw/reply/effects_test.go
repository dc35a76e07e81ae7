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

// What each of many choices brings is told once it is marked: nobody waits for the pages of all of them.
func TestEffectsOfManyChoicesWait(t *testing.T) {
	titles, told := games.All(), 0
	title := titles[slices.IndexFunc(titles, func(t *engine.Title) bool { return t.ID == "derpate" })]
	title.Explain = func(engine.View, *engine.Ask, *engine.Arg) []engine.Text { // each another
		told++
		return []engine.Text{engine.Say("refuse.seat_empty").Number(told)}
	}
	h := engine.Header{Game: title.ID, Seats: engine.Roster{"Ava", "Babak"}, Options: []byte(`{"chance":"box"}`)}
	g, _, err := title.New(h)
	require.NoError(t, err)
	books, err := words.NewBooks(titles, engine.Messages)
	require.NoError(t, err)
	var all reply.Replies
	all.Begin(title.Moves, 2)
	asks := g.Asks(nil)
	all.Refresh(asks)
	r := all.At(asks[0].Seat)
	require.Greater(t, len(r.Step().Choices), 6)
	v := reply.View{Words: books.Play(title, h), Lang: lang.English, Public: g.View(engine.Public)}
	assert.Empty(t, r.Effects(v))
	r.Press(hw.A, false)
	assert.Len(t, r.Effects(v), 1)
}
