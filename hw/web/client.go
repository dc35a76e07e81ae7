package web

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"strings"
	"sync"
	"time"

	"golang.org/x/time/rate"

	"consigliere/hw"
	"consigliere/hw/box"
	"consigliere/hw/command"
	"consigliere/hw/desk"
	"consigliere/hw/lang"
	"consigliere/hw/phone"
	"consigliere/hw/web/line"
	"consigliere/hw/web/page"
)

const (
	// How often a page is told of lights, at most.
	lightsEvery = 40 * time.Millisecond
	// So long a private screen that was opened stays open, at most.
	lookFor = 30 * time.Second

	// The most that a full table with eight pods can send: in a burst, and per second.
	burst     = 160
	perSecond = 80
	// A client this far over the limit is not a person.
	maxExcess = 400
)

// A client is one open page. Its reader goroutine works the box, its writer sends what is
// pending, and a follower for each stream that it listens to notes what changed.
type client struct {
	box    Box
	guests *phone.Guests // nil if there are none
	table  command.Rows
	pods   int
	conn   line.Conn
	lang   lang.Lang // guarded by mu
	wake   chan struct{}

	// Of the reader.
	held    map[command.Press]bool // as they were pressed
	viewers map[hw.Pod]func()      // how to stop the follower
	lookFor time.Duration
	pace    *rate.Limiter // of messages
	excess  int

	mu sync.Mutex

	pending pending
	dims    bool      // a change of the lights waits to be sent
	litAt   time.Time // when the last was
}

// pending is what the page has yet to be told.
type pending struct {
	main    *hw.Frame
	peek    *hw.Frame       // what the main screen shows to this page alone
	holds   map[hw.Pod]bool // where this page holds OK
	private map[hw.Pod]*hw.Frame
	looks   map[hw.Pod]int  // which look at a pod is on; frames of an earlier one are dropped
	looked  map[hw.Pod]look // those that are on
	lights  []hw.RGB
	lit     bool
	queue   []any // captions, tones and faults in order
	desk    bool
	phones  bool
}

// A look is how a page sees a private screen: for one question, and for a while.
type look struct {
	n     int
	of    desk.SightOf
	until time.Time
	end   func() // of its timer
}

func newClient(b Box, g *phone.Guests, conn line.Conn, l lang.Lang) *client {
	pods := len(b.Layout().Private)
	return &client{
		box: b, pods: pods, table: command.Table, conn: conn, lang: l,
		wake:    make(chan struct{}, 1),
		guests:  g,
		held:    map[command.Press]bool{},
		viewers: map[hw.Pod]func(){},
		pace:    rate.NewLimiter(perSecond, burst),
		pending: pending{
			private: map[hw.Pod]*hw.Frame{},
			holds:   map[hw.Pod]bool{},
			looks:   map[hw.Pod]int{},
			looked:  map[hw.Pod]look{},
			lights:  make([]hw.RGB, pods),
			lit:     true, desk: true,
		},
	}
}

// run serves the page until it leaves or ctx ends.
func (c *client) run(ctx context.Context) error {
	ctx, stop := context.WithCancel(ctx)
	var group sync.WaitGroup
	group.Go(func() {
		defer stop()
		c.follow(ctx, hw.Panel, 0)
	})
	if c.guests != nil {
		group.Go(func() { c.followPhones(ctx) })
	}
	group.Go(func() {
		defer stop()
		switch err := c.write(ctx); {
		case errors.Is(err, box.ErrOff):
			_ = c.conn.Close(line.GoingAway, page.Goodbye) // or the page has left
		case err != nil:
			c.conn.CloseNow()
		}
	})
	err := c.read(ctx)
	stop()
	for _, away := range c.viewers {
		away()
	}
	// What a page holds when it leaves is let go of.
	last, enough := context.WithTimeout(context.WithoutCancel(ctx), time.Second)
	defer enough()
	for p := range c.held {
		p.Down = false
		if c.box.Do(last, p) != nil {
			break // the box stopped as well
		}
	}
	group.Wait()
	return err
}

// change notes something under the lock and wakes the writer.
func (c *client) change(f func(*pending)) {
	c.mu.Lock()
	f(&c.pending)
	c.mu.Unlock()
	select {
	case c.wake <- struct{}{}:
	default:
	}
}

func (c *client) tell(m any) {
	c.change(func(p *pending) {
		if len(p.queue) >= page.MaxQueue {
			p.queue = append(p.queue[:0], p.queue[1:]...)
		}
		p.queue = append(p.queue, m)
	})
}

