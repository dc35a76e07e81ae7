package alonetest

import (
	"go/parser"
	"go/token"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// TestKnowsNothing holds that nothing of the box or of a game is within reach of the players.
func TestKnowsNothing(t *testing.T) {
	files, err := filepath.Glob("*.go")
	require.NoError(t, err)
	for _, name := range files {
		if strings.HasSuffix(name, "_test.go") {
			continue
		}
		f, err := parser.ParseFile(token.NewFileSet(), name, nil, parser.ImportsOnly)
		require.NoError(t, err)
		for _, i := range f.Imports {
			path, err := strconv.Unquote(i.Path.Value)
			require.NoError(t, err)
			assert.False(t, strings.HasPrefix(path, "consigliere/"), "%s imports %s", name, path)
		}
	}
}

func TestUnderstood(t *testing.T) {
	for text, want := range map[string]question{
		"Choose a bullet. A  Click!; B  Bang! A or B, then OK.":      {kind: shorts, n: 2, body: "Choose a bullet. A  Click!; B  Bang!"},
		"Aim at whom? Babak; Chiara; Nobody. A down, B up, then OK.": {kind: list, body: "Aim at whom? Babak; Chiara; Nobody."},
		"Your bid? 0. 0 to 30. A +1, B −1, A+B +10.":                 {kind: number, body: "Your bid? 0. 0 to 30."},
		"Another story? The game goes on. Anybody, OK: ready.":       {kind: press, n: 1, body: "Another story? The game goes on."},
	} {
		q, ok := understood(text)
		assert.True(t, ok, text)
		assert.Equal(t, want, q, text)
	}
	_, ok := understood("Chiara now aims at Babak.")
	assert.False(t, ok)
}
