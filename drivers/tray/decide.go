package tray

import (
	"math"
	"slices"

	"consigliere/drivers/tray/sight"
)

// decide makes a reading of the candidates, if everything agrees.
func (r *Reader) decide(grid field) Reading {
	complete := !r.fits() && r.all() // in a tray that is known, all dice are looked for in another way
	r.why, r.whole, r.slight, r.doubts = Sure, false, true, r.doubts[:0]
	if r.hand(grid) {
		r.doubt(HandIn, false)
	}
	if r.crowd {
		r.doubt(Something, false)
	}
	r.level()
	r.sort(grid, complete)
	for _, c := range r.dice {
		r.doubtStand(grid, c)
	}
	r.doubtRest(grid, complete)
	colours := r.agree()
	r.doubtCompany()
	return r.report(colours)
}

// hand reports whether a hand is in the picture: some cells are sure of it, more of them say so, or, as usual, very many see a trace of one.
func (r *Reader) hand(grid field) bool {
	return grid.count(sight.Hand, r.limits.handCell) >= r.limits.handSize || grid.count(sight.Hand, 0.5) >= r.limits.handFaint ||
		grid.w == sight.GridW && grid.count(sight.Hand, r.limits.handTrace) >= r.limits.handWide
}

// doubtStand says what speaks against a die lying flat and alone.
func (r *Reader) doubtStand(grid field, c *candidate) {
	least := r.limits.flatLeast
	raised := (r.lies(c) < r.limits.flatRaised || c.mean < r.limits.faceSure) && r.raised(c) // of others it makes no difference
	if r.isPlain(c) && grid.badAt(c.pose, r.limits.nearDie) < r.limits.oddHint && r.touches(c) {
		least = r.limits.flatBeside
	}
	if raised {
		least = r.limits.flatRaised
	}
	if r.lies(c) < least || c.level < r.limits.levelLeast {
		r.doubtDie(c, Odd, false)
	}
	tilted := r.sizable(c) && c.leans > r.limits.leansOften && c.level < r.limits.levelClear && r.lies(c) < r.limits.flatClear
	two := raised && c.mean < r.limits.faceSure && grid.badAt(c.pose, r.limits.onDie) > r.limits.oddHint // many looks at a face on another may be sure together
	if tilted || two {
		r.doubtDie(c, Odd, true, cellOf(c.pose))
	}
	if r.legible(c) && r.found(c) && r.suspect(grid, c) {
		r.doubtDie(c, Unclear, true, cellOf(c.pose))
	}
}

// touches reports whether a die may lean on another, or lie on it.
func (r *Reader) touches(c *candidate) bool {
	return slices.ContainsFunc(r.dice, func(d *candidate) bool {
		return d != c && math.Hypot(c.pose.X-d.pose.X, c.pose.Y-d.pose.Y) < r.limits.touch*max(c.pose.Size, d.pose.Size)
	})
}

// doubtCompany doubts all dice where most of what lies there is doubtful: a button among buttons may have the holes of
// a five.
func (r *Reader) doubtCompany() {
	doubtful := len(r.blank)
	for _, c := range r.dice {
		if c.doubted {
			doubtful++
		}
	}
	if 2*doubtful <= len(r.dice)+len(r.blank) {
		return
	}
	for _, c := range r.dice {
		c.doubted = true
	}
}

// doubtDie says what speaks against a die, and with it against a reading.
func (r *Reader) doubtDie(c *candidate, why Reason, slight bool, cells ...int) {
	c.doubted = true
	r.note(why, slight, cells...)
}

// doubt says what speaks against all of a reading.
func (r *Reader) doubt(why Reason, slight bool, cells ...int) {
	r.whole = true
	r.note(why, slight, cells...)
}

// note notes what speaks against a reading, and whether a closer look at cells may settle it.
func (r *Reader) note(why Reason, slight bool, cells ...int) {
	if r.why == Sure {
		r.why = why
	}
	r.slight = r.slight && slight
	r.doubts = append(r.doubts, cells...)
}

