// Package tray reads the dice that lie in a tray, from pictures that a camera above it takes.
//
// # How it reads
//
// Three small networks look at a picture. The finder sees all of it, and the mirror image of what is not
// plain, and says where the upper faces of dice lie, and where something is that should not be there:
// a die that leans or still moves, one that lies under another or that the border cuts, a hand. The
// judge sees each face, turned upright, three to six times in slightly different ways, and says its
// number and its colour. The witness sees each face that was read with what lies around it, and says
// whether its die lies flat and alone.
//
// A reading is given only if everything agrees: the looks at a face see the same number, the colours
// fit the set, and whatever looks like a part of a die belongs to one that was read, unless it is far
// smaller than the dice, or all dice of the set are surely read and it lies apart. If only slight
// doubts speak against it, the finder sees two more mirror images of what lies around them, and what
// it says on average counts. Else the reading is unsure, and says why. An unsure reading costs a
// second look, a wrong one spoils a game.
//
// The finder knows dice whose faces are some 30 to 90 pixels of a frame large. A frame that seems to be
// read is therefore looked at once more at twice the size and at half of it: whatever looks like a die
// there, and was not read, makes the reading unsure. So dice that are too small or too large are not
// overlooked, and an empty reading is sure only where nothing looks like a die at any size.
//
// A [Calibration] of the empty tray and its dice helps where there is one. Alarms that the finder
// gives at the empty tray are false where a picture has not changed; where it has, dice are looked
// for; colours are those of the lesson; and a thing that no die explains makes a reading unsure. If
// camera or light have changed, pictures are read as if there were none.
//
// The weights of the networks were made by command train beside this package; its documentation
// says from what.
package tray

import (
	"cmp"
	_ "embed"
	"fmt"
	"image"
	"math"
	"slices"

	"consigliere/drivers/tray/conv"
	"consigliere/drivers/tray/sight"
)

//go:embed finder.bin
var finderWeights []byte

//go:embed judge.bin
var judgeWeights []byte

//go:embed witness.bin
var witnessWeights []byte

// A Reason says why a reading is unsure.
type Reason string

// The reasons.
const (
	Sure      Reason = ""
	HandIn    Reason = "hand"      // a hand is in the picture
	Odd       Reason = "odd"       // a die leans, moves, lies under another, or is cut by the border
	Unclear   Reason = "unclear"   // a face or a colour cannot be told for certain
	Something Reason = "something" // something looks like a die, but cannot be read
	Extra     Reason = "extra"     // there are more dice than the set has
)

// A Reading is what lies in the tray.
type Reading struct {
	Dice   []Die  `json:"dice"` // ordered by colour and face; none if unsure
	Unsure bool   `json:"unsure"`
	Why    Reason `json:"-"`
	// Spots are the faces that were found, with their places in the picture, for showing them
	// to people. An unsure reading has them as far as they were read.
	Spots []Spot `json:"-"`
}

// A Spot is a die at its place in the picture, in pixels of that picture.
type Spot struct {
	Die
	X, Y, Size float64
	Angle      float64 // in radians
	Sure       bool
}

// A Reader reads pictures. It keeps its buffers, so reading allocates next to nothing. It is
// not safe for concurrent use.
type Reader struct {
	set     Set
	faces   [sight.Faces]bool
	colours [len(sight.ColourNames)]bool
	frame   *sight.Frame
	surveys []*survey   // for dice of other sizes
	size    image.Point // of the picture
	finder  *conv.Net
	judge   *conv.Net
	witness *conv.Net
	view    []float32
	passes  int       // of the finder over this frame
	sum     []float32 // of what it said
	views   []byte    // and how often, of each cell
	near    *conv.Net // the finder for parts of a frame
	doubts  []int     // cells that slight doubts are about
	parts   []cells   // that were seen closer
	grid    []float32 // the mean
	patch   []float32
	around  []float32 // what the witness sees
	cands   []candidate
	known   []candidate // those of the pass before
	dice    []*candidate
	prints  []*candidate // those that are none
	edge    []*candidate // those that the border cuts, but no mark of theirs
	slight  bool         // all that speaks against the reading is so
	crowd   bool         // there were more than can be dice
	sure    float64      // the least that each look must give a face
	empty   *emptyTray   // nil without a calibration
}

