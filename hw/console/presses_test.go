package console_test

import (
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"consigliere/engine"
	"consigliere/engine/bot"
	"consigliere/engine/corleone"
	"consigliere/engine/derpate"
	"consigliere/engine/games"
	"consigliere/engine/khandan"
	"consigliere/engine/naro"
	"consigliere/hw"
	"consigliere/hw/console/consoletest"
	"consigliere/hw/reply"
)

// A turn is what presses are counted by: those of one seat, or of the panel, in one round or for one turn.
type turn struct {
	n    int // of the round, or of the turn
	seat engine.Seat
}

// presses are how many of them turns took: on pods, and on a page; and all of what is counted, by what was asked.
type presses struct {
	pods, page map[turn]int
	phone      map[turn]int       // as on a page, and once more for whatever lasts
	of         map[string]*[3]int // by verb: how often, on pods, on a page
	final      map[string]bool    // by verb: what one tap would take is asked for once more
}

// mean returns how many presses a turn took.
func mean(of map[turn]int) float64 {
	sum := 0
	for _, n := range of {
		sum += n
	}
	return float64(sum) / float64(max(1, len(of)))
}

// places are the arguments whose words are places on a board.
var places = []string{"at", "from", "to", "business", "space", "turf", "kill"}

// pieces are arguments that boards draw besides.
var pieces = []string{"die", "district"}

// onBoard reports whether an argument is one of them.
func onBoard(arg string) bool { return slices.Contains(places, arg) }

// onPage returns how many times somebody taps on a page to give an answer: once for each choice that there is, or for two of which the second
// is a place on the board; once where there are few answers; once for each card that is laid, and once for what is then locked.
func onPage(m *engine.Moves, a *engine.Ask, do engine.Action, first, board bool) int {
	n := 0
	if !first {
		n++ // which of several things the seat does
	}
	if a.Confirm {
		return n + 1
	}
	if a.Final() && len(a.Parts) == 0 && len(a.Shown()) > 1 {
		n++ // what is chosen is asked for once more
	}
	for _, u := range a.Usual {
		if u.Do == do {
			return n + 1
		}
	}
	var w engine.Answer
	w.Begin(m, a)
	if len(a.Parts) == 0 {
		args := a.StepArgs(nil, m, do)
		is := func(arg string, c *engine.Choice) bool {
			has := slices.IndexFunc(args, func(g engine.Arg) bool { return g.Key == arg })
			return c.Move == do || c.Move == nil && has >= 0 && !c.Absent && args[has].Value.Equal(&c.Value) || c.Absent && has < 0
		}
		place := func(arg string, c *engine.Choice) bool {
			return board && onBoard(arg) && c.Move == nil && !c.Absent
		}
		for !w.Whole() {
			at, lies := -1, false
			for i := range w.Len() {
				c := w.Choice(i)
				if is(w.Arg(), &c) {
					at = i
				}
				lies = lies || c.Move == nil && (onBoard(w.Arg()) || slices.Contains(pieces, w.Arg())) && c.Value.Kind == engine.WordValue
			}
			if at < 0 {
				panic(fmt.Sprintf("%s %+v: no way to %+v at %q", a.Verb, a.Prompt, do, w.Arg()))
			}
			if w.Len() > 1 {
				n++
			}
			if w.Len() > 1 && len(reply.Endings(&w)[at]) > 0 {
				return n // it is listed whole
			}
			open := 0 // in how many ways a tap on the board can be meant
			for i := range w.Len() {
				for _, f := range w.Following(nil, i) {
					if is(f.Arg, &f.Choice) && place(f.Arg, &f.Choice) {
						open++
					}
				}
			}
			then := w.Following(nil, at)
			w.Take(at)
			for i := range then {
				if f := &then[i]; !lies && open == 1 && is(f.Arg, &f.Choice) && place(f.Arg, &f.Choice) {
					w.Take(i)
				}
			}
		}
		return max(n, 1)
	}
	given := m.Args(nil, do)
	for i := range a.Parts {
		p := &a.Parts[i]
		for _, g := range given {
			if g.Key == p.Arg && !(p.Kind == engine.PartOne && len(p.ShownItems()) == 1) {
				n += max(1, len(g.Value.Items))
			}
		}
	}
	if p := &a.Parts[0]; len(a.Parts) == 1 && (p.Kind == engine.PartCards && p.Min == p.Max || p.Kind == engine.PartDice) {
		return n // the last card locks, and the last die
	}
	return n + 1
}

