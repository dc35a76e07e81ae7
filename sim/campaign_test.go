package sim

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"consigliere/config"
	"consigliere/engine"
	"consigliere/engine/enginetest"
	"consigliere/engine/games"
	"consigliere/engine/journal"
	"consigliere/engine/khandan"
	"consigliere/engine/table"
	"consigliere/hw"
	"consigliere/hw/box"
	"consigliere/hw/command"
	"consigliere/hw/console"
	"consigliere/hw/console/consoletest"
)

// An evening is a part of a campaign: its presses are found on a console without chips, and
// played again on a whole box.
type evening struct {
	*consoletest.Player
	file strings.Builder
}

func newEvening(t *testing.T, journals string) *evening {
	t.Helper()
	fakes := consoletest.NewBox(len(config.Default().Pods), true)
	p, err := consoletest.New(console.Config{Box: fakes.HW, Titles: games.All(), Painter: consoletest.Words{}, Journals: journals}, fakes)
	require.NoError(t, err)
	e := &evening{Player: p}
	p.Pressed = func(p hw.Press) {
		fmt.Fprintf(&e.file, "{\"at\":%s,\"pod\":%d,\"button\":%q,\"down\":%t}\n", seconds(p.At), p.Pod, p.Button, p.Down)
	}
	p.Wait(time.Second)
	return e
}

// pick opens the menu unless it is open, and takes the entry that begins with the words.
func (e *evening) pick(t *testing.T, words string) {
	t.Helper()
	for range 30 {
		if strings.Contains(e.Box.Main.Words(), ">"+words) {
			e.Press(hw.Panel, hw.OK)
			e.Wait(200 * time.Millisecond)
			return
		}
		e.Press(hw.Panel, hw.A)
		e.Wait(200 * time.Millisecond)
	}
	require.Fail(t, "no such entry", "%q in\n%s", words, e.Box.Main.Words())
}

// TestCampaign plays a campaign of three reigns on three evenings by presses alone. After each
// of the first two the box is switched off, the second time in the middle of a reign; on the
// others it is gone on with from the menu, with other people.
func TestCampaign(t *testing.T) {
	if !enginetest.Wide() {
		t.Skip("plays three evenings; CONSIGLIERE_WIDE=1 runs it, as .ci/run does")
	}
	h := engine.Header{
		Game: "khandan", Seats: names[:3], Seed: 4,
		Options: []byte(`{"chance":"box","pack":"starter","reigns":3}`),
	}
	status := func(b *table.Table) khandan.Status { return b.View(engine.Public).Public.(khandan.Status) }
	evenings := []struct {
		begin   func(*evening)
		until   func(*table.Table) bool
		attends engine.SeatSet
	}{
		{
			func(e *evening) { require.NoError(t, e.Console.Do(0, command.Start{Header: h})) },
			func(b *table.Table) bool { return status(b).Phase == "between" },
			engine.SeatsOf(0, 1, 2),
		},
		{
			func(e *evening) {
				e.pick(t, "Resume: Campaign 1")
				e.Hold(hw.Panel, hw.OK)
				e.pick(t, "Who is here")
				e.pick(t, "Babak: here")
				e.Hold(hw.Panel, hw.OK)
			},
			func(b *table.Table) bool { return status(b).Reign == 2 && status(b).Round == 3 },
			engine.SeatsOf(0, 2),
		},
		{
			func(e *evening) {
				e.pick(t, "Resume: Campaign 1")
				e.Hold(hw.Panel, hw.OK)
				e.pick(t, "Who is here")
				e.pick(t, "Babak: away")
				e.pick(t, "Chiara: here")
				e.Hold(hw.Panel, hw.OK)
			},
			func(b *table.Table) bool { return b.Over() },
			engine.SeatsOf(0, 1),
		},
	}
	found, kept := t.TempDir(), t.TempDir()
	var record []byte
	for i, c := range evenings {
		e := newEvening(t, found)
		c.begin(e)
		require.NotNil(t, e.Table, "evening %d goes on\n%s", i+1, e.Box.Main.Words())
		assert.Equal(t, c.attends, e.Table.Attending(), "evening %d", i+1)
		_, err := e.PlayUntil(rand.New(rand.NewPCG(uint64(i), 1)), 2000, c.until)
		require.NoError(t, err)
		e.Wait(time.Second)
		record = e.Table.AppendRecord(nil)
		require.NoError(t, e.Table.Close()) // the box is switched off

		var out, warn bytes.Buffer
		s := start(t, box.Options{Journals: kept})
		var run Headless
		if i == 0 {
			run.Start = &command.Start{Header: h}
		}
		require.NoError(t, run.Run(s, strings.NewReader(e.file.String()), &out, &warn))
		assert.Empty(t, warn.String())
		assert.Empty(t, s.Warnings())
		assert.Contains(t, out.String(), `"reign":`+fmt.Sprint(min(i+1, 3)))

		list, err := journal.List(kept, games.Find)
		require.NoError(t, err)
		require.Len(t, list, 1, "one campaign, one journal")
		assert.Equal(t, journal.Whole, list[0].State)
		b, err := table.ReplayFile(list[0].Path, games.Find)
		require.NoError(t, err)
		assert.Equal(t, string(record), string(b.AppendRecord(nil)), "evening %d: the box has what was played", i+1)
		assert.Equal(t, c.attends, b.Attending())
	}
	list, err := journal.List(kept, games.Find)
	require.NoError(t, err)
	assert.True(t, list[0].Over)
	b, err := table.ReplayFile(list[0].Path, games.Find)
	require.NoError(t, err)
	assert.Equal(t, 3, status(b).Reign)
	t.Logf("%d moves in three reigns", b.Moves())
}
