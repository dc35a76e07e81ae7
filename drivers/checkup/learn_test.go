package checkup_test

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"periph.io/x/conn/v3/gpio"

	"consigliere/config"
	"consigliere/drivers"
	"consigliere/drivers/checkup"
	"consigliere/hw"
	"consigliere/sim"
	"consigliere/sim/chip"
)

// learnRig returns what a virtual box is learned from, by a hand that knows how it was built.
func learnRig(t *testing.T, built *config.Box) (checkup.LearnOptions, *chip.Board, *bytes.Buffer) {
	t.Helper()
	board, err := chip.NewBoard(built)
	require.NoError(t, err)
	var now time.Duration
	var out bytes.Buffer
	o := checkup.LearnOptions{
		Host: sim.Host(board), Base: config.Default(), Out: &out,
		Now:  func() time.Duration { return now },
		Wait: func(d time.Duration) error { now += d; return nil },
		Hand: checkup.Virtual(checkup.Eye{
			Finger: func(p hw.Pod, b hw.Button, down bool) { board.Press(p, b, down) },
			Picture: func(p hw.Pod) *hw.Frame {
				if d := board.Screen(p); d != nil {
					return d.Frame()
				}
				return nil
			},
			Colours: func() []hw.RGB { return board.AppendLamps(nil) },
			Switch:  board.Throw,
			Box:     built,
		}),
	}
	if built.Speaker == nil {
		o.Host.Speaker = func(config.Speaker) (hw.Speaker, error) { return nil, errors.New("no sound card") }
	}
	return o, board, &out
}

// TestLearn learns each build, and others, without knowing anything of them.
func TestLearn(t *testing.T) {
	builds := map[string]*config.Box{}
	for _, b := range config.Builds() {
		builds[b.Name] = b.Box()
	}
	odd := config.Builds()[1].Box() // with everything elsewhere
	odd.Main.Chip, odd.Main.Flip, odd.Main.Address = config.SH1106, true, 0x3C
	odd.Mux.Reset = "GPIO23"
	for i := range odd.Pods {
		odd.Pods[i].Light, odd.Pods[i].Screen.Channel, odd.Pods[i].Screen.Address = 7-i, (i+3)%8, 0x3D
	}
	odd.Pods[2].Screen.H, odd.Pods[5].Screen.Flip, odd.Pods[6].Screen = 64, true, nil
	odd.Lights.Chip = config.WS2812
	odd.Expanders[0].Interrupt, odd.Expanders[1].Interrupt = "GPIO22", ""
	odd.Panel[hw.A] = config.Pin{On: config.OnHeader, Bit: 4}
	odd.Host = &config.Pin{On: config.OnHeader, Bit: 26}
	odd.Speaker = nil
	odd.Mute = &config.Pin{On: config.OnHeader, Bit: 16}
	odd.Tray = &config.Tray{Device: dice(t, "pate-043"), Set: "pate"}
	builds["odd"] = odd
	second := config.Builds()[1].Box() // the switch at an expander, and other dice
	second.Mute = &config.Pin{Part: 1, Bit: 14}
	second.Tray = &config.Tray{Device: dice(t, "standard-033"), Set: "standard"}
	builds["standard dice"] = second
	lone := config.Builds()[3].Box() // nothing but the switch is at the last keyboard
	lone.Keyboards = append(lone.Keyboards, config.Keyboard{Name: "last", Device: "/dev/input/by-path/lone-event-joystick"})
	lone.Mute = &config.Pin{On: config.OnKeyboard, Part: len(lone.Keyboards) - 1, Bit: 2}
	builds["switch at a keyboard"] = lone
	shared := config.Builds()[1].Box()
	shared.Expanders[1].Interrupt = shared.Expanders[0].Interrupt
	builds["shared interrupt"] = shared
	for name, built := range builds {
		t.Run(name, func(t *testing.T) {
			o, _, out := learnRig(t, built)
			o.Base.Web.Site, o.Base.Hub = "https://example.org/box/", config.Hub{Address: "nats://192.168.1.5:4222", Records: true}
			got, err := checkup.Learn(o)
			require.NoError(t, err, out)
			assert.NotContains(t, out.String(), "FAIL")

			// Names, timings and addresses of pages are nobody's to find.
			want := *built
			want.Web, want.Hub, want.Journals = o.Base.Web, o.Base.Hub, o.Base.Journals
			want.Keyboards = nil
			for i, k := range built.Keyboards {
				want.Keyboards = append(want.Keyboards, config.Keyboard{Name: fmt.Sprintf("pad%d", i+1), Device: k.Device})
			}
			want.Pods = slices.Clone(want.Pods)
			for i := range want.Pods {
				if want.Pods[i].Lamp != "" {
					want.Pods[i].Lamp = want.Keyboards[want.Pods[i].Buttons[hw.A].Part].Name
				}
			}
			require.Equal(t, &want, got, out)
		})
	}
}

