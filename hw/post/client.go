package post

import (
	"bytes"
	"cmp"
	"context"
	"crypto/rand"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log/slog"
	mathrand "math/rand/v2"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"time"

	"consigliere/engine/journal"
	"consigliere/hw"
	"consigliere/hw/box"
	"consigliere/hw/command"
	"consigliere/hw/desk"
	"consigliere/hw/lang"
	"consigliere/hw/post/wire"
)

// A Box is what a client needs of a running box.
type Box interface {
	Listen(p hw.Pod) *box.Listener
	Snapshot() desk.Desks
	Record(ctx context.Context) ([]byte, error)
	Do(ctx context.Context, c command.Command) error
	Done() <-chan struct{}
}

// Options are what a [Client] is made of.
type Options struct {
	Dial func(ctx context.Context) (Link, error)
	Name string // what people call the box
	Dir  string // of the journals; outboxes lie beside them
	// Disk is where Dir is; nil means the system's.
	Disk    journal.Disk
	Records bool // the record of a play goes to the hub when the play is over
	Log     *slog.Logger
	// Now is the time that plays begin at, and Rand what tells plays of one name apart; nil means the system's.
	Now  func() time.Time
	Rand io.Reader
}

// Limits of what waits on disk for a hub.
const (
	maxOutboxes = 400
	maxWaiting  = 256 << 20 // bytes
)

// A Status is the state of a box's connection to its hub.
type Status struct {
	Reached bool
	Since   time.Time // since when the hub was reached, or was not
	Waiting int       // lines that the hub has not acknowledged
	Problem error     // why it is not reached, or what it refuses; nil if nothing is wrong
	Cloned  time.Time // when the hub refused another box with this one's key last
}

// A Client is the hub's end in a box. See the package documentation.
type Client struct {
	Options
	box  Box
	wake chan struct{}        // there is something to send
	told chan command.Command // what the box is to do, one after the other

	mu      sync.Mutex // guards the following
	posts   []*post    // the oldest first
	status  Status
	watched time.Time // until when somebody looks at the public screen
	idle    bool      // the box plays nothing, so that no line tells of what follows
	judge   string    // "called" or "coming"; "" none is needed
	hubAt   int64     // the time of the hub at localAt
	localAt time.Time

	// The following belong to the goroutine that listens.
	current *post
	rec     recorder
	closed  bool // the record of the current play is written
	undealt play // what was shown before the deal that is open
}

// A play is what the goroutine that listens knows of one: its outbox, what was told, and whether its record is written.
type play struct {
	post   *post
	rec    recorder
	closed bool
}

// A post is an outbox on its way to the hub.
type post struct {
	id    string // on the wire
	file  string
	box   *journal.Outbox
	sent  int    // how many lines the hub has acknowledged
	seq   uint64 // the place of the last of them
	known bool   // sent and seq are what the hub says
	start time.Duration
}

func (p *post) waiting() int { return max(0, p.box.Lines()-p.sent) }

// New returns a client for a box. It opens the outboxes that are there.
func New(b Box, o Options) (*Client, error) {
	if o.Disk == nil {
		o.Disk = journal.System{}
	}
	if o.Log == nil {
		o.Log = slog.New(slog.DiscardHandler)
	}
	if o.Now == nil {
		o.Now = time.Now
	}
	if o.Rand == nil {
		o.Rand = rand.Reader
	}
	c := &Client{Options: o, box: b, wake: make(chan struct{}, 1), told: make(chan command.Command, 64), status: Status{Since: time.Now()}}
	entries, err := o.Disk.ReadDir(o.Dir)
	if err != nil && len(entries) > 0 {
		return nil, err
	}
	for _, e := range entries {
		if strings.HasSuffix(e.Name(), journal.OutboxEnding) {
			if _, _, err := c.open(e.Name()); err != nil {
				o.Log.Warn("hub: an outbox cannot be read", "file", e.Name(), "error", err)
			}
		}
	}
	return c, nil
}

