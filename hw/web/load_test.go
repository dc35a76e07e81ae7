package web

import (
	"bytes"
	"context"
	"crypto/rand"
	"fmt"
	"net"
	"net/http"
	"os"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/coder/websocket"
	"github.com/stretchr/testify/require"
)

// BenchmarkTable measures how long it takes from a choice that is pressed on a phone until 12 phones
// and 100 screens have heard of it, with the box in a process of its own that has one core; then
// again after an hour of a reconnect each second, one behind the other. It reports the median and
// the 99th of a hundred, what a press costs the box of its processor, and its memory. The journal
// is in the folder for temporary files: TMPDIR=/dev/shm leaves the disk out.
//
//	go test ./hw/web -run '^$' -bench Table -benchtime 500x
func BenchmarkTable(b *testing.B) {
	at, process, _ := bear(b, 8, "127.0.0.1:0", b.TempDir())
	url, code, _ := strings.Cut(at, "/#")
	c := &crowd{TB: b, url: url, heard: make(chan struct{}, 1)}
	names := append(slices.Clone(castEN), "Ilaria", "Jamshid", "Kira", "Luca")
	for _, name := range names {
		p := call(b, url, secretOf(b, code), rand.Reader)
		key := p.ask(map[string]any{"t": "join", "name": name}).Key
		if name != names[0] {
			p.conn.CloseNow()
			p.ended()
			c.pages = append(c.pages, c.open(secretOf(b, key)))
			continue
		}
		c.ava = p
	}
	for range 100 {
		c.pages = append(c.pages, c.open(nil))
	}
	b.Run("fresh", func(b *testing.B) { c.measure(b, process.Pid) })
	for i := range 3600 {
		at := (i * 37) % len(c.pages)
		c.pages[at].conn.CloseNow()
		c.pages[at] = c.open(c.pages[at].secret)
	}
	b.Run("after-an-hour", func(b *testing.B) { c.measure(b, process.Pid) })
}

// A crowd is all that look at a table, from several addresses.
type crowd struct {
	testing.TB

	url    string
	ava    *fakePhone // who presses
	pages  []sitter
	opened int
	boards atomic.Int64 // that have arrived, on all sockets but Ava's
	heard  chan struct{}
}

// A sitter is a page that does nothing but read.
type sitter struct {
	conn   *websocket.Conn
	secret []byte // of a phone; nil for a screen
}

// open opens a page, and reads it until its line is cut.
func (c *crowd) open(secret []byte) sitter {
	c.opened++
	from := &net.TCPAddr{IP: net.IPv4(127, 0, 0, byte(2+c.opened%8))}
	client := &http.Client{Transport: &http.Transport{DialContext: (&net.Dialer{LocalAddr: from}).DialContext}}
	path := "/look"
	if secret != nil {
		path = "/seat"
	}
	ctx, stop := context.WithTimeout(context.Background(), patience)
	defer stop()
	conn, _, err := websocket.Dial(ctx, c.url+path, &websocket.DialOptions{HTTPClient: client, HTTPHeader: http.Header{"Origin": {c.url}}})
	require.NoError(c, err)
	conn.SetReadLimit(1 << 20)
	if secret != nil {
		greetAs(c, conn, secret)
	}
	there := make(chan struct{})
	go func() {
		first := true
		for {
			kind, data, err := conn.Read(context.Background())
			if err != nil {
				return
			}
			if kind != websocket.MessageText || !bytes.HasPrefix(data, []byte(`{"t":"board"`)) {
				continue
			}
			if first {
				close(there)
				first = false
				continue
			}
			c.boards.Add(1)
			select {
			case c.heard <- struct{}{}:
			default:
			}
		}
	}()
	select {
	case <-there:
	case <-ctx.Done():
		require.Fail(c, "a page was shown nothing")
	}
	return sitter{conn, secret}
}

// measure presses, and reports how that went.
func (c *crowd) measure(b *testing.B, pid int) {
	var took []time.Duration
	began := ticks(b, pid)
	b.ResetTimer()
	for range b.N {
		b.StopTimer()
		time.Sleep(120 * time.Millisecond) // what else comes of the press before, and a phone's limit
		f := c.ava.wait("it may choose, or take back", func(f *phoneFrame, _ *board) bool { return f.Desk.Locked || f.Desk.Awaited && !f.Desk.Telling })
		c.boards.Store(0)
		b.StartTimer()
		begin := time.Now()
		if f.Desk.Locked {
			c.ava.send(map[string]any{"t": "back"})
		} else {
			c.ava.send(map[string]any{"t": "answer", "turn": f.Desk.Turn})
		}
		for late := time.After(patience); c.boards.Load() < int64(len(c.pages)); {
			select {
			case <-c.heard:
			case <-late:
				b.Fatalf("%d of %d boards", c.boards.Load(), len(c.pages))
			}
		}
		took = append(took, time.Since(begin))
		c.ava.wait("it is answered", func(g *phoneFrame, _ *board) bool { return g.Desk.Locked != f.Desk.Locked })
	}
	b.StopTimer()
	slices.Sort(took)
	b.ReportMetric(float64(took[len(took)/2].Microseconds())/1000, "p50-ms")
	b.ReportMetric(float64(took[len(took)*99/100].Microseconds())/1000, "p99-ms")
	b.ReportMetric((ticks(b, pid)-began)*1000/float64(b.N), "cpu-ms/op")
	b.ReportMetric(resident(b, pid), "rss-MB")
}

