// Package scene draws dice in a tray as a camera above it would see them: for training the
// reader of package tray, for its tests, and for the simulator's tray.
//
// A picture is traced ray by ray. Everything about it is drawn from a random source: the tray
// and its cloth, the light, the camera, the dice, and what goes wrong: a die that leans or still
// moves, one on another, one that the border cuts, a hand. The picture comes with the truth.
//
// It is fast rather than fine: about a fifth of a second for 640x480.
package scene

import (
	"math"
	"math/rand/v2"
	"slices"
)

// Kinds of dice sets that are drawn.
const (
	Pate     = "pate"     // black, white, grey and red, one of each; 1 to 5 and the Puppeteer
	Standard = "standard" // one colour, 1 to 6
)

// A Die is what is true of a die in a picture.
type Die struct {
	Colour  string  `json:"colour"`
	Face    int     `json:"face"` // of the upper face; [Puppet] for the Puppeteer
	X, Y    float64 // the centre of the upper face, in pixels
	Size    float64 // its side in pixels
	Angle   float64 // its turn in degrees, from 0 to 90
	Cocked  bool    // leans on something
	Under   bool    // another die lies on it
	Over    bool    // lies on another die, and can be read all the same
	Moving  bool
	Cut     bool // the border of the picture cuts its marks
	Covered bool // something hides a part of its upper face
	// Slope is how its upper face slopes as the camera sees it: where the face's normal leads in the picture, right and down, in terms of
	// its length. A face that looks straight at the camera has 0, 0.
	Slope [2]float64
}

// Readable says whether the upper face can be read.
func (d Die) Readable() bool { return !d.Cocked && !d.Under && !d.Moving && !d.Cut && !d.Covered }

// What goes wrong in a picture.
const (
	nothing = iota
	hand
	cocked
	moving
	stacked
	cut
)

// An Options says what to draw. The zero value draws anything.
type Options struct {
	Set string // Pate or Standard; at random if empty
	// Throw, if set, is what lies in the tray: a plain roll in a good light, for a simulator.
	Throw []Face
	// Usual draws trays as people have them. Otherwise anything may lie under the dice, up to
	// stripes in magenta, and the dice may be tiny.
	Usual bool
	// Spoilt lets something go wrong in every picture.
	Spoilt bool
	// Crowded fills the tray with dice, many of which lean, lie under others or are cut, so that a
	// trainer sees much trouble in few pictures. No set has that many, nor does anybody roll like that.
	Crowded bool
}

// A Face is a die with the face that it shows.
type Face struct {
	Colour string
	Face   int
}

// A Scene is a tray with dice and the camera above it.
type Scene struct {
	set      string
	noise    *noise
	floor    texture
	outside  texture
	walls    []slab
	wallSkin texture
	inner    [2]float64 // half of the floor
	tray     matrix
	dice     []*body
	hand     []bone
	shape    *shape // of the dice
	skin     vec
	sleeve   vec

	eye     vec
	look    matrix // right, down, forward
	focal   float64
	lights  []light
	pane    pane
	ambient vec

	tilt                  float64 // of the camera, in degrees
	kind                  lighting
	patterned             bool // the floor
	usual                 bool // so are tray and dice; more rays make shadows smooth
	exposure, blur, grain float64
	corners               float64        // how much darker they are
	tones                 map[string]vec // the colours of the dice
	rng                   *rand.Rand
}

// A pane is a window or a lamp that flat, glossy faces mirror: a rectangle high above the tray.
type pane struct {
	at         vec
	cos, sin   float64
	wide, high float64
	colour     vec
	light      float64 // 0 for none
	rough      float64 // of the faces
}

type light struct {
	at     vec
	radius float64
	colour vec
	glare  float64
	near   float64 // how fast it fades with distance, 0 to 1
}

