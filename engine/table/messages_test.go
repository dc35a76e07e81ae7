package table_test

import (
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"consigliere/engine/enginetest"
	"consigliere/engine/journal"
	"consigliere/engine/table"
)

// Every text of the table and its journal has its message in each language, and no message is
// unused.
func TestMessages(t *testing.T) {
	have := enginetest.Catalogues(t, table.Messages)
	maps.Copy(have, enginetest.Catalogues(t, journal.Messages))
	used := map[string]bool{}
	files, err := filepath.Glob("../[jt]*/*.go") // journal, table
	require.NoError(t, err)
	key := regexp.MustCompile(`"((?:refuse|undo|repair|journal)\.[a-z_]+)"`)
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
	delete(used, "refuse.unknown_game") // a message of the core
	assert.Equal(t, used, have)
}
