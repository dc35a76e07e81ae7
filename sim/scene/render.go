package scene

import (
	"image"
	"math"
)

// A bone is a thick line, a part of a hand.
type bone struct {
	a, b   vec
	ra, rb float64
	cloth  bool

	mid   vec     // of a ball around it
	reach float64 // the radius of the ball
}

func (b *bone) distance(p vec) float64 {
	d := b.b.sub(b.a)
	t := clamp(p.sub(b.a).dot(d)/d.dot(d), 0, 1)
	return p.sub(b.a.add(d.scale(t))).length() - (b.ra + t*(b.rb-b.ra))
}

// reach puts a hand over the tray, with the arm from outside.
func (s *Scene) reach() {
	r := s.rng
	tones := [...]vec{{0.93, 0.76, 0.66}, {0.86, 0.66, 0.54}, {0.72, 0.52, 0.38}, {0.50, 0.33, 0.23}, {0.32, 0.20, 0.14}, {0.96, 0.82, 0.75}}
	s.skin = linear(tones[r.IntN(len(tones))].scale(between(r, 0.85, 1.05)))
	s.sleeve = linear(hue(r.Float64(), between(r, 0, 0.7), between(r, 0.1, 0.8)))
	palm := s.ground(between(r, 60, 580), between(r, 60, 420), 1)
	if chance(r, 0.5) && len(s.dice) > 0 {
		palm = s.dice[0].centre
	}
	palm.Z = between(r, 1.3, 3)
	way := between(r, 0, 2*math.Pi)
	ahead := vec{math.Cos(way), math.Sin(way), 0}
	across := vec{-ahead.Y, ahead.X, 0}
	size := between(r, 0.75, 1.4)
	at := func(x, y, z float64) vec {
		return palm.add(ahead.scale(x * size)).add(across.scale(y * size)).add(vec{0, 0, z * size})
	}
	add := func(a, b vec, ra, rb float64, cloth bool) {
		s.hand = append(s.hand, bone{a, b, ra * size, rb * size, cloth, a.mix(b, 0.5), b.sub(a).length()/2 + max(ra, rb)*size})
	}
	curl := between(r, 0, 1)
	for i := range 4 {
		y := (float64(i) - 1.5) * 1.15
		add(at(-2.2, y*0.7, 0.2), at(0.5, y, 0.1), 0.85, 0.7, false)
		long := []float64{1.7, 2.2, 2, 1.5}[i] * (1.2 - curl*0.7)
		knuckle := at(0.5+long*0.8, y*1.08, 0.2-0.3*curl)
		add(at(0.5, y, 0.1), knuckle, 0.62, 0.52, false)
		add(knuckle, at(0.5+long*(1.5-curl), y*1.1, -0.6-curl*0.7), 0.52, 0.42, false)
	}
	add(at(-2.2, 1.2, 0), at(-0.4, 2.6, -0.2), 0.8, 0.6, false)
	add(at(-0.4, 2.6, -0.2), at(1.2, 2.9-curl, -0.6), 0.58, 0.45, false)
	add(at(-2.4, 0, 0.2), at(-9, 0, 1), 1.35, 1.7, false)
	add(at(-7.5, 0, 0.9), at(-40, 0, 3), 2, 2.6, true)
}

// flesh returns the distance to the hand, and whether cloth is nearest.
func (s *Scene) flesh(p vec) (float64, bool) {
	d, cloth := math.Inf(1), false
	for i := range s.hand {
		b := &s.hand[i]
		if q := p.sub(b.mid); q.dot(q) > (d+b.reach+0.3)*(d+b.reach+0.3) {
			continue
		}
		e := b.distance(p)
		// Bones run into one another softly.
		if h := clamp(0.5+0.5*(d-e)/0.3, 0, 1); !math.IsInf(d, 1) {
			if e < d {
				cloth = s.hand[i].cloth
			}
			d = d + (e-d)*h - 0.3*h*(1-h)
		} else {
			d, cloth = e, s.hand[i].cloth
		}
	}
	return d, cloth
}

// What a pixel shows.
const (
	Ground = -1
	Hand   = -2
)

// A Picture is what the camera takes, with the truth.
type Picture struct {
	Image *image.RGBA
	Dice  []Die
	Hand  bool
	// Unsure says that nobody should read this picture.
	Unsure bool
	// Shows says of each pixel what it shows: the index of a die, Ground or Hand.
	Shows []int8
	// Points says what makes the picture hard to read.
	Points []Point
	// Width is the number of pixels in a row of Shows.
	Width int
}

