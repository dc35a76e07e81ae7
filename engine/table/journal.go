package table

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"hash/crc32"
	"io/fs"
	"os"
	"path/filepath"
	"strconv"
	"time"

	"consigliere/engine"
)

// A Journal is the record of a play on disk, appended to move by move. Its format is told
// in the package's documentation. A nil Journal may be closed.
type Journal struct {
	path string
	file *os.File
	size int64  // how many bytes are whole and synced
	last digits // checksum of the last line on disk
	next digits // checksum of the last line in buf
	buf  []byte
	torn bool // a write has failed: there may be something behind size
	// sync makes a file's bytes stay; tests make it fail, or spare it.
	sync func(*os.File) error
}

// A JournalError says that the disk does not take a journal, or does not give it back.
type JournalError struct{ Err error }

func (e *JournalError) Error() string { return "journal: " + e.Err.Error() }

// Unwrap returns what the system says.
func (e *JournalError) Unwrap() error { return e.Err }

// Text tells a person; what the system says, without the file, stays as it is.
func (e *JournalError) Text() engine.Text {
	why := e.Err
	var file *fs.PathError
	if errors.As(why, &file) {
		why = file.Err
	}
	return engine.Text{Key: "refuse.journal", What: why.Error(), Who: engine.NoSeat, Whom: engine.NoSeat}
}

// digits is a checksum as it stands in a journal; empty before line 1.
type digits struct {
	text [8]byte
	n    int
}

var castagnoli = crc32.MakeTable(crc32.Castagnoli)

// sum returns the checksum of a line, whose crc member is left out in two pieces.
func (d digits) sum(line, end []byte) digits {
	crc := crc32.Update(0, castagnoli, d.text[:d.n])
	crc = crc32.Update(crc, castagnoli, line)
	crc = crc32.Update(crc, castagnoli, end)
	next := digits{n: 8}
	for i := range next.text {
		next.text[i] = "0123456789abcdef"[crc>>(28-4*i)&15]
	}
	return next
}

// headEnding is what the name of the second copy of a journal's header ends in.
const headEnding = ".head"

// NewJournal returns a journal that will be in the file path. Nothing is on disk until
// [New] begins a play with it.
func NewJournal(path string) *Journal { return &Journal{path: path, sync: (*os.File).Sync} }

// Path returns the name of the file.
func (j *Journal) Path() string { return j.path }

// Close closes the file. The journal cannot be written after that.
func (j *Journal) Close() error {
	if j == nil || j.file == nil {
		return nil
	}
	err := j.file.Close()
	j.file = nil
	return err
}

// create makes the two files of a new play, the header's copy first.
func (j *Journal) create(h engine.Header) error {
	if _, err := os.Stat(j.path); !errors.Is(err, fs.ErrNotExist) {
		if err == nil {
			err = fs.ErrExist
		}
		return &JournalError{&fs.PathError{Op: "create", Path: j.path, Err: err}}
	}
	j.add(h.Append(nil), 0, bySeat)
	if err := j.writeWhole(j.path+headEnding, j.buf); err != nil {
		return err
	}
	if err := j.writeWhole(j.path, j.buf); err != nil {
		return err
	}
	j.size, j.last = int64(len(j.buf)), j.next
	j.buf = j.buf[:0]
	return j.open()
}

// open opens the file for appending.
func (j *Journal) open() error {
	f, err := os.OpenFile(j.path, os.O_WRONLY|os.O_APPEND, 0)
	if err != nil {
		return &JournalError{err}
	}
	j.file = f
	return nil
}

// add puts a line of a record, made at the age, among those to be written next.
func (j *Journal) add(line []byte, age time.Duration, by maker) {
	start := len(j.buf)
	j.buf = append(j.buf, line[:len(line)-1]...)
	j.buf = append(j.buf, `,"t":`...)
	j.buf = strconv.AppendFloat(j.buf, age.Seconds(), 'f', 3, 64)
	if by != bySeat {
		j.buf = append(j.buf, `,"by":"`...)
		j.buf = append(j.buf, makers[by]...)
		j.buf = append(j.buf, '"')
	}
	j.next = j.next.sum(j.buf[start:], []byte{'}'})
	j.buf = append(j.buf, `,"crc":"`...)
	j.buf = append(j.buf, j.next.text[:]...)
	j.buf = append(j.buf, "\"}\n"...)
}

