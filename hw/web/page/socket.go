//go:build !js

package page

import (
	"bufio"
	"context"
	"net"
	"net/http"

	"github.com/coder/websocket"

	"consigliere/hw/web/line"
)

// A Socket is a web socket as a [line.Conn]. Kinds of messages and reasons have the same numbers.
type Socket struct{ *websocket.Conn }

// Read implements [line.Conn].
func (s Socket) Read(ctx context.Context) (line.Kind, []byte, error) {
	kind, b, err := s.Conn.Read(ctx)
	return line.Kind(kind), b, err
}

// Write implements [line.Conn].
func (s Socket) Write(ctx context.Context, kind line.Kind, b []byte) error {
	return s.Conn.Write(ctx, websocket.MessageType(kind), b)
}

// Close implements [line.Conn].
func (s Socket) Close(why line.Status, text string) error {
	return s.Conn.Close(websocket.StatusCode(why), text)
}

// Roomy takes over a connection with a buffer in which a whole message has room, so that each is one call of
// the system. That of net/http has 4 KiB, and a board has more.
type Roomy struct{ http.ResponseWriter }

// A board of eight seats has about 4,200 bytes; what a buffer has no room for is written in pieces.
const boardRoom = 8 << 10

// Hijack implements [http.Hijacker].
func (r Roomy) Hijack() (net.Conn, *bufio.ReadWriter, error) {
	conn, both, err := http.NewResponseController(r.ResponseWriter).Hijack()
	if err != nil {
		return nil, nil, err
	}
	return conn, bufio.NewReadWriter(both.Reader, bufio.NewWriterSize(conn, boardRoom)), nil
}
