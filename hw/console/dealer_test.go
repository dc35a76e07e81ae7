package console_test

import (
	"bytes"
	"encoding/hex"
	"math/rand/v2"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"consigliere/engine"
	"consigliere/engine/games"
	"consigliere/engine/receipt"
	"consigliere/hw"
	"consigliere/hw/command"
	"consigliere/hw/console"
	"consigliere/hw/console/consoletest"
)

// fairly returns a box that commits itself where it draws.
func fairly(t *testing.T, c console.Config) *consoletest.Player {
	t.Helper()
	b := consoletest.NewBox(8, true)
	c.Box, c.Titles, c.Painter, c.Fair = b.HW, games.All(), consoletest.Words{}, true
	p, err := consoletest.New(c, b)
	require.NoError(t, err)
	p.Wait(0)
	return p
}

// playOut plays to the end, and until that is told.
func playOut(t *testing.T, p *consoletest.Player) {
	t.Helper()
	_, err := p.Play(rand.New(rand.NewPCG(1, 2)), 2000)
	require.NoError(t, err)
	p.Wait(2 * time.Minute)
	require.True(t, p.Table.Over())
}

// naroOf begins Naro with the box drawing, as a page does.
func naroOf(seats ...string) command.Start {
	return command.Start{Header: engine.Header{Game: "naro", Seats: seats, Options: []byte(`{"chance":"box"}`)}, DrawSeed: true}
}

