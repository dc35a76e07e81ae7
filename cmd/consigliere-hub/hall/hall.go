// Package hall is what a hub makes of what its boxes say: the room with its tables, calls for a judge, and the event that
// is played. It is rebuilt from the stream of lines whenever the hub starts.
package hall

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"log/slog"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"

	"consigliere/cmd/consigliere-hub/broker"
	"consigliere/engine"
	"consigliere/engine/event"
	"consigliere/engine/journal"
	"consigliere/hw/post/wire"
)

// A Table is a table as the room shows it.
type Table struct {
	Box    string `json:"box"`
	Name   string `json:"name"`
	Number int    `json:"number"`
	Online bool   `json:"online"`
	// Seen is when the box was heard last, in milliseconds since 1970; the page counts from there.
	Seen    int64     `json:"seen"`
	Waiting int       `json:"waiting"` // lines that the box has and the hub has not
	Play    string    `json:"play"`
	Line    wire.Line `json:"line"`
	// At is when the line came; its clock runs from there.
	At int64 `json:"at"`
	// Since is when the present waiting began.
	Since int64 `json:"since"`
	// Called is since when a judge is called; 0 none is.
	Called int64 `json:"called,omitempty"`
	Lines  int   `json:"lines"`

	seq   uint64
	heard time.Time
	desk  json.RawMessage
}

// A Call is a call for a judge that is over.
type Call struct {
	Table   int     `json:"table"`
	At      int64   `json:"at"`
	Coming  float64 `json:"coming"` // seconds until somebody said that they come; 0 nobody did
	Seconds float64 `json:"seconds"`
}

// A Hall is the state of a hub. Its methods are safe for concurrent use.
type Hall struct {
	broker *broker.Broker
	log    *slog.Logger

	seating sync.Mutex // of whoever tells a box who plays there

	mu       sync.Mutex // guards the following
	tables   map[string]*Table
	calls    []Call
	coming   map[string]time.Time
	event    *event.Event  // nil while none is played; it is replaced, and never changed
	revision uint64        // of it
	changed  chan struct{} // closed with the next change
	say      string        // what was announced last
	start    int64         // the moment that all tables share, if it lies ahead
	startIs  string
}

// eventName is the document of the event that is played.
const eventName = "event"

// New returns the hall of a broker.
func New(b *broker.Broker, log *slog.Logger) (*Hall, error) {
	h := &Hall{broker: b, log: log, tables: map[string]*Table{}, coming: map[string]time.Time{}, changed: make(chan struct{})}
	if err := h.load(); err != nil {
		return nil, err
	}
	b.OnChange(h.Touch)
	return h, nil
}

// load takes up the event that is played; the caller holds the lock, or is alone.
func (h *Hall) load() error {
	data, revision, err := h.broker.Shelf().Get(eventName)
	if errors.Is(err, fs.ErrNotExist) {
		h.event, h.revision = nil, 0
		return nil
	}
	if err != nil {
		return err
	}
	return h.take(data, revision)
}

// take takes a document as the event that is played.
func (h *Hall) take(data []byte, revision uint64) error {
	var e event.Event
	err := json.Unmarshal(data, &e)
	if err == nil {
		err = e.Check()
	}
	if err != nil {
		return fmt.Errorf("event.json: %w; restore it from a backup, or remove it", err)
	}
	h.event, h.revision = &e, revision
	return nil
}

// Run listens to the boxes until ctx ends.
func (h *Hall) Run(ctx context.Context) error {
	if err := h.listen(ctx); ctx.Err() == nil {
		return err
	}
	return nil
}

func (h *Hall) listen(ctx context.Context) error {
	c := h.broker.Conn()
	up, err := c.Subscribe(wire.AllUp, func(m *nats.Msg) { h.report(wire.OfUp(m.Subject), m.Data) })
	if err != nil {
		return err
	}
	defer func() { _ = up.Unsubscribe() }()
	consumer, err := h.broker.JetStream().OrderedConsumer(ctx, wire.Stream, jetstream.OrderedConsumerConfig{DeliverPolicy: jetstream.DeliverLastPerSubjectPolicy})
	if err != nil {
		return err
	}
	err = h.broker.Shelf().Watch(ctx, eventName, func(data []byte, revision uint64) {
		h.mu.Lock()
		switch {
		case data == nil:
			h.event, h.revision = nil, 0
		case revision <= h.revision:
			h.mu.Unlock()
			return
		default:
			if err := h.take(data, revision); err != nil {
				h.log.Error("what another hub has kept", "error", err)
			}
		}
		h.touch()
		h.mu.Unlock()
		h.seatAll()
	})
	if err != nil {
		return err
	}
	messages, err := consumer.Consume(func(m jetstream.Msg) {
		meta, err := m.Metadata()
		if err == nil {
			h.lines(m.Subject(), m.Data(), meta.Sequence.Stream, meta.Timestamp)
		}
	}, jetstream.PullMaxMessages(2000))
	if err != nil {
		return err
	}
	defer messages.Stop()
	ticker := time.NewTicker(2 * time.Second)
	defer ticker.Stop()
	for {
		select {
		case <-ctx.Done():
			return nil
		case <-ticker.C:
			h.look()
		}
	}
}

