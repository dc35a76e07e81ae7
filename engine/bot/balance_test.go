package bot

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"consigliere/engine"
)

func TestSpread(t *testing.T) {
	assert.Equal(t, Spread{}, spreadOf(nil))
	assert.Equal(t, Spread{Min: 2, Median: 4.5, Max: 9, Mean: 5, SD: 2}, spreadOf([]int{9, 2, 4, 4, 4, 5, 5, 7}))
	assert.Equal(t, Spread{Min: 3, Median: 3, Max: 3, Mean: 3}, spreadOf([]int{3}))
}

func TestBalance(t *testing.T) {
	b := NewBalance("naro", engine.Roster{"Ava", "Babak"}, []string{"random", "random"})
	b.Add(10, engine.ScoreTable{Rows: []engine.ScoreRow{{Total: 8, Rank: 1, Winner: true}, {Out: "scene.dead"}}})
	b.Add(20, engine.ScoreTable{Rows: []engine.ScoreRow{{Total: 4, Rank: 1, Winner: true}, {Total: 4, Rank: 1, Winner: true}}})
	b.Add(60, engine.ScoreTable{Rows: []engine.ScoreRow{{Out: "scene.dead"}, {Out: "scene.dead"}}})
	b.Finish()
	assert.Equal(t, 3, b.Games)
	assert.Equal(t, 90, b.Moves)
	assert.Equal(t, 1, b.Shared)
	assert.Equal(t, 1, b.WithoutWin)
	assert.Equal(t, 20., b.Length.Median)
	assert.Equal(t, Group{Name: "1 Ava", Played: 3, Wins: 2, Share: 2. / 3, Ranked: 2, Score: Spread{4, 6, 8, 6, 2}}, b.BySeat[0])
	assert.Equal(t, Group{Name: "2 Babak", Played: 3, Wins: 1, Share: 1. / 3, Ranked: 1, Score: Spread{4, 4, 4, 4, 0}}, b.BySeat[1])
	require.Len(t, b.ByStrategy, 1)
	assert.Equal(t, 6, b.ByStrategy[0].Played)
}
