package web

import (
	"context"
	"runtime"
	"slices"
	"sync/atomic"
	"testing"
	"time"

	"github.com/coder/websocket"
	"github.com/stretchr/testify/require"

	"consigliere/engine"
	"consigliere/hw/box"
)

// BenchmarkTable measures how long it takes from a choice that is locked to the last of 12 phones
// and 100 screens that have heard of it, on one core that phones, screens and box share. It
// reports the median and the 99th of a hundred, and the memory of all of them together.
//
//	go test ./hw/web -run '^$' -bench Table -benchtime 500x
func BenchmarkTable(b *testing.B) {
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(1))
	ctx, stop := context.WithCancel(context.Background())
	defer stop()
	s := start(b, box.Options{Seed: func() uint64 { return 3 }})
	ran := make(chan error, 1)
	go func() { ran <- s.Run(ctx) }()
	g, server := serveGuests(b, s, GuestOptions{})
	g.gate.each = 200
	names := append(castEN, "Ilaria", "Jamshid", "Kira", "Luca")
	var boards atomic.Int64 // that have arrived, on all sockets
	heard := make(chan struct{}, 1)
	listen := func(conn *websocket.Conn) {
		for {
			kind, data, err := conn.Read(ctx)
			if err != nil {
				return
			}
			if kind == websocket.MessageText && len(data) > 12 && string(data[:12]) == `{"t":"board"` {
				boards.Add(1)
				select {
				case heard <- struct{}{}:
				default:
				}
			}
		}
	}
	for _, name := range names {
		p := call(b, server.URL, invited(b, g), newDrip(1))
		p.ask(map[string]any{"t": "join", "name": name})
		p.conn.CloseNow()
		p.ended()
		conn := quiet(b, server.URL, secretOf(b, g.roll.keyOf(name)))
		go listen(conn)
	}
	const screens = 100
	for range screens {
		conn, _, err := dial(ctx, server.URL, "/look")
		require.NoError(b, err)
		conn.SetReadLimit(1 << 20)
		go listen(conn)
	}
	require.NoError(b, s.Do(ctx, box.Start{Header: engine.Header{Game: "naro", Seats: names[:8], Options: []byte(`{"chance":"box"}`)}, DrawSeed: true}))
	time.Sleep(8 * time.Second) // until the phase was called
	all := int64(len(names) + screens)
	var took []time.Duration
	b.ResetTimer()
	for i := range b.N {
		boards.Store(0)
		begin := time.Now()
		d, err := s.SeatDesk(ctx, "Ava", "en")
		require.NoError(b, err)
		require.NoError(b, s.Do(ctx, box.ForSeat{Name: "Ava", Command: func(seat engine.Seat) box.Command {
			if i%2 == 0 {
				return box.Answer{Seat: seat, Turn: d.Turn}
			}
			return box.TakeBack{Seat: seat}
		}}))
		for late := time.After(patience); boards.Load() < all; {
			select {
			case <-heard:
			case <-late:
				b.Fatalf("%d of %d boards", boards.Load(), all)
			}
		}
		took = append(took, time.Since(begin))
		b.StopTimer()
		time.Sleep(60 * time.Millisecond) // what else comes of it
		b.StartTimer()
	}
	b.StopTimer()
	slices.Sort(took)
	var m runtime.MemStats
	runtime.GC()
	runtime.ReadMemStats(&m)
	b.ReportMetric(float64(took[len(took)/2].Microseconds())/1000, "p50-ms")
	b.ReportMetric(float64(took[len(took)*99/100].Microseconds())/1000, "p99-ms")
	b.ReportMetric(float64(m.HeapAlloc)/1e6, "heap-MB")
	b.ReportMetric(float64(m.Sys)/1e6, "sys-MB")
	stop()
	require.NoError(b, <-ran)
}

// quiet opens the line of a phone that does nothing but read.
func quiet(t testing.TB, url string, secret []byte) *websocket.Conn {
	ctx, stop := context.WithTimeout(context.Background(), patience)
	defer stop()
	conn, _, err := dial(ctx, url, "/seat")
	require.NoError(t, err)
	conn.SetReadLimit(1 << 20)
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
	require.NoError(t, conn.Write(ctx, websocket.MessageBinary, f))
	return conn
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
			return len(g.hall.lookers) == 0 && g.gate.in == 0 && len(g.gate.from) == 0
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
