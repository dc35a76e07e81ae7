package console_test

import (
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
	c, err := console.New(console.Config{Box: b.HW, Titles: titles, Painter: consoletest.Words{}})
	require.NoError(t, err)
	require.NoError(t, c.Start(0, h))
	return &consoletest.Player{Console: c, Box: b}
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
