package screen_test

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"consigliere/hw"
	"consigliere/hw/lang"
	"consigliere/hw/screen"
)

// TestChart draws bars from the same place on each row, as long as they say, in the direction of
// writing.
func TestChart(t *testing.T) {
	set, err := screen.New()
	require.NoError(t, err)
	for _, l := range []lang.Lang{lang.English, lang.Persian} {
		f := hw.NewFrame(128, 64)
		set.Paint(f, l, &screen.Page{Lines: []screen.Line{{Name: "Ava", Text: "9", Bar: 100}, {Name: "Massimiliano", Text: "4", Bar: 50}, {Name: "Dario", Text: "0"}}})
		var length [3]int
		for row := range length {
			y := row*12 + 7
			for x := 40; x < 100; x++ { // names end before, numbers begin after
				at := x
				if l == lang.Persian {
					at = 127 - x
				}
				if f.Lit(at, y) && f.Lit(at, y+1) && f.Lit(at, y-1) {
					length[row]++
				}
			}
		}
		assert.Greater(t, length[0], 30, "%s", l)
		assert.InDelta(t, length[0]/2, length[1], 2, "%s", l)
	}
}
