package document_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"runtime"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"consigliere/engine/document"
	"consigliere/engine/enginetest"
)

// formats are the parsers.
var formats = map[string]func([]byte) (*document.Node, error){
	"yaml": document.YAML, "toml": document.TOML, "json": document.JSON,
}

// The same values in each format give the same tree.
func TestFormats(t *testing.T) {
	const want = `{"name":"Tax \"audit\"","cost":-3,"half":0.5,"open":true,"list":[1,[],{"a":"x","b":"2"}],"deep":{"er":{"est":false}}}`
	for name, text := range map[string]string{
		"json": want,
		"yaml": "name: Tax \"audit\"\ncost: -3\nhalf: .5\nopen: true\nlist:\n- 1\n- []\n- {a: x, b: '2'}\ndeep: {er: {est: false}}\n",
		"toml": "name = \"Tax \\\"audit\\\"\"\ncost = -3\nhalf = 0.5\nopen = true\nlist = [1, [], {a = \"x\", b = \"2\"}]\ndeep.er.est = false\n",
	} {
		t.Run(name, func(t *testing.T) {
			tree, err := formats[name]([]byte(text))
			require.NoError(t, err)
			assert.Equal(t, want, string(tree.AppendJSON(nil)))
		})
	}
}

func TestPlaces(t *testing.T) {
	for _, c := range []struct{ format, text, want string }{
		{"yaml", "a:\n  b: 1\n  c:\n  - d: 1\n    e: 2\n", "$.a 1:1, $.a.b 2:3, $.a.c 3:3, $.a.c[0] 4:5, $.a.c[0].e 5:5, $.a.c[7] 3:3, $.x 1:1"},
		{"toml", "a.b = 1\n[[c]]\nd = 1\n[[c]]\n e = {f = 2, g = [{h = 3}]}\n", "$.a 1:1, $.a.b 1:1, $.c 2:3, $.c[1] 4:3, $.c[1].e 5:2, $.c[1].e.f 5:7, $.c[1].e.g[0].h 5:20, $.x 1:1"},
		{"json", "{\"a\":\n  {\"b\": [1,\n 2]}}\n", "$.a 1:2, $.a.b 2:4, $.a.b[1] 3:2, $.x 1:1"},
		{"yaml", "\"a[0\": 1\na.b: 2\na: [3]\n\"\": 4\n", `$["a[0"] 1:1, $["a.b"] 2:1, $.a[0] 3:5, $[""] 4:1`},
	} {
		tree, err := formats[c.format]([]byte(c.text))
		require.NoError(t, err)
		var got []string
		for _, w := range strings.Split(c.want, ", ") {
			path, _, _ := strings.Cut(w, " ")
			n := tree.At(path)
			got = append(got, fmt.Sprintf("%s %d:%d", path, n.Line, n.Column))
		}
		assert.Equal(t, c.want, strings.Join(got, ", "), "%s", c.text)
	}
}

