package box

import (
	"time"

	"consigliere/hw"
	"consigliere/hw/lang"
)

// A tee is between the console and the parts. It hands everything on, and keeps what the parts
// have taken until flush sends it as events: a light that changes twice in one step is one
// event.
type tee struct {
	streams *Streams
	now     func() time.Duration
	main    *teeScreen // nil without a main screen
	private []*teeScreen
	lights  *teeLights // nil without lights
}

// newTee returns a tee for the parts of a box, and the box that the console gets.
func newTee(parts hw.Box, now func() time.Duration) (*tee, hw.Box) {
	layout := Layout{Private: make([]Size, parts.Pods)}
	t := &tee{now: now, private: make([]*teeScreen, parts.Pods)}
	seen := hw.Box{Pods: parts.Pods, Buttons: parts.Buttons, Trouble: parts.Trouble, Volume: parts.Volume, Brightness: parts.Brightness, Private: make([]hw.Screen, parts.Pods)}
	screen := func(s hw.Screen) (*teeScreen, Size) {
		w, h := s.Size()
		return &teeScreen{Screen: s, frame: hw.NewFrame(w, h)}, Size{w, h}
	}
	if parts.Main != nil {
		t.main, layout.Main = screen(parts.Main)
		seen.Main = t.main
	}
	for p := range parts.Pods {
		if s := parts.PrivateScreen(hw.Pod(p)); s != nil {
			t.private[p], layout.Private[p] = screen(s)
			seen.Private[p] = t.private[p]
		}
	}
	if parts.Lights != nil {
		t.lights = &teeLights{lights: parts.Lights, colours: make([]hw.RGB, parts.Pods)}
		seen.Lights = t.lights
	}
	t.streams = NewStreams(layout)
	seen.Speaker = teeSpeaker{t, parts.Speaker}
	return t, seen
}

// flush sends events of what screens and lights have taken since the last flush. While
// somebody peeks at the main screen, holding OK at a pod, its picture is a secret.
func (t *tee) flush(by hw.Pod, peek bool) {
	now := t.now()
	for p, s := range t.private {
		s.flush(t.streams, now, hw.Pod(p))
	}
	if peek && t.main != nil && t.main.changed {
		t.main.changed = false
		t.streams.Peek(now, by, t.main.frame)
	}
	t.main.flush(t.streams, now, hw.Panel)
	if l := t.lights; l != nil && l.changed {
		l.changed = false
		for p, c := range l.colours {
			t.streams.Light(now, hw.Pod(p), c)
		}
	}
}

type teeScreen struct {
	hw.Screen

	frame   *hw.Frame // what the screen shows
	changed bool
}

// Show implements [hw.Screen].
func (s *teeScreen) Show(f *hw.Frame) error {
	if err := s.Screen.Show(f); err != nil {
		return err
	}
	copy(s.frame.Pix, f.Pix)
	s.changed = true
	return nil
}

func (s *teeScreen) flush(to *Streams, now time.Duration, p hw.Pod) {
	if s != nil && s.changed {
		s.changed = false
		to.Show(now, p, s.frame)
	}
}

type teeLights struct {
	lights  hw.Lights
	colours []hw.RGB // what the lights show, by pod
	changed bool
}

// Set implements [hw.Lights].
func (l *teeLights) Set(c []hw.RGB) error {
	if err := l.lights.Set(c); err != nil {
		return err
	}
	copy(l.colours, c)
	l.changed = true
	return nil
}

// A teeSpeaker sends events of speech and tones at once, even if the box has no speaker: pages
// show captions instead (promise P8).
type teeSpeaker struct {
	tee     *tee
	speaker hw.Speaker // nil if there is none
}

// Say implements [hw.Speaker].
func (s teeSpeaker) Say(text, lang string) error {
	return s.say(SayEvent{At: s.tee.now(), Text: text, Lang: lang})
}

// SayIn implements [console.Captioner].
func (s teeSpeaker) SayIn(l lang.Lang, in func(lang.Lang) string) error {
	e := SayEvent{s.tee.now(), in(l), string(l), map[lang.Lang]string{}}
	for _, other := range lang.All() {
		if other != l {
			e.In[other] = in(other)
		}
	}
	return s.say(e)
}

func (s teeSpeaker) say(e SayEvent) error {
	s.tee.streams.Tell(e)
	if s.speaker == nil {
		return nil
	}
	return s.speaker.Say(e.Text, e.Lang)
}

// Tune implements [hw.Tuner]: captions stay as they are written.
func (s teeSpeaker) Tune(m hw.Manner) {
	if v, ok := s.speaker.(hw.Tuner); ok {
		v.Tune(m)
	}
}

// Tone implements [hw.Speaker].
func (s teeSpeaker) Tone(hz int, d time.Duration) error {
	s.tee.streams.Tone(s.tee.now(), hz, d)
	if s.speaker == nil {
		return nil
	}
	return s.speaker.Tone(hz, d)
}
