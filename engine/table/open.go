package table

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"consigliere/engine"
)

// A Mended says what was wrong with a journal and has been put right. The zero value:
// nothing.
type Mended struct {
	// Line is the first line that was cut off, counted from 1; 0 if none was.
	Line int
	// Cut is how many bytes were cut off.
	Cut int
	// Header: the first line was damaged, and was taken from its second copy.
	Header bool
	// Kept is the file in which the damaged journal was set aside. It is "" where only an
	// unfinished last line was cut off.
	Kept string
	// Reason is why the line was cut off; nil where it was damaged.
	Reason error
}

// Any reports whether anything was wrong.
func (m Mended) Any() bool { return m.Line > 0 || m.Header }

// Text tells the table what happened; its key is "" where nothing was wrong.
func (m Mended) Text() engine.Text {
	switch {
	case m.Line > 0 && m.Kept == "":
		return engine.Say("mended.tail")
	case m.Line > 0:
		return engine.Text{Key: "mended.line", N: m.Line, Who: engine.NoSeat, Whom: engine.NoSeat}
	case m.Header:
		return engine.Say("mended.header")
	}
	return engine.Text{}
}

// ErrLost is returned by [Open] when both copies of the header are damaged, so that nobody
// can tell what was played.
var ErrLost = errors.New("both copies of the header are damaged")

// Open goes on with the play of a journal, at the very same ask, with locked choices still
// locked. find returns the title of a word, or nil.
//
// A damaged journal is not refused: it is cut behind the last line up to which all are
// whole, unchanged and legal, and the play goes on from there; Mended says so. If more was
// cut than an unfinished last line, the damaged file is set aside first.
func Open(path string, find func(id string) *engine.Title, o Options) (*Table, Mended, error) {
	j := o.Journal
	if j == nil {
		j = NewJournal(path)
	}
	j.path = path
	o.Journal = j
	data, err := os.ReadFile(path)
	missing := errors.Is(err, fs.ErrNotExist)
	if err != nil && !missing {
		return nil, Mended{}, &JournalError{err}
	}
	head, headErr := os.ReadFile(path + headEnding)
	if headErr != nil && missing {
		return nil, Mended{}, &JournalError{err}
	}
	first, copied, mended := headerLine(data, head)
	if first == nil {
		return nil, mended, fmt.Errorf("journal: %s: %w", path, ErrLost)
	}
	w, _ := takeApart(slices.Clone(first[:len(first)-1]), digits{})
	t, err := beginLine(w.line, find, o)
	if err != nil {
		return nil, mended, &engine.LineError{Line: 1, Err: err}
	}
	rest := data[min(len(data), len(first)):]
	n, last, why := t.readLines(rest, w.sum)
	if n < len(rest) {
		mended.Line = 2 + bytes.Count(rest[:n], []byte{'\n'})
		mended.Cut = len(rest) - n
		mended.Reason = why
	}
	j.size, j.last, j.next = int64(len(first)+n), last, last
	if !copied {
		if err := j.writeWhole(path+headEnding, first); err != nil {
			return nil, mended, err
		}
	}
	if err := j.mend(data, first, rest[:n], &mended); err != nil {
		return nil, mended, err
	}
	if err := j.open(); err != nil {
		return nil, mended, err
	}
	if mended.Any() {
		t.log.Warn("journal mended", "path", path, "line", mended.Line, "cut", mended.Cut, "header", mended.Header, "kept", mended.Kept)
	}
	return t, mended, nil
}

// headerLine returns the header's line with its newline, from the journal or else from its
// copy, and whether the copy is whole; nil if neither is.
func headerLine(data, head []byte) (first []byte, copied bool, m Mended) {
	whole := func(b []byte) []byte {
		i := bytes.IndexByte(b, '\n')
		if i < 0 {
			return nil
		}
		if _, ok := takeApart(slices.Clone(b[:i]), digits{}); !ok {
			return nil
		}
		return b[:i+1]
	}
	mine, theirs := whole(data), whole(head)
	if mine != nil {
		return mine, bytes.Equal(mine, head), m
	}
	m.Header = true
	return theirs, theirs != nil, m
}

func beginLine(line []byte, find func(string) *engine.Title, o Options) (*Table, error) {
	h, err := engine.ParseHeader(line)
	if err != nil {
		return nil, err
	}
	title := find(h.Game)
	if title == nil {
		return nil, engine.Refuse("", engine.Text{Key: "refuse.unknown_game", What: h.Game, Who: engine.NoSeat, Whom: engine.NoSeat})
	}
	p, err := begin(title, h)
	if err != nil {
		return nil, err
	}
	return newTable(p, o), nil
}

