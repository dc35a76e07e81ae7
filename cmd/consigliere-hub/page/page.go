// Package page serves the pages of a hub: the room for everybody, and more of it for the organiser, who has a key.
package page

import (
	"context"
	"crypto/subtle"
	"embed"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"net"
	"net/http"
	"time"

	"rsc.io/qr"

	"consigliere/cmd/consigliere-hub/hall"
	"consigliere/engine/event"
)

//go:embed files
var files embed.FS

// A Server serves the pages of a hub.
type Server struct {
	hall  *hall.Hall
	key   string
	lines func(ctx context.Context, w io.Writer) error
}

// New returns a server. key is the organiser's; lines writes all lines that the hub holds.
func New(h *hall.Hall, key string, lines func(ctx context.Context, w io.Writer) error) *Server {
	return &Server{h, key, lines}
}

// maxBody is the greatest length of what a page sends: a list of a thousand players.
const maxBody = 256 << 10

// Handler returns what is served to the network. Local is for whoever may read the hub's files: no key is asked for.
func (s *Server) Handler(local bool) http.Handler {
	mux := http.NewServeMux()
	static, err := fs.Sub(files, "files")
	if err != nil {
		panic(err) // it is in the program
	}
	may := func(r *http.Request) bool {
		return local || subtle.ConstantTimeCompare([]byte(r.Header.Get("X-Hub-Key")), []byte(s.key)) == 1
	}
	mux.Handle("GET /", http.FileServerFS(static))
	mux.HandleFunc("GET /room", func(w http.ResponseWriter, r *http.Request) { s.room(w, r, may(r)) })
	mux.HandleFunc("GET /desk/{box}", func(w http.ResponseWriter, r *http.Request) {
		d, err := s.hall.Desk(r.PathValue("box"))
		if err != nil {
			http.Error(w, err.Error(), http.StatusNotFound)
			return
		}
		if d == nil {
			d = json.RawMessage("null")
		}
		reply(w, d)
	})
	mux.HandleFunc("POST /do", func(w http.ResponseWriter, r *http.Request) {
		if !may(r) {
			http.Error(w, "this needs the organiser's key", http.StatusForbidden)
			return
		}
		var c hall.Command
		d := json.NewDecoder(http.MaxBytesReader(w, r.Body, maxBody))
		d.DisallowUnknownFields()
		err := d.Decode(&c)
		if err == nil {
			err = s.hall.Do(&c)
		}
		if err != nil {
			refuse(w, r, err)
			return
		}
		reply(w, []byte("{}"))
	})
	mux.HandleFunc("GET /lines", func(w http.ResponseWriter, r *http.Request) {
		if !may(r) {
			http.Error(w, "this needs the organiser's key", http.StatusForbidden)
			return
		}
		w.Header().Set("Content-Type", "application/jsonl")
		if err := s.lines(r.Context(), w); err != nil {
			panic(http.ErrAbortHandler) // whoever reads must not take a part for the whole
		}
	})
	mux.HandleFunc("GET /event", func(w http.ResponseWriter, r *http.Request) {
		if !may(r) {
			http.Error(w, "this needs the organiser's key", http.StatusForbidden)
			return
		}
		e, err := s.hall.LoadEvent(r.URL.Query().Get("name"))
		if err != nil {
			http.Error(w, err.Error(), http.StatusNotFound)
			return
		}
		data, err := json.Marshal(e)
		if err != nil {
			http.Error(w, err.Error(), http.StatusInternalServerError)
			return
		}
		reply(w, data)
	})
	mux.HandleFunc("GET /qr.svg", func(w http.ResponseWriter, r *http.Request) { drawQR(w, r.URL.Query().Get("t")) })
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Security-Policy", "default-src 'self'; style-src 'self' 'unsafe-inline'; frame-ancestors 'none'")
		w.Header().Set("X-Content-Type-Options", "nosniff")
		w.Header().Set("Referrer-Policy", "no-referrer")
		w.Header().Set("Cache-Control", "no-cache")
		mux.ServeHTTP(w, r)
	})
}

// refuse says what is wrong: to a page as a problem that it says in its language, to others in English.
func refuse(w http.ResponseWriter, r *http.Request, err error) {
	p, is := err.(*event.Problem) //nolint:errorlint // what wraps a problem says more than it
	data, failed := json.Marshal(p)
	if !is || failed != nil || r.Header.Get("Accept") != "application/json" {
		http.Error(w, err.Error(), http.StatusBadRequest)
		return
	}
	w.Header().Set("Content-Type", "application/json")
	w.WriteHeader(http.StatusBadRequest)
	_, _ = w.Write(data)
}

func reply(w http.ResponseWriter, data []byte) {
	w.Header().Set("Content-Type", "application/json")
	_, _ = w.Write(data) // whoever is gone asks again
}

// longPoll is how long a page waits for a change. It asks again at once.
const longPoll = 5 * time.Second

// room answers with the room: at once, or with ?wait when something has changed.
func (s *Server) room(w http.ResponseWriter, r *http.Request, organiser bool) {
	if r.URL.Query().Has("wait") {
		select {
		case <-s.hall.Changed():
			// Hundreds of tables change all the time; a page is drawn a few times a second at most.
			select {
			case <-time.After(250 * time.Millisecond):
			case <-r.Context().Done():
			}
		case <-time.After(longPoll):
		case <-r.Context().Done():
			return
		}
	}
	data, err := s.hall.Room(organiser)
	if err != nil {
		http.Error(w, err.Error(), http.StatusInternalServerError)
		return
	}
	reply(w, data)
}

// drawQR draws a text as a QR code.
func drawQR(w http.ResponseWriter, text string) {
	if len(text) == 0 || len(text) > 300 {
		http.Error(w, "no text", http.StatusBadRequest)
		return
	}
	code, err := qr.Encode(text, qr.M)
	if err != nil {
		http.Error(w, err.Error(), http.StatusBadRequest)
		return
	}
	w.Header().Set("Content-Type", "image/svg+xml")
	const quiet = 3
	fmt.Fprintf(w, `<svg xmlns="http://www.w3.org/2000/svg" viewBox="%d %d %d %d"><path fill="#fff" d="M-9-9h200v200h-200z"/><path d="`, -quiet, -quiet, code.Size+2*quiet, code.Size+2*quiet)
	for y := range code.Size {
		for x := range code.Size {
			if code.Black(x, y) {
				fmt.Fprintf(w, "M%d %dh1v1h-1z", x, y)
			}
		}
	}
	fmt.Fprint(w, `"/></svg>`)
}

// Serve serves a listener until ctx ends.
func Serve(ctx context.Context, l net.Listener, h http.Handler) error {
	server := &http.Server{Handler: h, ReadHeaderTimeout: 5 * time.Second, ReadTimeout: 30 * time.Second, IdleTimeout: 2 * time.Minute, MaxHeaderBytes: 16 << 10}
	stop := context.AfterFunc(ctx, func() { _ = server.Close() })
	defer stop()
	if err := server.Serve(l); !errors.Is(err, http.ErrServerClosed) {
		return err
	}
	return nil
}
