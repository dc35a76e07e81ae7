package console_test

import (
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"

	"consigliere/engine"
	"consigliere/engine/games"
	"consigliere/engine/table"
	"consigliere/hw"
	"consigliere/hw/lang"
)

// TestBothHeldSaysWhereThePlayIs holds A and B at a pod and at the panel, in every game and in all phases: what was called last is
// said again, and then who is awaited. Nothing is chosen or taken back by it.
func TestBothHeldSaysWhereThePlayIs(t *testing.T) {
	for _, title := range games.All() {
		options := `{"chance":"box"}`
		switch title.ID {
		case "khandan":
			options = `{"chance":"box","pack":"starter"}`
		case "anygame":
			options = `{"play":"prize-cards"}`
		}
		t.Run(title.ID, func(t *testing.T) {
			p := begin(t, games.All(), engine.Header{Game: title.ID, Seats: names[:4], Options: []byte(options), Seed: 5}, false)
			rng := rand.New(rand.NewPCG(7, 7))
			tried := 0
			for range 40 {
				_, _ = p.PlayUntil(rng, 400, func() func(*table.Table) bool {
					n := p.Table.Moves()
					return func(t *table.Table) bool { return t.Moves() > n+1 }
				}())
				p.Wait(30 * time.Second)
				if p.Table.Over() {
					break
				}
				for _, pod := range []hw.Pod{0, hw.Panel} {
					moves, said := p.Table.Moves(), len(p.Box.Speaker.Said)
					last := p.Box.Speaker.Said[max(0, said-1)]
					for _, b := range []hw.Button{hw.A, hw.B} {
						p.Console.Press(hw.Press{At: p.Now, Pod: pod, Button: b, Down: true})
					}
					p.Wait(1500 * time.Millisecond)
					for _, b := range []hw.Button{hw.A, hw.B} {
						p.Console.Press(hw.Press{At: p.Now, Pod: pod, Button: b})
					}
					p.Wait(3 * time.Second) // a count of three is not cut short
					if p.Table.Moves() != moves || !assert.Greater(t, len(p.Box.Speaker.Said), said, "nothing was said after %q", last) {
						continue
					}
					heading := p.Console.Snapshot().Public(lang.English).Heading
					assert.True(t, slices.ContainsFunc(p.Box.Speaker.Said[said:], func(now string) bool {
						return strings.Contains(now, heading)
					}), "%q, and not %q", p.Box.Speaker.Said[said:], heading)
					tried++
				}
			}
			assert.Greater(t, tried, 10)
		})
	}
}
