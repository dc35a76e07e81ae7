package atomicfile_test

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"consigliere/internal/atomicfile"
)

func TestWriteFile(t *testing.T) {
	name := filepath.Join(t.TempDir(), "settings.json")
	require.NoError(t, atomicfile.WriteFile(name, []byte("one"), 0o600))
	require.NoError(t, atomicfile.WriteFile(name, []byte("2"), 0o600))
	data, err := os.ReadFile(name)
	require.NoError(t, err)
	assert.Equal(t, "2", string(data))
	info, err := os.Stat(name)
	require.NoError(t, err)
	assert.Equal(t, fs.FileMode(0o600), info.Mode().Perm())
	assert.NoFileExists(t, name+atomicfile.Half)
	assert.Error(t, atomicfile.WriteFile(filepath.Join(name, "x"), nil, 0o600))
}

// failing is the disk of the system whose n-th step fails, counted from 0.
type failing struct {
	atomicfile.System
	n     *int
	steps *[]string
}

var errDisk = errors.New("the disk fails")

func (d failing) step(name string) error {
	*d.steps = append(*d.steps, name)
	if *d.n--; *d.n < 0 {
		*d.n = 1 << 30
		return errDisk
	}
	return nil
}

func (d failing) Create(name string, perm fs.FileMode) (atomicfile.File, error) {
	if err := d.step("create"); err != nil {
		return nil, err
	}
	f, err := d.System.Create(name, perm)
	return failingFile{f, d}, err
}

func (d failing) Rename(from, to string) error {
	return errors.Join(d.step("rename"), d.System.Rename(from, to))
}

func (d failing) SyncDir(name string) error { return d.step("syncdir") }

type failingFile struct {
	atomicfile.File
	disk failing
}

func (f failingFile) Write(b []byte) (int, error) {
	if err := f.disk.step("write"); err != nil {
		n, _ := f.File.Write(b[:len(b)/2])
		return n, err
	}
	return f.File.Write(b)
}

func (f failingFile) Sync() error  { return f.disk.step("sync") }
func (f failingFile) Close() error { return errors.Join(f.disk.step("close"), f.File.Close()) }

// Whichever step fails, the file is the old one or the new one, and nothing is left beside it.
func TestWriteThatFails(t *testing.T) {
	want := []string{"create", "write", "sync", "close", "rename", "syncdir"}
	for n := range want {
		dir := t.TempDir()
		name := filepath.Join(dir, "file")
		require.NoError(t, os.WriteFile(name, []byte("old one"), 0o600))
		var steps []string
		left := n
		d := failing{n: &left, steps: &steps}
		require.ErrorIs(t, atomicfile.Write(d, name, []byte("new one"), 0o600), errDisk, want[n])
		assert.Equal(t, want[n], steps[n], "the file is renamed when all of it is on the disk")
		data, err := os.ReadFile(name)
		require.NoError(t, err)
		assert.Contains(t, []string{"old one", "new one"}, string(data), want[n])
		if want[n] == "create" || want[n] == "write" || want[n] == "sync" || want[n] == "close" {
			assert.Equal(t, "old one", string(data), want[n])
		}
		list, err := os.ReadDir(dir)
		require.NoError(t, err)
		assert.Len(t, list, 1, want[n])
	}
}

func TestRemoveHalves(t *testing.T) {
	dir := t.TempDir()
	for _, name := range []string{"a.json.half", "b.json", "half"} {
		require.NoError(t, os.WriteFile(filepath.Join(dir, name), nil, 0o600))
	}
	atomicfile.RemoveHalves(dir)
	list, err := os.ReadDir(dir)
	require.NoError(t, err)
	require.Len(t, list, 2)
	assert.Equal(t, "b.json", list[0].Name())
}
