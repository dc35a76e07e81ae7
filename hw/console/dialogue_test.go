package console_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"
	"testing/fstest"
	"time"

	"consigliere/engine"
	"consigliere/engine/games"
	naroface "consigliere/engine/naro/face"
	"consigliere/hw"
	"consigliere/hw/command"
	"consigliere/hw/console"
	"consigliere/hw/console/consoletest"
	"consigliere/hw/lang"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// A script is a game that asks one thing after the other and keeps the answers, so that
// every kind of ask can be talked through.
type script struct {
	roster  engine.Roster
	asks    []engine.Ask
	beside  []engine.Ask // asked at the same time
	opening []engine.Cue
	at      int
	lines   []string
}

// The moves of a script: whatever was answered.
type (
	pickCard struct {
		Card anything `arg:"card"`
		Swap bool     `arg:"swap,optional"`
	}
	pickSeat struct {
		At engine.Seat `arg:"at"`
	}
	pickNumber struct {
		N int `arg:"n"`
	}
	pickNothing struct{}
)

var picks = engine.Declare(
	engine.Verb[pickCard]("pick", ""), engine.Verb[pickSeat]("pick", ""), engine.Verb[pickNumber]("pick", ""), engine.Verb[pickNothing]("pick", ""),
)

// anything is a value of any kind, as words.
type anything struct{ text string }

func (v anything) ArgValue() engine.Value { return engine.WordOf(v.text) }

func (anything) ParseArg(r engine.Roster, v engine.Value) (any, bool) {
	return anything{asText(r, v)}, v.Kind != engine.IntValue
}

func asText(r engine.Roster, v engine.Value) string {
	var parts []string
	for _, it := range v.Items {
		part := asText(r, it.Value)
		if v.Kind == engine.MapValue {
			key := it.Key
			if key == "" {
				key = r.Name(it.Of)
			}
			part = key + ":" + part
		}
		parts = append(parts, part)
	}
	switch v.Kind {
	case engine.ListValue:
		return "[" + strings.Join(parts, " ") + "]"
	case engine.MapValue:
		return "{" + strings.Join(parts, " ") + "}"
	}
	return v.Word
}

func (s *script) Asks(dst []engine.Ask) []engine.Ask {
	if s.Over() {
		return dst
	}
	return append(append(dst, s.asks[s.at]), s.beside...)
}

func (s *script) Play(m engine.Move) ([]engine.Cue, error) {
	s.lines = append(s.lines, string(picks.AppendLine(nil, s.roster, m)))
	s.at++
	return nil, nil
}
func (s *script) Over() bool { return s.at == len(s.asks) }
func (s *script) View(l engine.Viewer) engine.View {
	return engine.View{Viewer: l, Common: engine.Common{Phase: "talk"}, Public: map[string]any{"phase": "talk", "n": s.at}}
}

// scripted returns a title whose plays ask the asks.
func scripted(asks ...engine.Ask) (*engine.Title, *script) {
	s := &script{asks: asks}
	words := fstest.MapFS{}
	for _, l := range []string{"en", "fa", "it"} {
		words["messages."+l+".toml"] = &fstest.MapFile{Data: []byte("\"game.title\" = \"Talk\"\n\"card.red\" = \"Red\"\n\"card.blue\" = \"Blue\"\n\"card.green\" = \"Green\"\n")}
	}
	return &engine.Title{
		ID: "talk", Rule: "TALK", MinSeats: 1, MaxSeats: 8,
		Moves: picks,
		New: func(h engine.Header) (engine.Game, []engine.Cue, error) {
			n := *s
			n.roster, n.at, n.lines = h.Seats, 0, nil
			*s = n
			return s, s.opening, nil
		},
		Face: engine.Face{
			Messages: words,
			Draw:     func(engine.View) engine.Scene { return engine.Scene{Heading: engine.Say("game.title")} },
		},
	}, s
}

func words(list ...string) []engine.Action {
	var moves []engine.Action
	for _, w := range list {
		moves = append(moves, pickCard{Card: anything{w}})
	}
	return moves
}

var (
	a, b, ok = hw.A, hw.B, hw.OK
	ava      = hw.Pod(0)
)

