// Package sight has what the reader of package tray and the program that trains it must do
// alike: frames, what their networks see of them, and the shape of the networks.
//
// The detector looks at a whole frame at half size and says for each cell of a grid whether the
// upper face of a die lies there, where exactly, and whether there is something that should not
// be: a leaning or moving die, a hand. The face classifier looks at one face, turned upright, and says
// its number and its colour.
package sight

import (
	"image"
	"image/color"
	"math"

	"consigliere/drivers/tray/conv"
)

// The size of a frame and of the detector's grid. Cell is the side of a cell in pixels of the frame.
const (
	Width, Height = 640, 480
	Cell          = 16
	GridW, GridH  = Width / Cell, Height / Cell
	HalfW, HalfH  = Width / 2, Height / 2
)

// What the detector says of a cell. The first four are logits.
const (
	Good            = iota // the upper face of a die that can be read is here
	Bad                    // a die that leans, moves, is under another, is cut by the border
	Hand                   // a hand is here
	Body                   // a part of a die is here
	DX                     // from the middle of the cell to the middle of the face, in cells
	DY                     //
	Scale                  // natural logarithm of the side of the face in units of 45 pixels
	Cos                    // of four times the angle
	Sin                    //
	DetectorOutputs        // number of outputs
)

// What the face classifier says of a face.
const (
	Faces       = 8            // logits: 1 to 6, the Puppeteer, none
	None        = 7            // index of none
	Colours     = 8            // index of the first logit of colours
	ShiftX      = Colours + 10 // from the middle of the patch to the middle of the face, in sides, along its axes
	ShiftY      = ShiftX + 1
	Grow        = ShiftX + 2 // natural logarithm of the true side to the one given
	Turn        = ShiftX + 3 // the true angle less the one given, in units of 45 degrees
	FaceOutputs = ShiftX + 4 // number of outputs
)

// ColourNames are the colours that the face classifier knows, in the order of its outputs.
var ColourNames = [...]string{"black", "white", "grey", "red", "ivory", "blue", "green", "yellow", "orange", "purple"}

// Patch is the side of what the face classifier sees, in its own pixels; Around is how many sides of a
// face that covers.
const (
	Patch  = 32
	Around = 1.5
)

// What the flatness classifier says of a face that was read: what is true of its die. They are logits.
const (
	Flat            = iota // it lies flat and alone
	Leaning                // on something, or it still moves
	Below                  // another die
	Above                  // another die
	FlatnessOutputs        // number of outputs
)

// FlatnessPatch is the side of what the flatness classifier sees, and FlatnessAround how many sides of a face that
// covers: the die and what lies beside it, as fine as the face classifier sees it.
const (
	FlatnessPatch  = 48
	FlatnessAround = 2.25
)

// DetectorLayers returns the shape of the detector: from 320x240x3 to the grid.
func DetectorLayers() []conv.Layer {
	return []conv.Layer{
		{Kernel: 3, Stride: 2, Spread: 1, Pad: 1, In: 3, Out: 8, Bend: true},
		{Kernel: 3, Stride: 2, Spread: 1, Pad: 1, In: 8, Out: 16, Bend: true},
		{Kernel: 3, Stride: 2, Spread: 1, Pad: 1, In: 16, Out: 32, Bend: true},
		{Kernel: 3, Stride: 1, Spread: 1, Pad: 1, In: 32, Out: 32, Bend: true, Add: true},
		{Kernel: 3, Stride: 1, Spread: 2, Pad: 2, In: 32, Out: 32, Bend: true, Add: true},
		{Kernel: 3, Stride: 1, Spread: 1, Pad: 1, In: 32, Out: 32, Bend: true, Add: true},
		{Kernel: 3, Stride: 1, Spread: 2, Pad: 2, In: 32, Out: 32, Bend: true, Add: true},
		{Kernel: 1, Stride: 1, Spread: 1, Pad: 0, In: 32, Out: DetectorOutputs},
	}
}

