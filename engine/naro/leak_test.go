package naro_test

import (
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"consigliere/engine"
	"consigliere/engine/bot"
	"consigliere/engine/enginetest"
	"consigliere/engine/naro"
	naroface "consigliere/engine/naro/face"
)

func TestLeaksAreCaught(t *testing.T) {
	for name, leak := range map[string]enginetest.Leak{
		"what Ava loaded, in the public view": {View: func(v engine.View, g engine.Game) engine.View {
			s := *v.Public.(*naro.Status)
			s.Players.Of[0].Shown = g.View(0).Private.(naro.PrivateStatus).Loaded
			v.Public = s
			return v
		}},
		"an aim, to the next seat": {View: func(v engine.View, g engine.Game) engine.View {
			if p, ok := v.Private.(naro.PrivateStatus); ok && v.Viewer == 1 {
				p.Choice = g.View(0).Private.(naro.PrivateStatus).Choice
				v.Private = p
			}
			return v
		}},
		"a bullet, in a cue": {Cues: func(cues []engine.Cue, g engine.Game) []engine.Cue {
			what := "card." + g.View(2).Private.(naro.PrivateStatus).Loaded
			return append(cues, engine.Cue{Text: engine.Say("cue.take").Thing(what)})
		}},
		"what Ava may load, in her prompt": {Asks: func(asks []engine.Ask, _ engine.Game) []engine.Ask {
			for i := range asks {
				if len(asks[i].Options) > 0 && asks[i].Secret {
					asks[i].Prompt = asks[i].Prompt.Number(len(asks[i].Options))
				}
			}
			return asks
		}},
		"what the broker drew, in the cards that may be turned up": {Asks: func(asks []engine.Ask, g engine.Game) []engine.Ask {
			if len(asks) == 0 || asks[0].Verb != "loot" {
				return asks
			}
			items := asks[0].Parts[0].Items
			for s := range engine.Seat(8) {
				for _, l := range g.View(s).Private.(naro.PrivateStatus).Loot {
					if i := slices.IndexFunc(items, func(it engine.Item) bool { return it.Word == l }); i >= 0 {
						items[i].Count--
					}
				}
			}
			return asks
		}},
	} {
		t.Run(name, func(t *testing.T) {
			h := engine.Header{
				Game: "naro", Seats: eight, Seed: 5, Options: []byte(`{"powers":true,"power_deal":"box"}`),
			}
			leak.Found(t, naroface.Title(), h, 2000)
		})
	}
}

// TestPlayAllocatesNothing replays the moves of a whole play.
func TestPlayAllocatesNothing(t *testing.T) {
	title := naroface.Title()
	h := engine.Header{Game: "naro", Seats: eight, Options: []byte(`{"chance":"box"}`), Seed: 3}
	g, _, err := title.Begin(h)
	require.NoError(t, err)
	var moves []engine.Move
	p := bot.New(title, eight, rand.New(rand.NewPCG(1, 2)))
	p.Made = func(m engine.Move, _ []engine.Cue) { moves = append(moves, m) }
	_, err = p.Playout(g)
	require.NoError(t, err)
	var games []engine.Game
	for range 12 {
		g, _, err := title.Begin(h)
		require.NoError(t, err)
		games = append(games, g)
	}
	var asks []engine.Ask
	const warm = 60 // the rooms that a play keeps have grown by then
	for _, g := range games {
		for _, m := range moves[:warm] {
			asks = g.Asks(asks[:0])
			_, err := g.Play(m)
			require.NoError(t, err)
		}
	}
	i := 0
	allocs := testing.AllocsPerRun(len(games)-1, func() {
		for _, m := range moves[warm : len(moves)-1] {
			asks = games[i].Asks(asks[:0])
			if _, err := games[i].Play(m); err != nil {
				panic(err)
			}
		}
		i++
	})
	assert.LessOrEqual(t, allocs, 1.0, "%d moves", len(moves)-warm-1)
}
