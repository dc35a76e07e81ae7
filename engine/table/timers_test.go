package table_test

import (
	"math/rand/v2"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"consigliere/engine/bot"
	"consigliere/engine/table"
)

// The timers are wound when somebody looks at them; a table at which somebody looks after each move has the same as one at which
// nobody does: in plays of all kinds of asks, with choices taken back, undone moves, time-outs and limits that change.
func TestTimersAreTheSameWhoeverLooks(t *testing.T) {
	compared, late := 0, 0
	for seed := range uint64(30) {
		h := naroHeader
		h.Seed = seed
		var tables [2]*table.Table
		var bots [2]*bot.Player
		var rngs [2]*rand.Rand
		for i := range tables {
			tb, _, err := table.New(findTitle(h.Game), h, table.Options{})
			require.NoError(t, err)
			tables[i], rngs[i] = tb, rand.New(rand.NewPCG(seed, 27))
			bots[i] = bot.New(tb.Title(), tb.Roster(), rngs[i])
		}
		what := rand.New(rand.NewPCG(seed, 28))
		for now := time.Duration(0); now < 300*time.Second && !tables[0].Over(); now += time.Duration(what.IntN(4000)) * time.Millisecond {
			pick := what.IntN(12)
			for i, tb := range tables {
				switch pick {
				case 0:
					done, err := tb.Tick(now + 9*time.Second)
					require.NoError(t, err)
					late += len(done.Late)
				case 1:
					tb.SetClocks(now, []int{50, 100, 200}[tb.Moves()%3])
				case 2:
					tb.SetUnhurried(now, 1, tb.Moves()%2 == 0)
				case 3:
					tb.Pause(now)
					tb.Resume(now + time.Second)
				default:
					step(t, tb, bots[i], rngs[i])
				}
				if i == 0 {
					tb.Next()
					tb.Remaining(now)
				}
			}
			if tables[0].Over() || what.IntN(3) > 0 {
				continue
			}
			compared++
			at, ok := tables[0].Next()
			other, also := tables[1].Next()
			require.Equal(t, ok, also)
			require.Equal(t, at, other, "seed %d, move %d", seed, tables[0].Moves())
			left, ok := tables[0].Remaining(now)
			otherLeft, also := tables[1].Remaining(now)
			require.Equal(t, ok, also)
			require.Equal(t, left, otherLeft, "seed %d, move %d", seed, tables[0].Moves())
		}
	}
	assert.Greater(t, compared, 500)
	assert.Greater(t, late, 50)
}
