package drivers

import (
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"math"
	"os"
	"slices"
	"sync/atomic"
	"syscall"
	"time"
	"unsafe"

	"github.com/warthog618/go-gpiocdev"
	"github.com/warthog618/go-gpiocdev/uapi"
	"golang.org/x/sys/unix"

	"consigliere/drivers/contact"
)

// kernelQueue is how many changes of lines or keys are kept until the owner reads them: changes of
// lines by the kernel, changes of keys here.
const kernelQueue = 1024

// A lineRequest is one request of lines from the kernel, through its GPIO character device.
// One request for all buttons has one queue, so their order is that in which they changed; the
// kernel takes the time of each change in its interrupt handler.
//
// The lines are found by go-gpiocdev, which is better than periph's gpioioctl: lines of that
// report neither the time of a change nor a sequence number, so that nobody knows which of two
// came first, or that one was lost; and they have no goroutine that can be stopped. But the
// request is made here.
// That of the library waits in the kernel where the runtime does not know of it, so that on one
// core now and then a press waits for the scheduler: of three pairs of runs in the virtual
// machine 99 of 100 presses were known after 8 to 16 ms, and with the library after 13 to 45;
// the medians were the same. And it does not pass on how many changes the kernel is to keep.
//
// The owner waits for them and reads them itself: handing them over from one goroutine to another
// takes some 2000 instructions. And it does not tell the runtime that it asks the kernel: the
// runtime's monitor, which sleeps while nothing happens, would be woken by that, and would then run
// every 20 us, on one core before the light is set.
type lineRequest struct {
	file    *os.File        // the request; the runtime waits for it along with all else
	wait    syscall.RawConn // of that file
	fd      uintptr
	gpios   []int // the numbers of the GPIOs, by the place in the request
	offsets []int // their offsets on the chip
	clock   kernelClock
	woken   atomic.Bool // Wake was called

	// The following belong to whoever calls Read and Wait.
	buf [64 * lineEvent]byte
	n   int    // how many bytes of it the kernel has filled
	err error  // why it has not
	seq uint32 // of the last change; the first is 1
}

// openLines requests lines, such as "GPIO17", as inputs with pull-ups whose contacts close to
// ground.
func openLines(gpios []int, _ func()) (contact.Reader, error) {
	if len(gpios) > uapi.LinesMax {
		return nil, fmt.Errorf("%d lines: the kernel gives %d at once", len(gpios), uapi.LinesMax)
	}
	r := &lineRequest{gpios: gpios, clock: newKernelClock()}
	chip := ""
	ask := uapi.LineRequest{Lines: uint32(len(gpios)), EventBufferSize: kernelQueue}
	copy(ask.Consumer[:], "consigliere")
	ask.Config.Flags = uapi.LineFlagV2Input | uapi.LineFlagV2ActiveLow | uapi.LineFlagV2BiasPullUp | uapi.LineFlagV2EdgeBoth
	for i, n := range gpios {
		name := fmt.Sprintf("GPIO%d", n)
		c, offset, err := gpiocdev.FindLine(name)
		if err != nil {
			return nil, fmt.Errorf("this machine has no line %s that this user may use; is it a Raspberry Pi, and is the user in the group gpio?", name)
		}
		if chip == "" {
			chip = c
		}
		if c != chip {
			return nil, fmt.Errorf("%s is on %s and the lines before it on %s", name, c, chip)
		}
		r.offsets = append(r.offsets, offset)
		ask.Offsets[i] = uint32(offset)
	}
	device, err := os.Open("/dev/" + chip)
	if err != nil {
		return nil, err
	}
	defer device.Close()
	if err := uapi.GetLine(device.Fd(), &ask); err != nil {
		if errors.Is(err, syscall.EBUSY) {
			return nil, fmt.Errorf("another program has one of the lines: %w", err)
		}
		return nil, fmt.Errorf("request lines of %s: %w", chip, err)
	}
	r.fd = uintptr(ask.Fd)
	if err := unix.SetNonblock(int(r.fd), true); err != nil { // so that the runtime waits for it
		return nil, errors.Join(err, unix.Close(int(r.fd)))
	}
	r.file = os.NewFile(r.fd, "lines of "+chip)
	r.wait, err = r.file.SyscallConn()
	return r, err // nil for a file that is open
}

// pulseLine pulls a line down for a millisecond, and lets it go.
func pulseLine(name string) error {
	chip, offset, err := gpiocdev.FindLine(name)
	if err != nil {
		return fmt.Errorf("this machine has no line %s that this user may use: %w", name, err)
	}
	device, err := os.Open("/dev/" + chip)
	if err != nil {
		return err
	}
	defer device.Close()
	// An output is low unless it is said otherwise. The input after it lets the line rise.
	for _, flags := range []uapi.LineFlagV2{uapi.LineFlagV2Output, uapi.LineFlagV2Input | uapi.LineFlagV2BiasPullUp} {
		ask := uapi.LineRequest{Lines: 1}
		copy(ask.Consumer[:], "consigliere")
		ask.Offsets[0] = uint32(offset)
		ask.Config.Flags = flags
		if err := uapi.GetLine(device.Fd(), &ask); err != nil {
			return fmt.Errorf("%s: %w", name, err)
		}
		time.Sleep(time.Millisecond)
		if err := unix.Close(int(ask.Fd)); err != nil {
			return err
		}
	}
	return nil
}

