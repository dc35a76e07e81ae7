package journal

import (
	"bytes"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"time"

	"consigliere/engine"
)

// A Journal is the record of a play on disk, appended to move by move. Its format is in the
// package's documentation. A nil Journal may be closed.
type Journal struct {
	// Now is the wall clock; [New] sets it to the system's.
	Now func() time.Time

	disk  Disk
	path  string
	file  File
	whole []byte // what is in the file, synced; it is written again if the file vanishes
	unit  int    // the length of a line, or one of its divisors
	last  checksum
	next  checksum // of the last line in buf
	buf   []byte   // lines to be written
	// torn: a write has failed, so there may be something in the file after whole.
	torn      bool
	dropped   bool // the mark of DropJournal is on disk
	lock      *Lock
	onRewrite func(Rewrite)
}

// A Error says that the disk does not take a journal, or does not give it back.
type Error struct{ Err error }

func (e *Error) Error() string { return "journal: " + e.Err.Error() }

// Unwrap returns what the system says.
func (e *Error) Unwrap() error { return e.Err }

// Text tells a person; what the system says, without the file, stays as it is.
func (e *Error) Text() engine.Text { return sayWhat("refuse.journal", cause(e.Err)) }

// cause returns what the system says, without the file.
func cause(err error) string {
	var file *fs.PathError
	if errors.As(err, &file) {
		err = file.Err
	}
	return err.Error()
}

func sayWhat(key, what string) engine.Text {
	return engine.Say(key).Thing(what)
}

// wrapped returns err as a [*Error], and nil for nil.
func wrapped(err error) error {
	if err == nil {
		return nil
	}
	return &Error{err}
}

// A Rewrite tells that the file of a journal had vanished, and that the journal was written
// anew from memory, with all its lines.
type Rewrite struct {
	// Path is the file of the journal.
	Path string
	// Aside is where another file was put that had taken the journal's name; "" if none had.
	Aside string
}

// Text tells the table.
func (Rewrite) Text() engine.Text { return engine.Say("journal.rewritten") }

// What the names of the files beside a journal end in, after its own name.
const (
	headEnding    = ".head"    // the second copy of the header
	leftEnding    = ".left"    // the play was left
	droppedEnding = ".dropped" // the play went on without its journal
	openingEnding = ".opening" // the play is being opened, or was when the program ended
	damagedEnding = ".damaged" // the journal as it was before it was repaired
	asideEnding   = ".aside"   // what had taken the name of a journal in use
)

// New returns a journal that will be in the file path. Nothing is on disk until
// [Journal.Create] begins it.
func New(path string) *Journal { return NewOn(System{}, path) }

// NewOn is [New] on any disk.
func NewOn(d Disk, path string) *Journal { return &Journal{disk: d, path: path, Now: time.Now} }

// Path returns the name of the file.
func (j *Journal) Path() string { return j.path }

// Name returns the name of the file without its folder.
func (j *Journal) Name() string { return filepath.Base(j.path) }

// Drop closes the journal of a play that continues without it because the disk has failed, and puts a
// mark beside it so that [List] and [Journal.Open] can tell. An error says that the mark may be
// missing or that the file could not be closed.
func (j *Journal) Drop() error {
	return wrapped(errors.Join(touch(j.disk, j.path+droppedEnding), j.Close()))
}

// Leave closes the journal and marks the play as left: [List] says so, until [Journal.Open] goes
// on with it.
func (j *Journal) Leave() error {
	return wrapped(errors.Join(j.Close(), touch(j.disk, j.path+leftEnding)))
}

// Close closes the file. The journal cannot be written after that.
func (j *Journal) Close() error {
	if j == nil || j.file == nil {
		return nil
	}
	err := j.file.Close()
	j.file = nil
	return err
}

// Use names the lock of the directory, and who is told, during the call that noticed it, that the
// file had vanished; either may be nil.
func (j *Journal) Use(l *Lock, onRewrite func(Rewrite)) { j.lock, j.onRewrite = l, onRewrite }

