package main

import (
	"bytes"
	"encoding/json"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"consigliere/engine/bot"
)

// The seats of many games have won as many as there were, but for shared and lost ones.
func TestPlayCountsWins(t *testing.T) {
	var out, errs bytes.Buffer
	require.Zero(t, run([]string{"play", "--game", "naro", "--seats", "4", "--games", "60", "--json"}, streams{strings.NewReader(""), &out, &errs}), errs.String())
	var b bot.Balance
	require.NoError(t, json.Unmarshal(out.Bytes(), &b))
	wins := 0
	for _, g := range b.BySeat {
		assert.Equal(t, 60, g.Played)
		wins += g.Wins
	}
	assert.GreaterOrEqual(t, wins, 60-b.WithoutWin+b.Shared)
	assert.Equal(t, wins, b.ByStrategy[0].Wins)
	assert.Positive(t, b.BySeat[0].Score.SD)
}
