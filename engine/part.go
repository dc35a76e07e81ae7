package engine

// A PartKind says how one argument of an answer is given, so that a console can draw it
// without knowing the game.
type PartKind uint8

// The kinds of parts. The fields of [Part] that each of them uses are named with it. A new kind is a row of partKinds,
// too, and how it is answered at a box is a file of hw/reply and a form of hw/web/page/parts.js.
const (
	// PartOne: one of Items.
	PartOne PartKind = iota
	// PartSeveral: from Min to Max of Items, as a list. An item can be taken Count times.
	PartSeveral
	// PartNumber: a whole number from Min to Max.
	PartNumber
	// PartPayment: notes out of Items worth from Min to Max together, as a list.
	PartPayment
	// PartCards: from Min to Max cards typed in from the cardboard, as a list. An item can be
	// typed Count times.
	PartCards
	// PartAssign: for each of Keys one of Items, as an object. An item can be given Count times.
	PartAssign
	// PartDice: for each of Keys (dice by colour) one of Items (faces), as an object.
	PartDice
)

// partKinds says how an [Answer] fills in each kind. One without a mark is a list of items.
var partKinds = [...]struct {
	name   string
	number bool // it is a number; nothing is listed
	single bool // exactly one item, and the value is not a list
	keys   bool // each key gets an item, and the value is an object
	again  bool // an item can be taken any number of times
	worth  bool // what it adds up to is what the items are worth, and not how many they are
}{
	PartOne:     {name: "one", single: true},
	PartSeveral: {name: "several"},
	PartNumber:  {name: "number", number: true},
	PartPayment: {name: "payment", worth: true},
	PartCards:   {name: "cards"},
	PartAssign:  {name: "assign", keys: true},
	PartDice:    {name: "dice", keys: true, again: true},
}

// String returns what a page calls the kind.
func (k PartKind) String() string { return partKinds[k].name }

// Lists reports whether the part lists things; a number lists none.
func (k PartKind) Lists() bool { return !partKinds[k].number }