// readLines makes the moves of the lines of a journal, up to the first that is not whole,
// unchanged and legal. It returns how many bytes were good, the last checksum, and why a
// line that was unchanged was not good.
func (t *Table) readLines(rest []byte, last digits) (int, digits, error) {
	n := 0
	var line []byte
	for {
		i := bytes.IndexByte(rest[n:], '\n')
		if i < 0 {
			return n, last, nil
		}
		line = append(line[:0], rest[n:n+i]...)
		w, ok := takeApart(line, last)
		if !ok {
			return n, last, nil
		}
		if err := t.replay(w.line, w.by); err != nil {
			return n, last, err
		}
		n, last = n+i+1, w.sum
		t.clock.age = w.age
	}
}

// replay makes the move of a line of a journal, or undoes what the line undoes.
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
			return engine.Refuse("", engine.Text{Key: "refuse.undo_count", N: len(p.moves), M: count, Who: engine.NoSeat, Whom: engine.NoSeat})
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

// mend makes the file equal to the header and the good lines.
func (j *Journal) mend(data, first, good []byte, m *Mended) error {
	if !m.Any() {
		return nil
	}
	tail := data[min(len(data), len(first)+len(good)):]
	if !m.Header && (bytes.IndexByte(tail, '\n') < 0 || len(bytes.Trim(tail, "\x00")) == 0) {
		// Only a line that was never finished, or space never written.
		f, err := os.OpenFile(j.path, os.O_WRONLY, 0)
		if err != nil {
			return &JournalError{err}
		}
		if err = f.Truncate(j.size); err == nil {
			err = j.sync(f)
		}
		if err = errors.Join(err, f.Close()); err != nil {
			return &JournalError{err}
		}
		return nil
	}
	if len(data) > 0 {
		m.Kept = unusedName(j.path + ".damaged")
		if err := j.writeWhole(m.Kept, data); err != nil {
			return err
		}
	}
	return j.writeWhole(j.path, slices.Concat(first, good))
}

// unusedName returns the name, or the name with the lowest number from 2 behind it that no
// file has.
func unusedName(name string) string {
	for n := 1; ; n++ {
		s := name
		if n > 1 {
			s += "-" + strconv.Itoa(n)
		}
		if _, err := os.Lstat(s); err != nil {
			return s
		}
	}
}

// Replay plays a record, or a journal, whose checksums must fit. An illegal line is told as
// an [*engine.LineError]; the table then stands before that line, and is nil where the
// header is illegal. It has no journal.
func Replay(r io.Reader, find func(id string) *engine.Title) (*Table, error) {
	var t *Table
	var last digits
	journal := false
	err := engine.Lines(r, func(n int, line []byte) error {
		if n == 1 || t == nil {
			journal = isJournal(line)
		}
		by := bySeat
		if journal {
			w, ok := takeApart(line, last)
			if !ok {
				return engine.Refuse("", engine.Say("refuse.checksum"))
			}
			line, last, by = w.line, w.sum, w.by
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
		err = &engine.LineError{Line: 1, Err: engine.Refuse("", engine.Say("refuse.empty"))}
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

// The names of the journals in a directory.
const (
	journalPrefix = "play-"
	journalEnding = ".jsonl"
	leftEnding    = ".left"
)

// NextJournal returns a journal in the directory with a number that none there has.
func NextJournal(dir string) (*Journal, error) {
	numbers, err := journals(dir)
	if err != nil {
		return nil, err
	}
	n := 1
	if len(numbers) > 0 {
		n = numbers[len(numbers)-1] + 1
	}
	return NewJournal(filepath.Join(dir, fmt.Sprintf("%s%04d%s", journalPrefix, n, journalEnding))), nil
}

// Unfinished returns the journal of the play in progress in the directory: the newest, if
// its play is neither over nor left. "" if there is none. A directory that does not exist
// has none.
func Unfinished(dir string, find func(id string) *engine.Title) (string, error) {
	numbers, err := journals(dir)
	if err != nil || len(numbers) == 0 {
		return "", err
	}
	path := filepath.Join(dir, fmt.Sprintf("%s%04d%s", journalPrefix, numbers[len(numbers)-1], journalEnding))
	if _, err := os.Stat(path + leftEnding); err == nil {
		return "", nil
	}
	data, err := os.ReadFile(path)
	if err != nil {
		return "", &JournalError{err}
	}
	t, _ := Replay(bytes.NewReader(data), find)
	if t != nil && t.Over() {
		return "", nil
	}
	return path, nil
}

// journals returns the numbers of the journals in a directory, ascending.
func journals(dir string) ([]int, error) {
	names, err := os.ReadDir(dir)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, &JournalError{err}
	}
	var numbers []int
	for _, e := range names {
		s, ok := strings.CutPrefix(e.Name(), journalPrefix)
		if s, ok2 := strings.CutSuffix(s, journalEnding); ok && ok2 {
			if n, err := strconv.Atoi(s); err == nil {
				numbers = append(numbers, n)
			}
		}
	}
	slices.Sort(numbers)
	return numbers, nil
}

// Leave closes the journal and marks the play as left, so that [Unfinished] does not find
// it again. [Open] still goes on with it.
func (t *Table) Leave() error {
	j := t.journal
	if j == nil {
		return nil
	}
	return errors.Join(j.Close(), j.writeWhole(j.path+leftEnding, nil))
}
