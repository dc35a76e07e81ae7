package anygame_test

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"consigliere/engine"
	"consigliere/engine/anygame"
	anygameface "consigliere/engine/anygame/face"
)

// play begins a play of anygame.
func play(t testing.TB, options string, seats int) engine.Game {
	t.Helper()
	g, _, err := anygameface.Title().Begin(engine.Header{Game: "anygame", Seats: twelve[:seats], Options: []byte(options), Seed: 1})
	require.NoError(t, err)
	return g
}

// results returns what the phase "now" of a tool that is used alone has found out.
func results(t testing.TB, g engine.Game) map[string]any {
	t.Helper()
	b, err := json.Marshal(g.View(engine.Public).Public.(anygame.Status).Results["now"])
	require.NoError(t, err)
	var m map[string]any
	require.NoError(t, json.Unmarshal(b, &m))
	return m
}

// buzzAt is a press at a time, as a console makes it.
func buzzAt(t testing.TB, at, unsure time.Duration) engine.Action {
	t.Helper()
	a := engine.Ask{Verb: "buzz"}
	do, err := a.Stamped(anygameface.Title().Moves, nil, at, unsure)
	require.NoError(t, err)
	return do
}

// TestPressesInOrder checks that presses 1 ms apart come out in their order, whatever the order of
// their arrival, and those that are nearer than they are sure are ties // ANY-10.1, ANY-10.2
func TestPressesInOrder(t *testing.T) {
	rng := rand.New(rand.NewPCG(4, 2))
	title := anygameface.Title()
	traces := 10_000
	if testing.Short() {
		traces = 500
	}
	// A line of the kernel tells its times, an expander on an interrupt line is read within a
	// millisecond, one without is polled.
	sources := []time.Duration{0, 0, 0, time.Millisecond, 4 * time.Millisecond}
	moves := map[string]engine.Action{}
	press := func(at, unsure time.Duration) engine.Action {
		key := fmt.Sprint(at, unsure)
		if moves[key] == nil {
			moves[key] = buzzAt(t, at, unsure)
		}
		return moves[key]
	}
	ties := 0
	for range traces {
		n := 2 + rng.IntN(5)
		h := engine.Header{Game: "anygame", Seats: twelve[:n], Options: []byte(`{"play":"buzz","settings":{"until":"all"}}`), Seed: 1}
		g, _, err := title.New(h)
		require.NoError(t, err)
		// The clock of the box begins anew once in twelve days, perhaps in between.
		base := time.Duration(engine.DayLength)*time.Millisecond - time.Duration(rng.IntN(8))*time.Millisecond
		order := rng.Perm(n)
		at, unsure := make([]time.Duration, n), make([]time.Duration, n)
		for i, s := range order {
			at[s], unsure[s] = base+time.Duration(i)*time.Millisecond, sources[rng.IntN(len(sources))]
		}
		for _, s := range rng.Perm(n) { // as they arrive
			_, err := g.Play(engine.Move{Seat: engine.Seat(s), Do: press(at[s], unsure[s])})
			require.NoError(t, err)
		}
		r := g.View(engine.Public).Public.(anygame.Status).Results["now"]
		first, second := order[0], order[1]
		if max(unsure[first], unsure[second]) > time.Millisecond {
			ties++
			require.Equal(t, true, r["tied"])
			require.Nil(t, r["winner"], "nobody is said to be first")
			continue
		}
		sure := true // no later one may have been the first, either
		for i, s := range order[1:] {
			sure = sure && max(unsure[first], unsure[s]) <= time.Duration(i+1)*time.Millisecond
		}
		if sure {
			require.Equal(t, twelve[first], r["winner"], "order %v, unsure %v", order, unsure)
			require.Equal(t, 1, r["margin"])
		}
		place := r["place"].(engine.BySeat[int]).Of
		for i := range order[1:] {
			a, b := order[i], order[i+1]
			if max(unsure[a], unsure[b]) <= time.Millisecond {
				require.Less(t, place[a], place[b])
			}
		}
	}
	require.Positive(t, ties)
}

// TestSamePress checks that two presses in the same microsecond are a tie. // ANY-10.2
func TestSamePress(t *testing.T) {
	for _, c := range []struct {
		apart, unsure time.Duration
		tied          bool
	}{
		{0, 1000, true}, {time.Microsecond, 0, false}, {3999 * time.Microsecond, 4 * time.Millisecond, true}, {4 * time.Millisecond, 4 * time.Millisecond, false},
	} {
		g := play(t, `{"play":"buzz"}`, 2)
		for s, at := range []time.Duration{time.Minute + c.apart, time.Minute} {
			_, err := g.Play(engine.Move{Seat: engine.Seat(s), Do: buzzAt(t, at, c.unsure)})
			require.NoError(t, err)
		}
		require.Equal(t, c.tied, results(t, g)["tied"], "%v apart, unsure by %v", c.apart, c.unsure)
	}
}

