// Package confusable says which texts cannot be told apart by eye, according to Unicode's table of
// confusable characters (Unicode Technical Standard 39).
package confusable

import (
	_ "embed"
	"sort"
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"
)

//go:generate go run gen.go confusables.txt

// table is what gen.go has made of confusables.txt: the number of its entries, the entries in the order
// of their characters, and what they look like, in UTF-8. An entry is a character, in three bytes, and
// where its text begins, in two. Each text has its length, in one byte, before it. So it is searched
// where it lies, and takes no memory.
//
//go:embed table.bin
var table string

// The table begins with the number of its entries, in two bytes.
const (
	headSize  = 2
	entrySize = 5
)

func number(s string) int {
	n := 0
	for i := range len(s) {
		n = n<<8 | int(s[i])
	}
	return n
}

// looks returns what a character looks like.
func looks(r rune) (string, bool) {
	n := number(table[:headSize])
	entry := func(i int) string { return table[headSize+i*entrySize:][:entrySize] }
	i := sort.Search(n, func(i int) bool { return rune(number(entry(i)[:3])) >= r })
	if i == n || rune(number(entry(i)[:3])) != r {
		return "", false
	}
	text := table[headSize+n*entrySize+number(entry(i)[3:]):]
	return text[1:][:text[0]], true
}

// skeleton returns the skeleton of a text, as the standard defines it. Digits become ASCII's first,
// for a number is the same in all scripts.
func skeleton(s string) string {
	plain := true
	for i := range len(s) {
		plain = plain && s[i] < utf8.RuneSelf && !strings.ContainsRune("01%I|m\"`", rune(s[i]))
	}
	if plain {
		return s
	}
	var b strings.Builder
	for _, r := range norm.NFD.String(s) {
		if d, ok := digit(r); ok {
			r = d
		}
		if text, ok := looks(r); ok {
			b.WriteString(text)
		} else {
			b.WriteRune(r)
		}
	}
	return norm.NFD.String(b.String())
}

// digit returns the digit of ASCII with the value of a decimal digit of any script. The digits of a
// script stand in a row from its zero.
func digit(r rune) (rune, bool) {
	if !unicode.Is(unicode.Nd, r) {
		return 0, false
	}
	first := r
	for unicode.Is(unicode.Nd, first-1) {
		first--
	}
	return '0' + (r-first)%10, true
}

// A Look is what a text looks like.
type Look [3]string

// Of returns what a text looks like, in whatever case it is written.
func Of(s string) Look {
	s = norm.NFKC.String(s)
	fold := func(s string) string { return skeleton(strings.ToLower(skeleton(s))) }
	return Look{fold(s), fold(strings.ToLower(s)), fold(strings.ToUpper(s))}
}

// Like reports whether two looks cannot be told apart in one case or another.
func (l Look) Like(m Look) bool { return l[0] == m[0] || l[1] == m[1] || l[2] == m[2] }
