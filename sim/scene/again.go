package scene

import "math/rand/v2"

// Again clears the tray and throws other dice into it. The tray, the camera, the light and the
// colours that dice had stay as they were. If spoilt, something goes wrong.
func (s *Scene) Again(dice []Face, spoilt bool) {
	s.dice, s.hand = nil, nil
	trouble := nothing
	if spoilt {
		trouble = anyTrouble(s.rng)
	}
	for _, f := range dice {
		s.place(f, trouble, false)
	}
	if len(s.dice) > 0 || trouble == hand {
		s.trouble(trouble)
	}
}

// Cloth lays a cloth of one colour into the tray: red, green and blue from 0 to 1.
func (s *Scene) Cloth(r, g, b float64) {
	base := linear(vec{r, g, b})
	s.floor = func(x, y float64) vec { return base.scale(1 + 0.3*(s.noise.at(x*23, y*23)-0.5)) }
}

func anyTrouble(r *rand.Rand) int {
	return []int{hand, cocked, cocked, moving, moving, stacked, cut, cut}[r.IntN(8)]
}