// Touch says that something has changed.
func (h *Hall) Touch() {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.touch()
}

func (h *Hall) touch() {
	close(h.changed)
	h.changed = make(chan struct{})
}

// Changed returns a channel that is closed with the next change.
func (h *Hall) Changed() <-chan struct{} {
	h.mu.Lock()
	defer h.mu.Unlock()
	return h.changed
}

// look finds boxes that have not been heard for a while.
func (h *Hall) look() {
	h.mu.Lock()
	defer h.mu.Unlock()
	gone := false
	for _, t := range h.tables {
		if t.Online && time.Since(t.heard) > 12*time.Second {
			t.Online, gone = false, true
		}
	}
	if gone {
		h.touch()
	}
}

// table returns the table of a box; the caller holds the lock.
func (h *Hall) table(box string) *Table {
	t := h.tables[box]
	if t == nil {
		t = &Table{Box: box}
		h.tables[box] = t
	}
	return t
}

// report takes what a box says that is not kept.
func (h *Hall) report(box string, data []byte) {
	var r struct {
		T       string          `json:"t"`
		Name    string          `json:"name"`
		Waiting int             `json:"waiting"`
		Idle    bool            `json:"idle"`
		Judge   string          `json:"judge"`
		Desk    json.RawMessage `json:"desk"`
	}
	if json.Unmarshal(data, &r) != nil {
		return
	}
	h.broker.Heard(box, r.Name)
	h.mu.Lock()
	t := h.table(box)
	came := !t.Online
	t.Online, t.heard, t.Seen = true, time.Now(), time.Now().UnixMilli()
	switch r.T {
	case "here":
		if t.Waiting != r.Waiting || came {
			t.Waiting = r.Waiting
			h.touch()
		}
		if judge := judgeOf(r.Judge); r.Idle && t.Line.Judge != judge {
			h.judge(t, judge, time.Now())
			t.Line.Judge = judge
			h.touch()
		}
	case "desk":
		t.desk = r.Desk
	}
	h.mu.Unlock()
	if came {
		h.seat(box)
	}
}

// lines takes lines of a play.
func (h *Hall) lines(subject string, data []byte, seq uint64, at time.Time) {
	box, play, ok := wire.SplitLines(subject)
	if !ok {
		return
	}
	h.mu.Lock()
	defer h.mu.Unlock()
	t := h.table(box)
	if seq < t.seq {
		return // of an older play
	}
	t.seq = seq
	if t.Play != play {
		t.Play, t.Line = play, wire.Line{}
	}
	for text := range bytes.Lines(data) {
		var line wire.Line
		if json.Unmarshal(journal.Record(bytes.TrimSpace(text)), &line) != nil {
			continue
		}
		t.Lines = line.N
		if line.Record != "" || line.State == "" {
			continue
		}
		if !slices.Equal(t.Line.Waits, line.Waits) || t.Line.State != line.State || t.Since == 0 {
			t.Since = at.UnixMilli()
		}
		line.Judge = judgeOf(line.Judge)
		h.judge(t, line.Judge, at)
		line.Log = append(t.Line.Log, line.Log...)
		if line.Fair == nil {
			line.Fair = t.Line.Fair
		}
		line.Given, line.Receipts = nil, nil // are kept, and shown at the table
		t.Line, t.At = clean(line), at.UnixMilli()
		if line.State == "over" && len(line.Score) > 0 {
			h.result(t, &line)
		}
	}
	h.touch()
}

