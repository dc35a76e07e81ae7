package console_test

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"

	"consigliere/engine"
	"consigliere/engine/games"
	"consigliere/engine/naro"
	"consigliere/hw"
	"consigliere/hw/command"
	"consigliere/hw/console/consoletest"
	"consigliere/hw/lang"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// typeLine types a line in.
func typeLine(p *consoletest.Player, line string) error {
	return p.Console.Do(p.Now, command.Type{Line: []byte(line)})
}

// burntUnseen plays rounds in which everybody ducks, so that no bullet is shown, until Babak
// has loaded all cards of one kind. The round after that is open.
func burntUnseen(t *testing.T, b naro.Bullet) *consoletest.Player {
	t.Helper()
	p := naroTable(t, 4, `{"chance":"box"}`, true)
	for range 100 {
		ask := p.Table.Asks()[0]
		view := p.Table.View(1).Private.(naro.PrivateStatus)
		left := view.Hand.Bang
		if b == naro.Click {
			left = view.Hand.Click
		}
		if ask.Verb == "load" && len(p.Table.Asks()) == 4 && (left == 0 || b == naro.Click && left <= 2) {
			p.Wait(25 * time.Second) // all is called
			return p
		}
		arg := map[string]string{"load": `"card":"click"`, "aim": `"at":"none"`, "courage": `"choice":"duck"`}[ask.Verb]
		if ask.Verb == "load" && ask.Seat == 1 && b == naro.Bang {
			arg = `"card":"bang"`
		}
		require.NotEmpty(t, arg, ask.Verb)
		require.NoError(t, typeLine(p, fmt.Sprintf(`{"seat":%q,"do":%q,%s}`, names[ask.Seat], ask.Verb, arg)))
	}
	require.Fail(t, "Babak still has cards")
	return nil
}

// everything is what all get to see: what was put out since, the public view, the desks.
func everything(p *consoletest.Player, since int) []string {
	all := append(slices.Clone(p.Box.Public[since:]), string(p.Console.Public()))
	for _, l := range lang.All() {
		desk, err := json.Marshal(p.Console.Snapshot().Public(l))
		if err != nil {
			return []string{err.Error()}
		}
		all = append(all, string(desk))
	}
	return all
}

// TestTypedRefusalIsSecret types a Bang! for Babak in two plays that differ in his hand alone.
// Until all others have locked nobody but he is told that he has none.
func TestTypedRefusalIsSecret(t *testing.T) {
	has, hasNot := burntUnseen(t, naro.Click), burntUnseen(t, naro.Bang)
	require.Equal(t, has.Now, hasNot.Now)
	since := []int{len(has.Box.Public), len(hasNot.Box.Public)}
	same := func(what string) {
		t.Helper()
		x, y := everything(has, since[0]), everything(hasNot, since[1])
		require.Empty(t, firstDifference(x, y), what)
	}
	both := func(f func(p *consoletest.Player)) {
		for _, p := range []*consoletest.Player{has, hasNot} {
			f(p)
			p.Wait(time.Second)
		}
	}
	bang := `{"seat":"Babak","do":"load","card":"bang"}`
	both(func(p *consoletest.Player) { require.NoError(t, typeLine(p, bang)) })
	same("typed")
	assert.Equal(t, locked, hasNot.Box.Lights.RGB[1])
	assert.Contains(t, hasNot.Box.Screens[1].Words(), "NARO-4.2", "he alone is told")
	assert.NotContains(t, has.Box.Screens[1].Words(), "NARO-4.2")
	for _, s := range []int{0, 2, 3} {
		assert.NotContains(t, strings.Join(hasNot.Box.Private[s], ""), "NARO-4.2")
	}
	assert.Equal(t, "Last move typed in for Babak", hasNot.Console.Snapshot().Public("en").Typed, "the table sees that it was typed")

	both(func(p *consoletest.Player) { assert.Error(t, typeLine(p, bang), "locked is locked") })
	same("typed again")
	both(func(p *consoletest.Player) { p.Hold(1, b) })
	same("taken back")
	both(func(p *consoletest.Player) { require.NoError(t, typeLine(p, bang)) })
	both(func(p *consoletest.Player) { require.NoError(t, p.Console.Do(p.Now, command.Undo{})) })
	both(func(p *consoletest.Player) { p.Hold(1, ok) })
	same("undone")
	both(func(p *consoletest.Player) { require.NoError(t, typeLine(p, bang)) })
	for _, pod := range []int{0, 2} {
		both(func(p *consoletest.Player) { p.Press(hw.Pod(pod), a, ok) })
		same("others lock")
	}

	// The play cannot go on without him.
	hasNot.Press(3, a, ok)
	hasNot.Wait(time.Second)
	assert.Contains(t, string(hasNot.Console.Public()), `"phase":"load"`)
	assert.NotEqual(t, locked, hasNot.Box.Lights.RGB[1], "he is awaited")
	assert.Equal(t, locked, hasNot.Box.Lights.RGB[3])
	d := hasNot.Console.Snapshot().Public("en")
	assert.Contains(t, d.Error, "choose again")
	assert.NotContains(t, d.Error, "NARO")
	assert.Contains(t, hasNot.Box.Screens[1].Words(), "NARO-4.2", "his screen says why")
	asked := hasNot.Console.Snapshot().Sight(1, "en").Desk
	require.NotNil(t, asked)
	assert.Contains(t, asked.Why, "NARO-4.2", "and so does the card of a page that shows it")
	hasNot.Press(1, a)
	assert.NotContains(t, hasNot.Box.Screens[1].Words(), "NARO-4.2")
	assert.Empty(t, hasNot.Console.Snapshot().Sight(1, "en").Desk.Why)
	hasNot.Press(1, ok)
	hasNot.Wait(10 * time.Second)
	assert.Contains(t, string(hasNot.Console.Public()), `"phase":"aim"`)
	assert.Empty(t, hasNot.Console.Snapshot().Public("en").Error)
	assert.NotContains(t, string(hasNot.Table.AppendRecord(nil)), `"Babak","do":"load","card":"bang"}`+"\n"+`{"seat":"Ava","do":"aim"`)
}

