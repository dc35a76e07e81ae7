package tray

import (
	"flag"
	"image"
	"image/color"
	"image/draw"
	"math"
	"path/filepath"
	"slices"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// marks are what is marked on dice in place of their pips, a side of a face being 1: less than 0 is in a mark.
var marks = map[string]func(u, v float64) float64{
	"plus":  func(u, v float64) float64 { return min(bar(u, v, 0.09, 0.3), bar(v, u, 0.09, 0.3)) },
	"minus": func(u, v float64) float64 { return bar(v, u, 0.09, 0.3) },
	"blank": func(u, v float64) float64 { return 1 },
	"boat": func(u, v float64) float64 {
		hull := max(v-0.3, 0.12-v, math.Abs(u)-0.36+0.7*(v-0.12))
		sail := max(v-0.05, math.Abs(u-0.04)-0.26*(v+0.35)/0.4, -0.35-v)
		return min(hull, sail, bar(u, v, 0.025, 0.33))
	},
	"gate": func(u, v float64) float64 {
		wall := max(math.Abs(u)-0.32, math.Abs(v)-0.3)
		arch := min(max(math.Abs(u)-0.13, -v, v-0.5), math.Hypot(u, v)-0.13)
		notch := max(math.Abs(math.Abs(u)-0.12)-0.06, v+0.18)
		return max(wall, -arch, -notch)
	},
	"ring": func(u, v float64) float64 { return math.Abs(math.Hypot(u, v)-0.23) - 0.08 },
}

// bar is an upright bar.
func bar(u, v, wide, long float64) float64 { return max(math.Abs(u)-wide, math.Abs(v)-long) }

// marked returns a picture with another mark on the face of each die that is surely read in it.
func marked(m image.Image, dice []Spot, mark string) *image.RGBA {
	to := image.NewRGBA(image.Rectangle{Max: m.Bounds().Size()})
	draw.Draw(to, to.Rect, m, m.Bounds().Min, draw.Src)
	for _, s := range dice {
		sin, cos := math.Sincos(s.Angle)
		at := func(u, v float64) (x, y int) {
			return int(s.X + s.Size*(u*cos-v*sin)), int(s.Y + s.Size*(u*sin+v*cos))
		}
		// The tone of the die is that of most of its face; the ink's, of what is least like it.
		var tones [][3]float64
		for k := range 21 * 21 {
			x, y := at(float64(k%21-10)*0.04, float64(k/21-10)*0.04)
			c := to.RGBAAt(x, y)
			tones = append(tones, [3]float64{float64(c.R), float64(c.G), float64(c.B)})
		}
		var tone [3]float64
		for k := range tone {
			var all []float64
			for _, t := range tones {
				all = append(all, t[k])
			}
			slices.Sort(all)
			tone[k] = all[len(all)/2]
		}
		unlike := func(t [3]float64) float64 {
			return math.Abs(t[0]-tone[0]) + math.Abs(t[1]-tone[1]) + math.Abs(t[2]-tone[2])
		}
		slices.SortFunc(tones, func(a, b [3]float64) int { return int(unlike(b) - unlike(a)) })
		ink := tones[len(tones)/20]
		r := int(s.Size)
		for y := int(s.Y) - r; y <= int(s.Y)+r; y++ {
			for x := int(s.X) - r; x <= int(s.X)+r; x++ {
				dx, dy := (float64(x)+0.5-s.X)/s.Size, (float64(y)+0.5-s.Y)/s.Size
				u, v := dx*cos+dy*sin, dy*cos-dx*sin
				if max(math.Abs(u), math.Abs(v)) > 0.42 {
					continue
				}
				share := min(max(0.5-marks[mark](u, v)*s.Size/1.5, 0), 1)
				old := to.RGBAAt(x, y)
				mix := func(k int, was uint8) uint8 {
					// The light on the face stays: what is unlike its tone was a pip.
					ground := float64(was)
					if unlike([3]float64{float64(old.R), float64(old.G), float64(old.B)}) > 30 {
						ground = tone[k]
					}
					return uint8(ink[k]*share + ground*(1-share))
				}
				to.SetRGBA(x, y, color.RGBA{mix(0, old.R), mix(1, old.G), mix(2, old.B), 255})
			}
		}
	}
	return to
}

// taughtOf is where TestTaught finds dice.
var taughtOf = flag.String("taught", "testdata/photographs", "photographs of dice that get other marks in TestTaught")

// TestTaught teaches dice with other marks, which are painted on dice in photographs: from eight pictures of each, of one die
// each. They are read then in pictures of all dice, turned by a quarter. None may be misread; how many are read
// for certain depends on the marks.
func TestTaught(t *testing.T) {
	r := newReaders(t)["standard"]
	teacher, err := NewTeacher()
	require.NoError(t, err)
	names := []string{"boat", "plus", "gate"}
	if *taughtOf != "testdata/photographs" {
		names = append(names, "minus", "ring")
	}
	var files []photograph
	for _, p := range photographsIn(t, *taughtOf) {
		if len(p.Dice) >= 5 {
			files = append(files, p)
		}
	}
	m, begun := &Memory{}, time.Now()
	for i, name := range names {
		for k := range 8 {
			picture := readPicture(t, filepath.Join(*taughtOf, files[k%len(files)].File))
			dice := r.Read(picture).Spots
			die := dice[(k/len(files)*3+k+i)%len(dice)]
			spots, err := teacher.Teach(m, name, alone(marked(picture, []Spot{die}, name), die))
			require.NoError(t, err)
			assert.NotEmpty(t, spots, "%s %d", name, k)
		}
	}
	require.NoError(t, m.Fold())
	t.Logf("%d cut-outs are learned after %v", len(m.Cuts), time.Since(begun))
	file := filepath.Join(t.TempDir(), "cities.json")
	require.NoError(t, m.Save(file))
	m, err = LoadMemory(file)
	require.NoError(t, err)
	own, err := NewReader(Taught("cities", m.Faces))
	require.NoError(t, err)
	own.Remember(m)
	dice, right, wrong, more := 0, 0, 0, 0
	for i, p := range files {
		next, _ := turned(readPicture(t, filepath.Join(*taughtOf, p.File)), p)
		all := r.Read(next).Spots
		name := names[i%len(names)]
		got := own.Read(marked(next, all, name))
		dice += len(all)
		for _, s := range got.Spots {
			near := slices.ContainsFunc(all, func(a Spot) bool { return math.Hypot(a.X-s.X, a.Y-s.Y) < 0.5*a.Size })
			switch {
			case !s.Sure:
			case !near:
				more++
			case got.Word(s.Face) == name:
				right++
			default:
				wrong++
			}
		}
	}
	t.Logf("of %d dice %d are read rightly, %d wrongly; %d are none", dice, right, wrong, more)
	if *taughtOf == "testdata/photographs" {
		assert.Zero(t, wrong+more)
		assert.Greater(t, 3*right, dice)
	}
}

// alone returns a picture of a die, with one tone where it is far from that.
func alone(m *image.RGBA, s Spot) *image.RGBA {
	to := image.NewRGBA(m.Rect)
	draw.Draw(to, to.Rect, image.NewUniform(m.RGBAAt(20, 100)), image.Point{}, draw.Src)
	far := int(1.3 * s.Size)
	b := image.Rect(int(s.X)-far, int(s.Y)-far, int(s.X)+far, int(s.Y)+far)
	draw.Draw(to, b, m, b.Min, draw.Src)
	return to
}
