package journal

import (
	"bytes"
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"time"

	"consigliere/engine"
	"consigliere/internal/atomicfile"
)

// The names of the journals in a directory.
const (
	journalPrefix = "play-"
	journalEnding = ".jsonl"
)

// Next returns a journal in the directory with a number above those of all
// others, including journals that have left only a file beside them.
func Next(dir string) (*Journal, error) { return NextOn(System{}, dir) }

// NextOn is [Next] on any disk.
func NextOn(d Disk, dir string) (*Journal, error) {
	found, err := listings(d, dir)
	if err != nil {
		return nil, &Error{err}
	}
	n := 1
	if len(found) > 0 {
		n = slices.Max(slices.Collect(maps.Keys(found))) + 1
	}
	return NewOn(d, filepath.Join(dir, fmt.Sprintf("%s%04d%s", journalPrefix, n, journalEnding))), nil
}

// Number returns the number of a journal, or 0 where the file has none.
func Number(path string) int {
	name, _, _ := strings.Cut(filepath.Base(path), journalEnding)
	n, _ := strconv.Atoi(strings.TrimPrefix(name, journalPrefix))
	return n
}

// A State is the state of the files of a journal.
type State uint8

// The states of a journal. [Journal.Open] resumes all but the last three.
const (
	// Whole: nothing is missing but perhaps a last line that was never finished.
	Whole State = iota
	// Damaged: some line is not what was written.
	Damaged
	// Emptied: the file is empty; the header is known from its copy.
	Emptied
	// Gone: there is no file; the header is known from its copy.
	Gone
	// Lost: both copies of the header are damaged.
	Lost
	// Unreadable: the file cannot be read.
	Unreadable
	// Refused: this program does not know the game.
	Refused
)

// An Entry is a play in a list of journals. It holds nothing secret.
type Entry struct {
	Path  string
	Title *engine.Title // nil if nobody can tell what is played, or the game is not known here
	Game  string        // the word in the header, such as "naro"; "" if nobody can tell
	Seats engine.Roster
	// Options are those of the header, where they say which of several games a title is; else nil.
	Options json.RawMessage
	Name    string // what the play is called; "" where it has no name (a line of the name)
	// Began is when the play began, by the clock of the box then: from the header, or for
	// older journals the time of the file. Zero if it is not known.
	Began time.Time
	Age   time.Duration // how long it has been played
	Moves int           // how many moves are in force

	// Over: the last move ended the play. Journals by older programs do not say so, and
	// only a replay finds it out.
	Over    bool
	Left    bool // it was left ([Journal.Leave])
	Dropped bool // it went on without its journal ([Journal.Drop])
	// Stalled: the program came to an end while it opened the play, or somebody is opening it
	// now. [Journal.Open] opens it all the same, but nobody should do so unasked.
	Stalled bool

	State State
	Line  int   // the first damaged line, counted from 1; 0 if none is
	Err   error // of Unreadable and Refused

	play checksum // of its first line, with seed and date: the same for copies of a play; "" if not known
}

// Playable reports whether [Journal.Open] can go on with the play.
func (e *Entry) Playable() bool { return e.State < Lost }

// Text tells the table what is wrong with the journal and what can be done; its key is ""
// where nothing is.
func (e *Entry) Text() engine.Text {
	switch e.State {
	case Damaged:
		if e.Line == 1 {
			return engine.Say("journal.header")
		}
		return engine.Say("journal.damaged").Number(e.Line)
	case Emptied:
		return engine.Say("journal.emptied")
	case Gone:
		return engine.Say("journal.gone")
	case Lost:
		return engine.Say("journal.lost")
	case Unreadable:
		return sayWhat("journal.unreadable", cause(e.Err))
	case Refused:
		return sayWhat("journal.refused", e.Game)
	}
	if e.Stalled {
		return sayWhat("journal.stalled", cmp.Or(e.Name, strings.TrimSuffix(filepath.Base(e.Path), journalEnding)))
	}
	if e.Dropped {
		return engine.Say("journal.dropped")
	}
	return engine.Text{}
}

// List returns the plays whose journals are in the directory, by their numbers, the newest
// first: those over, left, damaged and unreadable too. find returns the title of a word, or
// nil. A directory that does not exist has none. An error is a [*Error]: the
// directory cannot be read.
//
// One journal at a time is in memory. None is replayed: what a line does that is whole and yet
// not legal for this program is found out by [Journal.Open] alone.
func List(dir string, find func(id string) *engine.Title) ([]Entry, error) {
	return ListOn(System{}, dir, find)
}

// ListOn is [List] on any disk.
func ListOn(d Disk, dir string, find func(id string) *engine.Title) ([]Entry, error) {
	found, err := listings(d, dir)
	if err != nil {
		return nil, &Error{err}
	}
	var entries []Entry
	for _, n := range slices.Backward(slices.Sorted(maps.Keys(found))) {
		l := found[n]
		if !l.endings[""] && !l.endings[headEnding] {
			continue // the rest of a play that somebody threw away
		}
		e := Entry{
			Path: filepath.Join(dir, l.name),
			Left: l.endings[leftEnding], Dropped: l.endings[droppedEnding], Stalled: l.endings[openingEnding],
		}
		e.inspect(d, find)
		entries = addPlay(entries, e)
	}
	return entries, nil
}

