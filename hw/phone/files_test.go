package phone

import (
	"path"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"consigliere/hw/web/page"
)

// TestGuestFiles checks that guests get each file that a page of theirs imports: one that is missing leaves the page
// blank.
func TestGuestFiles(t *testing.T) {
	imports := regexp.MustCompile(`(?m)^(?:import|export) .*?'\./([^']+)'`)
	for _, name := range guestFiles {
		b, err := page.Files.ReadFile(name)
		require.NoError(t, err)
		if path.Ext(name) != ".js" {
			continue
		}
		found := imports.FindAllStringSubmatch(string(b), -1)
		assert.Equal(t, strings.Count(string(b), "from './"), len(found), "%s: not every import was understood", name)
		for _, m := range found {
			assert.Contains(t, guestFiles, m[1], "%s imports it", name)
		}
	}
}
