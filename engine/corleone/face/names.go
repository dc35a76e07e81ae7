package face

import (
	"slices"
	"strconv"
	"strings"
	"sync"

	"consigliere/engine"
	"consigliere/engine/corleone"
	"consigliere/engine/document"
	"consigliere/engine/language"
)

// names returns what the board and the cards of a header are called, by language and key: their
// names for each argument that they stand in, what they give in a few words ("front." and "back."
// of a business, "does." of a job or an ally), and the sentences that explain them.
func names(h engine.Header) map[string]map[string]string {
	set, err := corleone.Options.Read(h)
	if err != nil {
		return houseNames()
	}
	if c := corleone.CatalogueOf(set); c != nil && c != corleone.House() {
		return catalogueNames(c)
	}
	return houseNames()
}

var houseNames = sync.OnceValue(func() map[string]map[string]string { return catalogueNames(corleone.House()) })

func catalogueNames(c *corleone.Catalogue) map[string]map[string]string {
	out := map[string]map[string]string{}
	for _, l := range language.Tags() {
		w := &writer{lang: l, words: titleWords()[l], out: map[string]string{}}
		w.write(c)
		out[l] = w.out
	}
	return out
}

// titleWords are the messages of the title by language, for what names are put together from.
var titleWords = sync.OnceValue(func() map[string]map[string]string { return engine.Words(messages) })

// A writer writes the names of a catalogue in a language.
type writer struct {
	lang  string
	words map[string]string
	out   map[string]string
}

// put writes a name for each of the arguments that a thing stands in.
func (w *writer) put(id, name string, args ...string) {
	for _, arg := range args {
		w.out[arg+"."+id] = name
	}
}

func (w *writer) write(c *corleone.Catalogue) {
	for i, n := range slices.Concat(c.Tree.Key("printed").Items, c.Tree.Key("tiles").Items) {
		at := i
		if i < corleone.FirstTile { // in any order
			at = int(c.Places[n.Key("id").Text])
		}
		w.business(c, &c.Businesses[at], n)
	}
	for i := range c.Spaces {
		w.space(c, &c.Spaces[i])
	}
	for i, n := range c.Tree.Key("jobs").Items {
		w.job(c, &c.Jobs[i], n)
	}
	for i, n := range c.Tree.Key("allies").Items {
		w.ally(c, &c.Allies[i], n)
	}
}

func (w *writer) business(c *corleone.Catalogue, b *corleone.Business, n *document.Node) {
	w.put(b.ID, nameIn(w.lang, n, b.ID), "business", "tiles", "from", "to", "at", "kill", "relocate")
	w.put(b.ID, w.list(c, b.Front, "short."), "front")
	w.put(b.ID, w.list(c, b.Back, "short."), "back")
	var s []string
	if b.Turf != corleone.NoTurf {
		s = append(s, w.words[corleone.TurfKeys[b.Turf]])
	}
	if b.Key != c.Businesses[corleone.ParkAt].Key {
		s = append(s, w.named("text.front", w.list(c, b.Front, "ability.")))
	}
	s = append(s, w.named("text.back", w.list(c, b.Back, "ability.")))
	w.put(b.ID, w.sentences(s), "hint.business", "hint.tiles")
}

// space calls a circle by what it touches.
func (w *writer) space(c *corleone.Catalogue, s *corleone.Space) {
	var touches, gives []string
	back := func(at int) {
		if b := &c.Businesses[at]; len(b.Back) > 0 {
			gives = append(gives, w.list(c, b.Back, "ability."))
		}
	}
	both := s.Turfs.Has(corleone.UpperEastSide) && s.Turfs.Has(corleone.UpperWestSide) // two long names that share a word
	for t := corleone.Turf(1); t <= corleone.Turfs; t++ {
		if !s.Turfs.Has(t) {
			continue
		}
		switch {
		case both && t == corleone.UpperEastSide:
			touches = append(touches, w.words["area.both_sides"])
		case !both || t != corleone.UpperWestSide:
			touches = append(touches, w.words["area."+corleone.TurfWords[t]])
		}
		back(int(t) - 1)
	}
	if s.Park {
		touches = append(touches, w.words["area."+corleone.ParkWord])
		back(corleone.ParkAt)
	}
	name := strings.Join(touches, w.comma())
	w.put(s.ID, name, "space", "from", "to", "at", "kill", "relocate")
	w.put(s.ID, w.sentences([]string{w.named("text.backs", strings.Join(gives, w.semicolon())), w.words["text.and_tiles"]}), "hint.space")
}