// NewReader returns a reader of a set of dice.
func NewReader(s Set) (*Reader, error) {
	if err := s.check(); err != nil {
		return nil, err
	}
	r := &Reader{
		set: s, sure: faceSure, frame: sight.NewFrame(),
		views: make([]byte, sight.GridW*sight.GridH), sum: make([]float32, sight.GridW*sight.GridH*sight.Finder), grid: make([]float32, sight.GridW*sight.GridH*sight.Finder), view: make([]float32, sight.HalfW*sight.HalfH*3), patch: make([]float32, sight.Patch*sight.Patch*3),
		around: make([]float32, sight.WitnessPatch*sight.WitnessPatch*3),
	}
	for _, f := range s.Faces {
		r.faces[f-1] = true
	}
	r.faces[sight.None] = true
	for i, c := range sight.ColourNames {
		r.colours[i] = slices.Contains(s.Colours, c)
	}
	var err error
	if r.finder, err = network(finderWeights, sight.FinderLayers(), sight.HalfW, sight.HalfH); err != nil {
		return nil, fmt.Errorf("finder: %w", err)
	}
	if r.near, err = network(finderWeights, sight.FinderLayers(), partW*sight.Cell/2, partH*sight.Cell/2); err != nil {
		return nil, fmt.Errorf("finder: %w", err)
	}
	if r.judge, err = network(judgeWeights, sight.JudgeLayers(), sight.Patch, sight.Patch); err != nil {
		return nil, fmt.Errorf("judge: %w", err)
	}
	if r.surveys, err = newSurveys(); err != nil {
		return nil, fmt.Errorf("finder: %w", err)
	}
	if r.witness, err = network(witnessWeights, sight.WitnessLayers(), sight.WitnessPatch, sight.WitnessPatch); err != nil {
		return nil, fmt.Errorf("witness: %w", err)
	}
	return r, nil
}

func network(data []byte, layers []conv.Layer, w, h int) (*conv.Net, error) {
	weights, err := conv.Decode(data)
	if err != nil {
		return nil, err
	}
	return conv.New(layers, weights, w, h)
}

// The finder looks at each picture, and at the mirror image of one of which much is not plain.
const passes = 2

// What the networks must say for a reading. These were chosen on drawn pictures that were not
// learned from, and on the half of the others that was; see the test report. But flatLeast and
// hueFew are less than the 0.35 and 0.9 that suited those best, for the sake of pictures of the other half.
const (
	seen        = 0.25  // a cell that may hold a face
	found       = 0.5   // a face is there unless the judge sees none
	oddLimit    = 0.6   // something is wrong with a die there
	handCell    = 0.9   // a hand is there; skin-coloured wood is taken for one with less
	handSize    = 8     // cells that a hand has at least
	handFaint   = 60    // the same of cells that say so with more than a half
	bodyCell    = 0.7   // a part of a die is there
	emptyBody   = 0.6   // the same, in a tray that is known
	fewLimit    = 0.3   // either, if dice are missing: they may be what the finder is not sure of
	certain     = 0.8   // what the finder says with more than this is no slight doubt
	oneDie      = 0.4   // closer than this, in sides, two faces are the same
	bodyFar     = 0.9   // how far from the middle of a face its die reaches, in sides
	faceSure    = 0.9   // the least that the looks must give the face on average
	emptySure   = 0.85  // the same, in a tray that is known
	faceLeast   = 0.6   // and each of them
	oddHint     = 0.2   // something may be wrong with a die there
	faceClear   = 0.99  // the least for the face of such a die on average
	hueSure     = 0.8   // the least for the colour, of those in the set
	hueFew      = 0.85  // the same if dice of a set are missing: there are more ways to take one for another
	borderMean  = 0.995 // what the looks give a face at the border, if its marks are all there, on average
	borderLeast = 0.99  // and each of them
	flatLeast   = 0.3   // what the witness must give that a die lies flat and alone
	flatClear   = 0.5   // the same of a die of which the finder hints that something is wrong with it
	onDie       = 0.6   // how far from the middle of a face what is said of it reaches, in sides
	nearDie     = 1.3   // what is nearer may be a part of the die, or of one below it
	small       = 0.7   // less than this part of the side of the dice is none
)

// What they must say in the first pass if that is to do alone.
const (
	clearFound = 0.8
	clearMean  = 0.99
	clearLeast = 0.97
	clearOdd   = 0.25
	clearBody  = 0.3
	clearSeen  = 0.2
	clearHand  = 0.3
	clearHue   = 0.97
	hopeless   = 0.97 // a hand, or something wrong with a die: there is no need to look again
)