// FaceLayers returns the shape of the face classifier: from a patch to its outputs.
func FaceLayers() []conv.Layer {
	return []conv.Layer{
		{Kernel: 5, Stride: 2, Spread: 1, Pad: 2, In: 3, Out: 24, Bend: true},
		{Kernel: 3, Stride: 1, Spread: 1, Pad: 1, In: 24, Out: 24, Bend: true, Add: true},
		{Kernel: 3, Stride: 2, Spread: 1, Pad: 1, In: 24, Out: 48, Bend: true},
		{Kernel: 3, Stride: 1, Spread: 1, Pad: 1, In: 48, Out: 48, Bend: true, Add: true},
		{Kernel: 3, Stride: 1, Spread: 1, Pad: 1, In: 48, Out: 48, Bend: true, Add: true},
		{Kernel: 3, Stride: 2, Spread: 1, Pad: 1, In: 48, Out: 64, Bend: true},
		{Kernel: 4, Stride: 1, Spread: 1, Pad: 0, In: 64, Out: 96, Bend: true},
		{Kernel: 1, Stride: 1, Spread: 1, Pad: 0, In: 96, Out: FaceOutputs},
	}
}

// FlatnessLayers returns the shape of the flatness classifier: from a patch to its outputs.
func FlatnessLayers() []conv.Layer {
	return []conv.Layer{
		{Kernel: 5, Stride: 2, Spread: 1, Pad: 2, In: 3, Out: 16, Bend: true},
		{Kernel: 3, Stride: 1, Spread: 1, Pad: 1, In: 16, Out: 16, Bend: true, Add: true},
		{Kernel: 3, Stride: 2, Spread: 1, Pad: 1, In: 16, Out: 32, Bend: true},
		{Kernel: 3, Stride: 1, Spread: 1, Pad: 1, In: 32, Out: 32, Bend: true, Add: true},
		{Kernel: 3, Stride: 2, Spread: 1, Pad: 1, In: 32, Out: 48, Bend: true},
		{Kernel: 3, Stride: 1, Spread: 1, Pad: 1, In: 48, Out: 48, Bend: true, Add: true},
		{Kernel: 3, Stride: 2, Spread: 1, Pad: 1, In: 48, Out: 64, Bend: true},
		{Kernel: 3, Stride: 1, Spread: 1, Pad: 0, In: 64, Out: 96, Bend: true},
		{Kernel: 1, Stride: 1, Spread: 1, Pad: 0, In: 96, Out: FlatnessOutputs},
	}
}

// SlopeFrom is the layer of the flatness classifier whose input the network of slopes sees, and FoundFrom that of the detector.
const (
	SlopeFrom = 7
	FoundFrom = 7
)

// What the network of slopes says of a face: how it slopes, right and down in what the flatness classifier sees, and once more what is true
// of its die, as logits.
const (
	SlopeRight   = iota
	SlopeDown    //
	Stands       // index of the first of what the flatness classifier says, too
	SlopeOutputs = Stands + FlatnessOutputs
)

// What the network of slopes sees: what the flatness classifier has found, and what the detector has, in the middle of the face and a side away
// from there, in four ways.
const (
	slopeSeen   = 3 * 3 * 64
	foundDeep   = 32
	foundPlaces = 5
	SlopeInputs = slopeSeen + foundPlaces*(foundDeep+DetectorOutputs)
)

// SlopeLayers returns the shape of the network of slopes.
func SlopeLayers() []conv.Layer {
	return []conv.Layer{
		{Kernel: 1, Stride: 1, Spread: 1, Pad: 0, In: SlopeInputs, Out: 48, Bend: true},
		{Kernel: 1, Stride: 1, Spread: 1, Pad: 0, In: 48, Out: SlopeOutputs},
	}
}

// What the network of places says of a place where something looks like a die, or hardly. They are logits.
const (
	Nothing      = iota // is there but the ground, which may have a print, or a lamp mirrored in it
	Part                // of a die that can be read, but not its face
	Dice                // and hands
	PlaceOutputs        // number of outputs
)

// What the network of places sees: what two sights of the detector have found, and what face and flatness classifier say and have found.
const (
	lastFound   = 96
	witnessed   = 8 + foundDeep
	PlaceInputs = 2*witnessed + ShiftX + lastFound + FlatnessOutputs + lastFound
)

// PlaceLayers returns the shape of the network of places.
func PlaceLayers() []conv.Layer {
	return []conv.Layer{
		{Kernel: 1, Stride: 1, Spread: 1, Pad: 0, In: PlaceInputs, Out: 16, Bend: true},
		{Kernel: 1, Stride: 1, Spread: 1, Pad: 0, In: 16, Out: PlaceOutputs},
	}
}

// Found is what the detector has found in a frame that it saw as it is, and not in a mirror: what its last layer saw of each cell, and
// what it said.
type Found struct{ deep, said []float32 }

// Take keeps what a detector found when it last ran. It covers the frame.
func (f *Found) Take(detector *conv.Net, said []float32) {
	f.deep = append(f.deep[:0], detector.Input(FoundFrom)...)
	f.said = append(f.said[:0], said...)
}

