package naro_test

import (
	"math/rand/v2"
	"testing"

	"consigliere/engine"
	"consigliere/engine/bot"
	"consigliere/engine/naro"

	"github.com/stretchr/testify/require"
)

var eight = engine.Roster{"Ava", "Babak", "Chiara", "Dario", "Elena", "Farid", "Gita", "Hugo"}

func BenchmarkPlayout(b *testing.B) {
	for _, c := range []struct{ name, options string }{
		{"plain", `{"chance":"box"}`},
		{"powers", `{"chance":"box","powers":true}`},
	} {
		b.Run(c.name, func(b *testing.B) {
			title := naro.Title()
			p := bot.New(title, eight, rand.New(rand.NewPCG(1, 2)))
			moves := 0
			b.ReportAllocs()
			for i := 0; b.Loop(); i++ {
				g, err := title.New(engine.Header{Game: "naro", Seats: eight, Options: []byte(c.options), Seed: uint64(i)})
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
