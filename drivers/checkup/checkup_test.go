package checkup_test

import (
	"bytes"
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"periph.io/x/conn/v3/gpio"
	"periph.io/x/conn/v3/physic"

	"consigliere/config"
	"consigliere/drivers"
	"consigliere/drivers/checkup"
	"consigliere/hw"
	"consigliere/sim"
	"consigliere/sim/chip"
)

// rig returns the options of a check-up of virtual chips by a virtual hand.
func rig(t *testing.T) (checkup.Options, *chip.Board, *bytes.Buffer) {
	t.Helper()
	cfg := config.Default()
	cfg.Speaker = nil
	board, err := chip.NewBoard(cfg)
	require.NoError(t, err)
	require.NoError(t, board.Register())
	t.Cleanup(func() { require.NoError(t, board.Unregister()) })
	parts, err := drivers.Open(cfg, drivers.Periph(), nil)
	require.NoError(t, err)
	var now time.Duration
	var out bytes.Buffer
	return checkup.Options{
		Config: cfg, Parts: parts, Out: &out, Journals: t.TempDir(), SlowDisk: time.Minute,
		Now:  func() time.Duration { return now },
		Wait: func(d time.Duration) error { now += d; return nil },
		Hand: checkup.Virtual(checkup.Eye{
			Finger:  func(p hw.Pod, b hw.Button, down bool) { board.Press(p, b, down) },
			Picture: func(p hw.Pod) *hw.Frame { return board.Screen(p).Frame() },
			Colours: func() []hw.RGB { return board.AppendLamps(nil) },
			Switch:  board.Throw,
			Box:     cfg,
		}),
	}, board, &out
}

// failures returns the lines of the checks that failed.
func failures(out *bytes.Buffer) []string {
	var list []string
	for line := range strings.Lines(out.String()) {
		if rest, ok := strings.CutPrefix(line, "FAIL  "); ok {
			list = append(list, strings.TrimSpace(rest))
		}
	}
	return list
}

func TestGoodBox(t *testing.T) {
	o, board, out := rig(t)
	require.NoError(t, checkup.Run(o), out)
	assert.Contains(t, out.String(), "ok    expander left: MCP23017 at 0x20 on I2C1\n")
	assert.Contains(t, out.String(), "ok    button OK of the panel\n")
	assert.Contains(t, out.String(), "ok    light of pod 7\n")
	assert.Contains(t, out.String(), "ok    picture on the screen of pod 7\n")
	assert.Contains(t, out.String(), "--    camera: none in the configuration\n")
	assert.Contains(t, out.String(), "a line is written and synced in ")
	assert.Contains(t, out.String(), "all 60 checks passed\n")
	assert.Empty(t, board.Warnings())
}

func TestBrokenBox(t *testing.T) {
	o, board, out := rig(t)
	board.Buses["I2C1"].Detach(0x3D)
	board.Mux.Channel(2).Detach(0x3C)
	board.Expanders[0].SetPin(4, gpio.Low) // pod 1's B is stuck
	finger := o.Hand
	o.Hand = crossedHand{finger}
	o.Config.Tray = &config.Tray{Device: "/nowhere/video0"}
	err := checkup.Run(o)
	require.Error(t, err)
	assert.Contains(t, err.Error(), " of 61 checks failed")
	got := strings.Join(failures(out), "\n")
	for _, want := range []string{
		"main screen: screen 0x3d: ",
		"screen of pod 2: screen 0x3c: ",
		"button B of pod 1: it is down though nobody presses it: it is stuck, or its wire to left.GPA4 touches ground",
		"button A of pod 5: button A of pod 6 was pressed instead",
		"button A of pod 6: button A of pod 5 was pressed instead",
		"picture on the main screen: screen 0x3d: ",
		"picture on the screen of pod 2: screen 0x3c: ",
		"camera: /nowhere/video0: no such file or directory",
	} {
		assert.Contains(t, got, want)
	}
	assert.Contains(t, out.String(), "note  the wires of button A of pod 5 and button A of pod 6 are swapped: exchange them, or right.GPA3 and right.GPB0 in the configuration\n")
	assert.Equal(t, 3, strings.Count(out.String(), "are swapped"), "each pair once")
}

// A crossedHand is at a box whose pods 5 and 6 are swapped.
type crossedHand struct{ checkup.Hand }

func (c crossedHand) Press(p hw.Pod, b hw.Button)   { c.Hand.Press(swap(p), b) }
func (c crossedHand) Release(p hw.Pod, b hw.Button) { c.Hand.Release(swap(p), b) }

func swap(p hw.Pod) hw.Pod {
	switch p {
	case 5:
		return 6
	case 6:
		return 5
	}
	return p
}

// TestDeadExpander checks that nobody is asked to press the buttons of a dead expander.
func TestDeadExpander(t *testing.T) {
	o, board, out := rig(t)
	board.Buses["I2C1"].Detach(0x21)
	require.EqualError(t, checkup.Run(o), "14 of 60 checks failed")
	got := failures(out)
	assert.Contains(t, got[0], "expander right: reset IOCON.BANK: ")
	assert.Contains(t, got, "button A of pod 4: its expander does not work")
	assert.Less(t, o.Now(), 10*time.Second)
}

