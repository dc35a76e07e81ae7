package web

import (
	"context"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"consigliere/hw/phone"
	"consigliere/hw/web/webtest"

	"github.com/chromedp/chromedp"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"consigliere/hw/lang"
)

// A cable is a network that can freeze: lines stay open, and nothing comes through.
type cable struct {
	net.Listener

	mu     sync.Mutex
	thawed *sync.Cond
	frozen bool
}

// newCable returns a cable to an address, and the address at its other end.
func newCable(t *testing.T, to string) (*cable, string) {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	require.NoError(t, err)
	c := &cable{Listener: l}
	c.thawed = sync.NewCond(&c.mu)
	t.Cleanup(func() { c.freeze(false); l.Close() })
	go func() {
		for {
			near, err := l.Accept()
			if err != nil {
				return
			}
			far, err := net.Dial("tcp", to)
			if err != nil {
				near.Close()
				continue
			}
			for _, ends := range [][2]net.Conn{{near, far}, {far, near}} {
				go func() {
					_, _ = io.Copy(ends[1], thawed{c, ends[0]})
					ends[1].Close()
				}()
			}
		}
	}()
	return c, "http://" + l.Addr().String()
}

func (c *cable) freeze(on bool) {
	c.mu.Lock()
	c.frozen = on
	c.mu.Unlock()
	c.thawed.Broadcast()
}

// thawed hands on what is read when the cable is not frozen.
type thawed struct {
	c *cable
	r io.Reader
}

func (t thawed) Read(b []byte) (int, error) {
	n, err := t.r.Read(b)
	t.c.mu.Lock()
	defer t.c.mu.Unlock()
	for t.c.frozen {
		t.c.thawed.Wait()
	}
	return n, err
}

// A network that freezes closes nothing. Panel, phone and screen say within five seconds that they show what was, and
// are back when it is.
func TestDeadLine(t *testing.T) {
	t.Parallel()
	needsChromium(t)
	b := webtest.NewBox(4)
	b.Set(webtest.SceneAim)
	_, server := serveGuests(t, b, phone.GuestOptions{})
	for _, c := range []struct {
		page, path, at string
		on, off        string
	}{
		{"panel", "/", strings.TrimPrefix(serve(t, b), "http://"), `document.querySelector('.line.on')`, `document.querySelector('.line.off')`},
		{"phone", "/", server.Listener.Addr().String(), `document.body.classList.contains('on')`, `document.body.classList.contains('off')`},
		{"screen", "/screen", server.Listener.Addr().String(), `document.body.classList.contains('play') && !document.getElementById('line').textContent`, `document.getElementById('line').textContent`},
	} {
		t.Run(c.page, func(t *testing.T) {
			cable, at := newCable(t, c.at)
			ctx := tab(t, 1280, 800, "light", lang.English)
			do(ctx, t, chromedp.Navigate(at+c.path))
			until(ctx, t, "there is a line", c.on)
			quickest := time.Hour
			for range 4 { // a machine that is busy may look late
				cable.freeze(true)
				frozen := time.Now()
				until(ctx, t, "the page says that there is none", c.off)
				quickest = min(quickest, time.Since(frozen))
				cable.freeze(false)
				until(ctx, t, "it is back", c.on)
				if quickest < 5500*time.Millisecond {
					break
				}
			}
			assert.Less(t, quickest, 5500*time.Millisecond, "it is told within 5 s, as quickly as this machine looks")
		})
	}
}

// A page whose words do not come is not blank: it says that it waits, and goes on when they are there.
func TestWordsThatFail(t *testing.T) {
	t.Parallel()
	needsChromium(t)
	b := webtest.NewBox(4)
	b.Set(webtest.SceneAim)
	_, server := serveGuests(t, b, phone.GuestOptions{})
	for _, c := range []struct{ page, path, at, there string }{
		{"panel", "/", serve(t, b), `document.querySelector('.line.on')`},
		{"phone", "/", server.URL, `document.body.classList.contains('on')`},
		{"screen", "/screen", server.URL, `document.body.classList.contains('play')`},
	} {
		for _, missing := range []string{"/languages.json", "/words/en.json", "/icons.svg"} {
			t.Run(c.page+missing, func(t *testing.T) {
				var broken atomic.Bool
				broken.Store(true)
				to, err := url.Parse(c.at)
				require.NoError(t, err)
				proxy := httptest.NewServer(faulty{to, func(path string) bool { return path == missing && broken.Load() }})
				t.Cleanup(proxy.Close)
				ctx := tab(t, 1280, 800, "light", lang.English)
				do(ctx, t, chromedp.Navigate(proxy.URL+c.path))
				if missing != "/icons.svg" {
					until(ctx, t, "the page says that it waits", `document.getElementById('loading').innerText.trim()`)
				}
				broken.Store(false)
				until(ctx, t, "the page is there", c.there+` && !document.getElementById('loading')`)
			})
		}
	}
}

// faulty hands requests on, but for those that fail.
type faulty struct {
	to    *url.URL
	fails func(path string) bool
}

func (f faulty) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	if f.fails(r.URL.Path) {
		http.Error(w, "not now", http.StatusServiceUnavailable)
		return
	}
	near, _, err := w.(http.Hijacker).Hijack()
	if err != nil {
		return
	}
	defer near.Close()
	far, err := (&net.Dialer{}).DialContext(context.WithoutCancel(r.Context()), "tcp", f.to.Host)
	if err != nil {
		return
	}
	defer far.Close()
	r.Host = f.to.Host
	if r.Header.Get("Origin") != "" {
		r.Header.Set("Origin", "http://"+f.to.Host)
	}
	if r.Header.Get("Upgrade") == "" {
		r.Header.Set("Connection", "close")
	}
	if r.Write(far) != nil {
		return
	}
	go func() { _, _ = io.Copy(far, near) }()
	_, _ = io.Copy(near, far)
}
