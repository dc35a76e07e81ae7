package main

import (
	"math"
	"math/rand/v2"

	"consigliere/drivers/tray/conv"
	"consigliere/drivers/tray/sight"
	"consigliere/sim/scene"
)

// A seen is a die in a sample.
type seen struct {
	sample *sample
	die    scene.Die
}

// trainFlatness learns to tell dice that lie flat and alone from others, and writes the weights.
func trainFlatness(m *material, c course) error {
	r := rand.New(rand.NewPCG(c.seed, 5))
	l := newLearner(sight.FlatnessLayers(), sight.FlatnessPatch, sight.FlatnessPatch, r)
	c.name, c.size = "flatness", 64
	c.begin = conv.Count(sight.FlatnessLayers()[:5]) // those of a face classifier
	known, held, made := standings(m.samples), standings(m.held), standings(m.pictures)
	real := standings(m.photos)[sight.Flat]
	flat := made[sight.Flat] // of those that are not so, the truth tells no angle
	return l.train(c, r, func(w *worker, draw uint64) float64 {
		r := rand.New(rand.NewPCG(draw, 6))
		if len(real) > 0 && r.IntN(100) < m.most/2 {
			return lies(w, r, real[r.IntN(len(real))], sight.Flat)
		}
		if len(flat) > 0 && r.IntN(m.share) == 0 {
			return lies(w, r, flat[r.IntN(len(flat))], sight.Flat)
		}
		of, is := choose(&known, r)
		return lies(w, r, of, is)
	}, func(w *worker, draw uint64) float64 {
		r := rand.New(rand.NewPCG(draw, 6))
		of, is := choose(&held, r)
		return lies(w, r, of, is)
	})
}

// standings returns the dice of samples that the flatness classifier can judge.
func standings(samples []sample) (dice [sight.FlatnessOutputs][]seen) {
	for i := range samples {
		s := &samples[i]
		if s.HandIn || s.blind {
			continue
		}
		for _, d := range s.Dice {
			if k, ok := standing(d, s.Dice); ok {
				dice[k] = append(dice[k], seen{s, d})
			}
		}
	}
	return dice
}

// standing returns what is true of a die. It reports false if nobody can see that, or if nobody would
// take it for one that can be read.
func standing(d scene.Die, dice []scene.Die) (int, bool) {
	switch {
	case d.Cut:
		return 0, false
	case d.Tilted():
		return sight.Leaning, true
	case d.Under:
		return sight.Below, !unknown(d, dice)
	case d.Covered:
		return 0, false
	case d.Over:
		return sight.Above, !hides(d, dice, 0.12)
	}
	return sight.Flat, true
}

// choose chooses a die: half of them lie flat.
func choose(dice *[sight.FlatnessOutputs][]seen, r *rand.Rand) (seen, int) {
	k := sight.Flat
	if r.IntN(2) == 0 {
		k = []int{sight.Leaning, sight.Leaning, sight.Below, sight.Above, sight.Above, sight.Above}[r.IntN(6)]
	}
	if len(dice[k]) == 0 {
		k = sight.Flat
	}
	return dice[k][r.IntN(len(dice[k]))], k
}

// lies runs the flatness classifier over a die, and returns the loss.
func lies(w *worker, r *rand.Rand, of seen, is int) float64 {
	d := of.die
	// The pose is that which the face classifier has mended, of a face that nobody should read perhaps badly; and
	// it must not tell.
	off := 0.02
	if r.IntN(4) == 0 {
		off = 0.08
	}
	p := sight.Pose{
		X: d.X + r.NormFloat64()*off*d.Size, Y: d.Y + r.NormFloat64()*off*d.Size, Size: d.Size * math.Exp(r.NormFloat64()*0.045),
		Angle: d.Angle*math.Pi/180 + float64(r.IntN(4))*math.Pi/2 + r.NormFloat64()*(0.03+off/2),
	}
	of.sample.frame.Warped(p, bent(r), sight.FlatnessPatch, sight.FlatnessAround, w.picture)
	if r.IntN(2) == 0 {
		sight.Mirror(w.picture, sight.FlatnessPatch)
	}
	spoil(w.picture, sight.FlatnessPatch, r)
	jitter(w.picture, r)
	if r.IntN(2) == 0 {
		dye(w.picture, r.Float64()*2*math.Pi)
	}
	w.put(w.picture)
	out := w.forward()
	grad := w.grads[len(w.layers)-1]
	clear(grad)
	return cross(out[:sight.FlatnessOutputs], grad[:sight.FlatnessOutputs], is)
}

// dye gives everything in a picture another hue: how a die lies does not depend on colours.
func dye(in []float32, angle float64) {
	sin, cos := math.Sincos(angle)
	s, c := float32(sin), float32(cos)
	for i := 0; i+2 < len(in); i += 3 {
		blue, red := in[i+1], in[i+2]
		in[i+1], in[i+2] = blue*c-red*s, blue*s+red*c
	}
}
