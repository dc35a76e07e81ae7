package tray

import (
	"bytes"
	"context"
	"flag"
	"image"
	"image/color"
	"image/draw"
	"io/fs"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"consigliere/hw"
)

// family is what TestLearnsAFamily reads.
var family = flag.String("family", "", "photographs of dice that no network has learned from, of the folder -photographs, with commas between their names")

// truthAt returns the true face of a die that was found, or 0.
func truthAt(p photograph, s Spot) Face {
	for _, b := range p.Dice {
		if math.Hypot(b.X-s.X, b.Y-s.Y) < 0.5*b.W {
			return b.Face
		}
	}
	return 0
}

// corrected returns what a table would keep of a throw: nothing if all of it was read.
func corrected(r *Reader, p photograph, reading Reading) (cuts []Cut) {
	wrong := false
	for _, s := range reading.Spots {
		face := truthAt(p, s)
		if face == 0 {
			continue
		}
		wrong = wrong || !s.Sure || s.Face != face
		cuts = append(cuts, r.cutOf(s, face))
	}
	if !wrong {
		return nil
	}
	return cuts
}

// errorsOf counts the dice of a photograph that are not surely and rightly read, and those that are surely wrong.
func errorsOf(r *Reader, p photograph, reading Reading) (missed, wrong int) {
	right := 0
	for _, s := range reading.Spots {
		switch face := truthAt(p, s); {
		case s.Sure && s.Face == face:
			right++
		case s.Sure:
			wrong++
		}
	}
	return len(p.Dice) - right, wrong
}

// TestLearnsAFamily measures what ten throws teach of dice that no network has learned from: of a family of photographs, each
// is read after ten others were corrected.
func TestLearnsAFamily(t *testing.T) {
	if *family == "" {
		t.Skip("CONSIGLIERE_LONG=1 runs it only with -family and -photographs")
	}
	r := newReaders(t)["standard"]
	var all []photograph
	for _, p := range photographsIn(t, *photographsOf) {
		if slices.Contains(strings.Split(*family, ","), p.File) {
			all = append(all, p)
		}
	}
	require.NotEmpty(t, all)
	throws := min(10, len(all)-1)
	var kept [][]Cut
	dice, before, wrongBefore, after, wrongAfter := 0, 0, 0, 0, 0
	for _, p := range all {
		reading := r.Read(readPicture(t, filepath.Join(*photographsOf, p.File)))
		kept = append(kept, corrected(r, p, reading))
		missed, wrong := errorsOf(r, p, reading)
		dice, before, wrongBefore = dice+len(p.Dice), before+missed, wrongBefore+wrong
	}
	for i, p := range all {
		var m Memory
		for k := range throws {
			m.Add(kept[(i+1+k)%len(all)]...)
		}
		require.NoError(t, m.Fold())
		r.Remember(&m)
		missed, wrong := errorsOf(r, p, r.Read(readPicture(t, filepath.Join(*photographsOf, p.File))))
		after, wrongAfter = after+missed, wrongAfter+wrong
	}
	t.Logf("of %d dice %d are not surely read and %d wrongly; after %d other throws, %d and %d", dice, before, wrongBefore, throws, after, wrongAfter)
}

// glaring returns a picture of dice in each of which a lamp is mirrored as a bright stripe.
func glaring(m image.Image, p photograph) *image.RGBA {
	b := m.Bounds()
	to := image.NewRGBA(image.Rectangle{Max: b.Size()})
	draw.Draw(to, to.Rect, m, b.Min, draw.Src)
	sin, cos := math.Sincos(0.5)
	for _, d := range p.Dice {
		for y := int(d.Y - d.W); y < int(d.Y+d.W); y++ {
			for x := int(d.X - d.W); x < int(d.X+d.W); x++ {
				dx, dy := (float64(x)-d.X)/d.W, (float64(y)-d.Y)/d.W
				u, v := dx*cos+dy*sin, dy*cos-dx*sin
				share := 0.9 * math.Exp(-math.Pow((u-0.05)/0.06, 2)-math.Pow(v/0.4, 4))
				c := to.RGBAAt(x, y)
				mix := func(was uint8) uint8 { return uint8(float64(was) + (250-float64(was))*share) }
				to.SetRGBA(x, y, color.RGBA{mix(c.R), mix(c.G), mix(c.B), 255})
			}
		}
	}
	return to
}

