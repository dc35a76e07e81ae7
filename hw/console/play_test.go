package console_test

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"testing"

	"consigliere/engine"
	"consigliere/engine/games"
	"consigliere/hw"
	"consigliere/hw/console"
	"consigliere/hw/console/consoletest"

	"github.com/stretchr/testify/require"
)

var names = []string{"Ava", "Babak", "Chiara", "Dario", "Elif", "Farid", "Gaia", "Hana"}

// begin starts a play on a box of fakes.
func begin(t *testing.T, titles []*engine.Title, h engine.Header, private bool) *consoletest.Player {
	t.Helper()
	b := consoletest.NewBox(8, private)
	p, err := consoletest.New(console.Config{Box: b.HW, Titles: titles, Painter: consoletest.Words{}}, b)
	require.NoError(t, err)
	require.NoError(t, p.Console.Do(0, console.Start{Header: h}))
	return p
}

// TestWholeGames plays every game to its end by presses on pods and panel.
func TestWholeGames(t *testing.T) {
	for _, g := range games.All() {
		for seed := range uint64(4) {
			t.Run(fmt.Sprintf("%s-%d", g.ID, seed), func(t *testing.T) {
				seats := g.MinSeats + int(seed)%(g.MaxSeats-g.MinSeats+1)
				h := engine.Header{Game: g.ID, Seats: names[:seats], Seed: seed}
				if g.ID == "naro" && seed%2 == 1 {
					h.Options = []byte(`{"powers":true}`)
				}
				if g.ID == "corleone" && seed%2 == 1 {
					h.Options = []byte(`{"chance":"box"}`)
				}
				p := begin(t, []*engine.Title{g}, h, true)
				n, err := p.Play(rand.New(rand.NewPCG(seed, 1)), 3000)
				require.NoError(t, err)
				require.Positive(t, n)
				p.Wait(60e9)
				require.Equal(t, "over", p.Console.Desk("en").State)
				require.NotEmpty(t, p.Console.Record())
				for s := range 8 {
					require.Equal(t, hw.RGB{}, p.Box.Lights.RGB[s], "a light after the end")
				}
			})
		}
	}
}

// TestPressesOfBribes counts the presses for bribes of three notes out of a suitcase: A takes a
// note of the kind that is marked, B marks the next, OK locks.
func TestPressesOfBribes(t *testing.T) {
	for _, c := range []struct{ suitcase, bribe, presses string }{
		{"5,5,5", "5,5,5", "AAAO"},
		{"1,3,5", "1,3,5", "AAAO"},
		{"1,1,1,3,5", "1,1,1", "AAAO"},
		{"2,2,2,5", "2,2,2", "AAAO"},
		{"2,2,5", "2,2,5", "AAAO"},
		{"1,1,5,5", "1,5,5", "ABAAO"},
		{"1,2,2,5,5", "1,2,5", "AABAO"},
	} {
		t.Run(c.suitcase, func(t *testing.T) {
			title := games.Find("corleone")
			h := engine.Header{Game: title.ID, Seats: names[:2], Seed: 1, Options: []byte(`{"chance":"box"}`)}
			p := begin(t, games.All(), h, true)
			typed := func(line string) { require.NoError(t, p.Console.Do(p.Now, console.Type{Line: []byte(line)}), line) }
			typed(fmt.Sprintf(`{"seat":"table","do":"adjust","of":"Ava","gain":[%s],"stash":[%s]}`, c.suitcase, c.suitcase))
			for {
				asks := p.Table.Asks()
				for asks[0].Optional {
					asks = asks[1:]
				}
				if asks[0].Verb == "bid" {
					break
				}
				list := asks[0].Options
				do := list[0]
				if asks[0].Verb == "use" {
					do = list[len(list)-1] // nothing
				}
				typed(string(title.Moves.AppendLine(nil, h.Seats, engine.Move{Seat: asks[0].Seat, Do: do})))
			}
			p.Wait(120e9)
			before := p.Table.Moves()
			for _, b := range c.presses {
				require.Equal(t, before, p.Table.Moves())
				p.Press(0, map[rune]hw.Button{'A': hw.A, 'B': hw.B, 'O': hw.OK}[b])
			}
			require.Equal(t, before+1, p.Table.Moves())
			sealed, err := json.Marshal(p.Table.View(0).Private)
			require.NoError(t, err)
			require.Contains(t, string(sealed), fmt.Sprintf(`"bid":[%s]`, c.bribe))
		})
	}
}