// A candidate is a place where the finder sees a face, and what the judge says of it.
type candidate struct {
	pose     sight.Pose
	score    float64 // of its best cell
	weight   float64 // the sum of those of its cells
	x, y, s  float64 // sums of what the cells say, with their scores
	cos, sin float64

	body   float64                         // how sure the finder is that parts of a die are there
	face   int                             // index, or sight.None
	least  float64                         // the least that a look gave the face
	mean   float64                         // what they gave it on average
	asked  bool                            // whether the witness was
	flat   float64                         // how sure it is that the die lies flat and alone
	colour [len(sight.ColourNames)]float64 // logarithms of probabilities, the mean of the looks
	judged [len(sight.ColourNames)]float64 // what colour was before a calibration had its say
	far    float64                         // how unlike all colours of the calibration it is; 0 if that is not known
}

// Read reads a picture.
func (r *Reader) Read(m image.Image) Reading {
	r.take(m)
	return r.read()
}

// take makes a picture the frame to read.
func (r *Reader) take(m image.Image) {
	r.frame.Set(m)
	r.size = m.Bounds().Size()
}

// see asks the finder about the frame, and about its mirror image if passes is 2, and returns the
// mean. It goes on from the passes that were made before.
func (r *Reader) see(passes int) []float32 {
	if r.passes == 0 {
		r.frame.See(r.view)
		clear(r.sum)
		clear(r.views)
	}
	for ; r.passes < passes; r.passes++ {
		if r.passes == 1 {
			sight.Mirror(r.view, sight.HalfW)
		}
		r.add(r.finder.Run(r.view), r.frameCells(), r.passes == 1, false)
	}
	return r.mean()
}

// frameCells are all cells.
func (r *Reader) frameCells() cells {
	return cells{w: sight.GridW, h: sight.GridH, inner: image.Rect(0, 0, sight.GridW, sight.GridH)}
}

// Cells are those of a part of the frame, from x, y on. Only what lies within inner counts.
type cells struct {
	x, y, w, h int
	inner      image.Rectangle // in the grid of the frame
}

// add adds what the finder says of cells, which it saw left to right or upside down.
func (r *Reader) add(out []float32, of cells, across, down bool) {
	for cell := range of.w * of.h {
		x, y := of.x+cell%of.w, of.y+cell/of.w
		if !image.Pt(x, y).In(of.inner) {
			continue
		}
		fx, fy := cell%of.w, cell/of.w
		if across {
			fx = of.w - 1 - fx
		}
		if down {
			fy = of.h - 1 - fy
		}
		from, at := (fy*of.w+fx)*sight.Finder, y*sight.GridW+x
		to := r.sum[at*sight.Finder : (at+1)*sight.Finder]
		r.views[at]++
		for k, v := range out[from : from+sight.Finder] {
			if across && (k == sight.DX || k == sight.Sin) {
				v = -v
			}
			if down && (k == sight.DY || k == sight.Sin) {
				v = -v
			}
			to[k] += v
		}
	}
}

// lessBad is a logit, by which the finder's word that something is wrong with a die is lowered: it
// learned from trays in which more goes wrong than on tables.
const lessBad = 2

// mean is what the finder said of each cell on average.
func (r *Reader) mean() []float32 {
	for cell, n := range r.views {
		at := cell * sight.Finder
		for k, v := range r.sum[at : at+sight.Finder] {
			r.grid[at+k] = v / float32(n)
		}
		r.grid[at+sight.Bad] -= lessBad
	}
	return r.grid
}

// What the finder sees when it looks closer, in cells, and how much of that at the border of such
// a part it cannot tell: dice are cut there.
const (
	partW, partH = 16, 12
	partBorder   = 3
	mostParts    = 4
)

// A turn is how the finder sees a picture.
type turn struct{ across, down bool } // left to right, upside down

// The turns by which the finder looks closer, first and then.
var (
	firstTurns  = []turn{{across: true}}
	secondTurns = []turn{{down: true}, {across: true, down: true}}
)

// closer lets the finder see mirror images of the surroundings of cells that are in doubt. It reports
// false, and does nothing, if they are too many for that.
func (r *Reader) closer(doubts []int, turns []turn) bool {
	parts := r.parts[:0]
	for _, cell := range doubts {
		x, y := cell%sight.GridW, cell/sight.GridW
		if slices.ContainsFunc(parts, func(p cells) bool { return image.Pt(x, y).In(p.inner) }) {
			continue
		}
		if len(parts) == mostParts {
			return false
		}
		part := cells{x: min(max(x-partW/2, 0), sight.GridW-partW), y: min(max(y-partH/2, 0), sight.GridH-partH), w: partW, h: partH}
		part.inner = image.Rect(part.x, part.y, part.x+partW, part.y+partH).Inset(partBorder)
		if part.x == 0 {
			part.inner.Min.X = 0
		}
		if part.y == 0 {
			part.inner.Min.Y = 0
		}
		if part.x == sight.GridW-partW {
			part.inner.Max.X = sight.GridW
		}
		if part.y == sight.GridH-partH {
			part.inner.Max.Y = sight.GridH
		}
		parts = append(parts, part)
	}
	r.parts = parts
	const w, h = partW * sight.Cell / 2, partH * sight.Cell / 2
	view := r.view[:w*h*3]
	for _, part := range parts {
		for _, t := range turns {
			r.frame.SeePart(part.x*sight.Cell/2, part.y*sight.Cell/2, w, h, view)
			if t.across {
				sight.Mirror(view, w)
			}
			if t.down {
				upset(view, w)
			}
			r.add(r.near.Run(view), part, t.across, t.down)
		}
	}
	return true
}