func TestSyntax(t *testing.T) {
	deep := func(open, middle, end string) string {
		return strings.Repeat(open, document.MaxDepth) + middle + strings.Repeat(end, document.MaxDepth)
	}
	for _, c := range []struct{ name, format, text, want string }{
		{"json", "json", "{\n\"a\":1,}", "line 2: this is not JSON: "},
		{"cut-short", "json", `{"a":1`, "line 1: this is not JSON: unexpected EOF"},
		{"empty", "json", "", "line 1: this is not JSON: unexpected EOF"},
		{"more", "json", "1\n2", "line 2: there is something after the value"},
		{"json-twice", "json", "{\"a\":1,\n\"a\":2}", `line 2: the key "a" is given twice`},
		{"json-deep", "json", deep("[", "[]", "]"), ""},
		{"json-too-deep", "json", deep("[", "[[]]", "]"), "line 1: this is nested too deeply; at most 64 "},
		{"json-long", "json", "[" + strings.Repeat("1,", document.MaxNodes) + "1]", "this is too long; a file has at most 65536 values"},
		{"json-large", "json", strings.Repeat(" ", document.MaxJSON+1), "this is too large: 1048577 bytes; a file has at most 1048576"},
		{"yaml", "yaml", "a: 1\nb: [\n", "this is not YAML: "},
		{"yaml-nothing", "yaml", "# nothing\n", ""},
		{"yaml-twice", "yaml", "a: 1\nb: 2\na: 3\n", `line 3: the key "a" is given twice`},
		{"yaml-alias", "yaml", "a: &x 1\nb: *x\n", "line 2: there are no aliases (*) here; write the value out"},
		{"yaml-alias-of-nothing", "yaml", "a: 1\nb: *x\n", "line 2: there are no aliases (*) here"},
		{"yaml-merge", "yaml", "a: &x {b: 1}\nc:\n  <<: *x\n", "line 3: there are no aliases (*) here"},
		{"yaml-list-as-key", "yaml", "? [a]\n: 1\n", "line 1: a key must be one word"},
		{"yaml-two", "yaml", "a: 1\n---\na: 2\n", "line 2: a second document begins here; a file has one"},
		{"yaml-tag", "yaml", "a: !!int x\n", `line 1: "x" cannot be read as !!int`},
		{"yaml-deep", "yaml", deep("[", "[]", "]"), ""},
		{"yaml-too-deep", "yaml", deep("[", "[[]]", "]"), "line 1: this is nested too deeply"},
		{"yaml-large", "yaml", strings.Repeat(" ", document.MaxSize+1), "this is too large"},
		{"toml", "toml", "a = 1\nb = \n", "line 2: this is not TOML: "},
		{"toml-twice", "toml", "a = 1\na = 2\n", "line 2: this is not TOML: "},
		{"toml-deep", "toml", "a = " + deep("[", "", "]"), ""},
		{"toml-too-deep", "toml", "a = " + deep("[", "[]", "]"), "line 1: this is nested too deeply"},
		{"toml-dots", "toml", strings.Repeat("a.", document.MaxDepth+1) + "a = 1", "line 1: this is nested too deeply"},
		{"toml-table-dots", "toml", "[" + strings.Repeat("a.", document.MaxDepth+1) + "a]", "line 1: this is nested too deeply"},
		{"toml-dots-in-tables", "toml", "[" + strings.Repeat("a.", document.MaxDepth-2) + "a]\nb.b.b = 1", "line 2: this is nested too deeply"},
		{"toml-large", "toml", strings.Repeat(" ", document.MaxSize+1), "this is too large"},
	} {
		t.Run(c.name, func(t *testing.T) {
			tree, err := formats[c.format]([]byte(c.text))
			if c.want == "" {
				require.NoError(t, err)
				require.NotNil(t, tree)
				return
			}
			require.Nil(t, tree)
			var syntax *document.SyntaxError
			require.ErrorAs(t, err, &syntax)
			assert.ErrorContains(t, err, c.want)
		})
	}
}

// read takes a card out of a document.
func read(tree *document.Node) []document.Mistake {
	r := document.NewReader(tree)
	v := r.Root()
	v.Keys([]string{"name", "cost"}, []string{"colour", "tags", "open", "weight", "per"})
	v.Key("name").FullText()
	v.Key("cost").Int(0, 10)
	v.Key("colour").Word("red", "grey", "black")
	for _, tag := range v.Key("tags").List(1, 2) {
		tag.Text()
	}
	v.Key("open").Bool()
	v.Key("weight").Float()
	v.Key("per").IntOr(3, 1, 5)
	return r.Mistakes()
}

func TestReader(t *testing.T) {
	for _, c := range []struct {
		name, yaml string
		want       []string
	}{
		{"good", "{name: x, cost: 10, colour: grey, tags: [a, b], open: true, weight: 1.5, per: 5}", nil},
		{"nothing", "", []string{"1: $: the file must have keys with values"}},
		{"a list", "- 1", []string{"1: $: the file must have keys with values"}},
		{"missing", "\ncost: 1\n", []string{`2: $: the file needs the key "name"`}},
		{"unknown", "name: x\ncost: 1\ncolor: red\n", []string{`3: $.color: there is no key "color" at the top; did you mean "colour"?`}},
		{"far", "name: x\ncost: 1\nbananas: 1\n", []string{`3: $.bananas: there is no key "bananas" at the top; there are name, cost, colour, tags, open, weight, per`}},
		{"all at once", "name: ''\ncost: 11\ncolour: gray\ntags: [1, a, b]\nopen: yes\nweight: heavy\nper: 1.5\n", []string{
			"1: $.name: name must not be empty",
			"2: $.cost: cost must be 0 to 10, not 11",
			`3: $.colour: colour cannot be "gray"; did you mean "grey"?`,
			"4: $.tags: tags must be a list of 1 to 2",
			"4: $.tags[0]: tags[0] must be text in quotes",
			"5: $.open: open must be true or false",
			"6: $.weight: weight must be a number",
			"7: $.per: per must be a whole number",
		}},
		{"types", "name: [x]\ncost: ten\ncolour: 7\ntags: a\nopen: 'true'\n", []string{
			"1: $.name: name must be text in quotes",
			"2: $.cost: cost must be a whole number",
			"3: $.colour: colour must be one of red, grey, black",
			"4: $.tags: tags must be a list of 1 to 2",
			"5: $.open: open must be true or false",
		}},
	} {
		t.Run(c.name, func(t *testing.T) {
			tree, err := document.YAML([]byte(c.yaml))
			require.NoError(t, err)
			var got []string
			for _, m := range read(tree) {
				got = append(got, fmt.Sprintf("%d: %s: %v", m.Line, m.Path, m))
			}
			assert.Equal(t, c.want, got)
		})
	}
}

