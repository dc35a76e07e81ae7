package main

import (
	"encoding/json"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"consigliere/engine"
	"consigliere/engine/enginetest"
	"consigliere/engine/games"
	"consigliere/engine/journal"
	"consigliere/engine/table"
	"consigliere/hw/lang"
	"consigliere/hw/words"
)

// Each rule has a position that shows it, which can be reached, and the rule refuses there what the page says it refuses.
// Package enginetest says how they are made again.
func TestPositions(t *testing.T) {
	books, err := words.NewBooks(games.All(), engine.Messages, journal.Messages, table.Messages)
	require.NoError(t, err)
	for _, game := range []string{"naro", "derpate", "corleone", "khandan"} {
		t.Run(game, func(t *testing.T) {
			data, err := os.ReadFile(filepath.Join("..", "site", "static", "rules", game+".json"))
			require.NoError(t, err)
			var all map[string]enginetest.Position
			require.NoError(t, json.Unmarshal(data, &all))
			rules := games.Find(game).RuleNumbers()
			for _, rule := range rules {
				assert.Contains(t, all, rule, "no position shows it: go test ./engine/%s -positions makes them", game)
			}
			refusals := 0
			for rule, p := range all {
				assert.True(t, slices.Contains(rules, rule), "there is no rule %s", rule)
				s, err := position(books, p.Record, p.No, lang.English)
				if !assert.NoError(t, err, rule) {
					continue
				}
				if p.No == "" {
					assert.Nil(t, s.Refused)
					continue
				}
				if refusals++; assert.NotNil(t, s.Refused, "%s: nothing refuses %s", rule, p.No) {
					assert.True(t, s.Refused.Rule == "" || strings.HasPrefix(s.Refused.Rule, games.Find(game).Rule), rule)
					assert.NotEmpty(t, s.Refused.Text)
				}
			}
			assert.Positive(t, refusals)
		})
	}
}
