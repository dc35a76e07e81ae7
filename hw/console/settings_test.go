package console_test

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"consigliere/engine"
	"consigliere/engine/games"
	"consigliere/hw"
	"consigliere/hw/caller"
	"consigliere/hw/command"
	"consigliere/hw/console/consoletest"
	"consigliere/hw/lang"
)

// boxTime returns how long the box takes for a whole game of Naro with four seats, where
// everybody answers as soon as the light pulses, for each round.
func boxTime(t *testing.T, pace caller.Pace) time.Duration {
	t.Helper()
	p := begin(t, games.All(), engine.Header{Game: "naro", Seats: names[:4], Options: []byte(`{"chance":"box"}`), Seed: 2}, true)
	require.NoError(t, p.Console.Do(0, command.SetPace{Pace: string(pace)}))
	for !p.Table.Over() {
		awaited := engine.NoSeat
		for i, s := range p.Console.Snapshot().Public("en").Seats {
			if s.Awaited {
				awaited = engine.Seat(i)
				break
			}
		}
		if awaited == engine.NoSeat {
			p.Wait(20 * time.Millisecond)
			continue
		}
		for _, a := range p.Table.Asks() {
			if a.Seat != awaited {
				continue
			}
			taps := consoletest.Taps(p.Table.Title().Moves, &a, consoletest.Answer{Do: a.Options[len(a.Options)-1]})
			for _, tap := range taps {
				for _, down := range []bool{true, false} {
					for _, b := range tap.Buttons {
						p.Console.Press(hw.Press{At: p.Now, Pod: hw.Pod(awaited), Button: b, Down: down})
					}
				}
			}
			break
		}
	}
	return p.Now / time.Duration(p.Table.View(engine.Public).Round)
}

// A brisk box takes less time than a normal one.
func TestPace(t *testing.T) {
	brisk, normal := boxTime(t, caller.Brisk), boxTime(t, caller.Normal)
	t.Logf("a round takes %v and %v of the box", brisk, normal)
	assert.Less(t, brisk, normal)
	assert.Less(t, brisk, 12*time.Second)
	assert.Less(t, normal, 16*time.Second)
	p := naroTable(t, 4, `{"chance":"box"}`, true)
	require.Error(t, p.Console.Do(p.Now, command.SetPace{Pace: "hasty"}))
	assert.Contains(t, p.Console.Snapshot().Public("en").Error, "hasty")
}

// A question that all have answered is not called any more.
func TestAnsweredQuestionsAreNotCalled(t *testing.T) {
	p := begin(t, games.All(), engine.Header{Game: "naro", Seats: names[:4], Options: []byte(`{"chance":"box"}`), Seed: 4}, true)
	for s := range hw.Pod(4) { // before the box has said a word of it
		p.Press(s, a, ok)
	}
	p.Wait(10 * time.Second)
	assert.NotContains(t, p.Box.Speaker.Said, "Choose your bullet.")
	assert.Equal(t, []string{"One.", "Two.", "Three!"}, three(p.Box.Speaker.Said), "the count has its time")
}

// three returns the words of the first count among what was said.
func three(said []string) []string {
	for i, s := range said {
		if s == "One." && i+3 <= len(said) {
			return said[i : i+3]
		}
	}
	return said
}

// Clocks can be longer, shorter or off, also in mid-game.
func TestClocks(t *testing.T) {
	aims := func(percent int) time.Duration {
		p := naroTable(t, 4, `{"chance":"box"}`, true)
		require.NoError(t, p.Console.Do(p.Now, command.SetClocks{Percent: percent}))
		for s := range hw.Pod(4) {
			p.Press(s, a, ok)
		}
		begun := p.Now
		for p.Table.View(engine.Public).Phase == "aim" && p.Now < begun+time.Hour {
			p.Wait(100 * time.Millisecond)
		}
		return p.Now - begun
	}
	usual := aims(100)
	assert.InDelta(t, 34, usual.Seconds(), 4, "20 s, 10 s more, a count and what is told")
	assert.InDelta(t, 30, (aims(200) - usual).Seconds(), 0.3)
	assert.InDelta(t, -15, (aims(50) - usual).Seconds(), 0.3)
	assert.GreaterOrEqual(t, aims(0), time.Hour, "off")
	p := naroTable(t, 4, `{"chance":"box"}`, true)
	require.Error(t, p.Console.Do(p.Now, command.SetClocks{Percent: -1}))
}

