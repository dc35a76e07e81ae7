//go:build !js

package page

import (
	"bufio"
	"context"
	"encoding/binary"
	"io"
	"math"
	"net"
	"net/http"
	"sync"
	"syscall"
	"time"

	"github.com/coder/websocket"

	"consigliere/hw/web/line"
)

// A Socket is a web socket as a [line.Conn]. Kinds of messages and reasons have the same numbers.
type Socket struct {
	*websocket.Conn

	out *outlet
}

// Accept opens the web socket that a request asks for, or has answered why not.
func Accept(w http.ResponseWriter, r *http.Request) (*Socket, error) {
	d := diverter{ResponseWriter: w, out: &outlet{}}
	conn, err := websocket.Accept(d, r, nil)
	if err != nil {
		return nil, err
	}
	return &Socket{conn, d.out}, nil
}

// Read implements [line.Conn].
func (s *Socket) Read(ctx context.Context) (line.Kind, []byte, error) {
	kind, b, err := s.Conn.Read(ctx)
	return line.Kind(kind), b, err
}

// Write implements [line.Conn]. All messages are one call of the system: that is nearly all that a message costs, and a
// press is told to a hundred pages.
func (s *Socket) Write(ctx context.Context, messages ...line.Message) error {
	if len(messages) == 0 {
		return nil
	}
	if ctx.Done() != nil {
		defer context.AfterFunc(ctx, func() { s.CloseNow() })()
	}
	s.out.hold()
	for _, m := range messages {
		if err := s.Conn.Write(ctx, websocket.MessageType(m.Kind), m.Data); err != nil {
			_ = s.out.release() // the other is why
			return err
		}
	}
	return s.out.release()
}

// Pack implements [line.Ready]: each message is one frame (RFC 6455, 5.2), as a server sends it that compresses nothing.
func (s *Socket) Pack(messages ...line.Message) (b []byte) {
	const last, of16, of64 = 0x80, 126, 127
	for _, m := range messages {
		b = append(b, last|byte(m.Kind))
		switch n := len(m.Data); {
		case n < of16:
			b = append(b, byte(n))
		case n <= math.MaxUint16:
			b = binary.BigEndian.AppendUint16(append(b, of16), uint16(n))
		default:
			b = binary.BigEndian.AppendUint64(append(b, of64), uint64(n))
		}
		b = append(b, m.Data...)
	}
	return b
}

// Offer implements [line.Ready]. Of a page that takes only a part the rest is waited for in a goroutine, and as long
// nothing else is taken.
func (s *Socket) Offer(packed []byte) bool {
	o := s.out
	if o.raw == nil || !o.mu.TryLock() {
		return false
	}
	n := 0
	if o.held == nil {
		n = writeNow(o.raw, packed)
	}
	if n == 0 || n == len(packed) {
		o.mu.Unlock()
		return n > 0
	}
	go func() {
		defer o.mu.Unlock()
		defer time.AfterFunc(WriteLimit, func() { s.CloseNow() }).Stop()
		_, _ = o.to.Write(packed[n:]) // whoever writes next hears of it
	}()
	return true
}

// Close implements [line.Conn].
func (s *Socket) Close(why line.Status, text string) error {
	return s.Conn.Close(websocket.StatusCode(why), text)
}

// A diverter takes over a connection with an outlet.
type diverter struct {
	http.ResponseWriter

	out *outlet
}

// Hijack implements [http.Hijacker].
func (d diverter) Hijack() (net.Conn, *bufio.ReadWriter, error) {
	conn, both, err := http.NewResponseController(d.ResponseWriter).Hijack()
	if err != nil {
		return nil, nil, err
	}
	d.out.to = conn
	if c, ok := conn.(syscall.Conn); ok {
		d.out.raw, _ = c.SyscallConn() // without one it is written to as before
	}
	both.Writer.Reset(d.out)
	return conn, both, nil
}

// An outlet holds back what is written to a connection until all of it is there.
type outlet struct {
	to  io.Writer
	raw syscall.RawConn // of the same; nil for what isn't one of the system's, as with TLS

	mu   sync.Mutex // guards the following
	held *[]byte    // of outletRoom; nil while nothing is held back
}

// outletRoom are used again: a page is written to seldom, and its messages may be long.
var outletRoom = sync.Pool{New: func() any { return new([]byte) }}

// Write implements [io.Writer].
func (o *outlet) Write(b []byte) (int, error) {
	o.mu.Lock()
	defer o.mu.Unlock()
	if o.held != nil {
		*o.held = append(*o.held, b...)
		return len(b), nil
	}
	return o.to.Write(b)
}

// hold begins to hold back. One goroutine at a time may do so.
func (o *outlet) hold() {
	o.mu.Lock()
	defer o.mu.Unlock()
	o.held = outletRoom.Get().(*[]byte)
	*o.held = (*o.held)[:0]
}

// release writes what was held back.
func (o *outlet) release() error {
	o.mu.Lock()
	defer o.mu.Unlock()
	b := o.held
	o.held = nil
	_, err := o.to.Write(*b)
	outletRoom.Put(b)
	return err
}
