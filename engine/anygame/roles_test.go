package anygame_test

import (
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"consigliere/engine"
	"consigliere/engine/anygame"
	anygameface "consigliere/engine/anygame/face"
	"consigliere/engine/bot"
)

// TestRolesAreToldAtTheEnd holds that the screen for the room knows night from day, and that nobody's role in Werewolf is seen by all before the end, and everybody's at the end.
func TestRolesAreToldAtTheEnd(t *testing.T) {
	title := anygameface.Title()
	h := engine.Header{Game: "anygame", Seats: twelve[:7], Seed: 4, Options: []byte(`{"play":"werewolf"}`)}
	g, _, err := title.Begin(h)
	require.NoError(t, err)
	roles := func() int {
		n := 0
		for _, l := range title.Draw(g.View(engine.Public)).Lines {
			if l.Seat >= 0 && slices.ContainsFunc(l.Text.Things(), func(w string) bool { return w != "choice.killed" && w != "choice.banished" }) {
				n++
			}
		}
		return n
	}
	assert.Zero(t, roles())
	nights, days, voted := 0, 0, 0
	p := bot.New(title, h.Seats, rand.New(rand.NewPCG(4, 4)))
	p.Made = func(engine.Move, []engine.Cue) {
		v := g.View(engine.Public)
		night := slices.Contains([]string{"night", "hunt", "vision", "answer", "guard", "told", "potion", "poison"}, v.Phase)
		assert.Equal(t, night, slices.ContainsFunc(title.Draw(v).Board, func(p engine.Piece) bool { return p.Kind == "night" }), "the room sees that it is night: %s", v.Phase)
		if night {
			at := slices.IndexFunc(title.Draw(v).Board, func(p engine.Piece) bool { return p.Kind == "night" })
			x := title.Draw(v).Board[at]
			assert.Equal(t, [2]int{slices.Index([]string{"hunt", "vision", "answer", "guard", "told", "potion", "poison"}, v.Phase) + 1, 7}, [2]int{x.N, x.Of}, "how far the night is, whoever is alive")
			for name, value := range v.Public.(anygame.Status).Values { // a number that changes could say how many wolves are left
				if _, is := value.(int); is {
					assert.Contains(t, []string{"pack", "hour", "round"}, name)
				}
			}
			for _, l := range title.Draw(v).Lines {
				if l.Seat >= 0 && slices.Contains(l.Text.Things(), "choice.banished") {
					assert.Contains(t, l.Icons, engine.IconDead)
					voted++
				}
			}
			nights++
		} else {
			days++
		}
	}
	_, err = p.Playout(g)
	require.NoError(t, err)
	assert.Positive(t, nights)
	assert.Positive(t, days)
	assert.Positive(t, voted, "whoever was voted out stays in sight at night")
	assert.Equal(t, 7, roles())
	board := title.Draw(g.View(engine.Public)).Board
	require.Len(t, board, 1, "which side has won")
	assert.Equal(t, "outcome", board[0].Kind)
	assert.NotEmpty(t, board[0].Text.Key)
}
