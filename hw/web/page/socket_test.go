//go:build !js

package page

import (
	"context"
	"fmt"
	"net"
	"net/http"
	"net/http/httptest"
	"runtime"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/coder/websocket"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"consigliere/hw/web/line"
)

// A counter counts the calls with which its connections were written to.
type counter struct {
	net.Listener

	calls atomic.Int64
}

func (c *counter) Accept() (net.Conn, error) {
	conn, err := c.Listener.Accept()
	return countedConn{conn, c}, err
}

type countedConn struct {
	net.Conn

	of *counter
}

func (c countedConn) Write(b []byte) (int, error) {
	c.of.calls.Add(1)
	return c.Conn.Write(b)
}

// What a socket is given together goes to the system in one call, however long it is, and arrives as it was. Another
// goroutine may close the socket meanwhile.
func TestTogetherIsOneCall(t *testing.T) {
	sent := []line.Message{
		{Kind: line.Text, Data: []byte(`{"t":"pieces"}`)},
		{Kind: line.Text, Data: []byte(strings.Repeat("board ", 1000))},
		{Kind: line.Binary, Data: make([]byte, 32<<10)},
	}
	var c counter
	calls := make(chan int64, 1)
	s := httptest.NewUnstartedServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		conn, err := Accept(w, r)
		if !assert.NoError(t, err) {
			return
		}
		defer conn.CloseNow()
		before := c.calls.Load()
		assert.NoError(t, conn.Write(context.Background(), sent...))
		calls <- c.calls.Load() - before
		assert.NoError(t, conn.Write(context.Background()), "nothing")
		_ = conn.Close(line.GoingAway, Goodbye)
		assert.Error(t, conn.Write(context.Background(), sent[0]), "it is closed")
	}))
	c.Listener = s.Listener
	s.Listener = &c
	s.Start()
	defer s.Close()
	conn, _, err := websocket.Dial(t.Context(), s.URL, nil)
	require.NoError(t, err)
	defer conn.CloseNow()
	conn.SetReadLimit(1 << 20)
	for i, m := range sent {
		kind, b, err := conn.Read(t.Context())
		require.NoError(t, err)
		require.Equal(t, m.Kind, line.Kind(kind), i)
		require.Equal(t, m.Data, b, i)
	}
	assert.EqualValues(t, 1, <-calls)
	_, _, err = conn.Read(t.Context())
	assert.Equal(t, websocket.StatusGoingAway, websocket.CloseStatus(err))
}

// Who does not read is not waited for longer than a context says.
func TestWriteEndsWithItsContext(t *testing.T) {
	done := make(chan error, 1)
	s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		conn, err := Accept(w, r)
		if !assert.NoError(t, err) {
			return
		}
		defer conn.CloseNow()
		ctx, stop := context.WithTimeout(context.Background(), BeatEvery/20)
		defer stop()
		done <- conn.Write(ctx, line.Message{Kind: line.Binary, Data: make([]byte, 64<<20)})
	}))
	defer s.Close()
	conn, _, err := websocket.Dial(t.Context(), s.URL, nil)
	require.NoError(t, err)
	defer conn.CloseNow()
	assert.Error(t, <-done)
}

// What is offered arrives whole and in order between what is written, or is refused: nobody waits for a page that does not read.
func TestOfferNeverWaits(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("nothing is taken at once here")
	}
	const count = 4096
	full := make(chan int, 1)
	s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		conn, err := Accept(w, r)
		if !assert.NoError(t, err) {
			return
		}
		defer conn.CloseNow()
		text := func(n int) line.Message {
			size := []int{6, 130, 70_000}[n%3] // each way to say a length
			return line.Message{Kind: line.Text, Data: fmt.Appendf(nil, "%06d%s", n, strings.Repeat("x", size-6))}
		}
		n := 0
		for n < count && conn.Offer(conn.Pack(text(n), text(n+1))) {
			n += 2
		}
		full <- n
		assert.NoError(t, conn.Write(r.Context(), text(n))) // it waits until there is room
		for last := n + 300; n < last; {
			if n++; n%2 == 0 || !conn.Offer(conn.Pack(text(n))) {
				assert.NoError(t, conn.Write(r.Context(), text(n)))
			}
		}
		_ = conn.Close(line.GoingAway, Goodbye)
		assert.False(t, conn.Offer(conn.Pack(text(n))), "it is closed")
	}))
	defer s.Close()
	conn, _, err := websocket.Dial(t.Context(), s.URL, nil)
	require.NoError(t, err)
	defer conn.CloseNow()
	conn.SetReadLimit(1 << 20)
	n := <-full
	require.Less(t, n, count, "it has room for so much")
	require.Positive(t, n)
	for i := range n + 301 {
		_, b, err := conn.Read(t.Context())
		require.NoError(t, err, i)
		require.Equal(t, fmt.Sprintf("%06d", i), string(b[:6]))
		require.Len(t, b, []int{6, 130, 70_000}[i%3])
	}
	_, _, err = conn.Read(t.Context())
	assert.Equal(t, websocket.StatusGoingAway, websocket.CloseStatus(err))
}
