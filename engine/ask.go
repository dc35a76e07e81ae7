package engine

import (
	"slices"
	"time"
)

// An Ask is what a game waits for: who answers, with which verb, and the choices open. It is
// complete: a console, a phone, a bot and a fuzzer work from it alone. Every choice that it
// lists is accepted, and every other is refused, but for another way to say a listed one.
//
// The answer is one of Options, whole, or it is put together from Parts, one for each argument.
// An [Answer] is filled against either.
//
// The slices never change after the ask was given out, so an ask can be kept and compared with
// a later one ([Ask.Equal]).
type Ask struct {
	Seat Seat // whose move it is; [Table] for cardboard and dice
	// By holds the seats that may answer where that is not Seat alone: the members of a team, each with a
	// move of its own seat, or for [Table] the seats that alone may see what they type in (a
	// card drawn unseen by others). 0: Seat, and for [Table] anybody at the panel.
	By SeatSet

	// Secret: only those who may answer may see the choices and the answer.
	Secret bool
	// Sealed: nobody may know the answer, not even after the play.
	Sealed bool
	// Covered: only the seat that answers may see the choices, which tell what it holds. The answer
	// itself is not a secret.
	Covered bool
	// Alike: of a secret, everybody who is asked has the same choices, and everybody knows them. Only the answer is secret, so
	// nothing needs to be uncovered before it can be given.
	Alike bool
	// Known: of a secret, what the seat can choose follows from what everybody knows. Only the answer is secret, so the
	// choices may be said aloud.
	Known bool
	// Retract: a locked answer may be taken back until the last seat has locked.
	Retract bool
	// Weighty: what is chosen is had or lost for good, and chosen so rarely that one press more costs nobody much; a secret is no more than
	// that by itself. See [Ask.Final].
	Weighty bool
	// Optional: offered, not waited for. The game goes on without it.
	Optional bool
	// Confirm: the answer is the single move in Options, pressed when the seat is ready.
	Confirm bool
	// Timed: the answer is a press, and counts by the time of it. It is the single move in
	// Options with the time as arguments ([Ask.Stamped]): "at" in milliseconds, "us" in
	// microseconds beyond that, and "unsure" in microseconds, how much earlier it may have been.
	Timed bool
	// Paced: the limit is a part of the play, such as the clock of a player. It is as long as it
	// says, whatever limits a table likes, nobody is late when it runs out, and people need not
	// be asked.
	Paced bool

	Verb string // the verb of every answer
	// Direct: where all that can be chosen is to use one thing or not to, an [Answer] does not ask for that by itself, but at once for how
	// it is used, with the other answer beside. The question of that step has to say what is used.
	Direct bool
	// Verbs is the verbs of the answers where there are several. Verb is then a word for all of
	// them, and the first step of an [Answer] is which.
	Verbs []string
	// Prompt is what is asked. All may know it, even where the choices are secret. Where an answer takes several steps, the message "ask." + Verb +
	// "." + argument, if there is one, is the question of the step, with what Prompt was given.
	Prompt Text

	// Limit is a suggested time to answer, 0 for none. When it runs out, Late becomes the
	// move of Seat; where Late is nil, the prompt is repeated and nothing else happens.
	Limit time.Duration
	Late  Action
	// Grace is how much more time there is, once, for whoever has not answered when Limit has run out: the table is
	// warned, and only then Late is made. 0: none.
	Grace time.Duration
	// Deadline makes the limits of several asks one; nil: the ask has a limit of its own.
	Deadline *Deadline
	// Absent is what anybody at the panel may answer for Seat once its time has run out and it
	// says nothing; nil where nobody may. It need not be listed.
	Absent Action

	// Forced is what the box answers at once in place of who is asked, and Told what it says of that instead of what the
	// move gains: everybody can see that there is no other answer, or that all come to the same. A game says so where
	// the list does not show it; see [ForcedMove]. It is the same for two plays that differ only in what is secret.
	Forced Action
	Told   Text

	// Options is every legal move, or
	Options []Action
	// Open: more than what is listed may be typed in where the rules allow it: another number,
	// the name of a card that the box does not know, several corrections in one. Options and
	// Parts hold the usual answers.
	Open bool
	// ShownOptions is what may be listed on a screen where Options tells more than the one who
	// answers may know. It holds at least Options. nil: the same as Options.
	ShownOptions []Action
	// Parts are what the answer is put together from.
	Parts []Part
	// Usual are answers of Parts that say all that most tables need, each at one press of a page.
	Usual []Usual
}

