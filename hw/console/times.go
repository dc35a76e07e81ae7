package console

import (
	"time"
)

// Timing of the console.
const (
	drawEvery  = 40 * time.Millisecond
	pageEvery  = 4 * time.Second
	pageRest   = 15 * time.Second // after a page was turned by hand
	wrongFor   = 6 * time.Second
	noteFor    = 4 * time.Second
	typedFor   = 6 * time.Second
	peekCover  = 1500 * time.Millisecond
	retryEvery = time.Second
	never      = time.Duration(1<<63 - 1)
)
