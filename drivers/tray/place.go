package tray

import (
	"image"
	"math"
	"slices"

	"consigliere/drivers/tray/sight"
)

// Prints on a cloth, lamps mirrored in a tray and knots of wood look like dice to the detector now and then, and make a reading unsure. The
// network of places sees of such a place what all other networks have found, at two sizes of the picture.

// nothing reports whether a candidate that shows no face beyond doubt isn't a die, but a print. What is at the border may be a die that it cuts.
func (r *Reader) nothing(c *candidate) bool {
	if c.print || r.small.out == nil || c.face != sight.None && c.mean >= r.limits.clear.mean || !r.within(c.pose, apart) {
		return c.print
	}
	return r.nothingAt(c.pose) > r.limits.nothing
}

// apart is how many sides of a die from the middle of a print it is to the border, along its axes.
const apart = 0.7

// nothingAt returns how sure the network of places is that there is nothing at a place.
func (r *Reader) nothingAt(p sight.Pose) float64 {
	r.witness(p)
	var is [sight.PlaceOutputs]float64
	softmax(r.placeNet.Run(r.placed), allPlaces[:], is[:])
	return is[sight.Nothing]
}

var allPlaces = [sight.PlaceOutputs]bool{true, true, true}

// witness fills in what the network of places sees.
func (r *Reader) witness(p sight.Pose) {
	usual := usualField(r.grid)
	usual.deep = r.first.Deep()
	to := r.small.found(p, usual.found(p, r.placed))
	clear(to)
	const turns = 4
	at := p
	for n := range turns {
		at.Angle, at.Size = p.Angle+float64(n)*math.Pi/2, p.Size*[turns]float64{1, 1.06, 0.94, 1}[n]
		r.frame.Face(at, r.patch)
		average(to, turns, r.faceNet.Run(r.patch)[:sight.ShiftX], r.faceNet.Input(headLayer()))
	}
	to = to[sight.ShiftX+len(r.faceNet.Input(headLayer())):]
	for n := range testimonies {
		at.Angle, at.Size = p.Angle+float64(n)*math.Pi/2, p.Size
		r.frame.Die(at, r.around)
		average(to, testimonies, r.flatNet.Run(r.around), r.flatNet.Input(len(sight.FlatnessLayers())-1))
	}
}

// average adds one of n looks, which has several parts.
func average(to []float32, n int, parts ...[]float32) {
	for _, part := range parts {
		for i, v := range part {
			to[i] += v / float32(n)
		}
		to = to[len(part):]
	}
}

// found fills in what the detector has found at a place, and returns what is left to fill.
func (f field) found(p sight.Pose, to []float32) []float32 {
	const bound = 8
	said := to[:8]
	for i := range said {
		said[i] = -bound
	}
	deep := to[8:][:len(f.deep)/(f.w*f.h)]
	clear(deep)
	body, bodies, deeps := 0.0, 0.0, 0
	for cell := range f.w * f.h {
		x, y := f.middle(cell)
		far := math.Hypot(x-p.X, y-p.Y)
		of := func(what int) float32 {
			return min(max(f.out[cell*sight.DetectorOutputs+what], -bound), bound)
		}
		if far < max(0.6*p.Size, 0.75*f.side) {
			body, bodies = body+float64(of(sight.Body)), bodies+1
			for i, what := range [...]int{sight.Good, sight.Body, sight.Body, sight.Bad, sight.Hand} {
				said[i] = max(said[i], of(what))
			}
		}
		if far < max(1.3*p.Size, 0.75*f.side) {
			for i, what := range [...]int{sight.Good, sight.Body, sight.Bad} {
				said[5+i] = max(said[5+i], of(what))
			}
		}
		if far < max(0.3*p.Size, 0.71*f.side) {
			deeps++
			for i := range deep {
				deep[i] += f.deep[cell*len(deep)+i]
			}
		}
	}
	said[1] = float32(body / max(bodies, 1))
	for i := range deep {
		deep[i] /= float32(max(deeps, 1))
	}
	return to[8+len(deep):]
}

