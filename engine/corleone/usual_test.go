package corleone_test

import (
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"consigliere/engine"
	"consigliere/engine/corleone"
)

// TestWhoWins holds that of a turf war the table needs to say no more than who wins each turf, at one press: each answer is
// accepted, and has the winner that it names.
func TestWhoWins(t *testing.T) {
	for want := range engine.Seat(4) {
		h := engine.Header{Game: "corleone", Seats: engine.Roster{"Ava", "Babak", "Chiara"}, Options: []byte(`{"tracking":"light"}`)}
		g, _, err := corleone.Title().Begin(h)
		require.NoError(t, err)
		presses, turfs := 0, 0
		for turfs < corleone.Turfs {
			for _, a := range g.Asks(nil) {
				if a.Optional {
					continue
				}
				do := engine.Action(nil)
				switch {
				case a.Verb == "influence":
					require.Len(t, a.Usual, 4)
					do = a.Usual[want].Do
					turfs++
				case len(a.Options) > 0:
					do = a.Options[0]
				default:
					var w engine.Answer
					for w.Begin(corleone.Title().Moves, &a); !w.Whole(); {
						if !w.Enter() {
							require.True(t, w.Take(0))
						}
					}
					do, err = w.Action(h.Seats)
					require.NoError(t, err)
				}
				_, err = g.Play(engine.Move{Seat: a.Seat, Do: do})
				require.NoError(t, err)
				presses++
				break
			}
		}
		assert.LessOrEqual(t, presses, 12, "an act as far as its bribery")
		for _, b := range g.View(engine.Public).Public.(corleone.Status).War {
			if want == 3 {
				assert.Nil(t, b.Winner)
			} else if assert.NotNil(t, b.Winner) {
				assert.Equal(t, h.Seats[want], *b.Winner)
			}
		}
	}
}

// TestDrawsWithFewPresses holds that a draw of which nothing else is left is made by a box that draws, without a question; and that beside
// real cards the first thing asked is which of the two is kept. It can be left out as before.
func TestDrawsWithFewPresses(t *testing.T) {
	s := play(t, `begin 3 {"chance":"box"} seed=3`)
	me := s.Game.View(engine.Public).Public.(corleone.Status).TurnSeat
	cues, err := s.Game.Play(engine.Move{Seat: me, Do: corleone.Thug{Business: "penn_central"}})
	require.NoError(t, err)
	for _, c := range cues {
		assert.NotEqual(t, "cue.use", c.Text.Key, "nobody is asked")
	}
	asks := s.Game.Asks(nil)
	m, _, forced := engine.ForcedMove(asks)
	require.True(t, forced)
	assert.Equal(t, engine.Move{Seat: me, Do: corleone.UseDraw{}}, m)
	use := slices.IndexFunc(asks, func(a engine.Ask) bool { return a.Verb == "use" })
	assert.Contains(t, asks[use].Options, engine.Action(corleone.Done{}))
	_, err = s.Game.Play(m)
	require.NoError(t, err)
	_, _, forced = engine.ForcedMove(s.Game.Asks(nil))
	assert.False(t, forced, "which is kept is asked")

	s = play(t, start(3), "Ava thug penn_central")
	asks = s.Game.Asks(nil)
	_, _, forced = engine.ForcedMove(asks)
	assert.False(t, forced)
	use = slices.IndexFunc(asks, func(a engine.Ask) bool { return a.Verb == "use" })
	var w engine.Answer
	w.Begin(corleone.Title().Moves, &asks[use])
	assert.Equal(t, "keep", w.Arg())
	last := w.Choice(w.Len() - 1)
	assert.Equal(t, engine.Action(corleone.Done{}), last.Move)
	require.True(t, w.Take(w.Len()-1))
	assert.True(t, w.Whole())
	require.True(t, w.Back())
	require.True(t, w.Take(0))
	assert.Equal(t, "discard", w.Arg())
}
