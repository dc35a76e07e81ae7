package main

import (
	"bytes"
	"io"
	"math/rand/v2"
	"net"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

// A longLine is a line to a hub that is somewhere else: it hands on what both sides say, later, and keeps it.
type longLine struct {
	net.Listener

	late func() time.Duration // how long a message takes one way; nil: no time

	mu   sync.Mutex // guards the following
	said bytes.Buffer
}

// newLongLine returns a line to an address.
func newLongLine(t testing.TB, to string, late func() time.Duration) *longLine {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	require.NoError(t, err)
	line := &longLine{Listener: l, late: late}
	t.Cleanup(func() { _ = l.Close() })
	go func() {
		for {
			near, err := l.Accept()
			if err != nil {
				return
			}
			far, err := net.Dial("tcp", to)
			if err != nil {
				_ = near.Close()
				continue
			}
			go line.carry(near, far)
			go line.carry(far, near)
		}
	}()
	return line
}

// carry hands on what one side says, in its order.
func (l *longLine) carry(from, to net.Conn) {
	type parcel struct {
		at   time.Time
		data []byte
	}
	on := make(chan parcel, 4096)
	go func() {
		defer to.Close()
		for p := range on {
			time.Sleep(time.Until(p.at))
			if _, err := to.Write(p.data); err != nil {
				_ = from.Close()
			}
		}
	}()
	defer close(on)
	buf := make([]byte, 32<<10)
	for {
		n, err := from.Read(buf)
		if n > 0 {
			l.mu.Lock()
			l.said.Write(buf[:n])
			at := time.Now()
			if l.late != nil {
				at = at.Add(l.late())
			}
			l.mu.Unlock()
			on <- parcel{at, bytes.Clone(buf[:n])}
		}
		if err != nil {
			if err != io.EOF {
				_ = from.Close()
			}
			return
		}
	}
}

// captured returns all that was said over the line so far.
func (l *longLine) captured() []byte {
	l.mu.Lock()
	defer l.mu.Unlock()
	return bytes.Clone(l.said.Bytes())
}

// badLine returns how long messages take that take 30 ms ± 20, of which one in twenty is lost and sent again.
func badLine(seed uint64) func() time.Duration {
	r := rand.New(rand.NewPCG(33, seed))
	return func() time.Duration {
		d := 10*time.Millisecond + time.Duration(r.Int64N(int64(40*time.Millisecond)))
		for r.IntN(20) == 0 {
			d += 200 * time.Millisecond
		}
		return d
	}
}
