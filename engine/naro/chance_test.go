package naro_test

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"consigliere/engine"
	"consigliere/engine/naro"
	naroface "consigliere/engine/naro/face"
)

// hat draws words out of a hat in the way that the package doc says.
type hat struct {
	chance engine.Chance
	words  []string
}

func (h *hat) draw() string {
	i := h.chance.Pick(len(h.words))
	w := h.words[i]
	h.words = append(h.words[:i:i], h.words[i+1:]...)
	return w
}

// TestOrderOfDraws draws again what the box drew: the powers, then the loot.
func TestOrderOfDraws(t *testing.T) {
	const seed = 42
	roster := eight[:5]
	g, _, err := naroface.Title().Begin(engine.Header{Game: "naro", Seats: roster, Options: []byte(`{"powers":true,"chance":"box"}`), Seed: seed})
	require.NoError(t, err)
	chance := engine.NewChance("naro", seed)
	powers := hat{chance: chance}
	for p := naro.Pickpocket; p <= naro.Bully; p++ {
		powers.words = append(powers.words, p.String())
	}
	status := func() naro.Status { return *g.View(engine.Public).Public.(*naro.Status) }
	for s := range roster {
		assert.Equal(t, powers.draw(), status().Players.Of[s].Power)
	}
	loot := hat{chance: chance}
	for _, c := range []struct {
		word string
		n    int
	}{
		{"cash_5000", 15},
		{"cash_10000", 15},
		{"cash_20000", 10},
		{"diamond_1000", 5},
		{"diamond_5000", 3},
		{"diamond_10000", 1},
		{"painting", 10},
		{"clip", 3},
		{"first_aid", 2},
	} {
		for range c.n {
			loot.words = append(loot.words, c.word)
		}
	}
	require.Len(t, loot.words, 64)
	var drawn []string
	for range 8 {
		drawn = append(drawn, loot.draw())
	}
	assert.ElementsMatch(t, drawn, status().Loot)
}

func TestBoxDrawsOneBulletOfTheHand(t *testing.T) {
	clicks := 0
	const games = 400
	for seed := range uint64(games) {
		g, _, err := naroface.Title().Begin(engine.Header{
			Game: "naro", Seats: eight[:4], Seed: seed, Options: []byte(`{"powers":true,"chance":"box","power_deal":"table"}`),
		})
		require.NoError(t, err)
		play := func(s engine.Seat, do engine.Action) {
			_, err := g.Play(engine.Move{Seat: s, Do: do})
			require.NoError(t, err)
		}
		play(engine.Table, naro.Powers{Cards: [8]naro.Power{naro.Gambler, naro.Doctor, naro.Lucky, naro.Tough}})
		play(0, naro.Hustle{Who: 1})
		if g.View(0).Private.(naro.PrivateStatus).Drawn == "click" {
			clicks++
		}
	}
	assert.InDelta(t, games*5/8, clicks, 50) // NARO-19.1: blind
}
