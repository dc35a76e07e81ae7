package console_test

import (
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"consigliere/engine"
	"consigliere/engine/anygame"
	anygameface "consigliere/engine/anygame/face"
	"consigliere/hw"
	"consigliere/hw/command"
	"consigliere/hw/console/consoletest"
)

// both is A and B of the panel together.
var both = consoletest.Tap{Buttons: []hw.Button{hw.A, hw.B}}

// TestToolsAtOnce uses each tool by three presses at the panel: A and B together, A held until
// it is marked, OK. The players and the settings are those of the last time.
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
	require.NoError(t, p.Console.Do(p.Now, command.Leave{}))

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
	require.NoError(t, p.Console.Do(p.Now, command.Leave{}))

	// What is voted on is typed elsewhere, and not asked there again.
	require.NoError(t, p.Console.Do(p.Now, command.Start{Header: engine.Header{Game: "anygame", Seats: people, Options: []byte(`{"play":"vote","settings":{"question":"Pizza or pasta?"}}`)}}))
	p.Wait(20 * time.Second)
	assert.Contains(t, p.Box.Main.Words(), "Pizza or pasta?")
	require.NoError(t, p.Console.Do(p.Now, command.Leave{}))
	p.Tap(hw.Panel, both)
	turnTo(t, p, ">Change the settings")
	p.Press(hw.Panel, ok)
	turnTo(t, p, ">Vote")
	p.Press(hw.Panel, ok)
	assert.NotContains(t, p.Box.Main.Words(), "The question")
	for i := 0; !strings.Contains(p.Box.Main.Words(), ">Begin"); i++ {
		require.Less(t, i, 10)
		p.Press(hw.Panel, ok)
	}
	turnTo(t, p, ">Back")
	p.Press(hw.Panel, ok)

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
		require.Equal(t, "play", p.Console.Snapshot().Public("en").State, name)
		h := p.Table.Header()
		assert.Equal(t, people, h.Seats, name)
		want := `{"play":"` + name + `"}`
		if name == "dice" {
			want = `{"play":"dice","settings":{"by":"box","count":3,"sides":8}}`
		}
		assert.JSONEq(t, want, string(h.Options))
		require.NoError(t, p.Console.Do(p.Now, command.Leave{}))
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

// TestPacedByThePlay checks that what the clock does in a play comes by itself, also where the
// table wants no limits of time, and is not told as somebody's being late.
func TestPacedByThePlay(t *testing.T) {
	begin := func(options string) *consoletest.Player {
		p := begin(t, []*engine.Title{anygameface.Title()}, engine.Header{Game: "anygame", Seats: names[:3], Options: []byte(options), Seed: 1}, true)
		require.NoError(t, p.Console.Do(p.Now, command.SetClocks{Percent: 0}))
		p.Wait(5 * time.Second)
		return p
	}
	p := begin(`{"play":"dutch","settings":{"most":9}}`)
	assert.Empty(t, p.Console.Snapshot().Public("en").Sheets, "nobody has to lower the price")
	p.Wait(10 * time.Second)
	assert.Regexp(t, "The price is [4-7]", p.Box.Main.Words())
	p.Press(1, ok)
	p.Wait(6 * time.Second)
	assert.Contains(t, strings.Join(p.Box.Speaker.Said, "\n"), "Babak")
	assert.NotContains(t, p.Box.Speaker.Said, "Time!")

	p = begin(`{"play":"buzz"}`)
	p.Press(2, a)
	p.Press(0, b)
	p.Wait(time.Second)
	words := p.Box.Main.Words()
	for _, want := range []string{"Chiara", "Ava", "1.", "2."} {
		assert.Contains(t, words, want, "who was first, and by how much")
	}
	assert.NotContains(t, p.Box.Speaker.Said, "Time!")
}

// TestChartOfClocks shows at the end how long each has thought, as bars.
func TestChartOfClocks(t *testing.T) {
	p := begin(t, []*engine.Title{anygameface.Title()}, engine.Header{Game: "anygame", Seats: names[:2], Options: []byte(`{"play":"chess"}`), Seed: 1}, true)
	p.Wait(5 * time.Second)
	p.Press(0, ok) // starts
	p.Wait(10 * time.Second)
	p.Press(0, ok)
	p.Wait(30 * time.Second)
	p.Press(1, ok)
	require.NoError(t, p.Console.Do(p.Now, command.Type{Line: []byte(`{"seat":"table","do":"ready"}`)}))
	p.Wait(10 * time.Second)
	require.NoError(t, p.Console.Do(p.Now, command.Type{Line: []byte(`{"seat":"table","do":"choose","choice":"stop"}`)}))
	p.Wait(30 * time.Second)
	lines := p.Console.Snapshot().Public("en").Lines
	require.Len(t, lines, 2)
	assert.Equal(t, []string{"0:10", "0:30"}, []string{lines[0].Text, lines[1].Text})
	assert.Equal(t, 100, lines[1].Bar)
	assert.InDelta(t, 33, lines[0].Bar, 1)
}

// TestClockAfterARestart resumes a play with chess clocks in a box that was switched off: the
// turn goes on where it stood, and the next one counts from its press.
func TestClockAfterARestart(t *testing.T) {
	folder := t.TempDir()
	p, _ := peopleTable(t, folder)
	require.NoError(t, p.Console.Do(p.Now, command.Start{Header: engine.Header{Game: "anygame", Seats: names[:2], Options: []byte(`{"play":"chess"}`), Seed: 1}}))
	p.Wait(100 * time.Second)
	p.Press(0, ok) // starts
	p.Wait(10 * time.Second)
	p.Press(0, ok)
	p.Wait(20 * time.Second)
	p.Press(1, ok)
	p.Wait(time.Second)

	p, _ = peopleTable(t, folder)
	require.NoError(t, p.Console.Do(p.Now, command.GoOn{}))
	p.Wait(5 * time.Second)
	p.Press(0, ok)
	p.Wait(7 * time.Second)
	p.Press(1, ok)
	require.NoError(t, p.Console.Do(p.Now, command.Type{Line: []byte(`{"seat":"table","do":"ready"}`)}))
	r := p.Table.View(engine.Public).Public.(anygame.Status).Results["now"]["used"].(engine.BySeat[int]).Of
	assert.InDelta(t, 15, r[0], 1)
	assert.InDelta(t, 27, r[1], 1)
}