func TestReaderDefaults(t *testing.T) {
	tree, err := document.YAML([]byte("open: null\n"))
	require.NoError(t, err)
	r := document.NewReader(tree)
	v := r.Root()
	assert.Equal(t, 7, v.Key("per").IntOr(7, 1, 9))
	assert.Equal(t, 7, v.Key("open").IntOr(7, 1, 9), "null is left out")
	assert.Equal(t, 2, v.Key("per").Int(2, 9))
	assert.Equal(t, -1, v.Key("colour").Word("red"))
	assert.Empty(t, v.Key("name").FullText())
	assert.Empty(t, v.Key("tags").List(1, 2))
	assert.False(t, v.Key("tags").Key("deep").Keys([]string{"a"}, nil))
	assert.False(t, v.Key("flip").Bool())
	assert.Zero(t, v.Key("at").Float())
	assert.False(t, v.Key("open").Present())
	assert.Empty(t, r.Mistakes(), "what is left out is no mistake but where Keys says so")
}

// What is of the wrong type is told once, and not a second time by its owner.
func TestRefuse(t *testing.T) {
	tree, err := document.YAML([]byte("a: 1\nb: two\n"))
	require.NoError(t, err)
	r := document.NewReader(tree)
	for _, k := range []string{"a", "b", "c"} {
		v := r.Root().Key(k)
		v.Int(0, 5)
		v.Refuse("this card lies elsewhere", k)
	}
	assert.Equal(t, []document.Mistake{
		{Path: "$.a", Line: 1, Column: 1, Problem: "this card lies elsewhere", Word: "a"},
		{Path: "$.b", Line: 2, Column: 1, Problem: document.NotNumber, Least: 0, Most: 5},
		{Path: "$.c", Line: 1, Column: 1, Problem: "this card lies elsewhere", Word: "c"},
	}, r.Mistakes())
}

func TestMistakesAreBounded(t *testing.T) {
	tree, err := document.YAML([]byte("[" + strings.Repeat("x, ", 1000) + "x]"))
	require.NoError(t, err)
	r := document.NewReader(tree)
	for _, v := range r.Root().List(0, 0) {
		v.Int(1, 2)
	}
	assert.Len(t, r.Mistakes(), document.MaxMistakes)
}

func TestNearest(t *testing.T) {
	words := []string{"lang", "lights", "speaker", "naro", "derpate"}
	for typed, want := range map[string]string{
		"langs": "lang", "Light": "lights", "NARO": "naro", "derpat": "derpate", "speakers": "speaker",
		"x": "", "": "", "n": "", "corleone": "", strings.Repeat("lang", 100_000): "",
	} {
		assert.Equal(t, want, document.Nearest(typed, words), "%.20q", typed)
	}
	assert.Equal(t, "محله", document.Nearest("مخله", []string{"محله"}), "letters, not bytes")
}

// hard are texts of a size that are hard for some parser.
func hard(size int) map[string][]byte {
	out := map[string][]byte{}
	for _, s := range []string{
		"[", "{", "\n", "- ", "-\n", "a:\n", "? ", "#", "#\n[\n", "[]", "[1,", "{a: ", "\"", "'", "|\n", "a, ", "[a: ", "!a ", "&a ", "*a ",
		"---\n", "\t", "\r", ":", "[?", "%a\n", "\\x41", "\xef\xbb\xbf", "\x00", "[\x00", "a.", "[[a]]\n", "a={", "[a.", "{\"a\":", "\"a\",", "1 ", "[[a.a]]\n", "<<: ", "a: &a\n",
	} {
		text := strings.Repeat(s, size/len(s)+1)
		out[s] = []byte(text[:size])
		for _, before := range []string{"[", "a=", "\"", "{\"a\":["} {
			out[before+s] = []byte((before + text)[:size])
		}
	}
	rows := func(row func(i int) string) []byte {
		var b strings.Builder
		for i := 0; b.Len() < size; i++ {
			b.WriteString(row(i))
		}
		return []byte(b.String()[:size])
	}
	out["stairs"] = rows(func(i int) string { return strings.Repeat(" ", i) + "a:\n" })
	out["keys"] = rows(func(i int) string { return fmt.Sprintf("a%d: 1\n", i) })
	out["toml keys"] = rows(func(i int) string { return fmt.Sprintf("a%d=1\n", i) })
	out["toml tables"] = rows(func(i int) string { return fmt.Sprintf("[a%d]\n", i) })
	out["toml deep tables"] = rows(func(i int) string { return fmt.Sprintf("[[a%s]]\n", strings.Repeat(".a", i%60)) })
	out["a long table"] = []byte("[" + strings.Repeat("a", size/3) + "]\n" + strings.Repeat("b.c=1\n", size/12))
	out["a deep table"] = []byte("[" + strings.Repeat("a.", 60) + strings.Repeat("a", size/3) + "]\n" + strings.Repeat("b.c=1\n", size/12))
	out["aliases of aliases"] = rows(func(i int) string {
		return fmt.Sprintf("a%d: &a%d [*a%d, *a%d, *a%d, *a%d]\n", i+1, i+1, i, i, i, i)
	})
	return out
}

