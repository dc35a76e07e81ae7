package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/pelletier/go-toml/v2"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"consigliere/engine/games"
	"consigliere/hw/lang"
)

// A made-up language: English with accents, from right to left, in Persian digits. Its tag is one that
// ISO 639 leaves for such purposes.
const (
	madeUp    = "qaa"
	madeUpRow = `	{
		Tag: "qaa", Name: "Énglísh", Locale: "en-GB", RightToLeft: true,
		Zero: '۰', Group: "٬", Comma: "، ", And: " ánd ", Semicolon: "؛ ", Letters: latin + "ÁÉÍÓÚ",
	},
`
)

var word = regexp.MustCompile(`[A-Za-z]+`)

// accented puts a message into the made-up language. What stands in braces stays as it is.
func accented(text string) string {
	accents := strings.NewReplacer("a", "á", "e", "é", "i", "í", "o", "ó", "u", "ú", "A", "Á", "E", "É", "I", "Í", "O", "Ó", "U", "Ú")
	accent := func(w string) string {
		if w == "A" || w == "OK" { // names of buttons
			return w
		}
		return accents.Replace(w)
	}
	var b strings.Builder
	for text != "" {
		i := strings.Index(text, "{")
		if i < 0 {
			i = len(text)
		}
		b.WriteString(word.ReplaceAllStringFunc(text[:i], accent))
		text = text[i:]
		end := strings.LastIndex(text[:len(text)-len(strings.TrimLeft(text, "{"))], "{") + 1 // braces that open
		if j := strings.Index(text, strings.Repeat("}", end)); end > 0 && j >= 0 {
			b.WriteString(text[:j+end])
			text = text[j+end:]
		} else {
			b.WriteString(text)
			text = ""
		}
	}
	return b.String()
}

// TestAddLanguage does what CONTRIBUTING.md says under "How to add a language", step by step, in a copy of
// the tree, and with the program that is built of it: files of words and one row of a table are all that a
// language is. A game is played in it on panel, phone and pods, and what was written before it existed is
// read as before.
func TestAddLanguage(t *testing.T) {
	t.Parallel()
	if os.Getenv("CONSIGLIERE_WIDE") == "" && os.Getenv("CONSIGLIERE_LONG") == "" {
		t.Skip("CONSIGLIERE_WIDE builds the program with one more language")
	}
	root, err := filepath.Abs(filepath.Join("..", ".."))
	require.NoError(t, err)
	tree := t.TempDir()
	copyTree(t, root, tree)
	text := func(name string) string {
		b, err := os.ReadFile(filepath.Join(tree, name))
		require.NoError(t, err)
		return string(b)
	}
	write := func(name, content string) {
		require.NoError(t, os.WriteFile(filepath.Join(tree, name), []byte(content), 0o644))
	}

	// What was written before.
	old := map[string]string{}
	for _, title := range games.All() {
		name := filepath.Join(t.TempDir(), title.ID+".jsonl")
		require.NotEmpty(t, printed(t, "play", "--game", title.ID, "--games", "1", "--seed", "4", "--record", name))
		old[title.ID] = name
	}

	// 1. A row of the table.
	const table = "engine/language/language.go"
	rows := strings.SplitN(text(table), "\n}\n\n// All returns", 2)
	require.Len(t, rows, 2)
	write(table, rows[0]+"\n"+madeUpRow+"}\n\n// All returns"+rows[1])

	// 2. Messages beside each catalogue, rules and how-tos of the games.
	files := 0
	require.NoError(t, filepath.WalkDir(tree, func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		to := strings.Replace(path, ".en.", "."+madeUp+".", 1)
		switch d.Name() {
		case "messages.en.toml":
			files++
			b, err := os.ReadFile(path)
			if err != nil {
				return err
			}
			return errors.Join(err, os.WriteFile(to, madeUpMessages(t, b), 0o644))
		case "HOWTO.en.md":
			files++
			b, err := os.ReadFile(path)
			if err != nil {
				return err
			}
			return errors.Join(err, os.WriteFile(to, []byte(accented(string(b))), 0o644))
		}
		return nil
	}))
	require.Greater(t, files, 10)
	for _, title := range games.All() {
		rules, err := lang.NewRules(title)
		require.NoError(t, err)
		face := "engine/" + title.ID + "/face/"
		var other map[string]string
		require.NoError(t, toml.Unmarshal([]byte(text(face+"rules.it.toml")), &other))
		for number := range other {
			sentence, _ := rules.Sentence(lang.English, number)
			other[number] = accented(sentence)
		}
		b, err := toml.Marshal(other)
		require.NoError(t, err)
		write(face+"rules."+madeUp+".toml", string(b))
	}

	// The catalogues are complete, and a game is played on pages, a phone and pods.
	command := func(name string, args ...string) string {
		c := exec.CommandContext(t.Context(), name, args...)
		c.Dir = tree
		c.Env = append(os.Environ(), "CONSIGLIERE_WIDE=1", "GOFLAGS=-trimpath -buildvcs=false")
		out, err := c.CombinedOutput()
		require.NoError(t, err, "%s %v: %s", name, args, out)
		return string(out)
	}
	program := filepath.Join(t.TempDir(), "consigliere")
	command("go", "build", "-o", program, "./cmd/consigliere")
	command("go", "test", "-run", "^(TestTable|TestNoWordsInGo|TestNoLanguagesInPages|TestRules|TestGuides|TestCataloguesHaveEqualKeys|TestWords)$", "./engine/language", "./hw/lang", "./hw/console", "./hw/web")
	told := command("go", "test", "-v", "-run", "^TestEveryLanguage$/^"+madeUp+"$", "./hw/web")
	require.Contains(t, told, "--- PASS: TestEveryLanguage/"+madeUp)

	// It is listed, and spoken on displays and by the voice.
	assert.Contains(t, command(program, "sim", "--help"), "en, fa, it or "+madeUp)
	assert.Contains(t, command(program, "rules", "--lang", madeUp, "naro", "NARO-4.2"), "á")
	screens := map[string]map[string]map[string]bool{} // language, screen, frame
	for _, l := range []string{"en", madeUp} {
		out := filepath.Join(t.TempDir(), "out")
		presses := filepath.Join(t.TempDir(), "presses.jsonl")
		var lines strings.Builder
		for i := range 200 {
			for _, down := range []bool{true, false} {
				fmt.Fprintf(&lines, "{\"at\":%g,\"pod\":%d,\"button\":%q,\"down\":%v}\n", float64(10+i)+map[bool]float64{false: .2}[down], i%4, []string{"A", "OK", "B", "OK"}[i/4%4], down)
			}
		}
		require.NoError(t, os.WriteFile(presses, []byte(lines.String()), 0o644))
		command(program, "sim", "--headless", "--game", "naro", "--seats", "Ava,Babak,Chiara,Dario", "--option", "chance=box", "--seed", "3",
			"--lang", l, "--presses", presses, "--out", out)
		screens[l] = seenIn(t, filepath.Join(out, "outputs.jsonl"), l)
	}
	for _, screen := range []string{"main", "pod0", "pod1", "pod2", "pod3"} {
		english := screens["en"][screen]
		require.NotEmpty(t, english, screen)
		own := maps.Clone(screens[madeUp][screen])
		maps.DeleteFunc(own, func(frame string, _ bool) bool { return english[frame] })
		assert.NotEmpty(t, own, "%s shows something of its own", screen)
	}

	// What is old is read as it was.
	for id, record := range old {
		assert.Equal(t, printed(t, "replay", record), command(program, "replay", record), id)
		assert.Regexp(t, "[áéíóú]", command(program, "replay", "--log", "--lang", madeUp, record), id)
	}
	for name, status := range oldJournals(t) {
		journal := filepath.Join("testdata", "journals", name, "play-0001.jsonl")
		assert.Equal(t, status, command(program, "replay", filepath.Join(root, "cmd", "consigliere", journal)), name)
		goOn(t, name, func(args ...string) { command(program, append(args, "--lang", madeUp)...) })
	}
}