// New draws up a scene. The same source gives the same scene.
func New(r *rand.Rand, o Options) *Scene {
	s := &Scene{rng: r, noise: new(noise), set: o.Set, usual: o.Usual, tones: map[string]vec{}}
	for i := range s.noise {
		s.noise[i] = r.Float64()
	}
	if s.set == "" {
		s.set = []string{Pate, Standard}[r.IntN(2)]
	}
	tame := o.Throw != nil
	size := between(r, 38, 64) // of a die in pixels
	if chance(r, 0.3) {
		size = between(r, 25, 45)
	}
	if tame {
		size = 56
	}
	if o.Usual {
		size = between(r, 36, 66)
		if chance(r, 0.2) {
			size = between(r, 27, 38)
		}
	}
	s.camera(size, tame, o.Usual && chance(r, 0.15))
	if o.Usual {
		s.usualSurroundings(size)
	} else {
		s.surroundings(size, tame)
	}
	s.light(tame)
	if o.Usual {
		s.usualLight()
	}

	s.shape = &shape{
		radius: between(r, 0.04, 0.2),
		sphere: 9,
		offset: between(r, 0.21, 0.275),
		pip:    between(r, 0.085, 0.125),
		dent:   between(r, 0.1, 0.8),
		gloss:  between(r, 0, 1),
	}
	if chance(r, 0.35) {
		s.shape.sphere = between(r, 0.68, 0.8)
	}
	if o.Crowded {
		s.crowd()
		return s
	}
	trouble := nothing
	if x := r.Float64(); !tame && x > 0.6 || o.Spoilt {
		trouble = anyTrouble(r)
	}
	for _, f := range s.throw(o, trouble) {
		s.place(f, trouble, tame)
	}
	s.trouble(trouble)
	return s
}

// throw chooses what lies in the tray.
func (s *Scene) throw(o Options, trouble int) []Face {
	if o.Throw != nil {
		return o.Throw
	}
	r := s.rng
	var faces []Face
	if s.set == Pate {
		for _, c := range []string{"black", "white", "grey", "red"} {
			f := Face{c, 1 + r.IntN(6)}
			if f.Face == 6 {
				f.Face = Puppet
			}
			faces = append(faces, f)
		}
		r.Shuffle(4, func(i, j int) { faces[i], faces[j] = faces[j], faces[i] })
		if chance(r, 0.4) {
			faces = faces[:r.IntN(5)]
		}
	} else {
		c := []string{"ivory", "red", "blue", "green", "black", "ivory", "red", "blue", "green", "black", "white", "grey", "yellow", "orange", "purple"}[r.IntN(15)]
		for range r.IntN(8) {
			faces = append(faces, Face{c, 1 + r.IntN(6)})
		}
	}
	if len(faces) == 0 && trouble > hand {
		faces = append(faces, Face{[]string{"black", "red"}[r.IntN(2)], 1 + r.IntN(5)})
	}
	return faces
}

func (s *Scene) camera(size float64, tame, steep bool) {
	r := s.rng
	s.focal = between(r, 550, 1700)
	tilt := math.Abs(r.NormFloat64()) * 9
	if tame {
		s.focal, tilt = 1100, 3
	}
	if steep {
		tilt = between(r, 12, 26)
	}
	s.tilt = min(tilt, 26)
	tilt = s.tilt * math.Pi / 180
	distance := s.focal/size + 1
	way := between(r, 0, 2*math.Pi)
	back := vec{math.Sin(tilt) * math.Cos(way), math.Sin(tilt) * math.Sin(way), math.Cos(tilt)}
	s.eye = back.scale(distance)
	forward := back.scale(-1)
	right := vec{0, 1, 0}.cross(back).unit()
	s.look = matrix{right, forward.cross(right), forward}
	roll := between(r, -0.15, 0.15)
	if chance(r, 0.3) {
		roll = between(r, -math.Pi, math.Pi)
	}
	s.look = turn(forward, roll).mul(s.look)
	s.look[2] = forward
}

func (s *Scene) surroundings(size float64, tame bool) {
	r := s.rng
	s.floor, s.outside, s.wallSkin = anyTexture(r, s.noise), anyTexture(r, s.noise), anyTexture(r, s.noise)
	if chance(r, 0.6) {
		s.wallSkin = rotated(r, 0, wood(r, s.noise))
	}
	if tame {
		s.floor, s.wallSkin, s.outside = felt(r, s.noise), rotated(r, 0, wood(r, s.noise)), plain(r, s.noise)
	}
	s.inner = [2]float64{320 / size * between(r, 0.75, 1.25), 240 / size * between(r, 0.75, 1.25)}
	if chance(r, 0.15) && !tame {
		s.inner = [2]float64{99, 99}
	}
	s.tray = turn(vec{0, 0, 1}, between(r, -0.12, 0.12))
	if chance(r, 0.85) || tame {
		s.raise(between(r, 0.3, 0.9), between(r, 0.4, 1.6))
	}
}

