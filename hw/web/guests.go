package web

import (
	"context"
	"crypto/rand"
	"crypto/tls"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"log/slog"
	"net"
	"net/http"
	"net/netip"
	"os"
	"reflect"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/coder/websocket"
	"golang.org/x/time/rate"

	"consigliere/hw/command"
	"consigliere/hw/lang"
)

// Guests are the pages for the network: a phone for each seat, and a screen for the room. It is
// an [http.Handler], and safe for concurrent use. It has no panel: what a guest can do is what
// the pod of its seat can do.
type Guests struct {
	box    Box
	table  command.Rows
	log    *slog.Logger
	mux    *http.ServeMux
	roll   *roll
	hall   *hall
	gate   *gate
	rand   io.Reader
	names  []string                  // of this machine
	secure bool                      // pages are served by TLS
	kept   Register                  // nil where phones are not remembered
	owns   func(address string) bool // an address is one of this machine
	life   string                    // another for each start of the box: turns are counted anew
	ctx    context.Context
	stop   context.CancelFunc
	wires  sync.WaitGroup
	// How often a screen and a phone hear something, whether or not anything is new.
	beatEvery, frameEvery time.Duration

	writing sync.Mutex // held while the register is written
	written []byte     // what it has, guarded by writing

	mu sync.Mutex // guards the following

	watchers map[chan struct{}]bool // panels, which are told when phones come, go and knock
	at       net.Addr               // where the pages are served; nil before that is known
	name     string                 // of this machine in the certificate, or ""
	hotspot  *Hotspot               // that this machine makes; nil for none
}

// GuestOptions are the settings of [Guests].
type GuestOptions struct {
	Log *slog.Logger // nil logs nothing
	// Names are further names of this machine, by which its pages may be asked for, such as
	// those of a certificate.
	Names []string
	// Register is where keys of seats are kept, so that phones are back at their seats after the
	// box was switched off and on; nil forgets them then.
	Register Register
	// Rand is where keys are drawn from, for tests; nil means crypto/rand.
	Rand io.Reader
}

// A Register keeps who has which seat, for this box alone: there are keys in it.
type Register interface {
	// Read returns what was written last, or nothing.
	Read() ([]byte, error)
	// Write keeps all of it or nothing.
	Write([]byte) error
}

// NewGuests returns the pages for the network of a box.
func NewGuests(b Box, o GuestOptions) (*Guests, error) {
	if o.Log == nil {
		o.Log = slog.New(slog.DiscardHandler)
	}
	if o.Rand == nil {
		o.Rand = rand.Reader
	}
	r, err := newRoll(o.Rand)
	if err != nil {
		return nil, err
	}
	life, err := r.draw(8)
	if err != nil {
		return nil, err
	}
	g := &Guests{
		table: command.Table,
		box:   b, log: o.Log, mux: http.NewServeMux(), roll: r, rand: o.Rand, gate: newGate(), owns: owns, kept: o.Register, life: letters(life),
		beatEvery: beatEvery, frameEvery: frameEvery, watchers: map[chan struct{}]bool{},
	}
	if err := g.recall(); err != nil {
		g.log.Warn("phones join anew", "error", err)
	}
	g.hall = newHall(b, r)
	g.ctx, g.stop = context.WithCancel(context.Background())
	for _, n := range o.Names {
		g.names = append(g.names, strings.ToLower(n))
	}
	if host, err := os.Hostname(); err == nil {
		host = strings.ToLower(strings.TrimSuffix(host, ".local"))
		g.names = append(g.names, host, host+".local")
	}
	files, err := fs.Sub(pages, "page")
	if err != nil {
		return nil, err
	}
	static := http.FileServerFS(files)
	page := func(name string) http.HandlerFunc {
		return func(w http.ResponseWriter, r *http.Request) { http.ServeFileFS(w, r, files, name) }
	}
	w, err := newWordFiles()
	if err != nil {
		return nil, err
	}
	g.mux.HandleFunc("GET /{$}", page("phone.html"))
	g.mux.HandleFunc("GET /screen", page("screen.html"))
	g.mux.Handle("GET /words/{file}", w)
	g.mux.HandleFunc("GET /languages.json", serveLanguages)
	for _, f := range guestFiles {
		g.mux.Handle("GET /"+f, static)
	}
	g.mux.HandleFunc("GET /look", func(w http.ResponseWriter, r *http.Request) { g.look(w, r, false) })
	g.mux.HandleFunc("GET /seat", g.serveSeat)
	g.wires.Go(func() { g.hall.follow(g.ctx) })
	return g, nil
}

