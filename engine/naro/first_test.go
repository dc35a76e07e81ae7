package naro_test

import (
	"math/rand/v2"
	"slices"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"consigliere/engine"
	"consigliere/engine/bot"
	"consigliere/engine/naro"
	naroface "consigliere/engine/naro/face"
)

// TestFirstGutsHaveTime holds that whoever plays for the first time has time to read what standing and ducking mean, and that what is
// chosen for those who do not is said before the time runs, in the first round alone.
func TestFirstGutsHaveTime(t *testing.T) {
	title := naroface.Title()
	h := engine.Header{Game: "naro", Seats: []string{"Ava", "Babak", "Chiara", "Dario"}, Options: []byte(`{"chance":"box"}`), Seed: 3}
	g, _, err := title.Begin(h)
	require.NoError(t, err)
	p := bot.New(title, h.Seats, rand.New(rand.NewPCG(3, 1)))
	limits, told := map[int]time.Duration{}, map[int]bool{}
	for !g.Over() {
		round := g.View(engine.Public).Public.(*naro.Status).Round
		if round > 2 {
			break
		}
		asks := g.Asks(nil)
		if asks[0].Verb == "courage" {
			limits[round] = asks[0].Limit
		}
		do, err := p.Pick(&asks[0])
		require.NoError(t, err)
		cues, err := g.Play(engine.Move{Seat: asks[0].Mover(asks[0].Seat), Do: do})
		require.NoError(t, err)
		late := slices.IndexFunc(cues, func(c engine.Cue) bool { return c.Text.Key == "cue.courage_late" })
		if count := slices.IndexFunc(cues, func(c engine.Cue) bool { return c.Kind == engine.CueCount }); late >= 0 {
			told[round] = true
			assert.Less(t, late, count)
		}
	}
	assert.Equal(t, map[int]time.Duration{1: 15 * time.Second, 2: 5 * time.Second}, limits)
	assert.Equal(t, map[int]bool{1: true}, told)
}
