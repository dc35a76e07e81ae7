package main_test

import (
	"flag"
	"fmt"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"consigliere/cmd/consigliere-page/serve"
	"consigliere/internal/browsertest"
)

var hour = flag.Duration("hour", 0, "how long to play one game after another on the page, for its memory")

// TestMemoryOfThePage plays game after game on one page that is never loaded anew, and measures what the box has of
// the browser's memory, and what the page has.
func TestMemoryOfThePage(t *testing.T) {
	if *hour == 0 {
		t.Skip("plays for as long as -hour says; CONSIGLIERE_LONG=1 runs it with -hour 1h")
	}
	dir := made(t)
	worker, err := os.ReadFile(filepath.Join(dir, "box.js"))
	require.NoError(t, err)
	told := strings.Replace(string(worker), "hub.onmessage = ({ data: m }) => {", "hub.onmessage = ({ data: m }) => { if (m.memory) hub.postMessage({ holds: go._inst.exports.mem.buffer.byteLength });", 1)
	require.NotEqual(t, string(worker), told)
	require.NoError(t, os.WriteFile(filepath.Join(dir, "box.js"), []byte(told), 0o644))
	player, err := os.ReadFile(filepath.Join("..", "..", "hw", "web", "testdata", "player.js"))
	require.NoError(t, err)
	h, err := serve.Folder(dir)
	require.NoError(t, err)
	s := httptest.NewServer(h)
	t.Cleanup(s.Close)
	tab := browsertest.Engines()[0].Tab(t, 1440, 900)
	require.NoError(t, tab.Open(s.URL+"/table/?lang=en"))
	browsertest.Until(t, tab, time.Minute, `document.body.dataset.state === 'menu'`)
	browsertest.Do(t, tab, string(player)+`; window.player = new Player(34, ['adjust', 'horse', 'stack']);
		window.hub = new BroadcastChannel('consigliere.table'); hub.addEventListener('message', ({ data: m }) => { if (m.holds) window.holds = m.holds; });
		import('./line.js').then(({ connect }) => { const w = connect('wire'); w.onopen = () => { window.tell = (m) => w.send(JSON.stringify(m)); tell({ t: 'pace', pace: 'brisk' }); tell({ t: 'fast_bots', on: true }); }; })`)
	browsertest.Until(t, tab, time.Minute, `window.tell`)
	games := []string{
		`{ t: 'start', game: 'khandan', seats: ['Ava'], options: { chance: 'box', reigns: 1, pack: 'starter' }, bots: 2, teach: false }`,
		`{ t: 'start', game: 'naro', seats: ['Ava'], options: { chance: 'box' }, bots: 3, teach: false }`,
		`{ t: 'start', game: 'derpate', seats: ['Ava'], options: { chance: 'box' }, bots: 2, teach: false }`,
		`{ t: 'start', game: 'corleone', seats: ['Ava'], options: { chance: 'box' }, bots: 1, teach: false }`,
		`{ t: 'start', game: 'anygame', seats: ['Ava', 'Babak', 'Chiara'], options: { play: 'prize-cards' }, bots: 0, teach: false }`,
	}
	most := 0
	began := time.Now()
	for n := 0; time.Since(began) < *hour; n++ {
		browsertest.Do(t, tab, fmt.Sprintf(`tell(%s)`, games[n%len(games)]))
		browsertest.Until(t, tab, time.Minute, `document.body.dataset.state === 'play'`)
		browsertest.Do(t, tab, `window.played = null; player.play(30 * 60 * 1000).then((o) => { window.played = o; }, (e) => { window.played = { state: String(e) }; })`)
		browsertest.Until(t, tab, 40*time.Minute, `window.played`)
		browsertest.Do(t, tab, `window.holds = 0; hub.postMessage({ memory: true })`)
		browsertest.Until(t, tab, time.Minute, `window.holds`)
		holds, err := strconv.Atoi(browsertest.Text(t, tab, `String(window.holds)`))
		require.NoError(t, err)
		most = max(most, holds)
		t.Logf("%4.1f min, game %d: the box %.1f MB, the page %s, %s", time.Since(began).Minutes(), n+1, float64(holds)/(1<<20),
			browsertest.Text(t, tab, `(performance.memory ? (performance.memory.usedJSHeapSize / 1048576).toFixed(1) : '?') + ' MB'`), browsertest.Text(t, tab, `window.played.state`))
		browsertest.Do(t, tab, `tell({ t: 'leave' })`)
		browsertest.Until(t, tab, time.Minute, `document.body.dataset.state === 'menu'`)
	}
	assert.Less(t, most, 64<<20)
}
