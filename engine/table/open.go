package table

import (
	"bytes"
	"errors"
	"fmt"
	"io"
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
	// Dropped: the play went on without this journal ([Table.DropJournal]); what was played
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

// ErrLost is returned by [Open] when both copies of the header are damaged, so that nobody
// can tell what was played.
var ErrLost = errors.New("both copies of the header are damaged")

// Open goes on with the play of a journal, at the very same ask, with locked choices still
// locked, whether the play was left or not. find returns the title of a word, or nil.
//
// A damaged journal is not refused: it is cut after the last line up to which all are
// whole, unchanged and legal, and the play goes on from there; the Repair says so. If more
// was cut than an unfinished last line, the damaged file is set aside first.
//
// While the lines are replayed a file beside the journal says so. A program that comes to an
// end over them finds it at its next start ([Entry.Stalled]).
func Open(path string, find func(id string) *engine.Title, o Options) (*Table, Repair, error) {
	j := o.Journal
	if j == nil {
		j = NewJournal(path)
	}
	j.path = path
	j.use(o)
	o.Journal = j
	c := load(j.disk, path)
	if c.err != nil && (c.first == nil || !errors.Is(c.err, fs.ErrNotExist)) {
		return nil, Repair{}, &JournalError{c.err}
	}
	repair := Repair{Header: c.restored, Emptied: c.restored && c.empty()}
	if c.first == nil {
		repair.Header = true
		return nil, repair, fmt.Errorf("journal: %s: %w", path, ErrLost)
	}
	defer j.opening(o.logger())()
	t, sum, err := c.begin(find, o)
	if err != nil {
		return nil, repair, &engine.LineError{Line: 1, Err: err}
	}
	n, last, why := t.readLines(c.rest, sum)
	if n < len(c.rest) {
		repair.Line = c.line(n)
		repair.Cut = len(c.rest) - n
		repair.Reason = why
	}
	j.whole = slices.Concat(c.first, c.rest[:n])
	j.unit, j.last, j.next = lineUnit(t.Roster()), last, last
	if err := j.repair(c, n, &repair); err != nil {
		return nil, repair, &JournalError{err}
	}
	if exists(j.disk, path+droppedEnding) {
		repair.Dropped, j.dropped = true, true
	}
	if exists(j.disk, path+leftEnding) {
		if err := j.disk.Remove(path + leftEnding); err != nil {
			t.log.Warn("the play stays marked as left", "path", path, "error", err)
		}
	}
	if repair.Any() {
		t.log.Warn("journal repaired", "path", path, "line", repair.Line, "cut", repair.Cut, "header", repair.Header,
			"emptied", repair.Emptied, "dropped", repair.Dropped, "kept", repair.Kept)
	}
	return t, repair, nil
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
func load(d disk, path string) contents {
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
func (c *contents) header() journalLine {
	l, _ := takeApart(slices.Clone(c.first[:len(c.first)-1]), checksum{})
	return l
}

// begin returns a table at the beginning of the play, and the checksum of the header.
func (c *contents) begin(find func(string) *engine.Title, o Options) (*Table, checksum, error) {
	l := c.header()
	t, err := beginLine(l.record, find, o)
	return t, l.sum, err
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

func beginLine(line []byte, find func(string) *engine.Title, o Options) (*Table, error) {
	h, err := engine.ParseHeader(line)
	if err != nil {
		return nil, err
	}
	title := find(h.Game)
	if title == nil {
		return nil, engine.Refuse("", "refuse.unknown_game", h.Game)
	}
	p, _, err := begin(title, h)
	if err != nil {
		return nil, err
	}
	return newTable(p, o), nil
}

// readLines makes the moves of the lines of a journal, up to the first that is not whole,
// unchanged and legal. It returns how many bytes were good, the last checksum, and why a
// line that was unchanged was not good.
func (t *Table) readLines(rest []byte, last checksum) (int, checksum, error) {
	n := 0
	var line []byte
	for {
		i := bytes.IndexByte(rest[n:], '\n')
		if i < 0 {
			return n, last, nil
		}
		line = append(line[:0], rest[n:n+i]...)
		l, ok := takeApart(line, last)
		if !ok {
			return n, last, nil
		}
		if err := t.replay(l.record, l.by); err != nil {
			return n, last, err
		}
		n, last = n+i+1, l.sum
		t.clock.age = l.age
	}
}

// replay does what a line of a journal did.
func (t *Table) replay(line []byte, by maker) error {
	f, err := engine.ParseFields(line)
	if err != nil {
		return err
	}
	p := t.play
	do := ""
	if f.IsText("do") {
		do = f.String("do")
	}
	switch do {
	case "undo":
		f.String("seat")
		count := f.Int("count")
		if err := f.Done(); err != nil {
			return err
		}
		if count < 1 || count > len(p.moves) {
			return engine.Refuse("", "refuse.undo_count", len(p.moves), count)
		}
		q, err := p.without(func(i int) bool { return i < len(p.moves)-count })
		if err != nil {
			return err
		}
		t.rewind(q)
		return nil
	case "take_back":
		seat := f.Seat(t.Roster(), "seat", false)
		if err := f.Done(); err != nil {
			return err
		}
		q, _, err := t.takenBack(seat)
		if err != nil {
			return err
		}
		t.play = q
		return nil
	case "attend", "bots":
		return t.replayPeople(do, f)
	case "name":
		return t.replayName(f)
	case "teach":
		return t.replayTeach(f)
	}
	m, err := p.reader.ReadFields(f)
	if err != nil {
		return err
	}
	n := len(p.moves)
	if _, err := p.make(m, by); err != nil {
		return err
	}
	t.settle(n)
	return nil
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

// Replay plays a record, or a journal, whose checksums must fit. An illegal line is told as
// an [*engine.LineError]; the table then stands before that line, and is nil where the
// header is illegal. It has no journal.
func Replay(r io.Reader, find func(id string) *engine.Title) (*Table, error) {
	var t *Table
	var last checksum
	journal := false
	err := engine.Lines(r, func(n int, line []byte) error {
		if n == 1 || t == nil {
			journal = IsJournal(line)
		}
		by := bySeat
		if journal {
			l, ok := takeApart(line, last)
			if !ok {
				return engine.Refuse("", "refuse.checksum")
			}
			line, last, by = l.record, l.sum, l.by
		}
		var err error
		switch {
		case t == nil:
			t, err = beginLine(line, find, Options{})
		case journal:
			err = t.replay(line, by)
		default:
			err = t.replayRecord(line)
		}
		return err
	})
	if err == nil && t == nil {
		err = &engine.LineError{Line: 1, Err: engine.Refuse("", "refuse.empty")}
	}
	return t, err
}

func (t *Table) replayRecord(line []byte) error {
	m, err := t.play.reader.Read(line)
	if err != nil {
		return err
	}
	_, err = t.play.make(m, bySeat)
	return err
}
