package language_test

import (
	"testing"

	"github.com/stretchr/testify/assert"

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
		assert.Equal(t, l, *language.Of(l.Tag))
	}
	assert.Equal(t, "۱۲-a", language.Of("fa").Digits("12-a"))
	assert.Equal(t, "12", language.Of("xx").Digits("12"), "English stands in")
	assert.NotContains(t, language.Others(), language.English)
}
