package table_test

import (
	"bytes"
	"errors"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"consigliere/engine"
	"consigliere/engine/journal"
	"consigliere/engine/journal/journaltest"
	"consigliere/engine/table"
)

// That a play is taught is in the journal and in no record, and what has been explained follows
// from its moves in force since then.
func TestTeach(t *testing.T) {
	title := toy()
	title.Lessons = func(v engine.View) []string {
		if trace := v.Public.([]string); len(trace) > 0 {
			return []string{"after " + trace[len(trace)-1]}
		}
		return []string{"begin"}
	}
	find := func(string) *engine.Title { return title }
	d := &journaltest.MemDisk{}
	tb, _, err := table.New(title, toyHeader, table.Options{Journal: d.Journal("play.jsonl")})
	require.NoError(t, err)
	do(t, tb, "0say")
	_, on := tb.Taught()
	assert.False(t, on)
	assert.Empty(t, tb.Explained())
	require.NoError(t, tb.Teach(0, true))
	do(t, tb, "1peek", "0show", "0say")
	told := tb.Explained()
	assert.Len(t, told, 3, "%v: not what came before, nor what is asked now", told)
	assert.False(t, told["begin"])
	undone, err := tb.Undo(0, 0)
	require.NoError(t, err)
	require.True(t, undone.Done)
	assert.Len(t, tb.Explained(), 2, "of the moves in force")

	again, repair, err := table.Open("play.jsonl", find, table.Options{Journal: d.Crash().Journal("")})
	require.NoError(t, err)
	assert.Equal(t, journal.Repair{}, repair)
	since, on := again.Taught()
	assert.True(t, on)
	assert.Equal(t, 1, since)
	assert.Equal(t, tb.Explained(), again.Explained())

	require.NoError(t, tb.Teach(0, false))
	_, on = tb.Taught()
	assert.False(t, on)
	written := len(get(t, d, "play.jsonl"))
	require.NoError(t, tb.Teach(0, false))
	assert.Len(t, get(t, d, "play.jsonl"), written, "nothing has changed")
	replayed, err := table.Replay(bytes.NewReader(get(t, d, "play.jsonl")), find)
	require.NoError(t, err)
	_, on = replayed.Taught()
	assert.False(t, on)
	assert.NotContains(t, string(tb.AppendRecord(nil)), "teach")

	d.Fail = func(string, string) error { return errors.New("the disk is full") }
	var no *journal.Error
	require.ErrorAs(t, tb.Teach(0, true), &no)
	_, on = tb.Taught()
	assert.False(t, on)
}
