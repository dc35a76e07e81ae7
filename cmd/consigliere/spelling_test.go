package main

import (
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// TestPersianSpelling holds Persian texts, wherever they stand, to one spelling: Persian letters and no Arabic ones that look like
// them, "ه‌ی" and no "ه" with a small sign above, and no "هر که", which people write and nobody says at a table.
func TestPersianSpelling(t *testing.T) {
	wrong := regexp.MustCompile("[يكةى]|ه\u0654|\u06c0")
	literary := regexp.MustCompile(`(^|[^\p{Arabic}\x{200c}])هر که([^\p{Arabic}\x{200c}]|$)`)
	read := 0
	for _, top := range []string{"../../engine", "../../hw", "../../cmd"} {
		require.NoError(t, filepath.WalkDir(top, func(path string, d fs.DirEntry, err error) error {
			name := filepath.Base(path)
			persian := strings.Contains(name, ".fa.") || strings.HasSuffix(name, ".yaml") || strings.HasSuffix(name, ".html")
			if err != nil || d.IsDir() || !persian || strings.Contains(path, "testdata") {
				return err
			}
			b, err := os.ReadFile(path)
			if err != nil {
				return err
			}
			read++
			story := strings.Contains(path, "packs") || strings.Contains(name, "rules.") // tell in a voice of their own
			for i, line := range strings.Split(string(b), "\n") {
				assert.NotRegexp(t, wrong, line, "%s:%d", path, i+1)
				if !story {
					assert.NotRegexp(t, literary, line, "%s:%d", path, i+1)
				}
			}
			return nil
		}))
	}
	assert.Greater(t, read, 40)
}
