package drivers

import (
	"encoding/binary"
	"io"
	"os"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"github.com/warthog618/go-gpiocdev/uapi"

	"consigliere/drivers/contact"
)

// told writes what the kernel tells of a change.
func told(t *testing.T, w io.Writer, events ...uapi.LineEvent) {
	t.Helper()
	for _, e := range events {
		require.NoError(t, binary.Write(w, binary.NativeEndian, e))
	}
}

// TestLineRequest reads from a pipe what the kernel would tell of lines: changes in their order, a
// gap in their numbers, and an end.
func TestLineRequest(t *testing.T) {
	file, kernel, err := os.Pipe()
	require.NoError(t, err)
	woken := make(chan struct{}, 100)
	conn, err := file.SyscallConn()
	require.NoError(t, err)
	r := &lineRequest{
		file: file, codes: map[int]int{4: 17, 9: 22}, done: make(chan struct{}),
		wake: func() { woken <- struct{}{} },
	}
	require.NoError(t, conn.Control(func(fd uintptr) { r.fd = fd }))
	go r.watch()
	now := monotonic()
	read := func(n int) (list []contact.Change, err error) {
		for len(list) < n && err == nil {
			<-woken
			list, err = r.Read(list)
		}
		return list, err
	}
	told(
		t, kernel,
		uapi.LineEvent{Timestamp: uint64(now), ID: uapi.LineEventRisingEdge, Offset: 9, Seqno: 1},
		uapi.LineEvent{Timestamp: uint64(now + 1), ID: uapi.LineEventRisingEdge, Offset: 4, Seqno: 2},
		uapi.LineEvent{Timestamp: uint64(now + 3), ID: uapi.LineEventFallingEdge, Offset: 9, Seqno: 3},
	)
	list, err := read(3)
	require.NoError(t, err)
	for i, want := range []contact.Change{{Code: 22, Down: true}, {Code: 17, Down: true}, {Code: 22}} {
		assert.GreaterOrEqual(t, list[i].Age, time.Duration(0))
		list[i].Age = 0
		assert.Equal(t, want, list[i], i)
	}

	told(t, kernel, uapi.LineEvent{Timestamp: uint64(now), ID: uapi.LineEventFallingEdge, Offset: 4, Seqno: 5})
	list, err = read(1)
	require.ErrorIs(t, err, contact.ErrMissed, "number 4 was lost")
	assert.Len(t, list, 1)
	_, err = r.Read(nil)
	require.NoError(t, err, "it is told once")

	require.NoError(t, kernel.Close())
	_, err = read(1)
	require.ErrorIs(t, err, io.EOF, "lines that are gone are an error, and no release")
	require.NoError(t, r.Close())
}

// TestLineRequestIsClosed holds that closing a request ends the wait for it.
func TestLineRequestIsClosed(t *testing.T) {
	file, kernel, err := os.Pipe()
	require.NoError(t, err)
	defer kernel.Close()
	r := &lineRequest{file: file, done: make(chan struct{}), wake: func() {}}
	go r.watch()
	require.NoError(t, r.Close())
}
