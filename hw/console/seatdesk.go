package console

import (
	"errors"
	"slices"
	"time"

	"consigliere/engine"
	"consigliere/hw/lang"
)

// A SeatDesk is what a phone shows to one seat: what it is asked, what only it may see, and
// what only it is told. Nobody else may get it. Its texts are in one language; it is ready for
// encoding/json.
type SeatDesk struct {
	Seat string `json:"seat"` // its name; "" while there is no such seat
	// Turn changes whenever what is asked of the seat does, and whenever it has answered. An
	// answer names it, so that one that comes late or twice changes nothing.
	Turn    uint64 `json:"turn"`
	Secret  bool   `json:"secret"`  // nobody but the seat may see what it is asked
	Awaited bool   `json:"awaited"` // something is asked, and not only offered
	Passing bool   `json:"passing"` // it is an offer that [TakeBack] lets pass
	Locked  bool   `json:"locked"`  // a choice is locked in, and may perhaps be taken back
	Telling bool   `json:"telling"` // something is revealed, or is about to be explained: what is asked comes after it
	// After says that what has come of the last moves is still being told, and what is asked is shown
	// after it, unless the seat goes on, as on the screen of its pod.
	After bool `json:"after"`

	Asks []SeatAsk `json:"asks"`

	// Heading, Lines and Groups are the view of the seat. They are empty while something is
	// told that nobody may see early.
	Heading string      `json:"heading"`
	Lines   []DeskLine  `json:"lines"`
	Groups  []DeskGroup `json:"groups"`

	Undo string    `json:"undo"` // why the seat is asked whether a move may be taken back; "" if it is not
	Note string    `json:"note"` // what only the seat is told
	Why  string    `json:"why"`  // what was refused, where only the seat may know
	Rule *DeskRule `json:"rule"` // the rule that forbids it; nil if none does
}

// A SeatAsk is what a seat is asked. It is answered with one of Rows, or where there are Parts
// with an object that has seat, do and the argument of each part.
type SeatAsk struct {
	Seat     string `json:"seat"` // whose move the answer is
	Verb     string `json:"verb"`
	Prompt   string `json:"prompt"`
	Confirm  bool   `json:"confirm"`  // there is one row, pressed when ready
	Timed    bool   `json:"timed"`    // the answer is a press, at the time when it comes: [Buzz]
	Optional bool   `json:"optional"` // offered, not waited for
	// Steps are the arguments of the answers. What has a single value among the rows that are
	// left is no question.
	Steps []SeatStep `json:"steps"`
	// Rows are the answers: by step, which of its values the answer has.
	Rows  [][]int     `json:"rows"`
	Parts []SheetPart `json:"parts"`
}

// A SeatStep is one argument of the answers, with its values.
type SeatStep struct {
	Question string      `json:"question"`
	Values   []SeatValue `json:"values"`
	// Asked is what is asked instead, by row, where that depends on what was said before.
	Asked map[int]string `json:"asked,omitempty"`
}

// A SeatValue is a value that an argument can have.
type SeatValue struct {
	Label string `json:"label"`
	Help  string `json:"help,omitempty"` // one sentence that explains it
}

// The commands of a phone. Each is made by one seat, and can do no more than its pod could.
type (
	// Answer answers what a seat is asked.
	Answer struct {
		Seat engine.Seat
		Turn uint64 // of [SeatDesk]
		Ask  int    // which of its asks
		Row  int    // which of the rows of the ask, if Line is empty
		Line []byte // one JSON object like a line of a record, where the ask has parts
	}
	// Buzz answers what any press of a seat answers.
	Buzz struct {
		Seat   engine.Seat
		Turn   uint64
		Unsure time.Duration // how much earlier the press may have been
	}
	// TakeBack takes back what a seat has locked, or lets an offer pass.
	TakeBack struct{ Seat engine.Seat }
	// Dissent says that a seat does not agree to the undo that waits.
	Dissent struct{ Seat engine.Seat }
	// Read says that a seat has read the lesson that is told.
	Read struct{ Seat engine.Seat }
)

// ErrTurn is the error for an answer to what is not asked any more: it came late, or twice.
// The table is not told.
var ErrTurn = errors.New("that is not asked any more")

// ErrNotYours is the error for an answer that is not for the seat to give.
var ErrNotYours = errors.New("that is not for this seat to answer")

