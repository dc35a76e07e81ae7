package console_test

import (
	"fmt"
	"math/rand/v2"
	"testing"
	"time"

	"consigliere/engine"
	"consigliere/engine/games"
	"consigliere/hw"
	"consigliere/hw/console"
	"consigliere/hw/console/consoletest"
	"consigliere/hw/lang"

	"github.com/stretchr/testify/require"
)

// TestMonkeys presses buttons at random, on all pods and the panel, with and without
// private screens: nothing panics, and no time stands still.
func TestMonkeys(t *testing.T) {
	rounds := 20000
	if testing.Short() {
		rounds = 6000
	}
	for seed := range uint64(8) {
		t.Run(fmt.Sprint(seed), func(t *testing.T) {
			r := rand.New(rand.NewPCG(seed, 99))
			bx := consoletest.NewBox(8, seed%2 == 0)
			c, err := console.New(console.Config{Box: bx.HW, Titles: games.All(), Painter: consoletest.Words{}, Seed: r.Uint64})
			require.NoError(t, err)
			p := &consoletest.Player{Console: c, Box: bx}
			moves := 0
			for range rounds {
				if k := c.Table(); k != nil {
					moves = max(moves, k.Moves())
				}
				if c.Title() == nil && r.IntN(20) == 0 {
					g := games.All()[r.IntN(len(games.All()))]
					h := engine.Header{Game: g.ID, Seats: names[:g.MinSeats], Seed: r.Uint64() >> 11}
					if g.ID == "naro" {
						h.Options = []byte(`{"powers":true,"chance":"box","power_deal":"box"}`)
					}
					require.NoError(t, c.Start(p.Now, h))
				}
				pod := hw.Pod(r.IntN(5))
				if k := c.Table(); r.IntN(40) == 0 || k != nil && len(k.Asks()) > 0 && k.Asks()[0].Seat == engine.Table {
					pod = hw.Panel
				}
				if r.IntN(2) == 0 {
					p.Press(pod, hw.Button(r.IntN(3)))
				} else {
					c.Press(hw.Press{At: p.Now, Pod: pod, Button: hw.Button(r.IntN(3)), Down: r.IntN(2) == 0})
				}
				switch r.IntN(400) {
				case 0:
					_ = c.Undo(p.Now)
				case 1:
					c.Pause(p.Now, true)
				case 2:
					c.SetLang(lang.All()[r.IntN(3)])
				case 3:
					c.Desk(lang.All()[r.IntN(3)])
				case 4, 5, 6, 7, 8, 9:
					c.Pause(p.Now, false)
				}
				p.Wait(time.Duration(r.IntN(1+[]int{0, 30, 300, 3000}[r.IntN(4)])) * time.Millisecond)
			}
			require.Greater(t, moves, 20, "the monkeys have played")
		})
	}
}
