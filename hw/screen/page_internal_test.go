package screen

import (
	"testing"

	"github.com/stretchr/testify/assert"
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
