package tray

import (
	"math"
	"slices"

	"consigliere/drivers/tray/sight"
)

// Dice that lie flat slope alike in a picture: as the camera does, and the more to a side the farther they lie from the middle. One that leans
// slopes otherwise. Of a single die only what cameras usually do tells which of the two it is.

// What is known of slopes, from drawn trays that the network of slopes did not learn from.
const (
	slopeOff   = 0.075 // by how much the network is wrong of a die that lies flat, mostly
	slopeFar   = 0.18  // and else
	slopeElse  = 0.12  // how often that is
	slopeMost  = 0.8   // dice that lean slope by less, and any way
	cameraOff  = 0.17  // by how much cameras do
	cameraElse = 0.02  // what is left for cameras that slope by far more
	leanOften  = 0.06  // how often dice lean
	lensUsual  = 1.0 / 900
)

// lenses are what a pixel away from the middle of a frame adds to a slope, for several lenses.
var lenses = [...]float64{1.0 / 1700, 1.0 / 1100, 1.0 / 800, 1.0 / 600}

// level works out of each die how much likelier its slope is if it lies flat, from what the other dice say of the camera. It weighs
// all cameras and lenses that may be.
func (r *Reader) level() {
	const steps, step = 8, 0.065
	dice := r.sloping[:0]
	for i := range r.cands {
		c := &r.cands[i]
		c.level = r.limits.levelEven
		if c.face != sight.None && c.mean >= r.limits.faceLeast && r.sizable(c) {
			r.liesFlat(c)
			dice = append(dice, sloping{die: c})
		}
	}
	r.sloping = dice
	const lean = 1 / (math.Pi * slopeMost * slopeMost)
	for _, lens := range lenses {
		for i := -steps; i <= steps; i++ {
			for j := -steps; j <= steps; j++ {
				x, y := float64(i)*step, float64(j)*step
				likely := math.Exp(-(x*x+y*y)/(2*cameraOff*cameraOff)) + cameraElse
				for k := range dice {
					d := &dice[k]
					right := d.die.slope[0] - x - lens*(d.die.pose.X-sight.Width/2)
					down := d.die.slope[1] - y - lens*(d.die.pose.Y-sight.Height/2)
					d.flat = (1-slopeElse)*spread(right*right+down*down, slopeOff) + slopeElse*spread(right*right+down*down, slopeFar)
					likely *= (1-leanOften)*d.flat + leanOften*lean
				}
				for k := range dice {
					d := &dice[k]
					others := likely / ((1-leanOften)*d.flat + leanOften*lean)
					d.ifFlat += others * d.flat
					d.others += others
				}
			}
		}
	}
	for _, d := range dice {
		if d.others > 0 {
			d.die.level = math.Log(max(d.ifFlat/d.others/lean, 1e-9))
		}
	}
}

// sizable reports whether a die is of a size that the network of slopes has learned.
func (r *Reader) sizable(c *candidate) bool {
	return c.pose.Size >= r.limits.levelSmall && c.pose.Size <= r.limits.levelLarge
}

// A sloping is a die while it is worked out whether its slope is that of the others.
type sloping struct {
	die            *candidate
	flat           float64 // how likely its slope is with a camera, if it lies flat
	ifFlat, others float64 // sums over all cameras: of that, and of how likely the slopes of the others are
}

// spread is how likely it is to be off by the root of a square, in two directions.
func spread(square, usual float64) float64 {
	return math.Exp(-square/(2*usual*usual)) / (2 * math.Pi * usual * usual)
}

// lies returns how sure it is that a die lies flat and alone: the flatness classifier sees the die by itself, its slope is compared with
// the others'. Dice that lie on others or below them don't lean, so slopes say nothing of these.
func (r *Reader) lies(c *candidate) float64 {
	flat := r.liesFlat(c)
	leans := c.leans * math.Exp(-r.limits.levelTrust*(c.level-r.limits.levelEven))
	return flat / (1 - c.leans + leans)
}

// raised reports whether a die is larger than the others, as one is that lies on another and so is nearer to the camera.
func (r *Reader) raised(c *candidate) bool {
	large, others := r.larger(c)
	return others > 1 && large > r.limits.raised // either of two may be seen too large
}

// larger returns how much larger a die is than the others would be at its place, and how many these are. Their
// slopes tell how the camera slopes, and that how much larger dice are that lie nearer to it.
func (r *Reader) larger(c *candidate) (times float64, others int) {
	if !r.sizable(c) {
		return 1, 0
	}
	var right, down, n float64
	for _, d := range r.dice {
		if r.sizable(d) {
			r.liesFlat(d)
			right += d.slope[0] - lensUsual*(d.pose.X-sight.Width/2)
			down += d.slope[1] - lensUsual*(d.pose.Y-sight.Height/2)
			n++
		}
	}
	near := func(d *candidate) float64 {
		return 1 - lensUsual*(right*(d.pose.X-sight.Width/2)+down*(d.pose.Y-sight.Height/2))/n
	}
	var sizes []float64
	for _, d := range r.dice {
		if d != c && r.sizable(d) {
			sizes = append(sizes, d.pose.Size/near(d))
		}
	}
	if len(sizes) == 0 {
		return 1, 0
	}
	slices.Sort(sizes)
	usual := (sizes[(len(sizes)-1)/2] + sizes[len(sizes)/2]) / 2
	return c.pose.Size / (usual * near(c)), len(sizes)
}
