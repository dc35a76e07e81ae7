package tray

import (
	"bytes"
	"cmp"
	"context"
	"fmt"
	"image"
	"image/color"
	"image/draw"
	"image/jpeg"
	"image/png"
	"log/slog"
	"maps"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"consigliere/hw"
	"consigliere/sim/scene"
)

// A booth is a drawn tray with its camera.
type booth struct {
	set   Set
	scene *scene.Scene
	rng   *rand.Rand
	light [3]float64 // by how much the camera's red, green and blue are off; 0 is not at all
}

func newBooth(set Set, seed uint64) *booth {
	rng := rand.New(rand.NewPCG(4711, seed))
	return &booth{set: set, scene: scene.New(rng, scene.Options{Set: set.Name}), rng: rng, light: [3]float64{1, 1, 1}}
}

// take throws dice, which may go wrong, and takes a picture, as cameras do: no two have quite the
// same light, and all are JPEG.
func (b *booth) take(t testing.TB, dice []scene.Face, spoilt bool) (image.Image, *scene.Picture) {
	t.Helper()
	b.scene.Again(dice, spoilt)
	p := b.scene.Render()
	return b.expose(t, p.Image), p
}

func (b *booth) expose(t testing.TB, m *image.RGBA) image.Image {
	t.Helper()
	all := 1 + 0.03*b.rng.NormFloat64()
	var gain [3]float64
	for i := range gain {
		gain[i] = b.light[i] * all * (1 + 0.01*b.rng.NormFloat64())
	}
	to := image.NewRGBA(m.Rect)
	for i, v := range m.Pix {
		to.Pix[i] = v
		if i%4 < 3 {
			to.Pix[i] = byte(min(float64(v)*gain[i%4]+0.5, 255))
		}
	}
	var file bytes.Buffer
	require.NoError(t, jpeg.Encode(&file, to, &jpeg.Options{Quality: 88}))
	taken, err := jpeg.Decode(&file)
	require.NoError(t, err)
	return taken
}

// throw returns that many dice with faces at random: Der Pate's, or ordinary ones of a colour.
func (b *booth) throw(n int) []scene.Face {
	var dice []scene.Face
	for i := range 4 {
		colour := b.set.Colours[0]
		if b.set.Each {
			colour = b.set.Colours[i]
		}
		dice = append(dice, scene.Face{Colour: colour, Face: int(b.set.Faces[b.rng.IntN(6)])})
	}
	b.rng.Shuffle(len(dice), func(i, j int) { dice[i], dice[j] = dice[j], dice[i] })
	return dice[:n]
}

// learn learns the tray, as a person would teach it: if a throw cannot be learned, the next may.
// It returns the picture of that throw, too, and its dice from left to right.
func (b *booth) learn(t testing.TB) (*Calibration, image.Image, []scene.Die) {
	t.Helper()
	l, err := NewLesson(b.set)
	require.NoError(t, err)
	var empty []image.Image
	for range 4 {
		m, _ := b.take(t, nil, false)
		empty = append(empty, m)
	}
	_, err = l.Empty(empty...)
	require.NoError(t, err)
	for range 8 {
		m, p := b.take(t, b.throw(4), false)
		if _, err = l.Throw(m, b.expose(t, p.Image)); err != nil {
			continue
		}
		slices.SortFunc(p.Dice, func(a, b scene.Die) int { return cmp.Compare(a.X, b.X) })
		var colours []string
		for _, d := range p.Dice {
			colours = append(colours, d.Colour)
		}
		var c *Calibration
		if c, err = l.Calibration(colours); err == nil {
			return c, m, p.Dice
		}
	}
	t.Logf("not learned: %v", err)
	return nil, nil, nil
}

// A taughtTray is a tray that was learned, with pictures of it.
type taughtTray struct {
	calibration  *Calibration
	empty, again image.Image // the empty tray, twice
	four, two    image.Image // the throw that was learned, and one of two dice
	inFour       []scene.Die // from left to right
}

var taught = sync.OnceValue(func() *taughtTray {
	b := newBooth(Pate(), 0)
	t := new(taughtTray)
	t.calibration, t.four, t.inFour = b.learn(panicker{})
	t.empty, _ = b.take(panicker{}, nil, false)
	t.again, _ = b.take(panicker{}, nil, false)
	t.two, _ = b.take(panicker{}, b.throw(2), false)
	return t
})

// A panicker is told of what goes wrong where there is no test yet.
type panicker struct{ testing.TB }

