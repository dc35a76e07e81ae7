package lang

import (
	"regexp"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/feature/plural"
	"golang.org/x/text/language"

	"consigliere/engine"
)

// A value is what a message puts in place of {{.who}}, {{.what}} or {{.n}}. By itself it is the word as it
// stands alone; its methods give what a sentence makes of it, so that grammar is in the message and the
// catalogue of a language and never in code:
//
//	{{.whom.As "a"}}                      the word in another form, such as a case or with its article
//	{{.what.Agree "m" "uscito" "f" "uscita"}}  a word that agrees with it
//	{{.m.Count "punto" "punti"}}          the number with the noun that it counts
//	{{.what.As "count" "n"}}              the word in a form that has a number in it: "told.coins@count" with its {{.n}}
type value struct {
	text string
	key  string // of the message of a thing; "" for names and numbers
	n    int
	lang Lang
	book *Book
	// names are the players', which no form changes.
	names engine.Roster
}

// made returns what a sentence makes of the value, by the name of a method; the word as it stands alone for "".
func (v value) made(by string, with []string, args map[string]value) string {
	switch by {
	case "As":
		if len(with) == 2 {
			return v.counted(with[0], args[with[1]])
		}
		return v.As(strings.Join(with, " "))
	case "Agree":
		return v.Agree(with...)
	case "Count":
		return v.Count(with...)
	}
	return v.text
}

// As returns the word in another form. The message with the key of the thing, "@" and the name of the form
// has it, such as "card.gun@un" for "un'arma". What has no such message, such as a name, has the form that
// the language makes by rule, or else stays as it is.
func (v value) As(form string) string {
	if s, ok := v.second(form); ok {
		return s
	}
	if form == "low" && slices.ContainsFunc(v.names, func(name string) bool { return startsWithWord(v.text, name) }) {
		return v.text // a name keeps its capital
	}
	return v.lang.form(form, v.text)
}

// counted returns the word in a form that has a number in it, or the word and then the number.
func (v value) counted(form string, number value) string {
	if v.key != "" && v.book != nil {
		if name, ok := v.book.names[string(v.lang)][v.key+"@"+form]; ok {
			return fill(name, map[string]value{"n": number})
		}
		if m := v.book.find(v.lang, v.key+"@"+form); m != nil && !v.isForeign(v.key+"@"+form) {
			return m.fill(number.n, map[string]value{"n": number})
		}
	}
	return v.text + " " + number.text
}

// Agree returns the word for the gender of the thing, which the message with its key and "@gender" has, such
// as "f". pairs are genders and words; the first word is for what has no gender.
func (v value) Agree(pairs ...string) string {
	gender, _ := v.second("gender")
	for i := 0; i+1 < len(pairs); i += 2 {
		if pairs[i] == gender {
			return pairs[i+1]
		}
	}
	if len(pairs) < 2 {
		return ""
	}
	return pairs[1]
}

// Count returns the number with the form of the noun that it counts. forms are those for the plural categories
// of the language, in the order one, few, many, other; the last is for all the rest.
func (v value) Count(forms ...string) string {
	if len(forms) == 0 {
		return v.text
	}
	at := len(forms) - 1
	n := max(v.n, -v.n)
	switch plural.Cardinal.MatchPlural(language.Make(string(v.lang)), n, 0, 0, 0, 0) {
	case plural.One:
		at = 0
	case plural.Two, plural.Few:
		at = min(1, at)
	case plural.Many:
		at = min(2, at)
	}
	return v.text + " " + forms[at]
}

// second returns the message of the thing in a form, if there is one.
func (v value) second(form string) (string, bool) {
	if v.key == "" || v.book == nil {
		return "", false
	}
	key := v.key + "@" + form
	if !v.book.Has(v.lang, key) || v.isForeign(key) {
		return "", false
	}
	return v.book.Word(v.lang, key), true
}

// isForeign reports whether the book has a form of the thing in English alone while it has the word itself in the
// language, which is then left as it is.
func (v value) isForeign(form string) bool {
	_, named := v.book.names[string(v.lang)][form]
	return !named && !v.book.HasOwn(v.lang, form) && v.book.HasOwn(v.lang, v.key)
}

// form returns a word in a form that the language makes by rule, or as it is.
func (l Lang) form(form, word string) string {
	if l != Italian {
		return word
	}
	switch form {
	case "a", "e": // "ad Ava", "ed Elena", but "a Elena", "e Ava"
		if startsWith(word, form) {
			form += "d"
		}
		return form + " " + word
	case "low": // after a colon
		first, n := utf8.DecodeRuneInString(word)
		if !capitals.MatchString(word) {
			return string(unicode.ToLower(first)) + word[n:]
		}
	}
	return word
}

// capitals is what keeps its capital after a colon: names of things in the games, buttons and marks.
var capitals = regexp.MustCompile(`^(\p{Lu}[\p{Lu}.!0-9,+]|Bang|Boss|Padrino|Sindaco|Capo|Spia|Banchiere|Consigliere|Pubblico Ministero|Senatore|Giudice|Poliziotto|Compleanno|Ghostface)`)

// startsWith reports whether a word begins with a vowel, with or without an accent.
func startsWith(word, vowel string) bool {
	word = strings.TrimLeftFunc(word, func(r rune) bool { return !unicode.IsLetter(r) })
	first, _ := utf8.DecodeRuneInString(word)
	switch unicode.ToLower(first) {
	case 'a', 'à':
		return vowel == "a"
	case 'e', 'è', 'é':
		return vowel == "e"
	}
	return false
}
