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

// Who attends is in the journal, survives going on, replay and undo, and is in no record.
func TestAttend(t *testing.T) {
	d := &journaltest.MemDisk{}
	tb, _, err := table.New(toy(), toyHeader, table.Options{Journal: d.Journal("play.jsonl")})
	require.NoError(t, err)
	assert.Equal(t, engine.SeatsOf(0, 1, 2), tb.Attending(), "all at first")
	do(t, tb, "0say", "1say")
	require.NoError(t, tb.Attend(0, []engine.Seat{2, 0}))
	assert.Equal(t, engine.SeatsOf(0, 2), tb.Attending())
	assert.Equal(t, 2, tb.Moves(), "it is not a move")
	written := len(get(t, d, "play.jsonl"))
	require.NoError(t, tb.Attend(0, []engine.Seat{0, 2}))
	assert.Len(t, get(t, d, "play.jsonl"), written, "nothing has changed")

	// An undo of the moves on both sides of it leaves it in force.
	do(t, tb, "0say")
	for range 2 {
		_, err = tb.Undo(0, engine.Table)
		require.NoError(t, err)
		for s := range engine.Seat(3) {
			if _, pending, ok := tb.PendingUndo(); ok && pending.Needs.Has(s) {
				_, err = tb.ConsentUndo(0, s)
				require.NoError(t, err)
			}
		}
	}
	assert.Equal(t, []string{"0 say"}, trace(tb))
	assert.Equal(t, engine.SeatsOf(0, 2), tb.Attending())

	again, repair, err := table.Open("play.jsonl", findTitle, table.Options{Journal: d.Crash().Journal("")})
	require.NoError(t, err)
	assert.Equal(t, journal.Repair{}, repair)
	assert.Equal(t, engine.SeatsOf(0, 2), again.Attending())
	replayed, err := table.Replay(bytes.NewReader(get(t, d, "play.jsonl")), findTitle)
	require.NoError(t, err)
	assert.Equal(t, engine.SeatsOf(0, 2), replayed.Attending())
	assert.Equal(t, state(t, tb), state(t, replayed))
	record := tb.AppendRecord(nil)
	assert.NotContains(t, string(record), "attend")
	replayed, err = table.Replay(bytes.NewReader(record), findTitle)
	require.NoError(t, err)
	assert.Equal(t, state(t, tb), state(t, replayed))
}

func TestAttendRefused(t *testing.T) {
	d := &journaltest.MemDisk{}
	tb, _, err := table.New(toy(), toyHeader, table.Options{Journal: d.Journal("play.jsonl")})
	require.NoError(t, err)
	do(t, tb, "0say", "1say")
	refused(t, tb.Attend(0, nil), "refuse.attend_nobody")
	for _, seats := range [][]engine.Seat{{0, 0}, {3}, {engine.Table}, {engine.NoSeat}} {
		refused(t, tb.Attend(0, seats), "refuse.attend_seat")
	}
	d.Fail = func(string, string) error { return errors.New("the disk is full") }
	var told *journal.Error
	require.ErrorAs(t, tb.Attend(0, []engine.Seat{1}), &told)
	assert.Equal(t, engine.SeatsOf(0, 1, 2), tb.Attending())
	d.Fail = nil

	// Other seats can consent now, so the question is put again.
	_, err = tb.Undo(0, 0)
	require.NoError(t, err)
	require.NoError(t, tb.Attend(0, []engine.Seat{0, 2}))
	_, _, waits := tb.PendingUndo()
	assert.False(t, waits)
	s, err := tb.Undo(0, 0)
	require.NoError(t, err)
	assert.True(t, s.Done, "Babak is away: nobody waits for his consent")

	header := `{"game":"toy","seats":["Ava","Babak"],"options":{},"seed":1}` + "\n"
	_, err = table.Replay(bytes.NewReader([]byte(header+`{"seat":"table","do":"attend","seats":["Ava"]}`)), findTitle)
	require.Error(t, err, "a record has no such line")
}