// TestEveryKind talks through every kind of ask: the presses, and the line that a record
// has then.
func TestEveryKind(t *testing.T) {
	items := []engine.Item{{Word: "red", Count: 2, Value: 10}, {Word: "blue", Count: 1, Value: 5}, {Word: "green", Count: 3, Value: 1}}
	ask := func(k engine.PartKind, f func(*engine.Part)) engine.Ask {
		p := engine.Part{Kind: k, Arg: "card", Items: items}
		f(&p)
		return engine.Ask{Seat: 0, Verb: "pick", Parts: []engine.Part{p}, Prompt: engine.Say("game.title")}
	}
	one := func(moves []engine.Action) engine.Ask {
		return engine.Ask{Seat: 0, Verb: "pick", Options: moves, Prompt: engine.Say("game.title")}
	}
	confirm := one([]engine.Action{pickNothing{}})
	confirm.Confirm = true
	secret := func(a engine.Ask) engine.Ask {
		a.Secret = true
		return a
	}
	atPanel := func(a engine.Ask) engine.Ask {
		a.Seat = engine.Table
		return a
	}
	seats := []engine.Action{pickSeat{1}, pickSeat{2}, pickSeat{engine.NoSeat}}
	pairs := []engine.Action{
		pickCard{Card: anything{"red"}}, pickCard{Card: anything{"red"}, Swap: true}, pickCard{Card: anything{"blue"}},
	}
	press := func(buttons ...hw.Button) []consoletest.Tap {
		var list []consoletest.Tap
		for _, x := range buttons {
			list = append(list, consoletest.Tap{Buttons: []hw.Button{x}})
		}
		return list
	}
	hold := func(x hw.Button) []consoletest.Tap {
		return []consoletest.Tap{{Buttons: []hw.Button{x}, For: time.Second}}
	}
	both := []consoletest.Tap{{Buttons: []hw.Button{a, b}}}
	join := func(parts ...[]consoletest.Tap) (all []consoletest.Tap) {
		for _, p := range parts {
			all = append(all, p...)
		}
		return all
	}
	for _, c := range []struct {
		name string
		ask  engine.Ask
		taps []consoletest.Tap
		want string // the answer; "" if there is none
	}{
		{"two words, A", one(words("red", "blue")), press(a, ok), `"card":"red"`},
		{"two words, B", one(words("red", "blue")), press(b, ok), `"card":"blue"`},
		{"two words, changed his mind", one(words("red", "blue")), press(a, b, b, a, ok), `"card":"red"`},
		{"OK alone locks nothing", one(words("red", "blue")), press(ok, ok), ""},
		{"three words, A and B together", one(words("red", "blue", "green")), join(both, press(ok)), `"card":"green"`},
		{"one word", one(words("red")), press(ok), `"card":"red"`},
		{"one secret word, OK alone", secret(one(words("red"))), press(ok, ok), ""},
		{"one secret word, A", secret(one(words("red"))), press(ok, a, ok), `"card":"red"`},
		{"one secret word, B", secret(one(words("red"))), press(b, ok), `"card":"red"`},
		{"one secret word, both", secret(one(words("red"))), join(both, press(ok)), `"card":"red"`},
		{"a secret list of nothing, OK alone", secret(ask(engine.PartSeveral, func(x *engine.Part) { x.Items = []engine.Item{} })), press(ok, ok), ""},
		{"a secret list of nothing", secret(ask(engine.PartSeveral, func(x *engine.Part) { x.Items = []engine.Item{} })), press(a, ok), `"card":"[]"`},
		{"a list, on", one(words("red", "blue", "green", "black")), press(a, a, ok), `"card":"blue"`},
		{"a list, back from the end", one(words("red", "blue", "green", "black")), press(b, b, ok), `"card":"green"`},
		{"a list, held", one(words("1", "2", "3", "4", "5", "6")), join(hold(a), press(ok)), `"card":"4"`},
		{"seats are moved through", one(seats), press(a, a, ok), `"at":"Chiara"`},
		{"nobody is the last", one(seats), press(b, ok), `"at":"none"`},
		{"a second part", one(pairs), press(a, ok, b, ok), `"card":"red","swap":true`},
		{"no second part", one(pairs), press(a, ok, a, ok), `"card":"red"`},
		{"a part that is not asked", one(pairs), press(b, ok), `"card":"blue"`},
		{"back a part", one(pairs), join(press(a, ok), hold(b), press(b, ok)), `"card":"blue"`},
		{"confirm", confirm, press(ok), `"pick"}`},
		{"a number", ask(engine.PartNumber, func(x *engine.Part) { x.Min, x.Max, x.Arg = 0, 9, "n" }), press(a, a, a, b, ok), `"n":2`},
		{"a number does not pass its end", ask(engine.PartNumber, func(x *engine.Part) { x.Min, x.Max, x.Arg = 3, 4, "n" }), press(b, a, a, a, ok), `"n":4`},
		{"a number, held", ask(engine.PartNumber, func(x *engine.Part) { x.Min, x.Max, x.Arg = 0, 90, "n" }), join(hold(a), press(ok)), `"n":4`},
		{"a number, begun again", ask(engine.PartNumber, func(x *engine.Part) { x.Min, x.Max, x.Arg = 0, 9, "n" }), join(press(a, a, a), hold(ok), press(a, ok)), `"n":1`},
		{"several", ask(engine.PartSeveral, func(x *engine.Part) { x.Min, x.Max = 1, 3 }), press(ok, a, ok, a, ok), `"card":"[red blue]"`},
		{"several, none", ask(engine.PartSeveral, func(x *engine.Part) { x.Max = 3 }), join(hold(b), press(ok)), `"card":"[]"`},
		{"several, too few", ask(engine.PartSeveral, func(x *engine.Part) { x.Min, x.Max = 2, 3 }), press(ok, b, ok), ""},
		{"several, given back", ask(engine.PartSeveral, func(x *engine.Part) { x.Min, x.Max = 1, 3 }), join(press(ok, a, ok), hold(b), press(ok, a, a, ok)), ""},
		{"cards, all of them", ask(engine.PartCards, func(x *engine.Part) { x.Min, x.Max = 2, 2 }), press(a, ok, ok, ok), `"card":"[blue green]"`},
		{"cards typed at the panel", atPanel(ask(engine.PartCards, func(x *engine.Part) { x.Min, x.Max = 2, 2 })), press(ok, ok, ok), `"card":"[red red]"`},
		{"a payment", ask(engine.PartPayment, func(x *engine.Part) { x.Min, x.Max = 11, 16 }), press(a, b, ok), `"card":"[red blue]"`},
		{"a payment, the third kind", ask(engine.PartPayment, func(x *engine.Part) { x.Max = 28 }), join(press(a, a), hold(a), press(a, ok)), `"card":"[red red green]"`},
		{"a payment, OK alone", secret(ask(engine.PartPayment, func(x *engine.Part) { x.Max = 16 })), press(ok, ok), ""},
		{"a payment of nothing", secret(ask(engine.PartPayment, func(x *engine.Part) { x.Max = 16 })), join(hold(b), press(ok)), `"card":"[]"`},
		{"a payment, given back", ask(engine.PartPayment, func(x *engine.Part) { x.Max = 16 }), join(press(a, b), hold(b), press(ok)), `"card":"[red]"`},
		{"dice", ask(engine.PartDice, func(x *engine.Part) { x.Keys = []engine.Key{{Word: "x"}, {Word: "y"}} }), press(ok, ok, ok), `"card":"{x:red y:red}"`},
		{"for each seat one", ask(engine.PartAssign, func(x *engine.Part) { x.Keys = []engine.Key{{Seat: 0}, {Seat: 1}} }), press(a, ok, ok, ok), `"card":"{Ava:blue Babak:green}"`},
		{"for each seat one, back a key", ask(engine.PartAssign, func(x *engine.Part) { x.Keys = []engine.Key{{Seat: 0}, {Seat: 1}} }), join(press(ok), hold(b), press(a, a, ok, ok, ok)), `"card":"{Ava:green Babak:green}"`},
	} {
		t.Run(c.name, func(t *testing.T) {
			title, s := scripted(c.ask)
			p := begin(t, []*engine.Title{title}, engine.Header{Game: "talk", Seats: names[:3]}, true)
			p.Wait(time.Second)
			p.Tap(consoletest.PodOf(&c.ask), c.taps...)
			if c.want == "" {
				assert.Empty(t, s.lines)
				return
			}
			require.Len(t, s.lines, 1)
			assert.Contains(t, s.lines[0], c.want)
		})
	}
}

