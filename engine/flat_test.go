package engine

import (
	"bytes"
	"testing"

	"github.com/go-json-experiment/json/jsontext"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// What the short way reads, the decoder reads, too, and as the same keys and values.
func FuzzFlat(f *testing.F) {
	for _, line := range []string{
		`{}`, `{"seat":"Ava","do":"load","card":"bang"}`, `{"seat":"بابک","n":-12,"ok":true,"none":null,"no":false}`,
		`{"a":1,"a":2}`, `{"a":01}`, `{"a":-}`, `{"a":-0}`, `{"a":1.5}`, `{"a":1e3}`, `{"a":"\u0041"}`, `{"a" :1}`, `{"a":[]}`, `{"a":1}}`,
		`{"a":1,}`, `{,}`, `{"a"}`, `{"a":tru}`, `{"a":"`, `{"a":"x`, `{"`, `{`, ``, "{\"a\":\"\x01\"}", "{\"a\":\"\xff\"}", "{\"a\":\"\x7f\"}", `{"a":nul`, `{"a":1`,
	} {
		f.Add([]byte(line))
	}
	f.Fuzz(func(t *testing.T, line []byte) {
		var short, long Fields
		if !short.flat(line) {
			return
		}
		require.NoError(t, long.parse(jsontext.NewDecoder(bytes.NewBuffer(bytes.Clone(line)))), "%q", line)
		assert.Equal(t, long.list, short.list, "%q", line)
	})
}

// The lines of a record are read by the short way, or it would be of no use.
func TestFlatReadsLines(t *testing.T) {
	for line, flat := range map[string]bool{
		`{"seat":"بابک","do":"aim","at":"Chiara"}`: true,
		`{"seat":"table","do":"roll","n":-12}`:     true,
		`{}`:                                       true,
		`{"seat":"A","do":[1]}`:                    false,
		`{"seat":"A","seat":"A"}`:                  false,
		`{"seat":"A\n"}`:                           false,
		`{"n":007}`:                                false,
		` {}`:                                      false,
		`{} `:                                      false,
	} {
		var f Fields
		assert.Equal(t, flat, f.flat([]byte(line)), line)
	}
}