// seenIn returns what screens showed in a headless run; it holds that all sentences are in the
// language of the box.
func seenIn(t *testing.T, name, l string) map[string]map[string]bool {
	t.Helper()
	b, err := os.ReadFile(name)
	require.NoError(t, err)
	seen, said := map[string]map[string]bool{}, 0
	for line := range bytes.Lines(b) {
		var o struct {
			Screen, Say, Lang string
			Frame             string
		}
		require.NoError(t, json.Unmarshal(line, &o))
		if o.Say != "" {
			said++
			assert.Equal(t, l, o.Lang)
			if l == madeUp {
				assert.Regexp(t, "[áéíóú]", o.Say)
			}
		}
		if o.Screen != "" {
			if seen[o.Screen] == nil {
				seen[o.Screen] = map[string]bool{}
			}
			seen[o.Screen][o.Frame] = true
		}
	}
	require.Positive(t, said)
	return seen
}

// madeUpMessages puts a catalogue into the made-up language. What is said of a word for its grammar, such
// as its gender, is of English.
func madeUpMessages(t *testing.T, english []byte) []byte {
	t.Helper()
	var all map[string]any
	require.NoError(t, toml.Unmarshal(english, &all))
	for key, v := range all {
		switch v := v.(type) {
		case string:
			if !regexp.MustCompile(`@gender$`).MatchString(key) {
				all[key] = accented(v)
			}
		case map[string]any:
			for form, text := range v {
				v[form] = accented(text.(string))
			}
		}
	}
	b, err := toml.Marshal(all)
	require.NoError(t, err)
	return b
}

// copyTree copies the module, without what git keeps.
func copyTree(t *testing.T, from, to string) {
	t.Helper()
	require.NoError(t, filepath.WalkDir(from, func(path string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		name, err := filepath.Rel(from, path)
		if err != nil {
			return err
		}
		at := filepath.Join(to, name)
		switch {
		case d.IsDir() && (d.Name() == ".git" || d.Name() == "dist" || d.Name() == "node_modules"):
			return filepath.SkipDir
		case d.IsDir():
			return os.MkdirAll(at, 0o755)
		case !d.Type().IsRegular():
			return nil
		}
		b, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		return os.WriteFile(at, b, 0o644)
	}))
}

// printed returns what a command prints.
func printed(t *testing.T, args ...string) string {
	t.Helper()
	var out, failed bytes.Buffer
	require.Zero(t, run(args, streams{strings.NewReader(""), &out, &failed}), failed.String())
	return out.String()
}
