package console_test

import (
	"encoding/json"
	"fmt"
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

// A preparing box is told by pages what is about to begin.
type preparing struct {
	t *testing.T
	p *consoletest.Player
	n map[string]int // how often each page has said something
}

func newPreparing(t *testing.T) *preparing {
	b := consoletest.NewBox(2, false)
	p, err := consoletest.New(console.Config{Box: b.HW, Titles: games.All(), Painter: consoletest.Words{}}, b)
	require.NoError(t, err)
	return &preparing{t, p, map[string]int{}}
}

func (b *preparing) now() *desk.Prepared { return b.p.Console.Snapshot().Public(lang.English).Prepared }

func (b *preparing) do(c command.Command) {
	b.t.Helper()
	require.NoError(b.t, b.p.Console.Do(b.p.Now, c))
}

func (b *preparing) here(names ...string) { b.do(command.Invite{Served: true, Phones: names}) }

// says changes something on a page.
func (b *preparing) says(page string, c command.Prepare) {
	b.t.Helper()
	b.n[page]++
	c.Page, c.N = page, b.n[page]
	b.do(c)
}

func chosen(values ...string) map[string]json.RawMessage {
	all := map[string]json.RawMessage{}
	for i := 0; i < len(values); i += 2 {
		all[values[i]] = json.RawMessage(values[i+1])
	}
	return all
}

// What one page changes all others show; a change that is late undoes nothing newer, of another thing or another game.
func TestPrepareTogether(t *testing.T) {
	b := newPreparing(t)
	assert.Nil(t, b.now(), "nobody has chosen")
	b.says("laptop", command.Prepare{Game: "corleone", Anew: true})
	b.says("laptop", command.Prepare{Game: "corleone", Options: chosen("tracking", `"light"`)})
	b.says("phone", command.Prepare{Game: "corleone", Options: chosen("chance", `"table"`), By: "Zohreh"})
	bots := 2
	b.says("laptop", command.Prepare{Game: "corleone", Bots: &bots})
	assert.Equal(t, chosen("tracking", `"light"`, "chance", `"table"`), b.now().Options, "each has changed something else")
	assert.Equal(t, []any{"corleone", 2, map[string]int{"laptop": 3, "phone": 1}, 4}, []any{b.now().Game, *b.now().Bots, b.now().Heard, b.now().N})
	b.says("phone", command.Prepare{Game: "corleone", Options: chosen("chance", `null`), By: "Zohreh"})
	assert.Equal(t, chosen("tracking", `"light"`), b.now().Options)
	assert.Equal(t, "Zohreh", b.now().By)

	// The laptop had not heard of another game: what it says of the old one is too late, and that it was heard is told.
	before := b.now()
	b.says("phone", command.Prepare{Game: "anygame", Anew: true, Options: chosen("play", `"liars-dice"`)})
	b.says("laptop", command.Prepare{Game: "corleone", Options: chosen("tracking", `"full"`)})
	assert.Equal(t, []any{"anygame", chosen("play", `"liars-dice"`), 4}, []any{b.now().Game, b.now().Options, b.now().Heard["laptop"]})
	assert.Nil(t, b.now().Bots, "they were of the other game")
	assert.Equal(t, "corleone", before.Game, "what was shown stays what it was")

	// A line that was cut says the same once more.
	b.says("laptop", command.Prepare{Game: "anygame", Options: chosen("play", `"bid"`)})
	b.says("phone", command.Prepare{Game: "anygame", Options: chosen("play", `"vote"`)})
	b.do(command.Prepare{Page: "laptop", N: 5, Game: "anygame", Options: chosen("play", `"bid"`)})
	assert.Equal(t, chosen("play", `"vote"`), b.now().Options)

	require.Error(t, b.p.Console.Do(b.p.Now, command.Prepare{Game: "chess", N: 1}))
	b.says("phone", command.Prepare{Game: "anygame", Options: chosen("nothing", `1`)})
	assert.Len(t, b.now().Options, 1, "there is no such option")
	for i := range 20 {
		b.says(fmt.Sprint(i), command.Prepare{Game: "naro"})
	}
	assert.LessOrEqual(t, len(b.now().Heard), 12)
}

// Whoever joins plays, whoever leaves does not, and bots and what was typed stay.
func TestPreparePlayers(t *testing.T) {
	b := newPreparing(t)
	two := 2
	// Nobody had joined: names that nobody has given go with the first phone, and others stay.
	b.says("laptop", command.Prepare{Game: "naro", Seats: []string{"Ava"}, Spare: []string{"Ava"}, Bots: &two})
	b.here("Zohreh")
	assert.Nil(t, b.now().Seats, "nobody was named: whoever joins plays")
	assert.Nil(t, b.now().Bots)
	b.here()
	b.says("laptop", command.Prepare{Game: "naro", Seats: []string{"Ava", "Lea", "Chiara"}, Spare: []string{"Ava", "Chiara"}, Bots: &two})
	b.here("Zohreh")
	assert.Equal(t, []string{"Lea", "Zohreh"}, b.now().Seats)
	b.here("Zohreh", "Mina")
	assert.Equal(t, []string{"Lea", "Zohreh", "Mina"}, b.now().Seats)
	n := b.now().N
	b.here("Zohreh", "Mina")
	assert.Equal(t, n, b.now().N, "nothing has changed")
	b.here("Mina")
	assert.Equal(t, []string{"Lea", "Mina"}, b.now().Seats)
	assert.Equal(t, 2, *b.now().Bots)
	// A page that had not heard who has come and gone.
	b.here("Mina", "Omid")
	b.says("laptop", command.Prepare{Game: "naro", Seats: []string{"Zohreh", "Mina"}, Phones: []string{"Zohreh", "Mina"}})
	assert.Equal(t, []string{"Mina", "Omid"}, b.now().Seats)

	n = b.now().N
	b.do(command.Start{Header: engine.Header{Game: "naro", Seats: names[:4], Options: []byte(`{}`)}})
	b.says("laptop", command.Prepare{Game: "naro", Bots: &two})
	assert.Nil(t, b.now())
	b.do(command.Leave{})
	assert.Equal(t, []any{"", 4, 0}, []any{b.now().Game, b.now().Heard["laptop"], len(b.now().Seats)}, "the next one is not prepared")
	assert.Greater(t, b.now().N, n)
}
