package tray

import (
	"context"
	"errors"
	"image"
	"image/color"
	"image/draw"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"consigliere/hw"
)

// moved returns a picture with everything moved, as if the dice rolled.
func moved(m image.Image, by int) image.Image {
	to := image.NewRGBA(m.Bounds())
	draw.Draw(to, to.Rect, m, image.Pt(by, by), draw.Src)
	return to
}

// lit returns a picture with more light.
func lit(m image.Image, more uint8) image.Image {
	to := image.NewRGBA(m.Bounds())
	draw.Draw(to, to.Rect, m, image.Point{}, draw.Src)
	for i := range to.Pix {
		to.Pix[i] = max(to.Pix[i], to.Pix[i]+more)
	}
	return to
}

func TestRollReadsOnceAtRest(t *testing.T) {
	six := readPicture(t, "testdata/pictures/standard-033.jpg")
	two := readPicture(t, "testdata/pictures/standard-037.jpg") // ivory 1 and 2
	none := image.NewUniform(color.Gray{Y: 128})
	empty := image.NewRGBA(six.Bounds())
	draw.Draw(empty, empty.Rect, none, image.Point{}, draw.Src)
	r, err := NewRoll(Standard())
	require.NoError(t, err)
	for i, c := range []struct {
		why   string
		frame image.Image
		want  []Die // what is final with this frame
	}{
		{"an empty tray is no throw", empty, nil},
		{"", empty, nil},
		{"", empty, nil},
		{"a die is rolling", moved(six, 40), nil},
		{"still", moved(six, 20), nil},
		{"at rest, one look is not enough", six, nil},
		{"nor one frame without motion", six, nil},
		{"now it is", six, []Die{{"red", 6}}},
		{"told once", six, nil},
		{"a hand", moved(two, 60), nil},
		{"the hand has gone", six, nil},
		{"", six, nil},
		{"nobody has rolled", six, nil},
		{"more light", lit(six, 4), nil},
		{"two dice", two, nil},
		{"", two, nil},
		{"", two, []Die{{"ivory", 1}, {"ivory", 2}}},
		{"they are taken out", empty, nil},
		{"", empty, nil},
		{"", empty, nil},
		{"and fall as before", two, nil},
		{"", two, nil},
		{"which is another throw", two, []Die{{"ivory", 1}, {"ivory", 2}}},
	} {
		got, final := r.Frame(c.frame)
		assert.Equal(t, c.want != nil, final, "frame %d: %s", i, c.why)
		if final {
			assert.Equal(t, c.want, got.Dice, "frame %d", i)
		}
	}
}

// A show is a camera that gives pictures, and fails in between.
type show struct{ list []image.Image }

var errUnplugged = errors.New("unplugged")

func (s *show) Close() error { return nil }

func (s *show) Frame(ctx context.Context) (image.Image, error) {
	select {
	case <-ctx.Done():
		return nil, ctx.Err()
	case <-time.After(time.Second / 5):
	}
	if len(s.list) == 0 {
		return nil, errUnplugged
	}
	m := s.list[0]
	s.list = s.list[1:]
	return m, nil
}

// TestWatcherComesBack unplugs a camera in mid-roll: that is told once, and the dice are read
// when it is back.
func TestWatcherComesBack(t *testing.T) {
	six := readPicture(t, "testdata/pictures/standard-033.jpg")
	synctest.Test(t, func(t *testing.T) {
		opened := 0
		w := Watcher{Set: Standard(), Open: func(context.Context) (Camera, error) {
			opened++
			switch opened {
			case 1:
				return &show{[]image.Image{moved(six, 20)}}, nil
			case 2, 3:
				return nil, errUnplugged
			}
			return &show{[]image.Image{six, six, six, six}}, nil
		}}
		ctx, stop := context.WithTimeout(t.Context(), 8*time.Second)
		defer stop()
		var told []hw.Throw
		w.Watch(ctx, func(h hw.Throw) { told = append(told, h) })
		require.GreaterOrEqual(t, len(told), 2)
		assert.Equal(t, hw.Throw{Doubt: hw.NoTray}, told[0])
		require.Len(t, told[1].Dice, 1)
		die := told[1].Dice[0]
		assert.InDelta(t, 410./640, die.X, 0.01)
		assert.InDelta(t, 178./480, die.Y, 0.01)
		assert.Equal(t, hw.Throw{Dice: []hw.Die{{Colour: "red", Face: "6", X: die.X, Y: die.Y}}}, told[1])
	})
}

func TestFolder(t *testing.T) {
	dir := t.TempDir()
	data, err := os.ReadFile("testdata/pictures/standard-033.jpg")
	require.NoError(t, err)
	for _, name := range []string{"b.jpg", "a.JPG", "notes.txt"} {
		require.NoError(t, os.WriteFile(filepath.Join(dir, name), data, 0o600))
	}
	c, err := Device(dir)(t.Context())
	require.NoError(t, err)
	require.NoError(t, c.Close())
	c, err = Folder(dir, 0)(t.Context())
	require.NoError(t, err)
	for range 2 {
		m, err := c.Frame(t.Context())
		require.NoError(t, err)
		assert.Equal(t, 640, m.Bounds().Dx())
	}
	_, err = c.Frame(t.Context())
	assert.Error(t, err, "no more")
	_, err = Folder(filepath.Join(dir, "none"), 0)(t.Context())
	assert.Error(t, err)
}