// Whoever runs out of time is told so, and so is what was done where all may know it.
func TestTimeOutsAreTold(t *testing.T) {
	p := naroTable(t, 4, `{"chance":"box"}`, true)
	for s := range hw.Pod(4) {
		p.Press(s, a, ok)
	}
	p.Wait(5 * time.Second)
	for s := range hw.Pod(3) {
		p.Press(s, a, ok)
	}
	p.Wait(40 * time.Second)
	assert.Contains(t, p.Box.Speaker.Said, "Time, Dario!", "what he does is still his secret")
	p.Wait(30 * time.Second) // the boss orders nobody
	assert.Contains(t, p.Box.Speaker.Said, "Time, Ava: nobody")
}

// The box remembers pace and clocks; what is damaged is left out.
func TestSettingsAreRemembered(t *testing.T) {
	dir := t.TempDir()
	p := diskTable(t, dir)
	p.Press(hw.Panel, b, ok)     // the last entry: settings
	p.Press(hw.Panel, ok, b, ok) // pace: brisk is before normal
	p.Press(hw.Panel, a, ok)     // clocks
	p.Press(hw.Panel, b, b, ok)  // off
	data, err := os.ReadFile(filepath.Join(dir, "settings.json"))
	require.NoError(t, err)
	assert.JSONEq(t, `{"pace":"brisk","clocks":0}`, string(data))

	p = diskTable(t, dir)
	require.NoError(t, p.Console.Do(0, command.Start{Header: diskHeader}))
	p.Wait(time.Second)
	assert.Equal(t, -1, p.Console.Snapshot().Public("en").Seconds)

	for _, damaged := range []string{"rubbish", `{"pace":"hasty"}`, `{"clocks":-5}`} {
		require.NoError(t, os.WriteFile(filepath.Join(dir, "settings.json"), []byte(damaged), 0o600))
		require.NoError(t, diskTable(t, dir).Console.Do(0, command.SetClocks{Percent: 100}))
		data, err = os.ReadFile(filepath.Join(dir, "settings.json"))
		require.NoError(t, err)
		assert.JSONEq(t, `{"pace":"normal","clocks":100}`, string(data), damaged)
	}
}

// The host's button opens the menu at once, and closes it.
func TestHostButton(t *testing.T) {
	p := begin(t, games.All(), engine.Header{Game: "naro", Seats: names[:4], Options: []byte(`{"chance":"box"}`), Seed: 2}, true)
	shown := func() string {
		p.Wait(time.Second)
		return p.Box.Main.Words()
	}
	press := func(pod hw.Pod) {
		for _, down := range []bool{true, false} {
			p.Console.Press(hw.Press{At: p.Now, Pod: pod, Button: hw.Menu, Down: down})
		}
	}
	p.Wait(10 * time.Second) // the phase is called
	play := shown()
	press(hw.Panel)
	menu := shown()
	assert.NotEqual(t, play, menu)
	assert.Contains(t, menu, "Pause")
	press(1)
	assert.Equal(t, menu, shown(), "a pod has no such button")
	press(hw.Panel)
	pages := []string{}
	for range 24 { // the pages turn from the first one on
		pages = append(pages, shown())
	}
	assert.Contains(t, pages, play)
}

// At the panel an option of a game is explained, in turn with its values, until somebody moves.
func TestOptionsAreExplained(t *testing.T) {
	p := inMenu(t)
	for !strings.Contains(p.Box.Main.Words(), ">The Godfather (Der Pate)") {
		require.NotContains(t, p.Box.Main.Words(), ">Settings", "the list has ended")
		tapAt(p, hw.Panel, hw.A)
	}
	for range 3 { // Der Pate, two players, called by their numbers
		tapAt(p, hw.Panel, hw.OK)
	}
	require.Contains(t, p.Box.Main.Words(), "Dice and cards")
	seen := func() bool {
		return strings.Contains(p.Box.Main.Words(), "the box rolls the dice and turns the cards up")
	}
	for range 100 {
		if p.Wait(100 * time.Millisecond); seen() {
			break
		}
	}
	require.True(t, seen())
	tapAt(p, hw.Panel, hw.A)
	for range 100 {
		p.Wait(100 * time.Millisecond)
		require.False(t, seen(), "who chooses sees the list")
	}
}

