package engine

// A Text is something to be said or shown: a message key with a short list of arguments. It
// holds no words: each screen, phone and voice puts it into its own language with the
// messages that come with the games.
//
//	engine.Say("cue.shot").Seat(from).Seat(at).Thing("card.bang")
//
// In a message the seats are {{.who}} and {{.whom}}, the numbers {{.n}}, {{.m}}, {{.k}} and
// {{.l}}, and the things {{.what}} and {{.which}}, each in the order in which they were
// added; {{.all}} lists the seats of a group. A message with plural forms counts by the first number.
//
// The zero value says nothing and names nobody. Texts can be compared with ==.
type Text struct {
	// Key is the key of the message, such as "cue.hit"; "" says nothing.
	Key string

	things      [2]string
	numbers     [4]int
	seats       [2]Seat
	thingCount  uint8
	numberCount uint8
	seatCount   uint8
	group       SeatSet
}

// Say returns the text of a message, without arguments.
func Say(key string) Text { return Text{Key: key} }

// Seat returns the text with a seat added; a text has two at most.
func (t Text) Seat(s Seat) Text { return *t.AddSeat(s) }

// Number returns the text with a number added; a text has four at most. Screens write it
// with the digits of their language.
func (t Text) Number(n int) Text { return *t.AddNumber(n) }

// Thing returns the text with a thing added; a text has two at most. A thing is a message
// key, such as "card.painting", or else words that stand for themselves, such as a name
// that somebody typed.
func (t Text) Thing(key string) Text { return *t.AddThing(key) }

// Group returns the text with a group of seats, which is listed; a text has one at most.
func (t Text) Group(set SeatSet) Text { return *t.AddGroup(set) }

// AddGroup gives the text a group of seats in place and returns t.
func (t *Text) AddGroup(set SeatSet) *Text {
	t.group = set
	return t
}

// Everybody returns the group of seats that the text lists, if it does.
func (t *Text) Everybody() SeatSet { return t.group }

// AddSeat adds a seat in place, as [Text.Seat] does to a copy, and returns t. Games whose
// plays are counted by the thousand build their texts where they stay: a copy costs more
// than the rest of a cue.
func (t *Text) AddSeat(s Seat) *Text {
	t.seats[t.seatCount] = s
	t.seatCount++
	return t
}

// AddNumber adds a number in place and returns t.
func (t *Text) AddNumber(n int) *Text {
	t.numbers[t.numberCount] = n
	t.numberCount++
	return t
}

// AddThing adds a thing in place and returns t.
func (t *Text) AddThing(key string) *Text {
	t.things[t.thingCount] = key
	t.thingCount++
	return t
}

// Seats returns the seats that the text names.
func (t *Text) Seats() []Seat { return t.seats[:t.seatCount] }

// Numbers returns the numbers that the text names.
func (t *Text) Numbers() []int { return t.numbers[:t.numberCount] }

// Things returns the things that the text names, as message keys or as they are.
func (t *Text) Things() []string { return t.things[:t.thingCount] }

// KeysOf returns the message keys of words, which begin with a prefix such as "good.".
func KeysOf(prefix string, words []string) []string {
	keys := make([]string, len(words))
	for i, w := range words {
		keys[i] = prefix + w
	}
	return keys
}

// WordAt returns words[i], or "?" for a value that a game does not have.
func WordAt(words []string, i int) string {
	if i >= 0 && i < len(words) {
		return words[i]
	}
	return "?"
}
