package face_test

import (
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"consigliere/engine"
	"consigliere/engine/bot"
	"consigliere/engine/naro"
	"consigliere/engine/naro/face"
)

// Whoever has no gun on them isn't told that standing may get them hit.
func TestStandingIsSafeWithoutAGun(t *testing.T) {
	title, seats := face.Title(), engine.Roster{"Ava", "Babak", "Chiara", "Dario"}
	g, _, err := title.Begin(engine.Header{Game: title.ID, Seats: seats, Options: []byte(`{"chance":"box"}`), Seed: 5})
	require.NoError(t, err)
	player := bot.New(title, seats, rand.New(rand.NewPCG(5, 1)))
	safe, aimed, idle := 0, 0, 0
	for range 300 {
		asks := g.Asks(nil)
		if len(asks) == 0 {
			break
		}
		v := g.View(engine.Public)
		for i := range asks {
			a := &asks[i]
			if a.Verb != "courage" || a.Seat < 0 {
				continue
			}
			guns := 0
			for _, p := range v.Public.(*naro.Status).Players.Of {
				if p.Aim == a.Seat {
					guns++
				}
			}
			told := title.Explain(v, a, &engine.Arg{Key: "guts", Value: engine.WordOf("stand")})
			if v.Public.(*naro.Status).Players.Of[a.Seat].Aim == engine.NoSeat {
				idle++
				assert.Equal(t, []engine.Text{engine.Say("hint.stand_idle")}, told)
				continue
			}
			if guns > 0 {
				aimed++
				assert.Empty(t, told)
				continue
			}
			safe++
			assert.Equal(t, []engine.Text{engine.Say("hint.stand_safe")}, told)
			assert.Empty(t, title.Explain(v, a, &engine.Arg{Key: "guts", Value: engine.WordOf("duck")}))
		}
		a := &asks[0]
		do, err := player.Pick(a)
		require.NoError(t, err)
		_, err = g.Play(engine.Move{Seat: a.Mover(a.Seat), Do: do})
		require.NoError(t, err)
	}
	assert.Positive(t, safe)
	assert.Positive(t, aimed)
	assert.Positive(t, idle)
}