// atTurn returns the reply of a seat, if its turn is still the same, the play goes on and nothing is
// to be explained first.
func (k *Console) atTurn(seat engine.Seat, turn uint64) (*reply, error) {
	if seat < 0 {
		return nil, ErrNotYours
	}
	r := k.replies.at(seat)
	if k.t == nil || r == nil || k.t.Paused() || r.turn != turn || k.dueLesson() != "" {
		return nil, ErrTurn
	}
	return r, nil
}

func (c Answer) do(k *Console) error {
	r, err := k.atTurn(c.Seat, c.Turn)
	if err != nil {
		return err
	}
	if c.Ask < 0 || c.Ask >= len(r.asks) || r.asks[c.Ask].Timed {
		return ErrNotYours
	}
	a := &r.asks[c.Ask]
	m := engine.Move{Seat: a.Mover(c.Seat)}
	switch rows := a.Shown(); {
	case len(c.Line) > 0:
		if m, err = k.t.ReadLine(c.Line); err != nil || m.Seat != a.Mover(c.Seat) || !a.Takes(k.t.Title().Moves.Verb(m.Do)) {
			return ErrNotYours
		}
	case c.Row < 0 || c.Row >= len(rows):
		return ErrNotYours
	default:
		m.Do = rows[c.Row]
	}
	k.skip(r)
	return k.give(r, a, m)
}

func (c Buzz) do(k *Console) error {
	r, err := k.atTurn(c.Seat, c.Turn)
	if err != nil {
		return err
	}
	a := r.timed()
	if a == nil {
		return ErrTurn
	}
	return k.buzz(r, a, k.now, c.Unsure)
}

func (c TakeBack) do(k *Console) error {
	if r := k.replies.at(c.Seat); k.t != nil && c.Seat >= 0 && r != nil && r.offered() && !k.t.Paused() {
		k.letPass(r)
		return nil
	}
	if k.t == nil || c.Seat < 0 || !k.locked.Has(c.Seat) || k.t.Paused() {
		return ErrTurn
	}
	return k.takeBack(c.Seat)
}

func (c Dissent) do(k *Console) error {
	if needs := k.undoNeeds(); c.Seat < 0 || !needs.Has(c.Seat) {
		return ErrTurn
	}
	k.cancelUndo()
	return nil
}

func (c Read) do(k *Console) error {
	if c.Seat < 0 || !k.teaching() {
		return ErrTurn
	}
	k.readLesson(k.now)
	return nil
}

// Seat returns the seat of a name in the play, or [engine.NoSeat]. A bot is nobody's.
func (k *Console) Seat(name string) engine.Seat {
	for i, n := range k.roster {
		if seat := engine.Seat(i); n == name && k.t != nil && !k.botSeats().Has(seat) {
			return seat
		}
	}
	return engine.NoSeat
}

// AtPod reports whether somebody has pressed a button of its pod for a seat in this play. Then a
// phone needs to be let in before it may serve the seat.
func (k *Console) AtPod(seat engine.Seat) bool { return seat >= 0 && k.atPods.Has(seat) }

// SeatDesk returns what a phone shows to a seat, in a language; nothing for
// [engine.NoSeat].
func (k *Console) SeatDesk(seat engine.Seat, l lang.Lang) SeatDesk {
	return k.seatDesk(seat, l)
}

func (s *state) seatDesk(seat engine.Seat, l lang.Lang) SeatDesk {
	d := SeatDesk{Asks: []SeatAsk{}, Lines: []DeskLine{}, Groups: []DeskGroup{}}
	if s.t == nil || seat < 0 || int(seat) >= len(s.roster) {
		return d
	}
	r := s.replies.at(seat)
	d.Seat, d.Turn, d.Locked, d.Telling = s.roster.Name(seat), r.turn, s.locked.Has(seat), s.caller.dramatic() || s.dueLesson() != ""
	if needs, why := s.pendingUndo(); needs.Has(seat) {
		d.Undo = s.text(l, why)
		if d.Undo == "" {
			d.Undo = s.word(l, "ui.undo_ask")
		}
	}
	if n := s.note(seat); n != nil {
		if n.err != nil {
			d.Why, d.Rule = s.err(l, n.err), s.rule(l, n.err)
		} else {
			d.Note = s.text(l, n.text)
		}
	}
	if d.Telling {
		return d
	}
	scene := s.t.Title().Draw(s.t.View(seat))
	d.Heading, d.Lines = s.text(l, scene.Heading), s.deskLines(l, scene.Lines)
	for i := range scene.Groups {
		g := &scene.Groups[i]
		d.Groups = append(d.Groups, DeskGroup{s.text(l, g.Heading), s.deskLines(l, g.Lines)})
	}
	d.Secret, d.Awaited, d.Passing = r.secret(), r.waited() || r.offered(), r.offered()
	d.After = d.Awaited && !r.begun && r.timed() == nil && s.caller.telling() && !s.t.Paused()
	for i := range r.asks {
		d.Asks = append(d.Asks, s.seatAsk(&r.asks[i], seat, l))
	}
	return d
}

