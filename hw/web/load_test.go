package web

import (
	"bufio"
	"bytes"
	"context"
	"crypto/rand"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"os"
	"slices"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"consigliere/hw/phone/phonetest"
	"consigliere/hw/web/webtest"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/performance"
	"github.com/chromedp/chromedp"
	"github.com/coder/websocket"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"consigliere/hw/lang"
	"consigliere/hw/web/line"
	"consigliere/hw/web/page"
)

// BenchmarkTable measures how long it takes from a choice that is pressed on a phone until 12 phones
// and 100 screens have heard of it, with the box in a process of its own that has one core; then
// again after an hour of a reconnect each second, one behind the other. It reports the median and
// the 99th of a hundred, what a press costs the box of its processor and the listeners of theirs, and the box's memory. The journal
// is in the folder for temporary files: TMPDIR=/dev/shm leaves the disk out.
//
//	go test ./hw/web -run '^$' -bench 'Table|Floor' -benchtime 500x
func BenchmarkTable(b *testing.B) {
	at, process, _ := bear(b, 8, "127.0.0.1:0", b.TempDir())
	url, code, _ := strings.Cut(at, "/#")
	c := &crowd{TB: b, url: url, heard: make(chan struct{}, 1)}
	names := append(slices.Clone(webtest.CastEN), "Ilaria", "Jamshid", "Kira", "Luca")
	for _, name := range names {
		p := phonetest.Call(b, url, phonetest.SecretOf(b, code), rand.Reader)
		key := p.Ask(map[string]any{"t": "join", "name": name}).Key
		if name != names[0] {
			p.Conn.CloseNow()
			p.Ended()
			c.pages = append(c.pages, c.open(phonetest.SecretOf(b, key)))
			continue
		}
		c.ava = p
	}
	for range 100 {
		c.pages = append(c.pages, c.open(nil))
	}
	b.Run("fresh", func(b *testing.B) { c.measure(b, process.Pid, c.press) })
	for i := range 3600 {
		at := (i * 37) % len(c.pages)
		_ = c.pages[at].cut()
		c.pages[at] = c.open(c.pages[at].secret)
	}
	b.Run("after-an-hour", func(b *testing.B) { c.measure(b, process.Pid, c.press) })
}

// BenchmarkFloor measures what of BenchmarkTable isn't the box: the same lengths to as many listeners, made beforehand and
// written one after the other by a process that has one core and does nothing else.
//
// On two busy cores, six runs in turn, the medians of p50 were 3.60 ms at e469df4, 2.46 ms when a frame to a phone still had 32 KB,
// and 1.34 ms for the floor with such frames; of p99 10.5, 6.2, and 5.3 ms.
func BenchmarkFloor(b *testing.B) {
	url, process, _ := bear(b, 0, "127.0.0.1:0", b.TempDir())
	c := &crowd{TB: b, url: url, heard: make(chan struct{}, 1)}
	for range floorPhones + 100 {
		c.pages = append(c.pages, c.open(nil))
	}
	conn, _, err := websocket.Dial(b.Context(), url+"/press", nil)
	require.NoError(b, err)
	c.measure(b, process.Pid, func(b *testing.B) (time.Time, []time.Duration) {
		b.StopTimer()
		time.Sleep(120 * time.Millisecond)
		return c.hear(b, func() { assert.NoError(b, conn.Write(b.Context(), websocket.MessageBinary, make([]byte, 1024))) })
	})
}

const floorPhones = 11

