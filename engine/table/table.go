package table

import (
	"encoding/json"
	"log/slog"
	"time"

	"consigliere/engine"
	"consigliere/engine/journal"
)

// Options are what a table needs besides the game.
type Options struct {
	// Journal is where the moves go before their effect shows; nil: nothing is on disk.
	Journal *journal.Journal
	// Name is what a play that begins is called; see [Table.SetName]. "": nothing.
	Name string
	// Log gets the few events that a person may care about; nil: none. Nothing secret and no
	// move is logged.
	Log *slog.Logger
	// Lock is the lock of the journal's directory. Where the directory vanishes and is made
	// anew, it is taken again; nil: there is none.
	Lock *journal.Lock
	// OnRewrite is told, during the call that noticed it, that the journal's file had vanished
	// and that there is a new one; nil: nobody is. It must not call the table.
	OnRewrite func(journal.Rewrite)
	// Digits are the digits of receipts by line of the journal, for tests that compare plays which
	// differ in what is secret: receipts alone may tell them apart. nil: as a box computes them.
	Digits func(line int) string
}

// A Table is one play in progress. It is not safe for concurrent use.
type Table struct {
	play    *play
	attends engine.SeatSet // who sits here this evening
	bots    engine.SeatSet // whom the box plays for
	name    string         // what people call the play; "" nothing
	teaches bool           // the play is explained
	since   int            // how many moves were in force when that was said
	journal *journal.Journal
	log     *slog.Logger
	clock   clock
	draws   []draw // random moves of the table that were undone, in order
	rewound int    // how often moves were taken back
	pending *request
	fair    fair
	fixed   func(line int) string // Options.Digits
	out     []engine.Cue
	line    []byte // of the journal
}

// New begins a play of t and returns its first cues. With a journal, it writes and syncs the
// journal's files, and makes their directory if there is none; a journal that exists already
// is not overwritten.
func New(t *engine.Title, h engine.Header, o Options) (*Table, []engine.Cue, error) {
	if t.Whole != nil {
		h = t.Whole(h)
	}
	p, cues, err := begin(t, h)
	if err != nil {
		return nil, nil, err
	}
	if o.Name != "" {
		if err := CheckName(o.Name); err != nil {
			return nil, nil, err
		}
	}
	var more [][]byte
	if o.Name != "" {
		more = append(more, nameLine(h.Seats, o.Name))
	}
	tb := newTable(p, o)
	if err := tb.beginFair(1 + len(more)); err != nil {
		return nil, nil, err
	}
	if o.Journal != nil {
		o.Journal.Use(o.Lock, o.OnRewrite)
		if err := o.Journal.Create(h, more...); err != nil {
			return nil, nil, err
		}
	}
	tb.name = o.Name
	tb.log.Info("play begun", "game", t.ID, "seats", len(h.Seats))
	return tb, cues, nil
}

func newTable(p *play, o Options) *Table {
	return &Table{play: p, clock: clock{percent: 100, timers: make([]timer, 0, 2*len(p.header.Seats))}, attends: p.all(), journal: o.Journal, log: o.logger(), fixed: o.Digits}
}

// logger returns where the table logs.
func (o *Options) logger() *slog.Logger {
	if o.Log == nil {
		return slog.New(slog.DiscardHandler)
	}
	return o.Log
}

// Title returns the title that is played.
func (t *Table) Title() *engine.Title { return t.play.title }

// Header returns the header of the play. Its seed is secret until the play is over.
func (t *Table) Header() engine.Header { return t.play.header }

// Roster returns the names of the seats.
func (t *Table) Roster() engine.Roster { return t.play.header.Seats }

// Asks returns what is waited for now, in seat order with the table first. The slice and
// what it holds are good until the next change.
func (t *Table) Asks() []engine.Ask { return t.play.asks }

// View returns what the viewer may know.
func (t *Table) View(l engine.Viewer) engine.View { return t.play.game.View(l) }

// Over reports whether the play has ended. Its last moves can still be undone.
func (t *Table) Over() bool { return t.play.game.Over() }

// Moves returns how many moves are in force.
func (t *Table) Moves() int { return len(t.play.moves) }

// Locked returns the seats whose answer in the simultaneous step that is open is in and
// may be taken back.
func (t *Table) Locked() engine.SeatSet { return t.play.locked }

// Play makes a move. With a journal, the move is synced on disk when Play returns. An
// [*engine.Refusal] changes nothing; nor does a [*journal.Error]: the move has not been made
// and can be tried again, but what Asks returned before is no longer good. The cues are good
// until the next change.
//
// A move withdraws an undo that waits for consent.
func (t *Table) Play(now time.Duration, m engine.Move) ([]engine.Cue, error) {
	t.see(now)
	if t.clock.paused {
		return nil, refusePaused()
	}
	return t.move(m, journal.BySeat)
}

// ReadLine returns the move that a line of a record means. Whether it is legal now is for
// [Table.Play] to say.
func (t *Table) ReadLine(line []byte) (engine.Move, error) { return t.play.reader.Read(line) }

