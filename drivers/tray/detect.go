package tray

import (
	"image"
	"math"
	"slices"

	"consigliere/drivers/tray/sight"
)

// see asks the detector about the frame, and about its mirror image if passes is 2, and returns the
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
		said := r.detector.Run(r.view)
		if r.passes == 0 {
			r.first.Take(r.detector, said)
		}
		r.add(said, r.frameCells(), r.passes == 1, false)
	}
	return r.mean()
}

// frameCells are all cells.
func (r *Reader) frameCells() cells {
	return cells{w: sight.GridW, h: sight.GridH, inner: image.Rect(0, 0, sight.GridW, sight.GridH)}
}

// Cells cover a part of the frame, from x, y on. Only what lies within inner counts.
type cells struct {
	x, y, w, h int
	inner      image.Rectangle // in the grid of the frame
}

// add adds what the detector says of cells, which it saw left to right or upside down.
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
		from, at := (fy*of.w+fx)*sight.DetectorOutputs, y*sight.GridW+x
		to := r.sum[at*sight.DetectorOutputs : (at+1)*sight.DetectorOutputs]
		r.views[at]++
		for k, v := range out[from : from+sight.DetectorOutputs] {
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

// lessBad is a logit, by which the detector's word that something is wrong with a die is lowered: it
// learned from trays in which more goes wrong than on tables.
const lessBad = 2

// mean is what the detector said of each cell on average.
func (r *Reader) mean() []float32 {
	for cell, n := range r.views {
		at := cell * sight.DetectorOutputs
		for k, v := range r.sum[at : at+sight.DetectorOutputs] {
			r.grid[at+k] = v / float32(n)
		}
		r.grid[at+sight.Bad] -= lessBad
	}
	return r.grid
}

// What the detector sees when it looks closer, in cells, and how much of that at the border of such
// a part it cannot tell: dice are cut there.
const (
	partW, partH = 16, 12
	partBorder   = 3
	mostParts    = 4
)

// A turn is how the detector sees a picture.
type turn struct{ across, down bool } // left to right, upside down

// The turns by which the detector looks closer, first and then.
var (
	firstTurns  = []turn{{across: true}}
	secondTurns = []turn{{down: true}, {across: true, down: true}}
)

// closer lets the detector see mirror images of the surroundings of cells that are in doubt. It reports
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

// upset turns what the detector sees upside down.
func upset(view []float32, width int) {
	line := width * 3
	for a, b := 0, len(view)-line; a < b; a, b = a+line, b-line {
		for i := range line {
			view[a+i], view[b+i] = view[b+i], view[a+i]
		}
	}
}

// A field is what the detector says of the cells of a frame.
type field struct {
	out  []float32
	deep []float32 // what its last layer saw, where that was kept
	w, h int
	side float64 // of a cell, in pixels of the frame
	most int     // how many places are classified, so that no picture takes long
}

// usualField is what it says when it sees the frame at half size.
func usualField(out []float32) field {
	return field{out: out, w: sight.GridW, h: sight.GridH, side: sight.Cell, most: 16}
}

// middle returns the middle of a cell in pixels of the frame.
func (f field) middle(cell int) (x, y float64) {
	return (float64(cell%f.w) + 0.5) * f.side, (float64(cell/f.w) + 0.5) * f.side
}

// of returns how sure the detector is of something in a cell.
func (f field) of(cell, what int) float64 { return logistic(f.out[cell*sight.DetectorOutputs+what]) }

// find collects the cells that see faces into candidates.
func (r *Reader) find(f field) {
	r.crowd = false
	for cell := range f.w * f.h {
		c := f.out[cell*sight.DetectorOutputs : (cell+1)*sight.DetectorOutputs]
		score := logistic(c[sight.Good])
		if score < r.limits.seen {
			continue
		}
		x := (float64(cell%f.w) + 0.5 + clamp(c[sight.DX], 2)) * f.side
		y := (float64(cell/f.w) + 0.5 + clamp(c[sight.DY], 2)) * f.side
		size := 45 * math.Exp(clamp(c[sight.Scale], 1)) * f.side / sight.Cell
		var to *candidate
		for i := range r.cands {
			d := &r.cands[i]
			if math.Hypot(d.x/d.weight-x, d.y/d.weight-y) < 0.5*max(size, d.s/d.weight) {
				to = d
				break
			}
		}
		if to == nil {
			if len(r.cands) == f.most {
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

func logistic(x float32) float64 { return 1 / (1 + math.Exp(-float64(x))) }

// support returns how sure the detector is of the body of a die around a pose.
func (f field) support(p sight.Pose) float64 {
	sum, n := 0.0, 0.0
	for cell := range f.w * f.h {
		if x, y := f.middle(cell); math.Hypot(x-p.X, y-p.Y) < max(0.4*p.Size, 0.75*f.side) {
			sum += f.of(cell, sight.Body)
			n++
		}
	}
	return sum / max(n, 1)
}

// count returns how many cells say something, as if they covered a frame.
func (f field) count(what int, limit float64) int {
	n := 0
	for cell := range f.w * f.h {
		if f.of(cell, what) > limit {
			n++
		}
	}
	return n * sight.GridW * sight.GridH / (f.w * f.h)
}

// badAt returns how sure the detector is that something is wrong with the die of a pose, or so many
// sides around it.
func (f field) badAt(p sight.Pose, far float64) float64 {
	most := 0.0
	for cell := range f.w * f.h {
		if x, y := f.middle(cell); math.Hypot(x-p.X, y-p.Y) < far*p.Size {
			most = max(most, f.of(cell, sight.Bad))
		}
	}
	return most
}

// surest returns how sure the detector is of something where it is surest, but not within reach of
// dice, and doubts the cells where it is surer than limit.
func (r *Reader) surest(f field, what int, dice []*candidate, limit float64) float64 {
	least := math.Log(limit / (1 - limit)) // as the detector says it
	return f.surest(what, dice, r.limits.bodyFar, least, func(cell int) { r.doubts = append(r.doubts, cell) })
}

// surestBeyond returns how sure the detector is of something where it is surest, but not within so many sides of
// dice.
func (r *Reader) surestBeyond(f field, what int, dice []*candidate, far float64) float64 {
	return f.surest(what, dice, far, math.Inf(1), nil)
}

// surest returns how sure the detector is of something where it is surest, but not within so many sides of dice,
// and calls more with the cells where it says more than least.
func (f field) surest(what int, dice []*candidate, far, least float64, more func(cell int)) float64 {
	most := math.Inf(-1)
cells:
	for cell := range f.w * f.h {
		p := float64(f.out[cell*sight.DetectorOutputs+what])
		if p <= most && p <= least {
			continue
		}
		x, y := f.middle(cell)
		for _, c := range dice {
			if math.Hypot(x-c.pose.X, y-c.pose.Y) < far*c.pose.Size {
				continue cells
			}
		}
		if p > least {
			more(cell)
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