// guestFiles are the files of the page that guests get.
var guestFiles = []string{
	"phone.js", "phone.css", "screen.js", "hosting.js", "hold.js", "screen.css", "seal.js", "noble.js", "dom.js", "words.js", "icons.svg", "icon.svg", "sound.js", "parts.js", "presses.js", "score.js", "score.css", "story.js", "begin.js", "setup.js", "tray.js", "fonts/vazirmatn.woff2",
}

// Close closes all connections.
func (g *Guests) Close() { g.stop() }

// Announce says where the pages will be served, so that phones can be invited. With a
// certificate that is by TLS. It must be called before [Guests.Serve].
func (g *Guests) Announce(at net.Addr, cert *tls.Certificate) {
	name := ""
	if cert != nil {
		g.secure = true
		if c := cert.Leaf; c != nil {
			for _, n := range c.DNSNames {
				g.names = append(g.names, strings.ToLower(n))
			}
			if len(c.DNSNames) > 0 && !strings.HasPrefix(c.DNSNames[0], "*") {
				name = c.DNSNames[0]
			}
		}
	}
	g.mu.Lock()
	g.at, g.name = at, name
	g.mu.Unlock()
	g.told()
}

// address returns where phones find the page, without the code; "" if it is not served, or this
// machine is in no network. An address of a network may change.
func (g *Guests) address() string {
	g.mu.Lock()
	at, name := g.at, g.name
	g.mu.Unlock()
	if at == nil {
		return ""
	}
	scheme := "http://"
	if g.secure {
		scheme = "https://"
	}
	if name != "" {
		_, port, _ := net.SplitHostPort(at.String())
		return scheme + net.JoinHostPort(name, port)
	}
	if host, port, err := net.SplitHostPort(at.String()); err == nil {
		if ip, err := netip.ParseAddr(host); err == nil && ip.IsUnspecified() {
			if h := g.spot(); h != nil { // where the phones are that have no other network
				return scheme + net.JoinHostPort(h.Address, port)
			}
		}
	}
	if host := reach(at); host != "" {
		return scheme + host
	}
	return ""
}

// Serve serves the pages at l until ctx ends, with a certificate by TLS alone. Then it closes all
// connections and l, and returns nil.
func (g *Guests) Serve(ctx context.Context, l net.Listener, cert *tls.Certificate) error {
	if cert != nil {
		l = tls.NewListener(l, &tls.Config{Certificates: []tls.Certificate{*cert}, MinVersion: tls.VersionTLS12, NextProtos: []string{"http/1.1"}})
	}
	g.wires.Go(func() { g.invite(g.ctx) })
	return serveUntil(ctx, &http.Server{Handler: g}, l, g.log, func() {
		g.Close()
		g.wires.Wait()
	})
}

// reach returns the address at which others on the network find this machine, or "" if it is in
// none.
func reach(a net.Addr) string {
	host, port, err := net.SplitHostPort(a.String())
	if err != nil {
		return a.String()
	}
	if ip, err := netip.ParseAddr(host); err != nil || !ip.IsUnspecified() {
		return a.String()
	}
	addrs, err := net.InterfaceAddrs()
	if err != nil {
		return ""
	}
	var best netip.Addr
	for _, a := range addrs {
		p, err := netip.ParsePrefix(a.String())
		if err != nil || !p.Addr().Is4() {
			continue
		}
		if ip := p.Addr(); ip.IsGlobalUnicast() && (!best.IsValid() || ip.IsPrivate() && !best.IsPrivate()) {
			best = ip
		}
	}
	if !best.IsValid() {
		return ""
	}
	return net.JoinHostPort(best.String(), port)
}

// ListenGuests listens at addr for phones and screens.
func ListenGuests(ctx context.Context, addr string) (net.Listener, error) {
	var c net.ListenConfig
	l, err := c.Listen(ctx, "tcp", addr)
	if err != nil {
		return nil, err
	}
	return &fewListener{Listener: l, from: map[netip.Addr]int{}}, nil
}

