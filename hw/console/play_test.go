package console_test

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"
	"time"

	"consigliere/engine"
	"consigliere/engine/games"
	"consigliere/hw"
	"consigliere/hw/command"
	"consigliere/hw/console"
	"consigliere/hw/console/consoletest"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

var names = []string{"Ava", "Babak", "Chiara", "Dario", "Elif", "Farid", "Gaia", "Hana"}

// begin starts a play on a box of fakes.
func begin(t *testing.T, titles []*engine.Title, h engine.Header, private bool) *consoletest.Player {
	t.Helper()
	b := consoletest.NewBox(8, private)
	// Bots take their time by a seed: what is measured is the same in each run.
	p, err := consoletest.New(console.Config{Box: b.HW, Titles: titles, Painter: consoletest.Words{}, Seed: func() uint64 { return h.Seed }}, b)
	require.NoError(t, err)
	require.NoError(t, p.Console.Do(0, command.Start{Header: h}))
	return p
}

// TestWholeGames plays every game to its end by presses on pods and panel.
func TestWholeGames(t *testing.T) {
	seeds := uint64(2)
	if long() {
		seeds = 4
	}
	for i, g := range games.All() {
		for seed := range seeds {
			if !wide() && seed != uint64(i)%seeds {
				continue // one way to play each
			}
			t.Run(fmt.Sprintf("%s-%d", g.ID, seed), func(t *testing.T) {
				seats := g.MinSeats + int(seed)%(g.MaxSeats-g.MinSeats+1)
				h := engine.Header{Game: g.ID, Seats: names[:seats], Seed: seed}
				if g.ID == "naro" && seed%2 == 1 {
					h.Options = []byte(`{"powers":true}`)
				}
				if g.ID == "corleone" && seed%2 == 1 {
					h.Options = []byte(`{"chance":"box"}`)
				}
				p := begin(t, []*engine.Title{g}, h, true)
				n, err := p.Play(rand.New(rand.NewPCG(seed, 1)), 3000)
				require.NoError(t, err)
				require.Positive(t, n)
				p.Wait(60e9)
				require.Equal(t, "over", p.Console.Snapshot().Public("en").State)
				require.NotEmpty(t, p.Console.Record())
				for s := range 8 {
					require.Equal(t, hw.RGB{}, p.Box.Lights.RGB[s], "a light after the end")
				}
			})
		}
	}
}

// TestPressesOfBribes pays bribes out of random suitcases, with a private screen and blind, and
// counts the presses: of three notes never more than five.
func TestPressesOfBribes(t *testing.T) {
	rounds := 1
	if long() {
		rounds = 20
	} else if wide() {
		rounds = 2
	}
	for _, private := range []bool{true, false} {
		t.Run(fmt.Sprintf("screens-%v", private), func(t *testing.T) {
			r := rand.New(rand.NewPCG(5, 3))
			bribes, sum := 0, 0
			for range rounds {
				var suitcases [5][]int
				for s := range suitcases {
					for range 3 + r.IntN(6) {
						suitcases[s] = append(suitcases[s], []int{1, 2, 3, 5}[r.IntN(4)])
					}
				}
				p := bribery(t, private, suitcases[:])
				for s, notes := range suitcases {
					for range 12 {
						r.Shuffle(len(notes), func(i, j int) { notes[i], notes[j] = notes[j], notes[i] })
						bribe := append([]int{}, notes[:r.IntN(len(notes)+1)]...)
						slices.Sort(bribe)
						list := payWith(p, engine.Seat(s), bribe)
						p.Tap(hw.Pod(s), list...)
						require.Equal(t, bribe, sealed(t, p, engine.Seat(s)), "%v out of %v by %v", bribe, notes, list)
						if len(bribe) == 3 {
							require.LessOrEqual(t, len(list), 5, "%v out of %v by %v", bribe, notes, list)
							bribes, sum = bribes+1, sum+len(list)
						}
						p.Hold(hw.Pod(s), hw.B)
						require.Zero(t, p.Table.Locked())
					}
				}
			}
			require.Positive(t, bribes)
			t.Logf("%d bribes of three notes, %.2f presses each", bribes, float64(sum)/float64(bribes))
		})
	}
}

