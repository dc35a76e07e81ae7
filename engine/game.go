package engine

import (
	"encoding/json"
	"slices"
)

// A Game is the rules engine of one title, playing one play of it. A Game is not safe for
// concurrent use.
type Game interface {
	// Asks appends to dst what the game waits for, in seat order with the table first, and
	// what it offers besides (Optional). Until the play is over at least one ask is not
	// Optional; afterwards there is none.
	Asks(dst []Ask) []Ask
	// Play makes one move. On an error nothing has changed, and the error is a [*Refusal].
	// The cues are good until the next call of Play.
	Play(Move) ([]Cue, error)
	// View returns what the viewer may know.
	View(Viewer) View
	// Over reports whether the play has ended.
	Over() bool
}

// A Title is a game as a list shows it, and the way to begin one.
type Title struct {
	ID                 string // word in records, such as "naro"
	Rule               string // prefix of its rule numbers, such as "NARO"
	MinSeats, MaxSeats int
	Options            Options
	// Players returns how many can play with the options of a header, where that depends on them, such as
	// on a script; ok is false for options that are not good. nil: MinSeats to MaxSeats, whatever they
	// are. Ask [Title.Range].
	Players func(options json.RawMessage) (least, most int, ok bool)
	// Campaign: a play goes on for many evenings, and people give it a name.
	Campaign bool
	// Reserved are names that no seat may have, besides "table" and "none".
	Reserved []string
	// Rules is the ledger: rules, decisions and data, in Markdown.
	Rules string
	// Whole returns a header for a play that begins, with everything that it only names and
	// that may be changed later, such as a pack of the box, written into it. A header that is
	// not good it leaves alone. nil: headers name nothing.
	Whole func(Header) Header
	// Catalogue is for owners who put their own cards and board into the option of the kind
	// [OptionFile]; nil where a title has none.
	Catalogue *Catalogue
	// Moves is how the moves of the game stand in records and answers.
	Moves *Moves
	// New begins a play and returns its first cues. The header was checked by [Title.Check].
	New func(Header) (Game, []Cue, error)
	// Public returns the moves of a play that is over as everybody may read them, where nobody
	// may know some of them even then, such as who cast which ballot. With these moves it is the
	// same play. nil: all moves may be read.
	Public func(Header, []Move) []Move
	// Face is how the game looks and is told. Package NAME/face of a game gives its title one.
	Face
}

// Options are all that the header of a play of a title may set.
type Options []Option

// An Option is something about a play that its header may set.
type Option struct {
	Key  string
	Kind OptionKind
	// Values are those open to an OptionChoice; of an OptionFile what comes with the box, by name,
	// "" for none of it; of an OptionInt in Of those that a list offers.
	Values  []string
	Default string // as text, for lists; "" where the rules say more than one word
	// Of are the settings that an OptionObject is made of, as far as people choose them from
	// lists, or type: truths, choices, whole numbers and texts.
	Of []Option
	// Tools lists the Values that are used in the middle of another game rather than played, with
	// the settings of Of in the option after; nil: none are.
	Tools []string
	// Front lists the Values that stand beside the titles where games are listed: games that people know by their own names.
	Front []string
	// Early says that much depends on the option, so that it is asked before who plays.
	Early bool
	// Laid lists the Values with which all cards and dice lie on the table, so that nobody asks whether the box deals. A header
	// may still say that it does.
	Laid []string
	// For are the tools that have a setting of Of.
	For []string
}

// Range returns how many can play with the options of a header.
func (t *Title) Range(options json.RawMessage) (least, most int) {
	if t.Players != nil {
		if least, most, ok := t.Players(options); ok {
			return least, most
		}
	}
	return t.MinSeats, t.MaxSeats
}

// Named returns the key of the message that says what is played with the options of a header: a game or tool of its own,
// where the title is many, or else the title.
func (t *Title) Named(options json.RawMessage) string {
	var all map[string]json.RawMessage
	// Options can hold a whole campaign; a title without tools needs none of them.
	if tool, _ := t.Tools(); tool == nil || json.Unmarshal(options, &all) != nil {
		return "game.title"
	}
	if all[t.FileOption()] != nil {
		return "game.script" // which the file brings
	}
	for i := range t.Options {
		o := &t.Options[i]
		var word string
		if len(o.Tools) > 0 && json.Unmarshal(all[o.Key], &word) == nil && slices.Contains(o.Values, word) {
			return "option." + o.Key + "." + word
		}
	}
	return "game.title"
}

// SeatBytesWith returns [Face.SeatBytes] of a play with the options of a header, or 0 where they bring a file or settings, of
// which nobody has tried all that they can ask.
func (t *Title) SeatBytesWith(options json.RawMessage) int {
	file := t.FileOption()
	_, settings := t.Tools()
	if t.SeatBytes == 0 || file == "" && settings == nil {
		return t.SeatBytes
	}
	var all map[string]json.RawMessage
	if len(options) > 0 && json.Unmarshal(options, &all) != nil || all[file] != nil || settings != nil && all[settings.Key] != nil {
		return 0
	}
	return t.SeatBytes
}

// Tools returns the options of a title that say which tool is used, and with which settings;
// nil where it has no tools.
func (t *Title) Tools() (tool, settings *Option) {
	for i := range t.Options {
		switch o := &t.Options[i]; {
		case o.Tools != nil:
			tool = o
		case o.Kind == OptionObject && o.Of != nil:
			settings = o
		}
	}
	return tool, settings
}

// FileOption returns the key of the option that takes the catalogue, or "" where the title
// has none.
func (t *Title) FileOption() string {
	for _, o := range t.Options {
		if o.Kind == OptionFile {
			return o.Key
		}
	}
	return ""
}

// An OptionKind is the type of an option's value.
type OptionKind uint8

// LongText is how many letters an [OptionText] can have: a small display shows them whole.
const LongText = 100

// The kinds of options.
const (
	OptionBool   OptionKind = iota // true or false
	OptionChoice                   // one of Values
	OptionSeat                     // the name of a seat
	OptionInt                      // a whole number
	OptionObject                   // a JSON object or a word; checked by the title
	OptionFile                     // like OptionObject, out of a file that owners write: the Catalogue of the title
	OptionText                     // what people type, cleaned as names are ([NormalName]), of at most [LongText] letters
)
