package web

import (
	"crypto/rand"
	"net/http"
	"net/http/httptest"
	"net/netip"
	"strings"
	"sync/atomic"
	"testing"

	"consigliere/engine/link"
	"consigliere/hw/phone"
	"consigliere/hw/phone/phonetest"
	"consigliere/hw/web/webtest"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// A hot spot is shown by the panel and by screens of this machine, never on the network, as long
// as this machine has the address; then that is where phones find the page.
func TestHotspot(t *testing.T) {
	b := webtest.NewBox(2)
	file := &phonetest.Memory{}
	var mine atomic.Bool // the address is this machine's
	mine.Store(true)
	o := phone.GuestOptions{Register: file, Addresses: func() (all []netip.Prefix) {
		if mine.Load() {
			all = append(all, netip.MustParsePrefix("10.42.0.1/24"))
		}
		return all
	}}
	g, s := serveGuests(t, b, o)
	shown := func(g *phone.Guests) []string {
		w := g.Overview().WiFi
		if w == nil {
			return nil
		}
		return append([]string{w.Name, w.Password}, w.Rows...)
	}
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
	assert.Nil(t, shown(g))
	for _, bad := range []string{
		``, `{"name":"` + strings.Repeat("x", 33) + `","password":"12345678","address":"10.42.0.1"}`, `{"name":"Box","password":"1234567","address":"10.42.0.1"}`,
		`{"name":"Box","password":"12345678","address":"box"}`, `{"name":"Box","password":"12345678","address":"10.42.0.1","more":1}`, strings.Repeat(" ", 300) + `{}`,
	} {
		assert.Equal(t, http.StatusBadRequest, post(bad), "%q", bad)
	}
	require.Equal(t, http.StatusOK, post(`{"name":"Game: night","password":"bodi-mako","address":"10.42.0.1"}`))
	assert.Equal(t, append([]string{"Game: night", "bodi-mako"}, link.Code(`WIFI:T:WPA;S:Game\: night;P:bodi-mako;;`)...), shown(g))
	assert.Contains(t, g.Overview().Address, "127.0.0.1", "an address that somebody has chosen stays")
	g.Announce(addr("0.0.0.0:8018"), nil)
	assert.Equal(t, "http://10.42.0.1:8018", g.Overview().Address)

	said := func(url string) string {
		conn, _, err := phonetest.Dial(t.Context(), url, "/look")
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
	ava := phonetest.Call(t, s.URL, phonetest.Invited(t, g), rand.Reader)
	ava.Ask(map[string]any{"t": "join", "name": "Ava"})
	for body, want := range map[string]int{`{"host":"Ava"}`: http.StatusOK, `{"host":"Babak"}`: http.StatusNotFound, `{"hosts":1}`: http.StatusBadRequest} {
		r, err := http.NewRequestWithContext(t.Context(), http.MethodPost, here.URL+"/phones", strings.NewReader(body))
		require.NoError(t, err)
		r.Header.Set("Origin", here.URL)
		a, err := http.DefaultClient.Do(r)
		require.NoError(t, err)
		a.Body.Close()
		assert.Equal(t, want, a.StatusCode, body)
	}
	ava.Wait("it is a host", func(f *phonetest.Told, _ *phonetest.Board) bool { return f.Host })

	// The box may be switched on before the hot spot is there again.
	require.Equal(t, http.StatusOK, post(`{"name":"Box","password":"bodi-mako","address":"10.42.0.1"}`))
	mine.Store(false)
	assert.Nil(t, shown(g))
	next, _ := serveGuests(t, b, o)
	for _, g := range []*phone.Guests{g, next} {
		assert.Nil(t, shown(g))
	}
	mine.Store(true)
	for _, g := range []*phone.Guests{g, next} {
		assert.Equal(t, append([]string{"Box", "bodi-mako"}, link.Code(`WIFI:T:WPA;S:Box;P:bodi-mako;;`)...), shown(g))
	}

	require.Equal(t, http.StatusOK, post(`{"name":"","password":"","address":""}`))
	assert.Nil(t, shown(g))
	last, _ := serveGuests(t, b, o)
	assert.Nil(t, shown(last), "it was ended")
}

// An addr is an address in letters.
type addr string

func (addr) Network() string  { return "tcp" }
func (a addr) String() string { return string(a) }