// raise builds walls around the tray; w is half of their width.
func (s *Scene) raise(w, h float64) {
	x, y := s.inner[0], s.inner[1]
	for _, b := range [...][4]float64{{x + w, 0, w, y + 2*w}, {-x - w, 0, w, y + 2*w}, {0, y + w, x + 2*w, w}, {0, -y - w, x + 2*w, w}} {
		s.walls = append(s.walls, box(s.tray.apply(vec{b[0], b[1], h / 2}), vec{b[2], b[3], h / 2}, s.tray))
	}
}

func (s *Scene) light(tame bool) {
	r := s.rng
	way, height := between(r, 0, 2*math.Pi), between(r, 6, 30)
	out := between(r, 0, 1.3) * height
	warm := vec{1, 1, 1}
	switch r.IntN(4) {
	case 0:
		warm = vec{1.1, between(r, 0.75, 1), between(r, 0.45, 0.8)}
	case 1:
		warm = vec{between(r, 0.8, 0.95), 0.98, between(r, 1.02, 1.2)}
	}
	key := light{
		at:     vec{out * math.Cos(way), out * math.Sin(way), height},
		radius: between(r, 0.05, 0.35) * height,
		colour: warm.scale(between(r, 0.4, 1)),
		near:   r.Float64(),
	}
	fill := between(r, 0.25, 0.8)
	s.exposure, s.grain, s.blur = between(r, 0.75, 1.25), between(r, 0.5, 6), between(r, 0.45, 0.8)
	switch kind := r.IntN(8); {
	case tame:
		key.radius, key.colour, key.near, s.exposure, s.grain = 0.3*height, vec{0.7, 0.7, 0.7}, 0, 1, 2
		fill = 0.5
	case kind == 0:
		s.kind = glaring
		key.glare = between(r, 0.4, 1.4)
		key.radius = between(r, 0.2, 0.6) * height
		s.window(warm)
	case kind == 1:
		s.kind = hard
		key.radius, fill = 0.03*height, between(r, 0.12, 0.3)
	case kind == 2:
		s.kind = dim
		s.exposure, s.grain = between(r, 0.25, 0.6), between(r, 3, 12)
	case kind == 3:
		s.kind = uneven
		key.near, key.at.Z = 1, between(r, 5, 10)
		fill = between(r, 0.15, 0.4)
	case kind == 4:
		s.kind = mixed
		other := light{
			at: vec{-key.at.X + r.NormFloat64()*5, -key.at.Y + r.NormFloat64()*5, between(r, 5, 20)}, radius: 2,
			colour: vec{1.1, 0.85, 0.55}.scale(between(r, 0.2, 0.7)), near: r.Float64(),
		}
		key.colour = vec{0.8, 0.95, 1.15}.scale(between(r, 0.3, 0.8))
		s.lights = append(s.lights, other)
	}
	if chance(r, 0.15) && !tame {
		s.blur = between(r, 0.8, 1.7)
	}
	if chance(r, 0.6) && !tame {
		s.corners = between(r, 0, 0.45)
	}
	s.lights = append(s.lights, key)
	s.ambient = warm.mix(vec{1, 1, 1}, 0.5).scale(fill)
}

// window puts a pane where some place of the tray mirrors it to the camera.
func (s *Scene) window(colour vec) {
	r := s.rng
	mirrored := s.ground(between(r, 60, 580), between(r, 60, 420), 1)
	way := mirrored.sub(s.eye)
	way.Z = -way.Z
	height := between(r, 8, 40)
	p := pane{at: mirrored.add(way.scale((height - 1) / way.Z)), colour: colour}
	p.sin, p.cos = math.Sincos(between(r, 0, math.Pi))
	wider := 1 + height/s.eye.Z
	p.wide, p.high = between(r, 0.4, 4)*wider, between(r, 0.4, 4)*wider
	p.light, p.rough = between(r, 0.08, 0.6), between(r, 0, 0.06)
	s.pane = p
}

