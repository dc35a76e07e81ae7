package console_test

import (
	"math/rand/v2"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"consigliere/engine"
	"consigliere/engine/bot"
	"consigliere/engine/games"
	"consigliere/hw/command"
	"consigliere/hw/console"
	"consigliere/hw/console/consoletest"
	"consigliere/hw/lang"
)

// A question says what was passed over since it left no choice, but not twice, as "Banker: Banker: which track?" did.
func TestQuestionsNameNothingTwice(t *testing.T) {
	twice := regexp.MustCompile(`^(.{3,}?): (.+)`)
	bx := consoletest.NewBox(3, false)
	p, err := consoletest.New(console.Config{Box: bx.HW, Titles: games.All(), Painter: consoletest.Words{}}, bx)
	require.NoError(t, err)
	require.NoError(t, p.Console.Do(0, command.SetClocks{Percent: 0}))
	r := rand.New(rand.NewPCG(3, 1))
	seen := 0
	for seed := uint64(3); seed < 8; seed++ {
		require.NoError(t, p.Console.Do(p.Now, command.Start{Header: engine.Header{Game: "derpate", Seats: []string{"Ava", "Babak", "Chiara"}, Options: []byte(`{"chance":"box"}`), Seed: seed}}))
		player := bot.New(p.Table.Title(), p.Table.Roster(), r)
		for len(p.Table.Asks()) > 0 {
			for n := 0; !p.Console.Quiet() && n < 100; n++ {
				p.Wait(time.Second)
			}
			for _, l := range lang.All() {
				ask := p.Console.Snapshot().Public(l).Ask
				if ask == nil {
					continue
				}
				if m := twice.FindStringSubmatch(ask.Question); m != nil {
					seen++
					assert.False(t, strings.HasPrefix(m[2], m[1]), ask.Question)
				}
			}
			asks := p.Table.Asks()
			if len(asks) == 0 {
				break // the box has ended the last turn
			}
			a := &asks[r.IntN(len(asks))]
			do, err := player.Pick(a)
			require.NoError(t, err)
			require.NoError(t, p.Console.Do(p.Now, command.Type{Line: p.Table.Title().Moves.AppendLine(nil, p.Table.Roster(), engine.Move{Seat: a.Mover(a.Seat), Do: do})}))
		}
		require.NoError(t, p.Console.Do(p.Now, command.Leave{}))
	}
	assert.Positive(t, seen)
}
