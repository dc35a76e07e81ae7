// Package film shows a finished play move by move, from its record: what lay on the table after each move, as everybody
// saw it or as one seat did, and what was told of it. Nothing is sent anywhere, and nothing is asked: it is for pages
// that show a play, and knows no page.
package film

import (
	"bytes"
	"slices"

	"consigliere/engine"
	"consigliere/engine/chronicle"
	"consigliere/engine/table"
	"consigliere/hw"
	"consigliere/hw/caller"
	"consigliere/hw/desk"
	"consigliere/hw/lang"
	"consigliere/hw/words"
)

// A Film is a play from its beginning to where its record ends. It is not safe for concurrent use.
type Film struct {
	title  *engine.Title
	header engine.Header
	moves  []engine.Move
	words  *words.Play
	record []byte
	result chronicle.Result
	status []byte

	seen map[engine.Viewer]*sight
}

// A sight is the film as one viewer saw it: what lay on the table at each moment, what a seat knew besides, and the log.
type sight struct {
	table []engine.View // the first before any move
	own   []engine.View // of a seat alone
	cues  [][]engine.Cue
	log   []chronicle.Entry
}

// Read reads a record or a journal. Its errors are [table.Replay]'s.
func Read(data []byte, find func(id string) *engine.Title, books *words.Books) (*Film, error) {
	t, err := table.Replay(bytes.NewReader(data), find)
	if err != nil {
		return nil, err
	}
	f := &Film{title: t.Title(), header: t.Header(), record: t.AppendRecord(nil), seen: map[engine.Viewer]*sight{}}
	for i := range t.Moves() {
		f.moves = append(f.moves, t.Move(i))
	}
	f.words = books.Play(f.title, f.header)
	if f.result, err = chronicle.Read(f.title, f.record); err != nil {
		return nil, err
	}
	var all []engine.Viewer
	for seat := range f.header.Seats {
		all = append(all, engine.Viewer(seat))
	}
	f.status, err = t.Status(all...)
	return f, err
}

// Title returns the title of the play.
func (f *Film) Title() *engine.Title { return f.title }

// Seats returns the names of the players.
func (f *Film) Seats() engine.Roster { return f.header.Seats }

// Moves returns how many moves there are.
func (f *Film) Moves() int { return len(f.moves) }

// Over reports whether the play came to its end.
func (f *Film) Over() bool { return f.result.Over }

// Record returns the record, without what a journal adds.
func (f *Film) Record() []byte { return f.record }

// Status returns the last position as one JSON object, as `consigliere replay` prints it.
func (f *Film) Status() []byte { return f.status }

// sight returns the film as somebody saw it. A play that is not over has its secrets still: it is only for everybody.
func (f *Film) sight(who engine.Viewer) (*sight, error) {
	if !f.result.Over {
		who = engine.Public
	}
	if s := f.seen[who]; s != nil {
		return s, nil
	}
	g, cues, err := f.title.Begin(f.header)
	if err != nil {
		return nil, err
	}
	s := &sight{}
	look := func() {
		s.cues = append(s.cues, slices.Clone(cues))
		s.table = append(s.table, g.View(engine.Public))
		if who >= 0 {
			s.own = append(s.own, g.View(who))
		}
	}
	look()
	for _, m := range f.moves {
		if cues, err = g.Play(m); err != nil {
			return nil, err
		}
		look()
	}
	if s.log, err = chronicle.Log(f.title, f.record, who); err != nil {
		return nil, err
	}
	f.seen[who] = s
	return s, nil
}

// A Moment is what lay on the table after a move.
type Moment struct {
	Move int         `json:"move"` // how many were made
	Desk desk.Public `json:"desk"` // its log is of this move alone
	Own  *Own        `json:"own"`  // what the seat knew besides; nil for all other viewers
	// Beats are what was shown of the move before that, one after the other.
	Beats []Beat `json:"beats,omitempty"`
}

// A Beat is a picture that was called, as a stage shows it.
type Beat struct {
	Reveal *desk.Reveal `json:"reveal"`
	Stage  *desk.Stage  `json:"stage"`
}

// An Own is what a seat saw on a screen of its own.
type Own struct {
	Heading string       `json:"heading"`
	Lines   []desk.Line  `json:"lines"` // but for those that lay on the table; so are the groups
	Groups  []desk.Group `json:"groups"`
}

