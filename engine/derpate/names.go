package derpate

import (
	"strconv"
	"strings"

	"consigliere/engine/document"
)

// catalogueNames returns messages for the districts, businesses and cards of a header's
// catalogue, by language and key. A name that the catalogue leaves out in a language is its
// English one, or the identifier.
func catalogueNames(c *catalogue, all *document.Node) map[string]map[string]string {
	out := map[string]map[string]string{}
	for _, l := range languages {
		words := map[string]string{}
		names := [districtCount]string{}
		for i, n := range all.Key("districts").Items {
			names[i] = nameIn(l, n.Key("name"), c.districts[i].id)
			words["district."+c.districts[i].id] = names[i]
		}
		for k := Business(1); k <= businessCount; k++ {
			name := names[c.district[k]] + " " + digits(l, int(c.number[k]))
			if c.numberTwice(k) {
				name += carSpace[l] + digits(l, int(c.space[k]))
			}
			for _, arg := range []string{"business.", "from.", "to."} {
				words[arg+k.String()] = name
			}
		}
		for i, n := range all.Key("events").Items {
			e := &c.events[i]
			name := nameIn(l, n.Key("name"), e.id)
			words[e.nameKey] = name
			words[e.textKey] = nameIn(l, n.Key("text"), name)
		}
		out[l] = words
	}
	return out
}

// carSpace stands before the car space of a business whose district and number are not enough
// to tell it from another.
var carSpace = map[string]string{"en": ", space ", "fa": "، خانه‌ی ", "it": ", casella "}

// numberTwice reports whether another business of the same district has the same number.
func (c *catalogue) numberTwice(k Business) bool {
	for other := Business(1); other <= businessCount; other++ {
		if other != k && c.district[other] == c.district[k] && c.number[other] == c.number[k] {
			return true
		}
	}
	return false
}

// digits writes a number with the digits of a language.
func digits(lang string, n int) string {
	if lang == "fa" {
		return strings.Map(func(r rune) rune { return r - '0' + '۰' }, strconv.Itoa(n))
	}
	return strconv.Itoa(n)
}

// nameIn returns the text of names in a language.
func nameIn(lang string, names *document.Node, otherwise string) string {
	for _, l := range []string{lang, "en"} {
		if n := names.Key(l); n != nil {
			return n.Text
		}
	}
	return otherwise
}
