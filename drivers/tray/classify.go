package tray

import (
	"cmp"
	"math"
	"slices"

	"consigliere/drivers/tray/sight"
)

// A candidate is a place where the detector sees a face, and what the face classifier says of it.
type candidate struct {
	pose     sight.Pose
	doubted  bool    // something speaks against its die
	score    float64 // of its best cell
	weight   float64 // the sum of its cells' weights
	x, y, s  float64 // sums of what the cells say, with their scores
	cos, sin float64

	body       float64                         // how sure the detector is that parts of a die are there
	face       int                             // index, or sight.None
	least      float64                         // the least that a look gave the face
	mean       float64                         // what they gave it on average
	pressed    bool                            // whether the face classifier was asked once more
	together   float64                         // and what all its looks together gave the face then
	asked      bool                            // whether the flatness classifier was
	flat       float64                         // how sure it is that the die lies flat and alone
	leans      float64                         // and that it leans
	slope      [2]float64                      // where the normal of its face leads in the picture, right and down
	level      float64                         // how much likelier that is if the die lies flat, as a logarithm
	colour     [len(sight.ColourNames)]float64 // logarithms of probabilities, the mean of the looks
	classified [len(sight.ColourNames)]float64 // what colour was before a calibration had its say
	print      bool                            // the network of places says that there is nothing
	ground     float64                         // how light the ground of the face is; 0 if that was not measured
	marks      float64                         // and the lightest of its marks
	dark       float64                         // and the darkest
	far        float64                         // how unlike all colours of the calibration it is; 0 if that is not known
}

// classifyAll judges what the detector has found, but for what was plain before.
func (r *Reader) classifyAll(grid field) {
	r.find(grid)
	for i := range r.cands {
		c := &r.cands[i]
		if !r.recall(c) {
			r.look(c)
		}
		c.body = grid.support(c.pose)
	}
}

// recall takes what the face classifier said of a candidate in an earlier pass, if it had no doubt.
func (r *Reader) recall(c *candidate) bool {
	for i := range r.known {
		k := &r.known[i]
		if k.face != sight.None && k.least > easy && math.Hypot(c.pose.X-k.pose.X, c.pose.Y-k.pose.Y) < 0.25*k.pose.Size {
			c.pose, c.face, c.mean, c.least, c.colour = k.pose, k.face, k.mean, k.least, k.colour
			c.asked, c.flat, c.leans, c.slope = k.asked, k.flat, k.leans, k.slope
			c.pressed, c.together = k.pressed, k.together
			return true
		}
	}
	return false
}

// once drops candidates that turned out to be the same die as a surer one.
func once(cands []candidate, near float64) []candidate {
	slices.SortStableFunc(cands, func(a, b candidate) int {
		if (a.face == sight.None) != (b.face == sight.None) {
			if b.face == sight.None {
				return -1
			}
			return 1
		}
		return cmp.Compare(b.score, a.score)
	})
	kept := cands[:0]
	for _, c := range cands {
		if !slices.ContainsFunc(kept, func(d candidate) bool {
			return d.face != sight.None && math.Hypot(c.pose.X-d.pose.X, c.pose.Y-d.pose.Y) < near*d.pose.Size
		}) {
			kept = append(kept, c)
		}
	}
	return kept
}

// looks is how often the face classifier looks at a face before it is believed, and moreLooks how often at
// one that it finds hard.
const (
	looks     = 3
	moreLooks = 6
	easy      = 0.97 // what each look gives a face that is not hard
	nothing   = 0.1  // less than this for any face: there is none
	lost      = 0.69 // with less than this on average, more looks cannot make it sure
)

// look asks the face classifier about a candidate. First the pose is mended; where the face classifier sees little
// there, from another angle, too. Then each look must see the same: turned by quarters, and a
// little larger and smaller.
func (r *Reader) look(c *candidate) {
	var first, other view
	pose, near := r.mend(c.pose, &first)
	if first.sure() < 0.9 {
		turned := c.pose
		turned.Angle += math.Pi / 4
		if p, n := r.mend(turned, &other); other.sure() > first.sure() {
			pose, near, first = p, n, other
		}
	}
	c.pose = pose
	c.colour = [len(sight.ColourNames)]float64{}
	if sure := first.sure(); sure < nothing { // no need to look again
		c.face, c.mean, c.least = sight.None, 1-sure, 1-sure
		return
	}
	var faces [moreLooks][sight.Faces]float64
	n := 0
	for n < looks || n < moreLooks && c.least < easy && c.mean > lost {
		v := &first
		if n > 0 || !near {
			p := c.pose
			p.Angle += float64(n) * math.Pi / 2
			p.Size *= [moreLooks]float64{1, 1.06, 0.94, 1, 1.09, 0.91}[n]
			v = &other
			v.take(r, r.ask(p))
		}
		faces[n] = v.faces
		for i, p := range v.hue {
			c.colour[i] += math.Log(p + 1e-6)
		}
		n++
		c.sum(faces[:n])
	}
	for i := range c.colour {
		c.colour[i] /= float64(n)
	}
}

// sum works out what looks say together.
func (c *candidate) sum(looks [][sight.Faces]float64) {
	best := -1.0
	for f := range sight.Faces {
		sum := 0.0
		for _, l := range looks {
			sum += l[f]
		}
		if sum > best {
			c.face, best = f, sum
		}
	}
	c.mean = best / float64(len(looks))
	c.least = 1
	for _, l := range looks {
		c.least = min(c.least, l[c.face])
	}
}