// addPlay adds an entry. Of copies of one play, such as a journal that was renamed while the
// table played on, the one that goes on longest stands for all.
func addPlay(entries []Entry, e Entry) []Entry {
	i := slices.IndexFunc(entries, func(o Entry) bool {
		return e.play != (checksum{}) && o.play == e.play && o.Moves > 0 && e.Moves > 0
	})
	switch {
	case i < 0:
		return append(entries, e)
	case e.Playable() && (!entries[i].Playable() || e.Age > entries[i].Age || e.Age == entries[i].Age && e.Moves > entries[i].Moves):
		entries[i] = e
	}
	return entries
}

// A listing is a journal as its directory shows it.
type listing struct {
	name    string
	endings map[string]bool // what its files have after the name; the journal itself has ""
}

// listings returns the journals in a directory by their numbers, also those of which
// only a file beside them is left.
func listings(d Disk, dir string) (map[int]listing, error) {
	entries, err := d.ReadDir(dir)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return nil, err
	}
	found := map[int]listing{}
	for _, e := range entries {
		name, ending, ok := strings.Cut(e.Name(), journalEnding)
		digits, isPlay := strings.CutPrefix(name, journalPrefix)
		n, err := strconv.Atoi(digits)
		if !ok || !isPlay || err != nil || n < 0 || ending == atomicfile.Half {
			continue // no journal, or one that the plug was pulled on before it had its name
		}
		l, known := found[n]
		if !known {
			l = listing{name + journalEnding, map[string]bool{}}
			found[n] = l
		}
		l.endings[ending] = true
	}
	return found, nil
}

// inspect fills in the entry from the journal at its path.
func (e *Entry) inspect(d Disk, find func(string) *engine.Title) {
	c := load(d, e.Path)
	switch {
	case errors.Is(c.err, fs.ErrNotExist):
		e.State = Gone
	case c.err != nil:
		e.State, e.Err = Unreadable, c.err
	case c.restored && c.empty():
		e.State = Emptied
	case c.restored:
		e.State, e.Line = Damaged, 1
	}
	if c.first == nil {
		if e.State != Unreadable {
			e.State = Lost
		}
		return
	}
	first := c.header()
	e.Began = e.began(d, first)
	if !first.Date.IsZero() {
		e.play = first.sum
	}
	h, err := engine.ParseHeader(first.Record)
	if err == nil {
		e.Game, e.Seats, e.Title = h.Game, h.Seats, find(h.Game)
		if e.Title != nil && e.Title.Named(h.Options) != "game.title" {
			e.Options = h.Options
		}
	}
	if e.State == Unreadable {
		return
	}
	if err == nil && e.Title == nil {
		err = engine.Refuse("", "refuse.unknown_game", h.Game)
	}
	if err != nil {
		e.State, e.Err = Refused, err
		return
	}
	if n := e.read(&c, first.sum); !c.unfinished(n) && e.State == Whole {
		e.State, e.Line = Damaged, c.line(n)
	}
}

// began returns when the play began.
func (e *Entry) began(d Disk, first Line) time.Time {
	if !first.Date.IsZero() {
		return first.Date.Truncate(time.Second)
	}
	// The copy of the header is written when the play begins, and no more.
	for _, name := range []string{e.Path + headEnding, e.Path} {
		if info, err := d.Stat(name); err == nil {
			return info.ModTime()
		}
	}
	return time.Time{}
}

// read reads the lines after the header as far as they are whole and unchanged: how many moves
// are in force, whether the last one ended the play, and what it is called. No game is played,
// so a journal costs as much as it is long, whatever stands in it. It returns how many bytes
// were good.
func (e *Entry) read(c *contents, sum checksum) int {
	n := 0
	var scratch []byte
	for {
		i := bytes.IndexByte(c.rest[n:], '\n')
		if i < 0 {
			return n
		}
		scratch = append(scratch[:0], c.rest[n:n+i]...)
		l, ok := takeApart(scratch, sum)
		if !ok {
			return n
		}
		n, sum, e.Age = n+i+1, l.sum, l.Age
		switch do, count := ownLine(l.Record); do {
		case "":
			e.Moves++
			e.Over = l.Over
		case "undo":
			e.Moves = max(0, e.Moves-count)
			e.Over = false
		case "take_back":
			e.Moves = max(0, e.Moves-1)
		case "name":
			e.Name = nameIn(l.Record)
		}
	}
}

// ownLine returns the verb of a line of the table's own, and how many moves it undoes; "" if
// the line is a move.
func ownLine(record []byte) (do string, count int) {
	// Within a JSON string the quotation marks would be escaped, so these are members.
	if _, after, ok := bytes.Cut(record, []byte(`,"do":"undo","count":`)); ok {
		count, _ = strconv.Atoi(string(bytes.TrimSuffix(after, []byte{'}'})))
		return "undo", count
	}
	for _, verb := range []string{"take_back", "attend", "bots", "name", "teach"} {
		if bytes.Contains(record, []byte(`,"do":"`+verb+`"`)) {
			return verb, 0
		}
	}
	return "", 0
}

// nameIn returns the name in a line of a line of the name.
func nameIn(record []byte) string {
	f, err := engine.ParseFields(record)
	if err != nil {
		return ""
	}
	return f.String("name")
}
