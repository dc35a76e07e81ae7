package web

import (
	"crypto/rand"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// A hot spot is shown by the panel and by screens of this machine, never on the network, as long
// as this machine has the address; then that is where phones find the page.
func TestHotspot(t *testing.T) {
	b := newFakeBox(2)
	file := &memory{}
	g, s := serveGuests(t, b, GuestOptions{Register: file})
	var mine atomic.Bool // the address is this machine's
	mine.Store(true)
	g.owns = func(address string) bool { return mine.Load() && address == "10.42.0.1" }
	panel, err := New(b, nil)
	require.NoError(t, err)
	panel.ShowGuests(g)
	here := httptest.NewServer(panel)
	t.Cleanup(func() { panel.Close(); here.Close() })
	post := func(body string) int {
		r, err := http.NewRequestWithContext(t.Context(), http.MethodPost, here.URL+"/hotspot", strings.NewReader(body))
		require.NoError(t, err)
		r.Header.Set("Origin", here.URL)
		a, err := http.DefaultClient.Do(r)
		require.NoError(t, err)
		defer a.Body.Close()
		return a.StatusCode
	}
	assert.Nil(t, g.onPanel().WiFi)
	for _, bad := range []string{
		``, `{"name":"` + strings.Repeat("x", 33) + `","password":"12345678","address":"10.42.0.1"}`, `{"name":"Box","password":"1234567","address":"10.42.0.1"}`,
		`{"name":"Box","password":"12345678","address":"box"}`, `{"name":"Box","password":"12345678","address":"10.42.0.1","more":1}`, strings.Repeat(" ", 300) + `{}`,
	} {
		assert.Equal(t, http.StatusBadRequest, post(bad), "%q", bad)
	}
	require.Equal(t, http.StatusOK, post(`{"name":"Game: night","password":"bodi-mako","address":"10.42.0.1"}`))
	assert.Equal(t, &wifi{"Game: night", "bodi-mako", QR(`WIFI:T:WPA;S:Game\: night;P:bodi-mako;;`)}, g.onPanel().WiFi)
	i := g.invitation(g.onPanel())
	assert.Equal(t, "bodi-mako", i.WiFi.Password)
	assert.Contains(t, g.address(), "127.0.0.1", "an address that somebody has chosen stays")
	g.mu.Lock()
	g.at = addr("0.0.0.0:8018")
	g.mu.Unlock()
	assert.Equal(t, "http://10.42.0.1:8018", g.address())

	said := func(url string) string {
		conn, _, err := dial(t.Context(), url, "/look")
		require.NoError(t, err)
		defer conn.CloseNow()
		var all string
		require.NoError(t, conn.Write(t.Context(), 1, []byte(`{"t":"lang","lang":"it"}`)))
		for !strings.Contains(all, `"lang":"it"`) || url == here.URL && !strings.Contains(all, `"t":"join"`) {
			_, data, err := conn.Read(t.Context())
			require.NoError(t, err)
			all += string(data)
		}
		return all
	}
	assert.Contains(t, said(here.URL), "bodi-mako")
	assert.NotContains(t, said(s.URL), "bodi-mako")

	// A program on this machine makes hosts.
	ava := call(t, s.URL, invited(t, g), rand.Reader)
	ava.ask(map[string]any{"t": "join", "name": "Ava"})
	for body, want := range map[string]int{`{"host":"Ava"}`: http.StatusOK, `{"host":"Babak"}`: http.StatusNotFound, `{"hosts":1}`: http.StatusBadRequest} {
		r, err := http.NewRequestWithContext(t.Context(), http.MethodPost, here.URL+"/phones", strings.NewReader(body))
		require.NoError(t, err)
		r.Header.Set("Origin", here.URL)
		a, err := http.DefaultClient.Do(r)
		require.NoError(t, err)
		a.Body.Close()
		assert.Equal(t, want, a.StatusCode, body)
	}
	ava.wait("it is a host", func(f *phoneFrame, _ *board) bool { return f.Host })

	// The box may be switched on before the hot spot is there again.
	require.Equal(t, http.StatusOK, post(`{"name":"Box","password":"bodi-mako","address":"10.42.0.1"}`))
	mine.Store(false)
	assert.Nil(t, g.onPanel().WiFi)
	next, _ := serveGuests(t, b, GuestOptions{Register: file})
	next.owns = g.owns
	for _, g := range []*Guests{g, next} {
		assert.Nil(t, g.onPanel().WiFi)
	}
	mine.Store(true)
	for _, g := range []*Guests{g, next} {
		assert.Equal(t, &wifi{"Box", "bodi-mako", QR(`WIFI:T:WPA;S:Box;P:bodi-mako;;`)}, g.onPanel().WiFi)
	}

	require.Equal(t, http.StatusOK, post(`{"name":"","password":"","address":""}`))
	assert.Nil(t, g.onPanel().WiFi)
	last, _ := serveGuests(t, b, GuestOptions{Register: file})
	last.owns = g.owns
	assert.Nil(t, last.onPanel().WiFi, "it was ended")
	assert.True(t, owns("127.0.0.1"))
	assert.False(t, owns("192.0.2.1"))
}

// An addr is an address in letters.
type addr string

func (addr) Network() string  { return "tcp" }
func (a addr) String() string { return string(a) }
