package console

import (
	"encoding/json"

	"consigliere/engine"
	"consigliere/hw/lang"
)

// A Desk is what a browser page, or a phone, shows for the table as a whole. Its texts are
// in one language; all that it holds is public. It is ready for encoding/json.
type Desk struct {
	State     string `json:"state"`     // "menu", "play" or "over"
	Lang      string `json:"lang"`      // language of the texts
	Game      string `json:"game"`      // word of the title, "" in the menu
	GameTitle string `json:"gameTitle"` // its name
	Phase     string `json:"phase"`     // name of the phase
	Paused    bool   `json:"paused"`
	CanUndo   bool   `json:"canUndo"` // there is a move to take back; it may still be refused
	Undo      *Undo  `json:"undo"`    // an undo waits for consent; nil if none does

	Seats   []DeskSeat `json:"seats"`
	Heading string     `json:"heading"`
	Lines   []DeskLine `json:"lines"`
	Sheets  []Sheet    `json:"sheets"`
	Seconds int        `json:"seconds"` // countdown of the nearest time-out; -1 if none runs

	Titles []DeskTitle `json:"titles"` // the menu: which games there are
	Resume string      `json:"resume"` // the play in progress that was found, as a sentence; "" if none
	Error  string      `json:"error"`  // what was refused last, and why; "" after the next move
	Rule   *DeskRule   `json:"rule"`   // the rule that forbids it; nil if none does
	Record bool        `json:"record"` // the record can be downloaded: the play is over
	// Missing says which parts of the box do not answer.
	Missing []string `json:"missing"`
}

// An Undo is an undo that waits for consent.
type Undo struct {
	Text  string   `json:"text"`
	Needs []string `json:"needs"` // names of those who have not pressed OK yet
}

// A DeskSeat is a seat as all see it.
type DeskSeat struct {
	Name    string     `json:"name"`
	Locked  bool       `json:"locked"`
	Awaited bool       `json:"awaited"`
	Lines   []DeskLine `json:"lines"` // the lines of the scene that are about this seat
}

// A DeskLine is a line of the scene in words.
type DeskLine struct {
	Seat   string   `json:"seat"` // whose line it is; "" if nobody's
	Icons  []string `json:"icons"`
	Text   string   `json:"text"`
	Strong bool     `json:"strong"`
}

// A DeskRule is a rule of the ledger.
type DeskRule struct {
	Number string    `json:"number"` // such as "NARO-4.2"
	Text   string    `json:"text"`   // its sentence
	Lang   lang.Lang `json:"lang"`   // of the sentence
}

// A DeskTitle is a game in the menu.
type DeskTitle struct {
	ID      string       `json:"id"`
	Title   string       `json:"title"`
	Min     int          `json:"min"`
	Max     int          `json:"max"`
	Options []DeskOption `json:"options"`
}

// A DeskOption is an option of a game in the menu.
type DeskOption struct {
	Key     string      `json:"key"`
	Label   string      `json:"label"`
	Kind    string      `json:"kind"` // "bool", "choice", "seat", "int", "object" or "catalogue"
	Values  []SheetItem `json:"values"`
	Default string      `json:"default"`
}

// A Sheet is an ask of the table that anybody may answer by typing: what lies on the
// cardboard. An answer is one of Options' lines, or an object with seat, do and Arg, in
// which Arg is a list of words (cards, several, payment), an object from the keys to words
// (assign, dice) or a number.
type Sheet struct {
	Seat    string        `json:"seat"`
	Verb    string        `json:"verb"`
	Kind    string        `json:"kind"` // "one", "confirm", "several", "number", "payment", "cards", "assign" or "dice"
	Prompt  string        `json:"prompt"`
	Arg     string        `json:"arg"`
	Items   []SheetItem   `json:"items"`
	Keys    []SheetItem   `json:"keys"`
	Options []SheetOption `json:"options"`
	Min     int           `json:"min"`
	Max     int           `json:"max"`
}

// A SheetItem is a thing that can be typed, or a key that it is assigned to.
type SheetItem struct {
	Word  string          `json:"word"`
	JSON  json.RawMessage `json:"json,omitempty"` // the word as an answer has it: a number without quotes
	Label string          `json:"label"`
	Count int             `json:"count"`
	Value int             `json:"value,omitempty"` // payment: what it is worth
}

// A SheetOption is a whole answer.
type SheetOption struct {
	Label string          `json:"label"`
	Line  json.RawMessage `json:"line"`
}