func (panicker) Helper()                        {}
func (panicker) FailNow()                       { panic("the tray cannot be learned") }
func (panicker) Errorf(format string, a ...any) { panic(fmt.Sprintf(format, a...)) }
func (panicker) Logf(format string, a ...any)   { panic(fmt.Sprintf(format, a...)) }

// TestCalibration teaches drawn trays and reads throws in them, with the calibration and without
// it. It prints a table, and fails if the calibration reads less, or more of it wrongly. It takes
// CONSIGLIERE_WIDE; CONSIGLIERE_LONG reads more trays and throws, and pictures that nobody can read.
func TestCalibration(t *testing.T) {
	if os.Getenv("CONSIGLIERE_WIDE") == "" && os.Getenv("CONSIGLIERE_LONG") == "" {
		t.Skip("draws and reads trays for seconds; CONSIGLIERE_WIDE=1 runs it, as .ci/run does")
	}
	type kind struct {
		name  string
		seed  uint64
		built func(*booth)
		set   func() Set
	}
	cloth := func(r, g, b float64) func(*booth) {
		return func(k *booth) { k.scene.Cloth(r, g, b) }
	}
	lamp := func(r, g, b float64) func(*booth) { return func(k *booth) { k.light = [3]float64{r, g, b} } }
	kinds := []kind{
		{"grey cloth", 302, cloth(0.25, 0.25, 0.26), Pate},
	}
	throws, spoil := 3, false
	if os.Getenv("CONSIGLIERE_LONG") != "" {
		throws, spoil = 12, true
		kinds = append(
			kinds,
			kind{"any", 0, nil, Pate},
			kind{"grey cloth", 301, cloth(0.47, 0.48, 0.50), Pate},
			kind{"warm lamp", 303, lamp(1.05, 0.9, 0.7), Pate},
			kind{"black cloth", 304, cloth(0.09, 0.09, 0.10), Pate},
			kind{"white cloth", 305, cloth(0.92, 0.92, 0.91), Pate},
			kind{"red cloth", 306, cloth(0.75, 0.10, 0.12), Pate},
			kind{"grey, small dice", 6, cloth(0.5, 0.5, 0.5), Pate},
			kind{"cold lamp", 307, lamp(0.8, 0.95, 1.1), Pate},
			kind{"green lamp", 308, lamp(0.8, 1.05, 0.75), Pate},
		)
		for seed := range 24 {
			kinds = append(kinds, kind{"any", 400 + uint64(seed), nil, Pate})
		}
		for seed := range 8 {
			kinds = append(kinds, kind{"ordinary dice", 500 + uint64(seed), nil, Standard})
		}
	}
	var all, spoilt [2]score
	for _, k := range kinds {
		b := newBooth(k.set(), k.seed)
		readers := [2]*Reader{newReaders(t)[b.set.Name], newReaders(t)[b.set.Name]}
		if k.built != nil {
			k.built(b)
		}
		c, _, _ := b.learn(t)
		readers[1].Calibrate(c)
		var here, bad [2]score
		for n := range throws {
			dice := 4
			if n%6 == 5 {
				dice = 2
			}
			m, p := b.take(t, b.throw(dice), spoil && n%3 == 2)
			want, _ := truthOf(p, readers[0].set)
			for i, r := range readers {
				reading := r.Read(m)
				to, sum := &here[i], &all[i]
				if p.Unsure {
					to, sum = &bad[i], &spoilt[i]
				}
				verdict := to.add(reading, want, p.Unsure)
				sum.add(reading, want, p.Unsure)
				if i == 1 && verdict != "right" {
					t.Logf("%s %d, picture %d: %s (%s, %s); read %v, true %v", k.name, k.seed, n, verdict, reading.Why, r.Match(), reading.Dice, want)
				}
				if dir := os.Getenv("CONSIGLIERE_PICTURES"); dir != "" && i == 1 {
					drawComparison(t, filepath.Join(dir, fmt.Sprintf("%s-%d-%d-%s.png", strings.ReplaceAll(k.name, " ", "-"), k.seed, n, verdict)), m, r)
				}
			}
		}
		t.Logf("%-16s %3d without: %s; spoilt %s", k.name, k.seed, brief(here[0]), brief(bad[0]))
		t.Logf("%-16s %3d with:    %s; spoilt %s", k.name, k.seed, brief(here[1]), brief(bad[1]))
	}
	for i, name := range []string{"without", "with"} {
		t.Logf("%-8s to be read:   %s", name, &all[i])
		t.Logf("%-8s to be unsure: %s", name, &spoilt[i])
	}
	assert.LessOrEqual(t, all[1].wrong+spoilt[1].wrong, all[0].wrong+spoilt[0].wrong, "wrong readings")
	assert.GreaterOrEqual(t, all[1].right, all[0].right, "right readings")
}

