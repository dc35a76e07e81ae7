package desk

import "consigliere/engine"

// A Seat is what a phone shows to one seat: what it is asked, what only it may see, and
// what only it is told. Nobody else may get it. Its texts are in one language; it is ready for
// encoding/json.
type Seat struct {
	Seat string `json:"seat"` // its name; "" while there is no such seat
	// Turn changes whenever what is asked of the seat does, and whenever it has answered. An
	// answer names it, so that one that comes late or twice changes nothing.
	Turn    uint64 `json:"turn"`
	Secret  bool   `json:"secret"`            // nobody but the seat may see what it is asked
	Shown   bool   `json:"shown,omitempty"`   // everybody will see what it chooses: only what it could choose is kept
	Awaited bool   `json:"awaited"`           // something is asked, and not only offered
	Passing bool   `json:"passing"`           // it is an offer that [TakeBack] lets pass
	Locked  bool   `json:"locked"`            // a choice is locked in, and may perhaps be taken back
	Receipt string `json:"receipt,omitempty"` // of that, where the play can be checked
	Telling bool   `json:"telling"`           // something is revealed, or is about to be explained: what is asked comes after it
	// After says that what has come of the last moves is still being told, and what is asked is shown
	// after it, unless the seat goes on, as on the screen of its pod.
	After bool `json:"after"`
	// Coming says that a count is called, and what is asked opens with it: it can be read already, and not answered.
	Coming bool `json:"coming,omitempty"`

	Asks []SeatAsk `json:"asks"`

	// Heading, Lines and Groups are the view of the seat. They are empty while something is
	// told that nobody may see early.
	Heading string  `json:"heading"`
	Lines   []Line  `json:"lines"`
	Groups  []Group `json:"groups"`

	Undo string `json:"undo"`           // why the seat is asked whether a move may be taken back; "" if it is not
	Note string `json:"note"`           // what only the seat is told
	Late string `json:"late,omitempty"` // that its time was up, and what the box has chosen
	// Befell is what has come of the last reveals for the seat.
	Befell string `json:"befell,omitempty"`
	Why    string `json:"why"`  // what was refused, where only the seat may know
	Rule   *Rule  `json:"rule"` // the rule that forbids it; nil if none does
}

// A SeatAsk is what a seat is asked. It is answered with one of Rows, or where there are Parts
// with an object that has seat, do and the argument of each part.
type SeatAsk struct {
	Seat     string `json:"seat"` // whose move the answer is
	Verb     string `json:"verb"`
	Prompt   string `json:"prompt"`
	Purpose  string `json:"purpose,omitempty"` // what it is for, in a sentence
	Cover    string `json:"cover,omitempty"`   // what is said where everybody is asked so that nobody can see who acts, and the answer counts for nothing
	Idle     bool   `json:"idle,omitempty"`    // it counts for nothing. The answer of somebody who acts has the same shape: a phone is seen from afar
	Confirm  bool   `json:"confirm"`           // there is one row, pressed when ready
	Timed    bool   `json:"timed"`             // the answer is a press, at the time when it comes: [Buzz]
	Optional bool   `json:"optional"`          // offered, not waited for
	Final    bool   `json:"final"`             // [engine.Ask.Lasts]: a slip of the finger on glass costs nothing, so what one tap would take is asked for once more
	Alike    bool   `json:"alike"`             // a secret whose choices everybody knows: nothing needs to be uncovered
	// Steps are the arguments of the answers. What has a single value among the rows that are
	// left is not a question.
	Steps []SeatStep `json:"steps"`
	// Rows are the answers: by step, which of its values the answer has.
	Rows  [][]int     `json:"rows"`
	Late  *int        `json:"late,omitempty"` // which of Rows the box answers when the time is up, where it runs; nil: none
	Parts []SheetPart `json:"parts"`
}

// A SeatStep is one argument of the answers, with its values.
type SeatStep struct {
	Question string      `json:"question"`
	Values   []SeatValue `json:"values"`
	// Asked is what is asked instead, by row, where that depends on what was said before.
	Asked map[int]string `json:"asked,omitempty"`
}

// A SeatValue is a value that an argument can have.
type SeatValue struct {
	Label string `json:"label"`
	Help  string `json:"help,omitempty"` // one sentence that explains it
	Key   string `json:"key,omitempty"`  // what it is, where it may lie on the board: its message, such as "at.navy_pier"
	// Absent: it stands for that the answer has no such argument. Where the rest tells the answers apart it goes without saying.
	Absent bool `json:"absent,omitempty"`
}

// A Pod is what the private screen of a pod asks and shows with it, whole. Nobody may get it who may
// not see the screen.
type Pod struct {
	Ask *Ask    `json:"ask"`
	Own []Group `json:"own"` // what the seat sees and others do not
	Why string  `json:"why"` // what only the seat is told, such as why it has to choose again
}

// A Sight is what a page that looks at the private screen of a pod sees of it. It is the same sight for as long as
// Of is: what was opened for one question is not for the next.
type Sight struct {
	Of    SightOf
	Phone bool // the seat has a phone: nobody may look
	Desk  *Pod // what is asked there; nil for nothing, and where nobody may look
}

// SightOf is what a sight is opened for.
type SightOf struct {
	Seat engine.Seat // whom the pod serves
	Turn uint64      // of [Seat]; 0 while nothing is played
	Over bool
}
