// Package line is what carries the messages between a box and one of its pages. On a network that is a web
// socket, in a browser that runs the box itself a channel between its windows. Neither the box nor a page
// knows which.
package line

import "context"

// Kind is what a message is made of.
type Kind uint8

const (
	Text   Kind = iota + 1 // UTF-8
	Binary                 // bytes
)

// A Message is one message.
type Message struct {
	Kind Kind
	Data []byte
}

// Status is the reason for which a line is closed, as RFC 6455 numbers them. From 4000 on they are the pages' own.
type Status int

const (
	GoingAway Status = 1001 // the box is switched off, or the page has left
	Policy    Status = 1008 // the page does what no page may do
	Later     Status = 1013 // there is no room now
)

// A Conn is one end of a line. One goroutine may read while another writes; anybody may close it.
type Conn interface {
	// Read returns the next message. Its error is for good: the other end has left.
	Read(context.Context) (Kind, []byte, error)
	// Write sends messages, each whole, in their order. What is sent together costs less, and keeps none of their data.
	Write(context.Context, ...Message) error
	// Close ends the line and tells the other end why. What was written before arrives.
	Close(Status, string) error
	// CloseNow ends the line, and tells nobody.
	CloseNow() error
}

// A Ready is a [Conn] that many others are like: what all of them get is made once, and offered to each in turn by
// one goroutine, which waits for none.
type Ready interface {
	// Pack returns messages as they go over any line of the kind.
	Pack(...Message) []byte
	// Offer sends what was packed, behind all that was sent before, if the line can take it now. It reports whether it does.
	Offer(packed []byte) bool
}
