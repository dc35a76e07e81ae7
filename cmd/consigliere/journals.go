package main

import (
	"errors"
	"fmt"
	"io/fs"

	"consigliere/engine/table"
)

// lockJournals takes the folder of the journals for this program alone; "" is none. another
// tells how to name a different one.
func lockJournals(dir, another string) (*table.Lock, error) {
	if dir == "" {
		return nil, nil
	}
	l, err := table.LockDir(dir)
	var held *table.LockedError
	var path *fs.PathError
	switch {
	case errors.As(err, &held):
		return nil, fmt.Errorf("%w; end it first, or %s", err, another)
	case errors.As(err, &path):
		return nil, fmt.Errorf("no journals can be kept in %s (%s: %w); %s", dir, path.Path, path.Err, another)
	case err != nil:
		return nil, fmt.Errorf("no journals can be kept in %s (%w); %s", dir, err, another)
	}
	return l, nil
}
