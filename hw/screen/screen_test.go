package screen_test

import (
	"image"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"consigliere/engine"
	"consigliere/hw"
	"consigliere/hw/lang"
	"consigliere/hw/screen"
)

// ink returns the smallest rectangle with all lit pixels.
func ink(f *hw.Frame) image.Rectangle {
	var r image.Rectangle
	for y := range f.H {
		for x := range f.W {
			if f.Lit(x, y) {
				r = r.Union(image.Rect(x, y, x+1, y+1))
			}
		}
	}
	return r
}

// columns returns the columns of a text's picture that are lit, from left to right.
func columns(t testing.TB, ty *screen.Type, text string, s screen.Style) [][]int {
	f := hw.NewFrame(ty.Width(text, s)+8, 40)
	s2 := s
	s2.RightToLeft = s.RightToLeft
	ty.Draw(f, f.Bounds(), text, s2, screen.Middle, true)
	var out [][]int
	for x := range f.W {
		var column []int
		for y := range f.H {
			if f.Lit(x, y) {
				column = append(column, y)
			}
		}
		if column != nil {
			out = append(out, column)
		}
	}
	return out
}

// TestOrder compares the picture of a text with the picture of its words set one by one in the
// order in which they must be seen from left to right.
func TestOrder(t *testing.T) {
	ty := type_(t)
	for _, c := range []struct {
		name, text string
		rtl        bool
		seen       []string // left to right
	}{
		{"persian-digits-in-persian", "دور ۳۴", true, []string{"۳۴", "دور"}},
		{"latin-digits-in-persian", "دور 34", true, []string{"34", "دور"}},
		{"names-in-persian", "دور ۳ Ava → Babak", true, []string{"Ava", "→", "Babak", "۳", "دور"}},
		{"names-between-persian", "Ava به Babak", true, []string{"Babak", "به", "Ava"}},
		{"persian-first-word-latin", "OK قفل", true, []string{"قفل", "OK"}},
		{"persian-name-in-english", "Hello بابک 12 !", false, []string{"Hello", "12", "بابک", "!"}},
		{"persian-name-and-price-in-english", "see بابک 12,000 now", false, []string{"see", "12,000", "بابک", "now"}},
		{"two-persian-words-in-english", "see سلام بابک now", false, []string{"see", "بابک", "سلام", "now"}},
		{"plain-english", "A choose", false, []string{"A", "choose"}},
		{"isolated-names", "\u2068Ava\u2069، \u2068Babak\u2069", true, []string{"Babak", "،", "Ava"}},
		{"overrides-do-nothing", "a\u202E b c", false, []string{"a", "b", "c"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			s := screen.Style{Size: 14, RightToLeft: c.rtl}
			var want [][]int
			for _, word := range c.seen {
				want = append(want, columns(t, ty, word, s)...)
			}
			assert.Equal(t, want, columns(t, ty, c.text, s))
		})
	}
}

func TestShaping(t *testing.T) {
	ty := type_(t)
	s := screen.Style{Size: 16, RightToLeft: true}
	lam, alef, both := ty.Width("ل", s), ty.Width("ا", s), ty.Width("لا", s)
	assert.Less(t, both, lam+alef-2, "lam and alef are one sign")
	assert.NotEqual(t, columns(t, ty, "ه", s), columns(t, ty, "هه", s)[:len(columns(t, ty, "ه", s))], "letters change where they join")
	// Joined letters leave no gap: every column between the ends of a word that joins is lit.
	for size := 11; size <= 18; size++ {
		s.Size = size
		f := hw.NewFrame(200, 40)
		ty.Draw(f, f.Bounds(), "نسبتسنجی", s, screen.Middle, true)
		r := ink(f)
		for x := r.Min.X; x < r.Max.X; x++ {
			lit := slices.ContainsFunc([]int{0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29, 30, 31, 32, 33, 34, 35, 36, 37, 38, 39}, func(y int) bool { return f.Lit(x, y) })
			assert.True(t, lit, "size %d: a gap at column %d of %v", size, x, r)
		}
	}
}

func TestMissingSigns(t *testing.T) {
	ty := type_(t)
	s := screen.Style{Size: 12}
	box := columns(t, ty, "😀", s)
	assert.NotEmpty(t, box, "a sign that no font has is a box, not nothing")
	assert.NotEmpty(t, columns(t, ty, "\xff", s))
	for _, sign := range "←→↑↓◄►▲▼⏱✓●○" {
		assert.NotEqual(t, box, columns(t, ty, string(sign), s), "%c", sign)
	}
	for _, letter := range "éèàìòùÈ×…·$−٬،؟پچژگیک" {
		assert.NotEqual(t, box, columns(t, ty, string(letter), s), "%c", letter)
	}
	// Spaces that the fonts lack. Where an int has 32 bits, a font must not be asked for their glyph.
	for _, space := range "\u1680\u2003\u205f\u3000" {
		assert.Empty(t, columns(t, ty, string(space), s), "%U", space)
	}
}

