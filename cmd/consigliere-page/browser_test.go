package main_test

import (
	"bytes"
	"context"
	"encoding/json"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/chromedp"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"consigliere/cmd/consigliere-page/serve"
	"consigliere/cmd/consigliere-page/site"
	"consigliere/engine"
	"consigliere/engine/games"
	"consigliere/engine/link"
	"consigliere/engine/table"
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

// TestSite plays in a browser what a visitor does: a game by one click, which goes on after a reload and without a
// network, a film from a link, a broken link, a rule, and a script on three phones.
func TestSite(t *testing.T) {
	if os.Getenv("CONSIGLIERE_WIDE") == "" {
		t.Skip("CONSIGLIERE_WIDE is not set")
	}
	path, err := exec.LookPath("chromium")
	if err != nil {
		t.Skip("there is no chromium")
	}
	h, err := serve.Folder(made(t))
	require.NoError(t, err)
	s := httptest.NewServer(h)
	t.Cleanup(s.Close)
	ctx, stop := chromedp.NewExecAllocator(context.Background(), append(chromedp.DefaultExecAllocatorOptions[:],
		chromedp.ExecPath(path), chromedp.NoSandbox, chromedp.DisableGPU, chromedp.UserDataDir(t.TempDir()), chromedp.WindowSize(1300, 900))...)
	t.Cleanup(stop)
	ctx, stop = chromedp.NewContext(ctx)
	t.Cleanup(stop)
	ctx, stop = context.WithTimeout(ctx, 4*time.Minute)
	t.Cleanup(stop)
	open := func(url string) {
		t.Helper()
		// Another fragment alone is no other page.
		_, err := chromedp.Run(ctx, chromedp.Navigate("about:blank"))
		require.NoError(t, err)
		_, err = chromedp.Run(ctx, chromedp.Navigate(url))
		require.NoError(t, err)
	}
	until := func(js string) {
		t.Helper()
		var is bool
		require.Eventually(t, func() bool {
			is, err = chromedp.Run(ctx, chromedp.Evaluate[bool]("!!("+js+")"))
			return err == nil && is
		}, 40*time.Second, 100*time.Millisecond, "%s", js)
	}
	text := func(js string) string {
		t.Helper()
		v, err := chromedp.Run(ctx, chromedp.Evaluate[string](js+" ?? ''"))
		require.NoError(t, err)
		return v
	}

	open(s.URL + "/")
	until(`document.querySelector('#play-naro')`)
	began := time.Now()
	_, err = chromedp.Run(ctx, chromedp.Evaluate[chromedp.Void](`document.querySelector('#play-naro').click()`))
	require.NoError(t, err)
	until(`document.body.dataset.state === 'play'`)
	t.Logf("a game %.1f s after the click", time.Since(began).Seconds())
	assert.Less(t, time.Since(began), 20*time.Second)
	assert.NotEmpty(t, text(`document.querySelector('#s-lesson').innerText`), "it teaches")
	heading := text(`document.querySelector('#s-head').innerText`)
	_, err = chromedp.Run(ctx, chromedp.Reload())
	require.NoError(t, err)
	until(`document.body.dataset.state === 'play'`)
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
	_, err = chromedp.Run(ctx, chromedp.Evaluate[chromedp.Void](`document.querySelector('#last').click()`))
	require.NoError(t, err)
	until(`document.querySelector('#score table')`)
	open(s.URL + "/replay/?lang=en#" + packed[:len(packed)/2])
	until(`document.body.dataset.state === 'wrong'`)
	assert.Contains(t, text(`document.querySelector('.wrong').innerText`), "The end of this link is missing")
	bad, err := link.Encode(append(record, `{"seat":"Ava","do":"load","card":"bang"}`+"\n"...))
	require.NoError(t, err)
	open(s.URL + "/verify/#" + bad)
	until(`document.body.dataset.state === 'wrong'`)
	n, err := json.Marshal(bytes.Count(record, []byte("\n")) + 1)
	require.NoError(t, err)
	assert.Contains(t, text(`document.querySelector('.wrong').innerText`), "Line "+string(n))
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
	_, err = chromedp.Run(ctx, chromedp.Evaluate[chromedp.Void](`(() => { const t = document.getElementById('text'); t.value += '\nplayrs: 3\n'; t.dispatchEvent(new Event('input')); })()`))
	require.NoError(t, err)
	until(`document.body.dataset.state === 'wrong'`)
	assert.Contains(t, text(`document.getElementById('found').innerText`), "playrs")
	_, err = chromedp.Run(ctx, chromedp.Evaluate[chromedp.Void](`(() => { const s = document.getElementById('from'); s.value = 'rock-paper-scissors'; s.dispatchEvent(new Event('change')); })()`))
	require.NoError(t, err)
	until(`document.body.dataset.state === 'right'`)
	_, err = chromedp.Run(ctx, chromedp.Evaluate[chromedp.Void](`document.getElementById('try').click()`))
	require.NoError(t, err)
	until(`document.body.dataset.play === 'play'`)
	until(`[...document.querySelectorAll('iframe.phone')].filter((f) => /turn to choose/.test(f.contentDocument?.body.innerText)).length === 3`)
}
