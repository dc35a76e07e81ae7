package main

import (
	"math"
	"math/rand/v2"

	"consigliere/drivers/tray/conv"
	"consigliere/drivers/tray/sight"
)

// trainFaces learns to read faces, and writes the weights.
func trainFaces(m *material, layers []conv.Layer, c course) error {
	r := rand.New(rand.NewPCG(c.seed, 3))
	l := newLearner(layers, sight.Patch, sight.Patch, r)
	c.name, c.size = "faces", 64
	example := func(w *worker, draw uint64, pick func(*rand.Rand) *sample) float64 {
		r := rand.New(rand.NewPCG(draw, 4))
		for {
			if loss, ok := classify(w, pick(r), r); ok {
				return loss
			}
		}
	}
	return l.train(c, r, func(w *worker, draw uint64) float64 {
		return example(w, draw, m.pick)
	}, func(w *worker, draw uint64) float64 {
		return example(w, draw, m.unseen)
	})
}

// classify runs the face classifier over a part of a sample. It reports false if nobody knows what that shows.
func classify(w *worker, s *sample, r *rand.Rand) (float64, bool) {
	face, colour := sight.None, -1
	var p sight.Pose
	var shift [4]float64
	dice := 5
	if s.photo {
		dice = 3 // what else is seen in photographs looks more like dice than what is drawn
	}
	if len(s.Dice) > 0 && r.IntN(dice) > 0 {
		d := s.Dice[r.IntN(len(s.Dice))]
		if d.Covered && !d.Under || s.blind {
			return 0, false
		}
		p = sight.Pose{X: d.X, Y: d.Y, Size: d.Size, Angle: d.Angle * math.Pi / 180}
		if !d.Readable() && (d.Moving || r.IntN(3) == 0) {
			// Anything that the detector may take for a face, such as another one of a die that leans.
			far := 0.15
			if d.Tilted() && r.IntN(2) == 0 {
				far = 0.4
			}
			p.X, p.Y = p.X+r.NormFloat64()*far*d.Size, p.Y+r.NormFloat64()*far*d.Size
			p.Size *= math.Exp(r.NormFloat64() * 0.15)
			p.Angle = r.Float64() * 2 * math.Pi
		} else {
			// A pose somewhat beside the truth: to be read, and to be mended. A face that nobody
			// should read is looked at in the same way, or its pose would tell.
			rough := 0.5 + r.Float64()
			u, v, grow, turn := r.NormFloat64()*0.08*rough, r.NormFloat64()*0.08*rough, r.NormFloat64()*0.08*rough, r.NormFloat64()*0.12*rough
			if r.IntN(3) == 0 { // the detector may be quite wrong about the angle
				turn = (r.Float64() - 0.5) * 1.2
			}
			switch {
			case d.Readable():
				face, colour = d.Face-1, colourIndex(d.Colour)
			case d.Cocked && !d.Cut && !d.Covered:
				return 0, false // it is a face all the same: that it leans is for the flatness classifier to say
			}
			if r.IntN(8) == 0 { // so far off that it isn't a face any more
				a := r.Float64() * 2 * math.Pi
				far := 0.45 + 0.6*r.Float64()
				u, v, face, colour = far*math.Cos(a), far*math.Sin(a), sight.None, -1
			}
			p.Angle += float64(r.IntN(4)) * math.Pi / 2
			shift = [4]float64{-u, -v, -grow, -turn / (math.Pi / 4)}
			p.Size *= math.Exp(grow)
			p.Angle += turn
			sin, cos := math.Sincos(p.Angle)
			u, v = u*p.Size, v*p.Size
			p.X, p.Y = p.X+u*cos-v*sin, p.Y+u*sin+v*cos
		}
	} else {
		p = background(s, r)
		for _, d := range s.Dice {
			if math.Hypot(d.X-p.X, d.Y-p.Y) < 0.45*d.Size {
				return 0, false
			}
		}
	}
	in := w.picture
	s.frame.Warped(p, bent(r), sight.Patch, sight.Around, in)
	if r.IntN(2) == 0 { // mirrored: every face is its own mirror image, turned
		sight.Mirror(in, sight.Patch)
		shift[0], shift[3] = -shift[0], -shift[3]
	}
	if r.IntN(4) == 0 || s.photo && r.IntN(4) == 0 {
		remix(in, r)
		colour = -1
	}
	spoil(in, sight.Patch, r)
	jitter(in, r)
	w.put(in)
	out := w.forward()
	grad := w.grads[len(w.layers)-1]
	clear(grad)
	loss := cross(out[:sight.Faces], grad[:sight.Faces], face)
	if colour >= 0 {
		loss += 0.5 * cross(out[sight.Colours:sight.ShiftX], grad[sight.Colours:sight.ShiftX], colour)
		for i := sight.Colours; i < sight.ShiftX; i++ {
			grad[i] *= 0.5
		}
	}
	if face != sight.None {
		for i, want := range shift {
			d := float64(out[sight.ShiftX+i]) - want
			loss += 20 * d * d / 2
			grad[sight.ShiftX+i] = float32(20 * d)
		}
	}
	return loss, true
}

