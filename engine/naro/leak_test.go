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
)

// A leaky game tells what it should not; each leak is one that could really happen.
type leaky struct {
	engine.Game
	cues func([]engine.Cue, engine.Game) []engine.Cue
	view func(engine.View, engine.Game) engine.View
	asks func([]engine.Ask, engine.Game) []engine.Ask
}

func (l leaky) Play(m engine.Move) ([]engine.Cue, error) {
	cues, err := l.Game.Play(m)
	if err == nil && l.cues != nil {
		cues = l.cues(cues, l.Game)
	}
	return cues, err
}

func (l leaky) View(who engine.Looker) engine.View {
	v := l.Game.View(who)
	if l.view != nil {
		v = l.view(v, l.Game)
	}
	return v
}

func (l leaky) Asks(dst []engine.Ask) []engine.Ask {
	dst = l.Game.Asks(dst)
	if l.asks != nil {
		dst = l.asks(dst, l.Game)
	}
	return dst
}

func TestLeaksAreCaught(t *testing.T) {
	for name, leak := range map[string]leaky{
		"what Ava loaded, in the public view": {view: func(v engine.View, g engine.Game) engine.View {
			s := v.Public.(naro.Status)
			s.Players.Of[0].Shown = g.View(0).Private.(naro.PrivateStatus).Loaded
			v.Public = s
			return v
		}},
		"an aim, to the next seat": {view: func(v engine.View, g engine.Game) engine.View {
			if p, ok := v.Private.(naro.PrivateStatus); ok && v.Looker == 1 {
				p.Choice = g.View(0).Private.(naro.PrivateStatus).Choice
				v.Private = p
			}
			return v
		}},
		"a bullet, in a cue": {cues: func(cues []engine.Cue, g engine.Game) []engine.Cue {
			what := "card." + g.View(2).Private.(naro.PrivateStatus).Loaded
			return append(cues, engine.Cue{Text: engine.Say("cue.take").Thing(what)})
		}},
		"what Ava may load, in her prompt": {asks: func(asks []engine.Ask, _ engine.Game) []engine.Ask {
			for i := range asks {
				if len(asks[i].Options) > 0 && asks[i].Secret {
					asks[i].Prompt = asks[i].Prompt.Number(len(asks[i].Options))
				}
			}
			return asks
		}},
		"what the broker drew, in the cards that may be turned up": {asks: func(asks []engine.Ask, g engine.Game) []engine.Ask {
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
			title := naro.Title()
			whole := title.New
			title.New = func(h engine.Header) (engine.Game, []engine.Cue, error) {
				g, cues, err := whole(h)
				leak.Game = g
				return leak, cues, err
			}
			rng := rand.New(rand.NewPCG(3, 4))
			h := engine.Header{
				Game: "naro", Seats: eight, Seed: 5, Options: []byte(`{"powers":true,"power_deal":"box"}`),
			}
			for range 2000 {
				h.Seed++
				if _, err := enginetest.CheckSecrets(title, h, rng); err != nil {
					return
				}
			}
			assert.Fail(t, "the leak was not seen")
		})
	}
}

// TestPlayAllocatesNothing replays the moves of a whole play.
func TestPlayAllocatesNothing(t *testing.T) {
	title := naro.Title()
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