// flush writes the lines added, with one write and one sync. On an error none of them is
// in the journal.
func (j *Journal) flush() error {
	err := j.write()
	if err != nil {
		j.torn, j.next = true, j.last
	} else {
		j.size += int64(len(j.buf))
		j.last = j.next
	}
	j.buf = j.buf[:0]
	return err
}

func (j *Journal) write() error {
	if j.file == nil {
		return &JournalError{&fs.PathError{Op: "write", Path: j.path, Err: fs.ErrClosed}}
	}
	if j.torn {
		if err := j.file.Truncate(j.size); err != nil {
			return &JournalError{err}
		}
		j.torn = false
	}
	if _, err := j.file.Write(j.buf); err != nil {
		return &JournalError{err}
	}
	if err := j.sync(j.file); err != nil {
		return &JournalError{fmt.Errorf("sync: %w", err)}
	}
	return nil
}

// writeWhole writes a file so that it is there whole or not at all.
func (j *Journal) writeWhole(path string, data []byte) error {
	temp := path + ".tmp"
	f, err := os.OpenFile(temp, os.O_WRONLY|os.O_CREATE|os.O_TRUNC, 0o600)
	if err != nil {
		return &JournalError{err}
	}
	_, err = f.Write(data)
	if err == nil {
		err = j.sync(f)
	}
	if err = errors.Join(err, f.Close()); err == nil {
		err = os.Rename(temp, path)
	}
	if err != nil {
		_ = os.Remove(temp) // half a file is of no use; the next try makes it anew
		return &JournalError{err}
	}
	return j.syncDir()
}

// syncDir makes the names in the journal's directory stay.
func (j *Journal) syncDir() error {
	d, err := os.Open(filepath.Dir(j.path))
	if err != nil {
		return &JournalError{err}
	}
	if err := errors.Join(j.sync(d), d.Close()); err != nil {
		return &JournalError{err}
	}
	return nil
}

// A written is a line of a journal, taken apart.
type written struct {
	line []byte // the line of the record
	age  time.Duration
	by   maker
	sum  digits
}

// crcLen is the length of the crc member with the end of the object.
const crcLen = len(`,"crc":"01234567"}`)

// isJournal reports whether the line has the form of a journal's.
func isJournal(line []byte) bool {
	n := len(line) - crcLen
	return n > 0 && bytes.HasPrefix(line[n:], []byte(`,"crc":"`)) && bytes.HasSuffix(line, []byte(`"}`))
}

// takeApart checks a line, without its newline, that follows one with the checksum last.
// It writes into the line.
func takeApart(line []byte, last digits) (written, bool) {
	if !isJournal(line) {
		return written{}, false
	}
	n := len(line) - crcLen
	w := written{sum: last.sum(line[:n], line[len(line)-1:])}
	if !bytes.Equal(line[n+len(`,"crc":"`):len(line)-2], w.sum.text[:]) {
		return written{}, false
	}
	i := bytes.LastIndex(line[:n], []byte(`,"t":`))
	if i < 0 {
		return written{}, false
	}
	number, by, _ := bytes.Cut(line[i+len(`,"t":`):n], []byte(`,"by":`))
	seconds, err := strconv.ParseFloat(string(number), 64)
	if err != nil || seconds < 0 || seconds > 1e9 {
		return written{}, false
	}
	w.age = time.Duration(seconds * float64(time.Second))
	switch string(by) {
	case "":
	case `"clock"`:
		w.by = byClock
	case `"undo"`:
		w.by = byUndo
	default:
		return written{}, false
	}
	line[i] = '}'
	w.line = line[:i+1]
	return w, true
}

// appendOwn appends a line of the table's own.
func appendOwn(dst []byte, r engine.Roster, seat engine.Seat, rest string) []byte {
	name, _ := json.Marshal(r.Name(seat)) // a string always marshals
	dst = append(dst, `{"seat":`...)
	dst = append(dst, name...)
	return append(dst, rest...)
}

// Line returns the line of the record in a line of a journal, whose checksum is not
// looked at. A line of another form is returned as it is.
func Line(line []byte) []byte {
	if !isJournal(line) {
		return line
	}
	if i := bytes.LastIndex(line, []byte(`,"t":`)); i >= 0 {
		return append(bytes.Clone(line[:i]), '}')
	}
	return line
}
