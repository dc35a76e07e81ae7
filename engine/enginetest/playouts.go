//go:build unix

package enginetest

import (
	"math/rand/v2"
	"syscall"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"consigliere/engine"
	"consigliere/engine/bot"
)

// Playouts measures whole games of bots that use so much of what they are offered
// ([bot.Player.Offers]), one for each seed, in games and moves per second of processor time.
func Playouts(b *testing.B, title *engine.Title, h engine.Header, offers float64) {
	p := bot.New(title, h.Seats, rand.New(rand.NewPCG(1, 2)))
	p.Offers = offers
	moves := 0
	b.ReportAllocs()
	before := cpu()
	for h.Seed = 0; b.Loop(); h.Seed++ {
		g, _, err := title.New(h)
		require.NoError(b, err)
		n, err := p.Playout(g)
		require.NoError(b, err)
		moves += n
	}
	spent := (cpu() - before).Seconds()
	b.ReportMetric(float64(b.N)/spent, "games/cpu-s")
	b.ReportMetric(float64(moves)/spent, "moves/cpu-s")
	b.ReportMetric(float64(moves)/float64(b.N), "moves/game")
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