func brief(s score) string {
	return fmt.Sprintf("%2d right %2d unsure %2d wrong", s.right, s.unsure, s.wrong)
}

// drawComparison writes a picture beside what differs in it from the empty tray: grey is what may
// be a shadow.
func drawComparison(t *testing.T, name string, m image.Image, r *Reader) {
	t.Helper()
	to := image.NewRGBA(image.Rect(0, 0, 4*BlocksW, 2*BlocksH))
	for y := range 2 * BlocksH {
		for x := range 2 * BlocksW {
			to.Set(x, y, m.At(2*x, 2*y))
			if i := y/2*BlocksW + x/2; r.empty != nil && r.empty.match == Fits {
				at := to.PixOffset(x+2*BlocksW, y)
				switch {
				case r.empty.thing[i]:
					copy(to.Pix[at:], []byte{255, 255, 255, 255})
				case r.empty.fresh[i]:
					copy(to.Pix[at:], []byte{100, 100, 100, 255})
				default:
					copy(to.Pix[at:], []byte{0, 0, 0, 255})
				}
			}
		}
	}
	f, err := os.Create(name)
	require.NoError(t, err)
	require.NoError(t, png.Encode(f, to))
	require.NoError(t, f.Close())
}

// TestCalibrationThatDoesNotFit changes the light, moves the camera, covers the tray and takes
// pictures of another size. Each is told, and read as if there were no calibration.
func TestCalibrationThatDoesNotFit(t *testing.T) {
	plain, r := newReaders(t)["pate"], newReaders(t)["pate"]
	r.Calibrate(taught().calibration)
	m := image.NewRGBA(taught().four.Bounds())
	draw.Draw(m, m.Rect, taught().four, image.Point{}, draw.Src)
	changed := func(f func(x, y int, p []byte)) *image.RGBA {
		to := image.NewRGBA(m.Rect)
		copy(to.Pix, m.Pix)
		for y := range m.Rect.Dy() {
			for x := range m.Rect.Dx() {
				at := to.PixOffset(x, y)
				f(x, y, to.Pix[at:at+3])
			}
		}
		return to
	}
	by := func(v byte, k float64) byte { return byte(min(float64(v)*k, 255)) }
	light := func(red, green, blue float64) *image.RGBA {
		return changed(func(_, _ int, p []byte) { p[0], p[1], p[2] = by(p[0], red), by(p[1], green), by(p[2], blue) })
	}
	shifted := func(dx, dy int) *image.RGBA {
		return changed(func(x, y int, p []byte) {
			copy(p, m.Pix[m.PixOffset(min(max(x+dx, 0), 639), min(max(y+dy, 0), 479)):][:3])
		})
	}
	larger := image.NewRGBA(image.Rect(0, 0, 800, 600))
	for y := range 600 {
		for x := range 800 {
			larger.Set(x, y, m.At(x*4/5, y*4/5))
		}
	}
	for _, k := range []struct {
		name string
		m    image.Image
		want Match
	}{
		{"nothing has changed", m, Fits},
		{"a little darker", light(0.85, 0.85, 0.85), Fits},
		{"dimmed", light(0.5, 0.5, 0.5), OtherLight},
		{"another lamp", light(1.1, 0.95, 0.6), OtherLight},
		{"a lamp at one side", changed(func(x, _ int, p []byte) {
			for c := range p {
				p[c] = by(p[c], 1+0.9*float64(x)/640)
			}
		}), OtherLight},
		{"bumped", shifted(5, -4), Moved},
		{"bumped hard", shifted(-30, 18), Moved},
		{"bumped and dimmed", func() image.Image {
			was := m
			m = light(0.6, 0.6, 0.6)
			defer func() { m = was }()
			return shifted(9, 7)
		}(), Moved},
		{"covered", changed(func(x, y int, p []byte) {
			if y < 330 {
				p[0], p[1], p[2] = 190, 150, 130
			}
		}), Covered},
		{"other pictures", larger, OtherSize},
	} {
		t.Run(k.name, func(t *testing.T) {
			got := r.Read(k.m)
			assert.Equal(t, k.want, r.Match())
			if k.want != Fits {
				assert.Equal(t, plain.Read(k.m), got)
			}
		})
	}
	r.Calibrate(nil)
	assert.Equal(t, NoCalibration, r.Match())
	assert.Equal(t, plain.Read(m), r.Read(m), "forgotten")
}

