package phone

import (
	"context"
	"encoding/json"
	"maps"
	"reflect"
	"runtime"
	"slices"
	"sync"
	"time"

	"consigliere/hw"
	"consigliere/hw/box"
	"consigliere/hw/desk"
	"consigliere/hw/lang"
	"consigliere/hw/web/line"
	"consigliere/hw/web/page"
)

// A viewer is somebody who watches the table: a screen for the room, or a phone. It gets the
// latest board, and what is said, in order, and never waits for another.
type viewer struct {
	wake  chan struct{}
	ready line.Ready // its line; nil for one that takes nothing at once
	stage bool       // it is a screen for the room
	begun bool       // it has got a board; guarded by the mutex of the hall

	mu sync.Mutex // guards the following

	lang  lang.Lang
	queue []item // nothing in it changes: many have the same
	busy  bool   // what was taken of the queue last may not have been sent yet
}

// An item is something for a viewer. A newer board replaces a queued one, and a
// later frame.
type item struct {
	kind itemKind
	b    []byte
	// short says less, for whoever has all that came before.
	short []byte
}

// message returns how an item is said.
func (i *item) message() line.Message {
	if i.short != nil {
		return line.Message{Kind: line.Text, Data: i.short}
	}
	return line.Message{Kind: line.Text, Data: i.b}
}

type itemKind uint8

const (
	itemSaid   itemKind = iota // a caption or a tone
	itemPieces                 // what lies on the table, before the board that it belongs to
	itemBoard                  // the board
	itemFrame                  // for a phone: what its seat may know, when it is sent
)

func newViewer(conn line.Conn) *viewer {
	ready, _ := conn.(line.Ready)
	return &viewer{wake: make(chan struct{}, 1), ready: ready, lang: lang.English}
}

// A parcel is what several viewers get.
type parcel struct {
	items  []item
	packed []byte // for lines that are ready; made for the first
}

// give sends a viewer what it gets, if its line takes that at once, and leaves it to its writer if not: to wake that costs
// as much as to send. A phone's frame is of its writer.
func (l *viewer) give(p *parcel) {
	if l.ready == nil || !l.stage && p.items[len(p.items)-1].kind == itemFrame || !l.sent(p) {
		l.put(p.items...)
	}
}

// sent offers what a viewer gets to its line, unless something waits to be sent before.
func (l *viewer) sent(p *parcel) bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.busy || len(l.queue) > 0 {
		return false
	}
	if p.packed == nil {
		p.packed = l.ready.Pack(messages(nil, p.items)...)
	}
	return l.ready.Offer(p.packed)
}

// messages appends how items are said, but for a phone's frame.
func messages(to []line.Message, items []item) []line.Message {
	for _, i := range items {
		if i.kind != itemFrame {
			to = append(to, i.message())
		}
	}
	return to
}

// put queues something for a viewer, and wakes the writer. A page that falls behind misses
// the oldest captions.
func (l *viewer) put(items ...item) {
	l.mu.Lock()
	if len(l.queue) == 0 { // nearly always
		l.queue = items
	} else {
		l.queue = behind(l.queue, items)
	}
	l.mu.Unlock()
	select {
	case l.wake <- struct{}{}:
	default:
	}
}

// behind returns a queue with items behind those that have not been taken.
func behind(queue, items []item) []item {
	queue = slices.Clone(queue)
	for _, n := range items {
		if n.kind != itemSaid {
			had := len(queue)
			if queue = slices.DeleteFunc(queue, func(i item) bool { return i.kind == n.kind }); len(queue) < had {
				n.short = nil
			}
		}
		queue = append(queue, n)
	}
	if len(queue) > page.MaxQueue {
		if i := slices.IndexFunc(queue, func(i item) bool { return i.kind == itemSaid }); i >= 0 {
			queue = slices.Delete(queue, i, i+1)
		}
	}
	return queue
}

