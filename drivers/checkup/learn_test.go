package checkup_test

import (
	"bytes"
	"errors"
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
			Colours: func() []hw.RGB { return board.Strip.Colours() },
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
	odd.Main.Chip, odd.Main.Flip, odd.Main.Address = config.SH1106, true, 0x3D
	for i := range odd.Pods {
		odd.Pods[i].Light, odd.Pods[i].Screen.Channel, odd.Pods[i].Screen.Address = 7-i, (i+3)%8, 0x3C
	}
	odd.Pods[2].Screen.H, odd.Pods[5].Screen.Flip, odd.Pods[6].Screen = 64, true, nil
	odd.Lights.Chip = config.WS2812
	odd.Expanders[0].Interrupt, odd.Expanders[1].Interrupt = "GPIO22", ""
	odd.Panel[hw.A] = config.Pin{On: config.OnHeader, Bit: 4}
	odd.Host = &config.Pin{On: config.OnHeader, Bit: 26}
	odd.Speaker = nil
	builds["odd"] = odd
	shared := config.Builds()[1].Box()
	shared.Expanders[1].Interrupt = shared.Expanders[0].Interrupt
	builds["shared interrupt"] = shared
	for name, built := range builds {
		t.Run(name, func(t *testing.T) {
			o, _, out := learnRig(t, built)
			got, err := checkup.Learn(o)
			require.NoError(t, err, out)
			assert.NotContains(t, out.String(), "FAIL")

			// Names, timings and addresses of pages are nobody's to find.
			want := *built
			want.Web, want.Journals = o.Base.Web, o.Base.Journals
			want.Keyboards = nil
			for i, k := range built.Keyboards {
				want.Keyboards = append(want.Keyboards, config.Keyboard{Name: []string{"pad1", "pad2", "pad3", "pad4"}[i], Device: k.Device})
			}
			require.Equal(t, &want, got, out)
		})
	}
}

// TestLearnWithFaults holds that a stuck button, a button pressed in place of another, two that
// go down together, and a display that nobody sees are named, and do not spoil the rest.
func TestLearnWithFaults(t *testing.T) {
	built := config.Default()
	o, board, out := learnRig(t, built)
	board.Expanders[1].SetPin(14, gpio.Low) // no button is wired there
	board.Mux.Channel(5).Detach(0x3D)
	board.Mux.Channel(5).Attach(0x3D, chip.NewSSD1306(128, 64)) // in a drawer
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
		"FAIL  nobody has seen the picture of the display at 0x3d on channel 5 of the mux\n",
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

// TestLearnNothing holds that a machine without parts is told so.
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
