package console_test

import (
	"encoding/json"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"consigliere/engine"
	"consigliere/engine/chronicle"
	"consigliere/engine/games"
	"consigliere/engine/journal"
	"consigliere/hw"
	"consigliere/hw/command"
	"consigliere/hw/console"
	"consigliere/hw/console/consoletest"
	"consigliere/hw/lang"
)

// kept begins a play on a box of fakes that keeps journals.
func kept(t *testing.T, dir string, h *engine.Header) *consoletest.Player {
	t.Helper()
	b := consoletest.NewBox(8, true)
	p, err := consoletest.New(console.Config{
		Box: b.HW, Titles: games.All(), Painter: consoletest.Words{}, Journals: dir,
		Seed: func() uint64 { return 99 },
	}, b)
	require.NoError(t, err)
	if h != nil {
		require.NoError(t, p.Console.Do(0, command.Start{Header: *h}))
	}
	return p
}

func fourOfNaro() engine.Header {
	return engine.Header{Game: "naro", Seats: names[:4], Seed: 3, Options: []byte(`{"boss":"Dario","chance":"box"}`)}
}

// choose moves to the entry of the panel's menu with the text, and takes it.
func choose(t *testing.T, p *consoletest.Player, text string) {
	t.Helper()
	for range 40 {
		if strings.Contains(p.Box.Main.Words(), "| >"+text) {
			p.Press(hw.Panel, hw.OK)
			p.Wait(1e9)
			return
		}
		p.Press(hw.Panel, hw.A)
		p.Wait(1e9)
	}
	require.Fail(t, "no such entry", "%q in:\n%s", text, p.Box.Main.Words())
}

// OK on the result loses nothing: it opens a menu, and the play stays in the list.
func TestResultStays(t *testing.T) {
	dir := t.TempDir()
	h := fourOfNaro()
	p := kept(t, dir, &h)
	_, err := p.Play(rand.New(rand.NewPCG(3, 1)), 3000)
	require.NoError(t, err)
	p.Wait(60e9)
	record := p.Console.Record()
	require.NotEmpty(t, record)
	score := p.Table.Title().Score(p.Table.View(engine.Public))

	p.Press(hw.Panel, hw.OK)
	p.Wait(1e9)
	d := p.Console.Snapshot().Public(lang.English)
	assert.Equal(t, "over", d.State, "still there")
	require.NotNil(t, d.Score)
	assert.Equal(t, []string{"Bills", "Diamonds", "Special Diamond", "Paintings"}, d.Score.Columns)
	told, err := chronicle.Read(p.Table.Title(), record)
	require.NoError(t, err)
	for i, row := range d.Score.Rows {
		seat := slices.Index(names[:], row.Seat)
		assert.Equal(t, score.Rows[seat].Values, row.Values)
		assert.Equal(t, i == 0, row.Place == "1.", "the best first")
		require.Len(t, row.Rounds, len(told.Rounds))
		for n, round := range told.Rounds {
			assert.Equal(t, round[seat], row.Rounds[n])
		}
	}
	assert.Equal(t, record, p.Console.Record())
	choose(t, p, "Results")
	for s, row := range score.Rows {
		assert.Contains(t, p.Box.Main.Words(), names[s])
		assert.Contains(t, p.Box.Main.Words(), lang.English.Number(row.Total))
	}
	p.Press(hw.Panel, hw.OK) // the best: what the score is made of
	p.Wait(1e9)
	assert.Contains(t, p.Box.Main.Words(), "Special Diamond: ")
	choose(t, p, "Back")
	choose(t, p, "Back")
	choose(t, p, "Main menu")
	assert.Equal(t, "menu", p.Console.Snapshot().Public(lang.English).State)
	choose(t, p, "Finished games")
	for s, row := range score.Rows {
		if row.Winner {
			assert.Contains(t, p.Box.Main.Words(), ": "+names[s])
		}
	}
	p.Press(hw.Panel, hw.OK)
	p.Wait(1e9)
	for _, row := range score.Rows {
		assert.Contains(t, p.Box.Main.Words(), lang.English.Number(row.Total))
	}

	entries, err := journal.List(dir, games.Find)
	require.NoError(t, err)
	require.Len(t, entries, 1)
	assert.True(t, entries[0].Over)
	assert.False(t, entries[0].Left)
}

// Where no journal is kept, what is over stays in memory.
func TestResultStaysWithoutJournals(t *testing.T) {
	h := fourOfNaro()
	p := kept(t, "", &h)
	_, err := p.Play(rand.New(rand.NewPCG(3, 1)), 3000)
	require.NoError(t, err)
	p.Wait(60e9)
	score := p.Table.Title().Score(p.Table.View(engine.Public))
	p.Press(hw.Panel, hw.OK)
	p.Wait(1e9)
	choose(t, p, "Main menu")
	choose(t, p, "Finished games")
	choose(t, p, "Naro: ")
	for _, row := range score.Rows {
		assert.Contains(t, p.Box.Main.Words(), lang.English.Number(row.Total))
	}
}

