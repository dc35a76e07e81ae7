package memory

import (
	"bytes"
	"cmp"
	"encoding/json"
	"path/filepath"
	"slices"
	"strconv"
	"time"

	"consigliere/engine"
	"consigliere/engine/journal"
	"consigliere/engine/table"
)

// A Past is a game that is over. It is in a journal, or if none is kept in memory alone.
type Past struct {
	ID    string // by which a page asks for it
	Title *engine.Title
	Seats engine.Roster
	Began time.Time // zero if nobody can tell
	Name  string    // as people have called it; "" if they haven't
	path  string    // of the journal
	// Options are those of the header, where they say which of several games a title is.
	Options json.RawMessage
	record  []byte // where it is in none
}

// Listed is how many finished games a box remembers that are in no journal. Those in journals are all in the history.
const Listed = 20

// Title returns the title with an ID, or nil.
func (m *Memory) Title(id string) *engine.Title {
	for _, t := range m.titles {
		if t.ID == id {
			return t
		}
	}
	return nil
}

// NewJournal returns the journal of a game that begins; nil if nothing is kept on disk.
func (m *Memory) NewJournal() (*journal.Journal, error) {
	if m.folder == "" {
		return nil, nil
	}
	return journal.Next(m.folder)
}

// Find looks for the games that can be gone on with, which are all that are not over and
// were not left, and for those that are over. What is wrong with a journal stands in its
// entry, so that none is passed over in silence.
func (m *Memory) Find() {
	m.saved, m.past = nil, slices.Clip(m.unkept)
	if m.folder == "" {
		return
	}
	all, err := journal.List(m.folder, m.Title)
	if err != nil {
		m.log.Error("journals", "error", err)
		return
	}
	m.names = nil
	for _, e := range all {
		m.names = append(m.names, e.Name)
		if e.Over && e.Title != nil && e.State == journal.Whole {
			m.past = append(m.past, Past{ID: ID(&e), Title: e.Title, Seats: e.Seats, Began: e.Began, Name: e.Name, Options: e.Options, path: e.Path})
		}
		if e.Over || e.Left {
			continue
		}
		e.Dropped = e.Dropped || m.dropped[e.Path]
		if e.State != journal.Whole || e.Stalled {
			m.log.Warn("journal found", "path", e.Path, "state", e.Text().Key)
		}
		m.saved = append(m.saved, e)
	}
	// One that has ended the program is never what is gone on with unless somebody names it.
	slices.SortStableFunc(m.saved, func(a, b journal.Entry) int { return cmp.Compare(aside(a), aside(b)) })
}

// aside is 1 for a game that is set aside, and 0 for others.
func aside(e journal.Entry) int {
	if e.Stalled {
		return 1
	}
	return 0
}

// Saved returns the games that can be gone on with, the newest first. Nobody may change it.
func (m *Memory) Saved() []journal.Entry { return m.saved }

// ID returns what a game is called in [consigliere/hw/command.GoOn], and by pages.
func ID(e *journal.Entry) string { return filepath.Base(e.Path) }

// ForgetSaved says that a game goes on: which others could be gone on with is looked for when it is left.
func (m *Memory) ForgetSaved() { m.saved = nil }

// Past returns the games that are over, the newest first. Nobody may change it.
func (m *Memory) Past() []Past { return m.past }

// Replay returns a game that is over as it ended. Any goroutine may call it.
func (m *Memory) Replay(p *Past) (*table.Table, error) {
	if p.record != nil {
		return table.Replay(bytes.NewReader(p.record), m.Title)
	}
	return table.ReplayFile(p.path, m.Title)
}

// Keep remembers a game that is over, if it is in no journal.
func (m *Memory) Keep(t *table.Table) {
	if !t.Over() || t.Journal() != nil {
		return
	}
	m.kept++
	p := Past{ID: "unkept-" + strconv.Itoa(m.kept), Title: t.Title(), Seats: t.Roster(), Name: t.Name(), Options: t.Header().Options, record: t.AppendRecord(nil)}
	m.unkept = append([]Past{p}, m.unkept[:min(len(m.unkept), Listed-1)]...)
}

// KeepNothing keeps nothing on disk from now on.
func (m *Memory) KeepNothing() { m.folder, m.saved, m.past = "", nil, m.unkept }

// Dropped notes that a game went on without its journal, where the disk may not know.
func (m *Memory) Dropped(path string) { m.dropped[path] = true }

// Named notes the name of a game that has begun.
func (m *Memory) Named(name string) { m.names = append(m.names, name) }

// Names returns the names of games. Nobody may change it.
func (m *Memory) Names() []string { return slices.Clip(m.names) }

// NameTaken reports whether a game has the name, or one that looks like it.
func (m *Memory) NameTaken(name string) bool { return Taken(m.names)(name) }

// Taken returns what reports whether a name is one of these, or looks like one.
func Taken(names []string) func(string) bool {
	names = slices.Clip(names)
	return func(name string) bool {
		return slices.ContainsFunc(names, func(other string) bool { return engine.Alike(other, name) })
	}
}
