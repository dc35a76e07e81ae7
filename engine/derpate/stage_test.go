package derpate_test

import (
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"consigliere/engine"
	"consigliere/engine/derpate"
	derpateface "consigliere/engine/derpate/face"
)

// Whoever plays first is marked once it is played: the setup goes round the other way.
func TestStart(t *testing.T) {
	for script, want := range map[string]int{`begin 4`: 0, turn(4, ``): 1} {
		n := 0
		for _, p := range derpateface.Title().Draw(play(t, script).Game.View(engine.Public)).Board {
			if slices.Contains(p.Is, "start") || p.Key == "legend.start" {
				n++
			}
		}
		assert.Equal(t, 2*want, n, script) // with the legend
	}
}

// A stage has the town with the car, both tracks with all markers, what belongs to each family, and the dice.
func TestStage(t *testing.T) {
	s := play(t, turn(3, `member Ava from=reserve to=jail; member Chiara from=reserve to=river`))
	v := s.Game.View(engine.Public)
	status := v.Public.(derpate.Status)
	of := func(board engine.Pieces, kind, at string) (list engine.Pieces) {
		for _, p := range board {
			if p.Kind == kind && (at == "" || p.At == at) {
				list = append(list, p)
			}
		}
		return list
	}
	board := derpateface.Title().Draw(v).Board
	businesses := of(board, "business", "")
	require.Len(t, businesses, 12)
	for i, p := range businesses {
		assert.Equal(t, i+1, p.Of, "along the way of the car")
		owner := status.Owners[p.Key[len("business."):]]
		assert.Equal(t, owner != nil && *owner == "neutral", slices.Contains(p.Is, "neutral"), p.Key)
		if p.Seat >= 0 {
			assert.Equal(t, *owner, four[p.Seat], p.Key)
		}
	}
	cars := of(board, "car", "")
	require.Len(t, cars, 1)
	assert.Equal(t, *status.Car, cars[0].N)
	safe := 0
	for _, p := range of(board, "district", "") {
		safe += len(p.Is)
	}
	assert.Equal(t, 1, safe, "the car protects one district")
	for i, p := range status.Players.Of {
		for track, at := range map[string]int{"reputation": p.Reputation, "influence": p.Influence} {
			steps := slices.DeleteFunc(of(board, "step", track), func(x engine.Piece) bool { return int(x.Seat) != i })
			require.Len(t, steps, 1, track)
			assert.Equal(t, at, steps[0].N, track)
			assert.Equal(t, 12, steps[0].Of, track)
		}
	}
	jail := of(board, "members", "jail")
	assert.Equal(t, 1, jail[0].N)
	assert.Empty(t, of(board, "money", ""), "money is secret")
	assert.Len(t, of(board, "die", "roll"), 4)
	board = derpateface.Title().Draw(play(t, turn(4, ""), "table roll black:3,white:2,grey:puppet,red:1").Game.View(engine.Public)).Board
	casts := of(board, "cast", "")
	require.Len(t, of(board, "die", "roll"), 4)
	for _, d := range of(board, "die", "roll") {
		require.Len(t, d.Is, 1, "where it can be placed")
		assert.True(t, slices.ContainsFunc(casts, func(c engine.Piece) bool {
			return c.Key == "box."+d.Is[0] && c.N == d.N && c.Text.Key == "cast."+d.Is[0]
		}), "what it would do there: %v", d)
	}
	event := of(board, "event", "")
	require.Len(t, event, 1)
	assert.Equal(t, status.Card.Op == derpate.OpMoveAll, len(event[0].Is) == 1, "whether it moves everybody, and on which track")
	assert.Empty(t, of(derpateface.Title().Draw(play(t, "begin 2 {}").Game.View(engine.Public)).Board, "die", ""), "districts are chosen first")
}
