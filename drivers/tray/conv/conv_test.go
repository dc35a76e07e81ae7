package conv

import (
	"encoding/binary"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// slow is a layer as it is defined, tap by tap.
func slow(l Layer, weights, in []float32, w, h int) []float32 {
	ow, oh := l.Size(w), l.Size(h)
	out := make([]float32, ow*oh*l.Out)
	for y := range oh {
		for x := range ow {
			for o := range l.Out {
				sum := weights[l.Taps()*l.Out+o]
				for ky := range l.Kernel {
					for kx := range l.Kernel {
						sx, sy := x*l.Stride-l.Pad+kx*l.Spread, y*l.Stride-l.Pad+ky*l.Spread
						if sx < 0 || sy < 0 || sx >= w || sy >= h {
							continue
						}
						for c := range l.In {
							sum += in[(sy*w+sx)*l.In+c] * weights[((ky*l.Kernel+kx)*l.In+c)*l.Out+o]
						}
					}
				}
				if l.Bend && sum < 0 {
					sum *= Leak
				}
				if l.Add {
					sum += in[(y*w+x)*l.In+o]
				}
				out[(y*ow+x)*l.Out+o] = sum
			}
		}
	}
	return out
}

func TestRunAgainstDefinition(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	for _, l := range []Layer{
		{Kernel: 3, Stride: 1, Spread: 1, Pad: 1, In: 5, Out: 5, Bend: true, Add: true},
		{Kernel: 3, Stride: 2, Spread: 1, Pad: 1, In: 3, Out: 8, Bend: true},
		{Kernel: 3, Stride: 1, Spread: 2, Pad: 2, In: 4, Out: 6},
		{Kernel: 3, Stride: 1, Spread: 1, Pad: 1, In: 8, Out: 8, Bend: true, Add: true},
		{Kernel: 3, Stride: 1, Spread: 2, Pad: 2, In: 12, Out: 12, Bend: true, Add: true},
		{Kernel: 3, Stride: 1, Spread: 3, Pad: 3, In: 8, Out: 12},
		{Kernel: 4, Stride: 1, Spread: 1, Pad: 0, In: 2, Out: 3},
		{Kernel: 1, Stride: 1, Spread: 1, Pad: 0, In: 7, Out: 9},
	} {
		w, h := 7, 9
		in, weights := make([]float32, w*h*l.In), make([]float32, l.Weights())
		for _, s := range [][]float32{in, weights} {
			for i := range s {
				s[i] = float32(r.NormFloat64())
			}
		}
		n, err := New([]Layer{l}, weights, w, h)
		require.NoError(t, err)
		got := n.Run(in)
		for i, want := range slow(l, weights, in, w, h) {
			assert.InDelta(t, want, got[i], 1e-4, "%+v output %d", l, i)
		}
		assert.Zero(t, testing.AllocsPerRun(3, func() { n.Run(in) }))
	}
	_, err := New([]Layer{{Kernel: 1, Stride: 1, Spread: 1, In: 1, Out: 1}}, nil, 1, 1)
	assert.EqualError(t, err, "conv: 0 weights, want 2")
}

// TestRunIsTheSameOnEachProcessor checks that a network gives the same bits whether the processor sums up sixteen channels
// at once or not, so that dice are read alike.
func TestRunIsTheSameOnEachProcessor(t *testing.T) {
	if !wide {
		t.Skip("this processor has no AVX")
	}
	r := rand.New(rand.NewPCG(3, 4))
	layers := []Layer{
		{Kernel: 5, Stride: 2, Spread: 1, Pad: 2, In: 3, Out: 8, Bend: true},
		{Kernel: 3, Stride: 2, Spread: 1, Pad: 1, In: 8, Out: 32, Bend: true},
		{Kernel: 3, Stride: 1, Spread: 1, Pad: 1, In: 32, Out: 32, Bend: true, Add: true},
		{Kernel: 3, Stride: 1, Spread: 2, Pad: 2, In: 32, Out: 20, Bend: true},
		{Kernel: 1, Stride: 1, Spread: 1, Pad: 0, In: 20, Out: 9},
	}
	weights, in := make([]float32, Count(layers)), make([]float32, 58*46*3)
	for _, s := range [][]float32{in, weights} {
		for i := range s {
			s[i] = float32(r.NormFloat64())
		}
	}
	var outs [2][]float32
	for i := range outs {
		withWide(t, i == 1)
		n, err := New(layers, weights, 58, 46)
		require.NoError(t, err)
		outs[i] = slices.Clone(n.Run(in))
		assert.Equal(t, i == 1, n.layers[0].wide != nil)
		assert.Equal(t, i == 1, n.layers[2].tiles.wider[0] != nil)
	}
	assert.Equal(t, outs[0], outs[1])
}

// encode packs weights, two bytes each.
func encode(weights []float32) []byte {
	data := make([]byte, 2*len(weights))
	for i, v := range weights {
		binary.LittleEndian.PutUint16(data[2*i:], half(v))
	}
	return data
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

func TestDecode(t *testing.T) {
	weights := []float32{0, 1, -1, 0.333, -1234.5, 1e-9, 1e9, 65504}
	got, err := Decode(encode(weights))
	require.NoError(t, err)
	for i, want := range []float32{0, 1, -1, 0.333, -1234.5, 0, 65504, 65504} {
		assert.InEpsilon(t, want+1e6, got[i]+1e6, 1e-3)
		assert.InDelta(t, want, got[i], 0.0006*float64(max(want, -want)))
	}
	_, err = Decode([]byte{1})
	assert.Error(t, err)
}

func BenchmarkRun(b *testing.B) {
	l := Layer{Kernel: 3, Stride: 1, Spread: 1, Pad: 1, In: 24, Out: 24, Bend: true}
	n, err := New([]Layer{l}, make([]float32, l.Weights()), 40, 30)
	require.NoError(b, err)
	in := make([]float32, 40*30*24)
	for b.Loop() {
		n.Run(in)
	}
	b.ReportMetric(float64(b.N)*40*30*float64(l.Taps()*l.Out)/b.Elapsed().Seconds()/1e9, "GMAC/s")
}
