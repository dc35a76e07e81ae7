package journal

import (
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strconv"
	"strings"

	"consigliere/internal/atomicfile"
)

// lockName is the file in a directory of journals that says which program writes there.
const lockName = "lock"

// A Lock keeps other programs out of a directory of journals. A nil Lock keeps nobody out.
// It is not safe for concurrent use.
type Lock struct {
	dir  string
	file *osFile
}

// A LockedError says that another program has a directory of journals.
type LockedError struct {
	Dir string
	PID int // of its process; 0 if it has not said so yet
}

func (e *LockedError) Error() string {
	if e.PID == 0 {
		return fmt.Sprintf("another process is already saving games in %s", e.Dir)
	}
	return fmt.Sprintf("process %d is already saving games in %s", e.PID, e.Dir)
}

// LockDir takes a directory of journals for this program alone, until [Lock.Close] or its
// death, however sudden. The directory is made if there is none, and closed to other users
// unless it holds anything but journals; what a program that was killed had written of a file
// is removed. If another program has it, the error is a
// [*LockedError]. Where the system or the disk knows no locks, it keeps nobody out.
//
// Journals do not take the lock themselves: whoever opens journals takes it first, and names
// it to [Journal.Use], so that it lasts even if the directory is removed and made anew.
func LockDir(dir string) (*Lock, error) {
	l := &Lock{dir: dir}
	if err := l.take(); err != nil {
		return nil, err
	}
	return l, nil
}

func (l *Lock) take() error {
	if err := makeDir(l.dir); err != nil {
		return err
	}
	f, err := os.OpenFile(filepath.Join(l.dir, lockName), os.O_RDWR|os.O_CREATE, 0o600)
	if err != nil {
		return err
	}
	info, err := f.Stat()
	if err != nil {
		return errors.Join(err, f.Close())
	}
	switch err := lockFile(f); {
	case err == nil:
		if l.file == nil { // in a directory that is taken again, this program may be writing
			atomicfile.RemoveHalves(l.dir)
		}
	case errors.Is(err, errHeld):
		defer f.Close()
		said, _ := io.ReadAll(io.LimitReader(f, 32)) // what cannot be read is not told
		pid, _ := strconv.Atoi(strings.TrimSpace(string(said)))
		return &LockedError{l.dir, pid}
	case !errors.Is(err, errors.ErrUnsupported):
		return errors.Join(fmt.Errorf("lock %s: %w", f.Name(), err), f.Close())
	}
	// The number is for people; a disk that is full does not take it, and locks all the same.
	if f.Truncate(0) == nil {
		_, _ = fmt.Fprintln(f, os.Getpid())
	}
	old := l.file
	l.file = &osFile{f, info}
	if old != nil {
		_ = old.Close() // it locks a file that nobody can find
	}
	return nil
}

// Renew takes the directory again if it was removed or renamed, or its lock file was, and
// makes it if there is none. If another program was faster, the error is a [*LockedError].
func (l *Lock) Renew() error {
	if l == nil || l.file == nil || l.file.Linked() {
		return nil
	}
	return l.take()
}

// Close lets others have the directory.
func (l *Lock) Close() error {
	if l == nil || l.file == nil {
		return nil
	}
	err := l.file.Close()
	l.file = nil
	return err
}

// errHeld is what lockFile returns where another has the lock.
var errHeld = errors.New("held by another")
