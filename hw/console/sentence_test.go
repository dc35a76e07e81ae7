package console_test

import (
	"math/rand/v2"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"consigliere/engine"
	"consigliere/engine/bot"
	"consigliere/engine/games"
	"consigliere/hw/caller"
	"consigliere/hw/command"
	"consigliere/hw/console"
	"consigliere/hw/console/consoletest"
	"consigliere/hw/desk"
	"consigliere/hw/lang"
)

// sentences are what options of asks are explained with, by game, verb and label, that has been
// looked at.
type sentences map[string]bool

// look holds that an option of an ask has a sentence.
func (s sentences) look(t *testing.T, l lang.Lang, game, verb, label, help string) {
	t.Helper()
	where := strings.Join([]string{string(l), game, verb, label}, ": ")
	if s[where] {
		return
	}
	s[where] = true
	assert.NotEmpty(t, help, where)
	assert.NotContains(t, help, "hint.", where)
	assert.NotContains(t, help, "<no value>", where)
	assert.NotEqual(t, label, help, where)
}

// parts looks at the things that an ask is put together of.
func (s sentences) parts(t *testing.T, l lang.Lang, game, verb string, parts []desk.SheetPart) {
	t.Helper()
	for i := range parts {
		for _, it := range parts[i].Items {
			s.look(t, l, game, verb+" "+parts[i].Arg, it.Label, it.Help)
		}
	}
}

// Whatever anybody is asked in any game, each of its answers has a sentence, in every language: with
// OK held, on a phone and on the page.
func TestEveryAnswerIsExplained(t *testing.T) {
	seen := sentences{}
	most := 60 // moves
	if long() {
		most = 2000
	} else if wide() {
		most = 120
	}
	for _, c := range []struct {
		game, options string
		seats         int
	}{
		{"naro", `{"chance":"box","powers":true,"power_deal":"box"}`, 8},
		{"naro", `{"powers":true}`, 5},
		{"derpate", `{"chance":"box"}`, 4},
		{"derpate", `{}`, 2},
		{"corleone", `{"chance":"box"}`, 3},
		{"corleone", `{}`, 4},
		{"corleone", `{"tracking":"light"}`, 5},
		{"khandan", `{"chance":"box","reigns":2}`, 4},
		{"khandan", `{"chance":"box","voting":"sealed","pack":"starter","reigns":1}`, 3},
		{"khandan", `{"draft":"cards","reigns":1}`, 3},
	} {
		t.Run(c.game+c.options, func(t *testing.T) {
			bx := consoletest.NewBox(8, true)
			p, err := consoletest.New(console.Config{Box: bx.HW, Titles: games.All(), Painter: consoletest.Words{}}, bx)
			require.NoError(t, err)
			require.NoError(t, p.Console.Do(0, command.SetPace{Pace: string(caller.Brisk)}))
			require.NoError(t, p.Console.Do(0, command.SetClocks{Percent: 0}))
			require.NoError(t, p.Console.Do(0, command.Start{Header: engine.Header{Game: c.game, Seats: names[:c.seats], Options: []byte(c.options), Seed: 7}}))
			r := rand.New(rand.NewPCG(7, uint64(c.seats)))
			player := bot.New(p.Table.Title(), p.Table.Roster(), r)
			for moves := 0; !p.Table.Over() && moves < most; moves++ {
				for n := 0; !p.Console.Quiet() && n < 100; n++ {
					p.Wait(time.Second)
				}
				if p.Table.Over() {
					break
				}
				l := lang.All()[moves%len(lang.All())]
				for _, sh := range p.Console.Snapshot().Public(l).Sheets {
					for _, o := range sh.Options {
						seen.look(t, l, c.game, sh.Verb, o.Label, o.Help)
					}
					seen.parts(t, l, c.game, sh.Verb, sh.Parts)
				}
				for seat := range engine.Seat(c.seats) {
					for _, q := range p.SeatDesk(seat, l).Asks {
						for i := range q.Steps {
							for _, v := range q.Steps[i].Values {
								if v.Label != "" { // else it is left out where another argument is asked for
									seen.look(t, l, c.game, q.Verb, v.Label, v.Help)
								}
							}
						}
						seen.parts(t, l, c.game, q.Verb, q.Parts)
					}
				}
				asks := p.Table.Asks()
				a := &asks[r.IntN(len(asks))]
				do, err := player.Pick(a)
				require.NoError(t, err)
				m := engine.Move{Seat: a.Mover(a.Seat), Do: do}
				err = p.Console.Do(p.Now, command.Type{Line: p.Table.Title().Moves.AppendLine(nil, p.Table.Roster(), m)})
				require.NoError(t, err)
			}
			assert.True(t, !long() || p.Table.Over(), "to the end")
		})
	}
	assert.Greater(t, len(seen), 1000)
	t.Log(len(seen), "answers")
}
