package table_test

import (
	"bytes"
	"errors"
	"math/rand/v2"
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"consigliere/engine"
	"consigliere/engine/bot"
	"consigliere/engine/journal"
	"consigliere/engine/journal/journaltest"
	"consigliere/engine/table"
)

// A journal that vanishes is noticed at the next move, and is written anew with all that was
// in it: nothing is lost, and the folder stays locked.
func TestAJournalThatVanishes(t *testing.T) {
	for _, c := range []struct {
		name   string
		vanish func(t *testing.T, dir, path string)
		aside  bool // a file is put aside
	}{
		{"removed", func(t *testing.T, _, path string) { require.NoError(t, os.Remove(path)) }, false},
		{"renamed", func(t *testing.T, _, path string) { require.NoError(t, os.Rename(path, path+".bak")) }, false},
		{"folder-removed", func(t *testing.T, dir, _ string) { require.NoError(t, os.RemoveAll(dir)) }, false},
		{"folder-renamed", func(t *testing.T, dir, _ string) { require.NoError(t, os.Rename(dir, dir+"-old")) }, false},
		{"replaced", func(t *testing.T, _, path string) {
			require.NoError(t, os.Remove(path))
			require.NoError(t, os.WriteFile(path, []byte("notes\n"), 0o600))
		}, true},
	} {
		t.Run(c.name, func(t *testing.T) {
			dir := filepath.Join(t.TempDir(), "journals")
			lock, err := journal.LockDir(dir)
			require.NoError(t, err)
			j, err := journal.Next(dir)
			require.NoError(t, err)
			var told []journal.Rewrite
			o := table.Options{Journal: j, Lock: lock, OnRewrite: func(r journal.Rewrite) { told = append(told, r) }}
			tb, _, err := table.New(toy(), toyHeader, o)
			require.NoError(t, err)
			do(t, tb, "0say", "1say")
			_, err = tb.Undo(0, 1)
			require.NoError(t, err)
			before, err := os.ReadFile(j.Path())
			require.NoError(t, err)
			require.Empty(t, told)

			c.vanish(t, dir, j.Path())
			do(t, tb, "2say")
			require.Len(t, told, 1, "noticed within one move")
			assert.Equal(t, j.Path(), told[0].Path)
			assert.Equal(t, "journal.rewritten", told[0].Text().Key)
			assert.Equal(t, c.aside, told[0].Aside != "")
			if c.aside {
				notes, err := os.ReadFile(told[0].Aside)
				require.NoError(t, err)
				assert.Equal(t, "notes\n", string(notes))
			}
			_, err = journal.LockDir(dir)
			assert.Equal(t, &journal.LockedError{Dir: dir, PID: os.Getpid()}, err)

			do(t, tb, "1say")
			assert.Len(t, told, 1)
			want := state(t, tb)
			require.NoError(t, tb.Close())
			after, err := os.ReadFile(j.Path())
			require.NoError(t, err)
			assert.True(t, bytes.HasPrefix(after, before), "with what was undone, too")
			assert.Equal(t, bytes.Count(before, []byte{'\n'})+2, bytes.Count(after, []byte{'\n'}))
			head, err := os.ReadFile(j.Path() + ".head")
			require.NoError(t, err)
			assert.Equal(t, after[:256], head)
			plays, err := journal.List(dir, findTitle)
			require.NoError(t, err)
			require.Len(t, plays, 1)
			again, repair, err := table.Open(plays[0].Path, findTitle, table.Options{})
			require.NoError(t, err)
			assert.Equal(t, journal.Repair{}, repair)
			assert.Equal(t, want, state(t, again))
			require.NoError(t, again.Close())
			require.NoError(t, lock.Close())
		})
	}
}

