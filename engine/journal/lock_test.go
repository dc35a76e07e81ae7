package journal_test

import (
	"fmt"
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"consigliere/engine/journal"
)

func TestLockDir(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "deep", "journals")
	l, err := journal.LockDir(dir)
	require.NoError(t, err)
	_, err = journal.LockDir(dir)
	assert.Equal(t, &journal.LockedError{Dir: dir, PID: os.Getpid()}, err)
	assert.EqualError(t, err, fmt.Sprintf("process %d is already saving games in %s", os.Getpid(), dir))

	// Journals are numbered as if the lock were not there.
	plays, err := journal.List(dir, nobody)
	require.NoError(t, err)
	assert.Empty(t, plays)
	j, err := journal.Next(dir)
	require.NoError(t, err)
	assert.Equal(t, filepath.Join(dir, "play-0001.jsonl"), j.Path())

	// It does not matter what the file says, but who holds it.
	require.NoError(t, os.WriteFile(filepath.Join(dir, "lock"), []byte("rubbish"), 0o644))
	_, err = journal.LockDir(dir)
	assert.EqualError(t, err, "another process is already saving games in "+dir)
	require.NoError(t, l.Close())
	l, err = journal.LockDir(dir)
	require.NoError(t, err)
	said, err := os.ReadFile(filepath.Join(dir, "lock"))
	require.NoError(t, err)
	assert.Equal(t, fmt.Sprintln(os.Getpid()), string(said))
	require.NoError(t, l.Close())
	require.NoError(t, (*journal.Lock)(nil).Close())
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
	l, err := journal.LockDir(dir)
	require.NoError(t, err)
	assert.NoFileExists(t, half)
	assert.FileExists(t, other)
	write()
	_, err = journal.LockDir(dir)
	require.Error(t, err)
	assert.FileExists(t, half)
	require.NoError(t, l.Close())
}

func TestLockDirThatCannotBe(t *testing.T) {
	file := filepath.Join(t.TempDir(), "file")
	require.NoError(t, os.WriteFile(file, nil, 0o644))
	for _, dir := range []string{file, filepath.Join(file, "journals")} {
		_, err := journal.LockDir(dir)
		assert.ErrorContains(t, err, "not a directory")
	}
}
