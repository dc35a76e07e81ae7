package table

import (
	"consigliere/engine"
)

// A play is a game with the moves that made it, in memory only. Undo and taking back make
// a new one out of the lines of the old.
type play struct {
	title  *engine.Title
	header engine.Header
	game   engine.Game
	reader *engine.MoveReader
	writer *engine.MoveWriter

	asks   []engine.Ask
	before []open // the asks before the move that is being made
	lines  []byte // the moves in force as lines of a record, each with its newline
	moves  []made
	// locked is who has answered in the simultaneous step that is open, where the answer may
	// be taken back.
	locked engine.SeatSet
}

// A made is a move in force.
type made struct {
	end    int // its line ends here in lines
	seat   engine.Seat
	verb   string
	by     maker
	lock   bool // it answered an ask that allows taking back
	random bool // dice or cards fell
	// learned is who got to know something hidden, fallen who saw dice or cards fall. Both are
	// seats of this play; games may say Everyone.
	learned, fallen engine.SeatSet
	// carried is who learned or saw something after this move in moves undone since.
	carried engine.SeatSet
}

// A maker says who made a move, where it was not the seat itself.
type maker uint8

const (
	bySeat  maker = iota
	byClock       // a time-out
	byUndo        // what was random stays as it fell
)

var makers = [...]string{bySeat: "", byClock: "clock", byUndo: "undo"}

// An open is what must be remembered of an ask while the game makes the next list.
type open struct {
	seat engine.Seat
	verb string
}

// begin returns the play of a header that has been checked.
func begin(t *engine.Title, h engine.Header) (*play, error) {
	g, err := t.Begin(h)
	if err != nil {
		return nil, err
	}
	return &play{
		title: t, header: h, game: g, asks: g.Asks(nil),
		reader: engine.NewMoveReader(t, h.Seats),
		writer: engine.NewMoveWriter(h.Seats),
		lines:  make([]byte, 0, 4096), moves: make([]made, 0, 128),
	}, nil
}

// make makes one move in the game. On an error nothing has changed. The move's line is the
// last of p.lines.
func (p *play) make(m engine.Move, by maker) ([]engine.Cue, error) {
	if m.Do == nil {
		return nil, engine.UnknownVerb("")
	}
	// The line is written first: the arguments may belong to the game's own list of asks,
	// which is good only until it plays.
	start := len(p.lines)
	p.lines = append(p.writer.Append(p.lines, m), '\n')
	verb := m.Do.Verb()
	lock := false
	p.before = p.before[:0]
	for i := range p.asks {
		a := &p.asks[i]
		switch {
		case !a.Retract:
		case a.Seat == m.Seat && a.Verb == verb:
			lock = true
		default:
			p.before = append(p.before, open{a.Seat, a.Verb})
		}
	}
	cues, err := p.game.Play(m)
	if err != nil {
		p.lines = p.lines[:start]
		return nil, err
	}
	e := made{end: len(p.lines), seat: m.Seat, verb: verb, by: by, lock: lock}
	for i := range cues {
		c := &cues[i]
		if !c.Drawn {
			e.learned |= c.Learned & p.all()
			continue
		}
		e.random = true
		switch {
		case c.Learned != 0:
			e.fallen |= c.Learned & p.all()
		case c.To != 0:
			e.fallen |= c.To & p.all()
		default:
			e.fallen = p.all()
		}
	}
	p.moves = append(p.moves, e)
	p.asks = p.game.Asks(p.asks[:0])
	p.lock(m.Seat, lock)
	return cues, nil
}

// lock keeps account of who has locked. The step goes on while the asks that allow taking
// back are those from before without the one answered; anything else is a new step.
func (p *play) lock(s engine.Seat, lock bool) {
	left := p.before
	for i := range p.asks {
		a := &p.asks[i]
		if !a.Retract {
			continue
		}
		if len(left) == 0 || left[0] != (open{a.Seat, a.Verb}) {
			p.locked = 0
			return
		}
		left = left[1:]
	}
	if len(p.before) == 0 || len(left) > 0 {
		p.locked = 0
	} else if lock {
		p.locked = p.locked.With(s)
	}
}

// all returns the set of the seats of this play.
func (p *play) all() engine.SeatSet { return 1<<len(p.header.Seats) - 1 }

// line returns the line of the move number i, without its newline.
func (p *play) line(i int) []byte {
	start := 0
	if i > 0 {
		start = p.moves[i-1].end
	}
	return p.lines[start : p.moves[i].end-1]
}

// lastOf returns the number of the last move of s for which ok, or -1.
func (p *play) lastOf(s engine.Seat, ok func(*made) bool) int {
	for i := len(p.moves) - 1; i >= 0; i-- {
		if e := &p.moves[i]; e.seat == s && ok(e) {
			return i
		}
	}
	return -1
}

// without returns a new play, made of the moves of p for which keep.
func (p *play) without(keep func(i int) bool) (*play, error) {
	q, err := begin(p.title, p.header)
	if err != nil {
		return nil, err
	}
	var carried engine.SeatSet // of the moves left out since the last one kept
	for i := range p.moves {
		e := &p.moves[i]
		if !keep(i) {
			carried |= e.learned | e.fallen | e.carried
			continue
		}
		q.carry(carried)
		carried = 0
		m, err := q.reader.Read(p.line(i))
		if err != nil {
			return nil, err
		}
		if _, err := q.make(m, e.by); err != nil {
			return nil, err
		}
		q.carry(e.carried)
	}
	q.carry(carried)
	return q, nil
}

// carry adds to what the last move has been followed by.
func (p *play) carry(who engine.SeatSet) {
	if n := len(p.moves); n > 0 {
		p.moves[n-1].carried |= who
	}
}
