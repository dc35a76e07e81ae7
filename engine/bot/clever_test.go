package bot_test

import (
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"consigliere/engine"
	"consigliere/engine/bot"
	"consigliere/engine/corleone"
	"consigliere/engine/derpate"
	"consigliere/engine/enginetest"
	"consigliere/engine/games"
	"consigliere/engine/khandan"
	"consigliere/engine/naro"
)

// wins returns how many games of a title one clever seat wins among random ones. A shared
// win counts as its part.
func wins(t *testing.T, id, options string, seats, count int, winners func(engine.View) []string) float64 {
	t.Helper()
	title := games.Find(id)
	names := engine.Roster{"Ava", "Babak", "Chiara", "Dario", "Elena", "Farid"}[:seats]
	won := 0.0
	for n := range count {
		h := engine.Header{Game: id, Seats: names, Options: []byte(options), Seed: uint64(n)}
		g, _, err := title.Begin(h)
		require.NoError(t, err)
		p := bot.New(title, names, rand.New(rand.NewPCG(uint64(n), 7)))
		p.Offers = 0.2
		clever := engine.Seat(n % seats)
		p.Clever = engine.SeatsOf(clever)
		_, err = p.Playout(g)
		require.NoError(t, err)
		best := winners(g.View(engine.Public))
		for _, w := range best {
			if w == names[clever] {
				won += 1 / float64(len(best))
			}
		}
	}
	return won / float64(count)
}

// A clever seat wins clearly more often than its share among random ones.
func TestCleverBeatsRandom(t *testing.T) {
	count := 100
	if enginetest.Wide() {
		count = 400
	}
	byNaro := func(v engine.View) []string { return v.Result.(naro.ResultStatus).Winners }
	byPate := func(v engine.View) []string { return v.Result.(derpate.ResultStatus).Winners }
	byCorleone := func(v engine.View) []string { return v.Result.(corleone.ResultStatus).Winners }
	byHouses := func(v engine.View) []string { return v.Result.(khandan.ResultStatus).Winners }
	for _, c := range []struct {
		name, id, options string
		seats             int
		winners           func(engine.View) []string
		least             float64
	}{
		{"naro-4", "naro", `{"chance":"box"}`, 4, byNaro, 0.75},
		{"naro-6-powers", "naro", `{"chance":"box","powers":true}`, 6, byNaro, 0.6},
		{"derpate-2", "derpate", `{"chance":"box"}`, 2, byPate, 0.75},
		{"corleone-4", "corleone", `{"chance":"box"}`, 4, byCorleone, 0.9},
		{"khandan-3", "khandan", `{"chance":"box","pack":"starter","reigns":1}`, 3, byHouses, 0.5},
		{"khandan-5", "khandan", `{"chance":"box","pack":"starter","reigns":1}`, 5, byHouses, 0.35},
		{"khandan-4-sealed", "khandan", `{"chance":"box","pack":"starter","reigns":1,"voting":"sealed"}`, 4, byHouses, 0.4},
		{"derpate-4", "derpate", `{"chance":"box"}`, 4, byPate, 0.75},
	} {
		t.Run(c.name, func(t *testing.T) {
			count := count
			if c.id == "corleone" || c.id == "khandan" { // their plays are long
				count /= 5
			}
			part := wins(t, c.id, c.options, c.seats, count, c.winners)
			t.Logf("one clever among %d wins %.0f%% of %d games", c.seats, 100*part, count)
			assert.Greater(t, part, c.least)
		})
	}
}
