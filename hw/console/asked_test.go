package console_test

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"consigliere/engine"
	"consigliere/engine/bot"
	"consigliere/engine/games"
	"consigliere/hw"
	"consigliere/hw/caller"
	"consigliere/hw/command"
	"consigliere/hw/console"
	"consigliere/hw/console/consoletest"
	"consigliere/hw/desk"
	"consigliere/hw/lang"
)

// What a page says about the secrecy of a choice is what the ask says, in every game: that it is secret,
// that others will see it but not what else there is to choose, or that all see it. What is asked openly is
// told in words.
func TestSecrecyIsThatOfTheAsk(t *testing.T) {
	most := 120 // moves
	if long() {
		most = 2000
	}
	seen := map[string]int{}
	for _, c := range []struct {
		game, options string
		seats         int
	}{
		{"naro", `{"chance":"box","powers":true,"power_deal":"box"}`, 8},
		{"derpate", `{"chance":"box"}`, 4},
		{"corleone", `{"chance":"box"}`, 3},
		{"corleone", `{"tracking":"light"}`, 5},
		{"khandan", `{"chance":"box","pack":"starter","reigns":1}`, 4},
		{"khandan", `{"chance":"box","voting":"sealed","pack":"starter","reigns":1}`, 3},
		{"anygame", `{"play":"werewolf"}`, 6},
		{"anygame", `{"play":"planning-poker"}`, 4},
		{"anygame", `{"play":"secret-missions"}`, 5},
		{"anygame", `{"play":"stay-or-leave"}`, 4},
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
					break // the box has made the last move, which was the only one
				}
				asks := p.Table.Asks()
				d := p.Console.Snapshot().Public(lang.English)
				for seat := range engine.Seat(c.seats) {
					checkSecrecy(t, c.game, asks, d, p.Console.Snapshot().Sight(hw.Pod(seat), lang.English).Desk, seat, seen)
				}
				a := &asks[r.IntN(len(asks))]
				do, err := player.Pick(a)
				require.NoError(t, err)
				m := engine.Move{Seat: a.Mover(a.Seat), Do: do}
				require.NoError(t, p.Console.Do(p.Now, command.Type{Line: p.Table.Title().Moves.AppendLine(nil, p.Table.Roster(), m)}))
			}
		})
	}
	for _, want := range []string{"naro load secret", "naro take ", "khandan vote covered", "khandan vote secret", "khandan sign ", "corleone act covered", "corleone bid secret"} {
		assert.NotZero(t, seen[want], "never asked: %s", want)
	}
}

// checkSecrecy holds what the desks say about what a seat is asked against the asks.
func checkSecrecy(t *testing.T, game string, asks []engine.Ask, d *desk.Public, own *desk.Pod, seat engine.Seat, seen map[string]int) {
	t.Helper()
	first := func(optional bool) *engine.Ask {
		for i := range asks {
			if a := &asks[i]; a.Optional == optional && a.May(seat) && a.Seat != engine.Table && !a.Paced {
				return a
			}
		}
		return nil
	}
	a := first(false)
	if a == nil {
		a = first(true)
	}
	at := &d.Seats[seat]
	if a == nil || !at.Awaited {
		assert.Empty(t, at.Secrecy)
		assert.Empty(t, at.Asked)
		return
	}
	want := map[bool]engine.Secrecy{true: engine.Secret}[a.Secret]
	if a.Covered && !a.Secret {
		want = engine.Covered
	}
	where := fmt.Sprintf("%s %s %s", game, a.Verb, want)
	seen[where]++
	assert.Equal(t, want, at.Secrecy, where)
	assert.Equal(t, want == engine.Open, at.Asked != "", "what is asked openly is told: %s: %q", where, at.Asked)
	assert.False(t, strings.Contains(at.Asked, "<no value>"), at.Asked)
	if own != nil && own.Ask.Verb == a.Verb {
		assert.Equal(t, want, own.Ask.Secrecy, where)
	}
}

// How many of how many are given a display says as its language does: in Persian "/" is the sign of decimals.
func TestOfHowMany(t *testing.T) {
	for l, want := range map[lang.Lang]string{lang.English: "0/8", lang.Persian: "۰ از ۸"} {
		box := consoletest.NewBox(4, false)
		p, err := consoletest.New(console.Config{Box: box.HW, Titles: games.All(), Painter: consoletest.Words{}, Lang: l}, box)
		require.NoError(t, err)
		require.NoError(t, p.Console.Do(0, command.Start{Header: engine.Header{Game: "naro", Seats: names[:4], Options: []byte(`{"chance":"table"}`)}}))
		p.Wait(15 * time.Second)
		assert.Contains(t, strings.Join(box.Public, "\n"), " | "+want)
	}
}