// ticks returns how many seconds of a processor a process has had, where the system tells.
func ticks(b *testing.B, pid int) float64 {
	data, err := os.ReadFile(fmt.Sprintf("/proc/%d/stat", pid))
	if err != nil {
		return 0
	}
	_, after, _ := strings.Cut(string(data), ") ") // behind the name of the program
	f := strings.Fields(after)
	var sum float64
	for _, n := range f[11:13] { // utime and stime, in hundredths
		v, err := strconv.ParseFloat(n, 64)
		require.NoError(b, err)
		sum += v
	}
	return sum / 100
}

// resident returns the memory of a process in megabytes, where the system tells.
func resident(b *testing.B, pid int) float64 {
	data, err := os.ReadFile(fmt.Sprintf("/proc/%d/status", pid))
	if err != nil {
		return 0
	}
	_, after, _ := strings.Cut(string(data), "VmRSS:")
	var kb float64
	_, err = fmt.Sscan(after, &kb)
	require.NoError(b, err)
	return kb / 1000
}

// quiet opens the line of a phone that does nothing but read.
func quiet(t testing.TB, url string, secret []byte) *websocket.Conn {
	ctx, stop := context.WithTimeout(context.Background(), patience)
	defer stop()
	conn, _, err := dial(ctx, url, "/seat")
	require.NoError(t, err)
	conn.SetReadLimit(1 << 20)
	greetAs(t, conn, secret)
	return conn
}

// greetAs says the hellos of a phone that has a secret.
func greetAs(t testing.TB, conn *websocket.Conn, secret []byte) { hailAs(t, conn, secret)() }

// hailAs exchanges hellos, and returns how the phone proves then that it has the secret.
func hailAs(t testing.TB, conn *websocket.Conn, secret []byte) (prove func()) {
	ctx, stop := context.WithTimeout(context.Background(), patience)
	defer stop()
	own, err := newPrivate(newDrip(2))
	require.NoError(t, err)
	hail := newHail(nameKey(secret), own.PublicKey().Bytes())
	require.NoError(t, conn.Write(ctx, websocket.MessageBinary, hail[:]))
	_, data, err := conn.Read(ctx)
	require.NoError(t, err)
	theirs, err := readHail(data)
	require.NoError(t, err)
	up, _, err := agree(own, hail, theirs, secret)
	require.NoError(t, err)
	f, err := up.seal([]byte(`{"t":"hi","lang":"en"}`))
	require.NoError(t, err)
	return func() { require.NoError(t, conn.Write(t.Context(), websocket.MessageBinary, f)) }
}

// keyOf returns the key of a seat, in letters.
func (r *roll) keyOf(name string) string {
	r.mu.Lock()
	defer r.mu.Unlock()
	return letters(r.holders[name].key)
}

// TestReconnects cuts and opens lines by the hundred: nothing of them stays behind.
func TestReconnects(t *testing.T) {
	g, s := serveGuests(t, newFakeBox(2), GuestOptions{})
	secret := func(name string) []byte {
		p := call(t, s.URL, invited(t, g), newDrip(uint64(len(name))))
		p.ask(map[string]any{"t": "join", "name": name})
		p.conn.CloseNow()
		p.ended()
		return secretOf(t, g.roll.keyOf(name))
	}
	keys := [][]byte{secret("Ava"), secret("Babak")}
	idle := func() int {
		require.Eventually(t, func() bool {
			g.hall.mu.Lock()
			defer g.hall.mu.Unlock()
			g.gate.mu.Lock()
			defer g.gate.mu.Unlock()
			return len(g.hall.viewers) == 0 && g.gate.in == 0 && len(g.gate.from) == 0
		}, patience, 10*time.Millisecond)
		return runtime.NumGoroutine()
	}
	before := idle()
	times := 60
	if long() {
		times = 3600 // an hour of one a second
	}
	for i := range times {
		conn := quiet(t, s.URL, keys[i%2])
		if i%3 == 0 {
			_, _, err := conn.Read(t.Context())
			require.NoError(t, err)
		}
		conn.CloseNow()
	}
	require.Eventually(t, func() bool { return idle() <= before+4 }, patience, 50*time.Millisecond)
}
