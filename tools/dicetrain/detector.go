package main

import (
	"math"
	"math/rand/v2"

	"consigliere/drivers/tray/sight"
	"consigliere/sim/scene"
)

// trainDetector learns to find dice, and writes the weights.
func trainDetector(m *material, c course) error {
	r := rand.New(rand.NewPCG(c.seed, 1))
	l := newLearner(sight.DetectorLayers(), cropW, cropH, r)
	c.name, c.size = "detector", 16
	return l.train(c, r, func(w *worker, draw uint64) float64 {
		r := rand.New(rand.NewPCG(draw, 2))
		return find(w, m.pick(r), r)
	}, func(w *worker, draw uint64) float64 {
		r := rand.New(rand.NewPCG(draw, 2))
		return find(w, m.unseen(r), r)
	})
}

// The detector learns from crops, which are quicker than whole pictures: in half pixels.
const (
	cropW, cropH         = 128, 96
	cropGridW, cropGridH = cropW * 2 / sight.Cell, cropH * 2 / sight.Cell
)

// A crop is a part of a picture, mirrored and zoomed: from its half pixels to the frame's.
type crop struct {
	x, y         float64 // of the frame, where the crop begins
	zoomX, zoomY float64 // half pixels of the frame for one of the crop, below 0 if mirrored
}

// newCrop chooses a part of a sample, more often than not with a die in it.
func newCrop(s *sample, r *rand.Rand) crop {
	zoom := min(math.Exp(r.NormFloat64()*0.15), 1.7)
	w, h := cropW*zoom, cropH*zoom
	x, y := r.Float64()*(sight.HalfW-w), r.Float64()*(sight.HalfH-h)
	if len(s.Dice) > 0 && r.IntN(4) > 0 {
		d := s.Dice[r.IntN(len(s.Dice))]
		if d.Readable() {
			d = s.Dice[r.IntN(len(s.Dice))]
		}
		x = min(max(d.X/2-r.Float64()*w, 0), sight.HalfW-w)
		y = min(max(d.Y/2-r.Float64()*h, 0), sight.HalfH-h)
	}
	if s.photo && r.IntN(3) == 0 {
		p := background(s, r)
		x = min(max(p.X/2-r.Float64()*w, 0), sight.HalfW-w)
		y = min(max(p.Y/2-r.Float64()*h, 0), sight.HalfH-h)
	}
	c := crop{x, y, zoom, zoom}
	if r.IntN(2) == 0 {
		c.x, c.zoomX = x+w, -zoom
	}
	if r.IntN(2) == 0 {
		c.y, c.zoomY = y+h, -zoom
	}
	return c
}

// see is what the detector sees of the crop, like [sight.Frame.See].
func (c crop) see(f *sight.Frame, in []float32) {
	light, tint := f.Gain/60, f.Gain/30
	for j := range cropH {
		y := min(max(c.y+(float64(j)+0.5)*c.zoomY-0.5, 0), sight.HalfH-1.001)
		iy := int(y)
		v := float32(y - float64(iy))
		for i := range cropW {
			x := min(max(c.x+(float64(i)+0.5)*c.zoomX-0.5, 0), sight.HalfW-1.001)
			ix := int(x)
			u := float32(x - float64(ix))
			o := iy*sight.HalfW + ix
			mix := func(p []byte) float32 {
				top := float32(p[o])*(1-u) + float32(p[o+1])*u
				low := float32(p[o+sight.HalfW])*(1-u) + float32(p[o+sight.HalfW+1])*u
				return top*(1-v) + low*v
			}
			t := in[(j*cropW+i)*3:]
			t[0] = mix(f.Half)*light - 110.0/60
			t[1] = (mix(f.Blue) - 128) * tint
			t[2] = (mix(f.Red) - 128) * tint
		}
	}
}

// die returns a die as it is in the crop, in whole pixels of it; false if it is outside.
func (c crop) die(d scene.Die) (scene.Die, bool) {
	zoom := math.Abs(c.zoomX)
	d.X, d.Y, d.Size = (d.X/2-c.x)/c.zoomX*2, (d.Y/2-c.y)/c.zoomY*2, d.Size/zoom
	if c.zoomX < 0 {
		d.Angle = -d.Angle
	}
	if c.zoomY < 0 {
		d.Angle = -d.Angle
	}
	const w, h = 2 * cropW, 2 * cropH
	reach := 0.36
	switch d.Face {
	case 1:
		reach = 0.12
	case scene.Puppet:
		reach = 0.42
	}
	for k := range 4 {
		sin, cos := math.Sincos(d.Angle*math.Pi/180 + float64(k)*math.Pi/2)
		x, y := d.X+reach*d.Size*(cos-sin), d.Y+reach*d.Size*(sin+cos)
		d.Cut = d.Cut || x < 0 || y < 0 || x > w || y > h
	}
	far := 0.3 * d.Size
	return d, d.X > -far && d.Y > -far && d.X < w+far && d.Y < h+far
}