// upset turns what the finder sees upside down.
func upset(view []float32, width int) {
	line := width * 3
	for a, b := 0, len(view)-line; a < b; a, b = a+line, b-line {
		for i := range line {
			view[a+i], view[b+i] = view[b+i], view[a+i]
		}
	}
}

func (r *Reader) read() Reading {
	if r.empty != nil {
		if reading, fits := r.readCalibrated(); fits {
			return reading
		}
	}
	reading := r.readUsual()
	if !reading.Unsure && r.missed(reading.Spots) {
		reading.Unsure, reading.Why, reading.Dice = true, Something, reading.Dice[:0]
	}
	return reading
}

// readUsual reads dice that are as large as those that the finder learned from.
func (r *Reader) readUsual() Reading {
	r.passes, r.cands, r.sure = 0, r.cands[:0], faceSure
	if reading := r.pass(1); reading.Unsure && r.hopeless() || !reading.Unsure && r.clear() {
		return reading
	}
	var reading Reading
	if r.closer(r.unclear(), firstTurns) {
		reading = r.consider(r.mean())
	} else {
		reading = r.pass(passes)
	}
	if reading.Unsure && r.slight && r.closer(r.doubts, secondTurns) {
		reading = r.consider(r.mean())
	}
	return reading
}

// fits reports whether a calibration fits the picture that is read.
func (r *Reader) fits() bool { return r.empty != nil && r.empty.match == Fits }

// examine judges what the finder has found.
func (r *Reader) examine(grid []float32) {
	r.known, r.cands = r.known[:0], r.cands[:0]
	r.judgeAll(grid)
}

// pass reads by what the finder says in so many passes.
func (r *Reader) pass(passes int) Reading { return r.consider(r.see(passes)) }

// consider reads by what the finder says.
func (r *Reader) consider(grid []float32) Reading {
	r.cands, r.known = r.known[:0], r.cands
	r.judgeAll(grid)
	r.cands = once(r.cands)
	return r.decide(grid)
}

// judgeAll judges what the finder has found, but for what was plain before.
func (r *Reader) judgeAll(grid []float32) {
	r.find(grid, sight.GridW, sight.GridH, sight.Cell)
	for i := range r.cands {
		c := &r.cands[i]
		if !r.recall(c) {
			r.look(c)
		}
		c.body = support(grid, c.pose, sight.GridW, sight.GridH, sight.Cell)
	}
}

// clear reports whether a reading of the first pass is so plain that no other is needed: nothing
// was seen but faces, and all of them well.
func (r *Reader) clear() bool {
	dice := r.dice[:0]
	for i := range r.cands {
		c := &r.cands[i]
		if !c.sure() {
			return false
		}
		dice = append(dice, c)
	}
	r.dice = dice
	if r.surest(r.grid, sight.Bad, nil, clearOdd) > clearOdd || r.surest(r.grid, sight.Body, dice, clearBody) > clearBody ||
		r.surest(r.grid, sight.Good, dice, clearSeen) > clearSeen || r.count(r.grid, sight.Hand, clearHand) > 0 {
		return false
	}
	_, share := r.colourOf(dice)
	return share > clearHue
}

// unclear returns the cells for whose sake the reading of the first pass is not clear.
func (r *Reader) unclear() []int {
	r.doubts = r.doubts[:0]
	dice := r.dice[:0]
	for i := range r.cands {
		c := &r.cands[i]
		if c.sure() {
			dice = append(dice, c)
		} else {
			r.doubts = append(r.doubts, cellOf(c.pose))
		}
	}
	r.dice = dice
	r.surest(r.grid, sight.Bad, nil, clearOdd)
	r.surest(r.grid, sight.Body, dice, clearBody)
	r.surest(r.grid, sight.Good, dice, clearSeen)
	r.surest(r.grid, sight.Hand, nil, clearHand)
	return r.doubts
}

