package table

import (
	"reflect"

	"consigliere/engine"
	"consigliere/engine/journal"
)

// A play is a game with the moves that made it, in memory only. Undo and taking back make
// a new one out of the moves of the old.
type play struct {
	title  *engine.Title
	header engine.Header
	game   engine.Game
	reader *engine.MoveReader
	writer *engine.MoveWriter

	asks   []engine.Ask
	before []engine.AskID // the asks before the move that is being made
	typ    reflect.Type   // of the last move, and its verb: mostly several make the same one after the other
	verb   string
	moves  []step
	holds  int // how many of them are stand-ins
	// locked holds the seats that have answered in the open simultaneous step, where the answer may
	// be taken back.
	locked engine.SeatSet
}

// A step is a move in force, and what must be known of it to take it back.
type step struct {
	engine.Move

	verb   string
	bound  bool // it has a receipt
	line   int  // of the journal
	by     journal.Maker
	ask    engine.AskID   // what it answered; zero if nothing was asked
	lock   engine.SeatSet // who may take it back, where it answered an ask that allows that
	random bool           // dice or cards fell
	// learned holds the seats that got to know something hidden, witnesses those that saw dice or cards fall. Both
	// are seats of this play; games may say Everyone.
	learned, witnesses engine.SeatSet
	// carried holds the seats that learned or saw something after this move, in moves undone since.
	carried engine.SeatSet
}

// begin begins a play and returns the cues of its beginning.
func begin(t *engine.Title, h engine.Header) (*play, []engine.Cue, error) {
	g, cues, err := t.Begin(h)
	if err != nil {
		return nil, nil, err
	}
	return &play{
		title: t, header: h, game: g, asks: g.Asks(nil),
		reader: engine.NewMoveReader(t.Moves, h.Seats),
		writer: engine.NewMoveWriter(t.Moves, h.Seats),
		moves:  make([]step, 0, 128), before: make([]engine.AskID, 0, engine.MaxSeats),
	}, cues, nil
}

// make makes one move in the game. On an error nothing has changed.
func (p *play) make(m engine.Move, by journal.Maker) ([]engine.Cue, error) {
	if m.Do == nil {
		return nil, engine.UnknownVerb("")
	}
	if typ := reflect.TypeOf(m.Do); typ != p.typ {
		p.typ, p.verb = typ, p.title.Moves.Verb(m.Do)
	}
	verb := p.verb
	var lock engine.SeatSet
	var answered engine.AskID
	p.before = p.before[:0]
	for i := range p.asks {
		a := &p.asks[i]
		if (a.Seat == m.Seat || a.Seat != engine.Table && a.By.Has(m.Seat)) && a.Takes(verb) {
			answered = a.ID()
			if a.Retract {
				lock = a.Answerers()
			}
		} else if a.Retract {
			p.before = append(p.before, a.ID())
		}
	}
	bound := p.bound(m.Seat, verb)
	cues, err := p.game.Play(m)
	if err != nil {
		return nil, err
	}
	p.moves = append(p.moves, step{})
	e := &p.moves[len(p.moves)-1]
	e.Move, e.verb, e.bound, e.by, e.ask, e.lock = m, verb, bound, by, answered, lock
	for i := range cues {
		c := &cues[i]
		if !c.Drawn {
			e.learned |= c.Learned & p.all()
			continue
		}
		e.random = true
		switch {
		case c.Learned != 0:
			e.witnesses |= c.Learned & p.all()
		case c.To != 0:
			e.witnesses |= c.To & p.all()
		default:
			e.witnesses = p.all()
		}
	}
	if by == journal.ByHeld {
		p.holds++
	}
	p.asks = p.game.Asks(p.asks[:0])
	p.lock(lock)
	return cues, nil
}

// lock keeps track of the seats that have locked. The step goes on while the asks that allow taking
// back are those from before without the one answered; anything else is a new step.
func (p *play) lock(who engine.SeatSet) {
	left := p.before
	for i := range p.asks {
		a := &p.asks[i]
		if !a.Retract {
			continue
		}
		if len(left) == 0 || left[0] != a.ID() {
			p.locked = 0
			return
		}
		left = left[1:]
	}
	if len(p.before) == 0 || len(left) > 0 {
		p.locked = 0
	} else {
		p.locked |= who
	}
}

// all returns the set of the seats of this play.
func (p *play) all() engine.SeatSet { return 1<<len(p.header.Seats) - 1 }

// appendLine appends the line of a record that the move number i is, without its newline.
func (p *play) appendLine(dst []byte, i int) []byte { return p.writer.Append(dst, p.moves[i].Move) }

// last returns the number of the last move for which ok reports true, or -1.
func (p *play) last(ok func(*step) bool) int {
	for i := len(p.moves) - 1; i >= 0; i-- {
		if ok(&p.moves[i]) {
			return i
		}
	}
	return -1
}

// without returns a new play with those moves of p for which keep reports true.
func (p *play) without(keep func(i int) bool) (*play, error) {
	q, _, err := begin(p.title, p.header)
	if err != nil {
		return nil, err
	}
	var carried engine.SeatSet // of the moves left out since the last one kept
	for i := range p.moves {
		e := &p.moves[i]
		if !keep(i) {
			carried |= e.learned | e.witnesses | e.carried
			continue
		}
		q.carry(carried)
		carried = 0
		if _, err := q.make(e.Move, e.by); err != nil {
			return nil, err
		}
		q.moves[len(q.moves)-1].line = e.line
		q.carry(e.carried)
	}
	q.carry(carried)
	return q, nil
}

// back returns a new play, made of the first n moves of p.
func (p *play) back(n int) *play {
	q, err := p.without(func(i int) bool { return i < n })
	if err != nil {
		panic("table: the moves before do not replay: " + err.Error())
	}
	return q
}

// carry adds to what the last move has been followed by.
func (p *play) carry(who engine.SeatSet) {
	if n := len(p.moves); n > 0 {
		p.moves[n-1].carried |= who
	}
}
