package engine

import (
	"strconv"
	"time"
)

// An AskKind says how an ask is answered, so that a console can draw it without knowing
// the game.
type AskKind uint8

// The kinds of asks. The fields of [Ask] that each of them uses stand behind it.
const (
	// AskOne: one of Options, each of which is a whole move.
	AskOne AskKind = iota
	// AskConfirm: the single move in Options, pressed when the seat is ready.
	AskConfirm
	// AskSeveral: from Min to Max of Items, as a list in the argument Arg. An item can be
	// taken Count times.
	AskSeveral
	// AskNumber: a whole number from Min to Max, in the argument Arg.
	AskNumber
	// AskPayment: notes out of Items worth from Min to Max together, as a list in Arg.
	AskPayment
	// AskCards: from Min to Max cards typed in from the cardboard, as a list in Arg. An
	// item can be typed Count times.
	AskCards
	// AskAssign: for each of Keys one of Items, as an object in Arg. An item can be given
	// Count times.
	AskAssign
	// AskDice: for each of Keys (dice by colour) one of Items (faces), as an object in Arg.
	AskDice
)

// An Ask is what a game waits for: a seat, a verb and the choices open. It is complete: a
// console, a phone, a bot and a fuzzer work from it alone. Every choice that it lists is
// accepted, and every other is refused.
//
// The slices belong to the game and are good until the next call of its Asks or Play.
type Ask struct {
	Seat   Seat   // who must answer; [Table] for cardboard and dice
	Verb   string // the verb of every answer
	Kind   AskKind
	Prompt Text // what is asked

	// Secret: nobody but Seat (or Teller) may see the choices or the answer.
	Secret bool
	// Retract: a locked answer may be taken back until the last seat has locked.
	Retract bool
	// Optional: offered, not waited for. The game goes on without it.
	Optional bool
	// Teller is the seat that types an answer of the table in, where only that seat may
	// see it (a card drawn unseen by others). [NoSeat]: anybody at the panel.
	Teller Seat

	// Limit is a suggested time to answer, 0 for none. When it runs out, Late is made for
	// the seat; where Late is nil, the prompt is repeated and nothing else happens.
	Limit time.Duration
	Late  Action

	Options []Action // AskOne, AskConfirm: every legal move
	// Open: a number in the moves of Options may also be another one that the rules allow,
	// typed in: Options holds the usual ones.
	Open     bool
	Arg      string // the other kinds: the argument's name
	Items    []Item
	Keys     []Key
	Min, Max int

	// ShownOptions and ShownItems are what may be listed on a screen where Options or Items
	// tell more than the one who answers may know. They hold at least Options or Items. nil:
	// the same as these.
	ShownOptions []Action
	ShownItems   []Item
}

// An Item is a thing that can be chosen, held or typed in.
type Item struct {
	// Word is the identifier in records; its message key is Arg + "." + Word. A die's face
	// that is a number is written without quotes ([Ask.AppendWord]).
	Word  string
	Count int // how often it can be taken
	Value int // AskPayment: what it is worth
}

// A Key is what an item is assigned to: a die by its colour, or a seat.
type Key struct {
	Word string // identifier in records, with the message key "key." + Word; "" if it is a seat
	Seat Seat
}

// AppendWord appends the word of one of the ask's items as it stands in a record.
func (a *Ask) AppendWord(dst []byte, word string) []byte {
	if a.Kind == AskDice {
		if _, err := strconv.Atoi(word); err == nil {
			return append(dst, word...)
		}
	}
	return quote(dst, word)
}

// Shown returns the moves that a screen may list for an [AskOne]: ShownOptions where there
// are any, else Options.
func (a *Ask) Shown() []Action {
	if a.ShownOptions != nil {
		return a.ShownOptions
	}
	return a.Options
}

// ShownThings returns the items that a screen may list: ShownItems where there are any,
// else Items.
func (a *Ask) ShownThings() []Item {
	if a.ShownItems != nil {
		return a.ShownItems
	}
	return a.Items
}
