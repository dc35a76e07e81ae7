package face_test

import (
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"consigliere/engine"
	"consigliere/engine/bot"
	"consigliere/engine/khandan"
	"consigliere/engine/khandan/face"
)

// All see who is ahead by what is public: the points of the public roles, which are those that count at the end of the reign.
// What is in hand is on the table only where that is public.
func TestStandingIsInSight(t *testing.T) {
	title := face.Title()
	h := engine.Header{Game: title.ID, Seats: engine.Roster{"Ava", "Babak", "Chiara", "Dario"}, Options: []byte(`{"chance":"box","pack":"starter","reigns":1}`), Seed: 2}
	g, _, err := title.Begin(h)
	require.NoError(t, err)
	points, ahead := map[engine.Seat]int{}, 0
	p := bot.New(title, h.Seats, rand.New(rand.NewPCG(4, 4)))
	p.Made = func(engine.Move, []engine.Cue) {
		v := g.View(engine.Public)
		s := v.Public.(khandan.Status)
		if s.Public.Step <= khandan.StepLots {
			return
		}
		clear(points)
		most, first := -99, engine.SeatSet(0)
		for _, x := range title.Draw(v).Board {
			switch x.Kind {
			case "points":
				points[x.Seat] = x.N
				most = max(most, x.N)
				if len(x.Is) > 0 {
					first = first.With(x.Seat)
				}
			case "holds":
				assert.True(t, s.Public.Shown)
			case "legend":
				if x.Text.Key != "" {
					ahead++
					assert.Equal(t, engine.SeatsOf(x.Text.Seats()...), first, "whoever is ahead alone is named")
				}
			}
		}
		require.Len(t, points, 4)
		for seat, n := range points {
			assert.Equal(t, n == most, first.Has(seat))
		}
	}
	_, err = p.Playout(g)
	require.NoError(t, err)
	assert.Positive(t, ahead)
	r := g.View(engine.Public).Result.(khandan.ResultStatus)
	for i, sc := range r.Scores.Of {
		assert.Equal(t, sc.PublicPoints, points[engine.Seat(i)], "%s", h.Seats[i])
	}
}
