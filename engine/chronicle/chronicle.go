// Package chronicle tells a play from its record: a log of its moves, its result, and how
// the seats stood after each round. It holds message keys and numbers, never words.
//
//	log, err := chronicle.Log(title, record, engine.Public)
//
// What a viewer may know is decided by the asks alone: the answer to a secret ask is known to
// those who may give it. It is told to the others at the moment when the public view shows
// it, and never before, so that two plays that differ in what is still secret have the same
// public log.
package chronicle

import (
	"bytes"
	"slices"

	"consigliere/engine"
)

// All is the viewer who may know everything, for plays that are over and for records that
// are one's own.
const All engine.Viewer = engine.NoSeat

// An Entry is one line of a log.
type Entry struct {
	Round int    // 0 before the first, and where the game has no rounds
	Phase string // in which the move was made; "" where a round begins
	Move  int    // which move it is told of, the first being 1; 0 is the beginning
	Text  engine.Telling
}

// A Result is the state of a play now, or at its end.
type Result struct {
	Header engine.Header
	Moves  int
	Over   bool
	Score  engine.ScoreTable // the zero value until the play is over
	// Rounds is what each seat owned at the end of each round: first by round from 1, then by
	// seat. nil until the play is over, for it may be secret, and where the title keeps none.
	Rounds [][]int
}

// Log returns the log of a record as far as the viewer may know. An error is an
// [*engine.LineError] or belongs to the header.
func Log(t *engine.Title, record []byte, who engine.Viewer) ([]Entry, error) {
	if t.Tell == nil {
		return nil, nil
	}
	var log []Entry
	l := Teller{title: t, who: who}
	_, err := replay(t, record, func(s *step) { log = l.append(log, s) })
	return log, err
}

// A Teller tells the log of a play that goes on, as far as one viewer may know. It follows the
// play in a game of its own. The zero value is not usable.
type Teller struct {
	title  *engine.Title
	who    engine.Viewer
	play   play
	hidden []engine.Move // in seat order
}

// NewTeller returns the teller of a play and what it tells of the beginning. The title
// must tell something: its Tell is not nil.
func NewTeller(t *engine.Title, h engine.Header, who engine.Viewer) (*Teller, []Entry, error) {
	l := &Teller{title: t, who: who}
	s, err := l.play.begin(t, h)
	if err != nil {
		return nil, nil, err
	}
	return l, l.append(nil, s), nil
}

// Append appends what it tells of the next move.
func (l *Teller) Append(log []Entry, m engine.Move) ([]Entry, error) {
	s, err := l.play.move(m)
	if err != nil {
		return log, err
	}
	return l.append(log, s), nil
}

// append appends what it tells of a step.
func (l *Teller) append(log []Entry, s *step) []Entry {
	tell := func(e engine.Event) {
		phase := e.Before.Phase
		if e.Begins {
			phase = ""
		}
		for _, line := range l.title.Tell(e) {
			log = append(log, Entry{e.Before.Round, phase, s.number, line})
		}
	}
	e := engine.Event{Verb: l.title.Moves.Verb(s.move.Do), Before: s.before, After: s.after}
	for _, c := range s.cues {
		if c.To == 0 || l.who == All || c.To.Has(l.who) {
			e.Cues = append(e.Cues, c)
		}
	}
	e.Move.Seat = s.move.Seat
	if s.move.Do == nil {
		e.Begins = true
		tell(e)
		return log
	}
	if s.ask != nil && s.ask.Secret && l.who != All && !s.ask.Answerers().Has(l.who) {
		at, _ := slices.BinarySearchFunc(l.hidden, s.move.Seat, func(m engine.Move, seat engine.Seat) int { return int(m.Seat - seat) })
		l.hidden = slices.Insert(l.hidden, at, s.move)
	} else {
		e.Move.Do = s.move.Do
	}
	if l.title.Shows != nil {
		l.hidden = slices.DeleteFunc(l.hidden, func(m engine.Move) bool {
			shown := l.title.Shows(s.after, m)
			if shown {
				tell(engine.Event{Move: m, Verb: l.title.Moves.Verb(m.Do), Late: true, Before: s.before, After: s.after})
			}
			return shown
		})
	}
	tell(e)
	if s.after.Round != s.before.Round {
		tell(engine.Event{Move: engine.Move{Seat: engine.NoSeat}, Begins: true, Cues: e.Cues, Before: s.after, After: s.after})
	}
	return log
}

