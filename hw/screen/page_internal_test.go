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
