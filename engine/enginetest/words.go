package enginetest

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"maps"
	"math/rand/v2"
	"os"
	"path/filepath"
	"reflect"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/pelletier/go-toml/v2"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"consigliere/engine"
	"consigliere/engine/language"
)

var languages = language.Tags()

// testRules compares the rules in other languages with the ledger: every rule has its
// sentence, and it speaks of the same other rules.
func testRules(t *testing.T, title *engine.Title) {
	other := regexp.MustCompile(`\b\d{1,2}\.\d{1,2}\b`)
	ledger := map[string]string{}
	for _, n := range title.RuleNumbers() {
		ledger[n], _, _ = strings.Cut(title.Sentence(n), " [")
	}
	require.NotEmpty(t, ledger)
	for _, l := range languages[1:] {
		name := "rules." + l + ".toml"
		data, err := fs.ReadFile(title.Messages, name)
		require.NoError(t, err)
		var sentences map[string]string
		require.NoError(t, toml.Unmarshal(data, &sentences), name)
		for n, s := range ledger {
			told := sentences[n]
			if !assert.NotEmpty(t, told, "%s: %s", name, n) {
				continue
			}
			assert.ElementsMatch(t, other.FindAllString(s, -1), other.FindAllString(told, -1), "%s: %s names the same rules", name, n)
			assert.NotContains(t, told, "[", "%s: %s: sources stay in the ledger", name, n)
			assert.NotContains(t, told, "`", "%s: %s: identifiers stay in the ledger", name, n)
		}
		for n := range sentences {
			assert.Contains(t, ledger, n, "%s: the ledger has no such rule", name)
		}
	}
}

// A vocabulary is the messages of a title, and what is said with them.
type vocabulary struct {
	title        *engine.Title
	keys         map[string]bool // the messages that there are
	needed       map[string]bool
	brought      map[string]bool    // messages out of headers
	played, told map[string]bool    // verbs
	explained    map[[3]string]bool // by verb, argument and word
}

// testWords compares the catalogues with what random plays show, and with the code.
func testWords(t *testing.T, title *engine.Title, c Config) {
	assert.Equal(t, title.Catalogue != nil, title.FileOption() != "", "a title with a catalogue has an option for the file, and no other has")
	w := vocabulary{
		title: title, keys: Catalogues(t, title.Messages), needed: map[string]bool{}, brought: map[string]bool{},
		played: map[string]bool{}, told: map[string]bool{}, explained: map[[3]string]bool{},
	}
	w.need("game.title", "game.about", "game.long", "game.needs")
	w.options()
	if title.Lessons != nil {
		w.need("teach.begin")
	}
	if title.Tell != nil {
		w.need("log.round")
	}
	plays := func() {
		c.many(t, c.Games/10, func(rt *rapid.T, h engine.Header, rng *rand.Rand) {
			w.names(rt, h)
			record := w.play(rt, c, h, rng)
			if title.Past != nil {
				w.past(rt, record)
			}
		})
	}
	plays()
	if title.Score != nil {
		w.need(needScore(t, title, c)...)
	}
	used := literals(t)
	unused := func(key string) bool {
		switch kind, rest, _ := strings.Cut(key, "."); kind { // what says the same in fewer words is used with it
		case "brief", "tag":
			key = "hint." + rest
		case "short", "chosen": // or instead of it, where the others must not know more
			key = rest
		}
		return !w.needed[key] && !used(key)
	}
	// The few plays of a short run do not come to all that is rare, and those of any run may
	// miss it.
	for range 10 {
		if testing.Short() || !slices.ContainsFunc(slices.Collect(maps.Keys(w.keys)), unused) {
			break
		}
		plays()
	}
	for verb := range w.played {
		assert.True(t, title.Tell == nil || w.told[verb], "a log tells nothing of the verb %q", verb)
	}
	common := Catalogues(t, engine.Messages)
	for k := range w.needed {
		assert.True(t, w.keys[k] || common[k] || w.brought[k], "the message %q is missing", k)
	}
	for k := range w.keys {
		assert.False(t, unused(k) && !testing.Short(), "nothing uses the message %q", k)
		if strings.HasSuffix(k, ".absent") && !strings.HasPrefix(k, "hint.") {
			assert.True(t, w.keys["hint."+k], "to leave something out is not explained, or as what it would be: %s", k)
		}
	}
}

