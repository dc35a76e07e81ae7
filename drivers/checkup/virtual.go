package checkup

import (
	"slices"

	"consigliere/config"
	"consigliere/hw"
)

// An Eye is how [Virtual] presses the buttons of virtual chips and sees what they show. The
// methods of consigliere/sim/chip.Board do all of it.
type Eye struct {
	Finger  func(pod hw.Pod, b hw.Button, down bool)
	Picture func(pod hw.Pod) *hw.Frame
	Colours func() []hw.RGB
	Switch  func(closed bool) // the mute switch, which is open at first
	// Dice are what lies in the tray; if nil, whatever is seen there is taken for it.
	Dice []hw.Die
	// Tray clears the tray, or throws one die of each colour, and returns their colours from
	// left to right; nil if there is none to be learned.
	Tray func(clear bool) (colours []string)
	Box  *config.Box // what was built
}

// Virtual returns a hand that presses the buttons of virtual chips, and compares what they
// show with what they should show.
func Virtual(e Eye) Builder { return virtualHand{e, new([]string)} }

type virtualHand struct {
	Eye
	thrown *[]string // the colours of the last throw
}

func (v virtualHand) Press(pod hw.Pod, b hw.Button)   { v.Finger(pod, b, true) }
func (v virtualHand) Release(pod hw.Pod, b hw.Button) { v.Finger(pod, b, false) }

func (v virtualHand) Throw(back bool) { v.Switch(!back) }

func (v virtualHand) SeesLight(pod hw.Pod, colour hw.RGB, _ string) (bool, error) {
	for i, c := range v.Colours() {
		want := hw.RGB{}
		if i == int(pod) {
			want = colour
		}
		if c != want {
			return false, nil
		}
	}
	return true, nil
}

func (v virtualHand) SeesScreen(pod hw.Pod, picture *hw.Frame, _ string) (bool, error) {
	f := v.Picture(pod)
	return f != nil && f.Equal(picture), nil
}

func (v virtualHand) Hears(string) (bool, error) { return true, nil }

func (v virtualHand) HasPod(pod hw.Pod) (bool, error) {
	return pod == hw.Panel && v.Box.Panel != nil || pod >= 0 && int(pod) < len(v.Box.Pods), nil
}

func (v virtualHand) HasMenu() (bool, error) { return v.Box.Host != nil, nil }
func (v virtualHand) HasLights() (bool, error) {
	return v.Box.Lights != nil || slices.ContainsFunc(v.Box.Pods, func(p config.Pod) bool { return p.LED != nil || p.Lamp != "" }), nil
}

func (v virtualHand) HasMute() (bool, error) { return v.Box.Mute != nil, nil }
func (v virtualHand) HasTray() (bool, error) { return v.Box.Tray != nil, nil }

func (v virtualHand) HasSmall(pod hw.Pod) (bool, error) {
	s := v.Box.Main
	if pod != hw.Panel {
		s = v.Box.Pods[pod].Screen
	}
	return s.Chip != config.SSD1309, nil
}

func (v virtualHand) SeesDice(dice []hw.Die) (bool, error) {
	return v.Dice == nil || slices.Equal(dice, v.Dice), nil
}

func (v virtualHand) WantsCalibration() (bool, error) { return v.Tray != nil, nil }

func (v virtualHand) ClearTray() error {
	v.Tray(true)
	return nil
}

// SeesEmptyTray implements [Hand]: it was cleared.
func (v virtualHand) SeesEmptyTray([]hw.Die) (bool, error) { return true, nil }

func (v virtualHand) ThrowDice([]string, bool) error {
	*v.thrown = v.Tray(false)
	return nil
}

func (v virtualHand) NamesDice([]hw.Die, []string) ([]string, error) { return *v.thrown, nil }
