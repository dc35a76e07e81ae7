package console_test

import (
	"math/rand/v2"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"consigliere/engine"
	"consigliere/engine/games"
	"consigliere/engine/table"
	"consigliere/hw/command"
	"consigliere/hw/console"
	"consigliere/hw/console/consoletest"
	"consigliere/hw/desk"
	"consigliere/hw/lang"
)

// A night of Werewolf asks everybody, so that nobody can tell who acts. Whoever is asked for that alone reads it on the phone, and
// nobody else does; afterwards the game is listed by its own name, with who was what and which side has won, and no points.
func TestWerewolfInItsOwnWords(t *testing.T) {
	t.Parallel()
	b := consoletest.NewBox(6, true)
	p, err := consoletest.New(console.Config{Box: b.HW, Titles: games.All(), Painter: consoletest.Words{}}, b)
	require.NoError(t, err)
	require.NoError(t, p.Console.Do(0, command.Start{Header: engine.Header{Game: "anygame", Seats: append(names[:0:0], "A", "B", "C", "D", "E", "F"), Options: []byte(`{"play":"werewolf"}`), Seed: 3}}))
	r := rand.New(rand.NewPCG(3, 3))
	for _, c := range []struct {
		phase, step, counts string
		acts                int
	}{
		{"hunt", "Night, step 1 of 7", "The victim of this night. Counts only if you are a wolf.", 1},
		{"vision", "Night, step 2 of 7", "You learn whether it is a wolf. Counts only if you are the seer.", 1},
		{"potion", "Night, step 6 of 7", "The victim of this night lives, once a game. Counts only if you are the witch.", 1},
	} {
		_, err = p.PlayUntil(r, 2000, func(tb *table.Table) bool { return tb.View(engine.Public).Phase == c.phase })
		require.NoError(t, err)
		for !p.Console.Quiet() {
			p.Wait(time.Second)
		}
		assert.Equal(t, "6 players, in secret: "+c.step, p.Console.Snapshot().Public(lang.English).Question, "what a role is asked is not said of players")
		covers, asked := 0, 0
		for seat := range engine.Seat(6) {
			if d := p.SeatDesk(seat, lang.English); len(d.Asks) > 0 {
				asked++
				assert.Equal(t, c.counts, d.Asks[0].Steps[0].Values[0].Help, "for whom it counts, in the same words to all")
				if c.phase == "vision" {
					assert.Equal(t, "Nobody else sees what you choose.", d.Asks[0].Purpose, "and it is never shown")
				}
				assert.Equal(t, "You have no part in this: your answer counts for nothing. Press any, so that nobody can tell.", d.Asks[0].Cover, "phones leave the same room for it")
				if d.Asks[0].Idle {
					covers++
				}
			}
		}
		_, err = p.PlayUntil(r, 2000, func(tb *table.Table) bool { return len(tb.View(engine.Public).Waiting) == 1 })
		require.NoError(t, err)
		for !p.Console.Quiet() {
			p.Wait(time.Second)
		}
		require.Equal(t, c.phase, p.Console.Snapshot().Play.Seats[0].View.Phase)
		assert.Regexp(t, "^\\W?[A-F]\\W?: "+c.step+"$", p.Console.Snapshot().Public(lang.English).Question, "nor of the last who is waited for")
		assert.Equal(t, c.acts, asked-covers, "%s: all others are told that it doesn't count", c.phase)
		assert.Greater(t, covers, 1)
	}
	_, err = p.PlayUntil(r, 5000, (*table.Table).Over)
	require.NoError(t, err)
	p.Wait(time.Minute)
	heading := p.Console.Snapshot().Public("en").Heading
	assert.Contains(t, heading, "won.")
	require.NoError(t, p.Console.Do(p.Now, command.Leave{}))
	past := p.Console.Finished()
	list := past.List(lang.English)
	require.Len(t, list, 1)
	assert.Equal(t, "Werewolf", list[0].Game)
	result, err := past.Result(list[0].ID, lang.English)
	require.NoError(t, err)
	assert.Nil(t, result.Score, "there are no points")
	assert.Equal(t, heading, result.Heading)
	require.Len(t, result.Lines, 6)
	assert.Contains(t, []string{"Wolf", "Seer", "Doctor", "Witch", "Villager"}, result.Lines[0].Text)
	assert.True(t, hasStrong(result.Lines), "whoever has won is marked")
}

func hasStrong(lines []desk.Line) bool {
	for i := range lines {
		if lines[i].Strong {
			return true
		}
	}
	return false
}