// beFloor is what BenchmarkFloor measures.
func beFloor(addr string) error {
	var mu sync.Mutex
	var pages []*page.Socket
	board := line.Message{Kind: line.Text, Data: append([]byte(`{"t":"board"`), make([]byte, 4700)...)}
	frame := line.Message{Kind: line.Binary, Data: make([]byte, 12<<10)}
	screen, phone := (*page.Socket)(nil).Pack(board), (*page.Socket)(nil).Pack(board, frame)
	l, err := net.Listen("tcp", addr)
	if err != nil {
		return err
	}
	fmt.Println("http://" + l.Addr().String())
	return http.Serve(l, http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		conn, err := page.Accept(w, r)
		if err != nil {
			return
		}
		if r.URL.Path == "/look" {
			mu.Lock()
			pages = append(pages, conn)
			mu.Unlock()
			_ = conn.Write(r.Context(), board)
		}
		for {
			if _, _, err := conn.Read(r.Context()); err != nil {
				return
			}
			mu.Lock()
			for i, to := range pages {
				what := screen
				if i < floorPhones {
					what = phone
				}
				to.Offer(what) // who has no room for it is missing in the end
			}
			mu.Unlock()
		}
	}))
}

// BenchmarkStage measures how long it takes from a choice on one of 12 phones until the others and 50 screens have heard of
// it, and until a browser has painted it: on the stage, and on two of the phones, which are pages of Chromium. The box is a
// process of its own that has one core. It reports the median and the 95th of a hundred, of all that have heard and of each of
// the three pages, and how long the main threads of a stage and of a phone were at work for a press. On a machine that has much else
// to do that work waits; Chromium sets the priority of its processes anew, so chrt alone helps:
//
//	go test -c -o /tmp/web.test ./hw/web && cd hw/web && chrt -r 5 /tmp/web.test -test.run '^$' -test.bench Stage -test.benchtime 60x
func BenchmarkStage(b *testing.B) {
	at, _, _ := bear(b, 8, "127.0.0.1:0", b.TempDir())
	needsChromium(b)
	url, code, _ := strings.Cut(at, "/#")
	c := &crowd{TB: b, url: url, heard: make(chan struct{}, 1)}
	names := append(slices.Clone(webtest.CastEN), "Ilaria", "Jamshid", "Kira", "Luca")
	var painted []context.Context
	for i, name := range names {
		if i == 1 || i == 2 {
			ctx := tab(b, 390, 844, "light", lang.English)
			do(ctx, b, chromedp.Navigate(at))
			until(ctx, b, "one may say who one is", `document.querySelector('.choices .key')`)
			ask[any](ctx, b, fmt.Sprintf(`[...document.querySelectorAll('.choices .key')].find((e) => e.innerText.includes(%q)).click()`, name))
			until(ctx, b, "it has a seat", `document.body.classList.contains('seat')`)
			painted = append(painted, ctx)
			continue
		}
		p := phonetest.Call(b, url, phonetest.SecretOf(b, code), rand.Reader)
		key := p.Ask(map[string]any{"t": "join", "name": name}).Key
		if i > 0 {
			p.Conn.CloseNow()
			p.Ended()
			c.pages = append(c.pages, c.open(phonetest.SecretOf(b, key)))
			continue
		}
		c.ava = p
	}
	for range 49 {
		c.pages = append(c.pages, c.open(nil))
	}
	stage := tab(b, 1920, 1080, "dark", lang.English)
	do(stage, b, chromedp.Navigate(url+"/screen"))
	until(stage, b, "it looks", `!document.getElementById('stage').hidden && document.getElementById('stage').innerText.trim()`)
	painted = append([]context.Context{stage}, painted...)
	for _, ctx := range painted {
		ask[any](ctx, b, `(() => {
			window.painted = []; // when a change was on the screen: what a frame's callback posts comes after it is painted
			const after = new MessageChannel();
			after.port1.onmessage = () => { painted.push(performance.timeOrigin + performance.now()); };
			new MutationObserver(() => requestAnimationFrame(() => after.port2.postMessage(0))).observe(document.body, { subtree: true, childList: true, attributes: true, characterData: true });
		})()`)
	}
	for _, ctx := range painted {
		_, err := chromedp.Call(ctx, performance.Enable, performance.EnableParams{TimeDomain: "threadTicks"})
		require.NoError(b, err)
	}
	heard, took := []time.Duration{}, make([][]time.Duration, len(painted))
	began := make([]float64, len(painted))
	for i, ctx := range painted {
		began[i] = worked(ctx, b)
	}
	b.ResetTimer()
	for range b.N {
		begin, arrived := c.press(b)
		heard = append(heard, arrived...)
		for i, ctx := range painted {
			at := ask[float64](ctx, b, fmt.Sprintf(`new Promise((done) => {
				const look = () => { const t = painted.find((t) => t > %[1]f); if (t) { painted = []; done(t - %[1]f); } else setTimeout(look, 5); };
				look();
			})`, float64(begin.UnixMicro())/1000))
			took[i] = append(took[i], time.Duration(at*float64(time.Millisecond)))
		}
	}
	b.StopTimer()
	for name, all := range map[string][]time.Duration{"heard": heard, "stage": took[0], "phone": append(took[1], took[2]...)} {
		slices.Sort(all)
		b.ReportMetric(float64(all[len(all)/2].Microseconds())/1000, name+"-p50-ms")
		b.ReportMetric(float64(all[len(all)*95/100].Microseconds())/1000, name+"-p95-ms")
	}
	for i, name := range []string{"stage", "phone"} {
		b.ReportMetric((worked(painted[i], b)-began[i])*1000/float64(b.N), name+"-cpu-ms/op")
	}
}