func naroTable(t *testing.T, n int, options string, private bool) *consoletest.Player {
	t.Helper()
	p := begin(t, games.All(), engine.Header{Game: "naro", Seats: names[:n], Options: []byte(options), Seed: 4}, private)
	p.Wait(5 * time.Second)
	return p
}

var (
	dark   = hw.RGB{}
	locked = hw.RGB{R: 40, G: 200, B: 90}
)

func TestLightsTellStatesNotChoices(t *testing.T) {
	p := naroTable(t, 4, `{"chance":"box"}`, true)
	assert.NotEqual(t, dark, p.Box.Lights.RGB[0], "awaited")
	assert.Equal(t, dark, p.Box.Lights.RGB[4], "nobody sits there")
	p.Press(0, a)
	assert.NotEqual(t, locked, p.Box.Lights.RGB[0], "chosen is not locked")
	p.Press(0, ok)
	p.Press(1, b, ok)
	assert.Equal(t, locked, p.Box.Lights.RGB[0])
	assert.Equal(t, locked, p.Box.Lights.RGB[1], "the same for every choice")
	seen := map[hw.RGB]bool{}
	for range 20 {
		p.Wait(100 * time.Millisecond)
		seen[p.Box.Lights.RGB[2]] = true
		assert.Equal(t, locked, p.Box.Lights.RGB[0], "solid")
		assert.Equal(t, p.Box.Lights.RGB[2], p.Box.Lights.RGB[3], "all pulse alike")
	}
	assert.Greater(t, len(seen), 3, "a slow pulse")
}

