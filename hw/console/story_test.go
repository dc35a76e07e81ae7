package console_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"consigliere/engine"
	"consigliere/engine/chronicle"
	"consigliere/engine/games"
	naroface "consigliere/engine/naro/face"
	"consigliere/engine/table"
	"consigliere/hw/command"
	"consigliere/hw/console"
	"consigliere/hw/console/consoletest"
	"consigliere/hw/desk"
	"consigliere/hw/lang"
)

// toldOf returns what the record of a play tells everybody, in words.
func toldOf(t *testing.T, tb *table.Table, l lang.Lang) []string {
	t.Helper()
	log, err := chronicle.Log(tb.Title(), tb.AppendRecord(nil), engine.Public)
	require.NoError(t, err)
	book, err := lang.NewBook(engine.Messages, console.Messages, tb.Title().Messages)
	require.NoError(t, err)
	if tb.Title().Names != nil {
		book = book.With(tb.Title().Names(tb.Header()))
	}
	var words []string
	for _, e := range log {
		words = append(words, book.Telling(l, tb.Roster(), e.Text))
	}
	return words
}

// onDesk returns what the desk tells of what has happened.
func onDesk(d *desk.Public) []string {
	var words []string
	for _, e := range d.Log {
		words = append(words, e.Text)
	}
	return words
}

// The desk tells the end of what the record tells, whatever was played, undone and played again.
func TestStoryIsThatOfTheRecord(t *testing.T) {
	for _, title := range games.All() {
		t.Run(title.ID, func(t *testing.T) {
			b := consoletest.NewBox(8, true)
			p, err := consoletest.New(console.Config{Box: b.HW, Titles: games.All(), Painter: consoletest.Words{}}, b)
			require.NoError(t, err)
			h := engine.Header{Game: title.ID, Seats: names[:4], Options: []byte(`{"chance":"box"}`), Seed: 4}
			if title.ID == "anygame" { // where its script says who draws
				h.Options = nil
			}
			require.NoError(t, p.Console.Do(0, command.Start{Header: h}))
			r := rand.New(rand.NewPCG(4, 4))
			for n := 0; n < 12 && len(p.Table.Asks()) > 0; n++ {
				moves := p.Table.Moves() + 5
				_, err := p.PlayUntil(r, 2000, func(tb *table.Table) bool { return tb.Moves() >= moves })
				require.NoError(t, err)
				if n%3 == 1 && !p.Table.Over() {
					_ = p.Console.Do(p.Now, command.Undo{}) // it may need somebody's consent
					_ = p.Console.Do(p.Now, command.CancelUndo{})
				}
				for range 600 {
					if p.Console.Quiet() {
						break
					}
					p.Wait(time.Second)
				}
				d := p.Console.Snapshot().Public("en")
				told := toldOf(t, p.Table, "en")
				require.Equal(t, told[max(0, len(told)-len(d.Log)):], onDesk(d))
				require.GreaterOrEqual(t, len(d.Log), min(len(told), 24))
				require.LessOrEqual(t, len(d.Log), 48)
				if len(d.Log) > 24 {
					round := func(e desk.Entry) (n int) {
						_, _ = fmt.Sscanf(e.At, "Round %d", &n)
						return n
					}
					require.GreaterOrEqual(t, round(d.Log[0]), round(d.Log[len(d.Log)-1])-1, "more than 24 are of this round and the one before")
				}
			}
		})
	}
}

// What a reveal is still to show is not told before.
func TestStoryWaitsForTheReveal(t *testing.T) {
	p := inMenu(t)
	require.NoError(t, p.Console.Do(0, command.Start{Header: engine.Header{Game: "naro", Seats: names[:4], Options: []byte(`{"chance":"box"}`), Seed: 3}}))
	do := func(verb string, args ...string) {
		for s, name := range names[:4] {
			require.NoError(t, p.Console.Do(p.Now, command.Type{Line: fmt.Appendf(nil, `{"seat":%q,"do":%q,%s}`, name, verb, args[s%len(args)])}))
		}
	}
	p.Wait(10 * time.Second)
	do("load", `"card":"bang"`)
	p.Wait(10 * time.Second)
	do("aim", `"at":"`+names[1]+`"`, `"at":"`+names[0]+`"`)
	p.Wait(20 * time.Second)
	require.NoError(t, p.Console.Do(p.Now, command.Type{Line: fmt.Appendf(nil, `{"seat":%q,"do":"order","who":"none"}`, names[0])}))
	p.Wait(4 * time.Second) // the count
	assert.Contains(t, onDesk(p.Console.Snapshot().Public("en")), names[0]+" aims at "+names[1]+".")
	before := onDesk(p.Console.Snapshot().Public("en"))
	do("courage", `"choice":"stand"`, `"choice":"duck"`)
	assert.Equal(t, before, onDesk(p.Console.Snapshot().Public("en")), "who stands is not told before it is seen")
	assert.Equal(t, "1/8: Guts", p.Console.Snapshot().Public("en").Heading)
	p.Wait(10 * time.Second)
	now := onDesk(p.Console.Snapshot().Public("en"))
	of := p.Console.Snapshot().Public("en").Log
	first := slices.IndexFunc(of, func(e desk.Entry) bool { return e.Text == names[0]+" stands." })
	assert.False(t, of[first].More)
	assert.True(t, of[first+1].More, "all of them came of one move: %q", of[first+1].Text)
	for _, told := range []string{names[0] + " stands.", names[1] + " ducks."} {
		assert.Contains(t, now, told)
		assert.NotContains(t, before, told)
	}
}

// A log that tells secrets is caught where pairs of plays are compared.
func TestALeakyStoryIsCaught(t *testing.T) {
	leaky := naroface.Title()
	leaky.Shows = func(engine.View, engine.Move) bool { return true }
	caught := false
	for seed := range uint64(20) {
		h := engine.Header{Game: "naro", Seats: names[:4], Options: []byte(`{"chance":"box"}`), Seed: seed}
		_, err := sameUntilRevealed(leaky, h, h, rand.New(rand.NewPCG(seed, 7)))
		if caught = err != nil; caught {
			assert.Contains(t, err.Error(), "desk")
			break
		}
	}
	assert.True(t, caught)
}
