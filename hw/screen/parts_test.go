package screen_test

import (
	"image"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"consigliere/hw"
	"consigliere/hw/lang"
	"consigliere/hw/screen"
)

// A text of several parts is wrapped beside the bar that tells which part is shown: no word is
// cut by it.
func TestTextBesideTheBar(t *testing.T) {
	ty := type_(t)
	s := screen.Style{Size: 12}
	wide := strings.Repeat("m", 12)
	row := func(text string) []bool {
		f := hw.NewFrame(128, 64)
		p := &screen.Page{Heading: "Rules", Lines: []screen.Line{{Text: text + strings.Repeat(" "+wide, 9)}}}
		require.Greater(t, ty.Paint(f, lang.English, p), 1)
		var lit []bool
		r := image.Rect(0, 14, 124, 26) // the first row, without the bar
		for y := r.Min.Y; y < r.Max.Y; y++ {
			for x := r.Min.X; x < r.Max.X; x++ {
				lit = append(lit, f.Lit(x, y))
			}
		}
		return lit
	}
	met := 0
	for n := 1; n < 40; n++ {
		for _, last := range []string{"i", "il", "in", "im", "mil", "mini"} {
			words := strings.TrimSpace(strings.Repeat("on ", n))
			if w := ty.Width(words+" "+last, s); w > 128-4-3 && w <= 128-4 {
				met++
				assert.Equal(t, row(words), row(words+" "+last), "%s %s", words, last)
			}
		}
	}
	assert.Positive(t, met)
}