// PlayLine makes the move that a line of a record means.
func (t *Table) PlayLine(now time.Duration, line []byte) ([]engine.Cue, error) {
	m, err := t.ReadLine(line)
	if err != nil {
		return nil, err
	}
	return t.Play(now, m)
}

func refusePaused() *engine.Refusal { return engine.Refuse("", "refuse.paused") }

// move makes one move, and again the draws that were undone and are asked for again.
func (t *Table) move(m engine.Move, by journal.Maker) ([]engine.Cue, error) {
	p := t.play
	n := len(p.moves)
	held := p.held()
	cues, err := p.make(m, by)
	if err != nil {
		return nil, err
	}
	if held&^p.locked != 0 {
		// The step has ended with an answer that nobody gave.
		t.play = p.back(n)
		if err := t.letGo(); err != nil {
			return nil, err
		}
		p = t.play
		n = len(p.moves)
		if cues, err = p.make(m, by); err != nil {
			return nil, err
		}
	}
	again := t.recast(m)
	if again {
		cues = t.castAgain(cues)
	}
	if t.journal != nil {
		for i := n; i < len(p.moves); i++ {
			over := i == len(p.moves)-1 && p.game.Over()
			t.line = p.appendLine(t.line[:0], i)
			t.journal.Add(t.line, journal.Stamp{Age: t.clock.age, By: p.moves[i].by, Over: over})
		}
		if err := t.journal.Flush(); err != nil {
			// The game has moved and the disk has not: go back to what the disk holds.
			t.play = p.back(n)
			return nil, err
		}
	}
	t.count(n)
	t.settle(n)
	t.pending = nil
	t.arm(p.moves[n].ask, cues)
	if p.game.Over() {
		t.log.Info("play over", "game", p.title.ID, "moves", len(p.moves))
	}
	return cues, nil
}

// AppendRecord appends the record: the header and the moves in force, a line each. It holds
// the seed and every secret, so it is for after the play.
func (t *Table) AppendRecord(dst []byte) []byte {
	p := t.play
	dst = append(p.header.Append(dst), '\n')
	for i := range p.moves {
		dst = append(p.appendLine(dst, i), '\n')
	}
	return dst
}

// Move returns move number i of those in force, from 0. Like the record it may be secret.
func (t *Table) Move(i int) engine.Move { return t.play.moves[i].Move }

// Rewound returns how often moves in force have been taken back: while it stays the same, moves are
// only added.
func (t *Table) Rewound() int { return t.rewound }

// Pressed returns when the last press of the record was that counts by its time
// ([engine.Ask.Timed]), on the clock of these presses; 0 where there is none.
func (t *Table) Pressed() time.Duration {
	p := t.play
	var line []byte
	for i := len(p.moves) - 1; i >= 0; i-- {
		var press struct { // as [engine.Ask.Stamped] makes it; in other moves "at" is a word
			At *int
			Us int
		}
		if line = p.appendLine(line[:0], i); json.Unmarshal(line, &press) == nil && press.At != nil {
			return time.Duration(*press.At)*time.Millisecond + time.Duration(press.Us)*time.Microsecond
		}
	}
	return 0
}

// AppendPublicRecord appends the record as it may be given away after the play: without what
// nobody may know even then ([engine.Title.Public]).
func (t *Table) AppendPublicRecord(dst []byte) []byte {
	p := t.play
	if p.title.Public == nil {
		return t.AppendRecord(dst)
	}
	moves := make([]engine.Move, len(p.moves))
	for i := range moves {
		moves[i] = p.moves[i].Move
	}
	dst = append(p.header.Append(dst), '\n')
	for _, m := range p.title.Public(p.header, moves) {
		dst = append(p.writer.Append(dst, m), '\n')
	}
	return dst
}

// Status returns the status as one JSON object, with the private parts of the viewers.
func (t *Table) Status(viewers ...engine.Viewer) ([]byte, error) {
	return engine.AppendStatus(nil, t.play.game, t.Roster(), viewers...)
}

// Journal returns the journal, or nil.
func (t *Table) Journal() *journal.Journal { return t.journal }

// DropJournal continues without a journal, if the disk has failed and the table wants to
// play all the same. What is on disk stays, and a mark is put beside it, so that [journal.List] and
// [Open] can tell that the play went on. An error says that the mark may be missing or that
// the file could not be closed; the play goes on all the same.
func (t *Table) DropJournal() error {
	j := t.journal
	t.journal = nil
	if j == nil {
		return nil
	}
	return j.Drop()
}

// Leave closes the journal and marks the play as left: [journal.List] says so, until [Open] goes on
// with it.
func (t *Table) Leave() error {
	if t.journal == nil {
		return nil
	}
	return t.journal.Leave()
}

// Close closes the journal. [Open] resumes the play.
func (t *Table) Close() error { return t.journal.Close() }
