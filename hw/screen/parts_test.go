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

// On 32 rows a question that nobody has begun to answer stands in turn with what the buttons do,
// and all answers come by.
func TestAQuestionAndItsFootInTurn(t *testing.T) {
	set, err := screen.New()
	require.NoError(t, err)
	lines := func(words ...string) []screen.Line {
		var list []screen.Line
		for _, w := range words {
			list = append(list, screen.Line{Text: w})
		}
		return list
	}
	for _, c := range []struct {
		name    string
		heading string
		lines   []screen.Line
		parts   int
	}{
		{"two answers", "Your bullet?", lines("A  Click!", "B  Bang!"), 2},
		{"a long list", "Your target?", lines("Babak Alexandros", "Chiara Benedetta", "Dario Massimiliano", "Ester Margherita", "Farid Ebrahimzadeh"), 3},
		{"a long question", "Whom does the Consigliere visit in Lower Manhattan tonight?", lines("Babak Alexandros", "Chiara Benedetta", "Dario Massimiliano"), 5},
	} {
		t.Run(c.name, func(t *testing.T) {
			paint := func(p screen.Page) string {
				f := hw.NewFrame(128, 32)
				parts := set.Paint(f, lang.English, &p)
				if p.Whole && p.Foot != "" {
					require.Equal(t, c.parts, parts)
				}
				for y := range 32 { // without dots, which say that there are several parts
					for x := 104; x < 128; x++ {
						f.Set(x, y, false)
					}
				}
				return string(f.Pix)
			}
			asks, presses, seen := 0, 0, map[string]bool{}
			for at := range c.parts {
				shown := paint(screen.Page{Heading: c.heading, Lines: c.lines, Foot: "A or B, then OK", Whole: true, At: at})
				for part := range len(c.lines) {
					switch shown {
					case paint(screen.Page{Heading: c.heading, Lines: c.lines, Whole: true, At: part}):
						asks++
						seen[string(rune('0'+part))] = true
						require.LessOrEqual(t, at, c.parts-1)
					case paint(screen.Page{Foot: "A or B, then OK", Lines: c.lines, At: part}):
						presses++
						seen["foot"+string(rune('0'+part))] = true
					default:
						continue
					}
					break
				}
				if at == 0 {
					assert.Equal(t, 1, asks, "the question first")
				}
			}
			assert.Equal(t, c.parts, asks+presses, "each part is one of both")
			assert.NotZero(t, presses)
			assert.Len(t, seen, c.parts, "all of the list")
		})
	}
}

// No page ends with a part that has one word of a sentence, and parts are of about the same length.
func TestNoOrphans(t *testing.T) {
	ty := type_(t)
	sentences := map[lang.Lang][]string{
		lang.Italian: {"Il numero 4 è protetto: West Side, Parco.", "Carta evento: Serata benefica.", "Scegli chi deve lasciare il suo quartiere e tornare a casa stasera."},
		lang.Persian: {"کیارا یک کارت از زیر دسته برمی‌دارد و آن را نگاه نکرده کنار می‌گذارد.", "بابک سه سکه داد و از خزانه شش سکه (۵)."},
		lang.English: {"The deck is shuffled, and everybody draws another card from it, unseen."},
	}
	looked := 0
	for l, list := range sentences {
		for _, text := range list {
			for heading := range 2 {
				p := screen.Page{Lines: []screen.Line{{Text: text}}, Heading: []string{"", "Parco"}[heading]}
				parts := ty.Parts(128, 32, l, &p)
				if parts == 1 {
					continue
				}
				looked++
				words := make([]int, parts)
				for at := range words {
					p.At = at
					f := hw.NewFrame(128, 32)
					ty.Paint(f, l, &p)
					words[at] = wordsOn(f, 12*heading, l.RightToLeft())
				}
				assert.Greater(t, words[parts-1], 1, "%s: %v", text, words)
			}
		}
	}
	assert.Positive(t, looked)
}

// What is called out in large letters is whole on a display of 32 rows, on three close rows if need be; where it must
// be turned all the same, no part has a single word.
func TestNoOrphansInLarge(t *testing.T) {
	ty := type_(t)
	for _, c := range []struct {
		l     lang.Lang
		text  string
		parts int
	}{
		{lang.Italian, "Ava controlla Upper East Side e incassa la sua parte.", 1},
		{lang.Italian, "Chiara sposta uno sgherro di Ava: Teatro dell'opera.", 1},
		{lang.Italian, "Babak mette un familiare: Wall Street, Brooklyn, Midtown.", 1},
		{lang.Persian, "کیارا مهره‌ی بابک را می‌کُشد: یک عضو خانواده، ایست ساید، وست ساید، پارک.", 1},
		{lang.English, "Ava controls the Upper East Side and takes a share, and so does Babak, who sits next to her.", 2},
		{lang.Persian, "ربات ۱ یک کار را نگه می‌دارد و «گردش رودخانه» را کنار می‌گذارد و بعد کارت دیگری برمی‌دارد.", 2},
	} {
		p := screen.Page{Lines: []screen.Line{{Text: c.text}}, Big: true}
		require.Equal(t, c.parts, ty.Parts(128, 32, c.l, &p), c.text)
		for p.At = range c.parts {
			f := hw.NewFrame(128, 32)
			ty.Paint(f, c.l, &p)
			assert.Greater(t, wordsOn(f, 0, c.l.RightToLeft()), 1, "%s: part %d", c.text, p.At)
		}
	}
}

// wordsOn counts the words on a page from a row on, without its scroll bar.
func wordsOn(f *hw.Frame, from int, rtl bool) int {
	n := 0
	for row := from; row < f.H; row += 10 {
		gap := 9
		for x := range f.W - 4 {
			if rtl {
				x += 4
			}
			lit := false
			for y := row; y < min(row+10, f.H); y++ {
				lit = lit || f.Lit(x, y)
			}
			switch {
			case lit && gap > 2:
				n++
				gap = 0
			case lit:
				gap = 0
			default:
				gap++
			}
		}
	}
	return n
}

// What the buttons do stands in the order of the buttons, A first, in Persian, too.
func TestFootInTheOrderOfTheButtons(t *testing.T) {
	ty := type_(t)
	at := func(foot, letter string) int { // the first column of the letter
		p := screen.Page{Lines: []screen.Line{{Text: "."}}, Foot: foot}
		f := hw.NewFrame(128, 64)
		ty.Paint(f, lang.Persian, &p)
		sign := hw.NewFrame(ty.Width(letter, screen.Style{Size: 11}), 14)
		ty.Draw(sign, sign.Bounds(), letter, screen.Style{Size: 11}, screen.Start, true)
		r := ink(sign)
		for x := range f.W - r.Dx() {
			for y := 50; y <= f.H-r.Dy(); y++ {
				same := true
				for j := range r.Dy() {
					for i := range r.Dx() {
						same = same && f.Lit(x+i, y+j) == sign.Lit(r.Min.X+i, r.Min.Y+j)
					}
				}
				if same {
					return x
				}
			}
		}
		return -1
	}
	for _, foot := range []string{"A بعدی، B قبلی، OK", "A یا B، بعد OK", "OK: قفل؛ نگه‌داشتن B: برگشت"} {
		a, b, k := at(foot, "A"), at(foot, "B"), at(foot, "K")
		require.Positive(t, b, foot)
		require.Positive(t, k, foot)
		if foot[0] == 'A' {
			require.Positive(t, a, foot)
			assert.Less(t, a, b, foot)
			assert.Less(t, b, k, foot)
		} else {
			assert.Less(t, k, b, foot)
		}
	}
}
