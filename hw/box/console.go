package box

import (
	"context"
	"errors"
	"fmt"
	"time"

	"consigliere/hw"
	"consigliere/hw/command"
	"consigliere/hw/console"
	"consigliere/hw/desk"
	"consigliere/hw/lang"
)

// All calls to the console are in this file.

// openConsole opens the console of a box on the parts of the tee.
func (b *Box) openConsole(seen hw.Box, o *Options) (err error) {
	b.console, err = console.New(console.Config{
		Box: seen, Titles: o.Titles, Lang: o.Lang, MainLang: o.MainLang, PodLangs: o.PodLangs, Journals: o.Journals, Lock: o.Lock,
		OnTable: o.OnTable, Log: o.Log, Seed: o.Seed, Painter: o.Painter, Hold: o.Hold, Repeat: o.Repeat,
		Spent: b.spent, Fair: o.Fair, Random: o.Random, Digits: o.Digits, Site: o.Site,
	})
	if err != nil {
		return fmt.Errorf("box: %w", err)
	}
	return nil
}

// spent returns how long the step that is under way has taken. On a box that is stepped a step takes no
// time, unless [Options.Spent] says so.
func (b *Box) spent() time.Duration {
	switch {
	case b.stepping != nil:
		return b.stepping()
	case b.live:
		return b.clock() - b.now
	}
	return 0
}

// Next returns when the next step is due.
func (b *Box) Next() time.Duration {
	at := b.parts.Next()
	if t, ok := b.console.Next(); ok {
		at = min(at, t)
	}
	return max(at, b.now)
}

// Step does what is due by now: it reads the buttons, lets the console work, and sends events
// of what has changed. Time does not go back: a now that has passed stands for the time of the
// last step.
func (b *Box) Step(now time.Duration) {
	b.scan(now)
	b.console.Tick(b.now)
	b.Flush()
}

// Flush sends events of what has changed.
func (b *Box) Flush() {
	if b.live {
		b.publish() // before the pictures, so that whoever gets one finds no older desk
	}
	for _, c := range b.console.Forwarded() {
		to := b.forwarded
		switch c.(type) {
		case command.Look, command.SetHotSpot, command.JoinWiFi, command.SetTime, command.PowerOff:
			to = b.chores
		}
		select {
		case to <- c:
		default: // nobody serves phones, or looks after the machine, or not any more
		}
	}
	b.tee.flush(b.console.Peeking())
	if v := b.console.Version(); v != b.version {
		b.version = v
		b.tee.streams.Tell(DeskEvent{b.now})
	}
	for pod := range b.asked {
		if v := b.console.PodVersion(hw.Pod(pod)); v != b.asked[pod] {
			b.asked[pod] = v
			b.tee.streams.TellPod(b.now, hw.Pod(pod))
		}
	}
}

// scan reads the buttons and hands the presses to the console.
func (b *Box) scan(now time.Duration) {
	b.now = max(b.now, now)
	b.scanned = b.parts.Scan(b.now, b.scanned[:0])
	for _, p := range b.scanned {
		b.hear(p)
	}
	b.console.Scanned(b.now)
}

// hear hands a press to the console.
func (b *Box) hear(p hw.Press) {
	on := b.pages[p.Pod]
	p.Page, p.Unseen = on.page, on.page && !on.looks
	b.console.Press(p)
}

// A FromPage is a command of the panel's page. It is refused with [ErrPhone] where it would play for a
// seat that has a phone, unless the panel stands in for that: [StandIn].
type FromPage struct {
	Command command.Command
	Looks   bool // of a [Press]: the page shows the screen of the pod
}

// ErrPhone is the error for what a page may not do for a seat that has a phone.
var ErrPhone = errors.New("the seat is played on a phone")

// admit reports whether a page may do a command.
func (b *Box) admit(c FromPage) error {
	if b.console.OfPhone(c.Command) {
		return ErrPhone
	}
	return nil
}

// pressedOn is what presses the buttons of a pod.
type pressedOn struct{ page, looks bool }

// do does a command at the present time. inTurn says that presses wait for the contacts.
func (b *Box) do(cmd command.Command, inTurn bool) error {
	switch c := cmd.(type) {
	case command.Press:
		if inTurn {
			return b.pressInTurn(c)
		}
		return b.press(c)
	case FromPage:
		return b.doFromPage(c, inTurn)
	case command.ForPlayer:
		seat := b.console.Seat(c.Name)
		if seat < 0 {
			return command.ErrTurn
		}
		return b.do(c.Command.For(seat), inTurn)
	case command.Buzz:
		c.Unsure = onTheWay
		return b.console.Do(b.now, c)
	}
	return b.console.Do(b.now, cmd)
}

func (b *Box) doFromPage(c FromPage, inTurn bool) error {
	if err := b.admit(c); err != nil {
		return err
	}
	if p, ok := c.Command.(command.Press); ok {
		b.pages[p.Pod] = pressedOn{page: true, looks: c.Looks}
		defer delete(b.pages, p.Pod)
	}
	return b.do(c.Command, inTurn)
}

// Forwarded returns the channel of commands for whoever serves the phones. It is safe for concurrent use; one
// goroutine should receive.
func (b *Box) Forwarded() <-chan command.Command { return b.forwarded }

// Chores returns the channel of commands for whoever looks after the machine. It is safe for concurrent use; one
// goroutine should receive.
func (b *Box) Chores() <-chan command.Command { return b.chores }

// Snapshot returns what the box showed last. A [DeskEvent] says that there is another which shows all people
// something new. It is safe for concurrent use.
func (b *Box) Snapshot() desk.Desks { return b.snapshot.Load() }

// Rolling returns the keys of the dice that were asked for last, such as "red"; nil if none are. It is safe for
// concurrent use.
func (b *Box) Rolling() []string { return b.snapshot.Load().Rolling() }

// Look returns what the box shows now, on a box that is stepped.
func (b *Box) Look() *desk.Snapshot {
	b.publish()
	return b.snapshot.Load()
}

// publish makes a snapshot, if there is something new.
func (b *Box) publish() {
	if n := b.console.Changes(); n != b.shown || b.snapshot.Load() == nil {
		b.shown = n
		b.snapshot.Store(b.console.Snapshot())
	}
}

// Record returns the record of a play that is over, or nil.
func (b *Box) Record(ctx context.Context) (record []byte, err error) {
	err = b.on(ctx, func() { record = b.console.Record() })
	return record, err
}

// Past returns what the play has been so far, in a language; nil where plays have no past, and
// while a reveal is called.
func (b *Box) Past(ctx context.Context, l lang.Lang) (*desk.Past, error) {
	var r *desk.PastReader
	if err := b.on(ctx, func() { r = b.console.Past() }); err != nil || r == nil {
		return nil, err
	}
	d, err := r.Read(l) // here, for the box has other things to do
	if err != nil {
		return nil, fmt.Errorf("the past of a play: %w", err)
	}
	return d, nil
}

// Finished returns a reader of the plays that are over; nil while one is played.
func (b *Box) Finished(ctx context.Context) (r *desk.FinishedReader, err error) {
	err = b.on(ctx, func() { r = b.console.Finished() })
	return r, err
}

// Public returns the public view of the play as JSON, or nil in the menu. It is for a box that
// is stepped, and valid until the next step.
func (b *Box) Public() []byte { return b.console.Public() }

// Quiet reports whether everything was called and drawn. It is for a box that is stepped.
func (b *Box) Quiet() bool { return b.console.Quiet() }
