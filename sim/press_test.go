package sim

import (
	"bytes"
	"context"
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"consigliere/config"
	"consigliere/engine"
	"consigliere/engine/games"
	"consigliere/engine/journal"
	"consigliere/hw"
	"consigliere/hw/box"
	"consigliere/hw/command"
	"consigliere/hw/console/consoletest"
)

// TestPressesInABunch checks that presses which come all at once, because the box was busy,
// count one by one. An OK counts when it is released, so whoever presses what comes next waits
// until all have done so.
func TestPressesInABunch(t *testing.T) {
	polled := config.Default()
	for i := range polled.Expanders {
		polled.Expanders[i].Interrupt = ""
	}
	t.Run("interrupts", func(t *testing.T) { pressInABunch(t, config.Default()) })
	t.Run("polled", func(t *testing.T) { pressInABunch(t, polled) })
}

func pressInABunch(t *testing.T, b *config.Box) {
	dir := t.TempDir()
	s, err := New(b, box.Options{Titles: games.All(), Journals: dir})
	require.NoError(t, err)
	ctx, stop := context.WithCancel(context.Background())
	ran := make(chan struct{})
	go func() { defer close(ran); _ = s.Run(ctx) }()
	t.Cleanup(func() { stop(); <-ran }) // it writes into dir until then
	do := func(cmd command.Command) { require.NoError(t, s.Do(ctx, cmd)) }
	h := engine.Header{Game: "naro", Seats: names[:4], Options: []byte(`{"chance":"table"}`), Seed: 5}
	do(command.Start{Header: h})
	loot := `{"seat":"table","do":"loot","cards":["cash_5000","cash_5000","cash_5000","painting","painting","clip","diamond_1000","cash_20000"]}`
	do(command.Type{Line: []byte(loot)})
	tap := func(pod hw.Pod, buttons ...hw.Button) {
		for _, b := range buttons {
			do(command.Press{Pod: pod, Button: b, Down: true})
			do(command.Press{Pod: pod, Button: b})
		}
	}
	played := func(moves int) { // waits for that many
		require.Eventually(t, func() bool {
			kept, err := os.ReadFile(filepath.Join(dir, "play-0001.jsonl"))
			return err == nil && bytes.Count(kept, []byte{'\n'}) > moves
		}, 20*time.Second, time.Millisecond)
	}
	for pod := range hw.Pod(4) {
		tap(pod, hw.A, hw.B, hw.OK) // Bang!, the second of two
	}
	played(5)
	tap(0, hw.A, hw.A, hw.A, hw.OK) // the third of the others
	tap(1, hw.B, hw.A, hw.A, hw.OK) // the last of the list, then on to the second
	for pod := range hw.Pod(2) {
		tap(pod+2, hw.A, hw.OK)
	}
	played(9)
	tap(0, hw.A, hw.OK) // the boss orders the first
	played(10)
	kept, err := os.ReadFile(filepath.Join(dir, "play-0001.jsonl"))
	require.NoError(t, err)
	var record string
	for line := range bytes.Lines(kept) {
		record += string(journal.Record(bytes.TrimSpace(line))) + "\n"
	}
	assert.Equal(t, string(h.Append(nil))+"\n"+loot+`
{"seat":"Ava","do":"load","card":"bang"}
{"seat":"Babak","do":"load","card":"bang"}
{"seat":"Chiara","do":"load","card":"bang"}
{"seat":"Dario","do":"load","card":"bang"}
{"seat":"Ava","do":"aim","at":"Dario"}
{"seat":"Babak","do":"aim","at":"Chiara"}
{"seat":"Chiara","do":"aim","at":"Ava"}
{"seat":"Dario","do":"aim","at":"Ava"}
{"seat":"Ava","do":"order","who":"Babak"}
`, record)
}

// TestPageStandsInForThePanel checks that a box without a panel can be used from the page.
func TestPageStandsInForThePanel(t *testing.T) {
	wired := config.Default()
	wired.Panel = nil
	s, err := New(wired, box.Options{Titles: games.All(), Painter: consoletest.Words{}})
	require.NoError(t, err)
	go func() { _ = s.Run(t.Context()) }()
	menu := s.board.Main.Frame()
	require.NoError(t, s.Do(t.Context(), command.Press{Pod: hw.Panel, Button: hw.B, Down: true}))
	require.NoError(t, s.Do(t.Context(), command.Press{Pod: hw.Panel, Button: hw.B}))
	assert.Eventually(t, func() bool { return !s.board.Main.Frame().Equal(menu) }, 5*time.Second, 5*time.Millisecond)
	require.ErrorIs(t, s.Do(t.Context(), command.Press{Pod: 8}), box.ErrNoButton)
}
