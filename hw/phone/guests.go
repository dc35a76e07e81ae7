package phone

import (
	"context"
	"crypto/rand"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net/netip"
	"reflect"
	"slices"
	"sync"
	"time"

	"golang.org/x/time/rate"

	"consigliere/hw"
	"consigliere/hw/box"
	"consigliere/hw/command"
	"consigliere/hw/desk"
	"consigliere/hw/lang"
	"consigliere/hw/web/line"
	"consigliere/hw/web/page"
)

// Guests are the pages for the network: a phone for each seat, and a screen for the room. It is
// an [http.Handler], and safe for concurrent use. It has no panel: what a guest can do is what
// the pod of its seat can do.
type Guests struct {
	network

	box   Box
	table command.Rows
	said  command.Rows // what phones say: their own first
	log   *slog.Logger
	roll  *roll
	hall  *hall
	gate  *gate
	rand  io.Reader
	kept  Register // nil where phones are not remembered
	life  string   // another for each start of the box: turns are counted anew
	ctx   context.Context
	stop  context.CancelFunc
	wires sync.WaitGroup
	// How often a screen and a phone hear something, whether or not anything is new.
	beatEvery, frameEvery time.Duration

	writing sync.Mutex // held while the register is written
	written []byte     // what it has, guarded by writing

	mu sync.Mutex // guards the following

	watchers map[chan struct{}]bool // panels, which are told when phones come, go and knock
	hotspot  *Hotspot               // that this machine makes; nil for none
}

// GuestOptions are the settings of [Guests].
type GuestOptions struct {
	Log *slog.Logger // nil logs nothing
	// Names are further names of this machine, by which its pages may be asked for, such as
	// the names in a certificate.
	Names []string
	// Register is where keys of seats are kept, so that phones are back at their seats after the
	// box was switched off and on; nil forgets them then.
	Register Register
	// Each is how many pages one address may have open; 0 means 32.
	Each int
	// Table says what phones may tell the box; nil means [command.Table].
	Table command.Rows
	// Rand is where keys are drawn from, for tests; nil means crypto/rand.
	Rand io.Reader
	// Now tells the time, for tests; nil means [time.Now].
	Now func() time.Time
	// Addresses returns those of this machine, each with its network, for tests; nil asks the system.
	Addresses func() []netip.Prefix
}

// A Register keeps who has which seat, for this box alone: there are keys in it.
type Register interface {
	// Read returns what was written last, or nothing.
	Read() ([]byte, error)
	// Write keeps all of it or nothing.
	Write([]byte) error
}

// A Box is what guests need of a [box.Box]. A new command of the box asks nothing more.
type Box interface {
	Layout() box.Layout
	Listen(hw.Pod) *box.Listener
	Done() <-chan struct{}
	Do(context.Context, command.Command) error
	Forwarded() <-chan command.Command
	Snapshot() desk.Desks
}

// NewGuests returns the pages for the network of a box.
func NewGuests(b Box, o GuestOptions) (*Guests, error) {
	if o.Log == nil {
		o.Log = slog.New(slog.DiscardHandler)
	}
	if o.Rand == nil {
		o.Rand = rand.Reader
	}
	if o.Table == nil {
		o.Table = command.Table
	}
	r, err := newRoll(o.Rand)
	if err != nil {
		return nil, err
	}
	if o.Now != nil {
		r.now = o.Now
	}
	life, err := r.draw(8)
	if err != nil {
		return nil, err
	}
	g := &Guests{
		table: o.Table, said: slices.Concat(Own, o.Table),
		box: b, log: o.Log, roll: r, rand: o.Rand, gate: newGate(), kept: o.Register, life: letters(life),
		beatEvery: page.BeatEvery, frameEvery: frameEvery, watchers: map[chan struct{}]bool{},
	}
	if err := g.recall(); err != nil {
		g.log.Warn("phones join anew", "error", err)
	}
	g.hall = newHall(b, r)
	r.people = func() (names []string) {
		if d := b.Snapshot().Public(lang.English); d.State == "play" {
			for i := range d.Seats {
				if !d.Seats[i].Bot {
					names = append(names, d.Seats[i].Name)
				}
			}
		}
		return names
	}
	g.hall.settle = g.succeed
	g.ctx, g.stop = context.WithCancel(context.Background())
	if o.Each > 0 {
		g.gate.each = o.Each
	}
	if err := g.open(&o); err != nil {
		return nil, err
	}
	g.wires.Go(func() { g.hall.follow(g.ctx) })
	return g, nil
}

