package engine

import (
	"slices"
	"strconv"
	"strings"
	"unicode"

	"golang.org/x/text/unicode/norm"

	"consigliere/internal/confusable"
)

// NormalName returns a name as a header may have it: in Unicode's composed form (NFC),
// without space around it and with single spaces within, and without characters that cannot
// be seen, such as those that turn the direction of text. A joiner, which Persian needs, stays
// between two letters of its script. What people type goes through it before a header is made;
// "" means that nothing is left. It returns a normal name as it is.
func NormalName(s string) string {
	var seen []rune
	for _, r := range norm.NFC.String(strings.ToValidUTF8(s, "")) {
		switch {
		case isBlank(r):
			seen = append(seen, ' ')
		case isJoiner(r) || !unseen(r):
			seen = append(seen, r)
		}
	}
	kept := seen[:0]
	for i, r := range seen {
		between := len(kept) > 0 && i+1 < len(seen) && unicode.Is(unicode.Arabic, kept[len(kept)-1]) && unicode.Is(unicode.Arabic, seen[i+1])
		if !isJoiner(r) || between {
			kept = append(kept, r)
		}
	}
	return norm.NFC.String(strings.Join(strings.Fields(string(kept)), " "))
}

// isBlank reports whether a character looks like a space.
func isBlank(r rune) bool {
	return unicode.IsSpace(r) || unicode.Is(unicode.Z, r) || r == '\u2800' // a Braille cell without dots
}

// isJoiner reports whether a character is ZWNJ or ZWJ.
func isJoiner(r rune) bool { return r == '\u200C' || r == '\u200D' }

// unseen reports whether a character cannot be seen: controls, formats, and what Unicode says
// is ignored where it is drawn (DerivedCoreProperties, Default_Ignorable_Code_Point). What has no
// meaning that all agree on, for private use or not assigned, is drawn as the same box everywhere.
func unseen(r rune) bool {
	return unicode.In(r, unicode.C, unicode.Variation_Selector, unicode.Other_Default_Ignorable_Code_Point) ||
		!unicode.In(r, unicode.L, unicode.M, unicode.N, unicode.P, unicode.S, unicode.Z)
}

// Alike reports whether two names cannot be told apart at a table.
func Alike(a, b string) bool { return look(a).Like(look(b)) }

// look returns what a name looks like: spaces and joiners are seen by nobody who reads fast.
func look(name string) confusable.Look {
	return confusable.Of(strings.Map(func(r rune) rune {
		if r == ' ' || isJoiner(r) {
			return -1
		}
		return r
	}, name))
}

// checkNames returns what is wrong with the names of a roster, if anything.
func (t *Title) checkNames(names Roster) error {
	var looks []confusable.Look
	for i, s := range names {
		normal, look := NormalName(s), look(s)
		alike := slices.IndexFunc(looks, look.Like)
		switch {
		case normal == "":
			return Refuse("", "refuse.seat_empty", i+1)
		case strings.ContainsFunc(s, unicode.IsControl):
			return Refuse("", "refuse.seat_control", strconv.Quote(s))
		case normal != s:
			return Refuse("", "refuse.seat_form", strconv.Quote(s), normal)
		case s == "table" || s == "none" || slices.Contains(t.Reserved, s):
			return Refuse("", "refuse.seat_reserved", s)
		case slices.Contains(names[:i], s):
			return Refuse("", "refuse.seat_twice", s)
		case alike >= 0:
			return Refuse("", "refuse.seat_alike", names[alike], s)
		}
		looks = append(looks, look)
	}
	return nil
}
