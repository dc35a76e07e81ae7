package console_test

import (
	"bytes"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"consigliere/engine"
	"consigliere/engine/games"
	"consigliere/engine/naro"
	"consigliere/engine/table"
	"consigliere/hw"
	"consigliere/hw/command"
)

// TestForcedMoves plays whole games of Naro by the buttons and holds that nobody is asked what everybody can see to be
// without a choice, that the table hears of it, and that the record is one that anybody can replay.
func TestForcedMoves(t *testing.T) {
	rest := 0
	for seed := range uint64(3) {
		h := engine.Header{Game: "naro", Seats: names[:4], Options: []byte(`{"chance":"box"}`), Seed: seed}
		p := begin(t, games.All(), h, true)
		require.NoError(t, p.Console.Do(0, command.SetClocks{Percent: 0}))
		asked := 0
		p.Pressed = func(b hw.Press) {
			if b.Down && b.Button == hw.OK {
				p.Wait(5 * time.Second) // what is told is heard
			}
		}
		_, err := p.PlayUntil(rand.New(rand.NewPCG(seed, 4)), 3000, func(g *table.Table) bool {
			p.Wait(time.Millisecond)
			for _, a := range g.Asks() {
				asked++
				assert.Nil(t, a.Forced, "%s of %d is asked", a.Verb, a.Seat)
				if a.Verb == "take" {
					assert.Greater(t, len(a.Options), 1, "take of %d has no choice", a.Seat)
				}
			}
			return g.Over()
		})
		require.NoError(t, err)
		require.Greater(t, asked, 50)
		for _, s := range p.Box.Speaker.Said {
			if strings.HasSuffix(s, "takes all that is left.") {
				rest++
			}
		}
		record := p.Table.AppendRecord(nil)
		again, err := table.Replay(bytes.NewReader(record), games.Find)
		require.NoError(t, err)
		want, err := p.Table.Status(engine.Public)
		require.NoError(t, err)
		got, err := again.Status(engine.Public)
		require.NoError(t, err)
		assert.JSONEq(t, string(want), string(got))
	}
	assert.NotZero(t, rest, "nobody ever shared alone")
}

// TestUndoOfForcedMoves holds that what the box moved because there was no other move goes with the move before it: an undo of
// the table leads to a question and does not come back to where it was.
func TestUndoOfForcedMoves(t *testing.T) {
	for seed := range uint64(20) {
		h := engine.Header{Game: "naro", Seats: names[:4], Options: []byte(`{"chance":"box"}`), Seed: seed}
		p := begin(t, games.All(), h, true)
		require.NoError(t, p.Console.Do(0, command.SetClocks{Percent: 0}))
		forced := func() bool { // the last two moves were takes of one seat
			n := p.Table.Moves()
			if n < 2 {
				return false
			}
			_, one := p.Table.Move(n - 1).Do.(naro.Take)
			_, two := p.Table.Move(n - 2).Do.(naro.Take)
			return one && two && p.Table.Move(n-1).Seat == p.Table.Move(n-2).Seat
		}
		_, err := p.PlayUntil(rand.New(rand.NewPCG(seed, 4)), 3000, func(g *table.Table) bool { return g.Over() || forced() })
		require.NoError(t, err)
		p.Wait(time.Millisecond)
		if p.Table.Over() {
			continue
		}
		before := p.Table.Moves()
		require.NoError(t, p.Console.Do(p.Now, command.Undo{}))
		p.Wait(time.Second)
		for s := range hw.Pod(4) {
			p.Hold(s, ok) // agrees, where it is asked
		}
		assert.Less(t, p.Table.Moves(), before-1)
		assert.False(t, slices.ContainsFunc(p.Table.Asks(), func(a engine.Ask) bool { return a.Forced != nil }))
		return
	}
	t.Fatal("nobody ever shared alone")
}
