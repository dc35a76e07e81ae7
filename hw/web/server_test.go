package web

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"consigliere/hw/phone"
	"consigliere/hw/phone/phonetest"
	"consigliere/hw/web/page"
	"consigliere/hw/web/webtest"

	"github.com/coder/websocket"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"consigliere/engine/games"
	"consigliere/hw"
	"consigliere/hw/box"
	"consigliere/hw/desk"
	"consigliere/hw/lang"
)

// A door is for links: a form of another page is turned away there, too.
func TestAFormOfAnotherPage(t *testing.T) {
	url := serve(t, webtest.NewBox(2))
	for from, want := range map[string]int{"cross-site": http.StatusForbidden, "same-origin": http.StatusMethodNotAllowed} {
		r, err := http.NewRequestWithContext(t.Context(), http.MethodPost, url+"/", strings.NewReader("a=b"))
		require.NoError(t, err)
		r.Header.Set("Sec-Fetch-Site", from)
		resp, err := http.DefaultClient.Do(r)
		require.NoError(t, err)
		require.NoError(t, resp.Body.Close())
		assert.Equal(t, want, resp.StatusCode, from)
	}
}

func TestWhoMayAsk(t *testing.T) {
	url := serve(t, webtest.NewBox(2))
	port := url[strings.LastIndex(url, ":"):]
	tests := []struct {
		name, path, host, origin, from string
		want                           int
	}{
		{"page", "/", "", "", "", 200},
		{"page-by-name", "/", "localhost" + port, "", "", 200},
		{"page-by-ipv6", "/", "[::1]" + port, "", "", 200},
		{"page-on-a-forwarded-port", "/", "127.0.0.1:9000", "", "none", 200},
		{"name-made-to-point-here", "/", "evil.example" + port, "", "", http.StatusMisdirectedRequest},
		{"name-that-begins-like-it", "/", "localhost.evil.example", "", "", http.StatusMisdirectedRequest},
		{"address-of-the-net", "/", "192.168.1.7" + port, "", "", http.StatusMisdirectedRequest},
		{"link-from-another-page", "/", "", "", "cross-site", 200},
		{"script-from-another-page", "/app.js", "", "", "cross-site", http.StatusForbidden},
		{"record-from-another-page", "/record", "", "", "same-site", http.StatusForbidden},
		{"another-origin", "/words/en.json", "", "http://evil.example", "", http.StatusForbidden},
		{"another-port-is-another-origin", "/words/en.json", "", "http://127.0.0.1:1", "", http.StatusForbidden},
		{"no-origin", "/wire", "", "", "", http.StatusForbidden},
		{"null-origin", "/wire", "", "null", "", http.StatusForbidden},
		{"not-a-web-socket", "/wire", "", url, "", http.StatusUpgradeRequired},
		{"words", "/words/fa.json", "", "", "", 200},
		{"words-of-no-language", "/words/../../box.go", "", "", "", 404},
		{"words-of-unknown-language", "/words/xx.json", "", "", "", 404},
		{"nothing", "/etc/passwd", "", "", "", 404},
		{"secrets-during-the-play", "/record", "", "", "", http.StatusConflict},
	}
	for _, c := range tests {
		t.Run(c.name, func(t *testing.T) {
			r, err := http.NewRequestWithContext(t.Context(), http.MethodGet, url+c.path, nil)
			require.NoError(t, err)
			if c.host != "" {
				r.Host = c.host
			}
			if c.origin != "" {
				r.Header.Set("Origin", c.origin)
			}
			if c.from != "" {
				r.Header.Set("Sec-Fetch-Site", c.from)
			}
			resp, err := http.DefaultClient.Do(r)
			require.NoError(t, err)
			defer resp.Body.Close()
			assert.Equal(t, c.want, resp.StatusCode)
			if c.want == 200 {
				assert.Equal(t, page.Policy, resp.Header.Get("Content-Security-Policy"))
				assert.Equal(t, "nosniff", resp.Header.Get("X-Content-Type-Options"))
			}
		})
	}
}

func TestContentTypes(t *testing.T) {
	url := serve(t, webtest.NewBox(2))
	for path, want := range map[string]string{
		"/": "text/html; charset=utf-8", "/app.js": "text/javascript; charset=utf-8", "/style.css": "text/css; charset=utf-8",
		"/wood.svg": "image/svg+xml", "/fonts/vazirmatn.woff2": "font/woff2", "/words/it.json": "application/json",
	} {
		resp, err := http.Get(url + path)
		require.NoError(t, err)
		resp.Body.Close()
		assert.Equal(t, want, resp.Header.Get("Content-Type"), path)
	}
	resp, err := http.Post(url+"/record", "", nil)
	require.NoError(t, err)
	resp.Body.Close()
	assert.Equal(t, http.StatusMethodNotAllowed, resp.StatusCode)
}

