package main

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"consigliere/engine"
	"consigliere/engine/games"
	"consigliere/engine/journal"
	"consigliere/engine/table"
	"consigliere/hw/lang"
	"consigliere/hw/words"
)

// Whatever the workshop can write begins with a text that is right, begins a game, and has its mistakes told by line.
func TestWorkshop(t *testing.T) {
	books, err := words.NewBooks(games.All(), engine.Messages, journal.Messages, table.Messages)
	require.NoError(t, err)
	list := crafts(books, lang.English)
	require.Len(t, list, 4)
	for _, c := range list {
		t.Run(string(c.Kind), func(t *testing.T) {
			text, err := template(c.Kind, "")
			require.NoError(t, err)
			found, err := check(books, c.Kind, text, lang.Italian)
			require.NoError(t, err)
			require.Empty(t, found.Wrong)
			h := engine.Header{Game: c.Game, Seats: engine.Roster{"Ava", "Babak", "Chiara"}, Seed: 34, Options: []byte(`{"` + c.Key + `":` + string(found.Value) + `}`)}
			_, _, err = games.Find(c.Game).Begin(h)
			require.NoError(t, err)
			assert.LessOrEqual(t, found.Min, found.Max)

			found, err = check(books, c.Kind, text+"\nplayrs: 3\n", lang.English)
			require.NoError(t, err)
			require.NotEmpty(t, found.Wrong)
			assert.Nil(t, found.Value)
			assert.Contains(t, found.Wrong[len(found.Wrong)-1].Text, "playrs")
			assert.Equal(t, strings.Count(text, "\n")+2, found.Wrong[len(found.Wrong)-1].Line)
		})
	}
	for _, l := range lang.All() {
		for _, s := range scripts(books, l) {
			assert.NotEqual(t, s.ID, s.Name, "%s: a script is called by its name", l)
			assert.NotEmpty(t, s.Name)
		}
	}
	assert.Contains(t, scripts(books, lang.English), start{"prize-cards", "Prize cards"})
	_, err = check(books, "naro", "", lang.English)
	assert.EqualError(t, err, `the workshop cannot write "naro"`)
	_, err = template(script, "nothing")
	assert.EqualError(t, err, `there is no script "nothing"`)
}
