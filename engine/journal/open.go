package journal

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"log/slog"
	"path/filepath"
	"slices"

	"consigliere/engine"
)

// A Repair says what was wrong with a journal when it was opened, and has been put right.
// The zero value: nothing.
type Repair struct {
	// Line is the first line that was cut off, counted from 1; 0 if none was.
	Line int
	// Cut is how many bytes were cut off.
	Cut int
	// Header: the first line was damaged, and was taken from its second copy.
	Header bool
	// Emptied: the file was empty or gone, and only the copy of the first line was left, so
	// that the play begins anew.
	Emptied bool
	// Dropped: the play went on without this journal ([Journal.Drop]); what was played
	// then is not in it.
	Dropped bool
	// Kept is the file in which the damaged journal was set aside. It is "" where only an
	// unfinished last line was cut off.
	Kept string
	// Reason is why the line was cut off; nil where it was damaged.
	Reason error
}

// Any reports whether anything was wrong.
func (r Repair) Any() bool { return r.file() || r.Dropped }

// file reports whether anything was wrong with the file itself.
func (r Repair) file() bool { return r.Line > 0 || r.Header }

// Text tells the table what happened; its key is "" where nothing was wrong.
func (r Repair) Text() engine.Text {
	switch {
	case r.Emptied:
		return engine.Say("repair.emptied")
	case r.Line > 0 && r.Kept != "":
		return engine.Say("repair.line").Number(r.Line)
	case r.Dropped:
		return engine.Say("repair.dropped")
	case r.Line > 0:
		return engine.Say("repair.tail")
	case r.Header:
		return engine.Say("repair.header")
	}
	return engine.Text{}
}

// ErrLost is returned by [Journal.Open] when both copies of the header are damaged, so that nobody
// can tell what was played.
var ErrLost = errors.New("both copies of the header are damaged")

// Open reads the journal in the file path and continues it. do is called with each line that
// is whole and unchanged, the header first, and does what the line did. An error of the header
// is returned as an [*engine.LineError].
//
// A damaged journal is not refused: it is cut after the last line up to which all are whole and
// unchanged and do had no error; the Repair says so. If more was cut than an unfinished last
// line, the damaged file is set aside first.
//
// While the lines are done a file beside the journal says so. A program that comes to an end over
// them finds it at its next start ([Entry.Stalled]).
func (j *Journal) Open(path string, log *slog.Logger, do func(Line) error) (Repair, error) {
	j.path = path
	c := load(j.disk, path)
	if c.err != nil && (c.first == nil || !errors.Is(c.err, fs.ErrNotExist)) {
		return Repair{}, &Error{c.err}
	}
	repair := Repair{Header: c.restored, Emptied: c.restored && c.empty()}
	if c.first == nil {
		repair.Header = true
		return repair, fmt.Errorf("journal: %s: %w", path, ErrLost)
	}
	defer j.opening(log)()
	first := c.header()
	header, err := engine.ParseHeader(first.Record)
	if err == nil {
		err = do(first)
	}
	if err != nil {
		return repair, &engine.LineError{Line: 1, Err: err}
	}
	n, last, why := c.each(first.sum, do)
	if n < len(c.rest) {
		repair.Line = c.line(n)
		repair.Cut = len(c.rest) - n
		repair.Reason = why
	}
	j.whole = slices.Concat(c.first, c.rest[:n])
	j.unit, j.last, j.next = lineUnit(header.Seats), last, last
	if err := j.repair(c, n, &repair); err != nil {
		return repair, &Error{err}
	}
	if exists(j.disk, path+droppedEnding) {
		repair.Dropped, j.dropped = true, true
	}
	if exists(j.disk, path+leftEnding) {
		if err := j.disk.Remove(path + leftEnding); err != nil {
			log.Warn("the play stays marked as left", "path", path, "error", err)
		}
	}
	if repair.Any() {
		log.Warn("journal repaired", "path", path, "line", repair.Line, "cut", repair.Cut, "header", repair.Header,
			"emptied", repair.Emptied, "dropped", repair.Dropped, "kept", repair.Kept)
	}
	return repair, nil
}