// hopeless reports whether the first pass saw that nobody should read this.
func (r *Reader) hopeless() bool {
	return r.surest(r.grid, sight.Bad, r.edge, hopeless) > hopeless || r.count(r.grid, sight.Hand, hopeless) >= handSize
}

// recall takes what the judge said of a candidate in an earlier pass, if it had no doubt.
func (r *Reader) recall(c *candidate) bool {
	for i := range r.known {
		k := &r.known[i]
		if k.face != sight.None && k.least > easy && math.Hypot(c.pose.X-k.pose.X, c.pose.Y-k.pose.Y) < 0.25*k.pose.Size {
			c.pose, c.face, c.mean, c.least, c.colour = k.pose, k.face, k.mean, k.least, k.colour
			c.asked, c.flat = k.asked, k.flat
			return true
		}
	}
	return false
}

// once drops candidates that turned out to be the same die as a surer one.
func once(cands []candidate) []candidate {
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
			return d.face != sight.None && math.Hypot(c.pose.X-d.pose.X, c.pose.Y-d.pose.Y) < oneDie*d.pose.Size
		}) {
			kept = append(kept, c)
		}
	}
	return kept
}

func logistic(x float32) float64 { return 1 / (1 + math.Exp(-float64(x))) }

// find collects the cells that see faces into candidates.
func (r *Reader) find(grid []float32, w, h int, side float64) {
	r.crowd = false
	for cell := range w * h {
		c := grid[cell*sight.Finder : (cell+1)*sight.Finder]
		score := logistic(c[sight.Good])
		if score < seen {
			continue
		}
		x := (float64(cell%w) + 0.5 + clamp(c[sight.DX], 2)) * side
		y := (float64(cell/w) + 0.5 + clamp(c[sight.DY], 2)) * side
		size := 45 * math.Exp(clamp(c[sight.Scale], 1)) * side / sight.Cell
		var to *candidate
		for i := range r.cands {
			d := &r.cands[i]
			if math.Hypot(d.x/d.weight-x, d.y/d.weight-y) < 0.5*max(size, d.s/d.weight) {
				to = d
				break
			}
		}
		if to == nil {
			if len(r.cands) == most {
				r.crowd = true
				continue
			}
			r.cands = append(r.cands, candidate{})
			to = &r.cands[len(r.cands)-1]
		}
		to.score = max(to.score, score)
		to.weight += score
		to.x, to.y, to.s = to.x+score*x, to.y+score*y, to.s+score*size
		to.cos, to.sin = to.cos+score*float64(c[sight.Cos]), to.sin+score*float64(c[sight.Sin])
	}
	for i := range r.cands {
		c := &r.cands[i]
		c.pose = sight.Pose{X: c.x / c.weight, Y: c.y / c.weight, Size: c.s / c.weight, Angle: math.Atan2(c.sin, c.cos) / 4}
	}
}

func clamp(x float32, limit float64) float64 { return min(max(float64(x), -limit), limit) }

// support returns how sure the finder is of the body of a die around a pose.
func support(grid []float32, p sight.Pose, w, h int, side float64) float64 {
	sum, n := 0.0, 0.0
	for cell := range w * h {
		x, y := (float64(cell%w)+0.5)*side, (float64(cell/w)+0.5)*side
		if math.Hypot(x-p.X, y-p.Y) < max(0.4*p.Size, 0.75*side) {
			sum += logistic(grid[cell*sight.Finder+sight.Body])
			n++
		}
	}
	return sum / max(n, 1)
}

// most is how many places are judged, so that no picture takes long.
const most = 16

// looks is how often the judge looks at a face before it is believed, and moreLooks how often at
// one that it finds hard.
const (
	looks     = 3
	moreLooks = 6
	easy      = 0.97 // what each look gives a face that is not hard
	nothing   = 0.1  // less than this for any face: there is none
	lost      = 0.69 // with less than this on average, more looks cannot make it sure
)

// look asks the judge about a candidate. First the pose is mended; where the judge sees little
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

// How often the witness looks at a face, turned by quarters, and how often at one that it finds hard:
// of which it gives something in between after the first looks that the die lies flat.
const (
	testimonies     = 2
	moreTestimonies = 4
	flatHard        = 0.05
	flatEasy        = 0.6
)

// liesFlat returns how sure the witness is that the die of a face that was read lies flat and alone. It is
// asked once.
func (r *Reader) liesFlat(c *candidate) float64 {
	if c.asked {
		return c.flat
	}
	sum := 0.0
	for n := 0; n < testimonies || n < moreTestimonies && c.flat > flatHard && c.flat < flatEasy; n++ {
		p := c.pose
		p.Angle += float64(n) * math.Pi / 2
		p.Size *= [moreTestimonies]float64{1, 1, 1.06, 0.94}[n]
		r.frame.Die(p, r.around)
		var is [sight.Witness]float64
		softmax(r.witness.Run(r.around), everything[:], is[:])
		sum += is[sight.Flat]
		c.flat = sum / float64(n+1)
	}
	c.asked = true
	return c.flat
}