// TestDeal holds that a play that the box draws for begins with a commitment, that those who play may give
// something then, and how long that takes at most.
func TestDeal(t *testing.T) {
	do := func(p *consoletest.Player, c command.Command) error {
		err := p.Console.Do(p.Now, c)
		p.Wait(0)
		return err
	}
	ava := func(p *consoletest.Player, number string) error {
		return do(p, command.Give{Seat: p.Console.Seat("Ava"), Number: number})
	}
	phone := func(p *consoletest.Player, name string) error {
		return do(p, command.Give{Seat: p.Console.Seat(name), Phone: strings.Repeat("0f", receipt.PhoneBytes)})
	}
	four := []string{"Ava", "Babak", "Chiara", "Dario"}

	t.Run("nobody gives anything", func(t *testing.T) {
		p := fairly(t, console.Config{})
		require.NoError(t, do(p, naroOf(four...)))
		d := p.Console.Snapshot().Public("en").Deal
		require.NotNil(t, d)
		assert.Len(t, d.Rows, 29, "a code that fits a display of 64 rows, two dots a module")
		assert.Equal(t, four, d.Seats)
		assert.Nil(t, p.Console.Title())
		assert.Contains(t, p.Box.Main.Words(), d.Commitment[:receipt.ShortCommitment])
		p.Wait(9900 * time.Millisecond)
		assert.Nil(t, p.Console.Title())
		p.Wait(200 * time.Millisecond)
		require.NotNil(t, p.Console.Title(), "it begins after ten seconds")
		f := p.Console.Snapshot().Public("en").Fair
		assert.Equal(t, d.Commitment, f.Commitment)
		assert.Empty(t, f.Given)
		assert.Nil(t, p.Console.Snapshot().Public("en").Deal)
	})
	t.Run("eight seats", func(t *testing.T) {
		p := fairly(t, console.Config{})
		require.NoError(t, do(p, naroOf("A", "B", "C", "D", "E", "F", "G", "H")))
		p.Wait(10 * time.Second)
		assert.NotNil(t, p.Console.Title())
	})
	t.Run("skipped", func(t *testing.T) {
		p := fairly(t, console.Config{})
		require.NoError(t, do(p, naroOf(four...)))
		p.Press(hw.Panel, hw.OK)
		assert.NotNil(t, p.Console.Title(), "at once")
	})
	t.Run("a number and phones", func(t *testing.T) {
		p := fairly(t, console.Config{})
		require.NoError(t, do(p, naroOf(four...)))
		require.NoError(t, ava(p, "482915"))
		assert.ErrorIs(t, ava(p, "111111"), command.ErrTurn, "one each")
		assert.Error(t, do(p, command.Give{Seat: 1, Number: "12"}))
		for i, name := range four {
			assert.Nil(t, p.Console.Title())
			require.NoError(t, phone(p, name))
			if i == 0 {
				assert.ErrorIs(t, phone(p, name), command.ErrTurn)
			}
		}
		require.NotNil(t, p.Console.Title(), "all phones have given something: nobody is waited for")
		deal, _, err := receipt.OfHeader(p.Table.Header())
		require.NoError(t, err)
		assert.Equal(t, receipt.Given{Seat: "Ava", Number: "482915"}, deal.Given[0])
		assert.Len(t, deal.Given, 5)
		assert.Equal(t, deal.Seed(), p.Table.Header().Seed)
		assert.ErrorIs(t, ava(p, "222222"), command.ErrTurn, "too late")
	})
	t.Run("typed at the panel", func(t *testing.T) {
		p := fairly(t, console.Config{})
		require.NoError(t, do(p, naroOf(four...)))
		p.Press(hw.Panel, hw.A)
		p.Press(hw.Panel, hw.OK)
		for range 6 {
			p.Wait(5 * time.Second) // it waits for whoever types
			p.Press(hw.Panel, hw.A)
			p.Press(hw.Panel, hw.A)
			p.Press(hw.Panel, hw.OK)
		}
		assert.Equal(t, "222222", p.Console.Snapshot().Public("en").Deal.Given[0].Number)
		p.Press(hw.Panel, hw.OK)
		require.NotNil(t, p.Console.Title())
	})
	t.Run("not now", func(t *testing.T) {
		p := fairly(t, console.Config{})
		require.NoError(t, do(p, naroOf(four...)))
		require.NoError(t, do(p, command.DropDeal{}))
		p.Wait(time.Minute)
		assert.Nil(t, p.Console.Title())
		assert.ErrorIs(t, do(p, command.Deal{}), command.ErrTurn)
	})
	t.Run("somebody alone against bots is asked for nothing", func(t *testing.T) {
		p := fairly(t, console.Config{})
		require.NoError(t, do(p, naroOf(four...)))
		require.NoError(t, do(p, command.Deal{}))
		playOut(t, p)
		require.NoError(t, do(p, command.SetBots{Seats: engine.SeatsOf(0, 1, 3)}))
		require.NoError(t, do(p, command.Rematch{}))
		assert.NotNil(t, p.Console.Title())
		assert.NotNil(t, p.Console.Snapshot().Public("en").Fair, "it can be checked all the same")
	})
	t.Run("the table draws", func(t *testing.T) {
		p := fairly(t, console.Config{})
		c := naroOf(four...)
		c.Header.Options = []byte(`{"chance":"table"}`)
		require.NoError(t, do(p, c))
		require.NotNil(t, p.Console.Title())
		assert.Nil(t, p.Console.Snapshot().Public("en").Fair)
	})
	t.Run("as it is set", func(t *testing.T) {
		p := fairly(t, console.Config{})
		require.NoError(t, do(p, command.SetFair{When: "never"}))
		require.NoError(t, do(p, naroOf(four...)))
		assert.NotNil(t, p.Console.Title())
		require.NoError(t, do(p, command.Leave{}))
		require.NoError(t, do(p, command.SetFair{When: "always"}))
		c := naroOf(four...)
		c.Header.Options = []byte(`{"chance":"table"}`)
		require.NoError(t, do(p, c))
		assert.NotNil(t, p.Console.Snapshot().Public("en").Deal)
		require.Error(t, do(p, command.SetFair{When: "sometimes"}))
	})
	t.Run("from the command line", func(t *testing.T) {
		p := fairly(t, console.Config{})
		c := naroOf(four...)
		c.DrawSeed, c.Header.Seed = false, 7
		require.NoError(t, do(p, c))
		assert.NotNil(t, p.Console.Title())
		assert.Nil(t, p.Table.Header().Fair)
	})
	t.Run("bots give nothing, and a rematch begins with another secret", func(t *testing.T) {
		p := fairly(t, console.Config{})
		require.NoError(t, do(p, naroOf(four...)))
		first := p.Console.Snapshot().Public("en").Deal
		require.NoError(t, do(p, command.Deal{}))
		playOut(t, p)
		require.NoError(t, do(p, command.SetBots{Seats: engine.SeatsOf(0, 3)}))
		require.NoError(t, do(p, command.Rematch{}))
		again := p.Console.Snapshot().Public("en").Deal
		require.NotNil(t, again)
		assert.NotEqual(t, first.Commitment, again.Commitment)
		assert.Equal(t, []string{"Babak", "Chiara"}, again.Seats)
		require.NoError(t, phone(p, "Babak"))
		require.NoError(t, phone(p, "Chiara"))
		assert.Equal(t, 2, p.Table.Bots().Len())
	})
}

