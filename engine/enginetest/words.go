package enginetest

import (
	"encoding/json"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"math/rand/v2"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"consigliere/engine"

	"github.com/pelletier/go-toml/v2"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"
)

var languages = []string{"en", "fa", "it"}

// testRules holds the rules in other languages against the ledger: every rule has its
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

// testWords holds the catalogues against what random plays show, and against the code.
func testWords(t *testing.T, title *engine.Title, c Config) {
	keys := Catalogues(t, title.Messages)
	needed := map[string]bool{"game.title": true}
	for _, o := range title.Options {
		needed["option."+o.Key] = true
		values := o.Values
		if o.Kind == engine.OptionBool {
			values = []string{"true", "false"}
		}
		for _, v := range values {
			needed["option."+o.Key+"."+v] = true
		}
	}
	need := func(key string) {
		if key != "" {
			needed[key] = true
		}
	}
	needText := func(x engine.Text) {
		need(x.Key)
		if strings.Contains(x.What, ".") {
			need(x.What)
		}
	}
	brought := map[string]bool{} // messages out of headers
	c.many(t, c.Games/10, func(rt *rapid.T, h engine.Header, rng *rand.Rand) {
		if title.Names != nil {
			if files := title.Names(h); files != nil {
				for k := range Catalogues(t, files) {
					brought[k] = true
				}
			}
		}
		universe := c.Universe(rng, h)
		g, p, err := start(title, h, rng)
		require.NoError(rt, err)
		for !g.Over() {
			asks := g.Asks(nil)
			for i := range asks {
				needAsk(need, &asks[i])
			}
			a := &asks[rng.IntN(len(asks))]
			do, err := p.Pick(a)
			require.NoError(rt, err)
			cues, err := g.Play(engine.Move{Seat: a.Seat, Do: do})
			require.NoError(rt, err)
			for _, c := range cues {
				needText(c.Text)
			}
			l := engine.Looker(rng.IntN(len(h.Seats)+1) - 1)
			v := g.View(l)
			need("phase." + phaseOf(rt, v))
			sc := title.Draw(v)
			needText(sc.Heading)
			for _, l := range sc.Lines {
				needText(l.Text)
			}
			if rng.IntN(40) == 0 {
				for _, do := range universe {
					asks := g.Asks(nil)
					s := engine.Seat(rng.IntN(len(h.Seats)+1) - 1)
					var no *engine.Refusal
					if !listedIn(h.Seats, asks, s, do) {
						if _, err := g.Play(engine.Move{Seat: s, Do: do}); assert.ErrorAs(rt, err, &no) {
							needText(no.Why)
						}
					}
				}
			}
		}
	})
	common := Catalogues(t, engine.Messages)
	for k := range needed {
		assert.True(t, keys[k] || common[k] || brought[k], "the message %q is missing", k)
	}
	used := literals(t)
	for k := range keys {
		assert.True(t, needed[k] || used(k), "nothing uses the message %q", k)
	}
}

func phaseOf(t require.TestingT, v engine.View) string {
	b, err := json.Marshal(v.Public)
	require.NoError(t, err)
	var st struct {
		Phase string `json:"phase"`
	}
	require.NoError(t, json.Unmarshal(b, &st))
	return st.Phase
}

// needAsk needs the words with which a console draws an ask.
func needAsk(need func(string), a *engine.Ask) {
	need(a.Prompt.Key)
	need("verb." + a.Verb)
	for _, it := range a.ShownThings() {
		need(a.Arg + "." + it.Word)
	}
	for _, k := range a.Keys {
		if k.Word != "" {
			need("key." + k.Word)
		}
	}
	args := map[string]int{}
	for _, do := range a.Shown() {
		for _, arg := range do.Args(nil) {
			args[arg.Key]++
			switch arg.Value.Kind {
			case engine.WordValue:
				need(arg.Key + "." + arg.Value.Word)
			case engine.BoolValue:
				need(arg.Key + "." + strconv.FormatBool(arg.Value.Int != 0))
			}
		}
	}
	for key, n := range args {
		if n < len(a.Shown()) {
			need(key + ".absent")
		}
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
			keys[k] = true
			switch v := v.(type) {
			case string:
				assert.NotEmpty(t, v, "%s: %s", name, k)
			case map[string]any:
				assert.NotEmpty(t, v["other"], "%s: %s has no other", name, k)
			default:
				assert.Fail(t, fmt.Sprintf("%s: %s is no message", name, k))
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
// prefix that the console puts before the words of a game (verb, phase, hint and the names
// of arguments) need not stand there.
func literals(t *testing.T) func(key string) bool {
	t.Helper()
	words := map[string]bool{}
	files, err := filepath.Glob("*.go")
	require.NoError(t, err)
	for _, f := range files {
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
			}
			return true
		})
	}
	composed := []string{"phase", "verb", "ask", "hint"}
	return func(key string) bool {
		if words[key] {
			return true
		}
		prefix, word, ok := strings.Cut(key, ".")
		if !ok || !words[word] && word != "absent" && word != "true" && word != "false" {
			return false
		}
		return words[prefix+"."] || words[prefix] || slices.Contains(composed, prefix)
	}
}
