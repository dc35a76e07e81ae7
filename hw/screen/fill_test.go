package screen

import (
	"image"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"

	"consigliere/hw"
)

func TestFill(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	got, want := hw.NewFrame(37, 9), hw.NewFrame(37, 9)
	for range 5000 {
		r := image.Rect(rng.IntN(50)-6, rng.IntN(14)-2, rng.IntN(50)-6, rng.IntN(14)-2)
		lit := rng.IntN(2) == 0
		fill(got, r, lit)
		for y := range want.H {
			for x := range want.W {
				if image.Pt(x, y).In(r) {
					want.Set(x, y, lit)
				}
			}
		}
		require.Truef(t, got.Equal(want), "%v %v", r, lit)
	}
}

func TestMaskOver(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 4))
	got, want := hw.NewFrame(37, 19), hw.NewFrame(37, 19)
	m := &mask{Frame: hw.NewFrame(11, 7), x: 2, y: 5}
	for range 5000 {
		for i := range m.Pix {
			m.Pix[i] = byte(rng.Uint32())
		}
		for y := range m.H { // what pads a row is dark
			for x := m.W; x < 16; x++ {
				m.Pix[y*m.Stride()+x>>3] &^= 0x80 >> (x & 7)
			}
		}
		clip := image.Rect(rng.IntN(50)-6, rng.IntN(24)-2, rng.IntN(50)-6, rng.IntN(24)-2)
		x, y, lit := rng.IntN(60)-12, rng.IntN(40)-10, rng.IntN(2) == 0
		m.over(got, clip, x, y, lit)
		for j := range m.H {
			for i := range m.W {
				if m.Lit(i, j) && image.Pt(x-m.x+i, y-m.y+j).In(clip) {
					want.Set(x-m.x+i, y-m.y+j, lit)
				}
			}
		}
		require.Truef(t, got.Equal(want), "%v at %d, %d", clip, x, y)
	}
}
