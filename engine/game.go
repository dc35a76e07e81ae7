package engine

import (
	"encoding/json"
	"io/fs"
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
	// View returns what the looker may know.
	View(Looker) View
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
	// Messages holds messages.en.toml, messages.fa.toml and messages.it.toml, in files
	// rules.fa.toml and rules.it.toml the sentences of the ledger, by their numbers, and in
	// HOWTO.en.md, HOWTO.fa.md and HOWTO.it.md what a player wants to know before a play.
	Messages fs.FS
	// Names returns messages that a header brings, such as the names of cards in an owner's
	// catalogue, by language and key; nil where it brings none. They go before Messages, and
	// are shown as they are, braces and all, but for the arguments of a [Text], which stand as
	// {who}, {whom}, {n}, {m}, {k}, {l}, {what} and {which}. The header was checked. A nil
	// function stands for none.
	Names func(Header) map[string]map[string]string
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
	// Rate says how good an answer of an ask looks to a seat with the view of that seat, for
	// bots; 0 is as good as leaving alone what is only offered. What differs by less than 1 is
	// sometimes chosen the other way, so that nobody can read a bot. nil: all are alike.
	Rate func(v View, a *Ask, do Action) float64
	// Lessons names what is to be explained at this moment of a first game, seen from outside, what
	// comes first before the rest; what was explained before is left out by whoever asks. The
	// explanation is the message "teach." and the name; that of the whole game is "teach.begin".
	// A cue names its own ([Cue.Lesson]). nil: the title teaches nothing.
	Lessons func(View) []string
	// Draw lays out a view for a small display.
	Draw func(View) Scene
	// Picture lays out what the last move showed to everybody, out of the public view after
	// that move: the n-th picture, which cues name ([Cue.Picture]). The game keeps in its
	// public part what the pictures of its last move need. nil where no cue names a picture.
	Picture func(v View, n int) Scene
	// Label returns what an option is called where its word alone does not say what it is,
	// such as a die with what it shows. It is made out of the public view, whoever is asked; a
	// is an argument that the ask lists, or an item of one of its parts. The zero Text, and a
	// nil function, stand for the usual label: the message of the argument's name + "." + the word.
	Label func(v View, ask *Ask, a *Arg) Text
	// Question returns what a step of an answer asks where that depends on what was said before it,
	// such as what is done to a business: said are the arguments before, arg is asked for. It is
	// given what Label is. The zero Text, and a nil function, stand for the usual question.
	Question func(v View, ask *Ask, said []Arg, arg string) Text
	// Explain returns the sentences about an option where that depends on the moment, such as
	// what a die does in this row. It is given what Label is. None, and a nil function, stand for the
	// usual sentence ([HintKeys]).
	Explain func(v View, ask *Ask, a *Arg) []Text
	// Tell puts an event into lines of a log, from nothing but the event. nil: nothing is told.
	Tell func(Event) []Telling
	// Shows reports whether everybody who sees the public view v knows what the move m was that
	// answered a secret ask. It is asked after each later move until it says so. nil: no
	// secret is ever told.
	Shows func(v View, m Move) bool
	// Public returns the moves of a play that is over as everybody may read them, where nobody
	// may know some of them even then, such as who cast which ballot. With these moves it is the
	// same play. nil: all moves may be read.
	Public func(Header, []Move) []Move
	// Past reads a record through and lays out what a play of many evenings has been so far, as
	// everybody knows it. An error is a [*LineError] or belongs to the header. nil: its plays
	// have no past worth telling.
	Past func(record []byte) (Past, error)
	// Score returns the result of a view of a play that is over, and else the zero value. nil:
	// the title keeps no score.
	Score func(View) ScoreTable
	// Standing returns how the seats stand in a play that goes on, a line for each, as far as everybody
	// may know it. nil: the lines of its scene tell that.
	Standing func(View) []Line
	// Worth returns what the looker of a view owns, in the unit of the scores, for the chart of
	// a play. nil: there is no chart.
	Worth func(View) int
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
	// lists: truths, choices and whole numbers.
	Of []Option
	// Tools are those of Values that are no game of their own but begun in the middle of one, with
	// the settings of Of in the option after; nil: none are.
	Tools []string
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

// The kinds of options.
const (
	OptionBool   OptionKind = iota // true or false
	OptionChoice                   // one of Values
	OptionSeat                     // the name of a seat
	OptionInt                      // a whole number
	OptionObject                   // a JSON object or a word; checked by the title
	OptionFile                     // like OptionObject, out of a file that owners write: the Catalogue of the title
)
