package desk

import (
	"encoding/json"
	"errors"
	"slices"
	"time"

	"consigliere/engine"
	"consigliere/hw/lang"
	"consigliere/hw/words"
)

// ErrNoPlay is the error for a play that is not among those that are over.
var ErrNoPlay = errors.New("there is no such game")

// A Finished is a play that is over, as a page lists it.
type Finished struct {
	ID    string   `json:"id"`
	Game  string   `json:"game"`
	Name  string   `json:"name"`  // what people call it; "" where it has no name
	Seats []string `json:"seats"` // who played
	Begun string   `json:"begun"` // RFC 3339; "" where nobody can tell
}

// A Result is how a play that is over came out, and where it can be watched again.
type Result struct {
	Score *Score `json:"score"` // null where the game keeps no score
	// Heading, Lines and Groups are how it was shown at the end, where there are no scores, such as who was what and which side
	// has won.
	Heading string  `json:"heading,omitempty"`
	Lines   []Line  `json:"lines,omitempty"`
	Groups  []Group `json:"groups,omitempty"`
	Film    *Film   `json:"film"` // null where no site is known
}

// A FinishedState is a play that is over.
type FinishedState struct {
	ID    string
	Title *engine.Title
	Name  string
	// Options are those of the header, where they say which of several games a title is.
	Options json.RawMessage
	Seats   []string
	Begun   time.Time
	Replay  func() (*Ended, error) // any goroutine may call it
}

// An Ended is a play that is over, as its record tells it.
type Ended struct {
	Header engine.Header
	Public engine.View
	Rounds [][]int // what each seat owned after each round; nil where nobody can tell
	Record []byte
}

// A FinishedReader tells of the plays that are over. Reading one takes a while, and the owner of the box need not know of it: any
// goroutine may call it.
type FinishedReader struct {
	Books *words.Books
	Plays []FinishedState // the newest first
	Site  string          // where plays can be watched; "" for none
}

// List lists the plays.
func (r *FinishedReader) List(l lang.Lang) []Finished {
	list := []Finished{}
	for i := range r.Plays {
		p := &r.Plays[i]
		d := Finished{ID: p.ID, Game: r.Books.Named(p.Title, p.Options, l), Name: p.Name, Seats: append([]string{}, p.Seats...)}
		if !p.Begun.IsZero() {
			d.Begun = p.Begun.Format(time.RFC3339)
		}
		list = append(list, d)
	}
	return list
}

func (r *FinishedReader) replay(id string) (*FinishedState, *Ended, error) {
	at := slices.IndexFunc(r.Plays, func(p FinishedState) bool { return p.ID == id })
	if at < 0 {
		return nil, nil, ErrNoPlay
	}
	e, err := r.Plays[at].Replay()
	return &r.Plays[at], e, err
}

// Result returns how a play came out.
func (r *FinishedReader) Result(id string, l lang.Lang) (*Result, error) {
	p, e, err := r.replay(id)
	if err != nil {
		return nil, err
	}
	d := &Result{Film: NewFilm(e.Record, r.Site).made()}
	if p.Title.Score == nil {
		return d, nil
	}
	if score := p.Title.Score(e.Public); len(score.Rows) == len(e.Header.Seats) {
		m := maker{&Snapshot{Words: r.Books.Play(p.Title, e.Header), Play: &Play{Score: &score, Order: score.Order(), Rounds: e.Rounds}}, l}
		if len(score.Columns) == 0 {
			scene := p.Title.Draw(e.Public)
			d.Heading, d.Lines = m.text(scene.Heading), m.lines(scene.Lines)
			for i := range scene.Groups {
				d.Groups = append(d.Groups, m.group(&scene.Groups[i]))
			}
			return d, nil
		}
		d.Score = m.score()
	}
	return d, nil
}

// Record returns the record of a play.
func (r *FinishedReader) Record(id string) ([]byte, error) {
	_, e, err := r.replay(id)
	if err != nil {
		return nil, err
	}
	return e.Record, nil
}
