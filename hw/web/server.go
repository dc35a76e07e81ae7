//go:build !js

package web

import (
	"context"
	"embed"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"log/slog"
	"maps"
	"net"
	"net/http"
	"net/netip"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"github.com/coder/websocket"
	"github.com/pelletier/go-toml/v2"

	"consigliere/hw/lang"
)

//go:embed page
var pages embed.FS

//go:embed messages.*.toml
var messages embed.FS

// maxClients is how many pages may be open at once.
const maxClients = 32

// How long a request may take to arrive. The largest is a catalogue from this machine.
const (
	headerLimit = 3 * time.Second
	bodyLimit   = 5 * time.Second
)

// policy is the Content-Security-Policy of the page: nothing that does not come from this
// server, no script in the page itself, and in no frame of another page.
const policy = "default-src 'none'; script-src 'self'; style-src 'self'; font-src 'self'; img-src 'self' data:; " +
	"connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

// A Server serves the front panel. It is an [http.Handler], and safe for concurrent use.
type Server struct {
	*Panel

	log   *slog.Logger
	mux   *http.ServeMux
	open  atomic.Int32
	ctx   context.Context // ends with the server: connections are closed
	stop  context.CancelFunc
	wires sync.WaitGroup // of the web sockets that are open
}

// New returns the panel of a box. log may be nil.
func New(b Box, log *slog.Logger) (*Server, error) {
	if log == nil {
		log = slog.New(slog.DiscardHandler)
	}
	s := &Server{Panel: NewPanel(b, nil), log: log, mux: http.NewServeMux()}
	s.ctx, s.stop = context.WithCancel(context.Background())
	w, err := newWordFiles()
	if err != nil {
		return nil, err
	}
	files, err := fs.Sub(pages, "page")
	if err != nil {
		return nil, err
	}
	s.mux.Handle("GET /", filesAlone(http.FileServerFS(files)))
	s.mux.Handle("GET /words/{file}", w)
	s.mux.HandleFunc("GET /languages.json", serveLanguages)
	s.mux.HandleFunc("GET /record", s.serveAnswer)
	s.mux.HandleFunc("GET /past", s.serveAnswer)
	s.mux.HandleFunc("GET /guide/{game}", s.serveAnswer)
	s.mux.HandleFunc("GET /catalogue/{game}", s.serveAnswer)
	s.mux.HandleFunc("POST /catalogue/{game}", s.serveAnswer)
	s.mux.HandleFunc("GET /wire", s.serveWire)
	return s, nil
}

// filesAlone serves files, and lists no folder.
func filesAlone(files http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path != "/" && strings.HasSuffix(r.URL.Path, "/") {
			http.NotFound(w, r)
			return
		}
		files.ServeHTTP(w, r)
	})
}

// words returns the sentences of the page in a language.
func words(l lang.Lang) (map[string]string, error) {
	w := map[string]string{}
	for _, tag := range []lang.Lang{lang.English, l} { // English stands in for what a language lacks
		name := "messages." + string(tag) + ".toml"
		b, err := messages.ReadFile(name)
		if errors.Is(err, fs.ErrNotExist) && tag != lang.English {
			continue
		}
		if err != nil {
			return nil, err
		}
		if tag != lang.English {
			maps.DeleteFunc(w, func(key, _ string) bool { return strings.Contains(key, "@") }) // forms of English numbers
		}
		if err := toml.Unmarshal(b, &w); err != nil {
			return nil, fmt.Errorf("%s: %w", name, err)
		}
	}
	return w, nil
}

// tongues returns what pages need of languages.
func tongues(tags []lang.Lang) []tongue {
	all := []tongue{}
	for _, tag := range tags {
		l := tag.Data()
		all = append(all, tongue{l.Tag, l.Name, l.Locale, l.RightToLeft, string(l.Zero), l.Group, l.Comma})
	}
	return all
}

// serveLanguages gives the table of languages, without what only displays need.
func serveLanguages(w http.ResponseWriter, _ *http.Request) {
	w.Header().Set("Content-Type", "application/json")
	_ = json.NewEncoder(w).Encode(tongues(lang.All())) // the page that left needs no languages
}

