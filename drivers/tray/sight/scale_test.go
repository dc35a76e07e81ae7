package sight

import (
	"fmt"
	"image"
	"image/color"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// TestPicturesOfAnySizeFit checks that brightness and tints stay where they are in a picture that is scaled, however it is
// stored, and that what is beside it is grey.
func TestPicturesOfAnySizeFit(t *testing.T) {
	NewFrame().Set(image.NewGray(image.Rect(0, 0, 1, 1)))
	for _, size := range []image.Point{{33, 470}, {320, 240}, {640, 640}, {800, 600}, {1280, 960}, {1281, 961}, {2592, 1944}} {
		t.Run(fmt.Sprint(size), func(t *testing.T) {
			plain := image.NewRGBA(image.Rectangle{Max: size})
			stored := image.NewYCbCr(image.Rectangle{Max: size}, image.YCbCrSubsampleRatio420)
			for y := range size.Y {
				for x := range size.X {
					c := color.RGBA{uint8(255 * x / size.X), uint8(255 * y / size.Y), 90, 255}
					plain.SetRGBA(x, y, c)
					stored.Y[stored.YOffset(x, y)], stored.Cb[stored.COffset(x, y)], stored.Cr[stored.COffset(x, y)] = color.RGBToYCbCr(c.R, c.G, c.B)
				}
			}
			for _, m := range []image.Image{plain, stored, struct{ image.Image }{plain}} {
				f := NewFrame()
				f.Set(m)
				b := f.Bounds()
				require.False(t, b.Empty())
				for y := b.Min.Y + 3; y < b.Max.Y-3; y += 7 {
					for x := b.Min.X + 3; x < b.Max.X-3; x += 11 {
						px, py := float64(x)*f.Zoom+f.OffX, float64(y)*f.Zoom+f.OffY
						r, g := 255*px/float64(size.X), 255*py/float64(size.Y)
						l, cb, cr := color.RGBToYCbCr(uint8(min(max(r, 0), 255)), uint8(min(max(g, 0), 255)), 90)
						at := y*Width + x
						require.InDelta(t, l, f.Light[at], 6, "%T at %d, %d", m, x, y)
						half := y/2*HalfW + x/2
						require.InDelta(t, cb, f.Blue[half], 7, "%T at %d, %d", m, x, y)
						require.InDelta(t, cr, f.Red[half], 7, "%T at %d, %d", m, x, y)
					}
				}
				if b.Min.X > 2 {
					assert.EqualValues(t, 128, f.Light[Width*100])
					assert.EqualValues(t, 128, f.Blue[HalfW*50])
				}
			}
		})
	}
}
