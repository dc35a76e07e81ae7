package main

import (
	"encoding/json"
	"fmt"
	"math/big"
	"os"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"consigliere/cmd/consigliere-hub/broker"
	"consigliere/cmd/consigliere-hub/hall"
	"consigliere/engine/event"
)

// roomOf returns the room as everybody sees it.
func roomOf(t testing.TB, h *hall.Hall) (r hall.Room) {
	t.Helper()
	data, err := h.Room(false)
	require.NoError(t, err)
	require.NoError(t, json.Unmarshal(data, &r))
	return r
}

// newTables starts so many real tables, with the numbers 1, 2 and so on.
func newTables(t testing.TB, b *broker.Broker, n int) map[int]*realTable {
	t.Helper()
	tables := map[int]*realTable{}
	for i := range n {
		r := newRealTable(t, "nats://"+b.Addr(), uint64(i), false)
		until(t, "the hub has heard the table", func() bool { return b.Table(r.key) == i+1 })
		tables[i+1] = r
	}
	return tables
}

// A day's tournament is played by simulated boxes, with all that is pressed at them: 200 players at 50 tables in five rounds with
// CONSIGLIERE_LONG set, else a small one. Each table begins what the hub proposes with one OK, and its result comes by itself. Two
// players leave, one comes late, a result is corrected. The standings are those that follow from what the boxes have shown, by
// another calculation.
func TestTournament(t *testing.T) {
	players, rounds := 13, 3
	if os.Getenv("CONSIGLIERE_LONG") != "" {
		players, rounds = 200, 5
	}
	const most = 4
	b := startBroker(t, broker.Options{Dir: t.TempDir(), Open: true})
	h := runHall(t, b)
	tables := newTables(t, b, (players+most)/most)
	names := make([]string, players)
	for i := range names {
		names[i] = fmt.Sprintf("Player %03d", i+1)
	}
	do := func(c hall.Command) {
		t.Helper()
		require.NoError(t, h.Do(&c))
	}
	do(hall.Command{Do: "event", Name: "Day", Game: "naro", Least: most, Most: most, Players: "name,club\n" + strings.Join(names, ",x\n")})
	type game struct {
		round  int
		places map[string]int
	}
	var games []*game
	byes := map[string]int{}
	met := map[[2]string]int{}
	var slowest time.Duration
	for round := 1; round <= rounds; round++ {
		if round == 2 {
			do(hall.Command{Do: "drop", Name: names[4]})
			do(hall.Command{Do: "drop", Name: names[7]})
			do(hall.Command{Do: "join", Players: "نگار"})
			// A result was entered wrong: it is put right, and all that follows with it.
			first := roomOf(t, h).Event.Rounds[0].Tables[0]
			places := slices.Clone(first.Places)
			slices.Reverse(places)
			do(hall.Command{Do: "result", Round: 1, Table: first.Number, Places: places})
			for i, name := range first.Seats {
				games[0].places[name] = places[i]
			}
		}
		begun := time.Now()
		do(hall.Command{Do: "pair"})
		slowest = max(slowest, time.Since(begun))
		made := roomOf(t, h).Event.Rounds[round-1]
		for _, name := range made.Byes {
			byes[name]++
		}
		var play sync.WaitGroup
		slots := make(chan struct{}, 2)
		for _, table := range made.Tables {
			r := tables[table.Number]
			require.NotNil(t, r, "table %d", table.Number)
			until(t, "the box is told", func() bool {
				p := r.proposed()
				return p.Round == round && slices.Equal(p.Seats, table.Seats)
			})
			g := &game{round: round}
			games = append(games, g)
			for i, one := range table.Seats {
				for _, other := range table.Seats[:i] {
					met[[2]string{min(one, other), max(one, other)}]++
				}
			}
			play.Go(func() {
				slots <- struct{}{}
				defer func() { <-slots }()
				r.begin(t)
				r.play(t, 0)
				g.places = r.result(t)
			})
		}
		play.Wait()
		until(t, "all results have come", func() bool {
			return !slices.ContainsFunc(roomOf(t, h).Event.Rounds[round-1].Tables, func(t event.Table) bool { return t.Places == nil })
		})
	}
	// By another way: fractions, from what the boxes have shown.
	points := map[string]*big.Rat{}
	of := func(name string) *big.Rat {
		if points[name] == nil {
			points[name] = new(big.Rat)
		}
		return points[name]
	}
	for name, n := range byes {
		of(name).Add(of(name), big.NewRat(int64(n*(most-1)), 2))
	}
	for _, g := range games {
		for name, place := range g.places {
			sum, n := int64(0), int64(0)
			for _, other := range g.places {
				if other == place {
					sum += most - int64(place) - n
					n++
				}
			}
			of(name).Add(of(name), big.NewRat(sum, n))
		}
	}
	opponents, n := map[string]*big.Rat{}, map[string]int64{}
	for _, g := range games {
		for name := range g.places {
			for other := range g.places {
				if other != name {
					if opponents[name] == nil {
						opponents[name] = new(big.Rat)
					}
					opponents[name].Add(opponents[name], of(other))
					n[name]++
				}
			}
		}
	}
	standings := roomOf(t, h).Standings
	require.Len(t, standings, players+1)
	for i, s := range standings {
		assert.Zero(t, of(s.Name).Cmp(big.NewRat(int64(s.Points), int64(event.Point))), "%s has %s, and by the boxes %s", s.Name, s.Points, of(s.Name).FloatString(3))
		if i == 0 {
			continue
		}
		last := standings[i-1].Name
		c := of(last).Cmp(of(s.Name))
		if c == 0 && n[last] > 0 && n[s.Name] > 0 {
			c = new(big.Rat).Quo(opponents[last], big.NewRat(n[last], 1)).Cmp(new(big.Rat).Quo(opponents[s.Name], big.NewRat(n[s.Name], 1)))
		}
		assert.GreaterOrEqual(t, c, 0, "%s stands before %s", last, s.Name)
	}
	again := 0
	for _, times := range met {
		again += times - 1
	}
	for name, times := range byes {
		assert.Equal(t, 1, times, "byes of %s", name)
	}
	if players == 200 {
		assert.Zero(t, again, "players met twice")
	}
	t.Logf("%d games; a round was paired and kept within %v; %d met again; %d byes", len(games), slowest.Round(time.Millisecond), again, len(byes))

	// What an organiser takes home.
	var csv strings.Builder
	e, err := h.LoadEvent("")
	require.NoError(t, err)
	require.NoError(t, hall.CSV(e, &csv))
	assert.Equal(t, players+2, strings.Count(csv.String(), "\n"))
	do(hall.Command{Do: "no_event"})
	again2, err := h.LoadEvent("Day")
	require.NoError(t, err)
	assert.Equal(t, e, again2)
}