// TestOKAloneTellsNothing presses OK alone in two plays, with one kind of card left and with
// two: nothing is locked, and all see and hear the same.
func TestOKAloneTellsNothing(t *testing.T) {
	two, one := burntUnseen(t, naro.Click), burntUnseen(t, naro.Bang)
	require.Len(t, one.Table.Asks()[1].Options, 1)
	require.Len(t, two.Table.Asks()[1].Options, 2)
	from := []int{len(two.Box.Public), len(one.Box.Public)}
	for i, p := range []*consoletest.Player{two, one} {
		p.Press(1, ok, ok)
		p.Wait(time.Second)
		assert.Zero(t, p.Table.Locked())
		assert.Contains(t, strings.Join(p.Box.Public[from[i]:], "\n"), "tone", "it is answered")
		assert.Contains(t, p.Box.Screens[1].Words(), "A or B first")
		p.Press(1, b, ok)
		p.Wait(time.Second)
		assert.True(t, p.Table.Locked().Has(1))
	}
	assert.Empty(t, firstDifference(everything(two, from[0]), everything(one, from[1])))
}

// TestTypedForOpenly checks that all see for whom an open move was typed, and that the table's
// own cards are typed without a remark.
func TestTypedForOpenly(t *testing.T) {
	p := begin(t, games.All(), engine.Header{Game: "naro", Seats: names[:4], Options: []byte(`{}`)}, true)
	p.Wait(5 * time.Second)
	require.NoError(t, typeLine(p, `{"seat":"table","do":"loot","cards":["cash_5000","cash_5000","cash_5000","cash_5000","painting","painting","clip","painting"]}`))
	assert.Empty(t, p.Console.Snapshot().Public("en").Typed)
	p.Wait(5 * time.Second)
	require.NoError(t, typeLine(p, `{"seat":"Babak","do":"load","card":"click"}`))
	p.Wait(100 * time.Millisecond)
	assert.Contains(t, p.Box.Main.Words(), "Last move typed in for Babak")
	p.Wait(10 * time.Second)
	assert.NotContains(t, p.Box.Main.Words(), "Last move typed in for Babak")
	assert.Equal(t, "Last move typed in for Babak", p.Console.Snapshot().Public("en").Typed)
	p.Press(0, a, ok)
	assert.Empty(t, p.Console.Snapshot().Public("en").Typed)
}

