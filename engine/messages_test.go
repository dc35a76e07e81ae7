package engine_test

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"consigliere/engine"
	"consigliere/engine/enginetest"
)

// Every refusal of the core has its message in each language, and no message is unused.
// refuse.over is for titles, which all refuse moves after the end; the seats that have no name of
// their own, and the icons, are for whoever puts texts into words.
func TestMessages(t *testing.T) {
	have := enginetest.Catalogues(t, engine.Messages)
	used := map[string]bool{"refuse.over": true, "seat.table": true, "seat.none": true}
	files, err := filepath.Glob("*.go")
	require.NoError(t, err)
	key := regexp.MustCompile(`"(refuse\.[a-z_]+)"`)
	for _, f := range files {
		if strings.HasSuffix(f, "_test.go") {
			continue
		}
		src, err := os.ReadFile(f)
		require.NoError(t, err)
		for _, m := range key.FindAllSubmatch(src, -1) {
			used[string(m[1])] = true
		}
	}
	for k := range have {
		if strings.HasPrefix(k, "icon.") {
			used[k] = true
		}
	}
	assert.Equal(t, used, have)
}
