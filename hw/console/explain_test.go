package console_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"consigliere/engine"
	"consigliere/engine/games"
	"consigliere/engine/table"
	"consigliere/hw"
	"consigliere/hw/command"
	"consigliere/hw/console"
	"consigliere/hw/console/consoletest"
	"consigliere/hw/desk"
)

// TestHeldOKExplains checks that OK held shows the sentence of the choice that is marked, on the
// seat's own screen alone, for as long as it is held, and that it locks nothing.
func TestHeldOKExplains(t *testing.T) {
	p := naroTable(t, 4, `{"chance":"box"}`, true)
	assert.Equal(t, "Choose a bullet | A  Click! | B  Bang! | A or B, then OK", p.Box.Screens[0].Words())
	p.Press(0, b)
	public := len(p.Box.Public)
	p.Console.Press(hw.Press{At: p.Now, Pod: 0, Button: ok, Down: true})
	p.Wait(time.Second)
	assert.Equal(t, "Bang! | If you both stand, the player you aim at gets a wound.", p.Box.Screens[0].Words())
	p.Console.Press(hw.Press{At: p.Now, Pod: 0, Button: ok})
	p.Wait(time.Second)
	assert.Equal(t, "Choose a bullet | A  Click! | >B  Bang! | OK confirms", p.Box.Screens[0].Words())
	for _, line := range p.Box.Public[public:] {
		assert.NotContains(t, line, "tone", "nothing was locked")
	}
	assert.False(t, p.Table.Locked().Has(0))
	p.Press(0, ok)
	assert.True(t, p.Table.Locked().Has(0), "a short OK confirms")
	p.Press(1, a)
	p.Console.Press(hw.Press{At: p.Now, Pod: 1, Button: ok, Down: true})
	assert.False(t, p.Table.Locked().Has(1))
	p.Console.Press(hw.Press{At: p.Now, Pod: 1, Button: b, Down: true})
	assert.True(t, p.Table.Locked().Has(1), "OK counts before the next button of fast fingers")
}

// TestThePeekIsNoExplanation checks that where OK held is the peek, it stays the peek.
func TestThePeekIsNoExplanation(t *testing.T) {
	p := naroTable(t, 4, `{"chance":"box"}`, false)
	p.Press(0, b)
	p.Console.Press(hw.Press{At: p.Now, Pod: 0, Button: ok, Down: true})
	p.Wait(time.Second)
	assert.Contains(t, p.Box.Main.Words(), "Only Ava may look!")
	p.Wait(2 * time.Second)
	assert.Contains(t, p.Box.Main.Words(), ">B  Bang!")
}

// TestLootLiesOpenBeforeTheBullets holds NARO-3.1 for loot that the box draws, and that all that
// lies open comes by on the main screen while people choose.
func TestLootLiesOpenBeforeTheBullets(t *testing.T) {
	bx := consoletest.NewBox(4, true)
	p, err := consoletest.New(console.Config{Box: bx.HW, Titles: games.All(), Painter: consoletest.Words{}}, bx)
	require.NoError(t, err)
	h := engine.Header{Game: "naro", Seats: names[:4], Options: []byte(`{"chance":"box","powers":true,"power_deal":"box"}`), Seed: 2}
	require.NoError(t, p.Console.Do(0, command.Start{Header: h}))
	p.Wait(100 * time.Millisecond)
	heading, loot, _ := strings.Cut(bx.Main.Words(), " | ")
	require.Equal(t, "Round 1. The loot!", heading)
	cards := 0
	for _, kind := range strings.Split(loot, " | ") {
		n, _, found := strings.Cut(kind, " × ")
		require.True(t, found, kind)
		count, err := strconv.Atoi(n)
		require.NoError(t, err)
		cards += count
	}
	assert.Equal(t, 8, cards)
	main := turned(p, bx.Main)
	const question = "4 players, in secret: Choose a bullet"
	assert.Equal(t, loot+" | 1 × New Boss *boss | 1/8: Bullets", main["The loot"], "the token is taken like a card")
	shown := pagesOf(p, bx.Main)
	at := slices.IndexFunc(shown, func(w string) bool { return strings.HasPrefix(w, question) && strings.Contains(w, "Ava") })
	require.GreaterOrEqual(t, at, 0)
	assert.Contains(t, shown[at], "Answer on your screen", "where; the round, and which part of it, stand on the others")
	assert.Contains(t, main["Powers"], "Ava")
	p.Press(0, a, ok) // a player who has locked is idle
	own := turned(p, bx.Screens[0])
	power := strings.TrimPrefix(strings.Split(main["Powers"], " | ")[0], "Ava ")
	assert.NotEmpty(t, own[power], "his power, with what it does: %v", own)
}

// turned returns what the pages of a screen show one after the other, by their headings.
func turned(p *consoletest.Player, s *consoletest.Screen) map[string]string {
	pages := map[string]string{}
	for range 60 {
		p.Wait(500 * time.Millisecond)
		heading, rest, _ := strings.Cut(s.Words(), " | ")
		pages[heading] = rest
	}
	return pages
}

