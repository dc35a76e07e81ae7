package main

import (
	"bytes"
	"encoding/json"
	"net/http"
	"net/http/httptest"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"consigliere/hw/lang"
	"consigliere/internal/browsertest"
)

// TestQuickCard checks that the card has a side for each language, in letters that a browser draws within the
// side, and that what it says is what pods say.
func TestQuickCard(t *testing.T) {
	if testing.Short() {
		t.Skip("starts a browser")
	}
	t.Parallel()
	var out bytes.Buffer
	require.NoError(t, (&wiringCommand{Config: "full", Card: true}).Run(streams{out: &out, err: &out}))
	title, pages, err := card()
	require.NoError(t, err)
	require.Len(t, pages, len(lang.All()))
	for _, p := range pages {
		assert.Contains(t, out.String(), p.Title)
		for _, line := range p.Lines {
			assert.Contains(t, out.String(), ">"+line+"</text>")
		}
	}
	assert.Contains(t, out.String(), title)

	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "image/svg+xml")
		_, _ = w.Write(out.Bytes())
	}))
	t.Cleanup(server.Close)
	tab := browsertest.Engines()[0].Tab(t, 800, 1200)
	require.NoError(t, tab.Open(server.URL))
	texts, err := tab.Eval(`[...document.querySelectorAll('svg > g > g')].flatMap((side) => [...side.querySelectorAll(':scope > text')].map((e) => {
		const b = e.getBBox();
		return { Text: e.textContent, Left: b.x, Right: b.x + b.width, Bottom: b.y + b.height };
	}))`)
	require.NoError(t, err)
	var list []struct {
		Text                string
		Left, Right, Bottom float64
	}
	require.NoError(t, json.Unmarshal(texts, &list))
	assert.Greater(t, len(list), 3*10)
	for _, l := range list {
		assert.GreaterOrEqual(t, l.Left, 5.0, "%s", l.Text)
		assert.LessOrEqual(t, l.Right, 100.0, "%s", l.Text)
		assert.LessOrEqual(t, l.Bottom, 143.0, "%s", l.Text)
	}
}
