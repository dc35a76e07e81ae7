package post

import (
	"context"
	"errors"

	"consigliere/hw/post/wire"
)

// A Link is a connection to a hub that has let the box in. Its methods but Close end with ctx, and are for one
// goroutine. An error of the connection is final: the link is closed, and another is dialled.
type Link interface {
	// Last returns the last message of a play that the hub has, and its place in the stream; 0 where there is none.
	Last(ctx context.Context, play string) (data []byte, seq uint64, err error)
	// Put adds a message to a play, behind the one with the place last. It returns the message's place once the hub has it
	// on disk. [ErrBehind]: the last is another.
	Put(ctx context.Context, play string, data []byte, last uint64) (seq uint64, err error)
	// Tell says something that is not kept.
	Tell(r wire.Report) error
	// Clock asks the hub for the time.
	Clock(ctx context.Context) (wire.Clock, error)
	// Orders returns what the hub tells the box. It is closed with the link.
	Orders() <-chan wire.Order
	// Err returns what the hub has refused since, such as a subject that is not the box's; refusals come without being
	// asked for, and what was refused looks as if it were late.
	Err() error
	Close()
}

// Errors of links.
var (
	ErrBehind = errors.New("the hub has other lines of this play: does another box use the same key?")
	// ErrNotIn is the error for a box that the hub does not let in: nobody has clicked yet, or its key was revoked, or
	// another box is there with the same key.
	ErrNotIn = errors.New("the hub does not let this box in: it has to be admitted on the hub's page, its code is used up, its key was revoked, or another box is connected with the same key")
	// ErrHubFull is the error of a hub that has no room. It has kept all that it said it has.
	ErrHubFull = errors.New("the hub is full: whoever runs it has to make room")
	// errNotReady is the error of a hub that nobody answers for at the moment.
	errNotReady = errors.New("the hub is not ready")
)