// take returns what is pending, and forgets it. Whoever takes sends it, and takes again until nothing is left.
func (l *viewer) take() []item {
	l.mu.Lock()
	defer l.mu.Unlock()
	queue := l.queue
	l.queue, l.busy = nil, len(l.queue) > 0
	return queue
}

func (l *viewer) speaks() lang.Lang {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.lang
}

// Pieces are what lies on the table as all see it, of a title that has pictures. They are most of what there is to say, and most
// changes change none of them: so they have a message of their own, which comes before the board that it belongs to, and again
// only when it has changed: all of it, or to those who have what was before only what is another now. The board itself holds none.
type Pieces struct {
	T      string             `json:"t"`                // "pieces"
	Pieces []desk.Piece       `json:"pieces,omitempty"` // all of them, or
	N      int                `json:"n"`                // how many there are, and
	Set    map[int]desk.Piece `json:"set"`              // those that are others than before, by their place
}

// since returns what is another than before, as short as it can be said.
func (p *Pieces) since(before []desk.Piece) *Pieces {
	d := &Pieces{T: p.T, N: len(p.Pieces), Set: map[int]desk.Piece{}}
	for i, x := range p.Pieces {
		if i >= len(before) || !reflect.DeepEqual(x, before[i]) {
			d.Set[i] = x
		}
	}
	if 2*len(d.Set) > len(p.Pieces) {
		return p
	}
	return d
}

// A Board is the table as all see it, in the words of one language, but for its [Pieces].
type Board struct {
	T      string      `json:"t"` // "board"
	Desk   desk.Public `json:"desk"`
	Phones []string    `json:"phones"` // the names that have a phone
	Guests []Guest     `json:"guests"` // the same, in the order in which they joined
	Sounds string      `json:"sounds"` // the name of the phone that sounds for the table; "" none does
	Games  []Card      `json:"games"`  // that can be begun
	// Lobby and Stage are for a screen for the room: phones draw no stage, and need not be woken for its sake. They are the last,
	// for the rest is written once.
	Lobby *Lobby      `json:"lobby,omitempty"`
	Stage *desk.Stage `json:"stage,omitempty"`
}

// A card says what a game is. It stands here and not with what a host can begin, since a phone's own messages have little room.
type Card struct {
	ID    string `json:"id"`
	About string `json:"about"`
	Long  string `json:"long"`
	Needs string `json:"needs"`
}

// public returns what of a desk is for everybody who finds the page: not who has played here
// before, or which plays are on the disk.
func public(d desk.Public) desk.Public {
	d.Titles, d.Plays, d.People, d.Last, d.Resume, d.Record, d.Joins = nil, nil, nil, "", "", false, false
	sheets := d.Sheets
	d.Sheets = nil
	for _, s := range sheets {
		if !s.Optional {
			s.Options, s.Parts = nil, nil
			d.Sheets = append(d.Sheets, s)
		}
	}
	return d
}

// A hall serves all viewers: it asks the box for each language once, however many there are.
type hall struct {
	box  Box
	roll *roll
	poke chan struct{} // something of the roll has changed
	owes chan struct{} // a phone waits
	// settle looks for a host where there is none: a game that begins or ends may let somebody be.
	settle func()

	mu sync.Mutex // guards the following

	viewers map[*viewer]bool
	owed    map[*viewer]bool  // phones that wait for an answer
	boards  map[edition]sheet // as the viewers have them
}

// An edition is what viewers of a kind get.
type edition struct {
	lang  lang.Lang
	stage bool
}

// A sheet is what an edition says: the board, and what lies on it.
type sheet struct {
	board, pieces []byte
	lies          *Pieces
}

func newHall(b Box, r *roll) *hall {
	return &hall{box: b, roll: r, poke: make(chan struct{}, 1), owes: make(chan struct{}, 1), settle: func() {}, viewers: map[*viewer]bool{}, owed: map[*viewer]bool{}, boards: map[edition]sheet{}}
}

// changed says that something of the roll has changed that all may see.
func (h *hall) changed() {
	select {
	case h.poke <- struct{}{}:
	default:
	}
}

