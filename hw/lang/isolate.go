package lang

import (
	"strings"
	"unicode"
)

// The marks around a name of the other script. What is beside it, such as a number, a sign or a bracket, keeps its
// place with them; see Unicode Standard Annex 9.
const (
	firstStrong = "\u2068" // begins a part that runs as its first letter does
	leftToRight = "\u2066" // begins a part that runs from the left
	popIsolate  = "\u2069" // ends either
)

// Isolate returns a name as a text of the language has it: one with letters of the other direction stands between marks
// that keep it apart.
func (l Lang) Isolate(name string) string {
	if !strings.ContainsFunc(name, l.foreign) || strings.HasPrefix(name, firstStrong) && strings.HasSuffix(name, popIsolate) {
		return name
	}
	return firstStrong + name + popIsolate
}

// isolateTyped is [Lang.Isolate] for words that somebody has typed, or that came from a sentence: only those that
// are of the other direction as a whole stand apart.
func (l Lang) isolateTyped(words string) string {
	if strings.ContainsFunc(words, func(r rune) bool { return unicode.IsLetter(r) && !l.foreign(r) }) {
		return words
	}
	return l.Isolate(words)
}

// foreign reports whether a letter runs against the direction of the language.
func (l Lang) foreign(r rune) bool {
	return unicode.IsLetter(r) && unicode.In(r, unicode.Arabic, unicode.Hebrew) != l.RightToLeft()
}

// marks are those for screens and pages that a voice has nothing to do with.
var marks = strings.NewReplacer("\u200e", "", "\u200f", "", leftToRight, "", "\u2067", "", firstStrong, "", popIsolate, "")

// Unmarked returns a text without marks of direction, as a voice is given it.
func Unmarked(text string) string { return marks.Replace(text) }