// TestLineThatTellsNothing checks that a broken interrupt line loses no press, and is reported.
func TestLineThatTellsNothing(t *testing.T) {
	o, board, out := rig(t)
	board.Expanders[1].WireINTA(chip.NewPin("nowhere", -1))
	require.EqualError(t, checkup.Run(o), "1 of 61 checks failed", out)
	assert.Equal(t, []string{
		"interrupt line of expander right, with presses: the interrupt line stays high when a button is pressed; the buttons are polled",
	}, failures(out))
	assert.Contains(t, out.String(), "ok    interrupt line of expander right: GPIO27\n")
}

// TestMuteSwitch checks that the switch is asked for, that one which does not answer is named, and
// that a box which is muted is not blamed for being silent.
func TestMuteSwitch(t *testing.T) {
	for _, c := range []struct {
		name   string
		built  func(b *config.Box)
		hand   func(h checkup.Hand, b *chip.Board) checkup.Hand
		failed []string
	}{
		{"works", nil, nil, nil},
		{
			"closed at first", nil,
			func(h checkup.Hand, b *chip.Board) checkup.Hand {
				b.Throw(true)
				return contrary{h}
			},
			[]string{"sound: the mute switch is closed; open it and begin again"},
		},
		{
			"not wired", nil,
			func(h checkup.Hand, _ *chip.Board) checkup.Hand { return lame{h} },
			[]string{"mute switch: right.GPB6 has not changed for 15s"},
		},
		{
			"its expander is dead",
			func(b *config.Box) { b.Mute = &config.Pin{On: config.OnKeyboard, Part: 0, Bit: 2} },
			nil,
			[]string{"keyboard pad: no such device", "mute switch: the keyboard pad does not work"},
		},
	} {
		t.Run(c.name, func(t *testing.T) {
			cfg := muted()
			cfg.Keyboards = []config.Keyboard{{Name: "pad", Device: "/dev/input/pad"}}
			if c.built == nil {
				cfg.Keyboards = nil
			} else {
				c.built(cfg)
			}
			board, err := chip.NewBoard(cfg)
			require.NoError(t, err)
			if len(board.Keyboards) > 0 {
				board.Keyboards[0].Unplug(true)
			}
			parts, err := drivers.Open(cfg, sim.Host(board), nil)
			require.NoError(t, err)
			t.Cleanup(func() { require.NoError(t, parts.Close()) })
			var now time.Duration
			var out bytes.Buffer
			hand := checkup.Hand(checkup.Virtual(checkup.Eye{
				Finger:  func(p hw.Pod, b hw.Button, down bool) { board.Press(p, b, down) },
				Picture: func(p hw.Pod) *hw.Frame { return board.Screen(p).Frame() },
				Colours: func() []hw.RGB { return board.AppendLamps(nil) },
				Switch:  board.Throw,
				Box:     cfg,
			}))
			if c.hand != nil {
				hand = c.hand(hand, board)
			}
			err = checkup.Run(checkup.Options{
				Config: cfg, Parts: parts, Hand: hand, Out: &out,
				Now:  func() time.Duration { return now },
				Wait: func(d time.Duration) error { now += d; return nil },
			})
			assert.Equal(t, c.failed, failures(&out))
			if len(c.failed) == 0 {
				require.NoError(t, err, out.String())
				assert.Contains(t, out.String(), "ok    mute switch\n")
			}
		})
	}
}

// contrary throws the switch the other way.
type contrary struct{ checkup.Hand }

func (c contrary) Throw(back bool) { c.Hand.Throw(!back) }

// lame throws nothing.
type lame struct{ checkup.Hand }

func (lame) Throw(bool) {}

func TestButtonThatDoesNotCome(t *testing.T) {
	o, board, out := rig(t)
	o.Hand = lazyHand{o.Hand, board}
	require.EqualError(t, checkup.Run(o), "1 of 60 checks failed")
	assert.Equal(t, []string{"button B of pod 3: no press for 15s"}, failures(out))
}

// A lazyHand never presses B of pod 3.
type lazyHand struct {
	checkup.Hand
	board *chip.Board
}

func (l lazyHand) Press(p hw.Pod, b hw.Button) {
	if p != 3 || b != hw.B {
		l.Hand.Press(p, b)
	}
}

func TestPerson(t *testing.T) {
	var out bytes.Buffer
	p := checkup.NewPerson(strings.NewReader("\nwhat\nno\nYES\ny\n"), &out)
	seen, err := p.SeesLight(2, hw.RGB{R: 255}, "red")
	require.NoError(t, err)
	assert.True(t, seen, "Enter is yes")
	seen, err = p.SeesScreen(hw.Panel, nil, "a frame")
	require.NoError(t, err)
	assert.False(t, seen)
	seen, err = p.Hears("a tone")
	require.NoError(t, err)
	assert.True(t, seen)
	p.Throw(false)
	p.Throw(true)
	seen, err = p.SeesDice([]hw.Die{{Colour: "black", Face: "3"}, {Colour: "red", Face: "puppet"}})
	require.NoError(t, err)
	assert.True(t, seen)
	_, err = p.Hears("a tone")
	require.ErrorContains(t, err, "no answer")
	assert.Equal(t, "Is the light of pod 2, and no other, red now? [Y/n] "+
		"Does the main screen show a frame? [Y/n] Does the main screen show a frame? [Y/n] "+
		"Did you hear a tone? [Y/n] Throw the mute switch, and leave it there.\nThrow the mute switch back.\n"+
		"Are these the dice in the tray: black 3, red puppet? [Y/n] Did you hear a tone? [Y/n] ", out.String())
}