// worked returns how many seconds of a processor the main thread of a page has had.
func worked(ctx context.Context, b *testing.B) float64 {
	b.Helper()
	m, err := chromedp.Call(ctx, performance.GetMetrics, cdp.Empty{})
	require.NoError(b, err)
	i := slices.IndexFunc(m.Metrics, func(m *performance.Metric) bool { return m.Name == "TaskDuration" })
	require.GreaterOrEqual(b, i, 0)
	return m.Metrics[i].Value
}

// press lets Ava choose, or take back, and returns when, and how long it took each of the others to hear of it.
func (c *crowd) press(b *testing.B) (begin time.Time, arrived []time.Duration) {
	b.StopTimer()
	time.Sleep(120 * time.Millisecond) // what else comes of the press before, and a phone's limit
	f := c.ava.Wait("it may choose, or take back", func(f *phonetest.Told, _ *phonetest.Board) bool {
		return f.Desk.Locked || f.Desk.Awaited && !f.Desk.Telling
	})
	begin, arrived = c.hear(b, func() {
		if f.Desk.Locked {
			c.ava.Send(map[string]any{"t": "back"})
		} else {
			c.ava.Send(map[string]any{"t": "answer", "turn": f.Desk.Turn})
		}
	})
	c.ava.Wait("it is answered", func(g *phonetest.Told, _ *phonetest.Board) bool { return g.Desk.Locked != f.Desk.Locked })
	return begin, arrived
}

// hear says something, and returns when, and how long it took each of the pages to hear of it.
func (c *crowd) hear(b *testing.B, say func()) (begin time.Time, arrived []time.Duration) {
	c.boards.Store(0)
	b.StartTimer()
	begin = time.Now()
	say()
	for late := time.After(phonetest.Patience); len(arrived) < len(c.pages); {
		select {
		case <-c.heard:
			for now := time.Since(begin); int64(len(arrived)) < c.boards.Load(); {
				arrived = append(arrived, now)
			}
		case <-late:
			b.Fatalf("%d of %d boards", len(arrived), len(c.pages))
		}
	}
	return begin, arrived
}

// A crowd is all that look at a table, from several addresses.
type crowd struct {
	testing.TB

	url    string
	ava    *phonetest.Phone // who presses
	pages  []sitter
	opened int
	boards atomic.Int64 // that have arrived, on all sockets but Ava's
	heard  chan struct{}
}

// A sitter is a page that does nothing but read.
type sitter struct {
	cut    func() error
	secret []byte // of a phone; nil for a screen
}

