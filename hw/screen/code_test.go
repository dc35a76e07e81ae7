package screen_test

import (
	"image"
	"image/color"
	"image/png"
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"rsc.io/qr"

	"consigliere/hw"
	"consigliere/hw/lang"
	"consigliere/hw/screen"
)

// A QR code of 29 modules takes two pixels a module on 64 rows, on a light ground, and the
// address beside it doesn't touch it.
func TestCode(t *testing.T) {
	c, err := qr.Encode("http://192.168.178.100:8018/#0123456789abcdefghijkl", qr.L)
	require.NoError(t, err)
	require.Equal(t, 29, c.Size)
	rows := make([]string, c.Size)
	for y := range rows {
		for x := range c.Size {
			rows[y] += map[bool]string{true: "1", false: "0"}[c.Black(x, y)]
		}
	}
	ty := type_(t)
	for _, l := range []lang.Lang{lang.English, lang.Persian} {
		f := hw.NewFrame(128, 64)
		words := map[lang.Lang]string{lang.English: "Phones", lang.Persian: "گوشی‌ها"}[l]
		page := screen.Page{Code: rows, Lines: []screen.Line{{Text: words}, {Text: "\u200e192.168.\u200e"}, {Text: "\u200e178.100\u200e"}, {Text: "\u200e:8018\u200e"}}}
		assert.Equal(t, 1, ty.Paint(f, l, &page), "it is on one page")
		left := 64
		if l.RightToLeft() {
			left = 0
		}
		for y := range 64 {
			for x := range 64 {
				mx, my := (x-3)/2, (y-3)/2
				dark := x >= 3 && y >= 3 && mx < 29 && my < 29 && c.Black(mx, my)
				require.Equal(t, !dark, f.Lit(left+x, y), "%s: pixel %d,%d", l, x, y)
			}
		}
		wifi := screen.Page{Code: rows, Lines: []screen.Line{{Text: "Consigliere"}, {Text: "bodi-"}, {Text: "mako-"}, {Text: "tuve-"}, {Text: "rilo"}}}
		assert.Equal(t, 1, ty.Paint(hw.NewFrame(128, 64), l, &wifi), "and so is a Wi-Fi")
		if *pngDir != "" {
			img := image.NewGray(image.Rect(0, 0, 128*4, 64*4))
			for y := range 64 * 4 {
				for x := range 128 * 4 {
					if f.Lit(x/4, y/4) {
						img.Set(x, y, color.White)
					}
				}
			}
			w, err := os.Create(filepath.Join(*pngDir, "code."+string(l)+".png"))
			require.NoError(t, err)
			require.NoError(t, png.Encode(w, img))
			require.NoError(t, w.Close())
		}
	}
}
