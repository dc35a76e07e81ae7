package derpate_test

import (
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"

	"consigliere/engine"
	"consigliere/engine/bot"
	"consigliere/engine/derpate"
)

var four = engine.Roster{"Ava", "Babak", "Chiara", "Dario"}

func BenchmarkPlayout(b *testing.B) {
	for _, c := range []struct {
		name   string
		offers float64
	}{
		{"asked", 0},     // bots that answer what they are asked, as consigliere play
		{"offered", 0.2}, // bots that use tokens and favours as well
	} {
		b.Run(c.name, func(b *testing.B) {
			title := derpate.Title()
			p := bot.New(title, four, rand.New(rand.NewPCG(1, 2)))
			p.Offers = c.offers
			moves := 0
			b.ReportAllocs()
			for i := 0; b.Loop(); i++ {
				g, _, err := title.New(engine.Header{Game: "derpate", Seats: four, Options: []byte(`{"chance":"box"}`), Seed: uint64(i)})
				require.NoError(b, err)
				n, err := p.Playout(g)
				require.NoError(b, err)
				moves += n
			}
			b.ReportMetric(float64(b.N)/b.Elapsed().Seconds(), "games/s")
			b.ReportMetric(float64(moves)/b.Elapsed().Seconds(), "moves/s")
			b.ReportMetric(float64(moves)/float64(b.N), "moves/game")
		})
	}
}