// How many connections guests may have open at once, in all and from one address.
const (
	maxConns     = 512
	maxConnsFrom = 128
)

// sendRoom is how many bytes may be on their way to a guest. The system would keep megabytes for
// each page that does not read.
const sendRoom = 128 << 10

// A fewListener closes the connections that are too many.
type fewListener struct {
	net.Listener

	mu sync.Mutex // guards the following

	open int
	from map[netip.Addr]int
}

// Accept implements [net.Listener].
func (l *fewListener) Accept() (net.Conn, error) {
	for {
		c, err := l.Listener.Accept()
		if err != nil {
			return nil, err
		}
		if f := l.count(c); f != nil {
			if t, ok := c.(*net.TCPConn); ok {
				_ = t.SetWriteBuffer(sendRoom) // else it has that of the system
			}
			return f, nil
		}
		c.Close()
	}
}

// count counts a connection; nil if it is too many.
func (l *fewListener) count(c net.Conn) net.Conn {
	a := addrOf(c.RemoteAddr().String())
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.open >= maxConns || l.from[a] >= maxConnsFrom {
		return nil
	}
	l.open++
	l.from[a]++
	return &fewConn{Conn: c, done: sync.OnceFunc(func() {
		l.mu.Lock()
		defer l.mu.Unlock()
		l.open--
		if l.from[a]--; l.from[a] == 0 {
			delete(l.from, a)
		}
	})}
}

type fewConn struct {
	net.Conn

	done func()
}

// Close implements [net.Conn].
func (c *fewConn) Close() error {
	defer c.done()
	return c.Conn.Close()
}

// Invitation returns the address at which phones join, with the code of the table; "" while there
// is no such address. Whoever has it can take a free seat.
func (g *Guests) Invitation() string {
	if g == nil {
		return ""
	}
	if at := g.address(); at != "" {
		return at + "/#" + g.roll.invitation()
	}
	return ""
}

// lookEvery is how often it is looked whether this machine has another address.
const lookEvery = 10 * time.Second

