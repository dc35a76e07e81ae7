package main

import (
	"bytes"
	"encoding/json"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"consigliere/engine"
)

func TestSpread(t *testing.T) {
	assert.Equal(t, spread{}, spreadOf(nil))
	assert.Equal(t, spread{Min: 2, Median: 4.5, Max: 9, Mean: 5, SD: 2}, spreadOf([]int{9, 2, 4, 4, 4, 5, 5, 7}))
	assert.Equal(t, spread{Min: 3, Median: 3, Max: 3, Mean: 3}, spreadOf([]int{3}))
}

func TestBalance(t *testing.T) {
	b := newBalance("naro", engine.Roster{"Ava", "Babak"}, []string{"random", "random"})
	b.add(10, engine.ScoreTable{Rows: []engine.ScoreRow{{Total: 8, Rank: 1, Winner: true}, {Out: "scene.dead"}}})
	b.add(20, engine.ScoreTable{Rows: []engine.ScoreRow{{Total: 4, Rank: 1, Winner: true}, {Total: 4, Rank: 1, Winner: true}}})
	b.add(60, engine.ScoreTable{Rows: []engine.ScoreRow{{Out: "scene.dead"}, {Out: "scene.dead"}}})
	b.finish()
	assert.Equal(t, 3, b.Games)
	assert.Equal(t, 90, b.Moves)
	assert.Equal(t, 1, b.Shared)
	assert.Equal(t, 1, b.WithoutWin)
	assert.Equal(t, 20., b.Length.Median)
	assert.Equal(t, group{Name: "1 Ava", Played: 3, Wins: 2, Share: 2. / 3, Ranked: 2, Score: spread{4, 6, 8, 6, 2}}, b.BySeat[0])
	assert.Equal(t, group{Name: "2 Babak", Played: 3, Wins: 1, Share: 1. / 3, Ranked: 1, Score: spread{4, 4, 4, 4, 0}}, b.BySeat[1])
	require.Len(t, b.ByStrategy, 1)
	assert.Equal(t, 6, b.ByStrategy[0].Played)
}

// The seats of many games have won as many as there were, but for shared and lost ones.
func TestPlayCountsWins(t *testing.T) {
	var out, errs bytes.Buffer
	require.Zero(t, run([]string{"play", "--game", "naro", "--seats", "4", "--games", "60", "--json"}, streams{strings.NewReader(""), &out, &errs}), errs.String())
	var b balance
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