func (w *vocabulary) need(keys ...string) {
	for _, k := range keys {
		if k != "" {
			w.needed[k] = true
		}
	}
}

func (w *vocabulary) text(x engine.Text) {
	w.need(x.Key)
	for _, thing := range x.Things() {
		if strings.Contains(thing, ".") {
			w.need(thing)
		}
	}
}

// options needs the words of the title's options.
func (w *vocabulary) options() {
	for _, o := range w.title.Options {
		key := "option." + o.Key
		w.need(key, "hint."+key)
		values := o.Values
		if len(o.Tools) > 0 { // each is a game of its own
			for _, v := range values {
				w.need("hint." + key + "." + v)
			}
		}
		if o.Kind == engine.OptionBool {
			values = []string{"true", "false"}
		}
		for _, v := range values {
			w.need(key + "." + v)
		}
		if o.Kind == engine.OptionFile && len(o.Values) > 0 {
			w.need(key + ".none")
		}
		for _, part := range o.Of { // truths and numbers have no words of their own
			w.need(key+"."+part.Key, "hint."+key+"."+part.Key)
			for _, v := range part.Values {
				if part.Kind == engine.OptionChoice {
					w.need(key + "." + part.Key + "." + v)
				}
			}
		}
	}
}

// names checks the words that a header brings.
func (w *vocabulary) names(t require.TestingT, h engine.Header) {
	if w.title.Names == nil {
		return
	}
	names := w.title.Names(h)
	for _, l := range languages {
		assert.Len(t, names[l], len(names["en"]), "as many names in %s as in English", l)
		for k, v := range names[l] {
			w.brought[k] = true
			if _, ok := names["en"][k]; !ok || v == "" {
				assert.Fail(t, "names differ", "%s has the name %q for %s, English %q", l, v, k, names["en"][k])
			}
		}
	}
}

// play needs the words of a random play, and returns its record.
func (w *vocabulary) play(t require.TestingT, c Config, h engine.Header, rng *rand.Rand) []byte {
	title := w.title
	universe := c.Universe(rng, h)
	g, p, err := start(title, h, rng)
	require.NoError(t, err)
	record, moves := append(h.Append(nil), '\n'), engine.NewMoveWriter(title.Moves, h.Seats)
	public := g.View(engine.Public)
	for !g.Over() {
		if title.Lessons != nil {
			for _, word := range title.Lessons(public) {
				w.need("teach." + word)
			}
		}
		asks := g.Asks(nil)
		for i := range asks {
			if c.oneIn(min(c.Slow, 4), rng) {
				w.ask(&asks[i])
				w.labels(t, public, &asks[i])
				subject{title, public, &asks[i], w.keys}.check(t)
			}
		}
		a := &asks[rng.IntN(len(asks))]
		do, err := p.Pick(a)
		require.NoError(t, err)
		e := engine.Event{Move: engine.Move{Seat: a.Seat, Do: do}, Verb: title.Moves.Verb(do), Before: public}
		cues, err := g.Play(e.Move)
		require.NoError(t, err)
		public = g.View(engine.Public)
		record = append(moves.Append(record, e.Move), '\n')
		e.Cues, e.After = cues, public
		w.event(t, e, a.Secret)
		v := g.View(engine.Viewer(rng.IntN(len(h.Seats)+1) - 1))
		w.need("phase." + v.Phase)
		w.scene(title.Draw(v))
		if title.Befell != nil {
			w.text(title.Befell(v))
		}
		// A page that only has a heading looks like a fault.
		require.NotEmpty(t, title.Draw(e.After).Lines, "the main screen after %s", e.Verb)
		if rng.IntN(40) == 0 {
			w.refusals(t, c, g, public, c.some(universe, rng), rng, len(h.Seats))
		}
	}
	return record
}