// Close closes all connections.
func (g *Guests) Close() { g.stop() }

// Wait waits until all pages have gone, once it was closed.
func (g *Guests) Wait() { g.wires.Wait() }

// Invitation returns the address at which phones join, with the code of the table; "" while there
// isn't such an address. Whoever has it can take a free seat.
func (g *Guests) Invitation() string {
	if g == nil {
		return ""
	}
	if at := g.address(); at != "" {
		return at + doorEnd + "#" + g.roll.invitation()
	}
	return ""
}

// lookEvery is how often it is looked whether this machine has another address.
const lookEvery = 10 * time.Second

// invite keeps the box told how phones join, which there are and which wait, until ctx ends: its
// panel shows it, and answers.
func (g *Guests) invite(ctx context.Context) {
	news, end := g.Watch()
	defer end()
	join, last := "-", Overview{}
	for {
		if now := g.Invitation(); now != join {
			join = now
			g.told() // the panels' pages
		}
		if p := g.Overview(); !reflect.DeepEqual(p, last) {
			if g.box.Do(ctx, g.invitation(p)) != nil {
				return
			}
			last = p
		}
		select {
		case <-ctx.Done():
			return
		case c := <-g.box.Forwarded():
			g.answered(c)
		case <-news:
		case <-time.After(lookEvery):
		}
		g.succeed()
	}
}

// succeed lets a phone be the host's where there is no host, or the host's phone is away.
func (g *Guests) succeed() {
	heir := g.roll.succeed()
	if heir == nil {
		return
	}
	g.remember()
	heir.owe()
	g.changedRoll()
}

// answered does what the menu of the panel, or a pod, has said about phones.
func (g *Guests) answered(c command.Command) {
	switch c := c.(type) {
	case command.LetIn:
		g.let(c.ID, c.Yes, nil)
	case command.PutOut:
		if err := g.PutOut(c.Name); err != nil {
			g.log.Error("a phone is put out", "error", err)
		}
	}
}

// invitation returns what the box is told.
func (g *Guests) invitation(p Overview) command.Invite {
	i := command.Invite{Served: true, Address: p.Address, Rows: p.Rows}
	if p.WiFi != nil {
		i.WiFi = &command.WiFi{Name: p.WiFi.Name, Password: p.WiFi.Password, Rows: p.WiFi.Rows}
	}
	for _, h := range p.Phones {
		i.Phones = append(i.Phones, h.Name)
		if !h.Here {
			i.Away = append(i.Away, h.Name)
		}
	}
	i.Absent = g.roll.absent()
	i.Looks = g.roll.looks()
	for _, k := range p.Knocks {
		i.Knocks = append(i.Knocks, command.Knock{ID: k.ID, Name: k.Name})
	}
	return i
}

// told tells the panels that something about phones has changed.
func (g *Guests) told() {
	g.mu.Lock()
	defer g.mu.Unlock()
	for w := range g.watchers {
		select {
		case w <- struct{}{}:
		default:
		}
	}
}

// Watch returns a channel on which a panel is told, and how to end that.
func (g *Guests) Watch() (c chan struct{}, end func()) {
	c = make(chan struct{}, 1)
	g.mu.Lock()
	g.watchers[c] = true
	g.mu.Unlock()
	return c, func() {
		g.mu.Lock()
		delete(g.watchers, c)
		g.mu.Unlock()
	}
}

