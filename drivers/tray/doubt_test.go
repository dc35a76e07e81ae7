package tray

import (
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"consigliere/drivers/tray/sight"
)

// TestPress checks that a small die whose face a few looks leave in doubt is read by what more of them say together, and not
// where it is in doubt that it lies flat.
func TestPress(t *testing.T) {
	r := newReaders(t)["standard"]
	m := around(readPicture(t, "testdata/photographs/IMG_20191208_112556.jpg"), 320, 320, 0.6)
	face := photographOf(t, "IMG_20191208_112556.jpg").Dice[0].Face
	r.limits.faceSure = 1 // else it is surely read as usual, too, and what a survey says of it does not matter
	got := r.Read(m)
	require.Len(t, got.Dice, 1)
	assert.Equal(t, face, got.Dice[0].Face)
	for _, alter := range []func(*limits){
		func(l *limits) { l.together = 1 },
		func(l *limits) { l.flatSure = 1 },
	} {
		r := newReaders(t)["standard"]
		r.limits.faceSure = 1
		alter(&r.limits)
		got := r.Read(m)
		require.Len(t, got.Spots, 1)
		assert.False(t, got.Spots[0].Sure)
	}
}

func photographOf(t *testing.T, file string) photograph {
	t.Helper()
	for _, p := range photographs(t) {
		if p.File == file {
			return p
		}
	}
	t.Fatalf("no photograph %s", file)
	return photograph{}
}

// TestHardlyFound checks that a face of which the detector has only an inkling is certain if all others are, and else not.
func TestHardlyFound(t *testing.T) {
	r := newReaders(t)["pate"]
	r.take(readPicture(t, "testdata/pictures/pate-005.jpg"))
	r.readUsual()
	require.NotEmpty(t, r.dice)
	plain := *r.dice[0]
	require.True(t, r.found(&plain))
	plain.score, plain.mean, plain.least, plain.body, plain.asked, plain.flat = 0.3, 0.99, 0.97, 0.9, true, 0.95
	assert.True(t, r.found(&plain))
	for what, alter := range map[string]func(c *candidate){
		"its face": func(c *candidate) { c.mean = 0.95 },
		"one look": func(c *candidate) { c.least = 0.9 },
		"its body": func(c *candidate) { c.body = 0.5 },
		"its flat": func(c *candidate) { c.flat = 0.5 },
	} {
		c := plain
		alter(&c)
		assert.False(t, r.found(&c), what)
	}
}

// TestUnseen checks that a survey alone makes no die of what the detector would have seen as usual, but one of what is smaller or shows
// a face.
func TestUnseen(t *testing.T) {
	r := newReaders(t)["standard"]
	r.take(readPicture(t, "testdata/learned/standard-048.jpg")) // nothing lies there
	require.False(t, r.readUsual().Unsure)
	thing := candidate{pose: sight.Pose{X: 320, Y: 240, Size: 40}, face: sight.None, mean: 0.6, least: 0.6, score: 0.8, body: 0.8}
	small, face := thing, thing
	small.pose.Size = 25
	face.face, face.mean, face.least = 2, 0.99, 0.99
	for what, c := range map[string]struct {
		candidate
		missed bool
	}{"as large as usual": {thing, false}, "small": {small, true}, "a face": {face, true}} {
		r.cands = []candidate{c.candidate}
		assert.Equal(t, c.missed, r.missed(nil), what)
	}
	print := candidate{pose: sight.Pose{X: 20, Y: 33, Size: 28}, mean: 0.25, least: 0.13, score: 0.74, body: 0.33} // a lozenge that the border cuts
	assert.False(t, r.maybeDie(&print))
	print.body = 0.9
	assert.True(t, r.maybeDie(&print))
}

// TestTrust checks that what is learned of dice is believed wholly if one half of the cut-outs tells the other, and else by half.
func TestTrust(t *testing.T) {
	cuts := func(faces ...int) (looks []shown) {
		features, logits := make([]float32, sight.FaceLayers()[headLayer()].Taps()), make([]float32, sight.Faces)
		for i := range features {
			features[i] = float32(i%7) / 7
		}
		logits[3] = 9 // the classifier sees a four
		for _, f := range faces {
			for range memoryLooks {
				looks = append(looks, shown{features, logits, f, 1})
			}
		}
		return looks
	}
	used := (&Memory{}).used()
	assert.EqualValues(t, 1, trust(cuts(6, 6, 6, 6), used, corrections))
	assert.EqualValues(t, 0.5, trust(cuts(0, 1, 2, 4, 5, 0, 2), used, corrections))
	assert.EqualValues(t, 0.5, trust(cuts(3, 3, 3, 3), used, corrections), "there was nothing to learn")
}