// TestDeskHasBoardsRevealsAndHelp holds what a page gets to draw.
func TestDeskHasBoardsRevealsAndHelp(t *testing.T) {
	p := naroTable(t, 4, `{"chance":"table"}`, true)
	d := p.Console.Snapshot().Public("en")
	require.Len(t, d.Sheets, 1)
	for _, it := range d.Sheets[0].Parts[0].Items {
		assert.NotEmpty(t, it.Help, it.Word)
	}
	do := func(lines ...string) {
		for _, l := range lines {
			require.NoError(t, p.Console.Do(p.Now, command.Type{Line: []byte(l)}), l)
		}
	}
	settle := func() {
		for !p.Console.Quiet() {
			p.Wait(100 * time.Millisecond)
		}
	}
	do(`{"seat":"table","do":"loot","cards":["cash_20000","cash_10000","cash_10000","cash_5000","cash_5000","painting","diamond_1000","clip"]}`)
	settle()
	assert.Equal(t, "1 × $20,000", line(p.Console.Snapshot().Public("en").Groups[0].Lines, 2))
	for _, n := range names[:4] {
		do(`{"seat":"` + n + `","do":"load","card":"bang"}`)
	}
	settle()
	do(`{"seat":"Ava","do":"aim","at":"Babak"}`, `{"seat":"Babak","do":"aim","at":"Ava"}`,
		`{"seat":"Chiara","do":"aim","at":"Ava"}`, `{"seat":"Dario","do":"aim","at":"Ava"}`)
	p.Wait(100 * time.Millisecond)
	r := p.Console.Snapshot().Public("en").Reveal
	require.NotNil(t, r)
	assert.Equal(t, desk.Reveal{Heading: "Who aims at whom", Lines: []desk.Line{
		{Seat: "Ava", Icons: []string{"target"}, Text: "Babak"},
		{Seat: "Babak", Icons: []string{"target"}, Text: "Ava"},
		{Seat: "Chiara", Icons: []string{"target"}, Text: "Ava"},
		{Seat: "Dario", Icons: []string{"target"}, Text: "Ava"},
	}}, *r)
	settle()
	d = p.Console.Snapshot().Public("en")
	assert.Nil(t, d.Reveal)
	require.NotNil(t, d.Ask)
	assert.Equal(t, "Ava", d.Ask.Seat)
	assert.Equal(t, desk.Choice{Label: "Babak (at Ava)", Help: "This player must choose another target."}, d.Ask.Choices[0])
	do(`{"seat":"Ava","do":"order","who":"none"}`)
	settle()
	for i, choice := range []string{"stand", "stand", "duck", "duck"} {
		do(`{"seat":"` + names[i] + `","do":"courage","choice":"` + choice + `"}`)
	}
	called := map[string][]string{}
	for range 60 {
		p.Wait(100 * time.Millisecond)
		if r := p.Console.Snapshot().Public("en").Reveal; r != nil {
			for _, l := range r.Lines {
				if l.Called {
					called[r.Text] = append(l.Icons, l.Seat)
				}
			}
		}
	}
	assert.Equal(t, map[string][]string{
		"Ava is hit: wound 1.":   {"wound", "bang", "target", "Ava"},
		"Babak is hit: wound 1.": {"wound", "bang", "target", "Babak"},
	}, called)
	d = p.Console.Snapshot().Public("en")
	groups := []string{}
	for _, g := range d.Groups {
		groups = append(groups, g.Heading)
		assert.NotEmpty(t, g.Lines)
	}
	assert.Equal(t, []string{"Players"}, groups, "nobody shares, so the next round has begun")
}

// line returns the text of a line of a desk.
func line(lines []desk.Line, i int) string {
	if i >= len(lines) {
		return ""
	}
	return lines[i].Text
}

// Done with too little says how much is missing: to the seat alone where the answer is secret, else to the table.
func TestDoneWithTooFewSaysSo(t *testing.T) {
	p := begin(t, games.All(), engine.Header{Game: "corleone", Seats: names[:3], Options: []byte(`{"chance":"box"}`), Seed: 5}, true)
	r := rand.New(rand.NewPCG(5, 5))
	_, err := p.PlayUntil(r, 400, func(tb *table.Table) bool {
		return slices.ContainsFunc(tb.Asks(), func(a engine.Ask) bool { return a.Verb == "tribute" && a.Parts[0].Min > 1 })
	})
	require.NoError(t, err)
	p.Wait(30 * time.Second)
	asks := p.Table.Asks()
	a := &asks[slices.IndexFunc(asks, func(a engine.Ask) bool { return a.Verb == "tribute" && a.Parts[0].Min > 1 })]
	pod, moves := consoletest.PodOf(a), p.Table.Moves()
	p.Press(pod, b) // back from the first to the last entry
	require.Contains(t, p.Box.Screens[pod].Words(), ">Done")
	public := len(p.Box.Public)
	p.Press(pod, ok)
	p.Wait(200 * time.Millisecond)
	assert.Equal(t, moves, p.Table.Moves())
	assert.Contains(t, p.Box.Screens[pod].Words(), fmt.Sprintf("%d more are needed", a.Parts[0].Min))
	for _, line := range p.Box.Public[public:] {
		assert.NotContains(t, line, "needed")
	}
}