// open opens the outbox in a file, and returns it with a recorder that goes on behind its last line.
func (c *Client) open(file string) (*post, recorder, error) {
	var rec recorder
	o, err := journal.OpenOutbox(c.Disk, filepath.Join(c.Dir, file))
	if err != nil {
		return nil, rec, err
	}
	p := &post{file: file, box: o}
	for n := 0; n < o.Lines(); {
		data, more, err := o.Read(n, maxWaiting)
		if err != nil {
			return nil, rec, errors.Join(err, o.Close())
		}
		for text := range bytes.Lines(data) {
			var line wire.Line
			if json.Unmarshal(journal.Record(bytes.TrimSpace(text)), &line) == nil {
				p.id = cmp.Or(line.Play, p.id)
				if line.Record == "" {
					rec.goOn(line)
				}
			}
		}
		n += more
	}
	if p.id == "" {
		p.id = c.newID(file)
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	c.posts = append(c.posts, p)
	return p, rec, nil
}

// newID returns what a play is called on the wire. Journals are counted anew where somebody has thrown them away, so it
// has a part that no other has.
func (c *Client) newID(file string) string {
	var random [4]byte
	_, _ = io.ReadFull(c.Rand, random[:])
	name, _, _ := strings.Cut(file, ".")
	return name + "-" + hex.EncodeToString(random[:])
}

// Run sends what the box shows until ctx ends.
func (c *Client) Run(ctx context.Context) {
	var both sync.WaitGroup
	both.Go(func() { c.listen(ctx) })
	both.Go(func() { c.send(ctx) })
	both.Go(func() { c.tell(ctx) })
	both.Go(func() { c.obey(ctx) })
	both.Wait()
	c.mu.Lock()
	defer c.mu.Unlock()
	for _, p := range c.posts {
		_ = p.box.Close() // all that is in it was synced
	}
}

// Status returns the state of the connection.
func (c *Client) Status() Status {
	c.mu.Lock()
	defer c.mu.Unlock()
	s := c.status
	for _, p := range c.posts {
		s.Waiting += p.waiting()
	}
	return s
}

// listen writes what the box shows into the outbox.
func (c *Client) listen(ctx context.Context) {
	for ctx.Err() == nil {
		l := c.box.Listen(hw.Panel)
	events:
		for {
			select {
			case e, ok := <-l.Events():
				if !ok {
					break events // too late: what is shown now is taken up
				}
				if e, is := e.(box.DeskEvent); is {
					c.Take(ctx, e.At, c.box.Snapshot().Public(""))
				}
			case <-ctx.Done():
				l.Close()
				return
			}
		}
		select {
		case <-c.box.Done():
			return
		default:
		}
	}
}

// Take writes what a desk adds into the outbox of its play. [Client.Run] does so with all that the box shows; whoever has a
// clock of their own calls Take and [Client.Send] in its place.
func (c *Client) Take(ctx context.Context, at time.Duration, d *desk.Public) {
	deal := d.Deal != nil
	idle := d.State == "menu" && !deal
	c.mu.Lock()
	again := c.idle != idle || c.judge != d.Judge
	c.idle, c.judge = idle, d.Judge
	c.mu.Unlock()
	if idle {
		c.current = nil
		if again {
			c.stir()
		}
		return
	}
	find := c.find
	if deal {
		find = c.findDeal
	}
	if err := find(at, d); err != nil {
		c.complain(err)
		return
	}
	rec, take := c.rec, (*recorder).take
	if deal {
		take = (*recorder).deal
	}
	line, is := take(&rec, d)
	if !is {
		return
	}
	lines := []wire.Line{line}
	whole := line.State == "over" && c.Records && !c.closed
	if whole {
		record, err := c.box.Record(ctx)
		if err != nil {
			c.complain(err)
		}
		for text := range bytes.Lines(record) {
			// A record that can be checked has empty lines.
			lines = append(lines, wire.Line{State: "over", Record: cmp.Or(string(bytes.TrimSpace(text)), "\n")})
		}
	}
	if err := c.write(at, lines); err != nil {
		c.complain(err)
		return
	}
	c.rec, c.closed = rec, c.closed || whole
	c.stir()
}

// stir says that there is something to send.
func (c *Client) stir() {
	select {
	case c.wake <- struct{}{}:
	default:
	}
}

// dealFile is the outbox of a deal. It becomes that of the play which begins with the deal, so that the hub has the
// commitment before anybody gives anything.
const dealFile = "deal.jsonl" + journal.OutboxEnding

// findDeal opens an outbox for the deal that a desk shows.
func (c *Client) findDeal(at time.Duration, d *desk.Public) error {
	if c.dealing() && c.rec.told.commitment == d.Deal.Commitment {
		return nil
	}
	if !c.dealing() {
		c.undealt = play{c.current, c.rec, c.closed}
	}
	c.current = nil
	if p := c.postOf(dealFile); p != nil {
		c.forget(p) // no play came of it
	}
	return c.begin(at, dealFile)
}

// dealing reports whether the current outbox is that of a deal.
func (c *Client) dealing() bool { return c.current != nil && c.current.file == dealFile }

// postOf returns the outbox in a file, if it is open.
func (c *Client) postOf(file string) *post {
	c.mu.Lock()
	defer c.mu.Unlock()
	if i := slices.IndexFunc(c.posts, func(p *post) bool { return p.file == file }); i >= 0 {
		return c.posts[i]
	}
	return nil
}

// dealt makes the outbox of a deal that of the play which a desk shows. It reports whether it is.
func (c *Client) dealt(file string, d *desk.Public) (bool, error) {
	if d.Fair == nil || d.Fair.Commitment != c.rec.told.commitment || c.postOf(file) != nil {
		return false, nil
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	err := c.current.box.Move(filepath.Join(c.Dir, file))
	if err == nil {
		c.current.file = file
	}
	return err == nil, err
}

// find opens the outbox of the play that a desk shows.
func (c *Client) find(at time.Duration, d *desk.Public) error {
	file := d.Journal + journal.OutboxEnding
	if d.Journal == "" {
		if c.current != nil && !c.dealing() {
			return nil // its journal is closed, or was given up
		}
		file = "unkept.jsonl" + journal.OutboxEnding
	}
	if c.dealing() {
		if p := c.postOf(file); p != nil && d.Journal == "" {
			c.forget(p)
		}
		if is, err := c.dealt(file, d); is || err != nil {
			return err
		}
		// No play came of it: what was shown before is shown again.
		c.current, c.rec, c.closed = nil, c.undealt.rec, c.undealt.closed
		if old := c.undealt.post; old != nil && c.postOf(old.file) == old {
			c.current = old
		}
	}
	if c.current != nil && (c.current.file == file || d.State == "over") {
		return nil
	}
	p := c.postOf(file)
	if p != nil && d.Journal != "" {
		c.mu.Lock()
		c.posts = slices.DeleteFunc(c.posts, func(q *post) bool { return q == p })
		c.mu.Unlock()
		_ = p.box.Close()
	}
	if p != nil && d.Journal == "" {
		c.forget(p) // a play that nothing is kept of begins anew
	}
	return c.begin(at, file)
}

// begin opens an outbox as the current one.
func (c *Client) begin(at time.Duration, file string) error {
	if err := c.makeRoom(); err != nil {
		return err
	}
	p, rec, err := c.open(file)
	if err != nil {
		return err
	}
	p.start = p.box.Last().Age - at
	c.current, c.rec, c.closed = p, rec, rec.last.State == "over"
	return nil
}

// forget throws an outbox away.
func (c *Client) forget(p *post) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.posts = slices.DeleteFunc(c.posts, func(q *post) bool { return q == p })
	_ = p.box.Close()
	_ = c.Disk.Remove(filepath.Join(c.Dir, p.file))
}

// errWaiting is the error where so much waits that no more is kept.
var errWaiting = errors.New("too much waits for the hub: what is shown is not kept for it any more")

// makeRoom throws the oldest outboxes away that the hub has whole, where there are many.
func (c *Client) makeRoom() error {
	for {
		c.mu.Lock()
		size, old := int64(0), (*post)(nil)
		for _, p := range c.posts {
			size += p.box.Size()
			if old == nil && p != c.current && p.known && p.waiting() == 0 {
				old = p
			}
		}
		full := len(c.posts) >= maxOutboxes || size > maxWaiting
		c.mu.Unlock()
		switch {
		case !full:
			return nil
		case old == nil:
			return errWaiting
		}
		c.forget(old)
	}
}

// write adds lines to the current outbox and syncs them.
func (c *Client) write(at time.Duration, lines []wire.Line) error {
	c.mu.Lock()
	defer c.mu.Unlock()
	o := c.current.box
	for i := range lines {
		lines[i].N = o.Lines() + i + 1
		if lines[i].N == 1 {
			lines[i].Play = c.current.id
		}
		data, err := json.Marshal(&lines[i])
		if err != nil {
			return err
		}
		stamp := journal.Stamp{Age: max(0, at+c.current.start), Over: lines[i].State == "over"}
		if lines[i].N == 1 {
			stamp.Date = c.Now()
		}
		if err := o.Add(data, stamp, false); err != nil {
			if errors.Is(err, journal.ErrOutboxFull) {
				full := fmt.Appendf(nil, `{"n":%d,"state":%q,"full":true}`, lines[i].N, lines[i].State)
				_ = o.Add(full, stamp, true)
				_ = o.Flush()
			}
			return err
		}
	}
	return o.Flush()
}

// complain notes what is wrong, and logs it once.
func (c *Client) complain(err error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.status.Problem == nil || c.status.Problem.Error() != err.Error() {
		c.Log.Warn("hub", "error", err)
	}
	c.status.Problem = err
}

// send keeps a link to the hub, and sends what waits.
func (c *Client) send(ctx context.Context) {
	const least, most = 500 * time.Millisecond, 15 * time.Second
	wait := least
	for ctx.Err() == nil {
		began := time.Now()
		link, err := c.Dial(ctx)
		if err == nil {
			err = c.session(ctx, link)
			link.Close()
			if time.Since(began) > most {
				wait = least
			}
		}
		if ctx.Err() != nil {
			return
		}
		c.complain(err)
		c.mu.Lock()
		if c.status.Reached {
			c.status.Reached, c.status.Since = false, time.Now()
		}
		for _, p := range c.posts {
			p.known = false
		}
		c.mu.Unlock()
		// Boxes that lost their hub together come back one after the other.
		pause := wait/2 + mathrand.N(wait)
		if errors.Is(err, ErrNotIn) {
			pause = 2 * time.Second // somebody may be about to click
		}
		wait = min(2*wait, most)
		select {
		case <-ctx.Done():
		case <-time.After(pause):
		}
	}
}

// How long no answer may come before a link is given up, and after how long the hub is asked again meanwhile.
const (
	mostLate  = 10 * time.Second
	lateAgain = 250 * time.Millisecond
)

// session uses a link until it fails.
func (c *Client) session(ctx context.Context, link Link) error {
	if err := c.setClock(ctx, link); err != nil {
		return err
	}
	c.mu.Lock()
	c.status.Reached, c.status.Since, c.status.Problem = true, time.Now(), nil
	c.mu.Unlock()
	c.Log.Info("hub: reached")
	here := time.NewTicker(5 * time.Second)
	defer here.Stop()
	clock := time.NewTicker(10 * time.Minute)
	defer clock.Stop()
	screen := time.NewTicker(500 * time.Millisecond)
	defer screen.Stop()
	shown, late := (*desk.Public)(nil), time.Time{}
	said := c.here()
	if err := link.Tell(said); err != nil {
		return err
	}
	for {
		if !c.says(&said) {
			said = c.here()
			if err := link.Tell(said); err != nil {
				return err
			}
		}
		at, err := c.sendOn(ctx, link, &late)
		if err != nil {
			return err
		}
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-c.wake:
		case <-at:
		case o, ok := <-link.Orders():
			if !ok {
				return cmp.Or(link.Err(), errors.New("the connection to the hub is broken"))
			}
			c.order(ctx, o)
		case <-here.C:
			if err := link.Tell(c.here()); err != nil {
				return err
			}
			if err := link.Err(); err != nil {
				return err
			}
		case <-clock.C:
			if err := c.setClock(ctx, link); err != nil {
				return err
			}
		case <-screen.C:
			if d := c.watchedDesk(); d != nil && d != shown {
				shown = d
				if err := link.Tell(wire.Report{T: "desk", Desk: d}); err != nil {
					c.complain(err)
				}
			}
		}
	}
}

