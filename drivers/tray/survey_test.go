package tray

import (
	"bufio"
	"encoding/json"
	"image"
	"image/jpeg"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"consigliere/drivers/tray/sight"
	"consigliere/hw"
	"consigliere/sim/scene"
)

// A photograph is a picture of dice of any colours, with their faces.
type photograph struct {
	File string
	Dice []boxed
}

// A boxed die has a box around all of it that is seen, its middle and its width.
type boxed struct {
	Face    Face
	X, Y, W float64
}

func photographs(t *testing.T) []photograph {
	t.Helper()
	return photographsIn(t, "testdata/photographs")
}

func photographsIn(t *testing.T, dir string) (all []photograph) {
	t.Helper()
	f, err := os.Open(filepath.Join(dir, "truth.jsonl"))
	require.NoError(t, err)
	defer f.Close()
	for lines := bufio.NewScanner(f); lines.Scan(); {
		var p photograph
		require.NoError(t, json.Unmarshal(lines.Bytes(), &p))
		all = append(all, p)
	}
	require.NotEmpty(t, all)
	return all
}

// TestNoDieIsMissedWithoutAWord checks that dice in photographs, which are smaller and of more colours than
// those that the reader was made for, are read, or make the reading unsure.
func TestNoDieIsMissedWithoutAWord(t *testing.T) {
	r := newReaders(t)["standard"]
	for _, p := range photographs(t) {
		t.Run(p.File, func(t *testing.T) {
			got := r.Read(readPicture(t, "testdata/photographs/"+p.File))
			if got.Unsure {
				assert.Empty(t, got.Dice)
				return
			}
			var want, faces []Face
			for _, d := range p.Dice {
				want = append(want, d.Face)
			}
			for _, d := range got.Dice {
				faces = append(faces, d.Face)
			}
			slices.Sort(want)
			slices.Sort(faces)
			assert.Equal(t, want, faces, "sure")
		})
	}
}

// TestDoubtBelongsToADie checks that one die that leans leaves the others certain, and is handed on with its place and
// its picture; and that a hand leaves nothing.
func TestDoubtBelongsToADie(t *testing.T) {
	r := newReaders(t)["pate"]
	m := readPicture(t, "testdata/pictures/pate-009.jpg")
	got := r.Read(m)
	require.True(t, got.Unsure)
	require.True(t, got.Stands)
	throw := got.Throw(m)
	assert.Empty(t, throw.Doubt)
	require.Len(t, throw.Dice, 4)
	for i, want := range []hw.Die{{Colour: "black", Face: "puppet"}, {Colour: "white", Face: "puppet"}, {Colour: "grey", Unsure: true}, {Colour: "red", Face: "1"}} {
		d := throw.Dice[i]
		assert.Equal(t, want, hw.Die{Colour: d.Colour, Face: d.Face, Unsure: d.Unsure})
		assert.Equal(t, d.Unsure, d.Picture != "", d.Colour)
	}
	grey := throw.Dice[2]
	assert.InDelta(t, 137./640, grey.X, 0.02)
	assert.InDelta(t, 323./480, grey.Y, 0.02)
	cut, err := jpeg.Decode(strings.NewReader(grey.Picture))
	require.NoError(t, err)
	assert.Equal(t, image.Rect(0, 0, 112, 112), cut.Bounds())
	assert.Equal(t, hw.OddDie, got.Throw(nil).Doubt, "without the picture nobody can be asked")

	hand := readPicture(t, "testdata/learned/pate-008.jpg")
	got = r.Read(hand)
	assert.False(t, got.Stands)
	assert.Equal(t, hw.HandIn, got.Throw(hand).Doubt)
	assert.Empty(t, got.Throw(hand).Dice)

	// Nor is a single die asked for where dice beside a hand could be read, or where there are too many for a set.
	readers := newReaders(t)
	for _, c := range []struct{ file, set string }{{"pate-008", "pate"}, {"pate-056", "standard"}, {"standard-044", "pate"}} {
		got := readers[c.set].Read(readPicture(t, "testdata/learned/"+c.file+".jpg"))
		assert.NotEmpty(t, got.Spots, c.file)
		assert.True(t, got.Unsure, c.file)
		assert.False(t, got.Stands, c.file)
	}
}

// TestSmallDice checks that dice in photographs are read whose colours the networks have never seen, and that none
// is read wrongly for certain.
func TestSmallDice(t *testing.T) {
	r := newReaders(t)["standard"]
	exact := 0
	for _, p := range photographs(t) {
		got := r.Read(readPicture(t, "testdata/photographs/"+p.File))
		if !got.Unsure {
			exact++
		}
		for _, s := range got.Spots {
			at := slices.IndexFunc(p.Dice, func(d boxed) bool { return math.Hypot(d.X-s.X, d.Y-s.Y) < 0.5*d.W })
			if s.Sure && assert.GreaterOrEqual(t, at, 0, "%s: no die at %v", p.File, s) {
				assert.Equal(t, p.Dice[at].Face, s.Face, "%s: %v", p.File, s)
			}
		}
	}
	assert.GreaterOrEqual(t, exact, 4)
}