// event needs the words of what a move has brought.
func (w *vocabulary) event(t require.TestingT, e engine.Event, secret bool) {
	for _, c := range e.Cues {
		w.text(c.Text)
		if c.Lesson != "" {
			w.need("teach." + c.Lesson)
		}
		if c.Picture != 0 {
			sc := w.title.Picture(e.After, int(c.Picture))
			require.True(t, len(sc.Lines) > 0 || len(sc.Board) > 0 && sc.Heading.Key == "", "picture %d of %s", c.Picture, e.Verb)
			w.scene(sc)
		}
	}
	for _, lines := range tellings(w.title, e, secret) {
		for _, x := range lines {
			w.text(x)
			w.told[e.Verb] = w.told[e.Verb] || strings.HasPrefix(x.Key, "log."+e.Verb)
		}
	}
	w.played[e.Verb] = true
}

// refusals needs the words with which moves that nobody is asked for are refused.
func (w *vocabulary) refusals(t require.TestingT, c Config, g engine.Game, public engine.View, some []engine.Action, rng *rand.Rand, seats int) {
	asks := g.Asks(nil)
	for _, do := range some {
		var no *engine.Refusal
		m := engine.Move{Seat: engine.Seat(rng.IntN(seats+1) - 1), Do: do}
		if c.lists(w.title, public, asks, m) {
			continue
		}
		if _, err := g.Play(m); assert.ErrorAs(t, err, &no) {
			w.text(no.Why)
		}
	}
}

// past needs the words of what a page tells of a long play.
func (w *vocabulary) past(t require.TestingT, record []byte) {
	p, err := w.title.Past(record)
	require.NoError(t, err)
	for _, graph := range p.Graphs {
		w.text(graph.Heading)
		for _, row := range graph.Rows {
			w.text(row.Label)
		}
	}
	w.scene(engine.Scene{Groups: p.Groups})
}

// scene needs the words of a scene.
func (w *vocabulary) scene(sc engine.Scene) {
	w.text(sc.Heading)
	for _, p := range sc.Board {
		w.text(engine.Say(p.Key))
		w.text(p.Text)
	}
	for _, l := range sc.Lines {
		w.text(l.Text)
		for _, icon := range l.Icons { // a display says what it means, if the title does
			if key := "means." + string(icon); l.Seat >= 0 && w.keys[key] {
				w.need(key)
			}
		}
	}
	for _, g := range sc.Groups {
		w.text(g.Heading)
		for _, l := range g.Lines {
			w.text(l.Text)
		}
	}
}

// labels needs the labels that the title gives to the options of an ask, the questions for
// single arguments, and a sentence that explains each option.
func (w *vocabulary) labels(t require.TestingT, v engine.View, a *engine.Ask) {
	title, keys := w.title, w.keys
	hint := func(arg, word string) {
		if w.explained[[3]string{a.Verb, arg, word}] {
			return
		}
		w.explained[[3]string{a.Verb, arg, word}] = true
		for key := range engine.HintKeys(a.Verb, arg, word) {
			if keys[key] {
				w.need(key)
				return
			}
		}
		assert.Fail(t, "an option without an explanation", "%s of %s: none of the messages %v", word, a.Verb, slices.Collect(engine.HintKeys(a.Verb, arg, word)))
	}
	option := func(arg *engine.Arg) {
		hint(arg.Key, arg.Value.HintWord())
		if key := "ask." + a.Verb + "." + arg.Key; keys[key] {
			w.need(key)
		}
		if title.Label != nil {
			w.text(title.Label(v, a, arg))
		}
		if title.Explain != nil {
			for _, t := range title.Explain(v, a, arg) {
				w.text(t)
			}
		}
	}
	w.purpose(t, v, a)
	if title.Question != nil && len(a.Options) > 0 {
		list := a.StepArgs(nil, title.Moves, a.Shown()[0])
		for i := range list {
			w.text(title.Question(v, a, list[:i], list[i].Key))
		}
	}
	args := map[[2]string]int{} // by verb and argument
	moved := map[string]int{}
	for _, do := range a.Shown() {
		moved[title.Moves.Verb(do)]++
		list := title.Moves.Args(nil, do)
		switch {
		case a.Verbs != nil:
			option(&engine.Arg{Key: engine.VerbArg, Value: engine.WordOf(title.Moves.Verb(do))})
		case len(list) == 0:
			hint("", "")
		}
		for i := range list {
			args[[2]string{title.Moves.Verb(do), list[i].Key}]++
			option(&list[i])
		}
	}
	for k, n := range args {
		if n < moved[k[0]] {
			hint(k[1], "absent")
		}
	}
	for i := range a.Parts {
		p := &a.Parts[i]
		for k := range p.ShownItems() {
			arg := p.ArgOf(&p.ShownItems()[k])
			option(&arg)
		}
		if p.Kind == engine.PartNumber {
			hint(p.Arg, "")
		}
	}
}