// light is Corleone's Empire where the box keeps track of little: there bids are all that seats are asked.
const light = `{"tracking":"light"}`

// countPresses plays a game with bots that know what is good for them and counts what people would press.
func countPresses(t *testing.T, c askedPlay, seeds uint64, of func(s any) int) presses {
	t.Helper()
	total := presses{map[turn]int{}, map[turn]int{}, map[turn]int{}, map[string]*[3]int{}, map[string]bool{}}
	for seed := range seeds {
		title := games.Find(c.game)
		h := engine.Header{Game: c.game, Seats: names[:c.seats], Options: []byte(c.options), Seed: seed}
		if title.Whole != nil {
			h = title.Whole(h)
		}
		g, _, err := title.Begin(h)
		require.NoError(t, err)
		r := rand.New(rand.NewPCG(seed, 1))
		p := bot.New(title, h.Seats, r)
		var asks []engine.Ask
		for moves := 0; !g.Over() && moves < 3000; moves++ {
			asks = g.Asks(asks[:0])
			m, _, forced := engine.ForcedMove(asks)
			if !forced {
				at := slices.IndexFunc(asks, func(a engine.Ask) bool { return !a.Optional })
				require.GreaterOrEqual(t, at, 0)
				do, err := p.Choose(g.View(consoletest.Seat(&asks[at])), &asks[at])
				require.NoError(t, err)
				for i := range asks { // unless something is offered that is better
					if o := &asks[i]; o.Optional && o.Seat >= 0 && len(o.Options) < 100 {
						if use, good := p.Takes(g.View(o.Seat), o); good {
							at, do = i, use
							break
						}
					}
				}
				a := &asks[at]
				if len(a.Usual) > 0 {
					do = a.Usual[r.IntN(len(a.Usual))].Do // the rest is for a table that keeps book of more
				}
				m = engine.Move{Seat: a.Mover(consoletest.Seat(a)), Do: do}
				by := turn{int(seed)<<20 | of(g.View(engine.Public).Public), consoletest.Seat(a)}
				meant := consoletest.Answer{Do: do}
				if len(a.Parts) > 0 { // another answer takes as many presses
					meant, _ = consoletest.Random(a, r)
				}
				taps := append(consoletest.Reach(asks, a), consoletest.Taps(title.Moves, a, meant)...)
				switch {
				case a.Verb == "count":
					by.n = -1 // once, at the end
				case c.options != light && slices.Contains([]string{"bid", "recruit", "tribute", "marker"}, a.Verb) && c.game == "corleone":
					by.n = -2 // once an act, and not in a turn
				}
				total.pods[by] += len(taps)
				total.final[a.Verb] = a.Final()
				board := len(title.Draw(g.View(engine.Public)).Areas) > 0
				page := onPage(title.Moves, a, do, slices.IndexFunc(asks, func(o engine.Ask) bool { return consoletest.Seat(&o) == by.seat && !o.Optional }) == at, board)
				total.page[by] += page
				total.phone[by] += page
				if a.Lasts() && !a.Final() && len(a.Parts) == 0 && len(a.Shown()) > 1 {
					total.phone[by]++
				}
				if by.n >= 0 {
					of := total.of[a.Verb]
					if of == nil {
						of = new([3]int)
						total.of[a.Verb] = of
					}
					of[0], of[1], of[2] = of[0]+1, of[1]+len(taps), of[2]+page
				}
			}
			_, err = g.Play(m)
			require.NoError(t, err)
		}
	}
	return total
}