// TestReceiptsAtTheTable plays a whole game at a box that has committed itself, and holds its record against what
// a phone has kept while it was played.
func TestReceiptsAtTheTable(t *testing.T) {
	dir := t.TempDir()
	p := fairly(t, console.Config{Journals: dir})
	require.NoError(t, p.Console.Do(0, naroOf("Ava", "Babak", "Chiara", "Dario")))
	d := p.Console.Snapshot().Public("en").Deal
	kept := receipt.Kept{Box: d.Box, Commitment: d.Commitment}
	own := receipt.Given{Seat: "Babak", Phone: bytes.Repeat([]byte{9}, receipt.PhoneBytes)}
	require.NoError(t, p.Console.Do(p.Now, command.Give{Seat: p.Console.Seat("Babak"), Phone: hex.EncodeToString(own.Phone)}))
	require.NoError(t, p.Console.Do(p.Now, command.Deal{}))
	p.Wait(0)
	kept.Given = append(kept.Given, own)
	seen, beside, shown := map[int]bool{}, 0, 0
	p.Ticked = func() {
		pub := p.Console.Snapshot().Public("en")
		if pub.Fair == nil {
			return
		}
		for _, r := range pub.Fair.Receipts {
			if !seen[r.Line] {
				seen[r.Line] = true
				kept.Receipts = append(kept.Receipts, receipt.Receipt{Line: r.Line, Seat: r.Seat, Digits: r.Digits})
			}
		}
		if pub.Reveal != nil {
			for _, n := range pub.Reveal.Lines {
				if n.Receipt != "" {
					beside++
				}
			}
		}
		for pod, name := range p.Table.Roster() {
			if r := p.Console.Snapshot().Seat(name, "en").Receipt; r != "" && strings.Contains(p.Box.Screens[pod].Words(), r) {
				shown++
			}
		}
	}
	playOut(t, p)
	require.NotEmpty(t, kept.Receipts)
	assert.Positive(t, beside, "receipts stand beside what is revealed")
	assert.Positive(t, shown, "receipts are on the screens of those who have locked something")
	data := p.Console.Record()
	require.True(t, receipt.Is(data), "%.300s", data)
	r, err := receipt.Check(data, &kept, games.Find)
	require.NoError(t, err)
	assert.False(t, r.Failed(), "%v", r)
	texts := ""
	for _, f := range r {
		if f.Verdict == receipt.Holds {
			texts += f.Text + "\n"
		}
	}
	for _, what := range []string{"of the box whose key was kept", "the secret is the one to which the box was committed", "what Babak gave counts", "that were kept"} {
		assert.Contains(t, texts, what)
	}

	// The key is kept beside the journals, and nobody else may read it.
	b := fairly(t, console.Config{Journals: dir})
	require.NoError(t, b.Console.Do(0, naroOf("Ava", "Babak", "Chiara", "Dario")))
	assert.Equal(t, d.Box, b.Console.Snapshot().Public("en").Deal.Box)
}
