package site

import (
	"encoding/json"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/pelletier/go-toml/v2"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"consigliere/hw/lang"
)

// TestFolder checks that the folder is whole: whatever a page imports, loads or links to is in it, nothing comes from
// another origin, and the list that the browser keeps names every file.
func TestFolder(t *testing.T) {
	dir := t.TempDir()
	require.NoError(t, Write(dir))
	for _, name := range []string{"box.wasm", "reader.wasm", "wasm_exec.js"} { // the Makefile's
		require.NoError(t, os.WriteFile(filepath.Join(dir, name), []byte("x"), 0o644))
	}
	require.NoError(t, List(dir))
	var list struct {
		Version string
		Files   map[string]string
	}
	b, err := os.ReadFile(filepath.Join(dir, "files.json"))
	require.NoError(t, err)
	require.NoError(t, json.Unmarshal(b, &list))
	worker, err := os.ReadFile(filepath.Join(dir, "sw.js"))
	require.NoError(t, err)
	assert.Contains(t, string(worker), "'"+list.Version+"'", "another version is another worker")
	refers := regexp.MustCompile(`(?:from '|import '|src="|href="|\bfetch\('|\bat\('|\burl\()([^'"()#?]+)['")]`)
	for name := range list.Files {
		if !slices.Contains([]string{".js", ".html", ".css"}, filepath.Ext(name)) || name == "wasm_exec.js" {
			continue
		}
		b, err := os.ReadFile(filepath.Join(dir, name))
		require.NoError(t, err)
		if strings.HasPrefix(name, "table/") && name != "table/line.js" {
			continue // a box serves these, and its tests look at them
		}
		for _, m := range refers.FindAllStringSubmatch(string(b), -1) {
			to := m[1]
			if strings.HasPrefix(to, "data:") || to == "files.json" {
				continue
			}
			assert.NotContains(t, to, "//", "%s is of this origin", name)
			at := filepath.Join(filepath.Dir(name), to)
			if strings.Contains(m[0], "at('") || strings.Contains(m[0], "fetch('") {
				at = filepath.Clean(to)
			}
			if strings.HasSuffix(to, "/") {
				at = filepath.Join(at, "index.html")
			}
			if at != "sw.js" {
				assert.Contains(t, list.Files, at, "%s refers to %s", name, to)
			}
		}
	}
}

// TestWords checks that each language has every sentence, with the same things in it, and that each is used.
func TestWords(t *testing.T) {
	read := func(l lang.Lang) map[string]string {
		b, err := messages.ReadFile("messages." + string(l) + ".toml")
		require.NoError(t, err)
		w := map[string]string{}
		require.NoError(t, toml.Unmarshal(b, &w))
		return w
	}
	vars := regexp.MustCompile(`\{\{\.\w+\}\}`)
	plural := regexp.MustCompile(`_(one|two|few|many|other)$`)
	english := read(lang.English)
	for _, l := range lang.All() {
		w := read(l)
		for key, text := range english {
			if plural.MatchString(key) && w[key] == "" {
				continue
			}
			if assert.NotEmpty(t, w[key], "%s: %s", l, key) {
				assert.ElementsMatch(t, vars.FindAllString(text, -1), vars.FindAllString(w[key], -1), "%s: %s", l, key)
			}
		}
		for key := range w {
			if !plural.MatchString(key) {
				assert.Contains(t, english, key, "%s has %s, and English has not", l, key)
			}
		}
	}
	var code strings.Builder
	files, err := filepath.Glob("static/*.js")
	require.NoError(t, err)
	more, err := filepath.Glob("static/*/*.js")
	require.NoError(t, err)
	reader, err := filepath.Glob("../reader/*.go")
	require.NoError(t, err)
	for _, f := range slices.Concat(files, more, reader) {
		b, err := os.ReadFile(f)
		require.NoError(t, err)
		code.Write(b)
	}
	made := regexp.MustCompile("`(\\w*)\\$\\{")
	var beginnings []string
	for _, m := range made.FindAllStringSubmatch(code.String(), -1) {
		if len(m[1]) > 2 {
			beginnings = append(beginnings, m[1])
		}
	}
	for _, key := range slices.Sorted(maps.Keys(english)) {
		base := plural.ReplaceAllString(key, "")
		used := strings.Contains(code.String(), "'"+base+"'") || strings.Contains(code.String(), `"`+base+`"`) || strings.HasSuffix(base, "_about") || slices.ContainsFunc(beginnings, func(b string) bool { return strings.HasPrefix(base, b) })
		assert.True(t, used, "nothing says %s", key)
	}
}
