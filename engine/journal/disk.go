package journal

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"consigliere/internal/atomicfile"
)

// A Disk is where journals are kept: the system's files, or in tests a map in memory. Names
// are paths of the system; errors are package os's.
type Disk interface {
	// OpenFile opens a regular file as [os.OpenFile] does, and waits for nobody.
	OpenFile(name string, flag int, perm fs.FileMode) (File, error)
	Stat(name string) (fs.FileInfo, error)
	// ReadDir returns the entries of a directory, sorted by name.
	ReadDir(name string) ([]fs.DirEntry, error)
	// MakeDir makes a directory for journals with its parents, closed to other users. One that
	// is there already is closed to them if nothing but journals is in it.
	MakeDir(name string) error
	Rename(from, to string) error
	Remove(name string) error
	// SyncDir makes the entries of a directory durable.
	SyncDir(name string) error
}

// A File is an open file of a disk.
type File interface {
	io.ReadWriteCloser
	Truncate(size int64) error
	// Sync makes what was written durable.
	Sync() error
	// Linked reports whether the name that the file was opened by still stands for it.
	Linked() bool
}

// System is the disk of the system.
type System struct{ atomicfile.System }

// OpenFile implements [Disk].
func (System) OpenFile(name string, flag int, perm fs.FileMode) (File, error) {
	// A pipe would keep the caller waiting for its other end.
	if info, err := os.Stat(name); err == nil && !info.Mode().IsRegular() {
		return nil, &fs.PathError{Op: "open", Path: name, Err: errNotRegular}
	}
	f, err := os.OpenFile(name, flag, perm)
	if err != nil {
		return nil, err
	}
	info, err := f.Stat()
	if err != nil {
		return nil, errors.Join(err, f.Close())
	}
	return &osFile{f, info}, nil
}

var errNotRegular = errors.New("not a regular file")

// Stat implements [Disk].
func (System) Stat(name string) (fs.FileInfo, error) { return os.Stat(name) }

// ReadDir implements [Disk].
func (System) ReadDir(name string) ([]fs.DirEntry, error) { return os.ReadDir(name) }

// MakeDir implements [Disk].
func (System) MakeDir(name string) error { return makeDir(name) }

type osFile struct {
	*os.File
	info fs.FileInfo
}

func (f *osFile) Linked() bool {
	info, err := os.Stat(f.Name())
	return err == nil && os.SameFile(f.info, info)
}

// makeDir is MakeDir of [System].
func makeDir(name string) error {
	if err := os.MkdirAll(name, 0o700); err != nil {
		return err
	}
	info, err := os.Stat(name)
	if err != nil {
		return err
	}
	const others = 0o077
	if info.Mode()&others == 0 || info.Mode()&fs.ModeSticky != 0 {
		return nil
	}
	entries, err := os.ReadDir(name)
	if err != nil {
		return err
	}
	for _, e := range entries {
		if e.Name() != lockName && !strings.HasPrefix(e.Name(), journalPrefix) {
			return nil // others keep files here as well
		}
	}
	if err := os.Chmod(name, info.Mode()&^others); err != nil && !errors.Is(err, fs.ErrPermission) {
		return err // no permission: it belongs to somebody else, and they decide
	}
	return nil
}

// maxJournal is the greatest length of a file that is read as a journal, in bytes: many
// times the longest campaign's.
const maxJournal = 32 << 20

// ReadFile reads a file that is a journal, or no longer than one. It waits for nobody: what is
// not a regular file is refused.
func ReadFile(name string) ([]byte, error) { return readFile(System{}, name) }

// readFile is [ReadFile] on any disk.
func readFile(d Disk, name string) ([]byte, error) {
	f, err := d.OpenFile(name, os.O_RDONLY, 0)
	if err != nil {
		return nil, err
	}
	data, err := ReadAll(f)
	if errors.Is(err, errTooLong) {
		err = &fs.PathError{Op: "read", Path: name, Err: err}
	}
	if err = errors.Join(err, f.Close()); err != nil {
		return nil, err
	}
	return data, nil
}

// ReadAll reads a journal or a record, and refuses what is longer than any.
func ReadAll(r io.Reader) ([]byte, error) {
	data, err := io.ReadAll(io.LimitReader(r, maxJournal+1))
	if err == nil && len(data) > maxJournal {
		return nil, errTooLong
	}
	return data, err
}

var errTooLong = fmt.Errorf("more than %d MB, which no journal has", maxJournal>>20)

// writeWhole writes a file so that it is there whole or not at all, closed to other users.
func writeWhole(d Disk, name string, data []byte) error {
	return atomicfile.Write(atomic{d}, name, data, 0o600)
}

// atomic is a disk as an [atomicfile.Disk].
type atomic struct{ Disk }

func (a atomic) Create(name string, perm fs.FileMode) (atomicfile.File, error) {
	return a.OpenFile(name, os.O_WRONLY|os.O_CREATE|os.O_TRUNC, perm)
}

// touch makes an empty file. It may be there even where it could not be synced.
func touch(d Disk, name string) error {
	f, err := d.OpenFile(name, os.O_WRONLY|os.O_CREATE, 0o600)
	if err != nil {
		return err
	}
	return errors.Join(f.Sync(), f.Close(), d.SyncDir(filepath.Dir(name)))
}

// exists reports whether there is something by the name.
func exists(d Disk, name string) bool {
	_, err := d.Stat(name)
	return err == nil
}

// unusedName returns the name, or where a file has it the name with the lowest number from 2
// after it that is free.
func unusedName(d Disk, name string) string {
	for n, s := 2, name; ; n++ {
		if !exists(d, s) {
			return s
		}
		s = fmt.Sprintf("%s-%d", name, n)
	}
}