// Every option of every game is explained to whoever sets a play up, in every language: what it
// is, and where its values are games of their own, each of them.
func TestNoOptionIsUnexplained(t *testing.T) {
	p := inMenu(t)
	for _, l := range lang.All() {
		seen := 0
		explained := func(what, help, label string) {
			seen++
			assert.NotEmpty(t, help, "%s: %s", l, what)
			assert.NotContains(t, help, "hint.", "%s: %s", l, what)
			assert.NotEqual(t, label, help, "%s: %s", l, what)
		}
		for _, title := range p.Console.Snapshot().Public(l).Titles {
			for _, o := range title.Options {
				explained(title.ID+" "+o.Key, o.Help, o.Label)
				for _, part := range o.Of {
					explained(title.ID+" "+o.Key+" "+part.Key, part.Help, part.Label)
				}
				for _, v := range o.Values {
					if len(title.Tools) > 0 {
						explained(title.ID+" "+v.Word, v.Help, v.Label)
					}
				}
			}
			for _, tool := range title.Tools {
				explained(tool.Word, tool.Help, tool.Label)
			}
		}
		assert.Greater(t, seen, 80, "%s", l)
	}
}

// In the list of tools the one that is marked is explained when somebody rests on it, also after
// moving; what is asked about it is, too.
func TestToolsAreExplained(t *testing.T) {
	p := inMenu(t)
	shows := func(text string) bool {
		for range 60 { // a long list takes a while to read
			p.Wait(100 * time.Millisecond)
			if strings.Contains(p.Box.Main.Words(), text) {
				return true
			}
		}
		return false
	}
	for !strings.Contains(p.Box.Main.Words(), ">Tools (A+B)") {
		tapAt(p, hw.Panel, hw.A)
	}
	tapAt(p, hw.Panel, hw.OK)
	require.True(t, shows("Everybody bids a number in secret"), p.Box.Main.Words())
	tapAt(p, hw.Panel, hw.A)
	assert.Contains(t, p.Box.Main.Words(), ">Vote", "first the list")
	require.True(t, shows("Everybody votes yes or no"))
	require.True(t, shows(">Vote"), "and the list again")
	for !strings.Contains(p.Box.Main.Words(), ">Change the settings") {
		tapAt(p, hw.Panel, hw.B) // over the end of the list
	}
	tapAt(p, hw.Panel, hw.OK)
	tapAt(p, hw.Panel, hw.OK)
	require.True(t, shows("The highest number that can be bid"))
}

// Whoever has not aimed when the time is up is warned, counted down in sound, light and large, and only then aims at nobody.
func TestAimingHasASecondChance(t *testing.T) {
	p := naroTable(t, 4, `{"chance":"box"}`, true)
	for s := range hw.Pod(4) {
		p.Press(s, a, ok)
	}
	for p.Table.View(engine.Public).Phase != "aim" || len(p.Console.Snapshot().Public("en").Seats) == 0 || !p.Console.Snapshot().Public("en").Seats[0].Awaited {
		p.Wait(100 * time.Millisecond)
	}
	p.Press(0, a, ok)
	fast := false
	for range 230 {
		if p.Wait(100 * time.Millisecond); len(p.Box.Main.Words()) < 14 && strings.Contains(p.Box.Main.Words(), "3") {
			fast = true
		}
	}
	assert.True(t, fast, "the last seconds are large")
	assert.Contains(t, p.Box.Speaker.Said, "3", "and counted")
	for range 20 {
		p.Wait(100 * time.Millisecond)
	}
	assert.Equal(t, "aim", p.Table.View(engine.Public).Phase, "nobody's target was chosen yet")
	assert.True(t, slices.ContainsFunc(p.Box.Speaker.Said, func(s string) bool { return strings.HasSuffix(s, "10 seconds more!") }), p.Box.Speaker.Said)
	p.Press(1, a, ok)
	p.Wait(15 * time.Second)
	assert.NotEqual(t, "aim", p.Table.View(engine.Public).Phase, "there is one")
}
