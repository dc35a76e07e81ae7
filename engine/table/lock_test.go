package table_test

import (
	"fmt"
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"consigliere/engine"
	"consigliere/engine/table"
)

func TestLockDir(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "deep", "journals")
	l, err := table.LockDir(dir)
	require.NoError(t, err)
	_, err = table.LockDir(dir)
	assert.Equal(t, &table.LockedError{Dir: dir, PID: os.Getpid()}, err)
	assert.EqualError(t, err, fmt.Sprintf("process %d is already saving games in %s", os.Getpid(), dir))

	// Journals are numbered as if the lock were not there.
	plays, err := table.List(dir, findTitle)
	require.NoError(t, err)
	assert.Empty(t, plays)
	j, err := table.NextJournal(dir)
	require.NoError(t, err)
	assert.Equal(t, filepath.Join(dir, "play-0001.jsonl"), j.Path())

	// What the file says does not matter, who has it does.
	require.NoError(t, os.WriteFile(filepath.Join(dir, "lock"), []byte("rubbish"), 0o644))
	_, err = table.LockDir(dir)
	assert.EqualError(t, err, "another process is already saving games in "+dir)
	require.NoError(t, l.Close())
	l, err = table.LockDir(dir)
	require.NoError(t, err)
	said, err := os.ReadFile(filepath.Join(dir, "lock"))
	require.NoError(t, err)
	assert.Equal(t, fmt.Sprintln(os.Getpid()), string(said))
	require.NoError(t, l.Close())
	require.NoError(t, (*table.Lock)(nil).Close())
}

// A program whose lock was removed writes into no journal that another one has taken since; where
// nobody has, it takes the lock again.
func TestALockThatIsRemoved(t *testing.T) {
	dir := t.TempDir()
	lock := filepath.Join(dir, "lock")
	l, err := table.LockDir(dir)
	require.NoError(t, err)
	j, err := table.NextJournal(dir)
	require.NoError(t, err)
	tb, _, err := table.New(toy(), toyHeader, table.Options{Journal: j, Lock: l})
	require.NoError(t, err)
	require.NoError(t, os.Remove(lock))
	do(t, tb, "0say")
	_, err = table.LockDir(dir)
	var held *table.LockedError
	require.ErrorAs(t, err, &held, "it was taken again")

	require.NoError(t, os.Remove(lock))
	other, err := table.LockDir(dir)
	require.NoError(t, err)
	before, err := os.ReadFile(j.Path())
	require.NoError(t, err)
	_, err = tb.Play(0, engine.Move{Seat: 1, Do: say{}})
	require.ErrorAs(t, err, &held)
	after, err := os.ReadFile(j.Path())
	require.NoError(t, err)
	assert.Equal(t, string(before), string(after))
	require.NoError(t, other.Close())
	do(t, tb, "1say")
	require.NoError(t, l.Close())
}

// Half a file of a program that was killed goes, and nothing else, nor while somebody writes.
func TestLockDirRemovesHalves(t *testing.T) {
	dir := t.TempDir()
	half, other := filepath.Join(dir, "settings.json.half"), filepath.Join(dir, "notes.tmp")
	write := func() {
		require.NoError(t, os.WriteFile(half, []byte(`{"pa`), 0o600))
		require.NoError(t, os.WriteFile(other, nil, 0o600))
	}
	write()
	l, err := table.LockDir(dir)
	require.NoError(t, err)
	assert.NoFileExists(t, half)
	assert.FileExists(t, other)
	write()
	_, err = table.LockDir(dir)
	require.Error(t, err)
	assert.FileExists(t, half)
	require.NoError(t, l.Close())
}

func TestLockDirThatCannotBe(t *testing.T) {
	file := filepath.Join(t.TempDir(), "file")
	require.NoError(t, os.WriteFile(file, nil, 0o644))
	for _, dir := range []string{file, filepath.Join(file, "journals")} {
		_, err := table.LockDir(dir)
		assert.ErrorContains(t, err, "not a directory")
	}
}
