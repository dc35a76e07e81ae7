package broker

import (
	"context"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"time"

	"github.com/nats-io/nats.go/jetstream"

	"consigliere/engine/event"
	"consigliere/internal/atomicfile"
)

// A Shelf keeps the documents of a hub: in its folder, or in the cluster, where several hubs share them. A document has a
// revision, so that no hub overwrites what another has changed.
type Shelf interface {
	// Get returns a document; [fs.ErrNotExist] if there is none.
	Get(name string) (data []byte, revision uint64, err error)
	// Put replaces a document of this revision, 0 for one that is not there. [ErrChanged]: it has another by now.
	Put(name string, data []byte, revision uint64) (next uint64, err error)
	// Remove takes a document away.
	Remove(name string) error
	// Names returns the names of all documents.
	Names() ([]string, error)
	// Watch calls f with what other hubs make of a document, until ctx ends; with nil when it is removed.
	Watch(ctx context.Context, name string, f func(data []byte, revision uint64)) error
}

// ErrChanged is the error for a document that another hub has changed.
var ErrChanged = event.Wrong("changed", "somebody else has just changed this at another hub of the cluster; try again")

// A Folder is a [Shelf] of files. One hub alone uses it.
type Folder string

func (f Folder) file(name string) string { return filepath.Join(string(f), name+".json") }

// Get implements [Shelf].
func (f Folder) Get(name string) ([]byte, uint64, error) {
	data, err := os.ReadFile(f.file(name))
	return data, 1, err
}

// Put implements [Shelf].
func (f Folder) Put(name string, data []byte, _ uint64) (uint64, error) {
	return 1, atomicfile.WriteFile(f.file(name), data, 0o600)
}

// Remove implements [Shelf].
func (f Folder) Remove(name string) error { return os.Remove(f.file(name)) }

// Names implements [Shelf].
func (f Folder) Names() ([]string, error) {
	files, err := filepath.Glob(f.file("*"))
	for i := range files {
		files[i] = filepath.Base(files[i][:len(files[i])-len(".json")])
	}
	return files, err
}

// Watch implements [Shelf]: nobody else changes anything.
func (f Folder) Watch(context.Context, string, func([]byte, uint64)) error { return nil }

// A bucket is a [Shelf] in a cluster.
type bucket struct{ kv jetstream.KeyValue }

// bucketTime is how long a cluster may take; without a majority of its servers it takes forever.
const bucketTime = 2 * time.Second

func (b bucket) Get(name string) ([]byte, uint64, error) {
	ctx, cancel := context.WithTimeout(context.Background(), bucketTime)
	defer cancel()
	e, err := b.kv.Get(ctx, name)
	if errors.Is(err, jetstream.ErrKeyNotFound) {
		return nil, 0, fs.ErrNotExist
	}
	if err != nil {
		return nil, 0, err
	}
	return e.Value(), e.Revision(), nil
}

func (b bucket) Put(name string, data []byte, revision uint64) (uint64, error) {
	ctx, cancel := context.WithTimeout(context.Background(), bucketTime)
	defer cancel()
	var next uint64
	var err error
	if revision == 0 {
		next, err = b.kv.Create(ctx, name, data)
	} else {
		next, err = b.kv.Update(ctx, name, data, revision)
	}
	if errors.Is(err, jetstream.ErrKeyExists) || errors.Is(err, jetstream.ErrKeyRevisionMismatch) {
		return 0, ErrChanged
	}
	return next, err
}

func (b bucket) Remove(name string) error {
	ctx, cancel := context.WithTimeout(context.Background(), bucketTime)
	defer cancel()
	return b.kv.Delete(ctx, name)
}

func (b bucket) Names() ([]string, error) {
	ctx, cancel := context.WithTimeout(context.Background(), bucketTime)
	defer cancel()
	names, err := b.kv.Keys(ctx)
	if errors.Is(err, jetstream.ErrNoKeysFound) {
		return nil, nil
	}
	return names, err
}

func (b bucket) Watch(ctx context.Context, name string, f func([]byte, uint64)) error {
	w, err := b.kv.Watch(ctx, name)
	if err != nil {
		return err
	}
	go func() {
		for e := range w.Updates() {
			switch {
			case e == nil: // all that was there before has come
			case e.Operation() == jetstream.KeyValuePut:
				f(e.Value(), e.Revision())
			default:
				f(nil, 0)
			}
		}
	}()
	return nil
}
