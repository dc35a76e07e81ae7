package anygame

import (
	"github.com/expr-lang/expr/types"

	"consigliere/engine"
)

// A kind is what a value means. Numbers and seats are both whole numbers in expressions.
type kind uint8

const (
	number kind = iota
	truth
	word
	seat
	people // a group of seats, to be listed in a text
)

// A secrecy says who knows a value.
type secrecy uint8

const (
	open   secrecy = iota // everybody
	own                   // of a list by seat: each seat its element
	hidden                // the box alone
)

// A shape is what is known of a value before the play.
type shape struct {
	kind   kind
	each   bool // a list, with an element for each seat
	secret secrecy
}

// A field is a name with its shape: a variable, or a part of what a tool finds out.
type field struct {
	name string
	shape
	// unlisted: it does not stand in statuses. Those of records were made before there were some fields.
	unlisted bool
}

// limit is the greatest number that a variable holds, and the least with a minus sign.
const limit = 1_000_000_000

// typ returns the type of the value in expressions.
func (s shape) typ() types.Type {
	if s.each {
		return [...]types.Type{number: listOfInt, truth: listOfBool, word: listOfString, seat: listOfInt}[s.kind]
	}
	return [...]types.Type{number: types.Int, truth: types.Bool, word: types.String, seat: types.Int}[s.kind]
}

// The types of lists by seat.
var (
	listOfInt    = types.TypeOf([]int(nil))
	listOfBool   = types.TypeOf([]bool(nil))
	listOfString = types.TypeOf([]string(nil))
)

// zero returns the value before anything was found out, for a number of seats.
func (s shape) zero(seats int) any {
	if !s.each {
		return [...]any{number: 0, truth: false, word: "", seat: nobody}[s.kind]
	}
	switch s.kind {
	case truth:
		return make([]bool, seats)
	case word:
		return make([]string, seats)
	case seat:
		return fill(seats, nobody)
	}
	return make([]int, seats)
}

// nobody means "no seat", in expressions.
const nobody = -1

func fill(n, value int) []int {
	list := make([]int, n)
	for i := range list {
		list[i] = value
	}
	return list
}

// seatOf returns a seat in expressions as the engine has it.
func seatOf(n int) engine.Seat {
	if n == nobody {
		return engine.NoSeat
	}
	return engine.Seat(n)
}

// numberOf returns a seat as expressions have it.
func numberOf(s engine.Seat) int {
	if s == engine.NoSeat {
		return nobody
	}
	return int(s)
}