// sendOn sends what is next, and returns a channel that tells when to send more: nil if all is sent. late is the time since
// which the hub has not said that it has the lines.
func (c *Client) sendOn(ctx context.Context, link Link, late *time.Time) (<-chan time.Time, error) {
	more, err := c.sendNext(ctx, link)
	switch {
	case errors.Is(err, ErrHubFull):
		c.complain(err)
		return nil, nil
	case err == nil:
		*late = time.Time{}
	case errors.Is(err, context.DeadlineExceeded) || errors.Is(err, errNotReady):
		// Perhaps the hub has the lines, perhaps not: it is asked. One server of a cluster may have died, and the others
		// choose which of them leads.
		if late.IsZero() {
			*late = time.Now()
		}
		if time.Since(*late) < mostLate {
			return time.After(lateAgain), nil
		}
	}
	if err != nil || !more {
		return nil, err
	}
	return time.After(0), nil
}

// here is what the box says of itself each few seconds.
func (c *Client) here() wire.Report {
	r := wire.Report{T: "here", Name: c.Name, Waiting: c.Status().Waiting}
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.idle {
		r.Idle, r.Judge = true, c.judge
	}
	return r
}

// says reports whether a report still says whether the box plays, and whether it calls a judge while it does not.
func (c *Client) says(r *wire.Report) bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	return r.Idle == c.idle && (!c.idle || r.Judge == c.judge)
}

