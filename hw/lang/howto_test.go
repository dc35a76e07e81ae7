package lang_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"consigliere/engine"
	"consigliere/engine/games"
	"consigliere/hw/lang"
)

// Each guide has the same sections and paragraphs in all languages, and names all powers,
// boxes, tokens and favours as the displays do.
func TestGuides(t *testing.T) {
	named := map[string][]string{
		"naro":     {"power.", "card.painting", "card.clip", "card.first_aid", "card.new_boss"},
		"derpate":  {"box.", "token.", "favour.", "face.puppet"},
		"corleone": {"good.", "turf."},
		"anygame":  {"choice.abstain"},
		"khandan":  {"resource."},
	}
	for _, title := range games.All() {
		book, err := lang.NewBook(engine.Messages, title.Messages)
		require.NoError(t, err)
		english, err := lang.NewGuide(title, lang.English)
		require.NoError(t, err)
		require.NotEmpty(t, english)
		for _, l := range lang.All() {
			g, err := lang.NewGuide(title, l)
			require.NoError(t, err)
			require.Len(t, g, len(english), "%s in %s", title.ID, l)
			var text strings.Builder
			for i, s := range g {
				assert.NotEmpty(t, s.Heading)
				require.Len(t, s.Paragraphs, len(english[i].Paragraphs), "%s in %s: %s", title.ID, l, s.Heading)
				for _, p := range s.Paragraphs {
					assert.LessOrEqual(t, len([]rune(p)), 320, "a display pages it: %s", p)
					text.WriteString(p + "\n")
				}
			}
			for _, key := range book.Keys(l) {
				for _, prefix := range named[title.ID] {
					if strings.HasPrefix(key, prefix) && !strings.HasSuffix(key, ".absent") {
						assert.Contains(t, strings.ToLower(text.String()), strings.ToLower(book.Word(l, key)), "%s: %s", l, key)
					}
				}
			}
			require.NotEmpty(t, named[title.ID])
		}
	}
}

func TestGuideIsMissing(t *testing.T) {
	german, err := lang.NewGuide(games.Find("naro"), "de")
	require.NoError(t, err)
	english, err := lang.NewGuide(games.Find("naro"), lang.English)
	require.NoError(t, err)
	assert.Equal(t, english, german, "English stands in")
}
