package event

import (
	"fmt"
	"math/big"
	"math/rand/v2"
	"slices"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"
)

// newEvent returns an event with that many players.
func newEvent(players, least, most int) *Event {
	e := &Event{Name: "test", Seed: 7, Settings: Settings{Least: least, Most: most, Then: []TieBreak{ByWins, ByPlace}}}
	for i := range players {
		e.Players = append(e.Players, Player{Name: fmt.Sprintf("P%03d", i)})
	}
	return e
}

// play pairs the next round and gives each table a result: the lower number wins, more or less.
func play(t require.TestingT, e *Event, r *rand.Rand) Round {
	round, err := e.Pair()
	require.NoError(t, err)
	e.Rounds = append(e.Rounds, round)
	require.NoError(t, e.Check())
	for _, table := range round.Tables {
		scores := make([]int, len(table.Seats))
		for i, name := range table.Seats {
			var n int
			_, _ = fmt.Sscanf(name, "P%d", &n)
			scores[i] = r.IntN(300) - n
			if r.IntN(8) == 0 && i > 0 {
				scores[i] = scores[i-1] // a place that is shared
			}
		}
		require.NoError(t, e.SetResult(len(e.Rounds)-1, table.Number, Places(scores), false))
	}
	return round
}

// meetings counts how often players have met, in another way than the pairing does.
func meetings(e *Event) map[string]int {
	met := map[string]int{}
	for _, r := range e.Rounds {
		for _, t := range r.Tables {
			names := slices.Sorted(slices.Values(t.Seats))
			for i := range names {
				for j := i + 1; j < len(names); j++ {
					met[names[i]+" "+names[j]]++
				}
			}
		}
	}
	return met
}

// 200 players meet nobody twice in five rounds, each round is paired in less than a tenth of a second, and byes are
// fair. So it is with drop-outs and late comers.
func TestTournament(t *testing.T) {
	for _, c := range []struct{ players, least, most int }{{200, 4, 4}, {200, 3, 4}, {199, 3, 4}, {198, 4, 4}, {200, 2, 2}, {199, 2, 2}, {203, 5, 6}} {
		t.Run(fmt.Sprintf("%d at tables of %d to %d", c.players, c.least, c.most), func(t *testing.T) {
			e := newEvent(c.players, c.least, c.most)
			r := rand.New(rand.NewPCG(1, 2))
			for round := 1; round <= 5; round++ {
				if round == 3 {
					e.Players[10].Until = 2
					e.Players[50].Until = 2
					e.Players = append(e.Players, Player{Name: "P900", From: 3})
				}
				// What takes long on a machine that has much else to do is not long the next time.
				fastest := time.Hour
				for tries := 0; tries < 20 && fastest >= 100*time.Millisecond; tries++ {
					began := time.Now()
					_, err := e.Pair()
					require.NoError(t, err)
					fastest = min(fastest, time.Since(began))
				}
				assert.Less(t, fastest, 100*time.Millisecond)
				made := play(t, e, r)
				for _, table := range made.Tables {
					assert.GreaterOrEqual(t, len(table.Seats), c.least)
					assert.LessOrEqual(t, len(table.Seats), c.most)
					assert.NotEmpty(t, table.Why)
					if round > 2 {
						assert.NotContains(t, table.Seats, "P010")
					}
				}
			}
			for pair, n := range meetings(e) {
				assert.Equal(t, 1, n, pair)
			}
			byes := map[string]int{}
			for _, round := range e.Rounds {
				assert.LessOrEqual(t, len(round.Byes), c.least-1)
				for _, name := range round.Byes {
					byes[name]++
				}
			}
			for name, n := range byes {
				assert.Equal(t, 1, n, "byes of %s", name)
			}
			assert.Equal(t, independent(e), lines(e.Standings()))
			// A result that is corrected corrects everything.
			first := e.Rounds[0].Tables[0]
			slices.Reverse(first.Places)
			require.NoError(t, e.SetResult(0, 1, Places([]int{1, 5, 3, 2, 4, 6}[:len(first.Seats)]), true))
			assert.Equal(t, independent(e), lines(e.Standings()))
			require.ErrorIs(t, e.SetResult(0, 1, Places(make([]int, len(first.Seats))), false), ErrEntered)
		})
	}
}

