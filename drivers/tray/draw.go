package tray

import (
	"bytes"
	"image"
	"image/color"
	"image/draw"
	"image/jpeg"
	"math"

	"golang.org/x/image/font"
	"golang.org/x/image/font/basicfont"
	"golang.org/x/image/math/fixed"
)

// The colours of frames around dice.
var (
	sureTone   = color.RGBA{0x20, 0xd0, 0x60, 0xff}
	unsureTone = color.RGBA{0xff, 0x90, 0x10, 0xff}
)

// Draw returns a picture with a frame around each die that a reading found in it, and its colour and face beside
// it. Dice that are not certain have another frame and a question mark.
func Draw(m image.Image, r Reading) *image.RGBA {
	to := image.NewRGBA(image.Rectangle{Max: m.Bounds().Size()})
	draw.Draw(to, to.Rect, m, m.Bounds().Min, draw.Src)
	thick := max(2, float64(to.Rect.Dx())/320)
	for _, s := range r.Spots {
		s.X, s.Y = s.X-float64(m.Bounds().Min.X), s.Y-float64(m.Bounds().Min.Y)
		tone, words := sureTone, s.Colour+" "+r.Word(s.Face)
		switch {
		case s.Face == 0:
			tone, words = unsureTone, s.Colour+" ?"
		case !s.Sure:
			tone, words = unsureTone, words+"?"
		}
		frame(to, s, thick, tone)
		caption(to, int(s.X), int(s.Y+0.75*s.Size+thick), words, tone)
	}
	return to
}

// frame draws the outline of a face, a little larger than that.
func frame(to *image.RGBA, s Spot, thick float64, tone color.Color) {
	half := 0.56 * s.Size
	sin, cos := math.Sincos(s.Angle)
	reach := int(math.Ceil(1.5*half + thick))
	for y := int(s.Y) - reach; y <= int(s.Y)+reach; y++ {
		for x := int(s.X) - reach; x <= int(s.X)+reach; x++ {
			dx, dy := float64(x)+0.5-s.X, float64(y)+0.5-s.Y
			far := max(math.Abs(dx*cos+dy*sin), math.Abs(dy*cos-dx*sin))
			if far >= half && far < half+thick {
				to.Set(x, y, tone)
			}
		}
	}
}

// caption writes words on dark ground, with the middle of their upper edge at a place, within the picture.
func caption(to *image.RGBA, x, y int, words string, tone color.Color) {
	face := basicfont.Face7x13
	w, h := 7*len(words)+4, 15
	x = min(max(x-w/2, 0), max(to.Rect.Dx()-w, 0))
	y = min(y, max(to.Rect.Dy()-h, 0))
	draw.Draw(to, image.Rect(x, y, x+w, y+h), image.NewUniform(color.RGBA{0, 0, 0, 0xc0}), image.Point{}, draw.Over)
	d := font.Drawer{Dst: to, Src: image.NewUniform(tone), Face: face, Dot: fixed.P(x+2, y+11)}
	d.DrawString(words)
}

// The width and height of a cut-out in pixels, and how many sides of a face it shows.
const (
	cutSide   = 112
	cutAround = 2.2
)

// cutOut returns a JPEG picture of a die and of what lies beside it.
func cutOut(m image.Image, s Spot) string {
	to := image.NewRGBA(image.Rect(0, 0, cutSide, cutSide))
	b := m.Bounds()
	pitch := cutAround * s.Size / cutSide
	for y := range cutSide {
		for x := range cutSide {
			at := image.Pt(int(s.X+(float64(x)+0.5-cutSide/2)*pitch), int(s.Y+(float64(y)+0.5-cutSide/2)*pitch))
			if at.In(b) {
				to.Set(x, y, m.At(at.X, at.Y))
			}
		}
	}
	var data bytes.Buffer
	if err := jpeg.Encode(&data, to, &jpeg.Options{Quality: 80}); err != nil {
		return "" // it is asked for all the same
	}
	return data.String()
}
