package console_test

import (
	"math/rand/v2"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"consigliere/engine"
	"consigliere/engine/games"
	"consigliere/engine/table"
	"consigliere/hw/command"
	"consigliere/hw/console"
	"consigliere/hw/console/consoletest"
)

// Beside the real board one press says who has won a turf: nothing that the box says, shows or writes down afterwards claims to know
// how many figures stood there.
func TestNobodyCountsWhatOnePressSays(t *testing.T) {
	t.Parallel()
	b := consoletest.NewBox(4, true)
	p, err := consoletest.New(console.Config{Box: b.HW, Titles: games.All(), Painter: consoletest.Words{}}, b)
	require.NoError(t, err)
	require.NoError(t, p.Console.Do(0, command.Start{Header: engine.Header{Game: "corleone", Seats: names[:2], Options: []byte(`{"tracking":"light","chance":"box"}`)}}))
	usual := func() []byte {
		for _, sh := range p.Console.Snapshot().Public("en").Sheets {
			if sh.Verb == "influence" && len(sh.Usual) > 0 {
				return sh.Usual[0].Line
			}
		}
		return nil
	}
	r := rand.New(rand.NewPCG(1, 1))
	_, err = p.PlayUntil(r, 2000, func(tb *table.Table) bool { return len(tb.Asks()) == 1 && tb.Asks()[0].Verb == "influence" })
	require.NoError(t, err)
	p.Wait(20 * time.Second)
	said := len(p.Box.Speaker.Said)
	require.NoError(t, p.Console.Do(p.Now, command.Type{Line: usual()}))
	reveal := ""
	for range 100 {
		p.Wait(100 * time.Millisecond)
		if rv := p.Console.Snapshot().Public("en").Reveal; rv != nil {
			reveal = rv.Text
			require.Len(t, rv.Lines, 1)
			assert.Empty(t, rv.Lines[0].Text)
			assert.True(t, rv.Lines[0].Strong)
		}
	}
	assert.Contains(t, reveal, "Ava wins.")
	told := strings.Join(p.Box.Speaker.Said[said:], " ")
	for _, e := range p.Console.Snapshot().Public("en").Log {
		told += " " + e.Text
	}
	assert.Contains(t, told, "Ava wins")
	assert.NotContains(t, told, "with 1 figure")
	assert.NotContains(t, told, "Forces")
	assert.NotContains(t, told, "Ava 1")
}
