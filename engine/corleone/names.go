package corleone

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"sync"

	"consigliere/engine"
	"consigliere/engine/document"
)

// names returns what the board and the cards of a header are called, by language and key: their
// names for each argument that they stand in, what they give in a few words ("front." and "back."
// of a business, "does." of a job or an ally), and the sentences that explain them.
func names(h engine.Header) map[string]map[string]string {
	set, err := options.Read(h)
	if err != nil {
		return houseNames()
	}
	if c := catalogueOf(set); c != nil && c != house() {
		return catalogueNames(c)
	}
	return houseNames()
}

var houseNames = sync.OnceValue(func() map[string]map[string]string { return catalogueNames(house()) })

func catalogueNames(c *catalogue) map[string]map[string]string {
	out := map[string]map[string]string{}
	for _, l := range languages {
		w := &writer{lang: l, words: titleWords()[l], out: map[string]string{}}
		w.write(c)
		out[l] = w.out
	}
	return out
}

// titleWords are the messages of the title by language, for what names are put together from.
var titleWords = sync.OnceValue(func() map[string]map[string]string {
	all := map[string]map[string]string{}
	for _, l := range languages {
		data, err := messages.ReadFile("messages." + l + ".toml")
		if err != nil {
			panic(err) // it is embedded
		}
		tree, err := document.TOML(data)
		if err != nil {
			panic(fmt.Sprintf("corleone: messages.%s.toml: %v", l, err))
		}
		words := map[string]string{}
		for _, m := range tree.Members {
			words[m.Key] = m.Value.Text
		}
		all[l] = words
	}
	return all
})

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

func (w *writer) write(c *catalogue) {
	for i, n := range slices.Concat(c.tree.Key("printed").Items, c.tree.Key("tiles").Items) {
		at := i
		if i < firstTile { // in any order
			at = int(c.places[n.Key("id").Text])
		}
		w.business(c, &c.businesses[at], n)
	}
	for i := range c.spaces {
		w.space(c, &c.spaces[i])
	}
	for i, n := range c.tree.Key("jobs").Items {
		w.job(c, &c.jobs[i], n)
	}
	for i, n := range c.tree.Key("allies").Items {
		w.ally(c, &c.allies[i], n)
	}
}

func (w *writer) business(c *catalogue, b *business, n *document.Node) {
	w.put(b.id, nameIn(w.lang, n, b.id), "business", "tiles", "from", "to", "at", "kill", "relocate")
	w.put(b.id, w.list(c, b.front, "short."), "front")
	w.put(b.id, w.list(c, b.back, "short."), "back")
	var s []string
	if b.turf != NoTurf {
		s = append(s, w.words[turfKeys[b.turf]])
	}
	if b.key != c.businesses[parkAt].key {
		s = append(s, w.named("text.front", w.list(c, b.front, "ability.")))
	}
	s = append(s, w.named("text.back", w.list(c, b.back, "ability.")))
	w.put(b.id, w.sentences(s), "hint.business", "hint.tiles")
}

// space calls a circle by what it touches.
func (w *writer) space(c *catalogue, s *space) {
	var touches, gives []string
	back := func(at int) {
		if b := &c.businesses[at]; len(b.back) > 0 {
			gives = append(gives, w.list(c, b.back, "ability."))
		}
	}
	for t := Turf(1); t <= turfs; t++ {
		if s.turfs.has(t) {
			touches = append(touches, w.words["area."+turfWords[t]])
			back(int(t) - 1)
		}
	}
	if s.park {
		touches = append(touches, w.words["area."+parkWord])
		back(parkAt)
	}
	name := strings.Join(touches, w.comma())
	w.put(s.id, name, "space", "from", "to", "at", "kill", "relocate")
	w.put(s.id, w.sentences([]string{w.named("text.backs", strings.Join(gives, w.semicolon())), w.words["text.and_tiles"]}), "hint.space")
}

