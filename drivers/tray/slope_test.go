package tray

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"consigliere/drivers/tray/sight"
	"consigliere/sim/scene"
)

// TestSlope checks that the slopes of dice are seen, of those that lean, too, and that the same network tells dice that lie flat and alone from
// others.
func TestSlope(t *testing.T) {
	r := newReaders(t)["pate"]
	type sum struct{ n, off, slope float64 }
	sums := map[bool]*sum{true: {}, false: {}}
	flat, count := map[bool]float64{}, map[bool]float64{}
	for i := range uint64(3) {
		p := scene.New(rand.New(rand.NewPCG(981, i)), scene.Options{Usual: true, Crowded: true}).Render()
		r.take(p.Image)
		r.see(1)
		for _, d := range p.Dice {
			if d.Cut {
				continue
			}
			c := candidate{pose: sight.Pose{X: d.X, Y: d.Y, Size: d.Size, Angle: d.Angle * math.Pi / 180}}
			r.liesFlat(&c)
			var stands [sight.FlatnessOutputs]float64
			softmax(r.slopeNet.Run(r.sloped)[sight.Stands:], everything[:], stands[:])
			alone := d.Readable() && !d.Over
			flat[alone] += stands[sight.Flat]
			count[alone]++
			s := sums[d.Cocked]
			s.n++
			s.off += math.Hypot(c.slope[0]-d.Slope[0], c.slope[1]-d.Slope[1])
			s.slope += math.Hypot(d.Slope[0], d.Slope[1])
		}
	}
	for leans, s := range sums {
		t.Logf("leans %t: %.0f dice slope by %.3f, and that is off by %.3f", leans, s.n, s.slope/s.n, s.off/s.n)
		assert.GreaterOrEqual(t, s.n, 3.0)
		assert.Less(t, s.off, 0.7*s.slope, "leans: %t", leans)
	}
	assert.Less(t, sums[false].off/sums[false].n, 0.15)
	t.Logf("flat %.2f, and else %.2f", flat[true]/count[true], flat[false]/count[false])
	assert.Greater(t, flat[true]/count[true], 0.6)
	assert.Less(t, flat[false]/count[false], 0.2)
}

// TestLevel checks that a die leans whose slope is not that of the others, however the camera slopes and whatever its lens is; and one
// by itself whose slope no camera has. What the flatness classifier doubts is settled by that, but not whether a die lies on another.
func TestLevel(t *testing.T) {
	r := newReaders(t)["standard"]
	die := func(x, y, right, down float64) candidate {
		return candidate{pose: sight.Pose{X: x, Y: y, Size: 50}, face: 2, mean: 0.99, least: 0.99, asked: true, flat: 0.3, leans: 0.7, slope: [2]float64{right, down}}
	}
	levels := func(dice ...candidate) (all []float64) {
		r.cands = dice
		r.level()
		for _, c := range r.cands {
			all = append(all, c.level)
		}
		return all
	}
	for _, level := range levels(die(320, 240, 0.3, -0.2), die(200, 100, 0.25, -0.25), die(500, 300, 0.38, -0.15)) {
		assert.Greater(t, level, r.limits.levelClear, "the camera slopes")
	}
	for _, level := range levels(die(40, 240, -0.32, 0), die(600, 240, 0.33, 0), die(320, 40, 0, -0.24)) {
		assert.Greater(t, level, r.limits.levelClear, "the lens is wide")
	}
	all := levels(die(320, 240, 0.3, -0.2), die(200, 100, 0.25, -0.25), die(400, 240, -0.3, 0.1))
	assert.Less(t, all[2], r.limits.levelLeast)
	assert.Greater(t, all[0], r.limits.levelClear)
	assert.Greater(t, r.lies(&r.cands[0]), 0.6)
	assert.Less(t, r.lies(&r.cands[2]), 0.1)
	lying := r.cands[0]
	lying.leans = 0 // the rest is that it lies on another
	assert.InDelta(t, 0.3, r.lies(&lying), 1e-9)
	assert.Less(t, levels(die(320, 240, 0.5, 0.2))[0], r.limits.levelLeast)
	assert.Greater(t, levels(die(320, 240, 0.05, 0.1))[0], r.limits.levelEven)
	assert.Empty(t, levels())
	unread := die(320, 240, 0.5, 0.2)
	unread.face = sight.None
	assert.Equal(t, []float64{r.limits.levelEven}, levels(unread))
}

