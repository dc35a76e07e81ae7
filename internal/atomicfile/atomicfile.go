// Package atomicfile writes files that are there whole or not at all, whenever the plug is pulled.
//
// A file is written under another name in the same folder, synced, and renamed; then the folder is
// synced. Each file has one writer at a time.
package atomicfile

import (
	"errors"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
)

// Half is what the name of a file ends in while it is written, or when the plug was pulled over
// it. Nobody else names files so.
const Half = ".half"

// A Disk is where files are written: the system's, or in tests one that fails. Names are
// paths of the system; errors are package os's.
type Disk interface {
	// Create opens a file for writing, emptied if it is there.
	Create(name string, perm fs.FileMode) (File, error)
	Rename(from, to string) error
	Remove(name string) error
	// SyncDir makes the entries of a folder durable.
	SyncDir(name string) error
}

// A File is an open file of a disk.
type File interface {
	io.WriteCloser
	// Sync makes what was written durable.
	Sync() error
}

// WriteFile writes a file of the system, with the permissions of [os.WriteFile]. On an error
// the file is as it was, unless the folder alone could not be synced.
func WriteFile(name string, data []byte, perm fs.FileMode) error {
	return Write(System{}, name, data, perm)
}

// Write is [WriteFile] on any disk.
func Write(d Disk, name string, data []byte, perm fs.FileMode) error {
	half := name + Half
	f, err := d.Create(half, perm)
	if err != nil {
		return err
	}
	_, err = f.Write(data)
	if err == nil {
		err = f.Sync()
	}
	if err = errors.Join(err, f.Close()); err == nil {
		err = d.Rename(half, name)
	}
	if err != nil {
		_ = d.Remove(half) // half a file is useless; the next try makes it anew
		return err
	}
	return d.SyncDir(filepath.Dir(name))
}

// RemoveHalves removes what a program that was killed had written of files in a folder. One that
// stays does no harm: it is overwritten when its file is next written.
func RemoveHalves(dir string) {
	entries, _ := os.ReadDir(dir)
	for _, e := range entries {
		if filepath.Ext(e.Name()) == Half {
			_ = os.Remove(filepath.Join(dir, e.Name()))
		}
	}
}

// System is the disk of the system.
type System struct{}

// Create implements [Disk].
func (System) Create(name string, perm fs.FileMode) (File, error) {
	f, err := os.OpenFile(name, os.O_WRONLY|os.O_CREATE|os.O_TRUNC, perm)
	if err != nil {
		return nil, err // and no File that holds a nil
	}
	return f, nil
}

// Rename implements [Disk].
func (System) Rename(from, to string) error { return os.Rename(from, to) }

// Remove implements [Disk].
func (System) Remove(name string) error { return os.Remove(name) }

// SyncDir implements [Disk]. Windows has no way to sync a folder, and needs none.
func (System) SyncDir(name string) error {
	if runtime.GOOS == "windows" {
		return nil
	}
	d, err := os.Open(name)
	if err != nil {
		return err
	}
	return errors.Join(d.Sync(), d.Close())
}
