package document

import (
	"unicode"
	"unicode/utf8"
)

// Nearest returns the word that differs least from what was typed, or "" if none is near: a
// third of the letters typed and one more may differ, but not all. Capital letters count as
// small ones.
func Nearest(typed string, words []string) string {
	if len(typed) > 256 {
		return "" // no word is as long
	}
	letters := utf8.RuneCountInString(typed)
	best, least := "", min(letters/3+2, letters)
	for _, w := range words {
		if d := distance(typed, w); d < least {
			best, least = w, d
		}
	}
	return best
}

// distance is the number of letters to insert, drop or change to make b of a.
func distance(a, b string) int {
	x, y := []rune(a), []rune(b)
	row := make([]int, len(y)+1)
	for j := range row {
		row[j] = j
	}
	for i := range x {
		diagonal := row[0]
		row[0] = i + 1
		for j := range y {
			d := diagonal
			if unicode.ToLower(x[i]) != unicode.ToLower(y[j]) {
				d++
			}
			diagonal = row[j+1]
			row[j+1] = min(d, row[j]+1, diagonal+1)
		}
	}
	return row[len(y)]
}
