package drivers_test

import (
	"fmt"
	"math/rand/v2"
	"os"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"consigliere/config"
	"consigliere/drivers"
	"consigliere/hw"
	"consigliere/sim"
	"consigliere/sim/chip"
)

// TestNoiseIsNoPress plays random traces with spikes of 1 to 500 us, as a cable beside the lights'
// clock has them: none is a press, no press of 15 ms or more is lost, bounce and all, and none is
// told later than a moment after its contact came to rest. The million of them:
//
//	CONSIGLIERE_NOISE=1000000 go test ./drivers -run NoiseIsNoPress -timeout 2h
func TestNoiseIsNoPress(t *testing.T) {
	n := 400
	if os.Getenv("CONSIGLIERE_LONG") != "" {
		n = 20000
	}
	if s := os.Getenv("CONSIGLIERE_NOISE"); s != "" {
		_, err := fmt.Sscan(s, &n)
		require.NoError(t, err)
	}
	for _, name := range []string{"bare", "full", "cable"} {
		var c *config.Box
		for _, b := range config.Builds() {
			if b.Name == name {
				c = b.Box()
			}
		}
		t.Run(name, func(t *testing.T) {
			require.Equal(t, ms, c.Noise, "on by default")
			seed := rand.Uint64()
			for i := range n {
				if !noisy(t, c, rand.New(rand.NewPCG(seed, uint64(i)))) {
					t.Fatalf("trace %d of seed %d", i, seed)
				}
			}
		})
	}
}

// noisy plays one trace on A of pod 1, and reports whether all was well.
func noisy(t *testing.T, c *config.Box, r *rand.Rand) bool {
	t.Helper()
	board, err := chip.NewBoard(c)
	require.NoError(t, err)
	host := sim.Host(board)
	host.Noisy = true
	parts, err := drivers.Open(c, host, nil)
	require.NoError(t, err)
	var now time.Duration
	if board.Header != nil {
		board.Header.Clock = func() time.Duration { return now } // the kernel's
	}
	var got []hw.Press
	poll := 10 * ms
	never := time.Duration(1 << 62)
	woken := never // when the host is woken because something changed
	scanNow := func() {
		woken = never
		got = parts.Scan(now, got)
	}
	// advance lets time pass, and scans when the box would: when something changed and when it is due.
	advance := func(d time.Duration) {
		for to := now + d; ; {
			next := min(parts.Next(), woken)
			if next > to {
				now = to
				return
			}
			now = max(now, next)
			scanNow()
		}
	}
	us := func(lo, hi int) time.Duration { return time.Duration(lo+r.IntN(hi-lo+1)) * time.Microsecond }
	wakes := c.Expanders == nil || c.Expanders[0].Interrupt != ""
	touch := func(down bool) {
		board.Press(1, hw.A, down)
		switch {
		case !wakes:
		case r.IntN(4) > 0: // the host is mostly in time
			scanNow()
		default:
			woken = min(woken, now+us(50, 3000))
		}
	}
	spike := func() {
		touch(true)
		advance(us(1, 500))
		touch(false)
	}
	scanNow()
	advance(20 * ms)
	ok := true
	for range 1 + r.IntN(3) {
		for range r.IntN(6) {
			advance(us(600, 30000))
			spike()
		}
		advance(20 * ms)
		if !assert.Empty(t, got, "noise is no press") {
			return false
		}
		begun := now
		touch(true)
		for range r.IntN(4) { // it bounces
			advance(us(20, 300))
			touch(false)
			advance(us(20, 300))
			touch(true)
		}
		rest := now
		advance(15*ms + us(0, 100000))
		touch(false)
		advance(40 * ms)
		ok = assert.Len(t, got, 2, "a press") && ok
		if !ok {
			return false
		}
		assert.True(t, got[0].Down)
		assert.False(t, got[1].Down)
		if wakes {
			poll = 4 * ms // whoever was not woken in time
		}
		if !assert.GreaterOrEqual(t, got[0].At, begun) || !assert.LessOrEqual(t, got[0].At, rest+poll+ms+50*time.Microsecond) {
			return false
		}
		got = got[:0]
	}
	return ok
}
