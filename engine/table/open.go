package table

import (
	"bytes"
	"io"

	"consigliere/engine"
	"consigliere/engine/journal"
)

// Open resumes the play of a journal, at the very same ask, with locked choices still
// locked, whether the play was left or not. find returns the title of a word, or nil.
//
// A damaged journal is not refused: it is cut after the last line up to which all are
// whole, unchanged and legal, and the play goes on from there; the Repair says so
// ([journal.Journal.Open]).
func Open(path string, find func(id string) *engine.Title, o Options) (*Table, journal.Repair, error) {
	if o.Journal == nil {
		o.Journal = journal.New(path)
	}
	o.Journal.Use(o.Lock, o.OnRewrite)
	var t *Table
	repair, err := o.Journal.Open(path, o.logger(), func(l journal.Line) (err error) {
		if t == nil {
			t, err = beginLine(l.Record, find, o)
			return err
		}
		if err := t.replay(l.Record, l.By); err != nil {
			return err
		}
		t.clock.age = l.Age
		return nil
	})
	if err != nil {
		return nil, repair, err
	}
	return t, repair, nil
}

// ReplayFile plays the journal in a file through, and changes nothing on disk. A last line that
// was never finished is not part of the play. It is for journals that are whole: an error is
// one of [Replay]'s, or a [*journal.Error].
func ReplayFile(path string, find func(id string) *engine.Title) (*Table, error) {
	data, err := journal.ReadFile(path)
	if err != nil {
		return nil, &journal.Error{Err: err}
	}
	return Replay(bytes.NewReader(data[:bytes.LastIndexByte(data, '\n')+1]), find)
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
	t := newTable(p, o)
	if err := t.beginFair(1); err != nil {
		return nil, err
	}
	return t, nil
}

// replay does what a line of a journal did.
func (t *Table) replay(line []byte, by journal.Maker) error {
	n := t.fair.lines
	err := t.replayLine(line, by)
	if err == nil {
		t.fair.lines = n + 1
	}
	return err
}

func (t *Table) replayLine(line []byte, by journal.Maker) error {
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
		q, i, err := t.takenBack(seat)
		if err != nil {
			return err
		}
		t.lose(&t.play.moves[i])
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
	t.count(n)
	t.settle(n)
	return nil
}

// Replay plays a record, or a journal, whose checksums must fit. An illegal line is told as
// an [*engine.LineError]; the table then stands before that line, and is nil where the
// header is illegal. It has no journal.
func Replay(r io.Reader, find func(id string) *engine.Title) (*Table, error) {
	var t *Table
	var chain journal.Chain
	kept := false
	err := engine.Lines(r, func(n int, line []byte) error {
		if n == 1 || t == nil {
			kept = journal.Is(line)
		}
		by := journal.BySeat
		if kept {
			l, ok := chain.Take(line)
			if !ok {
				return engine.Refuse("", "refuse.checksum")
			}
			line, by = l.Record, l.By
		}
		var err error
		switch {
		case t == nil:
			t, err = beginLine(line, find, Options{})
		case kept:
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
	n := len(t.play.moves)
	_, err = t.play.make(m, journal.BySeat)
	t.count(n)
	return err
}
