package engine

// A CueKind says what a cue is for, so that a console can choose light and sound without
// knowing the game.
type CueKind uint8

// The kinds of cues.
const (
	CueSay    CueKind = iota // something is announced
	CuePhase                 // a phase begins; said once
	CueCount                 // a count of three: three even beats, 0.8 s apart, then the text
	CueReveal                // what was secret is shown
	CueThrow                 // dice were thrown in the open; whoever is asked next may go on at once
	CueHit                   // the first seat of Text was hurt, or lost something
	CueGain                  // the first seat of Text got something
	CueResult                // the result of the play
	// CueQuiet is not shown at all; it only tells what was learned or drawn.
	CueQuiet
)

// An Act is which part of a story a cue is. A stage moves by it: lights go down, something is turned up, somebody
// bears it, and all see who leads.
type Act uint8

// The acts.
const (
	ActOfKind      Act = iota // as the kind of the cue says
	ActTold                   // something is told
	ActTension                // something is about to be shown
	ActReveal                 // it is shown
	ActConsequence            // what comes of it
	ActScore                  // how all stand after it
)

var actWords = [...]string{"", "told", "tension", "reveal", "consequence", "score"}

// String returns the word of the act, as pages have it.
func (a Act) String() string { return actWords[a] }

var kindWords = [...]string{"say", "phase", "count", "reveal", "throw", "hit", "gain", "result", "quiet"}

// String returns the word of the kind, as pages have it.
func (k CueKind) String() string { return kindWords[k] }

// A Cue is what a game wants the table to notice after a move: a phase begins, a count of
// three, a reveal, a result.
//
// Cues also carry the conscience of undo (promise P7): who learned something hidden, and
// whether something random happened.
type Cue struct {
	Text Text
	Kind CueKind
	// Act is which part of a story it is, where that isn't as its kind says. Nothing but a stage looks at it.
	Act Act
	// Drawn: something random happened, by the box or on the table.
	Drawn bool
	// Asks: it says no more than what the first seat of Text is asked now, so a box need not say it
	// where that is a bot.
	Asks bool
	// Opens is for a count that nothing is revealed by: what is asked begins at "three". So screens
	// may show meanwhile what is asked.
	Opens bool
	// To holds the seats that may notice it; 0 means the whole table.
	To SeatSet
	// Learned holds the seats that got to know something hidden before the move.
	Learned SeatSet
	// Picture is which picture of the move is shown while the cue is called, as
	// [Face.Picture] lays it out; 0 means no picture, so the text is shown large. Cues with the same
	// picture add to it: each puts its Icon first in the row of the first seat of Text, where it
	// stays.
	Picture uint8
	Icon    Icon
	// Read: its picture is there to be read, such as who has voted for whom, though it is a reveal, which has a time of its own.
	Read bool
	// Lesson names what explains the cue in a first game, as [Face.Lessons] does: the play
	// stands at it until somebody has read that. "": nothing needs to be explained.
	Lesson string
}

// Seat adds a seat to what is said and returns c, as [Text.AddSeat] does.
func (c *Cue) Seat(s Seat) *Cue {
	c.Text.AddSeat(s)
	return c
}

// Number adds a number to what is said and returns c.
func (c *Cue) Number(n int) *Cue {
	c.Text.AddNumber(n)
	return c
}

// Thing adds a thing to what is said and returns c.
func (c *Cue) Thing(key string) *Cue {
	c.Text.AddThing(key)
	return c
}

// Group gives what is said a group of seats and returns c.
func (c *Cue) Group(set SeatSet) *Cue {
	c.Text.AddGroup(set)
	return c
}

// Cues are the cues of a move. A game keeps them, cuts them to none before each move, and fills
// them while it makes it.
type Cues []Cue

// Add adds a cue and returns it, to be filled in where it stays: a copy costs more than the rest of it.
//
//	g.cues.Add(engine.CueSay, "cue.reroll").Seat(seat).Number(dice)
func (list *Cues) Add(kind CueKind, key string) *Cue {
	*list = append(*list, Cue{})
	c := list.Last()
	c.Kind, c.Text.Key = kind, key
	return c
}

// Learn adds a quiet cue: who got to know something hidden, and whether something random happened.
func (list *Cues) Learn(who SeatSet, drawn bool) {
	c := list.Add(CueQuiet, "")
	c.Learned, c.Drawn = who, drawn
}

// Last returns the cue that was added last. There must be one.
func (list Cues) Last() *Cue { return &list[len(list)-1] }
