package console_test

import (
	"os"
	"path/filepath"
	"testing"
	"time"

	"consigliere/engine"
	"consigliere/engine/games"
	"consigliere/hw"
	"consigliere/hw/console"
	"consigliere/hw/console/consoletest"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

var diskHeader = engine.Header{
	Game: "naro", Seats: engine.Roster{"Ava", "Babak", "Chiara", "Dario"}, Options: []byte(`{"chance":"box"}`), Seed: 5,
}

func diskTable(t *testing.T, folder string) *consoletest.Player {
	box := consoletest.NewBox(4, true)
	c, err := console.New(console.Config{Box: box.HW, Titles: games.All(), Journals: folder, Painter: consoletest.Words{}})
	require.NoError(t, err)
	return &consoletest.Player{Console: c, Box: box}
}

// A disk that fails stops nobody: what was pressed is not made, the table is told in each
// language, time-outs wait, and the panel goes on without a journal.
func TestTheDiskFails(t *testing.T) {
	p := diskTable(t, t.TempDir())
	c := p.Console
	require.NoError(t, c.Start(0, diskHeader))
	p.Wait(3 * time.Second)
	for s := range hw.Pod(4) {
		p.Press(s, a, ok)
	}
	p.Wait(5 * time.Second) // the count
	p.Press(0, a, ok)
	require.Equal(t, engine.SeatsOf(0), c.Table().Locked())
	before := c.Desk("en")
	require.NoError(t, c.Table().Journal().Close()) // no write will do
	p.Press(1, a, ok)
	assert.Equal(t, engine.SeatsOf(0), c.Table().Locked(), "it was not made")
	after := c.Desk("en")
	assert.Equal(t, "the journal cannot be read or written: file already closed. Nothing has changed: try again, or go on without it, from the menu of the panel", after.Error)
	assert.Contains(t, c.Desk("it").Error, "il diario non si può leggere o scrivere")
	assert.Contains(t, c.Desk("fa").Error, "دفتر خوانده یا نوشته نمی‌شود")
	after.Error = ""
	after.Seconds = before.Seconds
	assert.Equal(t, before, after, "all stands as it did")

	p.Wait(time.Hour) // aims are due long ago
	assert.Equal(t, 5, c.Table().Moves())
	require.False(t, c.Table().Over())

	p.Press(hw.Panel, ok) // puts the message away
	p.Hold(hw.Panel, ok)
	p.Press(hw.Panel, a, ok) // the first after "back"
	require.Nil(t, c.Table().Journal())
	p.Wait(10 * time.Second)
	assert.Greater(t, c.Table().Moves(), 5, "the time-outs are made")
	assert.Empty(t, c.Desk("en").Error)
}

// Where no journal can be begun, the panel begins without.
func TestNoJournalCanBegin(t *testing.T) {
	file := filepath.Join(t.TempDir(), "file")
	require.NoError(t, os.WriteFile(file, nil, 0o644))
	p := diskTable(t, filepath.Join(file, "journals"))
	require.Error(t, p.Console.Start(0, diskHeader))
	assert.Contains(t, p.Console.Desk("en").Error, "the journal cannot be read or written: not a directory.")
	p.Wait(10 * time.Second)
	p.Press(hw.Panel, ok)
	require.NoError(t, p.Console.Start(p.Now, diskHeader))
	assert.Nil(t, p.Console.Table().Journal())
}

// Where nobody can tell any more what was played, the table is told, and begins anew.
func TestTheJournalIsLost(t *testing.T) {
	dir := t.TempDir()
	for _, name := range []string{"play-0001.jsonl", "play-0001.jsonl.head"} {
		require.NoError(t, os.WriteFile(filepath.Join(dir, name), []byte("rubbish\n"), 0o600))
	}
	c := diskTable(t, dir).Console
	require.True(t, c.Resumable())
	require.Error(t, c.GoOn(0))
	assert.Equal(t, "both copies of the first line of the journal are damaged, so nobody can tell what was played; begin a new play", c.Desk("en").Error)
	require.NoError(t, c.Start(0, diskHeader))
	assert.Equal(t, filepath.Join(dir, "play-0002.jsonl"), c.Table().Journal().Path())
}