// TestDrawSeenByOneIsUndoneWithHerConsent types what the broker drew, which she alone has
// seen: taking it back, which would let somebody else probe, needs her OK.
func TestDrawSeenByOneIsUndoneWithHerConsent(t *testing.T) {
	p := begin(t, games.All(), engine.Header{Game: "naro", Seats: names[:4], Options: []byte(`{"powers":true}`)}, true)
	lines := []string{
		`{"seat":"table","do":"powers","cards":{"Ava":"broker","Babak":"doctor","Chiara":"lucky","Dario":"collector"}}`,
		`{"seat":"table","do":"loot","cards":["cash_5000","cash_5000","cash_5000","cash_5000","painting","painting","clip","painting"]}`,
	}
	for _, do := range []string{`"load","card":"click"`, `"aim","at":"none"`, `"courage","choice":"stand"`} {
		for _, who := range names[:4] {
			lines = append(lines, fmt.Sprintf(`{"seat":%q,"do":%s}`, who, do))
		}
	}
	lines = append(lines, `{"seat":"Ava","do":"take","card":"painting","swap":true}`, `{"seat":"table","do":"draw","card":"diamond_1000"}`)
	for _, line := range lines {
		require.NoError(t, typeLine(p, line), line)
	}
	assert.Equal(t, "Last move typed in for Ava", p.Console.Snapshot().Public("en").Typed, "she alone sees the card")
	moves := p.Table.Moves()
	p.Wait(10 * time.Second)
	require.NoError(t, p.Console.Do(p.Now, command.Undo{}))
	require.NotNil(t, p.Console.Snapshot().Public("en").Undo)
	assert.Equal(t, []string{"Ava"}, p.Console.Snapshot().Public("en").Undo.Needs)
	assert.Equal(t, moves, p.Table.Moves())
	p.Wait(time.Second)
	p.Hold(0, ok)
	assert.Equal(t, moves-1, p.Table.Moves())
	p.Wait(time.Second)

	// A card that cannot be is refused, and she alone learns why.
	require.Error(t, typeLine(p, `{"seat":"table","do":"draw","card":"new_boss"}`))
	p.Wait(100 * time.Millisecond)
	d := p.Console.Snapshot().Public("en")
	assert.Contains(t, d.Error, "choose again")
	assert.Nil(t, d.Rule)
	assert.Contains(t, p.Box.Screens[0].Words(), "NARO-20.2")
}

// TestNamesAreTidied begins a play with names as people type them.
func TestNamesAreTidied(t *testing.T) {
	h := engine.Header{Game: "naro", Seats: engine.Roster{" Ava ", "Babak\u200b", "Chiara  Rossi", "\u202eDario"}, Options: []byte(`{"chance":"box"}`)}
	p := begin(t, games.All(), h, true)
	assert.Equal(t, engine.Roster{"Ava", "Babak", "Chiara Rossi", "Dario"}, p.Table.Header().Seats)
	assert.Equal(t, " Ava ", h.Seats[0], "the caller's names stay")
	require.NoError(t, p.Console.Do(p.Now, command.Leave{}))
	h.Seats[1] = "AVA"
	require.Error(t, p.Console.Do(p.Now, command.Start{Header: h}))
	assert.Contains(t, p.Console.Snapshot().Public("en").Error, "look the same")
}

// A list that shows more than its seat can pay for does not tell who is short of money, and
// neither does the refusal: the table hears that it must be something else, the seat alone why.
func TestRefusalDoesNotTellMoney(t *testing.T) {
	title := games.Find("derpate")
	var p *consoletest.Player
	var ask engine.Ask
	var do engine.Action
	line := func(do engine.Action) string {
		return string(title.Moves.AppendLine(nil, names[:2], engine.Move{Seat: ask.Seat, Do: do}))
	}
	for seed := uint64(101); do == nil && seed < 400; seed++ { // 101 has one; should the rules change, others do
		rng := rand.New(rand.NewPCG(1, seed))
		p = begin(t, games.All(), engine.Header{Game: "derpate", Seats: names[:2], Seed: seed, Options: []byte(`{"chance":"box"}`)}, true)
		for do == nil && !p.Table.Over() {
			ask = p.Table.Asks()[0]
			for _, x := range ask.ShownOptions {
				if !ask.Optional && !slices.ContainsFunc(ask.Options, func(y engine.Action) bool { return line(x) == line(y) }) {
					do = x
				}
			}
			if do == nil {
				require.NoError(t, typeLine(p, line(ask.Options[rng.IntN(len(ask.Options))])))
			}
		}
	}
	require.NotNil(t, do, "nobody is ever short of money")
	p.Wait(time.Minute)
	since := len(p.Box.Public)
	require.Error(t, typeLine(p, line(do)))
	p.Wait(time.Second)
	d := p.Console.Snapshot().Public("en")
	assert.Equal(t, "that can't be done now; choose something else", d.Error)
	assert.Nil(t, d.Rule)
	assert.NotContains(t, strings.Join(p.Box.Public[since:], "\n"), "PATE-")
	assert.Contains(t, p.Box.Screens[ask.Seat].Words(), "PATE-", "the seat itself reads why")
}
