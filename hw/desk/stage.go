package desk

import "consigliere/engine"

// A Stage is what a page for the whole room shows besides the public desk: the table as pictures, and what is called
// to it now. It is public, too, and in one language.
type Stage struct {
	// Beat is what is called now; nil where nothing is.
	Beat *Beat `json:"beat"`
	// Board are the things on the table as all see them now: while a picture is called, that picture's; none where
	// the title has no pictures. They lag behind the game as the lines do.
	Board []Piece `json:"board"`
}

// A Beat is something that is called at its time, and as long as it takes.
type Beat struct {
	N     uint64   `json:"n"`     // another for each
	Kind  string   `json:"kind"`  // of the cue: "say", "phase", "count", "reveal", "throw", "hit", "gain" or "result"
	Act   string   `json:"act"`   // which part of a story it is: "told", "tension", "reveal", "consequence" or "score"
	Asks  bool     `json:"asks"`  // it says no more than what somebody is asked
	Count int      `json:"count"` // 1, 2, 3: a beat of a count of three; 0: it is none
	Key   string   `json:"key"`   // the message that is called, such as "cue.hit"; "" where none is
	Text  string   `json:"text"`  // the same in words
	Seats []int    `json:"seats"` // whom it names, by the number of the seat
	Ns    []int    `json:"ns"`    // the numbers that it names
	What  []string `json:"what"`  // the things that it names, by their messages
	MS    int64    `json:"ms"`    // how long it lasts, at the pace of the table
}

// A Piece is one thing on the table: [engine.Piece] in words.
type Piece struct {
	Kind string   `json:"kind"`
	Key  string   `json:"key"`  // which one; "" where its kind says enough
	Name string   `json:"name"` // the same in words
	Seat int      `json:"seat"` // whose it is, by number; -1 if nobody's
	To   int      `json:"to"`   // the seat that it points at; -1 if none
	At   string   `json:"at,omitempty"`
	N    int      `json:"n"`
	Of   int      `json:"of"`
	Is   []string `json:"is"`
	Text string   `json:"text,omitempty"`
}

// stage returns what a stage shows besides the public desk.
func (m *maker) stage() Stage {
	d := Stage{Board: []Piece{}}
	p := m.Play
	if p == nil {
		return d
	}
	if b := p.Beat; b != nil {
		d.Beat = &Beat{
			N: b.N, Kind: b.Kind.String(), Act: b.Act.String(), Asks: b.Asks, Count: b.Count, Key: b.Text.Key, Text: m.text(b.Text), MS: b.Lasts.Milliseconds(),
			Seats: []int{}, Ns: append([]int{}, b.Text.Numbers()...), What: append([]string{}, b.Text.Things()...),
		}
		for _, s := range b.Text.Seats() {
			d.Beat.Seats = append(d.Beat.Seats, m.seatNumber(s))
		}
	}
	d.Board = m.pieces(false)
	return d
}

// pieces returns the things on the table as all see them now. A picture that is called shows what has come of a move, whose
// rest is told after it: a stage shows no more of it than it has been told, and all else goes without it where more is to come.
func (m *maker) pieces(goes bool) []Piece {
	list := []Piece{}
	p := m.Play
	board := p.Before
	if board == nil {
		board = p.Scene.Board
	}
	if p.Reveal != nil && len(p.Reveal.Scene.Board) > 0 && !goes {
		board = p.Reveal.Scene.Board
	}
	if p.Beat != nil && len(p.Beat.Board) > 0 {
		board = p.Beat.Board
	}
	for i := range board {
		x := &board[i]
		piece := Piece{
			Kind: x.Kind, Key: x.Key, Seat: m.seatNumber(x.Seat), To: m.seatNumber(x.To), At: x.At, N: x.N, Of: x.Of,
			Is: append([]string{}, x.Is...), Text: m.text(x.Text),
		}
		if x.Key != "" {
			piece.Name = m.text(engine.Say(x.Key))
		}
		list = append(list, piece)
	}
	return list
}

// seatNumber returns a seat by its place in the list of seats; -1 where it is none.
func (m *maker) seatNumber(s engine.Seat) int {
	if s >= 0 && int(s) < len(m.Play.Seats) {
		return int(s)
	}
	return -1
}
