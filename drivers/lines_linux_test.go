package drivers

import (
	"encoding/binary"
	"errors"
	"io"
	"os"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"github.com/warthog618/go-gpiocdev/uapi"

	"consigliere/config"
	"consigliere/drivers/contact"
)

// told writes what the kernel tells of a change.
func told(t *testing.T, w io.Writer, events ...uapi.LineEvent) {
	t.Helper()
	for _, e := range events {
		require.NoError(t, binary.Write(w, binary.NativeEndian, e))
	}
}

// newPipe returns a request of lines whose kernel is the other end of a pipe.
func newPipe(t *testing.T) (r *lineRequest, kernel *os.File) {
	t.Helper()
	file, kernel, err := os.Pipe()
	require.NoError(t, err)
	t.Cleanup(func() { _ = kernel.Close() }) // a test may have closed it
	r = &lineRequest{file: file, gpios: []int{17, 22}, offsets: []int{4, 9}, clock: newKernelClock()}
	r.wait, err = file.SyscallConn()
	require.NoError(t, err)
	require.NoError(t, r.wait.Control(func(fd uintptr) { r.fd = fd }))
	return r, kernel
}

// A pipe is a request of lines that are all up.
type pipe struct{ *lineRequest }

func (pipe) Levels([]int, []bool) error { return nil }

// soon and late are within a test and after it.
func soon() time.Time { return time.Now().Add(10 * time.Millisecond) }
func late() time.Time { return time.Now().Add(time.Hour) }

// TestLineRequest reads from a pipe what the kernel would tell of lines: changes in their order, a
// gap in their numbers, and an end.
func TestLineRequest(t *testing.T) {
	r, kernel := newPipe(t)
	now := monotonic()
	list, err := r.Read(nil)
	require.NoError(t, err)
	require.Empty(t, list)
	go told(
		t, kernel,
		uapi.LineEvent{Timestamp: uint64(now), ID: uapi.LineEventRisingEdge, Offset: 9, Seqno: 1},
		uapi.LineEvent{Timestamp: uint64(now + 1), ID: uapi.LineEventRisingEdge, Offset: 4, Seqno: 2},
		uapi.LineEvent{Timestamp: uint64(now + 3), ID: uapi.LineEventFallingEdge, Offset: 9, Seqno: 3},
	)
	for len(list) < 3 {
		require.True(t, r.Wait(late()))
		list, err = r.Read(list)
		require.NoError(t, err)
	}
	for i, want := range []contact.Change{{Code: 22, Down: true}, {Code: 17, Down: true}, {Code: 22}} {
		assert.GreaterOrEqual(t, list[i].Age, time.Duration(0))
		list[i].Age = 0
		assert.Equal(t, want, list[i], i)
	}
	require.False(t, r.Wait(soon()), "all was read")

	told(t, kernel, uapi.LineEvent{Timestamp: uint64(monotonic() - time.Hour), ID: uapi.LineEventFallingEdge, Offset: 4, Seqno: 5})
	list, err = r.Read(nil)
	require.ErrorIs(t, err, contact.ErrMissed, "number 4 was lost")
	require.Len(t, list, 1, "who does not wait may read as well")
	assert.InDelta(t, time.Hour, list[0].Age, float64(time.Minute), "its time is that of the kernel")
	_, err = r.Read(nil)
	require.NoError(t, err, "it is told once")

	require.NoError(t, kernel.Close())
	require.True(t, r.Wait(late()))
	_, err = r.Read(nil)
	require.ErrorIs(t, err, io.EOF, "lines that are gone are an error, and no release")
	require.NoError(t, r.Close())
}

// TestLineRequestIsWoken checks that a wake ends one wait, whichever comes first.
func TestLineRequestIsWoken(t *testing.T) {
	r, _ := newPipe(t)
	r.Wake()
	require.False(t, r.Wait(late()))
	require.False(t, r.Wait(soon()))
	time.AfterFunc(10*time.Millisecond, r.Wake)
	require.False(t, r.Wait(late()))
	require.NoError(t, r.Close())
	r.Wake()
	require.True(t, r.Wait(late()))
	_, err := r.Read(nil)
	require.Error(t, err, "it is closed")
}

// TestPartsWait checks that a box waits until something happens, whether it has lines to wait in or
// not, and that no call is lost.
func TestPartsWait(t *testing.T) {
	const usb = "[[keyboard]]\nname = \"pad\"\ndevice = \"/dev/input/by-path/pad-event-kbd\"\n[[pod]]\na = \"pad.KP1\"\nb = \"pad.KP3\"\nok = \"pad.KPENTER\"\n"
	for name, text := range map[string]string{"lines": usb + "[host]\nbutton = \"GPIO17\"\n", "no-lines": usb} {
		t.Run(name, func(t *testing.T) {
			r, kernel := newPipe(t)
			var press func()
			c, err := config.Parse("box.toml", []byte(text))
			require.NoError(t, err)
			p, err := Open(c, Host{
				Lines: func([]int, func()) (contact.Reader, error) { return pipe{r}, nil },
				Keyboard: func(_ string, wake func()) (contact.Reader, error) {
					press = wake
					return nil, errors.New("it only wakes")
				},
			}, nil)
			require.NoError(t, err)
			p.Scan(0, nil)
			begun := time.Now()
			press()
			require.True(t, p.Wait(10*time.Millisecond))
			require.Greater(t, time.Since(begun), 10*time.Millisecond, "nobody watches the buttons")
			p.Watch(t.Context(), func() time.Duration { return time.Since(begun) })
			press()
			require.True(t, p.Wait(time.Hour), "a keyboard has woken it")
			require.True(t, p.Wait(time.Millisecond), "the time is over")
			require.True(t, p.Wait(-time.Hour))
			p.Wake()
			require.False(t, p.Wait(time.Hour), "somebody calls")

			calls := make(chan int, 1)
			go func() {
				for i := range 10_000 {
					calls <- i
					p.Wake()
				}
			}()
			for i := 0; i < 10_000; {
				require.False(t, p.Wait(time.Hour))
				select {
				case n := <-calls:
					require.Equal(t, i, n)
					i++
				default: // it was taken with an earlier call
				}
			}
			if name == "lines" {
				told(t, kernel, uapi.LineEvent{Timestamp: uint64(monotonic()), ID: uapi.LineEventRisingEdge, Offset: 4, Seqno: 1})
				for !p.Wait(time.Hour) { // a wake of the last call may be left
				}
				require.Len(t, p.Scan(time.Since(begun), nil), 1)
			}
			require.NoError(t, p.Close())
			p.Wake()
		})
	}
}