// deaf is a hand that hears one card only.
type deaf struct {
	checkup.Builder
	hears string
	asked []string
}

func (d *deaf) Hears(what string) (bool, error) {
	d.asked = append(d.asked, what)
	return strings.HasSuffix(what, d.hears), nil
}

// TestLearnCard checks that each sound card is tried where the default is silent or fails, and that the first one
// that is heard is written.
func TestLearnCard(t *testing.T) {
	o, _, out := learnRig(t, config.Builds()[1].Box())
	d := &deaf{Builder: o.Hand, hears: "CARD=second"}
	o.Hand = d
	look, speaker := o.Host.Look, o.Host.Speaker
	o.Host.Look = func() drivers.Found {
		f := look()
		f.Cards = []string{"sysdefault:CARD=broken", "sysdefault:CARD=first", "sysdefault:CARD=second", "sysdefault:CARD=third"}
		return f
	}
	o.Host.Speaker = func(s config.Speaker) (hw.Speaker, error) {
		if s.Device == "sysdefault:CARD=broken" {
			return nil, errors.New("device or resource busy")
		}
		return speaker(s)
	}
	got, err := checkup.Learn(o)
	require.NoError(t, err, out)
	require.NotNil(t, got.Speaker)
	assert.Equal(t, "sysdefault:CARD=second", got.Speaker.Device)
	assert.Contains(t, out.String(), "note  no speaker at sysdefault:CARD=broken: device or resource busy")
	for i, card := range []string{"default", "CARD=first", "CARD=second"} {
		assert.True(t, strings.HasSuffix(d.asked[i], card), d.asked)
	}
	for _, what := range d.asked {
		assert.NotContains(t, what, "third")
	}
}

// dice returns a camera that sees a picture of the tray's tests.
func dice(t *testing.T, name string) string {
	t.Helper()
	picture, err := os.ReadFile("../tray/testdata/pictures/" + name + ".jpg")
	require.NoError(t, err)
	dir := t.TempDir()
	require.NoError(t, os.WriteFile(filepath.Join(dir, "1.jpg"), picture, 0o600))
	return dir
}

// muted returns the full box with a mute switch at an expander.
func muted() *config.Box {
	built := config.Default()
	built.Mute = &config.Pin{Part: 1, Bit: 14}
	return built
}

// TestLearnMute checks that a switch is one whichever way it was at first, that it is told from
// a button, from two wires that touch and from what does not come back, and that a box without
// a switch is learned all the same.
func TestLearnMute(t *testing.T) {
	const at = "right.GPB6"
	type step = func(b *chip.Board, back bool)
	touch := func(p config.Pin, b *chip.Board, down bool) { b.Touch(p, down) }
	other := config.Pin{Part: 0, Bit: 13}
	right := func(b *chip.Board, back bool) { b.Throw(!back) }
	for _, c := range []struct {
		name  string
		first bool // it is closed at first
		steps []step
		found bool
		lines []string
	}{
		{"open at first", false, nil, true, []string{"found the mute switch at " + at + "; the box is silent while it is closed\n"}},
		{
			"closed at first", true,
			[]step{func(b *chip.Board, back bool) { b.Throw(back) }, func(b *chip.Board, back bool) { b.Throw(back) }},
			true,
			[]string{"found the mute switch at " + at + "; the box is silent while it is closed, as it is now\n"},
		},
		{
			"thrown too late", false,
			[]step{func(*chip.Board, bool) {}},
			true,
			[]string{"note  nothing has changed for 15s\n", "found the mute switch at " + at},
		},
		{
			"wires that touch", false,
			[]step{
				func(b *chip.Board, back bool) { right(b, back); touch(other, b, true) },
				func(b *chip.Board, back bool) { right(b, back); touch(other, b, false) },
			},
			true,
			[]string{"note  left.GPB5 and " + at + " changed together; do their wires touch? once more\n", "found the mute switch at " + at},
		},
		{
			"another is thrown back", false,
			[]step{
				func(b *chip.Board, _ bool) { touch(other, b, true) },
				func(b *chip.Board, _ bool) { touch(*muted().Mute, b, true) },
				func(b *chip.Board, _ bool) { touch(*muted().Mute, b, false) },
			},
			true,
			[]string{"note  left.GPB5 did not change back; once more\n", "found the mute switch at " + at},
		},
		{
			"never thrown", false,
			[]step{func(*chip.Board, bool) {}, func(*chip.Board, bool) {}, func(*chip.Board, bool) {}},
			false,
			[]string{"FAIL  the mute switch was not found; look at its wires\n"},
		},
	} {
		t.Run(c.name, func(t *testing.T) {
			built := muted()
			o, board, out := learnRig(t, built)
			board.Throw(c.first)
			o.Hand = &thrower{Builder: o.Hand, board: board, steps: c.steps}
			got, err := checkup.Learn(o)
			require.NoError(t, err, out)
			if !c.found {
				built.Mute = nil
			}
			assert.Equal(t, built.Mute, got.Mute)
			assert.Equal(t, built.Pods, got.Pods)
			for _, line := range c.lines {
				assert.Contains(t, out.String(), line)
			}
			assert.NotContains(t, out.String(), "is down though nobody presses anything", "a switch is not stuck")
		})
	}
}

