package anygame_test

import (
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"consigliere/engine"
	"consigliere/engine/anygame"
	anygameface "consigliere/engine/anygame/face"
	"consigliere/engine/bot"
)

// TestNoBotPoisonsInTheFirstNight holds that the first night of Werewolf kills one at most where bots are the witch: nobody has spoken
// yet, and a game of six could be over with it. Later they do poison.
func TestNoBotPoisonsInTheFirstNight(t *testing.T) {
	title := anygameface.Title()
	poisoned := map[bool]int{}
	for seed := range uint64(40) {
		h := engine.Header{Game: "anygame", Seats: twelve[:6], Seed: seed, Options: []byte(`{"play":"werewolf"}`)}
		g, _, err := title.Begin(h)
		require.NoError(t, err)
		p := bot.New(title, h.Seats, rand.New(rand.NewPCG(seed, 4)))
		p.Clever = engine.SeatSet(1)<<6 - 1
		first := true
		p.Made = func(m engine.Move, _ []engine.Cue) {
			if v, ok := m.Do.(anygame.VoteSeat); ok && g.View(engine.Public).Phase == "poison" && v.Who != engine.NoSeat {
				poisoned[first]++
			}
			first = first && g.View(engine.Public).Round == 1
		}
		_, err = p.Playout(g)
		require.NoError(t, err)
	}
	assert.Zero(t, poisoned[true])
	assert.Positive(t, poisoned[false])
}