// sort tells which candidates are dice, which are prints on a cloth, and which the detector was mistaken
// about. If all dice of a set are surely read, what lies apart from them isn't a die.
func (r *Reader) sort(grid field, complete bool) {
	size := 0.0
	if !r.fits() {
		size = r.usualSize()
	}
	r.dice, r.prints, r.blank, r.edge = r.dice[:0], r.prints[:0], r.blank[:0], r.edge[:0]
	for i := range r.cands {
		c := &r.cands[i]
		c.doubted = false
		switch {
		case complete && !r.isPlain(c) && !r.beside(c):
		case r.pattern(c, size), r.unlikely(c), r.nothing(c):
			r.prints = append(r.prints, c)
		case r.mistaken(c):
		case c.face == sight.None:
			r.blank = append(r.blank, c)
			r.doubtDie(c, Something, c.score < r.limits.certain, cellOf(c.pose))
		default:
			r.doubtFace(grid, c)
			r.dice = append(r.dice, c)
			if !r.fits() && r.isPlain(c) && c.mean > r.limits.borderMean && c.least > r.limits.borderLeast && r.overBorder(c) {
				r.edge = append(r.edge, c)
			}
		}
	}
}

// mistaken reports whether the detector was: the face classifier sees nothing, or little of which the detector
// was hardly sure.
func (r *Reader) mistaken(c *candidate) bool {
	return c.face == sight.None && c.least > r.limits.noneLeast && c.score < r.limits.noneScore && c.body < r.limits.body ||
		c.score < r.limits.faintScore && c.body < r.limits.faintBody && (c.face == sight.None || c.mean < r.sure)
}

// doubtFace says what speaks against a face.
func (r *Reader) doubtFace(grid field, c *candidate) {
	switch {
	case !r.legible(c), !r.found(c):
		r.doubtDie(c, Unclear, r.legible(c), cellOf(c.pose))
	case !r.inside(c):
		r.doubtDie(c, Odd, false)
	}
}

// found reports whether a face was found for certain: by the detector, or where that has only an inkling, by all others together.
func (r *Reader) found(c *candidate) bool {
	p := r.limits.plainly
	return c.score >= r.limits.found || c.mean > p.mean && c.least > p.least && c.body > p.body && r.lies(c) > p.flat
}

// doubtRest says what of what the detector sees speaks against a reading beyond the dice: that something is wrong
// with one, and that a part of one shows where none was read.
func (r *Reader) doubtRest(grid field, complete bool) {
	odd, body := r.limits.odd, r.limits.body
	switch {
	case r.fits():
		body = r.limits.emptyBody
	case len(r.dice) == 0 || r.fewer(r.dice):
		odd, body = r.limits.few, r.limits.few
	}
	if !complete {
		seen := slices.Concat(r.dice, r.blank)
		if p := r.surest(grid, sight.Bad, r.trusted(grid), odd); p > odd {
			r.note(Odd, p < r.limits.certain)
			for _, c := range r.dice {
				c.doubted = c.doubted || grid.badAt(c.pose, r.limits.nearDie) > odd && !slices.Contains(r.edge, c)
			}
			r.whole = r.whole || r.surestBeyond(grid, sight.Bad, seen, r.limits.nearDie) > odd
		}
		if p := r.surest(grid, sight.Body, append(r.prints, r.dice...), body); p > body {
			r.note(Something, p < r.limits.certain)
			r.whole = r.whole || r.surestBeyond(grid, sight.Body, append(r.prints, seen...), r.limits.bodyFar) > body
		}
		return
	}
	for _, c := range r.dice {
		if slices.Contains(r.edge, c) {
			continue
		}
		if p := grid.badAt(c.pose, r.limits.nearDie); p > odd {
			r.doubtDie(c, Odd, p < r.limits.certain, cellOf(c.pose))
		}
	}
}

