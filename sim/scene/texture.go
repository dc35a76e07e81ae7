package scene

import (
	"math"
	"math/rand/v2"
)

// A texture is the colour of a surface at a place, linear. The unit is the side of a die.
type texture func(x, y float64) vec

func linear(c vec) vec {
	return vec{math.Pow(c.X, 2.2), math.Pow(c.Y, 2.2), math.Pow(c.Z, 2.2)}
}

// hue makes a colour as sRGB from hue, saturation and value in [0, 1].
func hue(h, s, v float64) vec {
	channel := func(n float64) float64 {
		k := math.Mod(n+h*6, 6)
		return v - v*s*clamp(min(k, 4-k), 0, 1)
	}
	return vec{channel(5), channel(3), channel(1)}
}

func between(r *rand.Rand, low, high float64) float64 { return low + (high-low)*r.Float64() }

func chance(r *rand.Rand, p float64) bool { return r.Float64() < p }

// rotated turns a texture and moves it to a random place.
func rotated(r *rand.Rand, angle float64, t texture) texture {
	s, c := math.Sincos(angle)
	dx, dy := between(r, -50, 50), between(r, -50, 50)
	return func(x, y float64) vec { return t(c*x+s*y+dx, c*y-s*x+dy) }
}

func wood(r *rand.Rand, n *noise) texture {
	base := linear([]vec{{0.62, 0.44, 0.26}, {0.45, 0.28, 0.16}, {0.78, 0.60, 0.38}, {0.30, 0.18, 0.12}, {0.70, 0.55, 0.42}}[r.IntN(5)].scale(between(r, 0.85, 1.15)))
	depth, stretch, plank := between(r, 0.2, 0.7), between(r, 5, 14), between(r, 1.5, 4)
	return func(x, y float64) vec {
		k := math.Floor(y / plank)
		shift := n.lattice(int(k), 3) * 40
		grain := n.cloud(x*0.25+shift, y*stretch/2.5+n.at(x*0.3, y*0.5)*2, 3)
		tone := 1 + depth*(grain-0.5)*2 + 0.15*(n.lattice(int(k), 9)-0.5)
		if edge := y/plank - k; edge < 0.02 {
			tone *= 0.45
		}
		return base.scale(max(tone, 0.1))
	}
}

func felt(r *rand.Rand, n *noise) texture {
	base := linear([]vec{
		{0.08, 0.42, 0.22},
		{0.05, 0.30, 0.15},
		{0.55, 0.08, 0.10},
		{0.08, 0.15, 0.42},
		{0.12, 0.12, 0.13},
		{0.35, 0.08, 0.30},
		{0.45, 0.45, 0.46},
		{0.30, 0.20, 0.14},
		{0.10, 0.45, 0.45},
	}[r.IntN(9)].scale(between(r, 0.7, 1.3)))
	fine, coarse := between(r, 0.1, 0.5), between(r, 0, 0.35)
	return func(x, y float64) vec {
		return base.scale(1 + fine*(n.at(x*23, y*23)-0.5) + coarse*(n.cloud(x, y, 2)-0.5))
	}
}

func plain(r *rand.Rand, n *noise) texture {
	c := hue(r.Float64(), between(r, 0, 0.12), between(r, 0.75, 0.97))
	switch r.IntN(4) {
	case 0:
		c = hue(r.Float64(), between(r, 0.1, 0.9), between(r, 0.1, 0.95))
	case 1:
		c = hue(r.Float64(), between(r, 0, 0.2), between(r, 0.05, 0.8))
	}
	base := linear(c)
	fine, fold := between(r, 0, 0.08), between(r, -4, 4)
	return func(x, y float64) vec {
		tone := 1 + fine*(n.at(x*11, y*11)-0.5)
		if math.Abs(x-fold-0.02*y) < 0.04 || math.Abs(y+fold) < 0.03 {
			tone *= 0.93
		}
		return base.scale(tone)
	}
}

func check(r *rand.Rand, n *noise) texture {
	dark := linear([]vec{{0.10, 0.25, 0.60}, {0.62, 0.08, 0.10}, {0.08, 0.35, 0.15}, {0.15, 0.15, 0.15}, {0.5, 0.3, 0.1}, {0.75, 0.6, 0.1}}[r.IntN(6)])
	light := linear(hue(r.Float64(), between(r, 0, 0.15), between(r, 0.75, 0.95)))
	size, weave := between(r, 0.5, 2.2), between(r, 0, 0.2)
	chess := chance(r, 0.25)
	return func(x, y float64) vec {
		a, b := math.Mod(math.Floor(x/size), 2) != 0, math.Mod(math.Floor(y/size), 2) != 0
		c := light
		switch {
		case chess && a != b, !chess && a && b:
			c = dark
		case !chess && a != b:
			c = light.mix(dark, 0.45)
		}
		return c.scale(1 + weave*(n.at(x*18, y*3)+n.at(x*3+9, y*18)-1))
	}
}