// tone returns a colour as the dice of this scene have it.
func (s *Scene) tone(colour string) vec {
	if c, ok := s.tones[colour]; ok {
		return c
	}
	r := s.rng
	c := colours[colour].scale(between(r, 0.86, 1.1)).add(vec{1, 1, 1}.scale(between(r, -0.03, 0.03)))
	for _, p := range [...]*float64{&c.X, &c.Y, &c.Z} {
		*p = clamp(*p*between(r, 0.95, 1.05)+between(r, -0.012, 0.012), 0.01, 1)
	}
	s.tones[colour] = c
	return c
}

// project returns where a point is in a picture 640 wide and 480 high.
func (s *Scene) project(p vec) (x, y float64) {
	q := s.look.inverse(p.sub(s.eye))
	return 320 + s.focal*q.X/q.Z, 240 + s.focal*q.Y/q.Z
}

// slope returns where a normal of a place leads in the picture.
func (s *Scene) slope(at, normal vec) [2]float64 {
	eye := s.eye.sub(at).unit()
	across := normal.sub(eye.scale(normal.dot(eye)))
	return [2]float64{across.dot(s.look[0]), across.dot(s.look[1])}
}

// ground returns the place on the plane z that a pixel sees.
func (s *Scene) ground(x, y, z float64) vec {
	dir := s.look.apply(vec{(x - 320) / s.focal, (y - 240) / s.focal, 1})
	return s.eye.add(dir.scale((z - s.eye.Z) / dir.Z))
}

// place puts a die down, flat on the floor, where none lies yet.
func (s *Scene) place(f Face, trouble int, tame bool) {
	r := s.rng
	b := &body{colour: f.Colour, shape: s.shape, up: 4}
	c := s.tone(f.Colour).scale(between(r, 0.97, 1.03))
	b.albedo, b.mark = linear(c), linear(vec{0.95, 0.95, 0.94}.scale(between(r, 0.88, 1)))
	if dark(f.Colour) {
		b.mark = linear(vec{0.07, 0.07, 0.07}.scale(between(r, 0.5, 1.6)))
	}
	b.faces = sides(r, f.Face, s.set == Pate)
	for i := range b.spin {
		b.spin[i] = r.IntN(4)
	}
	for range 400 {
		x, y := between(r, 15, 625), between(r, 15, 465)
		if chance(r, 0.12) && !tame {
			x, y = between(r, -20, 660), between(r, -20, 500)
		}
		at := s.ground(x, y, 1)
		at.Z = 0.5
		yaw := between(r, 0, 2*math.Pi)
		if len(s.dice) > 0 && chance(r, 0.35) && !tame { // touching another, or nearly
			other := s.dice[r.IntN(len(s.dice))]
			way := between(r, 0, 2*math.Pi)
			d := vec{math.Cos(way), math.Sin(way), 0}
			if chance(r, 0.4) {
				yaw = math.Atan2(other.pose[0].Y, other.pose[0].X)
			}
			for far := 1.0; far < 1.5; far += 0.02 {
				at = other.centre.add(d.scale(far))
				if !overlap(at, yaw, other) {
					break
				}
			}
			if chance(r, 0.4) {
				at = at.add(d.scale(between(r, 0, 0.3)))
			}
		}
		b.centre, b.pose = at, turn(vec{0, 0, 1}, yaw)
		if s.fits(b) {
			if d := s.truth(b); d.Cut && trouble != cut {
				continue
			}
			s.dice = append(s.dice, b)
			return
		}
	}
}

// overlap says whether a die that lies at a place would go into another.
func overlap(at vec, yaw float64, other *body) bool {
	d := other.centre.sub(at)
	oyaw := math.Atan2(other.pose[0].Y, other.pose[0].X)
	turned := math.Abs(math.Cos(oyaw-yaw)) + math.Abs(math.Sin(oyaw-yaw))
	for _, a := range [...]float64{yaw, yaw + math.Pi/2, oyaw, oyaw + math.Pi/2} {
		if math.Abs(d.X*math.Cos(a)+d.Y*math.Sin(a)) > 0.5+0.5*turned {
			return false
		}
	}
	return true
}

