package main

import (
	"bytes"
	"flag"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

var update = flag.Bool("update", false, "write the logs of the example records anew")

// TestLogs tells the example records in all languages, to those who know everything and to
// everybody, and compares with the golden files.
func TestLogs(t *testing.T) {
	for _, record := range []string{"naro/03-a-whole-round", "naro/08-two-bullets-for-the-lucky-one", "naro/09-bully-and-greedy-the-question", "derpate/02-takings-of-smuggling", "derpate/07-a-wedding-in-somebody-else-s-turn"} {
		game, name, _ := strings.Cut(record, "/")
		file := filepath.Join("..", "..", "engine", game, "testdata", "examples", name+".jsonl")
		for _, l := range []string{"en", "fa", "it"} {
			for _, viewer := range []string{"", "--public", "--as=Ava"} {
				t.Run(record+"."+l+viewer, func(t *testing.T) {
					args := []string{"replay", "--log", "--lang", l}
					golden := game + "-" + name[:2] + "." + l
					if viewer != "" {
						args = append(args, viewer)
						golden += "." + strings.TrimPrefix(strings.TrimPrefix(viewer, "--"), "as=")
					}
					var out, errs bytes.Buffer
					require.Zero(t, run(append(args, file), streams{strings.NewReader(""), &out, &errs}), errs.String())
					golden = filepath.Join("testdata", "logs", golden+".txt")
					if *update {
						require.NoError(t, os.MkdirAll(filepath.Dir(golden), 0o755))
						require.NoError(t, os.WriteFile(golden, out.Bytes(), 0o644))
						return
					}
					want, err := os.ReadFile(golden)
					require.NoError(t, err)
					assert.Equal(t, string(want), out.String())
				})
			}
		}
	}
}

// TestLogNamesTheTable checks that a seat without a name of its own has a word.
func TestLogNamesTheTable(t *testing.T) {
	const record = `{"game":"anygame","seats":["Ava","Babak"],"options":{"play":"vote"},"seed":1}
{"seat":"Ava","do":"vote","choice":"yes"}
{"seat":"Babak","do":"vote","choice":"no"}
{"seat":"table","do":"choose","choice":"stop"}
`
	for l, want := range map[string]string{"en": "the table: That is all.", "fa": "میز: همین بس است.", "it": "il tavolo: Basta così."} {
		var out, errs bytes.Buffer
		require.Zero(t, run([]string{"replay", "--log", "--lang", l, "-"}, streams{strings.NewReader(record), &out, &errs}), errs.String())
		assert.Contains(t, out.String(), want)
	}
}
