package naro_test

import (
	"math/rand/v2"
	"syscall"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"consigliere/engine"
	"consigliere/engine/bot"
	"consigliere/engine/naro"
)

var eight = engine.Roster{"Ava", "Babak", "Chiara", "Dario", "Elena", "Farid", "Gina", "Hamid"}

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
			before := cpu()
			for i := 0; b.Loop(); i++ {
				g, _, err := title.New(engine.Header{Game: "naro", Seats: eight, Options: []byte(c.options), Seed: uint64(i)})
				require.NoError(b, err)
				n, err := p.Playout(g)
				require.NoError(b, err)
				moves += n
			}
			spent := (cpu() - before).Seconds()
			b.ReportMetric(float64(b.N)/spent, "games/cpu-s")
			b.ReportMetric(float64(moves)/spent, "moves/cpu-s")
			b.ReportMetric(float64(moves)/float64(b.N), "moves/game")
		})
	}
}

// cpu is the processor time that the process has taken, the collector's too. A busy machine
// does not change it.
func cpu() time.Duration {
	var u syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &u); err != nil {
		panic(err)
	}
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}
