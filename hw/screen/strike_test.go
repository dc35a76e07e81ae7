package screen_test

import (
	"fmt"
	"os"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"

	"consigliere/hw"
	"consigliere/hw/lang"
	"consigliere/hw/screen"
)

// styles returns the styles that pages are set in. From 18 pixels on, letters come from
// outlines.
func styles() []screen.Style {
	var out []screen.Style
	for size := 8; size <= 18; size++ {
		out = append(out, screen.Style{Size: size}, screen.Style{Size: size, Weight: screen.Bold})
	}
	for _, size := range []int{22, 28, 36, 44} {
		out = append(out, screen.Style{Size: size, Weight: screen.Bold})
	}
	return out
}

// characters returns the visible characters of ASCII and the letters of Italian; with all,
// those of Latin-1 and Latin Extended-A too, except for two that look like others.
func characters(all bool) []rune {
	var out []rune
	for r := '!'; r <= '~'; r++ {
		out = append(out, r)
	}
	if !all {
		return append(out, []rune("àèéìòùÀÈÉÌÒÙ×…“”‘’–·€")...)
	}
	for r := rune(0xC0); r <= 0x17F; r++ {
		if r != 'Đ' /* Ð */ && r != 'ŉ' /* an apostrophe and n */ {
			out = append(out, r)
		}
	}
	return append(out, []rune("…“”‘–·€¿¡«»")...)
}

// picture draws a text with space around it.
func picture(ty *screen.Type, text string, s screen.Style) *hw.Frame {
	f := hw.NewFrame(ty.Width(text, s)+8, 2*s.Size+8)
	r := f.Bounds()
	r.Min.X += 4
	ty.Draw(f, r, text, s, screen.Start, true)
	return f
}

// blots returns how many parts of a picture do not touch, not even by a corner.
func blots(f *hw.Frame) int {
	f = f.Clone()
	var wipe func(x, y int)
	wipe = func(x, y int) {
		if !f.Lit(x, y) {
			return
		}
		f.Set(x, y, false)
		for dy := -1; dy <= 1; dy++ {
			for dx := -1; dx <= 1; dx++ {
				wipe(x+dx, y+dy)
			}
		}
	}
	n := 0
	for y := range f.H {
		for x := range f.W {
			if f.Lit(x, y) {
				n++
				wipe(x, y)
			}
		}
	}
	return n
}

// count returns how many pixels are lit.
func count(f *hw.Frame) int {
	n := 0
	for y := range f.H {
		for x := range f.W {
			if f.Lit(x, y) {
				n++
			}
		}
	}
	return n
}

// TestLettersDoNotTouch sets every pair of letters at two sizes, and with CONSIGLIERE_LONG set
// every pair of characters at every even size; odd sizes have the letters of the even size
// below.
func TestLettersDoNotTouch(t *testing.T) {
	long := os.Getenv("CONSIGLIERE_LONG") != ""
	ty := type_(t)
	for _, s := range styles() {
		if s.Size%2 == 1 || !long && s.Size != 12 && s.Size != 22 {
			continue
		}
		t.Run(fmt.Sprintf("%d-%d", s.Size, s.Weight), func(t *testing.T) {
			letters := characters(long && s.Size <= 12)
			alone := make([]int, len(letters))
			for i, r := range letters {
				alone[i] = blots(picture(ty, string(r), s))
			}
			for i, a := range letters {
				for j, b := range letters {
					pair := string([]rune{a, b})
					if got := blots(picture(ty, pair, s)); got != alone[i]+alone[j] {
						t.Errorf("the letters of %q touch: %d parts, not %d and %d", pair, got, alone[i], alone[j])
					}
				}
			}
		})
	}
}

// TestWordSpace checks that at least 3 columns are free between words, whatever their letters.
func TestWordSpace(t *testing.T) {
	ty := type_(t)
	free := func(text string, s screen.Style) int {
		f := picture(ty, text, s)
		box, most, run := ink(f), 0, 0
		for x := box.Min.X; x < box.Max.X; x++ {
			run++
			for y := range f.H {
				if f.Lit(x, y) {
					run = 0
				}
			}
			most = max(most, run)
		}
		return most
	}
	for _, s := range styles() {
		for _, a := range "ALTWfgilmr1.,!" {
			for _, b := range "AJTWfgijmt1'(" {
				text := string([]rune{a, ' ', b})
				assert.GreaterOrEqual(t, free(text, s), 3, "%q at %v", text, s)
			}
		}
		s.RightToLeft = true
		for _, text := range []string{"ا ا", "ا A", "A ا", "۱ ۱", "۱ ا", "ا 1"} {
			assert.GreaterOrEqual(t, free(text, s), 3, "%q at %v", text, s)
		}
	}
}

