package enginetest

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
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

// testWords compares the catalogues with what random plays show, and with the code.
func testWords(t *testing.T, title *engine.Title, c Config) {
	keys := Catalogues(t, title.Messages)
	needed := map[string]bool{"game.title": true, "game.about": true, "game.long": true, "game.needs": true}
	assert.Equal(t, title.Catalogue != nil, title.FileOption() != "", "a title with a catalogue has an option for the file, and no other has")
	for _, o := range title.Options {
		needed["option."+o.Key], needed["hint.option."+o.Key] = true, true
		values := o.Values
		if len(o.Tools) > 0 { // each is a game of its own
			for _, v := range values {
				needed["hint.option."+o.Key+"."+v] = true
			}
		}
		if o.Kind == engine.OptionBool {
			values = []string{"true", "false"}
		}
		for _, v := range values {
			needed["option."+o.Key+"."+v] = true
		}
		if o.Kind == engine.OptionFile && len(o.Values) > 0 {
			needed["option."+o.Key+".none"] = true
		}
		for _, part := range o.Of { // truths and numbers have no words of their own
			needed["option."+o.Key+"."+part.Key], needed["hint.option."+o.Key+"."+part.Key] = true, true
			for _, v := range part.Values {
				if part.Kind == engine.OptionChoice {
					needed["option."+o.Key+"."+part.Key+"."+v] = true
				}
			}
		}
	}
	need := func(key string) {
		if key != "" {
			needed[key] = true
		}
	}
	needText := func(x engine.Text) {
		need(x.Key)
		for _, thing := range x.Things() {
			if strings.Contains(thing, ".") {
				need(thing)
			}
		}
	}
	if title.Lessons != nil {
		need("teach.begin")
	}
	brought := map[string]bool{} // messages out of headers
	played, told := map[string]bool{}, map[string]bool{}
	explained := map[[3]string]bool{} // by verb, argument and word
	if title.Tell != nil {
		need("log.round")
	}
	c.many(t, c.Games/10, func(rt *rapid.T, h engine.Header, rng *rand.Rand) {
		if title.Names != nil {
			names := title.Names(h)
			for _, l := range languages {
				assert.Len(rt, names[l], len(names["en"]), "as many names in %s as in English", l)
				for k, v := range names[l] {
					brought[k] = true
					if _, ok := names["en"][k]; !ok || v == "" {
						assert.Fail(rt, "names differ", "%s has the name %q for %s, English %q", l, v, k, names["en"][k])
					}
				}
			}
		}
		universe := c.Universe(rng, h)
		g, p, err := start(title, h, rng)
		require.NoError(rt, err)
		record, w := append(h.Append(nil), '\n'), engine.NewMoveWriter(title.Moves, h.Seats)
		public := g.View(engine.Public)
		for !g.Over() {
			if title.Lessons != nil {
				for _, word := range title.Lessons(public) {
					need("teach." + word)
				}
			}
			asks := g.Asks(nil)
			for i := range asks {
				if !c.oneIn(min(c.Slow, 4), rng) {
					continue
				}
				needAsk(need, title.Moves, &asks[i])
				needLabels(rt, title, public, &asks[i], keys, explained, need, needText)
				subject{title, public, &asks[i], keys}.check(rt)
			}
			a := &asks[rng.IntN(len(asks))]
			do, err := p.Pick(a)
			require.NoError(rt, err)
			verb := title.Moves.Verb(do)
			e := engine.Event{Move: engine.Move{Seat: a.Seat, Do: do}, Verb: verb, Before: public}
			cues, err := g.Play(e.Move)
			require.NoError(rt, err)
			public = g.View(engine.Public)
			record = append(w.Append(record, e.Move), '\n')
			for _, c := range cues {
				needText(c.Text)
				if c.Lesson != "" {
					need("teach." + c.Lesson)
				}
				if c.Picture != 0 {
					sc := title.Picture(public, int(c.Picture))
					require.NotEmpty(rt, sc.Lines, "picture %d of %s", c.Picture, verb)
					needScene(sc, needText)
				}
			}
			e.Cues, e.After = cues, public
			for _, lines := range tellings(title, e, a.Secret) {
				for _, x := range lines {
					needText(x)
					told[verb] = told[verb] || strings.HasPrefix(x.Key, "log."+verb)
				}
			}
			played[verb] = true
			l := engine.Viewer(rng.IntN(len(h.Seats)+1) - 1)
			v := g.View(l)
			need("phase." + v.Phase)
			needScene(title.Draw(v), needText)
			// A page that only has a heading looks like a fault.
			require.NotEmpty(rt, title.Draw(e.After).Lines, "the main screen after %s", verb)
			if rng.IntN(40) == 0 {
				asks := g.Asks(nil)
				for _, do := range c.some(universe, rng) {
					s := engine.Seat(rng.IntN(len(h.Seats)+1) - 1)
					var no *engine.Refusal
					if m := (engine.Move{Seat: s, Do: do}); !c.lists(title, public, asks, m) {
						if _, err := g.Play(m); assert.ErrorAs(rt, err, &no) {
							needText(no.Why)
						}
					}
				}
			}
		}
		if title.Past != nil {
			p, err := title.Past(record)
			require.NoError(rt, err)
			for _, graph := range p.Graphs {
				needText(graph.Heading)
				for _, row := range graph.Rows {
					needText(row.Label)
				}
			}
			needScene(engine.Scene{Groups: p.Groups}, needText)
		}
	})
	if title.Score != nil {
		for _, key := range needScore(t, title, c) {
			need(key)
		}
	}
	for verb := range played {
		assert.True(t, title.Tell == nil || told[verb], "a log tells nothing of the verb %q", verb)
	}
	common := Catalogues(t, engine.Messages)
	for k := range needed {
		assert.True(t, keys[k] || common[k] || brought[k], "the message %q is missing", k)
	}
	used := literals(t)
	for k := range keys {
		// The few plays of a short run do not come to all that is rare.
		assert.True(t, needed[k] || used(k) || testing.Short(), "nothing uses the message %q", k)
		if strings.HasSuffix(k, ".absent") && !strings.HasPrefix(k, "hint.") {
			assert.True(t, keys["hint."+k], "to leave something out is not explained, or as what it would be: %s", k)
		}
	}
}