// trusted returns the dice on or beside which the detector may see something odd that isn't: those that the border cuts, but no mark of
// theirs, and those that are plainly read and lie flat, or less plainly and lie flat for certain, of which it says itself that nothing
// is wrong, or little where their slope is that of the others. Of what leans on them it sees more.
func (r *Reader) trusted(grid field) []*candidate {
	dice := slices.Clone(r.edge)
	for _, c := range r.dice {
		odd, flat := r.limits.odd, r.lies(c) >= r.limits.flatTrust
		if flat && c.level >= r.limits.levelClear {
			odd = r.limits.oddLevel
		}
		if (r.isPlain(c) || flat && r.legible(c) && c.score >= r.limits.found) && grid.badAt(c.pose, r.limits.onDie) < odd && r.lies(c) >= r.limits.flatClear {
			dice = append(dice, c)
		}
	}
	return dice
}

// agree returns the colours of the dice as indices, and says what in them, in their number and in what a
// calibration knows speaks against a reading.
func (r *Reader) agree() []int {
	colours, share := r.colourOf(r.dice)
	if share <= r.limits.hueSure || r.fewer(r.dice) && share <= r.limits.hueFew {
		r.doubtColours(colours)
	}
	if r.set.Each && len(r.dice) > len(r.set.Colours) {
		r.doubt(Extra, false)
	}
	if r.fits() {
		if r.strange(r.dice, colours) {
			r.doubt(Something, false)
		}
		if r.contradicts(r.dice, colours) {
			r.doubt(Unclear, false)
		}
	}
	return colours
}

// doubtColours doubts the dice that may as well have the colour of another, or one that none has.
func (r *Reader) doubtColours(colours []int) {
	found := false
	for i, c := range r.dice {
		for k, may := range r.colours {
			if r.set.Each && may && k != colours[i] && c.colour[k] > c.colour[colours[i]]-r.limits.hueNear {
				found = true
				r.doubtDie(c, Unclear, false)
				break
			}
		}
	}
	if !found {
		r.doubt(Unclear, false)
	}
}

// report makes a reading of the dice and what speaks against it.
func (r *Reader) report(colours []int) Reading {
	reading := Reading{Unsure: r.why != Sure, Why: r.why, Stands: r.why != Sure && !r.whole, Dice: make([]Die, 0, len(r.dice)), names: r.set.Names}
	for i, c := range r.dice {
		d := Die{Colour: sight.ColourNames[colours[i]], Face: Face(c.face + 1)}
		reading.Spots = append(reading.Spots, r.spot(c, d, !c.doubted))
		if r.why == Sure {
			reading.Dice = append(reading.Dice, d)
		}
	}
	for _, c := range r.blank {
		colour := sight.ColourNames[r.tint(c)]
		reading.Spots = append(reading.Spots, r.spot(c, Die{Colour: colour}, false))
	}
	all := slices.Concat(r.set.Colours, r.set.Also)
	order := func(a, b Die) int {
		if n := slices.Index(all, a.Colour) - slices.Index(all, b.Colour); n != 0 {
			return n
		}
		return int(a.Face) - int(b.Face)
	}
	slices.SortStableFunc(reading.Dice, order)
	slices.SortStableFunc(reading.Spots, func(a, b Spot) int { return order(a.Die, b.Die) })
	return reading
}

// spot returns a die at its place in the picture.
func (r *Reader) spot(c *candidate, d Die, sure bool) Spot {
	zoom := r.frame.Zoom
	return Spot{
		Die: d, X: c.pose.X*zoom + r.frame.OffX, Y: c.pose.Y*zoom + r.frame.OffY,
		Size: c.pose.Size * zoom, Angle: c.pose.Angle, Sure: sure,
	}
}

// fewer reports whether a set that has one die of each colour is not complete.
func (r *Reader) fewer(dice []*candidate) bool { return r.set.Each && len(dice) < len(r.set.Colours) }