func TestAlign(t *testing.T) {
	ty := type_(t)
	at := func(a screen.Align, rtl bool) image.Rectangle {
		f := hw.NewFrame(100, 20)
		ty.Draw(f, f.Bounds(), "HH", screen.Style{Size: 12, RightToLeft: rtl}, a, true)
		return ink(f)
	}
	assert.Less(t, at(screen.Start, false).Min.X, 4)
	assert.Greater(t, at(screen.Start, true).Max.X, 96)
	assert.Greater(t, at(screen.End, false).Max.X, 96)
	assert.Less(t, at(screen.End, true).Min.X, 4)
	m := at(screen.Middle, false)
	assert.InDelta(t, 50, float64(m.Min.X+m.Max.X)/2, 2)
}

func TestEllipsis(t *testing.T) {
	ty := type_(t)
	for _, s := range []screen.Style{{Size: 12}, {Size: 12, RightToLeft: true}} {
		for w := 20; w < 120; w++ {
			f := hw.NewFrame(140, 20)
			text := map[bool]string{false: "Christopher Maximilian Longest", true: "کریستوفر ماکسیمیلیان بلندترین"}[s.RightToLeft]
			ty.Draw(f, image.Rect(10, 0, 10+w, 20), text, s, screen.Start, true)
			g := hw.NewFrame(140, 20)
			ty.Draw(g, g.Bounds(), text, s, screen.Start, true)
			assert.False(t, ink(f).Empty())
			if ty.Width(text, s) > w {
				assert.NotEqual(t, ink(g).Dx(), ink(f).Dx())
				assert.Greater(t, ink(f).Dx(), w-20, "as much as fits, at %d", w)
			}
		}
	}
}

func texts() *rapid.Generator[string] {
	return rapid.OneOf(
		rapid.StringOfN(rapid.SampledFrom([]rune("AaBbgjy 123۴۵سلام،پگچ لا!…×←→😀\n\u200c\u2068\u2069\u202e\u0301\u064b\u0000")), 0, 40, -1),
		rapid.String(),
		rapid.Map(rapid.SliceOf(rapid.Byte()), func(b []byte) string { return string(b) }),
	)
}

// TestDrawStaysInside checks that nothing outside of the rectangle changes, and that the
// picture does not depend on what was drawn before.
func TestDrawStaysInside(t *testing.T) {
	ty := type_(t)
	rapid.Check(t, func(t *rapid.T) {
		text := texts().Draw(t, "text")
		s := screen.Style{
			Size:        rapid.IntRange(0, 48).Draw(t, "size"),
			Weight:      rapid.SampledFrom([]screen.Weight{screen.Plain, screen.Bold}).Draw(t, "weight"),
			RightToLeft: rapid.Bool().Draw(t, "rtl"),
		}
		x, y := rapid.IntRange(-20, 140).Draw(t, "x"), rapid.IntRange(-20, 80).Draw(t, "y")
		r := image.Rect(x, y, x+rapid.IntRange(0, 140).Draw(t, "w"), y+rapid.IntRange(0, 40).Draw(t, "h"))
		a := rapid.SampledFrom([]screen.Align{screen.Start, screen.Middle, screen.End}).Draw(t, "align")
		f := hw.NewFrame(128, 64)
		ty.Draw(f, r, text, s, a, true)
		for y := range f.H {
			for x := range f.W {
				if f.Lit(x, y) && !image.Pt(x, y).In(r) {
					t.Fatalf("%q at size %d lights %d,%d outside of %v", text, s.Size, x, y, r)
				}
			}
		}
		dark := hw.NewFrame(128, 64)
		for i := range dark.Pix {
			dark.Pix[i] = 0xFF
		}
		ty.Draw(dark, r, text, s, a, false)
		for i := range dark.Pix {
			if dark.Pix[i] != ^f.Pix[i] {
				t.Fatalf("%q: dark on light is not the negative of light on dark", text)
			}
		}
	})
}

