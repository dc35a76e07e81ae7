package desk

import (
	"cmp"
	"encoding/base64"
	"strings"

	"consigliere/engine"
	"consigliere/hw/lang"
	"consigliere/hw/words"
)

// A maker makes desks of a snapshot, in a language.
type maker struct {
	*Snapshot
	lang lang.Lang
}

func (m *maker) text(t engine.Text) string { return m.Words.Text(m.lang, t) }
func (m *maker) word(key string) string    { return m.Words.Word(m.lang, key) }

// rule returns the rule that forbids what was refused, or nil.
func (m *maker) rule(err error) *Rule {
	r := m.Words.Rule(m.lang, err)
	if r == nil {
		return nil
	}
	return &Rule{Number: r.Number, Text: r.Text, Lang: r.Lang}
}

// noSeatBytes is how many bytes the desk of a seat has at most where nothing is played.
const noSeatBytes = 1 << 10

// public returns what a page shows for the table as a whole.
func (m *maker) public() Public {
	d := Public{
		State: "menu", Lang: string(m.lang), Seconds: -1, Plays: []Saved{}, People: []string{},
		Seats: []Player{}, Lines: []Line{}, Groups: []Group{}, Map: []Area{}, Log: []Entry{}, Sheets: []Sheet{}, Titles: []Title{}, Missing: []string{},
	}
	d.Hub, d.Judge, d.Settings = m.Hub, m.Judge, m.Settings
	d.Deal = m.deal()
	for _, t := range m.Missing {
		d.Missing = append(d.Missing, m.Words.Plain(m.lang, t))
	}
	if m.Refused != nil {
		d.Error, d.Rule = m.Words.Error(m.lang, m.Refused), m.rule(m.Refused)
	}
	if m.Menu != nil {
		d.SeatBytes = noSeatBytes
		m.menu(&d)
		return d
	}
	p := m.Play
	d.State = "play"
	if p.Typed != 0 {
		d.Typed = m.word("ui.typed") + " " + m.Words.List(m.lang, p.Typed)
	}
	if p.Over {
		d.State, d.Record, d.Score, d.Film = "over", true, m.score(), p.Film.made()
	}
	d.Game, d.GameTitle, d.Name = p.Title.ID, m.word(cmp.Or(p.Named, "game.title")), p.Name
	d.SeatBytes = p.SeatBytes
	if p.Public.Phase != "" && !p.Veiled {
		d.Phase = m.word("phase." + p.Public.Phase)
	}
	if !p.Veiled {
		d.Round = p.Public.Round
	}
	d.Journal = p.Journal
	for i, t := range p.Lesson {
		if i > 0 {
			d.Lesson += " "
		}
		d.Lesson += m.text(t)
	}
	d.Hurry = p.Hurry && !p.Paused
	d.Past, d.Paused, d.Kept, d.CanUndo = p.HasPast, p.Paused, p.Kept, p.CanUndo
	if p.Undo != nil {
		d.Undo = &Undo{m.text(p.Undo.Why), m.Words.Names(p.Undo.Needs)}
	}
	d.Fair = m.fair()
	m.scene(&d)
	d.Log = m.story()
	if p.Dramatic {
		return d
	}
	d.Seconds = p.Seconds
	for i := range p.Sheets {
		d.Sheets = append(d.Sheets, m.sheet(&p.Sheets[i]))
	}
	d.Together, d.Question = m.text(p.Together), m.Words.Asked(m.lang, p.Asked)
	if a := m.common(); a != nil {
		d.Does, d.Purpose = a.Verb, m.labels(a).Purpose()
	}
	switch {
	case p.Open == nil:
	case p.Thinking:
		d.Ask = &Ask{
			Seat: m.Words.Roster.Name(p.Open.Seat), Verb: p.Open.Verbs[0], Choices: []Choice{}, Others: []string{},
			Question: m.text(engine.Say("ui.thinking").Thing("verb." + p.Open.Verbs[0])),
		}
	default:
		d.Ask = m.ask(p.Open)
	}
	return d
}