// clean returns a line without what could spoil a page.
func clean(l wire.Line) wire.Line {
	l.Name, l.Title, l.Phase = broker.Plain(l.Name, wire.MaxName), broker.Plain(l.Title, wire.MaxName), broker.Plain(l.Phase, wire.MaxName)
	if l.Fair != nil {
		l.Fair = &wire.Fair{Commitment: broker.Plain(l.Fair.Commitment, 64)}
	}
	l.Seats = l.Seats[:min(len(l.Seats), engine.MaxSeats)]
	for i := range l.Seats {
		l.Seats[i] = broker.Plain(l.Seats[i], wire.MaxName)
	}
	l.Waits = slices.DeleteFunc(l.Waits, func(i int) bool { return i < 0 || i >= len(l.Seats) })
	l.Log = l.Log[max(0, len(l.Log)-logShown):]
	for i := range l.Log {
		l.Log[i] = broker.Plain(l.Log[i], maxLog)
	}
	l.State, l.Lang, l.Judge = broker.Plain(l.State, 16), broker.Plain(l.Lang, 8), judgeOf(l.Judge)
	return l
}

// Of what was told the page shows the last entries, each cut to so many bytes.
const (
	logShown = 12
	maxLog   = 512
)

// judgeOf returns how it stands with a call for a judge, from a box that may have said anything.
func judgeOf(state string) string {
	if state == "called" || state == "coming" {
		return state
	}
	return ""
}

// judge follows the calls of a table; the caller holds the lock.
func (h *Hall) judge(t *Table, state string, at time.Time) {
	switch {
	case state != "" && t.Called == 0:
		t.Called = at.UnixMilli()
	case state == "" && t.Called != 0:
		begun := time.UnixMilli(t.Called)
		c := Call{Table: h.broker.Table(t.Box), At: t.Called, Seconds: at.Sub(begun).Seconds()}
		if coming, is := h.coming[t.Box]; is {
			c.Coming = coming.Sub(begun).Seconds()
			delete(h.coming, t.Box)
		}
		h.calls = append(h.calls[max(0, len(h.calls)-999):], c)
		t.Called = 0
	}
}

// result takes the result of a play into the event, if it is one of its tables; the caller holds the lock.
func (h *Hall) result(t *Table, line *wire.Line) {
	if h.event == nil || len(h.event.Rounds) == 0 {
		return
	}
	number, last := h.broker.Table(t.Box), len(h.event.Rounds)-1
	i := slices.IndexFunc(h.event.Rounds[last].Tables, func(e event.Table) bool { return e.Number == number })
	if i < 0 || h.event.Rounds[last].Tables[i].Places != nil {
		return
	}
	places, ok := placesOf(h.event.Rounds[last].Tables[i].Seats, line)
	if !ok {
		return // others play here
	}
	err := h.update(func(e *event.Event) error {
		if len(e.Rounds) != last+1 {
			return errors.New("another round is played by now")
		}
		return e.SetResult(last, number, places, false)
	})
	if err != nil {
		h.log.Warn("the result of a table", "table", number, "error", err)
		return
	}
	go h.seat(t.Box) // what was next is over
}

// placesOf returns the places of players as a line tells them. Unranked players share the last place.
func placesOf(seats []string, line *wire.Line) ([]int, bool) {
	if len(seats) != len(line.Seats) || len(line.Score) != len(seats) {
		return nil, false
	}
	worth := make([]int, len(seats))
	for i, name := range seats {
		seat := slices.IndexFunc(line.Seats, func(s string) bool { return engine.NormalName(s) == engine.NormalName(name) })
		j := slices.IndexFunc(line.Score, func(s wire.Score) bool { return s.Seat == seat })
		if seat < 0 || j < 0 {
			return nil, false
		}
		worth[i] = -1000
		if p := line.Score[j].Place; p > 0 {
			worth[i] = -p
		}
	}
	return event.Places(worth), true
}

// update changes the event, on a copy that replaces it if all is well and it is kept; the caller holds the lock. Where hubs
// share one, f may be called again with what another has made of it.
func (h *Hall) update(f func(*event.Event) error) error {
	for {
		if h.event == nil {
			return errNoEvent
		}
		e := *h.event
		e.Players, e.Rounds = slices.Clone(e.Players), slices.Clone(e.Rounds)
		for i := range e.Rounds {
			e.Rounds[i].Tables = slices.Clone(e.Rounds[i].Tables)
		}
		err := f(&e)
		if err == nil {
			err = e.Check()
		}
		if err != nil {
			return err
		}
		err = h.put(&e)
		if !errors.Is(err, broker.ErrChanged) {
			return err
		}
		if err := h.load(); err != nil {
			return err
		}
	}
}

// put keeps an event as the one that is played; the caller holds the lock.
func (h *Hall) put(e *event.Event) error {
	data, err := json.Marshal(e)
	if err != nil {
		return err
	}
	revision, err := h.broker.Shelf().Put(eventName, data, h.revision)
	if err != nil {
		return err
	}
	h.event, h.revision = e, revision
	h.touch()
	return nil
}