// lineIsFree reports whether the header has a line, and no program or driver uses it.
func lineIsFree(n int) bool {
	name, offset, err := gpiocdev.FindLine(fmt.Sprintf("GPIO%d", n))
	if err != nil {
		return false
	}
	c, err := gpiocdev.NewChip(name)
	if err != nil {
		return false
	}
	defer c.Close()
	info, err := c.LineInfo(offset)
	return err == nil && !info.Used
}

// lineEvent is how many bytes the kernel tells of a change.
const lineEvent = int(unsafe.Sizeof(uapi.LineEvent{}))

// Wait implements [contact.Waiter].
func (r *lineRequest) Wait(until time.Time) bool {
	err := r.file.SetReadDeadline(until)
	if err == nil && !r.woken.Load() { // a Wake that comes later moves the deadline
		err = r.wait.Read(func(uintptr) bool { return r.fill() })
	}
	r.woken.Store(false)
	if err != nil && !errors.Is(err, os.ErrDeadlineExceeded) {
		r.err = err
	}
	return r.n > 0 || r.err != nil
}

// Wake implements [contact.Waiter].
func (r *lineRequest) Wake() {
	r.woken.Store(true)
	_ = r.file.SetReadDeadline(time.Unix(0, 1)) // it fails if the file is closed, and nobody waits then
}

// fill reads what the kernel has to tell, unless something is left of the last time. It reports
// whether there is something for Read.
func (r *lineRequest) fill() bool {
	if r.n == 0 && r.err == nil {
		r.n, r.err = readNow(r.fd, r.buf[:])
	}
	return r.n > 0 || r.err != nil
}

// Read implements [contact.Reader].
func (r *lineRequest) Read(dst []contact.Change) ([]contact.Change, error) {
	missed := false
	for full := true; full && r.fill(); {
		if r.err != nil {
			return dst, r.err
		}
		now := r.clock.now()
		for b := r.buf[:r.n]; len(b) >= lineEvent; b = b[lineEvent:] {
			// This is a struct gpio_v2_line_event.
			at, id := time.Duration(binary.NativeEndian.Uint64(b)), uapi.LineEventID(binary.NativeEndian.Uint32(b[8:]))
			offset, seq := binary.NativeEndian.Uint32(b[12:]), binary.NativeEndian.Uint32(b[16:])
			missed = missed || seq != r.seq+1
			r.seq = seq
			// The line is active low: a rising edge is a contact that closes.
			code := -1
			if i := slices.Index(r.offsets, int(offset)); i >= 0 {
				code = r.gpios[i]
			}
			dst = append(dst, contact.Change{Code: code, Down: id == uapi.LineEventRisingEdge, Age: max(0, now-at)})
		}
		full, r.n = r.n == len(r.buf), 0
	}
	if missed {
		return dst, contact.ErrMissed
	}
	return dst, nil
}

// readNow reads what there is from a file that lets nobody wait, and returns 0 if there is nothing.
func readNow(fd uintptr, buf []byte) (int, error) {
	for {
		n, _, errno := syscall.RawSyscall(syscall.SYS_READ, fd, uintptr(unsafe.Pointer(&buf[0])), uintptr(len(buf)))
		switch {
		case errno == unix.EINTR:
		case errno == unix.EAGAIN:
			return 0, nil
		case errno != 0:
			return 0, errno
		case n == 0:
			return 0, io.EOF
		default:
			return int(n), nil
		}
	}
}

// A kernelClock tells the time on the clock that the kernel times lines by. It does not jump when
// the time of day is set. The runtime has the same clock, with another beginning, and reads it
// without a system call.
type kernelClock struct {
	begun time.Time
	at    time.Duration // the time when it was begun
}

func newKernelClock() (c kernelClock) {
	shortest := time.Duration(math.MaxInt64)
	for range 3 { // somebody else may run between the readings
		before, begun := monotonic(), time.Now()
		if took := monotonic() - before; took < shortest {
			shortest, c = took, kernelClock{begun, before + took/2}
		}
	}
	return c
}

func (c *kernelClock) now() time.Duration { return c.at + time.Since(c.begun) }

// monotonic asks the kernel for the time on that clock.
func monotonic() time.Duration {
	var t unix.Timespec
	_ = unix.ClockGettime(unix.CLOCK_MONOTONIC, &t) // it cannot fail
	return time.Duration(t.Nano())
}

// Levels implements [contact.Reader].
func (r *lineRequest) Levels(codes []int, down []bool) error {
	values := uapi.LineValues{Mask: uapi.NewLineBitMask(len(r.gpios))}
	if err := uapi.GetLineValuesV2(r.fd, &values); err != nil {
		return fmt.Errorf("read lines: %w", err)
	}
	for i, code := range codes {
		if at := slices.Index(r.gpios, code); at >= 0 {
			down[i] = values.Bits.Get(at) == 1
		}
	}
	return nil
}

// Close implements [contact.Reader].
func (r *lineRequest) Close() error { return r.file.Close() }

var _ contact.Waiter = (*lineRequest)(nil)
