package table

import (
	"bytes"
	"cmp"
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

// NextJournal returns a journal in the directory with a number above those of all
// others, including those of which only a file beside them is left.
func NextJournal(dir string) (*Journal, error) { return nextJournal(osDisk{}, dir) }

func nextJournal(d disk, dir string) (*Journal, error) {
	found, err := findJournals(d, dir)
	if err != nil {
		return nil, &JournalError{err}
	}
	n := 1
	if len(found) > 0 {
		n = slices.Max(slices.Collect(maps.Keys(found))) + 1
	}
	j := NewJournal(filepath.Join(dir, fmt.Sprintf("%s%04d%s", journalPrefix, n, journalEnding)))
	j.disk = d
	return j, nil
}

// A JournalState is the state of the files of a journal.
type JournalState uint8

// The states of a journal. [Open] goes on with all but the last three.
const (
	// JournalWhole: nothing is missing but perhaps a last line that was never finished.
	JournalWhole JournalState = iota
	// JournalDamaged: some line is not what was written.
	JournalDamaged
	// JournalEmptied: the file is empty; the header is known from its copy.
	JournalEmptied
	// JournalGone: there is no file; the header is known from its copy.
	JournalGone
	// JournalLost: both copies of the header are damaged.
	JournalLost
	// JournalUnreadable: the file cannot be read.
	JournalUnreadable
	// JournalRefused: this program does not know the game.
	JournalRefused
)

// An Entry is a play in a list of journals. It holds nothing secret.
type Entry struct {
	Path  string
	Title *engine.Title // nil if nobody can tell what is played, or the game is not known here
	Game  string        // the word in the header, such as "naro"; "" if nobody can tell
	Seats engine.Roster
	Name  string // what the play is called; "" where it has no name ([Table.SetName])
	// Began is when the play began, by the clock of the box then: from the header, or for
	// older journals the time of the file. Zero if it is not known.
	Began time.Time
	Age   time.Duration // how long it has been played
	Moves int           // how many moves are in force

	// Over: the last move ended the play. Journals by older programs do not say so, and
	// only [Entry.Replay] finds it out.
	Over    bool
	Left    bool // it was left ([Table.Leave])
	Dropped bool // it went on without its journal ([Table.DropJournal])
	// Stalled: the program came to an end while it opened the play, or somebody is opening it
	// now. [Open] opens it all the same, but nobody should do so unasked.
	Stalled bool

	State JournalState
	Line  int   // the first damaged line, counted from 1; 0 if none is
	Err   error // of JournalUnreadable and JournalRefused

	play checksum // of its first line, with seed and date: the same for copies of a play; "" if not known
}

// Playable reports whether [Open] can go on with the play.
func (e *Entry) Playable() bool { return e.State < JournalLost }

// Text tells the table what is wrong with the journal and what can be done; its key is ""
// where nothing is.
func (e *Entry) Text() engine.Text {
	switch e.State {
	case JournalDamaged:
		if e.Line == 1 {
			return engine.Say("journal.header")
		}
		return engine.Say("journal.damaged").Number(e.Line)
	case JournalEmptied:
		return engine.Say("journal.emptied")
	case JournalGone:
		return engine.Say("journal.gone")
	case JournalLost:
		return engine.Say("journal.lost")
	case JournalUnreadable:
		return sayWhat("journal.unreadable", cause(e.Err))
	case JournalRefused:
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

// Replay plays the journal of the entry through, and changes nothing on disk. A last line that
// was never finished is no part of the play. It is for journals that are whole: an error is
// that of [Replay], or a [*JournalError]. The entry then knows for certain whether the play is
// over.
func (e *Entry) Replay(find func(id string) *engine.Title) (*Table, error) {
	data, err := readFile(osDisk{}, e.Path)
	if err != nil {
		return nil, &JournalError{err}
	}
	t, err := Replay(bytes.NewReader(data[:bytes.LastIndexByte(data, '\n')+1]), find)
	if err == nil {
		e.Over = t.Over()
	}
	return t, err
}

// List returns the plays whose journals are in the directory, by their numbers, the newest
// first: those over, left, damaged and unreadable too. find returns the title of a word, or
// nil. A directory that does not exist has none. An error is a [*JournalError]: the
// directory cannot be read.
//
// One journal at a time is in memory. None is replayed: what a line does that is whole and yet
// not legal for this program is found out by [Open] alone.
func List(dir string, find func(id string) *engine.Title) ([]Entry, error) {
	return list(osDisk{}, dir, find)
}

func list(d disk, dir string, find func(id string) *engine.Title) ([]Entry, error) {
	found, err := findJournals(d, dir)
	if err != nil {
		return nil, &JournalError{err}
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

// findJournals returns the journals in a directory by their numbers, also those of which
// only a file beside them is left.
func findJournals(d disk, dir string) (map[int]listing, error) {
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
func (e *Entry) inspect(d disk, find func(string) *engine.Title) {
	c := load(d, e.Path)
	switch {
	case errors.Is(c.err, fs.ErrNotExist):
		e.State = JournalGone
	case c.err != nil:
		e.State, e.Err = JournalUnreadable, c.err
	case c.restored && c.empty():
		e.State = JournalEmptied
	case c.restored:
		e.State, e.Line = JournalDamaged, 1
	}
	if c.first == nil {
		if e.State != JournalUnreadable {
			e.State = JournalLost
		}
		return
	}
	first := c.header()
	e.Began = e.began(d, first)
	if !first.date.IsZero() {
		e.play = first.sum
	}
	h, err := engine.ParseHeader(first.record)
	if err == nil {
		e.Game, e.Seats, e.Title = h.Game, h.Seats, find(h.Game)
	}
	if e.State == JournalUnreadable {
		return
	}
	if err == nil && e.Title == nil {
		err = engine.Refuse("", "refuse.unknown_game", h.Game)
	}
	if err != nil {
		e.State, e.Err = JournalRefused, err
		return
	}
	if n := e.read(&c, first.sum); !c.unfinished(n) && e.State == JournalWhole {
		e.State, e.Line = JournalDamaged, c.line(n)
	}
}

// began returns when the play began.
func (e *Entry) began(d disk, first journalLine) time.Time {
	if !first.date.IsZero() {
		return first.date.Truncate(time.Second)
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
		n, sum, e.Age = n+i+1, l.sum, l.age
		switch do, count := ownLine(l.record); do {
		case "":
			e.Moves++
			e.Over = l.over
		case "undo":
			e.Moves = max(0, e.Moves-count)
			e.Over = false
		case "take_back":
			e.Moves = max(0, e.Moves-1)
		case "name":
			e.Name = nameIn(l.record)
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

// nameIn returns the name in a line of [Table.SetName].
func nameIn(record []byte) string {
	f, err := engine.ParseFields(record)
	if err != nil {
		return ""
	}
	return f.String("name")
}
