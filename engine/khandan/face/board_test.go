package face_test

import (
	"maps"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"consigliere/engine"
	"consigliere/engine/bot"
	"consigliere/engine/khandan"
	"consigliere/engine/khandan/face"
)

// outcome reports whether an outcome has come.
func outcome(cues []engine.Cue) bool {
	return slices.ContainsFunc(cues, func(c engine.Cue) bool { return slices.Contains(c.Text.Things(), "past.stability") })
}

// All see who is ahead by what is public: the points of the public roles, which are those that count at the end of the reign.
// What is in hand is on the table only where that is public.
func TestStandingIsInSight(t *testing.T) {
	title := face.Title()
	h := engine.Header{Game: title.ID, Seats: engine.Roster{"Ava", "Babak", "Chiara", "Dario"}, Options: []byte(`{"chance":"box","pack":"starter","reigns":1}`), Seed: 2}
	g, _, err := title.Begin(h)
	require.NoError(t, err)
	points, ahead, told, shares, reasons := map[engine.Seat]int{}, 0, 0, map[string]int{}, map[string]bool{}
	seen, slopes := map[string]int{}, map[bool]int{}
	p := bot.New(title, h.Seats, rand.New(rand.NewPCG(4, 4)))
	p.Made = func(_ engine.Move, cues []engine.Cue) {
		v := g.View(engine.Public)
		s := v.Public.(khandan.Status)
		if s.Public.Step <= khandan.StepLots {
			return
		}
		before := maps.Clone(points)
		clear(points)
		most, first, named, moved := -99, engine.SeatSet(0), engine.SeatSet(0), map[string]int{}
		roles, changed, by := map[engine.Seat]int{}, map[engine.Seat]int{}, map[engine.Seat]int{}
		for _, x := range title.Draw(v).Board {
			switch x.Kind {
			case "record": // what is signed, by whom, and what it does
				seen[x.Kind]++
				assert.Equal(t, khandan.StepSign, s.Public.Step)
				assert.Equal(t, s.Public.Signs, x.Seat)
				assert.NotEmpty(t, x.Text.Key)
			case "history":
				seen[x.Kind]++
				assert.Len(t, x.Is, 1)
			case "because":
				seen[x.Text.Key]++
				assert.Equal(t, s.Public.Leader, x.Seat)
			case "points":
				points[x.Seat] = x.N
				most = max(most, x.N)
				if len(x.Is) > 0 {
					first = first.With(x.Seat)
				}
				if outcome(cues) {
					assert.Equal(t, x.N-before[x.Seat], x.Of, "what has moved stands beside the points")
				}
				by[x.Seat] = x.Of
			case "role": // why the points are so
				roles[x.Seat] += x.N
				changed[x.Seat] += x.Of
				reasons[x.Text.Key] = true
				assert.Len(t, x.Text.Things(), 1, "%s", x.Key)
			case "moved":
				moved[x.Key] = x.N
				if i := slices.Index(khandan.ResourceKeys[:], x.Key); i >= 0 {
					slopes[x.Is != nil]++
					assert.Equal(t, s.Public.Resources[i].Run, x.Of, "%s: what its slope adds", x.Key)
				}
			case "share":
				shares[x.Is[0]]++
				assert.Positive(t, x.N)
			case "holds":
				assert.True(t, s.Public.Shown)
			case "legend":
				seen[x.Key]++
				if x.Key == "legend.moderator" && len(s.Public.History) > 0 {
					assert.Positive(t, seen["legend.history"], "what the signs of history mean goes after who breaks ties, where there is little room")
				}
				if x.Text.Key != "" {
					ahead++
					named = x.Text.Everybody()
				}
			}
		}
		require.Len(t, points, 4)
		assert.Equal(t, points, roles, "the roles bring the points")
		assert.Equal(t, by, changed)
		assert.Equal(t, named, first, "whoever is ahead is named")
		for seat, n := range points {
			assert.Equal(t, n == most && first != 0, first.Has(seat))
		}
		if outcome(cues) {
			assert.Equal(t, s.StabilityChange, moved["board.stability"], "what has moved stands beside the stability")
			said := slices.IndexFunc(cues, func(c engine.Cue) bool { return strings.HasPrefix(c.Text.Key, "cue.points") })
			assert.Equal(t, !maps.Equal(before, points), said >= 0, "a sentence tells who leads when points have changed")
			if said >= 0 {
				told++
				assert.Equal(t, most, cues[said].Text.Numbers()[0])
			}
		}
	}
	_, err = p.Playout(g)
	require.NoError(t, err)
	for _, kind := range []string{"record", "history", "legend.history", "board.because_power"} {
		assert.Positive(t, seen[kind], "%s: %v", kind, seen)
	}
	assert.Positive(t, ahead)
	assert.Len(t, slopes, 2, "some slopes add, some are turned")
	assert.Positive(t, told)
	assert.Greater(t, len(reasons), 3, "%v", reasons)
	assert.Len(t, shares, 3, "what becomes of the power on the votes: %v", shares)
	r := g.View(engine.Public).Result.(khandan.ResultStatus)
	for i, sc := range r.Scores.Of {
		assert.Equal(t, sc.PublicPoints, points[engine.Seat(i)], "%s", h.Seats[i])
	}
}