// TestNoFolders checks that no page of a box lists what there is.
func TestNoFolders(t *testing.T) {
	b := webtest.NewBox(2)
	_, guests := serveGuests(t, b, phone.GuestOptions{})
	for _, at := range []string{serve(t, b), guests.URL} {
		for _, path := range []string{"/fonts", "/fonts/", "/words/", "//fonts/", "/./fonts/"} {
			a, err := http.Get(at + path)
			require.NoError(t, err)
			body, err := io.ReadAll(a.Body)
			require.NoError(t, err)
			a.Body.Close()
			assert.Equal(t, http.StatusNotFound, a.StatusCode, path)
			assert.NotContains(t, string(body), "woff2", path)
		}
	}
	a, err := http.Get(serve(t, b) + "/fonts/vazirmatn.woff2")
	require.NoError(t, err)
	a.Body.Close()
	assert.Equal(t, http.StatusOK, a.StatusCode)
}

func TestRecord(t *testing.T) {
	b := webtest.NewBox(2)
	url := serve(t, b)
	b.Mu.Lock()
	b.Kept = []byte("{\"game\":\"naro\"}\n")
	b.Mu.Unlock()
	resp, err := http.Get(url + "/record")
	require.NoError(t, err)
	defer resp.Body.Close()
	got, err := io.ReadAll(resp.Body)
	require.NoError(t, err)
	assert.Equal(t, "{\"game\":\"naro\"}\n", string(got))
	assert.Contains(t, resp.Header.Get("Content-Disposition"), "consigliere.jsonl")
	assert.Equal(t, "no-store", resp.Header.Get("Cache-Control"))
}

// What has been so far is told in the language that the page asks for; there may be nothing to tell.
func TestPast(t *testing.T) {
	b := webtest.NewBox(2)
	url := serve(t, b)
	get := func(query string) (int, string) {
		resp, err := http.Get(url + "/past" + query)
		require.NoError(t, err)
		defer resp.Body.Close()
		got, err := io.ReadAll(resp.Body)
		require.NoError(t, err)
		return resp.StatusCode, string(got)
	}
	code, _ := get("?lang=fa")
	assert.Equal(t, http.StatusNoContent, code)
	b.Mu.Lock()
	b.PastDesk = &desk.Past{Graphs: []desk.Graph{{Heading: "Power", Most: 9, Rows: []desk.GraphRow{{Label: "Ava", Values: []int{3}}}}}, Groups: []desk.Group{}}
	b.Mu.Unlock()
	code, got := get("?lang=fa")
	assert.Equal(t, http.StatusOK, code)
	assert.JSONEq(t, `{"graphs":[{"heading":"Power","most":9,"rows":[{"label":"Ava","values":[3]}]}],"groups":[]}`, got)
	code, _ = get("")
	assert.Equal(t, http.StatusBadRequest, code)
}

// post returns a request that gives a file, from a page unless origin is "".
func post(t *testing.T, url, origin, file string) *http.Request {
	t.Helper()
	r, err := http.NewRequestWithContext(t.Context(), http.MethodPost, url, strings.NewReader(file))
	require.NoError(t, err)
	if origin != "" {
		r.Header.Set("Origin", origin)
	}
	return r
}

// TestCatalogue holds what an owner's file is answered with: on a fake for what the server
// does, and below on a whole box.
// A whole box tells how each of its games is played, in each language.
func TestGuide(t *testing.T) {
	url := serve(t, webtest.Run(t, box.Options{}))
	get := func(path string) (int, string) {
		resp, err := http.Get(url + path)
		require.NoError(t, err)
		defer resp.Body.Close()
		body, err := io.ReadAll(resp.Body)
		require.NoError(t, err)
		return resp.StatusCode, string(body)
	}
	for _, title := range games.All() {
		for _, l := range lang.All() {
			status, body := get("/guide/" + title.ID + "?lang=" + string(l))
			require.Equal(t, http.StatusOK, status)
			var guide lang.Guide
			require.NoError(t, json.Unmarshal([]byte(body), &guide))
			want, err := lang.NewGuide(title, l)
			require.NoError(t, err)
			assert.Equal(t, want, guide)
			require.NotEmpty(t, guide[0].Paragraphs, "the menu shows the first")
		}
	}
	for path, want := range map[string]int{"/guide/chess?lang=en": 404, "/guide/naro": 400, "/guide/naro?lang=xx": 400} {
		status, _ := get(path)
		assert.Equal(t, want, status, path)
	}
}