// suspect reports whether the detector hints that something is wrong with a die, and neither the face classifier nor the
// flatness classifier are certain of the opposite, nor do slope and size say that it lies as the others do.
func (r *Reader) suspect(grid field, c *candidate) bool {
	bad := grid.badAt(c.pose, r.limits.onDie)
	if r.fits() || c.mean >= r.limits.faceClear || bad <= r.limits.oddHint || r.lies(c) >= r.limits.flatClear {
		return false
	}
	large, others := r.larger(c)
	return bad >= r.limits.oddAlike || c.level < r.limits.levelClear || others == 0 || large > r.limits.raised
}

// usualSize returns the side of the dice of a picture, by those that are plainly read, or 0 if they
// do not agree on one.
func (r *Reader) usualSize() float64 {
	sum, n, least, most := 0.0, 0.0, math.Inf(1), 0.0
	for i := range r.cands {
		if c := &r.cands[i]; r.isPlain(c) {
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
// else looks like a die isn't one, unless it is a part of one of these.
func (r *Reader) all() bool {
	if !r.set.Each {
		return false
	}
	dice := r.dice[:0]
	for i := range r.cands {
		if r.isPlain(&r.cands[i]) {
			dice = append(dice, &r.cands[i])
		}
	}
	r.dice = dice
	if len(dice) != len(r.set.Colours) {
		return false
	}
	_, share := r.colourOf(dice)
	return share > r.limits.clear.hue
}

// isPlain reports whether detector and face classifier have no doubt about a candidate.
func (r *Reader) isPlain(c *candidate) bool {
	return c.face != sight.None && c.mean >= r.limits.clear.mean && c.least >= r.limits.clear.least && c.score >= r.limits.clear.found
}

// beside reports whether a candidate lies so near a die that is surely read that it may be another face of
// it, as of a die that leans, or a part of one below it.
func (r *Reader) beside(c *candidate) bool {
	return slices.ContainsFunc(r.cands, func(d candidate) bool {
		return r.isPlain(&d) && math.Hypot(c.pose.X-d.pose.X, c.pose.Y-d.pose.Y) < r.limits.nearDie*d.pose.Size
	})
}

// pattern reports whether a candidate that cannot be read isn't a die: it is much smaller than the dice
// that can, and neither near one, which may hide a part of it, nor at the border, which may cut it.
func (r *Reader) pattern(c *candidate, size float64) bool {
	if c.pose.Size > r.limits.small*size || c.face != sight.None && c.mean >= r.sure && c.least >= r.least {
		return false
	}
	b := r.frame.Bounds()
	if c.pose.X < float64(b.Min.X)+size || c.pose.Y < float64(b.Min.Y)+size || c.pose.X > float64(b.Max.X)-size || c.pose.Y > float64(b.Max.Y)-size {
		return false
	}
	return !r.beside(c)
}

// unlikely reports whether a candidate that shows no face isn't a die, because the survey for small dice, which sees it twice as large, sees hardly a die
// there.
func (r *Reader) unlikely(c *candidate) bool {
	m := r.limits.missed
	return r.fine.out != nil && c.face == sight.None && c.pose.Size < m.both && r.fine.bodyAt(c.pose.X, c.pose.Y) < m.fine
}

// bodyAt returns how sure the detector is on average of parts of dice around a place, about as far as a cell reaches as usual.
func (f field) bodyAt(x, y float64) float64 {
	sum, n := 0.0, 0.0
	for cell := range f.w * f.h {
		if u, v := f.middle(cell); math.Hypot(u-x, v-y) < 0.9*sight.Cell {
			sum += f.of(cell, sight.Body)
			n++
		}
	}
	return sum / max(n, 1)
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
// detector cannot tell the dice whose marks are all inside.
func (r *Reader) overBorder(c *candidate) bool { return !r.within(c.pose, 0.65) }

// within reports whether the picture holds the square that reaches the given number of sides of a die from the
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