// maxMemory is what parsing and reading a text may allocate in all.
const maxMemory = 64 << 20

// allocated returns how many bytes f allocates in all.
func allocated(f func()) uint64 {
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	f()
	runtime.ReadMemStats(&after)
	return after.TotalAlloc - before.TotalAlloc
}

// No text of 32 kB costs more than 64 MB and a second, nor does one of the greatest size.
func TestBounds(t *testing.T) {
	t.Run("32kB", func(t *testing.T) { testBounds(t, 32<<10) })
	if enginetest.Wide() && !testing.Short() { // the race detector makes it ten times slower
		t.Run("MaxSize", func(t *testing.T) { testBounds(t, document.MaxSize) })
	}
}

func testBounds(t *testing.T, size int) {
	for name, parse := range formats {
		worst, slowest := uint64(0), time.Duration(0)
		for what, text := range hard(size) {
			begun := time.Now()
			bytes := allocated(func() {
				if tree, err := parse(text); err == nil {
					read(tree)
					tree.AppendJSON(nil)
				}
			})
			took := time.Since(begun)
			worst, slowest = max(worst, bytes), max(slowest, took)
			assert.Less(t, bytes, uint64(maxMemory), "%s: %q", name, what)
			assert.Less(t, took, 20*time.Second, "%s: %q", name, what)
		}
		t.Logf("%s: at most %d kB and %v", name, worst>>10, slowest)
	}
}

// fuzz holds for one parser: what it gives is within the bounds and survives being written
// as JSON; what it refuses has a place in the text; and neither costs too much.
func fuzz(f *testing.F, parse func([]byte) (*document.Node, error)) {
	for _, text := range hard(64) {
		f.Add(string(text))
	}
	f.Add("a: {b: [1, 2.5, x, null, true]}\n# c\nd: |\n  e\n")
	f.Add("--- ")
	f.Add("a = {b = [1, 2.5, \"x\", true]}\n[[c.d]]\ne = 1979-05-27\n[c.f]\n'g' = inf\n")
	f.Add(`{"a":{"b":[1,2.5,"x",null,true]}}`)
	f.Fuzz(func(t *testing.T, text string) {
		if len(text) > 32<<10 {
			return
		}
		check := func() {
			tree, err := parse([]byte(text))
			if err != nil {
				var syntax *document.SyntaxError
				if !errors.As(err, &syntax) || syntax.Reason == "" || syntax.Line < 0 || syntax.Line > 1+strings.Count(text, "\n")+strings.Count(text, "\r") {
					t.Fatalf("%#v", err)
				}
				return
			}
			for _, m := range read(tree) {
				if m.Line < 1 || m.Error() == "" || tree.At(m.Path).Line != m.Line {
					t.Fatalf("%#v: %v", m, m)
				}
			}
			written := tree.AppendJSON(nil)
			if !json.Valid(written) {
				t.Fatalf("%s", written)
			}
			again, err := document.JSON(written)
			if err != nil {
				t.Fatalf("%s: %v", written, err)
			}
			if string(again.AppendJSON(nil)) != string(written) {
				t.Fatalf("%s is not %s", again.AppendJSON(nil), written)
			}
		}
		if bytes := allocated(check); bytes > maxMemory {
			t.Fatalf("%d bytes allocated", bytes)
		}
	})
}

func FuzzYAML(f *testing.F) { fuzz(f, document.YAML) }
func FuzzTOML(f *testing.F) { fuzz(f, document.TOML) }
func FuzzJSON(f *testing.F) { fuzz(f, document.JSON) }