// TestCalibratedReaderSeesWhatIsNoDie lays a thing into a tray that the networks do not know.
func TestCalibratedReaderSeesWhatIsNoDie(t *testing.T) {
	r := newReaders(t)["pate"]
	r.Calibrate(taught().calibration)
	nothing := r.Read(taught().again)
	assert.Empty(t, nothing.Dice)
	assert.False(t, nothing.Unsure, "an empty tray is empty, whatever its cloth looks like")
	m := taught().four
	require.Len(t, r.Read(m).Dice, 4)
	coin := func(cx, cy int) image.Image {
		to := image.NewRGBA(m.Bounds())
		draw.Draw(to, to.Rect, m, image.Point{}, draw.Src)
		for y := range 29 {
			for x := range 29 {
				if (x-14)*(x-14)+(y-14)*(y-14) < 14*14 {
					to.Set(cx+x-14, cy+y-14, color.RGBA{200, 160, 60, 255})
				}
			}
		}
		return to
	}
	laid := 0
	for _, place := range []image.Point{{160, 120}, {480, 120}, {160, 360}, {480, 360}, {320, 240}} {
		if slices.ContainsFunc(taught().inFour, func(d scene.Die) bool {
			return math.Hypot(d.X-float64(place.X), d.Y-float64(place.Y)) < 2*d.Size
		}) {
			continue // a die lies there
		}
		laid++
		reading := r.Read(coin(place.X, place.Y))
		assert.True(t, reading.Unsure)
		assert.Equal(t, Something, reading.Why)
		assert.Equal(t, Fits, r.Match())
	}
	assert.Positive(t, laid)
}

func TestCalibratedReadAllocatesLittle(t *testing.T) {
	r := newReaders(t)["pate"]
	r.Calibrate(taught().calibration)
	m := taught().four
	r.Read(m)
	assert.Less(t, testing.AllocsPerRun(3, func() { r.Read(m) }), 60.0)
}

// TestLesson holds what cannot be learned, and what is asked about.
func TestLesson(t *testing.T) {
	l, err := NewLesson(Pate())
	require.NoError(t, err)
	empty, other, dice := taught().empty, taught().again, taught().four
	var want []Die
	var colours []string
	for _, d := range taught().inFour {
		want = append(want, Die{d.Colour, Face(d.Face)})
		colours = append(colours, d.Colour)
	}

	_, err = l.Empty(empty)
	require.EqualError(t, err, "1 pictures of the empty tray are too few")
	_, err = l.Empty(empty, dice)
	require.ErrorIs(t, err, errMoved)
	seen, err := l.Empty(empty, other)
	require.NoError(t, err)
	assert.Empty(t, seen)

	_, err = l.Throw(empty)
	require.EqualError(t, err, "dice seen: 0; dice needed: one of each colour (black, white, grey, red), so that they lie apart")
	_, err = l.Throw(moved(dice, 30))
	require.Error(t, err)
	_, err = l.Throw(dice, empty)
	require.Error(t, err)
	seen, err = l.Throw(dice, dice)
	require.NoError(t, err)
	assert.Equal(t, want, seen, "from left to right")

	_, err = l.Calibration(colours[:3])
	require.EqualError(t, err, "3 colours for 4 dice")
	_, err = l.Calibration([]string{"red", "red", "grey", "black"})
	require.EqualError(t, err, "two dice are called red, but the set has only one")
	c, err := l.Calibration(colours)
	require.NoError(t, err)
	for _, d := range taught().inFour {
		assert.InEpsilon(t, c.Size, d.Size, 0.1)
	}
	light := func(name string) float64 { return c.Colours[name][0] + c.Colours[name][1] + c.Colours[name][2] }
	assert.Less(t, 2*light("black"), light("grey"))
	assert.Less(t, 1.5*light("grey"), light("white"))
	assert.Greater(t, c.Colours["red"][0], 3*c.Colours["red"][1])
	assert.Equal(t, 640, c.Width)
}

