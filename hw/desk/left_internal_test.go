package desk

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"consigliere/engine"
	"consigliere/engine/games"
	"consigliere/hw/lang"
	"consigliere/hw/words"
)

// A play that is ended early says how it stood: in words where the points are secret, and nothing where all stand alike.
func TestStood(t *testing.T) {
	all := games.All()
	books, err := words.NewBooks(all, engine.Messages)
	require.NoError(t, err)
	stood := func(n, m int) []Stood {
		l := LeftState{Roster: engine.Roster{"Ava", "Babak"}, Words: books.Play(all[0], engine.Header{Game: all[0].ID})}
		for seat, k := range []int{n, m} {
			l.Lines = append(l.Lines, engine.Line{Seat: engine.Seat(seat), Text: engine.Say("scene.standing").Number(k).Number(0)})
		}
		return l.stood(lang.English)
	}
	assert.Equal(t, []Stood{{Seat: "Ava", Text: "cards 2, wounds 0"}, {Seat: "Babak", Text: "cards 1, wounds 0"}}, stood(2, 1))
	assert.Empty(t, stood(0, 0))
}
