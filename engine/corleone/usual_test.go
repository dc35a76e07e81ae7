package corleone_test

import (
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
