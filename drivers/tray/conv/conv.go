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

// Size returns the width or height of the output for that of the input.
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
	layers []Layer
	// packed has the weights of a layer in groups of four output channels, tap by tap.
	packed [][]float32
	bias   [][]float32
	sizes  [][2]int
	maps   [][]float32
	taps   [2][]float32
}

// New makes a network for pictures of a size. weights are those of all layers, one after another.
func New(layers []Layer, weights []float32, width, height int) (*Net, error) {
	if n := Count(layers); len(weights) != n {
		return nil, fmt.Errorf("conv: %d weights, want %d", len(weights), n)
	}
	n := &Net{layers: layers, sizes: [][2]int{{width, height}}, maps: [][]float32{nil}}
	most := 0
	for _, l := range layers {
		width, height = l.Size(width), l.Size(height)
		n.sizes = append(n.sizes, [2]int{width, height})
		n.maps = append(n.maps, make([]float32, width*height*l.Out))
		most = max(most, l.Taps())
		groups := (l.Out + 3) / 4
		packed := make([]float32, groups*l.Taps()*4)
		bias := make([]float32, groups*4)
		for o := range l.Out {
			for t := range l.Taps() {
				packed[(o/4*l.Taps()+t)*4+o%4] = weights[t*l.Out+o]
			}
			bias[o] = weights[l.Taps()*l.Out+o]
		}
		n.packed, n.bias = append(n.packed, packed), append(n.bias, bias)
		weights = weights[l.Weights():]
	}
	n.taps = [2][]float32{make([]float32, most), make([]float32, most)}
	return n, nil
}

// Run returns the output for a picture. It is valid until Run is called again.
func (n *Net) Run(picture []float32) []float32 {
	n.maps[0] = picture
	for i := range n.layers {
		n.run(i)
	}
	return n.maps[len(n.layers)]
}

func (n *Net) run(i int) {
	l, in, out := &n.layers[i], n.maps[i], n.maps[i+1]
	w, h := n.sizes[i][0], n.sizes[i][1]
	ow, oh := n.sizes[i+1][0], n.sizes[i+1][1]
	taps := l.Taps()
	a, b := n.taps[0][:taps], n.taps[1][:taps]
	pixels := ow * oh
	var sum [8]float32
	for p := 0; p < pixels; p += 2 {
		gather(l, in, w, h, p%ow, p/ow, a)
		q := min(p+1, pixels-1)
		gather(l, in, w, h, q%ow, q/ow, b)
		for o := 0; o < l.Out; o += 4 {
			dot(a, b, n.packed[i][o*taps:(o+4)*taps], &sum)
			for k := range min(4, l.Out-o) {
				bias := n.bias[i][o+k]
				out[p*l.Out+o+k] = sum[k] + bias
				out[q*l.Out+o+k] = sum[4+k] + bias
			}
			if p == q { // the last pixel of an odd number
				for k := range min(4, l.Out-o) {
					out[p*l.Out+o+k] = sum[k] + n.bias[i][o+k]
				}
			}
		}
	}
	if l.Bend {
		for k, v := range out {
			if v < 0 {
				out[k] = v * Leak
			}
		}
	}
	if l.Add {
		for k, v := range in[:len(out)] {
			out[k] += v
		}
	}
}

// gather copies what the kernel sees for the output pixel at x, y.
func gather(l *Layer, in []float32, w, h, x, y int, to []float32) {
	x, y = x*l.Stride-l.Pad, y*l.Stride-l.Pad
	row := l.Kernel * l.In
	whole := l.Spread == 1 && x >= 0 && x+l.Kernel <= w
	for ky := range l.Kernel {
		part := to[ky*row : (ky+1)*row]
		sy := y + ky*l.Spread
		switch {
		case sy < 0 || sy >= h:
			clear(part)
		case whole:
			copy(part, in[(sy*w+x)*l.In:])
		default:
			for kx := range l.Kernel {
				tap := part[kx*l.In : (kx+1)*l.In]
				if sx := x + kx*l.Spread; sx < 0 || sx >= w {
					clear(tap)
				} else {
					copy(tap, in[(sy*w+sx)*l.In:])
				}
			}
		}
	}
}

// dot sums up two pixels with four output channels: eight sums fit the registers.
func dot(a, b, w []float32, sum *[8]float32) {
	var s0, s1, s2, s3, t0, t1, t2, t3 float32
	b = b[:len(a)]
	for i, x := range a {
		y := b[i]
		k := w[i*4 : i*4+4 : i*4+4]
		w0, w1, w2, w3 := k[0], k[1], k[2], k[3]
		s0 += x * w0
		s1 += x * w1
		s2 += x * w2
		s3 += x * w3
		t0 += y * w0
		t1 += y * w1
		t2 += y * w2
		t3 += y * w3
	}
	*sum = [8]float32{s0, s1, s2, s3, t0, t1, t2, t3}
}

// Encode packs weights, two bytes each.
func Encode(weights []float32) []byte {
	data := make([]byte, 2*len(weights))
	for i, v := range weights {
		binary.LittleEndian.PutUint16(data[2*i:], half(v))
	}
	return data
}

// Decode is the opposite of Encode.
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

// half rounds to IEEE 754 binary16: a sign, 5 bits of exponent, 10 of fraction. What is too
// small for its normal numbers becomes 0, what is too large the largest.
func half(v float32) uint16 {
	bits := math.Float32bits(v) + 0x1000 // rounds the fraction
	sign := uint16(bits >> 16 & 0x8000)
	exponent := int(bits>>23&0xff) - 127 + 15
	switch {
	case exponent <= 0:
		return sign
	case exponent >= 31:
		return sign | 0x7bff
	}
	return sign | uint16(exponent)<<10 | uint16(bits>>13&0x3ff)
}

func single(h uint16) float32 {
	if h&0x7c00 == 0 {
		return 0
	}
	return math.Float32frombits(uint32(h&0x8000)<<16 | (uint32(h>>10&31)+127-15)<<23 | uint32(h&0x3ff)<<13)
}
