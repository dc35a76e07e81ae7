package consoletest

import (
	"encoding/hex"
	"errors"
	"fmt"
	"strings"
	"time"

	"consigliere/hw"
)

// A Box is a box of fakes that keeps what is put out, with the time, one line each: what
// everybody sees and hears in Public, what a private screen shows in Private. The line of a
// picture ends with its pixels as they are, or with its words if [Words] has painted it.
type Box struct {
	HW      hw.Box
	Now     time.Duration
	Public  []string
	Private [][]string

	Main    *Screen
	Screens []*Screen // by pod; nil where a pod has none
	Lights  *Lights
	Speaker *Speaker
}

// NewBox returns a box with a main screen of 128x64, lights, a voice and buttons that are in order,
// and where private is true a screen of 128x32 at each pod.
func NewBox(pods int, private bool) *Box {
	b := &Box{Private: make([][]string, pods), Screens: make([]*Screen, pods)}
	b.Main = &Screen{box: b, pod: hw.Panel, Frame: hw.NewFrame(128, 64)}
	b.Lights = &Lights{box: b, RGB: make([]hw.RGB, pods)}
	b.Speaker = &Speaker{box: b}
	b.HW = hw.Box{Pods: pods, Main: b.Main, Private: make([]hw.Screen, pods), Lights: b.Lights, Speaker: b.Speaker}
	b.HW.Buttons = func() error { return nil }
	b.HW.Trouble = func(hw.Pod) hw.Trouble { return hw.Fine }
	for i := range pods {
		if private {
			b.Screens[i] = &Screen{box: b, pod: hw.Pod(i), Frame: hw.NewFrame(128, 32)}
			b.HW.Private[i] = b.Screens[i]
		}
	}
	return b
}

func (b *Box) note(p hw.Pod, what string) {
	line := b.Now.String() + " " + what
	if p == hw.Panel {
		b.Public = append(b.Public, line)
	} else {
		b.Private[p] = append(b.Private[p], line)
	}
}

// A Screen is a fake display. While Fail is set it fails; with FailEvery n so does every
// n-th picture.
type Screen struct {
	box       *Box
	pod       hw.Pod
	Frame     *hw.Frame
	Fail      error
	FailEvery int
	Shows     int
}

// ErrEvery is the error of every n-th call of a part that fails so often.
var ErrEvery = errors.New("a fault now and then")

// Size implements [hw.Screen].
func (s *Screen) Size() (w, h int) { return s.Frame.W, s.Frame.H }

// Show implements [hw.Screen].
func (s *Screen) Show(f *hw.Frame) error {
	s.Shows++
	if s.Fail != nil {
		return s.Fail
	}
	if s.FailEvery > 0 && s.Shows%s.FailEvery == 0 {
		return ErrEvery
	}
	copy(s.Frame.Pix, f.Pix)
	s.box.note(s.pod, "screen "+strings.TrimRight(string(f.Pix), "\x00"))
	return nil
}

// Words returns the words on the screen, painted by [Words].
func (s *Screen) Words() string { return Read(s.Frame) }

// Lights are fake lights. While Fail is set they fail; with FailEvery n so does every n-th
// setting.
type Lights struct {
	box       *Box
	RGB       []hw.RGB
	Fail      error
	FailEvery int
	Sets      int
}

// Set implements [hw.Lights].
func (l *Lights) Set(c []hw.RGB) error {
	l.Sets++
	if l.Fail != nil {
		return l.Fail
	}
	if l.FailEvery > 0 && l.Sets%l.FailEvery == 0 {
		return ErrEvery
	}
	copy(l.RGB, c)
	line := make([]byte, 0, len("lights")+7*len(c))
	line = append(line, "lights"...)
	for _, rgb := range c {
		line = hex.AppendEncode(append(line, ' '), []byte{rgb.R, rgb.G, rgb.B})
	}
	l.box.note(hw.Panel, string(line))
	return nil
}

// Speaker is a fake voice. While Fail is set it fails.
type Speaker struct {
	box  *Box
	Said []string
	At   []time.Duration // of what was said
	Fail error
}

// Say implements [hw.Speaker].
func (s *Speaker) Say(text, lang string) error {
	if s.Fail != nil {
		return s.Fail
	}
	s.Said, s.At = append(s.Said, text), append(s.At, s.box.Now)
	s.box.note(hw.Panel, "say "+lang+" "+text)
	return nil
}

// Tone implements [hw.Speaker].
func (s *Speaker) Tone(hz int, d time.Duration) error {
	if s.Fail != nil {
		return s.Fail
	}
	s.box.note(hw.Panel, fmt.Sprintf("tone %d %v", hz, d))
	return nil
}