// everything says that all that the witness knows may be so.
var everything = [sight.Witness]bool{sight.Flat: true, sight.Leaning: true, sight.Below: true, sight.Above: true}

// ask lets the judge look at a place.
func (r *Reader) ask(p sight.Pose) []float32 {
	r.frame.Face(p, r.patch)
	return r.judge.Run(r.patch)
}

// A view is what the judge says of one look: probabilities of faces and colours.
type view struct {
	faces [sight.Faces]float64
	hue   [len(sight.ColourNames)]float64
}

// take works out a view from what the judge says.
func (v *view) take(r *Reader, out []float32) {
	*v = view{}
	softmax(out[:sight.Faces], r.faces[:], v.faces[:])
	softmax(out[sight.Colours:sight.ShiftX], r.colours[:], v.hue[:])
}

// sure is how sure the judge was of a face.
func (v *view) sure() float64 { return slices.Max(v.faces[:sight.None]) }

// mend moves a pose to where the judge sees the face, once more if that was far. The last view
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

// decide makes a reading of the candidates, if everything agrees.
func (r *Reader) decide(grid []float32) Reading {
	size, all := 0.0, false
	if !r.fits() { // that looks for all dice by itself
		size, all = r.usualSize(), r.all()
	}
	dice, prints := r.dice[:0], r.prints[:0]
	why := Sure
	r.slight, r.doubts = true, r.doubts[:0]
	doubt := func(reason Reason, slight bool) {
		if why == Sure {
			why = reason
		}
		r.slight = r.slight && slight
	}
	if r.count(grid, sight.Hand, handCell) >= handSize || r.count(grid, sight.Hand, 0.5) >= handFaint {
		doubt(HandIn, false)
	}
	if r.crowd {
		doubt(Something, false)
	}
	for i := range r.cands {
		c := &r.cands[i]
		switch {
		case all && !c.sure() && !r.beside(c):
			continue
		case r.pattern(c, size):
			prints = append(prints, c)
			continue
		case c.face == sight.None && c.least > 0.9 && c.score < 0.8 && c.body < 0.7,
			c.score < 0.55 && c.body < 0.5 && (c.face == sight.None || c.mean < r.sure):
			continue // the finder was mistaken
		case c.face == sight.None:
			doubt(Something, c.score < certain)
			r.doubts = append(r.doubts, cellOf(c.pose))
			continue
		case c.mean < r.sure, c.least < faceLeast, c.score < found, r.suspect(grid, c):
			doubt(Unclear, c.mean >= r.sure && c.least >= faceLeast)
			r.doubts = append(r.doubts, cellOf(c.pose))
		case !r.inside(c):
			doubt(Odd, false)
		}
		dice = append(dice, c)
	}
	if (why == Sure || r.slight) && slices.ContainsFunc(dice, func(c *candidate) bool { return r.liesFlat(c) < flatLeast }) {
		doubt(Odd, false)
	}
	r.dice, r.prints, r.edge = dice, prints, r.edge[:0]
	for _, c := range dice {
		if !r.fits() && c.sure() && c.mean > borderMean && c.least > borderLeast && r.overBorder(c) {
			r.edge = append(r.edge, c)
		}
	}
	odd, body := oddLimit, bodyCell
	switch {
	case r.fits():
		body = emptyBody
	case len(dice) == 0 || r.fewer(dice):
		odd, body = fewLimit, fewLimit
	}
	if all {
		for _, c := range dice {
			if slices.Contains(r.edge, c) {
				continue
			}
			if p := badAt(grid, c.pose, nearDie); p > odd {
				doubt(Odd, p < certain)
				r.doubts = append(r.doubts, cellOf(c.pose))
			}
		}
	} else {
		if p := r.surest(grid, sight.Bad, r.edge, odd); p > odd {
			doubt(Odd, p < certain)
		}
		if p := r.surest(grid, sight.Body, append(prints, dice...), body); p > body {
			doubt(Something, p < certain)
		}
	}
	colours, share := r.colourOf(dice)
	if share <= hueSure || r.fewer(dice) && share <= hueFew {
		doubt(Unclear, false)
	}
	if r.set.Each && len(dice) > len(r.set.Colours) {
		doubt(Extra, false)
	}
	if r.fits() {
		if r.strange(dice, colours) {
			doubt(Something, false)
		}
		if r.contradicts(dice, colours) {
			doubt(Unclear, false)
		}
	}
	reading := Reading{Unsure: why != Sure, Why: why, Dice: make([]Die, 0, len(dice))}
	for i, c := range dice {
		d := Die{Colour: sight.ColourNames[colours[i]], Face: Face(c.face + 1)}
		reading.Spots = append(reading.Spots, Spot{
			Die: d, X: c.pose.X*r.frame.Zoom + r.frame.OffX, Y: c.pose.Y*r.frame.Zoom + r.frame.OffY,
			Size: c.pose.Size * r.frame.Zoom, Angle: c.pose.Angle, Sure: c.mean >= r.sure && c.least >= faceLeast && c.score >= found,
		})
		if why == Sure {
			reading.Dice = append(reading.Dice, d)
		}
	}
	slices.SortFunc(reading.Dice, func(a, b Die) int {
		if n := slices.Index(r.set.Colours, a.Colour) - slices.Index(r.set.Colours, b.Colour); n != 0 {
			return n
		}
		return int(a.Face) - int(b.Face)
	})
	return reading
}

