package tray

import (
	"encoding/json"
	"image"
	"image/draw"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"consigliere/drivers/tray/sight"
	"consigliere/sim/scene"
)

func TestFaceJSON(t *testing.T) {
	data, err := json.Marshal([]Die{{"red", Puppet}, {"grey", 4}})
	require.NoError(t, err)
	assert.Equal(t, `[{"colour":"red","face":"puppet"},{"colour":"grey","face":4}]`, string(data))
	var back []Die
	require.NoError(t, json.Unmarshal(data, &back))
	assert.Equal(t, []Die{{"red", Puppet}, {"grey", 4}}, back)
	for _, wrong := range []string{`0`, `7`, `"six"`, `null`, `1.5`} {
		assert.ErrorContains(t, json.Unmarshal([]byte(wrong), new(Face)), "is not a face")
	}
}

func TestNewReaderChecksTheSet(t *testing.T) {
	for _, c := range []struct {
		name string
		set  Set
		want string
	}{
		{"nothing", Set{Name: "x"}, `set of dice "x": it needs colours and faces`},
		{"colour", Set{Name: "x", Colours: []string{"pink"}, Faces: []Face{1}}, `colour "pink" is not one of black, white`},
		{"twice", Set{Name: "x", Colours: []string{"red", "red"}, Faces: []Face{1}}, `it has the colour "red" twice`},
		{"face", Set{Name: "x", Colours: []string{"red"}, Faces: []Face{9}}, "9 is not a face"},
	} {
		t.Run(c.name, func(t *testing.T) {
			_, err := NewReader(c.set)
			assert.ErrorContains(t, err, c.want)
		})
	}
}

// TestReadOfTheSamePicture checks that a picture reads the same in another kind of image, in a
// frame of another size and after other pictures.
func TestReadOfTheSamePicture(t *testing.T) {
	m := readPicture(t, "testdata/pictures/standard-033.jpg")
	r := newReaders(t)["standard"]
	want := r.Read(m)
	require.Equal(t, []Die{{"red", 6}}, want.Dice)
	plain := image.NewRGBA(m.Bounds().Add(image.Pt(7, 9)))
	draw.Draw(plain, plain.Rect, m, image.Point{}, draw.Src)
	large := image.NewNRGBA(image.Rect(0, 0, 1280, 960))
	for y := range 960 {
		for x := range 1280 {
			large.Set(x, y, m.At(x/2, y/2))
		}
	}
	assert.Equal(t, want.Dice, r.Read(plain).Dice)
	got := r.Read(large)
	assert.Equal(t, want.Dice, got.Dice)
	assert.InDelta(t, 2*want.Spots[0].X, got.Spots[0].X, 4, "a spot is in pixels of the picture")
}

func TestReadAllocatesLittle(t *testing.T) {
	m := readPicture(t, "testdata/pictures/standard-033.jpg")
	r := newReaders(t)["standard"]
	r.Read(m)
	assert.Less(t, testing.AllocsPerRun(3, func() { r.Read(m) }), 30.0)
}

// TestPassesAreEven checks that after two passes the detector says the same of a picture and of its
// mirror image, and that looking closer puts back what it sees where it belongs.
func TestPassesAreEven(t *testing.T) {
	r := newReaders(t)["pate"]
	r.frame.Set(readPicture(t, "testdata/pictures/pate-005.jpg"))
	r.passes = 0
	want := slices.Clone(r.see(passes))
	// Where the detector sees something, it sees it closer, too.
	for cell := range sight.GridW * sight.GridH {
		if want[cell*sight.DetectorOutputs+sight.Good] < 3 {
			continue
		}
		before := slices.Clone(r.sum[cell*sight.DetectorOutputs : (cell+1)*sight.DetectorOutputs])
		require.True(t, r.closer([]int{cell}, secondTurns))
		assert.EqualValues(t, passes+2, r.views[cell])
		for _, k := range []int{sight.Good, sight.DX, sight.DY, sight.Scale, sight.Cos, sight.Sin} {
			closer := (r.sum[cell*sight.DetectorOutputs+k] - before[k]) / 2
			assert.InDelta(t, want[cell*sight.DetectorOutputs+k], closer, []float64{3, 0, 0, 0, 0.35, 0.35, 0.2, 0.6, 0.6}[k], "cell %d, output %d", cell, k)
		}
		r.passes = 0
		r.see(passes)
	}
	for _, rows := range [][]byte{r.frame.Half, r.frame.Blue, r.frame.Red} {
		for y := range sight.HalfH {
			slices.Reverse(rows[y*sight.HalfW : (y+1)*sight.HalfW])
		}
	}
	r.passes = 0
	got := r.see(passes)
	for cell := range sight.GridW * sight.GridH {
		other := cell/sight.GridW*sight.GridW + sight.GridW - 1 - cell%sight.GridW
		for k := range sight.DetectorOutputs {
			v := want[other*sight.DetectorOutputs+k]
			if k == sight.DX || k == sight.Sin {
				v = -v
			}
			if !assert.InDelta(t, v, got[cell*sight.DetectorOutputs+k], 1e-3, "cell %d, output %d", cell, k) {
				return
			}
		}
	}
}

