package box

import (
	"sync"
	"time"

	"consigliere/hw"
	"consigliere/hw/lang"
)

// An Event is an output of the box: a [ScreenEvent], [LightEvent], [SayEvent], [ToneEvent],
// [DeskEvent], [PodEvent] or [PeekEvent]. At is the time on the clock of the box, and 0 in the events with
// which a listener begins.
type Event interface{ event() }

// A ScreenEvent is a new picture of a screen. The frame must not be changed.
type ScreenEvent struct {
	At    time.Duration
	Pod   hw.Pod // whose private screen, or [hw.Panel] for the main screen
	Frame *hw.Frame
}

// A PeekEvent is a picture that the main screen shows to one seat alone, for as long as
// somebody holds OK at a pod, or at the panel for [hw.Panel]. Whoever listens hands it on to
// nobody else; to all others the main screen still shows what the last [ScreenEvent] told,
// its cover. The frame must not be changed.
type PeekEvent struct {
	At    time.Duration
	Pod   hw.Pod // where OK is held
	Frame *hw.Frame
}

// A LightEvent is a new colour of a light.
type LightEvent struct {
	At  time.Duration
	Pod hw.Pod
	RGB hw.RGB
}

// A SayEvent is a text that the voice begins to say.
type SayEvent struct {
	At         time.Duration
	Text, Lang string
	In         map[lang.Lang]string // the same in other languages; nil if there are none
}

// A ToneEvent is a tone that begins.
type ToneEvent struct {
	At time.Duration
	Hz int
	D  time.Duration
}

// A DeskEvent says that what all may see has changed: [Box.Snapshot] has it.
type DeskEvent struct{ At time.Duration }

// A PodEvent says that what a pod shows and asks may have changed, in the stream of its private screen:
// [Box.Snapshot] has it.
type PodEvent struct {
	At  time.Duration
	Pod hw.Pod
}

func (ScreenEvent) event() {}
func (PeekEvent) event()   {}
func (LightEvent) event()  {}
func (SayEvent) event()    {}
func (ToneEvent) event()   {}
func (DeskEvent) event()   {}
func (PodEvent) event()    {}

// A Size is the size of a screen in pixels. The zero value stands for no screen.
type Size struct{ W, H int }

// A Layout is the screens of a box. It never changes.
type Layout struct {
	Main    Size
	Private []Size // by pod, one for each pod
}

// Streams distribute the outputs of a box to listeners. They are safe for concurrent use.
//
// A [Box] has streams. They are a type of their own so that a fake of a box can have the same.
type Streams struct {
	layout Layout

	mu sync.Mutex // guards the following

	main      *hw.Frame   // last shown to all; nil without a screen
	peeked    bool        // the main screen shows something else to one seat
	private   []*hw.Frame // last shown, by pod
	lights    []hw.RGB    // last shown, by pod
	listeners map[*Listener]bool
	observer  func(Event)
	closed    bool
	done      chan struct{}
}

// NewStreams returns the streams of a box on which everything is dark.
func NewStreams(l Layout) *Streams {
	frame := func(s Size) *hw.Frame {
		if s == (Size{}) {
			return nil
		}
		return hw.NewFrame(s.W, s.H)
	}
	s := &Streams{
		layout: l, main: frame(l.Main), private: make([]*hw.Frame, len(l.Private)),
		lights: make([]hw.RGB, len(l.Private)), listeners: map[*Listener]bool{}, done: make(chan struct{}),
	}
	for i, p := range l.Private {
		s.private[i] = frame(p)
	}
	return s
}

// Layout returns the screens of the box.
func (s *Streams) Layout() Layout { return s.layout }

// shown returns the last frame of a screen, or nil if there is no screen.
func (s *Streams) shown(p hw.Pod) *hw.Frame {
	switch {
	case p == hw.Panel:
		return s.main
	case p >= 0 && int(p) < len(s.private):
		return s.private[p]
	}
	return nil
}

// Show sends the picture of a screen, unless it is the same as the last. It keeps no reference
// to f, and copies it only if somebody listens.
func (s *Streams) Show(at time.Duration, p hw.Pod, f *hw.Frame) {
	s.mu.Lock()
	last := s.shown(p)
	again := p == hw.Panel && s.peeked
	if last == nil || last.Equal(f) && !again {
		s.mu.Unlock()
		return
	}
	if again {
		s.peeked = false
	}
	copy(last.Pix, f.Pix)
	observer := s.observer
	if observer != nil || s.heardLocked(p) {
		e := ScreenEvent{at, p, f.Clone()}
		s.sendLocked(p, e)
		defer observe(observer, e)
	}
	s.mu.Unlock()
}

