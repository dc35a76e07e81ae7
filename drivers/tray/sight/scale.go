package sight

import (
	"image"
	"image/color"
	"math"
)

// A plane is the brightness of a picture, or one of its tints.
type plane struct {
	pix          []byte
	stride, w, h int
	across, down float64 // how many pixels of the picture one of the plane is wide and high
}

// planesOf returns brightness and tints, blue and red, of a picture.
func planesOf(m image.Image) [3]plane {
	b := m.Bounds()
	w, h := b.Dx(), b.Dy()
	if p, ok := m.(*image.YCbCr); ok {
		across, down := 1, 1
		switch p.SubsampleRatio {
		case image.YCbCrSubsampleRatio422:
			across = 2
		case image.YCbCrSubsampleRatio420:
			across, down = 2, 2
		case image.YCbCrSubsampleRatio440:
			down = 2
		case image.YCbCrSubsampleRatio411:
			across = 4
		case image.YCbCrSubsampleRatio410:
			across, down = 4, 2
		}
		if b.Min.X%across == 0 && b.Min.Y%down == 0 { // as with all pictures that aren't part of another
			tint := plane{stride: p.CStride, w: (w + across - 1) / across, h: (h + down - 1) / down, across: float64(across), down: float64(down)}
			blue, red := tint, tint
			blue.pix, red.pix = p.Cb[p.COffset(b.Min.X, b.Min.Y):], p.Cr[p.COffset(b.Min.X, b.Min.Y):]
			return [3]plane{{p.Y[p.YOffset(b.Min.X, b.Min.Y):], p.YStride, w, h, 1, 1}, blue, red}
		}
	}
	var all [3]plane
	for k := range all {
		all[k] = plane{make([]byte, w*h), w, w, h, 1, 1}
	}
	rgba, plain := m.(*image.RGBA)
	for y := range h {
		for x := range w {
			at := y*w + x
			if plain {
				o := rgba.PixOffset(b.Min.X+x, b.Min.Y+y)
				all[0].pix[at], all[1].pix[at], all[2].pix[at] = color.RGBToYCbCr(rgba.Pix[o], rgba.Pix[o+1], rgba.Pix[o+2])
				continue
			}
			r, g, bl, _ := m.At(b.Min.X+x, b.Min.Y+y).RGBA()
			all[0].pix[at], all[1].pix[at], all[2].pix[at] = color.RGBToYCbCr(byte(r>>8), byte(g>>8), byte(bl>>8))
		}
	}
	return all
}

// at returns what a plane has at a place of its picture; what is beside that is grey.
func (p plane) at(x, y float64) float32 {
	x, y = x/p.across-0.5, y/p.down-0.5
	w, h := float64(p.w-1), float64(p.h-1)
	if x < -0.5 || y < -0.5 || x > w+0.5 || y > h+0.5 {
		return 128
	}
	x, y = min(max(x, 0), w), min(max(y, 0), h)
	ix, iy := int(x), int(y)
	u, v := float32(x-float64(ix)), float32(y-float64(iy))
	right, below := min(ix+1, p.w-1), min(iy+1, p.h-1)
	a, b := p.pix[iy*p.stride:], p.pix[below*p.stride:]
	upper := float32(a[ix])*(1-u) + float32(a[right])*u
	lower := float32(b[ix])*(1-u) + float32(b[right])*u
	return upper*(1-v) + lower*v
}

// A scaler scales planes. It keeps its buffers.
type scaler struct {
	across, down []tap
	weights      []float32
	lines        []float32
}

// A tap is the pixels of a line that make one of the scaled line: a number of them from a place on. None make one that is
// beside the picture.
type tap struct{ from, n, first int }

// scale fills a plane of w by h pixels with one that begins at x, y in it, so that zoom pixels of the picture
// become one. What is beside it is grey.
func (s *scaler) scale(p plane, to []byte, w, h int, x, y, zoom float64) {
	s.weights = s.weights[:0]
	s.across = s.taps(s.across[:0], w, p.w, x, zoom/p.across)
	s.down = s.taps(s.down[:0], h, p.h, y, zoom/p.down)
	if n := w * p.h; cap(s.lines) < n {
		s.lines = make([]float32, n)
	}
	for line := range p.h {
		from, into := p.pix[line*p.stride:line*p.stride+p.w], s.lines[line*w:(line+1)*w]
		for i, t := range s.across {
			sum := float32(0)
			for k, v := range s.weights[t.first : t.first+t.n] {
				sum += v * float32(from[t.from+k])
			}
			into[i] = sum
		}
	}
	for j, t := range s.down {
		row := to[j*w : (j+1)*w]
		for i := range row {
			if t.n == 0 || s.across[i].n == 0 {
				row[i] = 128
				continue
			}
			sum := float32(0.5)
			for k, v := range s.weights[t.first : t.first+t.n] {
				sum += v * s.lines[(t.from+k)*w+i]
			}
			row[i] = byte(sum)
		}
	}
}

// taps adds the pixels that each of n pixels is made of, from a line of a length that begins at one of them: those around
// its middle, the nearer the more. Where a line becomes much shorter every pixel counts.
func (s *scaler) taps(list []tap, n, of int, begin, scale float64) []tap {
	reach := 1.0
	if scale > 1.5 {
		reach = scale
	}
	for i := range n {
		middle := (float64(i) + 0.5 - begin) * scale
		if middle < 0 || middle > float64(of) {
			list = append(list, tap{})
			continue
		}
		middle -= 0.5
		from, to := max(int(math.Ceil(middle-reach)), 0), min(int(math.Floor(middle+reach)), of-1)
		t := tap{from, to - from + 1, len(s.weights)}
		sum := float32(0)
		for k := from; k <= to; k++ {
			v := float32(max(1-math.Abs(float64(k)-middle)/reach, 0))
			s.weights = append(s.weights, v)
			sum += v
		}
		for k := range t.n {
			s.weights[t.first+k] /= sum
		}
		list = append(list, t)
	}
	return list
}
