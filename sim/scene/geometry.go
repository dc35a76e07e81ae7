package scene

import "math"

// A vec is a point, a direction or a linear colour.
type vec struct{ X, Y, Z float64 }

func (a vec) add(b vec) vec            { return vec{a.X + b.X, a.Y + b.Y, a.Z + b.Z} }
func (a vec) sub(b vec) vec            { return vec{a.X - b.X, a.Y - b.Y, a.Z - b.Z} }
func (a vec) scale(s float64) vec      { return vec{a.X * s, a.Y * s, a.Z * s} }
func (a vec) times(b vec) vec          { return vec{a.X * b.X, a.Y * b.Y, a.Z * b.Z} }
func (a vec) dot(b vec) float64        { return a.X*b.X + a.Y*b.Y + a.Z*b.Z }
func (a vec) length() float64          { return math.Sqrt(a.dot(a)) }
func (a vec) unit() vec                { return a.scale(1 / max(a.length(), 1e-12)) }
func (a vec) mix(b vec, t float64) vec { return a.scale(1 - t).add(b.scale(t)) }

func (a vec) cross(b vec) vec {
	return vec{a.Y*b.Z - a.Z*b.Y, a.Z*b.X - a.X*b.Z, a.X*b.Y - a.Y*b.X}
}

// A matrix is a rotation, by its columns: where the axes of a body point.
type matrix [3]vec

func (m matrix) apply(v vec) vec {
	return m[0].scale(v.X).add(m[1].scale(v.Y)).add(m[2].scale(v.Z))
}

// inverse turns from the world into the body.
func (m matrix) inverse(v vec) vec { return vec{m[0].dot(v), m[1].dot(v), m[2].dot(v)} }

func (m matrix) mul(n matrix) matrix {
	return matrix{m.apply(n[0]), m.apply(n[1]), m.apply(n[2])}
}

// turn rotates by an angle in radians about a unit axis.
func turn(axis vec, angle float64) matrix {
	s, c := math.Sincos(angle)
	rotate := func(v vec) vec {
		return v.scale(c).add(axis.cross(v).scale(s)).add(axis.scale(axis.dot(v) * (1 - c)))
	}
	return matrix{rotate(vec{1, 0, 0}), rotate(vec{0, 1, 0}), rotate(vec{0, 0, 1})}
}

func clamp(x, low, high float64) float64 { return max(low, min(high, x)) }

// smooth goes from 0 at low to 1 at high.
func smooth(low, high, x float64) float64 {
	t := clamp((x-low)/(high-low), 0, 1)
	return t * t * (3 - 2*t)
}

// A slab is a box in a pose, for walls and for the shadows of dice.
type slab struct {
	centre vec
	half   vec
	pose   matrix
	radius float64 // of a sphere around it
}

func box(centre, half vec, pose matrix) slab {
	return slab{centre, half, pose, half.length()}
}

// hit returns where a ray enters the slab, and the normal there.
func (s *slab) hit(origin, dir vec) (float64, vec, bool) {
	toCentre := s.centre.sub(origin)
	along := toCentre.dot(dir)
	if toCentre.dot(toCentre)-along*along > s.radius*s.radius {
		return 0, vec{}, false
	}
	o, d := s.pose.inverse(origin.sub(s.centre)), s.pose.inverse(dir)
	near, far := math.Inf(-1), math.Inf(1)
	var normal vec
	for axis := range 3 {
		p, v, h := o.X, d.X, s.half.X
		switch axis {
		case 1:
			p, v, h = o.Y, d.Y, s.half.Y
		case 2:
			p, v, h = o.Z, d.Z, s.half.Z
		}
		if math.Abs(v) < 1e-9 {
			if math.Abs(p) > h {
				return 0, vec{}, false
			}
			continue
		}
		a, b := (-h-p)/v, (h-p)/v
		sign := -1.0
		if a > b {
			a, b, sign = b, a, 1
		}
		if a > near {
			near, normal = a, s.pose[axis].scale(sign)
		}
		far = min(far, b)
	}
	if near > far || far < 1e-4 {
		return 0, vec{}, false
	}
	return near, normal, true
}

// noise is smooth noise over the plane in [0, 1], from a table of a scene.
type noise [4096]float64

func (n *noise) lattice(x, y int) float64 {
	return n[(x*73856093^y*19349663)&4095]
}

func (n *noise) at(x, y float64) float64 {
	fx, fy := math.Floor(x), math.Floor(y)
	ix, iy := int(fx), int(fy)
	u, v := x-fx, y-fy
	u, v = u*u*(3-2*u), v*v*(3-2*v)
	a := n.lattice(ix, iy)*(1-u) + n.lattice(ix+1, iy)*u
	b := n.lattice(ix, iy+1)*(1-u) + n.lattice(ix+1, iy+1)*u
	return a*(1-v) + b*v
}

// cloud sums octaves of noise, mean 0.5.
func (n *noise) cloud(x, y float64, octaves int) float64 {
	sum, weight, total := 0.0, 1.0, 0.0
	for range octaves {
		sum += weight * n.at(x, y)
		total += weight
		weight /= 2
		x, y = x*2.03+17.1, y*2.03+5.7
	}
	return sum / total
}
