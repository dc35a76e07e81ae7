package console_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"consigliere/engine"
	"consigliere/engine/bot"
	"consigliere/engine/games"
	"consigliere/hw"
	"consigliere/hw/command"
	"consigliere/hw/console"
	"consigliere/hw/console/consoletest"
	"consigliere/hw/desk"
	"consigliere/hw/lang"
)

// Before what has come of a move is told, the main screen does not show what is asked because of it: "Babak leads the next mission"
// says that the vote was lost, before anybody has counted to three.
func TestNothingIsAskedBeforeItIsTold(t *testing.T) {
	for _, c := range []struct {
		game, options string
		seats         int
	}{
		{"anygame", `{"play":"secret-missions"}`, 5},
		{"anygame", `{"play":"werewolf"}`, 6},
		{"naro", `{"chance":"box"}`, 4},
		{"khandan", `{"chance":"box","pack":"starter","reigns":1}`, 3},
		{"corleone", `{"chance":"box"}`, 3},
		{"derpate", `{"chance":"box"}`, 4},
	} {
		t.Run(c.game+c.options, func(t *testing.T) {
			bx := consoletest.NewBox(c.seats, true)
			p, err := consoletest.New(console.Config{Box: bx.HW, Titles: games.All(), Painter: consoletest.Words{}}, bx)
			require.NoError(t, err)
			require.NoError(t, p.Console.Do(0, command.SetClocks{Percent: 0}))
			require.NoError(t, p.Console.Do(0, command.Start{Header: engine.Header{Game: c.game, Seats: names[:c.seats], Options: []byte(c.options), Seed: 4}}))
			r := rand.New(rand.NewPCG(4, 1))
			player := bot.New(p.Table.Title(), p.Table.Roster(), r)
			veiled := 0
			for range 150 {
				var early []string
				stood := ""
				before := bx.Main.Words()
				for n := 0; !p.Console.Quiet() && n < 2000; n++ {
					if p.Console.Snapshot().Play.Veiled {
						early = append(early, bx.Main.Words())
					}
					now := movable(p.Console.Snapshot().Public(lang.English).Board)
					if n > 0 && p.Console.Snapshot().Play.Goes {
						assert.Equal(t, stood, now, "pages show what has come of a move before all of it is told")
					}
					stood = now
					p.Wait(100 * time.Millisecond)
				}
				for _, text := range early {
					veiled++
					assert.True(t, text != bx.Main.Words() || text == before, "it was shown too early: %s", text)
				}
				asks := p.Table.Asks()
				if p.Table.Over() || len(asks) == 0 {
					break
				}
				a := asks[r.IntN(len(asks))]
				do, err := player.Pick(&a)
				require.NoError(t, err)
				m := engine.Move{Seat: a.Mover(a.Seat), Do: do}
				require.NoError(t, p.Console.Do(p.Now, command.Type{Line: p.Table.Title().Moves.AppendLine(nil, p.Table.Roster(), m)}))
			}
			t.Logf("%d moments", veiled)
		})
	}
}

// movable says where what can be moved stands on a board.
func movable(board []desk.Piece) string {
	var at []string
	for _, x := range board {
		if slices.Contains([]string{"step", "members", "car", "friends", "worker", "front"}, x.Kind) {
			at = append(at, fmt.Sprint(x.Kind, x.Key, x.Seat, x.At, x.N))
		}
	}
	return strings.Join(at, " ")
}

// Nor does the voice say it to somebody who asks where the play is.
func TestNobodyHearsBeforeItIsTold(t *testing.T) {
	p := begin(t, games.All(), engine.Header{Game: "anygame", Seats: names[:5], Options: []byte(`{"play":"secret-missions"}`), Seed: 4}, true)
	asked := func(does ...string) {
		for _, do := range does {
			for !p.Console.Quiet() {
				p.Wait(time.Second)
			}
			require.NoError(t, p.Console.Do(p.Now, command.Type{Line: []byte(do)}))
		}
	}
	for _, n := range names[:5] {
		asked(`{"seat":"` + n + `","do":"look"}`)
	}
	leader := names[p.Table.Asks()[0].Seat]
	asked(`{"seat":"` + leader + `","do":"choose","team":["` + names[0] + `","` + names[1] + `"]}`)
	for _, n := range names[:5] {
		asked(`{"seat":"` + n + `","do":"vote","choice":"no"}`)
	}
	at := len(p.Box.Speaker.Said)
	p.Tap(hw.Panel, consoletest.Tap{Buttons: []hw.Button{a, b}, For: 1300 * time.Millisecond})
	require.True(t, p.Console.Snapshot().Play.Veiled)
	said := lang.Unmarked(strings.Join(p.Box.Speaker.Said[at:], " | "))
	assert.NotEmpty(t, said)
	assert.NotContains(t, said, "Mission: choose", "who leads next would say that the vote was lost")
	p.Wait(20 * time.Second)
	assert.Contains(t, strings.Join(p.Box.Speaker.Said[at:], " | "), "Refused")
}
