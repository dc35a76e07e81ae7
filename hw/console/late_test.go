package console_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"

	"consigliere/engine"
	"consigliere/engine/games"
	naroface "consigliere/engine/naro/face"
	"consigliere/engine/table"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// lateBy returns wake-ups that are late by 1 to 40 ms, as a real clock's are, and one time of
// ten, if stalls, by up to 1.5 s: a disk that syncs, a host that has other things to do.
func lateBy(r *rand.Rand, stalls bool) func() time.Duration {
	return func() time.Duration {
		if stalls && r.IntN(10) == 0 {
			return time.Duration(r.IntN(1500)) * time.Millisecond
		}
		return time.Duration(1000+r.IntN(39000)) * time.Microsecond
	}
}

// slack is how much a beat may come too close to the one before it.
const slack = 50 * time.Millisecond

// TestCountsAreWhole calls each kind of cue on clocks that are late. Nothing is left out or comes
// sooner after what was called before than it does on an exact clock, and each beat of a count has
// its tone.
func TestCountsAreWhole(t *testing.T) {
	cues := []engine.Cue{
		{Kind: engine.CueSay, Text: engine.Say("card.red")},
		{Kind: engine.CueCount, Text: engine.Say("game.title")},
		{Kind: engine.CueReveal, Text: engine.Say("card.green")},
		{Kind: engine.CueHit, Text: engine.Say("card.blue")},
		{Kind: engine.CueCount},
		{Kind: engine.CueGain, Text: engine.Say("card.red")},
		{Kind: engine.CueResult, Text: engine.Say("card.green")},
	}
	called := func(late func() time.Duration) (lines []string, at []time.Duration) {
		title, game := scripted(engine.Ask{Seat: 0, Verb: "pick", Options: words("red", "blue"), Prompt: engine.Say("game.title")})
		game.opening = cues
		p := begin(t, []*engine.Title{title}, engine.Header{Game: "talk", Seats: names[:2]}, true)
		p.Late = late
		p.Wait(40 * time.Second)
		for _, line := range p.Box.Public {
			when, what, _ := strings.Cut(line, " ")
			if strings.HasPrefix(what, "tone") || strings.HasPrefix(what, "say") || strings.HasPrefix(what, "screen") {
				d, err := time.ParseDuration(when)
				require.NoError(t, err)
				lines, at = append(lines, what), append(at, d)
			}
		}
		return lines, at
	}
	want, due := called(nil)
	// The screens go on turning pages after it.
	last := slices.Index(want, "say en Green")
	last += 1 + slices.Index(want[last+1:], "say en Green")
	require.Contains(t, fmt.Sprint(want), "Two!")
	for seed := range uint64(200) {
		r := rand.New(rand.NewPCG(seed, 25))
		got, at := called(lateBy(r, seed%2 == 1))
		require.Empty(t, firstDifference(want[:last], got[:min(last, len(got))]), "seed %d", seed)
		for i := 1; i < last; i++ {
			if strings.HasPrefix(got[i], "screen") || strings.HasPrefix(got[i-1], "screen") {
				continue // it is drawn when what it shows is called, and pages turn by themselves
			}
			require.GreaterOrEqual(t, at[i]-at[i-1], due[i]-due[i-1]-slack, "seed %d: %q after %q", seed, got[i], got[i-1])
		}
	}
}

// TestCountsOfNaro plays games of Naro on clocks that are late: each count is whole.
func TestCountsOfNaro(t *testing.T) {
	for seed := range uint64(3) {
		r := rand.New(rand.NewPCG(seed, 25))
		h := engine.Header{Game: "naro", Seats: names[:4], Options: []byte(`{"chance":"box"}`), Seed: seed}
		p := begin(t, []*engine.Title{naroface.Title()}, h, true)
		p.Late = lateBy(r, seed == 2)
		late := p.Late
		for range 200 {
			p.Late = nil // a press is read when it comes
			if _, err := p.PlayUntil(r, 1, (*table.Table).Over); err != nil {
				require.ErrorContains(t, err, "not over")
			}
			p.Late = late
			p.Wait(time.Duration(r.IntN(5000)) * time.Millisecond)
		}
		p.Wait(time.Minute)
		var counts, rest []string
		for i, said := range p.Box.Speaker.Said {
			switch at := p.Box.Speaker.At; strings.TrimRight(said, ".!") {
			case "One":
				counts = append(counts, said)
			case "Two", "Three":
				counts = append(counts, said)
				require.GreaterOrEqual(t, at[i]-at[i-1], table.Beat-slack, "%s at %v", said, at[i])
			default:
				rest = append(rest, said)
			}
		}
		require.NotEmpty(t, counts)
		require.NotEmpty(t, rest)
		for i := range counts {
			require.Equal(t, []string{"One.", "Two.", "Three!"}[i%3], counts[i], "seed %d: %v", seed, counts)
		}
		require.Zero(t, len(counts)%3)
	}
}

// TestLateClocksChangeNothing plays games by the same presses on an exact clock and on one that is late:
// the same is said in the same order.
func TestLateClocksChangeNothing(t *testing.T) {
	for _, g := range games.All() {
		t.Run(g.ID, func(t *testing.T) {
			h := engine.Header{Game: g.ID, Seats: names[:g.MinSeats], Seed: 3}
			if g.ID == "naro" {
				h.Options = []byte(`{"chance":"box"}`)
			}
			told := func(late func() time.Duration) []string {
				p := begin(t, []*engine.Title{g}, h, true)
				r := rand.New(rand.NewPCG(3, 5))
				for range 60 {
					p.Late = nil // whoever presses does so at the same time
					if _, err := p.PlayUntil(r, 1, (*table.Table).Over); err != nil {
						require.ErrorContains(t, err, "not over")
					}
					p.Late = late
					p.Wait(5 * time.Second)
				}
				return p.Box.Speaker.Said
			}
			want := told(nil)
			require.NotEmpty(t, want)
			assert.Empty(t, firstDifference(want, told(lateBy(rand.New(rand.NewPCG(1, 2)), false))))
		})
	}
}