func (w *writer) job(c *corleone.Catalogue, j *corleone.JobKind, n *document.Node) {
	name := nameIn(w.lang, n, j.ID)
	w.put(j.ID, name, "job", "jobs", "keep", "discard")
	w.put("job:"+j.ID, name, "card", "cards", "lose", "gain")
	short := w.money(sum(j.Pays))
	if len(j.Does) > 0 {
		short += w.comma() + w.list(c, j.Does, "short.")
	}
	var cost []corleone.Ability
	for g, n := range j.Cost {
		for range n {
			cost = append(cost, corleone.TakeGun+corleone.Ability(g))
		}
	}
	w.put("job."+j.ID, short, "does")
	w.put("job."+j.ID, strings.ReplaceAll(w.words["text.price"], "#", w.list(c, cost, "short."))+short, "price")
	s := []string{w.named("text.cost", w.list(c, cost, "ability.")), w.named("text.pays", w.notes(j.Pays))}
	if len(j.Does) > 0 {
		s = append(s, w.named("text.then", w.list(c, j.Does, "ability.")))
	}
	s = append(s, w.named("text.colour", w.words["key."+corleone.ColourWords[j.Colour]]))
	w.put(j.ID, w.sentences(s), "hint.job", "hint.jobs", "hint.keep", "hint.discard")
	w.put("job:"+j.ID, w.sentences(s), "hint.card", "hint.cards", "hint.lose", "hint.gain")
}

func (w *writer) ally(c *corleone.Catalogue, a *corleone.AllyKind, n *document.Node) {
	name := nameIn(w.lang, n, a.ID)
	w.put(a.ID, name, "ally", "allies")
	w.put("ally:"+a.ID, name, "card", "cards", "lose", "gain")
	w.put("ally."+a.ID, w.list(c, a.Does, "short."), "does")
	s := w.sentences([]string{w.named("text.ally", w.list(c, a.Does, "ability."))})
	w.put(a.ID, s, "hint.ally", "hint.allies")
	w.put("ally:"+a.ID, s, "hint.card", "hint.cards", "hint.lose", "hint.gain")
}

// list writes abilities, equal ones as one with how often it is there. Choices are written with the
// messages of the prefix.
func (w *writer) list(c *corleone.Catalogue, does []corleone.Ability, prefix string) string {
	if len(does) == 0 {
		return w.words["text.nothing"]
	}
	var parts []string
	for i, a := range does {
		if slices.Contains(does[:i], a) {
			continue
		}
		n := 0
		for _, b := range does {
			if b == a {
				n++
			}
		}
		s := w.ability(c, a, prefix)
		if n > 1 {
			s = digits(w.lang, n) + " × " + s
		}
		parts = append(parts, s)
	}
	if prefix == "ability." {
		return strings.Join(parts, w.semicolon())
	}
	return strings.Join(parts, w.comma())
}

func (w *writer) ability(c *corleone.Catalogue, a corleone.Ability, prefix string) string {
	switch {
	case a <= corleone.Take5:
		return w.money(corleone.NoteValues[a-corleone.Take1])
	case a <= corleone.TakeNarcotics:
		return w.words["short."+corleone.AbilityWords[a]]
	case a >= corleone.Swap1 && a <= corleone.Swap3:
		s := &c.Swaps[a-corleone.Swap1]
		if prefix == "short." {
			return digits(w.lang, s.Discard) + w.words["text.to"] + w.notes(s.Take)
		}
		cards := "text.card"
		if s.Discard > 1 {
			cards = "text.cards"
		}
		return digits(w.lang, s.Discard) + " " + w.words[cards] + w.words["text.for"] + w.notes(s.Take)
	}
	return w.words[prefix+corleone.AbilityWords[a]]
}

// notes writes notes by their places.
func (w *writer) notes(list []int) string {
	if len(list) == 0 {
		return w.words["text.nothing"]
	}
	parts := make([]string, len(list))
	for i, at := range list {
		parts[i] = w.money(corleone.NoteValues[at])
	}
	return strings.Join(parts, " + ")
}

func sum(list []int) int {
	n := 0
	for _, at := range list {
		n += corleone.NoteValues[at]
	}
	return n
}

// money writes an amount, as the notes of the messages are written.
func (w *writer) money(n int) string {
	return strings.ReplaceAll(w.words["text.money"], "#", digits(w.lang, n))
}

func (w *writer) named(key, what string) string { return w.words[key] + ": " + what }

func (w *writer) sentences(s []string) string { return strings.Join(s, ". ") + "." }

func (w *writer) comma() string { return language.Of(w.lang).Comma }

// semicolon divides what has commas of its own.
func (w *writer) semicolon() string { return language.Of(w.lang).Semicolon }

// digits writes a number with the digits of a language.
func digits(lang string, n int) string { return language.Of(lang).Digits(strconv.Itoa(n)) }

// nameIn returns the name of a thing in a language. A name that is left out in a language is the
// English one, or the identifier.
func nameIn(lang string, thing *document.Node, otherwise string) string {
	names := thing.Key("name")
	if names == nil {
		return otherwise
	}
	for _, l := range []string{lang, language.English} {
		if n := names.Key(l); n != nil {
			return n.Text
		}
	}
	return otherwise
}