// legible reports whether the looks at a face are sure of it. Where they are not, what more of them say together counts, if
// it is beyond doubt that there is a die: the holes of a button are much like a four.
func (r *Reader) legible(c *candidate) bool {
	return c.mean >= r.sure && c.least >= r.least || r.press(c) >= r.limits.together && r.lies(c) >= r.limits.flatSure
}

// press looks at a face that is hard to read from all sides and at several sizes, and returns what all looks together give the
// face: the probabilities are multiplied, so that a look that sees little there does not weigh as much as on average. It is
// done once.
func (r *Reader) press(c *candidate) float64 {
	if c.pressed || c.face == sight.None {
		return c.together
	}
	c.pressed = true
	var sum [sight.Faces]float64
	var v view
	for _, size := range [...]float64{1, 0.92, 1.08} {
		for k := range 4 {
			p := c.pose
			p.Angle += float64(k) * math.Pi / 2
			p.Size *= size
			v.take(r, r.ask(p))
			for f, q := range v.faces {
				sum[f] += math.Log(max(q, 1e-4)) / 12
			}
		}
	}
	all := 0.0
	for _, q := range sum {
		all += math.Exp(q)
	}
	c.together = math.Exp(sum[c.face]) / all
	return c.together
}

// How often the flatness classifier looks at a face, turned by quarters, and how often at one that it finds hard:
// for which the first looks left it undecided whether the die lies flat.
const (
	testimonies     = 2
	moreTestimonies = 4
	flatHard        = 0.05
	flatEasy        = 0.6
)

// liesFlat returns how sure the flatness classifier is that the die of a face that was read lies flat and alone, or that and the network of
// slopes on average where that has learned such dice. They are asked once.
func (r *Reader) liesFlat(c *candidate) float64 {
	if c.asked {
		return c.flat
	}
	sum, leans := 0.0, 0.0
	var slope [2]float64
	for n := 0; n < testimonies || n < moreTestimonies && c.flat > flatHard && c.flat < flatEasy; n++ {
		p := c.pose
		p.Angle += float64(n) * math.Pi / 2
		p.Size *= [moreTestimonies]float64{1, 1, 1.06, 0.94}[n]
		r.frame.Die(p, r.around)
		var is [sight.FlatnessOutputs]float64
		softmax(r.flatNet.Run(r.around), everything[:], is[:])
		r.first.Slope(p, r.flatNet.Input(sight.SlopeFrom), r.sloped)
		s := r.slopeNet.Run(r.sloped)
		if r.sizable(c) {
			var stands [sight.FlatnessOutputs]float64
			softmax(s[sight.Stands:], everything[:], stands[:])
			for k, p := range stands {
				is[k] = (is[k] + p) / 2
			}
		}
		sum += is[sight.Flat]
		leans += is[sight.Leaning]
		c.flat, c.leans = sum/float64(n+1), leans/float64(n+1)
		sin, cos := math.Sincos(p.Angle)
		slope[0] += float64(s[0])*cos - float64(s[1])*sin
		slope[1] += float64(s[0])*sin + float64(s[1])*cos
		c.slope = [2]float64{slope[0] / float64(n+1), slope[1] / float64(n+1)}
	}
	c.asked = true
	return c.flat
}

// everything says that all that the flatness classifier knows may be so.
var everything = [sight.FlatnessOutputs]bool{sight.Flat: true, sight.Leaning: true, sight.Below: true, sight.Above: true}

// ask lets the face classifier look at a place.
func (r *Reader) ask(p sight.Pose) []float32 {
	r.frame.Face(p, r.patch)
	out := r.faceNet.Run(r.patch)
	if r.head != nil {
		r.head.out(r.faceNet.Input(headLayer()), out[:sight.Faces])
	}
	return out
}

// A view is what the face classifier says of one look: probabilities of faces and colours.
type view struct {
	faces [sight.Faces]float64
	hue   [len(sight.ColourNames)]float64
}

// take works out a view from what the face classifier says.
func (v *view) take(r *Reader, out []float32) {
	*v = view{}
	softmax(out[:sight.Faces], r.faces[:], v.faces[:])
	softmax(out[sight.Colours:sight.ShiftX], r.tints[:], v.hue[:])
}

// sure is how sure the face classifier was of a face.
func (v *view) sure() float64 { return slices.Max(v.faces[:sight.None]) }

// mend moves a pose to where the face classifier sees the face, once more if that was far. The last view
// that it took is good for the pose that it returns if that is near.
func (r *Reader) mend(p sight.Pose, last *view) (pose sight.Pose, near bool) {
	for range 2 {
		out := r.ask(p)
		last.take(r, out)
		sin, cos := math.Sincos(p.Angle)
		right, down := clamp(out[sight.ShiftX], 0.3), clamp(out[sight.ShiftY], 0.3)
		grow, turn := clamp(out[sight.Grow], 0.2), clamp(out[sight.Turn], 0.8)
		u, v := right*p.Size, down*p.Size
		p = sight.Pose{
			X: p.X + u*cos - v*sin, Y: p.Y + u*sin + v*cos, Size: p.Size * math.Exp(grow),
			Angle: p.Angle + turn*math.Pi/4,
		}
		if near = math.Hypot(right, down) < 0.06 && math.Abs(grow) < 0.06 && math.Abs(turn) < 0.15; near {
			break
		}
	}
	return p, near
}

// softmax turns logits into probabilities, of those in use and of what comes after them.
func softmax(logits []float32, used []bool, to []float64) {
	top := math.Inf(-1)
	for i, v := range logits {
		if used[i] {
			top = max(top, float64(v))
		}
	}
	sum := 0.0
	for i, v := range logits {
		if used[i] {
			to[i] = math.Exp(float64(v) - top)
			sum += to[i]
		}
	}
	for i := range to {
		to[i] /= sum
	}
}
