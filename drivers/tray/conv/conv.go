// Package conv runs small convolutional networks in plain Go, and reads and writes their weights.
//
// A network is a list of layers. Pictures and what comes between the layers are slices of
// float32, row by row, the channels of a pixel side by side. A Net keeps its buffers, so that
// running it again allocates nothing; it is not safe for concurrent use.
package conv

import (
	"encoding/binary"
	"errors"
	"fmt"
	"math"
)

// A Layer is a convolution, followed by a leaky ReLU if Bend is set.
type Layer struct {
	Kernel  int // its side, odd unless Pad is 0
	Stride  int
	Spread  int // distance between the taps of the kernel, 1 if they are neighbours
	Pad     int // rows and columns of zeros around the input
	In, Out int // channels
	Bend    bool
	Add     bool // adds the input to the output, which has its shape
}

// Leak is the slope of the leaky ReLU below 0.
const Leak = 0.1

// Size returns the width or height of the output for the input's.
func (l Layer) Size(in int) int {
	return (in+2*l.Pad-(l.Kernel-1)*l.Spread-1)/l.Stride + 1
}

// Taps is the number of weights for an output channel, without the bias.
func (l Layer) Taps() int { return l.Kernel * l.Kernel * l.In }

// Weights is the number of all weights of the layer: for each tap one of each output channel,
// then the biases.
func (l Layer) Weights() int { return (l.Taps() + 1) * l.Out }

// Count returns the number of weights of a network.
func Count(layers []Layer) int {
	n := 0
	for _, l := range layers {
		n += l.Weights()
	}
	return n
}

// A Net is a network with its weights, for pictures of one size.
type Net struct {
	layers []*layer
	taps   [4][]float32
	out    []float32
}

// A layer is a Layer with its weights, and the map that it works on.
type layer struct {
	Layer
	w, h, ow, oh int

	// in is the input, with zeros around: as many as the kernel looks at, and on the right and
	// below as many more as whole tiles need.
	in          []float32
	row, border int

	weights []pair    // for two output channels after another, tap by tap
	wide    []float32 // or for sixteen at once, where [dotWide] sums up
	bias    []float32
	tiles   *tiles // nil for layers that are worked out as they are defined
}

// A pair has the weights of two output channels for a tap.
type pair struct{ a, b float32 }

// pack groups weights; there are out of them for each tap.
func pack(weights []float32, taps, out int) []pair {
	pairs := make([]pair, (out+1)/2*taps)
	for o := range out {
		for t := range taps {
			p := &pairs[o/2*taps+t]
			*[...]*float32{&p.a, &p.b}[o%2] = weights[t*out+o]
		}
	}
	return pairs
}

// packWide groups weights for [dotWide]; there are out of them for each tap.
func packWide(weights []float32, taps, out int) []float32 {
	groups := (out + 15) / 16
	packed := make([]float32, groups*taps*16)
	for o := range out {
		for t := range taps {
			packed[(o/16*taps+t)*16+o%16] = weights[t*out+o]
		}
	}
	return packed
}

// New makes a network for pictures of a size. weights holds all layers' weights, one after another.
func New(layers []Layer, weights []float32, width, height int) (*Net, error) {
	if n := Count(layers); len(weights) != n {
		return nil, fmt.Errorf("conv: %d weights, want %d", len(weights), n)
	}
	n := &Net{}
	most := 0
	for _, c := range layers {
		l := &layer{Layer: c, w: width, h: height, ow: c.Size(width), oh: c.Size(height), border: c.Pad}
		more := 0
		if c.Kernel == 3 && c.Stride == 1 && c.Pad == c.Spread && c.In%4 == 0 && c.In >= 8 && c.Out%4 == 0 {
			l.tiles = newTiles(l, weights)
			more = 4 * c.Spread
		} else {
			if wide && l.ow*l.oh >= 4 {
				l.wide = packWide(weights, c.Taps(), c.Out)
			} else {
				l.weights = pack(weights, c.Taps(), c.Out)
			}
		}
		l.bias = make([]float32, (c.Out+1)/2*2)
		copy(l.bias, weights[c.Taps()*c.Out:c.Weights()])
		l.row = (width + 2*l.border + more) * c.In
		l.in = make([]float32, l.row*(height+2*l.border+more))
		weights = weights[c.Weights():]
		most = max(most, c.Taps())
		width, height = l.ow, l.oh
		n.layers = append(n.layers, l)
		n.out = make([]float32, width*height*c.Out)
	}
	n.taps = [4][]float32{make([]float32, most), make([]float32, most), make([]float32, most), make([]float32, most)}
	return n, nil
}

