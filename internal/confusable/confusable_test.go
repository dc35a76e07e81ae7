package confusable

import (
	"testing"

	"github.com/stretchr/testify/assert"
)

func TestLooks(t *testing.T) {
	for r, want := range map[rune]string{'ɑ': "a", 'I': "l", '1': "l", 'm': "rn", 'Α': "A", 'ی': "ى", 'а': "a", '𐓪': "o"} {
		got, _ := looks(r)
		assert.Equal(t, want, got, "%c", r)
	}
	for _, r := range []rune{'a', 'B', 'ب', 0, 0x10ffff} {
		_, ok := looks(r)
		assert.False(t, ok, "%c", r)
	}
	assert.True(t, Of("𝔭𝒶y𝕡𝕒ℓ").Like(Of("paypal")))
	assert.True(t, Of("ρ⍺у𝓅𝒂ן").Like(Of("paypal")))
}

func TestDigit(t *testing.T) {
	for s, want := range map[string]rune{"0": '0', "9": '9', "۴": '4', "٤": '4', "४": '4', "𝟜": '4', "𝟗": '9'} {
		got, ok := digit([]rune(s)[0])
		assert.True(t, ok)
		assert.Equal(t, want, got, s)
	}
	_, ok := digit('a')
	assert.False(t, ok)
}

// TestPlain checks that texts which look like nothing else cost no memory, for each game that begins looks
// at names.
func TestPlain(t *testing.T) {
	for r := range rune(128) {
		_, known := looks(r)
		assert.Equal(t, known, skeleton(string(r)) != string(r), "%q", r)
	}
	assert.Zero(t, testing.AllocsPerRun(100, func() { skeleton("Babak") }))
}
