package lang

import (
	"cmp"
	"maps"
	"slices"
	"strings"
	"unicode"
)

// Saying returns a text with names as they are said. A name is replaced where it is a word of its own.
func Saying(text string, said map[string]string) string {
	if len(said) == 0 {
		return text
	}
	// The longest first: "Anna Maria" before "Anna".
	names := slices.SortedFunc(maps.Keys(said), func(a, b string) int { return cmp.Or(cmp.Compare(len(b), len(a)), strings.Compare(a, b)) })
	var out strings.Builder
	inside := false // of a word
	for text != "" {
		if !inside {
			if i := slices.IndexFunc(names, func(n string) bool { return n != "" && startsWithWord(text, n) }); i >= 0 {
				out.WriteString(said[names[i]])
				text, inside = text[len(names[i]):], true
				continue
			}
		}
		for i, r := range text {
			if i > 0 {
				out.WriteString(text[:i])
				text = text[i:]
				break
			}
			inside = ofWord(r)
			if len(text) == len(string(r)) {
				out.WriteString(text)
				text = ""
				break
			}
		}
	}
	return out.String()
}

// startsWithWord reports whether a text begins with a word, and the word ends there.
func startsWithWord(text, word string) bool {
	rest, ok := strings.CutPrefix(text, word)
	if !ok {
		return false
	}
	for _, r := range rest {
		return !ofWord(r)
	}
	return true
}

func ofWord(r rune) bool {
	return unicode.IsLetter(r) || unicode.IsMark(r) || unicode.IsDigit(r) || r == '\u200c'
}
