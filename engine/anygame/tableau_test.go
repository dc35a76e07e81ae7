package anygame_test

import (
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"consigliere/engine"
	"consigliere/engine/anygame"
	anygameface "consigliere/engine/anygame/face"
)

// TestWhatAMorningShows holds that a stage shows a death as it is told, by day, and whoever has died by a vote in its picture.
func TestWhatAMorningShows(t *testing.T) {
	title := anygameface.Title()
	h := engine.Header{Game: "anygame", Seats: twelve[:7], Options: []byte(`{"play":"werewolf"}`), Seed: 5}
	g, _, err := title.Begin(h)
	require.NoError(t, err)
	script, err := anygame.ScriptOf(h)
	require.NoError(t, err)
	words := script.Names["en"]
	rng := rand.New(rand.NewPCG(1, 2))
	dead := func(is []string) bool { return slices.Contains(is, string(engine.IconDead)) }
	lived, mornings, votes, noted, risen := 7, 0, 0, 0, 0
	var died engine.SeatSet // last night
	for !g.Over() {
		asks := g.Asks(nil)
		a := asks[rng.IntN(len(asks))]
		cues, err := g.Play(engine.Move{Seat: a.Seat, Do: a.Options[rng.IntN(len(a.Options))]})
		require.NoError(t, err)
		for _, c := range cues {
			if c.Kind != engine.CueReveal {
				continue
			}
			sc := title.Picture(g.View(engine.Public), int(c.Picture))
			left := 0
			for _, p := range sc.Board {
				assert.NotEqual(t, "night", p.Kind, "a death is told by day")
				if p.Kind == "line" || p.Kind == "after" {
					if p.Seat >= 0 && !dead(p.Is) {
						left++
					}
					if p.Kind == "line" && p.Seat >= 0 && slices.Contains(p.Is, "strong") {
						assert.True(t, dead(p.Is), "it is the dead who are marked")
					}
				}
			}
			if int(c.Picture) >= anygame.FirstTableau {
				mornings++
				died = 0
				for _, p := range sc.Board {
					if p.Kind == "line" && p.Seat >= 0 && slices.Contains(p.Is, "strong") {
						died = died.With(p.Seat)
					}
				}
				assert.Empty(t, sc.Lines, "it is for stages alone")
				if left > 0 {
					assert.LessOrEqual(t, left, lived)
				}
			} else {
				votes++
				assert.True(t, c.Read, "who has voted for whom is there to be read")
				crossed := slices.IndexFunc(sc.Lines, func(l engine.Line) bool { return slices.Contains(l.Icons, engine.IconDead) })
				assert.Equal(t, left < lived, crossed >= 0, "whoever has to go is crossed out")
				if crossed >= 0 {
					assert.True(t, sc.Lines[crossed].Strong)
				}
			}
			lived = left
		}
		v := g.View(engine.Public)
		for _, c := range cues { // "the sun rises" says of how many lived that it was so before the night
			if c.Kind == engine.CueSay && strings.HasPrefix(words[c.Text.Key], "The sun rises") {
				board := title.Picture(v, int(c.Picture)).Board
				at := slices.IndexFunc(board, func(p engine.Piece) bool { return p.Kind == "line" && p.Seat < 0 })
				require.GreaterOrEqual(t, at, 0)
				assert.Contains(t, words[board[at].Text.Key], "All wake up")
				assert.Contains(t, words[board[at].Text.Key], "secret")
				risen++
			}
		}
		if v.Phase == "debate" || v.Phase == "trial" {
			noted++
			note := title.Draw(v).Lines[7]
			require.Equal(t, engine.NoSeat, note.Seat)
			assert.Equal(t, died, engine.SeatsOf(note.Text.Seats()...), "who died in the night is said until the village has judged")
		}
	}
	assert.NotZero(t, mornings)
	assert.NotZero(t, votes)
	assert.NotZero(t, noted)
	assert.NotZero(t, risen)
}
