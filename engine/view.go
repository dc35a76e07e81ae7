package engine

import (
	"encoding/json"
	"slices"
	"sync"
)

// A Viewer is the audience of a view: [Public], or one seat.
type Viewer = Seat

// Public is the viewer who may know only what everybody knows.
const Public Viewer = Table

// Common is what the public status of every game begins with.
type Common struct {
	Game    string    `json:"game"`
	Phase   string    `json:"phase"`
	Round   int       `json:"round"`
	Waiting []Waiting `json:"waiting"`
	Over    bool      `json:"over"`
}

// A View is what one viewer may know. Its parts are ready for encoding/json and hold keys
// and numbers, never words; the keys are listed in section 9 of the ledgers.
type View struct {
	Viewer  Viewer
	Common      // what Public begins with
	Public  any // what everybody knows; a struct that embeds [Common] first, or a pointer to one
	Private any // what the viewer knows besides; nil for [Public]
	Result  any // nil until the play is over
}

// AppendStatus appends the status of g as one JSON object with the keys public, private
// and result. It has the private parts of the given viewers only, in their order. After an error dst is as it was.
func AppendStatus(dst []byte, g Game, r Roster, viewers ...Viewer) ([]byte, error) {
	w := statusWriters.Get().(*statusWriter)
	defer statusWriters.Put(w)
	w.text = append(w.text[:0], `{"public":`...)
	v := g.View(Public)
	if err := w.json.Encode(v.Public); err != nil {
		return dst, err
	}
	w.text = append(w.text, `,"private":{`...)
	comma := ""
	for _, l := range viewers {
		if l == Public {
			continue
		}
		w.text = append(quote(append(w.text, comma...), r.Name(l)), ':')
		if err := w.json.Encode(g.View(l).Private); err != nil {
			return dst, err
		}
		comma = ","
	}
	w.text = append(w.text, `},"result":`...)
	if v.Result == nil {
		w.text = append(w.text, "null"...)
	} else if err := w.json.Encode(v.Result); err != nil {
		return dst, err
	}
	w.text = append(w.text, '}')
	return append(dst, w.text...), nil
}

// A statusWriter writes a status. Its text grows to the longest, and the status is copied out of it: a new one is then
// as large as it has to be.
type statusWriter struct {
	text []byte
	json *json.Encoder
}

// statusWriters are used again: a table writes a status after each move, for many viewers.
var statusWriters = sync.Pool{New: func() any {
	w := &statusWriter{}
	w.json = json.NewEncoder(w)
	return w
}}

// Write takes a value from the encoder, which ends each with a newline.
func (w *statusWriter) Write(value []byte) (int, error) {
	w.text = append(w.text, value[:len(value)-1]...)
	return len(value), nil
}

// A Waiting is one line of public.waiting: a seat that is waited for, and its verb.
type Waiting struct {
	Seat string `json:"seat"`
	Do   string `json:"do"`
}

// A BySeat is a JSON object with a value for each seat, in seat order.
type BySeat[T any] struct {
	Names Roster
	Of    []T
}

// MarshalJSON writes the object.
func (m BySeat[T]) MarshalJSON() ([]byte, error) {
	b := []byte{'{'}
	for i := range m.Of {
		if i > 0 {
			b = append(b, ',')
		}
		value, err := json.Marshal(m.Of[i])
		if err != nil {
			return nil, err
		}
		b = append(append(quote(b, m.Names[i]), ':'), value...)
	}
	return append(b, '}'), nil
}

// A Scene is a view laid out for a small display, still in message keys. A title draws it
// from a [View] alone, so it cannot tell more than the view.
type Scene struct {
	Heading Text
	// Question is what the table waits for, where several seats are asked different things about the same, such as to vote
	// on a proposal and to raise their votes. Without it the prompts of the asks say that, which all may know.
	Question Text
	Lines    []Line // the most important first; a display shows as many as it can and pages the rest
	// Groups are what else lies on the table, such as the loot, the powers, who owns what. A
	// display shows each on pages of its own, after the lines.
	Groups []Group
	// Areas are the board as a map, for a page that has the room; nil where there is no board, or
	// it is not known.
	Areas []Area
	// Board is the table as a stage shows it, with pictures instead of lines: of the public view and of
	// pictures alone. Which pieces there are is agreed between a face and the page's drawing of its title
	// (hw/web/page/stage.js); without any, a page shows the lines.
	Board Pieces
	// Clock: the time that is left is what it is about. While it runs, a display shows it large
	// in place of the lines.
	Clock bool
}

// A Piece is one thing on the table as a stage shows it: a seat's figure, a card, a gauge, a district. Like a line it
// holds keys and numbers; what is not said of a thing is its zero value, or [NoSeat].
type Piece struct {
	Kind string   // what it is: a word of the title's stage, such as "gauge"
	Key  string   // which: the message that names it, such as "card.painting"; "" where its kind says enough
	Seat Seat     // whose it is
	To   Seat     // the seat that it points at
	At   string   // where it lies: a word of the title's stage
	N    int      // how many, or how much
	Of   int      // the most that N can be
	Is   []string // how it stands: words of the title's stage, such as "dead"
	Text Text     // what is to be read with it
}