type tracer struct {
	*Scene
	shadows []slab // of dice, in the middle of the exposure
	seed    uint64
}

// random is a quick source for sampling, apart from the one that draws up the scene.
func (t *tracer) random() float64 {
	t.seed ^= t.seed << 13
	t.seed ^= t.seed >> 7
	t.seed ^= t.seed << 17
	return float64(t.seed>>11) / (1 << 53)
}

// Render takes the picture, 640 by 480.
func (s *Scene) Render() *Picture {
	const w, h = 640, 480
	t := &tracer{Scene: s, seed: s.rng.Uint64() | 1}
	p := &Picture{Width: w, Shows: make([]int8, w*h), Hand: s.hand != nil}
	rects := make([]image.Rectangle, len(s.dice))
	for i, b := range s.dice {
		t.shadows = append(t.shadows, box(b.centre, vec{0.48, 0.48, 0.48}, b.pose))
		x, y := s.project(b.centre)
		size := s.focal / (s.eye.Z - b.centre.Z)
		far := int(size*0.95) + 2
		if b.moving != nil {
			far = int(size*(1+b.moving.shift.length())) + 2
		}
		rects[i] = image.Rect(int(x)-far, int(y)-far, int(x)+far, int(y)+far)
	}
	p.Image = image.NewRGBA(image.Rect(0, 0, w, h))
	light := make([]float32, w*h*3)
	top := make([]int, len(s.dice))
	near := make([]int, 0, len(s.dice))
	for y := range h {
		for x := range w {
			at := image.Pt(x, y)
			near = near[:0]
			samples := 1
			for i, r := range rects {
				if at.In(r) {
					near = append(near, i)
					samples = max(samples, 3)
					if s.dice[i].moving != nil {
						samples = 14
					}
				}
			}
			var sum vec
			for k := range samples {
				c, shows, upper := t.ray(float64(x)+t.random(), float64(y)+t.random(), near, (float64(k)+t.random())/float64(samples)-0.5)
				sum = sum.add(c)
				if k == samples/2 {
					p.Shows[y*w+x] = int8(shows)
					if upper {
						top[shows]++
					}
				}
			}
			sum = sum.scale(1 / float64(samples))
			o := (y*w + x) * 3
			light[o], light[o+1], light[o+2] = float32(sum.X), float32(sum.Y), float32(sum.Z)
		}
	}
	t.expose(light, p.Image)
	p.Unsure = p.Hand
	for i, b := range s.dice {
		d := s.truth(b)
		if far := 0.8 * d.Size; d.X < -far || d.Y < -far || d.X > w+far || d.Y > h+far {
			continue // out of the picture
		}
		// The upper face, less its rounded edge and foreshortened.
		whole := d.Size * d.Size * math.Pow(1-2*b.shape.radius, 2)
		if b.moving == nil && !d.Cut && float64(top[i]) < 0.8*whole && b.centre.Z < 0.6 {
			d.Covered = true
		}
		p.Dice = append(p.Dice, d)
		p.Unsure = p.Unsure || !d.Readable()
	}
	p.Points = s.points(p.Dice)
	return p
}

// ray returns the light from one direction, and what is there.
func (t *tracer) ray(x, y float64, near []int, time float64) (c vec, shows int, upper bool) {
	dir := t.look.apply(vec{(x - 320) / t.focal, (y - 240) / t.focal, 1}).unit()
	shows = Ground
	far := -t.eye.Z / dir.Z
	at := t.eye.add(dir.scale(far))
	normal := vec{0, 0, 1}
	inTray := t.tray.inverse(at)
	gloss := 0.0
	var albedo vec
	paint := func() {
		if math.Abs(inTray.X) < t.inner[0] && math.Abs(inTray.Y) < t.inner[1] {
			albedo = t.floor(inTray.X, inTray.Y)
		} else {
			albedo = t.outside(inTray.X, inTray.Y)
		}
	}
	for i := range t.walls {
		if t.clear(t.eye, dir) {
			break
		}
		if d, n, ok := t.walls[i].hit(t.eye, dir); ok && d < far {
			far, normal = d, n
			at = t.eye.add(dir.scale(far))
			q := t.tray.inverse(at)
			albedo = t.wallSkin(q.X+q.Z, q.Y+q.Z*0.7)
			paint = func() {}
		}
	}
	die := -1
	for _, i := range near {
		b := t.dice[i]
		if d, p, n, ok := b.hit(t.eye, dir, time); ok && d < far {
			far, shows, die = d, i, i
			cover, face, lean := b.marked(p)
			upper = face == b.up && max(math.Abs(p.X), max(math.Abs(p.Y), math.Abs(p.Z))) > 0.499
			albedo = b.albedo.mix(b.mark, cover)
			_, pose := b.at(time)
			normal = pose.apply(n.add(lean)).unit() // pips are dents
			at = t.eye.add(dir.scale(far))
			gloss = b.shape.gloss
			paint = func() {}
		}
	}
	if t.hand != nil {
		if d, cloth, ok := t.touch(dir, far); ok {
			far, shows, upper, die = d, Hand, false, -1
			at = t.eye.add(dir.scale(far))
			albedo, gloss = t.skin.scale(0.9+0.2*t.noise.cloud(at.X*2, at.Y*2, 3)), 0.15
			if cloth {
				albedo, gloss = t.sleeve.scale(0.8+0.4*t.noise.at(at.X*9, at.Y*9)), 0
			}
			const e = 0.02
			at0, _ := t.flesh(at)
			dx, _ := t.flesh(at.add(vec{e, 0, 0}))
			dy, _ := t.flesh(at.add(vec{0, e, 0}))
			dz, _ := t.flesh(at.add(vec{0, 0, e}))
			normal = vec{dx - at0, dy - at0, dz - at0}.unit()
			paint = func() {}
		}
	}
	paint()
	return t.shade(at, normal, dir, albedo, gloss, die), shows, upper
}

