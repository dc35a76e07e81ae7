package main

import (
	"errors"
	"fmt"
	"io/fs"

	"consigliere/engine/journal"
)

// lockJournals locks the folder of the journals for this program, unless it is "". Errors end
// with other, which tells the user how to name another folder.
func lockJournals(dir, other string) (*journal.Lock, error) {
	if dir == "" {
		return nil, nil
	}
	l, err := journal.LockDir(dir)
	var held *journal.LockedError
	var path *fs.PathError
	switch {
	case errors.As(err, &held):
		return nil, fmt.Errorf("%w; end it first, or %s", err, other)
	case errors.As(err, &path):
		return nil, fmt.Errorf("cannot save games in %s (%s: %w); %s", dir, path.Path, path.Err, other)
	case err != nil:
		return nil, fmt.Errorf("cannot save games in %s (%w); %s", dir, err, other)
	}
	return l, nil
}