// Send tells boxes something: one, or all where box is "".
func (h *Hall) Send(box string, o wire.Order) error {
	data, err := json.Marshal(o)
	if err != nil {
		return err
	}
	subject := wire.AllOrders
	if box != "" {
		subject = wire.Orders(box)
	}
	return h.broker.Conn().Publish(subject, data)
}

// seat tells a box who plays there next. What was found out first is told first, or an old answer would take back a new one.
func (h *Hall) seat(box string) {
	h.seating.Lock()
	defer h.seating.Unlock()
	number := h.broker.Table(box)
	h.mu.Lock()
	o := wire.Order{T: "seat", Table: number}
	if e := h.event; e != nil && len(e.Rounds) > 0 {
		for _, t := range e.Rounds[len(e.Rounds)-1].Tables {
			if t.Number == number && t.Places == nil {
				o.Seats, o.Game, o.Round = t.Seats, e.Game, len(e.Rounds)
			}
		}
	}
	h.mu.Unlock()
	if number > 0 {
		if err := h.Send(box, o); err != nil {
			h.log.Warn("a box is not told who plays there", "table", number, "error", err)
		}
	}
}

// seatAll tells all boxes who plays where.
func (h *Hall) seatAll() {
	for _, b := range h.broker.Boxes() {
		h.seat(b.Key)
	}
}

// A Room is what everybody may see.
type Room struct {
	Hub       string           `json:"hub"`
	Open      bool             `json:"open"`
	Trouble   string           `json:"trouble,omitempty"`
	Now       int64            `json:"now"`
	Tables    []Table          `json:"tables"`
	Plan      string           `json:"plan,omitempty"` // where the tables stand: a row a line, numbers and gaps
	Say       string           `json:"say"`
	Start     int64            `json:"start,omitempty"`
	StartName string           `json:"startName,omitempty"`
	Event     *event.Event     `json:"event,omitempty"`
	Standings []event.Standing `json:"standings,omitempty"`
	// The following is for the organiser.
	Organiser bool              `json:"organiser"`
	Games     map[string][2]int `json:"games,omitempty"`
	Code      string            `json:"code,omitempty"`
	Address   string            `json:"address,omitempty"`
	Boxes     []broker.Box      `json:"boxes,omitempty"`
	Calls     []Call            `json:"calls,omitempty"`
}

// Tables returns the tables of all boxes that are let in, in the order of their numbers.
func (h *Hall) Tables() []Table {
	boxes := h.broker.Boxes()
	h.mu.Lock()
	defer h.mu.Unlock()
	return h.tablesOf(boxes)
}

// tablesOf returns the tables of boxes; the caller holds the lock.
func (h *Hall) tablesOf(boxes []broker.Box) []Table {
	tables := []Table{}
	for _, b := range boxes {
		if b.State != broker.In {
			continue
		}
		t := Table{Box: b.Key}
		if known := h.tables[b.Key]; known != nil {
			t = *known
		}
		t.Name, t.Number = b.Name, b.Table
		tables = append(tables, t)
	}
	slices.SortFunc(tables, func(a, b Table) int {
		return cmp.Or(cmp.Compare(max(a.Number, 1), max(b.Number, 1)), strings.Compare(a.Box, b.Box))
	})
	return tables
}

// Room returns the room as JSON.
func (h *Hall) Room(organiser bool) ([]byte, error) {
	boxes := h.broker.Boxes()
	h.mu.Lock()
	defer h.mu.Unlock()
	now := time.Now()
	r := Room{Hub: h.broker.ID(), Open: h.broker.Open(), Trouble: h.broker.Trouble(), Now: now.UnixMilli(), Plan: h.broker.Plan(), Say: h.say, Tables: h.tablesOf(boxes), Event: h.event}
	if h.start > now.UnixMilli()-5000 {
		r.Start, r.StartName = h.start, h.startIs
	}
	if h.event != nil {
		r.Standings = h.event.Standings()
	}
	if organiser {
		r.Games = Games()
		r.Organiser, r.Code, r.Address, r.Boxes, r.Calls = true, h.broker.Code(), h.broker.Addr(), boxes, h.calls
	}
	return json.Marshal(&r)
}

// Desk returns the public desk of a table as its box showed it last, and asks the box to go on showing it for a while.
func (h *Hall) Desk(box string) (json.RawMessage, error) {
	h.mu.Lock()
	t, known := h.tables[box]
	var d json.RawMessage
	if known {
		d = t.desk
	}
	h.mu.Unlock()
	if !known {
		return nil, errors.New("there is no such table")
	}
	return d, h.Send(box, wire.Order{T: "watch", Seconds: 15})
}