func TestCatalogue(t *testing.T) {
	url := serve(t, webtest.NewBox(2))
	whole := webtest.Run(t, box.Options{})
	real := serve(t, whole)
	for _, c := range []struct {
		name, url, path, origin, file string
		want                          int
		body                          string
	}{
		{"good", url, "/catalogue/derpate?lang=en", url, "a: 1\n", 200, `{"catalogue":{"bytes":5}}`},
		{"wrong", url, "/catalogue/derpate?lang=it", url, "a: 1\nwrong\n", 200, `{"wrong":[{"line":2,"text":"questo è sbagliato"}]}`},
		{"too-large", url, "/catalogue/derpate?lang=en", url, strings.Repeat("#", webtest.MaxFile+1), http.StatusRequestEntityTooLarge, "a catalogue has at most 32768 bytes"},
		{"as-large-as-it-may-be", url, "/catalogue/derpate?lang=en", url, strings.Repeat("#", webtest.MaxFile), 200, `{"catalogue":{"bytes":32768}}`},
		{"no-language", url, "/catalogue/derpate", url, "", http.StatusBadRequest, "en"},
		{"no-such-game", url, "/catalogue/naro?lang=en", url, "", 404, ""},
		{"from-elsewhere", url, "/catalogue/derpate?lang=en", "", "", http.StatusForbidden, ""},
		{"box-good", real, "/catalogue/derpate?lang=en", real, "row4: {white: consigliere, grey: prosecutor, red: spy, black: banker}", 200, `{"catalogue":{"row4":{`},
		{"box-wrong", real, "/catalogue/derpate?lang=en", real, "#\ndice: []\n", 200, `{"wrong":[{"line":2,"text":"unknown key`},
		{"box-wrong-in-italian", real, "/catalogue/derpate?lang=it", real, "#\ndice: []\n", 200, `{"wrong":[{"line":2,"text":"chiave sconosciuta`},
		{"box-no-yaml", real, "/catalogue/derpate?lang=en", real, "row4: {grey: [\n", 200, `{"wrong":[{"line":1,"text":"this is not YAML: `},
		{"box-without", real, "/catalogue/naro?lang=en", real, "", 404, ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			resp, err := http.DefaultClient.Do(post(t, c.url+c.path, c.origin, c.file))
			require.NoError(t, err)
			defer resp.Body.Close()
			got, err := io.ReadAll(resp.Body)
			require.NoError(t, err)
			assert.Equal(t, c.want, resp.StatusCode)
			assert.Contains(t, string(got), c.body)
		})
	}
	// The file to edit is good as it is.
	resp, err := http.Get(real + "/catalogue/derpate")
	require.NoError(t, err)
	defer resp.Body.Close()
	house, err := io.ReadAll(resp.Body)
	require.NoError(t, err)
	assert.Contains(t, resp.Header.Get("Content-Disposition"), "catalogue.yaml")
	raw, wrong, err := whole.Catalogue("derpate", lang.English, house)
	require.NoError(t, err)
	assert.Empty(t, wrong)
	assert.NotEmpty(t, raw)

	// So is the largest of all, and it goes over the wire as an option.
	pack, err := whole.House("khandan")
	require.NoError(t, err)
	assert.Greater(t, len(pack), 64<<10)
	resp, err = http.DefaultClient.Do(post(t, real+"/catalogue/khandan?lang=en", real, pack))
	require.NoError(t, err)
	defer resp.Body.Close()
	var answer struct{ Catalogue json.RawMessage }
	require.NoError(t, json.NewDecoder(resp.Body).Decode(&answer))
	p := open(t, real)
	p.until("desk")
	p.send(`{"t":"start","game":"khandan","seats":["Ava","Babak","Chiara"],"options":{"pack":` + string(answer.Catalogue) + `},"bots":0,"teach":false}`)
	for !strings.Contains(string(p.until("desk")), `"state":"play"`) {
	}
}

func TestListenOnlyHere(t *testing.T) {
	for _, addr := range []string{"0.0.0.0:0", ":0", "192.168.1.7:0", "example.org:80", "8017", "[::]:0"} {
		_, err := Listen(t.Context(), addr)
		assert.Error(t, err, addr)
	}
	l, err := Listen(t.Context(), "127.0.0.1:0")
	require.NoError(t, err)
	assert.True(t, l.Addr().(*net.TCPAddr).IP.IsLoopback())
	l.Close()
}

func TestServeStops(t *testing.T) {
	b := webtest.NewBox(2)
	s, err := New(b, nil)
	require.NoError(t, err)
	l, err := Listen(t.Context(), "127.0.0.1:0")
	require.NoError(t, err)
	ctx, stop := context.WithCancel(t.Context())
	done := make(chan error)
	go func() { done <- s.Serve(ctx, l) }()
	p := open(t, "http://"+l.Addr().String())
	p.until("desk")
	p.send(`{"t":"press","pod":1,"button":"A","down":true}`)
	require.Eventually(t, func() bool { return len(b.All()) == 1 }, phonetest.Patience, time.Millisecond)
	stop()
	select {
	case err := <-done:
		require.NoError(t, err)
	case <-time.After(phonetest.Patience):
		t.Fatal("the server does not stop")
	}
	assert.Eventually(t, func() bool { return len(b.All()) == 2 }, phonetest.Patience, time.Millisecond, "what was held is let go: %v", b.All())
	assert.Eventually(t, func() bool { return b.AllListeners() == 0 }, phonetest.Patience, time.Millisecond, "nobody listens any more")
}

