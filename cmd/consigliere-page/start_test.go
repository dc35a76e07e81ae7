package main_test

import (
	"flag"
	"net/http/httptest"
	"slices"
	"strconv"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"consigliere/cmd/consigliere-page/serve"
	"consigliere/internal/browsertest"
)

var (
	starts = flag.Int("start", 0, "how often to start the page anew, for its time")
	folder = flag.String("site", "", "a `folder` that make site has made, with compressed files, in place of one of one's own")
)

// TestStart measures how soon after it was opened the table's page has its first message from the box: in a browser that has
// never been here, and again where the browser has kept the site.
func TestStart(t *testing.T) {
	if *starts == 0 {
		t.Skip("measures as often as -start says, on a machine that does nothing else; CONSIGLIERE_LONG=1 runs it with -start 5")
	}
	dir := *folder
	if dir == "" {
		dir = made(t)
	}
	h, err := serve.Folder(dir)
	require.NoError(t, err)
	var cold, warm []float64
	for range *starts {
		// Each has an address of its own, so that nothing is known of it.
		s := httptest.NewServer(h)
		tab := browsertest.Engines()[0].Tab(t, 1300, 900)
		first := func() float64 {
			require.NoError(t, tab.Open(s.URL+"/table/?lang=en"))
			browsertest.Until(t, tab, time.Minute, `performance.getEntriesByName('consigliere wire').length && document.body.dataset.state === 'menu'`)
			ms, err := strconv.ParseFloat(browsertest.Text(t, tab, `performance.getEntriesByName('consigliere wire')[0].startTime`), 64)
			require.NoError(t, err)
			return ms
		}
		cold = append(cold, first())
		// The front page lets the browser keep the site.
		require.NoError(t, tab.Open(s.URL+"/"))
		browsertest.Until(t, tab, 2*time.Minute, `navigator.serviceWorker.controller`)
		first() // what the browser keeps of compiled programs it keeps now
		time.Sleep(3 * time.Second)
		warm = append(warm, first())
		s.Close()
	}
	slices.Sort(cold)
	slices.Sort(warm)
	t.Logf("first message, milliseconds after the page was opened: cold %.0f, warm %.0f", cold, warm)
	assert.Less(t, cold[len(cold)/2], 3000.0)
	assert.Less(t, warm[len(warm)/2], 1500.0)
}
