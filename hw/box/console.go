package box

import (
	"context"
	"errors"
	"fmt"
	"time"

	"consigliere/engine"
	"consigliere/hw"
	"consigliere/hw/console"
	"consigliere/hw/lang"
)

// All calls to the console are in this file.

// openConsole opens the console of a box on the parts of the tee.
func (b *Box) openConsole(seen hw.Box, o *Options) (err error) {
	b.console, err = console.New(console.Config{
		Box: seen, Titles: o.Titles, Lang: o.Lang, MainLang: o.MainLang, PodLangs: o.PodLangs, Journals: o.Journals, Lock: o.Lock,
		OnTable: o.OnTable, Log: o.Log, Seed: o.Seed, Painter: o.Painter, Hold: o.Hold, Repeat: o.Repeat,
	})
	if err != nil {
		return fmt.Errorf("box: %w", err)
	}
	return nil
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

// A Command is an input that does not come from the box's own buttons: a [Press], or a command
// of the console.
type Command any

// A Press presses a button of a pod, or of the panel for [hw.Panel], or lets go of it.
type Press struct {
	Pod    hw.Pod
	Button hw.Button
	Down   bool
}

// The commands of the console; see there.
type (
	Start       = console.Start
	GoOn        = console.GoOn
	Attend      = console.Attend
	Stop        = console.Stop
	Type        = console.Type
	Pause       = console.Pause
	Undo        = console.Undo
	Consent     = console.Consent
	CancelUndo  = console.CancelUndo
	Leave       = console.Leave
	Rematch     = console.Rematch
	Pick        = console.Pick
	StepBack    = console.StepBack
	Teach       = console.Teach
	SetLang     = console.SetLang
	Sit         = console.Sit
	Throw       = console.Throw
	SetSeatLang = console.SetSeatLang
	Forget      = console.Forget
	Invite      = console.Invite
	Knock       = console.Knock
	WiFi        = console.WiFi
	StandIn     = console.StandIn
)

// The commands of a phone; see there.
type (
	Answer   = console.Answer
	Buzz     = console.Buzz
	TakeBack = console.TakeBack
	Dissent  = console.Dissent
	Read     = console.Read
)

// ErrTurn is the error for what a phone says too late, or twice; see there.
var ErrTurn = console.ErrTurn

// A ForSeat does a command of the seat that has a name in the play: where somebody sits may
// change while the command is on its way. Where nobody has the name, it does nothing and
// returns [ErrTurn].
type ForSeat struct {
	Name    string
	Command func(engine.Seat) Command
}

// A FromPage is a command of the panel's page. It is refused with [ErrPhone] where it would play for a
// seat that has a phone, unless the panel stands in for that: [StandIn].
type FromPage struct {
	Command Command
	Looks   bool // of a [Press]: the page shows the screen of the pod
}

// ErrPhone is the error for what a page may not do for a seat that has a phone.
var ErrPhone = errors.New("the seat is played on a phone")

// admit reports whether a page may do a command.
func (b *Box) admit(c FromPage) error {
	seat := engine.NoSeat
	switch do := c.Command.(type) {
	case Press:
		if do.Down {
			seat = b.console.Serves(do.Pod)
		}
	case ForSeat:
		seat = b.console.Seat(do.Name)
	case Type:
		seat = b.console.Types(do.Line)
	}
	if b.console.OnPhone(seat) {
		return ErrPhone
	}
	return nil
}

// pressedOn is what presses the buttons of a pod.
type pressedOn struct{ page, looks bool }

// do does a command at the present time. press carries out presses.
func (b *Box) do(cmd Command, press func(Press) error) error {
	switch c := cmd.(type) {
	case FromPage:
		if err := b.admit(c); err != nil {
			return err
		}
		if p, ok := c.Command.(Press); ok {
			b.pages[p.Pod] = pressedOn{page: true, looks: c.Looks}
			defer delete(b.pages, p.Pod)
		}
		return b.do(c.Command, press)
	case Press:
		return press(c)
	case ForSeat:
		seat := b.console.Seat(c.Name)
		if seat < 0 {
			return ErrTurn
		}
		return b.do(c.Command(seat), press)
	case Buzz:
		c.Unsure = onTheWay
		return b.console.Do(b.now, c)
	case console.Command:
		return b.console.Do(b.now, c)
	}
	return fmt.Errorf("box: %T is not a command", cmd)
}

// A Desk is what a page shows for the table as a whole.
type Desk = console.Desk

// Desk returns what is public, in the words of a language.
func (b *Box) Desk(ctx context.Context, l lang.Lang) (d Desk, err error) {
	err = b.on(ctx, func() { d = b.console.Desk(l) })
	return d, err
}

// A SeatDesk is what a phone shows to one seat, and what it is made of; see there.
type (
	SeatDesk   = console.SeatDesk
	SeatAsk    = console.SeatAsk
	DeskAsk    = console.DeskAsk
	PodDesk    = console.PodDesk
	Sight      = console.Sight
	SightOf    = console.SightOf
	SeatStep   = console.SeatStep
	SeatValue  = console.SeatValue
	DeskLine   = console.DeskLine
	DeskGroup  = console.DeskGroup
	DeskOption = console.DeskOption
	DeskPlay   = console.DeskPlay
	Sheet      = console.Sheet
)

// A DeskPast is what a play of many evenings has been so far; see there.
type (
	DeskPast     = console.DeskPast
	DeskGraph    = console.DeskGraph
	DeskGraphRow = console.DeskGraphRow
)

// SeatDesk returns what the seat that has a name in the play may see, and nobody else, in the
// words of a language; nothing where nobody has the name.
func (b *Box) SeatDesk(ctx context.Context, name string, l lang.Lang) (d SeatDesk, err error) {
	err = b.on(ctx, func() { d = b.console.SeatDesk(b.console.Seat(name), l) })
	return d, err
}

// SeatDeskNow is [Box.SeatDesk] for a box that is stepped.
func (b *Box) SeatDeskNow(name string, l lang.Lang) SeatDesk {
	return b.console.SeatDesk(b.console.Seat(name), l)
}

// Sight returns what a page may see of the private screen of a pod now, in a language.
func (b *Box) Sight(ctx context.Context, pod hw.Pod, l lang.Lang) (s Sight, err error) {
	err = b.on(ctx, func() { s = b.console.Sight(pod, l) })
	return s, err
}

// AtPod reports whether somebody has pressed a button for the seat of that name at its pod.
func (b *Box) AtPod(ctx context.Context, name string) (yes bool, err error) {
	err = b.on(ctx, func() { yes = b.console.AtPod(b.console.Seat(name)) })
	return yes, err
}

// Lang returns the language of the voice.
func (b *Box) Lang(ctx context.Context) (l lang.Lang, err error) {
	err = b.on(ctx, func() { l = b.console.Lang() })
	return l, err
}

// Record returns the record of a play that is over, or nil.
func (b *Box) Record(ctx context.Context) (record []byte, err error) {
	err = b.on(ctx, func() { record = b.console.Record() })
	return record, err
}

// Past returns what the play has been so far, in a language; nil where plays have no past, and
// while a reveal is called.
func (b *Box) Past(ctx context.Context, l lang.Lang) (d *DeskPast, err error) {
	var r *console.PastReader
	if err := b.on(ctx, func() { r = b.console.Past() }); err != nil || r == nil {
		return nil, err
	}
	p, err := r.Read() // here, for the box has other things to do
	if err != nil {
		return nil, fmt.Errorf("the past of a play: %w", err)
	}
	err = b.on(ctx, func() { d = b.console.DeskPast(r, p, l) })
	return d, err
}

// Public returns the public view of the play as JSON, or nil in the menu. It is for a box that
// is stepped, and valid until the next step.
func (b *Box) Public() []byte { return b.console.Public() }

// Rolling returns the keys of the dice that are asked for now, such as "red"; nil if none are.
func (b *Box) Rolling(ctx context.Context) (keys []string, err error) {
	err = b.on(ctx, func() { keys = b.console.Rolling() })
	return keys, err
}

// RollingNow is [Box.Rolling] for a box that is stepped.
func (b *Box) RollingNow() []string { return b.console.Rolling() }

// DeskNow is [Box.Desk] for a box that is stepped. "" means the language of the voice.
func (b *Box) DeskNow(l lang.Lang) Desk {
	if l == "" {
		l = b.console.Lang()
	}
	return b.console.Desk(l)
}

// Quiet reports whether everything was called and drawn. It is for a box that is stepped.
func (b *Box) Quiet() bool { return b.console.Quiet() }
