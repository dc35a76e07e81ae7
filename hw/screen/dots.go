package screen

import (
	"math"

	"github.com/go-text/typesetting/font"
	ot "github.com/go-text/typesetting/font/opentype"
	"github.com/go-text/typesetting/shaping"

	"consigliere/hw"
)

// Persian letters differ by their dots alone: ن and ت have one body, and so have ب, پ and ی within a word. Outlines of
// small letters blur dots into dashes. So below the size [outline] the dots aren't part of what is filled: they
// are set as whole pixels, of a shape for each number, near where the letter has them and clear of everything else. So is
// the bar by which گ differs from ک. Any two of the shapes differ by four pixels.

// A letter is a glyph taken apart.
type letter struct {
	body font.GlyphOutline // without the dots
	dots int               // how many there are, 0 to 3; or [bar]
	x, y float32           // their middle, in units of the font
}

// letter returns a glyph taken apart. One that is nothing but dots, such as a full stop, stays whole.
func (t *Type) letter(id font.GID, w Weight) letter {
	known := t.letters[w&1]
	if l, ok := known[id]; ok {
		return l
	}
	whole := t.outline(id, w)
	l := letter{body: whole}
	var body []ot.Segment
	var left, right, bottom, top float32
	em := float32(t.faces[w&1].Upem())
	for rest := whole.Segments; len(rest) > 0; {
		n := 1
		for n < len(rest) && rest[n].Op != ot.SegmentOpMoveTo {
			n++
		}
		b := boundsOf(rest[:n])
		if b.isBar(em) {
			l.dots, left, right, bottom, top = bar, b.left, b.right, b.bottom, b.top
		} else if b.isDot(em) {
			if l.dots == 0 {
				left, right, bottom, top = b.left, b.right, b.bottom, b.top
			}
			l.dots++
			left, right = min(left, b.left), max(right, b.right)
			bottom, top = min(bottom, b.bottom), max(top, b.top)
		} else {
			body = append(body, rest[:n]...)
		}
		rest = rest[n:]
	}
	if l.dots > bar || len(body) == 0 {
		l.dots = 0
	}
	if l.dots > 0 {
		l.body, l.x, l.y = font.GlyphOutline{Segments: body}, (left+right)/2, (bottom+top)/2
	}
	known[id] = l
	return l
}

// A contour is what is known of one: its bounds, and which way it goes round.
type contour struct {
	left, right, bottom, top float32
	area                     float32 // twice the area of the polygon of its points; negative clockwise
}

func boundsOf(segments []ot.Segment) contour {
	c := contour{left: math.MaxFloat32, right: -math.MaxFloat32, bottom: math.MaxFloat32, top: -math.MaxFloat32}
	var first, last ot.SegmentPoint
	for i, s := range segments {
		args := s.Args[:]
		switch s.Op {
		case ot.SegmentOpQuadTo:
			args = args[:2]
		case ot.SegmentOpCubeTo:
		default:
			args = args[:1]
		}
		for _, p := range args {
			c.left, c.right = min(c.left, p.X), max(c.right, p.X)
			c.bottom, c.top = min(c.bottom, p.Y), max(c.top, p.Y)
			if i == 0 {
				first = p
			} else {
				c.area += last.X*p.Y - p.X*last.Y
			}
			last = p
		}
	}
	c.area += last.X*first.Y - first.X*last.Y
	return c
}

// isDot reports whether a contour is a dot: small, round, and no hole, which goes round the other way.
func (c *contour) isDot(em float32) bool {
	w, h := c.right-c.left, c.top-c.bottom
	return c.area < 0 && w > em/9 && w < em/5 && h > em/9 && h < em/5 && max(w-h, h-w) < em/50
}

// isBar reports whether a contour is the upper bar of گ.
func (c *contour) isBar(em float32) bool {
	w, h := c.right-c.left, c.top-c.bottom
	return c.area < 0 && c.bottom > em/2 && w > em*3/10 && w < em*9/20 && h > em*3/20 && h < em*3/10
}

// bar stands for the upper bar of گ in the place of a number of dots.
const bar = 4

// dotShapes are what one, two and three dots above a letter look like, by row from the letter away. Below a letter they
// are upside down by that.
var dotShapes = [...][2]string{
	1:   {"##", "##"},
	2:   {"# #", "# #"},
	3:   {"#  #", " ## "},
	bar: {"##  ", "  ##"},
}

// A dotting is the dots of a letter of a word: where they would be.
type dotting struct {
	n     int
	x, y  float64 // their middle, from the origin of the word, y upwards
	above bool
}

// dottings returns the dots of the letters of a word, which begins dx and dy off the pixels.
func (t *Type) dottings(glyphs []shaping.Glyph, s Style, dx, dy float32) []dotting {
	var list []dotting
	em := float32(t.faces[s.Weight&1].Upem())
	scale, pen := float32(s.Size)/em, dx
	for _, g := range glyphs {
		if l := t.letter(g.GlyphID, s.Weight); l.dots > 0 {
			list = append(list, dotting{l.dots, float64(pen + px(g.XOffset) + l.x*scale), float64(px(g.YOffset) - dy + l.y*scale), l.y > em/5})
		}
		pen += px(g.Advance)
	}
	return list
}

// dot adds the dots of a word to the picture of its letters.
func (m *mask) dot(list []dotting) *mask {
	if len(list) == 0 {
		return m
	}
	const room = 4 // for dots outside the letters
	all := &mask{hw.NewFrame(m.W+2*room, m.H+2*room), m.x + room, m.y + room, m.advance}
	m.over(all.Frame, all.Bounds(), all.x, all.y, true)
	body := all.Frame.Clone()
	for i := range list {
		list[i].place(all, body)
	}
	return all
}

// place sets dots into a picture, where they are clear of its letters and of the dots already there.
func (d *dotting) place(m *mask, body *hw.Frame) {
	shape := dotShapes[d.n]
	width := len(shape[0])
	column := m.x + int(math.Round(d.x-float64(width)/2))
	row := m.y - 1 - int(math.Round(d.y-1)) // of the lower of the two rows
	best, bestX, bestY := math.Inf(1), column, row
	for up := -3; up <= 3; up++ {
		for aside := -2; aside <= 2; aside++ {
			x, y := column+aside, row-up
			cost := 1.2*math.Abs(float64(up)) + 1.5*math.Abs(float64(aside))
			if d.above && up < 0 || !d.above && up > 0 {
				cost += 0.4 // rather away from the letter than nearer
			}
			if d.n == bar {
				cost *= 2 // it belongs close to the bar of the letter, and high ones are cut
			}
			d.pixels(x, y, func(x, y int) {
				for j := -1; j <= 1; j++ {
					for i := -1; i <= 1; i++ {
						switch {
						case i == 0 && j == 0 && m.Lit(x, y):
							cost += 12
						case m.Lit(x+i, y+j) && !body.Lit(x+i, y+j):
							cost += 4 // another dot
						case m.Lit(x+i, y+j) && d.n != bar:
							cost += 2
						}
					}
				}
			})
			if cost < best {
				best, bestX, bestY = cost, x, y
			}
		}
	}
	d.pixels(bestX, bestY, func(x, y int) { m.Set(x, y, true) })
}

// pixels goes through the pixels of dots whose left column and lower row are given.
func (d *dotting) pixels(x, y int, pixel func(x, y int)) {
	for i, signs := range dotShapes[d.n] {
		at := y - i // of the row that is nearer to the letter
		if !d.above {
			at = y - 1 + i
		}
		for j := range len(signs) {
			if signs[j] == '#' {
				pixel(x+j, at)
			}
		}
	}
}
