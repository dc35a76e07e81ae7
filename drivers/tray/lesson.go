package tray

import (
	"cmp"
	"errors"
	"fmt"
	"image"
	"math"
	"slices"
	"strings"

	"consigliere/drivers/tray/sight"
)

// A Lesson learns a [Calibration]: first from pictures of the empty tray, then from pictures of a
// throw.
type Lesson struct {
	reader *Reader
	width  int
	height int
	n      int
	sum    []float64 // of red, green and blue of the empty tray at half size
	light  []float64 // of the light of blocks
	square []float64
	blocks []rgb

	empty *Calibration // of the pictures of the empty tray
	dice  []learned
}

// A learned die is one of a throw.
type learned struct {
	x, size float64
	tone    [3]float64
}

// NewLesson returns a lesson for a set of dice.
func NewLesson(s Set) (*Lesson, error) {
	r, err := NewReader(s)
	if err != nil {
		return nil, err
	}
	return &Lesson{
		reader: r, sum: make([]float64, sight.HalfW*sight.HalfH*3), light: make([]float64, BlocksW*BlocksH),
		square: make([]float64, BlocksW*BlocksH), blocks: make([]rgb, BlocksW*BlocksH),
	}, nil
}

// errMoved is the error of pictures that are not alike.
var errMoved = errors.New("something moved; keep your hands out of the tray for a moment")

// Empty learns from pictures of the empty tray, and forgets those before. It returns dice that
// seem to lie in it; a pattern may look like them.
func (l *Lesson) Empty(pictures ...image.Image) ([]Die, error) {
	clear(l.sum)
	clear(l.light)
	clear(l.square)
	l.n, l.empty, l.dice = 0, nil, nil
	l.reader.Calibrate(nil)
	f := l.reader.frame
	var first []rgb
	for _, m := range pictures {
		l.reader.take(m)
		l.width, l.height = m.Bounds().Dx(), m.Bounds().Dy()
		l.n++
		for i := range sight.HalfW * sight.HalfH {
			y, b, r := float64(f.Half[i]), float64(f.Blue[i])-128, float64(f.Red[i])-128
			l.sum[3*i] += y + 1.402*r
			l.sum[3*i+1] += y - 0.344136*b - 0.714136*r
			l.sum[3*i+2] += y + 1.772*b
		}
		blocksOf(f, l.blocks)
		for i, b := range l.blocks {
			l.light[i] += float64(b.light())
			l.square[i] += float64(b.light()) * float64(b.light())
		}
		if first == nil {
			first = slices.Clone(l.blocks)
		} else if unlike(first, l.blocks) {
			return nil, errMoved
		}
	}
	if l.n < 2 {
		return nil, fmt.Errorf("%d pictures of the empty tray are too few", l.n)
	}
	return l.reader.read().Dice, nil
}

// unlike reports whether something has moved between two pictures. Light that grows or fades
// everywhere is not motion.
func unlike(a, b []rgb) bool {
	const cell = 4 // blocks
	var was, is, ratios []float32
	for y := 0; y < BlocksH; y += cell {
		for x := 0; x < BlocksW; x += cell {
			var before, after float32
			for k := range cell * cell {
				i := (y+k/cell)*BlocksW + x + k%cell
				before, after = before+a[i].light(), after+b[i].light()
			}
			was, is = append(was, before/(cell*cell)), append(is, after/(cell*cell))
			ratios = append(ratios, (after+1)/(before+1))
		}
	}
	slices.Sort(ratios)
	gain := ratios[len(ratios)/2]
	for i := range was {
		if abs(is[i]-gain*was[i]) > 2*motionLimit {
			return true
		}
	}
	return false
}

// alike is how unlike two colours are at least, in logarithms, that can be told apart.
const alike = 1.0

// background returns what the pictures of the empty tray have taught.
func (l *Lesson) background() *Calibration {
	if l.empty != nil {
		return l.empty
	}
	c := &Calibration{Width: l.width, Height: l.height, Empty: image.NewRGBA(image.Rect(0, 0, sight.HalfW, sight.HalfH)), Noise: make([]byte, BlocksW*BlocksH)}
	n := float64(l.n)
	for i := range sight.HalfW * sight.HalfH {
		for k := range 3 {
			c.Empty.Pix[4*i+k] = byte(min(max(l.sum[3*i+k]/n+0.5, 0), 255))
		}
		c.Empty.Pix[4*i+3] = 255
	}
	for i := range c.Noise {
		mean := l.light[i] / n
		c.Noise[i] = byte(min(16*math.Sqrt(max(l.square[i]/n-mean*mean, 0)), 255))
	}
	l.empty = c
	l.reader.Calibrate(c)
	return c
}