func (t *tracer) touch(dir vec, limit float64) (float64, bool, bool) {
	// Hands are low over the tray; nothing is above 12.
	far := max(0, (12-t.eye.Z)/dir.Z)
	for range 48 {
		if far > limit {
			return 0, false, false
		}
		d, cloth := t.flesh(t.eye.add(dir.scale(far)))
		if d < 0.01 {
			return far, cloth, true
		}
		far += d
	}
	return 0, false, false
}

// clear says whether a ray passes between the walls, above the floor within: most do.
func (t *tracer) clear(origin, dir vec) bool {
	within := func(z float64) bool {
		p := t.tray.inverse(origin.add(dir.scale((z - origin.Z) / dir.Z)))
		return math.Abs(p.X) < t.inner[0] && math.Abs(p.Y) < t.inner[1]
	}
	return within(t.walls[0].half.Z*2) && (origin.Z > t.walls[0].half.Z*2 && within(0) || dir.Z > 0 && within(origin.Z))
}

// shade lights a point of a surface.
func (t *tracer) shade(at, n, dir, albedo vec, gloss float64, die int) vec {
	open := 0.55 + 0.45*n.Z // to the ceiling
	for i := range t.shadows {
		if i == die {
			continue
		}
		to := t.shadows[i].centre.sub(at)
		d2 := to.dot(to)
		if d2 < 6 {
			open *= 1 - 0.45*math.Exp(-1.6*max(0, d2-0.25))*clamp(0.6+to.unit().dot(n), 0, 1)
		}
	}
	c := albedo.times(t.ambient).scale(open)
	from := at.add(n.scale(0.02))
	for i := range t.lights {
		l := &t.lights[i]
		lit := 0.0
		mid := l.at.sub(at)
		rays := 3
		if t.usual {
			rays = 6
		}
		if t.hand != nil {
			rays = 1 // a hand is slow
		} else if t.open(from, mid, l.radius, die) {
			rays, lit = 0, 1
		}
		for range rays {
			to := mid.add(vec{t.random() - 0.5, t.random() - 0.5, t.random() - 0.5}.scale(2 * l.radius))
			if !t.shaded(from, to.unit(), die) {
				lit += 1 / float64(rays)
			}
		}
		if lit == 0 {
			continue
		}
		to := mid.unit()
		fade := 1 - l.near + l.near*min(2.5, l.at.dot(l.at)/mid.dot(mid)*1.3)
		strength := lit * fade
		c = c.add(albedo.times(l.colour).scale(strength * max(0, n.dot(to))))
		if gloss > 0 {
			mirror := dir.sub(n.scale(2 * n.dot(dir)))
			miss := 1 - mirror.dot(to)
			wide := 0.002 + math.Pow(l.radius/mid.length(), 2)/2
			shine := gloss * 0.6 * math.Exp(-miss/wide)
			if l.glare > 0 {
				shine += l.glare * 0.5 * math.Exp(-miss/(wide*3))
			}
			c = c.add(l.colour.scale(shine * strength))
		}
	}
	if t.pane.light > 0 && die >= 0 {
		c = c.add(t.pane.mirrored(at, dir.sub(n.scale(2*n.dot(dir))), t))
	}
	return c
}

