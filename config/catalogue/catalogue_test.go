package catalogue_test

import (
	"fmt"
	"strings"
	"testing"

	"consigliere/config/catalogue"
	"consigliere/engine"
	"consigliere/engine/games"
	"consigliere/engine/table"
	"consigliere/hw/lang"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func TestRead(t *testing.T) {
	pate := games.Find("derpate")
	book, err := lang.NewBook(engine.Messages, table.Messages, pate.Messages)
	require.NoError(t, err)
	for _, c := range []struct {
		name, yaml string
		want       []string
	}{
		{"the house's own", pate.Catalogue.YAML(), nil},
		{"one key", "row4: {white: consigliere, grey: prosecutor, red: spy, black: banker}", nil},
		{"two mistakes, by line", "row4: {white: consigliere, grey: prosecutor, red: spy, black: spy}\ndice: []\n", []string{
			"1: given twice: row4.red → spy",
			"2: unknown key (→ those known here): dice → districts | businesses | takings | tracks | row4 | events",
		}},
		{"no YAML", "row4: {grey: [\n", []string{"1: this is not YAML: "}},
		{"aliases", "a: &a [1, 1]\nb: &b [*a, *a]\nrow4: *b\n", []string{"2: this is not YAML: a catalogue is written out; it has no aliases (*)"}},
		{"keys with dots and brackets", "# owner's\n\"a[0\": 1\nrow4.red: spy\n? b]\n: 2\n", []string{
			"2: unknown key", "3: unknown key", "4: unknown key",
		}},
		{"deep inside", "events:\n  - id: settle_up\n    op: tax\n\n  - {id: x,\n     op: party}\n", []string{
			"1: events must be a list", "2: a key is missing", "2: a key is missing", "2: a key is missing", "2: a key is missing", "6: unknown word",
		}},
		{"nothing", "", []string{"1: "}},
		{"not a mapping", "- 1\n", []string{"1: "}},
	} {
		t.Run(c.name, func(t *testing.T) {
			raw, wrong := catalogue.Read(pate, []byte(c.yaml))
			require.Len(t, wrong, len(c.want), "%v", wrong)
			for i, m := range wrong {
				got := fmt.Sprintf("%d: %s", m.Line, m.In(book, lang.English))
				assert.True(t, strings.HasPrefix(got, c.want[i]), "got %q, want %q", got, c.want[i])
			}
			assert.Equal(t, len(wrong) == 0, raw != nil)
		})
	}
}

// FuzzRead holds that no file makes it panic, and that what it takes the title takes.
func FuzzRead(f *testing.F) {
	pate := games.Find("derpate")
	f.Add("row4: {white: consigliere, grey: prosecutor, red: spy, black: banker}")
	f.Add("a: &a [1, 1]\nb: *a\n")
	f.Add("row4: {grey: [\n")
	f.Add("? 1\n: 2\n--- 3\n")
	f.Add("00[0:")
	f.Add("events: !!seq\n- {op: &a x}\n")
	f.Fuzz(func(t *testing.T, data string) {
		if len(data) > 4096 {
			return // longer files teach nothing new
		}
		raw, wrong := catalogue.Read(pate, []byte(data))
		for _, m := range wrong {
			require.LessOrEqual(t, m.Line, strings.Count(data, "\n")+strings.Count(data, "\r")+1)
		}
		if len(wrong) > 0 {
			return
		}
		require.Empty(t, pate.Catalogue.Check(raw))
	})
}
