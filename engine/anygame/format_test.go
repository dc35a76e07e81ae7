package anygame

import (
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// TestFirstWordHolds reads the tools of FORMAT.md: of several words the first holds when a setting is
// left out.
func TestFirstWordHolds(t *testing.T) {
	format, err := os.ReadFile("scripts/FORMAT.md")
	require.NoError(t, err)
	needs := map[string]string{ // what a tool cannot do without
		"vote": `"of":["a","b"]`, "pick": `"of":["a","b"]`, "choose": `"of":["a","b"]`, "draw": `"from":"pack"`, "deal": `"from":"pack"`,
		"score": `"column":"n"`, "timer": `"seconds":5`,
	}
	read := func(tool string, settings ...string) *Script {
		script, wrong := Read([]byte(`{"script":"t","title":"T","variables":{"n":{"each":3}},"words":{"a":"A","b":"B"},"decks":{"pack":{"a":9,"b":9}},
			"phases":[{"phase":"p","` + tool + `":{` + strings.Join(slices.DeleteFunc(append(settings, needs[tool]), func(s string) bool { return s == "" }), ",") + `}},{"phase":"stop","ready":{}}]}`))
		require.Empty(t, wrong, "%s %s", tool, settings)
		script.json = nil // it holds what was written
		return script
	}
	n := 0
	for _, row := range regexp.MustCompile("(?m)^\\| `(\\w+)` \\| (.*) \\|").FindAllStringSubmatch(string(format), -1) {
		for _, words := range regexp.MustCompile(`(\w+): (\w+)(?:\\\|\w+)+`).FindAllStringSubmatch(row[2], -1) {
			tool, key, first := row[1], words[1], words[2]
			t.Run(tool+" "+key, func(t *testing.T) {
				assert.Equal(t, read(tool, `"`+key+`":"`+first+`"`), read(tool))
			})
			n++
		}
	}
	assert.Greater(t, n, 12)
}
