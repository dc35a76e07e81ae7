//go:build !js

package page

import (
	"context"
	"errors"
	"log/slog"
	"net"
	"net/http"
	"net/netip"
	"slices"
	"strings"
	"time"

	"consigliere/engine/receipt"
)

const headerLimit = 3 * time.Second

// BodyLimit is how long a request may take to arrive. The largest is a catalogue from this machine.
const BodyLimit = 5 * time.Second

// Policy is the Content-Security-Policy of the page: nothing that does not come from this
// server, no script in the page itself, and in no frame of another page.
const Policy = "default-src 'none'; script-src 'self'; style-src 'self'; font-src 'self'; img-src 'self' data:; manifest-src 'self'; " +
	"connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

// FilesAlone serves files, and lists no folder.
func FilesAlone(files http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path != "/" && strings.HasSuffix(r.URL.Path, "/") {
			http.NotFound(w, r)
			return
		}
		files.ServeHTTP(w, r)
	})
}

// ServeUntil serves at l until ctx ends, and then calls end and returns nil.
func ServeUntil(ctx context.Context, h *http.Server, l net.Listener, log *slog.Logger, end func()) error {
	h.ReadHeaderTimeout = headerLimit
	h.ReadTimeout = BodyLimit // of headers and body; a web socket is without, once it is open
	h.WriteTimeout = BodyLimit + WriteLimit
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

// Local reports whether a host is a name of this machine alone.
func Local(host string) bool {
	if host == "localhost" {
		return true
	}
	a, err := netip.ParseAddr(host)
	return err == nil && a.Unmap().IsLoopback()
}

// HostOf returns the host that a request asks for, without its port.
func HostOf(r *http.Request) string {
	host := r.Host
	if h, _, err := net.SplitHostPort(r.Host); err == nil {
		host = h
	}
	return strings.TrimSuffix(strings.TrimPrefix(host, "["), "]")
}

// MayAsk reports whether a request comes from a page of the box, or may come from another: a
// link to one of the doors. It has answered the others, and sets the headers of an answer.
func MayAsk(w http.ResponseWriter, r *http.Request, scheme string, doors ...string) bool {
	var cross http.CrossOriginProtection // what changes something is for pages of the box alone
	if cross.Check(r) != nil || !mayRead(r, scheme, doors) {
		http.Error(w, "another page may not use this one", http.StatusForbidden)
		return false
	}
	h := w.Header()
	h.Set("Content-Security-Policy", Policy)
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

// ServeCheck gives the page that checks a record. It is one file, with its script in it.
func ServeCheck(w http.ResponseWriter, _ *http.Request) {
	h := w.Header()
	h.Set("Content-Security-Policy", "default-src 'none'; script-src 'unsafe-inline'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'")
	h.Set("Content-Type", "text/html; charset=utf-8")
	_, _ = w.Write(receipt.Page) // the page that left needs none
}