// fewer reports whether a set that has one die of each colour is not complete.
func (r *Reader) fewer(dice []*candidate) bool { return r.set.Each && len(dice) < len(r.set.Colours) }

// suspect reports whether the finder hints that something is wrong with a die, and neither the judge nor the
// witness are certain of the opposite.
func (r *Reader) suspect(grid []float32, c *candidate) bool {
	return !r.fits() && c.mean < faceClear && badAt(grid, c.pose, onDie) > oddHint && r.liesFlat(c) < flatClear
}

// usualSize returns the side of the dice of a picture, by those that are plainly read, or 0 if they
// do not agree on one.
func (r *Reader) usualSize() float64 {
	sum, n, least, most := 0.0, 0.0, math.Inf(1), 0.0
	for i := range r.cands {
		if c := &r.cands[i]; c.sure() {
			sum, n = sum+c.pose.Size, n+1
			least, most = min(least, c.pose.Size), max(most, c.pose.Size)
		}
	}
	if n < 2 || most > 1.4*least {
		return 0
	}
	return sum / n
}

// all reports whether all dice of a set that has one of each colour are surely read. Then whatever
// else looks like a die is none, unless it is a part of one of these.
func (r *Reader) all() bool {
	if !r.set.Each {
		return false
	}
	dice := r.dice[:0]
	for i := range r.cands {
		if r.cands[i].sure() {
			dice = append(dice, &r.cands[i])
		}
	}
	r.dice = dice
	if len(dice) != len(r.set.Colours) {
		return false
	}
	_, share := r.colourOf(dice)
	return share > clearHue
}

// sure reports whether finder and judge have no doubt about a candidate.
func (c *candidate) sure() bool {
	return c.face != sight.None && c.mean >= clearMean && c.least >= clearLeast && c.score >= clearFound
}

// beside reports whether a candidate lies so near a die that is surely read that it may be another face of
// it, as of a die that leans, or a part of one below it.
func (r *Reader) beside(c *candidate) bool {
	return slices.ContainsFunc(r.cands, func(d candidate) bool {
		return d.sure() && math.Hypot(c.pose.X-d.pose.X, c.pose.Y-d.pose.Y) < nearDie*d.pose.Size
	})
}

// pattern reports whether a candidate that cannot be read is none: it is much smaller than the dice
// that can, and neither near one, which may hide a part of it, nor at the border, which may cut it.
func (r *Reader) pattern(c *candidate, size float64) bool {
	if c.pose.Size > small*size || c.face != sight.None && c.mean >= r.sure && c.least >= faceLeast {
		return false
	}
	b := r.frame.Bounds()
	if c.pose.X < float64(b.Min.X)+size || c.pose.Y < float64(b.Min.Y)+size || c.pose.X > float64(b.Max.X)-size || c.pose.Y > float64(b.Max.Y)-size {
		return false
	}
	return !r.beside(c)
}

// count returns how many cells say something.
func (r *Reader) count(grid []float32, what int, limit float64) int {
	n := 0
	for cell := range sight.GridW * sight.GridH {
		if logistic(grid[cell*sight.Finder+what]) > limit {
			n++
		}
	}
	return n
}

// badAt returns how sure the finder is that something is wrong with the die of a pose, or so many
// sides around it.
func badAt(grid []float32, p sight.Pose, far float64) float64 {
	most := 0.0
	for cell := range sight.GridW * sight.GridH {
		x, y := (float64(cell%sight.GridW)+0.5)*sight.Cell, (float64(cell/sight.GridW)+0.5)*sight.Cell
		if math.Hypot(x-p.X, y-p.Y) < far*p.Size {
			most = max(most, logistic(grid[cell*sight.Finder+sight.Bad]))
		}
	}
	return most
}

