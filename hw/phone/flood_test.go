package phone

import (
	"context"
	"crypto/rand"
	"fmt"
	"net"
	"net/http"
	"runtime"
	"strings"
	"sync"
	"testing"
	"time"

	"consigliere/hw/phone/phonetest"
	"consigliere/hw/web/webtest"

	"github.com/coder/websocket"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"consigliere/engine"
	"consigliere/engine/table"
	"consigliere/hw/box"
	"consigliere/hw/command"
	"consigliere/hw/desk"
	"consigliere/hw/lang"
)

// Five hundred connections that say nothing, and pages that do not read what they are sent, stall
// nobody: a phone is answered, another joins, what is kept for the slow does not grow, and they are
// dropped in the end.
func TestFlood(t *testing.T) {
	webtest.Wide(t)
	b := webtest.NewBox(4)
	g, err := NewGuests(b, GuestOptions{})
	require.NoError(t, err)
	g.beatEvery, g.frameEvery = 200*time.Millisecond, 200*time.Millisecond
	ctx, stop := context.WithCancel(t.Context())
	l, err := ListenGuests(ctx, "127.0.0.1:0")
	require.NoError(t, err)
	g.Announce(l.Addr(), nil)
	done := make(chan error, 1)
	go func() { done <- g.Serve(ctx, l, nil) }()
	url := "http://" + l.Addr().String()
	from := func(n int) *net.Dialer {
		return &net.Dialer{LocalAddr: &net.TCPAddr{IP: net.IPv4(127, 0, 0, byte(n))}, Timeout: phonetest.Patience}
	}
	phone := phonetest.Call(t, url, phonetest.Invited(t, g), rand.Reader)
	phone.Ask(map[string]any{"t": "join", "name": "Ava"})

	// Twenty screens that never read, with little room on their way.
	scene := func(n int) func(lang.Lang) desk.Public {
		return func(lang.Lang) desk.Public {
			return desk.Public{State: "play", Heading: fmt.Sprint(n), Phase: strings.Repeat("x", 100_000), Seconds: -1}
		}
	}
	for i := range 20 {
		narrow := &http.Transport{DialContext: func(ctx context.Context, network, addr string) (net.Conn, error) {
			c, err := from(10+i%4).DialContext(ctx, network, addr)
			if err == nil {
				err = c.(*net.TCPConn).SetReadBuffer(4 << 10)
			}
			return c, err
		}}
		conn, _, err := websocket.Dial(ctx, url+"/look", &websocket.DialOptions{HTTPClient: &http.Client{Transport: narrow}, HTTPHeader: http.Header{"Origin": {url}}})
		require.NoError(t, err)
		defer conn.CloseNow()
	}
	idle := make([]net.Conn, 0, 500)
	for i := range 500 {
		c, err := from(20+i%8).DialContext(ctx, "tcp", l.Addr().String())
		require.NoError(t, err)
		idle = append(idle, c)
	}
	var before, after runtime.MemStats
	runtime.GC()
	runtime.ReadMemStats(&before)
	const scenes = 300
	for n := range scenes {
		b.Set(scene(n))
		if n%30 == 0 {
			assert.Equal(t, "Ava", phone.Ask(map[string]any{"t": "beat"}).Name)
		}
	}
	phone.Wait("it has the latest", func(_ *phonetest.Told, d *phonetest.Board) bool { return d.Desk.Heading == fmt.Sprint(scenes-1) })
	phone.Mu.Lock()
	phone.Raws = nil // the test keeps what it was sent
	phone.Mu.Unlock()
	runtime.GC()
	runtime.ReadMemStats(&after)
	assert.Less(t, int64(after.HeapAlloc)-int64(before.HeapAlloc), int64(20<<20), "what is kept for those who do not read")
	require.Eventually(t, func() bool { // as soon as the silent ones are gone
		p, err := phonetest.TryCall(t, url, phonetest.Invited(t, g), rand.Reader)
		return err == nil && p.Ask(map[string]any{"t": "join", "name": "Babak"}).Name == "Babak"
	}, phonetest.Patience, 200*time.Millisecond)
	n := scenes
	require.Eventually(t, func() bool {
		n++
		b.Set(scene(n))
		g.gate.mu.Lock()
		defer g.gate.mu.Unlock()
		return g.gate.in == 2
	}, phonetest.Patience, 50*time.Millisecond, "who does not read is dropped")
	for _, c := range idle {
		c.Close()
	}
	stop()
	require.NoError(t, <-done)
}

// Whoever answers for a seat at the same moment: one answer is taken, and the others are late.
func TestAnswersAtOnce(t *testing.T) {
	var play *table.Table
	s := webtest.Run(t, box.Options{Speed: 60, Seed: func() uint64 { return 5 }, OnTable: func(p *table.Table) { play = p }})
	require.NoError(t, s.Do(t.Context(), command.SetClocks{Percent: 0}))
	g, server := serveGuests(t, s, GuestOptions{})
	require.NoError(t, s.Do(t.Context(), command.Start{Header: engine.Header{Game: "naro", Seats: webtest.CastEN[:4], Options: []byte(`{"chance":"box"}`)}, DrawSeed: true}))
	p := phonetest.Call(t, server.URL, phonetest.Invited(t, g), rand.Reader)
	p.Ask(map[string]any{"t": "join", "name": "Ava"})
	for range 20 {
		f := p.Wait("its choice is awaited", func(f *phonetest.Told, _ *phonetest.Board) bool {
			return f.Desk.Awaited && !f.Desk.Telling && !f.Desk.Locked
		})
		moves := play.Moves()
		var group sync.WaitGroup
		taken := make([]error, 8)
		for i := range taken {
			group.Go(func() {
				taken[i] = s.Do(t.Context(), command.ForPlayer{Name: "Ava", Command: command.Answer{Turn: f.Desk.Turn, Row: i % 2}})
			})
		}
		told := p.Ask(map[string]any{"t": "answer", "turn": f.Desk.Turn, "row": 1})
		group.Wait()
		n := 0
		for _, err := range taken {
			if err == nil {
				n++
			} else {
				require.ErrorIs(t, err, command.ErrTurn)
			}
		}
		if told.Fault == "" {
			n++
		} else {
			assert.Equal(t, "late", told.Fault)
		}
		assert.Equal(t, 1, n, "answers that were taken")
		assert.Equal(t, moves+1, play.Moves())
		require.NoError(t, s.Do(t.Context(), command.ForPlayer{Name: "Ava", Command: command.TakeBack{}}))
	}
}
