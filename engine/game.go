package engine

import "io/fs"

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
	Options            []Option
	// Reserved are names that no seat may have, besides "table" and "none".
	Reserved []string
	// Rules is the ledger: rules, decisions and data, in Markdown.
	Rules string
	// Messages holds messages.en.toml, messages.fa.toml and messages.it.toml, and in files
	// rules.fa.toml and rules.it.toml the sentences of the ledger, by their numbers.
	Messages fs.FS
	// Names returns messages that a header brings, such as the names of cards in an owner's
	// catalogue, in files like those of Messages; nil where it brings none. They go before
	// Messages. The header was checked. A nil function stands for none.
	Names func(Header) fs.FS
	// Catalogue is for owners who put their own cards and board into the option catalogue;
	// nil where a title has none.
	Catalogue *Catalogue
	// New begins a play. The header was checked by [Title.Check].
	New func(Header) (Game, error)
	// Decode returns the action that a line of a record or a typed answer means. It takes
	// each argument of the verb from f; what it leaves there is refused. It need not check
	// whether the action is legal now.
	Decode func(r Roster, verb string, f *Fields) (Action, error)
	// Draw lays out a view for a small display.
	Draw func(View) Scene
}

// A Catalogue is the data of a title that its owners can replace.
type Catalogue struct {
	// YAML returns the data that comes with the box, with comments.
	YAML func() string
	// Check returns all that is wrong with a catalogue, given as a JSON object.
	Check func(data []byte) []Mistake
}

// A Mistake is something wrong in a catalogue.
type Mistake struct {
	Path string // where, as in "$.events[3].car"; "$" is the whole
	Why  Text
}

// An Option is something about a play that its header may set.
type Option struct {
	Key     string
	Kind    OptionKind
	Values  []string // OptionChoice: the values open
	Default string   // as text, for lists; "" where the rules say more than one word
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
)