// light notes a light. A page draws each change of one, and no eye sees more of them than [lightsEvery] lets pass: a box
// on a fast clock would keep it busy with its pulses alone.
func (c *client) light(e box.LightEvent) {
	c.mu.Lock()
	defer c.mu.Unlock()
	p := &c.pending
	if int(e.Pod) >= len(p.lights) || p.lights[e.Pod] == e.RGB {
		return
	}
	p.lights[e.Pod], p.lit = e.RGB, true
	if c.dims {
		return
	}
	c.dims = true
	rest := time.Until(c.litAt.Add(lightsEvery))
	time.AfterFunc(max(0, rest), func() {
		c.mu.Lock()
		c.dims, c.litAt = false, time.Now()
		c.mu.Unlock()
		c.change(func(*pending) {})
	})
}

// follow notes the events of a stream until ctx ends. look numbers the looks at a pod.
func (c *client) follow(ctx context.Context, p hw.Pod, look int) {
	for ctx.Err() == nil {
		l := c.box.Listen(p)
		for open := true; open; {
			select {
			case <-ctx.Done():
				open = false
			case e, ok := <-l.Events():
				if open = ok; ok {
					c.note(e, p, look)
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

func (c *client) note(e box.Event, stream hw.Pod, look int) {
	switch e := e.(type) {
	case box.ScreenEvent:
		switch {
		case e.Pod != stream: // never: a stream holds one screen
		case e.Pod == hw.Panel:
			c.change(func(p *pending) { p.main, p.peek = e.Frame, nil })
		default:
			c.change(func(p *pending) {
				if p.looks[e.Pod] == look {
					p.private[e.Pod] = e.Frame
				}
			})
		}
	case box.PeekEvent:
		c.change(func(p *pending) {
			if p.holds[e.Pod] { // the page that asked for the peek, and no other
				p.peek = e.Frame
			}
		})
	case box.LightEvent:
		c.light(e)
	case box.SayEvent:
		c.tell(page.Say{T: "say", Text: e.Text, Lang: e.Lang})
	case box.ToneEvent:
		c.tell(page.Tone{T: "tone", Hz: e.Hz, MS: e.D.Milliseconds()})
	case box.DeskEvent:
		c.change(func(p *pending) { p.desk = true })
	case box.PodEvent:
		c.change(func(*pending) {}) // whoever looks at a pod is told what is asked there
	}
}

// write sends what is pending, and a beat when nothing is, until ctx ends or the page no
// longer listens.
func (c *client) write(ctx context.Context) error {
	l := c.box.Snapshot().Lang()
	layout := c.box.Layout()
	h := hello{"hello", c.pods, size(layout.Main), make([]*[2]int, c.pods), l}
	for i := range h.Private {
		h.Private[i] = size(layout.Private[i])
	}
	if err := c.send(ctx, h); err != nil {
		return err
	}
	beats := time.NewTicker(page.BeatEvery)
	defer beats.Stop()
	var shown shown
	for {
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-c.box.Done():
			return box.ErrOff
		case <-beats.C:
			if err := c.send(ctx, page.Beat{T: "beat"}); err != nil {
				return err
			}
		case <-c.wake:
			if err := c.flush(ctx, &shown); err != nil {
				return err
			}
			select {
			case <-ctx.Done():
				return ctx.Err()
			case <-time.After(page.Together):
			}
		}
	}
}

// size returns the size of a screen, or nil where there is none.
func size(s box.Size) *[2]int {
	if s == (box.Size{}) {
		return nil
	}
	return &[2]int{s.W, s.H}
}

// shown is what a page has of what is sent only when it has changed.
type shown struct {
	desk  []byte
	board []byte // what lies on the table, which the desk is sent without
	asked map[hw.Pod]lookedAt
}

// lookedAt is what a look at a pod was told that is asked there.
type lookedAt struct {
	look int
	ask  []byte
}

// flush sends everything that is pending now.
func (c *client) flush(ctx context.Context, s *shown) error {
	c.mu.Lock()
	p := c.pending
	l := c.lang
	lit := ""
	if p.lit {
		var b strings.Builder
		for _, rgb := range p.lights {
			b.WriteString(rgb.String())
		}
		lit = b.String()
	}
	secret := p.private
	looks := maps.Clone(p.looked)
	c.pending = pending{private: map[hw.Pod]*hw.Frame{}, holds: p.holds, looks: p.looks, looked: p.looked, lights: p.lights}
	c.mu.Unlock()

	var out []any
	if p.main != nil {
		out = append(out, frame{"main", p.main.Pix})
	}
	if p.peek != nil {
		out = append(out, frame{"main", p.peek.Pix})
	}
	if p.lit {
		out = append(out, lights{"lights", lit})
	}
	out = append(out, p.queue...)
	if p.desk {
		changes, err := c.deskChanges(l, s)
		if err != nil {
			return err
		}
		out = append(out, changes...)
	}
	var shown phone.Overview
	if p.phones {
		shown = c.guests.Overview()
		out = append(out, shown)
	}
	for _, m := range out {
		if err := c.send(ctx, m); err != nil {
			return err
		}
	}
	if p.phones {
		c.guests.Shown(c, shown)
	}
	for pod := range hw.Pod(c.pods) {
		if k, is := looks[pod]; is {
			if err := c.tellSight(ctx, pod, k, secret[pod], l, s); err != nil {
				return err
			}
		}
	}
	return nil
}

// deskChanges returns what the page is told of the desk: what lies on the table first, and neither if it is as it was.
func (c *client) deskChanges(l lang.Lang, s *shown) (out []any, err error) {
	now := c.box.Snapshot()
	m := deskMessage{T: "desk", Lang: now.Lang()}
	d := *now.Public(l)
	lies := phone.Pieces{T: "pieces", Pieces: d.Board, N: len(d.Board)}
	d.Board = nil
	board, err := json.Marshal(lies)
	if err != nil {
		return nil, err
	}
	if m.Desk, err = json.Marshal(d); err != nil {
		return nil, err
	}
	changed := !bytes.Equal(board, s.board)
	if changed {
		s.board = board
		out = append(out, lies)
	}
	// The box may say "changed" for a change that nobody may see.
	b := append([]byte(m.Lang), m.Desk...)
	if changed || !bytes.Equal(b, s.desk) {
		s.desk = b
		out = append(out, m)
	}
	return out, nil
}

// tellSight sends what the page sees of a private screen that it looks at, where that has changed: a
// picture of the screen, and what is asked there. The picture is older than what the box says now of what
// it was opened for, so that it can be of nothing else. A look that is over is ended.
func (c *client) tellSight(ctx context.Context, pod hw.Pod, k look, picture *hw.Frame, l lang.Lang, s *shown) error {
	d := c.box.Snapshot().Sight(pod, l)
	if d.Phone || d.Of != k.of || !time.Now().Before(k.until) {
		c.mu.Lock()
		c.pending.cover(pod, k.n)
		c.mu.Unlock()
		return c.send(ctx, covered{"covered", pod})
	}
	c.mu.Lock()
	still := c.pending.looks[pod] == k.n
	c.mu.Unlock()
	if !still { // it is covered again
		return nil
	}
	if picture != nil {
		if err := c.send(ctx, private{"private", pod, picture.Pix}); err != nil {
			return err
		}
	}
	b, err := json.Marshal(d.Desk)
	if err != nil {
		return err
	}
	if was := s.asked[pod]; was.look == k.n && bytes.Equal(was.ask, b) {
		return nil
	}
	if s.asked == nil {
		s.asked = map[hw.Pod]lookedAt{}
	}
	s.asked[pod] = lookedAt{k.n, b}
	return c.send(ctx, asked{"asked", pod, d.Desk})
}

// cover ends a look at a pod, if it is still on. What was seen but not yet sent is not sent any more.
func (p *pending) cover(pod hw.Pod, n int) {
	k, is := p.looked[pod]
	if !is || k.n != n {
		return
	}
	k.end()
	p.looks[pod]++
	delete(p.looked, pod)
	delete(p.private, pod)
}

func (c *client) send(ctx context.Context, m any) error {
	b, err := json.Marshal(m)
	if err != nil {
		return err
	}
	ctx, stop := context.WithTimeout(ctx, page.WriteLimit)
	defer stop()
	return c.conn.Write(ctx, line.Message{Kind: line.Text, Data: b})
}

// read works the box as the page says, until the page leaves.
func (c *client) read(ctx context.Context) error {
	for {
		kind, data, err := c.conn.Read(ctx)
		if err != nil {
			return err
		}
		if kind != line.Text {
			c.tell(fault{"error", "bad", "a message is text"})
			continue
		}
		if err := c.heard(ctx, data); err != nil {
			return err
		}
	}
}

// heard does what one message says. It returns an error only to end the connection.
func (c *client) heard(ctx context.Context, data []byte) error {
	m, err := parse(c.table, data, c.pods)
	// A button that comes up is always let through: it must not stick because the page was
	// too fast.
	press, is := m.(command.Press)
	up := is && !press.Down && c.held[down(press)]
	if !up && !c.allow(time.Now()) {
		if c.excess++; c.excess > maxExcess {
			_ = c.conn.Close(line.Policy, page.ErrTooMany.Error())
			return page.ErrTooMany
		}
		if c.excess == 1 {
			c.tell(fault{"error", "fast", fmt.Sprintf("more than %d messages a second", perSecond)})
		}
		return nil
	}
	if err != nil {
		c.tell(fault{"error", "bad", err.Error()})
		return nil
	}
	if err := c.do(ctx, m); err != nil {
		if ctx.Err() != nil {
			return ctx.Err()
		}
		code := "refused" // the box itself tells the table why, on the desk and the main screen
		switch {
		case errors.Is(err, box.ErrPhone):
			code = "phone"
		case errors.Is(err, command.ErrEarly):
			code = "early"
		}
		c.tell(fault{"error", code, err.Error()})
	}
	return nil
}

// allow reports whether the page may say one more thing now. What was too much is forgotten when
// it has been quiet for a while.
func (c *client) allow(now time.Time) bool {
	if !c.pace.AllowN(now, 1) {
		return false
	}
	if c.pace.TokensAt(now) > burst/2 {
		c.excess = 0
	}
	return true
}

// down returns the press of a button that is let go, as the key of what is held.
func down(p command.Press) command.Press {
	p.Down = true
	return p
}

// do does what a message asks for: what the page wants for itself here, the rest is a
// command of the box.
func (c *client) do(ctx context.Context, m any) error {
	switch m := m.(type) {
	case peek:
		return c.look(ctx, m.Pod, m.On)
	case command.ForPlayer:
		if _, asks := m.Command.(command.StandIn); asks {
			return c.box.Do(ctx, m)
		}
		return c.box.Do(ctx, box.FromPage{Command: m})
	case command.Type:
		return c.box.Do(ctx, box.FromPage{Command: m})
	case pageLang:
		c.change(func(p *pending) { c.lang, p.desk = m.Lang, true })
		return nil
	case command.Press:
		return c.press(ctx, m)
	}
	if was, err := c.doPhones(m); was {
		return err
	}
	return c.box.Do(ctx, m)
}

// press presses a button or lets go of it, as far as the page may.
func (c *client) press(ctx context.Context, m command.Press) error {
	if c.held[down(m)] == m.Down {
		return nil
	}
	if m.Down {
		c.held[m] = true
	} else {
		delete(c.held, down(m))
	}
	holds := func(on bool) {
		if m.Button == hw.OK {
			c.change(func(p *pending) { p.holds[m.Pod], p.peek = on, nil })
		}
	}
	holds(m.Down)
	c.mu.Lock()
	_, looks := c.pending.looked[m.Pod]
	c.mu.Unlock()
	err := c.box.Do(ctx, box.FromPage{Command: m, Looks: looks})
	if m.Down && errors.Is(err, box.ErrPhone) {
		delete(c.held, m)
		holds(false)
	}
	return err
}

// look begins or ends to follow a private screen.
func (c *client) look(ctx context.Context, p hw.Pod, on bool) error {
	if c.box.Layout().Private[p] == (box.Size{}) {
		return nil
	}
	c.mu.Lock()
	_, looking := c.pending.looked[p]
	l := c.lang
	c.mu.Unlock()
	if on && looking {
		return nil
	}
	if away := c.viewers[p]; away != nil {
		away()
		delete(c.viewers, p)
	}
	if !on {
		return nil
	}
	d := c.box.Snapshot().Sight(p, l)
	if d.Phone {
		c.tell(covered{"covered", p})
		return box.ErrPhone
	}
	ctx, stop := context.WithCancel(ctx)
	timer := time.AfterFunc(c.lookFor, func() { c.change(func(*pending) {}) })
	k := look{of: d.Of, until: time.Now().Add(c.lookFor), end: func() { timer.Stop(); stop() }}
	c.change(func(q *pending) {
		q.looks[p]++
		k.n = q.looks[p]
		q.looked[p] = k
	})
	done := make(chan struct{})
	go func() {
		defer close(done)
		c.follow(ctx, p, k.n)
	}()
	c.viewers[p] = func() {
		c.change(func(q *pending) { q.cover(p, k.n) })
		stop()
		<-done
	}
	return nil
}
