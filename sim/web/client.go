package web

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"sync"
	"time"

	"consigliere/engine"
	"consigliere/hw"
	"consigliere/hw/lang"
	"consigliere/sim"

	"github.com/coder/websocket"
)

const (
	beatEvery = 4 * time.Second
	// A page that does not take a message for so long is dropped; it connects again.
	writeLimit = 5 * time.Second
	// Changes that come closer together than this are sent together, the latest wins.
	together = 8 * time.Millisecond
	// Captions and tones are queued; of a page that falls behind, the oldest are forgotten.
	maxQueue = 32

	// So many messages at once, and a second, can a tableful of hands make with eight pods.
	burst     = 160
	perSecond = 80
	// Whoever goes on for so many messages above that is no hand.
	maxExcess = 400
)

// A client is one open page. Its reader goroutine works the box, its writer sends what is
// pending, and a follower for each stream that it listens to notes what changed.
type client struct {
	box  Box
	conn *websocket.Conn
	lang lang.Lang // guarded by mu
	wake chan struct{}

	held     map[hw.Press]bool // reader only; Press with At zero and Down true
	lookers  map[hw.Pod]func() // reader only; stops the follower
	tokens   float64           // reader only
	refilled time.Time         // reader only
	excess   int               // reader only

	mu sync.Mutex

	pending pending
}

// pending is what the page has yet to be told.
type pending struct {
	main    *hw.Frame
	private map[hw.Pod]*hw.Frame
	looks   map[hw.Pod]int // which look at a pod is on; frames of an earlier one are dropped
	lights  []hw.RGB
	lit     bool
	queue   []any // captions, tones and faults in order
	desk    bool
}

