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
