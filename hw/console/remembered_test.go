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

	"github.com/stretchr/testify/require"
)

// TestWhatIsRememberedIsShownAsNew plays each game twice at the same times, with buttons that are pressed at random. One of the
// consoles forgets again and again what it has worked out of the play, and draws everything: each screen shows the same.
func TestWhatIsRememberedIsShownAsNew(t *testing.T) {
	rounds := 400
	if long() {
		rounds = 6000
	}
	moves := 0
	for _, title := range games.All() {
		h := engine.Header{Game: title.ID, Seats: names[:max(4, title.MinSeats)], Seed: 7, Options: []byte(`{"chance":"box"}`)}
		switch title.ID {
		case "naro":
			h.Options = []byte(`{"powers":true,"chance":"box","power_deal":"box"}`)
		case "anygame":
			h.Options = []byte(`{"play":"rock-paper-scissors"}`)
		}
		t.Run(title.ID, func(t *testing.T) {
			r := rand.New(rand.NewPCG(3, 5))
			var worlds [2]*consoletest.Player
			var boxes [2]*consoletest.Box
			for i := range worlds {
				boxes[i] = consoletest.NewBox(5, true)
				var err error
				worlds[i], err = consoletest.New(console.Config{Box: boxes[i].HW, Titles: games.All(), Painter: consoletest.Words{}, Seed: func() uint64 { return 5 }}, boxes[i])
				require.NoError(t, err)
				require.NoError(t, worlds[i].Console.Do(0, command.Start{Header: h}))
			}
			both := func(do func(p *consoletest.Player)) {
				do(worlds[0])
				worlds[1].Console.Forget()
				do(worlds[1])
				worlds[1].Console.Forget()
			}
			for n := range rounds {
				pod, b, how := hw.Pod(r.IntN(5)), hw.Button(r.IntN(3)), r.IntN(60)
				if k := worlds[0].Table; len(k.Asks()) > 0 && k.Asks()[0].Seat == engine.Table {
					pod = hw.Panel
				}
				d := time.Duration(r.IntN([]int{100, 700, 5000}[r.IntN(3)])) * time.Millisecond
				both(func(p *consoletest.Player) {
					switch {
					case how == 0:
						_ = p.Console.Do(p.Now, command.Undo{})
					case how < 10:
						p.Console.Press(hw.Press{At: p.Now, Pod: pod, Button: b, Down: how < 6})
					default:
						p.Press(pod, b)
					}
				})
				for ; d > 0; d -= 300 * time.Millisecond {
					both(func(p *consoletest.Player) { p.Wait(min(d, 300*time.Millisecond)) })
				}
				both(func(p *consoletest.Player) { p.Wait(200 * time.Millisecond) }) // both have drawn what has changed
				require.Equal(t, boxes[0].Main.Words(), boxes[1].Main.Words(), "main screen, press %d", n)
				for i := range boxes[0].Screens {
					require.Equal(t, boxes[0].Screens[i].Words(), boxes[1].Screens[i].Words(), fmt.Sprintf("pod %d, press %d", i, n))
				}
			}
			t.Log(worlds[0].Table.Moves(), "moves")
			moves += worlds[0].Table.Moves()
		})
	}
	require.Greater(t, moves, 60, "it was played")
}
