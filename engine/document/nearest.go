package document

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// Nearest returns the word that differs least from what was typed, or "" if none is near: a
// third of the letters typed and one more may differ, but not all. Capital letters count as
// small ones, and two letters in the wrong order as one that differs. What was typed itself is
// not meant.
func Nearest(typed string, words []string) string {
	if len(typed) > 256 {
		return "" // no word is as long
	}
	letters := utf8.RuneCountInString(typed)
	best, least := "", min(letters/3+2, letters)
	for _, w := range words {
		if d := distance(typed, w); d < least && w != typed {
			best, least = w, d
		}
	}
	return best
}

// distance is the number of letters to insert, drop or change, or of neighbours to swap, to make
// b of a.
func distance(a, b string) int {
	x, y := []rune(strings.Map(unicode.ToLower, a)), []rune(strings.Map(unicode.ToLower, b))
	before, above, row := make([]int, len(y)+1), make([]int, len(y)+1), make([]int, len(y)+1)
	for j := range row {
		row[j] = j
	}
	for i := range x {
		before, above, row = above, row, before
		row[0] = i + 1
		for j := range y {
			d := above[j]
			if x[i] != y[j] {
				d++
			}
			if i > 0 && j > 0 && x[i] == y[j-1] && x[i-1] == y[j] {
				d = min(d, before[j-1]+1)
			}
			row[j+1] = min(d, row[j]+1, above[j+1]+1)
		}
	}
	return row[len(y)]
}