// TestLettersDiffer checks that no two characters look the same, and that those which are often
// confused differ clearly.
func TestLettersDiffer(t *testing.T) {
	ty := type_(t)
	differ := func(a, b rune, s screen.Style) int {
		f, g := picture(ty, string(a), s), picture(ty, string(b), s)
		n := 0
		for y := range max(f.H, g.H) {
			for x := range max(f.W, g.W) {
				if f.Lit(x, y) != g.Lit(x, y) {
					n++
				}
			}
		}
		return n
	}
	for _, s := range styles() {
		seen := map[string]rune{}
		for _, r := range characters(s.Size < 18) {
			f := picture(ty, string(r), s)
			key := fmt.Sprint(f.W, f.Pix)
			if other := seen[key]; other != 0 {
				t.Errorf("%c and %c look the same at %v", other, r, s)
			}
			seen[key] = r
		}
		if s.Size >= 18 {
			continue
		}
		for _, pair := range []string{"0O", "1l", "1I", "lI", "I|", "B8"} {
			r := []rune(pair)
			assert.GreaterOrEqual(t, differ(r[0], r[1], s), 3, "%s at %v", pair, s)
		}
		for _, pair := range []string{"l|", "i1", "5S", "2Z", "rn", "vy", "ce", "uv", "gq", "MN", "hk", "ao"} {
			r := []rune(pair)
			assert.GreaterOrEqual(t, differ(r[0], r[1], s), 2, "%s at %v", pair, s)
		}
	}
}

// TestLettersOfALine checks that as many letters as a page needs fit on a line of the smallest
// display.
func TestLettersOfALine(t *testing.T) {
	ty := type_(t)
	for _, c := range []struct {
		text string
		size int
	}{
		{"the cards on the table", 12},
		{"Tutte le carte al banco", 12},
		{"the cards on the table", 10},
		{"Tutte le carte al banco", 10},
		{"A, B choose, OK locks, OK back", 9},
	} {
		assert.LessOrEqual(t, ty.Width(c.text, screen.Style{Size: c.size}), 124, "%q at %d", c.text, c.size)
	}
}

// TestAccentsAreWhole checks that a page does not cut accents off capitals, on any display.
func TestAccentsAreWhole(t *testing.T) {
	ty := type_(t)
	const text = "ÀÉÌÖŠŻ"
	for _, d := range []struct{ h, head, text, foot int }{{32, 10, 11, 10}, {64, 12, 12, 11}, {128, 14, 15, 13}} {
		whole := func(size int, w screen.Weight) int {
			return count(picture(ty, text, screen.Style{Size: size, Weight: w}))
		}
		paint := func(p screen.Page) int {
			f := hw.NewFrame(128, d.h)
			ty.Paint(f, lang.Italian, &p)
			return count(f)
		}
		assert.Equal(t, whole(d.head, screen.Plain), paint(screen.Page{Heading: " "})-paint(screen.Page{Heading: text}), "heading on %d rows", d.h)
		one, two := []screen.Line{{Text: "."}}, []screen.Line{{Text: "."}, {Text: text}}
		assert.Equal(t, whole(d.text, screen.Plain), paint(screen.Page{Lines: two})-paint(screen.Page{Lines: one}), "line on %d rows", d.h)
		none, marked := []screen.Line{{Text: "I", Strong: true}}, []screen.Line{{Text: "I" + text, Strong: true}}
		assert.Equal(t, whole(d.text, screen.Plain), paint(screen.Page{Lines: none})-paint(screen.Page{Lines: marked}), "marked line on %d rows", d.h)
		assert.Equal(t, whole(d.foot, screen.Plain), paint(screen.Page{Foot: text})-paint(screen.Page{Foot: " "}), "foot on %d rows", d.h)
	}
}

// TestMixedLine checks that Latin and Persian letters on one line do not touch.
func TestMixedLine(t *testing.T) {
	ty := type_(t)
	for _, s := range styles() {
		s.RightToLeft = true
		latin, persian := picture(ty, "H", s), picture(ty, "ا", s)
		assert.InDelta(t, ink(latin).Max.Y, ink(persian).Max.Y, 1, "%v", s)
		for _, c := range [][2]string{{"Ava", "بابک"}, {"بابک", "Ava"}, {"۱۲", "Ava"}, {"Ava", "ژاله"}, {"گرگ", "Jo"}, {"fj", "چای"}} {
			a, b := blots(picture(ty, c[0], s)), blots(picture(ty, c[1], s))
			for _, between := range []string{" ", ""} {
				text := strings.Join(c[:], between)
				assert.Equal(t, a+b, blots(picture(ty, text, s)), "%q at %v", text, s)
			}
		}
	}
}