// TestPressesATurn counts the presses of a turn of each title and holds them under what a table puts up with. With
// CONSIGLIERE_LONG it plays more, and the log has the table.
func TestPressesATurn(t *testing.T) {
	seeds := uint64(1)
	if long() {
		seeds = 10
	}
	for _, c := range []struct {
		askedPlay
		of         func(s any) int
		pods, page float64 // the most, on average; bots that know nothing bid hundreds at a pod
		phone      float64
		table      float64 // of the table in a round, on the page
		final      string  // what is asked for once more
	}{
		{askedPlay{"naro", `{"chance":"box"}`, 6}, roundOf, 15, 6, 6, 0, "burn take"},
		{askedPlay{"derpate", `{"chance":"box"}`, 3}, roundOf, 13, 6.5, 11, 0, "car choose district"},
		{askedPlay{"derpate", `{"chance":"table"}`, 3}, roundOf, 13, 5.5, 8.5, 33, "car choose district"},
		{askedPlay{"corleone", `{"chance":"box"}`, 3}, corleoneTurn(), 10.5, 3, 5.7, 0, "marker recruit"},
		{askedPlay{"corleone", `{"chance":"table"}`, 3}, corleoneTurn(), 12, 3, 5.7, 5, "marker recruit"},
		{askedPlay{"corleone", light, 4}, roundOf, 100, 3, 3, 12, "marker"},
		{askedPlay{"khandan", `{"chance":"box","pack":"starter","reigns":1}`, 4}, roundOf, 9, 3.5, 3.5, 4, "break discard take vote"},
	} {
		n := countPresses(t, c.askedPlay, seeds, c.of)
		seats := func(of map[turn]int) map[turn]int {
			out := map[turn]int{}
			for k, v := range of {
				if k.seat >= 0 && k.n >= 0 {
					out[k] = v
				}
			}
			return out
		}
		table := func(of map[turn]int) map[turn]int {
			out := map[turn]int{}
			for k, v := range of {
				if k.seat < 0 && k.n >= 0 {
					out[k] = v
				}
			}
			return out
		}
		for verb, final := range n.final {
			assert.Equal(t, slices.Contains(strings.Fields(c.final), verb), final, "%s in %s is asked for once more", verb, c.game)
		}
		t.Logf("%-10s %-55s a turn: %5.1f on pods, %5.2f on a page, %5.2f on a phone; of the table a round: %5.1f, %5.1f", c.game, strings.Trim(c.options, "{}"), mean(seats(n.pods)), mean(seats(n.page)), mean(seats(n.phone)), mean(table(n.pods)), mean(table(n.page)))
		for _, verb := range slices.Sorted(maps.Keys(n.of)) {
			of, turns := n.of[verb], float64(max(1, len(seats(n.pods))))
			t.Logf("    %-12s a turn: %.2f times, %.2f on pods, %.2f on a page", verb, float64(of[0])/turns, float64(of[1])/turns, float64(of[2])/turns)
		}
		assert.LessOrEqual(t, mean(seats(n.page)), c.page, "%s %s on a page", c.game, c.options)
		assert.LessOrEqual(t, mean(seats(n.phone)), c.phone, "%s %s on a phone", c.game, c.options)
		assert.LessOrEqual(t, mean(seats(n.pods)), c.pods, "%s %s on pods", c.game, c.options)
		assert.LessOrEqual(t, mean(table(n.page)), c.table, "%s %s of the table", c.game, c.options)
	}
}

// roundOf is the round of a status.
func roundOf(s any) int {
	switch s := s.(type) {
	case derpate.Status:
		return s.Round
	case corleone.Status:
		return s.Round
	case *naro.Status:
		return s.Round
	case khandan.Status:
		return s.Round
	}
	return 0
}

// corleoneTurn counts the turns of Corleone.
func corleoneTurn() func(any) int {
	n, last := 0, engine.NoSeat
	return func(s any) int {
		v := s.(corleone.Status)
		if v.Turn != nil && v.TurnSeat != last {
			n++
			last = v.TurnSeat
		}
		return n
	}
}

// TestACircleInFourPresses counts the presses by which a pod chooses a circle in Corleone's Empire, once a family member is meant: four at
// most, and five for three of sixteen.
func TestACircleInFourPresses(t *testing.T) {
	title := games.Find("corleone")
	g, _, err := title.Begin(engine.Header{Game: "corleone", Seats: names[:3], Options: []byte(`{"chance":"box"}`), Seed: 3})
	require.NoError(t, err)
	asks := g.Asks(nil)
	at := slices.IndexFunc(asks, func(a engine.Ask) bool { return a.Verb == "act" })
	require.GreaterOrEqual(t, at, 0)
	count := map[int]int{}
	circles, sum := 0, 0
	for _, do := range asks[at].Options {
		if _, ok := do.(corleone.Family); ok {
			taps := consoletest.Taps(title.Moves, &asks[at], consoletest.Answer{Do: do})
			meant := slices.IndexFunc(taps, func(t consoletest.Tap) bool { return t.Buttons[0] == hw.OK })
			n := len(taps) - meant - 1
			count[n]++
			circles++
			sum += n
		}
	}
	t.Logf("%d circles, %.1f presses each: %v", circles, float64(sum)/float64(circles), count)
	assert.Greater(t, circles, 6)
	for n := range count {
		assert.LessOrEqual(t, n, 5, "%v", count)
	}
	assert.LessOrEqual(t, count[5], 3, "%v", count)
}
