package khandan_test

import (
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"

	"consigliere/engine"
	"consigliere/engine/bot"
	"consigliere/engine/enginetest"
	"consigliere/engine/khandan"
)

// BenchmarkOpen replays a campaign of 30 reigns with the cards of a table.
func BenchmarkOpen(b *testing.B) {
	title := khandan.Title()
	h := engine.Header{Game: "khandan", Seats: five, Seed: 1, Options: []byte(`{"chance":"box","reigns":30}`)}
	g, _, err := title.Begin(h)
	require.NoError(b, err)
	p := bot.New(title, h.Seats, rand.New(rand.NewPCG(1, 1)))
	var moves []engine.Move
	for !g.Over() {
		for _, a := range g.Asks(nil) {
			if a.Optional {
				continue
			}
			do, err := p.Pick(&a)
			require.NoError(b, err)
			if a.Verb == "outcome" { // no story, which would end the campaign before
				do = khandan.Outcome{Resources: khandan.Changes{1, -1}, History: khandan.NewRecords(khandan.Record{Sign: khandan.Plus})}
			}
			_, err = g.Play(engine.Move{Seat: a.Seat, Do: do})
			require.NoError(b, err)
			moves = append(moves, engine.Move{Seat: a.Seat, Do: do})
			break
		}
	}
	require.Equal(b, 30, g.View(engine.Public).Public.(khandan.Status).Reign)
	record := enginetest.Record(title, h, moves)
	b.Logf("%d moves, %d bytes", len(moves), len(record))
	for b.Loop() {
		_, _, err := enginetest.Replay(title, record)
		require.NoError(b, err)
	}
}

// BenchmarkBegin begins a campaign with the pack that comes with the box, whose text is read anew.
func BenchmarkBegin(b *testing.B) {
	h := khandan.Title().Whole(engine.Header{Game: "khandan", Seats: five, Options: []byte(`{"pack":"starter"}`)})
	for b.Loop() {
		_, _, err := khandan.Title().Begin(h)
		require.NoError(b, err)
	}
}
