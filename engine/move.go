package engine

// A Move is the only thing that changes a game: a seat and what it does.
type Move struct {
	Seat Seat
	Do   Action
}

// An Action is a verb with its arguments. Each game has a struct for each of its verbs.
// Actions are values: two equal actions are the same move.
type Action interface {
	// Verb returns the name of the verb in records, such as "load".
	Verb() string
	// Args appends the arguments to dst, in the order in which they are written and in
	// which a console asks for them. An argument that is left out is not appended.
	Args(dst []Arg) []Arg
}

// An Arg is one argument of an action, or one element of an argument that has elements.
type Arg struct {
	Key   string // name of the argument; "" in a list
	Of    Seat   // the key, where [Map] has seats as keys and Key is ""
	Value Value
}

// A ValueKind says which field of a [Value] counts.
type ValueKind uint8

// The kinds of values.
const (
	WordValue ValueKind = iota // Word: an identifier of the game, such as "bang"
	SeatValue                  // Seat: a seat's name, or "none"
	IntValue                   // Int
	BoolValue                  // Int is 0 or 1
	ListValue                  // Items, in order
	MapValue                   // Items with their keys
)

// A Value is the value of an argument. Make one with [Word], [SeatArg], [Int], [Bool],
// [List] or [Map].
type Value struct {
	Kind  ValueKind
	Seat  Seat
	Int   int
	Word  string
	Items []Arg
}

// Word returns the argument key with an identifier of the game.
func Word(key, word string) Arg { return Arg{Key: key, Value: Value{Kind: WordValue, Word: word}} }

// SeatArg returns the argument key with a seat; [NoSeat] is written "none".
func SeatArg(key string, s Seat) Arg {
	return Arg{Key: key, Value: Value{Kind: SeatValue, Seat: s}}
}

// Int returns the argument key with a whole number.
func Int(key string, n int) Arg { return Arg{Key: key, Value: Value{Kind: IntValue, Int: n}} }

// Bool returns the argument key with true or false.
func Bool(key string, b bool) Arg {
	n := 0
	if b {
		n = 1
	}
	return Arg{Key: key, Value: Value{Kind: BoolValue, Int: n}}
}

// List returns the argument key with a list; the keys of the items are not looked at.
func List(key string, items ...Arg) Arg {
	return Arg{Key: key, Value: Value{Kind: ListValue, Items: items}}
}

// Map returns the argument key with an object. An item whose Key is "" has the seat Of as
// its key.
func Map(key string, items ...Arg) Arg {
	return Arg{Key: key, Value: Value{Kind: MapValue, Items: items}}
}

// Words returns the argument key with a list of identifiers.
func Words(key string, words ...string) Arg {
	items := make([]Arg, len(words))
	for i, w := range words {
		items[i] = Word("", w)
	}
	return List(key, items...)
}
