// Package sim is the box without hardware: virtual chips behind the real drivers, the same
// console as on a Pi, and a loop that hands it time and presses.
//
// A [Sim] runs in one of two ways. [Sim.Run] uses the real clock: one goroutine owns the
// console, and everybody else sends it values ([Sim.Press], [Sim.Do]) and listens
// ([Sim.Listen]). [Headless] runs presses from a file on a virtual clock.
//
// What the box puts out comes as events. The public ones (main screen, lights, voice,
// tones, the desk) and those of each pod's private screen are separate streams: whoever
// listens to one never gets anything of another.
package sim

import (
	"context"
	"fmt"
	"log/slog"
	"sync"
	"time"

	"consigliere/config"
	"consigliere/drivers"
	"consigliere/engine"
	"consigliere/hw"
	"consigliere/hw/console"
	"consigliere/hw/lang"
	"consigliere/sim/chip"
)

// An Event is something that the box put out: a [ScreenEvent], [LightEvent], [SayEvent],
// [ToneEvent] or [DeskEvent].
type Event interface{ event() }

// A ScreenEvent is a new picture of a screen. The frame must not be changed.
type ScreenEvent struct {
	At    time.Duration // on the clock of the box
	Pod   hw.Pod        // whose private screen, or [hw.Panel] for the main screen
	Frame *hw.Frame
}

// A LightEvent is a light that changed its colour.
type LightEvent struct {
	At    time.Duration
	Light int
	RGB   hw.RGB
}

// A SayEvent is what the voice begins to say.
type SayEvent struct {
	At         time.Duration
	Text, Lang string
}

// A ToneEvent is a tone that begins.
type ToneEvent struct {
	At time.Duration
	Hz int
	D  time.Duration
}

// A DeskEvent says that the desk has changed: ask for it with [Sim.Desk].
type DeskEvent struct{ At time.Duration }

func (ScreenEvent) event() {}
func (LightEvent) event()  {}
func (SayEvent) event()    {}
func (ToneEvent) event()   {}
func (DeskEvent) event()   {}

// Options are what a [Sim] is made of.
type Options struct {
	Box      *config.Box // nil: the default box
	Titles   []*engine.Title
	Lang     lang.Lang // "": that of the box
	Journals string    // folder of the journals; "" keeps nothing on disk
	Log      *slog.Logger
	Seed     func() uint64 // of plays begun at the box; nil: crypto/rand
	Painter  console.Painter
	// Speed is how fast the clock of the box runs beside the real one, for whole games in a
	// test; 0 means 1.
	Speed float64
	// Speaker hears what the voice events tell as well; nil: nobody does.
	Speaker hw.Speaker
}

// A Sim is a box without hardware.
type Sim struct {
	board   *chip.Board
	parts   *drivers.Parts
	console *console.Console
	config  *config.Box
	speed   float64
	calls   chan func(now time.Duration)
	sink    func(Event) // headless: gets everything at once

	// Of the loop, or of whoever steps a headless run.
	now     time.Duration
	letGo   map[hw.Pod]time.Duration // when a button of a pod last came up, by [Sim.Press]
	scanned []hw.Press
	version uint64
	screens []seen // by pod, then the main screen
	lit     uint64 // generation of the strip
	colours []hw.RGB

	mu        sync.Mutex // guards the following
	listeners map[*Listener]bool
	frames    []*hw.Frame // last shown, by pod, then the main screen
	lights    []hw.RGB    // last shown, by pod
}

// seen is a virtual display and what was last seen on it.
type seen struct {
	chip       *chip.SSD1306
	generation uint64
}

