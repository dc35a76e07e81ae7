package screen_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"

	"consigliere/engine"
	"consigliere/hw"
	"consigliere/hw/lang"
	"consigliere/hw/screen"
)

// painted returns a page as a display of 128 by h pixels shows it.
func painted(t testing.TB, ty *screen.Type, l lang.Lang, h int, p screen.Page) string {
	return string(draw(t, ty, &golden{lang: l, page: p}, 128, h).Pix)
}

// choices are lines with the buttons that mark the first and the last.
func choices(texts ...string) []screen.Line {
	lines := make([]screen.Line, len(texts))
	for i, text := range texts {
		lines[i].Text = text
	}
	lines[0].Key, lines[len(lines)-1].Key = "A", "B"
	return lines
}

var keys = []string{"A/B", "↓", "OK"}

// Neither its own text nor the question pushes what can be chosen out of sight, on each display.
func TestChoicesAreInSight(t *testing.T) {
	ty := type_(t)
	for _, h := range []int{32, 64} {
		for _, heading := range []string{"Keep?", "Keep which of the two jobs that you have drawn?"} {
			p := screen.Page{Heading: heading, Whole: true, Foot: "A or B, then OK", Keys: keys}
			p.Lines = choices("Olive Oil Books: $2, draw a job and keep it", "River Trip: $2")
			other := p
			other.Lines = choices("Olive Oil Books: $2, draw a job and keep it", "Done")
			assert.NotEqual(t, painted(t, ty, lang.English, h, p), painted(t, ty, lang.English, h, other), "B on %d rows below %q", h, heading)
		}
	}
	// Three below a question of two rows, on a display that has room for them without the foot.
	p := screen.Page{Heading: "Banchiere: quale tracciato sale adesso?", Whole: true, Foot: "A, B o A+B, poi OK", Keys: keys, Lines: choices("Rendita", "Favori", "Niente")}
	other := p
	other.Lines = choices("Rendita", "Favori", "Altro")
	assert.NotEqual(t, painted(t, ty, lang.Italian, 64, p), painted(t, ty, lang.Italian, 64, other))
}

// A small display says what the buttons do on each part of a page, beside it; a large one says it in words where there is room.
func TestKeysStandBesideASmallPage(t *testing.T) {
	ty := type_(t)
	for _, l := range []lang.Lang{lang.English, lang.Persian} {
		p := screen.Page{Heading: "Pay two thousand dollars for two steps?", Whole: true, Foot: "A or B, then OK", Keys: keys, Lines: choices("Buy both of the steps", "Buy none of the steps", "Buy them later", "Never buy any of them")}
		column := func(pix string, h int) string {
			var b strings.Builder
			for y := range h {
				if row := pix[y*16 : (y+1)*16]; l.RightToLeft() {
					b.WriteString(row[:2])
				} else {
					b.WriteString(row[14:])
				}
			}
			return b.String()
		}
		parts := ty.Parts(128, 32, l, &p)
		assert.Greater(t, parts, 2, "the choices, and the question whole")
		seen := map[string]bool{}
		for p.At = range parts {
			shown := painted(t, ty, l, 32, p)
			seen[shown] = true
			assert.Equal(t, column(painted(t, ty, l, 32, screen.Page{Keys: keys}), 32), column(shown, 32), "part %d in %s", p.At, l)
		}
		assert.Len(t, seen, parts, "in %s", l)
		p.At, p.Lines = 0, choices("Buy", "No")
		with := painted(t, ty, l, 64, p)
		p.Keys = nil
		assert.Equal(t, painted(t, ty, l, 64, p), with, "words where there is room, in %s", l)
	}
}

// A sentence above a picture is whole on three rows.
func TestASentenceIsWhole(t *testing.T) {
	ty := type_(t)
	p := screen.Page{Heading: "Babak places a die: FBI raid on all businesses with a 2.", Whole: true, Lines: []screen.Line{{Name: "Ava", Text: "1"}}}
	other := p
	other.Heading = "Babak places a die: FBI raid on all businesses with a 3."
	assert.NotEqual(t, painted(t, ty, lang.English, 64, p), painted(t, ty, lang.English, 64, other))
}

// A text that goes on says so, and which part of it is shown.
func TestWhatGoesOnSaysSo(t *testing.T) {
	ty := type_(t)
	text := "If the Don is in jail, put each of the cards that lie before you back into the deck. Then draw as many new ones."
	for _, h := range []int{32, 64} {
		p := screen.Page{Heading: "Jail", Lines: []screen.Line{{Text: text}}}
		parts := ty.Parts(128, h, lang.English, &p)
		assert.Greater(t, parts, 1)
		for p.At = range parts {
			q := p
			q.Corner = fmt.Sprintf("%d/%d", p.At+1, parts)
			assert.Equal(t, painted(t, ty, lang.English, h, q), painted(t, ty, lang.English, h, p), "on %d rows", h)
		}
	}
}

// An icon looks the same on a row that is drawn dark on light: a full square would look hollow.
func TestIconsOfAStrongRow(t *testing.T) {
	ty := type_(t)
	paint := func(strong bool, icons ...engine.Icon) *hw.Frame {
		return draw(t, ty, &golden{lang: lang.English, page: screen.Page{Lines: []screen.Line{{Name: "Ava", Icons: icons, Strong: strong}}}}, 128, 32)
	}
	bare, plain, strong := paint(false), paint(false, engine.IconMoney), paint(true, engine.IconMoney)
	lit := 0
	for y := range 32 {
		for x := range 128 {
			if plain.Lit(x, y) && !bare.Lit(x, y) {
				lit++
				assert.True(t, strong.Lit(x+1, y), "%d, %d", x, y) // the plate of the name is wider than the name
			}
		}
	}
	assert.Positive(t, lit)
	assert.True(t, strong.Lit(0, 0) && !plain.Lit(0, 0), "the name is on a plate")
	assert.False(t, strong.Lit(127, 0), "and nothing else")
}
