// Package journaltest has a disk in memory for tests of what keeps journals.
package journaltest

import (
	"bytes"
	"io"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"consigliere/engine/journal"
)

// A MemDisk is a disk in memory. It keeps apart what would be lost in a power cut, and fails
// on demand. The zero value is empty.
type MemDisk struct {
	names  map[string]*memNode // as a program sees them
	synced map[string]*memNode // as they are after a power cut
	// Fail is asked before each call that changes something ("open", "write", "sync",
	// "truncate", "rename", "remove", "syncdir", "mkdir"), by the name of the file; what it
	// returns is what the call returns.
	Fail func(op, name string) error
}

type memNode struct{ data, synced []byte }

// Crash returns the disk after a power cut.
func (d *MemDisk) Crash() *MemDisk {
	after := &MemDisk{}
	for name, n := range d.synced {
		after.Put(name, n.synced)
	}
	return after
}

// Put puts a file on the disk.
func (d *MemDisk) Put(name string, data []byte) {
	if d.names == nil {
		d.names, d.synced = map[string]*memNode{}, map[string]*memNode{}
	}
	n := &memNode{bytes.Clone(data), bytes.Clone(data)}
	d.names[name], d.synced[name] = n, n
}

// Get returns what is in a file, and whether there is one.
func (d *MemDisk) Get(name string) ([]byte, bool) {
	n, ok := d.names[name]
	if !ok {
		return nil, false
	}
	return n.data, true
}

// Delete removes a file.
func (d *MemDisk) Delete(name string) { delete(d.names, name); delete(d.synced, name) }

// Names returns the names of all files, sorted.
func (d *MemDisk) Names() []string { return slices.Sorted(maps.Keys(d.names)) }

// Journal returns a journal on the disk.
func (d *MemDisk) Journal(path string) *journal.Journal { return journal.NewOn(d, path) }

func (d *MemDisk) fail(op, name string) error {
	if d.Fail == nil {
		return nil
	}
	if err := d.Fail(op, name); err != nil {
		return &fs.PathError{Op: op, Path: name, Err: err}
	}
	return nil
}

// OpenFile implements [journal.Disk].
func (d *MemDisk) OpenFile(name string, flag int, _ fs.FileMode) (journal.File, error) {
	n, ok := d.names[name]
	if flag == os.O_RDONLY {
		if !ok {
			return nil, &fs.PathError{Op: "open", Path: name, Err: fs.ErrNotExist}
		}
		return &memFile{Reader: bytes.NewReader(n.data)}, nil
	}
	if err := d.fail("open", name); err != nil {
		return nil, err
	}
	switch {
	case !ok && flag&os.O_CREATE == 0:
		return nil, &fs.PathError{Op: "open", Path: name, Err: fs.ErrNotExist}
	case !ok:
		if d.names == nil {
			d.names, d.synced = map[string]*memNode{}, map[string]*memNode{}
		}
		n = &memNode{}
		d.names[name] = n
	case flag&os.O_TRUNC != 0:
		n.data = nil
	}
	return &memFile{disk: d, name: name, node: n}, nil
}

// Stat implements [journal.Disk].
func (d *MemDisk) Stat(name string) (fs.FileInfo, error) {
	n, ok := d.names[name]
	if !ok {
		return nil, &fs.PathError{Op: "stat", Path: name, Err: fs.ErrNotExist}
	}
	return memInfo{filepath.Base(name), int64(len(n.data))}, nil
}

// ReadDir implements [journal.Disk].
func (d *MemDisk) ReadDir(name string) ([]fs.DirEntry, error) {
	var entries []fs.DirEntry
	for _, file := range d.Names() {
		if filepath.Dir(file) == name {
			info, _ := d.Stat(file)
			entries = append(entries, fs.FileInfoToDirEntry(info))
		}
	}
	return entries, nil
}

// MakeDir implements [journal.Disk].
func (d *MemDisk) MakeDir(name string) error { return d.fail("mkdir", name) }

// Rename implements [journal.Disk].
func (d *MemDisk) Rename(from, to string) error {
	if err := d.fail("rename", from); err != nil {
		return err
	}
	d.names[to] = d.names[from]
	delete(d.names, from)
	return nil
}

// Remove implements [journal.Disk].
func (d *MemDisk) Remove(name string) error {
	if err := d.fail("remove", name); err != nil {
		return err
	}
	delete(d.names, name)
	return nil
}

// SyncDir implements [journal.Disk].
func (d *MemDisk) SyncDir(dir string) error {
	if err := d.fail("syncdir", dir); err != nil {
		return err
	}
	maps.DeleteFunc(d.synced, func(name string, _ *memNode) bool { return filepath.Dir(name) == dir })
	for name, n := range d.names {
		if filepath.Dir(name) == dir {
			d.synced[name] = n
		}
	}
	return nil
}

type memFile struct {
	io.Reader
	disk *MemDisk
	name string
	node *memNode
}

// Write appends; half of what it was given if it fails.
func (f *memFile) Write(b []byte) (int, error) {
	if err := f.disk.fail("write", f.name); err != nil {
		f.node.data = append(f.node.data, b[:len(b)/2]...)
		return len(b) / 2, err
	}
	f.node.data = append(f.node.data, b...)
	return len(b), nil
}

func (f *memFile) Truncate(size int64) error {
	if err := f.disk.fail("truncate", f.name); err != nil {
		return err
	}
	f.node.data = f.node.data[:size]
	return nil
}

func (f *memFile) Sync() error {
	if err := f.disk.fail("sync", f.name); err != nil {
		return err
	}
	f.node.synced = append(f.node.synced[:0], f.node.data...)
	return nil
}

func (f *memFile) Close() error { return nil }

func (f *memFile) Linked() bool { return f.disk.names[f.name] == f.node }

type memInfo struct {
	name string
	size int64
}

func (i memInfo) Name() string       { return i.name }
func (i memInfo) Size() int64        { return i.size }
func (i memInfo) Mode() fs.FileMode  { return 0o600 }
func (i memInfo) ModTime() time.Time { return time.Date(2026, 1, 2, 3, 4, 5, 0, time.UTC) }
func (i memInfo) IsDir() bool        { return strings.HasSuffix(i.name, "/") }
func (i memInfo) Sys() any           { return nil }

var _ journal.Disk = (*MemDisk)(nil)
