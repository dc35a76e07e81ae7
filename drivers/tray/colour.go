package tray

import (
	"math"
	"slices"

	"consigliere/drivers/tray/sight"
)

// colourOf returns the colours of dice as indices, and how certain they are, up to 1: each at most
// once, as the set says, or one for all unless some die does not come in it.
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
		if slices.ContainsFunc(dice, func(c *candidate) bool { return c.colour[best] < c.colour[r.tint(c)]+r.limits.hueAlien }) {
			for i, c := range dice {
				colours[i] = r.tint(c)
			}
			return colours, 1 // these are names to find a die by, and nothing hangs on them
		}
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
			sum += r.lightOf(dice, way)
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

// tint returns the colour that a die has by itself, whatever the others have.
func (r *Reader) tint(c *candidate) int {
	best := -1
	for i, may := range r.tints {
		if may && (best < 0 || c.colour[i] > c.colour[best]) {
			best = i
		}
	}
	return best
}

// How the light of a die tells white from grey, as a logarithm: how light its ground is in the picture, in terms of its darkest mark, and in terms of
// the lightest mark of a black or a red die, which is white. It was fitted to the 316 such dice in 212 drawn trays. Where white and grey lie alone, they are as
// unlike as whiteToGrey says.
const (
	whiteIs, whiteLight, whiteDark, whiteBeside, whiteMarks = -2.29, 1.77, 1.03, 3.19, 4.46
	whiteMost                                               = 4 // a lamp may shine in one of them
	whiteToGrey, whiteSpread                                = 1.3, 0.33
)

// lightOf returns how likely the light of dice makes the colours that they are given, as a logarithm. By itself a white die in the
// shade is much like a grey one, but the marks of black and red dice are white, and tell what white is in this light; and black marks are darker
// on white.
func (r *Reader) lightOf(dice []*candidate, colours []int) float64 {
	if r.fits() {
		return 0 // the calibration knows better
	}
	mark, white, grey := 0.0, 0.0, 0.0
	for i, c := range dice {
		switch sight.ColourNames[colours[i]] {
		case "black", "red":
			r.measure(c)
			mark = max(mark, c.marks)
		case "white":
			r.measure(c)
			white = c.ground
		case "grey":
			r.measure(c)
			grey = c.ground
		}
	}
	sum := 0.0
	for i, c := range dice {
		switch sight.ColourNames[colours[i]] {
		case "white":
			sum += c.whiter(mark) / 2
		case "grey":
			sum -= c.whiter(mark) / 2
		}
	}
	if mark == 0 && white > 0 && grey > 0 {
		off := (math.Log(white/grey) - whiteToGrey) / whiteSpread
		sum += math.Log(0.98*math.Exp(-off*off/2) + 0.02)
	}
	return sum
}

// whiter returns how much likelier a die is white than grey by its light, as a logarithm; mark is how light the marks of black and red
// dice are, or 0.
func (c *candidate) whiter(mark float64) float64 {
	is := whiteIs + whiteLight*math.Log(c.ground) + whiteDark*math.Log(c.ground/max(c.dark, 1e-3))
	if mark > 0 {
		is += whiteBeside - whiteMarks*math.Log(mark/c.ground)
	}
	return min(max(is, -whiteMost), whiteMost)
}

// measure works out how light the ground of a face is, the lightest of its marks, and the darkest, once.
func (r *Reader) measure(c *candidate) {
	if c.ground > 0 {
		return
	}
	r.frame.Face(c.pose, r.patch)
	lights := make([]float64, 0, sight.Patch*sight.Patch)
	for j := range sight.Patch {
		for i := range sight.Patch {
			u, v := (float64(i)+0.5)/sight.Patch-0.5, (float64(j)+0.5)/sight.Patch-0.5
			if max(math.Abs(u), math.Abs(v))*sight.Around < 0.38 {
				lights = append(lights, float64(r.patch[(j*sight.Patch+i)*3]))
			}
		}
	}
	slices.Sort(lights)
	linear := func(light float64) float64 {
		return math.Pow(max((light*60+110)/float64(r.frame.Gain)/255, 0.02), 2.2)
	}
	c.ground, c.marks, c.dark = linear(lights[len(lights)/2]), linear(lights[len(lights)*49/50]), linear(lights[len(lights)/50])
}