// payWith returns the presses that bid these notes.
func payWith(p *consoletest.Player, s engine.Seat, notes []int) []consoletest.Tap {
	open := p.Table.Asks()
	a := &open[slices.IndexFunc(open, func(a engine.Ask) bool { return a.Seat == s && a.Verb == "bid" })]
	var w consoletest.PartAnswer
	for _, n := range notes {
		w.Take = append(w.Take, slices.IndexFunc(a.Parts[0].Items, func(it engine.Item) bool { return it.Value == n }))
	}
	return consoletest.Taps(p.Table.Title().Moves, a, consoletest.Answer{Parts: []consoletest.PartAnswer{w}})
}

// sealed returns the notes of a bid.
func sealed(t *testing.T, p *consoletest.Player, s engine.Seat) []int {
	t.Helper()
	b, err := json.Marshal(p.Table.View(s).Private)
	require.NoError(t, err)
	var v struct{ Bid []int }
	require.NoError(t, json.Unmarshal(b, &v))
	return v.Bid
}

// bribery returns a play of Corleone that has come to the bids, where the suitcases hold these notes.
func bribery(t *testing.T, private bool, suitcases [][]int) *consoletest.Player {
	t.Helper()
	title := games.Find("corleone")
	h := engine.Header{Game: title.ID, Seats: names[:len(suitcases)], Seed: 1, Options: []byte(`{"chance":"box"}`)}
	p := begin(t, games.All(), h, private)
	typed := func(line string) { require.NoError(t, p.Console.Do(p.Now, command.Type{Line: []byte(line)}), line) }
	for s, notes := range suitcases {
		b, err := json.Marshal(notes)
		require.NoError(t, err)
		typed(fmt.Sprintf(`{"seat":"table","do":"adjust","of":%q,"gain":%s,"stash":%s}`, h.Seats[s], b, b))
	}
	for {
		asks := p.Table.Asks()
		for asks[0].Optional {
			asks = asks[1:]
		}
		if asks[0].Verb == "bid" {
			p.Wait(2 * time.Minute)
			return p
		}
		list := asks[0].Options
		do := list[0]
		if asks[0].Verb == "use" {
			do = list[len(list)-1] // nothing
		}
		typed(string(title.Moves.AppendLine(nil, h.Seats, engine.Move{Seat: asks[0].Seat, Do: do})))
	}
}

// TestBribesByFingers presses as people do: a is A held, b is B held, and a comma stands before a
// button that goes down before the last is let go.
func TestBribesByFingers(t *testing.T) {
	suitcase := []int{1, 2, 2, 3, 5}
	for _, c := range []struct {
		name, presses string
		bid           []int
		screen        string // before the last press
	}{
		{"nothing", "bO", []int{}, "Bribe for an ally: how much? | 0 | A: add $1 (1 left) | B: add $2 (2 left) | Hold A: then $3, $5 | OK confirms; hold B: back"},
		{"nothing-after-a-turn", "aO", []int{}, "Bribe for an ally: how much? | 0 | A: add $3 (1 left) | B: add $5 (1 left) | Hold A: then $1, $2 | OK confirms; hold B: back"},
		{"two-kinds", "ABBO", []int{1, 2, 2}, "Bribe for an ally: how much? | 5 | A: add $1 (0 left) | B: add $2 (0 left) | Hold A: then $3, $5 | OK confirms; hold B: back"},
		{"over-the-leaf", "BaBO", []int{2, 5}, "Bribe for an ally: how much? | 7 | A: add $3 (1 left) | B: add $5 (0 left) | Hold A: then $1, $2 | OK confirms; hold B: back"},
		{"round-and-round", "aAaAO", []int{1, 3}, "Bribe for an ally: how much? | 4 | A: add $1 (0 left) | B: add $2 (2 left) | Hold A: then $3, $5 | OK confirms; hold B: back"},
		{"no-more-than-there-is", "AAAO", []int{1}, ""},
		{"given-back", "ABbO", []int{1}, ""},
		{"all-given-back", "AbbO", []int{}, ""},
		{"fast", "A,BBO", []int{1, 2, 2}, ""},
		{"faster", "AB,O", []int{1, 2}, ""},
		{"both", "A,B,O", []int{1, 2}, ""},
		{"blind-ok", "OAO", []int{1}, ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			p := bribery(t, true, [][]int{suitcase, {1}})
			assert.Equal(t, "Bribe for an ally: how much? | 0 | A: add $1 (1 left) | B: add $2 (2 left) | Hold A: then $3, $5 | None: hold B, OK", p.Box.Screens[0].Words())
			var down []hw.Button
			up := func() {
				for _, b := range down {
					p.Console.Press(hw.Press{At: p.Now, Pod: 0, Button: b})
				}
				down = nil
				p.Wait(50 * time.Millisecond)
			}
			for i, k := range c.presses {
				if k == ',' {
					continue
				}
				if i == 0 || c.presses[i-1] != ',' {
					up()
				}
				if i == len(c.presses)-1 && c.screen != "" {
					p.Wait(time.Second)
					assert.Equal(t, c.screen, p.Box.Screens[0].Words())
				}
				b := map[rune]hw.Button{'A': hw.A, 'a': hw.A, 'B': hw.B, 'b': hw.B, 'O': hw.OK}[k]
				p.Console.Press(hw.Press{At: p.Now, Pod: 0, Button: b, Down: true})
				down = append(down, b)
				p.Wait(30 * time.Millisecond)
				if k == 'a' || k == 'b' {
					p.Wait(time.Second)
				}
			}
			up()
			assert.True(t, p.Table.Locked().Has(0))
			assert.Equal(t, c.bid, sealed(t, p, 0))
		})
	}
}

