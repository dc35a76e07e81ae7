package khandan_test

import (
	"bytes"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"consigliere/engine"
	"consigliere/engine/bot"
	"consigliere/engine/enginetest"
	"consigliere/engine/khandan"
	khandanface "consigliere/engine/khandan/face"
	"consigliere/engine/table"
)

func BenchmarkPlayout(b *testing.B) {
	enginetest.Playouts(b, khandanface.Title(), engine.Header{Game: "khandan", Seats: five[:4], Options: []byte(`{"chance":"box"}`)}, 0)
}

// BenchmarkOpen opens a campaign, as a program does that has just started: 30 reigns with the cards
// of a table, and as many as the pack has decisions for that comes with the box.
func BenchmarkOpen(b *testing.B) {
	for _, c := range []struct{ name, options string }{
		{"cards", `{"chance":"box","reigns":30}`},
		{"starter", `{"chance":"box","reigns":30,"pack":"starter"}`},
	} {
		b.Run(c.name, func(b *testing.B) {
			title := khandanface.Title()
			t, _, err := table.New(title, title.Whole(engine.Header{Game: "khandan", Seats: five, Seed: 1, Options: []byte(c.options)}), table.Options{})
			require.NoError(b, err)
			p := bot.New(title, five, rand.New(rand.NewPCG(1, 1)))
			for !t.Over() {
				asks := t.Asks()
				a := asks[slices.IndexFunc(asks, func(a engine.Ask) bool { return !a.Optional })]
				do, err := p.Pick(&a)
				require.NoError(b, err)
				if a.Verb == "outcome" && c.name == "cards" { // no story, which would end the campaign before
					do = khandan.Outcome{Resources: khandan.Changes{1, -1}, History: khandan.NewRecords(khandan.Record{Sign: khandan.Plus})}
				}
				_, err = t.Play(0, engine.Move{Seat: a.Seat, Do: do})
				require.NoError(b, err)
			}
			record := t.AppendRecord(nil)
			reigns := t.View(engine.Public).Public.(khandan.Status).Reign
			for b.Loop() {
				title := khandanface.Title() // has read no pack yet
				_, err := table.Replay(bytes.NewReader(record), func(string) *engine.Title { return title })
				require.NoError(b, err)
			}
			b.ReportMetric(float64(reigns), "reigns")
			b.ReportMetric(float64(t.Moves()), "moves")
		})
	}
}

// BenchmarkBegin begins a campaign with the pack that comes with the box, whose text is read anew.
func BenchmarkBegin(b *testing.B) {
	h := khandanface.Title().Whole(engine.Header{Game: "khandan", Seats: five, Options: []byte(`{"pack":"starter"}`)})
	for b.Loop() {
		_, _, err := khandanface.Title().Begin(h)
		require.NoError(b, err)
	}
}