// lines returns standings as text, to compare.
func lines(standings []Standing) []string {
	var all []string
	for _, s := range standings {
		all = append(all, fmt.Sprintf("%d %s %s", s.Place, s.Name, s.Points))
	}
	slices.Sort(all)
	return all
}

// independent calculates standings from the settings as people read them: with fractions, player by player.
func independent(e *Event) []string {
	rat := func(n, d int64) *big.Rat { return big.NewRat(n, d) }
	type player struct {
		name                   string
		points, opponents      *big.Rat
		wins, places, n, place int64
	}
	worth := func(place int) int64 { return max(0, int64(e.Settings.Most-place)) }
	points := func(name string) *big.Rat {
		sum := new(big.Rat)
		for _, r := range e.Rounds {
			if slices.Contains(r.Byes, name) {
				if e.Settings.Most == 2 {
					sum.Add(sum, rat(1, 1))
				} else {
					sum.Add(sum, rat(int64(e.Settings.Most-1), 2)) // the mean of 0 to Most-1
				}
			}
			for _, t := range r.Tables {
				if i := slices.Index(t.Seats, name); i >= 0 {
					n, all := int64(0), int64(0)
					for _, p := range t.Places {
						if p == t.Places[i] {
							all += worth(p + int(n))
							n++
						}
					}
					sum.Add(sum, rat(all, n))
				}
			}
		}
		return sum
	}
	var all []*player
	for _, p := range e.Players {
		q := &player{name: p.Name, points: points(p.Name), opponents: new(big.Rat)}
		met := int64(0)
		for _, r := range e.Rounds {
			for _, t := range r.Tables {
				i := slices.Index(t.Seats, p.Name)
				if i < 0 {
					continue
				}
				q.n++
				q.places += int64(t.Places[i])
				first := 0
				for j, name := range t.Seats {
					if t.Places[j] == 1 {
						first++
					}
					if j != i {
						q.opponents.Add(q.opponents, points(name))
						met++
					}
				}
				if t.Places[i] == 1 && first == 1 {
					q.wins++
				}
			}
		}
		if met > 0 {
			q.opponents.Quo(q.opponents, rat(met, 1))
		}
		all = append(all, q)
	}
	better := func(a, b *player) bool {
		if c := a.points.Cmp(b.points); c != 0 {
			return c > 0
		}
		if c := a.opponents.Cmp(b.opponents); c != 0 {
			return c > 0
		}
		if a.wins != b.wins {
			return a.wins > b.wins
		}
		return a.places*max(b.n, 1) < b.places*max(a.n, 1)
	}
	var text []string
	for _, p := range all {
		p.place = 1
		for _, q := range all {
			if better(q, p) {
				p.place++
			}
		}
		f, _ := new(big.Rat).Mul(p.points, rat(840, 1)).Float64()
		text = append(text, fmt.Sprintf("%d %s %s", p.place, p.name, Score(f)))
	}
	slices.Sort(text)
	return text
}

// Six players can meet each other once in five rounds; a pairing that looks no further than the next table cannot
// do that.
func TestRoundRobin(t *testing.T) {
	for _, players := range []int{4, 6, 8} {
		e := newEvent(players, 2, 2)
		r := rand.New(rand.NewPCG(3, 4))
		for range 3 {
			play(t, e, r)
		}
		possible := possible(e)
		play(t, e, r)
		again := 0
		for _, n := range meetings(e) {
			again += n - 1
		}
		assert.Equal(t, possible, again == 0, "%d players", players)
	}
}

// possible reports whether the players can be paired so that nobody meets again, by trying everything.
func possible(e *Event) bool {
	met := meetings(e)
	var try func(names []string) bool
	try = func(names []string) bool {
		if len(names) == 0 {
			return true
		}
		for i := 1; i < len(names); i++ {
			if met[names[0]+" "+names[i]] == 0 && try(slices.Concat(names[1:i], names[i+1:])) {
				return true
			}
		}
		return false
	}
	var names []string
	for _, p := range e.Players {
		names = append(names, p.Name)
	}
	return try(names)
}

