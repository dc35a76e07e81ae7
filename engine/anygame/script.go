package anygame

import (
	"consigliere/engine"
)

// A Script is a script that was read and found good. It never changes and is safe for
// concurrent use.
type Script struct {
	ID       string // how the file calls it
	MinSeats int
	MaxSeats int

	vars    []variable
	words   []string            // of the script, then of the tools
	answers map[string][]string // by question: the words that can answer it, in the order in which they are shown
	decks   []deck
	score   []int // places in vars
	winners *formula
	phases  []phase
	note    []message // what is on the screens all the time
	ending  []message // what stands over the result
	results [][]field // by phase; nil where it has none
	draws   bool      // the box draws something
	// Names are the words of the script, by language and key.
	Names map[string]map[string]string
	// Untitled are the tools of the phases without a title of their own, which have their tool's;
	// "step" stands for none.
	Untitled map[string]string
	json     []byte // the canonical form
	// Warnings are what may be meant and is more likely forgotten, such as a text in one language.
	Warnings []engine.Mistake
}

// JSON returns the script as the header option script has it.
func (s *Script) JSON() []byte { return s.json }

// A variable is something that a script keeps.
type variable struct {
	field
	first any // the value at the start, of one element where it is a list
	label bool
}

// A deck is cards that the box keeps.
type deck struct {
	name  string
	cards []stack
}

// A stack is equal cards of a deck.
type stack struct {
	card  string
	count *formula // nil: one
}

// A message is something that is said: the first of several whose condition holds.
type message struct {
	when *formula
	key  string
	args []*formula
}

// A phase is a step of a script.
type phase struct {
	name      string
	say, then []message
	ask       []message
	hint      bool // it says what a choice of a seat does, in the same words to all
	when      *formula
	who       *formula // nil: every seat
	among     *formula // nil: who, or where that is hidden every seat
	covered   bool     // who acts is a secret: all of among are asked
	tool      tool     // nil: nobody is asked
	time      *formula // in seconds; nil: there is no limit
	late      bool     // what is owed when the time is over is done by the box
	count     bool
	night     bool // the screen for the room is dark
	sets      []setting
	reveals   []setting
	next      []branch
}

// nightStep returns which step of its night a phase is, from 1, and how many there are: the phases around it that ask somebody. That
// is of the script alone, so it says nothing of who acts; 0 where the phase asks nobody.
func (s *Script) nightStep(at int) (step [2]int) {
	asks := func(i int) bool { return s.phases[i].tool != nil && s.phases[i].tool.asks() }
	first, last := at, at
	for first > 0 && s.phases[first-1].night {
		first--
	}
	for last+1 < len(s.phases) && s.phases[last+1].night {
		last++
	}
	for i := first; i <= last; i++ {
		if asks(i) {
			step[1]++
		}
		if i == at {
			step[0] = step[1]
		}
	}
	if !asks(at) {
		return [2]int{}
	}
	return step
}

// A setting gives a variable a value.
type setting struct {
	to int // place in vars
	f  *formula
}

// A branch is where a play goes on.
type branch struct {
	when *formula
	to   int // number of a phase; ended: the end
}

const ended = -1

// A tool is what a phase does with its seats. Its settings never change; what happens in a
// play is in the Game.
type tool interface {
	// fields are what the tool finds out. Their names are known before its settings are read.
	fields() []field
	// asks reports whether the tool asks somebody, as far as there is somebody.
	asks() bool
	// begin begins the tool in a phase. The seats that are asked are in g.run.
	begin(g *Game)
	// verb returns what a seat, or the table, does when it answers now.
	verb(g *Game, s engine.Seat) string
	// ask fills in what is asked of a seat.
	ask(g *Game, s engine.Seat, a *engine.Ask)
	// take checks an answer of a seat and keeps it.
	take(g *Game, m engine.Move) *engine.Refusal
	// finish ends the tool when all have answered. It reports whether everything must be done again.
	finish(g *Game) (again bool)
}