// The pages of a pod that waits stand long enough to be read, also while the box tells what others do.
func TestPagesOfWhoWaitsStand(t *testing.T) {
	for seed := range uint64(3) {
		p := begin(t, games.All(), engine.Header{Game: "corleone", Seats: names[:3], Options: []byte(`{"chance":"box"}`), Seed: seed}, true)
		rng := rand.New(rand.NewPCG(seed, 5))
		for range 8 {
			asks := p.Table.Asks()
			i := slices.IndexFunc(asks, func(a engine.Ask) bool { return a.Seat >= 0 && !a.Optional })
			require.GreaterOrEqual(t, i, 0)
			a := &asks[i]
			do := a.Options[rng.IntN(len(a.Options))]
			require.NoError(t, typeLine(p, string(p.Table.Title().Moves.AppendLine(nil, p.Table.Header().Seats, engine.Move{Seat: a.Seat, Do: do}))))
			waits := (a.Seat + 1) % 3
			if next := p.Table.Asks(); len(next) > 0 && next[0].Seat == waits {
				waits = (a.Seat + 2) % 3
			}
			screen := p.Box.Screens[waits]
			var turned []time.Duration
			last := screen.Words()
			for range 500 {
				p.Wait(20 * time.Millisecond)
				if now := screen.Words(); now != last {
					turned, last = append(turned, p.Now), now
				}
			}
			assert.LessOrEqualf(t, len(turned), 8, "in ten seconds after %#v the pages change at %v", do, turned)
		}
	}
}

// TestLootStaysAList checks that A and B walk the loot as long as any is left to choose from, and do not
// come to mean the first and the second of it when two are left.
func TestLootStaysAList(t *testing.T) {
	p := naroTable(t, 4, `{"chance":"table"}`, true)
	do := func(lines ...string) {
		t.Helper()
		for _, l := range lines {
			require.NoError(t, p.Console.Do(p.Now, command.Type{Line: []byte(l)}), l)
		}
		for !p.Console.Quiet() {
			p.Wait(100 * time.Millisecond)
		}
	}
	do(`{"seat":"table","do":"loot","cards":["cash_20000","cash_10000","cash_10000","cash_10000","cash_10000","cash_10000","cash_5000","cash_5000"]}`)
	for i := range 4 {
		do(`{"seat":"` + names[i] + `","do":"load","card":"click"}`)
	}
	for i := range 4 {
		do(`{"seat":"` + names[i] + `","do":"aim","at":"` + names[(i+1)%4] + `"}`)
	}
	do(`{"seat":"Ava","do":"order","who":"none"}`)
	for i := range 4 {
		do(`{"seat":"` + names[i] + `","do":"courage","choice":"stand"}`)
	}
	assert.Equal(t, "begin", p.Console.Snapshot().Public("en").Ask.Buttons, "four kinds")
	do(`{"seat":"Ava","do":"take","card":"cash_20000"}`, `{"seat":"Babak","do":"take","card":"new_boss"}`)
	require.Len(t, p.Console.Snapshot().Public("en").Ask.Choices, 2)
	assert.Equal(t, "begin", p.Console.Snapshot().Public("en").Ask.Buttons)
	p.Press(2, b)
	assert.Contains(t, p.Box.Screens[2].Words(), "| >2  $10,000 (1 of 5) |", "B goes back, from the first to the last")
	p.Press(2, a)
	assert.Contains(t, p.Box.Screens[2].Words(), "| >1  $5,000 (1 of 2) |")
	p.Press(2, ok)
	do()
	assert.Equal(t, "Dario", p.Console.Snapshot().Public("en").Ask.Seat, "Chiara has taken it")
}