// ---- a page made of a web socket

type testPage struct {
	t    testing.TB
	conn *websocket.Conn
}

func open(t testing.TB, url string) *testPage {
	t.Helper()
	c, _, err := websocket.Dial(t.Context(), url+"/wire", &websocket.DialOptions{HTTPHeader: http.Header{"Origin": {url}}})
	require.NoError(t, err)
	c.SetReadLimit(1 << 20)
	t.Cleanup(func() { c.CloseNow() })
	return &testPage{t, c}
}

func (p *testPage) send(m string) {
	p.t.Helper()
	require.NoError(p.t, p.conn.Write(p.t.Context(), websocket.MessageText, []byte(m)))
}

// next returns the next message but beats.
func (p *testPage) next() (kind string, raw []byte, err error) {
	ctx, stop := context.WithTimeout(p.t.Context(), phonetest.Patience)
	defer stop()
	for {
		_, raw, err := p.conn.Read(ctx)
		if err != nil {
			return "", nil, err
		}
		var m struct {
			T string `json:"t"`
		}
		if err := json.Unmarshal(raw, &m); err != nil {
			return "", nil, err
		}
		if m.T != "beat" {
			return m.T, raw, nil
		}
	}
}

// until returns the next message of a kind.
func (p *testPage) until(kind string) []byte {
	p.t.Helper()
	for {
		k, raw, err := p.next()
		require.NoError(p.t, err, "waiting for %s", kind)
		if k == kind {
			return raw
		}
	}
}

func TestFirstMessages(t *testing.T) {
	b := webtest.NewBox(3, 1)
	b.SetLights(hw.RGB{}, hw.RGB{}, hw.RGB{R: 255, G: 128})
	p := open(t, serve(t, b))
	assert.JSONEq(t, `{"t":"hello","pods":3,"main":[128,64],"private":[[128,32],null,[128,32]],"lang":"en"}`, string(p.until("hello")))
	got := map[string]bool{}
	for !got["main"] || !got["lights"] || !got["desk"] {
		k, raw, err := p.next()
		require.NoError(t, err)
		got[k] = true
		if k == "lights" && strings.Contains(string(raw), "ff8000") {
			assert.JSONEq(t, `{"t":"lights","rgb":"000000000000ff8000"}`, string(raw))
		}
	}
}

func TestPrivateScreensGoToWhoLooks(t *testing.T) {
	b := webtest.NewBox(3)
	first := hw.NewFrame(128, 32)
	first.Set(5, 5, true)
	b.ShowFrame(1, first)
	url := serve(t, b)
	looks, other := open(t, url), open(t, url)
	looks.until("desk")
	other.until("desk")
	looks.send(`{"t":"look","pod":1,"on":true}`)
	var m struct {
		Pod   int    `json:"pod"`
		Frame []byte `json:"f"`
	}
	require.NoError(t, json.Unmarshal(looks.until("private"), &m))
	assert.Equal(t, 1, m.Pod)
	assert.Equal(t, first.Pix, m.Frame)

	secret := hw.NewFrame(128, 32)
	secret.Set(1, 1, true)
	b.ShowFrame(1, secret)
	require.NoError(t, json.Unmarshal(looks.until("private"), &m))
	assert.Equal(t, secret.Pix, m.Frame)

	looks.send(`{"t":"look","pod":1,"on":false}`)
	looks.send(`{"t":"lang","lang":"it"}`) // answered with a desk? only if it differs: so a mark that is
	b.Tell(box.SayEvent{Text: "mark one", Lang: "en"})
	looks.until("say")
	require.Eventually(t, func() bool { return b.AllListeners() == 2 }, phonetest.Patience, time.Millisecond, "the follower has ended")
	b.ShowFrame(1, hw.NewFrame(128, 32))
	b.ShowFrame(2, secret)
	b.Tell(box.SayEvent{Text: "mark two", Lang: "en"})
	for _, p := range []*testPage{looks, other} {
		for {
			k, raw, err := p.next()
			require.NoError(t, err)
			require.NotEqual(t, "private", k, string(raw))
			if strings.Contains(string(raw), "mark two") {
				break
			}
		}
	}
}

