package anygame_test

import (
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"consigliere/engine"
	"consigliere/engine/anygame"
	anygameface "consigliere/engine/anygame/face"
	"consigliere/engine/chronicle"
	"consigliere/engine/enginetest"
)

// ballots plays a secret ballot of some seats to the end of the play, with these votes.
func ballots(t *testing.T, title *engine.Title, h engine.Header, votes []engine.Seat) (engine.Game, []engine.Move, [][]byte) {
	t.Helper()
	g, _, err := title.Begin(h)
	require.NoError(t, err)
	var moves []engine.Move
	var seen [][]byte // by everybody but the voters who are still choosing
	for s, who := range votes {
		moves = append(moves, engine.Move{Seat: engine.Seat(s), Do: anygame.VoteSeat{Who: who}})
	}
	moves = append(moves, engine.Move{Seat: engine.Table, Do: anygame.Choose{Choice: "stop"}})
	for _, m := range moves {
		cues, err := g.Play(m)
		require.NoError(t, err)
		seen = append(seen, enginetest.Seen(title, h.Seats, g, cues, engine.Public))
	}
	return g, moves, seen
}

// TestNobodyEverSeesBallots plays secret ballots in which the same votes come from other seats.
// Everything that anybody can see is the same, for ever, but to the voter while the ballot is
// open; so is the record that the box gives away. // ANY-5.3
func TestNobodyEverSeesBallots(t *testing.T) {
	rng := rand.New(rand.NewPCG(8, 1))
	title := anygameface.Title()
	for _, settings := range []string{`{}`, `{"allow":"choice != seat"}`, `{"ties":"chance","abstain":false}`} {
		for range 20 {
			n := 3 + rng.IntN(8)
			h := engine.Header{Game: "anygame", Seats: twelve[:n], Seed: rng.Uint64(), Options: []byte(`{"play":"ballot","settings":` + settings + `}`)}
			votes := make([]engine.Seat, n)
			for s := range votes {
				votes[s] = engine.Seat((s + 1 + rng.IntN(n-1)) % n) // never for oneself
			}
			other := append([]engine.Seat(nil), votes...)
			for range 30 {
				a, b := rng.IntN(n), rng.IntN(n)
				if other[a] != engine.Seat(b) && other[b] != engine.Seat(a) {
					other[a], other[b] = other[b], other[a]
				}
			}
			g1, moves1, seen1 := ballots(t, title, h, votes)
			g2, moves2, seen2 := ballots(t, title, h, other)
			assert.Equal(t, seen1, seen2)
			for s := range n { // when it is over nobody's own view tells, either
				assert.Equal(t, g1.View(engine.Seat(s)), g2.View(engine.Seat(s)), "what %s sees", h.Seats[s])
			}
			assert.Equal(t, title.Public(h, moves1), title.Public(h, moves2), "the record that the box gives away")
			replayed, _, err := enginetest.Replay(title, enginetest.Record(title, h, title.Public(h, moves1)))
			require.NoError(t, err)
			assert.Equal(t, string(enginetest.Status(g1, h.Seats)), string(enginetest.Status(replayed, h.Seats)), "it is the same play")
			for l := engine.Public; int(l) < n; l++ {
				log1, err := chronicle.Log(title, enginetest.Record(title, h, moves1), l)
				require.NoError(t, err)
				log2, err := chronicle.Log(title, enginetest.Record(title, h, moves2), l)
				require.NoError(t, err)
				if l == engine.Public {
					assert.Equal(t, log1, log2, "the log")
				}
			}
		}
	}
}
