package table_test

import (
	"bytes"
	"errors"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"consigliere/engine"
	"consigliere/engine/journal"
	"consigliere/engine/journal/journaltest"
	"consigliere/engine/table"
)

// A name is in the journal and in lists, survives going on, undo and the end of the play, can be
// changed, and is in no record.
func TestName(t *testing.T) {
	d := &journaltest.MemDisk{}
	tb, _, err := table.New(toy(), toyHeader, table.Options{Journal: d.Journal("play.jsonl")})
	require.NoError(t, err)
	assert.Empty(t, tb.Name())
	do(t, tb, "0say")
	require.NoError(t, tb.SetName(0, `The "long" war`))
	assert.Equal(t, 1, tb.Moves(), "it is not a move")
	written := len(get(t, d, "play.jsonl"))
	require.NoError(t, tb.SetName(0, `The "long" war`))
	assert.Len(t, get(t, d, "play.jsonl"), written, "nothing has changed")
	_, err = tb.Undo(0, engine.Table)
	require.NoError(t, err)
	assert.Equal(t, `The "long" war`, tb.Name(), "an undo leaves it")
	require.NoError(t, tb.SetName(0, "جنگ بلند"))

	again, repair, err := table.Open("play.jsonl", findTitle, table.Options{Journal: d.Crash().Journal("")})
	require.NoError(t, err)
	assert.Equal(t, journal.Repair{}, repair)
	assert.Equal(t, "جنگ بلند", again.Name())
	replayed, err := table.Replay(bytes.NewReader(get(t, d, "play.jsonl")), findTitle)
	require.NoError(t, err)
	assert.Equal(t, "جنگ بلند", replayed.Name())
	assert.NotContains(t, string(tb.AppendRecord(nil)), "name")
	header := `{"game":"toy","seats":["Ava","Babak"],"options":{},"seed":1}` + "\n"
	_, err = table.Replay(strings.NewReader(header+`{"seat":"table","do":"name","name":"War"}`), findTitle)
	require.Error(t, err, "a record has no such line")
}

func TestNameRefused(t *testing.T) {
	d := &journaltest.MemDisk{}
	tb, _, err := table.New(toy(), toyHeader, table.Options{Journal: d.Journal("play.jsonl")})
	require.NoError(t, err)
	require.NoError(t, tb.SetName(0, "War"))
	for name, key := range map[string]string{
		"": "refuse.name_number", "7": "refuse.name_number", "\u200b": "refuse.name_number",
		" War": "refuse.name_form", "\u202eraW": "refuse.name_form",
		strings.Repeat("x", table.MaxName+1): "refuse.name_long",
	} {
		refused(t, tb.SetName(0, name), key)
	}
	d.Fail = func(string, string) error { return errors.New("the disk is full") }
	var told *journal.Error
	require.ErrorAs(t, tb.SetName(0, "Peace"), &told)
	assert.Equal(t, "War", tb.Name())
}
