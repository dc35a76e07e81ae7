package drivers

import (
	"errors"
	"fmt"
	"runtime"
	"sync"
	"syscall"
	"time"

	"github.com/warthog618/go-gpiocdev"
	"golang.org/x/sys/unix"

	"consigliere/drivers/contact"
)

// kernelQueue is how many changes of lines or keys are kept until the owner reads them; the
// kernel keeps 16 more for each line.
const kernelQueue = 1024

// A lineRequest is one request of lines from the kernel, through its GPIO character device.
// One request for all buttons has one queue, so their order is that in which they changed; the
// kernel takes the time of each change in its interrupt handler.
//
// It is made by go-gpiocdev and not by periph's gpioioctl. Both wake a program as soon: on a
// simulated line of Linux 6.1, 1000 edges a second, half of them within 0.26 and 0.24 ms, 99 of
// 100 within 2.2 and 3.6 ms. But lines of gpioioctl report neither the time of a change nor a
// sequence number, so that nobody knows which of two came first, or that one was lost; and
// they have no goroutine that can be stopped. (The library accepts a size for the kernel's queue
// and does not pass it on, as of v0.9.1; the kernel's own choice is 16 changes a line.)
type lineRequest struct {
	lines *gpiocdev.Lines
	codes map[int]int // the number of the GPIO, by its offset on the chip
	place map[int]int // the place in the request, by the number of the GPIO
	level []int
	wake  func()

	mu sync.Mutex
	// mu guards the following.
	queue  []lineChange
	seq    uint32 // of the last change; the first is 1
	missed bool
}

type lineChange struct {
	code int
	down bool
	at   time.Duration // on the kernel's monotonic clock
}

// openLines requests lines, such as "GPIO17", as inputs with pull-ups whose contacts close to
// ground.
func openLines(gpios []int, wake func()) (contact.Reader, error) {
	r := &lineRequest{codes: map[int]int{}, place: map[int]int{}, level: make([]int, len(gpios)), wake: wake}
	chip := ""
	var offsets []int
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
		r.codes[offset], r.place[n] = n, i
		offsets = append(offsets, offset)
	}
	var err error
	r.lines, err = gpiocdev.RequestLines(
		chip, offsets,
		gpiocdev.WithConsumer("consigliere"), gpiocdev.AsActiveLow, gpiocdev.WithPullUp, gpiocdev.WithBothEdges,
		gpiocdev.WithMonotonicEventClock, gpiocdev.WithEventHandler(r.changed),
	)
	if errors.Is(err, syscall.EBUSY) {
		return nil, fmt.Errorf("another program has one of the lines: %w", err)
	}
	if err != nil {
		return nil, err
	}
	return r, nil
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

// changed takes an event. It runs in a goroutine of the library.
func (r *lineRequest) changed(e gpiocdev.LineEvent) {
	r.mu.Lock()
	if e.Seqno != r.seq+1 || len(r.queue) >= kernelQueue {
		r.missed = true
	}
	r.seq = e.Seqno
	if len(r.queue) < kernelQueue {
		// The line is active low: a rising edge is a contact that closes.
		r.queue = append(r.queue, lineChange{r.codes[e.Offset], e.Type == gpiocdev.LineEventRisingEdge, e.Timestamp})
	}
	r.mu.Unlock()
	r.wake()
	// The library goes on to wait in the kernel, and the runtime learns of that late: up to 10 ms
	// on a board with one core. So the owner runs first.
	runtime.Gosched()
}

// Read implements [contact.Reader].
func (r *lineRequest) Read(dst []contact.Change) ([]contact.Change, error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if len(r.queue) > 0 {
		now, err := monotonic()
		if err != nil {
			return dst, err
		}
		for _, c := range r.queue {
			dst = append(dst, contact.Change{Code: c.code, Down: c.down, Age: max(0, now-c.at)})
		}
		r.queue = r.queue[:0]
	}
	if r.missed {
		r.missed = false
		return dst, contact.ErrMissed
	}
	return dst, nil
}

// monotonic returns the time on the clock that the kernel times lines by. It does not jump when
// the time of day is set.
func monotonic() (time.Duration, error) {
	var t unix.Timespec
	err := unix.ClockGettime(unix.CLOCK_MONOTONIC, &t)
	return time.Duration(t.Nano()), err
}

// Levels implements [contact.Reader].
func (r *lineRequest) Levels(codes []int, down []bool) error {
	if err := r.lines.Values(r.level); err != nil {
		return err
	}
	for i, code := range codes {
		if at, ok := r.place[code]; ok {
			down[i] = r.level[at] == 1
		}
	}
	return nil
}

// Close implements [contact.Reader].
func (r *lineRequest) Close() error { return r.lines.Close() }
