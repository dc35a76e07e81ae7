package screen

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func TestReadStrike(t *testing.T) {
	s, err := readStrike([]byte("# a comment\n0020 3 0 -\n0049 3 2 e040\n0057 9 1 ff80\n"))
	require.NoError(t, err)
	assert.Equal(t, []rune(" IW"), s.runes)
	assert.Equal(t, 3, s.glyphs[0].advance, "a space has no column after it")
	assert.Equal(t, 4, s.glyphs[1].advance)
	assert.Equal(t, 2, s.glyphs[1].y)
	assert.True(t, s.glyphs[1].Lit(1, 1))
	assert.True(t, s.glyphs[2].Lit(8, 0))
	for name, data := range map[string]string{
		"line 1: fewer than 4 fields":               "0049 3 2\n",
		"line 2: strconv.ParseUint":                 "# a comment\n00xx 3 2 e040\n",
		`line 1: "0" is not a number of columns`:    "0049 0 2 e040\n",
		"line 1: strconv.ParseInt":                  "0049 3 up e040\n",
		"line 1: encoding/hex":                      "0049 3 2 e0é0\n",
		"line 1: 3 bytes are not rows of 9 columns": "0049 9 2 e04000\n",
		"the characters are not in order":           "0049 3 2 e040\n0048 3 2 e040\n",
	} {
		_, err := readStrike([]byte(data))
		assert.ErrorContains(t, err, name)
	}
}

// TestStrikes reads each strike.
func TestStrikes(t *testing.T) {
	for w, sizes := range strikes {
		for _, size := range sizes {
			s, err := unpackStrike(Weight(w), size)
			require.NoError(t, err)
			assert.NotNil(t, s.at([]rune("H"), 0), size)
		}
	}
}

// TestStrikeOf checks that a style gets the largest strike that is not larger, and none if
// outlines are better.
func TestStrikeOf(t *testing.T) {
	ty, err := New()
	require.NoError(t, err)
	height := func(s Style) int {
		drawn := ty.strikeOf(s)
		if drawn == nil {
			return 0
		}
		return drawn.at([]rune("H"), 0).H
	}
	assert.Equal(t, 6, height(Style{Size: 4}))
	assert.Equal(t, 6, height(Style{Size: 9, Weight: Bold}))
	assert.Equal(t, 7, height(Style{Size: 11}))
	assert.Equal(t, 8, height(Style{Size: 13, Weight: Bold}))
	assert.Equal(t, 10, height(Style{Size: 17, Weight: Bold}))
	assert.Zero(t, height(Style{Size: outline}))
}