// New returns a box whose chips have just been powered on, with the menu open.
func New(o Options) (*Sim, error) {
	if o.Box == nil {
		o.Box = config.Default()
	}
	if o.Lang == "" {
		o.Lang = o.Box.Lang
	}
	if o.Speed == 0 {
		o.Speed = 1
	}
	if o.Log == nil {
		o.Log = slog.New(slog.DiscardHandler)
	}
	s := &Sim{
		config: o.Box, speed: o.Speed, calls: make(chan func(time.Duration)),
		listeners: map[*Listener]bool{}, letGo: map[hw.Pod]time.Duration{},
		lights: make([]hw.RGB, len(o.Box.Pods)),
		frames: make([]*hw.Frame, len(o.Box.Pods)+1),
	}
	var err error
	if s.board, err = chip.NewBoard(o.Box); err != nil {
		return nil, fmt.Errorf("sim: %w", err)
	}
	speaker := voice{s, o.Speaker}
	if s.parts, err = drivers.Open(o.Box, host(s.board, speaker), o.Log); err != nil {
		return nil, fmt.Errorf("sim: %w", err)
	}
	box := s.parts.Box()
	box.Speaker = speaker // captions, also where the box has no sound
	langs := make([]lang.Lang, len(o.Box.Pods))
	for i, p := range o.Box.Pods {
		s.screens = append(s.screens, seen{chip: s.board.Screen(hw.Pod(i))})
		if p.Screen != nil {
			langs[i] = p.Screen.Lang
		}
	}
	s.screens = append(s.screens, seen{chip: s.board.Main})
	for i := range s.screens {
		if c := s.screens[i].chip; c != nil {
			s.frames[i], s.screens[i].generation = c.Frame(), c.Generation()
		}
	}
	var main lang.Lang
	if o.Box.Main != nil {
		main = o.Box.Main.Lang
	}
	s.console, err = console.New(console.Config{
		Box: box, Titles: o.Titles, Lang: o.Box.Lang, MainLang: main, PodLangs: langs, Journals: o.Journals,
		Log: o.Log, Seed: o.Seed, Painter: o.Painter, Hold: o.Box.Hold, Repeat: o.Box.Repeat,
	})
	if err != nil {
		return nil, fmt.Errorf("sim: %w", err)
	}
	// Screens with a language of their own keep it; the others follow.
	s.console.SetLang(o.Lang)
	s.step(0) // sets the expanders up
	return s, nil
}

// Pods returns how many pods the box has.
func (s *Sim) Pods() int { return len(s.config.Pods) }

// Private reports whether a pod has a private screen.
func (s *Sim) Private(p hw.Pod) bool { return p >= 0 && s.screen(p) != nil }

// Size returns the size of a pod's private screen, or of the main screen for [hw.Panel]; 0
// where there is none.
func (s *Sim) Size(p hw.Pod) (w, h int) {
	c := s.config.Main
	if p >= 0 {
		if int(p) >= len(s.config.Pods) {
			return 0, 0
		}
		c = s.config.Pods[p].Screen
	}
	if c == nil {
		return 0, 0
	}
	return c.W, c.H
}

func (s *Sim) screen(p hw.Pod) *chip.SSD1306 {
	if p == hw.Panel {
		return s.screens[len(s.screens)-1].chip
	}
	if int(p) >= len(s.screens)-1 {
		return nil
	}
	return s.screens[p].chip
}

// Warnings returns what the drivers did that the chips' data sheets forbid.
func (s *Sim) Warnings() []string { return s.board.Warnings() }

// press lets a finger press a button or let go of it, and carries what follows.
func (s *Sim) press(now time.Duration, p hw.Pod, b hw.Button, down bool) bool {
	if !s.board.Press(p, b, down) {
		return false
	}
	s.scan(now)
	return true
}

// scan reads the buttons and hands the presses to the console.
func (s *Sim) scan(now time.Duration) {
	s.now = max(s.now, now)
	s.scanned = s.parts.Scan(s.now, s.scanned[:0])
	for _, p := range s.scanned {
		s.console.Press(p)
	}
}

// step does what is due by now.
func (s *Sim) step(now time.Duration) {
	s.scan(now)
	s.console.Tick(s.now)
	s.look()
}

