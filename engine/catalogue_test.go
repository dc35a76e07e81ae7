package engine_test

import (
	"encoding/json"
	"fmt"
	"runtime"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"consigliere/engine"
	"consigliere/engine/document"
	"consigliere/engine/games"
	"consigliere/engine/journal"
	"consigliere/engine/table"
	"consigliere/hw/lang"
)

func TestCatalogueRead(t *testing.T) {
	pate := games.Find("derpate")
	book, err := lang.NewBook(engine.Messages, journal.Messages, table.Messages, pate.Messages)
	require.NoError(t, err)
	for _, c := range []struct {
		name, yaml string
		want       []string
	}{
		{"the house's own", pate.Catalogue.YAML(), nil},
		{"one key", "row4: {white: consigliere, grey: prosecutor, red: spy, black: banker}", nil},
		{"two mistakes, by line", "row4: {white: consigliere, grey: prosecutor, red: spy, black: spy}\ndice: []\n", []string{
			"1: given twice: row4.red → spy",
			"2: unknown key (→ those known here): dice → districts, businesses, takings, tracks, row4, events",
		}},
		{"no YAML", "row4: {grey: [\n", []string{"1: this is not YAML: "}},
		{"aliases", "a: &a [1, 1]\nb: &b [*a, *a]\nrow4: *b\n", []string{"2: there are no aliases (*) here; write the value out"}},
		{"two documents", "row4: {}\n---\nrow4: {}\n", []string{"2: a second document begins here; a file has one"}},
		{"a key twice", "row4: {}\ntracks: {}\nrow4: {}\n", []string{`3: the key "row4" is given twice`}},
		{"a word that is nearly right", "# owner's\nrow4: {white: consigliere, grey: prosecutor, red: spy, black: bankr}\n", []string{
			"2: unknown here (→ the nearest that is known): row4.black → bankr → banker",
		}},
		{"keys with dots and brackets", "# owner's\n\"a[0\": 1\nrow4.red: spy\n? b]\n: 2\n", []string{
			"2: unknown key", "3: unknown key", "4: unknown key",
		}},
		{"deep inside", "events:\n  - id: settle_up\n    op: tax\n\n  - {id: x,\n     op: party}\n", []string{
			"1: events must be a list", "2: a key is missing", "2: a key is missing", "2: a key is missing", "2: a key is missing",
			"5: a key is missing", "5: a key is missing", "5: a key is missing", "6: unknown word",
		}},
		{"nothing", "", []string{"1: "}},
		{"not a mapping", "- 1\n", []string{"1: "}},
	} {
		t.Run(c.name, func(t *testing.T) {
			raw, wrong := pate.Catalogue.Read([]byte(c.yaml))
			require.Len(t, wrong, len(c.want), "%v", wrong)
			for i, m := range wrong {
				got := fmt.Sprintf("%d: %s", m.Line, book.Mistake(lang.English, m))
				assert.True(t, strings.HasPrefix(got, c.want[i]), "got %q, want %q", got, c.want[i])
			}
			assert.Equal(t, len(wrong) == 0, raw != nil)
		})
	}
}

// maxMemory is how many bytes reading a file of 32 kB may allocate.
const maxMemory = 64 << 20

// allocated returns how many bytes f allocates.
func allocated(f func()) uint64 {
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	f()
	runtime.ReadMemStats(&after)
	return after.TotalAlloc - before.TotalAlloc
}

// A file of 32 kB needs little memory and time, whatever it contains.
func TestCatalogueIsBounded(t *testing.T) {
	pate := games.Find("derpate")
	for _, s := range []string{"[", "{", "\n", "- ", "a: [", "events: [{},\n", "x: 1\n", "? ", "&a ", "{a: "} {
		begun := time.Now()
		bytes := allocated(func() {
			_, wrong := pate.Catalogue.Read([]byte(strings.Repeat(s, 32<<10/len(s))))
			assert.NotEmpty(t, wrong, "%q", s)
			assert.LessOrEqual(t, len(wrong), 2*document.MaxMistakes, "%q", s)
		})
		assert.Less(t, bytes, uint64(maxMemory), "%q", s)
		assert.Less(t, time.Since(begun), 20*time.Second, "%q", s)
	}
	_, wrong := pate.Catalogue.Read(make([]byte, document.MaxSize+1))
	require.Len(t, wrong, 1)
	assert.Contains(t, wrong[0].Syntax, "this is too large")
}

// FuzzCatalogue checks that no file makes Read panic or needs much memory, and that the title
// accepts what Read accepts.
func FuzzCatalogue(f *testing.F) {
	pate := games.Find("derpate")
	f.Add("row4: {white: consigliere, grey: prosecutor, red: spy, black: banker}")
	f.Add("a: &a [1, 1]\nb: *a\n")
	f.Add("row4: {grey: [\n")
	f.Add("? 1\n: 2\n--- 3\n")
	f.Add("00[0:")
	f.Add("--- ")
	f.Add("- a\u2028- b\u0085- c")
	f.Add("events: !!seq\n- {op: &a x}\n")
	f.Fuzz(func(t *testing.T, data string) {
		if len(data) > 32<<10 {
			return
		}
		var raw json.RawMessage
		var wrong []engine.Mistake
		bytes := allocated(func() { raw, wrong = pate.Catalogue.Read([]byte(data)) })
		require.LessOrEqual(t, bytes, uint64(maxMemory))
		for _, m := range wrong {
			require.LessOrEqual(t, m.Line, strings.Count(data, "\n")+1)
		}
		if len(wrong) > 0 {
			return
		}
		require.Empty(t, pate.Catalogue.Check(raw))
	})
}
