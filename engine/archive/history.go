package archive

import (
	"cmp"
	"time"

	"consigliere/engine"
	"consigliere/engine/chronicle"
	"consigliere/engine/journal"
	"consigliere/engine/table"
)

// The states of plays.
const (
	Finished   = "finished"
	Unfinished = "unfinished"
	Left       = "left"
	Unreadable = "unreadable"
)

// A Play is a play as the history shows it. It holds no secret of a play that is not over.
type Play struct {
	Number  int       `json:"number"` // of its journal
	Game    string    `json:"game"`   // word in records; "" if nobody can tell
	Title   string    `json:"title"`
	Name    string    `json:"name,omitempty"` // what people call the play
	Began   time.Time `json:"began"`
	Minutes int       `json:"minutes"` // for which it was played, rounded up
	State   string    `json:"state"`
	Warning string    `json:"warning,omitempty"` // what is wrong with its journal
	Moves   int       `json:"moves"`
	Players []string  `json:"players"`
	Winners []string  `json:"winners"`
	Columns []string  `json:"columns"` // what the scores are made of
	Scores  []Score   `json:"scores"`  // by seat; empty until the play is over, or was left where all may know how it stood
	Rounds  [][]int   `json:"rounds"`  // what each seat owned after each round

	Table *table.Table `json:"-"` // nil where the journal cannot be read
	Out   []string     `json:"-"` // by seat: why it is not ranked
}

// A Score is the result of one player.
type Score struct {
	Name   string `json:"name"`
	Values []int  `json:"values"` // by column
	Total  int    `json:"total"`
	Rank   int    `json:"rank"` // 0: not ranked
	Winner bool   `json:"winner"`
}

// A Library finds titles and what they are called, for one language.
type Library struct {
	Find func(id string) *engine.Title
	// Words returns the messages for a play of a title with the header; the title is nil where
	// nobody can tell which it is.
	Words func(t *engine.Title, h engine.Header) (Words, error)
}

// Words are messages in one language.
type Words interface {
	Word(key string) string
	Text(t engine.Text) string
	// Error tells why a record is refused.
	Error(seats engine.Roster, err error) string
}

// History returns the plays of a folder that began at since or later, the newest first.
func (l Library) History(dir string, since time.Time) ([]Play, error) {
	entries, err := journal.List(dir, l.Find)
	if err != nil {
		return nil, err
	}
	plays := []Play{}
	for i := range entries {
		if e := &entries[i]; !e.Began.Before(since) {
			p, err := l.play(e)
			if err != nil {
				return nil, err
			}
			plays = append(plays, p)
		}
	}
	return plays, nil
}

// play reads one journal.
func (l Library) play(e *journal.Entry) (Play, error) {
	p := Play{
		Game: e.Game, Name: e.Name, Title: cmp.Or(e.Game, "?"), Began: e.Began, Minutes: int((e.Age + time.Minute - 1) / time.Minute),
		State: Unfinished, Moves: e.Moves, Players: e.Seats, Winners: []string{}, Columns: []string{}, Scores: []Score{}, Rounds: [][]int{},
	}
	p.Number = journal.Number(e.Path)
	if p.Players == nil {
		p.Players = []string{}
	}
	switch {
	case e.Over:
		p.State = Finished
	case !e.Playable():
		p.State = Unreadable
	case e.Left:
		p.State = Left
	}
	b, err := l.Words(e.Title, engine.Header{Game: e.Game})
	if err != nil {
		return p, err
	}
	if e.Title != nil {
		p.Title = b.Word("game.title")
	}
	if t := e.Text(); t.Key != "" {
		p.Warning = b.Text(t)
	}
	if e.Title == nil || e.State != journal.Whole {
		return p, nil
	}
	if p.Table, err = table.ReplayFile(e.Path, l.Find); err != nil {
		p.State, p.Warning = Unreadable, b.Error(e.Seats, err)
		return p, nil // it is told in the list
	}
	if b, err = l.Words(e.Title, p.Table.Header()); err != nil { // a script has words of its own
		return p, err
	}
	p.Title = b.Word(e.Title.Named(p.Table.Header().Options))
	if p.Table.Over() { // journals by older programs do not say so themselves
		p.State = Finished
	} else {
		if p.State == Left && e.Title.Points != nil {
			p.scored(e.Title.Points(p.Table.View(engine.Public)), b)
		}
		return p, nil
	}
	r, err := chronicle.Read(e.Title, p.Table.AppendRecord(nil))
	if err != nil {
		return p, err
	}
	p.Rounds = append(p.Rounds, r.Rounds...)
	p.scored(r.Score, b)
	return p, nil
}

// scored adds a table of scores.
func (p *Play) scored(t engine.ScoreTable, b Words) {
	for _, key := range t.Columns {
		p.Columns = append(p.Columns, b.Word(key))
	}
	for s, row := range t.Rows {
		p.Scores = append(p.Scores, Score{Name: p.Players[s], Values: row.Values, Total: row.Total, Rank: row.Rank, Winner: row.Winner})
		p.Out = append(p.Out, b.Word(row.Out))
		if row.Winner {
			p.Winners = append(p.Winners, p.Players[s])
		}
	}
}