// Desk returns what a browser page shows for the table as a whole, in a language.
func (k *Console) Desk(l lang.Lang) Desk {
	d := Desk{
		State: "menu", Lang: string(l), Seconds: -1,
		Seats: []DeskSeat{}, Lines: []DeskLine{}, Sheets: []Sheet{}, Titles: []DeskTitle{}, Missing: k.missing(l),
	}
	if k.wrong != nil {
		d.Error, d.Rule = k.book.Error(l, k.roster, k.wrong), k.rule(l)
	}
	for _, t := range k.titles {
		d.Titles = append(d.Titles, k.deskTitle(t, l))
	}
	if k.t == nil {
		if k.resume != nil {
			d.Resume = k.resumeText(l)
		}
		return d
	}
	d.State = "play"
	scene, running := k.publicScene(), k.dramatic()
	if k.over && !running {
		d.State, d.Record = "over", true
	}
	d.Game, d.GameTitle = k.t.Title().ID, k.word(l, "game.title")
	if p := k.phase(); p != "" && !running {
		d.Phase = k.word(l, "phase."+p)
	}
	d.Paused, d.CanUndo = k.t.Paused(), k.t.Moves() > 0
	if needs, why := k.pendingUndo(); needs != 0 {
		d.Undo = &Undo{k.text(l, why), k.names(needs)}
	}
	d.Heading = k.text(l, scene.Heading)
	awaited, locked := k.owed()
	for s, name := range k.roster {
		d.Seats = append(d.Seats, DeskSeat{
			Name: name, Locked: locked.Has(engine.Seat(s)), Awaited: awaited.Has(engine.Seat(s)), Lines: []DeskLine{},
		})
	}
	for i := range scene.Lines {
		n := &scene.Lines[i]
		line := DeskLine{Icons: []string{}, Text: k.text(l, n.Text), Strong: n.Strong}
		for _, icon := range n.Icons {
			line.Icons = append(line.Icons, string(icon))
		}
		if n.Seat >= 0 && int(n.Seat) < len(k.roster) {
			line.Seat = k.roster.Name(n.Seat)
			s := &d.Seats[n.Seat]
			s.Lines = append(s.Lines, line)
		}
		d.Lines = append(d.Lines, line)
	}
	if !running {
		d.Seconds = k.seconds()
		for i := range k.asks {
			if a := &k.asks[i]; a.Seat == engine.Table && a.Teller == engine.NoSeat && !a.Secret {
				d.Sheets = append(d.Sheets, k.sheet(a, l))
			}
		}
	}
	return d
}

// missing names the parts that do not answer.
func (k *Console) missing(l lang.Lang) []string {
	out := []string{}
	add := func(f *fault, key string, n int) {
		if f.bad() {
			out = append(out, k.base.Text(l, nil, engine.Text{Key: key, N: n}))
		}
	}
	add(&k.main.fault, "part.main", 0)
	add(&k.lights.fault, "part.lights", 0)
	add(&k.voice, "part.speaker", 0)
	for i := range k.pods {
		add(&k.pods[i].fault, "part.pod_screen", i+1)
	}
	return out
}

func (k *Console) deskTitle(t *engine.Title, l lang.Lang) DeskTitle {
	book := k.books[t.ID]
	d := DeskTitle{ID: t.ID, Title: book.Word(l, "game.title"), Min: t.MinSeats, Max: t.MaxSeats, Options: []DeskOption{}}
	for _, o := range t.Options {
		q := DeskOption{
			Key: o.Key, Label: book.Word(l, "option."+o.Key), Kind: optionKind(o.Kind),
			Values: []SheetItem{}, Default: o.Default,
		}
		if t.Catalogue != nil && o.Key == "catalogue" {
			q.Kind = "catalogue" // a file of the owner's
		}
		for _, v := range o.Values {
			q.Values = append(q.Values, SheetItem{Word: v, Label: book.Word(l, "option."+o.Key+"."+v), Count: 1})
		}
		d.Options = append(d.Options, q)
	}
	return d
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
	}
	return "object"
}

func askKind(k engine.AskKind) string {
	switch k {
	case engine.AskOne:
		return "one"
	case engine.AskConfirm:
		return "confirm"
	case engine.AskSeveral:
		return "several"
	case engine.AskNumber:
		return "number"
	case engine.AskPayment:
		return "payment"
	case engine.AskCards:
		return "cards"
	case engine.AskAssign:
		return "assign"
	}
	return "dice"
}

// sheet returns an ask of the table as a sheet to fill in.
func (k *Console) sheet(a *engine.Ask, l lang.Lang) Sheet {
	s := Sheet{
		Seat: k.roster.Name(a.Seat), Verb: a.Verb, Kind: askKind(a.Kind), Prompt: k.text(l, a.Prompt),
		Arg: a.Arg, Items: []SheetItem{}, Keys: []SheetItem{}, Options: []SheetOption{}, Min: a.Min, Max: a.Max,
	}
	if isTree(a) {
		for _, m := range a.Shown() {
			s.Options = append(s.Options, SheetOption{
				Label: k.moveText(m, l), Line: engine.AppendMove(nil, k.roster, engine.Move{Seat: a.Seat, Do: m}),
			})
		}
		return s
	}
	for _, it := range a.ShownThings() {
		s.Items = append(s.Items, SheetItem{it.Word, a.AppendWord(nil, it.Word), k.word(l, a.Arg+"."+it.Word), max(it.Count, 1), it.Value})
	}
	for _, key := range a.Keys {
		it := SheetItem{Word: key.Word, Count: 1}
		if key.Word == "" {
			it.Word = k.roster.Name(key.Seat)
			it.Label = it.Word
		} else {
			it.Label = k.word(l, "key."+key.Word)
		}
		s.Keys = append(s.Keys, it)
	}
	return s
}