// TestAskedGoesToWhoLooks checks that what a private screen asks goes to the page that looks at it, when
// it changes, and as long as it looks.
func TestAskedGoesToWhoLooks(t *testing.T) {
	b := webtest.NewBox(3)
	var question atomic.Value
	question.Store("one")
	b.PodDesk = func(pod hw.Pod) *desk.Pod {
		if pod != 1 {
			return nil
		}
		return &desk.Pod{Ask: &desk.Ask{Seat: "Babak", Question: question.Load().(string)}}
	}
	url := serve(t, b)
	looks, other := open(t, url), open(t, url)
	looks.until("desk")
	other.until("desk")
	looks.send(`{"t":"look","pod":1,"on":true}`)
	assert.Contains(t, string(looks.until("asked")), `"pod":1,"desk":{"ask":{"seat":"Babak","verb":"","question":"one"`)
	b.Tell(box.DeskEvent{}) // nothing has changed
	question.Store("two")
	b.Tell(box.DeskEvent{})
	for raw := looks.until("asked"); !strings.Contains(string(raw), "two"); raw = looks.until("asked") {
		t.Fatalf("told again: %s", raw)
	}
	looks.send(`{"t":"look","pod":1,"on":false}`)
	require.Eventually(t, func() bool { return b.AllListeners() == 2 }, phonetest.Patience, time.Millisecond, "the follower has ended")
	question.Store("three")
	b.Tell(box.DeskEvent{})
	b.Tell(box.SayEvent{Text: "mark", Lang: "en"})
	for _, p := range []*testPage{looks, other} {
		for {
			k, raw, err := p.next()
			require.NoError(t, err)
			require.NotEqual(t, "asked", k, string(raw))
			if strings.Contains(string(raw), "mark") {
				break
			}
		}
	}
	looks.send(`{"t":"look","pod":1,"on":true}`)
	assert.Contains(t, string(looks.until("asked")), "three", "a new look is told anew")
}

// TestPeekGoesToWhoAsked holds OK of a pod on one page of two: what the main screen shows then
// comes to that page alone, and only for as long as it holds.
func TestPeekGoesToWhoAsked(t *testing.T) {
	b := webtest.NewBox(2, 0, 1)
	url := serve(t, b)
	asks, other := open(t, url), open(t, url)
	asks.until("desk")
	other.until("desk")
	asks.send(`{"t":"press","pod":1,"button":"OK","down":true}`)
	other.send(`{"t":"press","pod":0,"button":"OK","down":true}`)
	require.Eventually(t, func() bool { return len(b.All()) == 2 }, phonetest.Patience, time.Millisecond)
	frame := func(at int) *hw.Frame {
		f := hw.NewFrame(128, 64)
		f.Set(at, at, true)
		return f
	}
	cover, secret, late := frame(1), frame(2), frame(3)
	b.ShowFrame(hw.Panel, cover)
	b.Peek(0, 1, secret)
	b.Tell(box.SayEvent{Text: "mark one", Lang: "en"})
	var m struct {
		Frame []byte `json:"f"`
	}
	for seen := false; !seen; seen = bytes.Equal(secret.Pix, m.Frame) {
		require.NoError(t, json.Unmarshal(asks.until("main"), &m))
	}
	asks.until("say")
	asks.send(`{"t":"press","pod":1,"button":"OK","down":false}`)
	require.Eventually(t, func() bool { return len(b.All()) == 3 }, phonetest.Patience, time.Millisecond)
	b.Peek(0, 1, late)
	b.ShowFrame(hw.Panel, cover)
	b.Tell(box.SayEvent{Text: "mark two", Lang: "en"})
	for _, p := range []*testPage{asks, other} {
		covered := false
		for {
			k, raw, err := p.next()
			require.NoError(t, err)
			if k == "main" {
				require.NoError(t, json.Unmarshal(raw, &m))
				require.NotEqual(t, secret.Pix, m.Frame)
				require.NotEqual(t, late.Pix, m.Frame)
				covered = covered || bytes.Equal(cover.Pix, m.Frame)
			}
			if strings.Contains(string(raw), "mark two") {
				break
			}
		}
		assert.True(t, covered, "the main screen of the page is covered again")
	}
}

// TestPublicBytes holds what a page gets that looks at nothing against a play with other
// secrets: byte for byte the same.
func TestPublicBytes(t *testing.T) {
	hear := func(secret byte) []string {
		b := webtest.NewBox(2)
		url := serve(t, b)
		p, spy := open(t, url), open(t, url)
		p.until("desk")
		spy.until("desk")
		spy.send(`{"t":"look","pod":0,"on":true}`)
		spy.until("private")
		var got []string
		for i := range 5 {
			f := hw.NewFrame(128, 32)
			for j := range int(secret) * 7 {
				f.Pix[j] = secret + byte(i)
			}
			b.ShowFrame(0, f)
			b.Tell(box.DeskEvent{}) // nothing public changed
			spy.until("private")
			main := hw.NewFrame(128, 64)
			main.Pix[0] = byte(i + 1)
			b.ShowFrame(hw.Panel, main)
			k, raw, err := p.next()
			require.NoError(t, err)
			got = append(got, k+string(raw))
		}
		return got
	}
	assert.Equal(t, hear(1), hear(9))
}