// mirrored returns the light of the window that a glossy surface mirrors in a direction.
func (p *pane) mirrored(at, dir vec, t *tracer) vec {
	dir = dir.add(vec{t.random() - 0.5, t.random() - 0.5, t.random() - 0.5}.scale(p.rough))
	if dir.Z < 0.2 {
		return vec{}
	}
	q := at.add(dir.scale((p.at.Z - at.Z) / dir.Z)).sub(p.at)
	u, v := q.X*p.cos+q.Y*p.sin, q.Y*p.cos-q.X*p.sin
	if math.Abs(u) > p.wide || math.Abs(v) > p.high {
		return vec{}
	}
	return p.colour.scale(p.light)
}

// open says whether nothing comes near the way from a place to any part of a light.
func (t *tracer) open(from, to vec, radius float64, die int) bool {
	far := to.length()
	dir := to.scale(1 / far)
	for i := range t.shadows {
		if i == die {
			continue
		}
		way := t.shadows[i].centre.sub(from)
		along := way.dot(dir)
		reach := t.shadows[i].radius + 1.8*radius*max(along, 0)/far
		if along > -t.shadows[i].radius && way.dot(way)-along*along < reach*reach {
			return false
		}
	}
	if len(t.walls) == 0 {
		return true
	}
	top := t.walls[0].half.Z * 2
	if from.Z > top {
		return true
	}
	rise := (top - from.Z) / dir.Z
	wide := 1.8 * radius * rise / far
	for _, z := range [...]float64{0, rise} {
		p := t.tray.inverse(from.add(dir.scale(z)))
		if math.Abs(p.X)+wide > t.inner[0] || math.Abs(p.Y)+wide > t.inner[1] {
			return false
		}
	}
	return true
}

func (t *tracer) shaded(from, to vec, die int) bool {
	for i := range t.shadows {
		if i == die {
			continue
		}
		if d, _, ok := t.shadows[i].hit(from, to); ok && d > 0 {
			return true
		}
	}
	for i := range t.walls {
		if t.clear(from, to) {
			break
		}
		if d, _, ok := t.walls[i].hit(from, to); ok && d > 0 {
			return true
		}
	}
	for i := range t.hand { // a bone is a few balls for its shadow
		b := &t.hand[i]
		for k := range 3 {
			f := float64(k) / 2
			q, r := b.a.mix(b.b, f).sub(from), b.ra+f*(b.rb-b.ra)
			along := q.dot(to)
			if along > r && q.dot(q)-along*along < r*r*0.8 {
				return true
			}
		}
	}
	return false
}

// expose blurs the light, adds noise, and makes it an image.
func (t *tracer) expose(light []float32, img *image.RGBA) {
	w, h := img.Rect.Dx(), img.Rect.Dy()
	var kernel [7]float32
	total := float32(0)
	for i := range kernel {
		d := float64(i - 3)
		kernel[i] = float32(math.Exp(-d * d / (2 * t.blur * t.blur)))
		total += kernel[i]
	}
	row := make([]float32, len(light))
	pass := func(src, dst []float32, step, n, stride, lines int) {
		for line := range lines {
			for i := range n {
				for c := range 3 {
					sum := float32(0)
					for k := range kernel {
						j := min(max(i+k-3, 0), n-1)
						sum += kernel[k] * src[line*stride+j*step+c]
					}
					dst[line*stride+i*step+c] = sum / total
				}
			}
		}
	}
	pass(light, row, 3, w, w*3, h)
	pass(row, light, w*3, h, 3, w)
	var gamma [1024]float64
	for i := range gamma {
		gamma[i] = math.Pow(float64(i)/1023, 2/2.2) * 255 // of the square root
	}
	// No camera exposes so that all is white.
	mean := 0.0
	for i := 0; i < len(light); i += 3 * 16 {
		mean += float64(light[i]+light[i+1]+light[i+2]) / float64(len(light)/16)
	}
	exposure := min(t.exposure, 0.55/max(mean, 1e-3))
	shot := math.Sqrt(exposure)
	for i := range w * h {
		// Lenses give less light to the corners.
		x, y := float64(i%w)/float64(w)-0.5, float64(i/w)/float64(w)-0.375
		dark := 1 - t.corners*(x*x+y*y)/0.39
		for c := range 3 {
			v := gamma[int(clamp(math.Sqrt(float64(light[i*3+c])*exposure*dark), 0, 1)*1023)]
			v += t.grain * (t.random() + t.random() + t.random() - 1.5) * 2 * shot
			img.Pix[i*4+c] = uint8(clamp(v, 0, 255))
		}
		img.Pix[i*4+3] = 255
	}
}