// TestWhiteOrGrey checks that a die that by itself may be a white one in the shade or a grey one is told by the white marks of
// another, by another that is as doubtful, or by how dark its own marks are in a light that is neither bright nor dim.
func TestWhiteOrGrey(t *testing.T) {
	r := newReaders(t)["pate"]
	die := func(dark, ground, marks float64, colours ...string) *candidate {
		c := &candidate{dark: dark, ground: ground, marks: marks}
		for i, name := range sight.ColourNames {
			c.colour[i] = -12
			if slices.Contains(colours, name) {
				c.colour[i] = -0.7
			}
		}
		return c
	}
	for _, c := range []struct {
		what string
		dice []*candidate
		want []string
	}{
		{"grey beside black", []*candidate{die(0.02, 0.02, 0.4, "black"), die(0.01, 0.1, 0.15, "white", "grey")}, []string{"black", "grey"}},
		{"white beside red", []*candidate{die(0.04, 0.05, 0.4, "red"), die(0.01, 0.35, 0.4, "white", "grey")}, []string{"red", "white"}},
		{"two in the shade", []*candidate{die(0.01, 0.05, 0.06, "white", "grey"), die(0.01, 0.2, 0.22, "white", "grey")}, []string{"grey", "white"}},
		{"grey by itself", []*candidate{die(0.017, 0.133, 0.144, "white", "grey")}, []string{"grey"}},
		{"white by itself", []*candidate{die(0.005, 0.8, 0.85, "white", "grey")}, []string{"white"}},
	} {
		colours, share := r.colourOf(c.dice)
		var names []string
		for _, k := range colours {
			names = append(names, sight.ColourNames[k])
		}
		assert.Equal(t, c.want, names, c.what)
		assert.Greater(t, share, r.limits.hueFew, c.what)
	}
	_, share := r.colourOf([]*candidate{die(0.003, 0.3, 0.35, "white", "grey")})
	assert.Less(t, share, r.limits.hueFew, "nobody can tell")
}

// TestBeside checks that a die whose face is plain, and of which it is in doubt whether it lies flat, is read where it lies apart,
// and not beside another, on which it may lean.
func TestBeside(t *testing.T) {
	r := newReaders(t)["pate"]
	require.False(t, r.Read(readPicture(t, "testdata/pictures/pate-043.jpg")).Unsure)
	require.Len(t, r.cands, 4)
	c, d := &r.cands[0], &r.cands[1]
	require.True(t, r.isPlain(c))
	c.asked, c.flat, c.leans = true, 0.2, 0
	sure := func() bool {
		r.decide(usualField(r.grid))
		return !c.doubted
	}
	require.False(t, r.touches(c))
	assert.True(t, sure())
	d.pose.X, d.pose.Y = c.pose.X+1.3*c.pose.Size, c.pose.Y
	assert.False(t, sure())
}

// TestOddBeside checks that what the detector takes for odd beside a die is none if that die is plainly read and lies flat, and that it
// is if not, or if it is on the die.
func TestOddBeside(t *testing.T) {
	r := newReaders(t)["standard"]
	require.False(t, r.Read(readPicture(t, "testdata/pictures/standard-037.jpg")).Unsure)
	c := &r.cands[0]
	require.True(t, r.isPlain(c))
	quiet := slices.Clone(r.grid)
	odd := func(far, flat float64) bool {
		c.asked, c.flat = true, flat
		copy(r.grid, quiet)
		at := c.pose
		at.X += far * at.Size
		r.grid[cellOf(at)*sight.DetectorOutputs+sight.Bad] = 4
		return r.decide(usualField(r.grid)).Unsure
	}
	assert.False(t, odd(0.8, 0.9))
	assert.True(t, odd(0.8, 0.4), "it may lean on what is odd")
	assert.True(t, odd(0, 0.9), "it is odd itself")
	assert.True(t, odd(2, 0.9), "it lies apart")
	c.score = 0.6
	assert.False(t, odd(0.8, 0.9), "the detector has not seen it plainly, but it lies flat for certain")
	assert.True(t, odd(0.8, 0.6), "and this one doesn't")
}