// Read plays a record through and returns its result so far.
func Read(t *engine.Title, record []byte) (Result, error) {
	var r Result
	var rounds [][]int
	g, err := replay(t, record, func(s *step) {
		r.Header = s.header
		if s.move.Do == nil {
			return
		}
		r.Moves++
		if t.Worth == nil || s.before.Round < 1 || s.after.Round == s.before.Round && !s.game.Over() {
			return
		}
		round := make([]int, len(s.header.Seats))
		for seat := range round {
			round[seat] = t.Worth(s.game.View(engine.Seat(seat)))
		}
		rounds = append(rounds, round)
	})
	if err != nil {
		return r, err
	}
	if r.Over = g.Over(); r.Over {
		r.Rounds = rounds
		if t.Score != nil {
			r.Score = t.Score(g.View(engine.Public))
		}
	}
	return r, nil
}

// A step is one move of a replay; at the beginning of a play its Do is nil.
type step struct {
	header        engine.Header
	game          engine.Game
	move          engine.Move
	number        int         // of the move, the first being 1
	ask           *engine.Ask // that the move answered, or nil
	cues          []engine.Cue
	before, after engine.View
}

// A play is a game that follows a record.
type play struct {
	title  *engine.Title
	header engine.Header
	game   engine.Game
	reader *engine.MoveReader
	asks   []engine.Ask
	view   engine.View // the public one, after the last move
	moves  int
}

// begin begins the play.
func (p *play) begin(t *engine.Title, h engine.Header) (*step, error) {
	g, cues, err := t.Begin(h)
	if err != nil {
		return nil, err
	}
	*p = play{title: t, header: h, game: g, reader: engine.NewMoveReader(t.Moves, h.Seats)}
	p.view = g.View(engine.Public)
	return &step{header: h, game: g, move: engine.Move{Seat: engine.NoSeat}, cues: cues, before: p.view, after: p.view}, nil
}

// move makes a move.
func (p *play) move(m engine.Move) (*step, error) {
	s := &step{header: p.header, game: p.game, move: m, before: p.view}
	p.asks = p.game.Asks(p.asks[:0])
	s.ask = answered(p.asks, m, p.title.Moves.Verb(m.Do))
	var err error
	if s.cues, err = p.game.Play(m); err != nil {
		return nil, err
	}
	p.view = p.game.View(engine.Public)
	s.after = p.view
	p.moves++
	s.number = p.moves
	return s, nil
}

// replay plays a record and calls f after its beginning and after each move.
func replay(t *engine.Title, record []byte, f func(*step)) (engine.Game, error) {
	var p play
	err := engine.Lines(bytes.NewReader(record), func(_ int, line []byte) error {
		var s *step
		var err error
		if p.game == nil {
			var h engine.Header
			if h, err = engine.ParseHeader(line); err != nil {
				return err
			}
			s, err = p.begin(t, h)
		} else {
			var m engine.Move
			if m, err = p.reader.Read(line); err == nil {
				s, err = p.move(m)
			}
		}
		if err != nil {
			return err
		}
		f(s)
		return nil
	})
	if err == nil && p.game == nil {
		err = &engine.LineError{Line: 1, Err: engine.Refuse("", "refuse.not_json", "\"\"")}
	}
	return p.game, err
}

// answered returns the ask that the move answers, or nil.
func answered(asks []engine.Ask, m engine.Move, verb string) *engine.Ask {
	for i := range asks {
		a := &asks[i]
		if a.Takes(verb) && (a.Seat == m.Seat || a.Seat != engine.Table && a.By.Has(m.Seat)) {
			return a
		}
	}
	return nil
}
