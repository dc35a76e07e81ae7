package main

import (
	"context"
	"io"
	"sync"
	"syscall/js"

	"consigliere/hw/phone"
	"consigliere/hw/web"
	"consigliere/hw/web/line"
)

// serve says which pages there are. The worker calls open(name, port) for a page that opens a line, and
// answer(path, lang, post, body, done) for what one asks besides.
func serve(ctx context.Context, worker js.Value, panel *web.Panel, guests *phone.Guests) {
	worker.Set("open", js.FuncOf(func(_ js.Value, args []js.Value) any {
		name, p := args[0].String(), newPort(args[1])
		go func() {
			defer p.CloseNow()
			switch name {
			case "wire":
				_ = panel.Page(ctx, p) // a page that left needs no answer
			case "look":
				guests.Screen(ctx, p, true)
			case "seat":
				guests.Phone(ctx, p)
			}
		}()
		return nil
	}))
	worker.Set("answer", js.FuncOf(func(_ js.Value, args []js.Value) any {
		q := web.Question{Path: args[0].String(), Lang: args[1].String(), Post: args[2].Bool()}
		if body := args[3]; body.Truthy() {
			q.Body = make([]byte, body.Length())
			js.CopyBytesToGo(q.Body, body)
		}
		done := args[4]
		go func() {
			a := panel.Answer(ctx, q)
			done.Invoke(a.Status, a.Type, a.File, bytesOf(a.Body))
		}()
		return nil
	}))
	worker.Call("ready")
}

// A port is a line by messages: a text, the bytes of a binary message, or an object {close, why}. A nil message says
// that the other end has left.
type port struct {
	to   js.Value // has postMessage
	hear js.Func
	in   chan line.Message
	gone chan struct{}
	end  sync.Once
}

// room is how many messages a page may be ahead. One that says more is closed: a box on a network would let it wait.
const room = 1024

func newPort(to js.Value) *port {
	p := &port{to: to, in: make(chan line.Message, room), gone: make(chan struct{})}
	p.hear = js.FuncOf(func(_ js.Value, args []js.Value) any {
		var m line.Message
		switch v := args[0].Get("data"); {
		case v.Type() == js.TypeString:
			m = line.Message{Kind: line.Text, Data: []byte(v.String())}
		case v.InstanceOf(js.Global().Get("Uint8Array")):
			m = line.Message{Kind: line.Binary, Data: make([]byte, v.Length())}
			js.CopyBytesToGo(m.Data, v)
		default:
			p.finish()
			return nil
		}
		select {
		case p.in <- m:
		default:
			p.finish()
		}
		return nil
	})
	to.Set("onmessage", p.hear)
	return p
}

// finish ends the line; nobody is told.
func (p *port) finish() {
	p.end.Do(func() {
		close(p.gone)
		p.to.Set("onmessage", js.Null())
		p.to.Call("close")
		p.hear.Release()
	})
}

// Read implements [line.Conn].
func (p *port) Read(ctx context.Context) (line.Kind, []byte, error) {
	select {
	case m := <-p.in:
		return m.Kind, m.Data, nil
	case <-p.gone:
		return 0, nil, io.EOF
	case <-ctx.Done():
		return 0, nil, ctx.Err()
	}
}

// Write implements [line.Conn]. A message is handed over whole and at once.
func (p *port) Write(_ context.Context, messages ...line.Message) error {
	select {
	case <-p.gone:
		return io.ErrClosedPipe
	default:
	}
	for _, m := range messages {
		if m.Kind == line.Text {
			p.to.Call("postMessage", string(m.Data))
		} else {
			p.to.Call("postMessage", bytesOf(m.Data))
		}
	}
	return nil
}

// Close implements [line.Conn].
func (p *port) Close(code line.Status, why string) error {
	select {
	case <-p.gone:
	default:
		p.to.Call("postMessage", map[string]any{"close": int(code), "why": why})
		p.finish()
	}
	return nil
}

// CloseNow implements [line.Conn]. The page is told only that the line is gone.
func (p *port) CloseNow() error { return p.Close(line.GoingAway, "") }

func bytesOf(b []byte) js.Value {
	a := js.Global().Get("Uint8Array").New(len(b))
	js.CopyBytesToJS(a, b)
	return a
}

var _ line.Conn = (*port)(nil)
