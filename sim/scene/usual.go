package scene

import (
	"math"
	"math/rand/v2"
)

// A lighting is how the light of a scene is, beyond its colour.
type lighting int

const (
	even lighting = iota
	glaring
	hard
	dim
	uneven
	mixed
)

// A Point is something that makes a picture hard to read.
type Point string

// The points. Dim light and a slant of more than 18 degrees count twice.
const (
	Patterned Point = "patterned" // the cloth
	Alike     Point = "alike"     // a die is hardly lighter or darker than its tray
	Glare     Point = "glare"
	Hard      Point = "hard light"
	Dim       Point = "dim"
	Uneven    Point = "uneven"
	Mixed     Point = "mixed"
	Slanted   Point = "slanted" // the camera, more than 9 degrees
	Steep     Point = "steep"   // more than 18
	Touching  Point = "touching"
	Edge      Point = "edge" // a die that can be read is partly outside
	Small     Point = "small"
	Soft      Point = "soft" // out of focus
	Trouble   Point = "trouble"
)

// Grade returns how hard a picture is: easy, medium or hard.
func (p *Picture) Grade() string {
	n := len(p.Points)
	for _, what := range p.Points {
		if what == Dim || what == Steep {
			n++
		}
	}
	return [...]string{"easy", "easy", "medium", "hard"}[min(n, 3)]
}

// points returns what makes a picture with these dice hard to read.
func (s *Scene) points(dice []Die) (list []Point) {
	add := func(p Point, is bool) {
		if is {
			list = append(list, p)
		}
	}
	add(Patterned, s.patterned)
	floor := 0.0
	for i := range 64 {
		floor += lightness(s.floor(float64(i%8)-3.4, float64(i/8)-3.6)) / 64
	}
	alike, touching, edge, small := false, false, false, false
	for i, b := range s.dice {
		alike = alike || math.Abs(lightness(b.albedo)-floor) < 0.1
		for _, o := range s.dice[:i] {
			touching = touching || o.centre.sub(b.centre).length() < 1.15
		}
	}
	trouble := false
	for _, d := range dice {
		far := 0.6 * d.Size
		edge = edge || d.Readable() && (d.X < far || d.Y < far || d.X > 640-far || d.Y > 480-far)
		small = small || d.Size < 36
		trouble = trouble || d.Cocked || d.Under || d.Cut
	}
	add(Alike, alike)
	add([...]Point{"", Glare, Hard, Dim, Uneven, Mixed}[s.kind], s.kind != even)
	if s.tilt > 18 {
		add(Steep, true)
	} else {
		add(Slanted, s.tilt > 9)
	}
	add(Touching, touching)
	add(Edge, edge)
	add(Small, small)
	add(Soft, s.blur > 0.9)
	add(Trouble, trouble)
	return list
}

// lightness is the lightness of a linear colour, as people see it.
func lightness(c vec) float64 {
	return math.Pow(max(0.2126*c.X+0.7152*c.Y+0.0722*c.Z, 0), 1/2.2)
}

// usualSurroundings chooses a tray as people have it, that fills the picture more or less.
func (s *Scene) usualSurroundings(size float64) {
	r := s.rng
	angle := between(r, -0.2, 0.2) + float64(r.IntN(4))*math.Pi/2
	if chance(r, 0.25) {
		angle = between(r, 0, 2*math.Pi)
	}
	var floor texture
	switch r.IntN(10) {
	case 0, 1:
		floor = wood(r, s.noise)
	case 2, 3:
		floor = felt(r, s.noise)
	case 4:
		floor = paper(r, s.noise)
	case 5:
		floor, s.patterned = check(r, s.noise), true
	case 6:
		floor, s.patterned = print(r, s.noise), true
	case 7:
		floor = linen(r, s.noise)
	case 8:
		floor = leather(r, s.noise)
	case 9:
		floor = stone(r, s.noise)
	}
	s.floor = rotated(r, angle, floor)
	s.wallSkin = rotated(r, 0, wood(r, s.noise))
	switch r.IntN(8) {
	case 0:
		s.wallSkin = s.floor
	case 1:
		s.wallSkin = rotated(r, 0, felt(r, s.noise))
	case 2:
		s.wallSkin = rotated(r, 0, leather(r, s.noise))
	}
	s.outside = rotated(r, between(r, 0, 2*math.Pi), [](func(*rand.Rand, *noise) texture){wood, wood, linen, stone, plain}[r.IntN(5)](r, s.noise))
	s.inner = [2]float64{320 / size * between(r, 0.78, 1.1), 240 / size * between(r, 0.78, 1.1)}
	if chance(r, 0.25) { // all of the picture
		s.inner = [2]float64{99, 99}
	}
	s.tray = turn(vec{0, 0, 1}, between(r, -0.12, 0.12))
	if chance(r, 0.8) {
		s.raise(between(r, 0.25, 0.7), between(r, 0.4, 1.5))
	}
}