// needScene needs the words of a scene.
func needScene(sc engine.Scene, needText func(engine.Text)) {
	needText(sc.Heading)
	for _, p := range sc.Board {
		needText(engine.Say(p.Key))
		needText(p.Text)
	}
	for _, l := range sc.Lines {
		needText(l.Text)
	}
	for _, g := range sc.Groups {
		needText(g.Heading)
		for _, l := range g.Lines {
			needText(l.Text)
		}
	}
}

// needLabels needs the labels that the title gives to the options of an ask, the questions for
// single arguments, and a sentence that explains each option.
func needLabels(t require.TestingT, title *engine.Title, v engine.View, a *engine.Ask, keys map[string]bool, explained map[[3]string]bool, need func(string), needText func(engine.Text)) {
	hint := func(arg, word string) {
		if explained[[3]string{a.Verb, arg, word}] {
			return
		}
		explained[[3]string{a.Verb, arg, word}] = true
		for _, key := range engine.HintKeys(a.Verb, arg, word) {
			if keys[key] {
				need(key)
				return
			}
		}
		assert.Fail(t, "an option without an explanation", "%s of %s: none of the messages %v", word, a.Verb, engine.HintKeys(a.Verb, arg, word))
	}
	option := func(arg *engine.Arg) {
		hint(arg.Key, arg.Value.HintWord())
		if key := "ask." + a.Verb + "." + arg.Key; keys[key] {
			need(key)
		}
		if title.Label != nil {
			needText(title.Label(v, a, arg))
		}
		if title.Explain != nil {
			for _, t := range title.Explain(v, a, arg) {
				needText(t)
			}
		}
	}
	if title.Question != nil && len(a.Options) > 0 {
		list := a.StepArgs(nil, title.Moves, a.Shown()[0])
		for i := range list {
			needText(title.Question(v, a, list[:i], list[i].Key))
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

// needAsk needs the words with which a console draws an ask.
func needAsk(need func(string), moves *engine.Moves, a *engine.Ask) {
	need(a.Prompt.Key)
	for _, do := range a.Shown() {
		need("verb." + moves.Verb(do))
	}
	if len(a.Parts) > 0 {
		need("verb." + a.Verb)
	}
	for i := range a.Parts {
		p := &a.Parts[i]
		for _, it := range p.ShownItems() {
			if _, err := strconv.Atoi(it.Word); it.Word != "" && err != nil { // a number is its own word
				need(p.Arg + "." + it.Word)
			}
		}
		for _, k := range p.Keys {
			if k.Word != "" {
				need("key." + k.Word)
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
			needValue(need, arg.Key, &arg.Value)
		}
	}
	for k, n := range args {
		if n < moved[k[0]] {
			need(k[1] + ".absent")
		}
	}
}

// needValue needs the words of a value, and of what is in it.
func needValue(need func(string), arg string, v *engine.Value) {
	switch v.Kind {
	case engine.WordValue:
		need(arg + "." + v.Word)
	case engine.BoolValue:
		need(arg + "." + strconv.FormatBool(v.Int != 0))
	case engine.NullValue:
		need(arg + ".null")
	}
	for i := range v.Items {
		if it := &v.Items[i]; it.Key != "" {
			need(arg + "." + it.Key)
		}
		needValue(need, arg, &v.Items[i].Value)
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
