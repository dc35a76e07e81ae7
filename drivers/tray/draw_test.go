package tray

import (
	"image"
	"image/color"
	"testing"

	"github.com/stretchr/testify/assert"
)

func TestDraw(t *testing.T) {
	m := image.NewGray(image.Rect(10, 20, 210, 170))
	spot := Spot{Die: Die{"red", 5}, X: 60, Y: 70, Size: 40, Sure: true}
	count := func(r Reading, tone color.RGBA) (n int) {
		to := Draw(m, r)
		assert.Equal(t, image.Rect(0, 0, 200, 150), to.Rect)
		for y := range 90 { // above the caption of what lies at the border
			for x := range 200 {
				if to.RGBAAt(x, y) == tone {
					n++
				}
			}
		}
		return n
	}
	assert.Greater(t, count(Reading{Spots: []Spot{spot}}, sureTone), 300)
	assert.Zero(t, count(Reading{Spots: []Spot{spot}}, unsureTone))
	spot.Sure = false
	assert.Greater(t, count(Reading{Spots: []Spot{spot}}, unsureTone), 300)
	spot.Face = 0
	assert.Greater(t, count(Reading{Spots: []Spot{spot}}, unsureTone), 300)
	spot.X, spot.Y = -30, 900 // as a wild reading may have it
	assert.NotPanics(t, func() { Draw(m, Reading{Spots: []Spot{spot}}) })
}