func TestRequests(t *testing.T) {
	b := webtest.NewBox(2)
	p := open(t, serve(t, b))
	p.until("desk")
	for _, m := range []string{
		`{"t":"press","pod":-1,"button":"OK","down":true}`, `{"t":"press","pod":-1,"button":"OK","down":true}`,
		`{"t":"press","pod":-1,"button":"OK","down":false}`, `{"t":"press","pod":0,"button":"B","down":false}`,
		`{"t":"type","line":{"seat":"table","do":"loot"}}`,
		`{"t":"start","game":"naro","seats":["آوا","B"],"options":{"powers":true},"bots":0,"teach":false}`,
		`{"t":"start","game":"naro","seats":["Ava"],"options":{},"bots":3,"teach":true,"name":"War"}`,
		`{"t":"pause","on":true}`, `{"t":"undo"}`, `{"t":"undo_cancel"}`, `{"t":"go_on","play":""}`, `{"t":"leave"}`, `{"t":"stop"}`, `{"t":"voice","lang":"fa"}`, `{"t":"sit","seat":11,"pod":1}`, `{"t":"seat_lang","seat":0,"lang":""}`, `{"t":"seat_lang","seat":0,"lang":"it"}`, `{"t":"forget","name":"Ava"}`, `{"t":"attend","here":[0,11]}`,
		`{"t":"teach","on":false}`, `{"t":"rematch"}`, `{"t":"pick","name":"Ava","choice":2,"turn":4}`, `{"t":"back","name":"Babak"}`,
	} {
		p.send(m)
	}
	want := []string{
		"press -1 OK true", "press -1 OK false",
		`type {"seat":"table","do":"loot"}`, `start {"game":"naro","seats":["آوا","B"],"options":{"powers":true},"seed":0}`,
		`start {"game":"naro","seats":["Ava"],"options":{},"seed":0} with 3 bots, teach, called War`,
		"pause true", "undo", "cancelundo", "goon", "leave", "stop", "setlang fa", "sit 11 1", "setseatlang 0 ", "setseatlang 0 it", "forget Ava", "attend [0 11]", "teach false", "rematch", "pick 3 4 2", "stepback 5",
	}
	require.Eventually(t, func() bool { return len(b.All()) == len(want) }, phonetest.Patience, time.Millisecond)
	assert.Equal(t, want, b.All())
}

func TestRefusedIsTold(t *testing.T) {
	b := webtest.NewBox(2)
	b.Refuse = webtest.ErrFake
	p := open(t, serve(t, b))
	p.send(`{"t":"undo"}`)
	assert.JSONEq(t, `{"t":"error","code":"refused","text":"the fake refuses"}`, string(p.until("error")))
}

// rubbish is what no page sends.
var rubbish = []string{
	``, `x`, `null`, `[]`, `7`, `"press"`, `{}`, `{"t":5}`, `{"t":"no"}`, `{"T":"undo"}`, `{"t":"undo","T":"undo"}`,
	`{"t":"undo"} {"t":"undo"}`, `{"t":"undo","pod":1}`, `{"t":"press"}`,
	`{"t":"press","pod":2,"button":"A","down":true}`, `{"t":"press","pod":-2,"button":"A","down":true}`,
	`{"t":"press","pod":1e99,"button":"A","down":true}`, `{"t":"press","pod":0,"button":"a","down":true}`,
	`{"t":"press","pod":0,"button":"A","down":null}`, `{"t":"press","pod":0,"button":"A","Down":true}`,
	`{"t":"seat_lang","seat":16,"lang":"it"}`, `{"t":"seat_lang","seat":0,"lang":"xx"}`, `{"t":"attend","here":[16]}`, `{"t":"attend","here":[-1]}`, `{"t":"attend"}`, `{"t":"sit","seat":-1,"pod":0}`, `{"t":"sit","seat":16,"pod":0}`, `{"t":"sit","seat":0,"pod":2}`, `{"t":"sit","seat":0}`,
	`{"t":"teach"}`, `{"t":"rematch","on":true}`,
	`{"t":"pick","name":"Ava","choice":2}`, `{"t":"pick","name":"Ava","choice":2,"turn":"4"}`, `{"t":"pick","name":"Ava","choice":"2","turn":"4.1"}`,
	`{"t":"look","pod":-1,"on":true}`, `{"t":"lang","lang":"de"}`, `{"t":"voice","lang":""}`,
	`{"t":"start","game":"naro","seats":null,"options":{},"bots":0,"teach":false}`, `{"t":"type","line":null}`,
	`{"t":"start","game":"naro","seats":["` + strings.Repeat("x", 65) + `"],"options":{},"bots":0,"teach":false}`,
	`{"t":"start","game":"naro","seats":[` + strings.Repeat(`"x",`, 16) + `"x"],"options":{},"bots":0,"teach":false}`,
	`{"t":"start","game":"naro","seats":["Ava"],"options":{}}`,
	`{"t":"start","game":"khandan","seats":["Ava"],"options":{},"bots":0,"teach":false,"name":"` + strings.Repeat("x", 65) + `"}`,
	`{"t":"start","game":"naro","seats":["Ava"],"options":{},"bots":-1,"teach":false}`,
	`{"t":"start","game":"naro","seats":["Ava"],"options":{},"bots":17,"teach":false}`,
	`{"t":"start","game":"naro","seats":["Ava"],"options":{},"bots":1,"teach":1}`,
	"{\"t\":\"\xff\"}", strings.Repeat("[", 30000),
}

