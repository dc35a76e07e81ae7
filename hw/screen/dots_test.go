package screen_test

import (
	"fmt"
	"image"
	"math/bits"
	"slices"
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"consigliere/engine"
	"consigliere/engine/games"
	"consigliere/hw"
	"consigliere/hw/lang"
	"consigliere/hw/screen"
)

// dictionary returns the Persian words of all games, in order.
func dictionary(t testing.TB) []string {
	found := map[string]bool{}
	catalogues := []*lang.Book{}
	base, err := lang.NewBook(engine.Messages)
	require.NoError(t, err)
	catalogues = append(catalogues, base)
	for _, title := range games.All() {
		b, err := lang.NewBook(title.Messages)
		require.NoError(t, err)
		catalogues = append(catalogues, b)
	}
	for _, b := range catalogues {
		for _, k := range b.Keys(lang.Persian) {
			for _, w := range strings.FieldsFunc(b.Word(lang.Persian, k), func(r rune) bool { return !unicode.Is(unicode.Arabic, r) || !unicode.IsLetter(r) }) {
				if utf8.RuneCountInString(w) > 1 {
					found[w] = true
				}
			}
		}
	}
	var list []string
	for w := range found {
		list = append(list, w)
	}
	slices.Sort(list)
	return list
}

// skeleton returns a word without what dots tell: words with the same one differ by dots alone.
func skeleton(w string) string {
	last := utf8.RuneCountInString(w) - 1
	i := -1
	return strings.Map(func(r rune) rune {
		i++
		switch r {
		case 'ب', 'پ', 'ت', 'ث':
			return 'ب'
		case 'ن', 'ی':
			if i < last {
				return 'ب'
			}
		case 'ج', 'چ', 'ح', 'خ':
			return 'ح'
		case 'د', 'ذ':
			return 'د'
		case 'ر', 'ز', 'ژ':
			return 'ر'
		case 'س', 'ش':
			return 'س'
		case 'ص', 'ض':
			return 'ص'
		case 'ط', 'ظ':
			return 'ط'
		case 'ک', 'گ':
			return 'ک'
		case 'ع', 'غ':
			return 'ع'
		case 'ف', 'ق':
			if i < last {
				return 'ف'
			}
		}
		return r
	}, w)
}

// Every Persian word of the games differs from every other of its length by at least four pixels, at all sizes of small
// displays; so nobody reads "hold" for "look", or "black" for "army".
func TestDots(t *testing.T) {
	words := dictionary(t)
	require.Greater(t, len(words), 1000)
	ty := type_(t)
	alone := 0
	for size := 9; size <= 16; size++ {
		for _, weight := range []screen.Weight{screen.Plain, screen.Bold} {
			if weight == screen.Bold && size < 11 {
				continue // no Persian on a page is
			}
			s := screen.Style{Size: size, Weight: weight, RightToLeft: true}
			byLength := map[int][]string{}
			pictures := map[string]*hw.Frame{}
			for _, w := range words {
				f := hw.NewFrame(136, 32)
				ty.Draw(f, image.Rect(4, 4, 132, 28), " "+w, s, screen.Start, true)
				n := utf8.RuneCountInString(w)
				byLength[n] = append(byLength[n], w)
				pictures[w] = f
			}
			for _, list := range byLength {
				for i, a := range list {
					for _, b := range list[:i] {
						n := 0
						p, q := pictures[a].Pix, pictures[b].Pix
						for k := 0; k < len(p) && n < 4; k++ {
							n += bits.OnesCount8(p[k] ^ q[k])
						}
						if skeleton(a) == skeleton(b) {
							alone++
							if size == 9 && weight == screen.Plain {
								t.Logf("by dots alone: %s %s", a, b)
							}
						}
						assert.GreaterOrEqual(t, n, 4, fmt.Sprintf("%s and %s at %d, weight %d", a, b, size, weight))
					}
				}
			}
		}
	}
	assert.Positive(t, alone)
}

// On a display of 32 rows, words differ that much wherever they are, too: in the heading, in the row below it, and in the last one.
func TestDotsOfShortRows(t *testing.T) {
	words := dictionary(t)
	ty := type_(t)
	for name, page := range map[string]func(w string) *screen.Page{
		"heading": func(w string) *screen.Page {
			return &screen.Page{Heading: w, Lines: []screen.Line{{Text: "-"}, {Text: "-"}}}
		},
		"first row": func(w string) *screen.Page {
			return &screen.Page{Heading: "-", Lines: []screen.Line{{Text: w}, {Text: "-"}}}
		},
		"last row": func(w string) *screen.Page {
			return &screen.Page{Heading: "-", Lines: []screen.Line{{Text: "-"}, {Text: w}}}
		},
		"a name": func(w string) *screen.Page {
			return &screen.Page{Heading: "-", Lines: []screen.Line{{Name: w}, {Text: "-", Cursor: true}}}
		},
	} {
		byLength := map[int][]string{}
		pictures := map[string]*hw.Frame{}
		for _, w := range words {
			f := hw.NewFrame(128, 32)
			ty.Paint(f, lang.Persian, page(w))
			n := utf8.RuneCountInString(w)
			byLength[n] = append(byLength[n], w)
			pictures[w] = f
		}
		for _, list := range byLength {
			for i, a := range list {
				for _, b := range list[:i] {
					assert.GreaterOrEqual(t, different(pictures[a], pictures[b]), 4, "%s and %s in the %s", a, b, name)
				}
			}
		}
	}
}

// different counts in how many pixels two pictures differ, up to four.
func different(a, b *hw.Frame) int {
	n := 0
	for k := 0; k < len(a.Pix) && n < 4; k++ {
		n += bits.OnesCount8(a.Pix[k] ^ b.Pix[k])
	}
	return n
}