// find runs the detector over a part of a sample, and returns the loss.
func find(w *worker, s *sample, r *rand.Rand) float64 {
	c := newCrop(s, r)
	c.see(s.frame, w.picture)
	jitter(w.picture, r)
	w.put(w.picture)
	var dice []scene.Die
	for _, d := range s.Dice {
		if d, ok := c.die(d); ok {
			dice = append(dice, d)
		}
	}
	out := w.forward()
	last := len(w.layers) - 1
	grad, wide := w.grads[last], w.layers[last].wide
	clear(grad)
	loss := 0.0
	logit := func(cell, k int, want, weight float32) {
		x := out[cell*wide+k]
		p := sigmoid(x)
		grad[cell*wide+k] = (p - want) * weight
		loss -= float64(weight) * (float64(want)*math.Log(float64(p)+1e-9) + float64(1-want)*math.Log(1-float64(p)+1e-9))
	}
	value := func(cell, k int, want, weight float32) {
		d := out[cell*wide+k] - want
		const knee = 0.1
		if d > knee || d < -knee {
			loss += float64(weight) * (math.Abs(float64(d)) - knee/2)
			grad[cell*wide+k] = weight
			if d < 0 {
				grad[cell*wide+k] = -weight
			}
			return
		}
		loss += float64(weight*d*d) / (2 * knee)
		grad[cell*wide+k] = weight * d / knee
	}
	for cell := range cropGridW * cropGridH {
		cx, cy := (float64(cell%cropGridW)+0.5)*sight.Cell, (float64(cell/cropGridW)+0.5)*sight.Cell
		if s.Hand != nil {
			sx, sy := int(c.x+cx/2*c.zoomX)*2/sight.Cell, int(c.y+cy/2*c.zoomY)*2/sight.Cell
			from := min(max(sy, 0), sight.GridH-1)*sight.GridW + min(max(sx, 0), sight.GridW-1)
			logit(cell, sight.Hand, above(s.Hand[from]), 0.8)
			logit(cell, sight.Body, above(s.Body[from]), 0.6)
		} else if !s.HandIn {
			logit(cell, sight.Hand, 0, 0.8)
		}
		if s.blind {
			continue
		}
		good, bad, flat, knowGood, knowBad := float32(0), float32(0), false, true, true
		for _, d := range dice {
			// Dice whose face is outside are marked at the border.
			px, py := min(max(d.X, 4), 2*cropW-4), min(max(d.Y, 4), 2*cropH-4)
			far := math.Hypot(px-cx, py-cy)
			inner := max(0.33*d.Size, 11)
			if far > inner {
				near := far < inner+0.2*d.Size
				knowGood = knowGood && !(near && d.Readable())
				knowBad = knowBad && !near && !(d.Tilted() && far < d.Size)
				continue
			}
			if unknown(d, dice) {
				knowGood, knowBad = false, false
				continue
			}
			if !d.Readable() {
				bad = 1
				continue
			}
			switch {
			case !d.Over:
				flat = true
			case hides(d, dice, 0.3):
				knowBad = false
			default:
				bad = 1
			}
			if good == 1 {
				continue
			}
			good = 1
			sin, cos := math.Sincos(4 * d.Angle * math.Pi / 180)
			value(cell, sight.DX, float32((d.X-cx)/sight.Cell), 1)
			value(cell, sight.DY, float32((d.Y-cy)/sight.Cell), 1)
			value(cell, sight.Scale, float32(math.Log(d.Size/45)), 2)
			value(cell, sight.Cos, float32(cos), 0.6)
			value(cell, sight.Sin, float32(sin), 0.6)
		}
		if knowGood || good+bad > 0 {
			logit(cell, sight.Good, good, 1)
		}
		if knowBad || flat || bad > 0 {
			logit(cell, sight.Bad, bad, 1+2*bad)
		}
	}
	return loss
}

// unknown says that nobody knows whether something is wrong with a die: a part of it is hidden, or
// almost nothing of it shows under another.
func unknown(d scene.Die, dice []scene.Die) bool {
	if !d.Under {
		return d.Covered && !d.Cocked
	}
	for _, o := range dice {
		if o != d && math.Hypot(o.X-d.X, o.Y-d.Y) < 0.3*d.Size {
			return true
		}
	}
	return false
}

// hides says that a die lies so squarely on another, nearer than that many sides, that almost nothing
// of that shows.
func hides(d scene.Die, dice []scene.Die, near float64) bool {
	for _, o := range dice {
		if o.Under && o != d && math.Hypot(o.X-d.X, o.Y-d.Y) < near*d.Size {
			return true
		}
	}
	return false
}

func above(v byte) float32 {
	if v > 127 {
		return 1
	}
	return 0
}

// jitter changes light and colour, and adds noise.
func jitter(in []float32, r *rand.Rand) {
	gain := float32(math.Exp(r.NormFloat64() * 0.12))
	lift := float32(r.NormFloat64() * 0.1)
	blue, red := float32(r.NormFloat64()*0.12), float32(r.NormFloat64()*0.12)
	tint := float32(math.Exp(r.NormFloat64() * 0.12))
	noise := float32(max(0, r.NormFloat64()*0.04))
	seed := r.Uint64() | 1
	for i := 0; i+2 < len(in); i += 3 {
		seed ^= seed << 13
		seed ^= seed >> 7
		seed ^= seed << 17
		n := (float32(seed>>40)/(1<<24) - 0.5) * 2 * noise
		in[i] = in[i]*gain + lift + n
		in[i+1] = in[i+1]*tint + blue
		in[i+2] = in[i+2]*tint + red
	}
}