func TestRubbish(t *testing.T) {
	b := webtest.NewBox(2)
	p := open(t, serve(t, b))
	p.until("desk")
	for _, m := range rubbish {
		p.send(m)
		raw := p.until("error")
		assert.Contains(t, string(raw), `"code":"bad"`, m)
	}
	require.NoError(t, p.conn.Write(t.Context(), websocket.MessageBinary, []byte{1, 2}))
	p.until("error")
	p.send(`{"t":"undo"}`) // the line is still good
	require.Eventually(t, func() bool { return len(b.All()) == 1 }, phonetest.Patience, time.Millisecond)
}

func TestTooLong(t *testing.T) {
	b := webtest.NewBox(2)
	p := open(t, serve(t, b))
	p.until("desk")
	p.send(`{"t":"type","line":"` + strings.Repeat("x", maxMessage) + `"}`)
	for {
		if _, _, err := p.next(); err != nil {
			assert.Equal(t, websocket.StatusMessageTooBig, websocket.CloseStatus(err), err)
			break
		}
	}
	assert.Empty(t, b.All())
}

func TestTooFast(t *testing.T) {
	b := webtest.NewBox(2)
	p := open(t, serve(t, b))
	p.until("desk")
	p.send(`{"t":"press","pod":0,"button":"A","down":true}`)
	for range burst + 60 {
		p.send(`{"t":"undo"}`)
	}
	assert.Contains(t, string(p.until("error")), `"code":"fast"`)
	// What is held can always be let go.
	p.send(`{"t":"press","pod":0,"button":"A","down":false}`)
	require.Eventually(t, func() bool {
		told := b.All()
		return told[len(told)-1] == "press 0 A false"
	}, phonetest.Patience, time.Millisecond)
	// And whoever does not stop is shown the door.
	err := error(nil)
	for i := 0; i < 20*maxExcess && err == nil; i++ {
		err = p.conn.Write(t.Context(), websocket.MessageText, []byte(`{"t":"undo"}`))
	}
	for err == nil {
		_, _, err = p.next()
	}
	assert.Less(t, len(b.All()), burst+maxExcess)
}

func TestSlowPageGetsTheLatest(t *testing.T) {
	b := webtest.NewBox(1)
	p := open(t, serve(t, b))
	p.until("desk")
	last := hw.NewFrame(128, 64)
	for i := range 3000 { // far more than a listener holds: the server listens again
		last.Pix[0], last.Pix[1] = byte(i), byte(i>>8)
		b.ShowFrame(hw.Panel, last)
	}
	var m struct {
		Frame []byte `json:"f"`
	}
	for n := 0; !bytes.Equal(m.Frame, last.Pix); n++ {
		require.Less(t, n, 3000, "frames are not put together")
		require.NoError(t, json.Unmarshal(p.until("main"), &m))
	}
}

func TestTooManyPages(t *testing.T) {
	url := serve(t, webtest.NewBox(1))
	for range maxClients {
		open(t, url).until("hello")
	}
	_, resp, err := websocket.Dial(t.Context(), url+"/wire", &websocket.DialOptions{HTTPHeader: http.Header{"Origin": {url}}})
	require.Error(t, err)
	assert.Equal(t, http.StatusServiceUnavailable, resp.StatusCode)
}

func FuzzMessage(f *testing.F) {
	for _, m := range rubbish {
		f.Add([]byte(m))
	}
	f.Add([]byte(`{"t":"press","pod":1,"button":"A","down":true}`))
	f.Add([]byte(`{"t":"start","game":"naro","seats":["Ava"],"options":{"powers":true},"bots":0,"teach":false}`))
	f.Add([]byte(`{"t":"look","pod":0,"on":true}`))
	b := webtest.NewBox(2)
	b.Scene = func(lang.Lang) desk.Public { return desk.Public{} }
	f.Fuzz(func(t *testing.T, data []byte) {
		ctx, stop := context.WithCancel(t.Context())
		defer stop()
		c := newClient(b, nil, nil, lang.English)
		if err := c.heard(ctx, data); err != nil && !errors.Is(err, ctx.Err()) {
			t.Fatalf("one message ended the connection: %v", err)
		}
		for _, away := range c.viewers {
			away()
		}
		for _, m := range c.pending.queue {
			if f, ok := m.(fault); !ok || f.Text == "" {
				t.Fatalf("a fault without a text: %#v", m)
			}
		}
	})
}

