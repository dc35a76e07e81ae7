package engine

import (
	"slices"
	"strconv"
	"strings"
	"unicode"

	"golang.org/x/text/unicode/norm"
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
// is ignored where it is drawn (DerivedCoreProperties, Default_Ignorable_Code_Point).
func unseen(r rune) bool {
	return unicode.In(r, unicode.Cc, unicode.Cf, unicode.Variation_Selector, unicode.Other_Default_Ignorable_Code_Point)
}

// lookalikes are letters of other scripts that are drawn like a Latin one, and Arabic ones
// that are drawn like a Persian one, in lower case (Unicode Technical Standard 39,
// confusables.txt, as far as the fonts of a table draw them alike).
var lookalikes = strings.NewReplacer(
	"а", "a", "е", "e", "о", "o", "р", "p", "с", "c", "у", "y", "х", "x", "і", "i", "ѕ", "s", "ј", "j", "һ", "h", "ԁ", "d", "ԛ", "q", "ԝ", "w",
	"ο", "o", "α", "a", "ν", "v", "ρ", "p", "ι", "i", "κ", "k", "υ", "u", "χ", "x", "τ", "t", "ı", "i",
	"ي", "ی", "ى", "ی", "ك", "ک", "ە", "ه", "ة", "ه",
	"٠", "۰", "١", "۱", "٢", "۲", "٣", "۳", "٧", "۷", "٨", "۸", "٩", "۹",
	" ", "", "\u200C", "", "\u200D", "",
)

// skeleton returns what a name looks like: names with the same skeleton cannot be told apart
// at a table.
func skeleton(name string) string {
	return lookalikes.Replace(norm.NFC.String(strings.ToLower(norm.NFKC.String(name))))
}

// Alike reports whether two names cannot be told apart at a table.
func Alike(a, b string) bool { return skeleton(a) == skeleton(b) }

// checkNames returns what is wrong with the names of a roster, if anything.
func (t *Title) checkNames(names Roster) error {
	var looks []string
	for i, s := range names {
		normal, look := NormalName(s), skeleton(s)
		alike := slices.Index(looks, look)
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
