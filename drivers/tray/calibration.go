package tray

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"image"
	"image/color"
	"image/draw"
	"image/png"
	"io/fs"
	"math"

	"consigliere/drivers/tray/sight"
)

// A Calibration is what a [Reader] knows of one tray, camera and light: the empty tray, how much
// the camera's pictures of it differ from one another, and the size and colours of the dice. A
// [Lesson] learns it.
type Calibration struct {
	// Width and Height are the size of the camera's pictures, in pixels.
	Width, Height int
	// Empty is the empty tray at half the size of a frame, as the detector sees it.
	Empty *image.RGBA
	// Noise says how much the brightness of a block of the empty tray varies from picture to
	// picture, in sixteenths of a grey level; there are BlocksW by BlocksH.
	Noise []byte
	// Size is the side of a die in pixels of a frame, which is 640 wide; 0 if no throw was learned.
	Size float64
	// Colours are the colours of dice in this light: red, green and blue, about 0 to 255.
	Colours map[string][3]float64
}

// The size of a block in pixels of a frame, and how many a calibration has.
const (
	Block            = 4
	BlocksW, BlocksH = sight.Width / Block, sight.Height / Block
)

// brightest is more than any colour of a die: one in a picture that is brighter than the colours of
// the empty tray can be above 255.
const brightest = 512

// calibrationVersion is the version of the file. A tray with another version must be learned again.
const calibrationVersion = 1

// maxCalibration is how many bytes a file of a calibration has at most.
const maxCalibration = 2 << 20

// A calibrationFile is a Calibration as it is stored: JSON with a checksum over all else.
type calibrationFile struct {
	Version int                   `json:"consigliere_tray"`
	Width   int                   `json:"width"`
	Height  int                   `json:"height"`
	Size    float64               `json:"size"`
	Colours map[string][3]float64 `json:"colours"`
	Empty   []byte                `json:"empty"` // PNG
	Noise   []byte                `json:"noise"`
	Sum     string                `json:"sum,omitempty"`
}

func (f calibrationFile) sum() (string, error) {
	f.Sum = ""
	return checksum(f)
}

// Save writes the calibration to a file, whole or not at all.
func (c *Calibration) Save(name string) error {
	var picture bytes.Buffer
	if err := png.Encode(&picture, c.Empty); err != nil {
		return err
	}
	f := calibrationFile{
		Version: calibrationVersion, Width: c.Width, Height: c.Height, Size: c.Size, Colours: c.Colours,
		Empty: picture.Bytes(), Noise: c.Noise,
	}
	var err error
	if f.Sum, err = f.sum(); err != nil {
		return err
	}
	return save(name, f)
}

// again is what to do about a calibration that cannot be used.
const again = "; consigliere doctor --tray learns the tray again"

// LoadCalibration reads what [Calibration.Save] has written. The error of a file that is not
// there is [fs.ErrNotExist].
func LoadCalibration(name string) (*Calibration, error) {
	data, err := load(name, maxCalibration, "is not the calibration of a tray", again)
	if err != nil {
		return nil, err
	}
	c, err := parseCalibration(data)
	if err != nil {
		return nil, fmt.Errorf("%s: %w%s", name, err, again)
	}
	return c, nil
}

func parseCalibration(data []byte) (*Calibration, error) {
	var f calibrationFile
	if err := json.Unmarshal(data, &f); err != nil {
		return nil, fmt.Errorf("the calibration of the tray is damaged: %w", err)
	}
	if f.Version != calibrationVersion {
		return nil, fmt.Errorf("the calibration of the tray has version %d; only version %d can be read", f.Version, calibrationVersion)
	}
	if sum, err := f.sum(); err != nil || sum != f.Sum {
		return nil, errors.New("the calibration of the tray is damaged: its checksum is wrong")
	}
	c, err := png.DecodeConfig(bytes.NewReader(f.Empty))
	if err != nil || c.Width != sight.HalfW || c.Height != sight.HalfH {
		return nil, fmt.Errorf("the calibration of the tray is damaged: its picture is not one of %dx%d pixels", sight.HalfW, sight.HalfH)
	}
	m, err := png.Decode(bytes.NewReader(f.Empty))
	if err != nil {
		return nil, fmt.Errorf("the calibration of the tray is damaged: %w", err)
	}
	cal := &Calibration{
		Width: f.Width, Height: f.Height, Size: f.Size, Colours: f.Colours, Noise: f.Noise,
		Empty: image.NewRGBA(image.Rect(0, 0, sight.HalfW, sight.HalfH)),
	}
	draw.Draw(cal.Empty, cal.Empty.Rect, m, m.Bounds().Min, draw.Src)
	return cal, cal.check()
}

// check returns what is wrong with a calibration that was not learned here.
func (c *Calibration) check() error {
	switch {
	case c.Width < minSide || c.Height < minSide, len(c.Noise) != BlocksW*BlocksH, math.IsNaN(c.Size), c.Size != 0 && (c.Size < 8 || c.Size > sight.Height):
		return errors.New("the calibration of the tray is damaged: it makes no sense")
	}
	for name, rgb := range c.Colours {
		for _, v := range rgb {
			if !(v >= 0 && v <= brightest) {
				return fmt.Errorf("the calibration of the tray is damaged: %s is %v", name, rgb)
			}
		}
	}
	return nil
}

// IsMissing reports whether an error of [LoadCalibration] says that nothing was learned yet.
func IsMissing(err error) bool { return errors.Is(err, fs.ErrNotExist) }

// A rgb is a colour of a block, from 0 to 255.
type rgb [3]float32

func (c rgb) light() float32 { return 0.299*c[0] + 0.587*c[1] + 0.114*c[2] }

// blocksOf fills the colours of the blocks of a frame.
func blocksOf(f *sight.Frame, to []rgb) {
	for y := range BlocksH {
		for x := range BlocksW {
			at := 2*y*sight.HalfW + 2*x
			mean := func(p []byte) float32 {
				return float32(int(p[at])+int(p[at+1])+int(p[at+sight.HalfW])+int(p[at+sight.HalfW+1])) / 4
			}
			l, b, r := mean(f.Half), mean(f.Blue)-128, mean(f.Red)-128
			to[y*BlocksW+x] = rgb{l + 1.402*r, l - 0.344136*b - 0.714136*r, l + 1.772*b}
		}
	}
}

// setHalf fills a frame from a picture of half its size, as far as the detector sees it.
func setHalf(f *sight.Frame, m *image.RGBA) {
	for i := range sight.HalfW * sight.HalfH {
		p := m.Pix[4*i : 4*i+3]
		var l byte
		l, f.Blue[i], f.Red[i] = color.RGBToYCbCr(p[0], p[1], p[2])
		at := i/sight.HalfW*2*sight.Width + i%sight.HalfW*2
		f.Light[at], f.Light[at+1], f.Light[at+sight.Width], f.Light[at+sight.Width+1] = l, l, l, l
	}
	f.Finish()
}