// A Usual is a whole answer where others are put together from parts, and what it is called.
type Usual struct {
	Do   Action
	Text Text
}

// A Part is one argument of an answer.
type Part struct {
	Arg      string // name of the argument
	Kind     PartKind
	Items    []Item
	Keys     []Key
	Min, Max int
	// Shown is what may be listed on a screen where Items tells more than the one who answers
	// may know. It holds at least Items. nil: the same as Items.
	Shown []Item
}

// An Item is a thing that can be chosen, held or typed in.
type Item struct {
	// Word is the identifier in records; its message key is the argument's name + "." + Word.
	// "": the item is Seat. A word that is a whole number is a number in records, too.
	Word  string
	Seat  Seat
	Count int // how often it can be taken; 0 is once
	Value int // PartPayment: what it is worth
}

// A Key is what an item is assigned to: a die by its colour, or a seat.
type Key struct {
	Word string // identifier in records, with the message key "key." + Word; "" if it is a seat
	Seat Seat
}

// An AskID identifies an ask: the seat that moves, the seats that may answer, and the verb. A game
// never waits for two asks of one ID at the same time, and an ask that stays open while
// others are answered keeps its ID.
type AskID struct {
	Seat Seat
	By   SeatSet
	Verb string
}

// GrowAsks appends an ask of which nothing is filled in yet. Asks are large, and made anew after each move: here they are
// cleared where they are, and not copied.
func GrowAsks(dst []Ask) []Ask {
	if len(dst) == cap(dst) {
		return append(dst, Ask{})
	}
	dst = dst[:len(dst)+1]
	dst[len(dst)-1] = Ask{}
	return dst
}

// ID returns what the ask is known by.
func (a *Ask) ID() AskID { return AskID{a.Seat, a.By, a.Verb} }

// ListsVerbs reports whether an answer asks for the verb. Where all moves but one have the same
// verb and the same first argument, and that one has no arguments, it comes at the end of the values of
// that argument: what is used, or no more.
func (a *Ask) ListsVerbs(m *Moves) bool {
	if a.Verbs == nil {
		return false
	}
	verb, first, plain := "", "", 0
	var args []Arg
	for _, do := range a.Shown() {
		if args = m.Args(args[:0], do); len(args) == 0 {
			plain++
			continue
		}
		if verb == "" {
			verb, first = m.Verb(do), args[0].Key
		}
		if m.Verb(do) != verb || args[0].Key != first {
			return true
		}
	}
	return plain != 1 || verb == ""
}

// Steps returns the names of the arguments of the moves that a screen may list, in the order in which
// an [Answer] asks for them.
func (a *Ask) Steps(m *Moves) []string {
	var keys []string
	var args []Arg
	order := a.order(m)
	for _, do := range a.Shown() {
		args = order.args(args[:0], m, do)
		keys = addKeys(keys, args)
	}
	return keys
}

// StepArgs appends the arguments of one of the moves in the order in which an [Answer] asks for them, with
// the verb where it is asked for.
func (a *Ask) StepArgs(dst []Arg, m *Moves, do Action) []Arg {
	return a.order(m).args(dst, m, do)
}

// A verbOrder says when the verb of an answer is asked for.
type verbOrder uint8

const (
	verbNever verbOrder = iota
	verbFirst
	// verbLast: all verbs are about the same, such as an offer that is accepted or declined. Nobody is asked
	// that before it is said about what.
	verbLast
)