// turned returns a picture turned by a quarter, and its truth.
func turned(m image.Image, p photograph) (image.Image, photograph) {
	b := m.Bounds()
	to := image.NewRGBA(image.Rect(0, 0, b.Dy(), b.Dx()))
	for y := range b.Dy() {
		for x := range b.Dx() {
			to.Set(b.Dy()-1-y, x, m.At(b.Min.X+x, b.Min.Y+y))
		}
	}
	p.Dice = slices.Clone(p.Dice)
	for i, d := range p.Dice {
		p.Dice[i].X, p.Dice[i].Y = float64(b.Dy())-d.Y, d.X
	}
	return to, p
}

// TestLearns checks that dice in which a lamp is mirrored are read once some throws of them were corrected, and that
// nothing is misread for that. It is the same throws, turned by a quarter under the lamp, that are read then.
func TestLearns(t *testing.T) {
	r := newReaders(t)["standard"]
	var m Memory
	var later []image.Image
	var truth []photograph
	before, after, wrong := 0, 0, 0
	for _, p := range photographs(t)[2:6] {
		picture := readPicture(t, "testdata/photographs/"+p.File)
		m.Add(corrected(r, p, r.Read(glaring(picture, p)))...)
		next, of := turned(picture, p)
		next = glaring(next, of)
		missed, lies := errorsOf(r, of, r.Read(next))
		before, wrong = before+missed, wrong+lies
		later, truth = append(later, next), append(truth, of)
	}
	require.NoError(t, m.Fold())
	r.Remember(&m)
	for i, next := range later {
		missed, lies := errorsOf(r, truth[i], r.Read(next))
		after, wrong = after+missed, wrong+lies
	}
	t.Logf("%d dice weren't read, %d after %d cut-outs", before, after, len(m.Cuts))
	assert.Positive(t, before)
	assert.LessOrEqual(t, 3*after, 2*before)
	assert.Zero(t, wrong)
	// What is forgotten is read as before.
	r.Remember(nil)
	missed, _ := errorsOf(r, truth[0], r.Read(later[0]))
	r2 := newReaders(t)["standard"]
	fresh, _ := errorsOf(r2, truth[0], r2.Read(later[0]))
	assert.Equal(t, fresh, missed)
}

// TestMemoryFile checks that a memory is read as it was written, holds no more than it may, and that a file that is damaged
// is refused.
func TestMemoryFile(t *testing.T) {
	r := newReaders(t)["standard"]
	p := photographs(t)[0]
	reading := r.Read(readPicture(t, "testdata/photographs/"+p.File))
	require.NotEmpty(t, reading.Spots)
	var m Memory
	m.Add(r.cutOf(reading.Spots[0], 1), r.cutOf(reading.Spots[0], 2))
	require.NoError(t, m.Fold())
	name := filepath.Join(t.TempDir(), "dice", "standard.json")
	_, err := LoadMemory(name)
	assert.True(t, IsForgotten(err), err)
	require.NoError(t, m.Save(name))
	info, err := os.Stat(name)
	require.NoError(t, err)
	assert.Equal(t, fs.FileMode(0o600), info.Mode().Perm())
	again, err := LoadMemory(name)
	require.NoError(t, err)
	assert.Equal(t, &m, again)

	data, err := os.ReadFile(name)
	require.NoError(t, err)
	for what, bad := range map[string][]byte{
		"cut off":        data[:len(data)/2],
		"another face":   bytes.Replace(data, []byte(`"face":2`), []byte(`"face":3`), 1),
		"no JSON":        []byte("dice"),
		"another":        []byte(`{"consigliere_tray":1}`),
		"a later one":    bytes.Replace(data, []byte(`"consigliere_dice":1`), []byte(`"consigliere_dice":2`), 1),
		"another weight": bytes.Replace(data, []byte(`"instead":false`), []byte(`"instead":true`), 1),
	} {
		require.NotEqual(t, data, bad, what)
		_, err := parseMemory(bad)
		assert.Error(t, err, what)
	}
	for range MostCuts {
		m.Add(r.cutOf(reading.Spots[0], 3))
	}
	assert.Len(t, m.Cuts, MostCuts)
	assert.Equal(t, Face(3), m.Cuts[0].Face, "the oldest go first")
}

