package derpate

import (
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"consigliere/engine"
	"consigliere/engine/bot"
	"consigliere/engine/enginetest"
)

// The tests of this file know the game from within: no record can hide other money, or lay
// the rest of the pile otherwise, without a trace.

const (
	ava   engine.Seat = 0
	babak engine.Seat = 1
)

// settled is a play of four after its setup.
func settled(t *testing.T, chance string) *Game {
	h := engine.Header{Game: "derpate", Seats: table4, Options: []byte(`{"chance":"` + chance + `"}`), Seed: 1}
	g, _, err := WithFace().Begin(h)
	require.NoError(t, err)
	for asks := g.Asks(nil); asks[0].Verb == "car" || asks[0].Verb == "district"; asks = g.Asks(nil) {
		_, err := g.Play(engine.Move{Seat: asks[0].Seat, Do: asks[0].Options[0]})
		require.NoError(t, err)
	}
	return g.(*Game)
}

// What nobody may know must not show: two plays that differ only in hidden money, or only in
// the order of the pile, look the same to all but those who have the money.
func TestSecrets(t *testing.T) {
	for _, c := range []struct {
		name string
		hide func(g *Game)
	}{
		{"money", func(g *Game) { g.players[babak].money += 3000 }},
		{"pile", func(g *Game) {
			for i := range g.pile[g.drawnN:] {
				g.pile[int(g.drawnN)+i] = g.pile[9-i]
			}
			g.chance = engine.NewChance("derpate", 99)
		}},
	} {
		t.Run(c.name, func(t *testing.T) {
			for _, chance := range []string{"table", "box"} {
				p, q := settled(t, chance), settled(t, chance)
				for _, g := range []*Game{p, q} { // as in the midst of a play
					for s := range g.players {
						g.players[s].money, g.players[s].jail, g.players[s].reserve = 4000, 1, 3
						g.players[s].held = greyTokens | redTokens
						g.players[s].pos = [TrackCount]int{0, 9, 9, 2, 4}
						g.players[s].friends, g.friend = 2, 5
					}
				}
				c.hide(q)
				for step := stepEvent; step < stepOver; step++ {
					for row := uint8(1); row <= Rows; row++ {
						for _, g := range []*Game{p, q} {
							g.card, g.active, g.asked, g.step = 1, babak, babak, step
							g.row, g.placedN, g.unplaced = row, row-1, allDice
							g.dice = [colourCount]Face{Black: 5, White: 5, Grey: 5, Red: 5}
						}
						looks := func(g *Game, viewers ...engine.Viewer) string {
							return string(enginetest.Seen(WithFace(), table4, g, nil, viewers...))
						}
						assert.Equal(t, looks(p, engine.Public, ava), looks(q, engine.Public, ava), "step %d, row %d", step, row)
						if c.name == "money" {
							assert.NotEqual(t, looks(p, babak), looks(q, babak))
						}
					}
				}
			}
		})
	}
}

// The same in whole plays: beside each runs a twin in which Babak has more money and the rest
// of the pile lies in another order. Whoever does not own the money sees no difference in
// views, scenes, asks and cues; everybody is rich enough that no payment tells.
func TestTwins(t *testing.T) {
	title := WithFace()
	seeds := uint64(6) // each number of seats with each source of chance
	if enginetest.Wide() {
		seeds = 12
	}
	for seed := range seeds {
		h := engine.Header{
			Game: "derpate", Seats: table4[:2+seed%3], Seed: seed,
			Options: []byte([]string{`{"chance":"box"}`, `{"chance":"table"}`}[seed/3%2]),
		}
		var games [2]*Game
		for i := range games {
			g, _, err := title.Begin(h)
			require.NoError(t, err)
			games[i] = g.(*Game)
			for s := range h.Seats {
				games[i].players[s].money = 100_000
			}
		}
		games[1].players[babak].money += 7000
		rng := rand.New(rand.NewPCG(seed, 1))
		p := bot.New(title, h.Seats, rng)
		for !games[0].Over() {
			asks := games[0].Asks(nil)
			a := asks[rng.IntN(len(asks))]
			do, err := p.Pick(&a)
			require.NoError(t, err)
			if do == (Reveal{}) { // now the order counts
				games[1].pile = games[0].pile
			} else {
				rest := games[1].pile[games[1].drawnN:]
				rng.Shuffle(len(rest), func(i, j int) { rest[i], rest[j] = rest[j], rest[i] })
			}
			var cues [2][]engine.Cue
			for i, g := range games {
				cues[i], err = g.Play(engine.Move{Seat: a.Seat, Do: do})
				require.NoError(t, err)
			}
			if games[0].Over() {
				break
			}
			viewers := []engine.Viewer{engine.Public, ava, 2, 3}[:len(h.Seats)]
			if !enginetest.Alike(title, h.Seats, [2]engine.Game{games[0], games[1]}, cues, viewers...) {
				one := enginetest.Seen(title, h.Seats, games[0], cues[0], viewers...)
				two := enginetest.Seen(title, h.Seats, games[1], cues[1], viewers...)
				require.Equal(t, string(one), string(two))
			}
		}
	}
}