// TestLeansOrSlopes checks that a die that leans is not read, however plain its face is, and that one is that slopes as the others do,
// under a camera at a slant. Both are trays of TestAccuracy that were read wrongly, and not at all, before slopes were compared. A third was not
// read before the network of slopes said how dice stand: the detector saw something odd beside the only die. A fourth has so little of that as
// does not count since.
func TestLeansOrSlopes(t *testing.T) {
	r := newReaders(t)["pate"]
	read := func(i uint64) (*scene.Picture, Reading) {
		p := scene.New(rand.New(rand.NewPCG(9091, i)), scene.Options{Usual: true, Set: scene.Pate}).Render()
		return p, r.Read(p.Image)
	}
	p, reading := read(98)
	require.True(t, p.Dice[1].Cocked)
	assert.True(t, reading.Unsure)
	for _, s := range reading.Spots {
		assert.False(t, s.Sure && math.Hypot(s.X-p.Dice[1].X, s.Y-p.Dice[1].Y) < 0.4*s.Size)
	}
	for _, i := range []uint64{82, 274, 322} {
		p, reading = read(i)
		require.False(t, p.Unsure)
		want, _ := truthOf(p, Pate())
		assert.False(t, reading.Unsure)
		assert.ElementsMatch(t, want, reading.Dice)
	}
}

// TestRaised checks that a die that is larger than the others would be at its place may lie on another, and one that is only nearer to a camera at a slant
// doesn't. Of two dice nobody can tell which one is seen too large.
func TestRaised(t *testing.T) {
	r := newReaders(t)["standard"]
	die := func(x, y, size, down float64) candidate {
		return candidate{pose: sight.Pose{X: x, Y: y, Size: size}, face: 2, mean: 0.99, least: 0.98, score: 0.95, body: 0.9, asked: true, flat: 0.5, slope: [2]float64{0, down}}
	}
	raised := func(dice ...candidate) (all []bool) {
		r.cands, r.dice = dice, nil
		for i := range dice {
			r.dice = append(r.dice, &dice[i])
		}
		for _, c := range r.dice {
			all = append(all, r.raised(c))
		}
		return all
	}
	assert.Equal(t, []bool{false, false, true}, raised(die(120, 240, 50, 0), die(320, 240, 51, 0), die(520, 240, 55, 0)))
	assert.Equal(t, []bool{false, false, false}, raised(die(120, 140, 47, -0.5), die(320, 140, 47, -0.5), die(520, 340, 53, -0.3)))
	assert.Equal(t, []bool{false, false}, raised(die(120, 240, 50, 0), die(520, 240, 55, 0)))
}

// TestStands checks what speaks against a die standing alone and flat: that it is larger than the others and its face can't be seen at a glance, or
// that it looks as if it leans and its slope says little; and that something odd at it does not, if slope and size are those of the others.
func TestStands(t *testing.T) {
	r := newReaders(t)["standard"]
	die := func(x, size float64) *candidate {
		return &candidate{
			pose: sight.Pose{X: x, Y: 240, Size: size}, face: 2, mean: 0.97, least: 0.9, score: 0.9, body: 0.9, asked: true, flat: 0.93, level: 3, pressed: true, together: 0.95,
		}
	}
	doubted := func(bad float64, alter func(c *candidate), others ...*candidate) bool {
		grid := usualField(slices.Repeat([]float32{-9}, sight.GridW*sight.GridH*sight.DetectorOutputs))
		c := die(520, 50)
		grid.out[cellOf(c.pose)*sight.DetectorOutputs+sight.Bad] = float32(math.Log(bad / (1 - bad)))
		alter(c)
		r.dice = append(others, c)
		r.doubtStand(grid, c)
		return c.doubted
	}
	large := func(mean float64) func(*candidate) {
		return func(c *candidate) { c.pose.Size, c.mean = 58, mean }
	}
	assert.True(t, doubted(0.3, large(0.85), die(120, 50), die(320, 51)))
	assert.False(t, doubted(0.1, large(0.85), die(120, 50), die(320, 51)), "nothing odd")
	assert.False(t, doubted(0.3, large(0.97), die(120, 50), die(320, 51)))
	assert.False(t, doubted(0.3, func(c *candidate) { c.mean = 0.85 }, die(120, 50), die(320, 51)))
	leans := func(level float64) func(*candidate) {
		return func(c *candidate) { c.flat, c.leans, c.level = 0.45, 0.46, level }
	}
	assert.True(t, doubted(0.1, leans(1.1), die(120, 50)))
	assert.False(t, doubted(0.1, leans(3), die(120, 50)))
	below := func(c *candidate) { c.flat = 0.3 }
	assert.False(t, doubted(0.35, below, die(120, 50)))
	assert.True(t, doubted(0.6, below, die(120, 50)), "very odd")
	assert.True(t, doubted(0.35, below), "alone")
	assert.True(t, doubted(0.35, below, die(120, 45)), "larger")
	assert.True(t, doubted(0.35, func(c *candidate) { c.flat, c.level = 0.3, 1 }, die(120, 50)), "its slope says nothing")
}

// TestHandOfWhichATraceShows checks that a trace of a hand in very many cells is one, and in fewer is not.
func TestHandOfWhichATraceShows(t *testing.T) {
	r := newReaders(t)["standard"]
	trace := func(cells int) bool {
		grid := usualField(slices.Repeat([]float32{-9}, sight.GridW*sight.GridH*sight.DetectorOutputs))
		for cell := range cells {
			grid.out[cell*sight.DetectorOutputs+sight.Hand] = -1
		}
		return r.hand(grid)
	}
	assert.True(t, trace(125))
	assert.False(t, trace(95))
}
