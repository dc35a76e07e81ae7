package table

import (
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strconv"
	"strings"
)

// lockName is the file in a directory of journals that says which program writes there.
const lockName = "lock"

// A Lock keeps other programs out of a directory of journals. A nil Lock may be closed.
type Lock struct{ file *os.File }

// A LockedError says that another program has a directory of journals.
type LockedError struct {
	Dir string
	PID int // of its process; 0 if it has not said so yet
}

func (e *LockedError) Error() string {
	if e.PID == 0 {
		return fmt.Sprintf("another process keeps its journals in %s", e.Dir)
	}
	return fmt.Sprintf("process %d keeps its journals in %s", e.PID, e.Dir)
}

// LockDir takes a directory of journals for this program alone, until [Lock.Close] or its
// death, however sudden. The directory is made if there is none. If another program has it,
// the error is a [*LockedError]. Where the system or the disk knows no locks, it keeps
// nobody out.
//
// Tables do not look at the lock: whoever opens journals takes it first.
func LockDir(dir string) (*Lock, error) {
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return nil, err
	}
	f, err := os.OpenFile(filepath.Join(dir, lockName), os.O_RDWR|os.O_CREATE, 0o644)
	if err != nil {
		return nil, err
	}
	switch err := lockFile(f); {
	case errors.Is(err, errHeld):
		defer f.Close()
		said, _ := io.ReadAll(io.LimitReader(f, 32)) // what cannot be read is not told
		pid, _ := strconv.Atoi(strings.TrimSpace(string(said)))
		return nil, &LockedError{dir, pid}
	case err != nil && !errors.Is(err, errors.ErrUnsupported):
		return nil, errors.Join(fmt.Errorf("lock %s: %w", f.Name(), err), f.Close())
	}
	// The number is for people; a disk that is full does not take it, and locks all the same.
	if f.Truncate(0) == nil {
		_, _ = fmt.Fprintln(f, os.Getpid())
	}
	return &Lock{f}, nil
}

// Close lets others have the directory.
func (l *Lock) Close() error {
	if l == nil {
		return nil
	}
	return l.file.Close()
}

// errHeld is what lockFile returns where another has the lock.
var errHeld = errors.New("held by another")