// A thrower does as it was told, and once its steps are done what it is asked to.
type thrower struct {
	checkup.Builder
	board *chip.Board
	steps []func(b *chip.Board, back bool)
}

func (h *thrower) Throw(back bool) {
	if len(h.steps) == 0 {
		h.Builder.Throw(back)
		return
	}
	h.steps[0](h.board, back)
	h.steps = h.steps[1:]
}

// TestLearnMuteFromAButton checks that a button that is pressed for a moment isn't taken for a switch.
func TestLearnMuteFromAButton(t *testing.T) {
	o, board, out := learnRig(t, muted())
	let := time.Duration(-1) // when the button is let go
	o.Hand = &thrower{Builder: o.Hand, board: board, steps: []func(*chip.Board, bool){
		func(b *chip.Board, _ bool) {
			b.Press(2, hw.A, true)
			let = o.Now() + 500*time.Millisecond
		},
	}}
	wait := o.Wait
	o.Wait = func(d time.Duration) error {
		if let >= 0 && o.Now() >= let {
			board.Press(2, hw.A, false)
			let = -1
		}
		return wait(d)
	}
	got, err := checkup.Learn(o)
	require.NoError(t, err, out)
	assert.Equal(t, muted(), got)
	assert.Contains(t, out.String(), "note  left.GPB0 came back by itself, as a button does; a switch stays where it is. once more\n")
}

// TestLearnCamera checks that the camera is taken whose dice are those in the tray, that one that
// fails is named, and that a lone camera is taken even if it does not know the dice.
func TestLearnCamera(t *testing.T) {
	right, wrong := dice(t, "pate-043"), dice(t, "pate-013")
	empty, strange := t.TempDir(), dice(t, "pate-003")
	built := config.Default()
	own := &config.Tray{Device: "/dev/video7", Set: "mine", Colours: []string{"black", "white", "grey", "red"}, Faces: []string{"1", "2", "3", "4", "5", "6", "puppet"}, Each: true}
	for _, c := range []struct {
		name    string
		cameras []string
		base    *config.Tray
		want    *config.Tray
		line    string
	}{
		{"none", nil, nil, nil, ""},
		{"two", []string{wrong, right}, nil, &config.Tray{Device: right, Set: "pate"}, "found the camera of the tray: " + right + ", with dice of the set pate\n"},
		{"no picture", []string{empty, right}, nil, &config.Tray{Device: right, Set: "pate"}, "note  camera " + empty + ": no picture in " + empty + "\n"},
		{"gone", []string{"/nowhere/video0"}, nil, nil, "FAIL  no camera gives a picture\n"},
		{"lone, and knows nothing", []string{strange}, nil, &config.Tray{Device: strange, Set: "pate"}, "note  " + strange + " is taken, though it does not know the dice; "},
		{"several that know nothing", []string{strange, strange}, nil, nil, "FAIL  none of the cameras knows the dice, "},
		{
			"dice of the owner's",
			[]string{right},
			own,
			&config.Tray{Device: right, Set: "mine", Colours: own.Colours, Faces: own.Faces, Each: true},
			"found the camera of the tray: " + right + ", with dice of the set mine\n",
		},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel() // a folder of pictures gives five a second
			o, _, out := learnRig(t, built)
			look := o.Host.Look
			o.Host.Look = func() drivers.Found {
				f := look()
				f.Cameras = c.cameras
				return f
			}
			o.Base.Tray = c.base
			o.Hand = diner{o.Hand, []hw.Die{{Colour: "black", Face: "3"}, {Colour: "white", Face: "puppet"}, {Colour: "grey", Face: "5"}, {Colour: "red", Face: "4"}}}
			got, err := checkup.Learn(o)
			require.NoError(t, err, out)
			assert.Equal(t, c.want, got.Tray, out)
			assert.Contains(t, out.String(), c.line)
		})
	}
}

