package console_test

import (
	"math/rand/v2"
	"slices"
	"testing"
	"time"

	"consigliere/engine"
	"consigliere/engine/games"
	"consigliere/hw"
	"consigliere/hw/caller"
	"consigliere/hw/command"
	"consigliere/hw/console"
	"consigliere/hw/console/consoletest"
)

// BenchmarkTable measures what a play of four costs a table: seconds of the box's own for each
// round, where everybody answers as soon as the light pulses, and presses for each answer at
// the buttons. The players choose at random; whoever types what lies on the cardboard types it
// sorted. Where the table keeps the cards, presses/typed is what that takes.
//
// Of secret bids with three notes out of a suitcase it also says how many presses one takes.
//
//	go test ./hw/console -run '^$' -bench Table -benchtime 5x
func BenchmarkTable(b *testing.B) {
	for _, c := range []struct{ name, game, options string }{
		{"naro", "naro", `{"chance":"box"}`},
		{"naro-cardboard", "naro", `{"chance":"table"}`},
		{"derpate", "derpate", `{"chance":"box"}`},
		{"corleone-full", "corleone", `{"chance":"box","tracking":"full"}`},
		{"khandan", "khandan", `{"chance":"box","pack":"starter","reigns":1}`},
	} {
		for _, pace := range caller.Paces() {
			b.Run(c.name+"/"+string(pace), func(b *testing.B) {
				var sum tally
				for i := range b.N {
					sum.play(b, c.game, c.options, pace, uint64(i))
				}
				b.ReportMetric(sum.time.Seconds()/float64(sum.rounds), "s/round")
				b.ReportMetric(float64(sum.presses)/float64(sum.answers), "presses/answer")
				if sum.bids > 0 {
					b.ReportMetric(float64(sum.bidding)/float64(sum.bids), "presses/3-notes")
				}
				if sum.typed > 0 {
					b.ReportMetric(float64(sum.typing)/float64(sum.typed), "presses/typed")
				}
			})
		}
	}
}

// A tally is what plays have cost.
type tally struct {
	time             time.Duration
	rounds           int
	answers, presses int // at the pods
	typed, typing    int // cards at the panel
	bids, bidding    int // of three notes
}

// play plays one game to its end.
func (y *tally) play(b *testing.B, game, options string, pace caller.Pace, seed uint64) {
	b.Helper()
	bx := consoletest.NewBox(4, true)
	p, err := consoletest.New(console.Config{Box: bx.HW, Titles: games.All(), Painter: consoletest.Words{}}, bx)
	if err != nil {
		b.Fatal(err)
	}
	h := engine.Header{Game: game, Seats: names[:4], Options: []byte(options), Seed: seed}
	if err := p.Console.Do(0, command.SetPace{Pace: string(pace)}); err != nil {
		b.Fatal(err)
	}
	if err := p.Console.Do(0, command.Start{Header: h}); err != nil {
		b.Fatal(err)
	}
	rng := rand.New(rand.NewPCG(seed, 9))
	for !p.Table.Over() {
		a := asked(p)
		if a == nil {
			p.Wait(20 * time.Millisecond)
			continue
		}
		w, ok := consoletest.Random(a, rng)
		if !ok {
			b.Fatalf("no answer to %q", a.Verb)
		}
		cards := len(a.Parts) == 1 && a.Parts[0].Kind == engine.PartCards
		if cards {
			w.Parts[0].Take = deal(&a.Parts[0], rng)
		}
		moves := p.Table.Moves()
		taps := append(consoletest.Reach(slices.Clone(p.Table.Asks()), a), consoletest.Taps(p.Table.Title().Moves, a, w)...)
		pod := consoletest.PodOf(a)
		n := 0
		for _, tap := range taps {
			for _, down := range []bool{true, false} {
				for _, button := range tap.Buttons {
					p.Console.Press(hw.Press{At: p.Now, Pod: pod, Button: button, Down: down})
				}
				if down && tap.For > 0 {
					p.Wait(tap.For)
				}
			}
			n += len(tap.Buttons)
		}
		if p.Table.Moves() == moves {
			b.Fatalf("%q: %d presses were no move: %s", a.Verb, n, p.Console.Snapshot().Public("en").Error)
		}
		if i := slices.IndexFunc(a.Parts, func(p engine.Part) bool { return p.Kind == engine.PartPayment }); i >= 0 && a.Verb == "bid" && len(w.Parts[i].Take) == 3 {
			y.bids, y.bidding = y.bids+1, y.bidding+n
		}
		if cards {
			y.typed, y.typing = y.typed+1, y.typing+n
		} else {
			y.answers, y.presses = y.answers+1, y.presses+n
		}
	}
	y.time += p.Now
	y.rounds += p.Table.View(engine.Public).Round
}

// asked returns what a seat whose light pulses, or the table, is asked; nil while the box tells
// something.
func asked(p *consoletest.Player) *engine.Ask {
	d := p.Console.Snapshot().Public("en")
	for _, a := range p.Table.Asks() {
		if a.Optional {
			continue
		}
		if pod := consoletest.PodOf(&a); pod >= 0 && d.Seats[pod].Awaited || pod == hw.Panel && len(d.Sheets) > 0 {
			return &a
		}
	}
	return nil
}

// deal returns cards from what is left of them, in the order of the list.
func deal(p *engine.Part, rng *rand.Rand) []int {
	var left []int
	for i, it := range p.ShownItems() {
		for range max(it.Count, 1) {
			left = append(left, i)
		}
	}
	rng.Shuffle(len(left), func(i, j int) { left[i], left[j] = left[j], left[i] })
	left = left[:p.Max]
	slices.Sort(left)
	return left
}