// scene puts the seats and what all see on the desk.
func (m *maker) scene(d *Public) {
	p := m.Play
	for i := range p.Seats {
		s := &p.Seats[i]
		d.Seats = append(d.Seats, Player{
			Name: s.Name, Pod: s.Pod, Lang: s.Lang, Bot: s.Bot, Away: s.Away, Phone: s.Phone, Look: s.Look, Locked: s.Locked, Awaited: s.Awaited, Lines: []Line{},
			Secrecy: s.Secrecy, Asked: m.text(s.Prompt),
		})
		if s.Prompt.Key != "" {
			m.openly(&s.Asks[0], &d.Seats[i])
		}
	}
	d.Heading, d.Lines = m.text(p.Scene.Heading), m.lines(p.Scene.Lines)
	for i, line := range d.Lines {
		if n := p.Scene.Lines[i].Seat; n >= 0 && int(n) < len(d.Seats) {
			d.Seats[n].Lines = append(d.Seats[n].Lines, line)
		}
	}
	for i := range p.Scene.Groups {
		d.Groups = append(d.Groups, m.group(&p.Scene.Groups[i]))
	}
	for i := range p.Scene.Areas {
		a := &p.Scene.Areas[i]
		area := Area{Heading: m.text(a.Heading), Row: a.Row, Col: a.Col, Lines: m.lines(a.Lines)}
		if a.Seat >= 0 && int(a.Seat) < len(m.Words.Roster) {
			area.Seat = m.Words.Roster.Name(a.Seat)
		}
		d.Map = append(d.Map, area)
	}
	d.Board = m.pieces(m.Play.Goes)
	if r := p.Reveal; r != nil {
		d.Reveal = &Reveal{Heading: m.text(r.Scene.Heading), Text: m.text(r.Text), Lines: m.lines(r.Scene.Lines)}
		if r.Row >= 0 {
			d.Reveal.Lines[r.Row].Called = true
		}
		m.stand(d.Reveal.Lines)
	}
}

func (m *maker) group(g *engine.Group) Group {
	return Group{m.text(g.Heading), m.lines(g.Lines), g.Asked}
}

// lines puts lines of a scene into words.
func (m *maker) lines(lines []engine.Line) []Line {
	list := make([]Line, len(lines))
	for i := range lines {
		n := &lines[i]
		list[i] = Line{Icons: []string{}, Text: m.text(n.Text), Help: m.text(n.Help), Strong: n.Strong, Bar: n.Bar}
		for _, icon := range n.Icons {
			list[i].Icons = append(list[i].Icons, string(icon))
		}
		if n.Seat >= 0 && int(n.Seat) < len(m.Words.Roster) {
			list[i].Seat = m.Words.Roster.Name(n.Seat)
		}
	}
	return list
}

// labels returns the labels of an ask.
func (m *maker) labels(a *engine.Ask) *words.Labels { return m.Words.Labels(a, m.Play.Public, m.lang) }

// fewChoices is how many choices of what a seat is asked openly everybody reads with the question.
const fewChoices = 6

// openly puts on the desk what is to be read of an ask that a seat answers on its own screen, with nothing to hide.
func (m *maker) openly(a *engine.Ask, d *Player) {
	n := m.labels(a)
	d.Purpose = n.Purpose()
	if len(a.Parts) > 0 || len(a.Shown()) > fewChoices || a.Timed {
		return
	}
	for _, do := range a.Shown() {
		d.Choices = append(d.Choices, Choice{Label: n.Move(do), Help: n.MoveHint(do)})
	}
}

// common is what several seats are asked, or one in secret.
func (m *maker) common() *engine.Ask {
	p, found := m.Play, -1
	for i := range p.Seats {
		s := &p.Seats[i]
		asked := p.Asked.Seats.Has(engine.Seat(i)) || p.Together.Key != "" && len(s.Asks) > 0 && s.Asks[0].Prompt == p.Together
		if len(s.Asks) == 0 || !s.Awaited || !asked {
			continue
		}
		// Whoever is openly asked something else has that as it is.
		if found < 0 || p.Seats[found].Secrecy == engine.Open && s.Secrecy != engine.Open {
			found = i
		}
	}
	if found < 0 {
		return nil
	}
	return &p.Seats[found].Asks[0]
}

