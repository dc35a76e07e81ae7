package box

import (
	"context"
	"errors"
	"io"
	"log/slog"
	"sync"
	"sync/atomic"
	"time"

	"consigliere/engine"
	"consigliere/engine/journal"
	"consigliere/engine/table"
	"consigliere/hw"
	"consigliere/hw/command"
	"consigliere/hw/console"
	"consigliere/hw/desk"
	"consigliere/hw/lang"
)

// Parts are the parts of a box, real or virtual. The goroutine that owns the box calls them; Wake
// alone is for others.
type Parts interface {
	// Box returns screens, lights and speaker. They do not change.
	Box() hw.Box
	// Scan reads the buttons and appends presses and releases to dst, in order and no later
	// than now. It reports no faults, as the table goes on without a part that fails.
	Scan(now time.Duration, dst []hw.Press) []hw.Press
	// Next returns when Scan must be called even if nothing happens to the buttons.
	Next() time.Duration
	// Watch makes any change of a button end Wait, until ctx is done. It returns at once.
	// clock returns the present time on the clock of Scan, for parts that read the buttons
	// during long transfers.
	Watch(ctx context.Context, clock func() time.Duration)
	// Wait waits until Scan must be called, for d at most, and returns true; or until
	// Wake is called, and returns false.
	Wait(d time.Duration) bool
	// Wake ends Wait, or the next one. Any goroutine may call it, even after Close.
	Wake()
	// Close turns the parts off and releases them.
	Close() error
}

// Fingers press the buttons of virtual parts, so that a press goes through chips and
// debouncing like a person's.
type Fingers interface {
	// Press presses a button or lets go of it. It reports whether the box has that button.
	Press(p hw.Pod, b hw.Button, down bool) bool
	// Rest returns how long the contact of a button bounces at most.
	Rest() time.Duration
}

// Options are the parts and settings of a [Box].
type Options struct {
	Parts  Parts
	Titles []*engine.Title

	Lang     lang.Lang   // of the voice; "" means English
	MainLang lang.Lang   // of the main screen; "" means Lang
	PodLangs []lang.Lang // of the private screens, by pod; Lang where it is missing or ""

	Journals string        // folder of the journals; "" keeps nothing on disk
	Lock     *journal.Lock // of that folder, or nil
	Log      *slog.Logger  // nil logs nothing
	Seed     func() uint64 // of plays that begin at the box; nil means crypto/rand
	Fair     bool          // where the box draws, plays begin with a commitment; see [console.Config]
	Random   io.Reader     // of what the box keeps secret; nil means crypto/rand
	// Digits are those of receipts, for tests that compare plays; nil means as a box computes them.
	Digits    func(line int) string
	Site      string // where the pages are that show plays which are over; see [console.Config]
	Painter   console.Painter
	Hold      time.Duration   // how long a button is down to be held; 0 means the default of the console
	Repeat    time.Duration   // how often a held button counts again; 0 means the default of the console
	Catalogue CatalogueReader // nil if owners can replace nothing

	// Speed is how much faster than real time the clock of the box runs, for whole games in a
	// test. 0 means 1.
	Speed float64
	// Fingers carry out presses that come as commands. If it is nil, these go straight to the
	// console.
	Fingers Fingers
	// Spent is how long the step that is under way has taken, on a box that is stepped; nil: no time.
	Spent func() time.Duration
	// OnTable, if not nil, is called with each play that is begun or continued, for tests.
	OnTable func(*table.Table)
}

// A Box is a running box. See the package documentation for who may call what.
type Box struct {
	parts     Parts
	console   *console.Console
	tee       *tee
	titles    []*engine.Title
	catalogue CatalogueReader
	speed     float64
	forwarded chan command.Command // to whoever serves the phones
	chores    chan command.Command // to whoever looks after the machine
	calls     chan func()          // Wake tells the owner of each
	off       chan struct{}        // closed when Run has ended
	snapshot  atomic.Pointer[desk.Snapshot]

	// The following belong to the owner.
	now     time.Duration
	scanned []hw.Press
	version uint64               // of the desk in the last event
	asked   []uint64             // by pod, the same of what it asks
	shown   uint64               // the changes of the console that the snapshot has
	clock   func() time.Duration // of [Box.Run]
	// stepping is Options.Spent.
	stepping func() time.Duration
	live     bool // snapshots are published as soon as something changes, for [Box.Run]
	fingers  Fingers
	letGo    map[hw.Pod]time.Duration // when a finger last let go of a button of a pod
	pages    map[hw.Pod]pressedOn     // where a page presses
}

// ErrOff is the error of calls to a box whose [Box.Run] has ended.
var ErrOff = errors.New("the box is off")