// Whatever the numbers are, everybody sits once or has a bye, nobody has a second bye before all have had one, and the
// same event gives the same round.
func TestAnyEvent(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		least := rapid.IntRange(2, 4).Draw(t, "least")
		most := rapid.IntRange(least, 6).Draw(t, "most")
		e := newEvent(rapid.IntRange(least, 30).Draw(t, "players"), least, most)
		e.Seed = rapid.Uint64().Draw(t, "seed")
		r := rand.New(rand.NewPCG(e.Seed, 1))
		for round := range rapid.IntRange(1, 6).Draw(t, "rounds") {
			again, err := e.Pair()
			require.NoError(t, err)
			made := play(t, e, r)
			for i := range made.Tables {
				require.Equal(t, again.Tables[i].Seats, made.Tables[i].Seats, "round %d", round)
			}
			sits := len(made.Byes)
			for _, table := range made.Tables {
				sits += len(table.Seats)
			}
			require.Equal(t, len(e.Players), sits)
		}
		byes := map[string]int{}
		low, high := 99, 0
		for _, p := range e.Players {
			for _, r := range e.Rounds {
				if slices.Contains(r.Byes, p.Name) {
					byes[p.Name]++
				}
			}
			low, high = min(low, byes[p.Name]), max(high, byes[p.Name])
		}
		require.LessOrEqual(t, high-low, 1, "byes")
		require.Equal(t, independent(e), lines(e.Standings()))
	})
}

// Whoever plays often plays from each seat about as often.
func TestSeatBalance(t *testing.T) {
	e := newEvent(64, 4, 4)
	r := rand.New(rand.NewPCG(5, 6))
	for range 8 {
		play(t, e, r)
	}
	for name, seats := range e.history(len(e.Rounds)).seats {
		assert.LessOrEqual(t, slices.Max(seats[:4]), 4, name)
		assert.Positive(t, seats[0], "%s has never begun", name)
	}
}

// A table that is put together by hand says so, and who meets again at it.
func TestByHand(t *testing.T) {
	e := newEvent(8, 4, 4)
	play(t, e, rand.New(rand.NewPCG(1, 1)))
	next, err := e.Pair()
	require.NoError(t, err)
	e.Rounds = append(e.Rounds, next)
	first := e.Rounds[0].Tables[0].Seats
	second := e.Rounds[0].Tables[1].Seats
	require.NoError(t, e.SetRound(Round{Tables: []Table{{Number: 1, Seats: first}, {Number: 2, Seats: second}}}))
	table := e.Rounds[1].Tables[0]
	assert.True(t, table.ByHand)
	assert.Equal(t, "hand", table.Why[0].Key)
	assert.Len(t, table.Why, 7, "six pairs meet again")
	require.ErrorContains(t, e.SetRound(Round{Tables: []Table{{Number: 1, Seats: first}}}), "neither a table nor a bye")
	require.ErrorContains(t, e.SetRound(Round{Tables: []Table{{Number: 1, Seats: first}, {Number: 2, Seats: first}}}), "two tables")
	require.ErrorContains(t, e.SetRound(Round{Tables: []Table{{Number: 1, Seats: []string{"P000", "Zal"}}}}), "does not play")
	require.ErrorContains(t, e.SetResult(1, 1, []int{1, 1, 2, 3}, true), "must be place 3")
	_, err = e.Pair()
	require.ErrorIs(t, err, ErrNotDone)
}

// The vectors are those that the libraries of openskill publish, for players of whom nothing is known.
func TestPublishedRatings(t *testing.T) {
	for _, want := range [][]Rating{
		{{27.63523138347365, 8.065506316323548}, {22.36476861652635, 8.065506316323548}},
		{{27.868876552746237, 8.204837030780652}, {25.717219138186557, 8.057829747583874}, {21.413904309067206, 8.057829747583874}},
		{{27.795084971874736, 8.263160757613477}, {26.552824984374855, 8.179213704945203}, {24.68943500312503, 8.083731307186588}, {20.96265504062538, 8.083731307186588}},
	} {
		before, places := make([]Rating, len(want)), make([]int, len(want))
		for i := range before {
			before[i], places[i] = NewRating(), i+1
		}
		for i, r := range Rate(before, places) {
			assert.InDelta(t, want[i].Mu, r.Mu, 1e-9)
			assert.InDelta(t, want[i].Sigma, r.Sigma, 1e-9)
		}
	}
	drawn := Rate([]Rating{NewRating(), NewRating()}, []int{1, 1})
	assert.InDelta(t, drawn[0].Mu, drawn[1].Mu, 1e-9)
	assert.Less(t, drawn[0].Sigma, startSigma)
}
