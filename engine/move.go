package engine

import (
	"iter"
	"strings"
)

// A Move is the only thing that changes a game: a seat and what it does.
type Move struct {
	Seat Seat
	Do   Action
}

// An Action is what a move does: a struct of the game, such as naro.Load{Card: naro.Bang}.
// Each game declares its structs once, with verb, rule and arguments ([Declare]); how
// they stand in a record, in a list of choices and in an answer follows from that.
//
// Actions are values that can be compared: two equal actions are the same move.
type Action any

// An Arg is one argument of an action, or one element of an argument that has elements.
type Arg struct {
	Key   string // name of the argument; "" in a list
	Of    Seat   // the key, where a [MapValue] has seats as keys and Key is ""
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
	NullValue                  // nothing at all
	noValue                    // JSON that no argument can be
)

// A Value is the value of an argument. In what was read from JSON, names of seats are
// [WordValue]s still.
type Value struct {
	Kind  ValueKind
	Seat  Seat
	Int   int
	Word  string
	Items []Arg
}

// HintWord returns the word of a value in the keys of its explanation ([HintKeys]): a word, a
// truth value, "none" for nobody, "null" for nothing; "" for seats and numbers, which are explained by what they
// are for.
func (v *Value) HintWord() string {
	switch {
	case v.Kind == WordValue:
		return v.Word
	case v.Kind == BoolValue && v.Int != 0:
		return "true"
	case v.Kind == BoolValue:
		return "false"
	case v.Kind == SeatValue && v.Seat == NoSeat:
		return "none"
	case v.Kind == NullValue:
		return "null"
	}
	return ""
}

// HintKeys returns the keys of the messages that explain an option in one sentence, the most
// particular first: that of the argument with this word, of the argument of this verb, of the
// argument, of the word, and of the verb. So a thing that stands in many arguments is explained once. The word of an argument
// that is left out is "absent".
func HintKeys(verb, arg, word string) iter.Seq[string] {
	return func(yield func(string) bool) {
		of := word != "" && word != "absent" && word != "true" && word != "false"
		_ = (word == "" || yield("hint."+arg+"."+word)) &&
			(arg == "" || yield("hint."+verb+"."+arg) && yield("hint."+arg)) &&
			(!of || yield("hint."+word)) &&
			yield("hint."+verb)
	}
}

// PurposeKeys returns the keys of the messages that say what an ask is for, the more particular first: that of its prompt, which
// is given what the prompt is given, and that of its verb. All may read them, as they may the prompt.
func PurposeKeys(a *Ask) []string {
	keys := make([]string, 0, 2)
	if of, ok := strings.CutPrefix(a.Prompt.Key, "ask."); ok && of != a.Verb {
		keys = append(keys, "purpose."+of)
	}
	return append(keys, "purpose."+a.Verb)
}

// Equal reports whether both values are the same.
func (v *Value) Equal(w *Value) bool {
	if v.Kind != w.Kind || v.Seat != w.Seat || v.Int != w.Int || v.Word != w.Word || len(v.Items) != len(w.Items) {
		return false
	}
	for i := range v.Items {
		a, b := &v.Items[i], &w.Items[i]
		if a.Key != b.Key || a.Of != b.Of || !a.Value.Equal(&b.Value) {
			return false
		}
	}
	return true
}

// WordOf returns the value of an identifier of the game.
func WordOf(word string) Value { return Value{Kind: WordValue, Word: word} }

// SeatOf returns the value of a seat; [NoSeat] is written "none".
func SeatOf(s Seat) Value { return Value{Kind: SeatValue, Seat: s} }

// IntOf returns the value of a whole number.
func IntOf(n int) Value { return Value{Kind: IntValue, Int: n} }

// BoolOf returns the value of true or false.
func BoolOf(b bool) Value {
	v := Value{Kind: BoolValue}
	if b {
		v.Int = 1
	}
	return v
}