// fits says whether a die lies free on the floor of the tray and partly in the picture.
func (s *Scene) fits(b *body) bool {
	yaw := math.Atan2(b.pose[0].Y, b.pose[0].X)
	for _, o := range s.dice {
		if overlap(b.centre, yaw, o) {
			return false
		}
	}
	if len(s.walls) > 0 {
		p := s.tray.inverse(b.centre)
		if math.Abs(p.X) > s.inner[0]-0.72 || math.Abs(p.Y) > s.inner[1]-0.72 {
			return false
		}
	}
	x, y := s.project(b.centre.add(vec{0, 0, 0.5}))
	return x > -10 && x < 650 && y > -10 && y < 490
}

// sides labels a die that shows a face: opposite faces have 7 together.
func sides(r *rand.Rand, top int, puppets bool) [6]int {
	n := top
	if n == Puppet {
		n = 6
	}
	var rest []int
	for f := 1; f <= 6; f++ {
		if f != n && f != 7-n {
			rest = append(rest, f)
		}
	}
	front := rest[r.IntN(4)]
	side := rest[r.IntN(4)]
	for side == front || side == 7-front {
		side = rest[r.IntN(4)]
	}
	all := [6]int{front, 7 - front, side, 7 - side, n, 7 - n}
	for i, f := range all {
		if f == 6 && puppets {
			all[i] = Puppet
		}
	}
	return all
}

// trouble spoils a picture.
func (s *Scene) trouble(kind int) {
	r := s.rng
	switch kind {
	case hand:
		s.reach()
	case moving:
		for i, b := range s.dice {
			if i > 0 && chance(r, 0.4) {
				continue
			}
			way := between(r, 0, 2*math.Pi)
			far := between(r, 0.25, 1.9)
			b.centre.Z += max(0, r.NormFloat64()*0.6)
			b.pose = turn(axis(r), between(r, 0, math.Pi)).mul(b.pose)
			b.moving = &motion{shift: vec{far * math.Cos(way), far * math.Sin(way), between(r, -0.3, 0.3)}, axis: axis(r), angle: between(r, 0.2, 2)}
			if b.centre.Z < 0.75 {
				b.centre.Z = 0.75
			}
		}
	case stacked:
		if len(s.dice) < 2 {
			return
		}
		low, top := s.dice[0], s.dice[len(s.dice)-1]
		way, far := between(r, 0, 2*math.Pi), between(r, 0.1, 0.8)
		top.centre = low.centre.add(vec{far * math.Cos(way), far * math.Sin(way), 1})
		low.under, top.over = true, true
	case cocked:
		b := s.dice[len(s.dice)-1]
		lean := between(r, 15, 48)
		if s.usual { // further: less is between lying and leaning
			lean = 24 + 0.75*(lean-15)
		}
		if len(s.walls) == 0 && len(s.dice) == 1 {
			return // on nothing
		}
		if len(s.walls) == 0 || len(s.dice) > 1 && chance(r, 0.5) {
			s.lean(b, lean, s.towards(b, s.dice[0]))
		} else {
			s.lean(b, lean, s.toWall(b))
		}
	case cut:
		s.cutOff(s.dice[len(s.dice)-1])
	}
}

// towards puts a die beside another, and returns the way to it.
func (s *Scene) towards(b, other *body) float64 {
	way := between(s.rng, 0, 2*math.Pi)
	b.centre = other.centre.sub(vec{math.Cos(way), math.Sin(way), 0}.scale(between(s.rng, 0.9, 1.15)))
	return way
}

// toWall puts a die beside a wall, and returns the way to it.
func (s *Scene) toWall(b *body) float64 {
	r := s.rng
	p := s.tray.inverse(b.centre)
	side := 1.0
	if chance(r, 0.5) {
		side = -1
	}
	to := vec{side, 0, 0}
	if chance(r, 0.5) {
		p.X = side * (s.inner[0] - between(r, 0.4, 0.6))
	} else {
		p.Y = side * (s.inner[1] - between(r, 0.4, 0.6))
		to = vec{0, side, 0}
	}
	b.centre = s.tray.apply(p)
	to = s.tray.apply(to)
	return math.Atan2(to.Y, to.X)
}

