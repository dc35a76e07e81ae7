package checkup

import (
	"consigliere/hw"
)

// An Eye sees what virtual chips show, and a finger presses their buttons;
// consigliere/sim/chip.Board has these methods behind it.
type Eye struct {
	Finger  func(pod hw.Pod, b hw.Button, down bool)
	Picture func(pod hw.Pod) *hw.Frame
	Colours func() []hw.RGB
	Light   func(pod hw.Pod) int // place on the strip
}

// Virtual returns the hand and the eye before virtual chips: it does what it is asked, and
// compares what is shown with what should be.
func Virtual(e Eye) Hand { return virtual{e} }

type virtual struct{ Eye }

func (v virtual) Press(pod hw.Pod, b hw.Button)   { v.Finger(pod, b, true) }
func (v virtual) Release(pod hw.Pod, b hw.Button) { v.Finger(pod, b, false) }

func (v virtual) SeesLight(pod hw.Pod, colour hw.RGB, _ string) (bool, error) {
	for i, c := range v.Colours() {
		want := hw.RGB{}
		if i == v.Light(pod) {
			want = colour
		}
		if c != want {
			return false, nil
		}
	}
	return true, nil
}

func (v virtual) SeesScreen(pod hw.Pod, picture *hw.Frame, _ string) (bool, error) {
	f := v.Picture(pod)
	return f != nil && f.Equal(picture), nil
}

func (v virtual) Hears(string) (bool, error) { return true, nil }
