package tray

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"consigliere/drivers/tray/sight"
)

// TestPrint checks that what the detector takes for a part of a die where nothing lies is a print, and no doubt, unless it is at the border or
// as large as several dice; and that dice are none.
func TestPrint(t *testing.T) {
	r := newReaders(t)["standard"]
	r.take(readPicture(t, "testdata/pictures/standard-037.jpg"))
	require.False(t, r.readUsual().Unsure)
	usual := append([]candidate(nil), r.cands...)
	s := r.surveys[0]
	r.small = r.survey(s)
	r.small.deep = s.net.Input(sight.FoundFrom)
	for _, c := range usual {
		assert.Less(t, r.nothingAt(c.pose), 0.01)
	}
	free, border, large := 0, 0, 0
	for cell := range sight.GridW * sight.GridH {
		x, y := cell%sight.GridW, cell/sight.GridW
		read := func(w int) (before, after bool) {
			quiet := append([]float32(nil), r.grid...)
			defer copy(r.grid, quiet)
			for i := range w * w {
				r.grid[((y+i/w)*sight.GridW+x+i%w)*sight.DetectorOutputs+sight.Body] = 1.5
			}
			r.cands = usual
			before = r.decide(usualField(r.grid)).Unsure
			r.cands = r.addPrints(usual, usualField(r.grid))
			return before, r.decide(usualField(r.grid)).Unsure
		}
		switch {
		case y == 0 && x%8 == 4:
			before, after := read(1)
			assert.Equal(t, before, after)
			border++
		case x%8 == 4 && y%8 == 4:
			if before, after := read(1); before && !after {
				free++
			}
			if y+8 < sight.GridH && x+8 < sight.GridW {
				before, after := read(8)
				assert.Equal(t, before, after)
				large++
			}
		}
	}
	t.Logf("%d places are prints, %d at the border and %d large ones are not", free, border, large)
	assert.NotZero(t, free)
}

// TestNothing checks that a face that leaves no doubt is never a print, nor is anything where the network of places was not asked.
func TestNothing(t *testing.T) {
	r := newReaders(t)["standard"]
	r.take(readPicture(t, "testdata/learned/standard-048.jpg")) // nothing lies there
	require.False(t, r.readUsual().Unsure)
	c := candidate{pose: sight.Pose{X: 320, Y: 240, Size: 40}, face: sight.None, mean: 0.6}
	assert.False(t, r.nothing(&c))
	s := r.surveys[0]
	r.small = r.survey(s)
	r.small.deep = s.net.Input(sight.FoundFrom)
	assert.True(t, r.nothing(&c))
	face, edge := c, c
	face.face, face.mean = 2, 0.995
	assert.False(t, r.nothing(&face))
	edge.pose.X = 20
	assert.False(t, r.nothing(&edge))
}