// In a rematch the seats move on by one, and everybody stays at the same pod.
func TestRematch(t *testing.T) {
	h := fourOfNaro()
	p := kept(t, t.TempDir(), &h)
	require.Error(t, p.Console.Do(p.Box.Now, command.Rematch{}), "not before the end")
	_, err := p.Play(rand.New(rand.NewPCG(3, 1)), 3000)
	require.NoError(t, err)
	require.NoError(t, p.Console.Do(p.Box.Now, command.Sit{Seat: 0, Pod: 6}))
	p.Wait(60e9)
	pods := func() map[string]int {
		m := map[string]int{}
		for _, s := range p.Console.Snapshot().Public(lang.English).Seats {
			m[s.Name] = s.Pod
		}
		return m
	}
	before := pods()
	p.Press(hw.Panel, hw.OK)
	p.Wait(1e9)
	choose(t, p, "Rematch")
	d := p.Console.Snapshot().Public(lang.English)
	require.Equal(t, "play", d.State)
	var seats []string
	for _, s := range d.Seats {
		seats = append(seats, s.Name)
	}
	assert.Equal(t, []string{"Babak", "Chiara", "Dario", "Ava"}, seats)
	assert.Equal(t, before, pods())
	assert.Equal(t, 6, pods()["Ava"])
	var status struct{ Boss string }
	require.NoError(t, json.Unmarshal(p.Console.Public(), &status))
	assert.Equal(t, "Ava", status.Boss, "the option that named Dario names the next one")
}

// A play that is not over stays on offer after another one was begun.
func TestUnfinishedPlaysStay(t *testing.T) {
	dir := t.TempDir()
	h := fourOfNaro()
	p := kept(t, dir, &h)
	require.NoError(t, p.Console.Do(p.Box.Now, command.Start{Header: h}))
	p = kept(t, dir, nil)
	assert.Len(t, p.Console.Snapshot().Public(lang.English).Plays, 2)
	require.NoError(t, p.Console.Do(p.Box.Now, command.Start{Header: h}))
	p = kept(t, dir, nil)
	assert.Len(t, p.Console.Snapshot().Public(lang.English).Plays, 3)
}

// How a game is played is read at the panel, before a play and in it.
func TestHowDoIPlay(t *testing.T) {
	p := kept(t, "", nil)
	p.Wait(1e9)
	read := func(title *engine.Title) {
		t.Helper()
		guide, err := lang.NewGuide(title, lang.English)
		require.NoError(t, err)
		n := 0
		for _, section := range guide {
			for _, text := range section.Paragraphs {
				n++
				page := p.Box.Main.Words()
				assert.Contains(t, page, section.Heading)
				assert.Contains(t, page, strings.Fields(text)[0])
				p.Press(hw.Panel, hw.A)
				p.Wait(1e9)
			}
		}
		require.Greater(t, n, 20)
		assert.Contains(t, p.Box.Main.Words(), guide[0].Heading, "from the beginning")
		p.Press(hw.Panel, hw.B)
		p.Wait(1e9)
		assert.Contains(t, p.Box.Main.Words(), guide[len(guide)-1].Heading)
	}
	choose(t, p, "How do I play?")
	choose(t, p, "The Godfather")
	read(games.Find("derpate"))
	p.Press(hw.Panel, hw.OK)
	p.Wait(1e9)
	choose(t, p, "Naro")
	read(games.Find("naro"))

	h := fourOfNaro()
	p = kept(t, "", &h)
	p.Wait(10e9)
	p.Hold(hw.Panel, hw.OK)
	p.Wait(1e9)
	choose(t, p, "How do I play?")
	read(games.Find("naro"))
	p.Press(hw.Panel, hw.OK)
	p.Wait(1e9)
	assert.NotContains(t, p.Box.Main.Words(), "A next, B back")
}

// The panel's menu tells in the middle of a play how the seats stand, whatever is shown just now.
func TestScoreInTheMiddle(t *testing.T) {
	p := naroTable(t, 4, `{"chance":"box"}`, true)
	for s := range hw.Pod(4) {
		p.Press(s, a, ok)
	}
	p.Wait(8 * time.Second)
	require.Equal(t, "Naro!", p.Console.Snapshot().Public("en").Phase)
	p.Hold(hw.Panel, ok)
	for range 12 {
		if strings.Contains(p.Box.Main.Words(), ">Score") {
			break
		}
		p.Press(hw.Panel, a)
	}
	p.Press(hw.Panel, ok)
	p.Wait(100 * time.Millisecond)
	assert.Regexp(t, `^Score \| >Ava: cards 0, wounds 0 \| Babak: cards 0, wounds 0 `, p.Box.Main.Words())
}
