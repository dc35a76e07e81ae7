//go:build !js

package phone

import (
	"context"
	"crypto/tls"
	"errors"
	"net"
	"net/http"
	"net/netip"
	"os"
	"slices"
	"strings"
	"sync"
	"syscall"
	"time"

	"consigliere/hw/phone/seal"
	"consigliere/hw/web/line"
	"consigliere/hw/web/page"
)

// doorEnd is what stands between the address of this machine and the code of the table.
const doorEnd = "/"

// A network is where guests find their pages.
type network struct {
	mux    *http.ServeMux
	names  []string // of this machine
	secure bool     // pages are served by TLS
	// addresses returns those of this machine.
	addresses func() []netip.Prefix

	// The following are guarded by the mutex of the guests.
	at   net.Addr // where the pages are served; nil before that is known
	name string   // of this machine in the certificate, or ""
}

// open says what is served at which path, to whoever calls this machine by one of its names or the others.
func (g *Guests) open(o *GuestOptions) error {
	g.mux, g.addresses = http.NewServeMux(), o.Addresses
	if g.addresses == nil {
		g.addresses = addresses
	}
	for _, n := range o.Names {
		g.names = append(g.names, strings.ToLower(n))
	}
	if host, err := os.Hostname(); err == nil {
		host = strings.ToLower(strings.TrimSuffix(host, ".local"))
		g.names = append(g.names, host, host+".local")
	}
	static := http.FileServerFS(page.Files)
	file := func(name string) http.HandlerFunc {
		return func(w http.ResponseWriter, r *http.Request) { http.ServeFileFS(w, r, page.Files, name) }
	}
	w, err := page.NewWords()
	if err != nil {
		return err
	}
	g.mux.HandleFunc("GET /{$}", file("phone.html"))
	g.mux.HandleFunc("GET /screen", file("screen.html"))
	g.mux.Handle("GET /words/{file}", w)
	g.mux.HandleFunc("GET /languages.json", page.ServeLanguages)
	for _, f := range guestFiles {
		g.mux.Handle("GET /"+f, static)
	}
	g.mux.HandleFunc("GET /verify", page.ServeCheck)
	g.mux.HandleFunc("GET /look", func(w http.ResponseWriter, r *http.Request) { g.Look(w, r, false) })
	g.mux.HandleFunc("GET /seat", g.serveSeat)
	return nil
}

// Look serves a screen for the room; ours says that it is one of this machine.
func (g *Guests) Look(w http.ResponseWriter, r *http.Request, ours bool) {
	_, leave, conn, ctx := g.accept(w, r, maxRequest, stranger)
	if conn == nil {
		return
	}
	defer leave()
	g.Screen(ctx, conn, ours)
}

// serveSeat serves a phone.
func (g *Guests) serveSeat(w http.ResponseWriter, r *http.Request) {
	visit, leave, conn, ctx := g.accept(w, r, seal.UpFrame, greeted)
	if conn == nil {
		return
	}
	defer leave()
	g.seat(ctx, conn, visit, r.RemoteAddr)
}

// guestFiles are the files of the page that guests get.
var guestFiles = []string{
	"phone.js", "phone.css", "screen.js", "hosting.js", "hold.js", "screen.css", "seal.js", "line.js", "wire.js", "noble.js", "dom.js", "words.js", "icons.svg", "icon.svg", "icon-180.png", "icon-192.png", "manifest.json", "sound.js", "parts.js", "presses.js", "score.js", "score.css", "story.js", "look.js", "look.css", "order.js", "voice.js", "begin.js", "setup.js", "bring.js", "deal.js", "film.js", "tray.js", "fonts/vazirmatn.woff2",
	"stage.js", "stage.css", "stage-sound.js", "stage-naro.js", "stage-naro.css", "stage-khandan.js", "stage-khandan.css",
	"boards.js", "stage-boards.css", "stage-pieces.js", "stage-corleone.js", "stage-derpate.js",
}

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
	if host := g.reach(at); host != "" {
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
	return page.ServeUntil(ctx, &http.Server{Handler: g}, l, g.log, func() {
		g.Close()
		g.wires.Wait()
	})
}

// reach returns the address at which others on the network find this machine, or "" if it is in
// none.
func (n *network) reach(a net.Addr) string {
	host, port, err := net.SplitHostPort(a.String())
	if err != nil {
		return a.String()
	}
	if ip, err := netip.ParseAddr(host); err != nil || !ip.IsUnspecified() {
		return a.String()
	}
	var best netip.Addr
	for _, p := range n.addresses() {
		if ip := p.Addr(); ip.Is4() && ip.IsGlobalUnicast() && (!best.IsValid() || ip.IsPrivate() && !best.IsPrivate()) {
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
				_ = t.SetWriteBuffer(sendRoom) // else it has the system's
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

// SyscallConn implements [syscall.Conn].
func (c *fewConn) SyscallConn() (syscall.RawConn, error) {
	if s, ok := c.Conn.(syscall.Conn); ok {
		return s.SyscallConn()
	}
	return nil, errors.ErrUnsupported
}

// Close implements [net.Conn].
func (c *fewConn) Close() error {
	defer c.done()
	return c.Conn.Close()
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
	if at.Addr().Unmap().IsLoopback() && page.Local(host) {
		return true
	}
	ip, err := netip.ParseAddr(host)
	return err == nil && ip.Unmap() == at.Addr().Unmap().WithZone("")
}

// ServeHTTP implements [http.Handler].
func (g *Guests) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	if !g.known(page.HostOf(r), r) {
		http.Error(w, "this box has other names", http.StatusMisdirectedRequest)
		return
	}
	scheme := "http://"
	if g.secure {
		scheme = "https://"
	}
	if !page.MayAsk(w, r, scheme, "/", "/screen") {
		return
	}
	g.mux.ServeHTTP(w, r)
}

// accept opens a web socket of a guest, which has the place to, or has yet to say which; conn is nil if
// there is no room for it. leave must be called when it is done.
func (g *Guests) accept(w http.ResponseWriter, r *http.Request, limit int64, to place) (v *visitor, leave func(), conn line.Conn, ctx context.Context) {
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
	ws, err := page.Accept(w, r)
	if err != nil {
		g.wires.Done()
		v.leave()
		return nil, nil, nil, nil
	}
	ws.SetReadLimit(limit)
	conn = ws
	ctx, stop := context.WithCancel(r.Context())
	end := context.AfterFunc(g.ctx, func() {
		time.AfterFunc(page.Farewell, stop)
		_ = conn.Close(line.GoingAway, page.Goodbye)
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

// spot returns the hot spot, while this machine has the address in it; nil for none.
func (g *Guests) spot() *Hotspot {
	g.mu.Lock()
	defer g.mu.Unlock()
	if g.hotspot != nil && !g.owns(g.hotspot.Address) {
		return nil // it is not there yet, or not any more
	}
	return g.hotspot
}

// owns reports whether an address is one of this machine.
func (n *network) owns(address string) bool {
	return slices.ContainsFunc(n.addresses(), func(p netip.Prefix) bool { return p.Addr().String() == address })
}

// addresses returns the addresses of this machine, as far as the system tells.
func addresses() (all []netip.Prefix) {
	addrs, err := net.InterfaceAddrs()
	if err != nil {
		return nil
	}
	for _, a := range addrs {
		if p, err := netip.ParsePrefix(a.String()); err == nil {
			all = append(all, p)
		}
	}
	return all
}
