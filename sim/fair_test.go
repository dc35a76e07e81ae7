package sim

import (
	"context"
	"encoding/hex"
	"fmt"
	"math/rand/v2"
	"os"
	"slices"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"consigliere/config"
	"consigliere/engine"
	"consigliere/engine/bot"
	"consigliere/engine/games"
	"consigliere/engine/receipt"
	"consigliere/engine/table"
	"consigliere/hw"
	"consigliere/hw/box"
	"consigliere/hw/command"
	"consigliere/hw/desk"
	"consigliere/hw/lang"
	"consigliere/hw/screen"
)

// unpainted paints nothing, in no time.
type unpainted struct{}

func (unpainted) Paint(*hw.Frame, lang.Lang, *screen.Page) int { return 1 }
func (unpainted) Parts(int, int, lang.Lang, *screen.Page) int  { return 1 }

// TestFairGames plays games of each title at whole boxes, from the commitment to the signed record, with numbers that are
// said, phones that give something, deals that are skipped and choices that are taken back. What was seen at the table
// stands in the record of each.
func TestFairGames(t *testing.T) {
	n := 1
	if os.Getenv("CONSIGLIERE_WIDE") != "" {
		n = 2
	}
	testFairGames(t, 0, n)
}

// TestManyFairGames is [TestFairGames] for a thousand games of each title, on all processors.
func TestManyFairGames(t *testing.T) {
	if os.Getenv("CONSIGLIERE_LONG") == "" {
		t.Skip("plays for an hour; CONSIGLIERE_LONG=1 runs it")
	}
	const each = 20 // games of one subtest, which says how many it has played
	for first := 0; first < 1000; first += each {
		t.Run(fmt.Sprint(first), func(t *testing.T) {
			t.Parallel()
			testFairGames(t, first, each)
		})
	}
}

// testFairGames plays n games of each title; the numbers from first say what happens in them.
func testFairGames(t *testing.T, first, n int) {
	for _, c := range []struct {
		game, options string
		seats         int
	}{
		{"naro", `{"chance":"box"}`, 4},
		{"derpate", `{"chance":"box"}`, 3},
		{"corleone", `{"chance":"box"}`, 3},
		{"khandan", `{"chance":"box","pack":"starter","reigns":1}`, 3},
		{"anygame", `{"play":"rock-paper-scissors"}`, 3},
	} {
		t.Run(c.game, func(t *testing.T) {
			receipts, given, moves := 0, 0, 0
			for i := first; i < first+n; i++ {
				g := fairGame{T: t, r: rand.New(rand.NewPCG(uint64(i), 27))}
				h := engine.Header{Game: c.game, Seats: seatedAll[:c.seats], Options: []byte(c.options)}
				m := g.play(h)
				receipts, given, moves = receipts+len(g.kept.Receipts), given+len(g.kept.Given), moves+m
				if t.Failed() {
					t.Fatalf("game %d", i)
				}
			}
			t.Logf("%d games, %d moves, %d receipts and %d things given, all in their records", n, moves, receipts, given)
		})
	}
}

var seatedAll = engine.Roster{"Ava", "Babak", "Chiara", "Dario"}

// A fairGame is a game at a box of its own, on a clock that runs as fast as the machine does.
type fairGame struct {
	*testing.T
	r    *rand.Rand
	box  *Sim
	kept receipt.Kept
}

func (g *fairGame) do(c command.Command) error {
	err := g.box.Apply(g.box.Now(), c)
	g.box.Flush()
	return err
}

// keep notes what everybody at the table sees.
func (g *fairGame) keep() *desk.Public {
	d := g.box.Look().Public(lang.English)
	if d.Deal != nil {
		g.kept.Box, g.kept.Commitment = d.Deal.Box, d.Deal.Commitment
	}
	if d.Fair == nil {
		return d
	}
	for _, r := range d.Fair.Receipts {
		if len(g.kept.Receipts) == 0 || r.Line > g.kept.Receipts[len(g.kept.Receipts)-1].Line {
			g.kept.Receipts = append(g.kept.Receipts, receipt.Receipt{Line: r.Line, Seat: r.Seat, Digits: r.Digits})
		}
	}
	return d
}

// give lets players give something, in some order, or nothing.
func (g *fairGame) give(seats engine.Roster) {
	for _, s := range g.r.Perm(len(seats)) {
		c := command.Give{Seat: engine.Seat(s)}
		said := receipt.Given{Seat: seats[s]}
		switch g.r.IntN(3) {
		case 0:
			said.Number = fmt.Sprintf("%06d", g.r.IntN(1_000_000))
			c.Number = said.Number
		case 1:
			for range receipt.PhoneBytes {
				said.Phone = append(said.Phone, byte(g.r.Uint32()))
			}
			c.Phone = hex.EncodeToString(said.Phone)
		default:
			continue
		}
		require.NoError(g, g.do(c))
		g.kept.Given = append(g.kept.Given, said)
	}
}

// play plays a game and checks its record. It returns how many moves the game had.
func (g *fairGame) play(h engine.Header) int {
	var p *table.Table
	var err error
	g.box, err = New(config.Default(), box.Options{
		Titles: games.All(), Lang: lang.English, Painter: unpainted{}, Fair: true, OnTable: func(t *table.Table) { p = t },
	})
	require.NoError(g, err)
	require.NoError(g, g.do(command.SetClocks{}))
	require.NoError(g, g.do(command.Start{Header: h, DrawSeed: true, Fair: command.FairAlways}))
	require.NotNil(g, g.keep().Deal)
	require.Nil(g, p, "the box is committed before anybody gives anything")
	g.give(h.Seats)
	switch {
	case p != nil: // each phone has given something
	case g.r.IntN(2) == 0:
		require.NoError(g, g.do(command.Deal{}))
	default:
		g.box.Advance(g.box.Now() + 10*time.Second)
	}
	require.NotNil(g, p, "ten seconds are all that it takes")

	player := bot.New(p.Title(), p.Roster(), g.r)
	for steps := 0; !p.Over(); steps++ {
		require.Less(g, steps, 50_000, "it does not end")
		g.box.Advance(g.box.Now() + time.Second + time.Duration(g.r.IntN(3000))*time.Millisecond)
		if locked := p.Locked(); locked != 0 && g.r.IntN(30) == 0 {
			_ = g.do(command.TakeBack{Seat: locked.List()[0]}) // where the game allows it
		}
		if asks := p.Asks(); len(asks) > 0 {
			a := asks[g.r.IntN(len(asks))]
			if do, err := player.Pick(&a); err == nil {
				_ = g.do(command.Type{Line: p.Title().Moves.AppendLine(nil, p.Roster(), engine.Move{Seat: a.Mover(a.Seat), Do: do})})
			}
		}
		g.keep()
	}
	for !g.box.Quiet() {
		g.box.Advance(g.box.Now() + time.Second)
	}
	g.keep()

	ctx, off := context.WithCancel(context.Background())
	ended := make(chan error, 1)
	go func() { ended <- g.box.Run(ctx) }()
	record, err := g.box.Record(ctx)
	off()
	require.NoError(g, err)
	<-ended // it was switched off
	report, err := receipt.Check(record, &g.kept, games.Find)
	require.NoError(g, err)
	assert.False(g, report.Failed(), "%v", report)
	holds := slices.ContainsFunc(report, func(f receipt.Finding) bool {
		return f.Verdict == receipt.Holds && f.Text == "the secret is the one to which the box was committed before anybody gave anything: "+g.kept.Commitment
	})
	assert.True(g, holds, "%v", report)
	return p.Moves()
}