// owe says that a phone waits for a frame. It comes with the board, if what the phone has said changes that, so that
// there aren't two.
func (h *hall) owe(l *viewer) {
	h.mu.Lock()
	h.owed[l] = true
	h.mu.Unlock()
	select {
	case h.owes <- struct{}{}:
	default:
	}
}

// enter adds a viewer; the board of its language is pending then.
func (h *hall) enter(l *viewer) error {
	h.mu.Lock()
	h.viewers[l] = true
	h.mu.Unlock()
	return h.speak(l, l.speaks())
}

// exit removes a viewer. It may be called again.
func (h *hall) exit(l *viewer) {
	h.mu.Lock()
	defer h.mu.Unlock()
	delete(h.viewers, l)
	delete(h.owed, l)
}

// speak gives a viewer the board in a language.
func (h *hall) speak(l *viewer, to lang.Lang) error {
	of := edition{to, l.stage}
	h.mu.Lock()
	b := h.boards[of]
	h.mu.Unlock()
	if b.board == nil {
		all, err := h.read(to, of.stage)
		if err != nil {
			return err
		}
		b = all[of]
		h.mu.Lock()
		h.boards[of] = b
		h.mu.Unlock()
		h.changed() // what came meanwhile
	}
	h.mu.Lock() // nothing older than what a redraw has handed on meanwhile
	defer h.mu.Unlock()
	if now := h.boards[of]; now.board != nil {
		b = now
	}
	l.mu.Lock()
	l.lang = to
	l.mu.Unlock()
	l.begun = true
	l.put(item{kind: itemPieces, b: b.pieces}, item{kind: itemBoard, b: b.board}, item{kind: itemFrame})
	return nil
}

// member returns the JSON of an object with one more member, which is JSON as well.
func member(object []byte, name string, value []byte) []byte {
	return slices.Concat(object[:len(object)-1], []byte(`,"`+name+`":`), value, []byte("}"))
}

// read asks the box for its board in a language, and for a stage's if there is one. That is the same, and more.
func (h *hall) read(l lang.Lang, stage bool) (map[edition]sheet, error) {
	shown := h.box.Snapshot()
	d := shown.Public(l)
	b := Board{T: "board", Desk: public(*d), Phones: h.roll.names(), Guests: []Guest{}, Sounds: h.roll.sounding(), Games: []Card{}}
	p := &Pieces{T: "pieces", Pieces: b.Desk.Board}
	b.Desk.Board = nil
	b.Guests, _ = h.roll.list()
	for i := range b.Guests {
		b.Guests[i].Here = b.Guests[i].Here || d.State != "menu" // in a game the seats say so
	}
	for i := range d.Titles {
		t := &d.Titles[i]
		b.Games = append(b.Games, Card{t.ID, t.About, t.Long, t.Needs})
	}
	board, err := json.Marshal(b)
	if err != nil {
		return nil, err
	}
	all := map[edition]sheet{}
	if all[edition{l, false}], err = newSheet(board, p); err != nil || !stage {
		return all, err
	}
	s := *shown.Stage(l)
	p, s.Board = &Pieces{T: p.T, Pieces: s.Board}, nil // it has its own
	more, err := json.Marshal(s)
	if err != nil {
		return nil, err
	}
	if board, err = lobby(board, d, b.Guests); err != nil {
		return nil, err
	}
	board = member(board, "stage", more)
	all[edition{l, true}], err = newSheet(board, p)
	return all, err
}

func newSheet(board []byte, p *Pieces) (sheet, error) {
	p.N = len(p.Pieces)
	pieces, err := json.Marshal(p)
	return sheet{board, pieces, p}, err
}

// follow hands on what is public until ctx ends.
func (h *hall) follow(ctx context.Context) {
	for ctx.Err() == nil {
		l := h.box.Listen(hw.Panel)
		for open := true; open; {
			select {
			case <-ctx.Done():
				open = false
			case <-h.poke:
				h.note(l, nil, true)
			case <-h.owes:
				h.note(l, nil, false)
			case e, ok := <-l.Events():
				if open = ok; ok {
					h.note(l, e, false)
				}
			}
		}
		l.Close()
		// Too slow: listen again, and begin with what is shown now. Not at once, or a box
		// that is closing would be asked without end.
		select {
		case <-ctx.Done():
		case <-time.After(page.Together):
		}
	}
}

