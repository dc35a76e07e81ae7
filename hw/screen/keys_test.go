package screen_test

import (
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

// Whatever the question and however long they are, no choice loses a word: on each display all parts together have each of them to its end, and
// so has the list in which it is marked.
func TestChoicesAreWhole(t *testing.T) {
	ty := type_(t)
	for _, l := range []lang.Lang{lang.English, lang.Persian} {
		for _, h := range []int{32, 64} {
			for _, heading := range []string{"Keep?", "Keep which of the two jobs that you have drawn?"} {
				for n := 2; n <= 4; n++ {
					texts := []string{"Olive Oil Books: $2, draw a job and keep it", "River Trip: $2", "Penn Central Railroad: draw a job", "Laundry: put two notes into the suitcase"}[:n]
					all := func(change, mark int) (shown []string) {
						p := screen.Page{Heading: heading, Whole: true, Foot: "A or B, then OK", Keys: keys, Lines: choices(texts...)}
						if change >= 0 {
							p.Lines[change].Text += "."
						}
						if mark >= 0 {
							p.Lines[mark].Cursor = true
						}
						for p.At = range ty.Parts(128, h, l, &p) {
							shown = append(shown, painted(t, ty, l, h, p))
						}
						return shown
					}
					for i := range texts {
						assert.NotEqual(t, all(-1, -1), all(i, -1), "choice %d of %d on %d rows below %q in %s", i, n, h, heading, l)
						assert.NotEqual(t, all(-1, i), all(i, i), "choice %d of %d, marked, on %d rows below %q in %s", i, n, h, heading, l)
					}
				}
			}
		}
	}
	// Nor does the question, which would fit at a size that Persian is not set in.
	p := screen.Page{Heading: "«انبار زمستان»: آری یا خیر؟", Whole: true, Foot: "A", Keys: keys, Lines: choices("آری", "خیر", "تقویت", "مدیریت")}
	q := p
	q.Heading = "«انبار زمستان»: آری یا نه؟"
	all := func(p screen.Page) (shown []string) {
		for p.At = range ty.Parts(128, 32, lang.Persian, &p) {
			shown = append(shown, painted(t, ty, lang.Persian, 32, p))
		}
		return shown
	}
	assert.NotEqual(t, all(p), all(q))
	// Three below a question of two rows, on a display that has room for them without the foot.
	p = screen.Page{Heading: "Banchiere: quale tracciato sale adesso?", Whole: true, Foot: "A, B o A+B, poi OK", Keys: keys, Lines: choices("Rendita", "Favori", "Niente")}
	assert.Equal(t, 1, ty.Parts(128, 64, lang.Italian, &p))
}

// On a small display what can be chosen stands below the question at once, however long that is: the rest of it follows in the same row, or a
// shorter one takes its place.
func TestAnswersStandBelowTheQuestionAtOnce(t *testing.T) {
	ty := type_(t)
	for _, l := range []lang.Lang{lang.English, lang.Persian} {
		below := func(shown string) string { return shown[14*16:] } // without the heading
		p := screen.Page{Heading: "Keep?", Whole: true, Foot: "A or B, then OK", Keys: keys, Lines: choices("Yes", "No")}
		want := painted(t, ty, l, 32, p)
		p.Heading = "Keep which of the two jobs that you have drawn just now?"
		if l == lang.Persian {
			p.Heading = "از این دو کار که همین حالا از دسته‌ی کارت‌ها کشیدی کدام را نگه می‌داری؟"
		}
		parts := ty.Parts(128, 32, l, &p)
		assert.Greater(t, parts, 1, "the question is whole")
		seen := map[string]bool{}
		for p.At = range parts {
			shown := painted(t, ty, l, 32, p)
			assert.Equal(t, below(want), below(shown), "part %d in %s", p.At, l)
			seen[shown] = true
		}
		assert.Len(t, seen, parts, "each has another piece of the question, in %s", l)
		p.At, p.Short = 0, "Keep?"
		assert.Equal(t, want, painted(t, ty, l, 32, p), "a short one, in %s", l)
		assert.Equal(t, 1, ty.Parts(128, 32, l, &p))
		// Three have no room below it: two of them come with it, and then all of them at once.
		p.Heading, p.Short, p.Lines = "Keep?", "", choices("Yes, keep it", "No, keep none", "Never keep any")
		assert.Equal(t, 2, ty.Parts(128, 32, l, &p))
		p.Lines = choices("Yes, keep it", "No, keep none", "Never keep any")
		first := painted(t, ty, l, 32, p)
		p.Lines = choices("Yes, keep it", "On, keep none", "Never keep any")
		assert.NotEqual(t, first, painted(t, ty, l, 32, p), "the second stands below it, in %s", l)
	}
}

// What a choice brings is on one part of a small display, in small letters if it has to be; and in two words beside the choice where there is room
// for those of all.
func TestWhatAChoiceBringsHasRoom(t *testing.T) {
	ty := type_(t)
	p := screen.Page{Lines: []screen.Line{{Key: "A", Text: "Click!: Your gun only clicks: it frightens the player you aim at, and no more."}}}
	assert.Equal(t, 2, ty.Parts(128, 32, lang.English, &p))
	p.Fine = true
	assert.Equal(t, 1, ty.Parts(128, 32, lang.English, &p))
	p.Lines[0].Text += " Nobody is hurt, and nothing else happens to anybody at all."
	assert.Greater(t, ty.Parts(128, 32, lang.English, &p), 1, "nothing is cut")

	p = screen.Page{Heading: "Stand or duck?", Whole: true, Keys: keys, Lines: choices("Stand", "Duck")}
	bare := painted(t, ty, lang.English, 32, p)
	p.Lines[0].Tag, p.Lines[1].Tag = "loot or hit", "safe"
	assert.NotEqual(t, bare, painted(t, ty, lang.English, 32, p))
	p.Lines[1].Tag = "safe from everybody, but without any loot"
	assert.Equal(t, bare, painted(t, ty, lang.English, 32, p), "no room")
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

// A text that goes on says which part of it is shown, with dots and no number, which could be a countdown.
func TestWhatGoesOnSaysSo(t *testing.T) {
	ty := type_(t)
	text := "If the Don is in jail, put each of the cards that lie before you back into the deck. Then draw as many new ones."
	for _, l := range []lang.Lang{lang.English, lang.Persian} {
		for _, h := range []int{32, 64} {
			p := screen.Page{Heading: "Jail", Lines: []screen.Line{{Text: text}}}
			bare := draw(t, ty, &golden{lang: l, page: screen.Page{Heading: "Jail"}}, 128, h)
			parts := ty.Parts(128, h, l, &p)
			assert.Greater(t, parts, 1)
			for p.At = range parts {
				shown := draw(t, ty, &golden{lang: l, page: p}, 128, h)
				var at []int // where each dot is, in the order of the text
				large := -1
				for x := range 128 {
					if l.RightToLeft() {
						x = 127 - x
					}
					dark := 0
					for y := range 10 {
						if bare.Lit(x, y) && !shown.Lit(x, y) {
							dark++
						}
					}
					switch {
					case dark == 1:
						at = append(at, x)
					case dark == 3 && large < 0:
						large = len(at)
						at = append(at, x)
					}
				}
				assert.Len(t, at, parts, "part %d on %d rows in %s", p.At, h, l)
				assert.Equal(t, p.At, large, "part %d on %d rows in %s", p.At, h, l)
			}
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

// The same with whatever choices, with and without a few words more that stand beside them.
func TestAnyChoicesAreWhole(t *testing.T) {
	ty := type_(t)
	words := map[lang.Lang][]string{
		lang.English: {"$5,000", "(1 of 3)", "New", "Boss", "Painting", "Railroad", "draw", "a", "job", "Note", "into", "the", "suitcase", "2 ×", "Upper West Side", "Babak"},
		lang.Persian: {"۵٬۰۰۰", "دلار", "رئیس", "تازه", "تابلو", "کار", "بکش", "یکی", "نگه", "دار", "عروسک‌گردان", "Babak", "محله"},
	}
	rapid.Check(t, func(t *rapid.T) {
		l := rapid.SampledFrom([]lang.Lang{lang.English, lang.Persian}).Draw(t, "language")
		some := func(most int, what string) string {
			return strings.Join(rapid.SliceOfN(rapid.SampledFrom(words[l]), 1, most).Draw(t, what), " ")
		}
		tagged := rapid.Bool().Draw(t, "tags")
		var lines []screen.Line
		for i := range rapid.IntRange(2, 6).Draw(t, "choices") {
			n := screen.Line{Key: l.Number(i + 1), Text: some(5, "choice")}
			if tagged && rapid.Bool().Draw(t, "tag") {
				n.Tag = some(2, "tag")
			}
			lines = append(lines, n)
		}
		p := screen.Page{Heading: some(8, "heading"), Whole: true, Foot: "A", Keys: keys}
		all := func(change int) (shown []string) {
			p.Lines = slices.Clone(lines)
			if change >= 0 {
				p.Lines[change].Key = "#"
			}
			for p.At = range ty.Parts(128, 32, l, &p) {
				f := hw.NewFrame(128, 32)
				ty.Paint(f, l, &p)
				shown = append(shown, string(f.Pix))
			}
			return shown
		}
		ends := func(change int) (shown []string) {
			p.Lines = slices.Clone(lines)
			p.Lines[change].Text += "."
			for p.At = range ty.Parts(128, 32, l, &p) {
				f := hw.NewFrame(128, 32)
				ty.Paint(f, l, &p)
				shown = append(shown, string(f.Pix))
			}
			return shown
		}
		for i := range lines {
			if slices.Equal(all(-1), all(i)) || lines[i].Tag == "" && slices.Equal(all(-1), ends(i)) {
				t.Fatalf("choice %d of %d is not seen whole", i+1, len(lines))
			}
		}
	})
}

// Where a list goes on, an arrow at its end says so, and one at its beginning where it has begun before; with choices below a question and
// without, in both directions, and whichever is marked.
func TestWhatGoesOnHasAnArrow(t *testing.T) {
	ty := type_(t)
	for _, l := range []lang.Lang{lang.English, lang.Persian} {
		for _, h := range []int{32, 64} {
			for _, p := range []screen.Page{
				{Heading: "Take which loot?", Whole: true, Foot: "A down, B up, OK takes", Keys: keys, Lines: choices("One hundred dollars", "Two hundred dollars", "Three hundred dollars", "Four hundred dollars", "Five hundred dollars", "Six hundred dollars")},
				{Heading: "Loot", Lines: []screen.Line{{Text: "One hundred dollars"}, {Text: "Two hundred dollars"}, {Text: "Three hundred dollars"}, {Text: "Four hundred dollars"}, {Text: "Five hundred dollars"}, {Text: "Six hundred dollars"}}},
			} {
				parts := ty.Parts(128, h, l, &p)
				require.Greater(t, parts, 1)
				up, down := 0, 0
				for p.At = range parts {
					f := draw(t, ty, &golden{lang: l, page: p}, 128, h)
					u, d := arrows(f)
					up, down = up+u, down+d
					assert.Equal(t, p.At < parts-1, d > 0, "part %d of %d on %d rows in %s goes on", p.At, parts, h, l)
					assert.Equal(t, p.At > 0, u > 0, "part %d of %d on %d rows in %s has begun before", p.At, parts, h, l)
				}
				p.At = 0
				p.Lines[2].Cursor = true
				f := draw(t, ty, &golden{lang: l, page: p}, 128, h)
				if u, d := arrows(f); h == 32 {
					assert.Equal(t, [2]int{1, 1}, [2]int{u, d}, "a mark in the midst on %d rows in %s", h, l)
				}
			}
		}
	}
	one := screen.Page{Heading: "Loot", Lines: []screen.Line{{Text: "One"}}}
	u, d := arrows(draw(t, ty, &golden{lang: lang.English, page: one}, 128, 64))
	assert.Zero(t, u+d)
}

// arrows counts the small arrows up and down of a frame.
func arrows(f *hw.Frame) (up, down int) {
	at := func(x, y, tip, d int) bool {
		for i := range 4 {
			for k := -2; k <= 2; k++ {
				if f.Lit(x+k, y+tip+i*d) != (i < 3 && max(k, -k) <= i) {
					return false
				}
			}
		}
		return true
	}
	for y := range f.H - 3 {
		for x := 2; x < f.W-2; x++ {
			if at(x, y, 0, 1) {
				up++
			}
			if at(x, y, 3, -1) {
				down++
			}
		}
	}
	return up, down
}

// A foot that has no room gives way to the same in fewer words.
func TestAFootThatHasNoRoomIsShorter(t *testing.T) {
	ty := type_(t)
	foot := func(long, short string) string {
		return painted(t, ty, lang.English, 64, screen.Page{Heading: "?", Lines: []screen.Line{{Text: "One"}}, Foot: long, FootShort: short})
	}
	assert.Equal(t, foot("OK; hold B: Favour", ""), foot("OK; hold B: Favour", "OK; hold B: others"))
	assert.Equal(t, foot("OK; hold B: others", ""), foot("OK; hold B: End the whole campaign, Correction", "OK; hold B: others"))
	const endless = "OK; hold B: whatever there is to be done besides"
	assert.Equal(t, foot(endless, ""), foot(endless+", and more of it", endless), "cut where that has no room, either")
}

// Each part of a page that is asked something with two or three choices names the keys of all of them, however much there is to say about
// each: whoever only looks takes none for the only one.
func TestEachPartNamesAllKeys(t *testing.T) {
	ty := type_(t)
	about := "This ally can put two notes into the suitcase, or draw two jobs and keep one of them."
	for _, n := range []int{2, 3} {
		names := []string{"Family Accountant", "Union Steward", "Talent Scout"}[:n]
		rest := []string{"2 × stash, draw a job", "put Union Boss on a turf", "2 × draw job, keep one"}
		p := screen.Page{Heading: "Choose an ally", Whole: true, Foot: "A, B or A+B, then OK", Keys: keys}
		all := make([]screen.Line, n)
		for i, name := range names {
			key := []string{"A", "B", "A+B"}[i]
			p.Lines = append(p.Lines, screen.Line{Key: key, Text: name + ": " + rest[i], Brief: name})
			all[i] = screen.Line{Key: key, Text: name}
		}
		for i := range all {
			p.More = append(p.More, screen.Page{Lines: []screen.Line{{Key: all[i].Key, Text: names[i] + ": " + about}}, Fine: true, Among: all})
		}
		others := func(change int) (shown []string) {
			q := p
			q.Lines, q.More = slices.Clone(p.Lines), slices.Clone(p.More)
			if change >= 0 {
				q.Lines[change].Key = "o"
				among := slices.Clone(all)
				among[change].Key = "o"
				for i := range q.More {
					q.More[i].Among = among
				}
				q.More[change].Lines = []screen.Line{{Key: "o", Text: p.More[change].Lines[0].Text}}
			}
			for q.At = range ty.Parts(128, 64, lang.English, &q) {
				shown = append(shown, painted(t, ty, lang.English, 64, q))
			}
			return shown
		}
		want := others(-1)
		assert.LessOrEqual(t, len(want), 2*n+1)
		for i := range n {
			got := others(i)
			assert.Len(t, got, len(want))
			for at := range min(len(got), len(want)) {
				assert.NotEqual(t, want[at], got[at], "part %d of %d choices does not name %s", at, n, all[i].Key)
			}
		}
	}
}

// What several choices bring stands together where it has room on one part.
func TestShortEffectsStandTogether(t *testing.T) {
	ty := type_(t)
	p := screen.Page{Heading: "Which?", Lines: choices("One", "Two")}
	for i, text := range []string{"It only frightens.", "Wounds your target if you both stand."} {
		p.More = append(p.More, screen.Page{Lines: []screen.Line{{Key: []string{"A", "B"}[i], Text: text}}, Fine: true})
	}
	assert.Equal(t, 2, ty.Parts(128, 64, lang.English, &p))
}