// lean tilts a die by some degrees against what lies that way.
func (s *Scene) lean(b *body, degrees, way float64) {
	r := s.rng
	if chance(r, 0.6) { // with a side towards it
		b.pose = turn(vec{0, 0, 1}, way-math.Atan2(b.pose[0].Y, b.pose[0].X)+between(r, -0.3, 0.3)).mul(b.pose)
	}
	if chance(r, 0.3) { // the upper edge rests on it
		degrees = -degrees
	}
	b.pose = turn(vec{math.Sin(way), -math.Cos(way), 0}, degrees*math.Pi/180).mul(b.pose)
	low := 0.0
	for _, a := range b.pose {
		low += math.Abs(a.Z) / 2
	}
	b.centre.Z = low
	b.cocked = true
}

// cutOff moves a die to where the border of the picture cuts its marks, if it finds such a place.
func (s *Scene) cutOff(b *body) {
	r := s.rng
	others := slices.DeleteFunc(slices.Clone(s.dice), func(o *body) bool { return o == b })
	all := s.dice
	defer func() { s.dice = all }()
	s.dice = others
	old := b.centre
	for range 300 {
		x, y := between(r, 0, 640), between(r, 0, 480)
		switch r.IntN(4) {
		case 0:
			x = between(r, -12, 25)
		case 1:
			x = 640 - between(r, -12, 25)
		case 2:
			y = between(r, -12, 25)
		case 3:
			y = 480 - between(r, -12, 25)
		}
		b.centre = s.ground(x, y, 1)
		b.centre.Z = 0.5
		if s.fits(b) && s.truth(b).Cut {
			return
		}
	}
	b.centre = old
}

func axis(r *rand.Rand) vec {
	return vec{r.NormFloat64(), r.NormFloat64(), r.NormFloat64()}.unit()
}

// truth says what is true of a die, but for what hides it.
func (s *Scene) truth(b *body) Die {
	// The face that looks up most; a die in the air has one, too.
	up, best := 4, math.Inf(-1)
	for i := range 6 {
		z := b.pose[i/2].Z
		if i%2 == 1 {
			z = -z
		}
		if z > best {
			up, best = i, z
		}
	}
	b.up = up
	out := b.pose[up/2]
	if up%2 == 1 {
		out = out.scale(-1)
	}
	u, v := b.pose[(up/2+1)%3], b.pose[(up/2+2)%3]
	top := b.centre.add(out.scale(0.5))
	d := Die{Colour: b.colour, Face: b.faces[up], Cocked: b.cocked, Under: b.under, Over: b.over, Moving: b.moving != nil}
	d.X, d.Y = s.project(top)
	d.Slope = s.slope(top, out)
	corner := func(i, j, far float64) (float64, float64) {
		return s.project(top.add(u.scale(i * far)).add(v.scale(j * far)))
	}
	x1, y1 := corner(-1, 0, 0.5)
	x2, y2 := corner(1, 0, 0.5)
	x3, y3 := corner(0, -1, 0.5)
	x4, y4 := corner(0, 1, 0.5)
	d.Size = (math.Hypot(x2-x1, y2-y1) + math.Hypot(x4-x3, y4-y3)) / 2
	// The two sides together give the turn; in perspective they are not square.
	a, c := 4*math.Atan2(y2-y1, x2-x1), 4*math.Atan2(y4-y3, x4-x3)
	d.Angle = math.Mod(math.Atan2(math.Sin(a)+math.Sin(c), math.Cos(a)+math.Cos(c))/4*180/math.Pi+360, 90)
	reach := b.shape.offset + b.shape.pip
	if d.Face == 1 {
		reach = b.shape.pip
	} else if d.Face == Puppet {
		reach = 0.42
	}
	for _, c := range [...][2]float64{{-1, -1}, {-1, 1}, {1, -1}, {1, 1}} {
		x, y := corner(c[0], c[1], reach)
		if x < 1 || y < 1 || x > 639 || y > 479 {
			d.Cut = true
		}
	}
	return d
}

// Patterned reports whether the tray has a pattern, which is one of the points of its picture.
func (s *Scene) Patterned() bool { return s.patterned }
