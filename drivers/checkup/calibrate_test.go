package checkup_test

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"image"
	"image/draw"
	"image/png"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"consigliere/config"
	"consigliere/drivers/checkup"
	"consigliere/drivers/tray"
	"consigliere/hw"
	"consigliere/sim/scene"
)

// A drawnTray is a camera over a tray that is drawn, and the hand that throws dice into it.
type drawnTray struct {
	scene   *scene.Scene
	shown   image.Image
	unplugs bool
}

func newDrawnTray() *drawnTray {
	dice := []scene.Face{{Colour: "black", Face: 2}, {Colour: "white", Face: 3}, {Colour: "grey", Face: 4}, {Colour: "red", Face: 5}}
	d := &drawnTray{scene: scene.New(rand.New(rand.NewPCG(8, 8)), scene.Options{Set: scene.Pate, Throw: dice})}
	d.shown = d.scene.Render().Image
	return d
}

// hand clears the tray or throws dice, and returns their colours from left to right.
func (d *drawnTray) hand(clear bool) (colours []string) {
	var dice []scene.Face
	if !clear {
		dice = []scene.Face{{Colour: "black", Face: 1}, {Colour: "white", Face: 2}, {Colour: "grey", Face: 4}, {Colour: "red", Face: 5}}
	}
	d.scene.Again(dice, false)
	p := d.scene.Render()
	d.shown = p.Image
	slices.SortFunc(p.Dice, func(a, b scene.Die) int { return cmp.Compare(a.X, b.X) })
	for _, die := range p.Dice {
		colours = append(colours, die.Colour)
	}
	return colours
}

func (d *drawnTray) open(context.Context) (tray.Camera, error) { return d, nil }

func (d *drawnTray) Close() error { return nil }

func (d *drawnTray) Frame(context.Context) (image.Image, error) {
	if d.unplugs {
		return nil, errors.New("unplugged")
	}
	return d.shown, nil
}

// TestCalibration learns a tray in the check-up, and is told later that it fits, that the camera
// was moved, and that the file is damaged.
func TestCalibration(t *testing.T) {
	if os.Getenv("CONSIGLIERE_WIDE") == "" && os.Getenv("CONSIGLIERE_LONG") == "" {
		t.Skip("draws and reads trays for seconds; CONSIGLIERE_WIDE=1 runs it, as .ci/run does")
	}
	o, _, out := rig(t)
	drawn := newDrawnTray()
	file := filepath.Join(t.TempDir(), "new", "tray.json")
	o.Config.Tray = &config.Tray{Device: "/dev/video0", Set: "pate", Calibration: file}
	o.Camera = drawn.open
	check := func(hand checkup.Hand) string {
		o.Hand = hand
		out.Reset()
		_ = checkup.Run(o) // what failed is in out
		_, lines, _ := strings.Cut(out.String(), "camera: ")
		return lines
	}
	got := check(nil)
	assert.Contains(t, got, "--    calibration of the tray: none yet; dice are read without it\n")
	assert.NoFileExists(t, file)
	eye := checkup.Eye{Tray: drawn.hand, Box: o.Config}
	hand := &hastyHand{Hand: checkup.Virtual(eye)}
	require.NoError(t, checkup.Calibrate(checkup.Options{Config: o.Config, Camera: drawn.open, Out: out, Hand: hand}), out)
	assert.Contains(t, out.String(), "note  two dice are called red, but the set has only one. once more\n")
	assert.Contains(t, out.String(), "ok    calibration of the tray: "+file+"; a die is 5")
	assert.Contains(t, check(nil), "ok    calibration of the tray: "+file+", and the picture fits\n")

	still := drawn.shown
	bumped := image.NewRGBA(still.Bounds())
	draw.Draw(bumped, bumped.Rect, still, image.Pt(14, -10), draw.Src)
	drawn.shown = bumped
	const moved = "note  calibration of the tray: the camera or the tray has moved; dice are read without it, until the tray is learned again\n"
	got = check(nil)
	assert.Contains(t, got, moved)
	assert.NotContains(t, got, "FAIL")

	require.NoError(t, os.WriteFile(file, []byte("{"), 0o600))
	got = check(nil)
	assert.Contains(t, got, "FAIL  calibration of the tray: "+file+": the calibration of the tray is damaged: ")
	assert.Contains(t, got, "consigliere doctor --tray learns the tray again\n")
}

// A hastyHand takes all dice for red ones, once.
type hastyHand struct {
	checkup.Hand
	asked bool
}

func (h *hastyHand) NamesDice(dice []hw.Die, colours []string) ([]string, error) {
	if !h.asked {
		h.asked = true
		return slices.Repeat([]string{"red"}, len(dice)), nil
	}
	return h.Hand.NamesDice(dice, colours)
}

// TestCalibrationGivenUp checks that a tray that cannot be learned ends in order, and writes nothing.
func TestCalibrationGivenUp(t *testing.T) {
	file := filepath.Join(t.TempDir(), "tray.json")
	box := config.Default()
	drawn := newDrawnTray()
	drawn.hand(true)
	empty := drawn.shown
	calibrate := func(h checkup.Hand) (string, error) {
		var out bytes.Buffer
		err := checkup.Calibrate(checkup.Options{Config: box, Camera: drawn.open, Out: &out, Hand: h})
		return out.String(), err
	}
	hand := checkup.Virtual(checkup.Eye{Box: box, Tray: func(bool) []string {
		drawn.shown = empty
		return nil
	}})
	_, err := calibrate(hand)
	require.EqualError(t, err, `the configuration has no [tray]; name the right one with --config, or add [tray] with its device, such as "/dev/video0"`)
	box.Tray = &config.Tray{Device: "/dev/video0", Set: "pate", Calibration: file}
	out, err := calibrate(hand)
	require.EqualError(t, err, "the tray was not learned")
	assert.Equal(t, 6, strings.Count(out, "note  dice seen: 0; dice needed: one of each colour (black, white, grey, red), so that they lie apart. once more\n"))
	drawn.unplugs = true
	_, err = calibrate(hand)
	require.EqualError(t, err, "unplugged")
	assert.NoFileExists(t, file)
}

