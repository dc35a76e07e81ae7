package console_test

import (
	"fmt"
	"math/rand/v2"
	"testing"
	"time"

	"consigliere/engine"
	"consigliere/engine/games"
	"consigliere/hw"
	"consigliere/hw/command"
	"consigliere/hw/console"
	"consigliere/hw/console/consoletest"
	"consigliere/hw/lang"

	"github.com/stretchr/testify/require"
)

// TestMonkeys presses buttons at random, on all pods and the panel, with and without
// private screens: nothing panics, and no time stands still.
func TestMonkeys(t *testing.T) {
	rounds := 3000
	if long() {
		rounds = 20000
	} else if wide() {
		rounds = 6000
	}
	seeds := uint64(4)
	if wide() {
		seeds = 8
	} else if testing.Short() {
		seeds = 2
	}
	for seed := range seeds {
		t.Run(fmt.Sprint(seed), func(t *testing.T) {
			r := rand.New(rand.NewPCG(seed, 99))
			bx := consoletest.NewBox(8, seed%2 == 0)
			p, err := consoletest.New(console.Config{Box: bx.HW, Titles: games.All(), Painter: consoletest.Words{}, Seed: r.Uint64}, bx)
			require.NoError(t, err)
			c := p.Console
			moves := 0
			for range rounds {
				if k := p.Table; k != nil {
					moves = max(moves, k.Moves())
				}
				if c.Title() == nil && r.IntN(20) == 0 {
					g := games.All()[r.IntN(len(games.All()))]
					h := engine.Header{Game: g.ID, Seats: names[:g.MinSeats], Seed: r.Uint64() >> 11}
					if g.ID == "naro" {
						h.Options = []byte(`{"powers":true,"chance":"box","power_deal":"box"}`)
					}
					if g.ID == "anygame" {
						h.Options = []byte(`{"play":"rock-paper-scissors"}`)
					}
					require.NoError(t, c.Do(p.Now, command.Start{Header: h}))
				}
				pod := hw.Pod(r.IntN(5))
				if k := p.Table; r.IntN(40) == 0 || k != nil && len(k.Asks()) > 0 && k.Asks()[0].Seat == engine.Table {
					pod = hw.Panel
				}
				if r.IntN(2) == 0 {
					p.Press(pod, hw.Button(r.IntN(3)))
				} else {
					c.Press(hw.Press{At: p.Now, Pod: pod, Button: hw.Button(r.IntN(3)), Down: r.IntN(2) == 0})
				}
				switch r.IntN(400) {
				case 0:
					_ = c.Do(p.Now, command.Undo{})
				case 1:
					_ = c.Do(p.Now, command.Pause{On: true})
				case 2:
					_ = c.Do(p.Now, command.SetLang{Lang: lang.All()[r.IntN(3)]})
				case 3:
					c.Snapshot().Public(lang.All()[r.IntN(3)])
				case 4, 5, 6, 7, 8, 9:
					_ = c.Do(p.Now, command.Pause{On: false})
				}
				p.Wait(time.Duration(r.IntN(1+[]int{0, 30, 300, 3000}[r.IntN(4)])) * time.Millisecond)
			}
			require.Greater(t, moves, 20, "the monkeys have played")
		})
	}
}