// setClock asks for the time of the hub eight times, and believes the answer that came back fastest.
func (c *Client) setClock(ctx context.Context, link Link) error {
	best := time.Hour
	for range 8 {
		began := time.Now()
		answer, err := link.Clock(ctx)
		if err != nil {
			return err
		}
		if trip := time.Since(began); trip < best {
			best = trip
			c.mu.Lock()
			c.hubAt, c.localAt = answer.At, began.Add(trip/2)
			c.mu.Unlock()
		}
	}
	return nil
}

// local returns a moment of the hub's clock on the box's, which may be wrong by years.
func (c *Client) local(at int64) time.Time {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.localAt.Add(time.Duration(at - c.hubAt))
}

// Send sends all that waits.
func (c *Client) Send(ctx context.Context, link Link) error {
	for {
		if more, err := c.sendNext(ctx, link); !more || err != nil {
			return err
		}
	}
}

// sendNext sends the next lines of the oldest outbox that waits, and reports whether there may be more.
func (c *Client) sendNext(ctx context.Context, link Link) (more bool, err error) {
	c.mu.Lock()
	i := slices.IndexFunc(c.posts, func(p *post) bool { return !p.known || p.waiting() > 0 })
	if i < 0 {
		c.mu.Unlock()
		return false, nil
	}
	p := c.posts[i]
	known, id, sent, last := p.known, p.id, p.sent, p.seq
	c.mu.Unlock()
	if !known {
		return true, c.ask(ctx, link, p, id)
	}
	c.mu.Lock()
	data, n, err := p.box.Read(sent, wire.BatchBytes)
	c.mu.Unlock()
	if err != nil || n == 0 {
		return false, err
	}
	seq, err := link.Put(ctx, id, data, last)
	c.mu.Lock()
	defer c.mu.Unlock()
	switch {
	case errors.Is(err, ErrBehind):
		// The answer to the last message was lost, or another box was faster: see what is there.
		p.known = false
		return true, nil
	case err != nil:
		p.known = false
		return false, err
	}
	p.sent, p.seq = sent+n, seq
	if errors.Is(c.status.Problem, ErrHubFull) {
		c.status.Problem = nil
	}
	return true, nil
}