// opening marks the journal as one that is being opened, until done is called. A disk that
// does not take the mark does not keep the play from going on.
func (j *Journal) opening(log *slog.Logger) (done func()) {
	mark := j.path + openingEnding
	if err := touch(j.disk, mark); err != nil {
		log.Warn("that the play is being opened is not marked", "path", j.path, "error", err)
	}
	return func() {
		err := j.disk.Remove(mark)
		if err == nil {
			err = j.disk.SyncDir(filepath.Dir(mark))
		}
		if err != nil && !errors.Is(err, fs.ErrNotExist) {
			log.Warn("the play stays marked as being opened", "path", j.path, "error", err)
		}
	}
}

// A contents is what is found of a journal on its disk.
type contents struct {
	data     []byte // what is in the file
	err      error  // why the file could not be read
	first    []byte // the header's line with its newline; nil if both copies are damaged
	rest     []byte // what comes after the header
	restored bool   // first is from the copy
	copied   bool   // the copy is whole
}

// load reads a journal and the copy of its header.
func load(d Disk, path string) contents {
	var c contents
	c.data, c.err = readFile(d, path)
	head, _ := readFile(d, path+headEnding) // a copy that cannot be read is as good as none
	mine, theirs := wholeHeader(c.data), wholeHeader(head)
	if mine != nil {
		c.first, c.copied = mine, bytes.Equal(mine, head)
	} else {
		c.first, c.restored, c.copied = theirs, theirs != nil, theirs != nil
	}
	c.rest = c.data[min(len(c.data), len(c.first)):]
	return c
}

// wholeHeader returns the line of the header with its newline, or nil if it is damaged.
func wholeHeader(b []byte) []byte {
	i := bytes.IndexByte(b, '\n')
	if i < 0 {
		return nil
	}
	if _, ok := takeApart(slices.Clone(b[:i]), checksum{}); !ok {
		return nil
	}
	return b[:i+1]
}

// header returns the header's line, taken apart.
func (c *contents) header() Line {
	l, _ := takeApart(slices.Clone(c.first[:len(c.first)-1]), checksum{})
	return l
}

// each does the lines after the header, up to the first that is not whole and unchanged, or that do
// refuses. It returns how many bytes were good, the last checksum, and why a line that was
// unchanged was not good.
func (c *contents) each(last checksum, do func(Line) error) (int, checksum, error) {
	n := 0
	var line []byte
	for {
		i := bytes.IndexByte(c.rest[n:], '\n')
		if i < 0 {
			return n, last, nil
		}
		line = append(line[:0], c.rest[n:n+i]...)
		l, ok := takeApart(line, last)
		if !ok {
			return n, last, nil
		}
		if err := do(l); err != nil {
			return n, last, err
		}
		n, last = n+i+1, l.sum
	}
}

// empty reports whether nothing is in the file, or only space that was never written.
func (c *contents) empty() bool { return len(bytes.Trim(c.data, "\x00")) == 0 }

// line returns the number of the line that begins at the byte n of the rest.
func (c *contents) line(n int) int { return 2 + bytes.Count(c.rest[:n], []byte{'\n'}) }

// unfinished reports whether there is nothing from the byte n of the rest on but one line
// that was never finished, or space that was never written.
func (c *contents) unfinished(n int) bool {
	tail := c.rest[n:]
	return !c.restored && (bytes.IndexByte(tail, '\n') < 0 || len(bytes.Trim(tail, "\x00")) == 0)
}

// repair makes the two files equal to the header and the good lines, of which the first n
// bytes of the rest are, and opens the journal.
func (j *Journal) repair(c contents, n int, r *Repair) error {
	if !c.copied {
		if err := writeWhole(j.disk, j.path+headEnding, c.first); err != nil {
			return err
		}
	}
	if r.file() && !c.unfinished(n) {
		if len(c.data) > 0 {
			r.Kept = unusedName(j.disk, j.path+damagedEnding)
			if err := writeWhole(j.disk, r.Kept, c.data); err != nil {
				return err
			}
		}
		if err := writeWhole(j.disk, j.path, j.whole); err != nil {
			return err
		}
		return j.open()
	}
	if err := j.open(); err != nil || !r.file() {
		return err
	}
	err := j.file.Truncate(int64(len(j.whole)))
	if err == nil {
		err = j.file.Sync()
	}
	if err != nil {
		err = errors.Join(err, j.Close())
	}
	return err
}