// TestLearnsThePuppeteer checks that a die of Der Pate that people say shows the Puppeteer is seen so.
func TestLearnsThePuppeteer(t *testing.T) {
	r := newReaders(t)["pate"]
	picture := readPicture(t, "testdata/pictures/pate-005.jpg")
	spots := r.Read(picture).Spots
	at := slices.IndexFunc(spots, func(s Spot) bool { return s.Face == 4 })
	require.GreaterOrEqual(t, at, 0)
	var m Memory
	m.Add(slices.Repeat([]Cut{r.cutOf(spots[at], Puppet)}, 4)...)
	require.NoError(t, m.Fold())
	r.Remember(&m)
	for _, s := range r.Read(picture).Spots {
		if math.Hypot(s.X-spots[at].X, s.Y-spots[at].Y) < 5 {
			assert.Equal(t, Puppet, s.Face)
		}
	}
}

// A shy camera shows an empty tray, a picture of dice, and so on.
type shyCamera struct {
	bare, dice image.Image
	n          int
}

func (c *shyCamera) Frame(ctx context.Context) (image.Image, error) {
	c.n++
	if c.n%16 < 4 {
		return c.bare, ctx.Err()
	}
	return c.dice, ctx.Err()
}

func (c *shyCamera) Close() error { return nil }

// TestWatcherLearns checks that a watcher keeps what a table corrects, that the next throw is read by it, and that nothing is
// kept where that is turned off.
func TestWatcherLearns(t *testing.T) {
	p := photographs(t)[3]
	m := readPicture(t, "testdata/photographs/"+p.File)
	for _, keeps := range []bool{true, false} {
		name := filepath.Join(t.TempDir(), "standard.json")
		w := &Watcher{Set: Standard(), Open: func(context.Context) (Camera, error) {
			return &shyCamera{bare: image.NewGray(m.Bounds()), dice: m}, nil
		}}
		if keeps {
			w.MemoryFile = name
		}
		ctx, stop := context.WithCancel(t.Context())
		throws := 0
		var told hw.Die
		var second hw.Throw
		w.Watch(ctx, func(throw hw.Throw) {
			if throws++; throws == 2 {
				second = throw
				stop()
				return
			}
			require.NotEmpty(t, throw.Dice)
			// People say, some thirty times, that the first die shows another face.
			told = throw.Dice[0]
			told.Face = map[bool]string{true: "3", false: "2"}[told.Face == "2"]
			w.Correct(slices.Repeat([]hw.Die{told}, 12))
			w.learning.busy.Wait()
		})
		stop()
		_, err := LoadMemory(name)
		assert.Equal(t, keeps, err == nil, err)
		require.NotEmpty(t, second.Dice)
		at := slices.IndexFunc(second.Dice, func(d hw.Die) bool { return math.Hypot(d.X-told.X, d.Y-told.Y) < 0.01 })
		require.GreaterOrEqual(t, at, 0)
		assert.Equal(t, keeps, second.Dice[at].Face == told.Face, second.Dice[at].Face)
	}
}
