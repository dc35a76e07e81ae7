package console_test

import (
	"os"
	"path/filepath"
	"strings"
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

var diskHeader = engine.Header{
	Game: "naro", Seats: engine.Roster{"Ava", "Babak", "Chiara", "Dario"}, Options: []byte(`{"chance":"box"}`), Seed: 5,
}

func diskTable(t *testing.T, folder string) *consoletest.Player {
	box := consoletest.NewBox(4, true)
	p, err := consoletest.New(console.Config{Box: box.HW, Titles: games.All(), Journals: folder, Painter: consoletest.Words{}}, box)
	require.NoError(t, err)
	return p
}

// A disk that fails stops nobody: what was pressed is not made, the table is told in each
// language, time-outs wait, and the panel goes on without a journal.
func TestTheDiskFails(t *testing.T) {
	folder := t.TempDir()
	p := diskTable(t, folder)
	c := p.Console
	require.NoError(t, c.Do(0, command.Start{Header: diskHeader}))
	p.Wait(3 * time.Second)
	for s := range hw.Pod(4) {
		p.Press(s, a, ok)
	}
	p.Wait(5 * time.Second) // the count
	p.Press(0, a, ok)
	require.Equal(t, engine.SeatsOf(0), p.Table.Locked())
	before := c.Snapshot().Public("en")
	require.NoError(t, p.Table.Journal().Close()) // no write will do
	p.Press(1, a, ok)
	assert.Equal(t, engine.SeatsOf(0), p.Table.Locked(), "it was not made")
	after := c.Snapshot().Public("en")
	assert.Equal(t, "the game cannot be saved or read: file already closed. Nothing has changed: try again, or play on without saving, from the panel's menu", after.Error)
	assert.Contains(t, c.Snapshot().Public("it").Error, "la partita non si può salvare o leggere")
	assert.Contains(t, c.Snapshot().Public("fa").Error, "بازی ذخیره یا خوانده نمی‌شود")
	after.Error = ""
	after.Seconds = before.Seconds
	assert.Equal(t, before, after, "all stands as it did")

	p.Wait(time.Hour) // aims are due long ago
	assert.Equal(t, 5, p.Table.Moves())
	require.False(t, p.Table.Over())

	p.Press(hw.Panel, ok) // puts the message away
	p.Hold(hw.Panel, ok)
	p.Press(hw.Panel, a, ok) // the first after "back"
	require.Nil(t, p.Table.Journal())
	p.Wait(10 * time.Second)
	assert.Greater(t, p.Table.Moves(), 5, "the time-outs are made")
	assert.Empty(t, c.Snapshot().Public("en").Error)

	// Whoever takes the play up again is told that it was played on without saving.
	p = diskTable(t, folder)
	require.NotEmpty(t, p.Console.Snapshot().Menu.Saved)
	require.NoError(t, p.Console.Do(0, command.GoOn{}))
	p.Wait(time.Second)
	assert.Equal(t, 5, p.Table.Moves())
	assert.Contains(t, strings.Join(p.Box.Speaker.Said, "\n"), "was played on without saving")
}

// A journal that is removed while playing is written anew, and the table is told.
func TestTheJournalVanishes(t *testing.T) {
	p := diskTable(t, t.TempDir())
	c := p.Console
	require.NoError(t, c.Do(0, command.Start{Header: diskHeader}))
	p.Wait(3 * time.Second)
	path := p.Table.Journal().Path()
	require.NoError(t, os.Remove(path))
	p.Press(0, a, ok)
	assert.Equal(t, 1, p.Table.Moves())
	assert.FileExists(t, path)
	p.Wait(5 * time.Second)
	assert.Contains(t, strings.Join(p.Box.Speaker.Said, "\n"), "saved again")
}

// Where no journal can be begun, the panel begins without.
func TestNoJournalCanBegin(t *testing.T) {
	file := filepath.Join(t.TempDir(), "file")
	require.NoError(t, os.WriteFile(file, nil, 0o644))
	p := diskTable(t, filepath.Join(file, "journals"))
	require.Error(t, p.Console.Do(0, command.Start{Header: diskHeader}))
	assert.Contains(t, p.Console.Snapshot().Public("en").Error, "the game cannot be saved or read: not a directory.")
	p.Wait(10 * time.Second)
	p.Press(hw.Panel, ok)
	require.NoError(t, p.Console.Do(p.Now, command.Start{Header: diskHeader}))
	assert.Nil(t, p.Table.Journal())
}

// Where nobody can tell any more what was played, the table is told, and begins anew.
func TestTheJournalIsLost(t *testing.T) {
	dir := t.TempDir()
	for _, name := range []string{"play-0001.jsonl", "play-0001.jsonl.head"} {
		require.NoError(t, os.WriteFile(filepath.Join(dir, name), []byte("rubbish\n"), 0o600))
	}
	p := diskTable(t, dir)
	c := p.Console
	require.NotEmpty(t, c.Snapshot().Menu.Saved)
	require.Error(t, c.Do(0, command.GoOn{}))
	assert.Equal(t, "the saved game is damaged beyond repair; start a new one", c.Snapshot().Public("en").Error)
	require.NoError(t, c.Do(0, command.Start{Header: diskHeader}))
	assert.Equal(t, filepath.Join(dir, "play-0002.jsonl"), p.Table.Journal().Path())
}

// What became of the newest play is said as soon as the box starts, and nothing is passed over: an
// older play is offered beside it, not in its place.
func TestWhatBecameOfTheJournalIsSaid(t *testing.T) {
	for name, c := range map[string]struct {
		harm  func(t *testing.T, path string)
		said  string
		moves int // after going on; -1: nobody can
	}{
		"emptied": {func(t *testing.T, path string) {
			require.NoError(t, os.WriteFile(path, nil, 0o600))
		}, "The saved game is empty; only its start was kept.", 0},
		"removed": {func(t *testing.T, path string) {
			require.NoError(t, os.Remove(path))
		}, "The file of the saved game is missing; only its start was kept.", 0},
		"not a file": {func(t *testing.T, path string) {
			require.NoError(t, os.Remove(path))
			require.NoError(t, os.Mkdir(path, 0o700))
		}, "The saved game cannot be read: not a regular file.", -1},
	} {
		t.Run(name, func(t *testing.T) {
			dir := t.TempDir()
			for range 2 {
				p := diskTable(t, dir)
				require.NoError(t, p.Console.Do(0, command.Start{Header: diskHeader}))
				p.Wait(3 * time.Second)
				p.Press(0, a, ok)
				require.NoError(t, p.Table.Close())
			}
			c.harm(t, filepath.Join(dir, "play-0002.jsonl"))

			p := diskTable(t, dir)
			p.Wait(5 * time.Second)
			plays := p.Console.Snapshot().Public("en").Plays
			require.Len(t, plays, 2)
			assert.Contains(t, plays[0].Warning, c.said)
			assert.Empty(t, plays[1].Warning)
			assert.Contains(t, strings.Join(p.Box.Speaker.Said, "\n"), c.said)
			err := p.Console.Do(p.Now, command.GoOn{Play: plays[0].ID})
			if c.moves < 0 {
				require.Error(t, err)
				assert.NotEmpty(t, p.Console.Snapshot().Public("en").Error)
				require.NoError(t, p.Console.Do(p.Now, command.GoOn{Play: plays[1].ID}))
				return
			}
			require.NoError(t, err)
			assert.Equal(t, c.moves, p.Table.Moves())
		})
	}
}

// A play that ended the box while it was opened is named at the next start and set aside: an older
// one is offered before it, and somebody can still choose it.
func TestAPlayThatEndsTheBoxIsSetAside(t *testing.T) {
	dir := t.TempDir()
	for range 2 {
		p := diskTable(t, dir)
		require.NoError(t, p.Console.Do(0, command.Start{Header: diskHeader}))
		p.Wait(3 * time.Second)
		p.Press(0, a, ok)
		require.NoError(t, p.Table.Close())
	}
	require.NoError(t, os.WriteFile(filepath.Join(dir, "play-0002.jsonl.opening"), nil, 0o600))
	p := diskTable(t, dir)
	p.Wait(5 * time.Second)
	plays := p.Console.Snapshot().Public("en").Plays
	require.Len(t, plays, 2)
	assert.Equal(t, "play-0001.jsonl", plays[0].ID)
	assert.Empty(t, plays[0].Warning)
	const why = "stopped while it was opening the saved game play-0002"
	assert.Contains(t, plays[1].Warning, why)
	assert.Contains(t, strings.Join(p.Box.Speaker.Said, "\n"), why)
	require.NoError(t, p.Console.Do(p.Now, command.GoOn{Play: plays[1].ID}))
	assert.Equal(t, 1, p.Table.Moves())

	require.NoError(t, p.Table.Close())
	p = diskTable(t, dir)
	assert.Equal(t, "play-0002.jsonl", p.Console.Snapshot().Public("en").Plays[0].ID, "it did not end the box again")
}