func stripes(r *rand.Rand, n *noise) texture {
	var cs [4]vec
	for i := range cs {
		cs[i] = linear(hue(r.Float64(), between(r, 0, 0.9), between(r, 0.1, 0.95)))
	}
	widths := [4]float64{between(r, 0.1, 1.5), between(r, 0.1, 1.5), between(r, 0.1, 1.5), between(r, 0.1, 1.5)}
	total := widths[0] + widths[1] + widths[2] + widths[3]
	weave := between(r, 0, 0.2)
	return func(x, y float64) vec {
		at := x - total*math.Floor(x/total)
		i := 0
		for i < 3 && at > widths[i] {
			at -= widths[i]
			i++
		}
		return cs[i].scale(1 + weave*(n.at(x*20, y*4)-0.5))
	}
}

// print is cloth with flowers, leaves, dots, rings, triangles or bars strewn over it.
func print(r *rand.Rand, n *noise) texture {
	base := linear(hue(between(r, 0, 1), between(r, 0, 0.3), between(r, 0.6, 0.95)))
	if chance(r, 0.25) {
		base = linear(hue(r.Float64(), between(r, 0, 0.9), between(r, 0.05, 0.6)))
	}
	var inks [5]vec
	for i := range inks {
		inks[i] = linear(hue(r.Float64(), between(r, 0.3, 0.95), between(r, 0.2, 0.95)))
	}
	if chance(r, 0.2) {
		for i := range inks {
			inks[i] = linear(hue(0, 0, []float64{0.05, 0.95}[r.IntN(2)]))
		}
	}
	pitch, size, weave := between(r, 0.7, 1.8), between(r, 0.15, 0.45), between(r, 0, 0.2)
	first, kinds := r.IntN(6), 1+r.IntN(3)
	return func(x, y float64) vec {
		c := base.scale(1 + weave*(n.at(x*18, y*3)+n.at(x*3+9, y*18)-1))
		kx, ky := int(math.Floor(x/pitch)), int(math.Floor(y/pitch))
		for i := kx - 1; i <= kx+1; i++ {
			for j := ky - 1; j <= ky+1; j++ {
				h := n.lattice(i, j)
				if h < 0.25 {
					continue
				}
				h2, h3 := n.lattice(i+101, j), n.lattice(i, j+57)
				dx, dy := x-(float64(i)+0.2+0.6*h2)*pitch, y-(float64(j)+0.2+0.6*h3)*pitch
				s := size * (0.6 + 0.8*n.lattice(i+31, j+7))
				d := math.Hypot(dx, dy)
				if d > s*1.1 {
					continue
				}
				angle := math.Atan2(dy, dx) + h*20
				ink := inks[int(h2*4.99)]
				on := false
				switch (first + int(h3*float64(kinds)*0.999)) % 6 {
				case 0: // a flower
					on = d < s*(0.55+0.45*math.Abs(math.Cos(2.5*angle)))
					if d < s*0.28 {
						ink = inks[(int(h2*4.99)+1)%5]
					}
				case 1: // leaves
					for _, a := range [...]float64{-0.8, 0, 0.8} {
						si, co := math.Sincos(h*20 + a)
						u, v := dx*co+dy*si, dy*co-dx*si
						on = on || math.Hypot((u-s*0.5)/(s*0.5), v/(s*0.17)) < 1
					}
				case 2: // a dot
					on = d < s*0.6
				case 3: // a ring
					on = d < s*0.8 && d > s*0.5
				case 4: // a triangle
					on = d*math.Cos(math.Mod(angle+20*math.Pi, 2*math.Pi/3)-math.Pi/3) < s*0.45
				case 5: // a bar
					si, co := math.Sincos(h * 20)
					on = math.Abs(dx*co+dy*si) < s*0.9 && math.Abs(dy*co-dx*si) < s*0.15
				}
				if on {
					c = ink
				}
			}
		}
		return c
	}
}

func marble(r *rand.Rand, n *noise) texture {
	a := linear(hue(r.Float64(), between(r, 0, 0.25), between(r, 0.1, 0.95)))
	b := linear(hue(r.Float64(), between(r, 0, 0.4), between(r, 0.05, 0.95)))
	scale, sharp := between(r, 0.2, 1.5), between(r, 1, 8)
	return func(x, y float64) vec {
		t := math.Abs(2*n.cloud(x*scale, y*scale, 4) - 1)
		return a.mix(b, math.Exp(-t*sharp*2))
	}
}

// grain is leather, slate, cork or terrazzo: spots of two tones.
func grain(r *rand.Rand, n *noise) texture {
	a := linear(hue(between(r, 0, 1), between(r, 0, 0.6), between(r, 0.08, 0.8)))
	depth, scale := between(r, 0.2, 0.9), between(r, 2, 12)
	return func(x, y float64) vec {
		t := n.cloud(x*scale, y*scale, 2)
		return a.scale(1 + depth*(smooth(0.35, 0.65, t)-0.5))
	}
}

func anyTexture(r *rand.Rand, n *noise) texture {
	kinds := [...]func(*rand.Rand, *noise) texture{wood, wood, felt, felt, plain, plain, check, print, print, stripes, marble, grain}
	angle := between(r, 0, 2*math.Pi)
	if chance(r, 0.6) {
		angle = between(r, -0.25, 0.25) + float64(r.IntN(4))*math.Pi/2
	}
	return rotated(r, angle, kinds[r.IntN(len(kinds))](r, n))
}