// order returns when the verb of an answer is asked for.
func (a *Ask) order(m *Moves) verbOrder {
	if !a.ListsVerbs(m) {
		return verbNever
	}
	var first, args []Arg
	for i, do := range a.Shown() {
		if args = m.Args(args[:0], do); len(args) == 0 {
			return verbFirst
		}
		if i == 0 {
			first = slices.Clone(args)
		}
		if !slices.EqualFunc(first, args, func(x, y Arg) bool { return x.Key == y.Key }) {
			return verbFirst
		}
	}
	return verbLast
}

// args appends the arguments of a move in this order.
func (o verbOrder) args(dst []Arg, m *Moves, do Action) []Arg {
	verb := Arg{Key: VerbArg, Value: WordOf(m.Verb(do))}
	if o == verbFirst {
		dst = append(dst, verb)
	}
	dst = m.Args(dst, do)
	if o == verbLast {
		dst = append(dst, verb)
	}
	return dst
}

// Takes reports whether an answer has this verb.
func (a *Ask) Takes(verb string) bool {
	if a.Verbs != nil {
		return slices.Contains(a.Verbs, verb)
	}
	return a.Verb == verb
}

// Hidden reports whether only the seat that answers may see the choices.
func (a *Ask) Hidden() bool { return a.Secret || a.Covered }

// Final reports whether a choice that one tap would take is asked for once more: it weighs much, and lasts.
func (a *Ask) Final() bool { return a.Weighty && a.Lasts() }

// Lasts reports whether the seat alone cannot take an answer back. It does not where a clock decides instead, for there is no time to ask for it
// once more, nor where the answer is a confirmation itself.
func (a *Ask) Lasts() bool { return !a.Retract && !a.Confirm && a.Late == nil }

// May reports whether a seat may answer. [Table] stands for the panel, where anybody may.
func (a *Ask) May(s Seat) bool {
	if a.By != 0 {
		return a.By.Has(s)
	}
	return a.Seat == s
}

// Answerers returns the seats that may answer; 0 where anybody at the panel may.
func (a *Ask) Answerers() SeatSet {
	if a.By != 0 {
		return a.By
	}
	return SeatsOf(a.Seat)
}

// Mover returns whose move it is when the seat s answers: the table's, or its own.
func (a *Ask) Mover(s Seat) Seat {
	if a.Seat == Table {
		return Table
	}
	return s
}

// DayLength is the number of milliseconds after which the times of presses begin anew, some
// twelve days.
const DayLength = 1 << 30

// Stamped returns the move of an ask that is [Ask.Timed] for a press at a time of the box, which
// may have been earlier by unsure.
func (a *Ask) Stamped(m *Moves, r Roster, at, unsure time.Duration) (Action, error) {
	us := at.Microseconds()
	return m.Make(r, a.Verb, []Arg{
		{Key: "at", Value: IntOf(int(us / 1000 % DayLength))},
		{Key: "us", Value: IntOf(int(us % 1000))},
		{Key: "unsure", Value: IntOf(int(unsure.Microseconds()))},
	})
}

// Shown returns the moves that a screen may list: ShownOptions where there are any, else
// Options.
func (a *Ask) Shown() []Action {
	if a.ShownOptions != nil {
		return a.ShownOptions
	}
	return a.Options
}

// ShownItems returns the items that a screen may list: Shown where there are any, else Items.
func (p *Part) ShownItems() []Item {
	if p.Shown != nil {
		return p.Shown
	}
	return p.Items
}

// A Deadline is a limit that asks have in common. It begins when one of them is asked and none was,
// and ends with the last of them. When it runs out, the moves for the late are made in the order
// of Verbs, and within a verb in the order of the asks.
type Deadline struct {
	Verbs []string // of the asks
	// An answer by somebody to an ask of one of Renewing, with less than Grace left, brings the
	// Grace back, at most Renewals times.
	Grace    time.Duration
	Renewing []string
	Renewals int
}