// At returns the moment after n moves, as somebody saw it, in a language.
func (f *Film) At(n int, who engine.Viewer, l lang.Lang) (*Moment, error) {
	n = min(max(n, 0), len(f.moves))
	s, err := f.sight(who)
	if err != nil {
		return nil, err
	}
	p := &desk.Play{Title: f.title, Public: s.table[n], Seconds: -1}
	if f.title.Draw != nil {
		p.Scene = f.title.Draw(s.table[n])
	}
	for _, e := range s.log {
		if e.Move == n {
			p.Story = append(p.Story, e)
		}
	}
	looks := hw.Looks(f.header.Seats, nil)
	for i, name := range f.header.Seats {
		awaited := slices.ContainsFunc(s.table[n].Waiting, func(w engine.Waiting) bool { return w.Seat == name })
		p.Seats = append(p.Seats, desk.SeatState{Name: name, Pod: -1, Look: looks[i], Awaited: awaited})
	}
	if n == len(f.moves) && f.result.Over {
		p.Over = true
		if len(f.result.Score.Rows) > 0 {
			p.Score, p.Order, p.Rounds = &f.result.Score, f.result.Score.Order(), f.result.Rounds
		}
	}
	shot := &desk.Snapshot{Words: f.words, Voice: l, Play: p}
	m := &Moment{Move: n, Desk: *shot.Public(l), Beats: f.beats(n, s, *p, l)}
	if len(s.own) > 0 && f.title.Draw != nil {
		m.Own = f.own(f.title.Draw(s.own[n]), &m.Desk, l)
	}
	return m, nil
}

// beats puts the pictures of a move into words, each with all that was called of it so far.
func (f *Film) beats(n int, s *sight, p desk.Play, l lang.Lang) []Beat {
	if f.title.Picture == nil {
		return nil
	}
	var all []Beat
	pictures := caller.Pictures{}
	for i := range s.cues[n] {
		q := &s.cues[n][i]
		if q.Picture == 0 || !caller.Called(q) {
			continue
		}
		if pictures[q.Picture] == nil {
			sc := f.title.Picture(s.table[n], int(q.Picture))
			pictures[q.Picture] = &sc
		}
		sc, row := pictures.Add(q)
		p := p
		p.Over, p.Score = false, nil
		p.Reveal = &desk.RevealState{Scene: *sc, Text: q.Text, Row: row}
		p.Beat = &desk.BeatState{N: uint64(n*1000 + i + 1), Kind: q.Kind, Act: caller.ActOf(q), Asks: q.Asks, Text: q.Text}
		shot := &desk.Snapshot{Words: f.words, Voice: l, Play: &p}
		all = append(all, Beat{shot.Public(l).Reveal, shot.Stage(l)})
	}
	return all
}

// own puts what a seat saw into words, but for what lay on the table.
func (f *Film) own(sc engine.Scene, table *desk.Public, l lang.Lang) *Own {
	p := &desk.Play{Title: f.title, Scene: sc, Seconds: -1}
	d := (&desk.Snapshot{Words: f.words, Voice: l, Play: p}).Public(l)
	line := func(n desk.Line) bool {
		return slices.ContainsFunc(table.Lines, func(t desk.Line) bool { return t.Seat == n.Seat && t.Text == n.Text })
	}
	group := func(g desk.Group) bool {
		return g.Heading == table.Heading || slices.ContainsFunc(table.Groups, func(t desk.Group) bool { return t.Heading == g.Heading })
	}
	return &Own{d.Heading, slices.DeleteFunc(slices.Clone(d.Lines), line), slices.DeleteFunc(slices.Clone(d.Groups), group)}
}

// A Chapter is what was told of a round, or of a phase of it.
type Chapter struct {
	Round int    `json:"round"`
	Phase string `json:"phase"`
	Lines []Line `json:"lines"`
}

// A Line is a sentence of it.
type Line struct {
	Move int    `json:"move"`
	Text string `json:"text"`
}

// Story returns all that was told, as somebody knew it, in a language.
func (f *Film) Story(who engine.Viewer, l lang.Lang) ([]Chapter, error) {
	s, err := f.sight(who)
	if err != nil {
		return nil, err
	}
	all := []Chapter{}
	last := "-"
	for _, e := range s.log {
		if len(all) == 0 || all[len(all)-1].Round != e.Round || e.Phase != "" && e.Phase != last {
			c := Chapter{Round: e.Round, Lines: []Line{}}
			if last = e.Phase; e.Phase != "" {
				c.Phase = f.words.Word(l, "phase."+e.Phase)
			}
			all = append(all, c)
		}
		parts := make([]string, len(e.Text))
		for i := range parts {
			parts[i] = f.words.Text(l, e.Text[i])
		}
		c := &all[len(all)-1]
		c.Lines = append(c.Lines, Line{e.Move, lang.Telling(l, parts)})
	}
	return all, nil
}

// Name returns what the game is called.
func (f *Film) Name(l lang.Lang) string { return f.words.Word(l, "game.title") }