// Peek sends the picture that the main screen shows to whoever holds OK at a pod. It comes to
// those who listen to the public stream as a [PeekEvent]; an observer, who keeps all that the
// box puts out, gets it as a [ScreenEvent].
func (s *Streams) Peek(at time.Duration, by hw.Pod, f *hw.Frame) {
	s.mu.Lock()
	s.peeked = true
	f = f.Clone()
	s.sendLocked(hw.Panel, PeekEvent{at, by, f})
	observer := s.observer
	s.mu.Unlock()
	observe(observer, ScreenEvent{at, hw.Panel, f})
}

// Light sends the colour of a pod's light, unless it is the same as the last.
func (s *Streams) Light(at time.Duration, p hw.Pod, c hw.RGB) {
	s.mu.Lock()
	if p < 0 || int(p) >= len(s.lights) || s.lights[p] == c {
		s.mu.Unlock()
		return
	}
	s.lights[p] = c
	observer := s.observer
	if observer != nil || s.heardLocked(hw.Panel) {
		e := LightEvent{at, p, c}
		s.sendLocked(hw.Panel, e)
		defer observe(observer, e)
	}
	s.mu.Unlock()
}

// Tone sends a tone that begins.
func (s *Streams) Tone(at time.Duration, hz int, d time.Duration) {
	s.mu.Lock()
	observer := s.observer
	if observer != nil || s.heardLocked(hw.Panel) {
		e := ToneEvent{at, hz, d}
		s.sendLocked(hw.Panel, e)
		defer observe(observer, e)
	}
	s.mu.Unlock()
}

// Tell sends a public event: speech, or a change of the desk.
func (s *Streams) Tell(e Event) {
	s.mu.Lock()
	s.sendLocked(hw.Panel, e)
	observer := s.observer
	s.mu.Unlock()
	observe(observer, e)
}

// TellPod tells a pod's listeners that what it asks may have changed. It is not an output of the
// box, so no observer gets it.
func (s *Streams) TellPod(at time.Duration, p hw.Pod) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.sendLocked(p, PodEvent{at, p})
}

func observe(f func(Event), e Event) {
	if f != nil {
		f(e)
	}
}

// Observe calls f with the events of all streams, in order, before the call that sends them
// returns. It is for recording all outputs of a box that is stepped. A nil f ends it.
func (s *Streams) Observe(f func(Event)) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.observer = f
}

func (s *Streams) heardLocked(p hw.Pod) bool {
	for l := range s.listeners {
		if l.pod == p {
			return true
		}
	}
	return false
}

func (s *Streams) sendLocked(p hw.Pod, e Event) {
	for l := range s.listeners {
		if l.pod != p {
			continue
		}
		select {
		case l.c <- e:
		default:
			s.dropLocked(l)
		}
	}
}

func (s *Streams) dropLocked(l *Listener) {
	delete(s.listeners, l)
	close(l.c)
}

// Done returns a channel that is closed by [Streams.Close].
func (s *Streams) Done() <-chan struct{} { return s.done }

// Close ends all listening.
func (s *Streams) Close() {
	s.mu.Lock()
	defer s.mu.Unlock()
	if !s.closed {
		s.closed = true
		close(s.done)
	}
	for l := range s.listeners {
		s.dropLocked(l)
	}
}

// Listeners returns the number of listeners to a stream.
func (s *Streams) Listeners(p hw.Pod) int {
	s.mu.Lock()
	defer s.mu.Unlock()
	n := 0
	for l := range s.listeners {
		if l.pod == p {
			n++
		}
	}
	return n
}

// listenerRoom is how many events a listener may be late.
const listenerRoom = 1024

// A Listener receives the events of one stream, in order.
type Listener struct {
	streams *Streams
	pod     hw.Pod
	c       chan Event
}

// Listen returns a listener to the public stream for [hw.Panel], or to the stream of a pod's private
// screen. The first events are the present state: the screen, and in the public stream each
// light and the desk.
func (s *Streams) Listen(p hw.Pod) *Listener {
	l := &Listener{s, p, make(chan Event, listenerRoom)}
	s.mu.Lock()
	defer s.mu.Unlock()
	if f := s.shown(p); f != nil {
		l.c <- ScreenEvent{0, p, f.Clone()}
	}
	if p == hw.Panel {
		for i, c := range s.lights {
			l.c <- LightEvent{0, hw.Pod(i), c}
		}
		l.c <- DeskEvent{}
	}
	s.listeners[l] = true
	return l
}

// Events returns the channel of events. It is closed by [Listener.Close], when the box
// stops, and when the listener is too late; it may listen again then.
func (l *Listener) Events() <-chan Event { return l.c }

// Close closes the channel. It may be called more than once.
func (l *Listener) Close() {
	l.streams.mu.Lock()
	defer l.streams.mu.Unlock()
	if l.streams.listeners[l] {
		l.streams.dropLocked(l)
	}
}