// usualLight mends what light makes of pictures: in many rooms all faces mirror the same window.
func (s *Scene) usualLight() {
	r := s.rng
	if s.pane.light > 0 && chance(r, 0.6) {
		s.pane.wide *= between(r, 1, 6)
		s.pane.high *= between(r, 1, 6)
	}
	s.pane.light = min(s.pane.light, between(r, 0.08, 0.35))
}

func paper(r *rand.Rand, n *noise) texture {
	base := linear(hue(between(r, 0.05, 0.65), between(r, 0, 0.1), between(r, 0.78, 0.97)))
	switch r.IntN(5) {
	case 0: // brown paper
		base = linear(vec{0.72, 0.56, 0.40}.scale(between(r, 0.85, 1.1)))
	case 1: // cardboard of a colour
		base = linear(hue(r.Float64(), between(r, 0.1, 0.6), between(r, 0.3, 0.9)))
	}
	fine, fold := between(r, 0, 0.1), between(r, -4, 4)
	return func(x, y float64) vec {
		tone := 1 + fine*(n.at(x*14, y*14)-0.5)
		if math.Abs(x-fold-0.02*y) < 0.03 || math.Abs(y+fold) < 0.03 {
			tone *= 0.95
		}
		return base.scale(tone)
	}
}

// linen is cloth of one colour, canvas or denim.
func linen(r *rand.Rand, n *noise) texture {
	base := linear(hue(r.Float64(), between(r, 0, 0.6), between(r, 0.12, 0.92)))
	weave, coarse, fine := between(r, 0.05, 0.5), between(r, 0, 0.2), between(r, 10, 22)
	return func(x, y float64) vec {
		return base.scale(1 + weave*(n.at(x*fine, y*2.5)+n.at(x*2.5+9, y*fine)-1) + coarse*(n.cloud(x*0.7, y*0.7, 2)-0.5))
	}
}

func leather(r *rand.Rand, n *noise) texture {
	base := linear([]vec{{0.36, 0.22, 0.13}, {0.16, 0.12, 0.10}, {0.08, 0.08, 0.08}, {0.45, 0.12, 0.10}, {0.12, 0.20, 0.16}, {0.60, 0.42, 0.26}, {0.10, 0.14, 0.26}}[r.IntN(7)].scale(between(r, 0.8, 1.25)))
	depth, scale := between(r, 0.1, 0.6), between(r, 3, 9)
	return func(x, y float64) vec {
		t := math.Abs(2*n.cloud(x*scale, y*scale, 2) - 1)
		return base.scale(1 + depth*(smooth(0, 0.25, t)-0.7) + 0.2*(n.cloud(x*0.6, y*0.6, 2)-0.5))
	}
}

// stone is slate, marble, cork or concrete.
func stone(r *rand.Rand, n *noise) texture {
	base := linear([]vec{{0.25, 0.27, 0.29}, {0.85, 0.84, 0.82}, {0.68, 0.52, 0.36}, {0.58, 0.57, 0.55}, {0.14, 0.14, 0.15}, {0.40, 0.42, 0.45}}[r.IntN(6)].scale(between(r, 0.85, 1.12)))
	spots, scale, vein := between(r, 0.05, 0.6), between(r, 2, 10), between(r, 0, 0.4)
	return func(x, y float64) vec {
		t := math.Abs(2*n.cloud(x*0.5+7, y*0.5, 4) - 1)
		return base.scale(max(1+spots*(n.cloud(x*scale, y*scale, 2)-0.5)-vein*math.Exp(-10*t), 0.1))
	}
}