// TestWrongLesson checks that somebody who mistakes the colours of a lesson makes no reading wrong.
func TestWrongLesson(t *testing.T) {
	wrong := *taught().calibration
	wrong.Colours = maps.Clone(wrong.Colours)
	wrong.Colours["red"], wrong.Colours["white"] = wrong.Colours["white"], wrong.Colours["red"]
	r := newReaders(t)["pate"]
	r.Calibrate(&wrong)
	reading := r.Read(taught().four)
	assert.True(t, reading.Unsure, reading.Dice)
	assert.Equal(t, Unclear, reading.Why)
}

// TestCalibrationFile checks that a calibration is kept as it is, and that a file that isn't one, or
// is damaged anywhere, is named with what to do.
func TestCalibrationFile(t *testing.T) {
	c := taught().calibration
	name := filepath.Join(t.TempDir(), "new", "tray.json")
	_, err := LoadCalibration(name)
	require.True(t, IsMissing(err), err)
	for range 2 { // the second replaces the first
		require.NoError(t, c.Save(name))
	}
	back, err := LoadCalibration(name)
	require.NoError(t, err)
	assert.Equal(t, c, back)
	data, err := os.ReadFile(name)
	require.NoError(t, err)
	assert.Less(t, len(data), maxCalibration/2)
	files, err := os.ReadDir(filepath.Dir(name))
	require.NoError(t, err)
	assert.Len(t, files, 1, "nothing else is left")

	for what, damaged := range map[string][]byte{
		"damaged":        data[:len(data)/2],
		"more than 2 MB": bytes.Repeat([]byte{' '}, maxCalibration+1),
		"version 9":      bytes.Replace(data, []byte(`"consigliere_tray":1`), []byte(`"consigliere_tray":9`), 1),
		"version 0":      []byte(`{}`),
		"checksum":       bytes.Replace(data, []byte(`"width":640`), []byte(`"width":641`), 1),
	} {
		require.NoError(t, os.WriteFile(name, damaged, 0o600))
		_, err := LoadCalibration(name)
		require.ErrorContains(t, err, what)
		require.ErrorContains(t, err, name)
		require.ErrorContains(t, err, "consigliere doctor --tray learns the tray again")
		assert.False(t, IsMissing(err))
	}
	for i := 0; i < len(data)-1; i += len(data) / 97 {
		flipped := slices.Clone(data)
		flipped[i] ^= 4
		_, err := parseCalibration(flipped)
		require.Error(t, err, "byte %d", i)
	}
}

// FuzzCalibration checks that nothing in a file makes the reader fail.
func FuzzCalibration(f *testing.F) {
	f.Add([]byte(`{"consigliere_tray":1,"width":640,"height":480,"size":45,"sum":"00000000"}`))
	f.Fuzz(func(t *testing.T, data []byte) {
		c, err := parseCalibration(data)
		if err == nil {
			require.NoError(t, c.check())
		}
	})
}

// TestWatcherTellsOfTheCalibration checks that a calibration that ceases to fit is told once, and
// that it fits again.
func TestWatcherTellsOfTheCalibration(t *testing.T) {
	c, m, other := taught().calibration, taught().four, taught().two
	synctest.Test(t, func(t *testing.T) {
		list := slices.Concat(
			slices.Repeat([]image.Image{m}, 4),
			slices.Repeat([]image.Image{moved(m, 24)}, 10),
			slices.Repeat([]image.Image{moved(other, 24)}, 10),
			slices.Repeat([]image.Image{m}, 4),
		)
		var logged bytes.Buffer
		opened := false
		w := Watcher{Set: Pate(), Calibration: c, Log: slog.New(slog.NewTextHandler(&logged, nil)), Open: func(context.Context) (Camera, error) {
			if opened {
				return nil, errUnplugged
			}
			opened = true
			return &show{list: list}, nil
		}}
		ctx, stop := context.WithTimeout(t.Context(), 12*time.Second)
		defer stop()
		throws := 0
		w.Watch(ctx, func(hw.Throw) { throws++ })
		assert.GreaterOrEqual(t, throws, 4)
		assert.Equal(t, 1, strings.Count(logged.String(), `reason="the camera or the tray has moved"`), logged.String())
		assert.Equal(t, 1, strings.Count(logged.String(), "as it was calibrated again"), logged.String())
	})
}

func BenchmarkReadCalibrated(b *testing.B) {
	r := newReaders(b)["pate"]
	r.Calibrate(taught().calibration)
	m := taught().four
	b.ReportAllocs()
	for b.Loop() {
		r.Read(m)
	}
}