// Equal reports whether both asks wait for the same and list the same choices.
func (a *Ask) Equal(b *Ask) bool {
	return a.ID() == b.ID() && a.Prompt == b.Prompt &&
		equal(a.Verbs, b.Verbs) && a.Secret == b.Secret && a.Sealed == b.Sealed && a.Covered == b.Covered && a.Alike == b.Alike && a.Known == b.Known && a.Retract == b.Retract && a.Weighty == b.Weighty && a.Optional == b.Optional && a.Direct == b.Direct && a.Confirm == b.Confirm && a.Timed == b.Timed && a.Paced == b.Paced &&
		a.Limit == b.Limit && a.Grace == b.Grace && a.Deadline == b.Deadline && a.Late == b.Late && a.Absent == b.Absent && a.Forced == b.Forced && a.Told == b.Told && a.Open == b.Open &&
		equal(a.Usual, b.Usual) && equal(a.Options, b.Options) && equal(a.ShownOptions, b.ShownOptions) &&
		(shared(a.Parts, b.Parts) || slices.EqualFunc(a.Parts, b.Parts, func(p, q Part) bool { return p.equal(&q) }))
}

// shared reports whether two slices of asks are one. They never change, so nobody needs to
// look into them.
func shared[T any](a, b []T) bool {
	return len(a) == len(b) && (len(a) == 0 || &a[0] == &b[0])
}

func equal[T comparable](a, b []T) bool { return shared(a, b) || slices.Equal(a, b) }

func (p *Part) equal(q *Part) bool {
	return p.Arg == q.Arg && p.Kind == q.Kind && p.Min == q.Min && p.Max == q.Max &&
		equal(p.Items, q.Items) && equal(p.Keys, q.Keys) && equal(p.Shown, q.Shown)
}

// times returns how often the item can be taken.
func (it *Item) times() int { return max(it.Count, 1) }

// value returns the item as a record has it in a part of the kind.
func (it *Item) value() Value {
	if it.Word == "" {
		return SeatOf(it.Seat)
	}
	if c := it.Word[0]; c >= '0' && c <= '9' || c == '-' {
		if n, ok := atoi(it.Word); ok {
			return IntOf(n)
		}
	}
	return WordOf(it.Word)
}

// ArgOf returns an item as the argument that a move with this item alone has.
func (p *Part) ArgOf(it *Item) Arg { return Arg{Key: p.Arg, Value: it.value()} }

// JSON returns an item as an answer in JSON has it: a number without quotes, a seat by name.
func (p *Part) JSON(r Roster, it *Item) []byte {
	v := it.value()
	return appendValue(nil, r, &v)
}

// AppendAsk appends an ask of a seat to dst, and returns it too, to be filled in before dst grows
// again.
func AppendAsk(dst []Ask, s Seat, verb, prompt string) ([]Ask, *Ask) {
	dst = append(dst, Ask{})
	a := &dst[len(dst)-1]
	a.Seat, a.Verb, a.Prompt.Key = s, verb, prompt
	return dst, a
}

// AppendChoice appends an ask for one of several moves.
func AppendChoice(dst []Ask, s Seat, verb, prompt string, options []Action) []Ask {
	dst, a := AppendAsk(dst, s, verb, prompt)
	a.Options = options
	return dst
}

// AppendConfirm appends an ask for a single move, pressed when all is ready.
func AppendConfirm(dst []Ask, s Seat, verb, prompt string, move []Action) []Ask {
	dst, a := AppendAsk(dst, s, verb, prompt)
	a.Confirm, a.Options = true, move
	return dst
}

// Lists gives out the lists of moves that asks hold. As asks may be kept, no list is written again;
// so that not each of them is allocated, they lie one after the other in larger pieces of memory.
type Lists struct {
	free []Action // empty; its capacity is for the lists to come
}

// The memory of [Lists] is allocated for roomForLists moves at once, and left when there is no room
// for a list of usualList any more.
const (
	roomForLists = 128
	usualList    = 16
)

// Begin returns an empty list to append to. One list is begun and ended after the other.
func (l *Lists) Begin() []Action {
	if cap(l.free) < usualList {
		l.free = make([]Action, 0, roomForLists)
	}
	return l.free
}

// End returns a list that is whole. It must not be written again.
func (l *Lists) End(list []Action) []Action {
	if n := len(list); n <= cap(l.free) { // else it has outgrown the room
		l.free = l.free[n:n]
	}
	return slices.Clip(list)
}