// ask returns what a seat is asked, one step of the answer at a time.
func (m *maker) ask(s *words.Step) *Ask {
	d := &Ask{Seat: m.Words.Roster.Name(s.Seat), Choices: []Choice{}, Buttons: s.Buttons, Others: []string{}, Back: s.Back, Pick: s.Pick, Adds: s.Adds, Turn: s.Turn, Secrecy: s.Secrecy}
	if s.Ask == nil {
		d.Question = m.word("ui.what")
		for i, verb := range s.Verbs {
			d.Choices = append(d.Choices, Choice{Label: m.word("verb." + verb), Marked: s.Mark == i})
		}
		return d
	}
	n := m.labels(s.Ask)
	d.Verb, d.Question, d.Purpose = s.Ask.Verb, n.StepQuestion(s), n.Purpose()
	for i, verb := range s.Verbs {
		if i != s.At {
			d.Others = append(d.Others, m.word("verb."+verb))
		}
	}
	for i := range s.Choices {
		label := n.ChoiceLabel(s, i)
		c := Choice{Label: label, Help: n.ChoiceHint(s, i), Key: n.ChoiceKey(s, i), Marked: s.Mark == i}
		if s.Buttons == "short" {
			c.Button = words.ShortButtons[i]
		}
		if taken := s.Choices[i].Taken; s.Adds && taken > 0 {
			c.Label = m.lang.Number(taken) + " × " + label
		}
		d.Choices = append(d.Choices, c)
	}
	m.then(n, s, d)
	for _, t := range s.Ends {
		d.Choices = append(d.Choices, Choice{Label: m.Words.Book.Text(m.lang, nil, t)})
	}
	return d
}

// then puts what comes after the choices of a step on the desk: what lies on the board, and whole answers where they are few.
func (m *maker) then(n *words.Labels, s *words.Step, d *Ask) {
	d.Final = s.Then != nil && s.Ask.Final()
	board := m.Play != nil && len(m.Play.Scene.Areas) > 0
	for i := range s.Then {
		d.Choices[i].More = d.Final && len(s.Then[i]) > 0
		for j := range s.Then[i] {
			step := s.ThenStep(&s.Then[i][j])
			t := Then{At: j, Label: n.ChoiceLabel(step, 0), Help: n.ChoiceHint(step, 0), Key: n.ChoiceKey(step, 0)}
			if board && t.Key != "" {
				d.Choices[i].Then = append(d.Choices[i].Then, t)
			}
		}
	}
	for i := range s.Endings {
		for j := range s.Endings[i] {
			var w Way
			for k := range s.Endings[i][j].Steps {
				step := s.ThenStep(&s.Endings[i][j].Steps[k])
				if label := n.ChoiceLabel(step, 0); w.Label == "" {
					w.Label = label
				} else if !strings.HasPrefix(label, w.Label) {
					w.Label += m.word("ui.comma") + label
				} else {
					w.Label = label
				}
				if help := n.ChoiceHint(step, 0); help != "" {
					w.Help = help
				}
			}
			d.Choices[i].Ways = append(d.Choices[i].Ways, w)
		}
	}
}

// sheet returns an ask of the table as a sheet to fill in.
func (m *maker) sheet(a *engine.Ask) Sheet {
	n := m.labels(a)
	sh := Sheet{
		Seat: m.Words.Roster.Name(a.Seat), Verb: a.Verb, Prompt: m.text(a.Prompt), Purpose: n.Purpose(), Confirm: a.Confirm, Optional: a.Optional,
		Options: []SheetOption{}, Parts: []SheetPart{},
	}
	moves := m.Play.Title.Moves
	for _, do := range a.Shown() {
		label := n.Move(do)
		if verb := m.word("verb." + moves.Verb(do)); a.Verbs != nil && verb != label {
			label = verb + m.word("ui.comma") + label
		}
		sh.Options = append(sh.Options, SheetOption{
			Label: label, Help: n.MoveHint(do), Line: moves.AppendLine(nil, m.Words.Roster, engine.Move{Seat: a.Seat, Do: do}),
		})
	}
	for i := range a.Usual {
		u := &a.Usual[i]
		sh.Usual = append(sh.Usual, SheetOption{Label: m.text(u.Text), Line: moves.AppendLine(nil, m.Words.Roster, engine.Move{Seat: a.Seat, Do: u.Do})})
	}
	for i := range a.Parts {
		sh.Parts = append(sh.Parts, sheetPart(n, &a.Parts[i]))
		if t := &m.Play.Thrown; a.Seat == engine.Table && a.Parts[i].Kind == engine.PartDice && len(t.Dice) == len(a.Parts[i].Keys) {
			sh.Parts[i].Read = m.read(t, &a.Parts[i])
		}
	}
	return sh
}