// Deep is what its last layer saw.
func (f *Found) Deep() []float32 { return f.deep }

// Slope fills the input of the network of slopes, SlopeInputs numbers, with what the flatness classifier has found of a pose and what the
// detector has.
func (f *Found) Slope(p Pose, seen, to []float32) {
	to = to[copy(to, seen[:slopeSeen]):]
	for k := range foundPlaces {
		x, y := p.X, p.Y
		if k > 0 {
			sin, cos := math.Sincos(p.Angle + float64(k-1)*math.Pi/2)
			x, y = x+p.Size*cos, y+p.Size*sin
		}
		to = to[f.at(x, y, f.deep, foundDeep, to):]
		to = to[f.at(x, y, f.said, DetectorOutputs, to):]
	}
}

// at fills in what was found at a place in pixels, between the middles of cells. Numbers are bounded, since nobody has learned from others.
func (f *Found) at(x, y float64, of []float32, n int, to []float32) int {
	const most = 12
	x, y = min(max(x/Cell-0.5, 0), GridW-1.001), min(max(y/Cell-0.5, 0), GridH-1.001)
	ix, iy := int(x), int(y)
	u, v := float32(x-float64(ix)), float32(y-float64(iy))
	a, b := of[(iy*GridW+ix)*n:][:2*n], of[((iy+1)*GridW+ix)*n:][:2*n]
	for k := range n {
		top, low := a[k]*(1-u)+a[n+k]*u, b[k]*(1-u)+b[n+k]*u
		to[k] = min(max(top*(1-v)+low*v, -most), most)
	}
	return n
}

// A Frame is a picture as the networks want it: brightness at full and half size, colours at
// half size. Set fills it; it can be filled again.
type Frame struct {
	Light      []byte // Width by Height
	Half       []byte // HalfW by HalfH
	Blue, Red  []byte // Cb and Cr, HalfW by HalfH
	Gain       float32
	shape      image.Rectangle
	scaler     scaler
	source     [3]plane // of a larger picture: faces are seen as fine as they are there
	OffX, OffY float64  // where the frame begins in the picture, in pixels of the picture
	Zoom       float64  // pixels of the picture for one of the frame
}

// NewFrame returns a frame to fill.
func NewFrame() *Frame {
	return &Frame{
		Light: make([]byte, Width*Height), Half: make([]byte, HalfW*HalfH),
		Blue: make([]byte, HalfW*HalfH), Red: make([]byte, HalfW*HalfH),
	}
}

// Set takes a picture of any size; one that is not 640x480 is scaled to fit, and what is beside
// it is grey.
func (f *Frame) Set(m image.Image) {
	b := m.Bounds()
	f.OffX, f.OffY, f.Zoom = float64(b.Min.X), float64(b.Min.Y), 1
	f.shape = image.Rect(0, 0, Width, Height)
	f.source = [3]plane{}
	if b.Dx() != Width || b.Dy() != Height {
		f.fit(m)
		f.Finish()
		return
	}
	switch p := m.(type) {
	case *image.YCbCr:
		if p.SubsampleRatio == image.YCbCrSubsampleRatio420 && p.Rect.Min == (image.Point{}) {
			for y := range Height {
				copy(f.Light[y*Width:(y+1)*Width], p.Y[y*p.YStride:])
			}
			for y := range HalfH {
				copy(f.Blue[y*HalfW:(y+1)*HalfW], p.Cb[y*p.CStride:])
				copy(f.Red[y*HalfW:(y+1)*HalfW], p.Cr[y*p.CStride:])
			}
			break
		}
		f.convert(func(x, y int) (byte, byte, byte) {
			c := p.YCbCrAt(p.Rect.Min.X+x, p.Rect.Min.Y+y)
			return c.Y, c.Cb, c.Cr
		})
	case *image.RGBA:
		f.convert(func(x, y int) (byte, byte, byte) {
			o := p.PixOffset(p.Rect.Min.X+x, p.Rect.Min.Y+y)
			return color.RGBToYCbCr(p.Pix[o], p.Pix[o+1], p.Pix[o+2])
		})
	default:
		min := m.Bounds().Min
		f.convert(func(x, y int) (byte, byte, byte) {
			r, g, b, _ := m.At(min.X+x, min.Y+y).RGBA()
			return color.RGBToYCbCr(byte(r>>8), byte(g>>8), byte(b>>8))
		})
	}
	f.Finish()
}