// next returns when a step is due.
func (s *Sim) next() (time.Duration, bool) {
	// Virtual chips do not fail by themselves, so nothing wakes up only to check them.
	at, ok := s.console.Next()
	if t, due := s.parts.Buttons().Next(); due && (!ok || t < at) {
		at, ok = t, true
	}
	return max(at, s.now), ok
}

// advance steps through what is due, each at its own time, until now.
func (s *Sim) advance(now time.Duration) {
	for {
		at, ok := s.next()
		if !ok || at > now {
			break
		}
		s.step(at)
	}
	s.now = max(s.now, now)
}

// look finds out what the chips show now, and tells.
func (s *Sim) look() {
	for i := range s.screens {
		c := &s.screens[i]
		if c.chip == nil || c.chip.Generation() == c.generation {
			continue
		}
		c.generation = c.chip.Generation()
		f := c.chip.Frame()
		p := hw.Pod(i)
		if i == len(s.screens)-1 {
			p = hw.Panel
		}
		if s.frames[i].Equal(f) {
			continue
		}
		s.tell(p, ScreenEvent{s.now, p, f})
	}
	if strip := s.board.Strip; strip != nil && strip.Generation() != s.lit {
		s.lit = strip.Generation()
		s.colours = strip.AppendColours(s.colours[:0])
		for pod := range s.config.Pods {
			if at := s.config.Pods[pod].Light; at >= 0 && s.colours[at] != s.lights[pod] {
				s.tell(hw.Panel, LightEvent{s.now, pod, s.colours[at]})
			}
		}
	}
	if v := s.console.Version(); v != s.version {
		s.version = v
		s.tell(hw.Panel, DeskEvent{s.now})
	}
}

// voice is the speaker of the box: what it is told becomes events.
type voice struct {
	sim  *Sim
	also hw.Speaker
}

// Say implements [hw.Speaker].
func (v voice) Say(text, language string) error {
	v.sim.tell(hw.Panel, SayEvent{v.sim.now, text, language})
	if v.also != nil {
		return v.also.Say(text, language)
	}
	return nil
}

// Tone implements [hw.Speaker].
func (v voice) Tone(hz int, d time.Duration) error {
	v.sim.tell(hw.Panel, ToneEvent{v.sim.now, hz, d})
	if v.also != nil {
		return v.also.Tone(hz, d)
	}
	return nil
}

// tell sends an event to those who listen to the stream of p, and to nobody else.
func (s *Sim) tell(p hw.Pod, e Event) {
	s.mu.Lock()
	switch e := e.(type) {
	case ScreenEvent:
		i := len(s.frames) - 1
		if p != hw.Panel {
			i = int(p)
		}
		s.frames[i] = e.Frame
	case LightEvent:
		s.lights[e.Light] = e.RGB
	}
	for l := range s.listeners {
		if l.pod == p {
			l.send(e)
		}
	}
	s.mu.Unlock()
	if s.sink != nil {
		s.sink(e)
	}
}

// Run runs the box on the real clock until ctx ends. It owns the console: everybody else
// uses [Sim.Press] and [Sim.Do].
func (s *Sim) Run(ctx context.Context) error {
	begun, start := time.Now(), s.now
	clock := func() time.Duration { return start + time.Duration(float64(time.Since(begun))*s.speed) }
	timer := time.NewTimer(0)
	defer timer.Stop()
	for {
		select {
		case <-ctx.Done():
			s.mu.Lock()
			for l := range s.listeners {
				l.drop()
			}
			s.mu.Unlock()
			return nil
		case f := <-s.calls:
			now := clock()
			s.advance(now)
			f(now)
			s.look()
		case <-timer.C:
			s.advance(clock())
		}
		if at, ok := s.next(); ok {
			timer.Reset(time.Duration(max(0, float64(at-clock())/s.speed)))
		} else {
			timer.Stop()
		}
	}
}

