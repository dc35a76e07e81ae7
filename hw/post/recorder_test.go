package post

import (
	"context"
	"net"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"consigliere/hw/desk"
	"consigliere/hw/post/wire"
)

// logged returns the desk of a game with these entries in its log; pages show the last four.
func logged(entries ...string) *desk.Public {
	d := &desk.Public{State: "play", Game: "naro", Seconds: -1, Seats: []desk.Player{{Name: "Ava", Awaited: true}, {Name: "Babak", Awaited: true, Locked: true}}}
	for _, e := range entries[max(0, len(entries)-4):] {
		d.Log = append(d.Log, desk.Entry{Text: e})
	}
	return d
}

// Each entry of the log is told once, also where the page shows the last of them alone, and after the program was
// started again.
func TestLogIsToldOnce(t *testing.T) {
	var r recorder
	var told []string
	var entries []string
	for i, e := range []string{"a", "b", "c", "b", "d", "e", "f"} {
		entries = append(entries, e)
		line, is := r.take(logged(entries...))
		require.True(t, is)
		told = append(told, line.Log...)
		_, is = r.take(logged(entries...))
		require.False(t, is, "nothing is new")
		if i == 4 {
			again := recorder{}
			again.goOn(wire.Line{Log: told[:2], State: "play"})
			line.Log = told[2:]
			again.goOn(line)
			r = again
			_, is = r.take(logged(entries...))
			require.False(t, is, "nothing is new after a start")
		}
	}
	assert.Equal(t, entries, told)
}

// A line says whom the table waits for, and no line is made of a clock that only runs.
func TestLine(t *testing.T) {
	var r recorder
	d := logged("a")
	d.Seconds = 30
	line, is := r.take(d)
	require.True(t, is)
	assert.Equal(t, []int{0}, line.Waits)
	assert.Equal(t, 31, line.Clock)
	d.Seconds = 12
	_, is = r.take(d)
	assert.False(t, is)
	d.Seconds = 30
	_, is = r.take(d)
	assert.False(t, is)
	d.Seats[0].Locked = true
	line, is = r.take(d)
	assert.True(t, is)
	assert.Empty(t, line.Waits)
}

func TestParseAddress(t *testing.T) {
	for text, want := range map[string]Address{
		"192.168.1.5":                {URL: "nats://192.168.1.5:4222"},
		"hall.local:4333":            {URL: "nats://hall.local:4333"},
		"nats://k3m9@hall.local":     {URL: "nats://hall.local:4222", Code: "k3m9"},
		"tls://[::1]:1, b":           {URL: "tls://[::1]:1,nats://b:4222"},
		"nats://a,nats://code@b:800": {URL: "nats://a:4222,nats://b:800", Code: "code"},
	} {
		at, err := ParseAddress(text)
		require.NoError(t, err, text)
		assert.Equal(t, want, at)
	}
	for _, text := range []string{"", "http://hall", "nats://hall/room", "nats://hall:99999", "a,,b"} {
		_, err := ParseAddress(text)
		assert.Error(t, err, text)
	}
}

// What isn't a server is told from one, and nothing it says does harm.
func TestNoServer(t *testing.T) {
	key, err := NewKey()
	require.NoError(t, err)
	for _, says := range []string{"HTTP/1.1 400 Bad Request\r\n\r\n", "INFO {\r\n", "INFO {\"nonce\":\"x\"}\r\n-ERR 'Authorization Violation'\r\n", "", string(make([]byte, 1<<16))} {
		l, err := net.Listen("tcp", "127.0.0.1:0")
		require.NoError(t, err)
		go func() {
			c, err := l.Accept()
			if err == nil {
				_, _ = c.Write([]byte(says))
				buf := make([]byte, 1<<12)
				_, _ = c.Read(buf)
				_ = c.Close()
			}
		}()
		ctx, stop := context.WithCancel(t.Context())
		_, err = Dial(ctx, Address{URL: "nats://" + l.Addr().String()}, key, "x")
		assert.Error(t, err, "%.30q", says)
		stop()
		require.NoError(t, l.Close())
	}
}
