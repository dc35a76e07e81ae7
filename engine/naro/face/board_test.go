package face_test

import (
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"consigliere/engine"
	"consigliere/engine/bot"
	"consigliere/engine/naro"
	"consigliere/engine/naro/face"
)

// What lies on the table is shown, and the loot is shared, when a fight is over: the wounds and the dead are those that it has
// left, and while bullets are chosen no gun points at anybody.
func TestPicturesAfterAFight(t *testing.T) {
	title := face.Title()
	h := engine.Header{Game: "naro", Seats: engine.Roster{"Ava", "Babak", "Chiara", "Dario", "Elena"}, Options: []byte(`{"chance":"box"}`), Seed: 4}
	shown, wounds := map[uint8]int{}, 0
	g, cues, err := title.Begin(h)
	require.NoError(t, err)
	look := func(cues []engine.Cue) {
		v := g.View(engine.Public)
		s := v.Public.(naro.Status)
		for _, c := range cues {
			if c.Picture != naro.LootPicture && c.Picture != naro.SharePicture {
				continue
			}
			shown[c.Picture]++
			for _, p := range title.Picture(v, int(c.Picture)).Board {
				if p.Kind != "seat" {
					continue
				}
				is := s.Players.Of[p.Seat]
				assert.Equal(t, is.Wounds, p.N, "wounds")
				assert.Equal(t, !is.Alive, slices.Contains(p.Is, "dead"), "dead")
				if c.Picture == naro.LootPicture {
					assert.Equal(t, engine.NoSeat, p.To, "no gun points at anybody")
				}
				wounds += p.N
			}
		}
	}
	look(cues)
	p := bot.New(title, h.Seats, rand.New(rand.NewPCG(4, 4)))
	p.Made = func(_ engine.Move, cues []engine.Cue) { look(cues) }
	_, err = p.Playout(g)
	require.NoError(t, err)
	assert.Greater(t, shown[naro.LootPicture], 8)
	assert.Positive(t, shown[naro.SharePicture])
	assert.Positive(t, wounds)
}
