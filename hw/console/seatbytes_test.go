package console_test

import (
	"encoding/json"
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
	"consigliere/hw/command"
	"consigliere/hw/console"
	"consigliere/hw/console/consoletest"
	"consigliere/hw/lang"
)

// TestSeatBytes holds that no desk of a seat is longer than its title says, with as many people as can play, whose names are as long
// as a page lets them be, in each language: a phone would be told less then.
func TestSeatBytes(t *testing.T) {
	for _, title := range games.All() {
		options := []string{`{"chance":"box"}`, `{"chance":"table"}`}
		if title.ID == "naro" {
			options = append(options, `{"chance":"table","powers":true,"power_deal":"table"}`)
		}
		if tool, _ := title.Tools(); tool != nil {
			options = nil
			for _, play := range tool.Values {
				options = append(options, fmt.Sprintf(`{%q:%q}`, tool.Key, play))
			}
		}
		if title.SeatBytes == 0 {
			continue
		}
		for _, o := range options {
			for seed := range uint64(3) {
				t.Run(fmt.Sprint(title.ID, o, seed), func(t *testing.T) { seatBytes(t, title, o, 2+seed) })
			}
		}
	}
}

func seatBytes(t *testing.T, title *engine.Title, options string, seed uint64) {
	_, seats := title.Range([]byte(options))
	bx := consoletest.NewBox(seats, false)
	p, err := consoletest.New(console.Config{Box: bx.HW, Titles: games.All(), Painter: consoletest.Words{}}, bx)
	require.NoError(t, err)
	require.NoError(t, p.Console.Do(0, command.SetClocks{Percent: 0}))
	var names engine.Roster
	for i := range seats {
		names = append(names, strings.Repeat("ش", 23)+string('ا'+rune(i)))
	}
	require.NoError(t, p.Console.Do(0, command.Start{Header: engine.Header{Game: title.ID, Seats: names, Options: []byte(options), Seed: seed}}))
	r := rand.New(rand.NewPCG(seed, 1))
	player := bot.New(p.Table.Title(), p.Table.Roster(), r)
	most, seen := 0, map[string]bool{}
	for range 250 {
		for n := 0; !p.Console.Quiet() && n < 100; n++ {
			p.Wait(time.Second)
		}
		asks := slices.Clone(p.Table.Asks())
		if len(asks) == 0 {
			break
		}
		shown := p.Console.Snapshot()
		for i := range asks {
			seat := asks[i].Mover(asks[i].Seat)
			if key := fmt.Sprint(asks[i].Prompt.Key, asks[i].Verb, len(asks[i].Options)); seat < 0 || seen[key] {
				continue
			} else {
				seen[key] = true
			}
			for _, l := range lang.All() {
				b, err := json.Marshal(shown.Seat(names[seat], l))
				require.NoError(t, err)
				most = max(most, len(b))
			}
		}
		a := &asks[r.IntN(len(asks))]
		do, err := player.Pick(a)
		require.NoError(t, err)
		m := engine.Move{Seat: a.Mover(a.Seat), Do: do}
		require.NoError(t, p.Console.Do(p.Now, command.Type{Line: p.Table.Title().Moves.AppendLine(nil, p.Table.Roster(), m)}))
	}
	t.Logf("%d bytes", most)
	assert.LessOrEqual(t, most, title.SeatBytes)
}