// fit scales a picture.
func (f *Frame) fit(m image.Image) {
	b := m.Bounds()
	f.Zoom = math.Max(float64(b.Dx())/Width, float64(b.Dy())/Height)
	w, h := int(float64(b.Dx())/f.Zoom+0.5), int(float64(b.Dy())/f.Zoom+0.5)
	f.shape = image.Rect(0, 0, max(w, 1), max(h, 1)).Add(image.Pt((Width-w)/2, (Height-h)/2))
	x, y := float64(f.shape.Min.X), float64(f.shape.Min.Y)
	f.OffX -= x * f.Zoom
	f.OffY -= y * f.Zoom
	p := planesOf(m)
	f.source = p
	f.scaler.scale(p[0], f.Light, Width, Height, x, y, f.Zoom)
	f.scaler.scale(p[1], f.Blue, HalfW, HalfH, x/2, y/2, 2*f.Zoom)
	f.scaler.scale(p[2], f.Red, HalfW, HalfH, x/2, y/2, 2*f.Zoom)
}

// Bounds returns what part of the frame shows the picture: all of it, but for other proportions.
func (f *Frame) Bounds() image.Rectangle { return f.shape }

func (f *Frame) convert(at func(x, y int) (byte, byte, byte)) {
	for y := range HalfH {
		for x := range HalfW {
			blue, red := 2, 2
			for k := range 4 {
				px, py := 2*x+k%2, 2*y+k/2
				l, b, r := at(px, py)
				f.Light[py*Width+px] = l
				blue, red = blue+int(b), red+int(r)
			}
			f.Blue[y*HalfW+x], f.Red[y*HalfW+x] = byte(blue/4), byte(red/4)
		}
	}
}

// Finish works out what follows from Light: the half size and the gain. Set calls it.
func (f *Frame) Finish() {
	total := 0
	for y := range HalfH {
		a, b := f.Light[2*y*Width:(2*y+1)*Width], f.Light[(2*y+1)*Width:(2*y+2)*Width]
		half := f.Half[y*HalfW : (y+1)*HalfW]
		for x := range half {
			sum := int(a[2*x]) + int(a[2*x+1]) + int(b[2*x]) + int(b[2*x+1])
			half[x] = byte((sum + 2) / 4)
			total += sum
		}
	}
	mean := float32(total) / (Width * Height)
	f.Gain = min(max(110/max(mean, 1), 0.7), 4)
}

// See fills the input of the detector, HalfW*HalfH*3 numbers.
func (f *Frame) See(to []float32) { f.SeePart(0, 0, HalfW, HalfH, to) }

// SeePart fills the input of a detector that sees a part of the frame, from x, y on, in half pixels.
func (f *Frame) SeePart(x, y, width, height int, to []float32) {
	light, tint := f.Gain/60, f.Gain/30
	for j := range height {
		at := (y+j)*HalfW + x
		blue, red := f.Blue[at:at+width], f.Red[at:at+width]
		for i, v := range f.Half[at : at+width] {
			t := to[(j*width+i)*3 : (j*width+i)*3+3 : (j*width+i)*3+3]
			t[0] = float32(v)*light - 110.0/60
			t[1] = (float32(blue[i]) - 128) * tint
			t[2] = (float32(red[i]) - 128) * tint
		}
	}
}

// SeeFine fills the input of a detector that sees the frame in full, Width*Height*3 numbers.
func (f *Frame) SeeFine(to []float32) {
	light, tint := f.Gain/60, f.Gain/30
	for y := range Height {
		blue, red := f.Blue[y/2*HalfW:], f.Red[y/2*HalfW:]
		for x, v := range f.Light[y*Width : (y+1)*Width] {
			t := to[(y*Width+x)*3 : (y*Width+x)*3+3 : (y*Width+x)*3+3]
			t[0] = float32(v)*light - 110.0/60
			t[1] = (float32(blue[x/2]) - 128) * tint
			t[2] = (float32(red[x/2]) - 128) * tint
		}
	}
}

// SeeCoarse fills the input of a detector that sees the frame at a quarter of its size, HalfW*HalfH/4*3 numbers.
func (f *Frame) SeeCoarse(to []float32) {
	light, tint := f.Gain/60, f.Gain/30
	mean := func(plane []byte, at int) float32 {
		return float32(int(plane[at])+int(plane[at+1])+int(plane[at+HalfW])+int(plane[at+HalfW+1])) / 4
	}
	for y := range HalfH / 2 {
		for x := range HalfW / 2 {
			at := 2*y*HalfW + 2*x
			t := to[(y*HalfW/2+x)*3 : (y*HalfW/2+x)*3+3]
			t[0] = mean(f.Half, at)*light - 110.0/60
			t[1] = (mean(f.Blue, at) - 128) * tint
			t[2] = (mean(f.Red, at) - 128) * tint
		}
	}
}

