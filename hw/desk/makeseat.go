package desk

import (
	"slices"

	"consigliere/engine"
	"consigliere/hw/words"
)

// seat returns what a seat may see and nobody else.
func (m *maker) seat(seat engine.Seat) Seat {
	d := Seat{Asks: []SeatAsk{}, Lines: []Line{}, Groups: []Group{}}
	if seat < 0 {
		return d
	}
	p := m.Play
	s := &p.Seats[seat]
	d.Seat, d.Turn, d.Locked, d.Telling = s.Name, s.Turn, s.Locked, p.Dramatic || s.Explained
	d.Receipt = s.Receipt
	if p.Undo != nil && p.Undo.Needs.Has(seat) {
		if d.Undo = m.text(p.Undo.Why); d.Undo == "" {
			d.Undo = m.word("ui.undo_ask")
		}
	}
	if s.Refused != nil {
		d.Why, d.Rule = m.Words.Error(m.lang, s.Refused), m.rule(s.Refused)
	} else {
		d.Note = m.text(s.Note)
	}
	d.Late, d.Coming = m.text(s.Late), s.Coming
	if d.Coming {
		for i := range s.Asks {
			d.Asks = append(d.Asks, m.seatAsk(&s.Asks[i], seat))
		}
	}
	if d.Telling {
		return d
	}
	if befell := p.Title.Befell; befell != nil {
		d.Befell = m.text(befell(s.View))
	}
	scene := p.Title.Draw(s.View)
	d.Heading, d.Lines = m.text(scene.Heading), m.lines(scene.Lines)
	for i := range scene.Groups {
		if !scene.Groups[i].Hints {
			d.Groups = append(d.Groups, m.group(&scene.Groups[i]))
		}
	}
	d.Secret, d.Awaited, d.Passing, d.After = s.Secret, s.Asked, s.Passing, s.After
	d.Shown = s.Secret && !slices.ContainsFunc(s.Asks, func(a engine.Ask) bool { return a.Secret })
	for i := range s.Asks {
		d.Asks = append(d.Asks, m.seatAsk(&s.Asks[i], seat))
	}
	return d
}

// seatAsk returns an ask as the phone of a seat gets it.
func (m *maker) seatAsk(a *engine.Ask, seat engine.Seat) SeatAsk {
	n := m.labels(a)
	q := SeatAsk{
		Seat: m.Words.Roster.Name(a.Mover(seat)), Verb: a.Verb, Prompt: m.text(a.Prompt), Purpose: n.Purpose(), Confirm: a.Confirm, Timed: a.Timed, Optional: a.Optional,
		Final: a.Lasts(), Alike: a.Secret && a.Alike,
		Steps: []SeatStep{}, Rows: [][]int{}, Parts: []SheetPart{},
	}
	if cover := m.Play.Title.Cover; cover != nil {
		t, idle := cover(m.Play.Seats[seat].View)
		q.Cover, q.Idle = m.text(t), idle
	}
	for i := range a.Parts {
		q.Parts = append(q.Parts, sheetPart(n, &a.Parts[i]))
	}
	if len(a.Parts) == 0 && !a.Timed {
		seatRows(n, m.Play.Title.Moves, &q)
	}
	if a.Late != nil && a.Limit > 0 && m.Settings.Clocks > 0 && len(q.Rows) > 0 {
		moves := m.Play.Title.Moves
		late := moves.Args(nil, a.Late)
		if i := slices.IndexFunc(a.Shown(), func(do engine.Action) bool {
			return moves.Verb(do) == moves.Verb(a.Late) && slices.EqualFunc(moves.Args(nil, do), late, func(x, y engine.Arg) bool { return x.Key == y.Key && x.Value.Equal(&y.Value) })
		}); i >= 0 {
			q.Late = &i
		}
	}
	return q
}

// seatRows takes the moves of an ask apart by their arguments, as [engine.Answer] does. There can
// be hundreds of moves, and each takes many sentences when it is written out.
func seatRows(n *words.Labels, moves *engine.Moves, q *SeatAsk) {
	keys := n.Ask().Steps(moves)
	values := make([][]engine.Value, len(keys)) // by step
	for _, key := range keys {
		q.Steps = append(q.Steps, SeatStep{Question: n.Question(key), Values: []SeatValue{}})
	}
	var args []engine.Arg
	var plain engine.Action
	for _, do := range n.Ask().Shown() {
		args = n.Ask().StepArgs(args[:0], moves, do)
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
				q.Steps[col].Values = append(q.Steps[col].Values, SeatValue{Label: n.Arg(a), Help: n.ArgHint(a), Key: words.Key(a)})
			}
			row[col] = at
			if n.Title.Question == nil {
				continue
			}
			if asked := n.QuestionAfter(args[:i], a.Key); asked != q.Steps[col].Question {
				if q.Steps[col].Asked == nil {
					q.Steps[col].Asked = map[int]string{}
				}
				q.Steps[col].Asked[len(q.Rows)] = asked
			}
		}
		q.Rows = append(q.Rows, row)
	}
	if len(keys) == 0 { // moves without arguments, each by its own name
		q.Steps = append(q.Steps, SeatStep{Question: n.Question(""), Values: []SeatValue{}})
		for i, do := range n.Ask().Shown() {
			q.Steps[0].Values = append(q.Steps[0].Values, SeatValue{Label: n.Move(do), Help: n.MoveHint(do)})
			q.Rows[i] = []int{i}
		}
		return
	}
	for col, key := range keys {
		left := SeatValue{}
		if n.Book.Has(n.Lang(), key+".absent") {
			left = SeatValue{Label: n.Word(n.Lang(), key+".absent"), Help: n.Hint(key, "absent"), Absent: true}
		}
		if col == 0 && plain != nil {
			left = SeatValue{Label: n.Move(plain), Help: n.MoveHint(plain)}
		}
		leftOut(q, col, left)
	}
}

// leftOut gives the rows in which an argument is left out the value that says so.
func leftOut(q *SeatAsk, col int, value SeatValue) {
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