func (w *writer) job(c *catalogue, j *job, n *document.Node) {
	name := nameIn(w.lang, n, j.id)
	w.put(j.id, name, "job", "jobs", "keep", "discard")
	w.put("job:"+j.id, name, "card", "cards", "lose", "gain")
	short := w.money(sum(j.pays))
	if len(j.does) > 0 {
		short += w.comma() + w.list(c, j.does, "short.")
	}
	w.put("job."+j.id, short, "does")
	var cost []Ability
	for g, n := range j.cost {
		for range n {
			cost = append(cost, TakeGun+Ability(g))
		}
	}
	s := []string{w.named("text.cost", w.list(c, cost, "ability.")), w.named("text.pays", w.notes(j.pays))}
	if len(j.does) > 0 {
		s = append(s, w.named("text.then", w.list(c, j.does, "ability.")))
	}
	s = append(s, w.named("text.colour", w.words["key."+colourWords[j.colour]]))
	w.put(j.id, w.sentences(s), "hint.job", "hint.jobs", "hint.keep", "hint.discard")
	w.put("job:"+j.id, w.sentences(s), "hint.card", "hint.cards", "hint.lose", "hint.gain")
}

func (w *writer) ally(c *catalogue, a *ally, n *document.Node) {
	name := nameIn(w.lang, n, a.id)
	w.put(a.id, name, "ally", "allies")
	w.put("ally:"+a.id, name, "card", "cards", "lose", "gain")
	w.put("ally."+a.id, w.list(c, a.does, "short."), "does")
	s := w.sentences([]string{w.named("text.ally", w.list(c, a.does, "ability."))})
	w.put(a.id, s, "hint.ally", "hint.allies")
	w.put("ally:"+a.id, s, "hint.card", "hint.cards", "hint.lose", "hint.gain")
}

// list writes abilities, equal ones as one with how often it is there. Choices are written with the
// messages of the prefix.
func (w *writer) list(c *catalogue, does []Ability, prefix string) string {
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

func (w *writer) ability(c *catalogue, a Ability, prefix string) string {
	switch {
	case a <= Take5:
		return w.money(notes[a-Take1])
	case a <= TakeNarcotics:
		return w.words["short."+abilityWords[a]]
	case a >= Swap1 && a <= Swap3:
		s := &c.swaps[a-Swap1]
		if prefix == "short." {
			return digits(w.lang, s.discard) + w.words["text.to"] + w.notes(s.take)
		}
		cards := "text.card"
		if s.discard > 1 {
			cards = "text.cards"
		}
		return digits(w.lang, s.discard) + " " + w.words[cards] + w.words["text.for"] + w.notes(s.take)
	}
	return w.words[prefix+abilityWords[a]]
}

// notes writes notes by their places.
func (w *writer) notes(list []int) string {
	if len(list) == 0 {
		return w.words["text.nothing"]
	}
	parts := make([]string, len(list))
	for i, at := range list {
		parts[i] = w.money(notes[at])
	}
	return strings.Join(parts, " + ")
}

func sum(list []int) int {
	n := 0
	for _, at := range list {
		n += notes[at]
	}
	return n
}

// money writes an amount, as the notes of the messages are written.
func (w *writer) money(n int) string {
	return strings.ReplaceAll(w.words["text.money"], "#", digits(w.lang, n))
}

func (w *writer) named(key, what string) string { return w.words[key] + ": " + what }

func (w *writer) sentences(s []string) string { return strings.Join(s, ". ") + "." }

func (w *writer) comma() string {
	if w.lang == "fa" {
		return "، "
	}
	return ", "
}

// semicolon divides what has commas of its own.
func (w *writer) semicolon() string {
	if w.lang == "fa" {
		return "؛ "
	}
	return "; "
}

// digits writes a number with the digits of a language.
func digits(lang string, n int) string {
	if lang == "fa" {
		return strings.Map(func(r rune) rune { return r - '0' + '۰' }, strconv.Itoa(n))
	}
	return strconv.Itoa(n)
}

// nameIn returns the name of a thing in a language. A name that is left out in a language is the
// English one, or the identifier.
func nameIn(lang string, thing *document.Node, otherwise string) string {
	names := thing.Key("name")
	if names == nil {
		return otherwise
	}
	for _, l := range []string{lang, "en"} {
		if n := names.Key(l); n != nil {
			return n.Text
		}
	}
	return otherwise
}