// At returns the brightness and the tint, blue and red, at a place in pixels.
func (f *Frame) At(x, y float64) (light, blue, red float32) {
	hx, hy := x/2-0.5, y/2-0.5
	return bilinear(f.Light, Width, Height, x-0.5, y-0.5), bilinear(f.Blue, HalfW, HalfH, hx, hy) - 128, bilinear(f.Red, HalfW, HalfH, hx, hy) - 128
}

// Mirror flips what a network sees, left to right; it has the given width in pixels.
func Mirror(view []float32, width int) {
	line := width * 3
	for row := view; len(row) >= line; row = row[line:] {
		for i, j := 0, line-3; i < j; i, j = i+3, j-3 {
			for c := range 3 {
				row[i+c], row[j+c] = row[j+c], row[i+c]
			}
		}
	}
}

// A Pose is where a face lies in the frame, in pixels and radians.
type Pose struct{ X, Y, Size, Angle float64 }

// Face fills the input of the face classifier, Patch*Patch*3 numbers, with the surroundings of a face,
// turned so that it is upright.
func (f *Frame) Face(p Pose, to []float32) { f.Warped(p, plain, Patch, Around, to) }

// Die fills the input of the flatness classifier, FlatnessPatch*FlatnessPatch*3 numbers, in the same way.
func (f *Frame) Die(p Pose, to []float32) { f.Warped(p, plain, FlatnessPatch, FlatnessAround, to) }

// A Warp is how a square is bent: where a step to the right and a step down lead.
type Warp [4]float64

// plain is a square that isn't bent.
var plain = Warp{1, 0, 0, 1}

// sourceFinest is how many pixels of a larger picture are one of a square at most, if that is taken from there and not
// from the frame.
const sourceFinest = 2

// Warped fills a square of pixels that reaches a number of sides around a face. It takes them from the picture
// itself where that is finer than the frame.
func (f *Frame) Warped(p Pose, warp Warp, side int, around float64, to []float32) {
	sin, cos := math.Sincos(p.Angle)
	pitch := p.Size * around / float64(side)
	middle := float64(side) / 2
	fine := pitch < 1.5
	source := f.Zoom > 1 && pitch*f.Zoom < sourceFinest && f.source[0].pix != nil
	left, top := float64(f.shape.Min.X), float64(f.shape.Min.Y)
	light, tint := f.Gain/60, f.Gain/30
	for j := range side {
		for i := range side {
			a, b := (float64(i)+0.5-middle)*pitch, (float64(j)+0.5-middle)*pitch
			u, v := a*warp[0]+b*warp[2], a*warp[1]+b*warp[3]
			x, y := p.X+u*cos-v*sin, p.Y+u*sin+v*cos
			t := to[(j*side+i)*3:]
			if source {
				x, y = (x-left)*f.Zoom, (y-top)*f.Zoom
				t[0] = f.source[0].at(x, y)*light - 110.0/60
				t[1] = (f.source[1].at(x, y) - 128) * tint
				t[2] = (f.source[2].at(x, y) - 128) * tint
				continue
			}
			hx, hy := x/2-0.5, y/2-0.5
			if fine {
				t[0] = bilinear(f.Light, Width, Height, x-0.5, y-0.5)*light - 110.0/60
			} else {
				t[0] = bilinear(f.Half, HalfW, HalfH, hx, hy)*light - 110.0/60
			}
			t[1] = (bilinear(f.Blue, HalfW, HalfH, hx, hy) - 128) * tint
			t[2] = (bilinear(f.Red, HalfW, HalfH, hx, hy) - 128) * tint
		}
	}
}

func bilinear(p []byte, w, h int, x, y float64) float32 {
	x, y = min(max(x, 0), float64(w-1)-0.001), min(max(y, 0), float64(h-1)-0.001)
	ix, iy := int(x), int(y)
	u, v := float32(x-float64(ix)), float32(y-float64(iy))
	a := p[iy*w+ix : iy*w+ix+2]
	b := p[(iy+1)*w+ix : (iy+1)*w+ix+2]
	top := float32(a[0])*(1-u) + float32(a[1])*u
	low := float32(b[0])*(1-u) + float32(b[1])*u
	return top*(1-v) + low*v
}