func TestLockedChoiceIsTakenBack(t *testing.T) {
	p := naroTable(t, 4, `{"chance":"box"}`, true)
	p.Press(0, a, ok)
	require.True(t, p.Table.Locked().Has(0))
	p.Press(0, b)
	assert.True(t, p.Table.Locked().Has(0), "a short press does nothing")
	p.Hold(0, b)
	assert.False(t, p.Table.Locked().Has(0))
	assert.NotEqual(t, locked, p.Box.Lights.RGB[0])
	p.Press(0, b, ok)
	assert.True(t, p.Table.Locked().Has(0))
}

// TestCount follows the count of three: even beats, 0.8 s apart, and nothing is drawn, lit
// or heard between "two" and "three", whatever is pressed.
func TestCount(t *testing.T) {
	p := naroTable(t, 4, `{"chance":"box"}`, true)
	for s := range hw.Pod(4) {
		p.Press(s, a, ok)
	}
	for s := range hw.Pod(4) {
		for range 40 {
			p.Press(s, a)
		}
	}
	p.Press(0, ok)
	p.Wait(3 * time.Second)
	at := map[string]time.Duration{}
	for i, s := range p.Box.Speaker.Said {
		at[s] = p.Box.Speaker.At[i]
	}
	require.Contains(t, at, "Three!")
	assert.Equal(t, 800*time.Millisecond, at["Two."]-at["One."])
	assert.Equal(t, 800*time.Millisecond, at["Three!"]-at["Two."])
	outputs := p.Box.Public
	for s := range 4 {
		outputs = append(outputs, p.Box.Private[s]...)
	}
	for _, line := range outputs {
		var stamp, rest string
		_, err := fmt.Sscan(line, &stamp, &rest)
		require.NoError(t, err)
		when, err := time.ParseDuration(stamp)
		require.NoError(t, err)
		assert.False(t, when > at["Two."] && when < at["Three!"], "between two and three: %.60s", line)
	}
}

func TestTimeOutsBeginAtThree(t *testing.T) {
	p := naroTable(t, 4, `{"chance":"box"}`, true)
	for s := range hw.Pod(4) {
		p.Press(s, a, ok)
	}
	for s := range hw.Pod(4) {
		p.Press(s, a, ok) // aims
	}
	p.Wait(10 * time.Second)
	p.Press(0, b, ok) // the order: nobody
	p.Wait(3 * time.Second)
	last := len(p.Box.Speaker.Said) - 1
	p.Wait(9 * time.Second)
	var three time.Duration
	for i, s := range p.Box.Speaker.Said {
		if s == "Three!" {
			three = p.Box.Speaker.At[i]
		}
	}
	require.Positive(t, last)
	assert.Contains(t, string(p.Console.Public()), `"phase":"courage"`)
	p.Wait(three + 15*time.Second - 10*time.Millisecond - p.Now) // as it is the first round
	assert.Contains(t, string(p.Console.Public()), `"phase":"courage"`, "just before the time is over")
	p.Wait(20 * time.Millisecond)
	assert.NotContains(t, string(p.Console.Public()), `"phase":"courage"`, "who does not choose stands")
}

func TestReminderNamesThoseAwaited(t *testing.T) {
	p := naroTable(t, 4, `{"chance":"box"}`, true)
	p.Press(0, a, ok)
	p.Press(2, a, ok)
	p.Wait(31 * time.Second)
	assert.Equal(t, "Bullets. The table waits for Babak and Dario.", p.Box.Speaker.Said[len(p.Box.Speaker.Said)-1])
}