// TestProcess runs a program that writes pictures one after another, as rpicam-vid does, and
// then one that complains.
func TestProcess(t *testing.T) {
	picture := "testdata/pictures/standard-033.jpg"
	c, err := Process("cat", picture, picture, picture)(t.Context())
	require.NoError(t, err)
	for range 3 {
		m, err := c.Frame(t.Context())
		require.NoError(t, err)
		assert.Equal(t, 480, m.Bounds().Dy())
	}
	_, err = c.Frame(t.Context())
	assert.ErrorContains(t, err, "cat: ended")
	require.NoError(t, c.Close())

	c, err = Process("cat", "no-such-file")(t.Context())
	require.NoError(t, err)
	_, err = c.Frame(t.Context())
	assert.ErrorContains(t, err, "No such file")
	require.NoError(t, c.Close())
	_, err = Process("consigliere-no-such-program")(t.Context())
	assert.Error(t, err)
}

// TestOptionsOfTheCamera checks that the focus and the exposure in a configuration reach the program of the
// camera.
func TestOptionsOfTheCamera(t *testing.T) {
	picture, err := filepath.Abs("testdata/pictures/standard-033.jpg")
	require.NoError(t, err)
	bin := t.TempDir()
	asked := filepath.Join(bin, "asked")
	script := "#!/bin/sh\necho \"$@\" >" + asked + "\ncat " + picture + "\n"
	require.NoError(t, os.WriteFile(filepath.Join(bin, "rpicam-vid"), []byte(script), 0o755))
	t.Setenv("PATH", bin+":"+os.Getenv("PATH"))
	const plain = "--timeout 0 --nopreview --codec mjpeg --width 640 --height 480 --framerate 5 --output -"
	for device, want := range map[string]string{
		"rpicam": plain,
		"rpicam --autofocus-mode manual --lens-position 4": plain + " --autofocus-mode manual --lens-position 4",
	} {
		c, err := Device(device)(t.Context())
		require.NoError(t, err)
		_, err = c.Frame(t.Context())
		require.NoError(t, err)
		require.NoError(t, c.Close())
		got, err := os.ReadFile(asked)
		require.NoError(t, err)
		assert.Equal(t, want, strings.TrimSpace(string(got)))
	}
}

// TestCameras finds USB cameras, each once, and a Pi's own if its program lists one.
func TestCameras(t *testing.T) {
	dev, byPath, bin := t.TempDir(), t.TempDir(), t.TempDir()
	for name, device := range map[string]string{
		"pci-0000:00:14.0-usb-0:8:1.0-video-index0":         "video0",
		"pci-0000:00:14.0-usbv2-0:8:1.0-video-index0":       "video0",
		"pci-0000:00:14.0-usb-0:8:1.0-video-index1":         "video1", // which gives no pictures
		"platform-xhci-hcd.0-usb-0:2:1.0-video-index0":      "video2",
		"platform-bcm2835-codec-video-index0":               "video10",
		"platform-1000880000.pisp_be-video-index0":          "video20",
		"platform-xhci-hcd.1-usb-0:1:1.0-video-index0-gone": "video3",
	} {
		require.NoError(t, os.WriteFile(filepath.Join(dev, device), nil, 0o600))
		require.NoError(t, os.Symlink(filepath.Join(dev, device), filepath.Join(byPath, name)))
	}
	require.NoError(t, os.Symlink(filepath.Join(dev, "none"), filepath.Join(byPath, "pci-0-usb-0:9:1.0-video-index0")))
	usb := []string{
		filepath.Join(byPath, "pci-0000:00:14.0-usb-0:8:1.0-video-index0"),
		filepath.Join(byPath, "platform-xhci-hcd.0-usb-0:2:1.0-video-index0"),
	}
	t.Setenv("PATH", bin)
	assert.Equal(t, usb, Cameras(t.Context(), byPath))
	assert.Empty(t, Cameras(t.Context(), filepath.Join(byPath, "nowhere")))

	rpicam := filepath.Join(bin, "rpicam-hello")
	for _, c := range []struct {
		says string
		want []string
	}{
		{"No cameras available!", usb},
		{"Available cameras\n-----------------\n0 : imx219 [3280x2464 10-bit RGGB] (/base/soc/i2c0mux/i2c@1/imx219@10)\n    Modes: 'SRGGB10_CSI2P' : 640x480", append(slices.Clone(usb), "rpicam")},
	} {
		require.NoError(t, os.WriteFile(rpicam, []byte("#!/bin/sh\n[ \"$*\" = --list-cameras ] && echo \""+c.says+"\"\n"), 0o700))
		assert.Equal(t, c.want, Cameras(t.Context(), byPath), c.says)
	}
}

func TestFramesOfAStream(t *testing.T) {
	one := string(encoded(t, 40, 40, false))
	s := frames(strings.NewReader("noise" + one + one + "\x00\x00" + one))
	n := 0
	for ; s.Scan(); n++ {
		_, err := Decode(strings.NewReader(s.Text()))
		require.NoError(t, err)
	}
	assert.Equal(t, 3, n)
}

func TestUnpackYUYV(t *testing.T) {
	m := image.NewYCbCr(image.Rect(0, 0, 4, 1), image.YCbCrSubsampleRatio422)
	unpackYUYV(m, []byte{1, 10, 2, 20, 3, 30, 4, 40})
	assert.Equal(t, color.YCbCr{Y: 2, Cb: 10, Cr: 20}, m.YCbCrAt(1, 0))
	assert.Equal(t, color.YCbCr{Y: 3, Cb: 30, Cr: 40}, m.YCbCrAt(2, 0))
}
