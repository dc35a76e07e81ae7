package screen

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"consigliere/hw"
	"consigliere/hw/lang"
)

// A choice that takes several rows is never seen without its beginning or its end.
func TestUnbroken(t *testing.T) {
	lines := make([]Line, 5)
	var rows []row // lines 2 and 3 take two each
	for _, i := range []int{0, 1, 2, 2, 3, 3, 4} {
		rows = append(rows, row{line: &lines[i]})
	}
	for _, c := range []struct {
		name                string
		first, capacity, at int
		from, to            int
	}{
		{"nothing is broken", 0, 2, 0, 0, 2},
		{"the end of the last has no room", 0, 3, 1, 0, 2},
		{"all of the choice fits", 1, 3, 2, 1, 4},
		{"the beginning of the first has no room", 3, 3, 4, 4, 7},
		{"the beginning of the first has room", 3, 4, 4, 2, 6},
		{"the choice is longer than the display", 2, 1, 2, 2, 3},
		{"the last", 4, 3, 6, 4, 7},
	} {
		from, to := unbroken(rows, c.first, c.capacity, c.at)
		assert.Equal(t, [2]int{c.from, c.to}, [2]int{from, to}, c.name)
	}
}

// A line does not begin with the sign of a number.
func TestUnbreakable(t *testing.T) {
	for text, want := range map[string][]string{
		"A Camion: 3 $, 2 × alcol": {"A", "Camion:", "3 $,", "2 × alcol"},
		"$3 each":                  {"$3", "each"},
		"۲ × اسلحه":                {"۲ × اسلحه"},
		"60 % is":                  {"60 %", "is"},
		"×":                        {"×"},
		"":                         {},
	} {
		assert.Equal(t, want, unbreakable(text), text)
	}
}

// No choice is cut off in two columns: a bar beside them takes its room from both.
func TestChoicesInTwoColumns(t *testing.T) {
	ty, err := New()
	require.NoError(t, err)
	for l, labels := range map[lang.Lang][]string{
		lang.Persian: {"کنار می‌کشم", "کنار می‌کشیم", "کنار"},
		lang.English: {"Not at all", "Not any of us", "None of the others", "Pass"},
	} {
		for _, label := range labels {
			for size := 7; size < 12; size++ {
				p := &Page{Heading: "41?", Foot: "A, B, OK", Lines: []Line{{Text: label}}}
				for range size {
					p.Lines = append(p.Lines, Line{Text: "41"})
				}
				for _, height := range []int{32, 64} {
					ty.Paint(hw.NewFrame(128, height), l, p)
				}
			}
		}
	}
	for cut := range ty.cuts {
		assert.Failf(t, "a choice is cut off", "%q", cut.text)
	}
}

// What takes several parts anyway is broken where a sentence ends, or else a clause, if it takes no more parts so.
func TestPartsEndWithSentences(t *testing.T) {
	ty, err := New()
	require.NoError(t, err)
	s := Style{11, Plain, false}
	for _, c := range []struct {
		name, text  string
		first, each int
		want        []string
	}{
		{"sentences", "A bribe for the allies. The highest of all chooses first; the rest is kept.", 3, 3, []string{"A bribe for the", "allies.", "", "The highest of all", "chooses first; the", "rest is kept."}},
		{"a clause", "The highest bribe of all that are laid chooses first; the rest is kept by all.", 3, 3, []string{"The highest bribe", "of all that are laid", "chooses first;", "the rest is kept by", "all."}},
		{"no room for it", "The highest. The bribe of all that are laid in secret or openly by all of us together now", 3, 3, nil},
		{"one part", "A bribe for the allies. The highest.", 3, 3, nil},
	} {
		lines := ty.wrapParts(c.text, s, 100, c.first, c.each)
		if c.want == nil {
			c.want = ty.wrapLocked(c.text, s, 100)
		}
		assert.Equal(t, c.want, lines, c.name)
	}
}

// The sign that a text goes on stands after its last word, beside a key, too, and not after what ends a clause.
func TestWhatGoesOnEndsWithDots(t *testing.T) {
	ty, err := New()
	require.NoError(t, err)
	frame := func(lines ...Line) *hw.Frame {
		f := hw.NewFrame(128, 32)
		ty.Paint(f, lang.English, &Page{Lines: lines})
		return f
	}
	for _, key := range []string{"", "B…"} {
		f := frame(Line{Key: key, Text: "Offer a deal with another house whatever coins or promises there may be in this phase"})
		var rows []string
		for _, w := range ty.rows[:3] {
			rows = append(rows, w.text)
		}
		in := ty.keysWidth([]Line{{Key: key}}, 11, false)
		s := Style{11, Plain, false}
		m := ty.lineLocked("…", s)
		want := hw.NewFrame(128, 32)
		m.over(want, want.Bounds(), in+ty.lineLocked(rows[2], s).advance+2, 20+baseline(10, false), true)
		shared := 0
		for y := 20; y < 32; y++ {
			for x := range 120 {
				if want.Lit(x, y) && f.Lit(x, y) {
					shared++
				}
			}
		}
		assert.Positive(t, shared, "key %q", key)
	}
}