// TestSlowBus checks that a bus at its default speed is noted, and is not a failure.
func TestSlowBus(t *testing.T) {
	for _, c := range []struct {
		kHz  physic.Frequency
		note string
	}{
		{100, "note  I2C1: a picture takes 93ms; dtparam=i2c_arm_baudrate=400000 "},
		{400, ""},
	} {
		t.Run(fmt.Sprint(int64(c.kHz)), func(t *testing.T) {
			o, board, out := rig(t)
			o.Hand = nil
			bus := board.Buses["I2C1"]
			require.NoError(t, bus.SetSpeed(c.kHz*physic.KiloHertz))
			o.Now = bus.Time
			require.NoError(t, checkup.Run(o))
			assert.Contains(t, out.String(), c.note)
			assert.Equal(t, c.note != "", strings.Contains(out.String(), "note"))
		})
	}
}

func TestWithoutAHand(t *testing.T) {
	o, _, out := rig(t)
	o.Hand = nil
	require.NoError(t, checkup.Run(o))
	assert.NotContains(t, out.String(), "button")
}

// TestMachineThatLacks checks that what a machine lacks is said once, with what to type, and not
// once more for each part on a bus that is not there.
func TestMachineThatLacks(t *testing.T) {
	o, board, out := rig(t)
	for a := range uint16(0x80) {
		board.Buses["I2C1"].Detach(a)
	}
	o.Needs = func(*config.Box) []drivers.Report {
		return []drivers.Report{
			{Part: "I2C1", Err: &drivers.Lack{Reason: "I2C1 is turned off", Command: "sudo turn it on"}},
			{Part: "SPI0.0"},
			{Part: "GPIO", Err: &drivers.Lack{Reason: "this machine has none"}},
		}
	}
	require.Error(t, checkup.Run(o))
	got := failures(out)
	assert.Equal(t, []string{
		"I2C1: I2C1 is turned off",
		"GPIO: this machine has none",
		"expander left: I2C1 does not work", "expander right: I2C1 does not work",
		"mux: I2C1 does not work", "main screen: I2C1 does not work", "screen of pod 0: I2C1 does not work",
	}, got[:7])
	assert.Contains(t, out.String(), "FAIL  I2C1: I2C1 is turned off\n      type: sudo turn it on\n")
	assert.Contains(t, out.String(), "ok    SPI0.0\n")
	assert.Contains(t, out.String(), "ok    lights: ")
	assert.Equal(t, 1, strings.Count(out.String(), "turned off"))
	assert.Equal(t, 1, strings.Count(out.String(), "type:"))
}

// TestBuzzer checks that a box whose only sound is a buzzer is heard, and that one without PWM is
// told so before anybody listens.
func TestBuzzer(t *testing.T) {
	for _, broken := range []bool{false, true} {
		cfg := config.Builds()[0].Box()
		board, err := chip.NewBoard(cfg)
		require.NoError(t, err)
		host := sim.Host(board)
		if broken {
			host.Wave = func(string) (drivers.Wave, error) { return nil, errors.New("there is no PWM") }
		}
		parts, err := drivers.Open(cfg, host, nil)
		require.NoError(t, err)
		t.Cleanup(func() { require.NoError(t, parts.Close()) })
		var now time.Duration
		var out bytes.Buffer
		ear := &ear{Hand: checkup.Virtual(checkup.Eye{
			Finger:  func(p hw.Pod, b hw.Button, down bool) { board.Press(p, b, down) },
			Picture: func(p hw.Pod) *hw.Frame { return board.Screen(p).Frame() },
			Box:     cfg,
		})}
		err = checkup.Run(checkup.Options{
			Config: cfg, Parts: parts, Hand: ear, Out: &out,
			Now: func() time.Duration { return now },
			Wait: func(d time.Duration) error {
				now += d
				ear.tone = max(ear.tone, board.Buzzer.Hertz())
				return nil
			},
		})
		if broken {
			require.Error(t, err)
			assert.Equal(t, []string{"buzzer: there is no PWM"}, failures(&out))
			assert.Zero(t, ear.asked)
			continue
		}
		require.NoError(t, err, out.String())
		assert.Contains(t, out.String(), "ok    sound: a tone of the buzzer\n")
		assert.Equal(t, []int{880, 1}, []int{ear.tone, ear.asked})
	}
}

// An ear hears what the buzzer plays.
type ear struct {
	checkup.Hand
	tone, asked int
}

func (e *ear) Hears(string) (bool, error) {
	e.asked++
	return e.tone == 880, nil
}