// Throw learns from pictures of one throw, in which the dice lie apart, and returns the dice
// from left to right, with the colours that the reader takes them for.
func (l *Lesson) Throw(pictures ...image.Image) ([]Die, error) {
	l.background()
	set := l.reader.set
	needed := "some of one colour"
	if set.Each {
		needed = "one of each colour (" + strings.Join(set.Colours, ", ") + ")"
	}
	var names []Die
	l.dice = nil
	for k, m := range pictures {
		reading := l.reader.Read(m)
		if set.Each && k == 0 && l.reader.empty.match == Fits {
			l.empty.Size = l.reader.empty.guessSize(len(set.Colours))
			reading = l.reader.Read(m)
		}
		if match := l.reader.Match(); match != Fits {
			return nil, fmt.Errorf("the tray is not as it was when it was empty: %s", match)
		}
		for _, s := range reading.Spots {
			if !s.Sure {
				return nil, errors.New("a die cannot be read; put it down flat somewhere else")
			}
		}
		n := len(reading.Spots)
		switch {
		case set.Each && n != len(set.Colours), !set.Each && n == 0:
			return nil, fmt.Errorf("dice seen: %d; dice needed: %s, so that they lie apart", n, needed)
		case l.reader.empty.left:
			return nil, errors.New("there is something beside the dice; take it away")
		case k > 0 && n != len(l.dice):
			return nil, errMoved
		}
		slices.SortFunc(reading.Spots, func(a, b Spot) int { return cmp.Compare(a.X, b.X) })
		f := l.reader.frame
		for i, s := range reading.Spots {
			if i > 0 && s.X-reading.Spots[i-1].X < 0.25*s.Size {
				return nil, errors.New("two dice lie one above the other in the picture, and dice are named from left to right; move one aside")
			}
			if k == 0 {
				l.dice = append(l.dice, learned{x: s.X})
				names = append(names, s.Die)
			}
			d := &l.dice[i]
			if math.Abs(d.x-s.X) > samePlace*f.Zoom || names[i].Face != s.Face {
				return nil, errMoved
			}
			pose := sight.Pose{X: (s.X - f.OffX) / f.Zoom, Y: (s.Y - f.OffY) / f.Zoom, Size: s.Size / f.Zoom, Angle: s.Angle}
			d.size += pose.Size / float64(len(pictures))
			for c, v := range l.reader.empty.tone(f, pose) {
				d.tone[c] += float64(v) / float64(len(pictures))
			}
		}
	}
	l.order(names)
	return names, nil
}

// greys are colours that differ in nothing but their light.
var greys = []string{"black", "grey", "white"}

// order mends the colours of dice that are taken for a grey: of those, the darkest is the darkest.
func (l *Lesson) order(dice []Die) {
	if !l.reader.set.Each {
		return
	}
	var at, names []int
	for i, d := range dice {
		if k := slices.Index(greys, d.Colour); k >= 0 {
			at, names = append(at, i), append(names, k)
		}
	}
	light := func(i int) float64 { return l.dice[i].tone[0] + l.dice[i].tone[1] + l.dice[i].tone[2] }
	slices.SortFunc(at, func(a, b int) int { return cmp.Compare(light(a), light(b)) })
	slices.Sort(names)
	for k, i := range at {
		dice[i].Colour = greys[names[k]]
	}
}

// Calibration returns all that was learned. Its colours belong to the dice of the throw, from
// left to right.
func (l *Lesson) Calibration(colours []string) (*Calibration, error) {
	if len(colours) != len(l.dice) {
		return nil, fmt.Errorf("%d colours for %d dice", len(colours), len(l.dice))
	}
	for i, name := range colours {
		if l.reader.set.Each && slices.Contains(colours[:i], name) {
			return nil, fmt.Errorf("two dice are called %s, but the set has only one", name)
		}
	}
	c := *l.background()
	c.Size = 0
	c.Colours = map[string][3]float64{}
	count := map[string]float64{}
	for i, d := range l.dice {
		c.Size += d.size / float64(len(l.dice))
		count[colours[i]]++
		sum := c.Colours[colours[i]]
		for k := range sum {
			sum[k] += d.tone[k]
		}
		c.Colours[colours[i]] = sum
	}
	for name, sum := range c.Colours {
		for k := range sum {
			sum[k] /= count[name]
		}
		c.Colours[name] = sum
	}
	for i, a := range colours {
		for _, b := range colours[:i] {
			tone := c.Colours[b]
			if a != b && likely(rgb{float32(tone[0]), float32(tone[1]), float32(tone[2])}, c.Colours[a]) > -alike {
				return nil, fmt.Errorf("%s and %s look alike in this light; see that no lamp is mirrored in a die", b, a)
			}
		}
	}
	return &c, nil
}
