package console_test

import (
	"fmt"
	"math/rand/v2"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"consigliere/engine"
	"consigliere/engine/games"
	"consigliere/hw"
	"consigliere/hw/command"
	"consigliere/hw/console/consoletest"
)

// TestAimlessPlayersGetOn plays games with people who have no plan: a player who is waited for presses A or B a
// few times and then OK, and goes back or holds a button never; what lies on the cardboard is typed
// in at a page. However they choose, and whatever is refused, the play comes to its end.
func TestAimlessPlayersGetOn(t *testing.T) {
	seeds := uint64(1)
	if long() {
		seeds = 12
	}
	for _, c := range []struct {
		game, options string
		seats         int
		when          bool
	}{
		{"naro", `{}`, 5, true},
		{"derpate", `{}`, 3, true},
		{"corleone", `{"tracking":"light"}`, 3, true},
		{"corleone", `{"tracking":"full"}`, 3, wide()},
		{"corleone", `{"tracking":"full"}`, 5, wide()},
		{"corleone", `{"tracking":"full","chance":"box"}`, 4, wide()},
		{"khandan", `{"pack":"starter","reigns":1}`, 3, true},
	} {
		if !c.when {
			continue
		}
		for seed := range seeds {
			t.Run(fmt.Sprintf("%s-%d-%s-%d", c.game, c.seats, c.options, seed), func(t *testing.T) {
				p := begin(t, games.All(), engine.Header{Game: c.game, Seats: names[:c.seats], Seed: seed, Options: []byte(c.options)}, true)
				r := rand.New(rand.NewPCG(seed, 77))
				last, since := 0, time.Duration(0)
				for p.Console.Snapshot().Public("en").State == "play" {
					pressAimlessly(p, r)
					typeAimlessly(p, r)
					p.Wait(2400 * time.Millisecond)
					if n := p.Table.Moves(); n != last {
						last, since = n, p.Now
					}
					if p.Now-since > 15*time.Minute {
						require.Fail(t, "nobody gets on", "awaited is %+v; on the screens is %q", p.Table.Asks(), wordsOf(p))
					}
				}
			})
		}
	}
}

func wordsOf(p *consoletest.Player) (list []string) {
	for _, s := range p.Box.Screens {
		list = append(list, s.Words())
	}
	return append(list, p.Box.Main.Words())
}

// pressAimlessly has everybody who is awaited press something, and OK.
func pressAimlessly(p *consoletest.Player, r *rand.Rand) {
	for _, s := range p.Console.Snapshot().Public("en").Seats {
		if !s.Awaited {
			continue
		}
		pod := hw.Pod(s.Pod)
		switch r.IntN(8) {
		case 0:
			p.Tap(pod, consoletest.Tap{Buttons: []hw.Button{hw.A, hw.B}})
		case 1, 2:
			p.Press(pod, hw.B)
		case 3: // what is marked will do
		default:
			for range 1 + r.IntN(5) {
				p.Press(pod, hw.A)
			}
		}
		p.Press(pod, hw.OK)
	}
}

// typeAimlessly fills in what is asked of the table. Corrections are not: they could go on for ever.
func typeAimlessly(p *consoletest.Player, r *rand.Rand) {
	for _, sh := range p.Console.Snapshot().Public("en").Sheets {
		if line := consoletest.Fill(&sh, r); line != nil && !sh.Optional {
			_ = p.Console.Do(p.Now, command.Type{Line: line}) // it may be refused, as people's mistakes are
		}
	}
}