func TestPauseStopsEverything(t *testing.T) {
	p := naroTable(t, 4, `{"chance":"box"}`, true)
	for s := range hw.Pod(4) {
		p.Press(s, a, ok)
	}
	p.Wait(2 * time.Second) // in the count
	p.Hold(hw.Panel, ok)
	p.Press(hw.Panel, a, ok)
	require.True(t, p.Table.Paused())
	said := len(p.Box.Speaker.Said)
	p.Press(0, a, ok)
	p.Wait(5 * time.Minute)
	assert.Len(t, p.Box.Speaker.Said, said, "silence")
	assert.Equal(t, "Paused | OK: go on", p.Box.Main.Words(), "nothing of what is being told")
	p.Press(hw.Panel, ok)
	require.False(t, p.Table.Paused())
	p.Wait(5 * time.Second)
	assert.Contains(t, p.Box.Speaker.Said[said:], "Three!", "the count begins again")
	assert.Contains(t, string(p.Console.Public()), `"phase":"aim"`)
}

// Who pauses still sees what was asked.
func TestPauseShowsTheQuestion(t *testing.T) {
	p := naroTable(t, 4, `{"chance":"box"}`, true)
	p.Press(2, a, ok)
	p.Wait(time.Second)
	require.NoError(t, p.Console.Do(p.Now, command.Pause{On: true}))
	p.Wait(time.Second)
	assert.Equal(t, "Paused | 1/8: Bullets | Ava *await | Babak *await | Dario *await | OK: go on", p.Box.Main.Words())
	assert.Equal(t, "Paused | Choose a bullet", p.Box.Screens[0].Words())
	assert.Equal(t, "Paused", p.Box.Screens[2].Words())
}

// While a count opens a question the screens and the desk are at that question, and at nothing
// that comes of it.
func TestScenesDoNotLagBehindTheCount(t *testing.T) {
	p := naroTable(t, 4, `{"chance":"box"}`, true)
	for s := range hw.Pod(4) {
		p.Press(s, a, ok)
	}
	p.Wait(500 * time.Millisecond)
	require.NotContains(t, p.Box.Speaker.Said, "Three!")
	assert.Equal(t, "1/8: Naro!", p.Console.Snapshot().Public("en").Heading, "and not Bullets")
	assert.Equal(t, "Naro!", p.Console.Snapshot().Public("en").Phase)
	for _, s := range p.Console.Snapshot().Public("en").Seats {
		assert.False(t, s.Awaited, "nobody chooses before three")
	}
}

// What a pod's seat holds comes by on its screen in turn with the question, until it begins.
func TestOwnThingsComeByWithTheQuestion(t *testing.T) {
	p := naroTable(t, 4, `{"chance":"box"}`, true)
	seen := map[string]bool{}
	for range 20 {
		p.Wait(time.Second)
		seen[p.Box.Screens[1].Words()] = true
	}
	assert.Equal(t, map[string]bool{
		"Choose a bullet | A  Click! | B  Bang! | A or B, then OK": true, "You have | Click! 5, Bang! 3 | A or B, then OK": true,
		"A  Click!: It only frightens. Then it is used up; you began with five.": true, "B  Bang!: Wounds your target if you both stand. Then it is used up; you began with three.": true,
	}, seen)
	p.Press(1, b)
	seen = map[string]bool{}
	for range 13 {
		p.Wait(time.Second)
		seen[p.Box.Screens[1].Words()] = true
	}
	assert.Equal(t, map[string]bool{
		"Choose a bullet | A  Click! | >B  Bang! | OK confirms": true, "You have | Click! 5, Bang! 3 | OK confirms": true,
		"B  Bang!: Wounds your target if you both stand. Then it is used up; you began with three.": true,
	}, seen, "what is marked, and still one's own")
	assert.NotContains(t, p.Box.Main.Words(), "Click! 5")
}