// TestPersonTeaches is the dialogue of a person who teaches the tray.
func TestPersonTeaches(t *testing.T) {
	var out bytes.Buffer
	p := checkup.NewPerson(strings.NewReader("\n\nn\n\nn\nred, pink\nRed black\ny\n"), &out)
	wants, err := p.WantsCalibration()
	require.NoError(t, err)
	assert.True(t, wants)
	require.NoError(t, p.ClearTray())
	dice := []hw.Die{{Colour: "black", Face: "3"}, {Colour: "red", Face: "puppet"}}
	empty, err := p.SeesEmptyTray(dice)
	require.NoError(t, err)
	assert.False(t, empty)
	require.NoError(t, p.ThrowDice([]string{"black", "red"}, true))
	names, err := p.NamesDice(dice, []string{"black", "red"})
	require.NoError(t, err)
	assert.Equal(t, []string{"red", "black"}, names)
	names, err = p.NamesDice(dice, []string{"black", "red"})
	require.NoError(t, err)
	assert.Equal(t, []string{"black", "red"}, names)
	require.ErrorContains(t, p.ThrowDice([]string{"ivory", "red"}, false), "no answer")
	assert.Equal(t, "Shall the box learn the empty tray, its light and its dice? It knows more dice for certain then. [Y/n] "+
		"Take everything out of the tray, your hands as well, and press Enter. "+
		"Dice seem to lie there: black 3, red puppet. Is the tray empty all the same? [Y/n] "+
		"Throw one die of each colour (black, red), see that none touches another, and press Enter. "+
		"Are these the dice in the picture of the camera, from left to right: black 3, red puppet? [Y/n] "+
		"Which colours are they, from left to right (black, red)? Which colours are they, from left to right (black, red)? "+
		"Are these the dice in the picture of the camera, from left to right: black 3, red puppet? [Y/n] "+
		"Throw some dice of the colour that you play with, see that none touches another, and press Enter. ", out.String())
}

// A stillCamera sees the same picture for ever, some times a second.
type stillCamera struct{ picture image.Image }

func (c stillCamera) Close() error { return nil }

func (c stillCamera) Frame(ctx context.Context) (image.Image, error) {
	select {
	case <-ctx.Done():
		return nil, ctx.Err()
	case <-time.After(20 * time.Millisecond):
		return c.picture, nil
	}
}

// A lookingHand aims the camera until it sees the dice framed in the file.
type lookingHand struct {
	checkup.Hand
	file  string
	green int // how many pixels of frames around certain dice it has seen
}

var errAimed = errors.New("aimed")

func (h *lookingHand) ClearTray() error {
	for range 500 {
		if data, err := os.ReadFile(h.file); err == nil {
			m, err := png.Decode(bytes.NewReader(data)) // it is whole, whenever it is looked at
			if err != nil {
				return err
			}
			for y := range m.Bounds().Dy() {
				for x := range m.Bounds().Dx() {
					if r, g, b, _ := m.At(x, y).RGBA(); r>>8 == 0x20 && g>>8 == 0xd0 && b>>8 == 0x60 {
						h.green++
					}
				}
			}
			return errAimed
		}
		time.Sleep(20 * time.Millisecond)
	}
	return errors.New("there is no picture")
}

// TestWhatTheCameraSeesIsShown checks that a file shows what the camera sees while somebody aims it, with a frame around
// each die.
func TestWhatTheCameraSeesIsShown(t *testing.T) {
	f, err := os.Open("../tray/testdata/pictures/pate-013.jpg")
	require.NoError(t, err)
	defer f.Close()
	m, err := tray.Decode(f)
	require.NoError(t, err)
	box := config.Default()
	box.Tray = &config.Tray{Device: "/dev/video0", Set: "pate", Calibration: filepath.Join(t.TempDir(), "tray.json")}
	hand := &lookingHand{file: filepath.Join(t.TempDir(), "seen.png")}
	var out bytes.Buffer
	open := func(context.Context) (tray.Camera, error) { return stillCamera{m}, nil }
	err = checkup.Calibrate(checkup.Options{Config: box, Camera: open, Out: &out, Hand: hand, Seen: hand.file})
	require.ErrorIs(t, err, errAimed)
	assert.Greater(t, hand.green, 4*4*40, "four frames")
	assert.Empty(t, out.String())

	broken := func(context.Context) (tray.Camera, error) { return nil, errors.New("unplugged") }
	hand.file = filepath.Join(t.TempDir(), "none.png")
	require.NoError(t, os.WriteFile(hand.file, []byte("none"), 0o600))
	err = checkup.Calibrate(checkup.Options{Config: box, Camera: broken, Out: &out, Hand: hand, Seen: hand.file})
	require.Error(t, err)
	assert.Contains(t, out.String(), "does not show what the camera sees: unplugged")
}