// addPrints adds to candidates the places where the detector sees a part of a die, and no face, and the network of places sees nothing.
func (r *Reader) addPrints(cands []candidate, f field) []candidate {
	r.cands = cands
	size := r.usualSize()
	if size == 0 {
		size = 45
	}
	for _, b := range bodies(f, r.limits.print) {
		c := candidate{pose: sight.Pose{X: b.x, Y: b.y, Size: size}, face: sight.None, print: true}
		if b.far > 2*size || !r.within(c.pose, apart) || slices.ContainsFunc(cands, func(d candidate) bool {
			return math.Hypot(d.pose.X-b.x, d.pose.Y-b.y) < r.limits.bodyFar*d.pose.Size && !r.nothing(&d)
		}) {
			continue
		}
		r.look(&c)
		if (c.face == sight.None || c.mean < r.sure) && r.nothingAt(c.pose) > r.limits.nothing {
			c.pose = sight.Pose{X: b.x, Y: b.y, Size: max(size, b.far/r.limits.bodyFar)}
			c.face = sight.None
			r.cands = append(r.cands, c)
		}
	}
	return r.cands
}

// A body is where the detector sees a part of a die: the middle of the cells that touch one another, and how far they reach from there.
type body struct{ x, y, far float64 }

// bodies returns them.
func bodies(f field, least float64) (all []body) {
	seen := make([]bool, f.w*f.h)
	var of []int
	var spread func(x, y int)
	spread = func(x, y int) {
		cell := y*f.w + x
		if x < 0 || y < 0 || x >= f.w || y >= f.h || seen[cell] || f.of(cell, sight.Body) < least {
			return
		}
		seen[cell] = true
		of = append(of, cell)
		spread(x-1, y)
		spread(x+1, y)
		spread(x, y-1)
		spread(x, y+1)
	}
	for cell := range seen {
		of = of[:0]
		spread(cell%f.w, cell/f.w)
		var b body
		for _, c := range of {
			x, y := f.middle(c)
			b.x, b.y = b.x+x/float64(len(of)), b.y+y/float64(len(of))
		}
		for _, c := range of {
			x, y := f.middle(c)
			b.far = max(b.far, math.Hypot(x-b.x, y-b.y))
		}
		if len(of) > 0 {
			all = append(all, b)
		}
	}
	return all
}

// A Place is where something looks like a die, or hardly.
type Place struct {
	X, Y, Far float64   // in pixels of the frame
	Sees      []float32 // what the network of places sees there
}

// Places returns the places of a picture from which the network of places learns. Only what trains it wants them.
func (r *Reader) Places(m image.Image) (all []Place) {
	const hardly, most = 0.08, 60
	r.take(m)
	usual := usualField(r.see(passes))
	usual.most = most
	s := r.surveys[0]
	s.fill(r.frame, s.view)
	r.small = s.field
	r.small.out, r.small.deep, r.small.most = s.net.Run(s.view), s.net.Input(sight.FoundFrom), most
	for cell := range r.small.w * r.small.h {
		r.small.out[cell*sight.DetectorOutputs+sight.Bad] -= lessBad
	}
	seen := r.limits.seen
	r.limits.seen = hardly
	defer func() { r.limits.seen, r.small = seen, field{} }()
	add := func(c *candidate, far float64) {
		r.witness(c.pose)
		all = append(all, Place{c.pose.X, c.pose.Y, max(0.6*c.pose.Size, far), slices.Clone(r.placed)})
	}
	for _, f := range []field{usual, r.small} {
		r.cands = r.cands[:0]
		r.find(f)
		for i := range r.cands {
			r.look(&r.cands[i])
			add(&r.cands[i], 0)
		}
	}
	for _, b := range bodies(usual, r.limits.print) {
		if !slices.ContainsFunc(all, func(p Place) bool { return math.Hypot(p.X-b.x, p.Y-b.y) < 1.5*p.Far }) {
			c := candidate{pose: sight.Pose{X: b.x, Y: b.y, Size: 45}}
			r.look(&c)
			add(&c, b.far)
		}
	}
	return all
}
