package console_test

import (
	"fmt"
	"math/rand/v2"
	"os"
	"runtime/debug"
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

// TestViewersChangeNothing plays whole games twice with the same presses at the same times:
// once nobody looks, once pages look at random times in random languages. All that is put
// out is the same: what is shown follows from moves and time alone.
func TestViewersChangeNothing(t *testing.T) {
	trials := uint64(1)
	if long() {
		trials = 20
	} else if wide() {
		trials = 2
	}
	for _, g := range games.All() {
		trials := trials
		if g.ID == "naro" && wide() && !long() {
			trials = 3 // its options
		}
		for seed := range trials {
			t.Run(fmt.Sprintf("%s-%d", g.ID, seed), func(t *testing.T) {
				t.Parallel()
				h := engine.Header{Game: g.ID, Seats: names[:g.MinSeats], Seed: seed}
				if g.ID == "naro" {
					h.Options = []byte([]string{`{"chance":"box"}`, `{"powers":true}`, `{"powers":true,"chance":"box","power_deal":"box"}`}[seed%3])
				}
				alone, err := playWith(g, h, seed, nil)
				require.NoError(t, err)
				r := rand.New(rand.NewPCG(seed, 77))
				looked, err := playWith(g, h, seed, func(c *console.Console) {
					for range max(0, r.IntN(12)-9) {
						c.Snapshot().Public(lang.All()[r.IntN(len(lang.All()))])
						c.Public()
						c.Record()
						c.Version()
					}
				})
				require.NoError(t, err)
				require.Empty(t, firstDifference(alone.Box.Public, looked.Box.Public))
				require.Equal(t, alone.Desks, looked.Desks, "when the desk has changed")
				for s := range alone.Box.Private {
					require.Empty(t, firstDifference(alone.Box.Private[s], looked.Box.Private[s]), "pod %d", s)
				}
			})
		}
	}
}

// playWith plays a whole game by random presses. look, if not nil, is called before each of
// them and after each tick.
func playWith(g *engine.Title, h engine.Header, seed uint64, look func(*console.Console)) (*consoletest.Player, error) {
	b := consoletest.NewBox(8, seed%2 == 0)
	p, err := consoletest.New(console.Config{Box: b.HW, Titles: []*engine.Title{g}, Painter: consoletest.Words{}}, b)
	if err != nil {
		return nil, err
	}
	if err := p.Console.Do(0, command.Start{Header: h}); err != nil {
		return nil, err
	}
	if look != nil {
		p.Pressed = func(hw.Press) { look(p.Console) }
		p.Ticked = func() { look(p.Console) }
	}
	_, err = p.Play(rand.New(rand.NewPCG(seed, 5)), 3000)
	p.Wait(time.Minute)
	return p, err
}

func TestMain(m *testing.M) {
	debug.SetGCPercent(400) // plays leave much behind, and a test has memory
	os.Exit(m.Run())
}

// long reports whether the tests that take long are wanted.
func long() bool { return os.Getenv("CONSIGLIERE_LONG") != "" }

// wide reports whether more of everything is wanted than after each change, as in .ci/run.
func wide() bool { return long() || os.Getenv("CONSIGLIERE_WIDE") != "" }