// A diner sees dice in the tray.
type diner struct {
	checkup.Builder
	dice []hw.Die
}

func (diner) HasTray() (bool, error)                 { return true, nil }
func (d diner) SeesDice(dice []hw.Die) (bool, error) { return slices.Equal(d.dice, dice), nil }

// TestLearnWithFaults checks that a stuck button, a button pressed in place of another, two that
// go down together, and a display that nobody sees are named, and do not spoil the rest.
func TestLearnWithFaults(t *testing.T) {
	built := config.Default()
	o, board, out := learnRig(t, built)
	board.Expanders[1].SetPin(14, gpio.Low) // no button is wired there
	board.Mux.Channel(5).Detach(0x3C)
	board.Mux.Channel(5).Attach(0x3C, chip.NewSSD1306(128, 64)) // in a drawer
	o.Hand = &clumsyHand{Builder: o.Hand, board: board}
	got, err := checkup.Learn(o)
	require.NoError(t, err, out)
	built.Pods[5].Screen = nil
	assert.Equal(t, built.Pods, got.Pods)
	for _, line := range []string{
		"FAIL  right.GPB6 is down though nobody presses anything: a button is stuck, or its wire touches ground\n",
		"note  left.GPA0 is A of pod 0 already; once more\n",
		"note  left.GPA3 and right.GPB2 went down together; do their wires touch? once more\n",
		"note  nothing was pressed for 15s\n",
		"FAIL  nobody has seen the picture of the display at 0x3c on channel 5 of the mux\n",
	} {
		assert.Contains(t, out.String(), line)
	}
}

// A clumsyHand does it right the second time.
type clumsyHand struct {
	checkup.Builder
	board *chip.Board
	asked int
}

func (c *clumsyHand) Press(p hw.Pod, b hw.Button) {
	c.asked++
	switch c.asked {
	case 2: // for B of pod 0
		c.Builder.Press(0, hw.A)
	case 5: // for A of pod 1
		c.Builder.Press(p, b)
		c.board.Touch(config.Pin{Part: 1, Bit: 10}, true)
	case 7: // for B of pod 1
	default:
		c.Builder.Press(p, b)
	}
}

func (c *clumsyHand) Release(p hw.Pod, b hw.Button) {
	if c.asked == 2 {
		c.Builder.Release(0, hw.A)
	}
	c.board.Touch(config.Pin{Part: 1, Bit: 10}, false)
	c.Builder.Release(p, b)
}

// TestLearnNothing checks that a machine without parts is told so.
func TestLearnNothing(t *testing.T) {
	o, _, _ := learnRig(t, config.Default())
	o.Host = drivers.Host{}
	_, err := checkup.Learn(o)
	require.EqualError(t, err, "this machine cannot tell what it has")
	o.Host.Look = func() drivers.Found { return drivers.Found{} }
	_, err = checkup.Learn(o)
	require.ErrorContains(t, err, "there is nothing that a button could be at")

	o, board, out := learnRig(t, config.Default())
	o.Hand = lazyBuilder{o.Hand}
	_, err = checkup.Learn(o)
	require.EqualError(t, err, "A of pod 0 was not found; look at its wires, and begin again", out)
	assert.Empty(t, board.Warnings())
}

// A lazyBuilder presses nothing.
type lazyBuilder struct{ checkup.Builder }

func (lazyBuilder) Press(hw.Pod, hw.Button) {}

// TestLearnWithoutBuses checks that a machine whose buses are turned off is told so, with what to
// type: nothing would be found.
func TestLearnWithoutBuses(t *testing.T) {
	o, _, out := learnRig(t, config.Builds()[0].Box())
	look := o.Host.Look
	o.Host.Look = func() drivers.Found {
		f := look()
		f.Lacks = []drivers.Report{{Part: "I2C1", Err: &drivers.Lack{Reason: "I2C1 is turned off", Command: "sudo turn it on"}}}
		return f
	}
	_, err := checkup.Learn(o)
	require.NoError(t, err)
	assert.True(t, strings.HasPrefix(out.String(), "note  I2C1 is turned off; if something of the box is on it, type: sudo turn it on\n"), out.String())
}
