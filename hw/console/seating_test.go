package console_test

import (
	"fmt"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"consigliere/engine"
	naroface "consigliere/engine/naro/face"
	"consigliere/hw"
	"consigliere/hw/command"
	"consigliere/hw/console"
	"consigliere/hw/console/consoletest"
)

// secretVote is an ask of every seat at once, in secret.
func secretVote(seats int) []engine.Ask {
	var asks []engine.Ask
	for s := range seats {
		asks = append(asks, engine.Ask{
			Seat: engine.Seat(s), Verb: "pick", Options: words("red", "blue"), Secret: true, Prompt: engine.Say("game.title"),
		})
	}
	return asks
}

// Twelve seats play at eight pods: player i sits at pod i, and begins with pod 0 again.
func TestTwelveSeatsAtEightPods(t *testing.T) {
	asks := secretVote(12)
	title, game := scripted(asks[0])
	title.MaxSeats = engine.MaxSeats
	game.beside = asks[1:]
	var twelve engine.Roster
	for i := range 12 {
		twelve = append(twelve, fmt.Sprintf("Seat%d", i))
	}
	p := begin(t, []*engine.Title{title}, engine.Header{Game: "talk", Seats: twelve}, true)
	p.Wait(time.Second)
	d := p.Console.Snapshot().Public("en")
	require.Len(t, d.Seats, 12)
	assert.Equal(t, 3, d.Seats[11].Pod)
	for pod := range 8 {
		assert.NotEqual(t, dark, p.Box.Lights.RGB[pod], "pod %d has a seat that is awaited", pod)
	}
	assert.Contains(t, p.Box.Screens[7].Words(), "Red", "a pod of one seat shows its choices")
	shown := p.Box.Screens[3].Words()
	assert.Equal(t, "Seat3: press a button", shown, "a pod of two is covered, and says whose turn it is")

	p.Press(3, a) // opens
	assert.Contains(t, p.Box.Screens[3].Words(), "Red")
	assert.NotContains(t, p.Box.Screens[3].Words(), ">", "what opened the screen has chosen nothing")
	p.Press(3, b, ok)
	require.Len(t, game.lines, 1)
	assert.Contains(t, game.lines[0], `"seat":"Seat3"`)
	assert.NotContains(t, p.Box.Screens[3].Words(), "Blue", "after a choice the pod is covered again")
}

// Who shares a pod never sees what the other is asked before it takes its turn.
func TestASharedPodIsCovered(t *testing.T) {
	bx := consoletest.NewBox(2, true)
	p, err := consoletest.New(console.Config{Box: bx.HW, Titles: []*engine.Title{naroface.Title()}, Painter: consoletest.Words{}}, bx)
	require.NoError(t, err)
	h := engine.Header{Game: "naro", Seats: names[:4], Options: []byte(`{"chance":"box"}`), Seed: 4}
	require.NoError(t, p.Console.Do(0, command.Start{Header: h}))
	p.Wait(5 * time.Second)
	seen := map[string]bool{}
	for _, seat := range []string{"Ava", "Chiara"} { // both at pod 0
		assert.Equal(t, seat+": press a button", bx.Screens[0].Words())
		p.Press(0, ok)
		assert.Contains(t, bx.Screens[0].Words(), "Click")
		seen[seat] = true
		p.Press(0, a, ok)
	}
	assert.Equal(t, engine.SeatsOf(0, 2), p.Table.Locked())
	assert.NotContains(t, bx.Screens[0].Words(), "Click", "both are in")
	assert.Equal(t, locked, bx.Lights.RGB[0])

	// Either can open the pod again, to take its choice back.
	p.Press(0, a)
	p.Hold(0, b)
	assert.Equal(t, 1, p.Table.Locked().Len())
}

// Players join by pressing OK where they sit, in the order in which they sit.
func TestPlayersJoinAtTheirPods(t *testing.T) {
	bx := consoletest.NewBox(8, true)
	p, err := consoletest.New(console.Config{
		Box: bx.HW, Titles: []*engine.Title{naroface.Title()}, Painter: consoletest.Words{}, Seed: func() uint64 { return 3 },
	}, bx)
	require.NoError(t, err)
	p.Press(hw.Panel, ok, ok) // Naro, four play
	assert.Contains(t, bx.Main.Words(), "Player 1: press OK where you sit")
	for _, pod := range []hw.Pod{6, 2, 5} {
		p.Press(pod, ok)
	}
	assert.Contains(t, bx.Main.Words(), "Player 4")
	assert.Equal(t, locked, bx.Lights.RGB[6], "who has joined is lit")
	assert.Equal(t, dark, bx.Lights.RGB[0])
	assert.Equal(t, "Player 2", bx.Screens[2].Words())
	p.Press(2, ok) // the fourth sits with the second
	for range 5 {
		p.Press(hw.Panel, ok) // the options as they are
	}
	p.Press(hw.Panel, ok)
	require.NotNil(t, p.Console.Title())
	var pods []int
	for _, s := range p.Console.Snapshot().Public("en").Seats {
		pods = append(pods, s.Pod)
	}
	assert.Equal(t, []int{6, 2, 5, 2}, pods)

	// Back out of the joining nobody sits anywhere.
	require.NoError(t, p.Console.Do(p.Now, command.Leave{}))
	p.Press(hw.Panel, ok, ok)
	p.Press(4, ok)
	p.Press(hw.Panel, b, ok) // back
	p.Wait(time.Second)
	assert.Equal(t, dark, bx.Lights.RGB[4])
}

// A seat moves to another pod in mid-game, by the panel's menu, with what it has chosen.
func TestASeatMoves(t *testing.T) {
	p := naroTable(t, 4, `{"chance":"box"}`, true)
	p.Press(0, a) // Ava chooses, and locks nothing
	p.Hold(hw.Panel, ok)
	for range 4 {
		p.Press(hw.Panel, a) // pause, undo, press for a player, change places
	}
	p.Press(hw.Panel, ok, ok) // Ava
	assert.Contains(t, p.Box.Main.Words(), "Ava: press OK where you sit")
	p.Press(7, ok)
	assert.Equal(t, 7, p.Console.Snapshot().Public("en").Seats[0].Pod)
	p.Wait(time.Second)
	assert.Equal(t, dark, p.Box.Lights.RGB[0], "nobody sits there any more")
	assert.NotContains(t, p.Box.Screens[0].Words(), "Click")
	assert.Contains(t, p.Box.Screens[7].Words(), ">A  Click", "the choice moves along")
	p.Press(0, ok)
	assert.Zero(t, p.Table.Locked())
	p.Press(7, ok)
	assert.Equal(t, engine.SeatsOf(0), p.Table.Locked())

	require.Error(t, p.Console.Do(p.Now, command.Sit{Seat: 9, Pod: 0}))
	require.Error(t, p.Console.Do(p.Now, command.Sit{Seat: 0, Pod: 8}))
}
