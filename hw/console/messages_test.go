package console_test

import (
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"consigliere/engine/games"
	"consigliere/hw/console"
	"consigliere/hw/lang"

	"github.com/pelletier/go-toml/v2"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// keys returns the keys of a catalogue in a language, sorted.
func keys(t *testing.T, catalogue fs.FS, l lang.Lang) []string {
	t.Helper()
	b, err := fs.ReadFile(catalogue, "messages."+string(l)+".toml")
	require.NoError(t, err)
	var all map[string]any
	require.NoError(t, toml.Unmarshal(b, &all))
	var list []string
	for k := range all {
		if !strings.Contains(k, "@") { // forms of words differ from language to language
			list = append(list, k)
		}
	}
	slices.Sort(list)
	return list
}

func TestCataloguesHaveEqualKeys(t *testing.T) {
	catalogues := map[string]fs.FS{"console": console.Messages}
	for _, g := range games.All() {
		catalogues[g.ID] = g.Messages
	}
	for name, c := range catalogues {
		for _, l := range lang.All()[1:] {
			assert.Equal(t, keys(t, c, lang.English), keys(t, c, l), "%s in %s", name, l)
		}
	}
}

// TestKeysAreUsed compares the console's keys with its code and the desks': each key that the
// code names has a message, and each message is named in the code.
func TestKeysAreUsed(t *testing.T) {
	var files []string
	for _, dir := range []string{".", "../desk", "../menu", "../reply", "../words"} {
		found, err := filepath.Glob(filepath.Join(dir, "*.go"))
		require.NoError(t, err)
		files = append(files, found...)
	}
	var code strings.Builder
	for _, f := range files {
		if strings.HasSuffix(f, "_test.go") {
			continue
		}
		b, err := os.ReadFile(f)
		require.NoError(t, err)
		code.Write(b)
	}
	have := keys(t, console.Messages, lang.English)
	named := regexp.MustCompile(`"((?:ui|part)\.[a-z_]+)"`).FindAllStringSubmatch(code.String(), -1)
	for _, m := range named {
		if key := m[1]; !strings.HasSuffix(key, "_") { // "ui.pace_" + a word
			assert.Contains(t, have, key)
		}
	}
	for _, key := range have {
		stem := key
		for _, prefix := range []string{"ui.pace_", "ui.fair_", "colour.", "refuse.machine_"} { // and a word
			if strings.HasPrefix(key, prefix) {
				stem = prefix
			}
		}
		assert.True(t, strings.Contains(code.String(), `"`+stem+`"`), "no code uses the message %s", key)
	}
}