// Press lets a finger press a button of a pod, or of the panel for [hw.Panel], or let go of
// it. It waits until the box has noticed, or until ctx ends. It needs [Sim.Run].
//
// Presses that have waited while the box wrote to its disk come faster than any finger, and
// count one by one all the same: what was let go on a pod comes to rest before the next
// button goes down, so that A twice is not A once, and A and then B not A+B.
func (s *Sim) Press(ctx context.Context, p hw.Pod, b hw.Button, down bool) error {
	return s.on(ctx, func(now time.Duration) {
		if up, ok := s.letGo[p]; ok && down && max(now, s.now) < up+s.rest() {
			s.advance(up + s.rest())
		}
		s.press(now, p, b, down)
		switch {
		case !down:
			s.letGo[p] = s.now
		case !s.parts.Buttons().Held(drivers.Key{Pod: p, Button: b}):
			s.advance(s.now + drivers.PollEvery)
		}
	})
}

// rest returns how long the contact of a button that was let go hides what it does next. No
// box takes less than 5 ms, see [drivers.Debounce].
func (s *Sim) rest() time.Duration {
	return max(s.config.Debounce, 5*time.Millisecond) + drivers.PollEvery
}

// Do runs f on the goroutine that owns the console, and waits for it. It needs [Sim.Run].
func (s *Sim) Do(ctx context.Context, f func(c *console.Console, now time.Duration)) error {
	return s.on(ctx, func(now time.Duration) { f(s.console, now) })
}

func (s *Sim) on(ctx context.Context, f func(now time.Duration)) error {
	done := make(chan struct{})
	select {
	case s.calls <- func(now time.Duration) { f(now); close(done) }:
	case <-ctx.Done():
		return ctx.Err()
	}
	<-done
	return nil
}

// Start begins a play. It needs [Sim.Run].
func (s *Sim) Start(ctx context.Context, h engine.Header) error {
	var no error
	if err := s.Do(ctx, func(c *console.Console, now time.Duration) { no = c.Start(now, h) }); err != nil {
		return err
	}
	return no
}

// Desk returns what is public, in the words of a language. It needs [Sim.Run].
func (s *Sim) Desk(ctx context.Context, l lang.Lang) (console.Desk, error) {
	var d console.Desk
	err := s.Do(ctx, func(c *console.Console, _ time.Duration) { d = c.Desk(l) })
	return d, err
}

// A Listener gets the events of one stream, in order.
type Listener struct {
	sim *Sim
	pod hw.Pod
	c   chan Event
}

// listenerRoom is how many events a listener may lag behind.
const listenerRoom = 1024

// Listen returns a listener of the public stream for [hw.Panel], or of what the private
// screen of a pod shows. The first events tell how things stand: the screen, and in the
// public stream each light and the desk. It is safe for concurrent use.
func (s *Sim) Listen(p hw.Pod) *Listener {
	l := &Listener{s, p, make(chan Event, listenerRoom)}
	s.mu.Lock()
	defer s.mu.Unlock()
	i := len(s.frames) - 1
	if p != hw.Panel {
		i = int(p)
	}
	if i >= 0 && i < len(s.frames) && s.frames[i] != nil && (p == hw.Panel || i < len(s.frames)-1) {
		l.c <- ScreenEvent{0, p, s.frames[i]}
	}
	if p == hw.Panel {
		for i, c := range s.lights {
			l.c <- LightEvent{0, i, c}
		}
		l.c <- DeskEvent{}
	}
	s.listeners[l] = true
	return l
}

// Events returns the events. The channel is closed by [Listener.Close], when the box stops,
// and when the listener lags too far behind: then listen anew.
func (l *Listener) Events() <-chan Event { return l.c }

// Close ends the listening. It may be called more than once.
func (l *Listener) Close() {
	l.sim.mu.Lock()
	defer l.sim.mu.Unlock()
	if l.sim.listeners[l] {
		l.drop()
	}
}

// send and drop need the lock of the sim.
func (l *Listener) send(e Event) {
	select {
	case l.c <- e:
	default:
		l.drop()
	}
}

func (l *Listener) drop() {
	delete(l.sim.listeners, l)
	close(l.c)
}
