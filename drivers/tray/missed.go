package tray

import (
	"math"

	"consigliere/drivers/tray/conv"
	"consigliere/drivers/tray/sight"
)

// A survey is the detector for dice that are half or twice as large as those it learned from. It sees
// the whole frame, at twice the size that the detector otherwise sees or at half of that.
type survey struct {
	net  *conv.Net
	view []float32
	w, h int     // of its grid
	cell float64 // its side, in pixels of the frame
	fill func(f *sight.Frame, to []float32)

	cands []candidate
}

// newSurveys returns those for small dice and for large ones.
func newSurveys() (all []*survey, err error) {
	for _, s := range []*survey{
		{w: sight.GridW * 2, h: sight.GridH * 2, fill: (*sight.Frame).SeeFine},
		{w: sight.GridW / 2, h: sight.GridH / 2, fill: (*sight.Frame).SeeCoarse},
	} {
		s.cell = sight.Width / float64(s.w)
		w, h := s.w*sight.Cell/2, s.h*sight.Cell/2
		s.view = make([]float32, w*h*3)
		if s.net, err = network(detectorWeights, sight.DetectorLayers(), w, h); err != nil {
			return nil, err
		}
		all = append(all, s)
	}
	return all, nil
}

// What is seen at another size may be a die if the detector or the face classifier are so sure of it. The face classifier is surer
// that it sees none in prints on a cloth (0.97 at least in drawn trays) than in dice whose marks hardly show
// (0.4 to 0.6 in photographs).
const (
	missedScore = 0.5 // of the detector, or of the face classifier, where the face classifier sees a face
	missedNone  = 0.9 // the face classifier is this sure that there is none
	missedHint  = 0.7 // of the detector, where the face classifier is not
	missedPlain = 0.9 // of the detector, where the face classifier is: that there is a die, and a body
)

// missed reports whether dice that are smaller or larger than those the detector learned from lie in the
// frame, apart from those that were read. Prints on a cloth may look like dice: what is
// much smaller than those that were read is none, unless a face shows plainly.
func (r *Reader) missed(spots []Spot) bool {
	if r.all() {
		return false
	}
	least := 0.0
	for i, d := range spots {
		if size := d.Size / r.frame.Zoom; i == 0 || size < least {
			least = size
		}
	}
	cands := r.cands
	defer func() { r.cands = cands }()
	for _, s := range r.surveys {
		s.fill(r.frame, s.view)
		grid := s.net.Run(s.view)
		r.cands = s.cands[:0]
		r.find(grid, s.w, s.h, s.cell)
		s.cands = r.cands
		for i := range r.cands {
			c := &r.cands[i]
			if r.isRead(c, spots) {
				continue
			}
			r.look(c)
			c.body = support(grid, c.pose, s.w, s.h, s.cell)
			if c.maybeDie() && (c.pose.Size > r.limits.small*least || c.face != sight.None && c.mean >= r.limits.faceSure) {
				return true
			}
		}
	}
	return false
}

// maybeDie reports whether a candidate at another size may be a die.
func (c *candidate) maybeDie() bool {
	if c.face != sight.None {
		return c.score > missedScore || c.mean > missedScore
	}
	return c.mean < missedNone && c.score > missedHint || c.score > missedPlain && c.body > missedPlain
}

// isRead reports whether a place is that of a die that was read.
func (r *Reader) isRead(c *candidate, spots []Spot) bool {
	for _, s := range spots {
		x, y, size := (s.X-r.frame.OffX)/r.frame.Zoom, (s.Y-r.frame.OffY)/r.frame.Zoom, s.Size/r.frame.Zoom
		if math.Hypot(c.pose.X-x, c.pose.Y-y) < r.limits.bodyFar*size {
			return true
		}
	}
	return false
}