// Run returns the output for a picture. It is valid until Run is called again.
func (n *Net) Run(picture []float32) []float32 {
	first := n.layers[0]
	line := first.w * first.In
	for y := range first.h {
		copy(first.line(y), picture[y*line:(y+1)*line])
	}
	for i, l := range n.layers {
		switch {
		case l.tiles != nil:
			l.tiles.run(l, n.row(i))
		case l.wide != nil:
			n.runWide(l, n.row(i))
		default:
			n.run(l, n.row(i))
		}
	}
	return n.out
}

// Input returns what a layer saw in the last run, if it has no border: all of its map.
func (n *Net) Input(layer int) []float32 {
	l := n.layers[layer]
	return l.in[:l.w*l.h*l.In]
}

// line returns a row of the input.
func (l *layer) line(y int) []float32 {
	at := (y+l.border)*l.row + l.border*l.In
	return l.in[at : at+l.w*l.In]
}

// row returns what gives the rows of the output of a layer.
func (n *Net) row(i int) func(y int) []float32 {
	if i+1 < len(n.layers) {
		return n.layers[i+1].line
	}
	wide := n.layers[i].ow * n.layers[i].Out
	return func(y int) []float32 { return n.out[y*wide : (y+1)*wide] }
}

// run works a layer out as it is defined.
func (n *Net) run(l *layer, row func(y int) []float32) {
	taps := l.Taps()
	a, b, c := n.taps[0][:taps], n.taps[1][:taps], n.taps[2][:taps]
	pixels := l.ow * l.oh
	if pixels < 3 {
		for p := range pixels {
			l.gather(p%l.ow, p/l.ow, a)
			to := pixel(l, row, p)
			for o := 0; o < l.Out; o += 2 {
				sum := dotOne(a, l.weights[o/2*taps:(o/2+1)*taps])
				copy(to[o:], sum[:])
			}
		}
	}
	var sum [6]float32
	for p := 0; p < pixels && pixels >= 3; p += 3 {
		p = min(p, pixels-3) // some are worked out twice at the end
		l.gather(p%l.ow, p/l.ow, a)
		l.gather((p+1)%l.ow, (p+1)/l.ow, b)
		l.gather((p+2)%l.ow, (p+2)/l.ow, c)
		x, y, z := pixel(l, row, p), pixel(l, row, p+1), pixel(l, row, p+2)
		o := 0
		for ; o+1 < l.Out; o += 2 {
			dot(a, b, c, l.weights[o/2*taps:(o/2+1)*taps], &sum)
			x[o], x[o+1] = sum[0], sum[1]
			y[o], y[o+1] = sum[2], sum[3]
			z[o], z[o+1] = sum[4], sum[5]
		}
		if o < l.Out {
			dot(a, b, c, l.weights[o/2*taps:(o/2+1)*taps], &sum)
			x[o], y[o], z[o] = sum[0], sum[2], sum[4]
		}
	}
	for y := range l.oh {
		l.finish(y, row(y))
	}
}

// runWide is run with [dotWide].
func (n *Net) runWide(l *layer, row func(y int) []float32) {
	taps, pixels := l.Taps(), l.ow*l.oh
	var sums [64]float32
	for p := 0; p < pixels; p += 4 {
		p = min(p, pixels-4) // some are worked out twice at the end
		var to [4][]float32
		for k := range to {
			l.gather((p+k)%l.ow, (p+k)/l.ow, n.taps[k])
			to[k] = pixel(l, row, p+k)
		}
		for o := 0; o < l.Out; o += 16 {
			dotWide(&n.taps[0][0], &n.taps[1][0], &n.taps[2][0], &n.taps[3][0], &l.wide[o*taps], taps, &sums)
			for k := range to {
				copy(to[k][o:], sums[16*k:16*k+16])
			}
		}
	}
	for y := range l.oh {
		l.finish(y, row(y))
	}
}

