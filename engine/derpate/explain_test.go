package derpate_test

import (
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"consigliere/engine"
	"consigliere/engine/derpate"
)

// What is said of a die before it is chosen is what it does afterwards, in every row
// (PATE-6.7, PATE-7 to PATE-10).
func TestADieIsExplained(t *testing.T) {
	title := derpate.Title()
	told := map[string]bool{}
	for seed := range uint64(12) {
		h := engine.Header{Game: title.ID, Seats: engine.Roster{"Ava", "Babak"}, Options: []byte(`{"chance":"box"}`), Seed: seed}
		g, _, err := title.Begin(h)
		require.NoError(t, err)
		rng := rand.New(rand.NewPCG(seed, 3))
		for !g.Over() {
			a := g.Asks(nil)[0]
			do := a.Options[rng.IntN(len(a.Options))]
			var key string
			args := title.Moves.Args(nil, do)
			senator := slices.ContainsFunc(args, func(x engine.Arg) bool { return x.Key == "senator" || x.Key == "colour" })
			for i := range args {
				if a.Verb == "place" && args[i].Key == "die" && !senator {
					key = title.Explain(g.View(engine.Public), &a, &args[i]).Key
					told[key] = true
				}
			}
			_, err := g.Play(engine.Move{Seat: a.Mover(a.Seat), Do: do})
			require.NoError(t, err)
			if placed := g.View(engine.Public).Public.(derpate.Status).Placed; key != "" && len(placed) > 0 {
				box := placed[len(placed)-1].Box
				assert.Equal(t, box, strings.TrimPrefix(strings.TrimPrefix(key, "hint."), "box."), "row %d", placed[len(placed)-1].Row)
			}
		}
	}
	assert.Greater(t, len(told), 10, "boxes of all rows")
}