// Where it cannot be written anew, it is as when the disk is full: the move has not been
// made, and can be made again.
func TestAJournalThatVanishesForGood(t *testing.T) {
	parent := t.TempDir()
	dir := filepath.Join(parent, "journals")
	path := filepath.Join(dir, "play-0001.jsonl")
	tb, _, err := table.New(toy(), toyHeader, table.Options{Journal: journal.New(path)})
	require.NoError(t, err)
	do(t, tb, "0say")
	before := state(t, tb)
	require.NoError(t, os.RemoveAll(dir))
	require.NoError(t, os.WriteFile(dir, nil, 0o600)) // no folder can be made
	for range 2 {
		_, err = tb.Play(0, engine.Move{Seat: 1, Do: deed("say")})
		var told *journal.Error
		require.ErrorAs(t, err, &told)
		assert.Equal(t, engine.Say("refuse.journal").Thing("not a directory"), told.Text())
		assert.Equal(t, before, state(t, tb))
	}
	require.NoError(t, os.Remove(dir))
	do(t, tb, "2say")
	require.NoError(t, tb.Close())
	tb, _, err = table.Open(path, findTitle, table.Options{})
	require.NoError(t, err)
	assert.Equal(t, []string{"0 say", "2 say"}, trace(tb))
	require.NoError(t, tb.Close())
}

// Whichever call fails while the journal is written anew, no move is lost and the next try
// goes on from what is in force.
func TestRewritingFailsAtEachCall(t *testing.T) {
	for fails := 1; ; fails++ {
		d := &journaltest.MemDisk{}
		tb, _, err := table.New(toy(), toyHeader, table.Options{Journal: d.Journal("play.jsonl")})
		require.NoError(t, err)
		do(t, tb, "0say", "1say")
		d.Delete("play.jsonl")
		n, failed := 0, ""
		d.Fail = func(op, name string) error {
			if n++; n == fails {
				failed = op + " " + name
				return errors.New("the disk is full")
			}
			return nil
		}
		_, err = tb.Play(0, engine.Move{Seat: 2, Do: deed("say")})
		d.Fail = nil
		if failed == "" {
			require.NoError(t, err)
			assert.Greater(t, fails, 12)
			break
		}
		want := []string{"0 say", "1 say"}
		if err == nil { // the old file did not take it, the new one did
			want = append(want, "2 say")
		}
		require.Equal(t, want, trace(tb), failed)
		do(t, tb, "0say")
		after, repair, err := table.Open("play.jsonl", findTitle, table.Options{Journal: d.Crash().Journal("")})
		require.NoError(t, err, failed)
		assert.Equal(t, journal.Repair{}, repair, failed)
		assert.Equal(t, append(want, "0 say"), trace(after), failed)
	}
}

// If another program was faster to lock the folder that was made anew, nothing is written
// into it.
func TestAnotherTakesTheFolder(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "journals")
	lock, err := journal.LockDir(dir)
	require.NoError(t, err)
	j, err := journal.Next(dir)
	require.NoError(t, err)
	tb, _, err := table.New(toy(), toyHeader, table.Options{Journal: j, Lock: lock})
	require.NoError(t, err)
	require.NoError(t, os.RemoveAll(dir))
	other, err := journal.LockDir(dir)
	require.NoError(t, err)
	_, err = tb.Play(0, engine.Move{Seat: 0, Do: deed("say")})
	var held *journal.LockedError
	require.ErrorAs(t, err, &held)
	assert.NoFileExists(t, j.Path())
	require.NoError(t, other.Close())
	do(t, tb, "0say")
	assert.FileExists(t, j.Path())
	require.NoError(t, tb.Close())
	require.NoError(t, lock.Close())
	require.NoError(t, lock.Renew(), "a lock that was closed stays so")
}