// Screen serves the board to a screen for the room, until it leaves or ctx ends. One that is of this machine
// shows how to join, too: on the network that would be for whoever listens.
func (g *Guests) Screen(ctx context.Context, conn line.Conn, ours bool) {
	ctx, stop := context.WithCancel(ctx)
	l := newViewer(conn)
	l.stage = true
	if err := g.hall.enter(l); err != nil {
		stop()
		return
	}
	defer g.hall.exit(l)
	var news chan struct{} // of phones
	if ours {
		var end func()
		news, end = g.Watch()
		defer end()
		news <- struct{}{}
	}
	var group sync.WaitGroup
	group.Go(func() {
		defer conn.CloseNow()
		pen := newPen(conn)
		pen.until(ctx)
		beats := time.NewTicker(g.beatEvery)
		defer beats.Stop()
		var say []line.Message
		for {
			var err error
			select {
			case <-news:
				p := g.Overview()
				var b []byte
				if b, err = json.Marshal(Joining{"join", p.Address, p.Rows, p.WiFi}); err == nil {
					err = pen.write(line.Message{Kind: line.Text, Data: b})
				}
			case <-ctx.Done():
				return
			case <-beats.C:
				err = pen.write(line.Message{Kind: line.Text, Data: beatBytes})
			case <-l.wake:
				for items := l.take(); err == nil && len(items) > 0; items = l.take() {
					say = messages(say[:0], items)
					err = pen.write(say...)
				}
			}
			if err != nil {
				return
			}
		}
	})
	allowed := rate.NewLimiter(1, 10)
	for {
		kind, data, err := conn.Read(ctx)
		if err != nil || kind != line.Text || !allowed.Allow() {
			break
		}
		var m struct{ T, Lang string }
		if json.Unmarshal(data, &m) != nil || m.T != "lang" {
			break
		}
		to, err := lang.Parse(m.Lang)
		if err != nil || g.hall.speak(l, to) != nil {
			break
		}
	}
	stop()
	group.Wait()
}

// maxRequest is how long a message of a screen may be; it says which language it reads.
const maxRequest = 256

var beatBytes = []byte(`{"t":"beat"}`)

// A gate counts the connections, and the guesses at keys.
type gate struct {
	most, each int        // in all, and from one address
	kept       int        // of most, for phones that have a key or the code of the table
	greeting   int        // phones that have not said yet which they have; they are besides most
	refill     rate.Limit // how many keys an address may get wrong a second, once it was wrong too often

	mu sync.Mutex // guards the following

	in, strangers int
	from          map[netip.Addr]int
	greeted       []*visitor // who has not said yet what it has, the longest first
	guesses       map[netip.Addr]*rate.Limiter
}

func newGate() *gate {
	return &gate{most: 200, each: 32, kept: 64, greeting: 64, refill: guessesASec, from: map[netip.Addr]int{}, guesses: map[netip.Addr]*rate.Limiter{}}
}

// A visitor is one page that is open, or a phone that has yet to say what it has.
type visitor struct {
	gate *gate
	from netip.Addr

	// The following are guarded by the mutex of the gate.
	place place
	end   func() // ends it, for another that needs its place; nil while nobody can
}

// place is what a visit counts for.
type place uint8

const (
	greeted  place = iota // besides the others
	stranger              // a screen, or a phone without key and code
	known
	gone
)

// greet lets a phone in that has yet to say what it has. Where too many do, one that has had the time for it
// goes: the first of the address that most of them came from. It reports whether there is room.
func (g *gate) greet(remote string) (*visitor, bool) {
	v := &visitor{gate: g, from: addrOf(remote)}
	g.mu.Lock()
	defer g.mu.Unlock()
	if g.from[v.from] >= g.each {
		return nil, false
	}
	if len(g.greeted) >= g.greeting {
		old := g.slowestLocked()
		end := old.end
		old.leaveLocked()
		if end != nil {
			go end()
		}
	}
	g.from[v.from]++
	g.greeted = append(g.greeted, v)
	return v, true
}

// slowestLocked returns the first of those that greet from the address that most of them came from.
func (g *gate) slowestLocked() *visitor {
	n := map[netip.Addr]int{}
	most := g.greeted[0].from
	for _, v := range g.greeted {
		if n[v.from]++; n[v.from] > n[most] {
			most = v.from
		}
	}
	return g.greeted[slices.IndexFunc(g.greeted, func(v *visitor) bool { return v.from == most })]
}

// ends says how a visit can be ended for another that needs its place.
func (v *visitor) ends(end func()) {
	v.gate.mu.Lock()
	defer v.gate.mu.Unlock()
	v.end = end
}

