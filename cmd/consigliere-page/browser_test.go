package main_test

import (
	"bytes"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"consigliere/cmd/consigliere-page/serve"
	"consigliere/cmd/consigliere-page/site"
	"consigliere/engine"
	"consigliere/engine/games"
	"consigliere/engine/link"
	"consigliere/engine/table"
	"consigliere/internal/browsertest"
)

// made makes the site without compressed copies, and returns its folder.
func made(t *testing.T) string {
	t.Helper()
	dir := t.TempDir()
	build(t, filepath.Join(dir, "box.wasm"), ".", "GOOS=js", "GOARCH=wasm")
	build(t, filepath.Join(dir, "reader.wasm"), "./reader", "GOOS=js", "GOARCH=wasm")
	root, err := exec.Command("go", "env", "GOROOT").Output()
	require.NoError(t, err)
	b, err := os.ReadFile(filepath.Join(strings.TrimSpace(string(root)), "lib", "wasm", "wasm_exec.js"))
	require.NoError(t, err)
	require.NoError(t, os.WriteFile(filepath.Join(dir, "wasm_exec.js"), b, 0o644))
	require.NoError(t, site.Write(dir))
	require.NoError(t, site.List(dir))
	return dir
}

// TestSite does in each of the three engines what a visitor does: a game by one click, which goes on after a reload
// and without a network, a film from a link, a broken link, a rule, and a script on three phones.
func TestSite(t *testing.T) {
	if os.Getenv("CONSIGLIERE_WIDE") == "" {
		t.Skip("CONSIGLIERE_WIDE is not set")
	}
	dir := made(t)
	for _, e := range browsertest.Engines() {
		t.Run(e.Name, func(t *testing.T) { visit(t, dir, e.Tab(t, 1300, 900)) })
	}
}

func visit(t *testing.T, dir string, tab browsertest.Tab) {
	h, err := serve.Folder(dir)
	require.NoError(t, err)
	s := httptest.NewServer(h)
	t.Cleanup(s.Close)
	open := func(url string) {
		t.Helper()
		require.NoError(t, tab.Open(url))
	}
	until := func(js string) {
		t.Helper()
		browsertest.Until(t, tab, 40*time.Second, js)
	}
	text := func(js string) string {
		t.Helper()
		return browsertest.Text(t, tab, js)
	}
	do := func(js string) {
		t.Helper()
		browsertest.Do(t, tab, js)
	}

	open(s.URL + "/")
	until(`document.querySelector('#play-naro')`)
	began := time.Now()
	do(`document.querySelector('#play-naro').click()`)
	until(`document.body.dataset.state === 'play'`)
	t.Logf("a game %.1f s after the click", time.Since(began).Seconds())
	assert.Less(t, time.Since(began), 20*time.Second)
	assert.NotEmpty(t, text(`document.querySelector('#s-lesson').innerText`), "it teaches")
	heading := text(`document.querySelector('#s-head').innerText`)
	began = time.Now()
	do(`window.before = true; location.reload()`)
	until(`!window.before && document.body?.dataset.state === 'play' && document.querySelector('#s-head')?.innerText`)
	t.Logf("the same game %.1f s after a reload", time.Since(began).Seconds())
	assert.Equal(t, heading, text(`document.querySelector('#s-head').innerText`), "it goes on where it was")

	record, err := os.ReadFile("testdata/naro.jsonl")
	require.NoError(t, err)
	packed, err := link.Encode(record)
	require.NoError(t, err)
	open(s.URL + "/replay/?lang=it#" + packed)
	until(`document.body.dataset.state === 'film'`)
	again, err := table.Replay(bytes.NewReader(record), games.Find)
	require.NoError(t, err)
	var all []engine.Viewer
	for i := range again.Roster() {
		all = append(all, engine.Viewer(i))
	}
	status, err := again.Status(all...)
	require.NoError(t, err)
	assert.JSONEq(t, string(status), text(`document.querySelector('#status').textContent`))
	do(`document.querySelector('#last').click()`)
	until(`document.querySelector('#score table')`)
	open(s.URL + "/replay/?lang=en#" + packed[:len(packed)/2])
	until(`document.body.dataset.state === 'wrong'`)
	assert.Contains(t, text(`document.querySelector('.wrong').innerText`), "The end of this link is missing")
	bad, err := link.Encode(append(record, `{"seat":"Ava","do":"load","card":"bang"}`+"\n"...))
	require.NoError(t, err)
	open(s.URL + "/verify/#" + bad)
	until(`document.body.dataset.state === 'wrong'`)
	assert.Contains(t, text(`document.querySelector('.wrong').innerText`), "Line "+strconv.Itoa(bytes.Count(record, []byte("\n"))+1))
	open(s.URL + "/rules/?lang=fa#naro/NARO-4.2")
	until(`document.querySelector('.here')?.id === 'NARO-4.2'`)
	assert.Equal(t, "rtl", text(`document.documentElement.dir`))

	until(`navigator.serviceWorker.controller`)
	s.Close() // there is no network any more
	open(s.URL + "/table/")
	until(`document.body.dataset.state === 'play'`)
	assert.Equal(t, heading, text(`document.querySelector('#s-head').innerText`))
	open(s.URL + "/script/?lang=en")
	until(`document.body.dataset.state === 'right'`)
	do(`const t = document.getElementById('text'); t.value += '\nplayrs: 3\n'; t.dispatchEvent(new Event('input'))`)
	until(`document.body.dataset.state === 'wrong'`)
	assert.Contains(t, text(`document.getElementById('found').innerText`), "playrs")
	do(`const s = document.getElementById('from'); s.value = 'rock-paper-scissors'; s.dispatchEvent(new Event('change'))`)
	until(`document.body.dataset.state === 'right'`)
	do(`document.getElementById('try').click()`)
	until(`document.body.dataset.play === 'play'`)
	until(`[...document.querySelectorAll('iframe.phone')].filter((f) => /turn to choose/.test(f.contentDocument?.body.innerText)).length === 3`)
}
