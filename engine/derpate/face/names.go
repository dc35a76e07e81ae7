package face

import (
	"strconv"
	"strings"
	"sync"

	"consigliere/engine"
	"consigliere/engine/derpate"
	"consigliere/engine/document"
	"consigliere/engine/language"
)

// names returns the messages that the catalogue of a header brings.
func names(h engine.Header) map[string]map[string]string {
	set, err := derpate.Options.Read(h)
	if err != nil {
		return nil
	}
	c := derpate.CatalogueOf(set)
	if c == nil || c == derpate.House() {
		return nil
	}
	return catalogueNames(c, c.Tree)
}

// titleWords are the messages of the title by language.
var titleWords = sync.OnceValue(func() map[string]map[string]string { return engine.Words(messages) })

// catalogueNames returns messages for the districts, businesses and cards of a header's
// catalogue, by language and key. A name that the catalogue leaves out in a language is its
// English one, or the identifier.
func catalogueNames(c *derpate.Catalogue, all *document.Node) map[string]map[string]string {
	out := map[string]map[string]string{}
	for _, l := range language.Tags() {
		words := map[string]string{}
		names := [derpate.DistrictCount]string{}
		for i, n := range all.Key("districts").Items {
			names[i] = nameIn(l, n.Key("name"), c.Districts[i].ID)
			words["district."+c.Districts[i].ID] = names[i]
		}
		for k := derpate.Business(1); k <= derpate.BusinessCount; k++ {
			name := names[c.District[k]] + " " + digits(l, int(c.Number[k]))
			if numberTwice(c, k) {
				name += strings.ReplaceAll(titleWords()[l]["text.space"], "#", digits(l, int(c.Space[k])))
			}
			for _, arg := range []string{"business.", "from.", "to."} {
				words[arg+k.String()] = name
			}
		}
		for i, n := range all.Key("events").Items {
			e := &c.Events[i]
			name := nameIn(l, n.Key("name"), e.ID)
			words[e.NameKey] = name
			words[e.TextKey] = nameIn(l, n.Key("text"), name)
		}
		out[l] = words
	}
	return out
}

// numberTwice reports whether another business of the same district has the same number.
func numberTwice(c *derpate.Catalogue, k derpate.Business) bool {
	for other := derpate.Business(1); other <= derpate.BusinessCount; other++ {
		if other != k && c.District[other] == c.District[k] && c.Number[other] == c.Number[k] {
			return true
		}
	}
	return false
}

// digits writes a number with the digits of a language.
func digits(lang string, n int) string { return language.Of(lang).Digits(strconv.Itoa(n)) }

// nameIn returns the text of names in a language.
func nameIn(lang string, names *document.Node, otherwise string) string {
	for _, l := range []string{lang, language.English} {
		if n := names.Key(l); n != nil {
			return n.Text
		}
	}
	return otherwise
}
