package web

import (
	"bufio"
	"context"
	"net"
	"net/http"
	"time"

	"github.com/coder/websocket"
)

// A pen writes to one page of a guest, from one goroutine at a time. A page that does not take a message
// in time is dropped.
type pen struct {
	conn *websocket.Conn
	late *time.Timer
}

func newPen(conn *websocket.Conn) *pen {
	late := time.AfterFunc(writeLimit, func() { conn.CloseNow() })
	late.Stop()
	return &pen{conn: conn, late: late}
}

// until closes the connection when ctx ends, so that nobody waits for a page that takes nothing.
func (p *pen) until(ctx context.Context) { context.AfterFunc(ctx, func() { p.conn.CloseNow() }) }

// write writes one message. It uses one timer for all: a context with a deadline for each message costs
// more than to write it, and a press is told to a hundred pages.
func (p *pen) write(kind websocket.MessageType, b []byte) error {
	p.late.Reset(writeLimit)
	defer p.late.Stop()
	return p.conn.Write(context.Background(), kind, b)
}

// roomy takes over a connection with a buffer in which a whole message has room, so that each is one call of
// the system. That of net/http has 4 KiB, and a board has more.
type roomy struct {
	http.ResponseWriter

	size int
}

// A board of eight seats has about 4,200 bytes; what a buffer has no room for is written in pieces.
const boardRoom = 8 << 10

func (r roomy) Hijack() (net.Conn, *bufio.ReadWriter, error) {
	conn, both, err := http.NewResponseController(r.ResponseWriter).Hijack()
	if err != nil {
		return nil, nil, err
	}
	return conn, bufio.NewReadWriter(both.Reader, bufio.NewWriterSize(conn, r.size)), nil
}
