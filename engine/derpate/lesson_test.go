package derpate_test

import (
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"consigliere/engine"
	"consigliere/engine/derpate"
	derpateface "consigliere/engine/derpate/face"
)

// Each thing of the game has a lesson from when somebody has it first, and not before.
func TestLessons(t *testing.T) {
	title := derpateface.Title()
	for _, c := range []struct {
		lesson string
		lay    string
	}{
		{"tracks", `reputation Ava 1`},
		{"wedding", `reputation Babak 3`},
		{"baptism", `reputation Babak 6`},
		{"birthday", `reputation Babak 9`},
		{"policeman", `influence Babak 3`},
		{"judge", `influence Babak 6`},
		{"senator", `influence Chiara 9`},
		{"debt", `debt Ava from=own to=Babak`},
		{"jail", `member Ava from=reserve to=jail`},
		{"river", `member Ava from=reserve to=river`},
		{"friend", `friends Ava 1`},
		{"favours", `favours Ava 1`},
		{"income", `income Ava 1`},
	} {
		before := title.Lessons(play(t, turn(3, ``)).Game.View(engine.Public))
		assert.NotContains(t, before, c.lesson)
		after := title.Lessons(play(t, turn(3, c.lay)).Game.View(engine.Public))
		assert.Contains(t, after, c.lesson)
	}
	for _, c := range []struct {
		row     int
		dice    string
		lessons []string
	}{
		{3, "black:3,red:1", []string{"row3", "takeover"}},
		{3, "black:puppet,red:1", []string{"row3"}},
		{4, "grey:1", []string{"row4"}},
		{4, "red:1", []string{"row4"}},
		{4, "black:1", []string{"row4"}},
		{4, "white:1", []string{"row4", "banker"}},
	} {
		all := title.Lessons(play(t, turn(3, ``), row(c.row, c.dice)).Game.View(engine.Public))
		assert.Equal(t, c.lessons, all[slices.Index(all, c.lessons[0]):], c.dice)
	}
}

// From the fourth round on a learner is reminded of the track that is not decided yet (PATE-4.3, PATE-16.2).
func TestTheOpenTrackIsALesson(t *testing.T) {
	title := derpateface.Title()
	open := 0
	for seed := range uint64(10) {
		g, _, err := title.Begin(engine.Header{Game: title.ID, Seats: engine.Roster{"Ava", "Babak"}, Options: []byte(`{"chance":"box"}`), Seed: seed})
		require.NoError(t, err)
		r := rand.New(rand.NewPCG(seed, 5))
		for !g.Over() {
			v := g.View(engine.Public)
			s := v.Public.(derpate.Status)
			due := s.Round > 3 && s.KO == nil
			assert.Equal(t, due, slices.Contains(title.Lessons(v), "ko_open"))
			if due {
				open++
			}
			a := g.Asks(nil)[0]
			_, err := g.Play(engine.Move{Seat: a.Mover(a.Seat), Do: a.Options[r.IntN(len(a.Options))]})
			require.NoError(t, err)
		}
	}
	assert.Positive(t, open)
}
