package serve_test

import (
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"consigliere/cmd/consigliere-page/serve"
)

func folder(t *testing.T) http.Handler {
	t.Helper()
	dir := t.TempDir()
	for name, text := range map[string]string{
		"index.html": "front", "files.json": "{}", "box.wasm": "raw", "box.wasm.br": "brotli", "box.wasm.gz": "gzip", "replay/index.html": "replay",
	} {
		require.NoError(t, os.MkdirAll(filepath.Dir(filepath.Join(dir, name)), 0o755))
		require.NoError(t, os.WriteFile(filepath.Join(dir, name), []byte(text), 0o644))
	}
	h, err := serve.Folder(dir)
	require.NoError(t, err)
	return h
}

func TestServes(t *testing.T) {
	h := folder(t)
	for _, c := range []struct{ path, accept, body, encoding, kind string }{
		{"/", "br", "front", "", "text/html; charset=utf-8"},
		{"/box.wasm", "gzip, br", "brotli", "br", "application/wasm"},
		{"/box.wasm", "gzip, br;q=0", "gzip", "gzip", "application/wasm"},
		{"/box.wasm", "", "raw", "", "application/wasm"},
		{"/replay/", "", "replay", "", "text/html; charset=utf-8"},
		{"/../../replay/index.html", "", "replay", "", "text/html; charset=utf-8"},
	} {
		r := httptest.NewRequest(http.MethodGet, c.path, nil)
		r.Header.Set("Accept-Encoding", c.accept)
		w := httptest.NewRecorder()
		h.ServeHTTP(w, r)
		assert.Equal(t, http.StatusOK, w.Code, c.path)
		assert.Equal(t, c.body, w.Body.String(), c.path)
		assert.Equal(t, c.encoding, w.Header().Get("Content-Encoding"), c.path)
		assert.Equal(t, c.kind, w.Header().Get("Content-Type"), c.path)
		assert.Equal(t, serve.Policy, w.Header().Get("Content-Security-Policy"))
		assert.Empty(t, w.Header().Get("Set-Cookie"))
	}
	for path, code := range map[string]int{"/replay": http.StatusMovedPermanently, "/none": http.StatusNotFound, "/box.wasm.txt": http.StatusNotFound} {
		w := httptest.NewRecorder()
		h.ServeHTTP(w, httptest.NewRequest(http.MethodGet, path, nil))
		assert.Equal(t, code, w.Code, path)
	}
	w := httptest.NewRecorder()
	h.ServeHTTP(w, httptest.NewRequest(http.MethodPost, "/", nil))
	assert.Equal(t, http.StatusMethodNotAllowed, w.Code)
	_, err := serve.Folder(t.TempDir())
	assert.ErrorContains(t, err, "make site")
}
