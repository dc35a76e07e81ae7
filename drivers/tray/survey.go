package tray

import (
	"math"
	"slices"

	"consigliere/drivers/tray/conv"
	"consigliere/drivers/tray/sight"
)

// A survey is the detector for dice that are half or twice as large as those it learned from. It sees
// the whole frame, at twice the size that the detector otherwise sees or at half of that.
type survey struct {
	net   *conv.Net
	view  []float32
	field field
	fill  func(f *sight.Frame, to []float32)
	// From least to most pixels of the frame large are faces that are better read here than as usual, if most of
	// those that are seen here are so.
	least, most float64
	small       bool // dice are so small that other limits hold

	cands []candidate
}

// newSurveys returns those for small dice and for large ones.
func newSurveys() (all []*survey, err error) {
	// Twenty-five dice are a handful, and beside each there may be something that only looks like one.
	fine := &survey{field: field{w: sight.GridW * 2, h: sight.GridH * 2, most: 48}, fill: (*sight.Frame).SeeFine, most: 31, small: true}
	coarse := &survey{field: field{w: sight.GridW / 2, h: sight.GridH / 2, most: 16}, fill: (*sight.Frame).SeeCoarse, least: 95, most: math.Inf(1)}
	for _, s := range []*survey{fine, coarse} {
		s.field.side = sight.Width / float64(s.field.w)
		s.view = make([]float32, s.field.w*s.field.h*sight.Cell/2*sight.Cell/2*3)
		if s.net, err = network(detectorWeights, sight.DetectorLayers(), s.field.w*sight.Cell/2, s.field.h*sight.Cell/2); err != nil {
			return nil, err
		}
	}
	return []*survey{fine, coarse}, nil
}

// readOther looks for dice of other sizes. Where most dice are of such a size, they are read so. Else what
// is seen there beside the dice of a reading makes that unsure. What is doubted as usual alone, or there alone, is no doubt.
func (r *Reader) readOther(reading Reading) Reading {
	usual := r.cands
	defer func() { r.cands, r.small = usual, field{} }()
	for _, s := range r.surveys {
		r.cands = s.cands[:0]
		f := r.survey(s)
		s.cands = r.cands
		if s.small {
			r.small = f
			r.small.deep = s.net.Input(sight.FoundFrom)
		}
		if r.mostly(s, usual) {
			other := r.decideAt(s, f, usual)
			if other.Stands && !reading.Unsure && r.allRead(reading.Spots) {
				continue // what is doubted there are dice that were surely read as usual
			}
			return other
		}
		found := len(usual)
		if s.small {
			usual = r.adopt(usual, reading.Spots)
		}
		if s.small && (reading.Unsure || len(usual) > found) {
			usual = r.addPrints(usual, usualField(r.grid))
			r.fine, r.cands = f, usual
			reading = r.decide(usualField(r.grid))
			r.fine, r.cands = field{}, s.cands
		}
		if (!reading.Unsure || reading.Stands) && r.missed(reading.Spots) {
			reading.Unsure, reading.Stands, reading.Why, reading.Dice = true, false, Something, reading.Dice[:0]
		}
	}
	return reading
}

// decideAt makes a reading of what a survey has found, and of what was plainly read as usual.
func (r *Reader) decideAt(s *survey, f field, usual []candidate) Reading {
	if s.small {
		defer r.readSmall()()
	}
	r.keep(usual)
	if s.small {
		r.cands = r.addPrints(r.cands, f)
	}
	s.cands = r.cands
	return r.decide(f)
}

// allRead reports whether all candidates are dice that were read.
func (r *Reader) allRead(spots []Spot) bool {
	return !slices.ContainsFunc(r.cands, func(c candidate) bool { return !r.isRead(&c, spots) })
}

// readSmall makes the limits those for small dice, until what it returns is called.
func (r *Reader) readSmall() (done func()) {
	sure, least, far := r.sure, r.least, r.limits.bodyFar
	r.limits.bodyFar = r.limits.smallFar
	if r.head == nil { // a few cut-outs teach less than photographs did
		r.sure, r.least = r.limits.smallSure, r.limits.smallLeast
	}
	return func() { r.sure, r.least, r.limits.bodyFar = sure, least, far }
}

// survey collects the candidates of a survey.
func (r *Reader) survey(s *survey) field {
	s.fill(r.frame, s.view)
	f := s.field
	f.out = s.net.Run(s.view)
	for cell := range f.w * f.h {
		f.out[cell*sight.DetectorOutputs+sight.Bad] -= lessBad
	}
	r.find(f)
	for i := range r.cands {
		c := &r.cands[i]
		r.look(c)
		c.body = f.support(c.pose)
	}
	r.cands = once(r.cands, r.limits.oneDie)
	return f
}

