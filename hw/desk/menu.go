package desk

import (
	"encoding/json"
	"slices"
	"strings"
	"time"

	"consigliere/engine"
	"consigliere/hw/lang"
	"consigliere/hw/words"
)

// menu puts what can be begun on the desk.
func (m *maker) menu(d *Public) {
	for i := range m.Menu.Titles {
		d.Titles = append(d.Titles, m.title(&m.Menu.Titles[i]))
	}
	for i := range m.Menu.Saved {
		d.Plays = append(d.Plays, m.saved(i, &m.Menu.Saved[i]))
	}
	if len(d.Plays) > 0 {
		d.Resume = d.Plays[0].Text
	}
	d.Ended, d.Left = m.Menu.Ended, m.Menu.Left != nil
	if l := m.Menu.Left; l != nil {
		d.Stood = l.stood(m.lang)
	}
	d.People = append(d.People, m.Menu.People...)
	d.Last, d.Joins, d.Brought, d.Prepared = m.Menu.Last, m.Menu.Joins, m.brought(), m.Menu.Prepared
}

// stood returns how a play stood, the best first; nothing where nobody has a point, or where it stood with all alike.
func (l *LeftState) stood(tongue lang.Lang) []Stood {
	var list []Stood
	for i := range l.Lines {
		if n := &l.Lines[i]; n.Seat >= 0 {
			list = append(list, Stood{Seat: l.Roster.Name(n.Seat), Text: l.Words.Text(tongue, n.Text)})
		}
	}
	if slices.ContainsFunc(list, func(s Stood) bool { return s.Text != list[0].Text }) {
		return list
	}
	list = nil
	rows, points := l.Points.Rows, false
	for _, s := range l.Points.Order() {
		list = append(list, Stood{Seat: l.Roster[s], Total: rows[s].Total, Ahead: rows[s].Rank == 1})
		points = points || rows[s].Total != 0
	}
	if !points {
		return nil
	}
	return list
}

// mistakesShown is how many mistakes are shown of what was brought: whoever mends it does so in the workshop, which
// shows all.
const mistakesShown = 5

// brought returns what somebody has brought, or nil.
func (m *maker) brought() *Brought {
	s := m.Menu.Brought
	if s == nil {
		return nil
	}
	t := s.Title
	b := &Brought{Game: t.ID, Option: t.FileOption()}
	b.Name = m.Words.Books.Play(t, engine.Header{Game: t.ID, Options: s.Options}).Word(m.lang, t.Named(s.Options))
	b.Least, b.Most = t.Range(s.Options)
	for i := range s.Wrong[:min(len(s.Wrong), mistakesShown)] {
		b.Wrong = append(b.Wrong, Mistake{s.Wrong[i].Line, m.Words.Books.Title(t.ID).Mistake(m.lang, s.Wrong[i])})
	}
	return b
}

// title returns a game that can be begun.
func (m *maker) title(s *TitleState) Title {
	t, l := s.Title, m.lang
	book := m.Words.Books.Title(t.ID)
	d := Title{ID: t.ID, Title: book.Word(l, "game.title"), About: book.Word(l, "game.about"), Long: book.Word(l, "game.long"), Needs: book.Word(l, "game.needs"), Min: t.MinSeats, Max: t.MaxSeats, Teaches: t.Lessons != nil, Options: []Option{}, Seats: []string{}}
	if t.Campaign {
		d.Name = FreshName(m.Words, l, m.Menu.Taken)
	}
	d.Seats, d.Bots = append(d.Seats, s.Seats...), s.Bots
	for _, o := range t.Options {
		q := option(book, l, "option.", &o)
		if o.Kind == engine.OptionFile && t.Catalogue != nil {
			q.Most = t.Catalogue.Size()
		}
		q.Last = strings.Trim(string(s.Options[o.Key]), `"`)
		if q.Last == "" && t.Ships() && o.Draws() {
			q.Last = "box"
		}
		if m.Menu.NoCamera && o.Draws() {
			q.Alone = "box"
		}
		if t.Players != nil && len(o.Tools) > 0 {
			for i := range q.Values {
				v := &q.Values[i]
				v.Least, v.Most = t.Range(oneOption(o.Key, v.Word))
			}
		}
		for i := range o.Of {
			q.Of = append(q.Of, option(book, l, "option."+o.Key+".", &o.Of[i]))
		}
		if o.Kind == engine.OptionFile && len(o.Values) > 0 {
			q.Values = append(q.Values, SheetItem{Word: "", Label: book.Word(l, "option."+o.Key+".none"), Count: 1})
			q.Default = o.Values[0]
			if _, ok := s.Options[o.Key]; ok {
				q.Default = q.Last
			}
		}
		d.Options = append(d.Options, q)
	}
	for _, tool := range s.Tools {
		key := "option." + s.ToolKey + "." + tool.Name
		d.Tools = append(d.Tools, Tool{Word: tool.Name, Label: book.Word(l, key), Help: book.Word(l, "hint."+key), Options: tool.Options})
	}
	return d
}

