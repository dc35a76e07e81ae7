package bot

import (
	"encoding/json"
	"fmt"
	"io"
	"math"
	"slices"
	"strconv"
	"text/tabwriter"

	"consigliere/engine"
)

// A Balance is what many games tell a designer of bots or of the game. Seats, and strategies,
// that share a victory have each won.
type Balance struct {
	Game        string  `json:"game"`
	Seats       int     `json:"seats"`
	Games       int     `json:"games"`
	Moves       int     `json:"moves"`
	Seconds     float64 `json:"seconds"`
	CPUSeconds  float64 `json:"cpu_seconds"` // 0 where the system does not tell
	Length      Spread  `json:"length"`      // moves a game
	Shared      int     `json:"shared"`      // games with several winners
	WithoutWin  int     `json:"without_win"` // games that nobody won
	BySeat      []Group `json:"by_seat"`
	ByStrategy  []Group `json:"by_strategy"`
	lengths     []int
	scores      map[string][]int // of those ranked, by seat and by strategy
	wins        map[string]int
	played      map[string]int
	strategyOf  []string // by seat
	seatsByName []string
}

// A Spread says how numbers lie.
type Spread struct {
	Min    int     `json:"min"`
	Median float64 `json:"median"`
	Max    int     `json:"max"`
	Mean   float64 `json:"mean"`
	SD     float64 `json:"sd"` // standard deviation of what was measured
}

// A Group is the games of one seat or strategy.
type Group struct {
	Name   string  `json:"name"`
	Played int     `json:"played"`
	Wins   int     `json:"wins"`
	Share  float64 `json:"share"` // of the games played that were won
	Ranked int     `json:"ranked"`
	Score  Spread  `json:"score"` // of the games in which it was ranked, thus neither dead nor eliminated
}

// NewBalance begins to count games of seats that play by strategies.
func NewBalance(game string, seats engine.Roster, strategies []string) *Balance {
	b := &Balance{
		Game: game, Seats: len(seats), scores: map[string][]int{}, wins: map[string]int{}, played: map[string]int{},
		strategyOf: strategies,
	}
	for s := range seats {
		b.seatsByName = append(b.seatsByName, strconv.Itoa(s+1)+" "+seats[s])
	}
	return b
}

// Add counts a game of the given number of moves.
func (b *Balance) Add(moves int, score engine.ScoreTable) {
	b.Games++
	b.Moves += moves
	b.lengths = append(b.lengths, moves)
	switch n := score.Winners().Len(); {
	case n == 0:
		b.WithoutWin++
	case n > 1:
		b.Shared++
	}
	for s, row := range score.Rows {
		for _, name := range []string{"seat " + b.seatsByName[s], b.strategyOf[s]} {
			b.played[name]++
			if row.Winner {
				b.wins[name]++
			}
			if row.Rank > 0 {
				b.scores[name] = append(b.scores[name], row.Total)
			}
		}
	}
}

// Finish works out what was counted.
func (b *Balance) Finish() {
	b.Length = spreadOf(b.lengths)
	for _, name := range b.seatsByName {
		b.BySeat = append(b.BySeat, b.group(name, "seat "+name))
	}
	for _, name := range slices.Compact(slices.Sorted(slices.Values(b.strategyOf))) {
		b.ByStrategy = append(b.ByStrategy, b.group(name, name))
	}
}

func (b *Balance) group(name, key string) Group {
	g := Group{Name: name, Played: b.played[key], Wins: b.wins[key], Ranked: len(b.scores[key]), Score: spreadOf(b.scores[key])}
	if g.Played > 0 {
		g.Share = float64(g.Wins) / float64(g.Played)
	}
	return g
}

// spreadOf says how numbers lie; the zero value for none. It sorts them.
func spreadOf(all []int) Spread {
	if len(all) == 0 {
		return Spread{}
	}
	slices.Sort(all)
	n := len(all)
	s := Spread{Min: all[0], Max: all[n-1], Median: float64(all[(n-1)/2]+all[n/2]) / 2}
	for _, v := range all {
		s.Mean += float64(v) / float64(n)
	}
	for _, v := range all {
		s.SD += (float64(v) - s.Mean) * (float64(v) - s.Mean) / float64(n)
	}
	s.SD = math.Sqrt(s.SD)
	return s
}

// Print prints what was counted: first the lines that scripts read, then tables.
func (b *Balance) Print(w io.Writer) error {
	fmt.Fprintf(w, "games: %d\nmoves: %d\nseconds: %.3f\nmoves per second: %.0f\n", b.Games, b.Moves, b.Seconds, float64(b.Moves)/b.Seconds)
	if b.CPUSeconds > 0 {
		fmt.Fprintf(w, "games per CPU second: %.0f\n", float64(b.Games)/b.CPUSeconds)
	}
	l := b.Length
	fmt.Fprintf(w, "\nmoves a game: min %d, median %g, max %d, mean %.1f, sd %.1f\n", l.Min, l.Median, l.Max, l.Mean, l.SD)
	fmt.Fprintf(w, "games won by several: %d, by nobody: %d\n\n", b.Shared, b.WithoutWin)
	t := tabwriter.NewWriter(w, 0, 0, 2, ' ', tabwriter.AlignRight)
	fmt.Fprintln(t, "\tplayed\twon\t%\tranked\tscore: mean\tsd\tmin\tmedian\tmax\t")
	row := func(kind string, groups []Group) {
		for _, g := range groups {
			fmt.Fprintf(t, "%s %s\t%d\t%d\t%.1f\t%d\t%.0f\t%.0f\t%d\t%g\t%d\t\n", kind, g.Name, g.Played, g.Wins, 100*g.Share,
				g.Ranked, g.Score.Mean, g.Score.SD, g.Score.Min, g.Score.Median, g.Score.Max)
		}
	}
	row("seat", b.BySeat)
	row("strategy", b.ByStrategy)
	return t.Flush()
}

// WriteJSON prints what was counted as one object.
func (b *Balance) WriteJSON(w io.Writer) error {
	e := json.NewEncoder(w)
	e.SetIndent("", "  ")
	return e.Encode(b)
}
