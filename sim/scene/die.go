package scene

import "math"

// The colours of dice, as sRGB in [0, 1]; each die varies a little.
var colours = map[string]vec{
	"black":  {0.10, 0.10, 0.11},
	"white":  {0.93, 0.93, 0.92},
	"grey":   {0.47, 0.48, 0.50},
	"red":    {0.80, 0.08, 0.10},
	"ivory":  {0.95, 0.89, 0.72},
	"blue":   {0.13, 0.24, 0.72},
	"green":  {0.05, 0.46, 0.22},
	"yellow": {0.95, 0.80, 0.12},
	"orange": {0.95, 0.48, 0.08},
	"purple": {0.42, 0.16, 0.58},
}

// dark says whether the marks of a colour are black.
func dark(colour string) bool {
	switch colour {
	case "white", "grey", "ivory", "yellow", "orange":
		return true
	}
	return false
}

// Puppet is the face with the Puppeteer, which a die of Der Pate has in place of the 6.
const Puppet = 7

// A body is a die in the scene. Its side is 1.
type body struct {
	colour string
	faces  [6]int // by local direction: +x, -x, +y, -y, +z, -z
	spin   [6]int // quarter turns of the marks on each face
	up     int    // the direction that lies upwards
	albedo vec
	mark   vec
	shape  *shape
	centre vec
	pose   matrix
	moving *motion
	cocked bool
	under  bool
	over   bool
}

// A motion is the way of a die while the picture is taken.
type motion struct {
	shift vec
	axis  vec
	angle float64
}

// A shape is what all dice of a scene have in common.
type shape struct {
	radius float64 // of edges
	sphere float64 // cuts the corners off; large for none
	offset float64 // of pips from the middle of a face, whose side is 1
	pip    float64 // radius
	dent   float64 // how deep pips are
	gloss  float64
}

// at returns the die at a time in [-0.5, 0.5] of the exposure.
func (b *body) at(t float64) (vec, matrix) {
	if b.moving == nil {
		return b.centre, b.pose
	}
	m := b.moving
	return b.centre.add(m.shift.scale(t)), turn(m.axis, m.angle*t).mul(b.pose)
}

// distance is from a point in the die's own axes to its surface, below 0 inside.
func (s *shape) distance(p vec) float64 {
	h := 0.5 - s.radius
	x, y, z := math.Abs(p.X)-h, math.Abs(p.Y)-h, math.Abs(p.Z)-h
	q := vec{max(x, 0), max(y, 0), max(z, 0)}
	d := q.length() + min(max(x, max(y, z)), 0) - s.radius
	return max(d, p.length()-s.sphere)
}

func (s *shape) normal(p vec) vec {
	const e = 1e-3
	return vec{
		s.distance(vec{p.X + e, p.Y, p.Z}) - s.distance(vec{p.X - e, p.Y, p.Z}),
		s.distance(vec{p.X, p.Y + e, p.Z}) - s.distance(vec{p.X, p.Y - e, p.Z}),
		s.distance(vec{p.X, p.Y, p.Z + e}) - s.distance(vec{p.X, p.Y, p.Z - e}),
	}.unit()
}

// hit returns how far along the ray the die is, with the point and the normal in its own axes.
func (b *body) hit(origin, dir vec, t float64) (far float64, p, n vec, ok bool) {
	centre, pose := b.at(t)
	to := centre.sub(origin)
	along := to.dot(dir)
	if to.dot(to)-along*along > 0.76 {
		return 0, vec{}, vec{}, false
	}
	o, d := pose.inverse(origin.sub(centre)), pose.inverse(dir)
	far = along - 0.9
	for range 40 {
		p = o.add(d.scale(far))
		step := b.shape.distance(p)
		if step < 1e-3 {
			return far, p, b.shape.normal(p), true
		}
		far += step
		if far > along+0.9 {
			break
		}
	}
	return 0, vec{}, vec{}, false
}

// marked returns how much of the mark covers a point of the surface, which face it is on, and how
// the dent of a pip turns the normal there, in the die's own axes.
func (b *body) marked(p vec) (cover float64, face int, lean vec) {
	var u, v float64
	x, y, z := math.Abs(p.X), math.Abs(p.Y), math.Abs(p.Z)
	switch {
	case z >= x && z >= y:
		face, u, v = 4, p.X, p.Y
		if p.Z < 0 {
			face = 5
		}
	case x >= y:
		face, u, v = 0, p.Y, p.Z
		if p.X < 0 {
			face = 1
		}
	default:
		face, u, v = 2, p.Z, p.X
		if p.Y < 0 {
			face = 3
		}
	}
	for range b.spin[face] {
		u, v = -v, u
	}
	d, du, dv := b.shape.markDistance(b.faces[face], u, v)
	if d < 0 {
		for range b.spin[face] {
			du, dv = dv, -du
		}
		du, dv = -du*b.shape.dent, -dv*b.shape.dent
		lean = [...]vec{{0, du, dv}, {dv, 0, du}, {du, dv, 0}}[face/2]
	}
	return smooth(0.012, -0.012, d), face, lean
}

// markDistance is from a point of a face (side 1) to the nearest ink, below 0 on it. On a pip it
// also returns the way from its middle, in radii.
func (s *shape) markDistance(face int, u, v float64) (d, du, dv float64) {
	if face == Puppet {
		return puppet(u*100, v*100) / 100, 0, 0
	}
	d = math.Inf(1)
	pip := func(x, y float64) {
		x, y = u-x*s.offset, v-y*s.offset
		if e := math.Hypot(x, y) - s.pip; e < d {
			d, du, dv = e, x/s.pip, y/s.pip
		}
	}
	if face%2 == 1 {
		pip(0, 0)
	}
	if face >= 2 {
		pip(-1, -1)
		pip(1, 1)
	}
	if face >= 4 {
		pip(-1, 1)
		pip(1, -1)
	}
	if face == 6 {
		pip(-1, 0)
		pip(1, 0)
	}
	return d, du, dv
}

// puppet is the distance to the Puppeteer on a face 100 wide: a bar, three strings, a figure.
func puppet(u, v float64) float64 {
	lines := [...]struct{ x1, y1, x2, y2, width float64 }{
		{-30, -31.5, 30, -31.5, 10.5},
		{0, -36, 0, -25, 10.5},
		{-26.5, -30, -21.5, -3, 4.8},
		{26.5, -30, 21.5, -3, 4.8},
		{0, -28, 0, -10, 4.8},
		{-21.5, -1.5, 0, 5.5, 8.2},
		{21.5, -1.5, 0, 5.5, 8.2},
		{0, 6, 0, 20, 12.5},
		{0, 19, -13.5, 36, 9},
		{0, 19, 13.5, 36, 9},
	}
	d := math.Hypot(u, v+7.5) - 9.2
	for _, l := range lines {
		dx, dy := l.x2-l.x1, l.y2-l.y1
		t := clamp(((u-l.x1)*dx+(v-l.y1)*dy)/(dx*dx+dy*dy), 0, 1)
		d = min(d, math.Hypot(u-l.x1-t*dx, v-l.y1-t*dy)-l.width/2)
	}
	return d
}