// purpose needs the sentences that say what an ask is for: whoever knows nothing of the game reads them under its question.
func (w *vocabulary) purpose(t require.TestingT, v engine.View, a *engine.Ask) {
	if w.title.Purpose != nil {
		if told := w.title.Purpose(v, a); len(told) > 0 {
			for _, x := range told {
				w.text(x)
			}
			return
		}
	}
	for _, key := range engine.PurposeKeys(a) {
		if w.keys[key] {
			w.need(key)
			return
		}
	}
	assert.Fail(t, "a question without its purpose", "%s: none of the messages %v", a.Prompt.Key, engine.PurposeKeys(a))
}

// tellings returns what a log tells of an event: to those who know what was done, and where it
// is secret to the others.
func tellings(title *engine.Title, e engine.Event, secret bool) []engine.Telling {
	if title.Tell == nil {
		return nil
	}
	lines := title.Tell(e)
	if secret {
		e.Move.Do = nil
		lines = append(lines, title.Tell(e)...)
	}
	return lines
}

// needScore plays some games to their end and returns the keys of their score tables, which it
// checks: each row adds up, and whoever is ranked first has won.
func needScore(t *testing.T, title *engine.Title, c Config) []string {
	var keys []string
	c.many(t, c.Games/10, func(rt *rapid.T, h engine.Header, rng *rand.Rand) {
		g, p, err := start(title, h, rng)
		require.NoError(rt, err)
		assert.Empty(rt, title.Score(g.View(engine.Public)).Rows, "no score before the end")
		_, err = p.Playout(g)
		require.NoError(rt, err)
		table := title.Score(g.View(engine.Public))
		require.Len(rt, table.Rows, len(h.Seats))
		var own map[string]string // messages that the header brings
		if title.Names != nil {
			own = title.Names(h)["en"]
		}
		for _, key := range table.Columns {
			if own[key] == "" {
				keys = append(keys, key)
			}
		}
		for s, row := range table.Rows {
			require.Len(rt, row.Values, len(table.Columns))
			sum := 0
			for _, v := range row.Values {
				sum += v
			}
			assert.Equal(rt, row.Total, sum, "the row of %s adds up", h.Seats[s])
			assert.Equal(rt, row.Rank == 0, row.Out != "", "who is not ranked has a reason, and only he")
			assert.Equal(rt, row.Rank == 1, row.Winner)
			if row.Out != "" {
				keys = append(keys, row.Out)
			}
		}
	})
	return keys
}

// ask needs the words with which a console draws an ask.
func (w *vocabulary) ask(a *engine.Ask) {
	moves := w.title.Moves
	w.need(a.Prompt.Key)
	for _, do := range a.Shown() {
		w.need("verb." + moves.Verb(do))
	}
	if len(a.Parts) > 0 {
		w.need("verb." + a.Verb)
	}
	for i := range a.Parts {
		p := &a.Parts[i]
		for _, it := range p.ShownItems() {
			if _, err := strconv.Atoi(it.Word); it.Word != "" && err != nil { // a number is its own word
				w.need(p.Arg + "." + it.Word)
			}
		}
		for _, k := range p.Keys {
			if k.Word != "" {
				w.need("key." + k.Word)
			}
		}
	}
	args := map[[2]string]int{} // by verb and argument
	moved := map[string]int{}
	for _, do := range a.Shown() {
		verb := moves.Verb(do)
		moved[verb]++
		for _, arg := range moves.Args(nil, do) {
			args[[2]string{verb, arg.Key}]++
			w.value(arg.Key, &arg.Value)
		}
	}
	for k, n := range args {
		if n < moved[k[0]] {
			w.need(k[1] + ".absent")
		}
	}
}