// surest returns how sure the finder is of something where it is surest, but not within reach of
// dice, and doubts the cells where it is surer than limit.
func (r *Reader) surest(grid []float32, what int, dice []*candidate, limit float64) float64 {
	most := math.Inf(-1)
	least := math.Log(limit / (1 - limit)) // as the finder says it
cells:
	for cell := range sight.GridW * sight.GridH {
		p := float64(grid[cell*sight.Finder+what])
		if p <= most && p <= least {
			continue
		}
		x, y := (float64(cell%sight.GridW)+0.5)*sight.Cell, (float64(cell/sight.GridW)+0.5)*sight.Cell
		for _, c := range dice {
			if math.Hypot(x-c.pose.X, y-c.pose.Y) < bodyFar*c.pose.Size {
				continue cells
			}
		}
		if p > least {
			r.doubts = append(r.doubts, cell)
		}
		most = max(most, p)
	}
	return logistic(float32(most))
}

// cellOf returns the cell that a pose is in.
func cellOf(p sight.Pose) int {
	x, y := int(p.X/sight.Cell), int(p.Y/sight.Cell)
	return min(max(y, 0), sight.GridH-1)*sight.GridW + min(max(x, 0), sight.GridW-1)
}

// inside reports whether all marks of a face are in the picture.
func (r *Reader) inside(c *candidate) bool {
	reach := 0.36
	switch Face(c.face + 1) {
	case 1:
		reach = 0.12
	case Puppet:
		reach = 0.42
	}
	return r.within(c.pose, reach)
}

// overBorder reports whether the border of the picture cuts the die of a face, or nearly does. The
// finder cannot tell those of which all marks are inside.
func (r *Reader) overBorder(c *candidate) bool { return !r.within(c.pose, 0.65) }

// within reports whether the picture holds the square that reaches so many sides of a die from the
// middle of its face.
func (r *Reader) within(p sight.Pose, reach float64) bool {
	b := r.frame.Bounds()
	for k := range 4 {
		sin, cos := math.Sincos(p.Angle + float64(k)*math.Pi/2)
		x, y := p.X+reach*p.Size*(cos-sin), p.Y+reach*p.Size*(sin+cos)
		if x < float64(b.Min.X) || y < float64(b.Min.Y) || x > float64(b.Max.X) || y > float64(b.Max.Y) {
			return false
		}
	}
	return true
}

// colourOf returns the colours of dice as indices, and how certain they are, up to 1: each at most
// once, or one for all, as the set says.
func (r *Reader) colourOf(dice []*candidate) (colours []int, share float64) {
	colours = make([]int, len(dice))
	if len(dice) == 0 {
		return colours, 1
	}
	if !r.set.Each {
		var sum [len(sight.ColourNames)]float64
		for _, c := range dice {
			for i := range sum {
				sum[i] += c.colour[i]
			}
		}
		best := r.best(func(i int) float64 { return sum[i] })
		for i := range colours {
			colours[i] = best
		}
		return colours, r.share(func(i int) float64 { return sum[i] }, best)
	}
	if len(dice) > len(r.set.Colours) {
		for i, c := range dice {
			colours[i] = r.best(func(k int) float64 { return c.colour[k] })
		}
		return colours, 0
	}
	// The best way to give each die a colour of its own, and the next best: there are few.
	first, second := math.Inf(-1), math.Inf(-1)
	way := make([]int, len(dice))
	var used [len(sight.ColourNames)]bool
	var give func(i int, sum float64)
	give = func(i int, sum float64) {
		if i == len(dice) {
			if sum > first {
				first, second = sum, first
				copy(colours, way)
			} else {
				second = max(second, sum)
			}
			return
		}
		for k := range used {
			if r.colours[k] && !used[k] {
				used[k], way[i] = true, k
				give(i+1, sum+dice[i].colour[k])
				used[k] = false
			}
		}
	}
	give(0, 0)
	return colours, 1 / (1 + math.Exp(second-first))
}

func (r *Reader) best(of func(i int) float64) int {
	best := -1
	for i, used := range r.colours {
		if used && (best < 0 || of(i) > of(best)) {
			best = i
		}
	}
	return best
}

func (r *Reader) share(of func(i int) float64, what int) float64 {
	sum := 0.0
	for i, used := range r.colours {
		if used {
			sum += math.Exp(of(i) - of(what))
		}
	}
	return 1 / sum
}
