package table_test

import (
	"path/filepath"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"consigliere/engine"
	"consigliere/engine/journal"
	"consigliere/engine/table"
)

// TestStandInLooksLikeAnAnswer holds a stand-in against an answer: asks, locks and timers are
// the same. Unlike an answer it never ends the step.
func TestStandInLooksLikeAnAnswer(t *testing.T) {
	held, answered := newToy(t), newToy(t)
	id := engine.AskID{Seat: 1, Verb: "vote"}
	for _, tb := range []*table.Table{held, answered} {
		do(t, tb, "1begin", "0vote")
		require.True(t, tb.CanHold(id))
	}
	now := 3 * time.Second
	_, err := held.Hold(now, engine.Move{Seat: 1, Do: vote{}})
	require.NoError(t, err)
	_, err = answered.Play(now, engine.Move{Seat: 1, Do: vote{5}})
	require.NoError(t, err)
	assert.Equal(t, answered.Asks(), held.Asks())
	assert.Equal(t, answered.Locked(), held.Locked())
	assert.Equal(t, answered.Moves(), held.Moves())
	assert.Equal(t, engine.SeatsOf(1), held.Held())
	assert.Zero(t, answered.Held())
	assert.False(t, held.CanHold(held.Asks()[0].ID()), "the last one to answer")

	_, err = held.Play(now, engine.Move{Seat: 2, Do: vote{}})
	require.NoError(t, err)
	require.Len(t, held.Asks(), 1, "the step goes on")
	assert.Equal(t, id, held.Asks()[0].ID())
	assert.Equal(t, engine.SeatsOf(0, 2), held.Locked())
	assert.Zero(t, held.Held())
	assert.Equal(t, []string{"1 begin", "0 vote", "2 vote"}, trace(held))
	_, err = held.Play(now, engine.Move{Seat: 1, Do: vote{4}})
	require.NoError(t, err)
	assert.Zero(t, held.Locked(), "the last one has locked")
}

// TestStandInIsKnownAfterAPowerCut goes on from the journal: the stand-in still does not count.
func TestStandInIsKnownAfterAPowerCut(t *testing.T) {
	path := filepath.Join(t.TempDir(), "play.jsonl")
	tb, _, err := table.New(toy(), toyHeader, table.Options{Journal: journal.New(path)})
	require.NoError(t, err)
	do(t, tb, "1begin", "0vote")
	_, err = tb.Hold(0, engine.Move{Seat: 1, Do: vote{}})
	require.NoError(t, err)
	require.NoError(t, tb.Close())

	reopen := func() *table.Table {
		tb, _, err := table.Open(path, findTitle, table.Options{})
		require.NoError(t, err)
		return tb
	}
	again := reopen()
	require.Equal(t, engine.SeatsOf(1), again.Held())
	do(t, again, "2vote")
	require.Len(t, again.Asks(), 1)
	assert.Equal(t, engine.Seat(1), again.Asks()[0].Seat)
	want := trace(again)
	require.NoError(t, again.Close())
	assert.Equal(t, want, trace(reopen()), "what was let go stays so")
}