// Create makes the two files of a new play, with lines of the table's own after the header. The
// copy of the header comes second, so that a copy without a journal always means a journal that
// is gone. A journal that exists already is not overwritten.
func (j *Journal) Create(h engine.Header, more ...[]byte) error {
	if _, err := j.disk.Stat(j.path); !errors.Is(err, fs.ErrNotExist) {
		if err == nil {
			err = fs.ErrExist
		}
		return &Error{&fs.PathError{Op: "create", Path: j.path, Err: err}}
	}
	if err := j.makeDir(); err != nil {
		return &Error{err}
	}
	j.unit = lineUnit(h.Seats)
	j.Add(h.Append(nil), Stamp{Date: j.Now()})
	first := len(j.buf)
	for _, line := range more {
		j.Add(line, Stamp{})
	}
	j.whole, j.last = bytes.Clone(j.buf), j.next
	j.buf = j.buf[:0]
	err := writeWhole(j.disk, j.path, j.whole)
	if err == nil {
		err = writeWhole(j.disk, j.path+headEnding, j.whole[:first])
	}
	if err == nil {
		err = j.open()
	}
	if err != nil {
		_ = j.disk.Remove(j.path) // the play has not begun
		_ = j.disk.Remove(j.path + headEnding)
	}
	return wrapped(err)
}

// makeDir makes the directory of the journal, if it is not there, and sees to its lock.
func (j *Journal) makeDir() error {
	if err := j.disk.MakeDir(filepath.Dir(j.path)); err != nil {
		return err
	}
	return j.lock.Renew()
}

// open opens the file for appending.
func (j *Journal) open() error {
	f, err := j.disk.OpenFile(j.path, os.O_WRONLY|os.O_APPEND, 0)
	if err == nil {
		j.file = f
	}
	return err
}

// Flush writes the lines added, with one write and one sync. On an error none of them is
// in the journal.
func (j *Journal) Flush() error {
	err := j.write()
	if err != nil {
		j.torn, j.next = true, j.last
	} else {
		j.whole = append(j.whole, j.buf...)
		j.last = j.next
		if j.dropped { // what is on disk is the play again
			j.dropped = j.disk.Remove(j.path+droppedEnding) != nil
		}
	}
	j.buf = j.buf[:0]
	return wrapped(err)
}

func (j *Journal) write() error {
	if j.file == nil {
		return &fs.PathError{Op: "write", Path: j.path, Err: fs.ErrClosed}
	}
	// Where the lock's file was removed another program may have taken the directory since.
	if err := j.lock.Renew(); err != nil {
		return err
	}
	err := j.extend()
	if j.file.Linked() {
		return err
	}
	// Whoever looks for the play after a crash would not find it, whatever the open file took.
	return j.rewrite()
}

// extend appends the lines added to the open file.
func (j *Journal) extend() error {
	if j.torn {
		if err := j.file.Truncate(int64(len(j.whole))); err != nil {
			return err
		}
		j.torn = false
	}
	if _, err := j.file.Write(j.buf); err != nil {
		return err
	}
	return j.file.Sync()
}

// rewrite writes a new file with all lines, those added included, where the old one has
// vanished. A file that has taken its name is put aside.
func (j *Journal) rewrite() error {
	if err := j.makeDir(); err != nil {
		return err
	}
	r := Rewrite{Path: j.path}
	if exists(j.disk, j.path) {
		r.Aside = unusedName(j.disk, j.path+asideEnding)
		if err := j.disk.Rename(j.path, r.Aside); err != nil {
			return err
		}
	}
	all := append(bytes.Clone(j.whole), j.buf...)
	if err := writeWhole(j.disk, j.path, all); err != nil {
		return err
	}
	if err := writeWhole(j.disk, j.path+headEnding, all[:bytes.IndexByte(all, '\n')+1]); err != nil {
		return err
	}
	old := j.file
	if err := j.open(); err != nil {
		return err
	}
	_ = old.Close() // nothing in it is needed
	j.torn = false
	if j.onRewrite != nil {
		j.onRewrite(r)
	}
	return nil
}
