package main

import (
	"math"
	"math/rand/v2"

	"consigliere/drivers/tray/sight"
)

// bent is a square as a camera sees it that isn't quite above it, or whose lens bends what it sees.
func bent(r *rand.Rand) sight.Warp {
	if r.IntN(2) == 0 {
		return sight.Warp{1, 0, 0, 1}
	}
	long, skew := math.Exp(r.NormFloat64()*0.06), r.NormFloat64()*0.06
	return sight.Warp{long, skew, skew, 1 / long}
}

// spoil makes what a network sees worse, as it is in photographs: lamps are mirrored in dice as bright arcs and
// spots, marks have nearly the colour of their die, and pictures are blurred.
func spoil(in []float32, side int, r *rand.Rand) {
	if r.IntN(4) == 0 {
		fade(in, float32(0.25+0.75*r.Float64()))
	}
	if r.IntN(5) < 2 {
		for range 1 + r.IntN(2) {
			glint(in, side, r)
		}
	}
	if r.IntN(3) == 0 {
		blur(in, side, float32(r.Float64()*0.3), float32(r.Float64()*0.3))
	}
}

// fade brings everything nearer to its mean.
func fade(in []float32, by float32) {
	var mean [3]float32
	for i := 0; i+2 < len(in); i += 3 {
		for k := range 3 {
			mean[k] += in[i+k]
		}
	}
	for i := range in {
		m := mean[i%3] / float32(len(in)/3)
		in[i] = m + (in[i]-m)*by
	}
}

// glint lays a bright arc over a picture: what a rounded edge, or the rim of a face that isn't quite flat, mirrors of a lamp. Its
// circle may be so large that it is a line, or so small that it is a spot.
func glint(in []float32, side int, r *rand.Rand) {
	s := float64(side)
	radius := s * math.Exp(math.Log(0.03)+r.Float64()*math.Log(40))
	from, wide := r.Float64()*2*math.Pi, (0.3+1.2*r.Float64())*s/2
	// The arc goes through a place near the middle.
	px, py := s/2+r.NormFloat64()*0.22*s, s/2+r.NormFloat64()*0.22*s
	cx, cy := px-radius*math.Cos(from), py-radius*math.Sin(from)
	thick := s / 32 * (0.5 + 1.6*r.Float64())
	bright, strong := float32(1.2+1.6*r.Float64()), 0.4+0.6*r.Float64()
	if r.IntN(3) == 0 {
		strong *= 0.5
	}
	for y := range side {
		for x := range side {
			dx, dy := float64(x)-cx, float64(y)-cy
			off := (math.Hypot(dx, dy) - radius) / thick
			if off > 3 || off < -3 {
				continue
			}
			turn := math.Remainder(math.Atan2(dy, dx)-from, 2*math.Pi) * radius / wide
			a := float32(strong * math.Exp(-off*off-turn*turn*turn*turn))
			if a < 0.02 {
				continue
			}
			t := in[(y*side+x)*3:]
			t[0] += (max(bright, t[0]) - t[0]) * a
			t[1] -= t[1] * a
			t[2] -= t[2] * a
		}
	}
}

// blur mixes each pixel with its neighbours, across and down.
func blur(in []float32, side int, across, down float32) {
	line := side * 3
	mix := func(from, n, step int, by float32) {
		was := in[from : from+3]
		last := [3]float32{was[0], was[1], was[2]}
		for i := range n {
			at := from + i*step
			next := at
			if i+1 < n {
				next = at + step
			}
			for k := range 3 {
				v := in[at+k]
				in[at+k] = v*(1-2*by) + (last[k]+in[next+k])*by
				last[k] = v
			}
		}
	}
	for k := range side {
		mix(k*line, side, 3, across)
		mix(k*3, side, line, down)
	}
}