func TestUndoAsksThoseWhoSaw(t *testing.T) {
	p := naroTable(t, 4, `{"chance":"box"}`, true)
	for s := range hw.Pod(4) {
		p.Press(s, a, ok)
	}
	for s := range hw.Pod(4) {
		p.Press(s, a, ok)
	}
	p.Wait(8 * time.Second)
	require.Contains(t, string(p.Console.Public()), `"phase":"order"`)
	require.NoError(t, p.Console.Do(p.Now, command.Undo{}))
	p.Wait(time.Second)
	d := p.Console.Snapshot().Public("en")
	require.NotNil(t, d.Undo)
	assert.NotEmpty(t, d.Undo.Needs)
	for s := range hw.Pod(4) {
		p.Hold(s, ok)
	}
	assert.Nil(t, p.Console.Snapshot().Public("en").Undo)
	p.Wait(time.Second)
	assert.Contains(t, string(p.Console.Public()), `"phase":"aim"`)

	p.Press(3, a, ok)
	p.Wait(8 * time.Second)
	require.NoError(t, p.Console.Do(p.Now, command.Undo{}))
	p.Wait(time.Second)
	p.Press(2, b)
	assert.Nil(t, p.Console.Snapshot().Public("en").Undo, "B says no")
	assert.Contains(t, string(p.Console.Public()), `"phase":"order"`)
}

func TestPeek(t *testing.T) {
	p := naroTable(t, 4, `{"chance":"box"}`, false)
	assert.NotContains(t, p.Box.Main.Words(), "Click!", "without a peek nothing secret is listed")
	p.Console.Press(hw.Press{At: p.Now, Pod: ava, Button: ok, Down: true})
	p.Wait(time.Second)
	assert.Equal(t, "Only Ava may look!", p.Box.Main.Words(), "the cover")
	p.Wait(2 * time.Second)
	assert.Contains(t, p.Box.Main.Words(), "A  Click!")
	p.Press(ava, b)
	assert.Contains(t, p.Box.Main.Words(), ">B  Bang!")
	p.Console.Press(hw.Press{At: p.Now, Pod: ava, Button: ok})
	p.Wait(100 * time.Millisecond)
	assert.NotContains(t, p.Box.Main.Words(), "Bang!", "gone with OK")
	require.False(t, p.Table.Locked().Has(0))
	p.Press(ava, ok)
	assert.True(t, p.Table.Locked().Has(0), "a short OK confirms")
}

// TestPanelStandsInForAPod plays on where the buttons of a pod do not answer and it has no
// screen: its secret is shown to its seat alone, and the panel is the panel again afterwards.
func TestPanelStandsInForAPod(t *testing.T) {
	p := naroTable(t, 4, `{"chance":"box"}`, false)
	for s := range hw.Pod(3) {
		p.Press(s, a, ok)
	}
	stand := func() {
		p.Hold(hw.Panel, ok)
		p.Press(hw.Panel, a, a, a)
		require.Contains(t, p.Box.Main.Words(), ">Stand in for a player")
		p.Press(hw.Panel, ok)
	}
	stand()
	assert.Contains(t, p.Box.Main.Words(), ">Dario", "only who is awaited")
	assert.NotContains(t, p.Box.Main.Words(), "Chiara")
	p.Press(hw.Panel, ok)
	p.Wait(100 * time.Millisecond)
	assert.Contains(t, p.Box.Main.Words(), "For Dario")
	assert.NotContains(t, p.Box.Main.Words(), "Bang!")

	p.Console.Press(hw.Press{At: p.Now, Pod: hw.Panel, Button: ok, Down: true})
	p.Wait(time.Second)
	assert.Equal(t, "Only Dario may look!", p.Box.Main.Words(), "the cover")
	p.Wait(2 * time.Second)
	p.Press(hw.Panel, b)
	assert.Contains(t, p.Box.Main.Words(), ">B  Bang!")
	p.Console.Press(hw.Press{At: p.Now, Pod: hw.Panel, Button: ok})
	p.Wait(100 * time.Millisecond)
	assert.NotContains(t, p.Box.Main.Words(), "Bang!", "gone with OK")
	require.False(t, p.Table.Locked().Has(3))

	// B held gives it up, and nothing is chosen by that.
	p.Hold(hw.Panel, b)
	p.Wait(100 * time.Millisecond)
	assert.NotContains(t, p.Box.Main.Words(), "For Dario")
	p.Press(hw.Panel, b, ok)
	require.False(t, p.Table.Locked().Has(3), "the panel is the panel")

	stand()
	p.Press(hw.Panel, ok) // Dario
	p.Press(hw.Panel, b, ok)
	record := string(p.Table.AppendRecord(nil))
	assert.Contains(t, record, `{"seat":"Dario","do":"load","card":"bang"}`)
	p.Wait(6 * time.Second)
	assert.Contains(t, string(p.Console.Public()), `"phase":"aim"`)
	assert.Contains(t, p.Box.Main.Words(), "For Dario", "he is awaited again")
	for s := range hw.Pod(3) {
		p.Press(s, a, ok)
	}
	p.Press(hw.Panel, a, ok)
	p.Wait(8 * time.Second)
	assert.Contains(t, string(p.Console.Public()), `"phase":"order"`)
	assert.NotContains(t, p.Box.Main.Words(), "hold B: end", "it is not he who is awaited")

	// An undo needs his consent as well.
	require.NoError(t, p.Console.Do(p.Now, command.Undo{}))
	p.Wait(time.Second)
	for s := range hw.Pod(3) {
		p.Hold(s, ok)
	}
	stand()
	p.Press(hw.Panel, ok) // Dario
	p.Hold(hw.Panel, ok)  // yes
	assert.Nil(t, p.Console.Snapshot().Public("en").Undo)
	p.Wait(time.Second)
	assert.Contains(t, string(p.Console.Public()), `"phase":"aim"`, "taken back")
}

