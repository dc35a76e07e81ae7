package console

import "encoding/json"

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
	Number string `json:"number"` // such as "NARO-4.2"
	Text   string `json:"text"`   // its sentence in the ledger, in English
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
	Kind    string      `json:"kind"` // "bool", "choice", "seat", "int" or "object"
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
	Word  string `json:"word"`
	Label string `json:"label"`
	Count int    `json:"count"`
	Value int    `json:"value,omitempty"` // payment: what it is worth
}

// A SheetOption is a whole answer.
type SheetOption struct {
	Label string          `json:"label"`
	Line  json.RawMessage `json:"line"`
}