// TestSizesOfDice checks that a die that is larger or smaller than those that the reader was made for is read,
// or makes the reading unsure, and that nothing is seen in an empty tray when it is looked at closer.
func TestSizesOfDice(t *testing.T) {
	r := newReaders(t)["standard"]
	one := readPicture(t, "testdata/pictures/standard-033.jpg") // its die is at 410, 178, and 54 pixels large
	for _, size := range []float64{10, 14, 18, 24, 32, 45, 64, 90, 120, 160} {
		got := r.Read(around(one, 410, 178, size/54))
		if !got.Unsure {
			assert.Equal(t, []Die{{"red", 6}}, got.Dice, "%v pixels", size)
		}
	}
	none := readPicture(t, "testdata/learned/standard-048.jpg")
	for _, scale := range []float64{1, 1.5, 2, 2.5} {
		got := r.Read(around(none, 320, 240, scale))
		assert.Empty(t, got.Dice, "scale %v", scale)
		assert.False(t, got.Unsure, "scale %v", scale)
	}
}

// around returns a frame that shows a picture around a place larger or smaller. What is beyond its borders is as
// what is at them.
func around(m image.Image, x, y, scale float64) image.Image {
	to := image.NewRGBA(image.Rect(0, 0, sight.Width, sight.Height))
	b := m.Bounds()
	for j := range sight.Height {
		for i := range sight.Width {
			at := image.Pt(int(x+(float64(i)-sight.Width/2)/scale), int(y+(float64(j)-sight.Height/2)/scale))
			to.Set(i, j, m.At(min(max(at.X, b.Min.X), b.Max.X-1), min(max(at.Y, b.Min.Y), b.Max.Y-1)))
		}
	}
	return to
}

// TestSeenTwice checks that what looks like a small die, but shows no face, is none if it does not when it is seen twice as large, and that
// what a survey doubts is no doubt where all of it was read.
func TestSeenTwice(t *testing.T) {
	r := newReaders(t)["standard"]
	grid := field{out: make([]float32, 80*60*sight.DetectorOutputs), w: 80, h: 60, side: 8}
	says := func(body float32) {
		for cell := range grid.w * grid.h {
			grid.out[cell*sight.DetectorOutputs+sight.Body] = body
		}
		r.fine = grid
	}
	small := &candidate{pose: sight.Pose{X: 200, Y: 200, Size: 40}, face: sight.None}
	assert.False(t, r.unlikely(small), "no survey was made")
	says(2)
	assert.False(t, r.unlikely(small))
	says(-2)
	assert.True(t, r.unlikely(small))
	assert.False(t, r.unlikely(&candidate{pose: sight.Pose{X: 200, Y: 200, Size: 60}, face: sight.None}), "it is too large for that")
	assert.False(t, r.unlikely(&candidate{pose: small.pose, face: 3}))

	r.frame.Zoom = 1
	r.cands = []candidate{{pose: small.pose}, {pose: sight.Pose{X: 300, Y: 200, Size: 30}}}
	read := []Spot{{X: 205, Y: 199, Size: 41}, {X: 299, Y: 204, Size: 30}}
	assert.True(t, r.allRead(read))
	assert.False(t, r.allRead(read[:1]))
}

// TestAdopted checks that a die that shows a face for certain at twice the size alone is read with the others, unless it is far larger or
// smaller than they are, its face leaves a doubt, or a die was read there.
func TestAdopted(t *testing.T) {
	r := newReaders(t)["pate"]
	p := scene.New(rand.New(rand.NewPCG(7101, 208)), scene.Options{Set: scene.Pate, Usual: true}).Render()
	r.take(p.Image)
	usual := r.readUsual()
	require.Len(t, usual.Spots, 3)
	got := r.Read(p.Image)
	want, _ := truthOf(p, r.set)
	assert.ElementsMatch(t, want, got.Dice)

	die := candidate{pose: sight.Pose{X: 200, Y: 200, Size: 40}, face: 2, mean: 0.99, least: 0.99, score: 0.9, body: 0.9}
	other, large, unclear := die, die, die
	other.pose.X, large.pose.Size, unclear.mean = 400, 60, 0.9
	for name, c := range map[string]struct {
		seen  candidate
		spots []Spot
		want  int
	}{
		"as large":    {die, nil, 2},
		"larger":      {large, nil, 1},
		"doubtful":    {unclear, nil, 1},
		"read before": {die, []Spot{{X: 205, Y: 200, Size: 40}}, 1},
	} {
		r.cands = []candidate{c.seen}
		assert.Len(t, r.adopt([]candidate{other}, c.spots), c.want, name)
	}
	r.cands = []candidate{die}
	assert.Empty(t, r.adopt(nil, nil), "no die says how large they are")
}