// ---- words

func TestWords(t *testing.T) {
	all := map[lang.Lang]map[string]string{}
	for _, l := range lang.All() {
		w, err := page.Sentences(l)
		require.NoError(t, err)
		all[l] = w
	}
	hole := regexp.MustCompile(`\{[^}]*\}+`)
	for _, l := range lang.All() {
		for key, text := range all[lang.English] {
			if strings.Contains(key, "@") { // a form that not every language has
				continue
			}
			require.Contains(t, all[l], key, l)
			for _, h := range hole.FindAllString(all[l][key], -1) {
				assert.Regexp(t, `^\{\{\.\w+\}\}$`, h, "%s %s: holes are written as in a Go template", l, key)
			}
			assert.ElementsMatch(t, hole.FindAllString(text, -1), hole.FindAllString(all[l][key], -1), "%s %s", l, key)
		}
		for key := range all[l] {
			stem, _, _ := strings.Cut(key, "@")
			assert.Contains(t, all[lang.English], stem, "%s %s", l, key)
		}
	}

	// Keys that the page makes, by how they begin.
	made := []string{"icon.", "wire.", "buttons.", "pick.", "theme.", "part.", "phone.fault_", "phone.theme_", "settings.pace_", "look.", "way.", "menu.cards_"}
	used := map[string]bool{}
	files, err := filepath.Glob("page/*.*")
	require.NoError(t, err)
	word := regexp.MustCompile(`'([a-z_]+(?:\.[a-z_]+)*)'|data-say="([^"]+)"`)
	said := regexp.MustCompile(`say\('([^']+)'`)
	for _, f := range files {
		b, err := os.ReadFile(f)
		require.NoError(t, err)
		for _, m := range word.FindAllStringSubmatch(string(b), -1) {
			used[m[1]+m[2]] = true
		}
		for _, m := range said.FindAllStringSubmatch(string(b), -1) {
			assert.Contains(t, all[lang.English], m[1], "%s says what nobody wrote", f)
		}
	}
	for key := range all[lang.English] {
		stem, _, _ := strings.Cut(key, "@") // a form of the same message
		ok := used[stem]
		for _, m := range made {
			ok = ok || strings.HasPrefix(key, m)
		}
		assert.True(t, ok, "nobody says %s", key)
	}
	for _, w := range slices.Concat(hw.Colours(), hw.Emblems()) {
		assert.Contains(t, all[lang.English], "look."+w)
	}
	// Every icon of a scene has a drawing and a word.
	source, err := os.ReadFile(filepath.Join("..", "..", "engine", "view.go"))
	require.NoError(t, err)
	icons := regexp.MustCompile(`Icon\w+ +Icon = "(\w+)"`).FindAllStringSubmatch(string(source), -1)
	require.Greater(t, len(icons), 20)
	page, err := os.ReadFile(filepath.Join("page", "icons.svg"))
	require.NoError(t, err)
	for _, icon := range icons {
		assert.Contains(t, all[lang.English], "icon."+icon[1])
		assert.Contains(t, string(page), `<symbol id="i-`+icon[1]+`"`)
	}
}

func TestHandlerAlone(t *testing.T) {
	s, err := New(webtest.NewBox(1), nil)
	require.NoError(t, err)
	defer s.Close()
	w := httptest.NewRecorder()
	r := httptest.NewRequest(http.MethodGet, "http://127.0.0.1/", nil)
	s.ServeHTTP(w, r)
	assert.Equal(t, 200, w.Code)
	assert.Contains(t, w.Body.String(), "<title>Consigliere</title>")
}

// What lies on the table is sent when it has changed, before the desk that it belongs to.
func TestBoardIsSentWhenItChanges(t *testing.T) {
	b := webtest.NewBox(2)
	lies := func(phase, what string) {
		b.Set(func(lang.Lang) desk.Public {
			return desk.Public{State: "play", Phase: phase, Board: []desk.Piece{{Kind: "shop", Text: what}}}
		})
	}
	lies("one", "a bank")
	p := open(t, serve(t, b))
	assert.Contains(t, string(p.until("pieces")), "a bank")
	assert.NotContains(t, string(p.until("desk")), "a bank")
	for _, c := range []struct{ phase, what, next string }{{"two", "a bank", "desk"}, {"two", "a pier", "pieces"}, {"three", "a pier", "desk"}} {
		lies(c.phase, c.what)
		kind := ""
		for kind != "desk" && kind != "pieces" {
			k, _, err := p.next()
			require.NoError(t, err)
			kind = k
		}
		assert.Equal(t, c.next, kind, "%v", c)
		if kind == "pieces" {
			p.until("desk")
		}
	}
}