// value needs the words of a value, and of what is in it.
func (w *vocabulary) value(arg string, v *engine.Value) {
	switch v.Kind {
	case engine.WordValue:
		w.need(arg + "." + v.Word)
	case engine.BoolValue:
		w.need(arg + "." + strconv.FormatBool(v.Int != 0))
	case engine.NullValue:
		w.need(arg + ".null")
	}
	for i := range v.Items {
		if it := &v.Items[i]; it.Key != "" {
			w.need(arg + "." + it.Key)
		}
		w.value(arg, &v.Items[i].Value)
	}
}

// Catalogues reads the three catalogues of files and checks that they have the same messages
// and no empty one. It returns their keys.
func Catalogues(t *testing.T, files fs.FS) map[string]bool {
	t.Helper()
	var first map[string]bool
	for _, l := range languages {
		name := "messages." + l + ".toml"
		data, err := fs.ReadFile(files, name)
		require.NoError(t, err)
		var messages map[string]any
		require.NoError(t, toml.Unmarshal(data, &messages), name)
		keys := map[string]bool{}
		for k, v := range messages {
			if word, form, ok := strings.Cut(k, "@"); ok { // "card.gun@un": languages need different ones
				assert.Contains(t, messages, word, "%s: the form %s of no word", name, form)
			} else {
				keys[k] = true
			}
			switch v := v.(type) {
			case string:
				assert.NotEmpty(t, v, "%s: %s", name, k)
			case map[string]any:
				assert.NotEmpty(t, v["other"], "%s: %s has no other", name, k)
			default:
				assert.Fail(t, fmt.Sprintf("%s: %s is not a message", name, k))
			}
		}
		if first == nil {
			first = keys
			continue
		}
		for k := range keys {
			assert.True(t, first[k], "%s has %q, messages.en.toml has not", name, k)
		}
		for k := range first {
			assert.True(t, keys[k], "%s lacks %q", name, k)
		}
	}
	return first
}

// literals returns whether a message key stands in the code of the package under test, as a
// whole or in two parts that are put together: a prefix that ends with a dot, and a word. A
// prefix that the console puts before the words of a game (verb, phase, hint, teach and the names
// of arguments) may be left out.
func literals(t *testing.T) func(key string) bool {
	t.Helper()
	words := map[string]bool{}
	files, err := filepath.Glob("*.go")
	require.NoError(t, err)
	face, err := filepath.Glob("face/*.go")
	require.NoError(t, err)
	for _, f := range append(files, face...) {
		if strings.HasSuffix(f, "_test.go") {
			continue
		}
		src, err := os.ReadFile(f)
		require.NoError(t, err)
		tree, err := parser.ParseFile(token.NewFileSet(), f, src, 0)
		require.NoError(t, err)
		ast.Inspect(tree, func(n ast.Node) bool {
			if lit, ok := n.(*ast.BasicLit); ok && lit.Kind == token.STRING {
				s, err := strconv.Unquote(lit.Value)
				if err == nil {
					words[s] = true
				}
				if tag, ok := reflect.StructTag(s).Lookup("arg"); ok {
					arg, _, _ := strings.Cut(tag, ",")
					words[arg] = true
				}
			}
			return true
		})
	}
	composed := []string{"phase", "verb", "ask", "hint", "teach", "key"}
	return func(key string) bool {
		if words[key] {
			return true
		}
		// Keys are also made of a whole key and an ending: key + "_end".
		if i := strings.LastIndexByte(key, '_'); i > 0 && words[key[:i]] && words[key[i:]] {
			return true
		}
		prefix, word, ok := strings.Cut(key, ".")
		if prefix == "hint" || prefix == "ask" { // of an argument with a word
			if arg, rest, two := strings.Cut(word, "."); two && words[arg] {
				word = rest
			}
		}
		if !ok || !words[word] && word != "absent" && word != "true" && word != "false" {
			return false
		}
		return words[prefix+"."] || words[prefix] || slices.Contains(composed, prefix)
	}
}
