package tray

import (
	"math"
	"slices"

	"consigliere/drivers/tray/sight"
)

// Calibrate lets the reader use what is known of the tray, or forget it if c is nil.
func (r *Reader) Calibrate(c *Calibration) {
	r.empty = nil
	if c == nil {
		return
	}
	r.empty = newEmptyTray(c, func(f *sight.Frame) []float32 {
		was := r.frame
		r.frame = f
		defer func() { r.frame = was }()
		r.passes = 0
		return r.see(passes)
	})
	r.empty.coloured = true
	for i, name := range sight.ColourNames {
		tone, ok := c.Colours[name]
		if r.colours[i] && !ok {
			r.empty.coloured = false
		}
		r.empty.faint[i] = ok && r.empty.hides(rgb{float32(tone[0]), float32(tone[1]), float32(tone[2])})
	}
}

// Match says how the last picture compares with the calibration.
func (r *Reader) Match() Match {
	if r.empty == nil {
		return NoCalibration
	}
	return r.empty.why(r.frame)
}

// readCalibrated reads the frame with the help of a calibration, and reports whether that fits.
func (r *Reader) readCalibrated() (Reading, bool) {
	e := r.empty
	if r.size.X != e.cal.Width || r.size.Y != e.cal.Height {
		e.match = OtherSize
		return Reading{}, false
	}
	if e.match == Moved && e.moved(r.frame) { // still
		return Reading{}, false
	}
	e.compare(r.frame)
	if e.match != Fits {
		return Reading{}, false
	}
	r.passes, r.sure = 0, r.limits.emptySure
	grid := usualField(r.see(passes))
	e.silence(grid.out)
	r.examine(grid)
	if e.cal.Size > 0 {
		r.confirm(grid)
		r.complete(grid)
		r.unite()
	}
	for i := range r.cands {
		c := &r.cands[i]
		c.classified = c.colour
		if e.coloured {
			r.dye(c)
		}
	}
	reading := r.decide(grid)
	switch {
	case !e.left:
	case e.moved(r.frame):
		e.match = Moved
	case e.glows():
		e.match = OtherLight
	}
	return reading, e.match == Fits
}

// plain reports whether a face is so plain, and of the right size, that the detector need not be sure.
func (r *Reader) plain(c *candidate) bool {
	return c.face != sight.None && c.mean >= knownSure && c.least >= knownLeast && r.empty.fitting(c)
}

// fitting reports whether a die looks as large as the lesson's dice.
func (e *emptyTray) fitting(c *candidate) bool { return math.Abs(c.pose.Size/e.cal.Size-1) < sizeOff }

// confirm looks again, at the right size, at candidates that are not plain, and lets those count
// that the detector is not sure of, where something lies.
func (r *Reader) confirm(grid field) {
	for i := range r.cands {
		c := &r.cands[i]
		if !r.plain(c) {
			other := candidate{pose: c.pose, score: c.score}
			other.pose.Size = r.empty.cal.Size
			r.look(&other)
			if r.plain(&other) {
				other.body = grid.support(other.pose)
				*c = other
			}
		}
		if c.score < r.limits.found && r.plain(c) && !r.empty.untouched(c.pose.X, c.pose.Y, 0.3*c.pose.Size) {
			c.score = r.limits.found
		}
	}
}

// complete looks for dice where something lies that the detector has not found, things first, then
// what may be shadows.
func (r *Reader) complete(grid field) {
	e := r.empty
	var dice []*candidate
	for i := range r.cands {
		if c := &r.cands[i]; r.plain(c) {
			dice = append(dice, c)
		}
	}
	tries := 0
	for _, blocks := range [...][]bool{e.thing, e.fresh} {
		e.explain(blocks, dice)
		for tries < guesses && len(r.cands) < grid.most {
			x, y, ok := e.guess()
			if !ok {
				break
			}
			tries++
			c := r.lookAround(x, y)
			near := func(d *candidate) bool { return r.apart(&c, d) < 0.8 }
			if c.face == sight.None || c.mean < doubtful || !e.fitting(&c) || slices.ContainsFunc(dice, near) {
				e.forget(x, y, 0.5*e.size())
				continue
			}
			c.body = grid.support(c.pose)
			r.cands = append(r.cands, c)
			dice = append(dice, &c)
			e.forget(c.pose.X, c.pose.Y, dieReach*e.size())
		}
	}
}

