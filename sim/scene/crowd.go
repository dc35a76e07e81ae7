package scene

import (
	"math"
	"slices"
)

// crowd fills the tray: of five to nine dice several lean, one or two lie under another, and the
// border may cut one. The rest lie flat, many of them side by side.
func (s *Scene) crowd() {
	r := s.rng
	for len(s.dice) < 5 {
		for _, f := range s.throw(Options{Set: s.set}, cocked) {
			if len(s.dice) < 9 {
				s.place(f, nothing, false)
			}
		}
		if chance(r, 0.1) {
			break // the tray may have no room for more
		}
	}
	dice := slices.Clone(s.dice)
	r.Shuffle(len(dice), func(i, j int) { dice[i], dice[j] = dice[j], dice[i] })
	next := func() *body {
		b := dice[0]
		dice = dice[1:]
		return b
	}
	if chance(r, 0.25) {
		s.cutOff(next())
	}
	for range 1 + r.IntN(2) {
		if len(dice) > 2 {
			s.stack(next(), next())
		}
	}
	for range 1 + r.IntN(3) {
		if len(dice) > 1 {
			s.leanFreely(next())
		}
	}
}

// stack lays a die on another, and perhaps on more.
func (s *Scene) stack(low, top *body) {
	r := s.rng
	way, far := between(r, 0, 2*math.Pi), between(r, 0.2, 0.8)
	top.centre, top.over = low.centre.add(vec{far * math.Cos(way), far * math.Sin(way), 1}), true
	yaw := math.Atan2(top.pose[0].Y, top.pose[0].X)
	for _, o := range s.dice {
		if o != top && overlap(top.centre, yaw, o) {
			o.under = true
		}
	}
}

// leanFreely leans a die on a wall or on another die, so that it goes into no third one. If it
// finds no place for that, the die stays where it lies.
func (s *Scene) leanFreely(b *body) {
	r := s.rng
	old := *b
	for range 40 {
		*b = old
		var on *body
		var way float64
		if len(s.walls) > 0 && chance(r, 0.5) {
			b.centre = s.ground(between(r, 15, 625), between(r, 15, 465), 1)
			b.centre.Z = 0.5
			way = s.toWall(b)
		} else {
			on = s.dice[r.IntN(len(s.dice))]
			if on == b || on.under || on.cocked || on.centre.Z > 0.6 {
				continue
			}
			way = s.towards(b, on)
		}
		x, y := s.project(b.centre)
		if x < 0 || y < 0 || x > 640 || y > 480 {
			continue
		}
		if !slices.ContainsFunc(s.dice, func(o *body) bool {
			return o != b && o != on && o.centre.sub(b.centre).length() < 1.3
		}) {
			s.lean(b, between(r, 22, 50), way)
			return
		}
	}
	*b = old
}
