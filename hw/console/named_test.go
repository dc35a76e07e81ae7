package console_test

import (
	"fmt"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"consigliere/engine"
	"consigliere/engine/games"
	"consigliere/hw/command"
	"consigliere/hw/console"
	"consigliere/hw/console/consoletest"
)

// A script is called by its own name on pages, and not what it is a script for.
func TestScriptsHaveTheirOwnName(t *testing.T) {
	t.Parallel()
	box := consoletest.NewBox(6, true)
	p, err := consoletest.New(console.Config{Box: box.HW, Titles: games.All(), Painter: consoletest.Words{}}, box)
	require.NoError(t, err)
	for play, want := range map[string]string{"werewolf": "Lupi mannari", "bid": "Offerte segrete", "quiz": "Quiz con conduttore"} {
		seats := []string{"Ava", "Babak", "Chiara", "Dario", "Elena", "Farid"}
		require.NoError(t, p.Console.Do(p.Now, command.Start{Header: engine.Header{Game: "anygame", Seats: seats, Options: fmt.Appendf(nil, `{"play":%q}`, play)}}))
		assert.Equal(t, want, p.Console.Snapshot().Public("it").GameTitle)
		require.NoError(t, p.Console.Do(p.Now, command.Leave{}))
	}
}
