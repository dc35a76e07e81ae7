package console_test

import (
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"consigliere/engine"
	"consigliere/engine/games"
	"consigliere/hw"
	"consigliere/hw/command"
	"consigliere/hw/console"
	"consigliere/hw/console/consoletest"
)

// A main screen that has room shows short pages of the board together, and what is asked above each of them.
func TestRoomyScreenKeepsTheQuestion(t *testing.T) {
	bx := consoletest.NewBox(3, true)
	bx.Main.Frame = hw.NewFrame(250, 122)
	p, err := consoletest.New(console.Config{Box: bx.HW, Titles: games.All(), Painter: consoletest.Words{}}, bx)
	require.NoError(t, err)
	require.NoError(t, p.Console.Do(0, command.Start{Header: engine.Header{Game: "derpate", Seats: names[:3], Options: []byte(`{"chance":"box"}`), Seed: 1}}))
	for n := 0; !p.Console.Quiet() && n < 100; n++ {
		p.Wait(time.Second)
	}
	seat := p.Table.Asks()[0].Mover(p.Table.Asks()[0].Seat)
	asked := p.Table.Roster().Name(seat) + ": "
	pages := map[string]bool{}
	for range 60 {
		p.Wait(time.Second)
		pages[bx.Main.Words()] = true
	}
	for page := range pages {
		assert.Contains(t, page, asked)
	}
	assert.Less(t, len(pages), 20)
}
