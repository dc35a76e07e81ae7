package console_test

import (
	"encoding/json"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"consigliere/engine"
	"consigliere/engine/games"
	"consigliere/hw/command"
	"consigliere/hw/console"
	"consigliere/hw/console/consoletest"
	"consigliere/hw/desk"
	"consigliere/hw/lang"
)

// What somebody prepares is the same for all: whoever joins plays, whoever leaves does not, and bots and what was typed stay.
func TestPrepare(t *testing.T) {
	b := consoletest.NewBox(2, false)
	p, err := consoletest.New(console.Config{Box: b.HW, Titles: games.All(), Painter: consoletest.Words{}}, b)
	require.NoError(t, err)
	now := func() *desk.Prepared { return p.Console.Snapshot().Public(lang.English).Prepared }
	do := func(c command.Command) {
		t.Helper()
		require.NoError(t, p.Console.Do(p.Now, c))
	}
	here := func(names ...string) { do(command.Invite{Served: true, Phones: names}) }

	first := now()
	assert.Zero(t, first.N, "nobody has chosen")
	assert.Equal(t, games.All()[0].ID, first.Game, "what is offered first")
	assert.NotEmpty(t, first.Long)

	// Nobody had joined: names that nobody has given go with the first phone, and others stay.
	do(command.Prepare{Game: "naro", Seats: []string{"Ava", "Lea", "Chiara"}, Spare: []string{"Ava", "Chiara"}, Own: true, Bots: 2, By: "Zohreh"})
	assert.Equal(t, []any{"naro", "Naro", 4, 8, 2, "Zohreh"}, []any{now().Game, now().Title, now().Least, now().Most, now().Bots, now().By})
	n := now().N
	here("Zohreh")
	assert.Equal(t, []string{"Lea", "Zohreh"}, now().Seats)
	assert.Greater(t, now().N, n)
	here("Zohreh", "Mina")
	assert.Equal(t, []string{"Lea", "Zohreh", "Mina"}, now().Seats)
	n = now().N
	here("Zohreh", "Mina")
	assert.Equal(t, n, now().N, "nothing has changed")
	here("Mina")
	assert.Equal(t, []string{"Lea", "Mina"}, now().Seats)
	assert.Equal(t, 2, now().Bots)

	// Until somebody says who plays, it is whoever has joined.
	do(command.Prepare{Game: "anygame", Seats: []string{"Lea", "Mina"}, Phones: []string{"Mina"}, Options: map[string]json.RawMessage{"play": json.RawMessage(`"werewolf"`)}})
	assert.Equal(t, "Werewolf", now().Title, "a game by its own name")
	here("Mina", "Omid")
	assert.Equal(t, []string{"Mina", "Omid"}, now().Seats)

	// A page that had not heard who has come and gone.
	do(command.Prepare{Game: "naro", Seats: []string{"Lea", "Mina"}, Own: true, Phones: []string{"Lea", "Mina"}})
	assert.Equal(t, []string{"Mina", "Omid"}, now().Seats)

	do(command.Prepare{Game: "naro", Seats: []string{"Mina", "Omid"}, Spare: []string{"Mina"}, Own: true, Phones: []string{"Mina", "Omid"}})
	here("Mina", "Omid", "Lea")
	assert.Equal(t, []string{"Mina", "Omid", "Lea"}, now().Seats, "whoever has a phone is called as one of the usual names")

	require.Error(t, p.Console.Do(p.Now, command.Prepare{Game: "chess"}))
	for _, odd := range []string{`7`, `null`, `{"a":[]}`, `"?"`} { // nothing that a host says brings a desk down
		for _, title := range games.All() {
			all := map[string]json.RawMessage{}
			for _, o := range title.Options {
				all[o.Key] = json.RawMessage(odd)
			}
			do(command.Prepare{Game: title.ID, Options: all})
			assert.NotEmpty(t, now().Title)
		}
	}

	do(command.Prepare{Game: "naro", Seats: []string{"Mina", "Omid"}, Bots: 2})
	do(command.Start{Header: engine.Header{Game: "naro", Seats: names[:4], Options: []byte(`{}`)}})
	require.ErrorIs(t, p.Console.Do(p.Now, command.Prepare{Game: "naro"}), command.ErrTurn)
	assert.Nil(t, now())
	do(command.Leave{})
	assert.Zero(t, now().N, "the next one is not prepared")
}