func TestOnce(t *testing.T) {
	at := func(x float64, face int, score float64) candidate {
		return candidate{pose: sight.Pose{X: x, Size: 50}, face: face, score: score}
	}
	for _, c := range []struct {
		name       string
		have, want []candidate
	}{
		{"apart", []candidate{at(0, 2, 0.8), at(50, 2, 0.9)}, []candidate{at(50, 2, 0.9), at(0, 2, 0.8)}},
		{"the surer one stays", []candidate{at(0, 2, 0.8), at(10, 3, 0.9)}, []candidate{at(10, 3, 0.9)}},
		{"a face rather than none", []candidate{at(0, sight.None, 0.9), at(10, 3, 0.8)}, []candidate{at(10, 3, 0.8)}},
		{"two without a face", []candidate{at(0, sight.None, 0.9), at(10, sight.None, 0.8)}, []candidate{at(0, sight.None, 0.9), at(10, sight.None, 0.8)}},
	} {
		t.Run(c.name, func(t *testing.T) { assert.Equal(t, c.want, once(c.have, usualLimits().oneDie)) })
	}
}

// TestPattern checks that a print on the cloth is told from dice by its size, but not where it may be
// a part of one.
func TestPattern(t *testing.T) {
	r := newReaders(t)["standard"]
	r.sure = r.limits.faceSure
	r.frame.Set(image.NewGray(image.Rect(0, 0, sight.Width, sight.Height)))
	die := func(x, size float64) candidate {
		return candidate{pose: sight.Pose{X: x, Y: 200, Size: size}, face: 2, mean: 1, least: 1, score: 1}
	}
	print := func(x, size float64) candidate {
		return candidate{pose: sight.Pose{X: x, Y: 200, Size: size}, face: sight.None, mean: 0.5, least: 0.4, score: 0.8}
	}
	for _, c := range []struct {
		name  string
		cands []candidate // the first is the one that is asked about
		want  bool
	}{
		{"small, far from dice", []candidate{print(400, 30), die(100, 50), die(200, 52)}, true},
		{"as large as they", []candidate{print(400, 45), die(100, 50), die(200, 52)}, false},
		{"beside a die", []candidate{print(250, 30), die(100, 50), die(200, 52)}, false},
		{"at the border", []candidate{print(620, 30), die(100, 50), die(200, 52)}, false},
		{"with one die to compare", []candidate{print(400, 30), die(100, 50)}, false},
		{"with dice that do not agree", []candidate{print(400, 30), die(100, 50), die(200, 80)}, false},
		{"a small die that can be read", []candidate{die(400, 30), die(100, 40), die(200, 41)}, false},
	} {
		t.Run(c.name, func(t *testing.T) {
			r.cands = c.cands
			assert.Equal(t, c.want, r.pattern(&r.cands[0], r.usualSize()))
		})
	}
}

// TestAllFound checks that nothing else counts when each die of a set that has one of each colour is
// surely read.
func TestAllFound(t *testing.T) {
	die := func(x float64, colour int, mean float64) candidate {
		c := candidate{pose: sight.Pose{X: x, Y: 200, Size: 50}, face: 2, mean: mean, least: mean, score: 1}
		for i := range c.colour {
			c.colour[i] = -10
		}
		c.colour[colour] = 0
		return c
	}
	readers := newReaders(t)
	for _, c := range []struct {
		name string
		set  string
		dice []candidate
		want bool
	}{
		{"four", "pate", []candidate{die(100, 0, 1), die(200, 1, 1), die(300, 2, 1), die(400, 3, 1)}, true},
		{"and something", "pate", []candidate{die(100, 0, 1), die(200, 1, 1), die(300, 2, 1), die(400, 3, 1), die(500, 3, 0.5)}, true},
		{"three", "pate", []candidate{die(100, 0, 1), die(200, 1, 1), die(300, 2, 1)}, false},
		{"one in doubt", "pate", []candidate{die(100, 0, 1), die(200, 1, 1), die(300, 2, 1), die(400, 3, 0.9)}, false},
		{"two reds", "pate", []candidate{die(100, 0, 1), die(200, 1, 1), die(300, 3, 1), die(400, 3, 1)}, false},
		{"any number", "standard", []candidate{die(100, 3, 1), die(200, 3, 1), die(300, 3, 1), die(400, 3, 1)}, false},
	} {
		t.Run(c.name, func(t *testing.T) {
			r := readers[c.set]
			r.cands = c.dice
			assert.Equal(t, c.want, r.all())
		})
	}
}

// TestFlatness checks that the flatness classifier tells dice that lie flat and alone from those that lean or lie
// one on another.
func TestFlatness(t *testing.T) {
	r, err := NewReader(Pate())
	require.NoError(t, err)
	sum, n := map[string]float64{}, map[string]float64{}
	for i := range uint64(4) {
		p := scene.New(rand.New(rand.NewPCG(979, i)), scene.Options{Usual: true, Crowded: true}).Render()
		r.take(p.Image)
		r.see(1)
		for _, d := range p.Dice {
			kind := "flat"
			switch {
			case d.Cocked, d.Under, d.Over:
				kind = "odd"
			case !d.Readable():
				continue
			}
			c := candidate{pose: sight.Pose{X: d.X, Y: d.Y, Size: d.Size, Angle: d.Angle * math.Pi / 180}}
			sum[kind] += r.liesFlat(&c)
			n[kind]++
		}
	}
	assert.Greater(t, sum["flat"]/n["flat"], 0.6)
	assert.Less(t, sum["odd"]/n["odd"], 0.2)
}