// read returns what the tray has read.
func (m *maker) read(t *ThrownState, p *engine.Part) *SheetRead {
	word := func(at int) string {
		if at < 0 {
			return ""
		}
		return p.ShownItems()[at].Word
	}
	r := &SheetRead{N: t.Count}
	for i := range t.Dice {
		d := &t.Dice[i]
		die := SheetDie{Word: word(d.At), Guess: word(d.Guess), Where: m.text(d.Where)}
		if d.Picture != "" {
			die.Picture = "data:image/jpeg;base64," + base64.StdEncoding.EncodeToString([]byte(d.Picture))
		}
		r.Dice = append(r.Dice, die)
	}
	return r
}

func sheetPart(n *words.Labels, p *engine.Part) SheetPart {
	sp := SheetPart{Arg: p.Arg, Kind: p.Kind.String(), Items: []SheetItem{}, Keys: []SheetItem{}, Min: p.Min, Max: p.Max}
	if n.AsksFor(p.Arg) {
		sp.Label = n.Question(p.Arg)
	}
	if !p.Kind.Lists() {
		sp.Help = n.Hint(p.Arg, "")
	}
	for i := range p.ShownItems() {
		it := &p.ShownItems()[i]
		a := p.ArgOf(it)
		item := SheetItem{Word: it.Word, Label: n.Arg(&a), Help: n.ArgHint(&a), Count: max(it.Count, 1), Value: it.Value}
		if it.Word == "" {
			item.Word = n.Roster.Name(it.Seat)
		}
		item.JSON = p.JSON(n.Roster, it)
		sp.Items = append(sp.Items, item)
	}
	for i := range p.Keys {
		key := &p.Keys[i]
		item := SheetItem{Word: key.Word, Label: n.Key(key), Count: 1}
		if key.Word == "" {
			item.Word = item.Label
		}
		sp.Keys = append(sp.Keys, item)
	}
	return sp
}

// pod returns what a private screen asks.
func (m *maker) pod(v *PodView) *Pod {
	d := &Pod{Ask: m.ask(v.Step), Own: []Group{}}
	if v.Refused != nil {
		d.Why = m.Words.Error(m.lang, v.Refused)
	} else {
		d.Why = m.text(v.Note)
	}
	for i := range v.Own {
		if !v.Own[i].Hints {
			d.Own = append(d.Own, m.group(&v.Own[i]))
		}
	}
	return d
}

// score returns the result; nil where the title keeps no score.
func (m *maker) score() *Score {
	p := m.Play
	if p.Score == nil {
		return nil
	}
	d := &Score{Columns: []string{}, Rows: []ScoreRow{}}
	for _, key := range p.Score.Columns {
		d.Columns = append(d.Columns, m.word(key))
	}
	for _, seat := range p.Order {
		r := &p.Score.Rows[seat]
		row := ScoreRow{Seat: m.Words.Roster[seat], Values: r.Values, Total: r.Total, Winner: r.Winner, Rank: r.Rank, Rounds: []int{}}
		if r.Rank > 0 {
			row.Place = m.lang.Number(r.Rank) + "."
		} else if r.Out != "" {
			row.Place = m.word(r.Out)
		}
		for _, round := range p.Rounds {
			row.Rounds = append(row.Rounds, round[seat])
		}
		d.Rows = append(d.Rows, row)
	}
	return d
}

// How much is told: this round and the one before, but neither less nor more than that many entries.
const (
	storyLeast = 24
	storyMost  = 48
)

// story puts what has happened last into words, the newest at the end.
func (m *maker) story() []Entry {
	all := m.Play.Story
	n := 0
	for n < min(len(all), storyMost) && (n < storyLeast || all[len(all)-1-n].Round >= all[len(all)-1].Round-1) {
		n++
	}
	all = all[len(all)-n:]
	list := make([]Entry, len(all))
	for i := range all {
		e := &all[i]
		at := ""
		if e.Round > 0 {
			at = m.text(engine.Say("log.round").Number(e.Round))
		}
		if e.Phase != "" {
			if at != "" {
				at += m.word("ui.comma")
			}
			at += m.word("phase." + e.Phase)
		}
		parts := make([]string, len(e.Text))
		for j := range parts {
			parts[j] = m.text(e.Text[j])
		}
		list[i] = Entry{at, lang.Telling(m.lang, parts), i > 0 && e.Move == all[i-1].Move && at == list[i-1].At}
	}
	return list
}
