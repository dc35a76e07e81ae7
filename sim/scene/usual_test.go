package scene

import (
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
)

func TestGrade(t *testing.T) {
	for _, c := range []struct {
		points []Point
		want   string
	}{
		{nil, "easy"},
		{[]Point{Glare}, "easy"},
		{[]Point{Dim}, "medium"},
		{[]Point{Patterned, Touching}, "medium"},
		{[]Point{Dim, Soft}, "hard"},
		{[]Point{Steep, Dim, Small}, "hard"},
	} {
		assert.Equal(t, c.want, (&Picture{Points: c.points}).Grade(), "%v", c.points)
	}
}

// TestPoints checks that what is said to make a picture hard can be seen in its truth, and that
// pictures of all kinds are drawn.
func TestPoints(t *testing.T) {
	seen := map[Point]int{}
	for seed := range uint64(60) {
		s := New(rand.New(rand.NewPCG(seed, 1)), Options{Usual: true})
		var dice []Die
		for _, b := range s.dice {
			dice = append(dice, s.truth(b))
		}
		points := s.points(dice)
		small, trouble := false, false
		for _, d := range dice {
			small = small || d.Size < 36
			trouble = trouble || d.Cocked || d.Under || d.Cut
		}
		assert.Equal(t, small, slices.Contains(points, Small))
		assert.Equal(t, trouble, slices.Contains(points, Trouble))
		if len(dice) < 2 {
			assert.NotContains(t, points, Touching)
		}
		for _, p := range points {
			seen[p]++
		}
	}
	for _, p := range []Point{Patterned, Alike, Glare, Hard, Dim, Uneven, Mixed, Slanted, Steep, Touching, Edge, Small, Soft, Trouble} {
		assert.Positive(t, seen[p], "%s", p)
		assert.Less(t, seen[p], 60, "%s", p)
	}
}

// TestCrowded checks that crowded trays have trouble of the kinds that are rare elsewhere, and dice
// without it, and that dice which lie on others are told.
func TestCrowded(t *testing.T) {
	leaning, under, over, flat := 0, 0, 0, 0
	const scenes = 60
	for seed := range uint64(scenes) {
		s := New(rand.New(rand.NewPCG(seed, 2)), Options{Usual: seed%2 == 0, Crowded: true})
		assert.LessOrEqual(t, len(s.dice), 9)
		for _, b := range s.dice {
			d := s.truth(b)
			switch {
			case d.Cocked:
				leaning++
			case d.Under:
				under++
			case d.Over:
				over++
				assert.InDelta(t, 1.5, b.centre.Z, 1e-9)
			case d.Readable():
				flat++
			}
		}
	}
	for _, n := range []int{leaning, under, over, flat} {
		assert.Greater(t, n, scenes/2)
	}
}