// lookAround judges a place where a die may lie: there or beside it, wherever a glance sees most of
// a face. Most such places are shadows, so a glance must do for them.
func (r *Reader) lookAround(x, y float64) candidate {
	size := r.empty.cal.Size
	best, most := sight.Pose{X: x, Y: y, Size: size}, 0.0
	for _, d := range [...][2]float64{{0, 0}, {0, -1}, {0, 1}, {-1, 0}, {1, 0}} {
		for _, angle := range [...]float64{0, math.Pi / 4} {
			p := sight.Pose{X: x + aside*size*d[0], Y: y + aside*size*d[1], Size: size, Angle: angle}
			var faces [sight.Faces]float64
			softmax(r.ask(p)[:sight.Faces], r.faces[:], faces[:])
			if sure := slices.Max(faces[:sight.None]); sure > most {
				best, most = p, sure
			}
		}
		if most > glance {
			break
		}
	}
	c := candidate{pose: best, score: r.limits.found, face: sight.None, mean: 1 - most, least: 1 - most}
	if most > nothing {
		r.look(&c)
	}
	return c
}

// apart returns how far two candidates are apart, in sides of a die.
func (r *Reader) apart(a, b *candidate) float64 {
	return math.Hypot(a.pose.X-b.pose.X, a.pose.Y-b.pose.Y) / r.empty.cal.Size
}

// same reports whether a candidate c is the same die as a plain one: it lies there, or isn't a die and
// has not the size of one.
func (r *Reader) same(a, c *candidate) bool {
	far := sameDie
	if !r.empty.fitting(c) {
		far = 2 * sameDie
	}
	return r.apart(a, c) < far && (!r.plain(c) || c.face == a.face && c.score <= a.score)
}

// unite drops candidates at the place of a plain one: they are the same die.
func (r *Reader) unite() {
	for i := 0; i < len(r.cands); i++ {
		if !r.plain(&r.cands[i]) {
			continue
		}
		for k := len(r.cands) - 1; k >= 0; k-- {
			c := &r.cands[k]
			if k != i && r.same(&r.cands[i], c) {
				r.cands = slices.Delete(r.cands, k, k+1)
				if k < i {
					i--
				}
			}
		}
	}
}

// dye lets the lesson have its say on the colour of a candidate. Where the face classifier is sure, it may
// be none of the lesson's: lamps are mirrored in dice.
func (r *Reader) dye(c *candidate) {
	tone := r.empty.tone(r.frame, c.pose)
	likes := func(i int) float64 { return c.colour[i] }
	sure := r.share(likes, r.best(likes)) > classifierSure
	c.far = math.Inf(1)
	for i, name := range sight.ColourNames {
		if !r.colours[i] {
			continue
		}
		l := likely(tone, r.empty.cal.Colours[name])
		c.far = min(c.far, -l)
		c.colour[i] = classifierShare*c.colour[i] + max(l, -toneFar)
	}
	if sure {
		c.far = 0
	}
}

// strange reports whether something lies in the tray that isn't one of the dice, whether a die is
// not as in the lesson, and whether one may be there that hardly differs from the tray.
func (r *Reader) strange(dice []*candidate, colours []int) bool {
	r.empty.left = r.empty.unexplained(dice)
	for _, c := range dice {
		if c.far > toneFar || r.empty.cal.Size > 0 && !r.empty.fitting(c) {
			return true
		}
	}
	for i, faint := range r.empty.faint {
		if faint && r.set.Each && r.colours[i] && !slices.Contains(colours, i) {
			return true
		}
	}
	return r.empty.left
}

// contradicts reports whether the face classifier alone is certain of other colours: then the lesson may
// have been a wrong one.
func (r *Reader) contradicts(dice []*candidate, colours []int) bool {
	if !r.empty.coloured {
		return false
	}
	swap := func() {
		for _, c := range dice {
			c.colour, c.classified = c.classified, c.colour
		}
	}
	swap()
	own, _ := r.colourOf(dice)
	swap()
	more := 0.0
	for i, c := range dice {
		more += c.classified[own[i]] - c.classified[colours[i]]
	}
	return more > classifierCertain
}
