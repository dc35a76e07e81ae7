package lang_test

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"consigliere/hw/lang"
)

// A name is said as its player has typed it, where it is used as a name.
func TestSaying(t *testing.T) {
	said := map[string]string{"Ava": "Eva", "Xin": "Shin", "Anna Maria": "Annamarì", "Anna": "Enna", "بابک": "Bobby"}
	for text, want := range map[string]string{
		"Ava aims at Xin.":   "Eva aims at Shin.",
		"Avanti, Ava!":       "Avanti, Eva!",
		"Anna Maria, Anna":   "Annamarì, Enna",
		"بابک و Ava":         "Bobby و Eva",
		"بابکی":              "بابکی",
		"\u2068Ava\u2069: 5": "\u2068Eva\u2069: 5",
		"":                   "",
		"Savanna Ava2 Ava":   "Savanna Ava2 Eva",
	} {
		assert.Equal(t, want, lang.Saying(text, said), text)
	}
	assert.Equal(t, "Ava", lang.Saying("Ava", nil))
}