// invite keeps the box told how phones join, which there are and who waits, until ctx ends: its
// panel shows it, and answers.
func (g *Guests) invite(ctx context.Context) {
	news, end := g.watch()
	defer end()
	join, last := "-", phones{}
	for {
		if now := g.Invitation(); now != join {
			join = now
			g.told() // the panels' pages
		}
		if p := g.onPanel(); !reflect.DeepEqual(p, last) {
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
	}
}

// answered does what the menu of the panel, or a pod, has said about phones.
func (g *Guests) answered(c command.Command) {
	switch c := c.(type) {
	case command.LetIn:
		g.let(c.ID, c.Yes, nil)
	case command.PutOut:
		if err := g.putOut(c.Name); err != nil {
			g.log.Error("a phone is put out", "error", err)
		}
	}
}

// invitation returns what the box is told.
func (g *Guests) invitation(p phones) command.Invite {
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

// watch returns a channel on which a panel is told, and how to end that.
func (g *Guests) watch() (c chan struct{}, end func()) {
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

// known reports whether a host is a name or address of this machine, as a request came to it.
func (g *Guests) known(host string, r *http.Request) bool {
	if slices.Contains(g.names, strings.ToLower(strings.TrimSuffix(host, "."))) {
		return true
	}
	to, _ := r.Context().Value(http.LocalAddrContextKey).(net.Addr)
	if to == nil {
		return false
	}
	at, err := netip.ParseAddrPort(to.String())
	if err != nil {
		return false
	}
	if at.Addr().Unmap().IsLoopback() && here(host) {
		return true
	}
	ip, err := netip.ParseAddr(host)
	return err == nil && ip.Unmap() == at.Addr().Unmap().WithZone("")
}

// ServeHTTP implements [http.Handler].
func (g *Guests) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	if !g.known(hostOf(r), r) {
		http.Error(w, "this box has other names", http.StatusMisdirectedRequest)
		return
	}
	scheme := "http://"
	if g.secure {
		scheme = "https://"
	}
	if !ownPage(w, r, scheme, "/", "/screen") {
		return
	}
	g.mux.ServeHTTP(w, r)
}

// look serves the board to a screen for the room. One that is of this machine shows how to join,
// too: on the network that would be for whoever listens.
func (g *Guests) look(w http.ResponseWriter, r *http.Request, ours bool) {
	_, leave, conn, ctx := g.accept(w, r, maxRequest, stranger)
	if conn == nil {
		return
	}
	defer leave()
	ctx, stop := context.WithCancel(ctx)
	l := newLooker()
	if err := g.hall.enter(ctx, l); err != nil {
		stop()
		return
	}
	defer g.hall.exit(l)
	var news chan struct{} // of phones
	if ours {
		var end func()
		news, end = g.watch()
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
		for {
			var err error
			select {
			case <-news:
				p := g.onPanel()
				var b []byte
				if b, err = json.Marshal(joining{"join", p.Address, p.Rows, p.WiFi}); err == nil {
					err = pen.write(websocket.MessageText, b)
				}
			case <-ctx.Done():
				return
			case <-beats.C:
				err = pen.write(websocket.MessageText, beatBytes)
			case <-l.wake:
				for _, i := range l.take() {
					if i.kind != itemFrame && err == nil {
						err = pen.write(websocket.MessageText, i.b)
					}
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
		if err != nil || kind != websocket.MessageText || !allowed.Allow() {
			break
		}
		var m struct{ T, Lang string }
		if json.Unmarshal(data, &m) != nil || m.T != "lang" {
			break
		}
		to, err := lang.Parse(m.Lang)
		if err != nil || g.hall.speak(ctx, l, to) != nil {
			break
		}
	}
	stop()
	group.Wait()
}

// maxRequest is how long a message of a screen may be; it says which language it reads.
const maxRequest = 256

var beatBytes = []byte(`{"t":"beat"}`)

// accept opens a web socket of a guest, which has the place to, or has yet to say which; conn is nil if
// there is no room for it. leave must be called when it is done.
func (g *Guests) accept(w http.ResponseWriter, r *http.Request, limit int64, to place) (v *visitor, leave func(), conn *websocket.Conn, ctx context.Context) {
	if r.Header.Get("Origin") == "" {
		http.Error(w, "a web socket names its Origin", http.StatusForbidden)
		return nil, nil, nil, nil
	}
	v, ok := g.gate.greet(r.RemoteAddr)
	if ok && to != greeted && !v.settle(to) {
		v.leave()
		ok = false
	}
	if !ok {
		http.Error(w, "too many pages are open", http.StatusServiceUnavailable)
		return nil, nil, nil, nil
	}
	g.wires.Add(1)
	conn, err := websocket.Accept(roomy{w, boardRoom}, r, nil)
	if err != nil {
		g.wires.Done()
		v.leave()
		return nil, nil, nil, nil
	}
	conn.SetReadLimit(limit)
	ctx, stop := context.WithCancel(r.Context())
	end := context.AfterFunc(g.ctx, func() {
		time.AfterFunc(farewell, stop)
		_ = conn.Close(websocket.StatusGoingAway, goodbye)
	})
	v.ends(func() { conn.CloseNow() })
	return v, func() {
		end()
		stop()
		conn.CloseNow()
		v.leave()
		g.wires.Done()
	}, conn, ctx
}

// A gate counts who is in, and who guesses.
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
func (p *phone) drop(code websocket.StatusCode, why string) {
	if p != nil {
		p.end(code, why)
	}
}

// putOut puts a phone out, and changes the code.
func (g *Guests) putOut(name string) error {
	p, err := g.roll.out(name)
	g.remember()
	p.drop(statusOut, errOut.Error())
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
	old.drop(statusOut, errOut.Error())
	if knocked != nil {
		if yes {
			knocked.visit.promote()
		}
		knocked.owe()
	}
	g.changedRoll()
}

// setHost makes a phone that of a host, or not. It reports whether there is one of the name.
func (g *Guests) setHost(name string, on bool) bool {
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
	statusOut   websocket.StatusCode = 4001 // it has lost its seat
	statusKey   websocket.StatusCode = 4002 // there is no such key
	statusMoved websocket.StatusCode = 4003 // the seat is open on another page of the same phone
)
