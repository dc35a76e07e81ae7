package console_test

import (
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"consigliere/engine/anygame"
	"consigliere/hw"
	"consigliere/hw/console"
	"consigliere/hw/console/consoletest"
)

// both is A and B of the panel together.
var both = consoletest.Tap{Buttons: []hw.Button{hw.A, hw.B}}

// TestToolsAtOnce uses each tool by three presses at the panel: A and B together, A held until
// it is marked, OK. Those who play, and the settings, are those of the last time.
func TestToolsAtOnce(t *testing.T) {
	p, _ := peopleTable(t, t.TempDir())
	presses := 0
	tap := func(list ...consoletest.Tap) {
		presses += len(list)
		p.Tap(hw.Panel, list...)
	}
	single := func(button hw.Button) consoletest.Tap { return consoletest.Tap{Buttons: []hw.Button{button}} }

	// Nobody has played here: it is asked how many do.
	tap(both, single(ok))
	assert.Contains(t, p.Box.Main.Words(), "How many")
	p.Press(hw.Panel, a, ok)     // three
	p.Press(hw.Panel, ok)        // as numbered
	p.Press(hw.Panel, a, ok)     // player 1 is called
	turnTo(t, p, ">New name")    // something new
	p.Press(hw.Panel, ok, a, ok) // B
	turnTo(t, p, ">Done")
	p.Press(hw.Panel, ok)
	turnTo(t, p, ">Begin")
	p.Press(hw.Panel, ok)
	require.NotNil(t, p.Table)
	assert.JSONEq(t, `{"play":"bid"}`, string(p.Table.Header().Options))
	assert.Len(t, p.Table.Header().Seats, 3)
	people := p.Table.Header().Seats
	require.NoError(t, p.Console.Do(p.Now, console.Leave{}))

	// The settings of a tool, once.
	p.Tap(hw.Panel, both)
	turnTo(t, p, ">Change the settings")
	p.Press(hw.Panel, ok)
	turnTo(t, p, ">Dice")
	p.Press(hw.Panel, ok, a, ok, a, ok, ok) // three of them, with eight sides, by the box
	assert.Contains(t, p.Box.Main.Words(), ">Begin")
	p.Press(hw.Panel, ok)
	require.NotNil(t, p.Table)
	assert.JSONEq(t, `{"play":"dice","settings":{"by":"box","count":3,"sides":8}}`, string(p.Table.Header().Options))
	require.NoError(t, p.Console.Do(p.Now, console.Leave{}))

	for _, name := range anygame.Singles() {
		presses = 0
		tap(both)
		p.Console.Press(hw.Press{At: p.Now, Pod: hw.Panel, Button: hw.A, Down: true})
		presses++
		for i := 0; !strings.Contains(p.Box.Main.Words(), ">"+toolTitle[name]); i++ {
			require.Less(t, i, 600, "A that is held comes to %s", name)
			p.Wait(50 * time.Millisecond)
		}
		p.Console.Press(hw.Press{At: p.Now, Pod: hw.Panel, Button: hw.A})
		tap(single(ok))
		assert.Equal(t, 3, presses)
		require.Equal(t, "play", p.Console.Desk("en").State, name)
		h := p.Table.Header()
		assert.Equal(t, people, h.Seats, name)
		want := `{"play":"` + name + `"}`
		if name == "dice" {
			want = `{"play":"dice","settings":{"by":"box","count":3,"sides":8}}`
		}
		assert.JSONEq(t, want, string(h.Options))
		require.NoError(t, p.Console.Do(p.Now, console.Leave{}))
	}
	// What was used last is first.
	p.Tap(hw.Panel, both)
	p.Wait(time.Second)
	assert.Contains(t, p.Box.Main.Words(), ">Turn timer")
}

// toolTitle is what the tools are called.
var toolTitle = map[string]string{
	"bid": "Secret bids", "vote": "Vote: yes or no", "ballot": "Secret ballot", "pick": "Secret choice", "first": "Who starts?",
	"dice": "Dice", "draw": "Draw a card", "deal": "Secret roles", "points": "Score sheet", "auction": "Auction", "dutch": "Falling price",
	"buzz": "Who is first?", "countdown": "Countdown", "chess": "Chess clock", "turns": "Turn timer",
}