func TestRefusalShowsTheRule(t *testing.T) {
	p := naroTable(t, 4, `{}`, true)
	err := p.Console.Do(p.Now, command.Type{Line: []byte(`{"seat":"table","do":"loot","cards":["painting"]}`)})
	require.Error(t, err)
	d := p.Console.Snapshot().Public("en")
	assert.Contains(t, d.Error, "NARO-3.2")
	require.NotNil(t, d.Rule)
	assert.Equal(t, "NARO-3.2", d.Rule.Number)
	assert.Contains(t, d.Rule.Text, "Exactly 8 cards are turned up")
	assert.NotContains(t, d.Rule.Text, "[", "without its source")
	for _, l := range []lang.Lang{lang.Persian, lang.Italian} {
		rule := p.Console.Snapshot().Public(l).Rule
		require.NotNil(t, rule)
		assert.Equal(t, l, rule.Lang)
		assert.NotEqual(t, d.Rule.Text, rule.Text)
	}
	p.Wait(100 * time.Millisecond)
	assert.Contains(t, p.Box.Main.Words(), "NARO-3.2")
	p.Press(hw.Panel, a)
	assert.Contains(t, p.Box.Main.Words(), "Exactly 8 cards", "the sentence is one press away")
	require.Len(t, d.Sheets, 1)
	assert.Equal(t, "cards", d.Sheets[0].Parts[0].Kind)
	_, err = json.Marshal(d)
	require.NoError(t, err)
}

func TestPanelBeginsAPlay(t *testing.T) {
	bx := consoletest.NewBox(8, true)
	p, err := consoletest.New(console.Config{Box: bx.HW, Titles: []*engine.Title{naroface.Title()}, Painter: consoletest.Words{}, Seed: func() uint64 { return 3 }}, bx)
	require.NoError(t, err)
	c := p.Console
	p.Wait(time.Second)
	assert.Contains(t, bx.Main.Words(), ">Naro")
	p.Press(hw.Panel, ok)    // Naro
	p.Press(hw.Panel, a, ok) // five play
	p.Press(hw.Panel, ok)    // as the pods are numbered
	p.Press(hw.Panel, a, ok) // powers
	p.Press(hw.Panel, a, ok) // chance: box
	// the others as the rules say, and begin
	for range len(naroface.Title().Options) {
		if c.Title() == nil {
			p.Press(hw.Panel, ok)
		}
	}
	require.NotNil(t, c.Title())
	h := p.Table.Header()
	assert.Len(t, h.Seats, 5)
	assert.Equal(t, "Player 1", h.Seats[0])
	options, err := naroface.Title().Options.Read(h)
	require.NoError(t, err)
	assert.True(t, options.Bool("powers"))
	assert.Equal(t, "box", options.Word("chance", ""))
	assert.Equal(t, "carry", options.Word("unclaimed", ""), "as the rules say")
	p.Hold(hw.Panel, ok)
	p.Press(hw.Panel, b, ok, a, ok)
	assert.Nil(t, c.Title(), "left")
}

