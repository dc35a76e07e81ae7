package hw

import (
	"image"
	"image/color"
)

// A Frame is a picture of a 1-bit display. A set bit is a lit pixel.
//
// Pix holds the rows from top to bottom, each padded to whole bytes, the leftmost pixel in
// the highest bit: the layout of a raw PBM file, with 1 as lit.
//
// A Frame is an [image.Image] with the colours black and white.
type Frame struct {
	W, H int
	Pix  []byte
}

// NewFrame returns a dark frame.
func NewFrame(w, h int) *Frame { return &Frame{w, h, make([]byte, (w+7)/8*h)} }

// Stride returns the number of bytes of a row.
func (f *Frame) Stride() int { return (f.W + 7) / 8 }

// Lit reports whether the pixel is lit. Outside of the frame nothing is.
func (f *Frame) Lit(x, y int) bool {
	if x < 0 || y < 0 || x >= f.W || y >= f.H {
		return false
	}
	return f.Pix[y*f.Stride()+x>>3]&(0x80>>(x&7)) != 0
}

// Set lights or darkens a pixel. Outside of the frame it does nothing.
func (f *Frame) Set(x, y int, lit bool) {
	if x < 0 || y < 0 || x >= f.W || y >= f.H {
		return
	}
	i, bit := y*f.Stride()+x>>3, byte(0x80>>(x&7))
	if lit {
		f.Pix[i] |= bit
	} else {
		f.Pix[i] &^= bit
	}
}

// Clear darkens the whole frame.
func (f *Frame) Clear() { clear(f.Pix) }

// Equal reports whether both frames show the same.
func (f *Frame) Equal(g *Frame) bool {
	return f.W == g.W && f.H == g.H && string(f.Pix) == string(g.Pix)
}

// Clone returns a copy.
func (f *Frame) Clone() *Frame { return &Frame{f.W, f.H, append([]byte(nil), f.Pix...)} }

// ColorModel implements [image.Image].
func (f *Frame) ColorModel() color.Model { return color.GrayModel }

// Bounds implements [image.Image].
func (f *Frame) Bounds() image.Rectangle { return image.Rect(0, 0, f.W, f.H) }

// At implements [image.Image].
func (f *Frame) At(x, y int) color.Color {
	if f.Lit(x, y) {
		return color.Gray{Y: 255}
	}
	return color.Gray{}
}