// Close closes all connections.
func (s *Server) Close() { s.stop() }

// Listen listens at addr, which must be an address of this machine alone, such as
// "127.0.0.1:8017".
func Listen(ctx context.Context, addr string) (net.Listener, error) {
	host, _, err := net.SplitHostPort(addr)
	if err != nil {
		return nil, fmt.Errorf("address %q: %w", addr, err)
	}
	if !here(host) {
		return nil, fmt.Errorf("address %q: the panel is for this computer only: use 127.0.0.1, [::1] or localhost", addr)
	}
	var c net.ListenConfig
	return c.Listen(ctx, "tcp", addr)
}

// Serve serves the panel at l until ctx ends. Then it closes all connections and l, and
// returns nil.
func (s *Server) Serve(ctx context.Context, l net.Listener) error {
	return serveUntil(ctx, &http.Server{Handler: s}, l, s.log, func() {
		s.Close()
		s.wires.Wait() // until the pages have heard the farewell
	})
}

// serveUntil serves at l until ctx ends, and then calls end and returns nil.
func serveUntil(ctx context.Context, h *http.Server, l net.Listener, log *slog.Logger, end func()) error {
	h.ReadHeaderTimeout = headerLimit
	h.ReadTimeout = bodyLimit // of headers and body; a web socket is without, once it is open
	h.WriteTimeout = bodyLimit + writeLimit
	h.IdleTimeout = time.Minute
	h.MaxHeaderBytes = 16 << 10
	h.ErrorLog = slog.NewLogLogger(log.Handler(), slog.LevelDebug)
	ended := make(chan struct{})
	over := context.AfterFunc(ctx, func() {
		defer close(ended)
		end()
		wait, stop := context.WithTimeout(context.Background(), 2*time.Second)
		defer stop()
		if h.Shutdown(wait) != nil {
			h.Close()
		}
	})
	err := h.Serve(l)
	if over() {
		return err // ctx has not ended
	}
	<-ended
	if errors.Is(err, http.ErrServerClosed) {
		return nil
	}
	return err
}

// here reports whether a host is a name of this machine alone.
func here(host string) bool {
	if host == "localhost" {
		return true
	}
	a, err := netip.ParseAddr(host)
	return err == nil && a.Unmap().IsLoopback()
}

// ServeHTTP implements [http.Handler].
func (s *Server) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	if !here(hostOf(r)) {
		http.Error(w, "this panel answers at 127.0.0.1 and localhost alone", http.StatusMisdirectedRequest)
		return
	}
	if ownPage(w, r, "http://", "/") {
		s.mux.ServeHTTP(w, r)
	}
}

// hostOf returns the host that a request asks for, without its port.
func hostOf(r *http.Request) string {
	host := r.Host
	if h, _, err := net.SplitHostPort(r.Host); err == nil {
		host = h
	}
	return strings.TrimSuffix(strings.TrimPrefix(host, "["), "]")
}

// ownPage reports whether a request comes from a page of the box, or may come from another: a
// link to one of the doors. It has answered the others, and sets the headers of an answer.
func ownPage(w http.ResponseWriter, r *http.Request, scheme string, doors ...string) bool {
	var cross http.CrossOriginProtection // what changes something is for pages of the box alone
	if cross.Check(r) != nil || !mayRead(r, scheme, doors) {
		http.Error(w, "another page may not use this one", http.StatusForbidden)
		return false
	}
	h := w.Header()
	h.Set("Content-Security-Policy", policy)
	h.Set("X-Content-Type-Options", "nosniff")
	h.Set("Referrer-Policy", "no-referrer")
	h.Set("Cross-Origin-Opener-Policy", "same-origin")
	h.Set("Cross-Origin-Resource-Policy", "same-origin")
	h.Set("Cache-Control", "no-cache")
	return true
}

