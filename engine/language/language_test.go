package language_test

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
	"unicode"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"consigliere/engine/language"
)

func TestTable(t *testing.T) {
	seen := map[string]bool{}
	for i, l := range language.All() {
		assert.Equal(t, i == 0, l.Tag == language.English, "English comes first")
		assert.False(t, seen[l.Tag])
		seen[l.Tag] = true
		assert.Len(t, []rune(l.Digits("0123456789")), 10)
		assert.NotEmpty(t, l.Letters)
		assert.NotEmpty(t, l.Group)
		assert.NotEmpty(t, l.Comma)
		assert.NotEmpty(t, l.Semicolon)
		assert.NotEmpty(t, l.And)
		assert.NotEmpty(t, l.Name)
		assert.NotEmpty(t, l.Locale)
		assert.Equal(t, l, *language.Of(l.Tag))
	}
	assert.Equal(t, "۱۲-a", language.Of("fa").Digits("12-a"))
	assert.Equal(t, "12", language.Of("xx").Digits("12"), "English stands in")
	assert.NotContains(t, language.Others(), language.English)
}

// No word of another language, and no table of languages, stands in Go (promise P6): words are in
// messages, scripts, packs and catalogues. A table by language shows by its tags, a text in
// another script by its letters.
func TestNoWordsInGo(t *testing.T) {
	files := 0
	root := filepath.Join("..", "..")
	but := []string{
		"engine/language/language.go",    // the table
		"hw/lang/",                       // the grammar of languages that have some, and how voices spell them
		"hw/screen/text.go",              // the letters by which the lines of a font are measured
		"hw/screen/fonts/",               // which looks for the letters
		"cmd/consigliere-hub/hall/do.go", // how people head the names in a list of players
		"tools/", "drivers/tray/",
	}
	err := filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error {
		if err != nil || filepath.Ext(path) != ".go" || strings.HasSuffix(path, "_test.go") || strings.HasSuffix(filepath.Dir(path), "test") {
			return err // what is for tests alone is shown to nobody
		}
		name, err := filepath.Rel(root, path)
		if err != nil || slices.ContainsFunc(but, func(b string) bool { return strings.HasPrefix(filepath.ToSlash(name), b) }) {
			return err
		}
		files++
		source, err := os.ReadFile(path)
		require.NoError(t, err)
		for _, word := range wordsIn(t, path, source) {
			assert.Fail(t, "words belong into messages", "%s has %s", path, word)
		}
		return nil
	})
	require.NoError(t, err)
	assert.Greater(t, files, 200)

	// What was in Go once is found.
	assert.Equal(t, []string{`"fa"`, `"ادامه"`, `"it"`}, wordsIn(t, "a.go", []byte("package a\n\nvar titles = map[string]string{\"en\": \"Next\", \"fa\": \"ادامه\", \"it\": \"Avanti\"}\n")))
}

// wordsIn returns the literals of a file that are tags of languages but English, or have letters of
// another script. The letters that names are typed with (engine/name.go) are single ones.
func wordsIn(t *testing.T, path string, source []byte) []string {
	t.Helper()
	f, err := parser.ParseFile(token.NewFileSet(), path, source, 0)
	require.NoError(t, err)
	var found []string
	ast.Inspect(f, func(n ast.Node) bool {
		lit, ok := n.(*ast.BasicLit)
		if !ok || lit.Kind != token.STRING {
			return true
		}
		text, err := strconv.Unquote(lit.Value)
		require.NoError(t, err)
		other := len([]rune(text)) > 1 && strings.ContainsFunc(text, func(r rune) bool { return unicode.IsLetter(r) && !unicode.Is(unicode.Latin, r) })
		if other || slices.Contains(language.Others(), text) {
			found = append(found, lit.Value)
		}
		return true
	})
	return found
}

// Pages have no table of languages either: the box gives them its own. A tag in quotes would be one.
func TestNoLanguagesInPages(t *testing.T) {
	tag := regexp.MustCompile(`['"\x60](` + strings.Join(language.Tags(), "|") + `)['"\x60]`)
	files := 0
	err := filepath.WalkDir(filepath.Join("..", "..", "hw"), func(path string, d fs.DirEntry, err error) error {
		if err != nil || !slices.Contains([]string{".js", ".css", ".html"}, filepath.Ext(path)) || strings.Contains(path, "testdata") {
			return err
		}
		files++
		source, err := os.ReadFile(path)
		require.NoError(t, err)
		for line := range strings.Lines(string(source)) {
			if strings.HasPrefix(line, "<html ") { // until the page knows better
				continue
			}
			assert.NotRegexp(t, tag, line, path)
		}
		return nil
	})
	require.NoError(t, err)
	assert.Greater(t, files, 20)
	assert.Regexp(t, tag, "dir: lang() === 'fa' ? 'rtl' : 'ltr'", "what was in pages once is found")
}