// note hands on an event, if there is one, and all that wait behind it; old says that the board is. Several changes of the
// desk in a row are one, and what is said before them goes out with them.
func (h *hall) note(l *box.Listener, e box.Event, old bool) {
	var said []item
	draw := func() {
		if old {
			h.redraw(said)
			said = nil
		}
		old = false
	}
	say := func(m any) {
		draw()
		if b, err := json.Marshal(m); err == nil {
			said = append(said, item{kind: itemSaid, b: b})
		}
	}
	for ok := true; ok; {
		switch e := e.(type) {
		case box.DeskEvent:
			h.settle()
			old = true
		case box.SayEvent:
			say(page.Say{T: "say", Text: e.Text, Lang: e.Lang, In: e.In})
		case box.ToneEvent:
			say(page.Tone{T: "tone", Hz: e.Hz, MS: e.D.Milliseconds()})
		}
		select {
		case e, ok = <-l.Events():
		default:
			ok = false
		}
	}
	draw()
	h.tell(said)
	h.pay()
}

// tell queues what was said for everybody.
func (h *hall) tell(said []item) {
	if len(said) == 0 {
		return
	}
	h.mu.Lock()
	defer h.mu.Unlock()
	p := &parcel{items: said}
	for l := range h.viewers {
		l.give(p)
	}
}

// pay gives a frame to the phones that still wait for one.
func (h *hall) pay() {
	h.mu.Lock()
	defer h.mu.Unlock()
	for l := range h.owed {
		l.put(item{kind: itemFrame})
	}
	clear(h.owed)
}

// redraw gives the phones the board, if that of any has changed in any language, and the screens theirs, each behind what
// was said. All phones get it then, with a frame for each: when a phone hears something does not tell what it was.
func (h *hall) redraw(said []item) {
	h.mu.Lock()
	if len(h.viewers) == 0 {
		clear(h.boards)
	}
	list := map[lang.Lang]bool{} // whether there is a stage
	for of := range h.boards {
		list[of.lang] = list[of.lang] || of.stage
	}
	h.mu.Unlock()
	fresh, moved, changed := map[edition]sheet{}, map[edition][]byte{}, map[bool]bool{}
	for l, stage := range list {
		all, err := h.read(l, stage)
		if err != nil {
			h.tell(said)
			return
		}
		maps.Copy(fresh, all)
	}
	h.mu.Lock()
	defer h.mu.Unlock()
	for of, b := range fresh {
		was := h.boards[of]
		if was.board == nil {
			continue // nobody has it
		}
		if string(was.pieces) != string(b.pieces) {
			short, err := json.Marshal(b.lies.since(was.lies.Pieces))
			if err != nil {
				short = b.pieces
			}
			moved[of] = short
		}
		changed[of.stage] = changed[of.stage] || moved[of] != nil || string(was.board) != string(b.board)
		h.boards[of] = b
	}
	news, only := map[edition]*parcel{}, &parcel{items: said}
	for of, b := range fresh {
		if items := slices.Clip(said); changed[of.stage] {
			if moved[of] != nil {
				items = append(items, item{itemPieces, b.pieces, moved[of]})
			}
			news[of] = &parcel{items: append(items, item{kind: itemBoard, b: b.board}, item{kind: itemFrame})}
		}
	}
	for _, stage := range []bool{false, true} { // whoever plays is told before whoever looks on
		for l := range h.viewers {
			if l.stage != stage {
				continue
			}
			if p := news[edition{l.speaks(), stage}]; p != nil && l.begun {
				l.give(p)
				delete(h.owed, l)
			} else if len(said) > 0 {
				l.give(only)
			}
		}
		runtime.Gosched() // on one core the phones' writers would come behind all screens
	}
}