func newClient(box Box, conn *websocket.Conn, l lang.Lang) *client {
	return &client{
		box: box, conn: conn, lang: l,
		wake:     make(chan struct{}, 1),
		held:     map[hw.Press]bool{},
		lookers:  map[hw.Pod]func(){},
		tokens:   burst,
		refilled: time.Now(),
		pending: pending{
			private: map[hw.Pod]*hw.Frame{},
			looks:   map[hw.Pod]int{},
			lights:  make([]hw.RGB, box.Pods()),
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
	group.Go(func() {
		defer stop()
		if c.write(ctx) != nil {
			c.conn.CloseNow()
		}
	})
	err := c.read(ctx)
	stop()
	for _, away := range c.lookers {
		away()
	}
	// What a page holds when it leaves is let go.
	last, enough := context.WithTimeout(context.WithoutCancel(ctx), time.Second)
	defer enough()
	for p := range c.held {
		if c.box.Press(last, p.Pod, p.Button, false) != nil {
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
		if len(p.queue) >= maxQueue {
			p.queue = append(p.queue[:0], p.queue[1:]...)
		}
		p.queue = append(p.queue, m)
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
		case <-time.After(together):
		}
	}
}

func (c *client) note(e sim.Event, stream hw.Pod, look int) {
	switch e := e.(type) {
	case sim.ScreenEvent:
		switch {
		case e.Pod != stream: // never: a stream holds one screen
		case e.Pod == hw.Panel:
			c.change(func(p *pending) { p.main = e.Frame })
		default:
			c.change(func(p *pending) {
				if p.looks[e.Pod] == look {
					p.private[e.Pod] = e.Frame
				}
			})
		}
	case sim.LightEvent:
		c.change(func(p *pending) {
			if e.Light >= 0 && e.Light < len(p.lights) && p.lights[e.Light] != e.RGB {
				p.lights[e.Light], p.lit = e.RGB, true
			}
		})
	case sim.SayEvent:
		c.tell(say{"say", e.Text, e.Lang})
	case sim.ToneEvent:
		c.tell(tone{"tone", e.Hz, e.D.Milliseconds()})
	case sim.DeskEvent:
		c.change(func(p *pending) { p.desk = true })
	}
}

// write sends what is pending, and a beat when nothing is, until ctx ends or the page no
// longer listens.
func (c *client) write(ctx context.Context) error {
	l, err := c.box.Lang(ctx)
	if err != nil {
		return err
	}
	h := hello{"hello", c.box.Pods(), c.size(hw.Panel), make([]*[2]int, c.box.Pods()), l}
	for i := range h.Private {
		h.Private[i] = c.size(hw.Pod(i))
	}
	if err := c.send(ctx, h); err != nil {
		return err
	}
	beats := time.NewTicker(beatEvery)
	defer beats.Stop()
	var shown []byte // the desk that the page has
	for {
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-beats.C:
			if err := c.send(ctx, beat{"beat"}); err != nil {
				return err
			}
		case <-c.wake:
			if err := c.flush(ctx, &shown); err != nil {
				return err
			}
			select {
			case <-ctx.Done():
				return ctx.Err()
			case <-time.After(together):
			}
		}
	}
}

// size returns the size of a screen, or nil where there is none.
func (c *client) size(p hw.Pod) *[2]int {
	w, h := c.box.Size(p)
	if w == 0 || h == 0 {
		return nil
	}
	return &[2]int{w, h}
}

// flush sends everything that is pending now.
func (c *client) flush(ctx context.Context, shown *[]byte) error {
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
	c.pending = pending{private: map[hw.Pod]*hw.Frame{}, looks: p.looks, lights: p.lights}
	c.mu.Unlock()

	var out []any
	if p.main != nil {
		out = append(out, frame{"main", p.main.Pix})
	}
	if p.lit {
		out = append(out, lights{"lights", lit})
	}
	out = append(out, p.queue...)
	if p.desk {
		d, err := c.box.Desk(ctx, l)
		if err != nil {
			return err
		}
		m := desk{T: "desk"}
		if m.Lang, err = c.box.Lang(ctx); err != nil {
			return err
		}
		if m.Desk, err = json.Marshal(d); err != nil {
			return err
		}
		// The box may say "changed" for a change that nobody may see.
		b := append([]byte(m.Lang), m.Desk...)
		if !bytes.Equal(b, *shown) {
			*shown = b
			out = append(out, m)
		}
	}
	for pod := range hw.Pod(c.box.Pods()) {
		if f := secret[pod]; f != nil {
			out = append(out, private{"private", pod, f.Pix})
		}
	}
	for _, m := range out {
		if err := c.send(ctx, m); err != nil {
			return err
		}
	}
	return nil
}

func (c *client) send(ctx context.Context, m any) error {
	b, err := json.Marshal(m)
	if err != nil {
		return err
	}
	ctx, stop := context.WithTimeout(ctx, writeLimit)
	defer stop()
	return c.conn.Write(ctx, websocket.MessageText, b)
}

// read works the box as the page says, until the page leaves.
func (c *client) read(ctx context.Context) error {
	for {
		kind, data, err := c.conn.Read(ctx)
		if err != nil {
			return err
		}
		if kind != websocket.MessageText {
			c.tell(fault{"error", "bad", "a message is text"})
			continue
		}
		if err := c.heard(ctx, data); err != nil {
			return err
		}
	}
}

var errTooMany = errors.New("far too many messages")

// heard does what one message says. It returns an error only to end the connection.
func (c *client) heard(ctx context.Context, data []byte) error {
	r, err := parse(data, c.box.Pods())
	// A button that comes up is always let through: it must not stick because the page was
	// too fast.
	if free := err == nil && r.T == "press" && !*r.Down && c.held[press(r)]; !free && !c.allow(time.Now()) {
		if c.excess++; c.excess > maxExcess {
			_ = c.conn.Close(websocket.StatusPolicyViolation, errTooMany.Error())
			return errTooMany
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
	if err := c.do(ctx, r); err != nil {
		if ctx.Err() != nil {
			return ctx.Err()
		}
		// The box itself tells the table why, on the desk and the main screen.
		c.tell(fault{"error", "refused", err.Error()})
	}
	return nil
}

// allow takes a token from the bucket.
func (c *client) allow(now time.Time) bool {
	c.tokens = min(burst, c.tokens+perSecond*now.Sub(c.refilled).Seconds())
	c.refilled = now
	if c.tokens < 1 {
		return false
	}
	c.tokens--
	if c.tokens > burst/2 {
		c.excess = 0
	}
	return true
}

// press returns the press of a request as the key of what is held.
func press(r request) hw.Press {
	b, _ := button(r.Button)
	return hw.Press{Pod: hw.Pod(*r.Pod), Button: b, Down: true}
}

func (c *client) do(ctx context.Context, r request) error {
	switch r.T {
	case "press":
		p := press(r)
		if c.held[p] == *r.Down {
			return nil
		}
		if *r.Down {
			c.held[p] = true
		} else {
			delete(c.held, p)
		}
		return c.box.Press(ctx, p.Pod, p.Button, *r.Down)
	case "look":
		c.look(ctx, hw.Pod(*r.Pod), *r.On)
		return nil
	case "lang":
		c.change(func(p *pending) { c.lang, p.desk = lang.Lang(r.Lang), true })
		return nil
	case "voice":
		return c.box.SetLang(ctx, lang.Lang(r.Lang))
	case "type":
		return c.box.Type(ctx, r.Line)
	case "start":
		return c.box.Start(ctx, engine.Header{Game: r.Game, Seats: r.Seats, Options: r.Options})
	case "pause":
		return c.box.Pause(ctx, *r.On)
	case "undo":
		return c.box.Undo(ctx)
	case "undo_cancel":
		return c.box.CancelUndo(ctx)
	case "go_on":
		return c.box.GoOn(ctx)
	case "leave":
		return c.box.Leave(ctx)
	}
	return fmt.Errorf("t: there is no message %q", r.T)
}

// look begins or ends to follow a private screen.
func (c *client) look(ctx context.Context, p hw.Pod, on bool) {
	away, looking := c.lookers[p]
	if on == looking || !c.box.Private(p) {
		return
	}
	if !on {
		away()
		delete(c.lookers, p)
		return
	}
	ctx, stop := context.WithCancel(ctx)
	var look int
	c.change(func(q *pending) {
		q.looks[p]++
		look = q.looks[p]
	})
	done := make(chan struct{})
	go func() {
		defer close(done)
		c.follow(ctx, p, look)
	}()
	c.lookers[p] = func() {
		stop()
		<-done
		// What was seen but not yet sent is not sent any more.
		c.change(func(q *pending) {
			q.looks[p]++
			delete(q.private, p)
		})
	}
}