// settle gives a phone that has said what it has its place. It reports whether there is one.
func (v *visitor) settle(to place) bool {
	g := v.gate
	g.mu.Lock()
	defer g.mu.Unlock()
	if v.place != greeted || g.in >= g.most || to == stranger && g.strangers >= g.most-g.kept {
		return false
	}
	g.greeted = slices.DeleteFunc(g.greeted, func(o *visitor) bool { return o == v })
	v.place = to
	g.in++
	if to == stranger {
		g.strangers++
	}
	return true
}

// promote keeps its place for a phone that was let in.
func (v *visitor) promote() {
	v.gate.mu.Lock()
	defer v.gate.mu.Unlock()
	if v.place == stranger {
		v.gate.strangers--
		v.place = known
	}
}

// leave ends a visit. It may be called again.
func (v *visitor) leave() {
	v.gate.mu.Lock()
	defer v.gate.mu.Unlock()
	v.leaveLocked()
}

func (v *visitor) leaveLocked() {
	g := v.gate
	switch v.place {
	case gone:
		return
	case greeted:
		g.greeted = slices.DeleteFunc(g.greeted, func(o *visitor) bool { return o == v })
	case stranger:
		g.strangers--
		g.in--
	case known:
		g.in--
	}
	v.place = gone
	if g.from[v.from]--; g.from[v.from] == 0 {
		delete(g.from, v.from)
	}
}

func addrOf(remote string) netip.Addr {
	a, err := netip.ParseAddrPort(remote)
	if err != nil {
		return netip.Addr{}
	}
	return a.Addr().Unmap()
}

// How many keys an address may get wrong at once, and a second; after that none is looked at.
const (
	guessesAtOnce = 12
	guessesASec   = 0.2
	maxGuessers   = 1024
)

// mayGuess reports whether an address has not been wrong too often.
func (g *gate) mayGuess(remote string, now time.Time) bool {
	g.mu.Lock()
	defer g.mu.Unlock()
	b := g.guesses[addrOf(remote)]
	return b == nil || b.TokensAt(now) >= 1
}

// wrong notes that an address had no key that there is.
func (g *gate) wrong(remote string, now time.Time) {
	a := addrOf(remote)
	g.mu.Lock()
	defer g.mu.Unlock()
	if g.guesses[a] == nil {
		if len(g.guesses) >= maxGuessers {
			clear(g.guesses)
		}
		g.guesses[a] = rate.NewLimiter(g.refill, guessesAtOnce)
	}
	g.guesses[a].AllowN(now, 1)
}

// errOut is why the connection of a phone ends that has lost its seat.
var errOut = errors.New("this phone has no seat any more")

// drop ends the connection of a phone.
func (p *phone) drop(code line.Status, why string) {
	if p != nil {
		p.end(code, why)
	}
}

// PutOut puts a phone out, and changes the code.
func (g *Guests) PutOut(name string) error {
	p, heir, err := g.roll.out(name)
	g.remember()
	p.drop(StatusOut, errOut.Error())
	if heir != nil {
		heir.owe()
	}
	g.hall.changed()
	g.told()
	if err != nil {
		return fmt.Errorf("the code of the table: %w", err)
	}
	return nil
}

// let answers a knock, at the panel or at a phone.
func (g *Guests) let(id int, yes bool, by *phone) {
	knocked, old := g.roll.answer(id, yes, by)
	g.remember()
	old.drop(StatusOut, errOut.Error())
	if knocked != nil {
		if yes {
			knocked.visit.promote()
		}
		knocked.owe()
	}
	g.changedRoll()
}

// SetHost makes a phone a host's, or not. It reports whether there is one of the name.
func (g *Guests) SetHost(name string, on bool) bool {
	p, ok := g.roll.setHost(name, on)
	g.remember()
	if p != nil {
		p.owe()
	}
	g.changedRoll()
	return ok
}

// changedRoll tells everybody who has to know that the roll has changed.
func (g *Guests) changedRoll() {
	for _, p := range g.roll.asked() {
		p.owe()
	}
	g.hall.changed()
	g.told()
}

// The reasons for which the box closes the line of a phone. The page knows what to do.
const (
	StatusOut   line.Status = 4001 // it has lost its seat
	StatusKey   line.Status = 4002 // there is no such key
	StatusMoved line.Status = 4003 // the seat is open on another page of the same phone
)