// TestMissingParts plays on without parts, and takes them back when they return.
func TestMissingParts(t *testing.T) {
	t.Run("nothing but buttons", func(t *testing.T) {
		p, err := consoletest.New(console.Config{Box: hw.Box{Pods: 8}, Titles: games.All(), Painter: consoletest.Words{}}, consoletest.NewBox(8, false))
		require.NoError(t, err)
		c := p.Console
		require.NoError(t, c.Do(0, command.Start{Header: engine.Header{Game: "naro", Seats: names[:4], Options: []byte(`{"chance":"box"}`)}}))
		p.Press(0, a, ok)
		assert.True(t, p.Table.Locked().Has(0))
	})
	p := naroTable(t, 4, `{"chance":"box"}`, true)
	broken := errors.New("no acknowledge")
	p.Box.Main.Fail, p.Box.Lights.Fail, p.Box.Screens[1].Fail, p.Box.Speaker.Fail = broken, broken, broken, broken
	p.Press(0, a, ok)
	p.Press(1, a, ok)
	p.Wait(3 * time.Second)
	assert.True(t, p.Table.Locked().Has(0), "the table goes on")
	assert.Len(t, p.Console.Snapshot().Public("en").Missing, 4)
	p.Box.Main.Fail, p.Box.Lights.Fail, p.Box.Screens[1].Fail, p.Box.Speaker.Fail = nil, nil, nil, nil
	p.Wait(2 * time.Second)
	p.Press(2, a, ok)
	assert.Empty(t, p.Console.Snapshot().Public("en").Missing)
	assert.Equal(t, locked, p.Box.Lights.RGB[0])
	for n := 0; n < 30 && !strings.HasPrefix(p.Box.Main.Words(), "Dario: Choose a bullet | Ava"); n++ {
		p.Wait(time.Second) // the loot, and what bullets do, are shown in turn with it
	}
	assert.Equal(t, "Dario: Choose a bullet | Ava *boss *locked | Babak *locked | Chiara *locked | Dario *await | Answer on your screen", p.Box.Main.Words())
}

// TestFaultsNowAndThen plays whole games while every part fails now and then: nothing is
// lost, and in the end every part shows what it should.
func TestFaultsNowAndThen(t *testing.T) {
	seeds := uint64(1)
	if wide() {
		seeds = 3
	}
	for seed := range seeds {
		h := engine.Header{Game: "naro", Seats: names, Options: []byte(`{"chance":"box"}`), Seed: seed}
		p := begin(t, games.All(), h, true)
		p.Box.Main.FailEvery, p.Box.Lights.FailEvery = 3, 4
		for i, s := range p.Box.Screens {
			s.FailEvery = 2 + i%5
		}
		_, err := p.Play(rand.New(rand.NewPCG(seed, 3)), 2000)
		require.NoError(t, err)
		p.Wait(time.Minute)
		sound := begin(t, games.All(), h, true)
		_, err = sound.Play(rand.New(rand.NewPCG(seed, 3)), 2000)
		require.NoError(t, err)
		sound.Wait(time.Minute)
		assert.Equal(t, sound.Box.Main.Words(), p.Box.Main.Words())
		for i := range p.Box.Screens {
			assert.Equal(t, sound.Box.Screens[i].Words(), p.Box.Screens[i].Words(), "pod %d", i)
		}
		assert.Equal(t, sound.Box.Lights.RGB, p.Box.Lights.RGB)
	}
}

func TestGoesOnWhereItStopped(t *testing.T) {
	folder := t.TempDir()
	bx := consoletest.NewBox(8, true)
	config := console.Config{Box: bx.HW, Titles: games.All(), Painter: consoletest.Words{}, Journals: folder}
	p, err := consoletest.New(config, bx)
	require.NoError(t, err)
	c := p.Console
	assert.Empty(t, c.Snapshot().Menu.Saved)
	require.NoError(t, c.Do(0, command.Start{Header: engine.Header{Game: "naro", Seats: names[:4], Options: []byte(`{"chance":"box"}`), Seed: 1}}))
	p.Press(2, b, ok)
	before := string(c.Public())

	again := consoletest.NewBox(8, true)
	config.Box = again.HW
	p, err = consoletest.New(config, again)
	require.NoError(t, err)
	c = p.Console
	require.NotEmpty(t, c.Snapshot().Menu.Saved)
	assert.Equal(t, "Resume: Naro, 4 players", c.Snapshot().Public("en").Resume)
	p.Wait(time.Second)
	p.Press(hw.Panel, ok)
	require.NotNil(t, c.Title())
	assert.Equal(t, before, string(c.Public()))
	assert.True(t, p.Table.Locked().Has(2), "locked choices are still locked")
	p.Wait(time.Second)
	assert.Equal(t, locked, again.Lights.RGB[2])
}
