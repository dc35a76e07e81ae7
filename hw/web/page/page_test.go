package page

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// TestArrowsPointAlongTheText checks that every page turns the arrow of who aims at whom round where text runs from right
// to left: else it says the opposite.
func TestArrowsPointAlongTheText(t *testing.T) {
	pages, err := filepath.Glob("*.html")
	require.NoError(t, err)
	sheet := regexp.MustCompile(`<link rel="stylesheet" href="([a-z]+\.css)">`)
	looked := 0
	for _, name := range pages {
		html, err := os.ReadFile(name)
		require.NoError(t, err)
		var css strings.Builder
		for _, m := range sheet.FindAllSubmatch(html, -1) {
			b, err := os.ReadFile(string(m[1]))
			require.NoError(t, err)
			css.Write(b)
		}
		if !strings.Contains(css.String(), ".icon {") && !strings.Contains(css.String(), ".icon,") {
			continue // it has no icons
		}
		looked++
		assert.True(t, strings.Contains(css.String(), `[dir="rtl"] .icon-target { transform: scaleX(-1); }`), name)
	}
	assert.GreaterOrEqual(t, looked, 3, "panel, phone and screen")
}