// background returns a place in a sample, more often than not one where something can be seen.
func background(s *sample, r *rand.Rand) (p sight.Pose) {
	most := -1
	for range 1 + 9*r.IntN(2) {
		b := s.frame.Bounds()
		q := sight.Pose{X: float64(b.Min.X) + r.Float64()*float64(b.Dx()), Y: float64(b.Min.Y) + r.Float64()*float64(b.Dy()), Size: 15 + 52*r.Float64(), Angle: r.Float64() * 2 * math.Pi}
		if contrast := s.contrast(q); contrast > most {
			p, most = q, contrast
		}
	}
	return p
}

// contrast returns by how much the light of a place differs, and 0 where a die lies.
func (s *sample) contrast(p sight.Pose) int {
	for _, d := range s.Dice {
		if math.Hypot(d.X-p.X, d.Y-p.Y) < 0.5*(d.Size+p.Size) {
			return 0
		}
	}
	least, most := 255, 0
	for k := range 25 {
		x := min(max(int(p.X+(float64(k%5)-2)*0.3*p.Size), 0), sight.Width-1)
		y := min(max(int(p.Y+(float64(k/5)-2)*0.3*p.Size), 0), sight.Height-1)
		v := int(s.frame.Light[y*sight.Width+x])
		least, most = min(least, v), max(most, v)
	}
	return most - least
}

// remix gives a picture other colours: a face is told by its marks, whatever sets them apart from the die.
func remix(in []float32, r *rand.Rand) {
	// A turn in the space of light and tints, tints stretched to where they mean as much as light.
	var q [4]float64
	n := 0.0
	for i := range q {
		q[i] = r.NormFloat64()
		n += q[i] * q[i]
	}
	n = math.Sqrt(n)
	a, b, c, d := q[0]/n, q[1]/n, q[2]/n, q[3]/n
	turn := [9]float32{
		float32(a*a + b*b - c*c - d*d), float32(2 * (b*c - a*d)), float32(2 * (b*d + a*c)),
		float32(2 * (b*c + a*d)), float32(a*a - b*b + c*c - d*d), float32(2 * (c*d - a*b)),
		float32(2 * (b*d - a*c)), float32(2 * (c*d + a*b)), float32(a*a - b*b - c*c + d*d),
	}
	var mean [3]float32
	for i := 0; i+2 < len(in); i += 3 {
		for k := range 3 {
			mean[k] += in[i+k] * 3 / float32(len(in))
		}
	}
	for i := 0; i+2 < len(in); i += 3 {
		x, y, z := in[i]-mean[0], in[i+1]-mean[1], in[i+2]-mean[2]
		in[i] = turn[0]*x + turn[1]*y + turn[2]*z + mean[0]
		in[i+1] = turn[3]*x + turn[4]*y + turn[5]*z + mean[1]
		in[i+2] = turn[6]*x + turn[7]*y + turn[8]*z + mean[2]
	}
}

// cross is the cross entropy of logits, with its gradient.
func cross(logits, grad []float32, want int) float64 {
	top := logits[0]
	for _, v := range logits {
		top = max(top, v)
	}
	sum := 0.0
	for _, v := range logits {
		sum += math.Exp(float64(v - top))
	}
	for i, v := range logits {
		grad[i] = float32(math.Exp(float64(v-top)) / sum)
	}
	p := float64(grad[want])
	grad[want]--
	return -math.Log(p + 1e-9)
}
