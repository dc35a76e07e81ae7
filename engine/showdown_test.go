package engine_test

import (
	"fmt"
	"reflect"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"consigliere/engine"
	"consigliere/engine/showdowntest"
)

// fingerprint is FNV-1a over how the games of the yardstick end.
type fingerprint uint32

func (f *fingerprint) add(b int) { *f = (*f ^ fingerprint(b&255)) * 0x01000193 }

func (f *fingerprint) game(p *showdowntest.Public) {
	f.add(p.Round)
	for s := range p.Cash {
		alive := 0
		if p.Alive[s] {
			alive = 1
		}
		f.add(p.Cash[s])
		f.add(p.Cash[s] >> 8)
		f.add(p.Wounds[s])
		f.add(alive)
	}
}

// randomShowdown plays a game as the yardstick wants it: in each step all who are asked
// choose in turn among the options of their asks. It returns the number of moves.
func randomShowdown(g *showdowntest.Game, seed uint32, asks []engine.Ask, play func(engine.Move)) int {
	chance := showdowntest.Chance(seed ^ 0x9E3779B9)
	moves := 0
	for !g.Over() {
		asks = g.Asks(asks[:0])
		for i := range asks {
			a := &asks[i]
			play(engine.Move{Seat: a.Seat, Do: a.Options[chance.Pick(len(a.Options))]})
			moves++
		}
	}
	return moves
}

// The yardstick gives the same games as in other languages, however its moves go in.
func TestShowdownFingerprint(t *testing.T) {
	h := showdowntest.Header(0)
	title := showdowntest.Title()
	reader, writer := engine.NewMoveReader(title.Moves, h.Seats), engine.NewMoveWriter(title.Moves, h.Seats)
	var line []byte
	for _, c := range []struct {
		games int
		lines bool
		want  string
	}{
		{50, false, "0a984caa"},
		{100, false, "e16b0d78"},
		{1000, false, "368502dc"},
		{100, true, "e16b0d78"},
	} {
		t.Run(fmt.Sprint(c.games, c.lines), func(t *testing.T) {
			f, moves := fingerprint(0x811c9dc5), 0
			for n := range c.games {
				seed := uint32(n + 1)
				g := showdowntest.New(h.Seats, seed)
				moves += randomShowdown(g, seed, nil, func(m engine.Move) {
					if c.lines {
						var err error
						line = writer.Append(line[:0], m)
						m, err = reader.Read(line)
						require.NoError(t, err)
					}
					_, err := g.Play(m)
					require.NoError(t, err)
				})
				f.game(g.View(engine.Public).Public.(*showdowntest.Public))
			}
			assert.Equal(t, c.want, fmt.Sprintf("%08x", uint32(f)))
			if c.games == 1000 {
				assert.Equal(t, 189_051, moves)
			}
		})
	}
}

// What an ask lists is accepted, and every other move of the game is refused and changes
// nothing.
func TestShowdownAsksAgainstMoves(t *testing.T) {
	var all []engine.Action
	for _, c := range []showdowntest.Card{showdowntest.Bang, showdowntest.Click, 7} {
		all = append(all, showdowntest.Load{Card: c})
	}
	for s := engine.NoSeat; s <= showdowntest.Seats; s++ {
		all = append(all, showdowntest.Aim{At: s})
	}
	for _, n := range []showdowntest.Nerve{showdowntest.Duck, showdowntest.Stand, 7} {
		all = append(all, showdowntest.Hold{What: n})
	}
	for seed := uint32(1); seed <= 2; seed++ {
		h := showdowntest.Header(seed)
		g := showdowntest.New(h.Seats, seed)
		randomShowdown(g, seed, nil, func(m engine.Move) {
			listed := map[engine.Move]bool{}
			for _, a := range g.Asks(nil) {
				for _, do := range a.Options {
					listed[engine.Move{Seat: a.Seat, Do: do}] = true
				}
			}
			require.True(t, listed[m])
			before := *g
			for s := engine.NoSeat; s < showdowntest.Seats; s++ {
				for _, do := range all {
					m := engine.Move{Seat: s, Do: do}
					trial := before
					_, err := trial.Play(m)
					if listed[m] {
						require.NoError(t, err, "%v", m)
						continue
					}
					no, ok := err.(*engine.Refusal)
					if !ok || no.Rule == "" || !reflect.DeepEqual(before, trial) {
						require.Fail(t, "not refused without effect", "%v: %v", m, err)
					}
				}
			}
			_, err := g.Play(m)
			require.NoError(t, err)
		})
		assert.Empty(t, g.Asks(nil))
	}
}

func BenchmarkShowdown(b *testing.B) {
	h := showdowntest.Header(0)
	title := showdowntest.Title()
	reader, writer := engine.NewMoveReader(title.Moves, h.Seats), engine.NewMoveWriter(title.Moves, h.Seats)
	var line, status []byte
	asks := make([]engine.Ask, 0, showdowntest.Seats)
	bytes := 0
	for _, c := range []struct {
		name  string
		ours  func(*showdowntest.Game, engine.Move)
		floor func(*floorGame, int, int)
	}{
		{
			"rules",
			func(g *showdowntest.Game, m engine.Move) { mustPlay(g, m) },
			func(g *floorGame, s, arg int) { mustApply(g.apply(g.step, s, arg)) },
		},
		{
			"jsonl",
			func(g *showdowntest.Game, m engine.Move) {
				line = writer.Append(line[:0], m)
				m, err := reader.Read(line)
				mustApply(err)
				mustPlay(g, m)
			},
			func(g *floorGame, s, arg int) { mustApply(g.applyLine(floorLine(g.step, s, arg))) },
		},
		{
			"view",
			func(g *showdowntest.Game, m engine.Move) {
				mustPlay(g, m)
				var err error
				status, err = engine.AppendStatus(status[:0], g, h.Seats, 0, 1, 2, 3, 4, 5, 6, 7)
				mustApply(err)
				bytes += len(status)
			},
			func(g *floorGame, s, arg int) {
				mustApply(g.apply(g.step, s, arg))
				bytes += g.views()
			},
		},
	} {
		b.Run(c.name+"/floor", func(b *testing.B) {
			b.ReportAllocs()
			moves := 0
			for n := range b.N {
				moves += randomFloor(uint32(n%1000+1), c.floor)
			}
			perMove(b, moves)
		})
		b.Run(c.name+"/ours", func(b *testing.B) {
			b.ReportAllocs()
			moves := 0
			for n := range b.N {
				seed := uint32(n%1000 + 1)
				g := showdowntest.New(h.Seats, seed)
				moves += randomShowdown(g, seed, asks, func(m engine.Move) { c.ours(g, m) })
			}
			perMove(b, moves)
		})
	}
}

func perMove(b *testing.B, moves int) {
	b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(moves), "ns/move")
	b.ReportMetric(float64(moves)/b.Elapsed().Seconds(), "moves/s")
	b.ReportMetric(0, "ns/op")
}

func mustPlay(g *showdowntest.Game, m engine.Move) {
	if _, err := g.Play(m); err != nil {
		panic(err)
	}
}

func mustApply(err error) {
	if err != nil {
		panic(err)
	}
}
