// Package wire is what boxes and a hub say to each other: subjects, and messages as JSON. Both sides import it, and it
// imports neither. All of it is public: what a box sends was shown to everybody at its table.
package wire

import "strings"

// Stream is the stream that keeps the lines of all boxes.
const Stream = "LINES"

// The subjects. A box is known by its public key, which is a word; plays are words, too.
const (
	linesRoot = "lines."
	// AllLines matches the lines of every box.
	AllLines = linesRoot + ">"
	// Time answers with the time of the hub: a [Clock].
	Time = "hub.time"
	// AllOrders is where every box listens.
	AllOrders = "order.all"
	upRoot    = "up."
	// AllUp matches what boxes say that is not kept.
	AllUp = upRoot + "*"
)

// Lines returns the subject of the lines of a play.
func Lines(box, play string) string { return linesRoot + box + "." + play }

// SplitLines returns box and play of a subject.
func SplitLines(subject string) (box, play string, ok bool) {
	rest, ok := strings.CutPrefix(subject, linesRoot)
	box, play, two := strings.Cut(rest, ".")
	return box, play, ok && two && play != "" && !strings.Contains(play, ".")
}

// Orders returns where one box listens.
func Orders(box string) string { return "order." + box }

// Up returns where a box says what is not kept.
func Up(box string) string { return upRoot + box }

// OfUp returns the box that has said something there.
func OfUp(subject string) string { return strings.TrimPrefix(subject, upRoot) }

// Inbox returns what the answers to a box begin with.
func Inbox(box string) string { return "_INBOX." + box }

// LastLine returns where the last line of a play is asked for.
func LastLine(box, play string) string {
	return "$JS.API.DIRECT.GET." + Stream + "." + Lines(box, play)
}

// Publish returns all subjects that a box may publish to, and Subscribe all that it may listen to.
func Publish(box string) []string {
	return []string{Lines(box, "*"), LastLine(box, "*"), Up(box), Time}
}

// Subscribe returns all subjects that a box may listen to.
func Subscribe(box string) []string { return []string{AllOrders, Orders(box), Inbox(box) + ".>"} }

// MaxMessage is the greatest length of a message in bytes.
const MaxMessage = 256 << 10

// BatchBytes is how many bytes of lines go with one message, unless a line is longer.
const BatchBytes = 64 << 10

// A Line is what a table shows from one moment on. Members that stay as they were are there again: whoever has the
// last line knows how the table stands.
type Line struct {
	N     int      `json:"n"`              // of the line in its play, from 1
	Play  string   `json:"play,omitempty"` // what the play is called on the wire; in its first line, and where it changes
	State string   `json:"state"`
	Lang  string   `json:"lang,omitempty"`
	Game  string   `json:"game,omitempty"`
	Title string   `json:"title,omitempty"`
	Name  string   `json:"name,omitempty"`
	Phase string   `json:"phase,omitempty"`
	Round int      `json:"round,omitempty"`
	Pause bool     `json:"pause,omitempty"`
	Clock int      `json:"clock,omitempty"` // seconds of the limit that runs since this line, plus one; 0 if none does
	Seats []string `json:"seats,omitempty"`
	Waits []int    `json:"waits,omitempty"` // for whom, by seat
	Judge string   `json:"judge,omitempty"` // "called" or "coming"
	Log   []string `json:"log,omitempty"`   // what has happened since the line before
	Score []Score  `json:"score,omitempty"` // of a play that is over
	// Fair is to what the box is committed: where the deal of a play that can be checked is open, and where such a play begins
	// without one. Given are the numbers said since the line before, and Receipts those of what was locked. A hub keeps them as
	// a witness.
	Fair     *Fair     `json:"fair,omitempty"`
	Given    []Given   `json:"given,omitempty"`
	Receipts []Receipt `json:"receipts,omitempty"`
	// Record is a line of the record of a play that is over, where the owner of the box hands records on; "\n" is an empty one.
	// Such a line says nothing else.
	Record string `json:"record,omitempty"`
	// Full: the box keeps no more lines of this play.
	Full bool `json:"full,omitempty"`
}

// A Score is the result of a seat. Place is 0 where it is not ranked.
type Score struct {
	Seat  int `json:"seat"`
	Place int `json:"place"`
	Total int `json:"total"`
}

// Deal is the state of a line that is told before a play begins, while players may give something.
const Deal = "deal"

// A Fair is to what a box is committed.
type Fair struct {
	Box        string `json:"box"` // the key with which it signs
	Commitment string `json:"commitment"`
}

// A Given is a number that a player has said.
type Given struct {
	Seat   string `json:"seat"`
	Number string `json:"number"`
}

// A Receipt binds what a seat has locked.
type Receipt struct {
	Line   int    `json:"line"` // of the journal
	Seat   string `json:"seat"`
	Digits string `json:"digits"`
}

// A Clock is the time of a hub.
type Clock struct {
	Hub string `json:"hub"` // which hub it is
	At  int64  `json:"at"`  // nanoseconds since 1970, by the hub's clock
}

// An Order is what a hub tells boxes. T says what it is:
//
//	"start"  a moment that all tables share: At, and Text for its name
//	"say"    an announcement: Texts by language
//	"judge"  a judge answers the call of the table: Text is "coming" or "closed"
//	"seat"   who plays what at this table: Table, Round, Game, Seats; no seats take it back
//	"clone"  another box has this one's key, and was refused
//	"watch"  somebody looks at the table's public screen for some seconds: Seconds
type Order struct {
	T       string            `json:"t"`
	At      int64             `json:"at,omitempty"`
	Text    string            `json:"text,omitempty"`
	Texts   map[string]string `json:"texts,omitempty"`
	Table   int               `json:"table,omitempty"`
	Round   int               `json:"round,omitempty"`
	Game    string            `json:"game,omitempty"`
	Seats   []string          `json:"seats,omitempty"`
	Seconds int               `json:"seconds,omitempty"`
}

// A Report is what a box says that is not kept. T is "here", with the name of the box and how many lines wait, each few
// seconds; or "desk", the public desk for whoever watches.
type Report struct {
	T       string `json:"t"`
	Name    string `json:"name,omitempty"`
	Version string `json:"version,omitempty"`
	Waiting int    `json:"waiting,omitempty"`
	// Idle: the box plays nothing. No line tells of a judge then, so Judge is as in [Line].
	Idle  bool   `json:"idle,omitempty"`
	Judge string `json:"judge,omitempty"`
	Desk  any    `json:"desk,omitempty"`
}

// Limits of the names and texts that a hub takes from a box, in bytes.
const (
	MaxName = 128
	MaxText = 4 << 10
)
