package table

import (
	"bytes"
	"encoding/json"
	"errors"
	"hash/crc32"
	"io/fs"
	"os"
	"path/filepath"
	"strconv"
	"time"

	"consigliere/engine"
)

// A Journal is the record of a play on disk, appended to move by move. Its format is in the
// package's documentation. A nil Journal may be closed.
type Journal struct {
	disk  disk
	path  string
	file  file
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
	now       func() time.Time // the wall clock
}

// A JournalError says that the disk does not take a journal, or does not give it back.
type JournalError struct{ Err error }

func (e *JournalError) Error() string { return "journal: " + e.Err.Error() }

// Unwrap returns what the system says.
func (e *JournalError) Unwrap() error { return e.Err }

// Text tells a person; what the system says, without the file, stays as it is.
func (e *JournalError) Text() engine.Text { return sayWhat("refuse.journal", cause(e.Err)) }

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

// journalError returns err as a [*JournalError], and nil for nil.
func journalError(err error) error {
	if err == nil {
		return nil
	}
	return &JournalError{err}
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

// NewJournal returns a journal that will be in the file path. Nothing is on disk until
// [New] begins a play with it.
func NewJournal(path string) *Journal {
	return &Journal{disk: osDisk{}, path: path, now: time.Now}
}

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

// use takes from the options what concerns the journal.
func (j *Journal) use(o Options) { j.lock, j.onRewrite = o.Lock, o.OnRewrite }

// create makes the two files of a new play, with its name unless that is "". The copy of the
// header comes second, so that a copy without a journal always means a journal that is gone.
func (j *Journal) create(h engine.Header, name string) error {
	if _, err := j.disk.Stat(j.path); !errors.Is(err, fs.ErrNotExist) {
		if err == nil {
			err = fs.ErrExist
		}
		return &JournalError{&fs.PathError{Op: "create", Path: j.path, Err: err}}
	}
	if err := j.makeDir(); err != nil {
		return &JournalError{err}
	}
	j.unit = lineUnit(h.Seats)
	j.add(h.Append(nil), stamp{date: j.now()})
	first := len(j.buf)
	if name != "" {
		j.add(nameLine(h.Seats, name), stamp{})
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
	return journalError(err)
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

// flush writes the lines added, with one write and one sync. On an error none of them is
// in the journal.
func (j *Journal) flush() error {
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
	return journalError(err)
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

// A checksum is the eight digits at the end of a line of a journal; empty before line 1.
type checksum struct {
	text [8]byte
	n    int
}

var castagnoli = crc32.MakeTable(crc32.Castagnoli)

// sum returns the checksum of a line, whose crc member is left out in two pieces, after a
// line with the checksum c.
func (c checksum) sum(line, end []byte) checksum {
	crc := crc32.Update(0, castagnoli, c.text[:c.n])
	crc = crc32.Update(crc, castagnoli, line)
	crc = crc32.Update(crc, castagnoli, end)
	next := checksum{n: 8}
	for i := range next.text {
		next.text[i] = "0123456789abcdef"[crc>>(28-4*i)&15]
	}
	return next
}

// lineUnit returns the length, newline included, to which the lines of a play with these
// seats are filled up. It grows with the names, so that the answers to one secret ask need
// no lines of different lengths, even if two seats are named in them; a line that is longer
// takes two units.
func lineUnit(r engine.Roster) int {
	longest := 0
	for _, name := range r {
		longest = max(longest, len(name))
	}
	return 256 * (1 + longest/64)
}

// A stamp is what a journal adds to a line of a record, besides the checksum.
type stamp struct {
	age  time.Duration // of the play
	by   maker
	date time.Time // when the play began; in the header alone
	over bool      // the move ended the play
}

// crcLen is the length of the crc member with the end of the object.
const crcLen = len(`,"crc":"01234567"}`)

// add puts a line of a record among those to be written next.
func (j *Journal) add(line []byte, s stamp) {
	start := len(j.buf)
	j.buf = append(j.buf, line[:len(line)-1]...)
	j.buf = append(j.buf, `,"t":`...)
	j.buf = strconv.AppendFloat(j.buf, s.age.Seconds(), 'f', 3, 64)
	if s.by != bySeat {
		j.buf = append(j.buf, `,"by":"`...)
		j.buf = append(j.buf, makers[s.by]...)
		j.buf = append(j.buf, '"')
	}
	if !s.date.IsZero() {
		j.buf = append(j.buf, `,"date":"`...)
		// The fraction tells two plays of the same header apart that begin in one second.
		j.buf = s.date.UTC().AppendFormat(j.buf, "2006-01-02T15:04:05.999999Z07:00")
		j.buf = append(j.buf, '"')
	}
	if s.over {
		j.buf = append(j.buf, `,"over":true`...)
	}
	for (len(j.buf)-start+crcLen+1)%j.unit != 0 {
		j.buf = append(j.buf, ' ')
	}
	j.next = j.next.sum(j.buf[start:], []byte{'}'})
	j.buf = append(j.buf, `,"crc":"`...)
	j.buf = append(j.buf, j.next.text[:]...)
	j.buf = append(j.buf, "\"}\n"...)
}

// A journalLine is a line of a journal, taken apart.
type journalLine struct {
	stamp
	record []byte // the line of the record
	sum    checksum
}

// IsJournal reports whether the line has the form of a journal's, and not that of a record's.
func IsJournal(line []byte) bool {
	n := len(line) - crcLen
	return n > 0 && bytes.HasPrefix(line[n:], []byte(`,"crc":"`)) && bytes.HasSuffix(line, []byte(`"}`))
}

// takeApart checks a line, without its newline, that follows one with the checksum last.
// It writes into the line.
func takeApart(line []byte, last checksum) (journalLine, bool) {
	if !IsJournal(line) {
		return journalLine{}, false
	}
	n := len(line) - crcLen
	l := journalLine{sum: last.sum(line[:n], line[len(line)-1:])}
	if !bytes.Equal(line[n+len(`,"crc":"`):len(line)-2], l.sum.text[:]) {
		return journalLine{}, false
	}
	i := bytes.LastIndex(line[:n], []byte(`,"t":`))
	if i < 0 {
		return journalLine{}, false
	}
	var ok bool
	if l.stamp, ok = parseStamp(bytes.TrimRight(line[i+len(`,"t":`):n], " ")); !ok {
		return journalLine{}, false
	}
	line[i] = '}'
	l.record = line[:i+1]
	return l, true
}

// parseStamp reads the members of a stamp, from the number of seconds on.
func parseStamp(text []byte) (stamp, bool) {
	var s stamp
	number, rest, more := bytes.Cut(text, []byte{','})
	seconds, err := strconv.ParseFloat(string(number), 64)
	if err != nil || !(seconds >= 0 && seconds <= 1e9) {
		return stamp{}, false
	}
	s.age = time.Duration(seconds * float64(time.Second))
	for more {
		var member []byte
		member, rest, more = bytes.Cut(rest, []byte{','})
		date, isDate := bytes.CutPrefix(member, []byte(`"date":"`))
		switch {
		case string(member) == `"by":"clock"`:
			s.by = byClock
		case string(member) == `"by":"undo"`:
			s.by = byUndo
		case string(member) == `"by":"held"`:
			s.by = byHeld
		case string(member) == `"over":true`:
			s.over = true
		case isDate:
			if s.date, err = time.Parse(time.RFC3339+`"`, string(date)); err != nil {
				return stamp{}, false
			}
		default:
			return stamp{}, false
		}
	}
	return s, true
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
	if !IsJournal(line) {
		return line
	}
	if i := bytes.LastIndex(line, []byte(`,"t":`)); i >= 0 {
		return append(bytes.Clone(line[:i]), '}')
	}
	return line
}