func pages() *rapid.Generator[screen.Page] {
	icons := []engine.Icon{engine.IconBoss, engine.IconDead, engine.IconTarget, "no such icon"}
	line := rapid.Custom(func(t *rapid.T) screen.Line {
		return screen.Line{
			Name: texts().Draw(t, "name"), Text: texts().Draw(t, "text"),
			Icons:  rapid.SliceOfN(rapid.SampledFrom(icons), 0, 12).Draw(t, "icons"),
			Strong: rapid.Bool().Draw(t, "strong"), Cursor: rapid.Bool().Draw(t, "cursor"),
		}
	})
	return rapid.Custom(func(t *rapid.T) screen.Page {
		return screen.Page{
			Heading: texts().Draw(t, "heading"), Corner: texts().Draw(t, "corner"), Foot: texts().Draw(t, "foot"), FootShort: texts().Draw(t, "short foot"),
			Lines: rapid.SliceOfN(line, 0, 12).Draw(t, "lines"),
			Big:   rapid.Bool().Draw(t, "big"), At: rapid.IntRange(-3, 9).Draw(t, "at"),
		}
	})
}

// TestPaintAnything checks that any page at any size looks the same when it is drawn twice,
// by a fresh Type and by one that remembers much, over any picture.
func TestPaintAnything(t *testing.T) {
	ty := type_(t)
	rapid.Check(t, func(t *rapid.T) {
		p := pages().Draw(t, "page")
		l := rapid.SampledFrom(lang.All()).Draw(t, "lang")
		w, h := rapid.IntRange(64, 260).Draw(t, "w"), rapid.IntRange(8, 140).Draw(t, "h")
		f, g := hw.NewFrame(w, h), hw.NewFrame(w, h)
		for i := range g.Pix {
			g.Pix[i] = 0xFF
		}
		parts := ty.Paint(f, l, &p)
		again := ty.Paint(g, l, &p)
		for y := range h {
			for x := range w {
				if f.Lit(x, y) != g.Lit(x, y) {
					t.Fatalf("at %d,%d what was there before shines through", x, y)
				}
			}
		}
		if parts < 1 || parts != again {
			t.Fatalf("%d and %d parts", parts, again)
		}
		if planned := ty.Parts(w, h, l, &p); planned != parts {
			t.Fatalf("%d parts are drawn, and %d were planned", parts, planned)
		}
	})
}

// TestParts checks that all parts of a page together show all its lines.
func TestParts(t *testing.T) {
	ty := type_(t)
	var p screen.Page
	for _, n := range []string{"one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven"} {
		p.Lines = append(p.Lines, screen.Line{Text: strings.Repeat(n+" ", 6)})
	}
	f := hw.NewFrame(128, 64)
	parts := ty.Paint(f, lang.English, &p)
	require.Greater(t, parts, 2)
	var seen []string
	for p.At = range parts {
		assert.Equal(t, parts, ty.Paint(f, lang.English, &p))
		seen = append(seen, string(f.Pix))
	}
	slices.Sort(seen)
	assert.Len(t, slices.Compact(seen), parts, "each part shows something else")
	p.Lines[9].Cursor = true
	assert.Equal(t, 1, ty.Paint(f, lang.English, &p), "the cursor chooses the part")
}

func scene() screen.Page {
	for _, g := range goldens() {
		if g.name == "scene.fa" {
			return g.page
		}
	}
	panic("no scene")
}

func TestPaintAllocatesNothing(t *testing.T) {
	ty, f := type_(t), hw.NewFrame(128, 64)
	for _, g := range goldens() {
		assert.Zero(t, testing.AllocsPerRun(20, func() { ty.Paint(f, g.lang, &g.page) }), g.name)
	}
}

func BenchmarkPaint(b *testing.B) {
	ty, f, p := type_(b), hw.NewFrame(128, 64), scene()
	b.ReportAllocs()
	for b.Loop() {
		ty.Paint(f, lang.Persian, &p)
	}
}

func BenchmarkPaintFresh(b *testing.B) {
	f, p := hw.NewFrame(128, 64), scene()
	for b.Loop() {
		b.StopTimer()
		ty := type_(b)
		b.StartTimer()
		ty.Paint(f, lang.Persian, &p)
	}
}

func BenchmarkNew(b *testing.B) {
	for b.Loop() {
		type_(b)
	}
}

func FuzzDraw(f *testing.F) {
	f.Add("دور ۳: Ava ← Babak", 12, 100, true)
	f.Add("\xff\u202e😀\n", 11, 20, false)
	ty := type_(f)
	f.Fuzz(func(t *testing.T, text string, size, width int, rtl bool) {
		frame := hw.NewFrame(128, 64)
		r := image.Rect(8, 8, 8+width%120, 40)
		ty.Draw(frame, r, text, screen.Style{Size: size, RightToLeft: rtl}, screen.Start, true)
		if got := ink(frame); !got.In(r.Canon()) {
			t.Fatalf("%q lights %v outside of %v", text, got, r)
		}
		l := lang.English
		if rtl {
			l = lang.Persian
		}
		ty.Paint(frame, l, &screen.Page{Heading: text, Lines: []screen.Line{{Name: text, Text: text}, {Text: text}}, Foot: text, Corner: text})
	})
}