// ask looks how much of a play the hub has.
func (c *Client) ask(ctx context.Context, link Link, p *post, id string) error {
	data, seq, err := link.Last(ctx, id)
	if err != nil {
		return err
	}
	has := 0
	if seq > 0 {
		text := bytes.TrimRight(data, "\n")
		text = text[bytes.LastIndexByte(text, '\n')+1:]
		var line wire.Line
		if err := json.Unmarshal(journal.Record(text), &line); err != nil {
			return fmt.Errorf("hub: its last line of %s cannot be read: %w", id, err)
		}
		has = line.N
		c.mu.Lock()
		own, _, err := p.box.Read(has-1, 1)
		c.mu.Unlock()
		if err != nil {
			return err
		}
		if !bytes.Equal(bytes.TrimRight(own, "\n"), text) {
			return c.rename(p)
		}
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	p.known, p.sent, p.seq = true, has, seq
	return nil
}

// rename sends a play under another name, where the hub has lines by the first that are not this box's: its disk was
// set back, or copied. All lines of both are kept.
func (c *Client) rename(p *post) error {
	c.mu.Lock()
	defer c.mu.Unlock()
	old := p.id
	p.id = c.newID(p.file)
	line := wire.Line{N: p.box.Lines() + 1, Play: p.id}
	data, err := json.Marshal(line)
	if err == nil {
		err = p.box.Add(data, p.box.Last(), true)
	}
	if err == nil {
		err = p.box.Flush()
	}
	c.Log.Warn("hub: it has other lines of this play, so the play goes on under another name", "was", old, "is", p.id)
	p.sent, p.seq, p.known = 0, 0, false
	return err
}

// watchedDesk returns the public desk while somebody watches, or nil.
func (c *Client) watchedDesk() *desk.Public {
	c.mu.Lock()
	defer c.mu.Unlock()
	if time.Now().After(c.watched) {
		return nil
	}
	return c.box.Snapshot().Public("")
}

// order does what the hub says.
func (c *Client) order(ctx context.Context, o wire.Order) {
	switch o.T {
	case "watch":
		c.mu.Lock()
		c.watched = time.Now().Add(time.Duration(min(max(o.Seconds, 0), 60)) * time.Second)
		c.mu.Unlock()
		return
	case "clone":
		c.mu.Lock()
		c.status.Cloned = time.Now()
		c.mu.Unlock()
	case "start":
		at := c.local(o.At)
		if wait := time.Until(at); wait > -time.Second && wait < time.Minute {
			go c.countDown(ctx, at, o.Text)
		}
	case "say":
		texts := map[lang.Lang]string{"": o.Text}
		for l, text := range o.Texts {
			texts[lang.Lang(l)] = text
		}
		c.do(command.Announce{Texts: texts})
	case "judge":
		c.do(command.Judge{State: o.Text})
	case "seat":
		c.do(command.Propose{Table: o.Table, Round: o.Round, Game: o.Game, Seats: o.Seats})
	}
}

// countDown has the box count the seconds until a moment that all tables share, and then begin.
func (c *Client) countDown(ctx context.Context, at time.Time, name string) {
	texts := map[lang.Lang]string{"": name}
	for in := int((time.Until(at) + 900*time.Millisecond) / time.Second); in >= 0; in-- {
		select {
		case <-time.After(time.Until(at.Add(-time.Duration(in) * time.Second))):
		case <-ctx.Done():
			return
		}
		if in > 0 {
			_ = c.box.Do(ctx, command.Announce{Texts: texts, In: in}) // a box that counts something else leaves a second out
			continue
		}
		c.carryOut(ctx, command.Announce{Texts: texts, Starts: true})
	}
}

// do tells the box something, behind what it was told before, without waiting for it.
func (c *Client) do(cmd command.Command) {
	select {
	case c.told <- cmd:
	default:
		c.Log.Warn("hub: the box is too slow for what the hub says")
	}
}

// obey has the box do what the hub says, in its order.
func (c *Client) obey(ctx context.Context) {
	for {
		select {
		case <-ctx.Done():
			return
		case cmd := <-c.told:
			c.carryOut(ctx, cmd)
		}
	}
}

// carryOut has the box do something, and again for some seconds while it is busy.
func (c *Client) carryOut(ctx context.Context, cmd command.Command) {
	err := c.box.Do(ctx, cmd)
	for range 10 {
		if !errors.Is(err, command.ErrBusy) || ctx.Err() != nil {
			break
		}
		time.Sleep(500 * time.Millisecond)
		err = c.box.Do(ctx, cmd)
	}
	if err != nil && ctx.Err() == nil {
		c.Log.Warn("hub: the box does not do what the hub says", "error", err)
	}
}

// tell tells the table the state of the connection to the hub, when that changes and a few times a minute.
func (c *Client) tell(ctx context.Context) {
	ticker := time.NewTicker(2 * time.Second)
	defer ticker.Stop()
	said, at := command.HubState{Trouble: command.HubRefuses}, time.Time{}
	for {
		select {
		case <-ctx.Done():
			return
		case <-ticker.C:
		}
		s := c.Status()
		state := s.State()
		if state == said || state.Trouble == said.Trouble && time.Since(at) < 20*time.Second {
			continue
		}
		said, at = state, time.Now()
		c.do(state)
	}
}

// cloneFor is how long the table is told of another box with the key of this one. The hub says so each ten seconds while
// that tries to get in.
const cloneFor = 30 * time.Second

// State is how it stands, for the table.
func (s Status) State() command.HubState {
	state := command.HubState{Since: s.Since.Format("15:04"), Waiting: s.Waiting}
	switch {
	case s.Reached && errors.Is(s.Problem, ErrHubFull):
		state.Trouble = command.HubFull
	case s.Reached && s.Problem != nil:
		state.Trouble, state.What = command.HubRefuses, s.Problem.Error()
	case s.Reached && time.Since(s.Cloned) < cloneFor:
		return command.HubState{Trouble: command.HubClone}
	case s.Reached, time.Since(s.Since) < 3*time.Second:
		return command.HubState{}
	case errors.Is(s.Problem, ErrNotIn):
		state.Trouble = command.HubNotIn
	default:
		state.Trouble = command.HubAway
	}
	return state
}
