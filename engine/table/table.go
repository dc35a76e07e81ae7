package table

import (
	"log/slog"
	"time"

	"consigliere/engine"
)

// Options are what a table needs besides the game.
type Options struct {
	// Journal is where the moves go before their effect shows; nil: nothing is on disk.
	Journal *Journal
	// Log gets the few events that a person may care about; nil: none. Nothing secret and no
	// move is logged.
	Log *slog.Logger
}

// A Table is one play in progress. It is not safe for concurrent use.
type Table struct {
	play    *play
	journal *Journal
	log     *slog.Logger
	clock   clock
	fell    []fallen // random moves of the table that were undone, in order
	pending *request
	out     []engine.Cue
}

// New begins a play of t. With a journal, its files are made, whole and synced; a journal
// that is there already is not overwritten.
func New(t *engine.Title, h engine.Header, o Options) (*Table, error) {
	p, err := begin(t, h)
	if err != nil {
		return nil, err
	}
	if o.Journal != nil {
		if err := o.Journal.create(h); err != nil {
			return nil, err
		}
	}
	tb := newTable(p, o)
	tb.log.Info("play begun", "game", t.ID, "seats", len(h.Seats))
	return tb, nil
}

func newTable(p *play, o Options) *Table {
	log := o.Log
	if log == nil {
		log = slog.New(slog.DiscardHandler)
	}
	return &Table{play: p, journal: o.Journal, log: log}
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

// View returns what the looker may know.
func (t *Table) View(l engine.Looker) engine.View { return t.play.game.View(l) }

// Over reports whether the play has ended. Its last moves can still be undone.
func (t *Table) Over() bool { return t.play.game.Over() }

// Moves returns how many moves are in force.
func (t *Table) Moves() int { return len(t.play.moves) }

// Locked returns the seats whose answer in the simultaneous step that is open is in and
// may be taken back.
func (t *Table) Locked() engine.SeatSet { return t.play.locked }

// Play makes a move. With a journal, the move is synced on disk when Play returns. An
// [*engine.Refusal] changes nothing; nor does a [*JournalError]: the move has not been made
// and can be tried again, but what Asks returned before is no longer good. The cues are good
// until the next change.
//
// A move withdraws an undo that waits for consent.
func (t *Table) Play(now time.Duration, m engine.Move) ([]engine.Cue, error) {
	t.see(now)
	if t.clock.paused {
		return nil, refusePaused()
	}
	return t.move(m, bySeat)
}

// PlayLine makes a move that was typed in as a line of a record.
func (t *Table) PlayLine(now time.Duration, line []byte) ([]engine.Cue, error) {
	m, err := t.play.reader.Read(line)
	if err != nil {
		return nil, err
	}
	return t.Play(now, m)
}

func refusePaused() *engine.Refusal { return engine.Refuse("", engine.Say("refuse.paused")) }

// move makes one move, and what has fallen before and is asked for again.
func (t *Table) move(m engine.Move, by maker) ([]engine.Cue, error) {
	p := t.play
	n := len(p.moves)
	cues, err := p.make(m, by)
	if err != nil {
		return nil, err
	}
	again := t.recast(m)
	if again {
		cues = t.castAgain(cues)
	}
	if t.journal != nil {
		for i := n; i < len(p.moves); i++ {
			t.journal.add(p.line(i), t.clock.age, p.moves[i].by)
		}
		if err := t.journal.flush(); err != nil {
			// The game has moved and the disk has not: go back to what the disk holds.
			q, lost := p.without(func(i int) bool { return i < n })
			if lost != nil {
				panic("table: the moves before do not replay: " + lost.Error())
			}
			t.play = q
			return nil, err
		}
	}
	t.settle(n)
	t.pending = nil
	t.arm(m.Seat, m.Do.Verb(), cues)
	if p.game.Over() {
		t.log.Info("play over", "game", p.title.ID, "moves", len(p.moves))
	}
	return cues, nil
}

// AppendRecord appends the record: the header and the moves in force, a line each. It holds
// the seed and every secret, so it is for after the play.
func (t *Table) AppendRecord(dst []byte) []byte {
	dst = append(t.play.header.Append(dst), '\n')
	return append(dst, t.play.lines...)
}

// Status returns the status as one JSON object, with the private parts of the lookers.
func (t *Table) Status(lookers ...engine.Looker) ([]byte, error) {
	return engine.MarshalStatus(t.play.game, t.Roster(), lookers...)
}

// Journal returns the journal, or nil.
func (t *Table) Journal() *Journal { return t.journal }

// DropJournal goes on without a journal, where the disk has failed and the table wants to
// play all the same. What is on disk stays.
func (t *Table) DropJournal() error {
	j := t.journal
	t.journal = nil
	return j.Close()
}

// Close closes the journal. The play can be gone on with by [Open].
func (t *Table) Close() error { return t.journal.Close() }