// New returns a box with its menu open and its clock at 0. The box owns the parts from then
// on, unless New returns an error.
func New(o Options) (*Box, error) {
	if o.Speed == 0 {
		o.Speed = 1
	}
	b := &Box{
		stepping: o.Spent,
		parts:    o.Parts, titles: o.Titles, catalogue: o.Catalogue, speed: o.Speed,
		calls: make(chan func(), 1), forwarded: make(chan command.Command, 64), chores: make(chan command.Command, 8), off: make(chan struct{}), fingers: o.Fingers, letGo: map[hw.Pod]time.Duration{}, pages: map[hw.Pod]pressedOn{},
	}
	var seen hw.Box
	b.tee, seen = newTee(o.Parts.Box(), func() time.Duration { return b.now })
	b.asked = make([]uint64, len(b.Layout().Private))
	if err := b.openConsole(seen, &o); err != nil {
		return nil, err
	}
	b.Step(0) // sets the parts up
	b.publish()
	return b, nil
}

// Layout returns the screens of the box. It is safe for concurrent use.
func (b *Box) Layout() Layout { return b.tee.streams.Layout() }

// Listen returns a listener of a stream; see [Streams.Listen]. It is safe for concurrent use.
func (b *Box) Listen(p hw.Pod) *Listener { return b.tee.streams.Listen(p) }

// Done returns a channel that is closed when the box is off. It is safe for concurrent use.
func (b *Box) Done() <-chan struct{} { return b.tee.streams.Done() }

// Observe sets a function that gets the events of all streams; see [Streams.Observe].
func (b *Box) Observe(f func(Event)) { b.tee.streams.Observe(f) }

// Now returns the time on the clock of a box that is stepped.
func (b *Box) Now() time.Duration { return b.now }

// Advance steps through what is due, each at its own time, until now.
func (b *Box) Advance(now time.Duration) {
	for at := b.Next(); at <= now; at = b.Next() {
		b.Step(at)
	}
	b.now = max(b.now, now)
}

// Apply does a command at a time, on a box that is stepped. The next [Box.Flush] or step sends
// the events of screens and lights.
func (b *Box) Apply(now time.Duration, cmd command.Command) error {
	b.now = max(b.now, now)
	return b.do(cmd, false)
}

// Run runs the box on the real clock until ctx ends. Then it closes all listeners and turns
// the parts off.
func (b *Box) Run(ctx context.Context) error {
	defer close(b.off)
	begun, start := time.Now(), b.now
	clock := func() time.Duration { return start + time.Duration(float64(time.Since(begun))*b.speed) }
	defer context.AfterFunc(ctx, b.parts.Wake)()
	b.live, b.clock = true, clock
	b.parts.Watch(ctx, clock)
	if tray := b.parts.Box().Tray; tray != nil {
		go tray.Watch(ctx, func(t hw.Throw) { _ = b.Do(ctx, command.Throw{Throw: t}) }) // the table is told what is refused
	}
	b.Step(clock())
	for ctx.Err() == nil {
		if b.parts.Wait(b.wait(clock())) {
			b.Step(clock())
		}
		select {
		case f := <-b.calls:
			// Only what is due is done: outputs must not depend on how often somebody asks.
			if now := clock(); b.Next() <= now {
				b.Step(now)
			} else {
				b.now = max(b.now, now)
			}
			f()
			b.Flush()
		default:
		}
	}
	b.tee.streams.Close()
	return b.parts.Close()
}

// wait returns how long the real clock goes on until the next step.
func (b *Box) wait(now time.Duration) time.Duration {
	return time.Duration(max(0, min(float64(b.Next()-now)/b.speed, float64(time.Hour))))
}

// Do does a command, and waits until it was done or ctx ends. It needs [Box.Run], and is safe
// for concurrent use. A refusal of the game is an error; the box also tells the table why.
func (b *Box) Do(ctx context.Context, cmd command.Command) error {
	var refused error
	err := b.on(ctx, func() {
		refused = b.do(cmd, b.fingers != nil)
		if b.console.Due() {
			b.console.Tick(b.now) // what follows at once is told with it
		}
		b.Flush() // whoever has told the box something sees what comes of it, and the others have heard
	})
	return errors.Join(err, refused)
}

// on runs f on the goroutine that owns the box, and waits for it.
func (b *Box) on(ctx context.Context, f func()) error {
	var once sync.Once
	done := make(chan struct{})
	select {
	case b.calls <- func() { once.Do(f); close(done) }:
	case <-b.off:
		return ErrOff
	case <-ctx.Done():
		return ctx.Err()
	}
	b.parts.Wake()
	var err error
	select {
	case <-done:
	case <-b.off: // f was done, or never will be
		once.Do(func() { err = ErrOff })
	case <-ctx.Done():
		once.Do(func() { err = ctx.Err() })
	}
	return err
}