// oneOption returns options with one that is set.
func oneOption(key, word string) json.RawMessage {
	data, err := json.Marshal(map[string]string{key: word})
	if err != nil {
		panic("desk: words go into JSON: " + err.Error())
	}
	return data
}

// option returns an option whose message begins with under.
func option(book *lang.Book, l lang.Lang, under string, o *engine.Option) Option {
	q := Option{
		Key: o.Key, Label: book.Word(l, under+o.Key), Help: book.Word(l, "hint."+under+o.Key), Kind: optionKind(o.Kind),
		Values: []SheetItem{}, Default: o.Default, Draws: o.Draws(), Early: o.Early, For: o.For,
	}
	for _, v := range o.Values {
		var n int
		label := book.Word(l, under+o.Key+"."+v)
		if o.Kind == engine.OptionInt && json.Unmarshal([]byte(v), &n) == nil {
			label = l.Number(n)
		}
		item := SheetItem{Word: v, Label: label, Count: 1, Front: slices.Contains(o.Front, v), Laid: slices.Contains(o.Laid, v)}
		if len(o.Tools) > 0 {
			item.Help = book.Word(l, "hint."+under+o.Key+"."+v)
		}
		q.Values = append(q.Values, item)
	}
	return q
}

func optionKind(k engine.OptionKind) string {
	switch k {
	case engine.OptionBool:
		return "bool"
	case engine.OptionChoice:
		return "choice"
	case engine.OptionSeat:
		return "seat"
	case engine.OptionInt:
		return "int"
	case engine.OptionFile:
		return "catalogue"
	case engine.OptionText:
		return "text"
	}
	return "object"
}

// saved returns a game as a page lists it.
func (m *maker) saved(i int, e *SavedState) Saved {
	d := Saved{ID: e.ID, Name: e.Name, Seats: e.Seats, Moves: e.Moves, Text: GoesOn(m.Words.Books, m.lang, i, e)}
	if e.Title != nil {
		d.Game = m.Words.Books.Named(e.Title, e.Options, m.lang)
	}
	if !e.Begun.IsZero() {
		d.Begun = e.Begun.Format(time.RFC3339)
	}
	if e.Warning.Key != "" {
		d.Warning = m.Words.Plain(m.lang, e.Warning)
	}
	if d.Seats == nil {
		d.Seats = []string{}
	}
	return d
}

// FreshName returns a name that no game has.
func FreshName(w *words.Play, l lang.Lang, taken func(string) bool) string {
	for n := 1; ; n++ {
		if name := w.Plain(l, engine.Say("ui.campaign").Number(n)); !taken(name) {
			return name
		}
	}
}

// GoesOn returns the label of game i of those that can be gone on with: the newest as a sentence, the others
// with what tells them apart.
func GoesOn(b *words.Books, l lang.Lang, i int, e *SavedState) string {
	if e.Title == nil {
		return b.Base().Word(l, "ui.go_on_some")
	}
	what := b.Named(e.Title, e.Options, l)
	if e.Name != "" {
		what = l.Isolate(e.Name)
	}
	if i > 0 {
		return b.Base().Text(l, nil, engine.Say("ui.go_on_older").Thing(what).Thing(words.Day(l, e.Begun)).Number(e.Moves))
	}
	return b.Base().Text(l, nil, engine.Say("ui.go_on").Thing(what).Number(len(e.Seats)))
}