// mayRead reports whether a request that changes nothing, or opens a wire, may come from where it
// does: a browser says so, and a link from another page may open a door, and nothing else.
func mayRead(r *http.Request, scheme string, doors []string) bool {
	if o := r.Header.Get("Origin"); o != "" && o != scheme+r.Host {
		return false
	}
	from := r.Header.Get("Sec-Fetch-Site")
	return from == "" || from == "same-origin" || from == "none" || slices.Contains(doors, r.URL.Path)
}

// wordFiles serve the sentences of the pages, a file for each language.
type wordFiles map[lang.Lang][]byte

func newWordFiles() (wordFiles, error) {
	f := wordFiles{}
	for _, l := range lang.All() {
		w, err := words(l)
		if err != nil {
			return nil, err
		}
		if f[l], err = json.Marshal(w); err != nil {
			return nil, err
		}
	}
	return f, nil
}

// ServeHTTP implements [http.Handler].
func (f wordFiles) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	l, err := lang.Parse(strings.TrimSuffix(r.PathValue("file"), ".json"))
	if err != nil || !strings.HasSuffix(r.PathValue("file"), ".json") {
		http.NotFound(w, r)
		return
	}
	w.Header().Set("Content-Type", "application/json")
	_, _ = w.Write(f[l]) // the page that left needs no words
}

// ServeTray lets pages use a tray. It must be called before the server serves.
func (s *Server) ServeTray(t Tray) {
	s.Panel.ServeTray(t)
	s.mux.HandleFunc("GET /tray", s.serveAnswer)
	s.mux.HandleFunc("POST /tray", s.serveAnswer)
}

// serveAnswer answers what a page asks besides its line.
func (s *Server) serveAnswer(w http.ResponseWriter, r *http.Request) {
	q := Question{Path: strings.TrimPrefix(r.URL.Path, "/"), Lang: r.URL.Query().Get("lang"), Post: r.Method == http.MethodPost}
	if q.Post {
		if r.Header.Get("Origin") == "" {
			http.Error(w, "a page names its Origin", http.StatusForbidden)
			return
		}
		var err error
		q.Body, err = io.ReadAll(http.MaxBytesReader(w, r.Body, int64(s.most(q.Path))))
		if large := (*http.MaxBytesError)(nil); errors.As(err, &large) {
			q.Body = make([]byte, large.Limit+1) // it is told how long it may be
		} else if err != nil {
			http.Error(w, "the file did not arrive whole", http.StatusRequestTimeout)
			return
		}
	}
	a := s.Answer(r.Context(), q)
	h := w.Header()
	if a.Type == "" {
		a.Type = "text/plain; charset=utf-8"
	}
	if a.Status != http.StatusNoContent {
		h.Set("Content-Type", a.Type)
		h.Set("Cache-Control", "no-store")
	}
	if a.File != "" {
		h.Set("Content-Disposition", `attachment; filename="`+a.File+`"`)
	}
	w.WriteHeader(a.Status)
	_, _ = w.Write(a.Body) // a page that has left needs no answer
}

func (s *Server) serveWire(w http.ResponseWriter, r *http.Request) {
	if r.Header.Get("Origin") == "" {
		http.Error(w, "a web socket names its Origin", http.StatusForbidden)
		return
	}
	if s.open.Add(1) > maxClients {
		s.open.Add(-1)
		http.Error(w, fmt.Sprintf("%d pages are open already", maxClients), http.StatusServiceUnavailable)
		return
	}
	defer s.open.Add(-1)
	s.wires.Add(1)
	defer s.wires.Done()
	conn, err := websocket.Accept(w, r, nil)
	if err != nil {
		s.log.Debug("web socket refused", "error", err)
		return
	}
	defer conn.CloseNow()
	conn.SetReadLimit(maxMessage)
	ctx, stop := context.WithCancel(r.Context())
	defer stop()
	defer context.AfterFunc(s.ctx, func() {
		// A page that does not answer the farewell is not waited for.
		time.AfterFunc(farewell, stop)
		_ = conn.Close(websocket.StatusGoingAway, goodbye)
	})()
	err = s.Page(ctx, socket{conn})
	s.log.Debug("page left", "error", err)
}