// seatAsk returns an ask as the phone of a seat gets it.
func (s *state) seatAsk(a *engine.Ask, seat engine.Seat, l lang.Lang) SeatAsk {
	n := s.labels(a, l)
	q := SeatAsk{
		Seat: s.roster.Name(a.Mover(seat)), Verb: a.Verb, Prompt: s.text(l, a.Prompt), Confirm: a.Confirm, Timed: a.Timed, Optional: a.Optional,
		Steps: []SeatStep{}, Rows: [][]int{}, Parts: []SheetPart{},
	}
	for i := range a.Parts {
		q.Parts = append(q.Parts, n.sheetPart(&a.Parts[i]))
	}
	if len(a.Parts) == 0 && !a.Timed {
		n.seatRows(&q)
	}
	return q
}

// seatRows takes the moves of an ask apart by their arguments, as [engine.Answer] does. There can
// be hundreds of moves, each of which is many sentences when it is written out.
func (n *labels) seatRows(q *SeatAsk) {
	moves := n.t.Title().Moves
	keys := n.ask.Steps(moves)
	values := make([][]engine.Value, len(keys)) // by step
	for _, key := range keys {
		q.Steps = append(q.Steps, SeatStep{Question: n.question(key), Values: []SeatValue{}})
	}
	var args []engine.Arg
	verbs := n.ask.ListsVerbs(moves)
	var plain engine.Action
	for _, do := range n.ask.Shown() {
		args = args[:0]
		if verbs {
			args = append(args, engine.Arg{Key: engine.VerbArg, Value: engine.WordOf(moves.Verb(do))})
		}
		args = moves.Args(args, do)
		if len(args) == 0 {
			plain = do
		}
		row := slices.Repeat([]int{-1}, len(keys))
		for i := range args {
			a := &args[i]
			col := slices.Index(keys, a.Key)
			at := slices.IndexFunc(values[col], func(v engine.Value) bool { return v.Equal(&a.Value) })
			if at < 0 {
				at = len(values[col])
				values[col] = append(values[col], a.Value)
				q.Steps[col].Values = append(q.Steps[col].Values, SeatValue{n.arg(a), n.argHint(a)})
			}
			row[col] = at
			if n.t.Title().Question == nil {
				continue
			}
			if asked := n.questionAfter(args[:i], a.Key); asked != q.Steps[col].Question {
				if q.Steps[col].Asked == nil {
					q.Steps[col].Asked = map[int]string{}
				}
				q.Steps[col].Asked[len(q.Rows)] = asked
			}
		}
		q.Rows = append(q.Rows, row)
	}
	if len(keys) == 0 { // moves without arguments, each by its own name
		q.Steps = append(q.Steps, SeatStep{Question: n.question(""), Values: []SeatValue{}})
		for i, do := range n.ask.Shown() {
			q.Steps[0].Values = append(q.Steps[0].Values, SeatValue{n.move(do), n.moveHint(do)})
			q.Rows[i] = []int{i}
		}
		return
	}
	for col, key := range keys {
		left := SeatValue{}
		if n.book.Has(n.lang, key+".absent") {
			left = SeatValue{n.word(n.lang, key+".absent"), n.hint(key, "absent")}
		}
		if col == 0 && plain != nil {
			left = SeatValue{n.move(plain), n.moveHint(plain)}
		}
		n.leftOut(q, col, left)
	}
}

// leftOut gives the rows in which an argument is left out the value that says so.
func (*labels) leftOut(q *SeatAsk, col int, value SeatValue) {
	at := -1
	for i, row := range q.Rows {
		if row[col] >= 0 {
			continue
		}
		if at < 0 {
			at = len(q.Steps[col].Values)
			q.Steps[col].Values = append(q.Steps[col].Values, value)
		}
		row[col] = at
		q.Rows[i] = row
	}
}
