//go:build !js

package web

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net"
	"net/http"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"consigliere/hw/web/line"
	"consigliere/hw/web/page"
)

// maxClients is how many pages may be open at once.
const maxClients = 32

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
	w, err := page.NewWords()
	if err != nil {
		return nil, err
	}
	s.mux.Handle("GET /", page.FilesAlone(http.FileServerFS(page.Files)))
	s.mux.Handle("GET /words/{file}", w)
	s.mux.HandleFunc("GET /languages.json", page.ServeLanguages)
	s.mux.HandleFunc("GET /record", s.serveAnswer)
	s.mux.HandleFunc("GET /verify", page.ServeCheck)
	s.mux.HandleFunc("GET /past", s.serveAnswer)
	s.mux.HandleFunc("GET /finished", s.serveAnswer)
	s.mux.HandleFunc("GET /finished/{play}", s.serveAnswer)
	s.mux.HandleFunc("GET /finished/{play}/record", s.serveAnswer)
	s.mux.HandleFunc("GET /guide/{game}", s.serveAnswer)
	s.mux.HandleFunc("GET /catalogue/{game}", s.serveAnswer)
	s.mux.HandleFunc("POST /catalogue/{game}", s.serveAnswer)
	s.mux.HandleFunc("GET /wire", s.serveWire)
	return s, nil
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
	if !page.Local(host) {
		return nil, fmt.Errorf("address %q: the panel is for this computer only: use 127.0.0.1, [::1] or localhost", addr)
	}
	var c net.ListenConfig
	return c.Listen(ctx, "tcp", addr)
}

// Serve serves the panel at l until ctx ends. Then it closes all connections and l, and
// returns nil.
func (s *Server) Serve(ctx context.Context, l net.Listener) error {
	return page.ServeUntil(ctx, &http.Server{Handler: s}, l, s.log, func() {
		s.Close()
		s.wires.Wait() // until the pages have heard the farewell
	})
}

// ServeHTTP implements [http.Handler].
func (s *Server) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	if !page.Local(page.HostOf(r)) {
		http.Error(w, "this panel answers at 127.0.0.1 and localhost alone", http.StatusMisdirectedRequest)
		return
	}
	if page.MayAsk(w, r, "http://", "/") {
		s.mux.ServeHTTP(w, r)
	}
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
	conn, err := page.Accept(w, r)
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
		time.AfterFunc(page.Farewell, stop)
		_ = conn.Close(line.GoingAway, page.Goodbye)
	})()
	err = s.Page(ctx, conn)
	s.log.Debug("page left", "error", err)
}
