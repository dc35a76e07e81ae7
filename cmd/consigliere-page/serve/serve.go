// Package serve serves the folder that `make site` makes, as any web server can: a compressed copy where the browser
// takes one, nothing from elsewhere, nothing remembered of whoever comes.
package serve

import (
	"bytes"
	"fmt"
	"io/fs"
	"mime"
	"net/http"
	"os"
	"path"
	"strings"
	"time"
)

// Policy is the Content-Security-Policy of the pages: all of them are of this server, and what runs in them, too.
const Policy = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; worker-src 'self'; style-src 'self'; font-src 'self'; " +
	"img-src 'self' data: blob:; connect-src 'self'; frame-src 'self'; manifest-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'self'"

// Folder returns a handler for a folder. The error says what is missing where the folder is not a site.
func Folder(dir string) (http.Handler, error) {
	for _, name := range []string{"index.html", "files.json", "box.wasm"} {
		if _, err := os.Stat(path.Join(dir, name)); err != nil {
			return nil, fmt.Errorf("%s is not a folder that make site has made: %w", dir, err)
		}
	}
	return handler{os.DirFS(dir)}, nil
}

type handler struct{ files fs.FS }

// types are the types of files that not every system knows.
var types = map[string]string{
	".wasm": "application/wasm", ".js": "text/javascript; charset=utf-8", ".md": "text/markdown; charset=utf-8", ".json": "application/json",
	".webmanifest": "application/manifest+json", ".svg": "image/svg+xml", ".woff2": "font/woff2", ".css": "text/css; charset=utf-8", ".html": "text/html; charset=utf-8",
}

// ServeHTTP implements [http.Handler].
func (s handler) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	if r.Method != http.MethodGet && r.Method != http.MethodHead {
		http.Error(w, "there is nothing to change here", http.StatusMethodNotAllowed)
		return
	}
	name := strings.TrimPrefix(path.Clean(r.URL.Path), "/")
	if info, err := fs.Stat(s.files, path.Clean(name)); err == nil && info.IsDir() {
		if !strings.HasSuffix(r.URL.Path, "/") {
			http.Redirect(w, r, "/"+name+"/", http.StatusMovedPermanently) // a browser keeps the fragment
			return
		}
		name = path.Join(name, "index.html")
	}
	h := w.Header()
	h.Set("Content-Security-Policy", Policy)
	h.Set("X-Content-Type-Options", "nosniff")
	h.Set("Referrer-Policy", "no-referrer")
	h.Set("Cross-Origin-Opener-Policy", "same-origin")
	h.Set("Cross-Origin-Resource-Policy", "same-origin")
	h.Set("Cache-Control", "no-cache")
	h.Set("Vary", "Accept-Encoding")
	if t := types[path.Ext(name)]; t != "" {
		h.Set("Content-Type", t)
	} else if t := mime.TypeByExtension(path.Ext(name)); t != "" {
		h.Set("Content-Type", t)
	}
	for _, c := range []struct{ name, end string }{{"br", ".br"}, {"gzip", ".gz"}, {"", ""}} {
		if !takes(r, c.name) {
			continue
		}
		b, err := fs.ReadFile(s.files, name+c.end)
		if err != nil {
			continue
		}
		if c.name != "" {
			h.Set("Content-Encoding", c.name)
		}
		at := time.Time{}
		if info, err := fs.Stat(s.files, name+c.end); err == nil {
			at = info.ModTime()
		}
		http.ServeContent(w, r, "", at, bytes.NewReader(b))
		return
	}
	http.NotFound(w, r)
}

// takes reports whether a browser takes an encoding.
func takes(r *http.Request, encoding string) bool {
	if encoding == "" {
		return true
	}
	for part := range strings.SplitSeq(r.Header.Get("Accept-Encoding"), ",") {
		name, q, _ := strings.Cut(strings.TrimSpace(part), ";")
		if name == encoding && strings.TrimSpace(q) != "q=0" {
			return true
		}
	}
	return false
}