// Folder and files are closed to other users, also a folder that was open to them, unless it
// is not for journals alone.
func TestOthersAreKeptOut(t *testing.T) {
	mode := func(path string) os.FileMode {
		info, err := os.Stat(path)
		require.NoError(t, err)
		return info.Mode().Perm()
	}
	parent := t.TempDir()
	fresh, open, shared := filepath.Join(parent, "fresh"), filepath.Join(parent, "open"), filepath.Join(parent, "shared")
	for _, dir := range []string{open, shared} {
		require.NoError(t, os.Mkdir(dir, 0o700))
		require.NoError(t, os.WriteFile(filepath.Join(dir, "play-0001.jsonl.left"), nil, 0o600))
		require.NoError(t, os.Chmod(dir, 0o755))
	}
	require.NoError(t, os.WriteFile(filepath.Join(shared, "holiday.jpg"), nil, 0o644))
	for _, dir := range []string{fresh, open, shared} {
		j, err := journal.Next(dir)
		require.NoError(t, err)
		tb, _, err := table.New(toy(), toyHeader, table.Options{Journal: j})
		require.NoError(t, err)
		require.NoError(t, tb.Close())
		assert.Equal(t, os.FileMode(0o600), mode(j.Path()))
		assert.Equal(t, os.FileMode(0o600), mode(j.Path()+".head"))
	}
	assert.Equal(t, os.FileMode(0o700), mode(fresh))
	assert.Equal(t, os.FileMode(0o700), mode(open))
	assert.Equal(t, os.FileMode(0o755), mode(shared), "others keep files there")
	require.NoError(t, os.Chmod(open, 0o755))
	lock, err := journal.LockDir(open)
	require.NoError(t, err)
	assert.Equal(t, os.FileMode(0o700), mode(open))
	assert.Equal(t, os.FileMode(0o600), mode(filepath.Join(open, "lock")))
	require.NoError(t, lock.Close())
}

// The length of a line does not tell what was chosen in secret: whatever a secret ask may be
// // answered, the journal grows by the same, with short names and with long ones.
func TestLengthsTellNothing(t *testing.T) {
	long := engine.Roster{"Ava", "Babak the second, of the house of the long names on the hill by the sea", "Chiara", "دریا دخت بزرگ از خاندان نام‌های بسیار بلند"}
	for _, seats := range []engine.Roster{naroHeader.Seats, long} {
		h := naroHeader
		h.Seats = seats
		d := &journaltest.MemDisk{}
		title := findTitle(h.Game)
		tb, _, err := table.New(title, h, table.Options{Journal: d.Journal("play.jsonl")})
		require.NoError(t, err)
		rng := rand.New(rand.NewPCG(1, 2))
		p := bot.New(title, h.Seats, rng)
		grown := map[int]int{}
		for !tb.Over() {
			m := answer(t, tb, p, rng)
			secret := false
			for i := range tb.Asks() {
				if a := &tb.Asks()[i]; a.Seat == m.Seat && a.Verb == title.Moves.Verb(m.Do) && a.Secret {
					secret = true
				}
			}
			before := len(get(t, d, "play.jsonl"))
			_, err := tb.Play(0, m)
			require.NoError(t, err)
			if secret {
				grown[len(get(t, d, "play.jsonl"))-before]++
			}
		}
		assert.Len(t, grown, 1, "bytes and how often: %v", grown)
	}
}

// A program whose lock was removed writes into no journal that another one has taken since; where
// nobody has, it takes the lock again.
func TestALockThatIsRemoved(t *testing.T) {
	dir := t.TempDir()
	lock := filepath.Join(dir, "lock")
	l, err := journal.LockDir(dir)
	require.NoError(t, err)
	j, err := journal.Next(dir)
	require.NoError(t, err)
	tb, _, err := table.New(toy(), toyHeader, table.Options{Journal: j, Lock: l})
	require.NoError(t, err)
	require.NoError(t, os.Remove(lock))
	do(t, tb, "0say")
	_, err = journal.LockDir(dir)
	var held *journal.LockedError
	require.ErrorAs(t, err, &held, "it was taken again")

	require.NoError(t, os.Remove(lock))
	other, err := journal.LockDir(dir)
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
