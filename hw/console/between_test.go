package console_test

import (
	"math/rand/v2"
	"slices"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"consigliere/engine"
	"consigliere/engine/bot"
	"consigliere/engine/games"
	"consigliere/hw"
	"consigliere/hw/caller"
	"consigliere/hw/command"
	"consigliere/hw/console/consoletest"
	"consigliere/hw/desk"
)

// between plays Der Pate with one person and two bots, and returns how long the person waited after the last answer of each
// turn until asked again. hurry is called when others are waited for.
func between(t *testing.T, pace caller.Pace, seed uint64, hurry func(*consoletest.Player)) []time.Duration {
	t.Helper()
	p := begin(t, games.All(), engine.Header{Game: "derpate", Seats: names[:3], Options: []byte(`{"chance":"box"}`), Seed: seed}, true)
	require.NoError(t, p.Console.Do(0, command.SetPace{Pace: string(pace)}))
	require.NoError(t, p.Console.Do(0, command.SetBots{Seats: engine.SeatsOf(1, 2)}))
	rng := rand.New(rand.NewPCG(seed, 9))
	var waits []time.Duration
	waited, bots := time.Duration(0), engine.SeatSet(0)
	for !p.Table.Over() {
		require.Less(t, p.Now, time.Hour)
		asks := p.Table.Asks()
		i := slices.IndexFunc(asks, func(a engine.Ask) bool { return a.Seat == 0 && !a.Optional })
		if i < 0 || !p.Console.Snapshot().Public("en").Seats[0].Awaited {
			if i < 0 && len(asks) > 0 && asks[0].Verb == "throw" {
				bots = bots.With(asks[0].Seat)
			}
			if waited == 0 {
				hurry(p)
			}
			from := p.Now
			p.Wait(20 * time.Millisecond)
			if !p.Console.Snapshot().Public("en").Seats[0].Awaited { // else it is the person's time
				waited += p.Now - from
			}
			continue
		}
		if bots == engine.SeatsOf(1, 2) {
			waits = append(waits, waited)
		}
		w, ok := consoletest.Random(&asks[i], rng)
		require.True(t, ok)
		for _, tap := range append(consoletest.Reach(asks, &asks[i]), consoletest.Taps(p.Table.Title().Moves, &asks[i], w)...) {
			for _, down := range []bool{true, false} {
				for _, b := range tap.Buttons {
					p.Console.Press(hw.Press{At: p.Now, Pod: 0, Button: b, Down: down})
				}
				if down && tap.For > 0 {
					p.Wait(tap.For)
				}
			}
		}
		waited, bots = 0, 0
	}
	return waits
}

// TestBetweenOwnTurns holds how long people wait for two bots.
func TestBetweenOwnTurns(t *testing.T) {
	mean := func(list []time.Duration) time.Duration {
		require.NotEmpty(t, list)
		sum := time.Duration(0)
		for _, d := range list {
			sum += d
		}
		return sum / time.Duration(len(list))
	}
	for _, c := range []struct {
		name  string
		pace  caller.Pace
		hurry func(*consoletest.Player)
		most  time.Duration
	}{
		{"normal", caller.Normal, func(*consoletest.Player) {}, 40 * time.Second},
		{"the panel's OK", caller.Normal, func(p *consoletest.Player) { p.Press(hw.Panel, ok) }, 12 * time.Second},
		{"fast bots", caller.Normal, func(p *consoletest.Player) {
			require.NoError(t, p.Console.Do(p.Now, command.SetFastBots{On: true}))
		}, 12 * time.Second},
	} {
		var all []time.Duration
		for seed := range uint64(2) {
			all = append(all, between(t, c.pace, seed, c.hurry)...)
		}
		t.Logf("%s: %v, %v at most", c.name, mean(all).Round(100*time.Millisecond), slices.Max(all).Round(100*time.Millisecond))
		assert.LessOrEqual(t, slices.Max(all), c.most, c.name)
	}
}

// idleTime plays a game whose people answer once they have heard what there is to hear, and returns how long nobody was awaited, a
// round on average.
func idleTime(t *testing.T, h engine.Header, pace caller.Pace, round func(any) int) time.Duration {
	t.Helper()
	p := begin(t, games.All(), h, true)
	require.NoError(t, p.Console.Do(0, command.SetPace{Pace: string(pace)}))
	r := rand.New(rand.NewPCG(h.Seed, 3))
	player := bot.New(p.Table.Title(), p.Table.Roster(), r)
	var idle time.Duration
	rounds := map[int]bool{}
	const step = 50 * time.Millisecond
	for !p.Table.Over() {
		require.Less(t, p.Now, 2*time.Hour)
		s := p.Console.Snapshot().Play
		awaited := slices.ContainsFunc(s.Seats, func(x desk.SeatState) bool { return x.Awaited }) || !s.Dramatic && slices.ContainsFunc(s.Sheets, func(a engine.Ask) bool { return !a.Optional })
		if !awaited || !p.Console.Quiet() {
			p.Wait(step)
			if !awaited {
				idle += step
			}
			continue
		}
		rounds[round(s.Public.Public)] = true
		asks := p.Table.Asks()
		a := &asks[slices.IndexFunc(asks, func(a engine.Ask) bool { return !a.Optional })]
		do, err := player.Choose(p.Table.View(consoletest.Seat(a)), a)
		require.NoError(t, err)
		m := engine.Move{Seat: a.Mover(consoletest.Seat(a)), Do: do}
		require.NoError(t, p.Console.Do(p.Now, command.Type{Line: p.Table.Title().Moves.AppendLine(nil, p.Table.Roster(), m)}))
	}
	return idle / time.Duration(max(1, len(rounds)))
}

// TestBoxTimeOfARound holds how long the box keeps everybody waiting in a round of each title.
func TestBoxTimeOfARound(t *testing.T) {
	for _, c := range []struct {
		play askedPlay
		pace caller.Pace
		most time.Duration
	}{
		{askedPlay{"naro", `{"chance":"box"}`, 5}, caller.Brisk, 12 * time.Second},
		{askedPlay{"naro", `{"chance":"box"}`, 5}, caller.Normal, 15 * time.Second},
		{askedPlay{"khandan", `{"chance":"box","pack":"starter","reigns":1}`, 4}, caller.Normal, 20 * time.Second},
		{askedPlay{"corleone", `{"chance":"box"}`, 3}, caller.Normal, time.Minute},
		{askedPlay{"derpate", `{"chance":"box"}`, 3}, caller.Normal, time.Minute},
	} {
		if !long() && c.play.game != "khandan" {
			continue
		}
		got := idleTime(t, engine.Header{Game: c.play.game, Seats: names[:c.play.seats], Options: []byte(c.play.options), Seed: 2}, c.pace, roundOf)
		t.Logf("%s, %s: %v a round", c.play.game, c.pace, got.Round(100*time.Millisecond))
		assert.LessOrEqual(t, got, c.most, "%s at %s", c.play.game, c.pace)
	}
}