// Mark adds a word to how the piece stands, if it stands so.
func (p *Piece) Mark(is bool, word string) {
	if is {
		p.Is = append(p.Is, word)
	}
}

// Pieces are what lies on a board.
type Pieces []Piece

// Add adds a piece, nobody's if seat is [NoSeat], and returns it, to be filled in before the next is added.
func (list *Pieces) Add(kind string, seat Seat) *Piece {
	*list = append(*list, Piece{Kind: kind, Seat: seat, To: NoSeat})
	return list.Last()
}

// Last returns the piece that was added last. There must be one.
func (list Pieces) Last() *Piece { return &list[len(list)-1] }

// A Past is what a play of many evenings has been so far, as everybody knows it. Like a scene it
// holds keys and numbers.
type Past struct {
	Graphs []Graph
	Groups []Group
}

// A Graph shows how things stood at one time after another, such as at the end of each reign.
type Graph struct {
	Heading Text
	Most    int // the end of the scale, which begins at 0
	Rows    []GraphRow
}

// A GraphRow is how one thing stood.
type GraphRow struct {
	Label  Text // of what; says nothing where the seat says it
	Seat   Seat // whose it is; [NoSeat] if nobody's
	Values []int
}

// An Area is a part of a board on a grid: a district, a house. Its texts are those of a scene.
type Area struct {
	Heading  Text
	Seat     Seat // whose it is; [NoSeat] if nobody's
	Row, Col int  // from 1
	Lines    []Line
}

// A Group is lines of a scene that belong together under a heading.
type Group struct {
	Heading Text
	Lines   []Line
	// Aside: it matters little at this moment and lies openly on the table, so a display that shows
	// one page after the other leaves it out.
	Aside bool

	// Asked: what the viewer of a seat's scene is asked is about this, such as the proposal that is voted on. It is shown where
	// the seat answers, even if all see it elsewhere.
	Asked bool
	// Hints: its lines say what the choices of the viewer are, as a page does beside each of them. They are for a display,
	// which has no room for that.
	Hints bool
}

// A Line is one line of a scene.
type Line struct {
	Seat  Seat   // whose line it is; [NoSeat] if nobody's
	Icons []Icon // small pictures after the name
	Text  Text
	// Help says in a sentence what the text means, such as what a role counts: pages have room for it, displays have not.
	Help Text
	// Strong asks for emphasis: the seat in turn, the winner.
	Strong bool
	// Stance is what the seat has chosen in the open, for its light to show. The light of a
	// secret choice never tells, so it is for what all may know, in the public scene.
	Stance Stance
	// Bar is how long the bar of the line is in a chart, in percent of the longest; 0: none.
	Bar int
}

// Chart gives lines bars as long as what they stand for, one number for each line. Where none is
// above 0 there is nothing to compare.
func Chart(lines []Line, numbers []int) {
	most := slices.Max(append([]int{0}, numbers...))
	for i, n := range numbers {
		if n > 0 {
			lines[i].Bar = max(1, n*100/most)
		}
	}
}

// A Stance is a choice that is made in the open, while others still choose.
type Stance uint8

// The stances.
const (
	NoStance Stance = iota
	For
	Against
	Aside // neither
)

// An Icon is a small picture that displays know by name.
type Icon string

// The icons that several games use. Displays know more, which a game names in its face.
const (
	IconBoss   Icon = "boss"   // the leader of the moment: a crown
	IconDead   Icon = "dead"   // out of the game: a cross
	IconWound  Icon = "wound"  // one wound: a drop
	IconLocked Icon = "locked" // has chosen: a tick
	IconAwait  Icon = "await"  // is awaited: dots
	IconTarget Icon = "target" // aims at: an arrow, pointing with the direction of writing
	IconClick  Icon = "click"  // fires nothing: an empty ring
	IconUp     Icon = "up"     // stands
	IconCard   Icon = "card"   // cards
	IconMoney  Icon = "money"  // money
	IconStar   Icon = "star"   // the best
	IconHit    Icon = "hit"    // is hit: a bullet hole
	IconSafe   Icon = "safe"   // cannot be hit: a shield
	IconGun    Icon = "gun"    // aims or shoots: a pistol, pointing with the direction of writing
	IconYes    Icon = "yes"    // votes for it: a box with a tick
	IconNo     Icon = "no"     // votes against it: a box with a cross
	IconClock  Icon = "clock"  // time
	IconDie1   Icon = "die1"   // a die showing 1
	IconDie2   Icon = "die2"   // 2
	IconDie3   Icon = "die3"   // 3
	IconDie4   Icon = "die4"   // 4
	IconDie5   Icon = "die5"   // 5
	IconDie6   Icon = "die6"   // 6
	IconSquare Icon = "square" // a figure on a square base
	IconRound  Icon = "round"  // a figure on a round base
	IconMarker Icon = "marker" // a marker of ownership: a flag
)