// TestClocks holds how clocks run. // ANY-10.3
func TestClocks(t *testing.T) {
	tap := func(s engine.Seat, at time.Duration) engine.Move {
		a := engine.Ask{Verb: "tap"}
		do, err := a.Stamped(anygameface.Title().Moves, nil, at, 0)
		require.NoError(t, err)
		return engine.Move{Seat: s, Do: do}
	}
	stop := engine.Move{Seat: engine.Table, Do: anygame.Ready{}}
	flag := engine.Move{Seat: engine.Table, Do: anygame.Flag{}}
	s := time.Second
	for _, c := range []struct {
		name, settings string
		moves          []engine.Move
		used, left     [2]float64
		out            [2]bool
	}{
		{"sudden death", `{"seconds":60}`, []engine.Move{tap(0, s), tap(0, 11*s), tap(1, 31*s), flag}, [2]float64{60, 20}, [2]float64{0, 40}, [2]bool{true, false}},
		{"increment", `{"seconds":60,"increment":5}`, []engine.Move{tap(0, 0), tap(0, 10*s), tap(1, 30*s), stop}, [2]float64{10, 20}, [2]float64{55, 45}, [2]bool{}},
		{"delay", `{"seconds":60,"delay":15}`, []engine.Move{tap(0, 0), tap(0, 10*s), tap(1, 30*s), stop}, [2]float64{10, 20}, [2]float64{60, 55}, [2]bool{}},
		{"hourglass", `{"seconds":60,"hourglass":true}`, []engine.Move{tap(0, 0), tap(0, 10*s), tap(1, 30*s), stop}, [2]float64{10, 20}, [2]float64{70, 50}, [2]bool{}},
		{"shared bank", `{"kind":"bank","seconds":60}`, []engine.Move{tap(0, 0), tap(0, 10*s), tap(1, 30*s), stop}, [2]float64{10, 20}, [2]float64{30, 30}, [2]bool{}},
		{"turns", `{"kind":"turns","seconds":60}`, []engine.Move{tap(0, 0), flag, tap(1, 90*s), stop}, [2]float64{60, 30}, [2]float64{60, 60}, [2]bool{}},
		{"advice", `{"seconds":10,"force":false}`, []engine.Move{tap(0, 0), flag, tap(0, 25*s), stop}, [2]float64{25, 0}, [2]float64{0, 10}, [2]bool{true, false}},
		{"a box that was switched off", `{"seconds":60}`, []engine.Move{tap(0, 500*s), tap(0, 3*s), tap(1, 5*s), stop}, [2]float64{0, 2}, [2]float64{60, 58}, [2]bool{}},
	} {
		t.Run(c.name, func(t *testing.T) {
			g := play(t, `{"play":"chess","settings":`+c.settings+`}`, 2)
			for _, m := range c.moves {
				_, err := g.Play(m)
				require.NoError(t, err, "%+v", m)
			}
			r := results(t, g)
			for i, name := range twelve[:2] {
				require.Equal(t, c.used[i], r["used"].(map[string]any)[name], "used by %s", name)
				require.Equal(t, c.left[i], r["left"].(map[string]any)[name], "left to %s", name)
				require.Equal(t, c.out[i], r["out"].(map[string]any)[name], "out: %s", name)
			}
		})
	}
}

// BenchmarkStep is a step of a script with twelve seats: a bid and what is asked after it.
func BenchmarkStep(b *testing.B) {
	for _, c := range []struct {
		name string
		do   func(i int) engine.Action
	}{
		{"bid", func(i int) engine.Action { return anygame.Bid{Amount: i % 50} }},
		{"ballot", func(i int) engine.Action { return anygame.VoteSeat{Who: engine.Seat((i + 1) % 12)} }},
	} {
		b.Run(c.name, func(b *testing.B) {
			g := play(b, `{"play":"`+c.name+`"}`, 12)
			var asks []engine.Ask
			b.ReportAllocs()
			for b.Loop() {
				asks = g.Asks(asks[:0])
				a := &asks[0]
				m := engine.Move{Seat: a.Seat, Do: anygame.Choose{Choice: "once_more"}}
				if a.Seat >= 0 {
					m.Do = c.do(int(a.Seat))
				}
				if _, err := g.Play(m); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}

// BenchmarkWerewolf is whole plays of a long script with twelve seats, by moves.
func BenchmarkWerewolf(b *testing.B) {
	title := anygameface.Title()
	h := engine.Header{Game: "anygame", Seats: twelve, Options: []byte(`{"play":"werewolf"}`)}
	rng := rand.New(rand.NewPCG(1, 2))
	var g engine.Game
	var asks []engine.Ask
	b.ReportAllocs()
	for b.Loop() {
		if g == nil || g.Over() {
			h.Seed++
			var err error
			g, _, err = title.New(h)
			require.NoError(b, err)
		}
		asks = g.Asks(asks[:0])
		a := &asks[0]
		if _, err := g.Play(engine.Move{Seat: a.Seat, Do: a.Options[rng.IntN(len(a.Options))]}); err != nil {
			b.Fatal(err)
		}
	}
}

// Who abstains is counted as such, and for nobody.
func TestAbstentionsAreCounted(t *testing.T) {
	g := play(t, `{"play":"vote","settings":{"needs":"majority"}}`, 4)
	for s, w := range []string{"yes", "abstain", "abstain", "yes"} {
		_, err := g.Play(engine.Move{Seat: engine.Seat(s), Do: anygame.Vote{Choice: w}})
		require.NoError(t, err)
	}
	require.Equal(t, true, results(t, g)["passed"])
	counts := map[string]int{}
	for _, group := range anygameface.Title().Draw(g.View(engine.Public)).Groups {
		for _, l := range group.Lines {
			if l.Text.Key == "show.votes" {
				counts[l.Text.Things()[0]] = l.Text.Numbers()[0]
			}
		}
	}
	require.Equal(t, map[string]int{"choice.yes": 2, "choice.no": 0, "choice.abstain": 2}, counts)
}
