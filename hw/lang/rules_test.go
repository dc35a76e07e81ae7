package lang_test

import (
	"testing"
	"testing/fstest"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"consigliere/engine"
	"consigliere/hw/lang"
)

func TestRules(t *testing.T) {
	title := &engine.Title{
		Rule: "NARO",
		Rules: "## NARO-1 Players\n- NARO-1.1 From 4 to 8 play [see 3]. [003 §1] (NARO-D2)\n- NARO-1.2 Clockwise. [003 parts; house]\n" +
			"- NARO-D2 **Few.** Three are [too] few.\n",
		Face: engine.Face{Messages: fstest.MapFS{"rules.it.toml": {Data: []byte("\"NARO-1.1\" = \"Si gioca da 4 a 8.\"\n")}}},
	}
	r, err := lang.NewRules(title)
	require.NoError(t, err)
	for _, c := range []struct {
		l      lang.Lang
		number string
		want   string
		in     lang.Lang
	}{
		{lang.English, "NARO-1.1", "From 4 to 8 play [see 3].", lang.English},
		{lang.Italian, "NARO-1.1", "Si gioca da 4 a 8.", lang.Italian},
		{lang.Italian, "NARO-1.2", "Clockwise.", lang.English},
		{lang.Persian, "NARO-1.2", "Clockwise.", lang.English},
		{lang.English, "NARO-D2", "Few. Three are [too] few.", lang.English},
		{lang.English, "NARO-9.9", "", lang.English},
	} {
		got, in := r.Sentence(c.l, c.number)
		assert.Equal(t, c.want, got, "%s %s", c.l, c.number)
		assert.Equal(t, c.in, in, "%s %s", c.l, c.number)
	}
	title.Messages = fstest.MapFS{"rules.it.toml": {Data: []byte("NARO-1.1 = ")}}
	_, err = lang.NewRules(title)
	assert.ErrorContains(t, err, "rules.it.toml")
}
