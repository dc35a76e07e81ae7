package words_test

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"consigliere/hw/lang"
	"consigliere/hw/words"
)

// What follows a name of the other script keeps its place.
func TestApart(t *testing.T) {
	assert.Equal(t, "Ava", words.Apart(lang.Italian, "Ava"))
	assert.Equal(t, "بابک\u200e", words.Apart(lang.Italian, "بابک"))
	assert.Equal(t, "بابک\u200e", words.Apart(lang.English, "بابک"))
	assert.Equal(t, "Ava\u200f", words.Apart(lang.Persian, "Ava"))
}