// pixel returns where the channels of an output pixel are.
func pixel(l *layer, row func(y int) []float32, p int) []float32 {
	at := p % l.ow * l.Out
	return row(p / l.ow)[at : at+l.Out]
}

// finish makes a row of the output of its sums.
func (l *layer) finish(y int, out []float32) {
	for at := 0; at < len(out); at += l.Out {
		l.bend(out[at:at+l.Out], out[at:at+l.Out])
	}
	if l.Add {
		add(out, l.line(y)[:len(out)])
	}
}

// bend makes the channels of an output pixel of their sums, which may be the same numbers.
func (l *layer) bend(to, sums []float32) {
	bias := l.bias[:len(to)]
	sums = sums[:len(to)]
	if wide && l.Bend && len(to)%4 == 0 {
		bendWide(&to[0], &sums[0], &bias[0], len(to))
		return
	}
	for k, v := range bias {
		v += sums[k]
		if l.Bend {
			v = max(v, v*Leak)
		}
		to[k] = v
	}
}

// add adds numbers to others.
func add(to, more []float32) {
	more = more[:len(to)]
	if wide && len(to)%4 == 0 {
		addWide(&to[0], &more[0], len(to))
		return
	}
	for k, v := range more {
		to[k] += v
	}
}

// gather copies what the kernel sees for the output pixel at x, y.
func (l *layer) gather(x, y int, to []float32) {
	at := y*l.Stride*l.row + x*l.Stride*l.In
	for ky := range l.Kernel {
		from := l.in[at+ky*l.Spread*l.row:]
		if l.Spread == 1 {
			row := l.Kernel * l.In
			copy(to[ky*row:(ky+1)*row], from)
			continue
		}
		for kx := range l.Kernel {
			copy(to[(ky*l.Kernel+kx)*l.In:(ky*l.Kernel+kx+1)*l.In], from[kx*l.Spread*l.In:])
		}
	}
}

// dot sums up three pixels with two output channels: six sums and what they need fit the
// registers of most processors.
func dot(x, y, z []float32, w []pair, sum *[6]float32) {
	var x0, x1, y0, y1, z0, z1 float32
	x, y, z = x[:len(w)], y[:len(w)], z[:len(w)]
	for i, k := range w {
		p, q, r := x[i], y[i], z[i]
		x0 += p * k.a
		x1 += p * k.b
		y0 += q * k.a
		y1 += q * k.b
		z0 += r * k.a
		z1 += r * k.b
	}
	*sum = [6]float32{x0, x1, y0, y1, z0, z1}
}

// dotOne is dot for a single pixel.
func dotOne(x []float32, w []pair) [2]float32 {
	var a0, a1, b0, b1 float32
	x = x[:len(w)]
	i := 0
	for ; i+1 < len(w); i += 2 {
		p, q, k, l := x[i], x[i+1], w[i], w[i+1]
		a0 += p * k.a
		b0 += p * k.b
		a1 += q * l.a
		b1 += q * l.b
	}
	if i < len(w) {
		a0 += x[i] * w[i].a
		b0 += x[i] * w[i].b
	}
	return [2]float32{a0 + a1, b0 + b1}
}

// Decode unpacks weights, two bytes each: IEEE 754 binary16.
func Decode(data []byte) ([]float32, error) {
	if len(data)%2 != 0 {
		return nil, errors.New("conv: weights are cut off")
	}
	weights := make([]float32, len(data)/2)
	for i := range weights {
		weights[i] = single(binary.LittleEndian.Uint16(data[2*i:]))
	}
	return weights, nil
}

func single(h uint16) float32 {
	if h&0x7c00 == 0 {
		return 0
	}
	return math.Float32frombits(uint32(h&0x8000)<<16 | (uint32(h>>10&31)+127-15)<<23 | uint32(h&0x3ff)<<13)
}