// open opens a page, and reads it until its line is cut.
func (c *crowd) open(secret []byte) sitter {
	c.opened++
	from := &net.Dialer{LocalAddr: &net.TCPAddr{IP: net.IPv4(127, 0, 0, byte(2+c.opened%8))}, Timeout: phonetest.Patience}
	there, first := make(chan struct{}), true
	read := func(text []byte) {
		if !bytes.HasPrefix(text, []byte(`{"t":"board"`)) {
			return
		}
		if first {
			close(there)
			first = false
			return
		}
		c.boards.Add(1)
		select {
		case c.heard <- struct{}{}:
		default:
		}
	}
	s := sitter{secret: secret}
	if secret == nil {
		s.cut = c.look(from, read)
	} else {
		s.cut = c.sit(from, secret, read)
	}
	select {
	case <-there:
	case <-time.After(phonetest.Patience):
		require.Fail(c, "a page was shown nothing")
	}
	return s
}

// sit opens the page of a phone.
func (c *crowd) sit(from *net.Dialer, secret []byte, read func(text []byte)) (cut func() error) {
	ctx, stop := context.WithTimeout(context.Background(), phonetest.Patience)
	defer stop()
	client := &http.Client{Transport: &http.Transport{DialContext: from.DialContext}}
	conn, _, err := websocket.Dial(ctx, c.url+"/seat", &websocket.DialOptions{HTTPClient: client, HTTPHeader: http.Header{"Origin": {c.url}}})
	require.NoError(c, err)
	conn.SetReadLimit(1 << 20)
	phonetest.GreetAs(c, conn, secret)
	go func() {
		room := make([]byte, 64<<10) // with a new one for each message this takes longer than the box
		for {
			kind, r, err := conn.Reader(context.Background())
			if err != nil {
				return
			}
			n, err := io.ReadFull(r, room)
			if !errors.Is(err, io.ErrUnexpectedEOF) {
				return // the line is cut, or a message has no room
			}
			if kind == websocket.MessageText {
				read(room[:n])
			}
		}
	}()
	return conn.CloseNow
}

// look opens a screen. It reads the frames of its web socket by itself: the library takes longer for that than the box to
// send them, and the listeners would be what is measured.
func (c *crowd) look(from *net.Dialer, read func(text []byte)) (cut func() error) {
	host := strings.TrimPrefix(c.url, "http://")
	conn, err := from.Dial("tcp", host)
	require.NoError(c, err)
	_, err = fmt.Fprintf(conn, "GET /look HTTP/1.1\r\nHost: %s\r\nOrigin: %s\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n"+
		"Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n", host, c.url)
	require.NoError(c, err)
	in := bufio.NewReaderSize(conn, 64<<10)
	answer, err := http.ReadResponse(in, nil)
	require.NoError(c, err)
	require.Equal(c, http.StatusSwitchingProtocols, answer.StatusCode)
	go func() {
		for {
			head, err := in.Peek(4)
			if err != nil {
				return // the line is cut
			}
			begin, n := 2, int(head[1])
			if n == 126 {
				begin, n = 4, int(binary.BigEndian.Uint16(head[2:]))
			}
			frame, err := in.Peek(begin + n)
			if err != nil {
				return
			}
			read(frame[begin:])
			_, _ = in.Discard(len(frame)) // it is there
		}
	}()
	return conn.Close
}

// measure presses, and reports how that went.
func (c *crowd) measure(b *testing.B, pid int, press func(*testing.B) (time.Time, []time.Duration)) {
	var took []time.Duration
	began, ours := ticks(b, pid), ticks(b, os.Getpid())
	b.ResetTimer()
	for range b.N {
		_, arrived := press(b)
		took = append(took, arrived[len(arrived)-1])
	}
	b.StopTimer()
	slices.Sort(took)
	b.ReportMetric(float64(took[len(took)/2].Microseconds())/1000, "p50-ms")
	b.ReportMetric(float64(took[len(took)*99/100].Microseconds())/1000, "p99-ms")
	b.ReportMetric((ticks(b, pid)-began)*1000/float64(b.N), "cpu-ms/op")
	b.ReportMetric((ticks(b, os.Getpid())-ours)*1000/float64(b.N), "listeners-cpu-ms/op")
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
