// Package sim contains a box without hardware: the real drivers on virtual chips, virtual
// fingers on the buttons, and a runner of presses from a file.
//
// A [Sim] is a [box.Box] like a Pi's. [box.Box.Run] runs it on the real clock;
// [Headless] steps it on a virtual one.
package sim

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"math"
	"time"

	"consigliere/config"
	"consigliere/drivers"
	"consigliere/hw"
	"consigliere/hw/box"
	"consigliere/hw/command"
	"consigliere/sim/chip"
)

// A Sim is a running box on virtual chips.
type Sim struct {
	*box.Box

	board   *chip.Board
	config  *config.Box
	fingers fingers
	tray    *Tray
}

// New returns the box of a configuration, with chips that have just been powered on. It sets
// the parts and the fingers of the options.
func New(c *config.Box, o box.Options) (*Sim, error) {
	board, err := chip.NewBoard(c)
	if err != nil {
		return nil, fmt.Errorf("sim: %w", err)
	}
	if o.Log == nil {
		o.Log = slog.New(slog.DiscardHandler)
	}
	dice := &Tray{log: o.Log}
	host := Host(board)
	host.Tray = dice.open
	opened, err := drivers.Open(c, host, o.Log)
	if err != nil {
		return nil, fmt.Errorf("sim: %w", err)
	}
	opened.LetFingersBeFast(1000) // a file of presses is as fast as contacts allow
	o.Parts = parts{opened}
	hand := fingers{board, max(c.Debounce, 5*time.Millisecond) + drivers.PollEvery}
	o.Fingers = hand
	b, err := box.New(o)
	if err != nil {
		return nil, fmt.Errorf("sim: %w", errors.Join(err, opened.Close()))
	}
	dice.box = b
	return &Sim{b, board, c, hand, dice}, nil
}

// Tray returns the dice tray.
func (s *Sim) Tray() *Tray { return s.tray }

// Run runs the box, with its tray, on the real clock until ctx ends; see [box.Box.Run].
func (s *Sim) Run(ctx context.Context) error {
	ctx, stop := context.WithCancel(ctx)
	defer stop()
	s.tray.watched(ctx, func(t hw.Throw) { _ = s.Do(ctx, command.Throw{Throw: t}) }) // the table is told what is refused
	return s.Box.Run(ctx)
}

// Warnings returns what the drivers have done that the data sheets of the chips forbid.
func (s *Sim) Warnings() []string { return s.board.Warnings() }

// parts are drivers of virtual chips. These chips do not fail by themselves, and only the
// owner of the box presses their buttons, so it is never woken just to check them.
type parts struct{ *drivers.Parts }

// Next implements [box.Parts].
func (p parts) Next() time.Duration {
	if at, ok := p.NextScan(); ok {
		return at
	}
	return math.MaxInt64
}

// Watch implements [box.Parts].
func (parts) Watch(context.Context, func() time.Duration) {}

// fingers press the buttons of a board.
type fingers struct {
	*chip.Board

	rest time.Duration
}

// Rest implements [box.Fingers]: the debouncing, which no box has below 5 ms (see
// [drivers.Debounce]), and a poll.
func (f fingers) Rest() time.Duration { return f.rest }

var (
	_ box.Parts   = parts{}
	_ box.Parts   = (*drivers.Parts)(nil)
	_ box.Fingers = fingers{}
)
