package post

import (
	"context"
	"fmt"
	"math/rand/v2"
	"slices"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"consigliere/hw"
	"consigliere/hw/box"
	"consigliere/hw/command"
	"consigliere/hw/desk"
	"consigliere/hw/lang"
	"consigliere/hw/post/wire"
)

// A timedBox notes when it is told to begin.
type timedBox struct {
	streams *box.Streams

	mu    sync.Mutex
	begun []time.Time
}

func (b *timedBox) Listen(p hw.Pod) *box.Listener          { return b.streams.Listen(p) }
func (b *timedBox) Done() <-chan struct{}                  { return b.streams.Done() }
func (b *timedBox) Snapshot() desk.Desks                   { return menu{} }
func (b *timedBox) Record(context.Context) ([]byte, error) { return nil, nil }
func (b *timedBox) Do(_ context.Context, c command.Command) error {
	b.mu.Lock()
	defer b.mu.Unlock()
	if a, is := c.(command.Announce); is && a.Starts {
		b.begun = append(b.begun, time.Now())
	}
	return nil
}

// menu is what a box shows that plays nothing.
type menu struct{ desk.Desks }

func (menu) Public(lang.Lang) *desk.Public { return &desk.Public{State: "menu", Seconds: -1} }

// A farLink is a link to a hub at the other end of a bad line, whose clock is another than the box's.
type farLink struct {
	chance *rand.Rand
	skew   time.Duration // of the hub's clock
	orders chan wire.Order
}

// trip takes as long as a message does one way: 30 ms ± 20, and where it was lost, as long as it takes until it is sent again.
func (l *farLink) trip() time.Duration {
	d := 10*time.Millisecond + time.Duration(l.chance.Int64N(int64(40*time.Millisecond)))
	for l.chance.IntN(20) == 0 {
		d += 200 * time.Millisecond
	}
	return d
}

func (l *farLink) Clock(context.Context) (wire.Clock, error) {
	time.Sleep(l.trip())
	c := wire.Clock{Hub: "far", At: time.Now().Add(l.skew).UnixNano()}
	time.Sleep(l.trip())
	return c, nil
}

func (l *farLink) Last(context.Context, string) ([]byte, uint64, error) { return nil, 0, nil }

func (l *farLink) Put(context.Context, string, []byte, uint64) (seq uint64, err error) { return 1, nil }

func (l *farLink) Tell(wire.Report) error { return nil }

func (l *farLink) Orders() <-chan wire.Order { return l.orders }

func (l *farLink) Err() error { return nil }
func (l *farLink) Close()     {}

// Two hundred boxes begin together, within 20 ms of the moment in 99 of 100, behind lines that take 30 ms ± 20 and lose one message in
// twenty, and whose clocks differ from the hub's by more than a year. Time is the test's own here, so that
// what is measured is what the boxes make of the hub's clock, and not how busy the machine is.
func TestStartTogether(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		const boxes = 200
		ctx, stop := context.WithCancel(t.Context())
		dir, skew := t.TempDir(), -400*24*time.Hour
		var run sync.WaitGroup
		all, links := make([]*timedBox, boxes), make([]*farLink, boxes)
		for i := range all {
			all[i] = &timedBox{streams: box.NewStreams(box.Layout{})}
			links[i] = &farLink{rand.New(rand.NewPCG(33, uint64(i))), skew, make(chan wire.Order, 1)}
			c, err := New(all[i], Options{Name: fmt.Sprint(i), Dir: dir, Dial: func(context.Context) (Link, error) { return links[i], nil }})
			require.NoError(t, err)
			run.Go(func() { c.Run(ctx) })
		}
		time.Sleep(time.Minute) // all have asked for the time
		synctest.Wait()
		due := time.Now().Add(2 * time.Second)
		for _, l := range links {
			late := l.trip()
			run.Go(func() {
				time.Sleep(late)
				l.orders <- wire.Order{T: "start", At: due.Add(skew).UnixNano(), Text: "Round 1"}
			})
		}
		time.Sleep(time.Minute)
		synctest.Wait()
		var wrong []time.Duration
		for _, b := range all {
			b.mu.Lock()
			require.Len(t, b.begun, 1)
			wrong = append(wrong, b.begun[0].Sub(due).Abs())
			b.mu.Unlock()
		}
		slices.Sort(wrong)
		p99 := wrong[boxes*99/100-1]
		assert.Less(t, p99, 20*time.Millisecond)
		t.Logf("p50 %v, p99 %v, most %v", wrong[boxes/2], p99, wrong[boxes-1])
		stop()
		run.Wait()
	})
}
