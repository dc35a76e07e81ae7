package phone

import (
	"context"
	"time"

	"consigliere/hw/web/line"
	"consigliere/hw/web/page"
)

// A pen writes to one page of a guest, from one goroutine at a time. A page that does not take a message
// in time is dropped.
type pen struct {
	conn line.Conn
	late *time.Timer
}

func newPen(conn line.Conn) *pen {
	late := time.AfterFunc(page.WriteLimit, func() { conn.CloseNow() })
	late.Stop()
	return &pen{conn: conn, late: late}
}

// until closes the connection when ctx ends, so that nobody waits for a page that takes nothing.
func (p *pen) until(ctx context.Context) { context.AfterFunc(ctx, func() { p.conn.CloseNow() }) }

// write writes messages. It uses one timer for all: a context with a deadline for each costs
// more than to write it, and a press is told to a hundred pages.
func (p *pen) write(messages ...line.Message) error {
	p.late.Reset(page.WriteLimit)
	defer p.late.Stop()
	return p.conn.Write(context.Background(), messages...)
}