// mostly reports whether most dice that are seen are as large as a survey is made for. Where none was plainly
// read as usual, whatever may be a die counts, else only what shows a face: there are prints on cloths.
func (r *Reader) mostly(s *survey, usual []candidate) bool {
	plain := slices.ContainsFunc(usual, func(c candidate) bool { return r.isPlain(&c) })
	fit, others := 0, 0
	for i := range r.cands {
		c := &r.cands[i]
		face := c.face != sight.None && c.mean >= r.sure && c.score >= r.limits.found
		switch {
		case !face && (plain || !r.maybeDie(c)), r.nothing(c):
		case c.pose.Size >= s.least && c.pose.Size <= s.most:
			fit++
		default:
			others++
		}
	}
	return fit > others
}

// keep adds those candidates that were plainly read as usual, and lie elsewhere.
func (r *Reader) keep(usual []candidate) {
	for i := range usual {
		u := &usual[i]
		if r.isPlain(u) && !slices.ContainsFunc(r.cands, func(c candidate) bool {
			return math.Hypot(c.pose.X-u.pose.X, c.pose.Y-u.pose.Y) < r.limits.onDie*max(c.pose.Size, u.pose.Size)
		}) {
			r.cands = append(r.cands, *u)
		}
	}
}

// adopt adds the candidates of a survey that show a face for certain where nothing was read as usual, and that are as large as the dice
// that were. They are judged as those are then.
func (r *Reader) adopt(usual []candidate, spots []Spot) []candidate {
	size, m := r.faceSize(usual), r.limits.missed
	for i := range r.cands {
		c := &r.cands[i]
		if c.face != sight.None && c.mean >= m.face && c.score > m.hint && max(c.pose.Size, size) < m.unlike*min(c.pose.Size, size) &&
			!r.isRead(c, spots) && !r.nothing(c) {
			usual = append(usual, *c)
		}
	}
	return usual
}

// faceSize returns the mean side of the faces that leave no doubt, or 0 if there are none, or they are not alike.
func (r *Reader) faceSize(cands []candidate) float64 {
	sum, n, least, most := 0.0, 0.0, math.Inf(1), 0.0
	for i := range cands {
		if c := &cands[i]; c.face != sight.None && c.mean >= r.limits.clear.mean && c.score >= r.limits.found {
			sum, n = sum+c.pose.Size, n+1
			least, most = min(least, c.pose.Size), max(most, c.pose.Size)
		}
	}
	if most > r.limits.missed.unlike*least {
		return 0
	}
	return sum / max(n, 1)
}

// missed reports whether a candidate of a survey may be a die, apart from those that were read. Prints on a cloth
// may look like dice: what is much smaller than the dice that were read isn't one, unless a face shows plainly, nor is
// what the detector would have seen as usual, if there were anything.
func (r *Reader) missed(spots []Spot) bool {
	least := 0.0
	for i, d := range spots {
		if size := d.Size / r.frame.Zoom; i == 0 || size < least {
			least = size
		}
	}
	return slices.ContainsFunc(r.cands, func(c candidate) bool {
		plain := c.face != sight.None && c.mean >= r.limits.faceSure
		return r.maybeDie(&c) && (plain || c.pose.Size > r.limits.small*least && !r.unseen(&c)) && !r.isRead(&c, spots) && !r.nothing(&c)
	})
}

// unseen reports whether a candidate of a survey is of a size that the detector sees best as usual, and it saw nothing there.
func (r *Reader) unseen(c *candidate) bool {
	m := r.limits.missed
	return c.pose.Size > m.from && c.pose.Size < m.to && usualField(r.grid).support(c.pose) < m.trace
}

// maybeDie reports whether a candidate at another size may be a die.
func (r *Reader) maybeDie(c *candidate) bool {
	m := r.limits.missed
	if c.face != sight.None {
		return c.mean > m.score || c.score > m.score && c.body > m.fine
	}
	return c.mean < m.none && c.score > m.hint || c.score > m.plain && c.body > m.plain
}

// isRead reports whether a die was read at a place.
func (r *Reader) isRead(c *candidate, spots []Spot) bool {
	for _, s := range spots {
		x, y, size := (s.X-r.frame.OffX)/r.frame.Zoom, (s.Y-r.frame.OffY)/r.frame.Zoom, s.Size/r.frame.Zoom
		if math.Hypot(c.pose.X-x, c.pose.Y-y) < r.limits.bodyFar*size {
			return true
		}
	}
	return false
}
